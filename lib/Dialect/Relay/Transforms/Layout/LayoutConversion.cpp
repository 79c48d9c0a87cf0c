//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layouts that ConvertLayout can give to operators of the relay dialect.
//
//===----------------------------------------------------------------------===//

#include "LayoutModels.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"
#include "RelayLite/Dialect/Relay/Transforms/LayoutInference.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

Value relay::buildConverted(OpBuilder &builder, Operation *op,
                            ValueRange operands,
                            ArrayRef<NamedAttribute> attributes,
                            StringRef name) {
  OperationState state(op->getLoc(),
                       name.empty() ? op->getName().getStringRef() : name);
  state.addOperands(operands);
  state.addTypes(UnknownType::get(op->getContext()));
  NamedAttrList all(op->getAttrDictionary());
  for (const NamedAttribute &attribute : attributes)
    all.set(attribute.getName(), attribute.getValue());
  state.addAttributes(all);
  return builder.create(state)->getResult(0);
}

/// Reports an error unless there are `count` layouts, and the first is given.
static LogicalResult checkLayouts(Operation *op, ArrayRef<StringRef> layouts,
                                  size_t count) {
  if (layouts.size() != count)
    return op->emitOpError("expected ")
           << count << " desired layouts, but got " << layouts.size();
  if (layouts.front() == "default")
    return op->emitOpError(
        "expected a desired layout of the data, but got \"default\"");
  return success();
}

/// Reports an error at `op` that `layout` is not one of its data.
static LogicalResult emitUnsupported(Operation *op, StringRef layout) {
  return op->emitOpError("expected a desired layout of the data for which "
                         "that of the weight is known, but got \"")
         << layout << "\"";
}

namespace {
//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// The layout of the weight that goes with one of the data.
template <typename OpT>
std::optional<StringRef> getConv2dKernelLayout(OpT op, StringRef data) {
  if (data == "NCHW")
    return "OIHW";
  if (data == "HWNC")
    return "HWOI";
  if (data != "NHWC")
    return std::nullopt;
  // With a filter for each channel, O counts them.
  FailureOr<Layout> layout = Layout::parse(op.getKernelLayout());
  if (failed(layout))
    return std::nullopt;
  FailureOr<SmallVector<int64_t>> shape = layout->getPrimalShape(
      cast<RankedTensorType>(op.getWeight().getType()).getShape());
  int64_t outer = layout->getPrimal().indexOf('O'),
          inner = layout->getPrimal().indexOf('I');
  bool isDepthwise = succeeded(shape) && op.getGroups() != 1 && outer >= 0 &&
                     inner >= 0 && (*shape)[inner] == 1 &&
                     (*shape)[outer] == static_cast<int64_t>(op.getGroups());
  return isDepthwise ? "HWOI" : "HWIO";
}
std::optional<StringRef> getKernelLayout(NNConv2dOp op, StringRef data) {
  return getConv2dKernelLayout(op, data);
}
std::optional<StringRef> getKernelLayout(QnnConv2dOp op, StringRef data) {
  return getConv2dKernelLayout(op, data);
}
std::optional<StringRef> getKernelLayout(NNConv2dTransposeOp, StringRef data) {
  if (data == "NCHW")
    return "IOHW";
  if (data == "NHWC")
    return "HWIO";
  return std::nullopt;
}
std::optional<StringRef> getKernelLayout(QnnConv2dTransposeOp, StringRef data) {
  return getKernelLayout(NNConv2dTransposeOp(), data);
}
std::optional<StringRef> getKernelLayout(NNConv3dOp, StringRef data) {
  if (data == "NCDHW")
    return "OIDHW";
  if (data == "NDHWC")
    return "DHWIO";
  return std::nullopt;
}
std::optional<StringRef> getKernelLayout(NNConv3dTransposeOp, StringRef data) {
  if (data == "NCDHW")
    return "IODHW";
  if (data == "NDHWC")
    return "DHWOI";
  return std::nullopt;
}
std::optional<StringRef> getKernelLayout(NNDeformableConv2dOp, StringRef data) {
  if (data == "NCHW")
    return "OIHW";
  if (data == "NHWC")
    return "HWIO";
  return std::nullopt;
}

/// Whether the blocks of channels of `op` are larger than there are channels:
/// in layouts without blocks there is no place for what fills them.
template <typename OpT>
bool hasPartialBlocks(OpT op) {
  auto data = cast<RankedTensorType>(op.getData().getType());
  auto weight = cast<RankedTensorType>(op.getWeight().getType());
  auto result = dyn_cast<RankedTensorType>(op.getType());
  FailureOr<Convolution> conv = checkConv(
      std::nullopt,
      OpT::getConvAttributes(typename OpT::Adaptor(op->getOperands(), op)),
      data, weight);
  if (failed(conv) || !result || !weight.hasStaticShape() ||
      ShapedType::isDynamicShape(conv->outShape) ||
      ShapedType::isDynamicShape(conv->dataShape))
    return false;
  auto count = [](const Layout &layout, RankedTensorType type,
                  StringRef dimensions) {
    uint64_t product = 1;
    FailureOr<SmallVector<int64_t>> shape =
        layout.getPrimalShape(type.getShape());
    for (char dimension : dimensions)
      if (int64_t index = layout.getPrimal().indexOf(dimension);
          succeeded(shape) && index >= 0)
        product = llvm::SaturatingMultiply<uint64_t>(product, (*shape)[index]);
    return product;
  };
  uint64_t channels = conv->outShape[1];
  uint64_t weights = llvm::SaturatingMultiply<uint64_t>(
      channels, conv->dataShape[1] / int64_t(op.getGroups()));
  return count(conv->outLayout, result, "C") != channels ||
         count(conv->kernelLayout, weight, "GOI") != weights;
}

template <typename OpT>
struct ConvConversion
    : public LayoutConversionInterface::ExternalModel<ConvConversion<OpT>,
                                                      OpT> {
  FailureOr<Value> convertLayout(Operation *operation, OpBuilder &builder,
                                 ValueRange operands,
                                 ArrayRef<StringRef> layouts) const {
    auto op = cast<OpT>(operation);
    if (failed(checkLayouts(op, layouts, 2)))
      return failure();
    StringRef kernel = layouts[1];
    FailureOr<Layout> data = Layout::parse(layouts[0]);
    if (failed(data))
      return failure();
    if (hasPartialBlocks(op)) {
      op.emitRemark("the convolution keeps its layouts: its blocks hold more "
                    "than its channels");
      return Value();
    }
    // Blocks of channels have an operator of their own.
    bool isTiled = std::is_same_v<OpT, NNConv2dOp> && !data->isPrimal();
    if (kernel == "default") {
      std::optional<StringRef> known = getKernelLayout(op, layouts[0]);
      if (!known)
        return emitUnsupported(op, layouts[0]);
      kernel = *known;
    }
    return buildConverted(
        builder, op, operands,
        {builder.getNamedAttr(op.getDataLayoutAttrName(),
                              builder.getStringAttr(layouts[0])),
         builder.getNamedAttr(op.getKernelLayoutAttrName(),
                              builder.getStringAttr(kernel))},
        isTiled ? NNContribConv2dNCHWcOp::getOperationName() : "");
  }
};

//===----------------------------------------------------------------------===//
// Pooling and resizing
//===----------------------------------------------------------------------===//

template <typename OpT>
struct PoolConversion
    : public LayoutConversionInterface::ExternalModel<PoolConversion<OpT>,
                                                      OpT> {
  FailureOr<Value> convertLayout(Operation *operation, OpBuilder &builder,
                                 ValueRange operands,
                                 ArrayRef<StringRef> layouts) const {
    auto op = cast<OpT>(operation);
    if (failed(checkLayouts(op, layouts, 1)))
      return failure();
    StringAttr layout = builder.getStringAttr(layouts[0]);
    return buildConverted(
        builder, op, operands,
        {builder.getNamedAttr(op.getLayoutAttrName(), layout),
         builder.getNamedAttr(op.getOutLayoutAttrName(), layout)});
  }
};

template <typename OpT>
struct ResizeConversion
    : public LayoutConversionInterface::ExternalModel<ResizeConversion<OpT>,
                                                      OpT> {
  FailureOr<Value> convertLayout(Operation *operation, OpBuilder &builder,
                                 ValueRange operands,
                                 ArrayRef<StringRef> layouts) const {
    auto op = cast<OpT>(operation);
    if (failed(checkLayouts(op, layouts, 1)))
      return failure();
    return buildConverted(
        builder, op, operands,
        builder.getNamedAttr(op.getLayoutAttrName(),
                             builder.getStringAttr(layouts[0])));
  }
};

/// Regions have no layout of their own.
template <typename OpT>
struct RoiConversion
    : public LayoutConversionInterface::ExternalModel<RoiConversion<OpT>, OpT> {
  FailureOr<Value> convertLayout(Operation *operation, OpBuilder &builder,
                                 ValueRange operands,
                                 ArrayRef<StringRef> layouts) const {
    auto op = cast<OpT>(operation);
    if (failed(checkLayouts(op, layouts, 2)))
      return failure();
    if (layouts[1] != "default")
      return op.emitOpError("expected \"default\" as the desired layout of the "
                            "regions, but got \"")
             << layouts[1] << "\"";
    return buildConverted(
        builder, op, operands,
        builder.getNamedAttr(op.getLayoutAttrName(),
                             builder.getStringAttr(layouts[0])));
  }
};

/// A gradient takes `grad` and the data in one layout.
struct ConvGradientConversion
    : public LayoutConversionInterface::ExternalModel<
          ConvGradientConversion, NNConv2dBackwardWeightOp> {
  FailureOr<Value> convertLayout(Operation *operation, OpBuilder &builder,
                                 ValueRange operands,
                                 ArrayRef<StringRef> layouts) const {
    auto op = cast<NNConv2dBackwardWeightOp>(operation);
    if (failed(checkLayouts(op, layouts, 2)))
      return failure();
    StringAttr data = builder.getStringAttr(layouts[0]);
    return buildConverted(
        builder, op, operands,
        {builder.getNamedAttr(op.getDataLayoutAttrName(), data),
         builder.getNamedAttr(op.getKernelLayoutAttrName(), data),
         builder.getNamedAttr(op.getOutLayoutAttrName(),
                              builder.getStringAttr(layouts[1]))});
  }
};

template <template <typename> class ModelT, typename... OpTs>
void attachAll(MLIRContext &context) {
  (OpTs::template attachInterface<ModelT<OpTs>>(context), ...);
}
} // namespace

void relay::attachLayoutConversions(MLIRContext &context) {
  attachAll<ConvConversion, NNConv2dOp, NNConv2dTransposeOp, NNConv3dOp,
            NNConv3dTransposeOp, NNDeformableConv2dOp, QnnConv2dOp,
            QnnConv2dTransposeOp>(context);
  NNConv2dBackwardWeightOp::attachInterface<ConvGradientConversion>(context);
  attachAll<PoolConversion, NNAvgPool2dOp, NNGlobalAvgPool2dOp,
            NNGlobalMaxPool2dOp, NNMaxPool2dOp, QnnAvgPool2dOp>(context);
  attachAll<ResizeConversion, ImageResize1dOp, ImageResize2dOp>(context);
  attachAll<RoiConversion, VisionRoiAlignOp, VisionRoiPoolOp>(context);
}
