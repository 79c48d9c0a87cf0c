//===- Operators on sparse tensors -----------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sparse matrix is three tensors. `data` holds its elements (CSR), or blocks
// of elements of the shape of the last dimensions of `data` (BSR), row by row.
// `indices` holds their columns, in elements or blocks. `indptr` has one number
// more than there are rows: row r is what lies between numbers r and r + 1.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_SPARSEOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_SPARSEOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

def Relay_SparseFillEmptyRowsOp
    : Relay_Operator<"sparse_fill_empty_rows", Relay_Opaque> {
  let summary = "an element for each empty row of a sparse tensor";
  let semantics = [{
    The sparse tensor has the element `sparse_values[i]` at the position
    `sparse_indices[i, :]`, in ascending order of rows (the first coordinate),
    and the shape `dense_shape`. Each row without an element gets the scalar
    `default_value` at its position 0. The result is a tuple of the new indices,
    of the new values, and of a vector that is 1 for each row that was empty and
    0 for others, all in int64.

    Rows that are not in ascending order or out of range are undefined in TVM:
    an element in an earlier row than the one before it stays where it is, and
    elements out of range mark no row.
  }];
  let example = "%0 = relay.sparse_fill_empty_rows %i, %v, %s, %d : (tensor<4x2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<1xi64>) -> tuple<tensor<?x2xi64>, tensor<?xi64>, tensor<?xi64>>";
  let arguments = (ins Relay_Tensor:$sparse_indices,
      Relay_Tensor:$sparse_values, Relay_Tensor:$dense_shape,
      Relay_Tensor:$default_value);
  let tvm = Relay_TVM<level = 3>;
  let returns = "A TupleWrapper of indices, values and the vector of empty rows, "
      "of element type int64; how many there are is `Any`.";
  let raises = "`sparse_indices` is no matrix of integers, `sparse_values` or "
      "`dense_shape` is no vector, or `default_value` has several elements";
}

def Relay_SparseReshapeOp
    : Relay_Operator<"sparse_reshape", Relay_Injective> {
  let summary = "positions of a sparse tensor in another shape";
  let semantics = [{
    The rows of `sparse_indices` are positions in a tensor of shape
    `prev_shape`. The result is a tuple of the positions of the same elements, in
    row-major order, in the shape `new_shape`, and of that shape. One size of
    it may be -1: it is what the others leave of the number of elements. If both
    shapes are the same, positions stay as they are. Positions are computed in
    int64 and are not checked; a division by 0 gives 0.
  }];
  let example = "%0 = relay.sparse_reshape %i, %p, %n : (tensor<5x3xi64>, tensor<3xi64>, tensor<2xi64>) -> tuple<tensor<5x2xi64>, tensor<2xi64>>";
  let arguments = (ins Relay_Tensor:$sparse_indices, Relay_Tensor:$prev_shape,
      Relay_Tensor:$new_shape);
  let tvm = Relay_TVM<level = 3>;
  let returns = "A TupleWrapper of the new positions, of the element type of "
      "`sparse_indices`, and of the new shape, of that of `new_shape`.";
  let raises = "`sparse_indices` is no matrix of integers, `prev_shape` or "
      "`new_shape` is no vector of integers, or `prev_shape` has not as many "
      "elements as `sparse_indices` has columns";
}

// A product of `$dense_data` and a sparse matrix.
class Relay_SparseProductOp<string mnemonic>
    : Relay_Operator<mnemonic, Relay_OutEWiseFusable,
                     [DeclareOpInterfaceMethods<Relay_IndexingInterface>]>;

def Relay_NNSparseDenseOp : Relay_SparseProductOp<"nn.sparse_dense"> {
  let summary = "product with a sparse matrix";
  let semantics = [{
    `dense_data` times the transposed sparse matrix S; with `sparse_lhs`, S times
    the transposed `dense_data`. S is `sparse_data`, `sparse_indices` and
    `sparse_indptr` in CSR, or in BSR if `sparse_data` has three dimensions.

    A sum starts at 0 and takes the elements of a row of S in their order, each
    step rounded; f16 and bf16 are accumulated in f32. Elements with the same
    index all count.

    An index out of range is undefined in TVM: constant folding leaves the
    operator in place, and at run time its element counts as 0. Numbers in
    `sparse_indptr` are limited to the number of elements.
  }];
  let example = "%0 = relay.nn.sparse_dense %x, %d, %i, %p : (tensor<2x4xf32>, tensor<3xf32>, tensor<3xi32>, tensor<6xi32>) -> tensor<2x5xf32>";
  let arguments = (ins Relay_Tensor:$dense_data, Relay_Tensor:$sparse_data,
      Relay_Tensor:$sparse_indices, Relay_Tensor:$sparse_indptr,
      Relay_BoolOr<"false">:$sparse_lhs);
  let tvm = Relay_TVM<level = 1, attrs = "SparseDenseAttrs">;
  let returns = "A matrix of the element type of `dense_data`.";
  let raises = "`dense_data` is no matrix, `sparse_data` has neither one nor "
      "three dimensions, or `sparse_indices` or `sparse_indptr` is no vector of "
      "integers";
}

def Relay_NNInternalSparseDensePaddedOp
    : Relay_SparseProductOp<"nn.internal.sparse_dense_padded"> {
  let summary = "product with a sparse matrix of padded rows";
  let semantics = [{
    As `relay.nn.sparse_dense`; the name tells compilers that the rows of the
    sparse matrix have lengths that suit a target.
  }];
  let example = "%0 = relay.nn.internal.sparse_dense_padded %x, %d, %i, %p : (tensor<2x4xf32>, tensor<3xf32>, tensor<3xi32>, tensor<6xi32>) -> tensor<2x5xf32>";
  let arguments = (ins Relay_Tensor:$dense_data, Relay_Tensor:$sparse_data,
      Relay_Tensor:$sparse_indices, Relay_Tensor:$sparse_indptr,
      Relay_BoolOr<"false">:$sparse_lhs);
  let tvm = Relay_TVM<level = 1, attrs = "SparseDenseAttrs">;
  let returns = "A matrix of the element type of `dense_data`.";
  let raises = "what `nn.sparse_dense` refuses";
}

def Relay_NNSparseAddOp
    : Relay_Operator<"nn.sparse_add", Relay_Opaque,
                     [DeclareOpInterfaceMethods<Relay_IndexingInterface>]> {
  let summary = "sum of a dense and a sparse matrix";
  let semantics = [{
    `dense_data` plus the sparse matrix that `sparse_data`, `sparse_indices` and
    `sparse_indptr` are in CSR. Elements with the same index are added one after
    the other. Indices out of range are treated as by `relay.nn.sparse_dense`.
  }];
  let example = "%0 = relay.nn.sparse_add %x, %d, %i, %p : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xi32>, tensor<3xi32>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Tensor:$dense_data, Relay_Tensor:$sparse_data,
      Relay_Tensor:$sparse_indices, Relay_Tensor:$sparse_indptr);
  let tvm = Relay_TVM<level = 1>;
  let returns = "A matrix of the type of `dense_data`.";
  let raises = "`dense_data` is no matrix, `sparse_data` no vector of its "
      "elements, or `sparse_indices` or `sparse_indptr` no vector of integers";
}

def Relay_NNSparseTransposeOp
    : Relay_Operator<"nn.sparse_transpose", Relay_OutEWiseFusable> {
  let summary = "transposition of a sparse matrix";
  let semantics = [{
    The transposed square matrix that `sparse_data`, `sparse_indices` and
    `sparse_indptr` are in CSR, as a tuple of such three. Columns come in the
    order of the rows that they are made of. Elements with an index out of range
    are left out; what is free behind the last one is 0.
  }];
  let example = "%0 = relay.nn.sparse_transpose %d, %i, %p : (tensor<3xf32>, tensor<3xi32>, tensor<4xi32>) -> tuple<tensor<3xf32>, tensor<3xi32>, tensor<4xi32>>";
  let arguments = (ins Relay_Tensor:$sparse_data, Relay_Tensor:$sparse_indices,
      Relay_Tensor:$sparse_indptr);
  let tvm = Relay_TVM<level = 1, attrs = "SparseTransposeAttrs">;
  let returns = "A TupleWrapper of elements, indices and row bounds, of the "
      "types of the operands.";
  let raises = "an operand is no vector, or indices are no integers";
}

def Relay_NNSparseConv2dOp
    : Relay_Operator<"nn.sparse_conv2d", Relay_OutEWiseFusable> {
  let summary = "convolution over images with a sparse weight";
  let semantics = [{
    The convolution of `dense_data`, in the layout `layout`, NHWC or NCHW, with a
    sparse weight in BSR whose rows are the channels of the result. `sparse_data`
    has two dimensions where blocks are one column wide.

    With a `kernel_size` of 1 columns are the channels of `dense_data`. With 3,
    column `tap * channels + c` for NHWC, and `c * 9 + tap` for NCHW, belongs to
    channel c and to one of the nine taps of the kernel in row-major order, and
    images are surrounded by one row and column of zeros. Sums and indices out of
    range are those of `relay.nn.sparse_dense`.
  }];
  let example = [{%0 = relay.nn.sparse_conv2d %x, %d, %i, %p {layout = "NHWC", kernel_size = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<3x2x1xf32>, tensor<3xi32>, tensor<4xi32>) -> tensor<1x8x8x6xf32>}];
  let arguments = (ins Relay_Tensor:$dense_data, Relay_Tensor:$sparse_data,
      Relay_Tensor:$sparse_indices, Relay_Tensor:$sparse_indptr,
      Relay_StrOr<"NHWC">:$layout, Relay_IntsOr<"{1, 1}">:$kernel_size);
  let tvm = Relay_TVM<level = 1, attrs = "SparseConv2DAttrs">;
  let returns = "A tensor of the element type and the layout of `dense_data`, "
      "with as many channels as the weight has rows.";
  let raises = "`dense_data` has not four dimensions, `layout` is neither NHWC "
      "nor NCHW, `sparse_data` has neither two nor three dimensions, or "
      "`sparse_indices` or `sparse_indptr` is no vector of integers";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_SPARSEOPS_TD
