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

void OperatorRules::add(StringRef map, StringRef operation, OperatorRule rule) {
  maps[map][operation].rule = std::move(rule);
}

void OperatorRules::add(StringRef map, StringRef operation, StringRef key,
                        TargetRule rule) {
  maps[map][operation].forTargets[key] = std::move(rule);
}

void OperatorRules::addDefault(StringRef map, StringRef operation,
                               OperatorRule rule) {
  maps[map][operation].defaultRule = std::move(rule);
}

OperatorRule OperatorRules::lookup(StringRef map, Operation *op,
                                   const TargetDescription *target) const {
  auto rules = maps.find(map);
  if (rules == maps.end())
    return {};
  auto it = rules->second.find(op->getName().getStringRef());
  if (it == rules->second.end())
    return {};
  const Entry &entry = it->second;
  if (entry.rule)
    return entry.rule;
  if (target)
    for (const std::string &key : target->getKeys())
      if (auto found = entry.forTargets.find(key);
          found != entry.forTargets.end())
        return [target, rule = &found->second](OpBuilder &b, Operation *op,
                                               ValueRange operands) {
          return (*rule)(b, op, operands, *target);
        };
  return entry.defaultRule;
}
