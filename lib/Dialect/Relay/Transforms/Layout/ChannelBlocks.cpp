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

/// Return the layouts of `op` with channels in blocks of `size`.
static BlockedLayouts chooseLayouts(NNConv2dOp op, int64_t size) {
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
  if (op.getDataLayout() != "NCHW" || op.getKernelLayout() != "OIHW" ||
      (!outLayout.empty() && outLayout != "NCHW"))
    return keep("its layouts are not NCHW and OIHW");
  // Blocks of weights are made by FoldConstant.
  if (!matchPattern(op.getWeight(), m_Constant()))
    return keep("the weight is not constant");
  int64_t in = data.getDimSize(1), out = result.getDimSize(1);
  int64_t groups = op.getGroups();
  if (out % size != 0)
    return keep("blocks do not divide the channels of the result");
  std::string block = std::to_string(size), blocked = "NCHW" + block + "c";
  if (groups == in && groups == out && groups > 1)
    return {NNContribDepthwiseConv2dNCHWcOp::getOperationName(), blocked,
            "OIHW1i" + block + "o", blocked};
  if (groups != 1)
    return keep("it has groups of several channels");
  // The first layer of a network reads images as they come.
  if (in < size)
    return {NNContribConv2dNCHWcOp::getOperationName(), "NCHW",
            "OIHW" + block + "o", blocked};
  if (in % size != 0)
    return keep("blocks do not divide the channels of the data");
  return {NNContribConv2dNCHWcOp::getOperationName(), blocked,
          "OIHW" + block + "i" + block + "o", blocked};
}

Value relay::blockChannels(OpBuilder &builder, Operation *op,
                           ValueRange operands, int64_t size) {
  auto conv = dyn_cast<NNConv2dOp>(op);
  if (!conv)
    return {};
  constexpr StringLiteral category = "relay-alter-op-layout";
  BlockedLayouts layouts = chooseLayouts(conv, size);
  if (layouts.operation.empty()) {
    remark::missed(op->getLoc(),
                   remark::RemarkOpts::name("ChannelBlocks").category(category))
        << ("no blocks of channels: " + layouts.reason).str();
    return {};
  }
  remark::passed(op->getLoc(),
                 remark::RemarkOpts::name("ChannelBlocks").category(category))
      << layouts.data + " to " + layouts.result + ", weight in " +
             layouts.kernel;
  auto setLayout = [&](StringAttr name, StringRef layout) {
    return builder.getNamedAttr(name, builder.getStringAttr(layout));
  };
  auto weight = cast<RankedTensorType>(conv.getWeight().getType());
  // A depthwise convolution is known by these.
  IntegerAttr channels = builder.getI64IntegerAttr(weight.getDimSize(0));
  auto kernelSize =
      builder.getDenseI64ArrayAttr(weight.getShape().take_back(2));
  return buildConverted(
      builder, op, operands,
      {setLayout(conv.getDataLayoutAttrName(), layouts.data),
       setLayout(conv.getKernelLayoutAttrName(), layouts.kernel),
       setLayout(conv.getOutLayoutAttrName(), layouts.result),
       builder.getNamedAttr(conv.getChannelsAttrName(), channels),
       builder.getNamedAttr(conv.getKernelSizeAttrName(), kernelSize)},
      layouts.operation);
}
