//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations with as few dimensions as possible (CollapsibleInterface).
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"

using namespace mlir;
using namespace mlir::relay;

/// The properties of `op` with some attributes replaced; null removes one.
static DictionaryAttr
replaceProperties(Operation *op,
                  ArrayRef<std::pair<StringRef, Attribute>> replacements) {
  NamedAttrList attributes(
      cast<DictionaryAttr>(op->getPropertiesAsAttribute()));
  for (auto [name, value] : replacements) {
    if (value)
      attributes.set(name, value);
    else
      attributes.erase(name);
  }
  return attributes.getDictionary(op->getContext());
}

FailureOr<CollapsedOperation>
relay::collapseReduction(Operation *op, RankedTensorType data,
                         std::optional<ArrayRef<int64_t>> axis, bool exclude) {
  FailureOr<SmallVector<int64_t>> axes =
      inferReducedAxes(std::nullopt, op->getName().getStringRef(),
                       data.getRank(), axis, exclude);
  // Without axes to reduce there is no identity to start from. If one size is
  // 0, the product of the others may overflow.
  if (failed(axes) || axes->empty() || data.getNumElements() == 0)
    return failure();
  // The first dimension of the run that ends the shape.
  int64_t run = data.getRank();
  while (llvm::is_contained(*axes, run - 1))
    --run;
  Type elementType = data.getElementType();
  bool isRunApart = isa<FloatType>(elementType);
  // Rows of accumulators need memory in addition to the result.
  bool hasRows =
      isRunApart && data.getRank() - run < static_cast<int64_t>(axes->size());
  if (hasRows &&
      (run < data.getRank() || elementType.getIntOrFloatBitWidth() < 32))
    return failure();

  CollapsedOperation result;
  SmallVector<int64_t> &shape = result.operands.emplace_back();
  SmallVector<int64_t> reduced;
  std::optional<bool> previous;
  for (auto [dim, size] : llvm::enumerate(data.getShape())) {
    bool isReduced = llvm::is_contained(*axes, dim);
    bool startsRun = isRunApart && static_cast<int64_t>(dim) == run;
    // A dimension stays between the run and other reduced dimensions.
    if (startsRun && previous == true) {
      shape.push_back(1);
      result.result.push_back(1);
      previous = false;
    }
    if (!isReduced && size == 1)
      continue;
    if (previous == isReduced) {
      shape.back() *= size;
      if (!isReduced)
        result.result.back() *= size;
      continue;
    }
    if (isReduced)
      reduced.push_back(shape.size());
    else
      result.result.push_back(size);
    shape.push_back(size);
    previous = isReduced;
  }
  // Reduced dimensions that end the shape only now are not a run.
  if (isRunApart && previous == true && run == data.getRank()) {
    shape.push_back(1);
    result.result.push_back(1);
  }
  // A kept dimension comes first, unless it has size 1.
  if (!llvm::is_contained(reduced, 0))
    result.splits.push_back({0, {0}});
  Builder b(op->getContext());
  result.properties =
      replaceProperties(op, {{"axis", b.getDenseI64ArrayAttr(reduced)},
                             {"keepdims", b.getBoolAttr(false)},
                             {"exclude", b.getBoolAttr(false)}});
  return result;
}

FailureOr<CollapsedOperation>
TakeOp::collapse(ArrayRef<RankedTensorType> operands) {
  ArrayRef<int64_t> data = operands[0].getShape();
  if (getBatchDims() != 0 || llvm::is_contained(data, 0) ||
      operands[1].getNumElements() == 0)
    return failure();
  CollapsedOperation result;
  auto multiply = [](ArrayRef<int64_t> sizes) {
    int64_t product = 1;
    for (int64_t size : sizes)
      product *= size;
    return product;
  };
  int64_t outer = 1, extent = multiply(data), inner = 1;
  if (std::optional<uint64_t> value = getAxis()) {
    auto axis = static_cast<int64_t>(*value);
    if (axis < 0)
      axis += data.size();
    outer = multiply(data.take_front(axis));
    extent = data[axis];
    inner = multiply(data.drop_front(axis + 1));
  }
  int64_t count = operands[1].getNumElements();
  result.operands = {{outer, extent, inner}, {count}};
  result.result = {outer, count, inner};
  result.splits = {{0, {0, std::nullopt}}, {1, {std::nullopt, 0}}};
  result.properties = replaceProperties(
      *this, {{"axis", Builder(getContext()).getI64IntegerAttr(1)}});
  return result;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// The product `op` of tensors of the types `operands`, without the attributes
/// `redundant`, and without a result type that the operands determine.
static FailureOr<CollapsedOperation>
collapseProduct(Operation *op, ArrayRef<RankedTensorType> operands,
                std::optional<Type> outDType, ArrayRef<StringRef> redundant) {
  // If one size is 0, the product of the others may overflow.
  CollapsedOperation result;
  for (RankedTensorType type : operands) {
    if (type.getNumElements() == 0)
      return failure();
    result.operands.emplace_back(type.getShape());
  }
  SmallVector<std::pair<StringRef, Attribute>> replacements;
  for (StringRef name : redundant)
    replacements.push_back({name, Attribute()});
  if (outDType == operands[0].getElementType())
    replacements.push_back({"out_dtype", Attribute()});
  result.properties = replaceProperties(op, replacements);
  return result;
}

/// Collapses the product of `operands[0]`, whose leading dimensions are
/// merged, with the matrix `operands[1]`.
static FailureOr<CollapsedOperation>
collapseMatmul(Operation *op, ArrayRef<RankedTensorType> operands,
               std::optional<Type> outDType, bool transposeA, bool transposeB) {
  int64_t rank = operands[0].getRank();
  if (rank < 2 || (transposeA && rank > 2))
    return failure();
  FailureOr<CollapsedOperation> result =
      collapseProduct(op, operands, outDType, {"units"});
  if (failed(result))
    return failure();
  int64_t columnDim = transposeB ? 0 : 1;
  int64_t columns = operands[1].getDimSize(columnDim);
  SmallVector<int64_t> &data = result->operands[0];
  while (data.size() > 2) {
    data[1] *= data[0];
    data.erase(data.begin());
  }
  result->result = {data[transposeA ? 1 : 0], columns};
  result->splits = {{0, {transposeA ? 1 : 0, std::nullopt}},
                    {1, {std::nullopt, columnDim}}};
  return result;
}

FailureOr<CollapsedOperation>
NNDenseOp::collapse(ArrayRef<RankedTensorType> operands) {
  return collapseMatmul(*this, operands, getOutDtype(), /*transposeA=*/false,
                        /*transposeB=*/true);
}

FailureOr<CollapsedOperation>
NNMatmulOp::collapse(ArrayRef<RankedTensorType> operands) {
  return collapseMatmul(*this, operands, getOutDtype(), getTransposeA(),
                        getTransposeB());
}

FailureOr<CollapsedOperation>
NNBatchMatmulOp::collapse(ArrayRef<RankedTensorType> operands) {
  FailureOr<CollapsedOperation> result =
      collapseProduct(*this, operands, getOutDtype(), {});
  if (failed(result))
    return failure();
  RankedTensorType a = operands[0], b = operands[1];
  result->result = {std::max(a.getDimSize(0), b.getDimSize(0)),
                    a.getDimSize(getTransposeA() ? 2 : 1),
                    b.getDimSize(getTransposeB() ? 1 : 2)};
  auto getBatch = [&](RankedTensorType type) -> std::optional<int64_t> {
    if (type.getDimSize(0) == 1)
      return std::nullopt;
    return 0;
  };
  result->splits = {{0, {getBatch(a), getBatch(b)}},
                    {1, {getTransposeA() ? 2 : 1, std::nullopt}},
                    {2, {std::nullopt, getTransposeB() ? 1 : 2}}};
  return result;
}

FailureOr<CollapsedOperation>
relay::collapseConv(Operation *op, const ConvAttributes &attributes,
                    RankedTensorType data, RankedTensorType weight) {
  FailureOr<Convolution> conv =
      checkConv(std::nullopt, attributes, data, weight);
  if (failed(conv) || attributes.isTransposed() || attributes.groups != 1 ||
      !conv->dataLayout.isPrimal() || !conv->kernelLayout.isPrimal() ||
      !conv->outLayout.isPrimal() || llvm::is_contained(conv->outShape, 0))
    return failure();
  FailureOr<Type> type = inferConv(std::nullopt, attributes, data, weight);
  // Other lowerings than packing need a padded image, whose size would be
  // dynamic. Sums of booleans are not packed.
  if (failed(type) || getElementTypeOrSelf(*type).isInteger(1))
    return failure();
  FailureOr<CollapsedOperation> result = collapseProduct(
      op, {data, weight}, attributes.outDType, {"channels", "kernel_size"});
  if (failed(result))
    return failure();
  llvm::append_range(result->result, cast<RankedTensorType>(*type).getShape());
  result->splits = {{conv->outLayout.indexOf('N'),
                     {conv->dataLayout.indexOf('N'), std::nullopt}},
                    {conv->outLayout.indexOf('C'),
                     {std::nullopt, conv->kernelLayout.indexOf('O')}}};
  // Parts of an image overlap in the operand, so each gets all of it.
  int64_t rank = result->result.size();
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim != conv->outLayout.indexOf('N') &&
        dim != conv->outLayout.indexOf('C')) {
      result->splits.push_back({dim, {std::nullopt, std::nullopt}});
      break;
    }
  // The same attribute for all spellings of the padding.
  SmallVector<int64_t> padding(conv->before);
  llvm::append_range(padding, conv->after);
  Builder b(op->getContext());
  NamedAttrList properties(result->properties);
  properties.set("padding", b.getDenseI64ArrayAttr(padding));
  result->properties = properties.getDictionary(op->getContext());
  return result;
}
