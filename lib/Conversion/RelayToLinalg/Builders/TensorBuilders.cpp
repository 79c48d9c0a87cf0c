//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Building operations that move the elements of tensors.
//
//===----------------------------------------------------------------------===//

#include "TensorBuilders.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

Value relay::castTensor(Emitter &b, Value value, Type type) {
  return value.getType() == type
             ? value
             : tensor::CastOp::create(b, type, value).getResult();
}

int64_t relay::multiplyOrSaturate(int64_t x, int64_t y) {
  return llvm::checkedMul(x, y).value_or(std::numeric_limits<int64_t>::max());
}

//===----------------------------------------------------------------------===//
// Reshaping
//===----------------------------------------------------------------------===//

SmallVector<ReassociationIndices> relay::groupUnitDims(ArrayRef<bool> isUnit) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices leading;
  for (auto [dim, unit] : llvm::enumerate(isUnit)) {
    if (unit) {
      (groups.empty() ? leading : groups.back()).push_back(dim);
      continue;
    }
    groups.push_back(std::exchange(leading, {}));
    groups.back().push_back(dim);
  }
  return groups;
}

Value relay::buildCollapse(Emitter &b, Value data,
                           ArrayRef<ReassociationIndices> groups) {
  auto type = cast<RankedTensorType>(data.getType());
  if (static_cast<int64_t>(groups.size()) == type.getRank())
    return data;
  return tensor::CollapseShapeOp::create(b, data, groups);
}

Value relay::buildExpand(Emitter &b, Value data,
                         ArrayRef<ReassociationIndices> groups,
                         ArrayRef<OpFoldResult> sizes) {
  auto type = cast<RankedTensorType>(data.getType());
  auto [shape, dynamicSizes] =
      decomposeMixedValues(SmallVector<OpFoldResult>(sizes));
  if (groups.size() == sizes.size())
    return castTensor(b, data, type.clone(shape));
  // The way to LLVM takes tensor.expand_shape with at most one dynamic
  // dimension in a group.
  auto isDynamic = [&shape = shape](int64_t dim) {
    return ShapedType::isDynamic(shape[dim]);
  };
  if (llvm::any_of(groups, [&](const ReassociationIndices &group) {
        return llvm::count_if(group, isDynamic) > 1;
      })) {
    SmallVector<Value> extents;
    for (OpFoldResult size : sizes)
      extents.push_back(b.index(size));
    Value shapeTensor = tensor::FromElementsOp::create(b, extents);
    return tensor::ReshapeOp::create(b, type.clone(shape), data, shapeTensor);
  }
  // A dimension is dynamic exactly if one of its group is.
  SmallVector<int64_t> collapsed;
  for (const ReassociationIndices &group : groups) {
    int64_t extent = 1;
    for (int64_t dim : group)
      extent =
          ShapedType::isDynamic(extent) || ShapedType::isDynamic(shape[dim])
              ? ShapedType::kDynamic
              : multiplyOrSaturate(extent, shape[dim]);
    collapsed.push_back(extent);
  }
  data = castTensor(b, data, type.clone(collapsed));
  return tensor::ExpandShapeOp::create(b, type.clone(shape), data, groups,
                                       sizes);
}

Value relay::buildUnitDims(Emitter &b, Value data, int64_t axis,
                           int64_t count) {
  SmallVector<OpFoldResult> sizes = b.getSizes(data);
  SmallVector<bool> isNew(sizes.size());
  sizes.insert(sizes.begin() + axis, count, OpFoldResult(b.getIndexAttr(1)));
  isNew.insert(isNew.begin() + axis, count, true);
  return buildExpand(b, data, groupUnitDims(isNew), sizes);
}

bool relay::isEmpty(ArrayRef<OpFoldResult> sizes) {
  return llvm::any_of(
      sizes, [](OpFoldResult size) { return isConstantIntValue(size, 0); });
}

// tensor.pad refuses what has no elements.

Value relay::buildPadded(Emitter &b, Value data, ArrayRef<OpFoldResult> low,
                         ArrayRef<OpFoldResult> high, Value element) {
  SmallVector<OpFoldResult> sizes = b.getSizes(data);
  bool isDataEmpty = isEmpty(sizes);
  for (auto [size, before, after] : llvm::zip_equal(sizes, low, high))
    size = b.addSizes(b.addSizes(size, before), after);
  if (!isDataEmpty) {
    // Its own inference does not check sums.
    auto [shape, dynamicSizes] = decomposeMixedValues(sizes);
    auto type = RankedTensorType::get(shape, element.getType());
    return tensor::PadOp::create(b, type, data, low, high, element);
  }
  Value empty = tensor::EmptyOp::create(b, sizes, element.getType());
  return linalg::FillOp::create(b, element, empty).getResult(0);
}

/// max(x, 0).
static OpFoldResult buildAtLeastZero(Emitter &b, OpFoldResult x) {
  if (std::optional<int64_t> known = getConstantIntValue(x))
    return b.getIndexAttr(std::max<int64_t>(*known, 0));
  return arith::MaxSIOp::create(b, cast<Value>(x), b.index(0)).getResult();
}

Value relay::buildResized(Emitter &b, Value data, ArrayRef<OpFoldResult> before,
                          ArrayRef<OpFoldResult> after,
                          ArrayRef<OpFoldResult> sizes, Value element) {
  // A slice of nothing may not start behind the end.
  if (isEmpty(sizes))
    return tensor::EmptyOp::create(b, sizes, element.getType());
  SmallVector<OpFoldResult> low, high, offsets;
  bool pads = false, slices = false;
  for (auto [first, last] : llvm::zip_equal(before, after)) {
    low.push_back(buildAtLeastZero(b, first));
    high.push_back(buildAtLeastZero(b, last));
    offsets.push_back(
        buildAtLeastZero(b, b.subSizes(b.getIndexAttr(0), first)));
    pads |= !isConstantIntValue(low.back(), 0) ||
            !isConstantIntValue(high.back(), 0);
    for (OpFoldResult width : {first, last})
      slices |= getConstantIntValue(width).value_or(-1) < 0;
  }
  if (pads)
    data = buildPadded(b, data, low, high, element);
  SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
  if (slices)
    data = tensor::ExtractSliceOp::create(b, data, offsets, sizes, strides);
  return data;
}

Value relay::buildReshape(Emitter &b, Value data,
                          ArrayRef<OpFoldResult> sizes) {
  auto type = cast<RankedTensorType>(data.getType());
  auto [shape, dynamicSizes] =
      decomposeMixedValues(SmallVector<OpFoldResult>(sizes));
  RankedTensorType target = type.clone(shape);
  if (type == target && type.hasStaticShape())
    return data;
  if (type.hasStaticShape() && target.hasStaticShape() &&
      !llvm::is_contained(shape, 0) && type.getRank() != target.getRank()) {
    // Dimensions that stay apart need not be merged.
    if (auto groups = getReassociationIndicesForReshape(type, target)) {
      if (type.getRank() > target.getRank())
        return tensor::CollapseShapeOp::create(b, target, data, *groups);
      return buildExpand(b, data, *groups, sizes);
    }
  }
  auto mergeAll = [](int64_t rank) {
    SmallVector<ReassociationIndices> groups;
    if (rank != 0)
      groups.push_back(llvm::to_vector<2>(llvm::seq<int64_t>(rank)));
    return groups;
  };
  // Scalars on one side have one element on the other.
  if (sizes.empty()) {
    SmallVector<int64_t> ones(type.getRank(), 1);
    return buildCollapse(b, castTensor(b, data, type.clone(ones)), {});
  }
  if (type.getRank() == 0) {
    SmallVector<OpFoldResult> ones(sizes.size(), b.getIndexAttr(1));
    return castTensor(b, buildExpand(b, data, {}, ones), target);
  }
  Value flat = buildCollapse(b, data, mergeAll(type.getRank()));
  return buildExpand(b, flat, mergeAll(sizes.size()), sizes);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

Value relay::buildTranspose(Emitter &b, Value data,
                            ArrayRef<int64_t> permutation) {
  if (llvm::equal(permutation, llvm::seq<int64_t>(permutation.size())))
    return data;
  SmallVector<OpFoldResult> sizes = b.getSizes(data);
  SmallVector<OpFoldResult> permuted;
  for (int64_t dim : permutation)
    permuted.push_back(sizes[dim]);
  Value empty = tensor::EmptyOp::create(b, permuted,
                                        getElementTypeOrSelf(data.getType()));
  return linalg::TransposeOp::create(b, data, empty, permutation)->getResult(0);
}

Value relay::buildRepeat(Emitter &b, Value data, ArrayRef<OpFoldResult> sizes,
                         ArrayRef<int64_t> dims) {
  if (dims.empty())
    return data;
  Value empty =
      tensor::EmptyOp::create(b, sizes, getElementTypeOrSelf(data.getType()));
  return linalg::BroadcastOp::create(b, data, empty, dims)->getResult(0);
}

Value relay::buildIndexed(Emitter &b, ArrayRef<OpFoldResult> sizes,
                          Type elementType, ValueRange inputs,
                          ArrayRef<AffineMap> inputMaps, IndexedBuilder build) {
  int64_t rank = sizes.size();
  Value empty = tensor::EmptyOp::create(b, sizes, elementType);
  SmallVector<AffineMap> maps(inputMaps);
  maps.push_back(b.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, empty.getType(), inputs, empty, maps, iterators,
             [&](OpBuilder &, Location, ValueRange elements) {
               SmallVector<Value> indices;
               for (int64_t dim = 0; dim < rank; ++dim)
                 indices.push_back(linalg::IndexOp::create(b, dim));
               linalg::YieldOp::create(b, build(indices, elements.drop_back()));
             })
      .getResult(0);
}

Value relay::buildGuardedExtract(Emitter &b, Value data, Type elementType,
                                 ValueRange position,
                                 ArrayRef<OpFoldResult> indexed) {
  ScalarBuilder s(b, elementType);
  Value exists;
  for (OpFoldResult extent : indexed) {
    std::optional<int64_t> known = getConstantIntValue(extent);
    if (known == 0)
      return s.zero();
    if (known)
      continue;
    Value isPositive = arith::CmpIOp::create(b, arith::CmpIPredicate::sgt,
                                             b.index(extent), b.index(0));
    exists = exists ? arith::AndIOp::create(b, exists, isPositive).getResult()
                    : isPositive;
  }
  if (!exists)
    return b.extract(data, position);
  return b.choose(
      exists, [&]() -> Value { return b.extract(data, position); },
      [&]() -> Value { return b.scalar(elementType).zero(); });
}

Value relay::buildOneHot(Emitter &b, TypedTensor indices,
                         const OneHotElements &elements, int64_t axis,
                         ArrayRef<OpFoldResult> sizes) {
  auto read = [&](TypedTensor scalar) -> Value {
    Value element = b.extract(scalar.value);
    return ScalarBuilder(b, scalar.elementType).cast(element, elements.type);
  };
  Value on = read(elements.on), off = read(elements.off);
  int64_t rank = sizes.size();
  SmallVector<AffineExpr> exprs;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim != axis)
      exprs.push_back(b.getAffineDimExpr(dim));
  AffineMap map = AffineMap::get(rank, 0, exprs, b.getContext());
  return buildIndexed(
      b, sizes, on.getType(), indices.value, map,
      [&](ValueRange position, ValueRange x) {
        ScalarBuilder s(b, b.getI64Type());
        Value index = b.scalar(indices.elementType).cast(x[0], b.getI64Type());
        Value here =
            arith::IndexCastOp::create(b, b.getI64Type(), position[axis]);
        return s.select(s.eq(index, here), on, off);
      });
}

SmallVector<Value> relay::buildSteps(Emitter &b, ArrayRef<OpFoldResult> sizes,
                                     ArrayRef<OpFoldResult> written,
                                     ValueRange state, StepBuilder build) {
  if (isEmpty(sizes) || isEmpty(written))
    return llvm::to_vector(state);
  Value zero = b.index(0), one = b.index(1);
  // The first loop has no turns if there is nothing to write to. There may be
  // no other.
  Value isWritable = b.isTrue();
  for (OpFoldResult size : written) {
    Value isPositive =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne, b.index(size), zero);
    isWritable = b.createOrFold<arith::AndIOp>(isWritable, isPositive);
  }
  SmallVector<Value> ends = {
      b.createOrFold<arith::SelectOp>(isWritable, one, zero)};
  for (OpFoldResult size : sizes)
    ends.push_back(b.index(size));
  SmallVector<Value> begins(ends.size(), zero), steps(ends.size(), one);
  scf::LoopNest nest = scf::buildLoopNest(
      b, b.getLoc(), begins, ends, steps, state,
      [&](OpBuilder &, Location, ValueRange at, ValueRange state) {
        return build(at.drop_front(), state);
      });
  return llvm::to_vector(ValueRange(nest.results));
}
