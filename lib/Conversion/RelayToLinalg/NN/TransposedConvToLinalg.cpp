//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowering of transposed convolutions.
//
// Element y of the result is the sum over h of data[(y + padding - h *
// dilation) / stride] * kernel[h], where the division leaves no rest. For the
// elements y = first + stride * n, these h are tapStep apart, and from one of
// them to the next lower one, the index of the data grows by the dilation of
// the part.
//
//===----------------------------------------------------------------------===//

#include "../Builders/ScalarBuilder.h"
#include "TransposedConv.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::relay;

// More parts would be too much code.
static constexpr uint64_t maxParts = 16;

namespace {
/// One dimension of a part.
struct PartDim {
  /// The elements of the result: the first one, and how many there are.
  int64_t first = 0;
  OpFoldResult size;
  /// The positions of the kernel, from the last one down.
  OpFoldResult numTaps, lastTap;
  int64_t tapStep = 1;
  /// How data are padded and dilated.
  OpFoldResult before, after;
  int64_t dilation = 1;

  /// Whether it is known that there is nothing to compute: no elements, or no
  /// products.
  bool isEmpty() const {
    return isConstantIntValue(size, 0) || isConstantIntValue(numTaps, 0);
  }
};

/// Emits one transposed convolution.
class TransposedConvBuilder {
public:
  TransposedConvBuilder(Emitter &b, const ConvAttributes &attributes,
                        const Convolution &conv,
                        const TransposedOperands &operands)
      : b(b), attributes(attributes), conv(conv), operands(operands),
        strides(attributes.strides), data(operands.data) {}
  Value build(function_ref<Value(const ConvPart &)> buildPart);

private:
  size_t getSpatialDim(char name) const {
    return attributes.spatialNames.find(llvm::toUpper(name));
  }
  bool isKernelDim(char name) const {
    return llvm::isLower(name) && getSpatialDim(name) != StringRef::npos;
  }
  OpFoldResult atLeastZero(OpFoldResult x);
  /// Puts zeros behind each element of the data, as strides tell, and lets the
  /// strides be 1.
  void dilate();
  SmallVector<PartDim> getPartDims(size_t i);
  OpFoldResult getAfter(size_t i, const PartDim &part);
  Value padData(ArrayRef<PartDim> dims);
  Value takeKernel(ArrayRef<PartDim> dims);
  Value insert(Value part, Value result, ArrayRef<PartDim> dims);
  ConvPart getPart(ArrayRef<PartDim> dims);

  Emitter &b;
  const ConvAttributes &attributes;
  const Convolution &conv;
  const TransposedOperands &operands;
  SmallVector<int64_t> strides;
  Value data;
};
} // namespace

OpFoldResult TransposedConvBuilder::atLeastZero(OpFoldResult x) {
  if (std::optional<int64_t> known = getConstantIntValue(x))
    return b.getIndexAttr(std::max<int64_t>(*known, 0));
  return getAsOpFoldResult(b.max(b.index(x), b.index(0)));
}

// x -> collapse_shape(pad(expand_shape(x)))
void TransposedConvBuilder::dilate() {
  SmallVector<ReassociationIndices> groups;
  SmallVector<OpFoldResult> shape, before, after;
  auto addDim = [&](OpFoldResult size, int64_t zeros) {
    groups.back().push_back(shape.size());
    shape.push_back(size);
    before.push_back(b.getIndexAttr(0));
    after.push_back(b.getIndexAttr(zeros));
  };
  for (auto [dim, name] : llvm::enumerate(operands.dataDims)) {
    groups.emplace_back();
    addDim(b.getSize(data, dim), 0);
    size_t i = attributes.spatialNames.find(name);
    if (i != StringRef::npos && strides[i] != 1)
      addDim(b.getIndexAttr(1), strides[i] - 1);
  }
  data = buildExpand(b, data, groups, shape);
  data = buildPadded(b, data, before, after,
                     b.scalar(operands.elementType).zero());
  data = tensor::CollapseShapeOp::create(b, data, groups);
  strides.assign(strides.size(), 1);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// The padding behind the data along dimension `i` of a part.
OpFoldResult TransposedConvBuilder::getAfter(size_t i, const PartDim &part) {
  OpFoldResult reach = b.mulSizes(b.subSizes(part.numTaps, b.getIndexAttr(1)),
                                  b.getIndexAttr(part.dilation));
  std::optional<int64_t> before = getConstantIntValue(part.before);
  OpFoldResult dataSize =
      b.getSize(data, operands.dataDims.find(attributes.spatialNames[i]));
  int64_t kernelSize = conv.kernelSize[i];
  if (!before || ShapedType::isDynamic(kernelSize) ||
      getConstantIntValue(dataSize))
    return b.subSizes(b.subSizes(b.addSizes(part.size, reach), part.before),
                      dataSize);
  // The size of the part is that of the data and a number that is known. Data
  // with zeros in between end with them, so the stride counts for these, too.
  int64_t rest = (kernelSize - 1) * attributes.dilation[i] + 1 -
                 conv.before[i] - conv.after[i] +
                 (*attributes.outputPadding)[i] - attributes.strides[i];
  int64_t more =
      llvm::divideFloorSigned(rest - part.first + strides[i] - 1, strides[i]);
  return b.getIndexAttr(more + *getConstantIntValue(reach) - *before);
}

/// The parts along dimension `i`, as many as the stride.
SmallVector<PartDim> TransposedConvBuilder::getPartDims(size_t i) {
  int64_t stride = strides[i], dilation = attributes.dilation[i];
  int64_t common = std::gcd(stride, dilation);
  char name = attributes.spatialNames[i];
  OpFoldResult kernelSize =
      b.getSize(operands.weight, operands.kernelDims.find(llvm::toLower(name)));
  OpFoldResult outSize = operands.outSizes[operands.outDims.find(name)];
  auto known = [&](int64_t value) { return b.getIndexAttr(value); };
  // How many of `size` elements there are from `first` on, `step` apart.
  auto count = [&](OpFoldResult size, int64_t first, int64_t step) {
    if (first != 0)
      size = atLeastZero(b.subSizes(size, known(first)));
    return b.ceilDivSizes(size, known(step));
  };
  SmallVector<PartDim> parts;
  for (int64_t first = 0; first < stride; ++first) {
    PartDim &part = parts.emplace_back();
    part.first = first;
    part.tapStep = stride / common;
    part.dilation = dilation / common;
    part.size = count(outSize, first, stride);
    int64_t tap = 0, shift = first + conv.before[i];
    while (tap < part.tapStep && (shift - tap * dilation) % stride != 0)
      ++tap;
    part.numTaps = known(0);
    if (tap == part.tapStep)
      continue;
    part.numTaps = count(kernelSize, tap, part.tapStep);
    OpFoldResult steps = b.subSizes(part.numTaps, known(1));
    part.lastTap =
        b.addSizes(known(tap), b.mulSizes(steps, known(part.tapStep)));
    part.before = b.subSizes(b.mulSizes(steps, known(part.dilation)),
                             known((shift - tap * dilation) / stride));
    part.after = getAfter(i, part);
  }
  return parts;
}

Value TransposedConvBuilder::padData(ArrayRef<PartDim> dims) {
  SmallVector<OpFoldResult> before(operands.dataDims.size(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> after(before), sizes = b.getSizes(data);
  for (auto [dim, name] : llvm::enumerate(operands.dataDims)) {
    size_t i = attributes.spatialNames.find(name);
    if (i == StringRef::npos)
      continue;
    const PartDim &part = dims[i];
    before[dim] = part.before;
    after[dim] = part.after;
    OpFoldResult reach = b.mulSizes(b.subSizes(part.numTaps, b.getIndexAttr(1)),
                                    b.getIndexAttr(part.dilation));
    sizes[dim] = atLeastZero(b.addSizes(part.size, reach));
  }
  return buildResized(b, data, before, after, sizes,
                      b.scalar(operands.elementType).zero());
}

/// A tensor of the shape `sizes` of the elements of `data` that `map` names.
static Value buildMapped(Emitter &b, Value data, ArrayRef<OpFoldResult> sizes,
                         AffineMap map) {
  Value empty =
      tensor::EmptyOp::create(b, sizes, getElementTypeOrSelf(data.getType()));
  SmallVector<utils::IteratorType> iterators(sizes.size(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, empty.getType(), data, empty,
             {map, b.getMultiDimIdentityMap(sizes.size())}, iterators,
             [&](OpBuilder &, Location, ValueRange x) {
               linalg::YieldOp::create(b, x.front());
             })
      .getResult(0);
}

/// The positions of the kernel that a part has, from the last one down.
Value TransposedConvBuilder::takeKernel(ArrayRef<PartDim> dims) {
  Type type = getElementTypeOrSelf(operands.weight.getType());
  SmallVector<OpFoldResult> sizes;
  for (char name : operands.partDims)
    sizes.push_back(
        isKernelDim(name)
            ? dims[getSpatialDim(name)].numTaps
            : b.getSize(operands.weight, operands.kernelDims.find(name)));
  bool isKnown = llvm::all_of(dims, [](const PartDim &part) {
    return getConstantIntValue(part.lastTap).has_value();
  });
  if (isKnown) {
    SmallVector<AffineExpr> exprs;
    for (char name : operands.kernelDims) {
      AffineExpr expr = b.getAffineDimExpr(operands.partDims.find(name));
      if (isKernelDim(name)) {
        const PartDim &part = dims[getSpatialDim(name)];
        expr = *getConstantIntValue(part.lastTap) - expr * part.tapStep;
      }
      exprs.push_back(expr);
    }
    return buildMapped(b, operands.weight, sizes,
                       AffineMap::get(sizes.size(), 0, exprs, b.getContext()));
  }
  auto build = [&](ValueRange indices, ValueRange) -> Value {
    SmallVector<Value> source(indices);
    for (auto [index, name] : llvm::zip_equal(indices, operands.partDims)) {
      Value &from = source[operands.kernelDims.find(name)];
      from = index;
      if (isKernelDim(name)) {
        const PartDim &part = dims[getSpatialDim(name)];
        from = b.sub(b.index(part.lastTap), b.mul(index, part.tapStep));
      }
    }
    return b.extract(operands.weight, source);
  };
  return buildIndexed(b, sizes, type, {}, {}, build);
}

ConvPart TransposedConvBuilder::getPart(ArrayRef<PartDim> dims) {
  ConvPart part;
  part.outSizes = llvm::to_vector(operands.outSizes);
  for (auto [i, dim] : llvm::enumerate(dims)) {
    part.outSizes[operands.outDims.find(attributes.spatialNames[i])] = dim.size;
    part.dilation.push_back(dim.dilation);
  }
  part.strides.assign(dims.size(), 1);
  part.data = padData(dims);
  part.weight = takeKernel(dims);
  return part;
}

//===----------------------------------------------------------------------===//
// The result
//===----------------------------------------------------------------------===//

Value TransposedConvBuilder::insert(Value part, Value result,
                                    ArrayRef<PartDim> dims) {
  size_t rank = operands.outDims.size();
  SmallVector<OpFoldResult> offsets(rank, b.getIndexAttr(0));
  SmallVector<OpFoldResult> steps(rank, b.getIndexAttr(1));
  for (auto [i, dim] : llvm::enumerate(dims)) {
    size_t position = operands.outDims.find(attributes.spatialNames[i]);
    offsets[position] = b.getIndexAttr(dim.first);
    steps[position] = b.getIndexAttr(strides[i]);
  }
  return tensor::InsertSliceOp::create(b, part, result, offsets,
                                       b.getSizes(part), steps);
}

// conv_transpose(data, weight) -> insert_slice of conv(pad(data), taps(weight))
//                                 for each part
Value TransposedConvBuilder::build(
    function_ref<Value(const ConvPart &)> buildPart) {
  uint64_t numParts = 1;
  for (int64_t stride : strides)
    numParts = llvm::SaturatingMultiply<uint64_t>(numParts, stride);
  if (numParts > maxParts)
    dilate();
  SmallVector<SmallVector<PartDim>> parts(1);
  for (size_t i = 0; i < strides.size(); ++i) {
    SmallVector<SmallVector<PartDim>> longer;
    SmallVector<PartDim> dims = getPartDims(i);
    for (ArrayRef<PartDim> part : parts)
      for (const PartDim &dim : dims)
        longer.emplace_back(part).push_back(dim);
    parts = std::move(longer);
  }
  auto isEmpty = [](ArrayRef<PartDim> dims) {
    return llvm::any_of(dims, [](const PartDim &dim) { return dim.isEmpty(); });
  };
  if (parts.size() == 1 && !isEmpty(parts.front()))
    return buildPart(getPart(parts.front()));
  ScalarBuilder scalar = b.scalar(operands.resultType);
  Value zero = scalar.zero();
  Value result = tensor::EmptyOp::create(b, operands.outSizes, zero.getType());
  // Elements without products.
  if (llvm::any_of(parts, isEmpty))
    result = linalg::FillOp::create(b, zero, result).getResult(0);
  for (ArrayRef<PartDim> part : parts)
    if (!isEmpty(part))
      result = insert(buildPart(getPart(part)), result, part);
  return result;
}

Value relay::buildTransposedConv(Emitter &b, const ConvAttributes &attributes,
                                 const Convolution &conv,
                                 const TransposedOperands &operands,
                                 function_ref<Value(const ConvPart &)> build) {
  return TransposedConvBuilder(b, attributes, conv, operands).build(build);
}
