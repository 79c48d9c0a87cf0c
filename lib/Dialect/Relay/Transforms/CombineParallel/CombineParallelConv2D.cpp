//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CombineParallelConv2D: makes one convolution of several of the same data.
//
//===----------------------------------------------------------------------===//

#include "ParallelOps.h"
#include "RelayLite/Dialect/Relay/IR/Layout.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"

namespace mlir::relay {
#define GEN_PASS_DEF_COMBINEPARALLELCONV2DPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
class Conv2DCombiner : public ConcatenatingCombiner {
public:
  explicit Conv2DCombiner(uint64_t minNumBranches)
      : ConcatenatingCombiner(minNumBranches, {/*repeats=*/false,
                                               /*concatenatesLast=*/false,
                                               /*slicesAll=*/false}) {}

protected:
  Attribute getKey(Operation *op) const override;
  Value combineRoots(OpBuilder &builder, ArrayRef<Branch> branches) override;
};
} // namespace

// All but the number of filters.
Attribute Conv2DCombiner::getKey(Operation *op) const {
  auto conv = dyn_cast<NNConv2dOp>(op);
  if (!conv || conv.getGroups() != 1)
    return {};
  auto weight = cast<RankedTensorType>(conv.getWeight().getType());
  FailureOr<Layout> layout = Layout::parse(conv.getKernelLayout());
  if (failed(layout) || layout->indexOf('G') >= 0 || !weight.hasStaticShape())
    return {};
  SmallVector<int64_t> shape(weight.getShape());
  shape[layout->indexOf('O')] = 0;
  Builder b(op->getContext());
  return b.getArrayAttr({
      b.getDenseI64ArrayAttr(conv.getStrides()),
      b.getDenseI64ArrayAttr(conv.getPadding()),
      b.getDenseI64ArrayAttr(conv.getDilation()),
      b.getStringAttr(conv.getDataLayout()),
      b.getStringAttr(conv.getKernelLayout()),
      b.getStringAttr(conv.getOutLayout()),
      b.getDenseI64ArrayAttr(shape),
      TypeAttr::get(weight.getElementType()),
      TypeAttr::get(getElementTypeOrSelf(conv.getType())),
  });
}

// conv2d(x, w1), conv2d(x, w2) -> split(conv2d(x, concatenate(w1, w2)))
Value Conv2DCombiner::combineRoots(OpBuilder &builder,
                                   ArrayRef<Branch> branches) {
  auto first = cast<NNConv2dOp>(branches.front().front());
  StringRef outLayout = first.getOutLayout().empty() ? first.getDataLayout()
                                                     : first.getOutLayout();
  FailureOr<Layout> layout = Layout::parse(outLayout),
                    kernelLayout = Layout::parse(first.getKernelLayout());
  if (failed(layout) || failed(kernelLayout) ||
      !start(branches, layout->indexOf('C')))
    return {};
  // With split channels a part has whole blocks.
  int64_t channels = 0;
  for (const Branch &branch : branches) {
    auto weight =
        cast<RankedTensorType>(branch.front()->getOperand(1).getType());
    channels += weight.getDimSize(kernelLayout->indexOf('O')) *
                kernelLayout->getFactor('O');
  }
  if (channels != getTotalSize() * layout->getFactor('C') ||
      channels > INT32_MAX)
    return {};
  Value weight =
      concatenateWeights(builder, branches, kernelLayout->indexOf('O'));
  Operation *conv = cloneWithOperands(
      builder, first, {first.getData(), weight},
      [&](Operation *copy) { cast<NNConv2dOp>(copy).setChannels(channels); });
  return conv ? conv->getResult(0) : Value();
}

namespace {
struct CombineParallelConv2DPass
    : public ParallelOpPass<relay::impl::CombineParallelConv2DPassBase<
          CombineParallelConv2DPass>> {
  using ParallelOpPass::ParallelOpPass;

  std::unique_ptr<ParallelOpCombiner> makeCombiner() const override {
    return std::make_unique<Conv2DCombiner>(minNumBranches);
  }
};
} // namespace
