//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dense products, padding and other nn operators: type inference.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Support/Counts.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

/// Whether two sizes can be the same at run time.
static bool mayBeEqual(int64_t a, int64_t b) {
  return ShapedType::isDynamic(a) || ShapedType::isDynamic(b) || a == b;
}

//===----------------------------------------------------------------------===//
// NNDenseOp, NNMatmulOp
//===----------------------------------------------------------------------===//

namespace {
/// The common attributes of nn.matmul and nn.dense.
struct MatmulAttributes {
  /// Those of an operator like `nn.dense`.
  MatmulAttributes(StringRef relayName, std::optional<int64_t> units,
                   std::optional<Type> outDType)
      : relayName(relayName), lhsName("data"), rhsName("weight"), units(units),
        outDType(outDType), transposeA(false), transposeB(true) {}
  explicit MatmulAttributes(NNDenseOp::Adaptor adaptor)
      : MatmulAttributes(NNDenseOp::getRelayName(), adaptor.getUnits(),
                         adaptor.getOutDtype()) {}
  explicit MatmulAttributes(NNMatmulOp::Adaptor adaptor)
      : relayName(NNMatmulOp::getRelayName()), lhsName("tensor_a"),
        rhsName("tensor_b"), units(adaptor.getUnits()),
        outDType(adaptor.getOutDtype()), transposeA(adaptor.getTransposeA()),
        transposeB(adaptor.getTransposeB()) {}

  StringRef relayName, lhsName, rhsName;
  std::optional<int64_t> units;
  std::optional<Type> outDType;
  bool transposeA, transposeB;
};
} // namespace

/// The size of the dimension of `lhs` over which a product sums.
static FailureOr<int64_t> inferDepth(std::optional<Location> loc,
                                     const MatmulAttributes &attributes,
                                     RankedTensorType lhs) {
  int64_t minRank = attributes.transposeA ? 2 : 1;
  if (lhs.getRank() < minRank)
    return emitOptionalError(loc, attributes.relayName, ": expected ",
                             attributes.lhsName, " with at least ",
                             formatCount(minRank, "dimension"), ", but got ",
                             lhs);
  return lhs.getDimSize(lhs.getRank() - minRank);
}

/// Checks `rhs` against `lhs`, whose inferDepth is `depth`. Sets `rhs` if it is
/// unknown and `units` is given.
static LogicalResult inferRhs(std::optional<Location> loc,
                              const MatmulAttributes &attributes,
                              RankedTensorType lhs, int64_t depth, Type &rhs) {
  if (attributes.units && *attributes.units < 0)
    return emitOptionalError(loc, attributes.relayName,
                             ": expected units of 0 or more, but got ",
                             *attributes.units);
  if (isa<UnknownType>(rhs) && !attributes.units)
    return success();
  SmallVector<int64_t> shape{attributes.units.value_or(ShapedType::kDynamic),
                             depth};
  if (!attributes.transposeB)
    std::swap(shape[0], shape[1]);
  // The element type is that of `lhs` only if nothing else is known.
  Type elementType = isa<UnknownType>(rhs)
                         ? lhs.getElementType()
                         : cast<RankedTensorType>(rhs).getElementType();
  return inferOperand(loc, attributes.relayName, attributes.rhsName,
                      RankedTensorType::get(shape, elementType), rhs);
}

static FailureOr<Type> inferMatmul(std::optional<Location> loc,
                                   const MatmulAttributes &attributes,
                                   Type lhsType, Type rhsType) {
  auto lhs = cast<RankedTensorType>(lhsType);
  FailureOr<int64_t> depth = inferDepth(loc, attributes, lhs);
  if (failed(depth) || failed(inferRhs(loc, attributes, lhs, *depth, rhsType)))
    return failure();
  Type elementType = attributes.outDType.value_or(lhs.getElementType());
  if (failed(checkElementType(loc, attributes.relayName, "out_dtype",
                              elementType)))
    return failure();
  SmallVector<int64_t> shape(lhs.getShape());
  if (attributes.transposeA)
    shape[shape.size() - 2] = shape.back();
  auto rhs = cast<RankedTensorType>(rhsType);
  shape.back() =
      attributes.units.value_or(rhs.getDimSize(attributes.transposeB ? 0 : 1));
  return Type(RankedTensorType::get(shape, elementType));
}

/// Infers the second operand of a product.
template <typename OpTy>
static LogicalResult inferMatmulOperands(std::optional<Location> loc,
                                         SmallVectorImpl<Type> &operandTypes,
                                         DictionaryAttr attributes,
                                         OpaqueProperties properties) {
  auto lhs = dyn_cast<RankedTensorType>(operandTypes[0]);
  if (!lhs)
    return success();
  MatmulAttributes matmul(
      typename OpTy::Adaptor(ValueRange(), attributes, properties));
  FailureOr<int64_t> depth = inferDepth(loc, matmul, lhs);
  if (failed(depth))
    return failure();
  return inferRhs(loc, matmul, lhs, *depth, operandTypes[1]);
}

FailureOr<Type> relay::inferDense(std::optional<Location> loc,
                                  StringRef relayName, Type data, Type weight,
                                  std::optional<int64_t> units,
                                  std::optional<Type> outDType) {
  return inferMatmul(loc, MatmulAttributes(relayName, units, outDType), data,
                     weight);
}

FailureOr<Type> NNDenseOp::inferResultType(std::optional<Location> loc,
                                           Adaptor adaptor) {
  return inferDense(loc, getRelayName(), adaptor.getData().getType(),
                    adaptor.getWeight().getType(), adaptor.getUnits(),
                    adaptor.getOutDtype());
}

LogicalResult NNDenseOp::inferOperandTypes(std::optional<Location> loc,
                                           SmallVectorImpl<Type> &operandTypes,
                                           DictionaryAttr attributes,
                                           OpaqueProperties properties) {
  return inferMatmulOperands<NNDenseOp>(loc, operandTypes, attributes,
                                        properties);
}

FailureOr<Type> NNMatmulOp::inferResultType(std::optional<Location> loc,
                                            Adaptor adaptor) {
  return inferMatmul(loc, MatmulAttributes(adaptor),
                     adaptor.getTensorA().getType(),
                     adaptor.getTensorB().getType());
}

LogicalResult NNMatmulOp::inferOperandTypes(std::optional<Location> loc,
                                            SmallVectorImpl<Type> &operandTypes,
                                            DictionaryAttr attributes,
                                            OpaqueProperties properties) {
  return inferMatmulOperands<NNMatmulOp>(loc, operandTypes, attributes,
                                         properties);
}

//===----------------------------------------------------------------------===//
// NNBatchMatmulOp
//===----------------------------------------------------------------------===//

FailureOr<Type> relay::inferBatchMatmul(std::optional<Location> loc,
                                        StringRef relayName, Type aType,
                                        Type bType,
                                        std::optional<Type> outDType,
                                        std::pair<bool, bool> transposed) {
  auto a = cast<RankedTensorType>(aType), b = cast<RankedTensorType>(bType);
  auto [transposeA, transposeB] = transposed;
  if (a.getRank() != 3 || b.getRank() != 3)
    return emitOptionalError(loc, relayName,
                             ": expected tensors of rank 3, but got ", a,
                             " and ", b);
  int64_t depthA = a.getDimSize(transposeA ? 1 : 2);
  int64_t depthB = b.getDimSize(transposeB ? 2 : 1);
  if (!mayBeEqual(depthA, depthB))
    return emitOptionalError(loc, relayName,
                             ": expected the same size in the dimensions to "
                             "sum over, but got ",
                             depthA, " and ", depthB);
  int64_t batchA = a.getDimSize(0), batchB = b.getDimSize(0);
  if (!mayBeEqual(batchA, batchB) && batchA != 1 && batchB != 1)
    return emitOptionalError(loc, relayName,
                             ": expected batches of the same size or of size "
                             "1, but got ",
                             batchA, " and ", batchB);
  Type elementType = outDType.value_or(a.getElementType());
  if (failed(checkElementType(loc, relayName, "out_dtype", elementType)))
    return failure();
  // As in TVM, a dynamic batch stays dynamic whatever the other one is.
  bool isDynamic =
      ShapedType::isDynamic(batchA) || ShapedType::isDynamic(batchB);
  int64_t batch = isDynamic     ? ShapedType::kDynamic
                  : batchA == 1 ? batchB
                                : batchA;
  return Type(RankedTensorType::get({batch, a.getDimSize(transposeA ? 2 : 1),
                                     b.getDimSize(transposeB ? 1 : 2)},
                                    elementType));
}

FailureOr<Type> NNBatchMatmulOp::inferResultType(std::optional<Location> loc,
                                                 Adaptor adaptor) {
  return inferBatchMatmul(loc, getRelayName(), adaptor.getTensorA().getType(),
                          adaptor.getTensorB().getType(), adaptor.getOutDtype(),
                          {adaptor.getTransposeA(), adaptor.getTransposeB()});
}

//===----------------------------------------------------------------------===//
// NNBiasAddOp, NNPReluOp
//===----------------------------------------------------------------------===//

/// Checks `vector`, the operand `name`, against dimension `axis` of `data`.
/// Sets it if it is unknown.
static LogicalResult inferVector(std::optional<Location> loc,
                                 StringRef relayName, StringRef name,
                                 RankedTensorType data, int64_t axis,
                                 Type &vector) {
  FailureOr<int64_t> dim =
      normalizeAxis(loc, relayName, "axis", axis, data.getRank());
  if (failed(dim))
    return failure();
  return inferOperand(
      loc, relayName, name,
      RankedTensorType::get({data.getDimSize(*dim)}, data.getElementType()),
      vector);
}

FailureOr<Type> NNBiasAddOp::inferResultType(std::optional<Location> loc,
                                             Adaptor adaptor) {
  Type data = adaptor.getData().getType(), bias = adaptor.getBias().getType();
  if (failed(inferVector(loc, getRelayName(), "bias",
                         cast<RankedTensorType>(data), adaptor.getAxis(),
                         bias)))
    return failure();
  return data;
}

LogicalResult NNBiasAddOp::inferOperandTypes(
    std::optional<Location> loc, SmallVectorImpl<Type> &operandTypes,
    DictionaryAttr attributes, OpaqueProperties properties) {
  auto data = dyn_cast<RankedTensorType>(operandTypes[0]);
  if (!data)
    return success();
  Adaptor adaptor(ValueRange(), attributes, properties);
  return inferVector(loc, getRelayName(), "bias", data, adaptor.getAxis(),
                     operandTypes[1]);
}

FailureOr<Type> NNPReluOp::inferResultType(std::optional<Location> loc,
                                           Adaptor adaptor) {
  Type data = adaptor.getData().getType(), alpha = adaptor.getAlpha().getType();
  if (failed(inferVector(loc, getRelayName(), "alpha",
                         cast<RankedTensorType>(data), adaptor.getAxis(),
                         alpha)))
    return failure();
  return data;
}

LogicalResult NNPReluOp::inferOperandTypes(std::optional<Location> loc,
                                           SmallVectorImpl<Type> &operandTypes,
                                           DictionaryAttr attributes,
                                           OpaqueProperties properties) {
  auto data = dyn_cast<RankedTensorType>(operandTypes[0]);
  if (!data)
    return success();
  Adaptor adaptor(ValueRange(), attributes, properties);
  return inferVector(loc, getRelayName(), "alpha", data, adaptor.getAxis(),
                     operandTypes[1]);
}

//===----------------------------------------------------------------------===//
// NNBatchFlattenOp, NNPadOp
//===----------------------------------------------------------------------===//

FailureOr<Type> NNBatchFlattenOp::inferResultType(std::optional<Location> loc,
                                                  Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  if (data.getRank() == 0)
    return emitOptionalError(loc, getRelayName(),
                             ": expected data with at least 1 dimension, but "
                             "got ",
                             data);
  int64_t columns = 1;
  for (int64_t extent : data.getShape().drop_front()) {
    if (ShapedType::isDynamic(extent)) {
      columns = extent;
      break;
    }
    std::optional<int64_t> product = llvm::checkedMul(columns, extent);
    if (!product)
      return emitOptionalError(loc, getRelayName(),
                               ": the number of columns exceeds 64 bits");
    columns = *product;
  }
  return Type(data.clone({data.getDimSize(0), columns}));
}

FailureOr<SmallVector<std::pair<int64_t, int64_t>>>
relay::inferPadWidths(std::optional<Location> loc, StringRef relayName,
                      ArrayAttr padWidth, int64_t rank) {
  if (static_cast<int64_t>(padWidth.size()) != rank)
    return emitOptionalError(loc, relayName, ": expected pad_width to have ",
                             rank, " pairs, but got ", padWidth.size());
  SmallVector<std::pair<int64_t, int64_t>> widths;
  for (auto [i, attribute] : llvm::enumerate(padWidth)) {
    ArrayRef<int64_t> pair = cast<DenseI64ArrayAttr>(attribute);
    if (pair.size() != 2)
      return emitOptionalError(loc, relayName,
                               ": expected pad_width to hold pairs, but entry ",
                               i, " has ", formatCount(pair.size(), "element"));
    // Sums of widths must not overflow.
    for (int64_t width : pair)
      if (!llvm::isInt<32>(width))
        return emitOptionalError(
            loc, relayName, ": expected pad_width of 32 bits, but got ", width);
    widths.emplace_back(pair[0], pair[1]);
  }
  return widths;
}

/// Checks that there is an element for `mode` to repeat.
static LogicalResult checkPadMode(std::optional<Location> loc,
                                  StringRef relayName, StringRef mode,
                                  int64_t dim, int64_t extent,
                                  std::pair<int64_t, int64_t> widths) {
  if (mode == "constant" || extent != 0 ||
      std::max(widths.first, widths.second) <= 0)
    return success();
  return emitOptionalError(loc, relayName, ": expected elements in dimension ",
                           dim, " for pad_mode \"", mode, "\", but got none");
}

LogicalResult relay::checkPadModeName(std::optional<Location> loc,
                                      StringRef relayName, StringRef mode) {
  if (mode == "constant" || mode == "edge" || mode == "reflect")
    return success();
  return emitOptionalError(loc, relayName,
                           ": expected pad_mode to be one of \"constant\", "
                           "\"edge\", \"reflect\", but got \"",
                           mode, "\"");
}

FailureOr<Type> NNPadOp::inferResultType(std::optional<Location> loc,
                                         Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto padValue = cast<RankedTensorType>(adaptor.getPadValue().getType());
  if (llvm::any_of(padValue.getShape(), [](int64_t d) { return d != 1; }))
    return emitOptionalError(loc, getRelayName(),
                             ": expected pad_value with one element, but got ",
                             padValue);
  StringRef mode = adaptor.getPadMode();
  if (failed(checkPadModeName(loc, getRelayName(), mode)))
    return failure();
  auto widths = inferPadWidths(loc, getRelayName(), adaptor.getPadWidth(),
                               data.getRank());
  if (failed(widths))
    return failure();
  SmallVector<int64_t> shape(data.getShape());
  for (auto [dim, pair] : llvm::enumerate(*widths)) {
    if (failed(checkPadMode(loc, getRelayName(), mode, dim, shape[dim], pair)))
      return failure();
    if (ShapedType::isDynamic(shape[dim]))
      continue;
    std::optional<int64_t> extent =
        llvm::checkedAdd(shape[dim], pair.first + pair.second);
    if (!extent || *extent < 0)
      return emitOptionalError(
          loc, getRelayName(), ": pad_width [", pair.first, ", ", pair.second,
          "] is out of range for dimension ", dim, " of size ", shape[dim]);
    shape[dim] = *extent;
  }
  return Type(data.clone(shape));
}

FailureOr<Type> NNMirrorPadOp::inferResultType(std::optional<Location> loc,
                                               Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  StringRef mode = adaptor.getMode();
  if (mode != "SYMMETRIC" && mode != "REFLECT")
    return emitOptionalError(
        loc, getRelayName(),
        ": expected mode to be SYMMETRIC or REFLECT, but got \"", mode, "\"");
  auto widths = inferPadWidths(loc, getRelayName(), adaptor.getPadWidth(),
                               data.getRank());
  if (failed(widths))
    return failure();
  SmallVector<int64_t> shape(data.getShape());
  for (auto [dim, pair] : llvm::enumerate(*widths)) {
    if (pair.first < 0 || pair.second < 0)
      return emitOptionalError(loc, getRelayName(),
                               ": expected pad_width of 0 or more, but got [",
                               pair.first, ", ", pair.second, "]");
    if (failed(checkPadMode(loc, getRelayName(), mode, dim, shape[dim], pair)))
      return failure();
    if (ShapedType::isDynamic(shape[dim]))
      continue;
    std::optional<int64_t> extent =
        llvm::checkedAdd(shape[dim], pair.first + pair.second);
    if (!extent)
      return emitOptionalError(loc, getRelayName(), ": a size exceeds 64 bits");
    shape[dim] = *extent;
  }
  return Type(data.clone(shape));
}

FailureOr<Type> NNDilateOp::inferResultType(std::optional<Location> loc,
                                            Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  ArrayRef<int64_t> strides = adaptor.getStrides();
  if (failed(checkNumbers(loc, getRelayName(), "strides", strides,
                          static_cast<size_t>(data.getRank()), 1)))
    return failure();
  SmallVector<int64_t> shape(data.getShape());
  for (auto [extent, stride] : llvm::zip_equal(shape, strides)) {
    // Nothing stays nothing.
    if (ShapedType::isDynamic(extent) || extent == 0)
      continue;
    std::optional<int64_t> dilated =
        llvm::checkedMulAdd<int64_t>(extent - 1, stride, 1);
    if (!dilated)
      return emitOptionalError(loc, getRelayName(), ": a size exceeds 64 bits");
    extent = *dilated;
  }
  return Type(data.clone(shape));
}

FailureOr<Type> NNFifoBufferOp::inferResultType(std::optional<Location> loc,
                                                Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto buffer = cast<RankedTensorType>(adaptor.getBuffer().getType());
  FailureOr<int64_t> axis = normalizeAxis(loc, getRelayName(), "axis",
                                          adaptor.getAxis(), buffer.getRank());
  if (failed(axis))
    return failure();
  SmallVector<int64_t> shape(buffer.getShape());
  if (data.getRank() == buffer.getRank())
    shape[*axis] = data.getDimSize(*axis);
  Type given = data;
  if (failed(inferOperand(loc, getRelayName(), "data", buffer.clone(shape),
                          given)))
    return failure();
  int64_t room = buffer.getDimSize(*axis);
  if (ShapedType::isStatic(room) && ShapedType::isStatic(shape[*axis]) &&
      shape[*axis] > room)
    return emitOptionalError(loc, getRelayName(), ": expected data of at most ",
                             room, " elements along axis ", *axis, ", but got ",
                             shape[*axis]);
  return Type(buffer);
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

uint64_t relay::estimateMatmulWork(Type result, Type lhs, unsigned fromEnd) {
  auto type = dyn_cast<RankedTensorType>(lhs);
  if (!type || type.getRank() <= fromEnd)
    return 0;
  int64_t reduced = type.getDimSize(type.getRank() - 1 - fromEnd);
  return llvm::SaturatingMultiply(countElements(result),
                                  multiplyExtents(reduced));
}

uint64_t NNBatchMatmulOp::estimateOwnWork() {
  return estimateMatmulWork(getType(), getTensorA().getType(),
                            getTransposeA() ? 1 : 0);
}

uint64_t NNDenseOp::estimateOwnWork() {
  return estimateMatmulWork(getType(), getData().getType(), 0);
}

uint64_t NNMatmulOp::estimateOwnWork() {
  return estimateMatmulWork(getType(), getTensorA().getType(),
                            getTransposeA() ? 1 : 0);
}
