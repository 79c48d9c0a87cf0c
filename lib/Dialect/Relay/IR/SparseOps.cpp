//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators on sparse tensors: type inference.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::relay;

/// Checks that `type`, the operand `name`, has `rank` dimensions, and integers
/// with `hasIntegers`.
static LogicalResult checkSparseOperand(std::optional<Location> loc,
                                        StringRef relayName, StringRef name,
                                        Type type, int64_t rank,
                                        bool hasIntegers) {
  auto tensor = cast<RankedTensorType>(type);
  if (tensor.getRank() == rank &&
      (!hasIntegers || isa<IntegerType>(tensor.getElementType())))
    return success();
  return emitOptionalError(loc, relayName, ": expected ", name, " to be a ",
                           rank == 1 ? "vector" : "matrix",
                           hasIntegers ? " of integers" : "", ", but got ",
                           tensor);
}

/// Checks the indices and row bounds of a sparse matrix.
static LogicalResult checkSparseIndices(std::optional<Location> loc,
                                        StringRef relayName, Type indices,
                                        Type indptr) {
  return failure(
      failed(checkSparseOperand(loc, relayName, "sparse_indices", indices, 1,
                                /*hasIntegers=*/true)) ||
      failed(checkSparseOperand(loc, relayName, "sparse_indptr", indptr, 1,
                                /*hasIntegers=*/true)));
}

/// The number of rows of the sparse matrix with the row bounds `indptr`, in
/// blocks of `blockRows` rows.
static FailureOr<int64_t> inferNumRows(std::optional<Location> loc,
                                       StringRef relayName, Type indptr,
                                       int64_t blockRows) {
  int64_t numBounds = cast<RankedTensorType>(indptr).getDimSize(0);
  if (ShapedType::isDynamic(numBounds) || ShapedType::isDynamic(blockRows))
    return ShapedType::kDynamic;
  if (numBounds < 1)
    return emitOptionalError(loc, relayName,
                             ": expected sparse_indptr with at least one "
                             "element, but got ",
                             indptr);
  std::optional<int64_t> numRows =
      llvm::checkedMul<int64_t>(numBounds - 1, blockRows);
  if (!numRows)
    return emitOptionalError(loc, relayName, ": ", numBounds - 1, " blocks of ",
                             blockRows, " rows are too many");
  return *numRows;
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

/// How many elements and how many rows there are when each row of the sparse
/// tensor of `op` has an element; dynamic if that is not constant.
static std::pair<int64_t, int64_t>
countFilledRows(SparseFillEmptyRowsOp::Adaptor op) {
  constexpr int64_t dynamic = ShapedType::kDynamic;
  auto type = cast<RankedTensorType>(op.getSparseIndices().getType());
  int64_t numValues =
      cast<RankedTensorType>(op.getSparseValues().getType()).getDimSize(0);
  auto shape = getConstantIntegers(op.getDenseShape());
  auto indices = getConstantIntegers(op.getSparseIndices());
  if (!shape || shape->empty() || !indices || type.getDimSize(1) < 1 ||
      ShapedType::isDynamic(numValues))
    return {dynamic, dynamic};
  int64_t numRows = std::max<int64_t>(shape->front(), 0);
  int64_t count = std::min(type.getDimSize(0), numValues);
  SmallVector<int64_t> used;
  for (int64_t i = 0; i < count; ++i)
    if (int64_t row = (*indices)[i * type.getDimSize(1)];
        row >= 0 && row < numRows)
      used.push_back(row);
  llvm::sort(used);
  int64_t numUsed = llvm::unique(used) - used.begin();
  std::optional<int64_t> total =
      llvm::checkedAdd<int64_t>(numRows - numUsed, count);
  if (!total)
    return {dynamic, dynamic};
  return {*total, numRows};
}

FailureOr<Type>
SparseFillEmptyRowsOp::inferResultType(std::optional<Location> loc,
                                       Adaptor adaptor) {
  auto indices = cast<RankedTensorType>(adaptor.getSparseIndices().getType());
  auto fill = cast<RankedTensorType>(adaptor.getDefaultValue().getType());
  auto check = [&](StringRef name, Value value, int64_t rank,
                   bool hasIntegers) {
    return checkSparseOperand(loc, getRelayName(), name, value.getType(), rank,
                              hasIntegers);
  };
  if (failed(check("sparse_indices", adaptor.getSparseIndices(), 2, true)) ||
      failed(check("sparse_values", adaptor.getSparseValues(), 1, false)) ||
      failed(check("dense_shape", adaptor.getDenseShape(), 1, true)))
    return failure();
  if (fill.getRank() > 1 ||
      (fill.getRank() == 1 && !fill.isDynamicDim(0) && fill.getDimSize(0) != 1))
    return emitOptionalError(loc, getRelayName(),
                             ": expected default_value with one element, but "
                             "got ",
                             fill);
  MLIRContext *context = indices.getContext();
  Type i64 = IntegerType::get(context, 64);
  auto [total, numRows] = countFilledRows(adaptor);
  return Type(TupleType::get(
      context, {RankedTensorType::get({total, indices.getDimSize(1)}, i64),
                RankedTensorType::get({total}, i64),
                RankedTensorType::get({numRows}, i64)}));
}

FailureOr<Type> SparseReshapeOp::inferResultType(std::optional<Location> loc,
                                                 Adaptor adaptor) {
  auto indices = cast<RankedTensorType>(adaptor.getSparseIndices().getType());
  auto check = [&](StringRef name, Type type, int64_t rank) {
    return checkSparseOperand(loc, getRelayName(), name, type, rank,
                              /*hasIntegers=*/true);
  };
  auto shape = cast<RankedTensorType>(adaptor.getPrevShape().getType());
  auto newShape = cast<RankedTensorType>(adaptor.getNewShape().getType());
  if (failed(check("sparse_indices", indices, 2)) ||
      failed(check("prev_shape", shape, 1)) ||
      failed(check("new_shape", newShape, 1)))
    return failure();
  if (failed(verifyCompatibleShape(indices.getShape().take_back(1),
                                   shape.getShape())))
    return emitOptionalError(loc, getRelayName(), ": expected prev_shape of ",
                             indices.getDimSize(1),
                             " elements, one for each column of "
                             "sparse_indices, but got ",
                             shape);
  Type positions =
      RankedTensorType::get({indices.getDimSize(0), newShape.getDimSize(0)},
                            indices.getElementType());
  return Type(TupleType::get(indices.getContext(), {positions, newShape}));
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// The result of a product with a sparse matrix.
template <typename AdaptorT>
static FailureOr<Type> inferSparseProduct(std::optional<Location> loc,
                                          StringRef relayName,
                                          AdaptorT adaptor) {
  auto dense = cast<RankedTensorType>(adaptor.getDenseData().getType());
  auto sparse = cast<RankedTensorType>(adaptor.getSparseData().getType());
  Type indptr = adaptor.getSparseIndptr().getType();
  if (failed(checkSparseOperand(loc, relayName, "dense_data", dense, 2,
                                /*hasIntegers=*/false)) ||
      failed(checkSparseIndices(loc, relayName,
                                adaptor.getSparseIndices().getType(), indptr)))
    return failure();
  if (sparse.getRank() != 1 && sparse.getRank() != 3)
    return emitOptionalError(loc, relayName,
                             ": expected sparse_data with one dimension (CSR) "
                             "or three (BSR), but got ",
                             sparse);
  FailureOr<int64_t> numRows = inferNumRows(
      loc, relayName, indptr, sparse.getRank() == 1 ? 1 : sparse.getDimSize(1));
  if (failed(numRows))
    return failure();
  SmallVector<int64_t> shape{dense.getDimSize(0), *numRows};
  if (adaptor.getSparseLhs())
    std::swap(shape[0], shape[1]);
  return Type(RankedTensorType::get(shape, dense.getElementType()));
}

FailureOr<Type> NNSparseDenseOp::inferResultType(std::optional<Location> loc,
                                                 Adaptor adaptor) {
  return inferSparseProduct(loc, getRelayName(), adaptor);
}

FailureOr<Type>
NNInternalSparseDensePaddedOp::inferResultType(std::optional<Location> loc,
                                               Adaptor adaptor) {
  return inferSparseProduct(loc, getRelayName(), adaptor);
}

/// The indices of a sparse matrix with as many columns as `operands[0]`, a
/// dense one. None if its blocks have no columns.
static SmallVector<OperandIndices>
getColumnsInRange(ArrayRef<RankedTensorType> operands) {
  int64_t numColumns = operands[0].getDimSize(1);
  if (operands[1].getRank() == 3) {
    int64_t blockColumns = operands[1].getDimSize(2);
    if (blockColumns == 0)
      return {};
    numColumns /= blockColumns;
  }
  return {OperandIndices{2, {numColumns}}};
}

SmallVector<OperandIndices>
NNSparseDenseOp::getIndicesInRange(ArrayRef<RankedTensorType> operands) {
  return getColumnsInRange(operands);
}

SmallVector<OperandIndices> NNInternalSparseDensePaddedOp::getIndicesInRange(
    ArrayRef<RankedTensorType> operands) {
  return getColumnsInRange(operands);
}

SmallVector<OperandIndices>
NNSparseAddOp::getIndicesInRange(ArrayRef<RankedTensorType> operands) {
  return getColumnsInRange(operands);
}

FailureOr<Type> NNSparseAddOp::inferResultType(std::optional<Location> loc,
                                               Adaptor adaptor) {
  auto dense = cast<RankedTensorType>(adaptor.getDenseData().getType());
  auto sparse = cast<RankedTensorType>(adaptor.getSparseData().getType());
  Type indptr = adaptor.getSparseIndptr().getType();
  if (failed(checkSparseOperand(loc, getRelayName(), "dense_data", dense, 2,
                                /*hasIntegers=*/false)) ||
      failed(checkSparseOperand(loc, getRelayName(), "sparse_data", sparse, 1,
                                /*hasIntegers=*/false)) ||
      failed(checkSparseIndices(loc, getRelayName(),
                                adaptor.getSparseIndices().getType(), indptr)))
    return failure();
  if (dense.getElementType() != sparse.getElementType())
    return emitOptionalError(loc, getRelayName(),
                             ": expected sparse_data with elements of type ",
                             dense.getElementType(), ", but got ", sparse);
  FailureOr<int64_t> numRows = inferNumRows(loc, getRelayName(), indptr, 1);
  if (failed(numRows))
    return failure();
  if (!ShapedType::isDynamic(*numRows) && !dense.isDynamicDim(0) &&
      *numRows != dense.getDimSize(0))
    return emitOptionalError(loc, getRelayName(),
                             ": expected sparse_indptr with one element more "
                             "than dense_data has rows, ",
                             dense.getDimSize(0), ", but got ", indptr);
  return Type(dense);
}

FailureOr<Type>
NNSparseTransposeOp::inferResultType(std::optional<Location> loc,
                                     Adaptor adaptor) {
  Type data = adaptor.getSparseData().getType();
  Type indices = adaptor.getSparseIndices().getType();
  Type indptr = adaptor.getSparseIndptr().getType();
  if (failed(checkSparseOperand(loc, getRelayName(), "sparse_data", data, 1,
                                /*hasIntegers=*/false)) ||
      failed(checkSparseIndices(loc, getRelayName(), indices, indptr)) ||
      failed(inferNumRows(loc, getRelayName(), indptr, 1)))
    return failure();
  return Type(TupleType::get(data.getContext(), {data, indices, indptr}));
}

FailureOr<Type> NNSparseConv2dOp::inferResultType(std::optional<Location> loc,
                                                  Adaptor adaptor) {
  auto dense = cast<RankedTensorType>(adaptor.getDenseData().getType());
  auto sparse = cast<RankedTensorType>(adaptor.getSparseData().getType());
  Type indptr = adaptor.getSparseIndptr().getType();
  StringRef layout = adaptor.getLayout();
  if (layout != "NHWC" && layout != "NCHW")
    return emitOptionalError(loc, getRelayName(),
                             ": expected layout \"NHWC\" or \"NCHW\", but got "
                             "\"",
                             layout, "\"");
  if (dense.getRank() != 4)
    return emitOptionalError(
        loc, getRelayName(),
        ": expected dense_data with four dimensions, but got ", dense);
  if (sparse.getRank() != 2 && sparse.getRank() != 3)
    return emitOptionalError(loc, getRelayName(),
                             ": expected sparse_data with two or three "
                             "dimensions, but got ",
                             sparse);
  if (failed(checkSparseIndices(loc, getRelayName(),
                                adaptor.getSparseIndices().getType(), indptr)))
    return failure();
  FailureOr<int64_t> numRows =
      inferNumRows(loc, getRelayName(), indptr, sparse.getDimSize(1));
  if (failed(numRows))
    return failure();
  SmallVector<int64_t> shape(dense.getShape());
  shape[layout.find('C')] = *numRows;
  return Type(RankedTensorType::get(shape, dense.getElementType()));
}
