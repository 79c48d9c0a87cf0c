//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules that replace operators.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/OperatorRules.h"
#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include <mutex>

using namespace mlir;
using namespace mlir::relay;

OperatorRules &OperatorRules::get(RelayDialect &dialect) {
  if (auto *rules = dialect.getRegisteredInterface<OperatorRules>())
    return const_cast<OperatorRules &>(*rules);
  return dialect.addInterface<OperatorRules>();
}

const OperatorRules *OperatorRules::find(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<RelayDialect>();
  return dialect ? dialect->getRegisteredInterface<OperatorRules>() : nullptr;
}

std::string OperatorRules::getCustomKey(StringRef name) {
  return (CustomOp::getOperationName() + " " + name).str();
}

void OperatorRules::set(Entry &entry, OperatorRule rule, RuleThreads threads) {
  numCallerRules -= entry.threads == RuleThreads::Caller;
  numCallerRules += threads == RuleThreads::Caller;
  entry.rule = std::move(rule);
  entry.threads = threads;
}

void OperatorRules::add(StringRef map, StringRef operation, OperatorRule rule,
                        RuleThreads threads) {
  std::unique_lock lock(mutex);
  set(maps[map][operation], std::move(rule), threads);
}

void OperatorRules::remove(StringRef map, StringRef operation) {
  std::unique_lock lock(mutex);
  auto rules = maps.find(map);
  if (rules == maps.end())
    return;
  auto it = rules->second.find(operation);
  if (it != rules->second.end())
    set(it->second, nullptr, RuleThreads::Any);
}

void OperatorRules::add(StringRef map, StringRef operation, StringRef key,
                        TargetRule rule) {
  std::unique_lock lock(mutex);
  maps[map][operation].forTargets[key] = std::move(rule);
}

void OperatorRules::addDefault(StringRef map, StringRef operation,
                               OperatorRule rule) {
  std::unique_lock lock(mutex);
  maps[map][operation].defaultRule = std::move(rule);
}

OperatorRule OperatorRules::lookup(StringRef map, Operation *op,
                                   const TargetDescription *target) const {
  std::shared_lock lock(mutex);
  auto rules = maps.find(map);
  if (rules == maps.end())
    return {};
  auto custom = dyn_cast<CustomOp>(op);
  auto it = custom ? rules->second.find(getCustomKey(custom.getOpName()))
                   : rules->second.find(op->getName().getStringRef());
  if (it == rules->second.end())
    return {};
  const Entry &entry = it->second;
  if (entry.rule)
    return entry.rule;
  if (target)
    for (const std::string &key : target->getKeys())
      if (auto found = entry.forTargets.find(key);
          found != entry.forTargets.end())
        return [target, rule = found->second](OpBuilder &b, Operation *op,
                                              ValueRange operands) {
          return rule(b, op, operands, *target);
        };
  return entry.defaultRule;
}

bool OperatorRules::hasRules(StringRef map) const {
  std::shared_lock lock(mutex);
  return maps.contains(map);
}

bool OperatorRules::hasCallerRules() const {
  std::shared_lock lock(mutex);
  return numCallerRules != 0;
}
