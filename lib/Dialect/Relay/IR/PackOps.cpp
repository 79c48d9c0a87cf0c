//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators on packed tensors: type inference.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

/// Checks the number `value`, the attribute `name`.
static LogicalResult checkAttribute(std::optional<Location> loc,
                                    StringRef relayName, StringRef name,
                                    int64_t value, int64_t min, int64_t max) {
  if (value >= min && value <= max)
    return success();
  return emitOptionalError(loc, relayName, ": expected ", name, " in [", min,
                           ", ", max, "], but got ", value);
}

/// Checks the rank of `type`, the operand `name`.
static FailureOr<RankedTensorType> checkRank(std::optional<Location> loc,
                                             StringRef relayName,
                                             StringRef name, Type type,
                                             int64_t rank) {
  auto tensor = cast<RankedTensorType>(type);
  if (tensor.getRank() == rank)
    return tensor;
  return emitOptionalError(loc, relayName, ": expected ", name, " with ", rank,
                           " dimensions, but got ", tensor);
}

//===----------------------------------------------------------------------===//
// AutoSchedulerLayoutTransformOp
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<AutoSchedulerLayoutTransformOp::Dim>>
AutoSchedulerLayoutTransformOp::parseLayout(std::optional<Location> loc,
                                            StringRef name, StringRef text) {
  SmallVector<Dim> dims;
  StringRef rest = text;
  bool isValid = !text.empty();
  while (isValid && !rest.empty()) {
    Dim dim;
    bool hasExtent = !rest.consumeInteger(10, dim.extent) && dim.extent > 0;
    dim.name = rest.take_while(llvm::isAlpha);
    rest = rest.drop_front(dim.name.size());
    isValid = hasExtent && !dim.name.empty();
    dims.push_back(dim);
  }
  if (isValid)
    return dims;
  return emitOptionalError(loc, getRelayName(), ": expected ", name,
                           " to be a list of sizes and names, such as "
                           "\"4n8h\", but got \"",
                           text, "\"");
}

/// The product of the sizes of the dimensions `name`, or none if it is too
/// large.
static std::optional<int64_t>
getExtent(ArrayRef<AutoSchedulerLayoutTransformOp::Dim> dims, StringRef name) {
  std::optional<int64_t> extent = 1;
  for (const auto &dim : dims)
    if (extent && dim.name == name)
      extent = llvm::checkedMul(*extent, dim.extent);
  return extent;
}

FailureOr<Type>
AutoSchedulerLayoutTransformOp::inferResultType(std::optional<Location> loc,
                                                Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto source = parseLayout(loc, "src_layout", adaptor.getSrcLayout());
  if (failed(source))
    return failure();
  auto target = parseLayout(loc, "dst_layout", adaptor.getDstLayout());
  if (failed(target))
    return failure();
  SmallVector<int64_t> sourceShape, shape;
  for (const Dim &dim : *source)
    sourceShape.push_back(dim.extent);
  Type expected = RankedTensorType::get(sourceShape, data.getElementType());
  Type given = data;
  if (failed(inferOperand(loc, getRelayName(), "data", expected, given)))
    return failure();
  for (const Dim &dim : *source)
    if (getExtent(*target, dim.name) != dim.extent)
      return emitOptionalError(loc, getRelayName(),
                               ": expected dst_layout to split dimension \"",
                               dim.name, "\" of size ", dim.extent,
                               ", but got \"", adaptor.getDstLayout(), "\"");
  for (const Dim &dim : *target) {
    if (llvm::count_if(*source, [&](const Dim &other) {
          return other.name == dim.name;
        }) != 1)
      return emitOptionalError(
          loc, getRelayName(), ": expected src_layout with one dimension \"",
          dim.name, "\", but got \"", adaptor.getSrcLayout(), "\"");
    shape.push_back(dim.extent);
  }
  return Type(RankedTensorType::get(shape, data.getElementType()));
}

//===----------------------------------------------------------------------===//
// MetaScheduleLayoutTransformOp
//===----------------------------------------------------------------------===//

/// The least and the largest value of `expr` for indices below the sizes
/// `shape`. None if it overflows or divides by what is not a positive constant.
static std::optional<std::pair<int64_t, int64_t>>
getBounds(AffineExpr expr, ArrayRef<int64_t> shape) {
  using Bounds = std::optional<std::pair<int64_t, int64_t>>;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Bounds({constant.getValue(), constant.getValue()});
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return Bounds({0, std::max<int64_t>(shape[dim.getPosition()] - 1, 0)});
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  Bounds x = getBounds(binary.getLHS(), shape),
         y = getBounds(binary.getRHS(), shape);
  if (!x || !y)
    return std::nullopt;
  auto pack = [](std::optional<int64_t> least,
                 std::optional<int64_t> largest) -> Bounds {
    if (!least || !largest)
      return std::nullopt;
    return Bounds({*least, *largest});
  };
  auto [least, largest] = *x;
  if (expr.getKind() == AffineExprKind::Add)
    return pack(llvm::checkedAdd(least, y->first),
                llvm::checkedAdd(largest, y->second));
  // One factor, and every divisor, is a constant.
  int64_t number = y->first;
  if (number != y->second)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Mul) {
    if (number < 0)
      std::swap(least, largest);
    return pack(llvm::checkedMul(least, number),
                llvm::checkedMul(largest, number));
  }
  if (number < 1)
    return std::nullopt;
  switch (expr.getKind()) {
  case AffineExprKind::FloorDiv:
    return Bounds({llvm::divideFloorSigned(least, number),
                   llvm::divideFloorSigned(largest, number)});
  case AffineExprKind::CeilDiv:
    return Bounds({llvm::divideCeilSigned(least, number),
                   llvm::divideCeilSigned(largest, number)});
  case AffineExprKind::Mod:
    if (least >= 0 && largest < number)
      return x;
    return Bounds({0, number - 1});
  default:
    return std::nullopt;
  }
}

FailureOr<Type>
MetaScheduleLayoutTransformOp::inferResultType(std::optional<Location> loc,
                                               Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  AffineMap map = adaptor.getIndexMap();
  if (static_cast<int64_t>(map.getNumDims()) != data.getRank() ||
      map.getNumSymbols() != 0)
    return emitOptionalError(loc, getRelayName(),
                             ": expected index_map of as many indices as data "
                             "has dimensions, ",
                             data.getRank(), ", but got ",
                             adaptor.getIndexMapAttr());
  if (!data.hasStaticShape())
    return emitOptionalError(loc, getRelayName(),
                             ": expected data of static shape, but got ", data);
  SmallVector<int64_t> shape;
  for (AffineExpr expr : map.getResults()) {
    auto bounds = getBounds(expr, data.getShape());
    if (!bounds || bounds->first != 0 || bounds->second == INT64_MAX)
      return emitOptionalError(loc, getRelayName(),
                               ": expected index_map to count from 0, but got ",
                               adaptor.getIndexMapAttr());
    shape.push_back(bounds->second + 1);
  }
  if (multiplyExtents(shape) != multiplyExtents(data.getShape()))
    return emitOptionalError(loc, getRelayName(),
                             ": expected index_map to keep the number of "
                             "elements of data, ",
                             data, ", but got ", adaptor.getIndexMapAttr());
  return Type(data.clone(shape));
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

/// TVM packs at most this number of bits of an element.
static constexpr int64_t maxBits = 8;

FailureOr<Type> NNBitpackOp::inferResultType(std::optional<Location> loc,
                                             Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  int64_t rank = data.getRank(), packAxis = adaptor.getPackAxis();
  int64_t bitAxis = adaptor.getBitAxis(), bits = adaptor.getBits();
  if (failed(checkAttribute(loc, getRelayName(), "bits", bits, 1, maxBits)) ||
      failed(checkAttribute(loc, getRelayName(), "pack_axis", packAxis, 0,
                            rank - 1)) ||
      failed(checkAttribute(loc, getRelayName(), "bit_axis", bitAxis, 0, rank)))
    return failure();
  auto word = dyn_cast<IntegerType>(adaptor.getPackType());
  if (!word || !word.isUnsigned() || !isElementType(word))
    return emitOptionalError(loc, getRelayName(),
                             ": expected pack_type to be an unsigned integer "
                             "of 8, 16, 32 or 64 bits, but got ",
                             adaptor.getPackType());
  SmallVector<int64_t> shape(data.getShape());
  int64_t &extent = shape[packAxis];
  if (!ShapedType::isDynamic(extent)) {
    if (extent % word.getWidth() != 0)
      return emitOptionalError(loc, getRelayName(), ": expected dimension ",
                               packAxis, " of data to be a multiple of ",
                               word.getWidth(), ", but got ", data);
    extent /= word.getWidth();
  }
  shape.insert(shape.begin() + bitAxis, bits);
  return Type(RankedTensorType::get(shape, word));
}

/// Checks the two numbers of bits of a bitserial operator.
static LogicalResult checkBits(std::optional<Location> loc, StringRef relayName,
                               StringRef name, int64_t bits,
                               int64_t weightBits) {
  return failure(
      failed(checkAttribute(loc, relayName, name, bits, 1, maxBits)) ||
      failed(checkAttribute(loc, relayName, "weight_bits", weightBits, 1,
                            maxBits)));
}

/// The element type of a result: that of the attribute `out_dtype`, or that of
/// `data`.
static FailureOr<Type> inferOutDType(std::optional<Location> loc,
                                     StringRef relayName,
                                     std::optional<Type> outDType,
                                     RankedTensorType data) {
  Type elementType = outDType.value_or(data.getElementType());
  if (failed(checkElementType(loc, relayName, "out_dtype", elementType)))
    return failure();
  return elementType;
}

FailureOr<Type> NNBitserialDenseOp::inferResultType(std::optional<Location> loc,
                                                    Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  if (data.getRank() == 0)
    return emitOptionalError(
        loc, getRelayName(),
        ": expected data with at least one dimension, but got ", data);
  if (!adaptor.getUnits())
    return emitOptionalError(loc, getRelayName(), ": expected units");
  // Attributes are read as unsigned.
  int64_t units = static_cast<int64_t>(*adaptor.getUnits());
  if (failed(
          checkAttribute(loc, getRelayName(), "units", units, 0, INT32_MAX)) ||
      failed(checkBits(loc, getRelayName(), "data_bits", adaptor.getDataBits(),
                       adaptor.getWeightBits())))
    return failure();
  FailureOr<Type> elementType =
      inferOutDType(loc, getRelayName(), adaptor.getOutDtype(), data);
  if (failed(elementType))
    return failure();
  SmallVector<int64_t> shape(data.getShape());
  shape.back() = units;
  return Type(RankedTensorType::get(shape, *elementType));
}

FailureOr<Type>
NNBitserialConv2dOp::inferResultType(std::optional<Location> loc,
                                     Adaptor adaptor) {
  if (failed(checkBits(loc, getRelayName(), "activation_bits",
                       adaptor.getActivationBits(), adaptor.getWeightBits())))
    return failure();
  static constexpr int64_t ones[] = {1, 1};
  ConvAttributes attributes;
  attributes.relayName = getRelayName();
  attributes.spatialNames = "HW";
  attributes.strides = adaptor.getStrides();
  attributes.padding = adaptor.getPadding();
  attributes.dilation = ones;
  attributes.groups = 1;
  attributes.channels = adaptor.getChannels();
  attributes.kernelSize = adaptor.getKernelSize();
  attributes.dataLayout = adaptor.getDataLayout();
  attributes.kernelLayout = adaptor.getKernelLayout();
  attributes.outDType = adaptor.getOutDtype();
  return inferPackedConv(loc, attributes, adaptor.getData().getType());
}

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

FailureOr<Type>
NNContribDensePackOp::inferResultType(std::optional<Location> loc,
                                      Adaptor adaptor) {
  FailureOr<RankedTensorType> data =
      checkRank(loc, getRelayName(), "data", adaptor.getData().getType(), 2);
  if (failed(data))
    return failure();
  auto weight = cast<RankedTensorType>(adaptor.getWeight().getType());
  if (weight.getRank() != 3 && weight.getRank() != 4)
    return emitOptionalError(
        loc, getRelayName(),
        ": expected weight with 3 or 4 dimensions, but got ", weight);
  FailureOr<Type> elementType =
      inferOutDType(loc, getRelayName(), adaptor.getOutDtype(), *data);
  if (failed(elementType))
    return failure();
  int64_t numBlocks = weight.getDimSize(0), block = weight.getDimSize(2);
  int64_t units = ShapedType::kDynamic;
  if (!ShapedType::isDynamic(numBlocks) && !ShapedType::isDynamic(block)) {
    std::optional<int64_t> product = llvm::checkedMul(numBlocks, block);
    if (!product)
      return emitOptionalError(loc, getRelayName(),
                               ": the rows of weight are too many: ", weight);
    units = *product;
  }
  return Type(
      RankedTensorType::get({data->getDimSize(0), units}, *elementType));
}

/// The size of a kernel of `extent` elements for tiles of `tileSize` results.
static int64_t addTile(int64_t extent, int64_t tileSize) {
  return ShapedType::isDynamic(extent) ? extent : extent + (tileSize - 1);
}

FailureOr<Type> NNContribConv2dWinogradWeightTransformOp::inferResultType(
    std::optional<Location> loc, Adaptor adaptor) {
  FailureOr<RankedTensorType> weight = checkRank(
      loc, getRelayName(), "weight", adaptor.getWeight().getType(), 4);
  int64_t tile = adaptor.getTileSize();
  if (failed(weight) || failed(checkAttribute(loc, getRelayName(), "tile_size",
                                              tile, 1, INT32_MAX)))
    return failure();
  ArrayRef<int64_t> shape = weight->getShape();
  return Type(RankedTensorType::get(
      {addTile(shape[2], tile), addTile(shape[3], tile), shape[0], shape[1]},
      weight->getElementType()));
}

FailureOr<Type> NNContribConv3dWinogradWeightTransformOp::inferResultType(
    std::optional<Location> loc, Adaptor adaptor) {
  FailureOr<RankedTensorType> weight = checkRank(
      loc, getRelayName(), "weight", adaptor.getWeight().getType(), 5);
  int64_t tile = adaptor.getTileSize();
  if (failed(weight) || failed(checkAttribute(loc, getRelayName(), "tile_size",
                                              tile, 1, INT32_MAX)))
    return failure();
  ArrayRef<int64_t> shape = weight->getShape();
  int64_t depth = shape[2];
  if (ShapedType::isDynamic(depth))
    return emitOptionalError(loc, getRelayName(),
                             ": expected weight of known depth, but got ",
                             *weight);
  int64_t height = addTile(shape[3], tile), width = addTile(shape[4], tile);
  SmallVector<int64_t> result{height, width, depth};
  if (isDepthTransformed(depth))
    result = {addTile(depth, tile), height, width};
  result.append({shape[0], shape[1]});
  return Type(RankedTensorType::get(result, weight->getElementType()));
}

FailureOr<Type> NNContribConv2dWinogradNNPACKWeightTransformOp::inferResultType(
    std::optional<Location> loc, Adaptor adaptor) {
  FailureOr<RankedTensorType> weight = checkRank(
      loc, getRelayName(), "weight", adaptor.getWeight().getType(), 4);
  if (failed(weight))
    return failure();
  FailureOr<Type> elementType =
      inferOutDType(loc, getRelayName(), adaptor.getOutDtype(), *weight);
  if (failed(elementType))
    return failure();
  return Type(RankedTensorType::get(
      {weight->getDimSize(0), weight->getDimSize(1), 8, 8}, *elementType));
}

FailureOr<Type> NNContribConv2dGemmWeightTransformOp::inferResultType(
    std::optional<Location> loc, Adaptor adaptor) {
  FailureOr<RankedTensorType> weights = checkRank(
      loc, getRelayName(), "weights", adaptor.getWeights().getType(), 4);
  int64_t columns = adaptor.getTile_N(), rows = adaptor.getTile_K();
  if (failed(weights) ||
      failed(checkAttribute(loc, getRelayName(), "tile_N", columns, 1,
                            INT32_MAX)) ||
      failed(checkAttribute(loc, getRelayName(), "tile_K", rows, 1, INT32_MAX)))
    return failure();
  SmallVector<int64_t> shape(2, ShapedType::kDynamic);
  if (int64_t channels = weights->getDimSize(3);
      !ShapedType::isDynamic(channels))
    shape[0] = llvm::divideCeil(channels, columns);
  ArrayRef<int64_t> kernel = weights->getShape().drop_back();
  if (!ShapedType::isDynamicShape(kernel)) {
    std::optional<int64_t> numRows = 1;
    for (int64_t extent : kernel)
      numRows = numRows ? llvm::checkedMul(*numRows, extent) : numRows;
    if (!numRows)
      return emitOptionalError(
          loc, getRelayName(),
          ": the kernels of weights are too large: ", *weights);
    shape[1] = llvm::divideCeil(*numRows, rows * 4) * 4;
  }
  Type elementType = weights->getElementType();
  if (elementType.isInteger(8))
    std::swap(rows, columns);
  shape.append({rows, columns});
  return Type(RankedTensorType::get(shape, elementType));
}
