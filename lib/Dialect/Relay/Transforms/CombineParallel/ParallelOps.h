//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helpers of the passes that combine operators which read the same data: they
// find the operators and the chains of elementwise ones behind them, and
// combine both level by level.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_COMBINEPARALLEL_PARALLELOPS_H
#define LIB_DIALECT_RELAY_TRANSFORMS_COMBINEPARALLEL_PARALLELOPS_H

#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::relay {

/// An operator and, each the only user of the one before, those behind it that
/// are combined too.
using Branch = SmallVector<Operation *, 2>;

/// Combines operators that have the same first operand.
class ParallelOpCombiner {
public:
  /// Groups of less than `minNumBranches` operators, or of one, are left alone.
  explicit ParallelOpCombiner(uint64_t minNumBranches)
      : minNumBranches(std::max<uint64_t>(minNumBranches, 2)) {}
  virtual ~ParallelOpCombiner() = default;

  /// Combines what is in `function`; returns the number of groups.
  unsigned run(func::FuncOp function);

protected:
  /// Return the key that operators share if they can be combined; null if `op`
  /// cannot be combined.
  virtual Attribute getKey(Operation *op) const = 0;
  /// Builds the operator that does the work of the first ones of `branches`.
  /// Null, before anything is built, if that is not possible.
  virtual Value combineRoots(OpBuilder &builder, ArrayRef<Branch> branches) = 0;
  /// Whether `op`, behind an operator of its branch, can be combined with the
  /// like.
  virtual bool canFollow(Operation *op) const = 0;
  /// Whether the operands `index` of the last operators of `branches`, which
  /// are not results of the ones before, can be combined.
  virtual bool canCombineOperand(ArrayRef<Branch> branches,
                                 unsigned index) const = 0;
  /// Combines these operands.
  virtual Value combineOperand(OpBuilder &builder, ArrayRef<Branch> branches,
                               unsigned index) = 0;
  /// Called when the last operators of `branches` have been combined.
  virtual void finishLevel(ArrayRef<Branch>) {}
  /// Builds, from the combined result, that of each branch.
  virtual SmallVector<Value> split(OpBuilder &builder, Value combined,
                                   ArrayRef<Branch> branches) = 0;

private:
  bool hasCandidates(Block &block) const;
  unsigned run(Block &block);
  bool combine(MutableArrayRef<Branch> branches);
  std::optional<unsigned> extend(MutableArrayRef<Branch> branches);
  bool dependsOnRoot(Value value) const {
    return dependents.contains(value.getDefiningOp());
  }

  uint64_t minNumBranches;
  /// The operators that can be combined and what depends on them.
  DenseSet<Operation *> dependents;
  /// Operators that others have taken the place of.
  SmallVector<Operation *> dead;
};

/// Combines operators whose results become parts, along an axis, of the result
/// of one.
class ConcatenatingCombiner : public ParallelOpCombiner {
public:
  /// How TVM writes what these passes have in common.
  struct Style {
    /// Whether operands that broadcast along the axis are repeated.
    bool repeats;
    /// Whether operands are concatenated along axis -1.
    bool concatenatesLast;
    /// Whether slices name all dimensions, or those up to the axis.
    bool slicesAll;
  };

  ConcatenatingCombiner(uint64_t minNumBranches, Style style)
      : ParallelOpCombiner(minNumBranches), style(style) {}

protected:
  bool canFollow(Operation *op) const override;
  bool canCombineOperand(ArrayRef<Branch> branches,
                         unsigned index) const override;
  Value combineOperand(OpBuilder &builder, ArrayRef<Branch> branches,
                       unsigned index) override;
  void finishLevel(ArrayRef<Branch> branches) override;
  SmallVector<Value> split(OpBuilder &builder, Value combined,
                           ArrayRef<Branch> branches) override;

  /// Concatenates operands 1 of the first operators of `branches`.
  static Value concatenateWeights(OpBuilder &builder, ArrayRef<Branch> branches,
                                  int64_t axis);
  /// Starts with results that are parts along `axis`. False if they are too
  /// large.
  bool start(ArrayRef<Branch> branches, int64_t axis);
  /// The size of all parts.
  int64_t getTotalSize() const { return llvm::sum_of(sizes); }

private:
  /// The dimension of a tensor that broadcasts to the axis; negative if it has
  /// none.
  int64_t getDim(Value tensor) const {
    return cast<RankedTensorType>(tensor.getType()).getRank() - 1 - numBehind;
  }
  /// Whether an operand of the operators at this level, with parts of size
  /// `size`, broadcasts along the axis.
  bool isRepeated(Value operand, int64_t size) const;

  Style style;
  /// The number of dimensions behind the axis, and the sizes of the parts.
  int64_t numBehind = 0;
  SmallVector<int64_t> sizes;
};

/// A copy of `op` with other operands, its result type inferred. Null if they
/// do not fit.
Operation *cloneWithOperands(OpBuilder &builder, Operation *op,
                             ValueRange operands,
                             function_ref<void(Operation *)> change = {});

/// A pass on functions that combines what its combiner finds. `BaseT` is what
/// ODS generates for the pass.
template <typename BaseT>
class ParallelOpPass : public BaseT {
public:
  using BaseT::BaseT;

  void runOnOperation() override {
    func::FuncOp function = this->getOperation();
    if (isSkippedByFunctionPasses(function))
      return this->markAllAnalysesPreserved();
    if (failed(checkTypesKnown(function)))
      return this->signalPassFailure();
    unsigned count = makeCombiner()->run(function);
    this->numCombined += count;
    if (count == 0)
      this->markAllAnalysesPreserved();
  }

protected:
  virtual std::unique_ptr<ParallelOpCombiner> makeCombiner() const = 0;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_COMBINEPARALLEL_PARALLELOPS_H
