//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// reshape, squeeze and expand_dims: lowering.
//
//===----------------------------------------------------------------------===//

#include "../Builders/TensorBuilders.h"
#include "../Patterns.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"

using namespace mlir;
using namespace mlir::relay;

/// Return the sizes of a result of type `shape`, when `dims` reshapes an
/// operand of the sizes `source`.
static SmallVector<OpFoldResult>
buildReshapeSizes(Emitter &b, ArrayRef<OpFoldResult> source,
                  ArrayRef<ReshapeDim> dims, ArrayRef<int64_t> shape) {
  using Kind = ReshapeDim::Kind;
  SmallVector<OpFoldResult> sizes, unused;
  OpFoldResult known = b.getIndexAttr(1);
  std::optional<size_t> inferred;
  // Dimensions that are copied may be 0, and count on neither side.
  llvm::SmallBitVector isUsed(source.size());
  for (auto [i, dim] : llvm::enumerate(dims)) {
    OpFoldResult size;
    if (ShapedType::isStatic(shape[i]))
      size = b.getIndexAttr(shape[i]);
    else if (dim.kind == Kind::Extent || dim.kind == Kind::SplitExtent)
      size = b.getIndexAttr(dim.extent);
    else if (dim.kind == Kind::Copy)
      size = source[dim.source];
    else if (dim.kind == Kind::Merge)
      size = b.mulSizes(source[dim.source], source[dim.source + 1]);
    else if (dim.kind == Kind::Divide)
      size = b.divSizes(source[dim.source], b.getIndexAttr(dim.divisor));
    else
      inferred = i;
    if (dim.kind == Kind::Extent)
      known = b.mulSizes(known, size);
    else if (dim.kind != Kind::Inferred)
      isUsed.set(dim.source, dim.source + (dim.kind == Kind::Merge ? 2 : 1));
    sizes.push_back(size);
  }
  for (auto [i, size] : llvm::enumerate(source))
    if (!isUsed.test(i))
      unused.push_back(size);
  if (inferred)
    sizes[*inferred] = b.divSizes(b.mulAllSizes(unused), known);
  return sizes;
}

namespace {
// reshape(x) -> tensor.expand_shape(tensor.collapse_shape(x))
struct ReshapeOpConversion : public TensorOpConversion<ReshapeOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(ReshapeOp op, OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    Value data = adaptor.getData();
    auto dataType = cast<RankedTensorType>(data.getType());
    FailureOr<SmallVector<ReshapeDim>> dims =
        resolveReshape(std::nullopt, op.getRelayName(), dataType.getRank(),
                       op.getNewshape(), op.getAllowzero());
    if (failed(dims))
      return b.notifyMatchFailure("newshape is not valid");
    SmallVector<OpFoldResult> sizes =
        buildReshapeSizes(b, b.getSizes(data), *dims, type.getShape());
    return buildReshape(b, data, sizes);
  }
};

// contrib_reverse_reshape(x) -> tensor.expand_shape(tensor.collapse_shape(x))
struct ContribReverseReshapeOpConversion
    : public TensorOpConversion<ContribReverseReshapeOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(ContribReverseReshapeOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData();
    SmallVector<OpFoldResult> source = b.getSizes(data);
    std::reverse(source.begin(), source.end());
    auto codes = llvm::to_vector(llvm::reverse(op.getNewshape()));
    auto shape = llvm::to_vector(llvm::reverse(type.getShape()));
    FailureOr<SmallVector<ReshapeDim>> dims =
        resolveReshape(std::nullopt, op.getRelayName(), source.size(), codes,
                       op.getAllowzero());
    if (failed(dims))
      return b.notifyMatchFailure("newshape is not valid");
    SmallVector<OpFoldResult> sizes =
        buildReshapeSizes(b, source, *dims, shape);
    std::reverse(sizes.begin(), sizes.end());
    return buildReshape(b, data, sizes);
  }
};

// reshape_like(x, y) -> tensor.expand_shape(tensor.collapse_shape(x))
struct ReshapeLikeOpConversion : public TensorOpConversion<ReshapeLikeOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(ReshapeLikeOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData(), like = adaptor.getShapeLike();
    auto dataType = cast<RankedTensorType>(data.getType());
    auto likeType = cast<RankedTensorType>(like.getType());
    auto dims = ReshapeLikeOp::resolve(
        std::nullopt, ReshapeLikeOp::Adaptor(op->getOperands(), op),
        dataType.getRank(), likeType.getRank());
    if (failed(dims))
      return b.notifyMatchFailure("the attributes are not valid");
    SmallVector<OpFoldResult> sizes;
    for (ReshapeLikeOp::Dim dim : *dims)
      sizes.push_back(b.getSize(dim.isLike ? like : data, dim.index));
    return buildReshape(b, data, sizes);
  }
};

// squeeze(x) -> tensor.collapse_shape(x)
struct SqueezeOpConversion : public TensorOpConversion<SqueezeOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(SqueezeOp op, OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    auto dataType = cast<RankedTensorType>(adaptor.getData().getType());
    SmallVector<int64_t> shape(dataType.getShape());
    SmallVector<bool> isRemoved(shape.size());
    if (std::optional<ArrayRef<int64_t>> axes = op.getAxis()) {
      for (int64_t axis : *axes)
        isRemoved[wrapAxis(axis, dataType.getRank())] = true;
    } else {
      for (auto [removed, extent] : llvm::zip_equal(isRemoved, shape))
        removed = extent == 1;
    }
    for (auto [removed, extent] : llvm::zip_equal(isRemoved, shape))
      if (removed)
        extent = 1;
    Value data = castTensor(b, adaptor.getData(), dataType.clone(shape));
    return buildCollapse(b, data, groupUnitDims(isRemoved));
  }
};

// expand_dims(x) -> tensor.expand_shape(x)
struct ExpandDimsOpConversion : public TensorOpConversion<ExpandDimsOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(ExpandDimsOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData();
    auto dataType = cast<RankedTensorType>(data.getType());
    int64_t axis = op.getAxis(), count = op.getNumNewaxis();
    if (axis < 0)
      axis += dataType.getRank() + 1;
    return buildUnitDims(b, data, axis, count);
  }
};
} // namespace

void relay::populateReshapeToLinalgPatterns(const TypeConverter &converter,
                                            RewritePatternSet &patterns) {
  patterns
      .add<ContribReverseReshapeOpConversion, ExpandDimsOpConversion,
           ReshapeLikeOpConversion, ReshapeOpConversion, SqueezeOpConversion>(
          converter, patterns.getContext());
}
