//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CombineParallelDense: makes one dense layer, or a batch of matrix products,
// of several dense layers of the same data.
//
//===----------------------------------------------------------------------===//

#include "ParallelOps.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"

namespace mlir::relay {
#define GEN_PASS_DEF_COMBINEPARALLELDENSEPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

/// The weight of `op`, a matrix of static shape; null if `op` is no dense layer
/// with such a weight. An nn.matmul is one unless it transposes its data.
static RankedTensorType getWeightType(Operation *op) {
  auto matmul = dyn_cast<NNMatmulOp>(op);
  if (!isa<NNDenseOp>(op) && (!matmul || matmul.getTransposeA()))
    return {};
  auto type = cast<RankedTensorType>(op->getOperand(1).getType());
  return type.hasStaticShape() ? type : RankedTensorType();
}

/// The dimension of the weight that becomes the last one of the result.
static unsigned getUnitsDim(Operation *op) {
  auto matmul = dyn_cast<NNMatmulOp>(op);
  return matmul && !matmul.getTransposeB() ? 1 : 0;
}

/// Return the key that dense layers share if they can be combined. Their
/// weights have the shape `shape`, in which 0 stands for any size.
static Attribute makeKey(Operation *op, ArrayRef<int64_t> shape) {
  Builder b(op->getContext());
  return b.getArrayAttr({
      b.getStringAttr(op->getName().getStringRef()),
      b.getI64IntegerAttr(getUnitsDim(op)),
      b.getDenseI64ArrayAttr(shape),
      TypeAttr::get(getElementTypeOrSelf(op->getOperand(1).getType())),
      TypeAttr::get(getElementTypeOrSelf(op->getResult(0).getType())),
  });
}

//===----------------------------------------------------------------------===//
// One dense layer
//===----------------------------------------------------------------------===//

namespace {
class DenseCombiner : public ConcatenatingCombiner {
public:
  explicit DenseCombiner(uint64_t minNumBranches)
      : ConcatenatingCombiner(minNumBranches, {/*repeats=*/true,
                                               /*concatenatesLast=*/false,
                                               /*slicesAll=*/true}) {}

protected:
  Attribute getKey(Operation *op) const override {
    RankedTensorType weight = getWeightType(op);
    if (!weight)
      return {};
    SmallVector<int64_t> shape(weight.getShape());
    shape[getUnitsDim(op)] = 0;
    return makeKey(op, shape);
  }
  Value combineRoots(OpBuilder &builder, ArrayRef<Branch> branches) override;
};
} // namespace

// dense(x, w1), dense(x, w2) -> split(dense(x, concatenate(w1, w2)))
Value DenseCombiner::combineRoots(OpBuilder &builder,
                                  ArrayRef<Branch> branches) {
  Operation *first = branches.front().front();
  int64_t rank =
      cast<RankedTensorType>(first->getResult(0).getType()).getRank();
  if (!start(branches, /*axis=*/rank - 1))
    return {};
  Value weight = concatenateWeights(builder, branches, getUnitsDim(first));
  Operation *dense = cloneWithOperands(
      builder, first, {first->getOperand(0), weight}, [&](Operation *copy) {
        llvm::TypeSwitch<Operation *>(copy).Case<NNDenseOp, NNMatmulOp>(
            [&](auto layer) { layer.setUnits(getTotalSize()); });
      });
  return dense ? dense->getResult(0) : Value();
}

//===----------------------------------------------------------------------===//
// A batch of matrix products
//===----------------------------------------------------------------------===//

namespace {
class DenseToBatchCombiner : public ParallelOpCombiner {
public:
  using ParallelOpCombiner::ParallelOpCombiner;

protected:
  Attribute getKey(Operation *op) const override {
    RankedTensorType weight = getWeightType(op);
    if (!weight ||
        cast<RankedTensorType>(op->getOperand(0).getType()).getRank() != 2)
      return {};
    return makeKey(op, weight.getShape());
  }
  Value combineRoots(OpBuilder &builder, ArrayRef<Branch> branches) override;
  bool canFollow(Operation *op) const override {
    return op->hasTrait<Pointwise>();
  }
  bool canCombineOperand(ArrayRef<Branch> branches,
                         unsigned index) const override;
  Value combineOperand(OpBuilder &builder, ArrayRef<Branch> branches,
                       unsigned index) override;
  SmallVector<Value> split(OpBuilder &builder, Value combined,
                           ArrayRef<Branch> branches) override;
};
} // namespace

/// Stacks `values`, with a dimension before those of vectors.
static Value stack(OpBuilder &builder, Location loc, ArrayRef<Value> values) {
  SmallVector<Value> parts;
  for (Value value : values)
    parts.push_back(cast<RankedTensorType>(value.getType()).getRank() == 1
                        ? ExpandDimsOp::create(builder, loc, value, /*axis=*/0,
                                               /*num_newaxis=*/1)
                              .getResult()
                        : value);
  return StackOp::create(builder, loc, TupleOp::create(builder, loc, parts),
                         /*axis=*/0);
}

/// The operands `index` of the last operators of `branches`.
static SmallVector<Value> getOperands(ArrayRef<Branch> branches,
                                      unsigned index) {
  return llvm::map_to_vector(branches, [&](const Branch &branch) {
    return branch.back()->getOperand(index);
  });
}

// dense(x, w1), dense(x, w2) -> split(matmul(stack(x, x), stack(w1, w2)))
Value DenseToBatchCombiner::combineRoots(OpBuilder &builder,
                                         ArrayRef<Branch> branches) {
  Operation *first = branches.front().front();
  auto type = cast<RankedTensorType>(first->getResult(0).getType());
  Location loc = first->getLoc();
  Value data = stack(builder, loc, getOperands(branches, 0)),
        weight = stack(builder, loc, getOperands(branches, 1));
  SmallVector<int64_t> shape{static_cast<int64_t>(branches.size())};
  llvm::append_range(shape, type.getShape());
  bool isTransposed = getUnitsDim(first) == 0;
  return NNBatchMatmulOp::create(
      builder, loc, type.clone(shape), data, weight,
      first->getAttrOfType<TypeAttr>("out_dtype"),
      /*transpose_a=*/builder.getBoolAttr(false),
      /*transpose_b=*/builder.getBoolAttr(isTransposed));
}

// A vector or a matrix broadcasts in its part of the batch.
bool DenseToBatchCombiner::canCombineOperand(ArrayRef<Branch> branches,
                                             unsigned index) const {
  SmallVector<Value> operands = getOperands(branches, index);
  auto type = dyn_cast<RankedTensorType>(operands.front().getType());
  return type && type.hasStaticShape() && type.getRank() >= 1 &&
         type.getRank() <= 2 && llvm::all_of(operands, [&](Value operand) {
           return operand.getType() == type;
         });
}

Value DenseToBatchCombiner::combineOperand(OpBuilder &builder,
                                           ArrayRef<Branch> branches,
                                           unsigned index) {
  return stack(builder, branches.front().back()->getLoc(),
               getOperands(branches, index));
}

SmallVector<Value> DenseToBatchCombiner::split(OpBuilder &builder,
                                               Value combined,
                                               ArrayRef<Branch> branches) {
  Location loc = combined.getLoc();
  Value tuple = SplitOp::create(builder, loc, combined,
                                builder.getI64IntegerAttr(branches.size()),
                                /*axis=*/0);
  SmallVector<Value> parts;
  for (auto [i, branch] : llvm::enumerate(branches)) {
    Location loc = branch.back()->getLoc();
    Value part = TupleGetOp::create(builder, loc, tuple, i);
    parts.push_back(SqueezeOp::create(builder, loc, part,
                                      builder.getDenseI64ArrayAttr({0})));
  }
  return parts;
}

namespace {
struct CombineParallelDensePass
    : public ParallelOpPass<
          relay::impl::CombineParallelDensePassBase<CombineParallelDensePass>> {
  using ParallelOpPass::ParallelOpPass;

  std::unique_ptr<ParallelOpCombiner> makeCombiner() const override {
    if (toBatch)
      return std::make_unique<DenseToBatchCombiner>(minNumBranches);
    return std::make_unique<DenseCombiner>(minNumBranches);
  }
};
} // namespace
