//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convolutions: type inference. Shapes are compared in canonical layouts. Data
// and result have N, C, spatial dimensions. The weight has O, I (I, O if
// transposed), spatial dimensions, with G first if its layout has it.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/Layout.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Does what checkNumbers does, for an attribute that is a number.
static LogicalResult checkNumber(std::optional<Location> loc,
                                 StringRef relayName, StringRef name,
                                 int64_t value, int64_t min) {
  if (value >= min && value <= INT32_MAX)
    return success();
  return emitOptionalError(loc, relayName, ": expected ", name, " in [", min,
                           ", ", INT32_MAX, "], but got ", value);
}

static LogicalResult checkAttributes(std::optional<Location> loc,
                                     const ConvAttributes &attributes) {
  size_t rank = attributes.spatialNames.size();
  auto check = [&](StringRef name, ArrayRef<int64_t> values,
                   ArrayRef<size_t> counts, int64_t min) {
    return checkNumbers(loc, attributes.relayName, name, values, counts, min);
  };
  SmallVector<size_t> paddingCounts{1, rank, 2 * rank};
  if (rank == 1)
    paddingCounts.erase(paddingCounts.begin());
  if (failed(check("strides", attributes.strides, rank, 1)) ||
      failed(check("padding", attributes.padding, paddingCounts, 0)) ||
      failed(check("dilation", attributes.dilation, rank, 1)) ||
      failed(checkNumber(loc, attributes.relayName, "groups", attributes.groups,
                         1)))
    return failure();
  if (attributes.outputPadding &&
      failed(check("output_padding", *attributes.outputPadding, rank, 0)))
    return failure();
  if (attributes.channels &&
      failed(checkNumber(loc, attributes.relayName, "channels",
                         *attributes.channels, 0)))
    return failure();
  if (attributes.kernelSize &&
      failed(check("kernel_size", *attributes.kernelSize, rank, 1)))
    return failure();
  if (attributes.channels && *attributes.channels % attributes.groups != 0)
    return emitOptionalError(
        loc, attributes.relayName, ": expected groups to divide channels, ",
        *attributes.channels, ", but got ", attributes.groups);
  return success();
}

/// Parses the attribute `name`, which must have the dimensions `expected`.
static FailureOr<Layout> inferLayout(std::optional<Location> loc,
                                     StringRef relayName, StringRef name,
                                     StringRef text, StringRef expected) {
  std::string message;
  FailureOr<Layout> layout =
      Layout::parse(text, [&](const Twine &text) { message = text.str(); });
  if (failed(layout))
    return emitOptionalError(loc, relayName, ": ", message);
  if (!layout->isConvertibleTo(*Layout::parse(expected)))
    return emitOptionalError(loc, relayName, ": expected ", name,
                             " with the dimensions of ", expected,
                             ", but got \"", text, "\"");
  return layout;
}

/// Whether the weight has a dimension for the groups.
static bool hasGroupDim(const ConvAttributes &attributes) {
  return attributes.spatialNames == "HW" && !attributes.isTransposed() &&
         attributes.groups > 1 && attributes.kernelLayout.contains('G');
}

/// The layouts in whose order shapes are compared.
static std::string getCanonicalData(const ConvAttributes &attributes) {
  return ("NC" + attributes.spatialNames).str();
}
static std::string getCanonicalKernel(const ConvAttributes &attributes) {
  StringRef channels = attributes.isTransposed() ? "IO"
                       : hasGroupDim(attributes) ? "GOI"
                                                 : "OI";
  return (channels + attributes.spatialNames).str();
}

static LogicalResult inferLayouts(std::optional<Location> loc,
                                  const ConvAttributes &attributes,
                                  Convolution &conv) {
  auto infer = [&](StringRef name, StringRef text, StringRef expected) {
    return inferLayout(loc, attributes.relayName, name, text, expected);
  };
  std::string dataDims = getCanonicalData(attributes);
  auto data = infer("data_layout", attributes.dataLayout, dataDims);
  if (failed(data))
    return failure();
  auto kernel = infer("kernel_layout", attributes.kernelLayout,
                      getCanonicalKernel(attributes));
  if (failed(kernel))
    return failure();
  auto out = attributes.outLayout.empty()
                 ? data
                 : infer("out_layout", attributes.outLayout, dataDims);
  if (failed(out))
    return failure();
  conv.dataLayout = *data;
  conv.kernelLayout = *kernel;
  conv.outLayout = *out;
  return success();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The shape, in the layout `canonical`, of the operand `name` of type `type`
/// in `layout`.
static FailureOr<SmallVector<int64_t>>
inferCanonicalShape(std::optional<Location> loc, StringRef relayName,
                    StringRef name, const Layout &layout, RankedTensorType type,
                    StringRef canonical) {
  if (type.getRank() != layout.getRank())
    return emitOptionalError(loc, relayName, ": expected ", name, " of rank ",
                             layout.getRank(), " for layout \"", layout.str(),
                             "\", but got ", type);
  // The layouts have been compared.
  auto shape = BijectiveLayout::get(layout, *Layout::parse(canonical))
                   ->forwardShape(type.getShape());
  if (failed(shape))
    return emitOptionalError(loc, relayName, ": expected ", name,
                             " with the blocks of layout \"", layout.str(),
                             "\", but got ", type);
  return shape;
}

/// A size divided by one that divides it.
static int64_t divideExtent(int64_t extent, int64_t divisor) {
  return ShapedType::isDynamic(extent) ? extent : extent / divisor;
}

/// Whether `weight`, in canonical order, is that of a depthwise convolution.
static bool isDepthwise(const ConvAttributes &attributes, int64_t dataChannels,
                        ArrayRef<int64_t> weight) {
  return attributes.canBeDepthwise && attributes.groups > 1 &&
         !attributes.isTransposed() && attributes.spatialNames != "W" &&
         !hasGroupDim(attributes) && attributes.channels &&
         attributes.kernelSize && dataChannels == attributes.groups &&
         weight[0] == attributes.groups;
}

/// The shape of the weight that `data` and the attributes determine, in
/// canonical order; dynamic where they do not.
static SmallVector<int64_t> getExpectedWeight(const ConvAttributes &attributes,
                                              const Convolution &conv) {
  int64_t dataChannels = conv.dataShape[1], groups = attributes.groups;
  int64_t channels = attributes.channels.value_or(ShapedType::kDynamic);
  SmallVector<int64_t> shape;
  if (attributes.isTransposed())
    shape = {dataChannels, divideExtent(channels, groups)};
  else if (conv.isDepthwise)
    shape = {groups, divideExtent(channels, groups)};
  else if (hasGroupDim(attributes))
    shape = {groups, divideExtent(channels, groups),
             divideExtent(dataChannels, groups)};
  else
    shape = {channels, divideExtent(dataChannels, groups)};
  if (attributes.kernelSize)
    llvm::append_range(shape, *attributes.kernelSize);
  else
    shape.append(attributes.spatialNames.size(), ShapedType::kDynamic);
  return shape;
}

/// The tensor in `layout` of shape `shape` in the layout `canonical`.
static Type getLayoutType(const Layout &layout, StringRef canonical,
                          ArrayRef<int64_t> shape, Type elementType) {
  // A shape without blocks always converts.
  return RankedTensorType::get(
      *BijectiveLayout::get(*Layout::parse(canonical), layout)
           ->forwardShape(shape),
      elementType);
}

/// The weight that `data` and the attributes determine.
static Type getWeightType(const ConvAttributes &attributes,
                          const Convolution &conv, Type elementType) {
  return getLayoutType(conv.kernelLayout, getCanonicalKernel(attributes),
                       getExpectedWeight(attributes, conv), elementType);
}

/// Infers all of a convolution but the kernel and the result.
static FailureOr<Convolution> inferData(std::optional<Location> loc,
                                        const ConvAttributes &attributes,
                                        RankedTensorType data) {
  Convolution conv;
  if (failed(checkAttributes(loc, attributes)) ||
      failed(inferLayouts(loc, attributes, conv)))
    return failure();
  auto dataShape =
      inferCanonicalShape(loc, attributes.relayName, "data", conv.dataLayout,
                          data, getCanonicalData(attributes));
  if (failed(dataShape))
    return failure();
  conv.dataShape = *dataShape;
  int64_t channels = conv.dataShape[1];
  if (!ShapedType::isDynamic(channels) && channels % attributes.groups != 0)
    return emitOptionalError(loc, attributes.relayName,
                             ": expected groups to divide the number of "
                             "channels of data, ",
                             channels, ", but got ", attributes.groups);
  std::tie(conv.before, conv.after) =
      expandPadding(attributes.padding, attributes.spatialNames.size());
  return conv;
}

/// The layout of a weight of six dimensions if `kernel_layout` names no blocks:
/// that of TVM's kernels with blocks of channels. Fails if it does not apply.
static FailureOr<Layout> getBlockedLayout(const ConvAttributes &attributes,
                                          RankedTensorType weight) {
  if ((attributes.relayName != NNContribConv2dNCHWcOp::getRelayName() &&
       attributes.relayName !=
           NNContribDepthwiseConv2dNCHWcOp::getRelayName()) ||
      attributes.kernelLayout != "OIHW" || weight.getRank() != 6)
    return failure();
  ArrayRef<int64_t> blocks = weight.getShape().take_back(2);
  if (llvm::any_of(blocks, [](int64_t size) {
        return ShapedType::isDynamic(size) || size < 1;
      }))
    return failure();
  return Layout::parse(
      ("OIHW" + Twine(blocks[0]) + "i" + Twine(blocks[1]) + "o").str());
}

/// Fills in the kernel from `weight`, after checking it.
static LogicalResult inferKernel(std::optional<Location> loc,
                                 const ConvAttributes &attributes,
                                 RankedTensorType weight, Convolution &conv) {
  if (auto layout = getBlockedLayout(attributes, weight); succeeded(layout))
    conv.kernelLayout = *layout;
  auto shape = inferCanonicalShape(loc, attributes.relayName, "weight",
                                   conv.kernelLayout, weight,
                                   getCanonicalKernel(attributes));
  if (failed(shape))
    return failure();
  conv.isDepthwise = isDepthwise(attributes, conv.dataShape[1], *shape);
  Type expected = getWeightType(attributes, conv, weight.getElementType());
  Type given = weight;
  if (failed(
          inferOperand(loc, attributes.relayName, "weight", expected, given)))
    return failure();
  size_t rank = attributes.spatialNames.size();
  auto extents = ArrayRef(*shape).take_back(rank);
  if (attributes.kernelSize)
    extents = *attributes.kernelSize;
  for (int64_t extent : extents)
    if (!ShapedType::isDynamic(extent) && (extent < 1 || extent > INT32_MAX))
      return emitOptionalError(loc, attributes.relayName,
                               ": expected spatial sizes of weight in [1, ",
                               INT32_MAX, "], but got ", extent);
  conv.kernelSize.assign(extents.begin(), extents.end());

  // The number of channels of the result.
  if (attributes.channels) {
    conv.outShape = {conv.dataShape[0], *attributes.channels};
    return success();
  }
  bool isSplit = attributes.isTransposed() || hasGroupDim(attributes);
  int64_t channels = (*shape)[isSplit ? 1 : 0];
  if (!ShapedType::isDynamic(channels)) {
    std::optional<int64_t> product =
        llvm::checkedMul(channels, isSplit ? attributes.groups : 1);
    if (!product || *product % attributes.groups != 0)
      return emitOptionalError(loc, attributes.relayName,
                               ": expected groups to divide the number of "
                               "channels of the result, ",
                               channels, ", but got ", attributes.groups);
    channels = *product;
  }
  conv.outShape = {conv.dataShape[0], channels};
  return success();
}

/// The static size of the result at spatial dimension `i`. None if it does
/// not fit into 64 bits.
static std::optional<int64_t> getOutExtent(const ConvAttributes &attributes,
                                           const Convolution &conv, size_t i) {
  int64_t padding = conv.before[i] + conv.after[i];
  int64_t kernel = (conv.kernelSize[i] - 1) * attributes.dilation[i] + 1;
  int64_t extent = conv.dataShape[2 + i], stride = attributes.strides[i];
  if (!attributes.isTransposed()) {
    std::optional<int64_t> room = llvm::checkedAdd(extent, padding - kernel);
    if (!room)
      return std::nullopt;
    return llvm::divideFloorSigned(*room, stride) + 1;
  }
  return llvm::checkedMulAdd(stride, extent - 1,
                             kernel - padding + (*attributes.outputPadding)[i]);
}

FailureOr<Convolution> relay::checkConv(std::optional<Location> loc,
                                        const ConvAttributes &attributes,
                                        RankedTensorType data,
                                        RankedTensorType weight) {
  FailureOr<Convolution> conv = inferData(loc, attributes, data);
  if (failed(conv) || failed(inferKernel(loc, attributes, weight, *conv)))
    return failure();
  for (size_t i = 0; i < attributes.spatialNames.size(); ++i) {
    if (ShapedType::isDynamic(conv->dataShape[2 + i]) ||
        ShapedType::isDynamic(conv->kernelSize[i])) {
      conv->outShape.push_back(ShapedType::kDynamic);
      continue;
    }
    std::optional<int64_t> extent = getOutExtent(attributes, *conv, i);
    if (!extent || *extent < 0)
      return emitOptionalError(
          loc, attributes.relayName, ": a kernel of size ", conv->kernelSize[i],
          " with dilation ", attributes.dilation[i],
          " does not fit into dimension ", attributes.spatialNames.substr(i, 1),
          " of size ", conv->dataShape[2 + i], " with padding [",
          conv->before[i], ", ", conv->after[i], "]");
    conv->outShape.push_back(*extent);
  }
  return conv;
}

uint64_t relay::estimateConvWork(const ConvAttributes &attributes, Type data,
                                 Type weight) {
  auto dataType = dyn_cast<RankedTensorType>(data);
  auto weightType = dyn_cast<RankedTensorType>(weight);
  if (!dataType || !weightType)
    return 0;
  FailureOr<Convolution> conv =
      checkConv(std::nullopt, attributes, dataType, weightType);
  if (failed(conv))
    return 0;
  // Each element of the result takes a window of `data`, or each element of
  // `data` is added to a window of the result.
  ArrayRef<int64_t> elements = conv->outShape, channels = conv->dataShape;
  if (attributes.isTransposed())
    std::swap(elements, channels);
  uint64_t work = multiplyExtents(elements);
  work = llvm::SaturatingMultiply(work, multiplyExtents(conv->kernelSize));
  uint64_t groupChannels =
      multiplyExtents(channels.slice(1, 1)) / attributes.groups;
  return llvm::SaturatingMultiply(work, std::max<uint64_t>(groupChannels, 1));
}

FailureOr<Type> relay::inferConv(std::optional<Location> loc,
                                 const ConvAttributes &attributes,
                                 Type dataType, Type weightType) {
  auto data = cast<RankedTensorType>(dataType);
  FailureOr<Convolution> conv =
      checkConv(loc, attributes, data, cast<RankedTensorType>(weightType));
  if (failed(conv))
    return failure();
  Type elementType = attributes.outDType.value_or(data.getElementType());
  if (failed(checkElementType(loc, attributes.relayName, "out_dtype",
                              elementType)))
    return failure();
  return getLayoutType(conv->outLayout, getCanonicalData(attributes),
                       conv->outShape, elementType);
}

/// The type that the weight of a convolution would have without its own form.
static FailureOr<RankedTensorType>
inferPlainWeight(std::optional<Location> loc, const ConvAttributes &attributes,
                 RankedTensorType data) {
  if (!attributes.channels || !attributes.kernelSize)
    return emitOptionalError(loc, attributes.relayName,
                             ": expected channels and kernel_size");
  FailureOr<Convolution> conv = inferData(loc, attributes, data);
  if (failed(conv))
    return failure();
  return cast<RankedTensorType>(
      getWeightType(attributes, *conv, data.getElementType()));
}

FailureOr<Convolution> relay::checkPackedConv(std::optional<Location> loc,
                                              const ConvAttributes &attributes,
                                              RankedTensorType data) {
  FailureOr<RankedTensorType> weight = inferPlainWeight(loc, attributes, data);
  if (failed(weight))
    return failure();
  return checkConv(loc, attributes, data, *weight);
}

FailureOr<Type> relay::inferPackedConv(std::optional<Location> loc,
                                       const ConvAttributes &attributes,
                                       Type dataType) {
  auto data = cast<RankedTensorType>(dataType);
  FailureOr<RankedTensorType> weight = inferPlainWeight(loc, attributes, data);
  if (failed(weight))
    return failure();
  return inferConv(loc, attributes, data, *weight);
}

LogicalResult relay::inferConvWeight(std::optional<Location> loc,
                                     const ConvAttributes &attributes,
                                     Type dataType, Type &weight) {
  auto data = dyn_cast<RankedTensorType>(dataType);
  if (!data)
    return success();
  FailureOr<Convolution> conv = inferData(loc, attributes, data);
  if (failed(conv))
    return failure();
  if (auto known = dyn_cast<RankedTensorType>(weight))
    return inferKernel(loc, attributes, known, *conv);
  if (attributes.canBeDepthwise && attributes.groups > 1 &&
      attributes.spatialNames != "W" && !attributes.isTransposed())
    return emitOptionalError(loc, attributes.relayName,
                             ": expected a weight of known type with more than "
                             "one group, but got ",
                             weight);
  if (!attributes.channels || !attributes.kernelSize)
    return success();
  weight = getWeightType(attributes, *conv, data.getElementType());
  return success();
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

/// The attributes that convolutions and operators made of them share.
template <typename AdaptorT>
static ConvAttributes getSharedAttributes(StringRef relayName,
                                          AdaptorT adaptor) {
  ConvAttributes result;
  result.relayName = relayName;
  result.spatialNames = "HW";
  result.strides = adaptor.getStrides();
  result.padding = adaptor.getPadding();
  result.dilation = adaptor.getDilation();
  result.groups = adaptor.getGroups();
  result.channels = adaptor.getChannels();
  result.kernelSize = adaptor.getKernelSize();
  result.dataLayout = adaptor.getDataLayout();
  result.kernelLayout = adaptor.getKernelLayout();
  result.outLayout = adaptor.getOutLayout();
  result.outDType = adaptor.getOutDtype();
  return result;
}

ConvAttributes NNConv2dBackwardWeightOp::getConvAttributes(Adaptor adaptor) {
  return getSharedAttributes(getRelayName(), adaptor);
}

FailureOr<ConvGradient>
relay::checkConvGradient(std::optional<Location> loc,
                         const ConvAttributes &attributes,
                         RankedTensorType grad, RankedTensorType data) {
  StringRef relayName = attributes.relayName;
  if (failed(checkAttributes(loc, attributes)))
    return failure();
  if (!attributes.kernelSize)
    return emitOptionalError(loc, relayName,
                             ": expected kernel_size, but there is none");
  StringRef weightName =
      attributes.outLayout.empty() ? "OIHW" : attributes.outLayout;
  auto gradLayout =
      inferLayout(loc, relayName, "data_layout", attributes.dataLayout, "NCHW");
  if (failed(gradLayout))
    return failure();
  auto dataLayout = inferLayout(loc, relayName, "kernel_layout",
                                attributes.kernelLayout, "NCHW");
  if (failed(dataLayout))
    return failure();
  auto weightLayout =
      inferLayout(loc, relayName, "out_layout", weightName, "OIHW");
  if (failed(weightLayout))
    return failure();
  if (!gradLayout->isPrimal() || !dataLayout->isPrimal() ||
      !weightLayout->isPrimal())
    return emitOptionalError(
        loc, relayName, ": expected layouts without blocks, but got \"",
        attributes.dataLayout, "\", \"", attributes.kernelLayout, "\" and \"",
        weightName, "\"");
  auto gradShape =
      inferCanonicalShape(loc, relayName, "grad", *gradLayout, grad, "NCHW");
  if (failed(gradShape))
    return failure();
  auto dataShape =
      inferCanonicalShape(loc, relayName, "data", *dataLayout, data, "NCHW");
  if (failed(dataShape))
    return failure();
  int64_t in = (*dataShape)[1], out = (*gradShape)[1];
  int64_t groups = attributes.groups;
  if (ShapedType::isDynamic(in) || ShapedType::isDynamic(out) ||
      in % groups != 0 || out % groups != 0 ||
      (attributes.channels && *attributes.channels != out))
    return emitOptionalError(
        loc, relayName,
        ": expected operands whose known numbers of channels groups divides, "
        "and channels to be that of grad, but got ",
        grad, " and ", data);
  if (failed(verifyCompatibleShape(ArrayRef((*gradShape)[0]),
                                   ArrayRef((*dataShape)[0]))))
    return emitOptionalError(loc, relayName,
                             ": expected operands of one batch, but got ", grad,
                             " and ", data);
  ConvGradient result{*gradLayout,   *dataLayout,
                      *weightLayout, expandPadding(attributes.padding, 2).first,
                      in / groups,   {out, in / groups}};
  llvm::append_range(result.weightShape, *attributes.kernelSize);
  return result;
}

FailureOr<Type>
NNConv2dBackwardWeightOp::inferResultType(std::optional<Location> loc,
                                          Adaptor adaptor) {
  auto grad = cast<RankedTensorType>(adaptor.getGrad().getType());
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  FailureOr<ConvGradient> gradient =
      checkConvGradient(loc, getConvAttributes(adaptor), grad, data);
  Type elementType = adaptor.getOutDtype().value_or(grad.getElementType());
  if (failed(gradient) ||
      failed(checkElementType(loc, getRelayName(), "out_dtype", elementType)))
    return failure();
  return getLayoutType(gradient->weightLayout, "OIHW", gradient->weightShape,
                       elementType);
}

uint64_t NNConv2dBackwardWeightOp::estimateOwnWork() {
  auto grad = dyn_cast<RankedTensorType>(getGrad().getType());
  auto type = dyn_cast<RankedTensorType>(getType());
  if (!grad || !type)
    return 0;
  // Each element of `grad` meets a part of the weight of one channel.
  size_t channel = getDataLayout().find('C');
  int64_t channels =
      channel < grad.getShape().size() ? grad.getDimSize(channel) : 1;
  uint64_t perChannel =
      countElements(type) /
      std::max<uint64_t>(multiplyExtents(ArrayRef(channels)), 1);
  return llvm::SaturatingMultiply(countElements(grad), perChannel);
}

//===----------------------------------------------------------------------===//
// Deformable convolutions
//===----------------------------------------------------------------------===//

ConvAttributes NNDeformableConv2dOp::getConvAttributes(Adaptor adaptor) {
  ConvAttributes result = getSharedAttributes(getRelayName(), adaptor);
  result.canBeDepthwise = false;
  return result;
}

/// Sets or checks the type of `offset`, which the others determine.
static LogicalResult inferOffset(std::optional<Location> loc,
                                 NNDeformableConv2dOp::Adaptor adaptor,
                                 RankedTensorType data, RankedTensorType weight,
                                 Type &offset) {
  ConvAttributes attributes = NNDeformableConv2dOp::getConvAttributes(adaptor);
  FailureOr<Convolution> conv = checkConv(loc, attributes, data, weight);
  if (failed(conv))
    return failure();
  StringRef layouts = attributes.dataLayout;
  if (!((layouts == "NCHW" && attributes.kernelLayout == "OIHW") ||
        (layouts == "NHWC" && attributes.kernelLayout == "HWIO")) ||
      !(attributes.outLayout.empty() || attributes.outLayout == layouts))
    return emitOptionalError(
        loc, attributes.relayName,
        ": expected layouts NCHW and OIHW, or NHWC and HWIO, but got \"",
        layouts, "\", \"", attributes.kernelLayout, "\" and \"",
        attributes.outLayout, "\"");
  int64_t parts = adaptor.getDeformableGroups();
  if (failed(checkNumber(loc, attributes.relayName, "deformable_groups", parts,
                         1)))
    return failure();
  int64_t channels = conv->dataShape[1];
  if (ShapedType::isStatic(channels) && channels % parts != 0)
    return emitOptionalError(
        loc, attributes.relayName,
        ": expected deformable_groups to divide the number "
        "of channels of data, ",
        channels, ", but got ", parts);
  int64_t numbers = 2 * parts;
  for (int64_t extent : conv->kernelSize) {
    if (ShapedType::isDynamic(extent))
      numbers = ShapedType::kDynamic;
    else if (failed(multiplySize(loc, attributes.relayName, numbers, extent)))
      return failure();
  }
  Type expected = getLayoutType(
      conv->dataLayout, "NCHW",
      {conv->dataShape[0], numbers, conv->outShape[2], conv->outShape[3]},
      data.getElementType());
  return inferOperand(loc, attributes.relayName, "offset", expected, offset);
}

FailureOr<Type>
NNDeformableConv2dOp::inferResultType(std::optional<Location> loc,
                                      Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto weight = cast<RankedTensorType>(adaptor.getWeight().getType());
  Type offset = adaptor.getOffset().getType();
  if (failed(inferOffset(loc, adaptor, data, weight, offset)))
    return failure();
  return inferConv(loc, getConvAttributes(adaptor), data, weight);
}

LogicalResult NNDeformableConv2dOp::inferOperandTypes(
    std::optional<Location> loc, SmallVectorImpl<Type> &operandTypes,
    DictionaryAttr attributes, OpaqueProperties properties) {
  Adaptor adaptor(ValueRange(), attributes, properties);
  if (failed(inferConvWeight(loc, getConvAttributes(adaptor), operandTypes[0],
                             operandTypes[2])))
    return failure();
  auto data = dyn_cast<RankedTensorType>(operandTypes[0]);
  auto weight = dyn_cast<RankedTensorType>(operandTypes[2]);
  if (!data || !weight)
    return success();
  return inferOffset(loc, adaptor, data, weight, operandTypes[1]);
}

uint64_t NNDeformableConv2dOp::estimateOwnWork() {
  return estimateConvWork(getConvAttributes(Adaptor(*this)),
                          getData().getType(), getWeight().getType());
}

//===----------------------------------------------------------------------===//
// Correlations
//===----------------------------------------------------------------------===//

FailureOr<Correlation>
relay::checkCorrelation(std::optional<Location> loc, StringRef relayName,
                        RankedTensorType data1, RankedTensorType data2,
                        int64_t kernelSize, int64_t maxDisplacement,
                        int64_t stride1, int64_t stride2,
                        ArrayRef<int64_t> padding, StringRef layout) {
  if (layout != "NCHW")
    return emitOptionalError(loc, relayName,
                             ": expected layout to be NCHW, but got \"", layout,
                             "\"");
  if (data1.getRank() != 4 || !areTypesCompatible(data1, Type(data2)))
    return emitOptionalError(
        loc, relayName,
        ": expected data1 and data2 of one type of rank 4, but got ", data1,
        " and ", data2);
  // Squares of numbers of displacements fit into 64 bits.
  constexpr int64_t most = 1 << 24;
  if (kernelSize < 1 || kernelSize > most || kernelSize % 2 == 0)
    return emitOptionalError(loc, relayName,
                             ": expected kernel_size to be odd and in [1, ",
                             most, "], but got ", kernelSize);
  if (maxDisplacement < 0 || maxDisplacement > most)
    return emitOptionalError(loc, relayName,
                             ": expected max_displacement in [0, ", most,
                             "], but got ", maxDisplacement);
  if (failed(checkNumber(loc, relayName, "stride1", stride1, 1)) ||
      failed(checkNumber(loc, relayName, "stride2", stride2, 1)) ||
      failed(checkNumbers(loc, relayName, "padding", padding, {1, 2, 4}, 0)))
    return failure();
  Correlation result;
  result.radius = maxDisplacement / stride2;
  int64_t count = result.getNumDisplacements();
  result.outShape = {data1.getDimSize(0), count * count};
  int64_t border = 2 * maxDisplacement + kernelSize - 1;
  std::tie(result.before, result.after) = expandPadding(padding, 2);
  for (int64_t i = 0; i < 2; ++i) {
    int64_t extent = data1.getDimSize(2 + i);
    if (ShapedType::isDynamic(extent)) {
      result.outShape.push_back(extent);
      continue;
    }
    std::optional<int64_t> room =
        llvm::checkedAdd(extent, result.before[i] + result.after[i] - border);
    if (!room || *room < 0)
      return emitOptionalError(loc, relayName,
                               ": a patch with its displacements "
                               "does not fit into dimension ",
                               2 + i, " of size ", extent, " with its padding");
    result.outShape.push_back(
        llvm::divideCeil(static_cast<uint64_t>(*room), stride1));
  }
  return result;
}

FailureOr<Type> NNCorrelationOp::inferResultType(std::optional<Location> loc,
                                                 Adaptor adaptor) {
  auto data1 = cast<RankedTensorType>(adaptor.getData1().getType());
  auto data2 = cast<RankedTensorType>(adaptor.getData2().getType());
  FailureOr<Correlation> correlation = checkCorrelation(
      loc, getRelayName(), data1, data2, adaptor.getKernelSize(),
      adaptor.getMaxDisplacement(), adaptor.getStride1(), adaptor.getStride2(),
      adaptor.getPadding(), adaptor.getLayout());
  if (failed(correlation))
    return failure();
  return Type(data1.clone(correlation->outShape));
}

uint64_t NNCorrelationOp::estimateOwnWork() {
  auto data = dyn_cast<RankedTensorType>(getData1().getType());
  if (!data || data.getRank() != 4)
    return 0;
  int64_t size = getKernelSize();
  return llvm::SaturatingMultiply(
      countElements(getType()),
      multiplyExtents({data.getDimSize(1), size, size}));
}
