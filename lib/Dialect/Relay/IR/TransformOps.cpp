//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that move elements or change shapes: type inference and folders.
// ReshapeOps.cpp has reshape and similar operators, IndexingOps.cpp has
// indexing.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/Layout.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

FailureOr<Type> BroadcastToOp::inferResultType(std::optional<Location> loc,
                                               Adaptor adaptor) {
  auto type = cast<RankedTensorType>(adaptor.getData().getType());
  ArrayRef<int64_t> shape = adaptor.getShape();
  FailureOr<Type> result =
      inferCreation(loc, getRelayName(), shape, type.getElementType());
  if (failed(result))
    return failure();
  bool fits = type.getRank() <= static_cast<int64_t>(shape.size());
  if (fits)
    for (auto [from, to] :
         llvm::zip_equal(type.getShape(), shape.take_back(type.getRank())))
      fits &= ShapedType::isDynamic(from) || from == 1 || from == to;
  if (!fits)
    return emitOptionalError(loc, getRelayName(), ": ", type,
                             " does not broadcast to ", *result);
  return *result;
}

// broadcast_to(x) of the static shape of x -> x
OpFoldResult BroadcastToOp::fold(FoldAdaptor) {
  auto type = dyn_cast<RankedTensorType>(getData().getType());
  return type && type.hasStaticShape() && type.getShape() == getShape() &&
                 type == getType()
             ? getData()
             : OpFoldResult();
}

FailureOr<Type> BroadcastToLikeOp::inferResultType(std::optional<Location> loc,
                                                   Adaptor adaptor) {
  Type data = adaptor.getData().getType();
  Type target = adaptor.getBroadcastType().getType();
  FailureOr<Type> broadcast =
      inferBroadcast(std::nullopt, getRelayName(), data, target);
  if (succeeded(broadcast) && areTypesCompatible(*broadcast, target))
    return target;
  return emitOptionalError(loc, getRelayName(), ": ", data,
                           " does not broadcast to ", target);
}

/// `values` as elements of `type`. Null if the type is not known or cannot
/// represent them.
static Attribute foldIntegers(Type type, ArrayRef<int64_t> values) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return {};
  Type elementType = tensor.getElementType();
  SmallVector<Attribute> elements;
  for (int64_t value : values) {
    if (!holdsCount(elementType, value))
      return {};
    if (auto floatType = dyn_cast<FloatType>(elementType)) {
      llvm::APFloat number(floatType.getFloatSemantics());
      number.convertFromAPInt(APInt(64, value, /*isSigned=*/true),
                              /*IsSigned=*/true,
                              llvm::APFloat::rmNearestTiesToEven);
      elements.push_back(FloatAttr::get(floatType, number));
      continue;
    }
    unsigned width = elementType.getIntOrFloatBitWidth();
    APInt bits =
        width == 1 ? APInt(1, value != 0) : APInt(64, value).zextOrTrunc(width);
    elements.push_back(IntegerAttr::get(elementType, bits));
  }
  return DenseElementsAttr::get(tensor, elements);
}

/// The fields of a tuple, which are tensors of one rank and element type.
static FailureOr<SmallVector<RankedTensorType>>
getTensors(std::optional<Location> loc, StringRef relayName, Type tuple) {
  SmallVector<RankedTensorType> tensors;
  for (auto [i, field] : llvm::enumerate(cast<TupleType>(tuple).getTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(field);
    if (!tensor)
      return emitOptionalError(loc, relayName, ": expected field ", i,
                               " of data to be a tensor, but got ", field);
    if (i > 0 && tensor.getRank() != tensors[0].getRank())
      return emitOptionalError(loc, relayName, ": expected field ", i,
                               " of data to have rank ", tensors[0].getRank(),
                               ", but got ", tensor.getRank());
    if (i > 0 && tensor.getElementType() != tensors[0].getElementType())
      return emitOptionalError(loc, relayName, ": expected field ", i,
                               " of data to have element type ",
                               tensors[0].getElementType(), ", but got ",
                               tensor.getElementType());
    tensors.push_back(tensor);
  }
  if (tensors.empty())
    return emitOptionalError(
        loc, relayName, ": expected at least one field in data, but got 0");
  return tensors;
}

/// The common size of all tensors in a dimension: a static one if possible.
static FailureOr<int64_t> getCommonExtent(std::optional<Location> loc,
                                          StringRef relayName,
                                          ArrayRef<RankedTensorType> tensors,
                                          int64_t dim) {
  int64_t extent = ShapedType::kDynamic;
  for (auto [i, tensor] : llvm::enumerate(tensors)) {
    if (tensor.isDynamicDim(dim))
      continue;
    int64_t other = tensor.getDimSize(dim);
    if (!ShapedType::isDynamic(extent) && extent != other)
      return emitOptionalError(loc, relayName, ": expected dimension ", dim,
                               " of field ", i, " of data to be ", extent,
                               ", but got ", other);
    extent = other;
  }
  return extent;
}

FailureOr<Type> relay::inferConcatenate(std::optional<Location> loc,
                                        StringRef relayName, Type tuple,
                                        int64_t givenAxis) {
  FailureOr<SmallVector<RankedTensorType>> tensors =
      getTensors(loc, relayName, tuple);
  if (failed(tensors))
    return failure();
  RankedTensorType first = tensors->front();
  FailureOr<int64_t> axis =
      normalizeAxis(loc, relayName, "axis", givenAxis, first.getRank());
  if (failed(axis))
    return failure();

  SmallVector<int64_t> result(first.getShape());
  int64_t sum = 0;
  for (RankedTensorType tensor : *tensors) {
    if (tensor.isDynamicDim(*axis)) {
      sum = ShapedType::kDynamic;
      break;
    }
    std::optional<int64_t> next =
        llvm::checkedAdd(sum, tensor.getDimSize(*axis));
    if (!next)
      return emitOptionalError(loc, relayName, ": the size of dimension ",
                               *axis, " exceeds 64 bits");
    sum = *next;
  }
  for (int64_t dim = 0; dim < first.getRank(); ++dim) {
    FailureOr<int64_t> extent = sum;
    if (dim != *axis)
      extent = getCommonExtent(loc, relayName, *tensors, dim);
    if (failed(extent))
      return failure();
    // As in TVM: if the sum is static, a dimension stays dynamic unless it is
    // static in all tensors.
    if (dim != *axis && !ShapedType::isDynamic(sum) &&
        llvm::any_of(*tensors, [&](RankedTensorType tensor) {
          return tensor.isDynamicDim(dim);
        }))
      extent = ShapedType::kDynamic;
    result[dim] = *extent;
  }
  return RankedTensorType::get(result, first.getElementType());
}

FailureOr<Type> ConcatenateOp::inferResultType(std::optional<Location> loc,
                                               Adaptor adaptor) {
  return inferConcatenate(loc, getRelayName(), adaptor.getData().getType(),
                          adaptor.getAxis());
}

FailureOr<Type> StackOp::inferResultType(std::optional<Location> loc,
                                         Adaptor adaptor) {
  FailureOr<SmallVector<RankedTensorType>> tensors =
      getTensors(loc, getRelayName(), adaptor.getData().getType());
  if (failed(tensors))
    return failure();
  RankedTensorType first = tensors->front();
  FailureOr<int64_t> axis = normalizeAxis(
      loc, getRelayName(), "axis", adaptor.getAxis(), first.getRank() + 1);
  if (failed(axis))
    return failure();
  SmallVector<int64_t> result;
  for (int64_t dim = 0; dim < first.getRank(); ++dim) {
    FailureOr<int64_t> extent =
        getCommonExtent(loc, getRelayName(), *tensors, dim);
    if (failed(extent))
      return failure();
    result.push_back(*extent);
  }
  result.insert(result.begin() + *axis, tensors->size());
  return RankedTensorType::get(result, first.getElementType());
}

FailureOr<Type> LayoutTransformOp::inferResultType(std::optional<Location> loc,
                                                   Adaptor adaptor) {
  auto type = cast<RankedTensorType>(adaptor.getData().getType());
  StringRef texts[] = {adaptor.getSrcLayout(), adaptor.getDstLayout()};
  SmallVector<Layout> layouts;
  for (StringRef text : texts) {
    FailureOr<Layout> layout = Layout::parse(text, [&](const Twine &message) {
      (void)emitOptionalError(loc, getRelayName(), ": ", message);
    });
    if (failed(layout))
      return failure();
    layouts.push_back(*layout);
  }
  FailureOr<BijectiveLayout> conversion =
      BijectiveLayout::get(layouts[0], layouts[1]);
  if (failed(conversion))
    return emitOptionalError(loc, getRelayName(),
                             ": expected layouts with the same dimensions, but "
                             "got ",
                             texts[0], " and ", texts[1]);
  if (type.getRank() != layouts[0].getRank())
    return emitOptionalError(loc, getRelayName(), ": expected data of rank ",
                             layouts[0].getRank(), " for ", texts[0],
                             ", but got rank ", type.getRank());
  FailureOr<SmallVector<int64_t>> result =
      conversion->forwardShape(type.getShape());
  if (failed(result))
    return emitOptionalError(loc, getRelayName(), ": ", type,
                             " does not have the layout ", texts[0]);
  return RankedTensorType::get(*result, type.getElementType());
}

// layout_transform(x) to the same layout -> x
OpFoldResult LayoutTransformOp::fold(FoldAdaptor) {
  return getSrcLayout() == getDstLayout() && getData().getType() == getType()
             ? getData()
             : OpFoldResult();
}

FailureOr<Type> NdarraySizeOp::inferResultType(std::optional<Location> loc,
                                               Adaptor adaptor) {
  return inferCreation(loc, getRelayName(), {}, adaptor.getDtype());
}

uint64_t NdarraySizeOp::getLargestCount(ArrayRef<RankedTensorType> operands,
                                        RankedTensorType result) {
  return countElements(operands.front());
}

// ndarray_size(x: tensor<...xT>) -> c
OpFoldResult NdarraySizeOp::fold(FoldAdaptor) {
  auto type = dyn_cast<RankedTensorType>(getData().getType());
  int64_t size = 1;
  if (!type || !type.hasStaticShape())
    return {};
  for (int64_t dim : type.getShape())
    if (llvm::MulOverflow(size, dim, size))
      return {};
  return foldIntegers(getType(), size);
}

FailureOr<Type> RepeatOp::inferResultType(std::optional<Location> loc,
                                          Adaptor adaptor) {
  auto type = cast<RankedTensorType>(adaptor.getData().getType());
  if (!adaptor.getAxis())
    return emitOptionalError(loc, getRelayName(),
                             ": expected axis to be given, but got None");
  int64_t repeats = adaptor.getRepeats();
  if (repeats < 1)
    return emitOptionalError(loc, getRelayName(),
                             ": expected repeats of at least 1, but got ",
                             repeats);
  FailureOr<int64_t> axis = normalizeAxis(loc, getRelayName(), "axis",
                                          *adaptor.getAxis(), type.getRank());
  if (failed(axis))
    return failure();
  SmallVector<int64_t> result(type.getShape());
  if (failed(multiplySize(loc, getRelayName(), result[*axis], repeats)))
    return failure();
  return RankedTensorType::get(result, type.getElementType());
}

FailureOr<Type> ReverseOp::inferResultType(std::optional<Location> loc,
                                           Adaptor adaptor) {
  auto type = cast<RankedTensorType>(adaptor.getData().getType());
  if (!adaptor.getAxis())
    return emitOptionalError(loc, getRelayName(),
                             ": expected axis to be given, but got None");
  if (failed(normalizeAxis(loc, getRelayName(), "axis", *adaptor.getAxis(),
                           type.getRank())))
    return failure();
  return type;
}

FailureOr<Type> ShapeOfOp::inferResultType(std::optional<Location> loc,
                                           Adaptor adaptor) {
  int64_t rank = cast<RankedTensorType>(adaptor.getData().getType()).getRank();
  return inferCreation(loc, getRelayName(), {rank}, adaptor.getDtype());
}

uint64_t ShapeOfOp::getLargestCount(ArrayRef<RankedTensorType> operands,
                                    RankedTensorType result) {
  return *llvm::max_element(operands.front().getShape());
}

// shape_of(x: tensor<...xT>) -> c
OpFoldResult ShapeOfOp::fold(FoldAdaptor) {
  auto type = dyn_cast<RankedTensorType>(getData().getType());
  if (!type || !type.hasStaticShape())
    return {};
  return foldIntegers(getType(), type.getShape());
}

FailureOr<Type> SplitOp::inferResultType(std::optional<Location> loc,
                                         Adaptor adaptor) {
  // A limit above all practical numbers, which still fits in memory.
  constexpr int64_t maxSections = 1 << 20;
  auto type = cast<RankedTensorType>(adaptor.getData().getType());
  FailureOr<int64_t> axis = normalizeAxis(loc, getRelayName(), "axis",
                                          adaptor.getAxis(), type.getRank());
  if (failed(axis))
    return failure();
  int64_t extent = type.getDimSize(*axis);
  bool isDynamic = ShapedType::isDynamic(extent);
  SmallVector<Type> parts;
  auto addPart = [&](int64_t size) {
    SmallVector<int64_t> shape(type.getShape());
    shape[*axis] = size;
    parts.push_back(RankedTensorType::get(shape, type.getElementType()));
  };

  if (auto sections =
          dyn_cast<IntegerAttr>(adaptor.getIndicesOrSectionsAttr())) {
    int64_t count = sections.getInt();
    if (count < 1 || count > maxSections)
      return emitOptionalError(loc, getRelayName(),
                               ": expected indices_or_sections between 1 and ",
                               maxSections, ", but got ", count);
    if (!isDynamic && extent % count != 0)
      return emitOptionalError(
          loc, getRelayName(),
          ": expected indices_or_sections to divide the size ", extent,
          ", but got ", count);
    addPart(isDynamic ? extent : extent / count);
    parts.assign(count, Type(parts.front()));
    return TupleType::get(type.getContext(), parts);
  }
  int64_t begin = 0;
  for (int64_t index :
       cast<DenseI64ArrayAttr>(adaptor.getIndicesOrSectionsAttr())
           .asArrayRef()) {
    if (index <= begin)
      return emitOptionalError(loc, getRelayName(),
                               ": expected ascending positive "
                               "indices_or_sections, but got ",
                               index, " after ", begin);
    addPart(index - begin);
    begin = index;
  }
  if (!isDynamic && begin > 0 && begin >= extent)
    return emitOptionalError(loc, getRelayName(),
                             ": expected indices_or_sections below the size ",
                             extent, ", but got ", begin);
  addPart(isDynamic ? extent : extent - begin);
  return TupleType::get(type.getContext(), parts);
}

FailureOr<Type> TileOp::inferResultType(std::optional<Location> loc,
                                        Adaptor adaptor) {
  auto type = cast<RankedTensorType>(adaptor.getData().getType());
  ArrayRef<int64_t> reps = adaptor.getReps();
  int64_t rank = std::max(type.getRank(), static_cast<int64_t>(reps.size()));
  SmallVector<int64_t> result(rank - type.getRank(), 1);
  llvm::append_range(result, type.getShape());
  for (auto [extent, count] :
       llvm::zip_equal(MutableArrayRef(result).take_back(reps.size()), reps)) {
    if (count < 1)
      return emitOptionalError(loc, getRelayName(),
                               ": expected reps of at least 1, but got ",
                               count);
    if (failed(multiplySize(loc, getRelayName(), extent, count)))
      return failure();
  }
  return RankedTensorType::get(result, type.getElementType());
}

// tile(x) once in every dimension -> x
OpFoldResult TileOp::fold(FoldAdaptor) {
  return getData().getType() == getType() &&
                 llvm::all_of(getReps(), [](int64_t n) { return n == 1; })
             ? getData()
             : OpFoldResult();
}

FailureOr<Type> TransposeOp::inferResultType(std::optional<Location> loc,
                                             Adaptor adaptor) {
  auto type = cast<RankedTensorType>(adaptor.getData().getType());
  FailureOr<SmallVector<int64_t>> permutation =
      getPermutation(loc, adaptor.getAxes(), type.getRank());
  if (failed(permutation))
    return failure();
  SmallVector<int64_t> result;
  for (int64_t axis : *permutation)
    result.push_back(type.getDimSize(axis));
  return RankedTensorType::get(result, type.getElementType());
}

FailureOr<SmallVector<int64_t>>
TransposeOp::getPermutation(std::optional<Location> loc,
                            std::optional<ArrayRef<int64_t>> axes,
                            int64_t rank) {
  SmallVector<int64_t> permutation;
  if (!axes) {
    llvm::append_range(permutation, llvm::reverse(llvm::seq<int64_t>(0, rank)));
    return permutation;
  }
  if (static_cast<int64_t>(axes->size()) != rank)
    return emitOptionalError(loc, getRelayName(), ": expected ", rank,
                             " axes as data has dimensions, but got ",
                             axes->size());
  for (int64_t given : *axes) {
    FailureOr<int64_t> axis =
        normalizeAxis(loc, getRelayName(), "axes", given, rank);
    if (failed(axis))
      return failure();
    if (llvm::is_contained(permutation, *axis))
      return emitOptionalError(loc, getRelayName(), ": axis ", *axis,
                               " occurs twice in axes");
    permutation.push_back(*axis);
  }
  return permutation;
}

// transpose(x) that keeps the order -> x
OpFoldResult TransposeOp::fold(FoldAdaptor) {
  auto type = dyn_cast<RankedTensorType>(getData().getType());
  if (!type || type != getType())
    return {};
  auto permutation = getPermutation(std::nullopt, getAxes(), type.getRank());
  if (failed(permutation) || !llvm::is_sorted(*permutation))
    return {};
  return getData();
}

FailureOr<Type> relay::inferTopk(std::optional<Location> loc,
                                 StringRef relayName, Type type, int64_t k,
                                 int64_t axis, StringRef retType, Type dtype) {
  auto data = cast<RankedTensorType>(type);
  FailureOr<int64_t> dim =
      normalizeAxis(loc, relayName, "axis", axis, data.getRank());
  if (failed(dim) || failed(checkElementType(loc, relayName, "dtype", dtype)))
    return failure();
  SmallVector<int64_t> shape(data.getShape());
  int64_t extent = shape[*dim];
  if (ShapedType::isStatic(extent) && k > extent)
    return emitOptionalError(loc, relayName, ": expected k of at most ", extent,
                             ", but got ", k);
  if (k > 0 || ShapedType::isDynamic(k))
    shape[*dim] = k;
  Type values = data.clone(shape), indices = data.clone(shape, dtype);
  if (retType == "both")
    return Type(TupleType::get(data.getContext(), {values, indices}));
  if (retType == "values")
    return values;
  if (retType == "indices")
    return indices;
  return emitOptionalError(loc, relayName,
                           ": expected ret_type to be both, values or indices, "
                           "but got ",
                           retType);
}

FailureOr<Type> TopkOp::inferResultType(std::optional<Location> loc,
                                        Adaptor adaptor) {
  int64_t k = std::max<int64_t>(adaptor.getK(), 0);
  return inferTopk(loc, getRelayName(), adaptor.getData().getType(), k,
                   adaptor.getAxis(), adaptor.getRetType(), adaptor.getDtype());
}

FailureOr<Type> relay::inferSparseToDense(std::optional<Location> loc,
                                          StringRef relayName, Type indices,
                                          Type values, Type defaultValue,
                                          ArrayRef<int64_t> shape) {
  auto valuesType = cast<RankedTensorType>(values);
  if (cast<RankedTensorType>(indices).getRank() > 2)
    return emitOptionalError(loc, relayName,
                             ": expected sparse_indices of rank 0, 1 or 2, but "
                             "got ",
                             indices);
  if (valuesType.getRank() > 1)
    return emitOptionalError(
        loc, relayName, ": expected sparse_values of rank 0 or 1, but got ",
        values);
  // As in TVM, its element type may be another one.
  if (cast<RankedTensorType>(defaultValue).getRank() != 0)
    return emitOptionalError(loc, relayName,
                             ": expected a scalar as default_value, but got ",
                             defaultValue);
  return Type(RankedTensorType::get(shape, valuesType.getElementType()));
}

FailureOr<Type> SparseToDenseOp::inferResultType(std::optional<Location> loc,
                                                 Adaptor adaptor) {
  Type indices = adaptor.getSparseIndices().getType();
  Type values = adaptor.getSparseValues().getType();
  ArrayRef<int64_t> shape = adaptor.getOutputShape();
  // Reports an error if the operand is not a shape.
  if (failed(inferCreation(loc, getRelayName(), shape,
                           getElementTypeOrSelf(values))))
    return failure();
  FailureOr<Type> result =
      inferSparseToDense(loc, getRelayName(), indices, values,
                         adaptor.getDefaultValue().getType(), shape);
  if (failed(result))
    return failure();
  auto indicesType = cast<RankedTensorType>(indices);
  auto valuesType = cast<RankedTensorType>(values);
  int64_t rank = indicesType.getRank() == 2 ? indicesType.getDimSize(1) : 1;
  if (ShapedType::isStatic(rank) && rank != static_cast<int64_t>(shape.size()))
    return emitOptionalError(loc, getRelayName(),
                             ": expected sparse_indices for ", shape.size(),
                             " dimensions, but got ", indices);
  if (valuesType.getRank() == 1) {
    int64_t count = indicesType.getRank() == 0 ? 1 : indicesType.getDimSize(0);
    int64_t given = valuesType.getDimSize(0);
    if (count != given && ShapedType::isStatic(count) &&
        ShapedType::isStatic(given))
      return emitOptionalError(loc, getRelayName(), ": expected ", count,
                               " sparse_values, but got ", values);
  }
  return result;
}

FailureOr<Type> relay::inferOneHot(std::optional<Location> loc,
                                   StringRef relayName, Type indices,
                                   Type onValue, Type offValue, int64_t depth,
                                   int64_t axis, Type dtype) {
  auto type = cast<RankedTensorType>(indices);
  if (!isa<IntegerType>(type.getElementType()))
    return emitOptionalError(loc, relayName,
                             ": expected indices of integers, but got ", type);
  for (Type value : {onValue, offValue})
    if (cast<RankedTensorType>(value).getRank() != 0)
      return emitOptionalError(loc, relayName,
                               ": expected on_value and off_value without "
                               "dimensions, but got ",
                               value);
  if (ShapedType::isStatic(depth) && depth < 1)
    return emitOptionalError(loc, relayName,
                             ": expected depth of at least 1, but got ", depth);
  FailureOr<int64_t> dim =
      normalizeAxis(loc, relayName, "axis", axis, type.getRank() + 1);
  if (failed(dim) || failed(checkElementType(loc, relayName, "dtype", dtype)))
    return failure();
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin() + *dim, depth);
  return Type(type.clone(shape, dtype));
}

FailureOr<Type> OneHotOp::inferResultType(std::optional<Location> loc,
                                          Adaptor adaptor) {
  return inferOneHot(loc, getRelayName(), adaptor.getIndices().getType(),
                     adaptor.getOnValue().getType(),
                     adaptor.getOffValue().getType(), adaptor.getDepth(),
                     adaptor.getAxis(), adaptor.getDtype());
}
