//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TVM's rules of QnnLegalize, by the keys of targets, and its rule of Legalize
// for quantized operators.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/Layout.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "RelayLite/Dialect/Relay/Transforms/OperatorRules.h"
#include "mlir/IR/BuiltinOps.h"
#include <cmath>

using namespace mlir;
using namespace mlir::relay;

namespace {
/// The operands of a product of quantized tensors.
struct Product {
  Product(Operation *op, ValueRange operands)
      : op(op), data(operands[0]), weight(operands[1]),
        dataZeroPoint(operands[2]), weightZeroPoint(operands[3]),
        scales(operands.take_back(2)) {}

  Type getDataType() const { return getTensorType(data).getElementType(); }
  Type getWeightType() const { return getTensorType(weight).getElementType(); }
  /// The same operator on the present operands.
  Value rebuild(OpBuilder &b) const;

  Operation *op;
  Value data, weight, dataZeroPoint, weightZeroPoint;
  SmallVector<Value> scales;
};
} // namespace

Value Product::rebuild(OpBuilder &b) const {
  Operation *copy = b.clone(*op);
  SmallVector<Value> operands{data, weight, dataZeroPoint, weightZeroPoint};
  llvm::append_range(operands, scales);
  copy->setOperands(operands);
  return copy->getResult(0);
}

static Value buildScalar(OpBuilder &b, Location loc, int32_t value) {
  return ConstantOp::create(
      b, loc, makeScalarConstant(b.getI32Type(), APFloat(double(value))));
}

//===----------------------------------------------------------------------===//
// Products of int16
//===----------------------------------------------------------------------===//

/// The dimension of the weight that counts the channels of the result.
static int64_t getOutputDim(Operation *op) {
  auto conv = dyn_cast<QnnConv2dOp>(op);
  return conv ? conv.getKernelLayout().find('O') : 0;
}

// f(a, b, z, y) -> nn.f(cast(a, i16) - z, cast(b, i16) - y)
static Value multiplyInt16(OpBuilder &b, const Product &product) {
  Location loc = product.op->getLoc();
  Type i16 = b.getI16Type();
  auto subtract = [&](Value value, Value zeroPoint) -> Value {
    Value wide = CastOp::create(b, loc, value, i16);
    Value offset = CastOp::create(b, loc, zeroPoint, i16);
    if (getTensorType(zeroPoint).getRank() == 0)
      return SubtractOp::create(b, loc, wide, offset);
    Value negated = NegativeOp::create(b, loc, offset);
    return NNBiasAddOp::create(b, loc, wide, negated, getOutputDim(product.op));
  };
  Value data = subtract(product.data, product.dataZeroPoint);
  Value weight = subtract(product.weight, product.weightZeroPoint);
  StringRef name = isa<QnnConv2dOp>(product.op) ? NNConv2dOp::getOperationName()
                                                : NNDenseOp::getOperationName();
  // Both operators have the same attributes.
  OperationState state(loc, name, ValueRange{data, weight},
                       product.op->getResultTypes());
  state.propertiesAttr = product.op->getPropertiesAsAttribute();
  return b.create(state)->getResult(0);
}

//===----------------------------------------------------------------------===//
// Products of other bytes
//===----------------------------------------------------------------------===//

/// Moves values and zero point by 128, from one type of 8 bits to the other.
static void shiftTo(OpBuilder &b, Location loc, Type type, Value &value,
                    Value &zeroPoint) {
  int32_t shift = type.isUnsignedInteger() ? 128 : -128;
  value = CastOp::create(b, loc, value, b.getI32Type());
  value = AddOp::create(b, loc, value, buildScalar(b, loc, shift));
  value = CastOp::create(b, loc, value, type);
  auto constant = zeroPoint.getDefiningOp<ConstantOp>();
  if (std::optional<double> number = getConstantScalar(zeroPoint);
      constant && number && getTensorType(zeroPoint).getRank() == 0)
    zeroPoint = buildScalar(b, loc, static_cast<int32_t>(*number) + shift);
  else
    zeroPoint = AddOp::create(b, loc, zeroPoint, buildScalar(b, loc, shift));
}

/// Whether both operands have 8 bits.
static bool hasBytes(const Product &product) {
  return product.getDataType().getIntOrFloatBitWidth() == 8 &&
         product.getWeightType().getIntOrFloatBitWidth() == 8;
}

// f(a, b) -> f(a as dataType, b as weightType)
static Value changeTypes(OpBuilder &b, Product product, Type dataType,
                         Type weightType) {
  if (!hasBytes(product) || (product.getDataType() == dataType &&
                             product.getWeightType() == weightType))
    return {};
  Location loc = product.op->getLoc();
  if (product.getDataType() != dataType)
    shiftTo(b, loc, dataType, product.data, product.dataZeroPoint);
  if (product.getWeightType() != weightType)
    shiftTo(b, loc, weightType, product.weight, product.weightZeroPoint);
  return product.rebuild(b);
}

//===----------------------------------------------------------------------===//
// Rules by keys
//===----------------------------------------------------------------------===//

static Type getByteType(OpBuilder &b, bool isUnsigned) {
  return isUnsigned ? b.getIntegerType(8, /*isSigned=*/false)
                    : Type(b.getIntegerType(8));
}

// VNNI multiplies uint8 with int8.
static FailureOr<Value> legalizeForCPU(OpBuilder &b, Operation *op,
                                       ValueRange operands,
                                       const TargetDescription &target) {
  Product product(op, operands);
  if (!target.hasFeature("sse4.2"))
    return multiplyInt16(b, product);
  return changeTypes(b, product, getByteType(b, /*isUnsigned=*/true),
                     getByteType(b, /*isUnsigned=*/false));
}

/// Whether a convolution has a group for each channel of data and result.
static bool isDepthwise(QnnConv2dOp op) {
  int64_t channels =
      getTensorType(op.getData()).getDimSize(op.getDataLayout().find('C'));
  int64_t outChannels =
      getTensorType(op.getWeight()).getDimSize(op.getKernelLayout().find('O'));
  return channels == outChannels &&
         channels == static_cast<int64_t>(op.getGroups());
}

// Arm multiplies operands of one type.
static FailureOr<Value> legalizeForArm(OpBuilder &b, Operation *op,
                                       ValueRange operands,
                                       const TargetDescription &target) {
  Product product(op, operands);
  auto conv = dyn_cast<QnnConv2dOp>(op);
  bool hasKernels =
      target.hasFeature("dotprod") ||
      (conv && conv.getDataLayout() == "NHWC" && !isDepthwise(conv));
  if (target.hasFeature("neon") && !hasKernels)
    return multiplyInt16(b, product);
  return changeTypes(b, product, product.getWeightType(),
                     product.getWeightType());
}

// CUDA multiplies int8.
static FailureOr<Value> legalizeForGPU(OpBuilder &b, Operation *op,
                                       ValueRange operands,
                                       const TargetDescription &target) {
  Product product(op, operands);
  StringRef kind = target.getKind();
  Type type;
  if (kind == "vulkan")
    type = product.getWeightType();
  else if (kind == "cuda" || kind == "rocm")
    type = getByteType(b, /*isUnsigned=*/false);
  else
    return Value();
  return changeTypes(b, product, type, type);
}

//===----------------------------------------------------------------------===//
// Hexagon
//===----------------------------------------------------------------------===//

/// The number up to the next multiple of `unit`; a whole one for a multiple, as
/// in TVM.
static int64_t getPadding(int64_t size, int64_t unit) {
  return unit - size % unit;
}

/// `value` with `count` zeros after dimension `dim`.
static Value padDim(OpBuilder &b, Location loc, Value value, int64_t dim,
                    int64_t count) {
  SmallVector<Attribute> widths(getTensorType(value).getRank(),
                                b.getDenseI64ArrayAttr({0, 0}));
  widths[dim] = b.getDenseI64ArrayAttr({0, count});
  return NNPadOp::create(b, loc, value, buildScalar(b, loc, 0),
                         b.getArrayAttr(widths));
}

/// A vector with `count` elements `fill` behind its own; scalars stay.
static FailureOr<Value> padVector(OpBuilder &b, Operation *op, Value vector,
                                  int64_t count, float fill) {
  RankedTensorType type = getTensorType(vector);
  if (type.getRank() == 0)
    return vector;
  auto constant = vector.getDefiningOp<ConstantOp>();
  if (!constant)
    return op->emitOpError("expected a constant scale and zero point of the "
                           "channels");
  FailureOr<ConstantData> data =
      readConstant(constant.getValue(), [&] { return op->emitOpError(); });
  if (failed(data))
    return failure();
  // Both have 32 bits.
  SmallVector<char> bytes;
  for (int64_t i = 0; i < type.getDimSize(0); ++i)
    llvm::append_range(bytes, data->bytes.slice(data->isSplat ? 0 : 4 * i, 4));
  int32_t integer = static_cast<int32_t>(fill);
  const char *element = type.getElementType().isF32()
                            ? reinterpret_cast<const char *>(&fill)
                            : reinterpret_cast<const char *>(&integer);
  for (int64_t i = 0; i < count; ++i)
    bytes.append(element, element + 4);
  int64_t size = type.getDimSize(0) + count;
  return ConstantOp::create(b, op->getLoc(),
                            makeConstant(type.clone({size}), bytes))
      .getResult();
}

/// Pads the rows of the weight, dimension 0, and what belongs to them, to a
/// multiple of 32.
static LogicalResult padRows(OpBuilder &b, Product &product, int64_t count) {
  product.weight = padDim(b, product.op->getLoc(), product.weight, 0, count);
  FailureOr<Value> zeroPoint =
      padVector(b, product.op, product.weightZeroPoint, count, 0);
  if (failed(zeroPoint))
    return failure();
  FailureOr<Value> scale =
      padVector(b, product.op, product.scales[1], count, 1);
  if (failed(scale))
    return failure();
  product.weightZeroPoint = *zeroPoint;
  product.scales[1] = *scale;
  return success();
}

/// The operator on padded operands, with `rows` channels, cut to the shape of
/// `product.op`.
static Value rebuildPadded(OpBuilder &b, const Product &product, int64_t rows) {
  Operation *op = product.op;
  RankedTensorType type = getTensorType(op->getResult(0));
  Value result = product.rebuild(b);
  Operation *copy = result.getDefiningOp();
  if (auto conv = dyn_cast<QnnConv2dOp>(copy))
    conv.setChannels(rows);
  else if (cast<QnnDenseOp>(copy).getUnits())
    cast<QnnDenseOp>(copy).setUnits(rows);
  SmallVector<int64_t> shape(type.getShape());
  shape[1] = rows;
  result.setType(type.clone(shape));
  SmallVector<int64_t> begin(type.getRank(), 0);
  return StridedSliceOp::create(
      b, op->getLoc(), result, begin, llvm::to_vector(type.getShape()),
      ArrayRef<int64_t>{1}, "end", DenseI64ArrayAttr());
}

// Hexagon multiplies 4 channels of data by 32 of the result.
static FailureOr<Value> legalizeForHexagon(OpBuilder &b, Operation *op,
                                           ValueRange operands,
                                           const TargetDescription &) {
  constexpr int64_t dataUnit = 4, resultUnit = 32;
  Product product(op, operands);
  auto conv = dyn_cast<QnnConv2dOp>(op);
  if (!hasBytes(product) || !isStatic(op->getResult(0).getType()) ||
      !isStatic(product.data.getType()) ||
      !isStatic(product.weight.getType()) ||
      (conv &&
       (conv.getDataLayout() != "NCHW" || conv.getKernelLayout() != "OIHW")))
    return Value();
  int64_t channels = getTensorType(product.data).getDimSize(1);
  bool padsData = conv && channels % dataUnit != 0;
  if (padsData) {
    int64_t count = getPadding(channels, dataUnit);
    product.data = padDim(b, op->getLoc(), product.data, 1, count);
    product.weight = padDim(b, op->getLoc(), product.weight, 1, count);
  }
  int64_t rows = getTensorType(product.weight).getDimSize(0);
  if (rows % resultUnit == 0)
    return padsData ? product.rebuild(b) : Value();
  int64_t count = getPadding(rows, resultUnit);
  if (failed(padRows(b, product, count)))
    return failure();
  return rebuildPadded(b, product, rows + count);
}

//===----------------------------------------------------------------------===//
// Rules for all targets
//===----------------------------------------------------------------------===//

// conv2d_transpose(a, b) -> its canonical form
static FailureOr<Value> legalizeByForm(OpBuilder &b, Operation *op,
                                       ValueRange operands) {
  return cast<CanonicalFormInterface>(op).createCanonicalForm(b, operands, {});
}

/// All numbers of 8 bits in the order of their bits.
static ElementsAttr makeAllBytes(Type type) {
  SmallVector<char> bytes(256);
  for (auto [i, byte] : llvm::enumerate(bytes))
    byte = static_cast<char>(i);
  return makeConstant(RankedTensorType::get(256, type), bytes);
}

// f(x) -> take(f(all numbers), reinterpret(x, ui8))
static FailureOr<Value> legalizeByTable(OpBuilder &b, Operation *op,
                                        ValueRange operands) {
  for (Value parameter : operands.drop_front())
    if (!parameter.getDefiningOp<ConstantOp>())
      return Value();
  Location loc = op->getLoc();
  Type type = getTensorType(operands[0]).getElementType();
  // The form of the numbers is evaluated aside.
  OwningOpRef<ModuleOp> scratch(ModuleOp::create(loc));
  OpBuilder aside = OpBuilder::atBlockEnd(scratch->getBody());
  SmallVector<Value> values{ConstantOp::create(aside, loc, makeAllBytes(type))};
  for (Value parameter : operands.drop_front())
    values.push_back(aside.clone(*parameter.getDefiningOp())->getResult(0));
  FailureOr<Value> form =
      cast<CanonicalFormInterface>(op).createCanonicalForm(aside, values, {});
  if (failed(form))
    return failure();
  FailureOr<ElementsAttr> table = evaluateConstant(*form, {});
  if (failed(table))
    return Value();
  Value data = ConstantOp::create(b, loc, *table);
  Value index = ReinterpretOp::create(b, loc, operands[0],
                                      getByteType(b, /*isUnsigned=*/true));
  return TakeOp::create(b, loc, data, index, 0, b.getI64IntegerAttr(0), "fast")
      .getResult();
}

// clip(requantize(x)) -> requantize(x), if the range is that of the type
static FailureOr<Value> removeClip(OpBuilder &, Operation *op,
                                   ValueRange operands) {
  auto clip = cast<ClipOp>(op);
  auto type = dyn_cast<RankedTensorType>(operands[0].getType());
  if (!type || !operands[0].getDefiningOp<QnnRequantizeOp>())
    return Value();
  auto integer = cast<IntegerType>(type.getElementType());
  unsigned width = integer.getWidth();
  double low = integer.isUnsigned() ? 0 : -std::ldexp(1.0, width - 1);
  double high = std::ldexp(1.0, integer.isUnsigned() ? width : width - 1) - 1;
  bool isWhole = clip.getAMin().convertToDouble() == low &&
                 clip.getAMax().convertToDouble() == high;
  return isWhole ? operands[0] : Value();
}

void relay::registerQnnRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, RelayDialect *dialect) {
    OperatorRules &rules = OperatorRules::get(*dialect);
    StringRef map = OperatorRules::qnnLegalize;
    for (StringRef name :
         {QnnConv2dOp::getOperationName(), QnnDenseOp::getOperationName()}) {
      rules.add(map, name, "arm_cpu", legalizeForArm);
      rules.add(map, name, "cpu", legalizeForCPU);
      rules.add(map, name, "cuda", legalizeForGPU);
      rules.add(map, name, "gpu", legalizeForGPU);
      rules.add(map, name, "hexagon", legalizeForHexagon);
    }
    rules.addDefault(map, QnnConv2dTransposeOp::getOperationName(),
                     legalizeByForm);
    for (StringRef name :
         {QnnAbsOp::getOperationName(), QnnErfOp::getOperationName(),
          QnnExpOp::getOperationName(), QnnHardswishOp::getOperationName(),
          QnnLogOp::getOperationName(), QnnRsqrtOp::getOperationName(),
          QnnSigmoidOp::getOperationName(), QnnSqrtOp::getOperationName(),
          QnnTanhOp::getOperationName()})
      rules.addDefault(map, name, legalizeByTable);
    rules.addDefault(OperatorRules::legalize, ClipOp::getOperationName(),
                     removeClip);
  });
}
