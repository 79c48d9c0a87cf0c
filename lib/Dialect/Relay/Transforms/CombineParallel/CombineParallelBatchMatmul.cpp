//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CombineParallelBatchMatmul: makes one batch of matrix products of several
// with the same left matrices.
//
//===----------------------------------------------------------------------===//

#include "ParallelOps.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"

namespace mlir::relay {
#define GEN_PASS_DEF_COMBINEPARALLELBATCHMATMULPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
class BatchMatmulCombiner : public ConcatenatingCombiner {
public:
  explicit BatchMatmulCombiner(uint64_t minNumBranches)
      : ConcatenatingCombiner(minNumBranches, {/*repeats=*/false,
                                               /*concatenatesLast=*/true,
                                               /*slicesAll=*/true}) {}

protected:
  Attribute getKey(Operation *op) const override;
  Value combineRoots(OpBuilder &builder, ArrayRef<Branch> branches) override;

private:
  /// The dimension of the right matrices that the columns of the result are.
  static unsigned getColumnDim(NNBatchMatmulOp op) {
    return op.getTransposeB() ? 1 : 2;
  }
};
} // namespace

// All but the number of columns.
Attribute BatchMatmulCombiner::getKey(Operation *op) const {
  auto matmul = dyn_cast<NNBatchMatmulOp>(op);
  if (!matmul)
    return {};
  auto type = cast<RankedTensorType>(matmul.getTensorB().getType());
  if (!type.hasStaticShape())
    return {};
  SmallVector<int64_t> shape(type.getShape());
  shape[getColumnDim(matmul)] = 0;
  Builder b(op->getContext());
  return b.getArrayAttr({
      b.getBoolAttr(matmul.getTransposeA()),
      b.getBoolAttr(matmul.getTransposeB()),
      b.getDenseI64ArrayAttr(shape),
      TypeAttr::get(type.getElementType()),
      TypeAttr::get(getElementTypeOrSelf(matmul.getType())),
  });
}

// matmul(x, w1), matmul(x, w2) -> split(matmul(x, concatenate(w1, w2)))
Value BatchMatmulCombiner::combineRoots(OpBuilder &builder,
                                        ArrayRef<Branch> branches) {
  auto first = cast<NNBatchMatmulOp>(branches.front().front());
  if (!start(branches, /*axis=*/2))
    return {};
  Value weight = concatenateWeights(builder, branches, getColumnDim(first));
  Operation *matmul =
      cloneWithOperands(builder, first, {first.getTensorA(), weight});
  return matmul ? matmul->getResult(0) : Value();
}

namespace {
struct CombineParallelBatchMatmulPass
    : public ParallelOpPass<relay::impl::CombineParallelBatchMatmulPassBase<
          CombineParallelBatchMatmulPass>> {
  using ParallelOpPass::ParallelOpPass;

  std::unique_ptr<ParallelOpCombiner> makeCombiner() const override {
    return std::make_unique<BatchMatmulCombiner>(minNumBranches);
  }
};
} // namespace
