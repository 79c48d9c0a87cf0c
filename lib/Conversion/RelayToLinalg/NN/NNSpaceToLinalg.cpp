//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that trade space for batches: lowering.
//
//===----------------------------------------------------------------------===//

#include "../Builders/ScalarBuilder.h"
#include "../Builders/TensorBuilders.h"
#include "../Patterns.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"

using namespace mlir;
using namespace mlir::relay;

/// `data`, of the sizes `extents`, without the last elements of dimension
/// `dim` that are too few for a block of `size`.
static Value buildWholeBlocks(Emitter &b, Value data, int64_t dim, int64_t size,
                              SmallVectorImpl<OpFoldResult> &extents) {
  OpFoldResult block = b.getIndexAttr(size);
  OpFoldResult whole = b.mulSizes(b.divSizes(extents[dim], block), block);
  if (whole == extents[dim])
    return data;
  extents[dim] = whole;
  if (isEmpty(extents))
    return tensor::EmptyOp::create(b, extents,
                                   getElementTypeOrSelf(data.getType()));
  SmallVector<OpFoldResult> zeros(extents.size(), b.getIndexAttr(0)),
      ones(extents.size(), b.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(b, data, zeros, extents, ones);
}

namespace {
// space_to_batch_nd(x) -> pad; split dimensions into blocks; reorder; merge
struct NNSpaceToBatchNDOpConversion
    : public TensorOpConversion<NNSpaceToBatchNDOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNSpaceToBatchNDOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData();
    FailureOr<SpaceBlocks> blocks =
        inferSpaceBlocks(std::nullopt, op.getRelayName(), "paddings",
                         op.getBlockShape(), op.getPaddings(), type.getRank());
    if (failed(blocks))
      return b.notifyMatchFailure("the attributes are not valid");
    data = buildPadded(b, op, data, *blocks);

    // The batches, then blocks and positions in them, then the rest.
    SmallVector<OpFoldResult> extents = b.getSizes(data);
    SmallVector<OpFoldResult> sizes{extents[0]};
    SmallVector<ReassociationIndices> split{{0}}, merge(1);
    int64_t count = blocks->shape.size(), rank = type.getRank();
    SmallVector<int64_t> order;
    for (int64_t dim = 1; dim < rank; ++dim) {
      int64_t position = sizes.size();
      split.push_back({position});
      if (dim > count) {
        sizes.push_back(extents[dim]);
        continue;
      }
      OpFoldResult block = b.getIndexAttr(blocks->shape[dim - 1]);
      split.back().push_back(position + 1);
      order.push_back(position + 1);
      sizes.push_back(b.divSizes(extents[dim], block));
      sizes.push_back(block);
    }
    order.push_back(0);
    for (int64_t dim = 0; dim <= count; ++dim)
      merge[0].push_back(dim);
    for (const ReassociationIndices &group : ArrayRef(split).drop_front()) {
      merge.push_back({static_cast<int64_t>(order.size())});
      order.push_back(group.front());
    }
    data = buildExpand(b, data, split, sizes);
    data = buildTranspose(b, data, order);
    data = buildCollapse(b, data, merge);
    return data;
  }

private:
  static Value buildPadded(Emitter &b, NNSpaceToBatchNDOp op, Value data,
                           const SpaceBlocks &blocks) {
    auto type = cast<RankedTensorType>(data.getType());
    SmallVector<OpFoldResult> low(type.getRank(), b.getIndexAttr(0)), high(low);
    bool pads = false;
    for (size_t i = 0; i < blocks.shape.size(); ++i) {
      low[i + 1] = b.getIndexAttr(blocks.before[i]);
      high[i + 1] = b.getIndexAttr(blocks.after[i]);
      pads |= blocks.before[i] != 0 || blocks.after[i] != 0;
    }
    if (!pads)
      return data;
    ScalarBuilder s(b, getElementTypeOrSelf(op.getType()));
    return relay::buildPadded(b, data, low, high,
                              s.constant(op.getPadValue().convertToDouble()));
  }
};

// batch_to_space_nd(x) -> split the batches; reorder; merge; crop
struct NNBatchToSpaceNDOpConversion
    : public TensorOpConversion<NNBatchToSpaceNDOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNBatchToSpaceNDOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData();
    FailureOr<SpaceBlocks> blocks =
        inferSpaceBlocks(std::nullopt, op.getRelayName(), "crops",
                         op.getBlockShape(), op.getCrops(), type.getRank());
    if (failed(blocks))
      return b.notifyMatchFailure("the attributes are not valid");

    int64_t count = blocks->shape.size(), rank = type.getRank();
    SmallVector<OpFoldResult> extents = b.getSizes(data);
    data = buildWholeBlocks(b, data, 0, blocks->size, extents);
    OpFoldResult numBatches =
        b.divSizes(extents[0], b.getIndexAttr(blocks->size));
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(b.getContext(), blocks->shape);
    sizes.push_back(numBatches);
    llvm::append_range(sizes, ArrayRef(extents).drop_front());
    SmallVector<ReassociationIndices> split(1), merge{{0}};
    for (int64_t dim = 0; dim <= count; ++dim)
      split[0].push_back(dim);
    SmallVector<int64_t> order{count};
    for (int64_t dim = 1; dim < rank; ++dim) {
      split.push_back({count + dim});
      merge.push_back({static_cast<int64_t>(order.size())});
      order.push_back(count + dim);
      if (dim > count)
        continue;
      merge.back().push_back(order.size());
      order.push_back(dim - 1);
    }
    data = buildExpand(b, data, split, sizes);
    data = buildTranspose(b, data, order);
    data = buildCollapse(b, data, merge);
    data = buildCropped(b, data, *blocks);
    return data;
  }

private:
  static Value buildCropped(Emitter &b, Value data, const SpaceBlocks &blocks) {
    SmallVector<OpFoldResult> sizes = b.getSizes(data);
    SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0)),
        strides(sizes.size(), b.getIndexAttr(1));
    bool crops = false, isEmpty = false;
    for (size_t i = 0; i < blocks.shape.size(); ++i) {
      offsets[i + 1] = b.getIndexAttr(blocks.before[i]);
      OpFoldResult &size = sizes[i + 1];
      int64_t cropped = blocks.before[i] + blocks.after[i];
      if (cropped == 0)
        continue;
      crops = true;
      if (std::optional<int64_t> known = getConstantIntValue(size)) {
        size = b.getIndexAttr(*known - cropped);
        continue;
      }
      Value rest = arith::SubIOp::create(b, b.index(size), b.index(cropped));
      size = arith::MaxSIOp::create(b, rest, b.index(0)).getResult();
    }
    for (OpFoldResult size : sizes)
      isEmpty |= isConstantIntValue(size, 0);
    if (!crops)
      return data;
    if (isEmpty)
      return tensor::EmptyOp::create(b, sizes,
                                     getElementTypeOrSelf(data.getType()));
    return tensor::ExtractSliceOp::create(b, data, offsets, sizes, strides);
  }
};
// depth_to_space(x) -> split C; reorder; merge into H and W
// space_to_depth(x) -> split H and W; reorder; merge into C
template <typename OpT, bool toSpace>
struct DepthConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData();
    SmallVector<OpFoldResult> extents = b.getSizes(data);
    int64_t block = op.getBlockSize();
    if (toSpace)
      data = buildWholeBlocks(b, data, op.getLayout().find('C'), block * block,
                              extents);
    OpFoldResult blockSize = b.getIndexAttr(block);
    // Letters for dimensions: y and x are those in a block.
    StringRef channels = toSpace && op.getMode() != "DCR" ? "Cyx" : "yxC";
    std::string source, target;
    SmallVector<OpFoldResult> sizes;
    SmallVector<ReassociationIndices> split, merge;
    for (auto [dim, name] : llvm::enumerate(op.getLayout())) {
      StringRef deep = name == 'C' ? channels : op.getLayout().substr(dim, 1);
      StringRef wide = name == 'H'   ? "Hy"
                       : name == 'W' ? "Wx"
                                     : op.getLayout().substr(dim, 1);
      StringRef from = toSpace ? deep : wide, to = toSpace ? wide : deep;
      ReassociationIndices &parts = split.emplace_back();
      OpFoldResult rest = extents[dim];
      if (from.size() > 1)
        rest = b.divSizes(
            rest, b.getIndexAttr(from.size() == 3 ? block * block : block));
      for (char letter : from) {
        parts.push_back(sizes.size());
        sizes.push_back(letter == 'x' || letter == 'y' ? blockSize : rest);
        source += letter;
      }
      ReassociationIndices &merged = merge.emplace_back();
      for (char letter : to) {
        merged.push_back(target.size());
        target += letter;
      }
    }
    SmallVector<int64_t> order;
    for (char letter : target)
      order.push_back(source.find(letter));
    data = buildExpand(b, data, split, sizes);
    data = buildTranspose(b, data, order);
    return buildCollapse(b, data, merge);
  }
};
} // namespace

void relay::populateNNSpaceToLinalgPatterns(const TypeConverter &converter,
                                            RewritePatternSet &patterns) {
  patterns.add<DepthConversion<NNDepthToSpaceOp, /*toSpace=*/true>,
               DepthConversion<NNSpaceToDepthOp, /*toSpace=*/false>,
               NNBatchToSpaceNDOpConversion, NNSpaceToBatchNDOpConversion>(
      converter, patterns.getContext());
}
