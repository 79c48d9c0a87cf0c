//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that repeat, join, cut and permute tensors: lowering.
//
//===----------------------------------------------------------------------===//

#include "../Builders/ScalarBuilder.h"
#include "../Builders/TensorBuilders.h"
#include "../Patterns.h"
#include "RelayLite/Dialect/Relay/IR/Layout.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"

using namespace mlir;
using namespace mlir::relay;

/// From so many tensors on they are joined by one operation: operations that
/// insert one each are analyzed by bufferization in time that grows with the
/// fourth power of their number. They let a tensor be computed in its place.
static constexpr size_t minConcatenated = 17;

/// `fields`, of one rank, behind each other along dimension `axis`.
static Value buildConcat(Emitter &b, int64_t axis, SmallVector<Value> fields) {
  // Bufferization writes the offset of each tensor as the sum of all sizes
  // before it. If that is not a number, few are joined at a time.
  while (fields.size() >= minConcatenated &&
         llvm::any_of(fields, [&](Value field) {
           return cast<RankedTensorType>(field.getType()).isDynamicDim(axis);
         })) {
    SmallVector<Value> joined;
    for (ArrayRef<Value> rest = fields; !rest.empty();) {
      auto part = rest.take_front(minConcatenated - 1);
      rest = rest.drop_front(part.size());
      joined.push_back(tensor::ConcatOp::create(b, axis, part));
    }
    fields = std::move(joined);
  }
  return tensor::ConcatOp::create(b, axis, fields);
}

/// Repeats dimension i of `data` as a whole `counts[i]` times, or each of its
/// elements with `isInner`.
static Value buildTile(Emitter &b, Value data, ArrayRef<int64_t> counts,
                       bool isInner) {
  SmallVector<OpFoldResult> sizes;
  SmallVector<int64_t> repeated;
  SmallVector<ReassociationIndices> groups;
  for (auto [dim, size] : llvm::enumerate(b.getSizes(data))) {
    int64_t count = counts[dim];
    ReassociationIndices &group = groups.emplace_back();
    auto addDim = [&](OpFoldResult extent) {
      group.push_back(sizes.size());
      sizes.push_back(extent);
    };
    auto addCount = [&] {
      if (count == 1)
        return;
      repeated.push_back(sizes.size());
      addDim(b.getIndexAttr(count));
    };
    if (!isInner)
      addCount();
    addDim(size);
    if (isInner)
      addCount();
  }
  return buildCollapse(b, buildRepeat(b, data, sizes, repeated), groups);
}

namespace {
// transpose(x) -> linalg.transpose(x)
struct TransposeOpConversion : public TensorOpConversion<TransposeOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(TransposeOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData();
    auto permutation =
        TransposeOp::getPermutation(std::nullopt, op.getAxes(), type.getRank());
    if (failed(permutation))
      return b.notifyMatchFailure("the attributes are not valid");
    return buildTranspose(b, data, *permutation);
  }
};

// broadcast_to(x) -> linalg.generic that reads dimensions of 1 repeatedly
struct BroadcastToOpConversion : public TensorOpConversion<BroadcastToOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(BroadcastToOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData();
    auto dataType = cast<RankedTensorType>(data.getType());
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(b.getContext(), type.getShape());
    int64_t offset = type.getRank() - dataType.getRank();
    if (dataType.hasStaticShape()) {
      SmallVector<AffineExpr> indices;
      for (auto [dim, extent] : llvm::enumerate(dataType.getShape()))
        indices.push_back(extent == 1 ? b.getAffineConstantExpr(0)
                                      : b.getAffineDimExpr(dim + offset));
      AffineMap map =
          AffineMap::get(type.getRank(), 0, indices, b.getContext());
      return buildIndexed(
          b, sizes, type.getElementType(), data, map,
          [](ValueRange, ValueRange elements) { return elements[0]; });
    }
    return buildIndexed(
        b, sizes, type.getElementType(), {}, {},
        [&](ValueRange indices, ValueRange) {
          // The size of the data is 1 or that of the result.
          Value one = b.index(1);
          SmallVector<Value> position;
          for (auto [index, size] :
               llvm::zip_equal(indices.drop_front(offset), b.getSizes(data))) {
            Value last = arith::SubIOp::create(b, b.index(size), one);
            position.push_back(arith::MinSIOp::create(b, index, last));
          }
          return b.extract(data, position);
        });
  }
};

// tile(x) -> tensor.collapse_shape(linalg.broadcast(x))
struct TileOpConversion : public TensorOpConversion<TileOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(TileOp op, OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    Value data = adaptor.getData();
    int64_t rank = cast<RankedTensorType>(data.getType()).getRank();
    ArrayRef<int64_t> reps = op.getReps();
    SmallVector<int64_t> counts(reps);
    counts.insert(counts.begin(), type.getRank() - reps.size(), 1);
    int64_t numNew = type.getRank() - rank;
    data = buildTile(b, data, ArrayRef(counts).drop_front(numNew),
                     /*isInner=*/false);
    SmallVector<OpFoldResult> sizes = getAsIndexOpFoldResult(
        b.getContext(), ArrayRef(counts).take_front(numNew));
    llvm::append_range(sizes, b.getSizes(data));
    return buildRepeat(b, data, sizes,
                       llvm::to_vector(llvm::seq<int64_t>(numNew)));
  }
};

// repeat(x) -> tensor.collapse_shape(linalg.broadcast(x))
struct RepeatOpConversion : public TensorOpConversion<RepeatOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(RepeatOp op, OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    Value data = adaptor.getData();
    if (!op.getAxis())
      return b.notifyMatchFailure("the attributes are not valid");
    SmallVector<int64_t> counts(type.getRank(), 1);
    counts[wrapAxis(*op.getAxis(), type.getRank())] = op.getRepeats();
    return buildTile(b, data, counts, /*isInner=*/true);
  }
};

// concatenate(x, ...) -> tensor.insert_slice(x, ...), ... or tensor.concat
struct ConcatenateOpConversion : public OpConversionPattern<ConcatenateOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ConcatenateOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_or_null<RankedTensorType>(
        getTypeConverter()->convertType(op.getType()));
    ValueRange fields = adaptor.getData();
    if (!type || fields.empty())
      return rewriter.notifyMatchFailure(op, "a type is unknown");
    Emitter b(rewriter, op.getLoc());
    int64_t axis = wrapAxis(op.getAxis(), type.getRank());
    if (fields.size() >= minConcatenated) {
      Value result = buildConcat(b, axis, llvm::to_vector(fields));
      rewriter.replaceOp(op, castTensor(b, result, type));
      return success();
    }
    SmallVector<OpFoldResult> offsets(type.getRank(), b.getIndexAttr(0)),
        strides(type.getRank(), b.getIndexAttr(1)), sizes(type.getRank());
    SmallVector<SmallVector<OpFoldResult>> fieldSizes;
    OpFoldResult sum = b.getIndexAttr(0);
    for (Value field : fields) {
      auto &own = fieldSizes.emplace_back(b.getSizes(field));
      sum = b.addSizes(sum, own[axis]);
      // A known size is preferred to one at run time.
      for (auto [size, mine] : llvm::zip_equal(sizes, own))
        if (!size || isa<Attribute>(mine))
          size = mine;
    }
    sizes[axis] = sum;
    Value result = tensor::EmptyOp::create(b, sizes, type.getElementType());
    for (auto [field, own] : llvm::zip_equal(fields, fieldSizes)) {
      if (isEmpty(own))
        continue;
      result = tensor::InsertSliceOp::create(b, field, result, offsets, own,
                                             strides);
      offsets[axis] = b.addSizes(offsets[axis], own[axis]);
    }
    rewriter.replaceOp(op, castTensor(b, result, type));
    return success();
  }
};

// stack(x, ...) -> tensor.insert_slice(x, ...), ... or tensor.concat
struct StackOpConversion : public OpConversionPattern<StackOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(StackOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_or_null<RankedTensorType>(
        getTypeConverter()->convertType(op.getType()));
    ValueRange fields = adaptor.getData();
    if (!type || fields.empty())
      return rewriter.notifyMatchFailure(op, "a type is unknown");
    Emitter b(rewriter, op.getLoc());
    int64_t axis = wrapAxis(op.getAxis(), type.getRank());
    // The fields have one shape, of which each may know another part.
    SmallVector<int64_t> shape(type.getShape());
    shape.erase(shape.begin() + axis);
    RankedTensorType fieldType =
        RankedTensorType::get(shape, type.getElementType());
    SmallVector<Value> slices;
    for (Value field : fields)
      slices.push_back(castTensor(b, field, fieldType));
    if (slices.size() >= minConcatenated) {
      for (Value &slice : slices)
        slice = buildUnitDims(b, slice, axis, 1);
      Value result = buildConcat(b, axis, std::move(slices));
      rewriter.replaceOp(op, castTensor(b, result, type));
      return success();
    }
    SmallVector<OpFoldResult> sizes = b.getSizes(slices.front());
    sizes.insert(sizes.begin() + axis,
                 OpFoldResult(b.getIndexAttr(fields.size())));
    Value result = tensor::EmptyOp::create(b, sizes, type.getElementType());
    SmallVector<OpFoldResult> offsets(type.getRank(), b.getIndexAttr(0)),
        strides(type.getRank(), b.getIndexAttr(1));
    bool isResultEmpty = isEmpty(sizes);
    sizes[axis] = b.getIndexAttr(1);
    for (auto [i, slice] : llvm::enumerate(slices)) {
      if (isResultEmpty)
        break;
      offsets[axis] = b.getIndexAttr(i);
      result = tensor::InsertSliceOp::create(b, slice, result, offsets, sizes,
                                             strides);
    }
    rewriter.replaceOp(op, castTensor(b, result, type));
    return success();
  }
};

// split(x) -> tensor.extract_slice(x), ...
struct SplitOpConversion : public TensorsOpConversion<SplitOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>> lower(SplitOp op, OpAdaptor adaptor,
                                      ArrayRef<RankedTensorType> types,
                                      Emitter &b) const override {
    Value data = adaptor.getData();
    auto dataType = cast<RankedTensorType>(data.getType());
    int64_t axis = wrapAxis(op.getAxis(), dataType.getRank());
    SmallVector<OpFoldResult> sizes = b.getSizes(data);
    SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0)),
        strides(sizes.size(), b.getIndexAttr(1));
    OpFoldResult extent = sizes[axis], part;
    bool hasSections = isa<IntegerAttr>(op.getIndicesOrSectionsAttr());
    if (hasSections)
      part = b.divSizes(extent, b.getIndexAttr(types.size()));
    SmallVector<Value> parts;
    for (RankedTensorType type : types) {
      if (hasSections)
        sizes[axis] = part;
      else if (!type.isDynamicDim(axis))
        sizes[axis] = b.getIndexAttr(type.getDimSize(axis));
      else
        sizes[axis] = buildRest(b, extent, offsets[axis]);
      Value slice =
          isEmpty(sizes)
              ? tensor::EmptyOp::create(b, sizes, dataType.getElementType())
                    .getResult()
              : tensor::ExtractSliceOp::create(b, data, offsets, sizes, strides)
                    .getResult();
      parts.push_back(slice);
      offsets[axis] = b.addSizes(offsets[axis], sizes[axis]);
    }
    return parts;
  }

private:
  /// Return the rest of `extent` behind `offset`.
  static OpFoldResult buildRest(Emitter &b, OpFoldResult extent,
                                OpFoldResult offset) {
    Value rest = arith::SubIOp::create(b, b.index(extent), b.index(offset));
    return arith::MaxSIOp::create(b, rest, b.index(0)).getResult();
  }
};

/// The order of the axes of `layout` in which those split off a dimension
/// follow it, and the group of each dimension in that order.
struct GroupedLayout {
  explicit GroupedLayout(const Layout &layout) {
    for (auto [i, primal] : llvm::enumerate(layout.getAxes())) {
      if (!primal.isPrimal())
        continue;
      ReassociationIndices &group = groups.emplace_back();
      group.push_back(order.size());
      order.push_back(i);
      for (auto [j, axis] : llvm::enumerate(layout.getAxes())) {
        if (axis.isPrimal() || axis.name != primal.name)
          continue;
        group.push_back(order.size());
        order.push_back(j);
      }
    }
  }
  SmallVector<int64_t> order;
  SmallVector<ReassociationIndices> groups;
};

// layout_transform(x) -> merge blocks; reorder; pad; split into blocks
struct LayoutTransformOpConversion
    : public TensorOpConversion<LayoutTransformOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(LayoutTransformOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData();
    if (op.getSrcLayout() == op.getDstLayout())
      return data;
    FailureOr<Layout> source = Layout::parse(op.getSrcLayout()),
                      target = Layout::parse(op.getDstLayout());
    if (failed(source) || failed(target) || !source->isConvertibleTo(*target))
      return b.notifyMatchFailure("the attributes are not valid");

    GroupedLayout from(*source), to(*target);
    data = buildTranspose(b, data, from.order);
    data = buildCollapse(b, data, from.groups);

    // Dimensions are in the order of the source here: blocks are split off
    // first, so that all reordering is one copy.
    Layout primal = source->getPrimal();
    SmallVector<OpFoldResult> extents = b.getSizes(data);
    SmallVector<OpFoldResult> before(extents.size(), b.getIndexAttr(0));
    SmallVector<OpFoldResult> after(before), sizes;
    SmallVector<ReassociationIndices> groups;
    SmallVector<int64_t> positions(target->getRank());
    bool needsPadding = false;
    for (auto [axis, extent, zeros] :
         llvm::zip_equal(primal.getAxes(), extents, after)) {
      int64_t factor = target->getFactor(axis.name);
      OpFoldResult factorAttr = b.getIndexAttr(factor);
      OpFoldResult blocks = b.ceilDivSizes(extent, factorAttr);
      if (factor != 1)
        zeros = b.subSizes(b.mulSizes(blocks, factorAttr), extent);
      needsPadding |= !isConstantIntValue(zeros, 0);
      ReassociationIndices &group = groups.emplace_back();
      for (auto [i, other] : llvm::enumerate(target->getAxes())) {
        if (other.name != axis.name || !other.isPrimal())
          continue;
        positions[i] = sizes.size();
        group.push_back(sizes.size());
        sizes.push_back(blocks);
      }
      for (auto [i, other] : llvm::enumerate(target->getAxes())) {
        if (other.name != axis.name || other.isPrimal())
          continue;
        positions[i] = sizes.size();
        group.push_back(sizes.size());
        sizes.push_back(b.getIndexAttr(other.factor));
      }
    }
    if (needsPadding)
      data = buildPadded(b, data, before, after,
                         b.scalar(getElementTypeOrSelf(op.getType())).zero());
    data = buildExpand(b, data, groups, sizes);
    return buildTranspose(b, data, positions);
  }
};

// one_hot(i, on, off)[..., d, ...] -> i[...] == d ? on : off
struct OneHotOpConversion : public TensorOpConversion<OneHotOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(OneHotOp op, OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    Value indices = adaptor.getIndices();
    int64_t axis = wrapAxis(op.getAxis(), type.getRank());
    SmallVector<OpFoldResult> sizes = b.getSizes(indices);
    sizes.insert(sizes.begin() + axis, b.getIndexAttr(op.getDepth()));
    auto withType = [](Value converted, Value source) {
      return TypedTensor{converted, getElementTypeOrSelf(source.getType())};
    };
    return buildOneHot(b, withType(indices, op.getIndices()),
                       {withType(adaptor.getOnValue(), op.getOnValue()),
                        withType(adaptor.getOffValue(), op.getOffValue()),
                        op.getDtype()},
                       axis, sizes);
  }
};
} // namespace

void relay::populateTransformToLinalgPatterns(const TypeConverter &converter,
                                              RewritePatternSet &patterns) {
  patterns.add<BroadcastToOpConversion, ConcatenateOpConversion,
               LayoutTransformOpConversion, OneHotOpConversion,
               RepeatOpConversion, SplitOpConversion, StackOpConversion,
               TileOpConversion, TransposeOpConversion>(converter,
                                                        patterns.getContext());
}
