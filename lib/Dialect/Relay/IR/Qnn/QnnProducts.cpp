//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Canonical forms of products of quantized tensors. A product of `a - z` and
// `b - y` is the sum of four terms:
//
//   sum(a * b) - y * sum(a) - z * sum(b) + sum(z * y)
//
//===----------------------------------------------------------------------===//

#include "QnnBuilder.h"
#include "RelayLite/Dialect/Relay/IR/Layout.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::qnn;

namespace {
/// The zero points of both factors. A computed one has no number.
struct ZeroPoints {
  ZeroPoints(Value lhs, Value rhs)
      : lhs(lhs), rhs(rhs), lhsNumber(getInteger(lhs)),
        rhsNumber(getInteger(rhs)) {
    if (!lhsNumber || !rhsNumber)
      lhsNumber = rhsNumber = std::nullopt;
  }
  bool areConstant() const { return lhsNumber.has_value(); }

  Value lhs, rhs;
  std::optional<int64_t> lhsNumber, rhsNumber;
};

/// The terms, each emitted where it is needed.
struct Terms {
  function_ref<Value()> product, ofLhs, ofRhs, ofBoth;
};
} // namespace

/// The sum of the terms that are not zero.
static Value combineTerms(const QnnBuilder &q, const ZeroPoints &zeroPoints,
                          const Terms &terms) {
  Value product = terms.product();
  bool isLhsZero = zeroPoints.lhsNumber == 0;
  bool isRhsZero = zeroPoints.rhsNumber == 0;
  if (isLhsZero && isRhsZero)
    return product;
  if (isLhsZero)
    return q.create<SubtractOp>(product, terms.ofLhs());
  if (isRhsZero)
    return q.create<SubtractOp>(product, terms.ofRhs());
  Value difference = q.create<SubtractOp>(product, terms.ofLhs());
  // Both are constants, so that they fold.
  Value ofRhs = terms.ofRhs();
  Value constant = q.create<SubtractOp>(terms.ofBoth(), ofRhs);
  return q.create<AddOp>(difference, constant);
}

/// sum(z * y), where each sum has `count` elements.
static Value multiplyZeroPoints(const QnnBuilder &q,
                                const ZeroPoints &zeroPoints, int64_t count,
                                Type type) {
  if (zeroPoints.areConstant()) {
    // In 32 bits, which wrap.
    uint32_t product = static_cast<uint32_t>(*zeroPoints.lhsNumber) *
                       static_cast<uint32_t>(*zeroPoints.rhsNumber) *
                       static_cast<uint32_t>(count);
    return q.makeScalar(type, static_cast<int32_t>(product));
  }
  Value product = q.create<MultiplyOp>(zeroPoints.lhs, zeroPoints.rhs);
  return q.create<MultiplyOp>(product,
                              q.makeScalar(static_cast<int32_t>(count)));
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// The sum over dimension `axis` of integers.
static Value sumOver(const QnnBuilder &q, Value data, int64_t axis,
                     bool keepDims) {
  return q.create<SumOp>(q.cast(data, q.getI32()),
                         q.b.getDenseI64ArrayAttr(axis), keepDims);
}

/// Whether the sizes are known that a form writes as numbers.
static LogicalResult checkSizes(const QnnBuilder &q, ArrayRef<int64_t> sizes) {
  if (llvm::all_of(sizes, [](int64_t size) {
        return ShapedType::isStatic(size) && size <= INT32_MAX;
      }))
    return success();
  return q.emitError() << "has no canonical form: expected the sizes of "
                          "matrices to be known, and to have 31 bits";
}

// dense(a, b, z, y) -> the sum of the terms
FailureOr<Value>
QnnDenseOp::createCanonicalForm(OpBuilder &builder, ValueRange operands,
                                const RequantizeOptions &options) {
  QnnBuilder q(builder, *this, options);
  Value data = operands[0], weight = operands[1];
  ZeroPoints zeroPoints(operands[2], operands[3]);
  int64_t last = getTensorType(data).getRank() - 1;
  int64_t depth = getTensorType(data).getDimSize(last);
  int64_t units = getTensorType(weight).getDimSize(0);
  if (failed(checkSizes(q, {depth, units})))
    return failure();
  auto convert = [&](Value term) {
    // Terms have 32 bits, also if the sum has more.
    Type type = *getOutDtype();
    return getTensorType(term).getElementType() == type ? term
                                                        : q.cast(term, type);
  };
  auto multiply = [&]() -> Value {
    return q.create<NNDenseOp>(data, weight, getUnitsAttr(), getOutDtypeAttr());
  };
  auto multiplyData = [&] {
    Value sum = sumOver(q, data, last, /*keepDims=*/true);
    if (!isConstantScalar(zeroPoints.rhs))
      sum = q.create<RepeatOp>(sum, units, builder.getI64IntegerAttr(last));
    return convert(q.create<MultiplyOp>(zeroPoints.rhs, sum));
  };
  auto multiplyWeight = [&] {
    return convert(q.create<MultiplyOp>(
        zeroPoints.lhs, sumOver(q, weight, 1, /*keepDims=*/false)));
  };
  auto multiplyBoth = [&] {
    return convert(multiplyZeroPoints(q, zeroPoints, depth, q.getI32()));
  };
  return combineTerms(q, zeroPoints,
                      {multiply, multiplyData, multiplyWeight, multiplyBoth});
}

FailureOr<Value>
QnnContribDensePackOp::createCanonicalForm(OpBuilder &, ValueRange,
                                           const RequantizeOptions &) {
  return emitOpError("has no canonical form");
}

// batch_matmul(a, b, z, y) -> the sum of the terms
FailureOr<Value>
QnnBatchMatmulOp::createCanonicalForm(OpBuilder &builder, ValueRange operands,
                                      const RequantizeOptions &options) {
  QnnBuilder q(builder, *this, options);
  if (getTransposeA() || !getTransposeB())
    return q.emitError() << "has no canonical form: expected the second matrix "
                            "to be transposed, and only that";
  Value x = operands[0], y = operands[1];
  ZeroPoints zeroPoints(operands[2], operands[3]);
  int64_t depth = getTensorType(x).getDimSize(2);
  int64_t rows = getTensorType(y).getDimSize(1);
  if (failed(checkSizes(q, {depth, rows})))
    return failure();
  auto multiply = [&]() -> Value {
    return q.create<NNBatchMatmulOp>(x, y, getOutDtypeAttr(), getTransposeA(),
                                     getTransposeB());
  };
  auto multiplyX = [&]() -> Value {
    return q.create<MultiplyOp>(zeroPoints.rhs,
                                sumOver(q, x, 2, /*keepDims=*/true));
  };
  auto multiplyY = [&]() -> Value {
    Value product = q.create<MultiplyOp>(zeroPoints.lhs,
                                         sumOver(q, y, 2, /*keepDims=*/true));
    return q.create<ReshapeOp>(product, ArrayRef<int64_t>{0, 1, rows});
  };
  auto multiplyBoth = [&] {
    return multiplyZeroPoints(q, zeroPoints, depth, q.getI32());
  };
  return combineTerms(q, zeroPoints,
                      {multiply, multiplyX, multiplyY, multiplyBoth});
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

namespace {
/// The canonical form of one convolution.
class ConvForm {
public:
  ConvForm(const QnnBuilder &q, QnnConv2dOp op, ValueRange operands)
      : q(q), op(op), data(operands[0]), weight(operands[1]),
        zeroPoints(operands[2], operands[3]) {}

  FailureOr<Value> create();

private:
  LogicalResult checkAttributes();
  void expandKernelZeroPoint(int64_t dim);
  Value createOnDifferences();
  Value createOfTerms();
  Value padData();
  Value createConv(Value data, Value weight, ArrayRef<int64_t> padding);
  Value poolData(Value data);
  Value multiplyData(Value padded);
  Value multiplyWeight();

  /// Whether each channel of the data gives one of the result.
  bool isDepthwise() const {
    int64_t groups = op.getGroups();
    return groups != 1 && op.getChannels() == groups &&
           getTensorType(data).getDimSize(getChannelDim()) == groups;
  }
  int64_t getKernelDim(char name) const {
    return op.getKernelLayout().find(name);
  }
  int64_t getKernelSize(char name) const {
    return getTensorType(weight).getDimSize(getKernelDim(name));
  }
  int64_t getChannelDim() const { return op.getDataLayout().find('C'); }
  int64_t countWindow() const {
    return getKernelSize('H') * getKernelSize('W');
  }
  /// The element type of terms: that of the result, but at least 32 bits.
  Type getTermType() const {
    auto type = cast<IntegerType>(*op.getOutDtype());
    return type.getWidth() < 32 ? q.getI32() : Type(type);
  }
  /// A term, which has 32 bits, as the sum needs it.
  Value convert(Value term) const {
    Type type = *op.getOutDtype();
    return getTensorType(term).getElementType() == type ? term
                                                        : q.cast(term, type);
  }

  const QnnBuilder &q;
  mutable QnnConv2dOp op;
  Value data, weight;
  ZeroPoints zeroPoints;
  /// The zero point of the weight, as it broadcasts to that or to the result.
  Value kernelZeroPoint;
};
} // namespace

LogicalResult ConvForm::checkAttributes() {
  if (op.getDataLayout() != "NCHW" && op.getDataLayout() != "NHWC")
    return q.emitError()
           << "has no canonical form: expected data_layout NCHW or NHWC, but "
              "got \""
           << op.getDataLayout() << "\"";
  StringRef kernelLayouts[] = {"OIHW", "HWIO", "HWOI", "OHWI"};
  if (!llvm::is_contained(kernelLayouts, op.getKernelLayout()))
    return q.emitError() << "has no canonical form: expected kernel_layout "
                            "OIHW, HWIO, HWOI or OHWI, but got \""
                         << op.getKernelLayout() << "\"";
  if (!op.getOutLayout().empty() && op.getOutLayout() != op.getDataLayout())
    return q.emitError()
           << "has no canonical form: expected out_layout to be data_layout, "
              "but got \""
           << op.getOutLayout() << "\"";
  return success();
}

Value ConvForm::createConv(Value data, Value weight,
                           ArrayRef<int64_t> padding) {
  return q.create<NNConv2dOp>(
      data, weight, op.getStrides(), padding, op.getDilation(), op.getGroups(),
      op.getChannelsAttr(), op.getKernelSizeAttr(), op.getDataLayout(),
      op.getKernelLayout(), op.getOutLayout(), op.getOutDtypeAttr());
}

/// Sets kernelZeroPoint to the zero point along dimension `dim` of four.
void ConvForm::expandKernelZeroPoint(int64_t dim) {
  kernelZeroPoint = zeroPoints.rhs;
  if (!zeroPoints.areConstant())
    kernelZeroPoint = q.expand(
        q.create<ReshapeOp>(kernelZeroPoint, ArrayRef<int64_t>{-1}), 4, dim);
}

/// The convolution of the differences, in at least 32 bits.
Value ConvForm::createOnDifferences() {
  Type type = getTermType();
  auto subtract = [&](Value value, Value zeroPoint) {
    Value wide = q.cast(value, type);
    return isInteger(zeroPoint, 0)
               ? wide
               : q.create<SubtractOp>(wide, q.cast(zeroPoint, type));
  };
  expandKernelZeroPoint(getKernelDim('O'));
  Value shiftedData = subtract(data, zeroPoints.lhs);
  Value shiftedWeight = subtract(weight, kernelZeroPoint);
  return createConv(shiftedData, shiftedWeight, op.getPadding());
}

/// The data surrounded by its zero point.
Value ConvForm::padData() {
  auto [before, after] = expandPadding(op.getPadding(), 2);
  if (llvm::all_of(llvm::concat<int64_t>(before, after),
                   [](int64_t pad) { return pad == 0; }))
    return data;
  SmallVector<Attribute> widths(4, q.b.getDenseI64ArrayAttr({0, 0}));
  for (auto [i, name] : llvm::enumerate(StringRef("HW")))
    widths[op.getDataLayout().find(name)] =
        q.b.getDenseI64ArrayAttr({before[i], after[i]});
  return q.create<NNPadOp>(data, zeroPoints.lhs, q.b.getArrayAttr(widths));
}

/// The sum of each window. The average truncates, and is exact of multiples.
Value ConvForm::poolData(Value data) {
  int64_t count = countWindow();
  bool hasStrides =
      llvm::any_of(op.getStrides(), [](int64_t stride) { return stride != 1; });
  if (count == 1 && !hasStrides)
    return data;
  if (count != 1)
    data =
        q.create<MultiplyOp>(data, q.makeScalar(static_cast<int32_t>(count)));
  SmallVector<int64_t> size{getKernelSize('H'), getKernelSize('W')};
  return q.create<NNAvgPool2dOp>(data, size, op.getStrides(), op.getDilation(),
                                 ArrayRef<int64_t>{0, 0}, op.getDataLayout());
}

/// y * sum(a)
Value ConvForm::multiplyData(Value padded) {
  int64_t channelDim = getChannelDim();
  Value sum = q.cast(padded, q.getI32());
  if (!isDepthwise())
    sum = q.create<SumOp>(sum, q.b.getDenseI64ArrayAttr(channelDim),
                          /*keepdims=*/true);
  sum = poolData(sum);
  if (isInteger(kernelZeroPoint, 1))
    return sum;
  if (!isDepthwise() && !isConstantScalar(kernelZeroPoint))
    sum = q.create<RepeatOp>(sum, getKernelSize('O'),
                             q.b.getI64IntegerAttr(channelDim));
  return q.create<MultiplyOp>(kernelZeroPoint, sum);
}

/// z * sum(b)
Value ConvForm::multiplyWeight() {
  SmallVector<int64_t> axes;
  for (auto [i, name] : llvm::enumerate(op.getKernelLayout()))
    if (name != 'O' && (name != 'I' || !isDepthwise()))
      axes.push_back(i);
  Value sum = q.create<SumOp>(q.cast(weight, q.getI32()),
                              q.b.getDenseI64ArrayAttr(axes));
  SmallVector<int64_t> shape(4, 1);
  shape[getChannelDim()] = getKernelSize('O');
  Value reshaped = q.create<ReshapeOp>(sum, shape);
  return isInteger(zeroPoints.lhs, 1)
             ? reshaped
             : q.create<MultiplyOp>(zeroPoints.lhs, reshaped);
}

Value ConvForm::createOfTerms() {
  expandKernelZeroPoint(getChannelDim());
  Value padded = padData();
  int64_t count = countWindow();
  if (!isDepthwise())
    count *= getTensorType(data).getDimSize(getChannelDim());
  auto convolve = [&] {
    return createConv(padded, weight, ArrayRef<int64_t>{0, 0, 0, 0});
  };
  auto ofData = [&] { return convert(multiplyData(padded)); };
  auto ofWeight = [&] { return convert(multiplyWeight()); };
  auto ofBoth = [&]() -> Value {
    if (zeroPoints.areConstant())
      return convert(multiplyZeroPoints(q, zeroPoints, count, getTermType()));
    Value product = q.create<MultiplyOp>(zeroPoints.lhs, kernelZeroPoint);
    return convert(q.create<MultiplyOp>(
        q.makeScalar(static_cast<int32_t>(count)), product));
  };
  return combineTerms(q, zeroPoints, {convolve, ofData, ofWeight, ofBoth});
}

FailureOr<Value> ConvForm::create() {
  if (failed(checkAttributes()))
    return failure();
  // There is no pool for windows with dilation, and none for the channels of
  // groups.
  bool hasDilation = llvm::any_of(
      op.getDilation(), [](int64_t distance) { return distance != 1; });
  bool isPooled = zeroPoints.rhsNumber == 0 || !hasDilation;
  bool isGrouped = op.getGroups() != 1 && !isDepthwise();
  bool isKnown =
      getTensorType(weight).hasStaticShape() &&
      getTensorType(data).getDimSize(getChannelDim()) != ShapedType::kDynamic;
  if (!isPooled || isGrouped || !isKnown)
    return createOnDifferences();
  return createOfTerms();
}

// conv2d(a, b, z, y) -> the sum of the terms, or nn.conv2d(a - z, b - y)
FailureOr<Value>
QnnConv2dOp::createCanonicalForm(OpBuilder &builder, ValueRange operands,
                                 const RequantizeOptions &options) {
  return ConvForm(QnnBuilder(builder, *this, options), *this, operands)
      .create();
}

// conv2d_transpose(a, b, z, y) -> nn.conv2d_transpose(a - z, b - y) of i16
FailureOr<Value> QnnConv2dTransposeOp::createCanonicalForm(
    OpBuilder &builder, ValueRange operands, const RequantizeOptions &options) {
  QnnBuilder q(builder, *this, options);
  int64_t outDim = getKernelLayout().find('O');
  bool isVector = !hasOneElement(getTensorType(operands[3]));
  if (isVector && getGroups() != 1)
    return q.emitError()
           << "has no canonical form: expected a kernel_zero_point "
              "of one element with more than one group, but got "
           << operands[3].getType();
  Type i16 = q.getInt(16);
  auto subtract = [&](Value value, Value zeroPoint) -> Value {
    return q.create<SubtractOp>(q.cast(value, i16), q.cast(zeroPoint, i16));
  };
  auto subtractVector = [&](Value value, Value zeroPoint) -> Value {
    Value offset = q.create<NegativeOp>(q.cast(zeroPoint, i16));
    return q.create<NNBiasAddOp>(q.cast(value, i16), offset, outDim);
  };
  Value data = subtract(operands[0], operands[2]);
  Value weight = isVector ? subtractVector(operands[1], operands[3])
                          : subtract(operands[1], operands[3]);
  return q.create<NNConv2dTransposeOp>(
      data, weight, getChannelsAttr(), getKernelSizeAttr(), getStrides(),
      getOutputPadding(), getPadding(), getDilation(), getGroups(),
      getDataLayout(), getKernelLayout(), getOutLayout(), getOutDtypeAttr());
}
