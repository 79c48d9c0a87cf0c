//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sizes of operators of neural networks.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"
#include "SizeChecker.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

template <typename OpTy>
static void checkDense(SizeChecker &c, OpTy op) {
  c.require("* k, n k");
  if (op.getUnits())
    c.requireEqual(1, 0, int64_t(*op.getUnits()));
}

static void check(SizeChecker &c, NNMatmulOp op) {
  c.requireEqual(1, op.getTransposeB() ? 1 : 0,
                 c.getSize(0, op.getTransposeA() ? -2 : -1));
  if (op.getUnits())
    c.requireEqual(1, op.getTransposeB() ? 0 : 1, int64_t(*op.getUnits()));
}

template <typename OpTy>
static void checkBatchMatmul(SizeChecker &c, OpTy op) {
  c.requireEqual(1, op.getTransposeB() ? 2 : 1,
                 c.getSize(0, op.getTransposeA() ? 1 : 2));
  Value first = c.getSize(0, 0), one = c.index(1);
  c.requireEqualOrOne(1, 0,
                      c.select(c.isEqual(first, one), c.getSize(1, 0), first));
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// The windows of a convolution fit into the padded data.
static void checkConvWindows(SizeChecker &c, const ConvAttributes &attributes,
                             const Convolution &conv,
                             function_ref<Value(size_t)> getKernelSize) {
  for (auto [i, name] : llvm::enumerate(attributes.spatialNames)) {
    int64_t padding = conv.before[i] + conv.after[i];
    int64_t stride = attributes.strides[i], dim = conv.dataLayout.indexOf(name);
    // The window is (kernel - 1) * dilation + 1.
    Value reach = c.mul(c.sub(getKernelSize(i), 1), attributes.dilation[i]);
    if (!attributes.isTransposed()) {
      c.requireAtLeast(0, dim, c.add(reach, 1 - padding - stride));
      continue;
    }
    // stride * (size - 1) + window - padding + output_padding >= 0
    int64_t rest = padding - (*attributes.outputPadding)[i] + stride - 1;
    Value least = c.max(c.sub(c.index(rest), reach), c.index(0));
    c.requireAtLeast(0, dim, c.div(c.add(least, stride - 1), stride));
  }
}

/// The weight has the channels that the data and the attributes determine.
static void checkConvChannels(SizeChecker &c, const ConvAttributes &attributes,
                              const Convolution &conv, size_t weightOperand) {
  const Layout &data = conv.dataLayout, &kernel = conv.kernelLayout;
  int64_t groups = attributes.groups;
  auto requireSize = [&](char name, Value size) {
    c.requireEqual(weightOperand, kernel.indexOf(name),
                   c.div(size, kernel.getFactor(name)));
  };
  Value channels = c.mul(c.getSize(0, data.indexOf('C')), data.getFactor('C'));
  if (kernel.indexOf('G') >= 0 || conv.isDepthwise) {
    requireSize(conv.isDepthwise ? 'O' : 'G', c.index(groups));
    if (!conv.isDepthwise)
      requireSize('I', c.div(channels, groups));
    if (attributes.channels)
      requireSize(conv.isDepthwise ? 'I' : 'O',
                  c.index(*attributes.channels / groups));
    return;
  }
  bool isTransposed = attributes.isTransposed();
  requireSize('I', isTransposed ? channels : c.div(channels, groups));
  if (attributes.channels)
    requireSize('O', c.index(isTransposed ? *attributes.channels / groups
                                          : *attributes.channels));
}

/// Returns the convolution that is checked, or fails if types refuse it.
template <typename OpTy>
static FailureOr<Convolution> checkConvolution(SizeChecker &c, OpTy op,
                                               size_t weightOperand) {
  ConvAttributes attributes =
      OpTy::getConvAttributes(typename OpTy::Adaptor(op));
  FailureOr<Convolution> conv = checkConv(
      std::nullopt, attributes, c.getType(0), c.getType(weightOperand));
  if (failed(conv))
    return failure();
  const Layout &data = conv->dataLayout, &kernel = conv->kernelLayout;
  c.requireBlocks(0, data);
  c.requireBlocks(weightOperand, kernel);
  auto getKernelSize = [&](size_t i) {
    if (attributes.kernelSize)
      return c.index((*attributes.kernelSize)[i]);
    return c.getSize(weightOperand, kernel.indexOf(attributes.spatialNames[i]));
  };
  for (auto [i, name] : llvm::enumerate(attributes.spatialNames)) {
    if (attributes.kernelSize)
      c.requireEqual(weightOperand, kernel.indexOf(name), getKernelSize(i));
    else
      c.requireAtLeast(weightOperand, kernel.indexOf(name), 1);
  }
  checkConvChannels(c, attributes, *conv, weightOperand);
  checkConvWindows(c, attributes, *conv, getKernelSize);
  return conv;
}

static void check(SizeChecker &c, NNDeformableConv2dOp op) {
  FailureOr<Convolution> conv = checkConvolution(c, op, /*weightOperand=*/2);
  if (failed(conv))
    return;
  ArrayRef<int64_t> strides = op.getStrides(), dilation = op.getDilation();
  const Layout &layout = conv->dataLayout, &kernel = conv->kernelLayout;
  c.requireEqual(1, layout.indexOf('N'), c.getSize(0, layout.indexOf('N')));
  Value numbers = c.index(2 * int64_t(op.getDeformableGroups()));
  for (auto [i, name] : llvm::enumerate(StringRef("HW"))) {
    Value window = c.getSize(2, kernel.indexOf(name));
    numbers = c.mul(numbers, window);
    // floor((size + padding - window) / stride) + 1
    Value room = c.sub(c.add(c.getSize(0, layout.indexOf(name)),
                             conv->before[i] + conv->after[i]),
                       c.add(c.mul(c.sub(window, 1), dilation[i]), 1));
    Value count = c.div(c.max(c.add(room, strides[i]), c.index(0)), strides[i]);
    c.requireEqual(1, layout.indexOf(name), count);
  }
  c.requireEqual(1, layout.indexOf('C'), numbers);
}

static void check(SizeChecker &c, NNBitserialConv2dOp op) {
  FailureOr<Layout> data = Layout::parse(op.getDataLayout());
  if (failed(data))
    return;
  // The weight is HWIO or OIHW before its bits are packed.
  StringRef kernel = op.getKernelLayout();
  ArrayRef<int64_t> padding = op.getPadding();
  for (auto [i, name] : llvm::enumerate(StringRef("HW"))) {
    int64_t window = op.getKernelSize()[i];
    int64_t before = padding[padding.size() == 1 ? 0 : i];
    int64_t after = padding.size() == 4 ? padding[2 + i] : before;
    c.requireAtLeast(0, data->indexOf(name),
                     window - before - after - op.getStrides()[i]);
    c.requireEqual(1, kernel.find(name), window);
  }
  if (op.getChannels())
    c.requireEqual(1, kernel.find('O'), int64_t(*op.getChannels()));
  if (c.getRank(1) == 4)
    c.requireEqual(1, kernel.find('I'), c.getSize(0, data->indexOf('C')));
}

static void check(SizeChecker &c,
                  NNContribConv2dGemmWithoutWeightTransformOp op) {
  using OpTy = NNContribConv2dGemmWithoutWeightTransformOp;
  ConvAttributes attributes = OpTy::getConvAttributes(OpTy::Adaptor(op));
  FailureOr<Convolution> conv =
      checkPackedConv(std::nullopt, attributes, c.getType(0));
  if (succeeded(conv))
    checkConvWindows(c, attributes, *conv, [&](size_t i) {
      return c.index((*attributes.kernelSize)[i]);
    });
}

static void check(SizeChecker &c, NNCorrelationOp op) {
  c.require("n c h w, n c h w");
  FailureOr<Correlation> correlation = checkCorrelation(
      std::nullopt, op.getRelayName(), c.getType(0), c.getType(1),
      op.getKernelSize(), op.getMaxDisplacement(), op.getStride1(),
      op.getStride2(), op.getPadding(), op.getLayout());
  if (failed(correlation))
    return;
  int64_t border = 2 * op.getMaxDisplacement() + op.getKernelSize() - 1;
  for (int64_t i = 0; i < 2; ++i)
    c.requireAtLeast(0, 2 + i,
                     border - correlation->before[i] - correlation->after[i]);
}

static void check(SizeChecker &c, NNConv2dBackwardWeightOp op) {
  FailureOr<ConvGradient> gradient =
      checkConvGradient(std::nullopt,
                        NNConv2dBackwardWeightOp::getConvAttributes(
                            NNConv2dBackwardWeightOp::Adaptor(op)),
                        c.getType(0), c.getType(1));
  if (succeeded(gradient))
    c.requireEqual(1, gradient->dataLayout.indexOf('N'),
                   c.getSize(0, gradient->gradLayout.indexOf('N')));
}

//===----------------------------------------------------------------------===//
// Quantized tensors
//===----------------------------------------------------------------------===//

/// Each of the operands `parameters`, scales and zero points, is a scalar or
/// has `size` elements.
static void checkParameters(SizeChecker &c, Value size,
                            ArrayRef<size_t> parameters) {
  for (size_t operand : parameters)
    if (c.getRank(operand) == 1)
      c.requireEqual(operand, 0, size);
}

/// The same for a scale and a zero point along dimension `axis` of an operand.
/// A scalar takes vectors of one element.
static void checkParametersAlong(SizeChecker &c, size_t operand, int64_t axis,
                                 ArrayRef<size_t> parameters) {
  bool isScalar = c.getRank(operand) == 0;
  checkParameters(c, isScalar ? c.index(1) : c.getSize(operand, axis),
                  parameters);
}

static void check(SizeChecker &c, QnnDenseOp op) {
  checkDense(c, op);
  checkParameters(c, c.getSize(1, 0), {3, 5});
}

/// The number of channels that a convolution with this weight gives.
static Value getOutputChannels(SizeChecker &c, const Convolution &conv,
                               const ConvAttributes &attributes) {
  Value channels = c.getSize(1, conv.kernelLayout.indexOf('O'));
  if (conv.isDepthwise)
    return c.mul(channels, c.getSize(1, conv.kernelLayout.indexOf('I')));
  return attributes.isTransposed() ? c.mul(channels, attributes.groups)
                                   : channels;
}

template <typename OpTy>
static void checkQuantizedConvolution(SizeChecker &c, OpTy op) {
  FailureOr<Convolution> conv = checkConvolution(c, op, /*weightOperand=*/1);
  if (failed(conv))
    return;
  ConvAttributes attributes =
      OpTy::getConvAttributes(typename OpTy::Adaptor(op));
  checkParameters(c, getOutputChannels(c, *conv, attributes), {3, 5});
  // A transposed convolution takes vectors of one element for its data.
  checkParameters(c, c.index(1), {2, 4});
}

//===----------------------------------------------------------------------===//
// Pooling
//===----------------------------------------------------------------------===//

/// The least size of dimension `i` into which windows fit.
static int64_t getLeastSize(const PoolWindows &windows, size_t i,
                            bool ceilMode) {
  int64_t stride = windows.strides[i];
  return windows.getExtent(i) - windows.before[i] - windows.after[i] -
         (ceilMode ? 2 * stride - 1 : stride);
}

template <typename OpTy>
static void checkPool(SizeChecker &c, OpTy op) {
  FailureOr<PoolWindows> windows = inferPoolWindows(
      std::nullopt, op.getRelayName(), c.getRank(0), op.getLayout(),
      OpTy::getSpatialNames(), op.getPoolSize(), op.getStrides(),
      op.getDilation(), op.getPadding());
  if (failed(windows))
    return;
  for (auto [i, dim] : llvm::enumerate(windows->dims))
    c.requireAtLeast(0, dim, getLeastSize(*windows, i, op.getCeilMode()));
}

template <typename OpTy>
static void checkPoolGradient(SizeChecker &c, OpTy op,
                              ArrayRef<int64_t> dilation) {
  FailureOr<PoolWindows> windows = inferPoolWindows(
      std::nullopt, op.getRelayName(), c.getRank(1), op.getLayout(), "HW",
      op.getPoolSize(), op.getStrides(), dilation, op.getPadding());
  if (failed(windows))
    return;
  for (int64_t dim = 0; dim < c.getRank(1); ++dim)
    if (!llvm::is_contained(windows->dims, dim))
      c.requireEqual(0, dim, c.getSize(1, dim));
  for (auto [i, dim] : llvm::enumerate(windows->dims)) {
    int64_t least = getLeastSize(*windows, i, op.getCeilMode());
    c.requireAtLeast(1, dim, least);
    Value count = c.div(c.max(c.sub(c.getSize(1, dim), least), c.index(0)),
                        windows->strides[i]);
    c.requireEqual(0, dim, count);
  }
}

//===----------------------------------------------------------------------===//
// Space
//===----------------------------------------------------------------------===//

/// The widths of padding, which may be negative, leave a size of 0 or more.
/// Other modes than `constant` need an element to repeat.
static void checkPadding(SizeChecker &c, ArrayAttr padWidth,
                         bool needsElements) {
  auto widths = inferPadWidths(std::nullopt, "nn.pad", padWidth, c.getRank(0));
  if (failed(widths))
    return;
  for (auto [dim, pair] : llvm::enumerate(*widths)) {
    int64_t least = -(pair.first + pair.second);
    if (needsElements && std::max(pair.first, pair.second) > 0)
      least = std::max<int64_t>(least, 1);
    c.requireAtLeast(0, dim, least);
  }
}

static void check(SizeChecker &c, NNSpaceToBatchNDOp op) {
  FailureOr<SpaceBlocks> blocks =
      inferSpaceBlocks(std::nullopt, op.getRelayName(), "paddings",
                       op.getBlockShape(), op.getPaddings(), c.getRank(0));
  if (failed(blocks))
    return;
  for (auto [i, block] : llvm::enumerate(blocks->shape))
    c.requireMultiple(0, i + 1, block, blocks->before[i] + blocks->after[i]);
}

static void check(SizeChecker &c, NNBatchToSpaceNDOp op) {
  FailureOr<SpaceBlocks> blocks =
      inferSpaceBlocks(std::nullopt, op.getRelayName(), "crops",
                       op.getBlockShape(), op.getCrops(), c.getRank(0));
  if (failed(blocks))
    return;
  for (auto [i, block] : llvm::enumerate(blocks->shape))
    c.requireAtLeast(
        0, i + 1,
        llvm::divideCeil(blocks->before[i] + blocks->after[i], block));
}

static void check(SizeChecker &c, NNSpaceToDepthOp op) {
  for (char name : StringRef("HW"))
    c.requireMultiple(0, op.getLayout().find(name), op.getBlockSize());
}

static void check(SizeChecker &c, NNFifoBufferOp op) {
  int64_t axis = wrapAxis(op.getAxis(), c.getRank(1));
  for (int64_t dim = 0; dim < c.getRank(1); ++dim)
    if (dim != axis)
      c.requireEqual(0, dim, c.getSize(1, dim));
  c.requireAtMost(0, axis, c.getSize(1, axis));
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

/// Operands behind the first are vectors along dimension `axis` of it.
static void checkVectors(SizeChecker &c, int64_t axis) {
  for (size_t i = 1; i < c.getNumOperands(); ++i)
    c.requireEqual(i, 0, c.getSize(0, axis));
}

static void check(SizeChecker &c, NNNLLLossOp op) {
  c.require(c.getRank(0) == 1 ? "c, , c" : "n c ..., n ..., c");
}

static void check(SizeChecker &c, NNBitpackOp op) {
  c.requireMultiple(0, op.getPackAxis(),
                    op.getPackType().getIntOrFloatBitWidth());
}

void relay::checkNNSizes(SizeChecker &c, Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<NNMatmulOp, QnnDenseOp, NNDeformableConv2dOp, NNBitserialConv2dOp,
            NNContribConv2dGemmWithoutWeightTransformOp, NNCorrelationOp,
            NNConv2dBackwardWeightOp, NNSpaceToBatchNDOp, NNBatchToSpaceNDOp,
            NNSpaceToDepthOp, NNFifoBufferOp, NNNLLLossOp, NNBitpackOp>(
          [&](auto typed) { check(c, typed); })
      .Case([&](NNDenseOp typed) { checkDense(c, typed); })
      .Case<NNBatchMatmulOp, QnnBatchMatmulOp>(
          [&](auto typed) { checkBatchMatmul(c, typed); })
      .Case<NNConv1dOp, NNConv1dTransposeOp, NNConv2dOp, NNConv2dTransposeOp,
            NNConv3dOp, NNConv3dTransposeOp, NNContribConv2dNCHWcOp,
            NNContribDepthwiseConv2dNCHWcOp>(
          [&](auto typed) { (void)checkConvolution(c, typed, 1); })
      .Case<QnnConv2dOp, QnnConv2dTransposeOp>(
          [&](auto typed) { checkQuantizedConvolution(c, typed); })
      .Case<QnnQuantizeOp, QnnDequantizeOp, QnnRequantizeOp>([&](auto typed) {
        checkParametersAlong(c, 0, typed.getAxis(), {1, 2});
      })
      .Case<QnnAddOp, QnnSubtractOp, QnnMulOp>([&](auto typed) {
        checkParametersAlong(c, 0, typed.getLhsAxis(), {2, 3});
        checkParametersAlong(c, 1, typed.getRhsAxis(), {4, 5});
      })
      .Case<NNAvgPool1dOp, NNAvgPool2dOp, NNAvgPool3dOp, NNMaxPool1dOp,
            NNMaxPool2dOp, NNMaxPool3dOp>(
          [&](auto typed) { checkPool(c, typed); })
      .Case([&](NNMaxPool2dGradOp typed) {
        checkPoolGradient(c, typed, typed.getDilation());
      })
      .Case([&](NNAvgPool2dGradOp typed) {
        checkPoolGradient(c, typed, typed.getDilation());
      })
      .Case([&](NNPadOp typed) {
        checkPadding(c, typed.getPadWidth(), typed.getPadMode() != "constant");
      })
      .Case([&](NNMirrorPadOp typed) {
        checkPadding(c, typed.getPadWidth(), /*needsElements=*/true);
      })
      .Case([&](DynNNPadOp) {
        c.requireEqual(1, 0, c.getRank(0));
        c.requireEqual(1, 1, 2);
      })
      .Case<NNCrossEntropyOp, NNCrossEntropyWithLogitsOp>(
          [&](auto) { c.require("n c, n c"); })
      .Case<NNBiasAddOp, NNPReluOp, NNBatchNormOp, NNInstanceNormOp,
            NNLayerNormOp>(
          [&](auto typed) { checkVectors(c, typed.getAxis()); })
      .Case([&](NNGroupNormOp typed) {
        checkVectors(c, typed.getAxis());
        c.requireMultiple(0, typed.getAxis(), typed.getNumGroups());
      });
}
