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

/// The key of the rules for `op`.
static std::string getKey(Operation *op) {
  if (auto custom = dyn_cast<CustomOp>(op))
    return OperatorRules::getCustomKey(custom.getOpName());
  return op->getName().getStringRef().str();
}

void OperatorRules::countCallerRules(RuleThreads before, RuleThreads after) {
  numCallerRules -= before == RuleThreads::Caller;
  numCallerRules += after == RuleThreads::Caller;
}

void OperatorRules::add(StringRef map, StringRef operation, OperatorRule rule,
                        RuleThreads threads) {
  std::unique_lock lock(mutex);
  Entry &entry = maps[map][operation];
  countCallerRules(std::exchange(entry.threads, threads), threads);
  entry.rule = std::move(rule);
}

void OperatorRules::remove(StringRef map, StringRef operation) {
  std::unique_lock lock(mutex);
  auto rules = maps.find(map);
  if (rules == maps.end())
    return;
  auto it = rules->second.find(operation);
  if (it == rules->second.end())
    return;
  countCallerRules(it->second.threads, RuleThreads::Any);
  it->second.rule = nullptr;
  it->second.threads = RuleThreads::Any;
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
  auto it = rules->second.find(getKey(op));
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

//===----------------------------------------------------------------------===//
// Replacements of interfaces
//===----------------------------------------------------------------------===//

template <typename RuleT>
void OperatorRules::setReplacement(llvm::StringMap<Replacement<RuleT>> &map,
                                   StringRef operation, RuleT rule,
                                   RuleThreads threads) {
  std::unique_lock lock(mutex);
  Replacement<RuleT> &entry = map[operation];
  RuleThreads now = rule ? threads : RuleThreads::Any;
  countCallerRules(std::exchange(entry.threads, now), now);
  entry.rule = std::move(rule);
}

template <typename RuleT>
RuleT OperatorRules::lookupReplacement(
    const llvm::StringMap<Replacement<RuleT>> &map, Operation *op) const {
  std::shared_lock lock(mutex);
  if (map.empty())
    return {};
  auto it = map.find(getKey(op));
  return it == map.end() ? RuleT() : it->second.rule;
}

void OperatorRules::setConversion(StringRef operation, LayoutRule rule,
                                  RuleThreads threads) {
  setReplacement(conversions, operation, std::move(rule), threads);
}

void OperatorRules::setLayoutInference(StringRef operation,
                                       LayoutInferenceRule rule,
                                       RuleThreads threads) {
  setReplacement(layoutInferences, operation, std::move(rule), threads);
}

void OperatorRules::setPattern(StringRef operation,
                               std::optional<OpPatternKind> pattern) {
  std::unique_lock lock(mutex);
  patterns[operation] = pattern;
}

void OperatorRules::setMixedPrecision(StringRef operation,
                                      MixedPrecisionFunction rule) {
  std::unique_lock lock(mutex);
  mixedPrecision[operation] = std::move(rule);
}

LayoutRule OperatorRules::lookupConversion(Operation *op) const {
  return lookupReplacement(conversions, op);
}

LayoutInferenceRule OperatorRules::lookupLayoutInference(Operation *op) const {
  return lookupReplacement(layoutInferences, op);
}

std::optional<OpPatternKind> OperatorRules::lookupPattern(Operation *op) const {
  std::shared_lock lock(mutex);
  return patterns.lookup(getKey(op));
}

MixedPrecisionFunction
OperatorRules::lookupMixedPrecision(Operation *op) const {
  std::shared_lock lock(mutex);
  return mixedPrecision.empty() ? MixedPrecisionFunction()
                                : mixedPrecision.lookup(getKey(op));
}

bool OperatorRules::hasPatterns() const {
  std::shared_lock lock(mutex);
  return !patterns.empty();
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

bool OperatorRules::hasRules(StringRef map) const {
  std::shared_lock lock(mutex);
  return maps.contains(map);
}

bool OperatorRules::hasCallerRules() const {
  std::shared_lock lock(mutex);
  return numCallerRules != 0;
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

FailureOr<std::optional<TargetDescription>>
relay::parseTargetOption(Operation *op, StringRef text) {
  if (text.empty())
    return std::optional<TargetDescription>();
  llvm::Expected<TargetDescription> parsed = TargetDescription::parse(text);
  if (!parsed)
    return op->emitError(llvm::toString(parsed.takeError()));
  return std::optional<TargetDescription>(std::move(*parsed));
}
