//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The replacement of operators that a target does not have, and of those that
// have a canonical form.
//
//===----------------------------------------------------------------------===//

#include "../Utils/LetBindings.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/OperatorRules.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Support/DebugLog.h"
#include "llvm/ADT/StringSwitch.h"

#define DEBUG_TYPE "relay-legalize"

namespace mlir::relay {
#define GEN_PASS_DEF_LEGALIZEPASS
#define GEN_PASS_DEF_QNNCANONICALIZEPASS
#define GEN_PASS_DEF_QNNLEGALIZEPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
/// The options of a run.
struct LegalizeOptions {
  StringRef map, target, rounding, compute;
};

/// The rules of one run.
class RuleFinder {
public:
  /// Emits an error for options that are none.
  LogicalResult initialize(func::FuncOp function,
                           const LegalizeOptions &options);

  bool isEmpty() const { return !rules->hasRules(map) && !isCanonical; }
  OperatorRule find(Operation *op) const;

private:
  LogicalResult readRequantization(func::FuncOp function, StringRef rounding,
                                   StringRef compute);

  const OperatorRules *rules = nullptr;
  std::string map;
  bool isCanonical = false;
  std::optional<TargetDescription> target;
  RequantizeOptions requantization;
};
} // namespace

OperatorRule RuleFinder::find(Operation *op) const {
  OperatorRule rule = rules->lookup(map, op, target ? &*target : nullptr);
  if (rule || !isCanonical || !isa<CanonicalFormInterface>(op))
    return rule;
  return [this](OpBuilder &b, Operation *op, ValueRange operands) {
    return cast<CanonicalFormInterface>(op).createCanonicalForm(b, operands,
                                                                requantization);
  };
}

LogicalResult RuleFinder::readRequantization(func::FuncOp function,
                                             StringRef rounding,
                                             StringRef compute) {
  using Compute = RequantizeOptions::Compute;
  requantization.hasRoundInstruction = target && target->hasFeature("sse4.1");
  if (requantization.hasRoundInstruction && target->getKind() == "llvm")
    requantization.compute = Compute::Float32;
  if (rounding == "TONEAREST")
    requantization.rounding = RequantizeOptions::Rounding::ToNearest;
  else if (!rounding.empty() && rounding != "UPWARD")
    return function.emitError("expected the rounding UPWARD or TONEAREST, but "
                              "got \"")
           << rounding << "\"";
  if (compute.empty())
    return success();
  auto known = llvm::StringSwitch<std::optional<Compute>>(compute)
                   .Case("int64", Compute::Int64)
                   .Case("float32", Compute::Float32)
                   .Case("float64", Compute::Float64)
                   .Default(std::nullopt);
  if (!known)
    return function.emitError("expected the compute_dtype int64, float32 or "
                              "float64, but got \"")
           << compute << "\"";
  requantization.compute = *known;
  return success();
}

LogicalResult RuleFinder::initialize(func::FuncOp function,
                                     const LegalizeOptions &options) {
  rules = OperatorRules::find(function.getContext());
  map = options.map.str();
  isCanonical = map == OperatorRules::qnnCanonicalize;
  FailureOr<std::optional<TargetDescription>> parsed =
      parseTargetOption(function, options.target);
  if (failed(parsed))
    return failure();
  target = std::move(*parsed);
  return readRequantization(function, options.rounding, options.compute);
}

// op(x, ...) -> what its rule builds
static FailureOr<bool> replace(Operation *op, const OperatorRule &rule,
                               StringRef map) {
  OpBuilder builder(op);
  FailureOr<Value> replacement = rule(builder, op, op->getOperands());
  if (failed(replacement))
    return failure();
  bool applies = *replacement && *replacement != op->getResult(0);
  LDBG() << op->getName() << " at " << op->getLoc() << ": the rule "
         << (applies ? "applies" : "leaves it as it is");
  if (!applies)
    return false;
  Type type = op->getResult(0).getType();
  if (!areTypesCompatible(replacement->getType(), type))
    return op->emitOpError("expected the rule of ")
           << map << " to return a value of type " << type
           << ", but got one of type " << replacement->getType();
  op->getResult(0).replaceAllUsesWith(
      castTo(builder, op->getLoc(), *replacement, type));
  op->erase();
  return true;
}

/// Applies the rules to `function`. Returns the number of operators that have
/// been replaced.
static FailureOr<unsigned> legalize(func::FuncOp function,
                                    const LegalizeOptions &options) {
  if (isSkippedByFunctionPasses(function))
    return 0;
  RuleFinder rules;
  if (failed(checkTypesKnown(function)) ||
      failed(rules.initialize(function, options)))
    return failure();
  if (rules.isEmpty())
    return 0;
  unsigned count = 0;
  // Operands come before operators.
  WalkResult result = function.walk([&](Operation *op) {
    OperatorRule rule = rules.find(op);
    if (!rule || op->getNumResults() != 1)
      return WalkResult::advance();
    FailureOr<bool> isReplaced = replace(op, rule, options.map);
    if (failed(isReplaced))
      return WalkResult::interrupt();
    count += *isReplaced;
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return count;
}

namespace {
/// A pass that applies the rules of one map. `BaseT` is what ODS generates.
template <typename BaseT>
struct RulePass : public BaseT {
  using BaseT::BaseT;

  void getDependentDialects(DialectRegistry &registry) const override {
    BaseT::getDependentDialects(registry);
    registerQnnRules(registry);
  }

  void runWith(const LegalizeOptions &options) {
    FailureOr<unsigned> count = legalize(this->getOperation(), options);
    if (failed(count))
      return this->signalPassFailure();
    this->numReplaced += *count;
    if (*count == 0)
      this->markAllAnalysesPreserved();
  }
};

struct LegalizePass
    : public RulePass<relay::impl::LegalizePassBase<LegalizePass>> {
  using RulePass::RulePass;
  void runOnOperation() override {
    runWith({legalizeMapAttrName, target, rounding, computeDType});
  }
};

struct QnnLegalizePass
    : public RulePass<relay::impl::QnnLegalizePassBase<QnnLegalizePass>> {
  using RulePass::RulePass;
  void runOnOperation() override {
    runWith({OperatorRules::qnnLegalize, target, "", ""});
  }
};

struct QnnCanonicalizePass
    : public RulePass<
          relay::impl::QnnCanonicalizePassBase<QnnCanonicalizePass>> {
  using RulePass::RulePass;
  void runOnOperation() override {
    runWith({OperatorRules::qnnCanonicalize, target, rounding, computeDType});
  }
};
} // namespace
