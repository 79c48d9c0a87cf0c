//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the operators of the relay dialect are scaled along axes.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/AxisScale.h"
#include "RelayLite/Dialect/Relay/IR/Layout.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "llvm/Support/CheckedArithmetic.h"

#include "RelayLite/Dialect/Relay/Transforms/AxisScale.cpp.inc"

using namespace mlir;
using namespace mlir::relay;

using OptionalScale = std::optional<AxisScale>;

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

bool relay::broadcastsOverAxes(RankedTensorType data, RankedTensorType factor,
                               ArrayRef<int64_t> axes) {
  int64_t missing = data.getRank() - factor.getRank();
  if (missing < 0)
    return false;
  for (int64_t dim = 0; dim < data.getRank(); ++dim) {
    int64_t size = dim < missing ? 1 : factor.getDimSize(dim - missing);
    if (llvm::is_contained(axes, dim)
            ? dim < missing || data.isDynamicDim(dim) ||
                  size != data.getDimSize(dim)
            : size != 1)
      return false;
  }
  return true;
}

Value relay::expandFactor(OpBuilder &builder, Location loc, Value factor,
                          RankedTensorType type, ArrayRef<int64_t> axes) {
  if (axes.size() > 1) {
    SmallVector<int64_t> shape(type.getRank(), 1);
    for (int64_t axis : axes)
      shape[axis] = type.getDimSize(axis);
    return ReshapeOp::create(builder, loc, factor, shape, /*allowzero=*/false);
  }
  int64_t numDims = type.getRank() - axes.front() - 1;
  if (numDims == 0)
    return factor;
  return ExpandDimsOp::create(builder, loc, factor, /*axis=*/1, numDims);
}

/// Whether all tensors have the same element type, of floats: only then can a
/// factor move from one to another.
static bool haveSameFloatElements(TypeRange types) {
  Type element = getElementTypeOrSelf(types.front());
  return isa<FloatType>(element) && llvm::all_of(types, [&](Type type) {
           return isa<RankedTensorType>(type) &&
                  getElementTypeOrSelf(type) == element;
         });
}

/// `operand`, a tensor, times `factor` along `axes`.
static void multiplyOperand(OpBuilder &builder, OpOperand &operand,
                            Value factor, ArrayRef<int64_t> axes) {
  Location loc = operand.getOwner()->getLoc();
  Value expanded =
      expandFactor(builder, loc, factor, getTensorType(operand.get()), axes);
  operand.set(MultiplyOp::create(builder, loc, operand.get(), expanded));
}

/// Returns a scaling along `axes` that goes into the weight of `op`.
static AxisScale getWeightScale(Operation *op, ArrayRef<int64_t> axes) {
  AxisScale scale{SmallVector<int64_t, 2>(axes)};
  scale.addProduct(op->getOperand(1), /*isSummed=*/true);
  return scale;
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

namespace {
/// op(x * s) = op(x) * s for an s that is not negative.
template <typename OpT>
struct ActivationModel
    : public AxisScaleInterface::ExternalModel<ActivationModel<OpT>, OpT> {
  static OptionalScale getPositive(OptionalScale scale) {
    if (scale)
      scale->requiresPositive = true;
    return scale;
  }

  SmallVector<OptionalScale>
  getOperandScales(Operation *, const OptionalScale &result) const {
    return {getPositive(result)};
  }
  OptionalScale getResultScale(Operation *,
                               ArrayRef<OptionalScale> operands) const {
    return getPositive(operands.front());
  }
  SmallVector<unsigned> takeResultScale(Operation *, OpBuilder &,
                                        ArrayRef<OptionalScale>, Value,
                                        ArrayRef<int64_t>) const {
    return {0};
  }
};

//===----------------------------------------------------------------------===//
// Sums and differences
//===----------------------------------------------------------------------===//

/// x * s + y = (x + y / s) * s, and (x + y) * s = x * s + y * s.
template <typename OpT>
struct SumModel : public AxisScaleInterface::ExternalModel<SumModel<OpT>, OpT> {
  /// The operand that has the shape of the result where the other one
  /// broadcasts over all but `axes`.
  static std::optional<unsigned> getWhole(Operation *op,
                                          ArrayRef<int64_t> axes) {
    if (!haveSameFloatElements(op->getOperandTypes()))
      return std::nullopt;
    auto lhs = getTensorType(op->getOperand(0)),
         rhs = getTensorType(op->getOperand(1));
    if (broadcastsOverAxes(lhs, rhs, axes))
      return 0;
    if (broadcastsOverAxes(rhs, lhs, axes))
      return 1;
    return std::nullopt;
  }

  SmallVector<OptionalScale>
  getOperandScales(Operation *op, const OptionalScale &result) const {
    SmallVector<OptionalScale> scales(2);
    if (!result)
      return scales;
    if (std::optional<unsigned> whole = getWhole(op, result->axes)) {
      scales[*whole] = result;
      scales[*whole]->addQuotient(op->getOperand(1 - *whole));
    }
    return scales;
  }

  bool takeOperandScale(Operation *op, OpBuilder &builder, unsigned operand,
                        Value factor, ArrayRef<int64_t> axes) const {
    OpOperand &other = op->getOpOperand(1 - operand);
    Value divisor = expandFactor(builder, op->getLoc(), factor,
                                 getTensorType(op->getOperand(operand)), axes);
    other.set(DivideOp::create(builder, op->getLoc(), other.get(), divisor));
    return true;
  }

  /// Whether both operands have the shape of the result along the axes, and
  /// can be scaled along the same.
  static bool canScaleBoth(Operation *op, ArrayRef<OptionalScale> operands) {
    if (!operands[0] || !operands[1] || operands[0]->axes != operands[1]->axes)
      return false;
    auto lhs = getTensorType(op->getOperand(0)),
         rhs = getTensorType(op->getOperand(1));
    return lhs.getRank() == rhs.getRank() &&
           llvm::all_of(operands[0]->axes, [&](int64_t axis) {
             return !lhs.isDynamicDim(axis) &&
                    lhs.getDimSize(axis) == rhs.getDimSize(axis);
           });
  }

  OptionalScale getResultScale(Operation *op,
                               ArrayRef<OptionalScale> operands) const {
    if (!haveSameFloatElements(op->getOperandTypes()))
      return std::nullopt;
    if (canScaleBoth(op, operands)) {
      OptionalScale scale = operands[0];
      scale->restrict(*operands[1]);
      return scale;
    }
    for (unsigned i : {0, 1})
      if (operands[i] && getWhole(op, operands[i]->axes) == i) {
        OptionalScale scale = operands[i];
        scale->addProduct(op->getOperand(1 - i), /*isSummed=*/false);
        return scale;
      }
    return std::nullopt;
  }

  SmallVector<unsigned> takeResultScale(Operation *op, OpBuilder &builder,
                                        ArrayRef<OptionalScale> operands,
                                        Value factor,
                                        ArrayRef<int64_t> axes) const {
    if (canScaleBoth(op, operands))
      return {0, 1};
    unsigned whole = *getWhole(op, axes);
    OpOperand &other = op->getOpOperand(1 - whole);
    Value expanded = expandFactor(builder, op->getLoc(), factor,
                                  getTensorType(op->getOperand(whole)), axes);
    other.set(MultiplyOp::create(builder, op->getLoc(), other.get(), expanded));
    return {whole};
  }
};

/// (x + b) * s = x * s + b * s for a bias along the axis that is scaled.
struct BiasAddModel
    : public AxisScaleInterface::ExternalModel<BiasAddModel, NNBiasAddOp> {
  OptionalScale getResultScale(Operation *op,
                               ArrayRef<OptionalScale> operands) const {
    auto biasAdd = cast<NNBiasAddOp>(op);
    if (!operands[0] || !haveSameFloatElements(op->getOperandTypes()))
      return std::nullopt;
    RankedTensorType type = getTensorType(biasAdd.getData());
    int64_t axis = wrapAxis(biasAdd.getAxis(), type.getRank());
    if (operands[0]->axes != ArrayRef(axis) || type.isDynamicDim(axis) ||
        getTensorType(biasAdd.getBias()).getDimSize(0) != type.getDimSize(axis))
      return std::nullopt;
    OptionalScale scale = operands[0];
    scale->addProduct(biasAdd.getBias(), /*isSummed=*/false);
    return scale;
  }
  SmallVector<unsigned> takeResultScale(Operation *op, OpBuilder &builder,
                                        ArrayRef<OptionalScale>, Value factor,
                                        ArrayRef<int64_t>) const {
    multiplyOperand(builder, op->getOpOperand(1), factor, 0);
    return {0};
  }
};

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

/// dense(x * s, w) = dense(x, w * s), and dense(x, w) * s = dense(x, w * s').
/// The same holds for nn.matmul, whose weight may be transposed.
template <typename OpT>
struct DenseModel
    : public AxisScaleInterface::ExternalModel<DenseModel<OpT>, OpT> {
  /// The dimension of the weight that becomes the last one of the result.
  static unsigned getUnitsDim(Operation *op) {
    auto matmul = dyn_cast<NNMatmulOp>(op);
    return matmul && !matmul.getTransposeB() ? 1 : 0;
  }
  /// Whether the product sums over the last axis of the first operand.
  static bool sumsLastAxis(Operation *op) {
    auto matmul = dyn_cast<NNMatmulOp>(op);
    return !matmul || !matmul.getTransposeA();
  }

  /// The last axis of `data`, if it fits dimension `dim` of the weight.
  static OptionalScale getScale(Operation *op, Value data, unsigned dim) {
    if (!haveSameFloatElements({op->getOperand(0).getType(),
                                op->getOperand(1).getType(),
                                op->getResult(0).getType()}))
      return std::nullopt;
    RankedTensorType type = getTensorType(data);
    if (type.getRank() == 0)
      return std::nullopt;
    int64_t axis = type.getRank() - 1;
    if (type.isDynamicDim(axis) ||
        type.getDimSize(axis) !=
            getTensorType(op->getOperand(1)).getDimSize(dim))
      return std::nullopt;
    return getWeightScale(op, {axis});
  }

  SmallVector<OptionalScale> getOperandScales(Operation *op,
                                              const OptionalScale &) const {
    OptionalScale scale;
    if (sumsLastAxis(op))
      scale = getScale(op, op->getOperand(0), 1 - getUnitsDim(op));
    return {scale, std::nullopt};
  }
  bool takeOperandScale(Operation *op, OpBuilder &builder, unsigned,
                        Value factor, ArrayRef<int64_t>) const {
    multiplyOperand(builder, op->getOpOperand(1), factor, 1 - getUnitsDim(op));
    return false;
  }
  OptionalScale getResultScale(Operation *op, ArrayRef<OptionalScale>) const {
    return getScale(op, op->getResult(0), getUnitsDim(op));
  }
  SmallVector<unsigned> takeResultScale(Operation *op, OpBuilder &builder,
                                        ArrayRef<OptionalScale>, Value factor,
                                        ArrayRef<int64_t>) const {
    multiplyOperand(builder, op->getOpOperand(1), factor, getUnitsDim(op));
    return {};
  }
};

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// conv(x * s, w) = conv(x, w * s), and conv(x, w) * s = conv(x, w * s'), for
/// one group, or as many as there are channels.
template <typename OpT>
struct ConvModel
    : public AxisScaleInterface::ExternalModel<ConvModel<OpT>, OpT> {
  /// The positions of the dimension `name` in `layout`, its blocks included.
  static SmallVector<int64_t, 2> getAxes(const Layout &layout, char name) {
    SmallVector<int64_t, 2> axes;
    for (auto [i, axis] : llvm::enumerate(layout.getAxes()))
      if (axis.name == name)
        axes.push_back(i);
    return axes;
  }

  /// Whether each channel is a group and has one filter.
  static bool isDepthwise(OpT op, const Layout &layout) {
    FailureOr<SmallVector<int64_t>> shape =
        layout.getPrimalShape(getTensorType(op.getWeight()).getShape());
    Layout primal = layout.getPrimal();
    return succeeded(shape) &&
           (*shape)[primal.indexOf('O')] ==
               static_cast<int64_t>(op.getGroups()) &&
           (*shape)[primal.indexOf('I')] == 1;
  }

  /// The product of the sizes of `type` along `axes`; 0 if one is dynamic.
  static int64_t getSize(RankedTensorType type, ArrayRef<int64_t> axes) {
    int64_t size = 1;
    for (int64_t axis : axes)
      if (type.isDynamicDim(axis) ||
          llvm::MulOverflow(size, type.getDimSize(axis), size))
        return 0;
    return size;
  }

  /// The axes of the weight that the channels of the data (`isData`) or of the
  /// result belong to, and those of the channels themselves.
  struct Axes {
    SmallVector<int64_t, 2> channels, weight;
  };
  static std::optional<Axes> getAxes(OpT op, bool isData) {
    Value data = isData ? op.getData() : op.getResult();
    if (!haveSameFloatElements({op.getData().getType(),
                                op.getWeight().getType(),
                                op.getResult().getType()}))
      return std::nullopt;
    StringRef layout = op.getDataLayout();
    if (!isData && !op.getOutLayout().empty())
      layout = op.getOutLayout();
    FailureOr<Layout> channelLayout = Layout::parse(layout),
                      kernelLayout = Layout::parse(op.getKernelLayout());
    if (failed(channelLayout) || failed(kernelLayout) ||
        kernelLayout->indexOf('G') >= 0)
      return std::nullopt;
    bool depthwise = isDepthwise(op, *kernelLayout);
    if (op.getGroups() != 1 && !depthwise)
      return std::nullopt;
    // Either nothing is split into blocks, or all channels are.
    Axes axes = {getAxes(*channelLayout, 'C'), {}};
    SmallVector<int64_t, 2> outer = getAxes(*kernelLayout, 'O'),
                            inner = getAxes(*kernelLayout, 'I');
    if (axes.channels.size() > 2 || axes.channels.size() != outer.size() ||
        axes.channels.size() != inner.size())
      return std::nullopt;
    axes.weight = isData && !depthwise ? inner : outer;
    // Dimensions are expanded or reshaped in their order.
    int64_t size = getSize(getTensorType(op.getWeight()), axes.weight);
    if (!llvm::is_sorted(axes.channels) || !llvm::is_sorted(axes.weight) ||
        size == 0 || size != getSize(getTensorType(data), axes.channels))
      return std::nullopt;
    return axes;
  }

  SmallVector<OptionalScale> getOperandScales(Operation *op,
                                              const OptionalScale &) const {
    SmallVector<OptionalScale> scales(2);
    if (std::optional<Axes> axes = getAxes(cast<OpT>(op), /*isData=*/true))
      scales[0] = getWeightScale(op, axes->channels);
    return scales;
  }
  bool takeOperandScale(Operation *op, OpBuilder &builder, unsigned,
                        Value factor, ArrayRef<int64_t>) const {
    Axes axes = *getAxes(cast<OpT>(op), /*isData=*/true);
    multiplyOperand(builder, op->getOpOperand(1), factor, axes.weight);
    return false;
  }
  OptionalScale getResultScale(Operation *op, ArrayRef<OptionalScale>) const {
    if (std::optional<Axes> axes = getAxes(cast<OpT>(op), /*isData=*/false))
      return getWeightScale(op, axes->channels);
    return std::nullopt;
  }
  SmallVector<unsigned> takeResultScale(Operation *op, OpBuilder &builder,
                                        ArrayRef<OptionalScale>, Value factor,
                                        ArrayRef<int64_t>) const {
    Axes axes = *getAxes(cast<OpT>(op), /*isData=*/false);
    multiplyOperand(builder, op->getOpOperand(1), factor, axes.weight);
    return {};
  }
};
} // namespace

void relay::registerAxisScaleModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, RelayDialect *) {
    AddOp::attachInterface<SumModel<AddOp>>(*context);
    NNBiasAddOp::attachInterface<BiasAddModel>(*context);
    NNConv2dOp::attachInterface<ConvModel<NNConv2dOp>>(*context);
    NNConv3dOp::attachInterface<ConvModel<NNConv3dOp>>(*context);
    NNDenseOp::attachInterface<DenseModel<NNDenseOp>>(*context);
    NNMatmulOp::attachInterface<DenseModel<NNMatmulOp>>(*context);
    NNLeakyReluOp::attachInterface<ActivationModel<NNLeakyReluOp>>(*context);
    NNReluOp::attachInterface<ActivationModel<NNReluOp>>(*context);
    SubtractOp::attachInterface<SumModel<SubtractOp>>(*context);
  });
}
