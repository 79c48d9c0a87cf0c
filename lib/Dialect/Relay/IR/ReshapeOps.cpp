//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// reshape, squeeze and expand_dims: type inference and folders.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::relay;

/// The product of sizes. It is dynamic if a size is and none is 0. None on
/// overflow.
static std::optional<int64_t> computeProduct(ArrayRef<int64_t> extents) {
  if (llvm::is_contained(extents, 0))
    return 0;
  if (ShapedType::isDynamicShape(extents))
    return ShapedType::kDynamic;
  int64_t product = 1;
  for (int64_t extent : extents) {
    std::optional<int64_t> next = llvm::checkedMul(product, extent);
    if (!next)
      return std::nullopt;
    product = *next;
  }
  return product;
}

FailureOr<SmallVector<ReshapeDim>>
relay::resolveReshape(std::optional<Location> loc, StringRef relayName,
                      int64_t rank, ArrayRef<int64_t> newShape,
                      bool allowZero) {
  using Kind = ReshapeDim::Kind;
  SmallVector<ReshapeDim> dims;
  int64_t source = 0;
  bool hasInferred = false;
  auto missing = [&](int64_t code) {
    return emitOptionalError(loc, relayName, ": newshape entry ", code,
                             " is behind the last dimension of data, which has "
                             "rank ",
                             rank);
  };
  for (size_t i = 0; i < newShape.size(); ++i) {
    int64_t code = newShape[i];
    if (code > 0 || (code == 0 && allowZero)) {
      dims.push_back({Kind::Extent, 0, code, 0});
      ++source;
    } else if (code == 0) {
      if (source >= rank)
        return missing(code);
      dims.push_back({Kind::Copy, source++, 0, 0});
    } else if (code == -1) {
      if (hasInferred)
        return emitOptionalError(
            loc, relayName, ": expected at most one -1 in newshape, but got 2");
      hasInferred = true;
      dims.push_back({Kind::Inferred, 0, 0, 0});
      ++source;
    } else if (code == -2) {
      while (source < rank)
        dims.push_back({Kind::Copy, source++, 0, 0});
    } else if (code == -3) {
      if (source + 1 >= rank)
        return missing(code);
      dims.push_back({Kind::Merge, source, 0, 0});
      source += 2;
    } else if (code == -4) {
      if (i + 2 >= newShape.size())
        return emitOptionalError(loc, relayName,
                                 ": expected two sizes behind -4 in "
                                 "newshape, but got ",
                                 newShape.size() - i - 1);
      if (source >= rank)
        return missing(code);
      int64_t left = newShape[i + 1], right = newShape[i + 2];
      if (left == -1 && right == -1)
        return emitOptionalError(loc, relayName,
                                 ": expected one size behind -4 in newshape "
                                 "to be known, but got -1 and -1");
      for (int64_t extent : {left, right})
        if (extent == 0 || extent < -1)
          return emitOptionalError(loc, relayName,
                                   ": expected positive sizes or -1 behind "
                                   "-4 in newshape, but got ",
                                   extent);
      for (auto [extent, other] : {std::pair(left, right), {right, left}})
        dims.push_back(extent == -1
                           ? ReshapeDim{Kind::Divide, source, 0, other}
                           : ReshapeDim{Kind::SplitExtent, source, extent, 0});
      ++source;
      i += 2;
    } else {
      return emitOptionalError(loc, relayName,
                               ": expected newshape entries of -4 or more, but "
                               "got ",
                               code);
    }
  }
  return dims;
}

/// Checks that the parts that -4 splits a dimension into have its elements.
static LogicalResult checkSplits(std::optional<Location> loc,
                                 StringRef relayName, RankedTensorType type,
                                 ArrayRef<ReshapeDim> dims) {
  using Kind = ReshapeDim::Kind;
  for (size_t i = 0; i < dims.size(); ++i) {
    // The two parts follow each other.
    if (dims[i].kind != Kind::SplitExtent && dims[i].kind != Kind::Divide)
      continue;
    int64_t source = dims[i].source, extent = type.getDimSize(source);
    auto getPart = [&](const ReshapeDim &dim) {
      return dim.kind == Kind::Divide ? extent / dim.divisor : dim.extent;
    };
    int64_t left = getPart(dims[i]), right = getPart(dims[++i]);
    if (ShapedType::isStatic(extent) && computeProduct({left, right}) != extent)
      return emitOptionalError(
          loc, relayName, ": expected -4 in newshape to split the ", extent,
          " elements of dimension ", source, " of ", type, ", but got ", left,
          " and ", right);
  }
  return success();
}

FailureOr<Type> relay::inferReshape(std::optional<Location> loc,
                                    StringRef relayName, RankedTensorType type,
                                    ArrayRef<int64_t> newShape,
                                    bool allowZero) {
  using Kind = ReshapeDim::Kind;
  ArrayRef<int64_t> shape = type.getShape();
  FailureOr<SmallVector<ReshapeDim>> dims =
      resolveReshape(loc, relayName, type.getRank(), newShape, allowZero);
  if (failed(dims) || failed(checkSplits(loc, relayName, type, *dims)))
    return failure();

  auto overflow = [&] {
    return emitOptionalError(loc, relayName,
                             ": the number of elements exceeds 64 bits");
  };
  SmallVector<int64_t> result;
  // The size for -1 is the quotient of these products.
  SmallVector<int64_t> dividend, divisor;
  SmallVector<bool> used(shape.size());
  std::optional<size_t> inferred;
  for (const ReshapeDim &dim : *dims) {
    switch (dim.kind) {
    case Kind::Extent:
      result.push_back(dim.extent);
      divisor.push_back(dim.extent);
      continue;
    case Kind::Inferred:
      inferred = result.size();
      result.push_back(ShapedType::kDynamic);
      continue;
    case Kind::Copy:
      result.push_back(shape[dim.source]);
      break;
    case Kind::Merge: {
      used[dim.source + 1] = true;
      std::optional<int64_t> product =
          computeProduct(shape.slice(dim.source, 2));
      if (!product)
        return overflow();
      result.push_back(*product);
      break;
    }
    case Kind::SplitExtent:
      result.push_back(dim.extent);
      break;
    case Kind::Divide:
      result.push_back(ShapedType::isDynamic(shape[dim.source])
                           ? ShapedType::kDynamic
                           : shape[dim.source] / dim.divisor);
      break;
    }
    used[dim.source] = true;
  }
  if (inferred) {
    for (auto [extent, isUsed] : llvm::zip_equal(shape, used))
      if (!isUsed)
        dividend.push_back(extent);
    std::optional<int64_t> numerator = computeProduct(dividend);
    std::optional<int64_t> denominator = computeProduct(divisor);
    if (!numerator || !denominator)
      return overflow();
    if (*denominator == 0)
      return emitOptionalError(loc, relayName,
                               ": -1 in newshape is not determined beside a "
                               "size of 0");
    if (!ShapedType::isDynamic(*numerator)) {
      if (*numerator % *denominator != 0)
        return emitOptionalError(
            loc, relayName, ": expected the ", *numerator, " elements of ",
            type, " for -1 in newshape to be a multiple of ", *denominator);
      result[*inferred] = *numerator / *denominator;
    }
  }

  std::optional<int64_t> before = computeProduct(shape);
  std::optional<int64_t> after = computeProduct(result);
  if (!before || !after)
    return overflow();
  if (!ShapedType::isDynamicShape(shape) &&
      !ShapedType::isDynamicShape(result) && *before != *after)
    return emitOptionalError(loc, relayName, ": expected ", *before,
                             " elements as in ", type, ", but newshape has ",
                             *after);
  return Type(RankedTensorType::get(result, type.getElementType()));
}

FailureOr<Type> ReshapeOp::inferResultType(std::optional<Location> loc,
                                           Adaptor adaptor) {
  return inferReshape(loc, getRelayName(),
                      cast<RankedTensorType>(adaptor.getData().getType()),
                      adaptor.getNewshape(), adaptor.getAllowzero());
}

FailureOr<Type>
ContribReverseReshapeOp::inferResultType(std::optional<Location> loc,
                                         Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto reverse = [](ArrayRef<int64_t> list) {
    return llvm::to_vector(llvm::reverse(list));
  };
  FailureOr<Type> result =
      inferReshape(loc, getRelayName(), data.clone(reverse(data.getShape())),
                   reverse(adaptor.getNewshape()), adaptor.getAllowzero());
  if (failed(result))
    return failure();
  auto reversed = cast<RankedTensorType>(*result);
  return Type(reversed.clone(reverse(reversed.getShape())));
}

// reshape(x) to its own static shape -> x
OpFoldResult ReshapeOp::fold(FoldAdaptor) {
  auto type = dyn_cast<RankedTensorType>(getType());
  if (type && type.hasStaticShape() && getData().getType() == type)
    return getData();
  return {};
}

/// The dimensions `begin` to `end` of `rank`. Negative ones count from the end.
static FailureOr<std::pair<int64_t, int64_t>>
inferDimRange(std::optional<Location> loc, StringRef relayName, StringRef side,
              int64_t begin, std::optional<int64_t> end, int64_t rank) {
  int64_t first = begin < 0 ? begin + rank : begin;
  int64_t last = end.value_or(rank);
  if (last < 0)
    last += rank;
  if (first < 0 || first > last || last > rank)
    return emitOptionalError(loc, relayName, ": expected ", side, "_begin and ",
                             side, "_end to be a range of the ", rank,
                             " dimensions, but got ", begin, " and ",
                             end.value_or(rank));
  return std::pair(first, last);
}

FailureOr<SmallVector<ReshapeLikeOp::Dim>>
ReshapeLikeOp::resolve(std::optional<Location> loc, Adaptor adaptor,
                       int64_t dataRank, int64_t likeRank) {
  auto optional = [](IntegerAttr attr) {
    return attr ? std::optional(attr.getInt()) : std::nullopt;
  };
  auto left = inferDimRange(loc, getRelayName(), "lhs", adaptor.getLhsBegin(),
                            optional(adaptor.getLhsEndAttr()), dataRank);
  auto right = inferDimRange(loc, getRelayName(), "rhs", adaptor.getRhsBegin(),
                             optional(adaptor.getRhsEndAttr()), likeRank);
  if (failed(left) || failed(right))
    return failure();
  SmallVector<Dim> dims;
  for (int64_t dim : llvm::seq<int64_t>(0, left->first))
    dims.push_back({/*isLike=*/false, dim});
  for (int64_t dim : llvm::seq(right->first, right->second))
    dims.push_back({/*isLike=*/true, dim});
  for (int64_t dim : llvm::seq(left->second, dataRank))
    dims.push_back({/*isLike=*/false, dim});
  return dims;
}

FailureOr<Type> ReshapeLikeOp::inferResultType(std::optional<Location> loc,
                                               Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto like = cast<RankedTensorType>(adaptor.getShapeLike().getType());
  FailureOr<SmallVector<Dim>> dims =
      resolve(loc, adaptor, data.getRank(), like.getRank());
  if (failed(dims))
    return failure();
  auto shape = llvm::map_to_vector(*dims, [&](Dim dim) {
    return (dim.isLike ? like : data).getDimSize(dim.index);
  });
  std::optional<int64_t> before = computeProduct(data.getShape());
  std::optional<int64_t> after = computeProduct(shape);
  if (!before || !after)
    return emitOptionalError(loc, getRelayName(),
                             ": the number of elements exceeds 64 bits");
  if (data.hasStaticShape() && !ShapedType::isDynamicShape(shape) &&
      *before != *after)
    return emitOptionalError(loc, getRelayName(), ": expected ", *before,
                             " elements as in ", data,
                             ", but the shape of the result has ", *after);
  return Type(data.clone(shape));
}

FailureOr<Type> SqueezeOp::inferResultType(std::optional<Location> loc,
                                           Adaptor adaptor) {
  auto type = cast<RankedTensorType>(adaptor.getData().getType());
  std::optional<ArrayRef<int64_t>> axes = adaptor.getAxis();
  SmallVector<bool> isRemoved(type.getRank());
  if (!axes) {
    if (!type.hasStaticShape())
      return emitOptionalError(loc, getRelayName(),
                               ": expected axis to be given for a dynamic "
                               "shape, but got ",
                               type);
    for (auto [removed, extent] : llvm::zip_equal(isRemoved, type.getShape()))
      removed = extent == 1;
  } else {
    for (int64_t given : *axes) {
      FailureOr<int64_t> axis =
          normalizeAxis(loc, getRelayName(), "axis", given, type.getRank());
      if (failed(axis))
        return failure();
      int64_t extent = type.getDimSize(*axis);
      if (!ShapedType::isDynamic(extent) && extent != 1)
        return emitOptionalError(loc, getRelayName(), ": expected dimension ",
                                 *axis, " to be 1, but got ", extent);
      isRemoved[*axis] = true;
    }
  }
  SmallVector<int64_t> result;
  for (auto [removed, extent] : llvm::zip_equal(isRemoved, type.getShape()))
    if (!removed)
      result.push_back(extent);
  return RankedTensorType::get(result, type.getElementType());
}

// squeeze(x) that removes nothing -> x
OpFoldResult SqueezeOp::fold(FoldAdaptor) {
  return getData().getType() == getType() ? getData() : OpFoldResult();
}

FailureOr<Type> ExpandDimsOp::inferResultType(std::optional<Location> loc,
                                              Adaptor adaptor) {
  // A limit above all practical numbers, which can still be printed.
  constexpr int64_t maxNewAxes = 512;
  auto type = cast<RankedTensorType>(adaptor.getData().getType());
  int64_t count = adaptor.getNumNewaxis();
  if (count < 0 || count > maxNewAxes)
    return emitOptionalError(loc, getRelayName(),
                             ": expected num_newaxis between 0 and ",
                             maxNewAxes, ", but got ", count);
  FailureOr<int64_t> axis = normalizeAxis(
      loc, getRelayName(), "axis", adaptor.getAxis(), type.getRank() + 1);
  if (failed(axis))
    return failure();
  SmallVector<int64_t> result(type.getShape());
  result.insert(result.begin() + *axis, count, 1);
  return RankedTensorType::get(result, type.getElementType());
}

// expand_dims(x) by no dimension -> x
OpFoldResult ExpandDimsOp::fold(FoldAdaptor) {
  return getData().getType() == getType() ? getData() : OpFoldResult();
}
