//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convolutions: lowering. All of them become one named operation of linalg, or,
// where there is none for the layouts, a linalg.generic whose indexing maps
// follow these. Operations before and after it express what maps cannot:
// padding, groups (expand_shape) and blocks of packed layouts (transposes).
// Transposed convolutions are several that are not.
//
// Dimensions are called by letters: those of layouts, G for the groups, I and
// O for the channels of one group of data and result, and small letters for
// the spatial dimensions of the kernel.
//
//===----------------------------------------------------------------------===//

#include "../Builders/Broadcast.h"
#include "../Builders/Contraction.h"
#include "../Builders/ScalarBuilder.h"
#include "../Builders/TensorBuilders.h"
#include "../Patterns.h"
#include "BlockedConv.h"
#include "TransposedConv.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
/// Emits arithmetic on sizes and folds what is known.
struct ConvSizeBuilder {
  template <typename OpT>
  OpFoldResult apply(OpFoldResult x, OpFoldResult y) const {
    return getAsOpFoldResult(b.createOrFold<OpT>(b.index(x), b.index(y)));
  }
  OpFoldResult add(OpFoldResult x, int64_t y) const {
    return b.addSizes(x, b.getIndexAttr(y));
  }
  OpFoldResult mul(OpFoldResult x, int64_t y) const {
    return b.mulSizes(x, b.getIndexAttr(y));
  }
  /// For `x` of 0 or more.
  OpFoldResult div(OpFoldResult x, int64_t y) const {
    return y == 1 ? x : apply<arith::DivSIOp>(x, b.getIndexAttr(y));
  }
  OpFoldResult sub(OpFoldResult x, OpFoldResult y) const {
    return apply<arith::SubIOp>(x, y);
  }
  OpFoldResult atLeastZero(OpFoldResult x) const {
    return apply<arith::MaxSIOp>(x, b.getIndexAttr(0));
  }

  Emitter &b;
};

/// Emits one convolution.
class ConvBuilder {
public:
  ConvBuilder(Emitter &b, const ConvAttributes &attributes,
              const Convolution &conv)
      : b(b), sizes{b}, attributes(attributes), conv(conv) {}

  /// The result, of Relay type `type`, of the convolution of `data` and
  /// `weight`, whose Relay element types are `dataType` and `weightType`.
  Value build(Value data, Type dataType, Value weight, Type weightType,
              RankedTensorType type);

private:
  bool isGrouped() const { return attributes.groups > 1; }
  /// Whether each group has one channel of the data and one of the result. They
  /// have no dimensions then.
  bool isPerChannel() const {
    return isGrouped() && conv.dataShape[1] == attributes.groups &&
           conv.outShape[1] == attributes.groups;
  }
  /// The dimension of the kernel that counts groups, alone or with channels.
  char getGroupName() const {
    if (conv.kernelLayout.indexOf('G') >= 0)
      return 'G';
    return attributes.isTransposed() && !conv.isDepthwise ? 'I' : 'O';
  }
  /// The letters of the dimensions of the operands of the loops.
  std::string getDataDims() const;
  std::string getKernelDims() const;
  std::string getOutDims() const;

  // Shapes.
  Value unpack(Value value, const Layout &layout);
  Value pack(Value value, const Layout &layout, RankedTensorType type);
  Value trim(Value value, int64_t dim, int64_t extent);
  Value trimKernel(Value weight);
  Value splitGroups(Value value, int64_t dim);
  Value dropUnitChannels(Value weight);
  OpFoldResult getSize(Value value, StringRef dims, char dim);

  // Steps.
  SmallVector<OpFoldResult> getOutSizes(Value data, Value weight);
  Value padData(Value data, Type elementType);
  std::string orderChannels(std::string dims) const;
  Value buildLoops(const ConvPart &part, Type dataType, Type weightType,
                   StringRef kernelDims, Type resultType, Type elementType);

  Emitter &b;
  ConvSizeBuilder sizes;
  const ConvAttributes &attributes;
  const Convolution &conv;
};
} // namespace

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

/// The letters of the dimensions of `layout` without blocks; `rename` gives the
/// letters that take the place of one.
static std::string getDims(const Layout &layout,
                           function_ref<std::string(char)> rename) {
  std::string dims;
  for (const LayoutAxis &axis : layout.getAxes())
    if (axis.isPrimal())
      dims += rename(axis.name);
  return dims;
}

std::string ConvBuilder::getDataDims() const {
  return getDims(conv.dataLayout, [&](char name) -> std::string {
    if (name == 'C')
      return isPerChannel() ? "G" : isGrouped() ? "GI" : "I";
    return {name};
  });
}

std::string ConvBuilder::getKernelDims() const {
  return getDims(conv.kernelLayout, [&](char name) -> std::string {
    if (name != 'O' && name != 'I' && name != 'G')
      return {llvm::toLower(name)};
    bool isGroup = isGrouped() && name == getGroupName();
    if (isPerChannel())
      return isGroup ? "G" : "";
    if (conv.isDepthwise)
      return name == 'O' ? "G" : "O";
    if (isGroup && name != 'G')
      return {'G', name};
    return {name};
  });
}

std::string ConvBuilder::getOutDims() const {
  return getDims(conv.outLayout, [&](char name) -> std::string {
    if (name == 'C')
      return isPerChannel() ? "G" : isGrouped() ? "GO" : "O";
    return {name};
  });
}

OpFoldResult ConvBuilder::getSize(Value value, StringRef dims, char dim) {
  return b.getSize(value, dims.find(dim));
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The positions in `layout` of each primal dimension, followed by its blocks,
/// one group for each.
static SmallVector<ReassociationIndices> getBlocks(const Layout &layout) {
  SmallVector<ReassociationIndices> groups;
  for (auto [i, axis] : llvm::enumerate(layout.getAxes())) {
    if (!axis.isPrimal())
      continue;
    ReassociationIndices &group = groups.emplace_back();
    group.push_back(i);
    for (auto [j, block] : llvm::enumerate(layout.getAxes()))
      if (!block.isPrimal() && block.name == axis.name)
        group.push_back(j);
  }
  return groups;
}

/// Numbers the elements of groups from 0 on, and returns what they were.
static SmallVector<int64_t>
flattenGroups(SmallVectorImpl<ReassociationIndices> &groups) {
  SmallVector<int64_t> flat;
  for (ReassociationIndices &group : groups)
    for (int64_t &index : group) {
      flat.push_back(index);
      index = flat.size() - 1;
    }
  return flat;
}

/// `value`, in `layout`, without the blocks of the layout.
Value ConvBuilder::unpack(Value value, const Layout &layout) {
  if (layout.isPrimal())
    return value;
  SmallVector<ReassociationIndices> groups = getBlocks(layout);
  value = buildTranspose(b, value, flattenGroups(groups));
  return tensor::CollapseShapeOp::create(b, value, groups);
}

/// The inverse of unpack; zeros complete the last block. The result has type
/// `type`.
Value ConvBuilder::pack(Value value, const Layout &layout,
                        RankedTensorType type) {
  if (!layout.isPrimal()) {
    SmallVector<ReassociationIndices> groups = getBlocks(layout);
    SmallVector<OpFoldResult> shape;
    SmallVector<OpFoldResult> before(groups.size(), b.getIndexAttr(0));
    SmallVector<OpFoldResult> after(before);
    bool needsPadding = false;
    for (auto [dim, group] : llvm::enumerate(groups)) {
      const LayoutAxis &axis = layout.getAxes()[group.front()];
      int64_t factor = layout.getFactor(axis.name);
      OpFoldResult size = b.getSize(value, dim);
      OpFoldResult blocks = sizes.div(sizes.add(size, factor - 1), factor);
      if (factor != 1)
        after[dim] = b.subSizes(sizes.mul(blocks, factor), size);
      needsPadding |= !isConstantIntValue(after[dim], 0);
      shape.push_back(blocks);
      for (int64_t position : ArrayRef(group).drop_front())
        shape.push_back(b.getIndexAttr(layout.getAxes()[position].factor));
    }
    if (needsPadding)
      value = buildPadded(b, value, before, after,
                          b.scalar(type.getElementType()).zero());
    SmallVector<int64_t> order = flattenGroups(groups);
    // Padding of unknown width hides sizes that are known.
    value = buildExpand(b, value, groups, shape);
    value = buildTranspose(b, value, invertPermutationVector(order));
  }
  return castTensor(b, value, type);
}

/// The first `extent` elements of dimension `dim`, which may have more because
/// a block is incomplete.
Value ConvBuilder::trim(Value value, int64_t dim, int64_t extent) {
  auto type = cast<RankedTensorType>(value.getType());
  if (ShapedType::isDynamic(extent) || type.getDimSize(dim) == extent)
    return value;
  SmallVector<OpFoldResult> shape = b.getSizes(value);
  shape[dim] = b.getIndexAttr(extent);
  SmallVector<OpFoldResult> offsets(shape.size(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(shape.size(), b.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(b, value, offsets, shape, strides);
}

/// `weight` without what completes its last blocks.
Value ConvBuilder::trimKernel(Value weight) {
  if (conv.kernelLayout.isPrimal())
    return weight;
  auto divide = [&](int64_t channels) {
    return ShapedType::isDynamic(channels) ? channels
                                           : channels / attributes.groups;
  };
  Layout kernel = conv.kernelLayout.getPrimal();
  int64_t in = conv.dataShape[1], out = conv.outShape[1];
  if (conv.isDepthwise)
    return trim(weight, kernel.indexOf('I'), divide(out));
  bool isSplit = attributes.isTransposed() || kernel.indexOf('G') >= 0;
  weight = trim(weight, kernel.indexOf('O'), isSplit ? divide(out) : out);
  return trim(weight, kernel.indexOf('I'),
              attributes.isTransposed() ? in : divide(in));
}

/// Makes dimension `dim` two: the groups and what each of them has.
Value ConvBuilder::splitGroups(Value value, int64_t dim) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> shape = b.getSizes(value);
  shape[dim] = sizes.div(shape[dim], attributes.groups);
  shape.insert(shape.begin() + dim, b.getIndexAttr(attributes.groups));
  SmallVector<ReassociationIndices> reassociation;
  SmallVector<int64_t> extents;
  for (int64_t i = 0, next = 0; i < type.getRank(); ++i) {
    ReassociationIndices &group = reassociation.emplace_back();
    group.push_back(next++);
    if (i == dim)
      group.push_back(next++);
  }
  for (OpFoldResult size : shape)
    extents.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  return tensor::ExpandShapeOp::create(b, type.clone(extents), value,
                                       reassociation, shape);
}

/// `weight` without the channels of groups that have one of each.
Value ConvBuilder::dropUnitChannels(Value weight) {
  SmallVector<bool> isUnit;
  Layout layout = conv.kernelLayout.getPrimal();
  for (const LayoutAxis &axis : layout.getAxes())
    isUnit.push_back((axis.name == 'O' || axis.name == 'I') &&
                     axis.name != getGroupName());
  return buildCollapse(b, weight, groupUnitDims(isUnit));
}

//===----------------------------------------------------------------------===//
// Before the loops
//===----------------------------------------------------------------------===//

/// The sizes of the result in the order of getOutDims.
SmallVector<OpFoldResult> ConvBuilder::getOutSizes(Value data, Value weight) {
  std::string dataDims = getDataDims(), kernelDims = getKernelDims();
  SmallVector<OpFoldResult> result;
  for (char dim : getOutDims()) {
    if (dim == 'G') {
      result.push_back(b.getIndexAttr(attributes.groups));
      continue;
    }
    if (dim == 'O') {
      int64_t channels = conv.outShape[1];
      result.push_back(ShapedType::isDynamic(channels)
                           ? getSize(weight, kernelDims, 'O')
                           : b.getIndexAttr(channels / attributes.groups));
      continue;
    }
    if (dim == 'N') {
      result.push_back(getSize(data, dataDims, 'N'));
      continue;
    }
    size_t i = attributes.spatialNames.find(dim);
    if (!ShapedType::isDynamic(conv.outShape[2 + i])) {
      result.push_back(b.getIndexAttr(conv.outShape[2 + i]));
      continue;
    }
    // As inferConv computes it for static sizes; at least 0.
    int64_t padding = conv.before[i] + conv.after[i];
    int64_t stride = attributes.strides[i], dilation = attributes.dilation[i];
    OpFoldResult size = getSize(data, dataDims, dim);
    OpFoldResult reach = sizes.mul(
        sizes.add(getSize(weight, kernelDims, llvm::toLower(dim)), -1),
        dilation);
    if (attributes.isTransposed()) {
      int64_t rest = 1 - padding + (*attributes.outputPadding)[i] - stride;
      size = b.addSizes(sizes.mul(size, stride), reach);
      result.push_back(sizes.atLeastZero(sizes.add(size, rest)));
      continue;
    }
    size = sizes.sub(sizes.add(size, padding - 1 + stride), reach);
    result.push_back(sizes.div(sizes.atLeastZero(size), stride));
  }
  return result;
}

/// The data that the loops run over, with padding.
Value ConvBuilder::padData(Value data, Type elementType) {
  std::string dataDims = getDataDims();
  SmallVector<OpFoldResult> before(dataDims.size(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> after(before);
  SmallVector<OpFoldResult> shape = b.getSizes(data);
  for (auto [dim, name] : llvm::enumerate(dataDims)) {
    size_t i = attributes.spatialNames.find(name);
    if (i == StringRef::npos)
      continue;
    before[dim] = b.getIndexAttr(conv.before[i]);
    after[dim] = b.getIndexAttr(conv.after[i]);
    shape[dim] = sizes.atLeastZero(
        sizes.add(shape[dim], conv.before[i] + conv.after[i]));
  }
  return buildResized(b, data, before, after, shape,
                      b.scalar(elementType).zero());
}

/// The dimensions of the kernel `dims` with its channels in the order that
/// named operations have.
std::string ConvBuilder::orderChannels(std::string dims) const {
  size_t in = dims.find('I'), out = dims.find('O');
  bool isChannelsLast = getDataDims().back() == 'I';
  if (in != StringRef::npos && (in < out) != isChannelsLast)
    std::swap(dims[in], dims[out]);
  return dims;
}

//===----------------------------------------------------------------------===//
// The loops
//===----------------------------------------------------------------------===//

namespace {
/// A named operation, and the letters of its dimensions.
struct NamedConv {
  StringLiteral data, kernel, out;
  linalg::LinalgOp (*build)(Emitter &, ValueRange, Value, DenseIntElementsAttr,
                            DenseIntElementsAttr);
};
} // namespace

template <typename OpT>
static linalg::LinalgOp buildNamed(Emitter &b, ValueRange operands, Value init,
                                   DenseIntElementsAttr strides,
                                   DenseIntElementsAttr dilation) {
  return OpT::create(b, init.getType(), operands, init, strides, dilation);
}

static const NamedConv namedConvs[] = {
    {"NIW", "OIw", "NOW", buildNamed<linalg::Conv1DNcwFcwOp>},
    {"NWI", "wIO", "NWO", buildNamed<linalg::Conv1DNwcWcfOp>},
    {"NIHW", "OIhw", "NOHW", buildNamed<linalg::Conv2DNchwFchwOp>},
    {"NHWI", "hwIO", "NHWO", buildNamed<linalg::Conv2DNhwcHwcfOp>},
    {"NHWI", "OhwI", "NHWO", buildNamed<linalg::Conv2DNhwcFhwcOp>},
    {"NIDHW", "OIdhw", "NODHW", buildNamed<linalg::Conv3DNcdhwFcdhwOp>},
    {"NDHWI", "dhwIO", "NDHWO", buildNamed<linalg::Conv3DNdhwcDhwcfOp>},
    {"NGIHW", "GOIhw", "NGOHW", buildNamed<linalg::Conv2DNgchwGfchwOp>},
    {"NHWGI", "GOhwI", "NHWGO", buildNamed<linalg::Conv2DNhwgcGfhwcOp>},
    {"NGW", "Gw", "NGW", buildNamed<linalg::DepthwiseConv1DNcwCwOp>},
    {"NWG", "wG", "NWG", buildNamed<linalg::DepthwiseConv1DNwcWcOp>},
    {"NGHW", "Ghw", "NGHW", buildNamed<linalg::DepthwiseConv2DNchwChwOp>},
    {"NHWG", "hwG", "NHWG", buildNamed<linalg::DepthwiseConv2DNhwcHwcOp>},
    {"NGDHW", "Gdhw", "NGDHW", buildNamed<linalg::DepthwiseConv3DNcdhwCdhwOp>},
    {"NDHWG", "dhwG", "NDHWG", buildNamed<linalg::DepthwiseConv3DNdhwcDhwcOp>},
};

/// The result, of Relay element type `resultType`, of the convolution `part`,
/// whose operands have the Relay element types `dataType` and `weightType`.
Value ConvBuilder::buildLoops(const ConvPart &part, Type dataType,
                              Type weightType, StringRef kernelDims,
                              Type resultType, Type elementType) {
  std::string dataDims = getDataDims(), outDims = getOutDims();
  std::string order = outDims;
  if (!isPerChannel())
    order += 'I';
  order += attributes.spatialNames.lower();
  auto loop = [&](char name) -> AffineExpr {
    return b.getAffineDimExpr(order.find(name));
  };
  SmallVector<utils::IteratorType> iterators;
  for (char name : order)
    iterators.push_back(name == 'I' || name >= 'a'
                            ? utils::IteratorType::reduction
                            : utils::IteratorType::parallel);
  SmallVector<AffineExpr> dataExprs, kernelExprs, outExprs;
  for (char name : dataDims) {
    size_t i = attributes.spatialNames.find(name);
    if (i == StringRef::npos) {
      dataExprs.push_back(loop(name));
      continue;
    }
    dataExprs.push_back(loop(name) * part.strides[i] +
                        loop(llvm::toLower(name)) * part.dilation[i]);
  }
  for (char name : kernelDims)
    kernelExprs.push_back(loop(name));
  for (char name : outDims)
    outExprs.push_back(loop(name));
  auto map = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(order.size(), 0, exprs, b.getContext());
  };

  SmallVector<int64_t> shape;
  for (OpFoldResult size : part.outSizes)
    shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  const NamedConv *found = llvm::find_if(namedConvs, [&](const NamedConv &x) {
    return x.data == dataDims && x.kernel == kernelDims && x.out == outDims;
  });
  auto named = [&](Value data, Value weight, Value init) {
    return found->build(b, {data, weight}, init,
                        b.getI64TensorAttr(part.strides),
                        b.getI64TensorAttr(part.dilation));
  };
  return buildContraction(b, {part.data, dataType, map(dataExprs)},
                          {part.weight, weightType, map(kernelExprs)},
                          {map(outExprs), part.outSizes, resultType,
                           RankedTensorType::get(shape, elementType)},
                          iterators,
                          found != std::end(namedConvs)
                              ? NamedContraction(named)
                              : NamedContraction());
}

Value ConvBuilder::build(Value data, Type dataType, Value weight,
                         Type weightType, RankedTensorType type) {
  Type resultType = attributes.outDType.value_or(dataType);
  // linalg does not accept windows of a result without elements.
  if (type.hasStaticShape() && type.getNumElements() == 0)
    return tensor::EmptyOp::create(b, type.getShape(), type.getElementType());

  data = unpack(data, conv.dataLayout);
  weight = trimKernel(unpack(weight, conv.kernelLayout));
  if (isPerChannel()) {
    weight = dropUnitChannels(weight);
  } else if (isGrouped()) {
    data = splitGroups(data, conv.dataLayout.getPrimal().indexOf('C'));
    Layout kernel = conv.kernelLayout.getPrimal();
    if (!conv.isDepthwise && kernel.indexOf('G') < 0)
      weight = splitGroups(weight, kernel.indexOf(getGroupName()));
  }
  SmallVector<OpFoldResult> outSizes = getOutSizes(data, weight);
  std::string kernelDims = getKernelDims(), partDims = kernelDims;
  auto buildPart = [&](const ConvPart &part) {
    return buildLoops(part, dataType, weightType, partDims, resultType,
                      type.getElementType());
  };
  Value result;
  if (attributes.isTransposed()) {
    partDims = orderChannels(kernelDims);
    result =
        buildTransposedConv(b, attributes, conv,
                            {data, getDataDims(), weight, kernelDims, partDims,
                             getOutDims(), outSizes, dataType, resultType},
                            buildPart);
  } else {
    result = buildPart({padData(data, dataType), weight, outSizes,
                        SmallVector<int64_t>(attributes.strides),
                        SmallVector<int64_t>(attributes.dilation)});
  }
  if (isGrouped() && !isPerChannel()) {
    SmallVector<ReassociationIndices> groups;
    for (auto [i, name] : llvm::enumerate(getOutDims())) {
      if (name == 'O')
        groups.back().push_back(i);
      else
        groups.push_back({static_cast<int64_t>(i)});
    }
    result = tensor::CollapseShapeOp::create(b, result, groups);
  }
  return pack(result, conv.outLayout, type);
}

namespace {
// conv(data, weight) -> sum of products over the padded data
// conv_transpose(data, weight) -> such sums for the parts of the result
template <typename OpT>
struct ConvConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;

  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    auto data = cast<RankedTensorType>(op.getData().getType());
    auto weight = cast<RankedTensorType>(op.getWeight().getType());
    ConvAttributes attributes = OpT::getConvAttributes(adaptor);
    FailureOr<Convolution> conv =
        checkConv(std::nullopt, attributes, data, weight);
    if (failed(conv))
      return b.notifyMatchFailure("the types do not fit");
    if (Value blocked = buildBlockedConv(
            b, attributes, *conv, {adaptor.getData(), data.getElementType()},
            {adaptor.getWeight(), weight.getElementType()}, type))
      return blocked;
    return ConvBuilder(b, attributes, *conv)
        .build(adaptor.getData(), data.getElementType(), adaptor.getWeight(),
               weight.getElementType(), type);
  }
};
} // namespace

void relay::populateNNConvToLinalgPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<ConvConversion<NNContribConv2dNCHWcOp>,
               ConvConversion<NNContribDepthwiseConv2dNCHWcOp>,
               ConvConversion<NNConv1dOp>, ConvConversion<NNConv1dTransposeOp>,
               ConvConversion<NNConv2dOp>, ConvConversion<NNConv2dTransposeOp>,
               ConvConversion<NNConv3dOp>, ConvConversion<NNConv3dTransposeOp>>(
      converter, patterns.getContext());
}
