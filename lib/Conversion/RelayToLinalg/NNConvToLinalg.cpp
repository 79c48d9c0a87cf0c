//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convolutions: lowering. All of them become one linalg.generic whose indexing
// maps follow the layouts; what maps cannot express goes before and after it:
// padding, groups (expand_shape), blocks of packed layouts (transposes) and
// the zeros between the elements of transposed convolutions.
//
// Dimensions are called by letters: those of layouts, G for the groups, I and
// O for the channels of one group of data and result, and small letters for
// the spatial dimensions of the kernel.
//
//===----------------------------------------------------------------------===//

#include "Broadcast.h"
#include "Contraction.h"
#include "Patterns.h"
#include "ScalarBuilder.h"
#include "TensorBuilders.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
/// Emits arithmetic on sizes and folds what is known.
struct SizeBuilder {
  template <typename OpT>
  OpFoldResult apply(OpFoldResult x, OpFoldResult y) const {
    return getAsOpFoldResult(b.createOrFold<OpT>(loc, value(x), value(y)));
  }
  OpFoldResult add(OpFoldResult x, int64_t y) const {
    return addExtents(b, loc, x, b.getIndexAttr(y));
  }
  OpFoldResult mul(OpFoldResult x, int64_t y) const {
    return multiplyExtents(b, loc, x, b.getIndexAttr(y));
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
  Value value(OpFoldResult x) const {
    return getValueOrCreateConstantIndexOp(b, loc, x);
  }

  OpBuilder &b;
  Location loc;
};

/// A dimension of ConvBuilder::spread.
struct SpreadDim {
  OpFoldResult size;
  /// Where the first element goes; null for 0.
  OpFoldResult first = {};
  int64_t stride = 1;
  /// Whether the dimension stays as it is.
  bool isSame = true;
  /// Whether no element is behind the end.
  bool isWhole = false;
};

/// Emits one convolution.
class ConvBuilder {
public:
  ConvBuilder(OpBuilder &b, Location loc, const ConvAttributes &attributes,
              const Convolution &conv)
      : b(b), loc(loc), sizes{b, loc}, attributes(attributes), conv(conv) {}

  /// The result, of Relay type `type`, of the convolution of `data` and
  /// `weight`, whose Relay element types are `dataType` and `weightType`.
  Value build(Value data, Type dataType, Value weight, Type weightType,
              RankedTensorType type);

private:
  bool isGrouped() const { return attributes.groups > 1; }
  /// The letters of the dimensions of the operands of the loops.
  std::string getDataDims() const;
  std::string getKernelDims() const;
  std::string getOutDims() const;

  // Shapes.
  Value spread(Value value, ArrayRef<SpreadDim> dims, Type elementType);
  Value insertIntoZeros(Value value, ArrayRef<SpreadDim> dims,
                        ArrayRef<OpFoldResult> shape, Type elementType);
  Value unpack(Value value, const Layout &layout);
  Value pack(Value value, const Layout &layout, RankedTensorType type);
  Value trim(Value value, int64_t dim, int64_t extent);
  Value splitGroups(Value value, int64_t dim);
  OpFoldResult getSize(Value value, StringRef dims, char dim);

  // Steps.
  SmallVector<OpFoldResult> getOutSizes(Value data, Value weight);
  Value spreadData(Value data, Type elementType, Value weight,
                   ArrayRef<OpFoldResult> outSizes);
  Value flipKernel(Value weight);
  Value buildLoops(Value data, Type dataType, Value weight, Type weightType,
                   ArrayRef<OpFoldResult> outSizes, Type resultType,
                   Type elementType);

  OpBuilder &b;
  Location loc;
  SizeBuilder sizes;
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
      return isGrouped() ? "GI" : "I";
    return {name};
  });
}

std::string ConvBuilder::getKernelDims() const {
  bool hasGroups = conv.kernelLayout.indexOf('G') >= 0;
  return getDims(conv.kernelLayout, [&](char name) -> std::string {
    if (conv.isDepthwise && name == 'O')
      return "G";
    if (conv.isDepthwise && name == 'I')
      return "O";
    if (isGrouped() && !hasGroups &&
        name == (attributes.isTransposed() ? 'I' : 'O'))
      return {'G', name};
    if (name == 'O' || name == 'I' || name == 'G')
      return {name};
    return {llvm::toLower(name)};
  });
}

std::string ConvBuilder::getOutDims() const {
  return getDims(conv.outLayout, [&](char name) -> std::string {
    if (name == 'C')
      return isGrouped() ? "GO" : "O";
    return {name};
  });
}

OpFoldResult ConvBuilder::getSize(Value value, StringRef dims, char dim) {
  return tensor::getMixedSize(b, loc, value, dims.find(dim));
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

static Value transpose(OpBuilder &b, Location loc, Value value,
                       ArrayRef<int64_t> permutation) {
  if (isIdentityPermutation(permutation))
    return value;
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim : permutation)
    sizes.push_back(tensor::getMixedSize(b, loc, value, dim));
  Value empty = tensor::EmptyOp::create(b, loc, sizes,
                                        getElementTypeOrSelf(value.getType()));
  return linalg::TransposeOp::create(b, loc, value, empty, permutation)
      ->getResult(0);
}

/// Emits a tensor with sizes `sizes` of elements that `element` makes from
/// their indices.
static Value buildFromIndices(
    OpBuilder &b, Location loc, ArrayRef<OpFoldResult> sizes, Type elementType,
    function_ref<Value(OpBuilder &, Location, ValueRange)> element) {
  Value empty = tensor::EmptyOp::create(b, loc, sizes, elementType);
  int64_t rank = sizes.size();
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, loc, empty.getType(), ValueRange(), empty,
             b.getMultiDimIdentityMap(rank), iterators,
             [&](OpBuilder &nested, Location loc, ValueRange) {
               SmallVector<Value> indices;
               for (int64_t dim = 0; dim < rank; ++dim)
                 indices.push_back(linalg::IndexOp::create(nested, loc, dim));
               linalg::YieldOp::create(nested, loc,
                                       element(nested, loc, indices));
             })
      .getResult(0);
}

/// Whether all elements are known to stay.
static bool isInside(const SpreadDim &dim) {
  std::optional<int64_t> first = dim.first ? getConstantIntValue(dim.first) : 0;
  return dim.isSame || (dim.isWhole && first && *first >= 0);
}

/// Inserts `value` into zeros of Relay type `elementType` as `dims`, all of
/// which are inside, tell.
Value ConvBuilder::insertIntoZeros(Value value, ArrayRef<SpreadDim> dims,
                                   ArrayRef<OpFoldResult> shape,
                                   Type elementType) {
  ScalarBuilder zero(b, loc, elementType);
  Value empty = tensor::EmptyOp::create(b, loc, shape,
                                        getElementTypeOrSelf(value.getType()));
  Value zeros = linalg::FillOp::create(b, loc, zero.zero(), empty).getResult(0);
  SmallVector<OpFoldResult> offsets, strides;
  for (const SpreadDim &dim : dims) {
    offsets.push_back(dim.isSame || !dim.first ? b.getIndexAttr(0) : dim.first);
    strides.push_back(b.getIndexAttr(dim.isSame ? 1 : dim.stride));
  }
  return buildInserted(b, loc, value, zeros, offsets, strides);
}

/// A tensor of which element x, in each dimension, is element `(x - first) /
/// stride` of `value` if there is one, else zero of Relay type `elementType`.
Value ConvBuilder::spread(Value value, ArrayRef<SpreadDim> dims,
                          Type elementType) {
  if (llvm::all_of(dims, [](const SpreadDim &dim) { return dim.isSame; }))
    return value;
  SmallVector<OpFoldResult> shape;
  SmallVector<Value> first(dims.size()), extent(dims.size());
  for (auto [i, dim] : llvm::enumerate(dims)) {
    shape.push_back(dim.size);
    if (dim.isSame)
      continue;
    first[i] = dim.first ? sizes.value(dim.first) : Value();
    extent[i] = sizes.value(tensor::getMixedSize(b, loc, value, i));
  }
  if (llvm::all_of(dims, isInside))
    return insertIntoZeros(value, dims, shape, elementType);
  auto build = [&](OpBuilder &b, Location loc, ValueRange indices) -> Value {
    SmallVector<Value> source(indices);
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value isElement = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
    auto require = [&](arith::CmpIPredicate predicate, Value x, Value y) {
      Value holds = arith::CmpIOp::create(b, loc, predicate, x, y);
      isElement = arith::AndIOp::create(b, loc, isElement, holds);
    };
    for (auto [i, dim] : llvm::enumerate(dims)) {
      if (dim.isSame)
        continue;
      if (first[i]) {
        source[i] = arith::SubIOp::create(b, loc, source[i], first[i]);
        require(arith::CmpIPredicate::sge, source[i], zero);
      }
      if (dim.stride != 1) {
        Value stride = arith::ConstantIndexOp::create(b, loc, dim.stride);
        Value rest = arith::RemSIOp::create(b, loc, source[i], stride);
        require(arith::CmpIPredicate::eq, rest, zero);
        source[i] = arith::DivSIOp::create(b, loc, source[i], stride);
      }
      require(arith::CmpIPredicate::slt, source[i], extent[i]);
    }
    auto choice = scf::IfOp::create(
        b, loc, isElement,
        [&](OpBuilder &b, Location loc) {
          Value element = tensor::ExtractOp::create(b, loc, value, source);
          scf::YieldOp::create(b, loc, element);
        },
        [&](OpBuilder &b, Location loc) {
          Value element = ScalarBuilder(b, loc, elementType).zero();
          scf::YieldOp::create(b, loc, element);
        });
    return choice.getResult(0);
  };
  return buildFromIndices(b, loc, shape, getElementTypeOrSelf(value.getType()),
                          build);
}

/// `value`, in `layout`, without the blocks of the layout.
Value ConvBuilder::unpack(Value value, const Layout &layout) {
  if (layout.isPrimal())
    return value;
  SmallVector<ReassociationIndices> groups = getBlocks(layout);
  value = transpose(b, loc, value, flattenGroups(groups));
  return tensor::CollapseShapeOp::create(b, loc, value, groups);
}

/// The inverse of unpack; zeros complete the last block. The result has type
/// `type`.
Value ConvBuilder::pack(Value value, const Layout &layout,
                        RankedTensorType type) {
  if (!layout.isPrimal()) {
    SmallVector<ReassociationIndices> groups = getBlocks(layout);
    SmallVector<OpFoldResult> shape;
    SmallVector<SpreadDim> whole;
    for (auto [dim, group] : llvm::enumerate(groups)) {
      const LayoutAxis &axis = layout.getAxes()[group.front()];
      int64_t factor = layout.getFactor(axis.name);
      OpFoldResult size = tensor::getMixedSize(b, loc, value, dim);
      OpFoldResult blocks = sizes.div(sizes.add(size, factor - 1), factor);
      OpFoldResult full = sizes.mul(blocks, factor);
      std::optional<int64_t> known = getConstantIntValue(size);
      bool isWhole = factor == 1 || (known && *known % factor == 0);
      whole.push_back({full, /*first=*/{}, /*stride=*/1, isWhole,
                       /*isWhole=*/true});
      shape.push_back(blocks);
      for (int64_t position : ArrayRef(group).drop_front())
        shape.push_back(b.getIndexAttr(layout.getAxes()[position].factor));
    }
    value = spread(value, whole, type.getElementType());
    SmallVector<int64_t> order = flattenGroups(groups);
    // Padding of unknown width hides sizes that are known.
    value = buildExpand(b, loc, value, groups, shape);
    value = transpose(b, loc, value, invertPermutationVector(order));
  }
  return castTensor(b, loc, value, type);
}

/// The first `extent` elements of dimension `dim`, which may have more because
/// a block is incomplete.
Value ConvBuilder::trim(Value value, int64_t dim, int64_t extent) {
  auto type = cast<RankedTensorType>(value.getType());
  if (ShapedType::isDynamic(extent) || type.getDimSize(dim) == extent)
    return value;
  SmallVector<OpFoldResult> shape = tensor::getMixedSizes(b, loc, value);
  shape[dim] = b.getIndexAttr(extent);
  SmallVector<OpFoldResult> offsets(shape.size(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(shape.size(), b.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(b, loc, value, offsets, shape, strides);
}

/// Makes dimension `dim` two: the groups and what each of them has.
Value ConvBuilder::splitGroups(Value value, int64_t dim) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> shape = tensor::getMixedSizes(b, loc, value);
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
  return tensor::ExpandShapeOp::create(b, loc, type.clone(extents), value,
                                       reassociation, shape);
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
    // What inferConv computes for static sizes; at least 0.
    int64_t padding = conv.before[i] + conv.after[i];
    int64_t stride = attributes.strides[i], dilation = attributes.dilation[i];
    OpFoldResult size = getSize(data, dataDims, dim);
    OpFoldResult reach = sizes.mul(
        sizes.add(getSize(weight, kernelDims, llvm::toLower(dim)), -1),
        dilation);
    if (attributes.isTransposed()) {
      int64_t rest = 1 - padding + (*attributes.outputPadding)[i] - stride;
      size = addExtents(b, loc, sizes.mul(size, stride), reach);
      result.push_back(sizes.atLeastZero(sizes.add(size, rest)));
      continue;
    }
    size = sizes.sub(sizes.add(size, padding - 1 + stride), reach);
    result.push_back(sizes.div(sizes.atLeastZero(size), stride));
  }
  return result;
}

/// The data that the loops run over: with padding, or, if transposed, that of
/// the convolution with stride 1 that it is then.
Value ConvBuilder::spreadData(Value data, Type elementType, Value weight,
                              ArrayRef<OpFoldResult> outSizes) {
  std::string kernelDims = getKernelDims(), outDims = getOutDims();
  SmallVector<SpreadDim> dims;
  for (auto [dim, name] : llvm::enumerate(getDataDims())) {
    SpreadDim &spread =
        dims.emplace_back(SpreadDim{tensor::getMixedSize(b, loc, data, dim)});
    size_t i = attributes.spatialNames.find(name);
    if (i == StringRef::npos)
      continue;
    if (!attributes.isTransposed()) {
      spread.first = b.getIndexAttr(conv.before[i]);
      spread.size = sizes.add(spread.size, conv.before[i] + conv.after[i]);
      spread.isSame = conv.before[i] == 0 && conv.after[i] == 0;
      spread.isWhole = conv.after[i] >= 0;
      continue;
    }
    OpFoldResult reach = sizes.mul(
        sizes.add(getSize(weight, kernelDims, llvm::toLower(name)), -1),
        attributes.dilation[i]);
    spread.first = sizes.add(reach, -conv.before[i]);
    spread.size = addExtents(b, loc, outSizes[outDims.find(name)], reach);
    spread.stride = attributes.strides[i];
    spread.isSame = false;
    std::optional<int64_t> knownReach = getConstantIntValue(reach);
    spread.isWhole =
        knownReach &&
        conv.after[i] <= *knownReach + (*attributes.outputPadding)[i];
  }
  return spread(data, dims, elementType);
}

/// Reverses the spatial dimensions of `weight`.
Value ConvBuilder::flipKernel(Value weight) {
  std::string dims = getKernelDims();
  SmallVector<OpFoldResult> shape = tensor::getMixedSizes(b, loc, weight);
  SmallVector<Value> last(shape.size());
  for (auto [dim, name] : llvm::enumerate(dims))
    if (name >= 'a')
      last[dim] = sizes.value(sizes.add(shape[dim], -1));
  auto build = [&](OpBuilder &b, Location loc, ValueRange indices) -> Value {
    SmallVector<Value> source(indices);
    for (auto [dim, index] : llvm::enumerate(source))
      if (last[dim])
        index = arith::SubIOp::create(b, loc, last[dim], index);
    return tensor::ExtractOp::create(b, loc, weight, source);
  };
  return buildFromIndices(b, loc, shape, getElementTypeOrSelf(weight.getType()),
                          build);
}

//===----------------------------------------------------------------------===//
// The loops
//===----------------------------------------------------------------------===//

/// The letters of the loops, outermost first. Sums take their terms in the
/// order I, spatial dimensions of the kernel; inside them goes the last
/// dimension of the result that is not 1, along which the result, and data or
/// weight, are contiguous in the usual layouts.
static std::string getLoopOrder(StringRef outDims, StringRef spatialNames,
                                ArrayRef<OpFoldResult> outSizes) {
  size_t inner = outDims.size() - 1;
  while (inner > 0 && isOneInteger(outSizes[inner]))
    --inner;
  std::string order = outDims.take_front(inner).str();
  order += outDims.drop_front(inner + 1);
  return order + "I" + spatialNames.lower() + outDims[inner];
}

Value ConvBuilder::buildLoops(Value data, Type dataType, Value weight,
                              Type weightType, ArrayRef<OpFoldResult> outSizes,
                              Type resultType, Type elementType) {
  std::string outDims = getOutDims();
  std::string order = getLoopOrder(outDims, attributes.spatialNames, outSizes);
  auto loop = [&](char name) -> AffineExpr {
    return b.getAffineDimExpr(order.find(name));
  };
  SmallVector<utils::IteratorType> iterators;
  for (char name : order)
    iterators.push_back(name == 'I' || name >= 'a'
                            ? utils::IteratorType::reduction
                            : utils::IteratorType::parallel);
  SmallVector<AffineExpr> dataExprs, kernelExprs, outExprs;
  for (char name : getDataDims()) {
    size_t i = attributes.spatialNames.find(name);
    if (i == StringRef::npos) {
      dataExprs.push_back(loop(name));
      continue;
    }
    int64_t stride = attributes.isTransposed() ? 1 : attributes.strides[i];
    dataExprs.push_back(loop(name) * stride +
                        loop(llvm::toLower(name)) * attributes.dilation[i]);
  }
  for (char name : getKernelDims())
    kernelExprs.push_back(loop(name));
  for (char name : outDims)
    outExprs.push_back(loop(name));
  auto map = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(order.size(), 0, exprs, b.getContext());
  };

  SmallVector<int64_t> shape;
  for (OpFoldResult size : outSizes)
    shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  return buildContraction(b, loc, {data, dataType, map(dataExprs)},
                          {weight, weightType, map(kernelExprs)}, map(outExprs),
                          iterators, outSizes, resultType,
                          RankedTensorType::get(shape, elementType));
}

Value ConvBuilder::build(Value data, Type dataType, Value weight,
                         Type weightType, RankedTensorType type) {
  Type resultType = attributes.outDType.value_or(dataType);
  // linalg does not accept windows of a result without elements.
  if (type.hasStaticShape() && type.getNumElements() == 0)
    return tensor::EmptyOp::create(b, loc, type.getShape(),
                                   type.getElementType());

  data = unpack(data, conv.dataLayout);
  weight = unpack(weight, conv.kernelLayout);
  // A last block may be incomplete.
  Layout kernel = conv.kernelLayout.getPrimal();
  bool hasGroups = kernel.indexOf('G') >= 0;
  if (!conv.kernelLayout.isPrimal()) {
    auto divide = [&](int64_t channels) {
      return ShapedType::isDynamic(channels) ? channels
                                             : channels / attributes.groups;
    };
    int64_t in = conv.dataShape[1], out = conv.outShape[1];
    if (conv.isDepthwise) {
      weight = trim(weight, kernel.indexOf('I'), divide(out));
    } else {
      bool isSplit = attributes.isTransposed() || hasGroups;
      weight = trim(weight, kernel.indexOf('O'), isSplit ? divide(out) : out);
      weight = trim(weight, kernel.indexOf('I'),
                    attributes.isTransposed() ? in : divide(in));
    }
  }
  if (isGrouped()) {
    data = splitGroups(data, conv.dataLayout.getPrimal().indexOf('C'));
    if (!conv.isDepthwise && !hasGroups)
      weight = splitGroups(
          weight, kernel.indexOf(attributes.isTransposed() ? 'I' : 'O'));
  }
  SmallVector<OpFoldResult> outSizes = getOutSizes(data, weight);
  data = spreadData(data, dataType, weight, outSizes);
  if (attributes.isTransposed())
    weight = flipKernel(weight);
  Value result = buildLoops(data, dataType, weight, weightType, outSizes,
                            resultType, type.getElementType());
  if (isGrouped()) {
    SmallVector<ReassociationIndices> groups;
    for (auto [i, name] : llvm::enumerate(getOutDims())) {
      if (name == 'O')
        groups.back().push_back(i);
      else
        groups.push_back({static_cast<int64_t>(i)});
    }
    result = tensor::CollapseShapeOp::create(b, loc, result, groups);
  }
  return pack(result, conv.outLayout, type);
}

namespace {
// conv(data, weight) -> sum of products over the padded data
// conv_transpose(data, weight) -> the same over the spread data with the
//                                 flipped kernel
template <typename OpT>
struct ConvConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;

  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    auto data = cast<RankedTensorType>(op.getData().getType());
    auto weight = cast<RankedTensorType>(op.getWeight().getType());
    ConvAttributes attributes = OpT::getConvAttributes(adaptor);
    FailureOr<Convolution> conv =
        checkConv(std::nullopt, attributes, data, weight);
    if (failed(conv))
      return rewriter.notifyMatchFailure(op, "the types do not fit");
    return ConvBuilder(rewriter, op.getLoc(), attributes, *conv)
        .build(adaptor.getData(), data.getElementType(), adaptor.getWeight(),
               weight.getElementType(), type);
  }
};
} // namespace

void relay::populateNNConvToLinalgPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<ConvConversion<NNContribConv2dNCHWcOp>,
               ConvConversion<NNConv1dOp>, ConvConversion<NNConv2dOp>,
               ConvConversion<NNConv2dTransposeOp>, ConvConversion<NNConv3dOp>>(
      converter, patterns.getContext());
}
