//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RelayLite's own rule of AlterOpLayout: channels in blocks for CPUs.
//
//===----------------------------------------------------------------------===//

#include "ChannelBlocks.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"
#include "RelayLite/Dialect/Relay/Transforms/LayoutInference.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
/// The layouts of a convolution and its kind, or why it has no blocks.
struct BlockedLayouts {
  StringRef operation = {};
  std::string data = {}, kernel = {}, result = {};
  StringRef reason = {};
};
} // namespace

static BlockedLayouts keep(StringRef reason) {
  BlockedLayouts layouts;
  layouts.reason = reason;
  return layouts;
}

/// Return the layouts of `op`, from `in` to `out` channels, in blocks of `size`
/// that divide `out`.
static BlockedLayouts chooseConvLayouts(NNConv2dOp op, int64_t in, int64_t out,
                                        int64_t size) {
  int64_t groups = op.getGroups();
  std::string block = std::to_string(size), blocked = "NCHW" + block + "c";
  if (groups == in && groups == out && groups > 1)
    return {NNContribDepthwiseConv2dNCHWcOp::getOperationName(), blocked,
            "OIHW1i" + block + "o", blocked};
  if (groups != 1 && (in / groups % size != 0 || out / groups % size != 0))
    return keep("blocks do not divide the channels of a group");
  // The first layer of a network reads images as they come.
  if (in < size)
    return {NNContribConv2dNCHWcOp::getOperationName(), "NCHW",
            "OIHW" + block + "o", blocked};
  if (in % size != 0)
    return keep("blocks do not divide the channels of the data");
  return {NNContribConv2dNCHWcOp::getOperationName(), blocked,
          "OIHW" + block + "i" + block + "o", blocked};
}

static BlockedLayouts chooseConvLayouts(NNConv2dTransposeOp op, int64_t in,
                                        int64_t, int64_t size) {
  if (op.getGroups() != 1)
    return keep("it has groups");
  if (in % size != 0)
    return keep("blocks do not divide the channels of the data");
  std::string block = std::to_string(size), blocked = "NCHW" + block + "c";
  return {NNConv2dTransposeOp::getOperationName(), blocked,
          "IOHW" + block + "i" + block + "o", blocked};
}

/// Return the layouts of `op`, whose weight is in `kernelLayout`, with channels
/// in blocks of `size`.
template <typename OpT>
static BlockedLayouts chooseLayouts(OpT op, StringRef kernelLayout,
                                    int64_t size) {
  auto data = dyn_cast<RankedTensorType>(op.getData().getType());
  auto weight = dyn_cast<RankedTensorType>(op.getWeight().getType());
  auto result = dyn_cast<RankedTensorType>(op.getType());
  if (!data || !weight || !result || !data.hasStaticShape() ||
      !weight.hasStaticShape() || !result.hasStaticShape())
    return keep("a shape is dynamic");
  if (!data.getElementType().isF32() || !weight.getElementType().isF32() ||
      !result.getElementType().isF32())
    return keep("elements are not f32");
  StringRef outLayout = op.getOutLayout();
  if (op.getDataLayout() != "NCHW" || op.getKernelLayout() != kernelLayout ||
      (!outLayout.empty() && outLayout != "NCHW"))
    return keep(kernelLayout == "OIHW" ? "its layouts are not NCHW and OIHW"
                                       : "its layouts are not NCHW and IOHW");
  // Blocks of weights are made by FoldConstant.
  if (!matchPattern(op.getWeight(), m_Constant()))
    return keep("the weight is not constant");
  int64_t in = data.getDimSize(1), out = result.getDimSize(1);
  if (out % size != 0)
    return keep("blocks do not divide the channels of the result");
  return chooseConvLayouts(op, in, out, size);
}

/// Builds `conv` on `operands` with `layouts`, and says so in a remark.
template <typename OpT>
static Value buildBlocked(OpBuilder &builder, OpT conv, ValueRange operands,
                          const BlockedLayouts &layouts) {
  constexpr StringLiteral category = "relay-alter-op-layout";
  if (layouts.operation.empty()) {
    remark::missed(conv.getLoc(),
                   remark::RemarkOpts::name("ChannelBlocks").category(category))
        << ("no blocks of channels: " + layouts.reason).str();
    return {};
  }
  remark::passed(conv.getLoc(),
                 remark::RemarkOpts::name("ChannelBlocks").category(category))
      << layouts.data + " to " + layouts.result + ", weight in " +
             layouts.kernel;
  auto setLayout = [&](StringAttr name, StringRef layout) {
    return builder.getNamedAttr(name, builder.getStringAttr(layout));
  };
  auto weight = cast<RankedTensorType>(conv.getWeight().getType());
  auto result = cast<RankedTensorType>(conv.getType());
  // A depthwise convolution is known by these.
  IntegerAttr channels = builder.getI64IntegerAttr(result.getDimSize(1));
  auto kernelSize =
      builder.getDenseI64ArrayAttr(weight.getShape().take_back(2));
  return buildConverted(
      builder, conv, operands,
      {setLayout(conv.getDataLayoutAttrName(), layouts.data),
       setLayout(conv.getKernelLayoutAttrName(), layouts.kernel),
       setLayout(conv.getOutLayoutAttrName(), layouts.result),
       builder.getNamedAttr(conv.getChannelsAttrName(), channels),
       builder.getNamedAttr(conv.getKernelSizeAttrName(), kernelSize)},
      layouts.operation);
}

bool relay::mayBlockChannels(Operation *op) {
  return isa<NNConv2dOp, NNConv2dTransposeOp>(op);
}

Value relay::blockChannels(OpBuilder &builder, Operation *op,
                           ValueRange operands, int64_t size) {
  if (auto conv = dyn_cast<NNConv2dOp>(op))
    return buildBlocked(builder, conv, operands,
                        chooseLayouts(conv, "OIHW", size));
  if (auto conv = dyn_cast<NNConv2dTransposeOp>(op))
    return buildBlocked(builder, conv, operands,
                        chooseLayouts(conv, "IOHW", size));
  return {};
}
