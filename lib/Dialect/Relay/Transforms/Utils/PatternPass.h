//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The base of passes that apply patterns to some operators of a function.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_UTILS_PATTERNPASS_H
#define LIB_DIALECT_RELAY_TRANSFORMS_UTILS_PATTERNPASS_H

#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::relay {

/// Applies `patterns` to the operations below `root` that `isRoot` accepts, and
/// to what they make of them if `strictness` says so. Everything else, unused
/// operators too, stays as it is. Returns whether anything has changed; fails
/// if a pattern has reported an error, which drivers do not see. Logs under
/// `debugType` why patterns do not match.
FailureOr<bool> applyPatternsToRoots(
    Operation *root, function_ref<bool(Operation *)> isRoot,
    const FrozenRewritePatternSet &patterns, const char *debugType,
    GreedyRewriteStrictness strictness = GreedyRewriteStrictness::ExistingOps);

/// A pass on functions that applies what `populate` adds to the operations of
/// the types `RootTs`. `BaseT` is what ODS generates for the pass.
template <typename BaseT, void (*populate)(RewritePatternSet &),
          typename... RootTs>
class PatternPass : public BaseT {
public:
  using BaseT::BaseT;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populate(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    Operation *function = this->getOperation();
    if (isSkippedByFunctionPasses(function))
      return this->markAllAnalysesPreserved();
    if (failed(checkTypesKnown(function)))
      return this->signalPassFailure();
    auto isRoot = [](Operation *op) { return isa<RootTs...>(op); };
    GreedyRewriteStrictness strictness = getStrictness();
    auto apply = [&] {
      return applyPatternsToRoots(function, isRoot, patterns,
                                  BaseT::getArgumentName().data(), strictness);
    };
    FailureOr<bool> changed = apply();
    if (succeeded(changed) && !*changed)
      return this->markAllAnalysesPreserved();
    // Values that became unused in one run may have kept a pattern from
    // matching.
    while (succeeded(changed) && *changed &&
           strictness != GreedyRewriteStrictness::ExistingOps)
      changed = apply();
    if (failed(changed))
      this->signalPassFailure();
  }

protected:
  /// Whether patterns apply to what they make, too.
  virtual GreedyRewriteStrictness getStrictness() const {
    return GreedyRewriteStrictness::ExistingOps;
  }

private:
  FrozenRewritePatternSet patterns;
};

/// op(x, ...) -> its decomposition
template <typename OpT, FailureOr<Value> (*decompose)(OpBuilder &, OpT)>
struct Decompose : public OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    FailureOr<Value> result = decompose(rewriter, op);
    if (failed(result))
      return rewriter.notifyMatchFailure(op, "types are unknown or differ");
    rewriter.replaceOp(op, *result);
    return success();
  }
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_UTILS_PATTERNPASS_H
