//===- Operators that read or write at indices ------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_INDEXINGOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_INDEXINGOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

def Relay_AdvIndexOp
    : Relay_Operator<"adv_index", Relay_Injective,
                     [DeclareOpInterfaceMethods<Relay_IndexingInterface>]> {
  let summary = "elements or slices at indices of leading dimensions";
  let semantics = [{
    The first field of `inputs` is data. The others are indices of its first
    dimensions, one tensor each, whose shapes broadcast. The result has the
    slices of the data at these indices.

    An index out of range is undefined in TVM: constant folding leaves the
    operator in place, and at run time the nearest element in range is taken.
  }];
  let example = "%0 = relay.adv_index %t : (tuple<tensor<4x5x6xf32>, tensor<2x1xi64>, tensor<3xi64>>) -> tensor<2x3x6xf32>";
  let arguments = (ins Relay_Tuple:$inputs);
  let tvm = Relay_TVM<level = 3>;
  let returns = "A tensor of the element type of the data, with the dimensions "
      "to which the indices broadcast and those of the data that they do not "
      "index.";
  let raises = "there is no index, there are more than the data has dimensions, "
      "they have no integers, or their shapes do not broadcast";
}

def Relay_ArgwhereOp
    : Relay_Operator<"argwhere", Relay_Opaque,
                     [DeclareOpInterfaceMethods<Relay_DataShapeInterface>]> {
  let summary = "positions of elements that are not zero";
  let semantics = [{
    The indices of the elements of `condition` that are not zero, one row of i32
    each, in row-major order. NaN is not zero. The number of rows depends on the
    elements.
  }];
  let example = "%0 = relay.argwhere %c : (tensor<2x3xi1>) -> tensor<?x2xi32>";
  let arguments = (ins Relay_Tensor:$condition);
  let tvm = Relay_TVM<mixed = "Follow">;
  let returns = "A matrix of int32 with a row for each position and a column "
      "for each dimension of `condition`.";
}

def Relay_GatherOp
    : Relay_Operator<"gather", Relay_Injective,
                     [DeclareOpInterfaceMethods<Relay_IndexingInterface>]> {
  let summary = "elements at indices along a dimension";
  let semantics = [{
    For each element of `indices`, the element of `data` at its position, with
    the index in the place of the coordinate along `axis`. `indices` has the
    shape of `data` but for the dimension `axis`.

    An index out of range is undefined in TVM: constant folding leaves the
    operator in place, and at run time the nearest element in range is taken.
  }];
  let example = "%0 = relay.gather %x, %i {axis = 1 : i64} : (tensor<2x5xf32>, tensor<2x3xi64>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$indices,
      Relay_OptionalInt:$axis);
  let tvm = Relay_TVM<level = 3, attrs = "GatherAttrs", objects = ["axis"]>;
  let returns = "A tensor of the element type of `data` and of the shape of "
      "`indices`.";
  let raises = Relay_AxisRange # " or not given, `indices` has no signed "
      "integers, or its shape does not fit that of `data`";
  let pythonParameters = "data, axis, indices";
}

def Relay_InvertPermutationOp
    : Relay_Operator<"invert_permutation", Relay_Injective,
                     [DeclareOpInterfaceMethods<Relay_IndexingInterface>,
                      Relay_IntegerFunction]> {
  let summary = "inverse of a permutation";
  let semantics = [{
    For a vector `data` that holds a permutation of its positions: the vector
    that has i at position `data[i]`.

    An element out of range is undefined in TVM: constant folding leaves the
    operator in place, and at run time the element is left out. Among equal elements
    the last one counts. A position that is no element has 0.
  }];
  let example = "%0 = relay.invert_permutation %x : (tensor<5xi64>) -> tensor<5xi64>";
  let arguments = (ins Relay_Tensor:$data);
  let tvm = Relay_TVM<level = 1>;
  let returns = Relay_SameType;
  let raises = "`data` is no vector";
}

def Relay_MatrixSetDiagOp : Relay_Operator<"matrix_set_diag", Relay_Injective> {
  let summary = "matrices with other diagonals";
  let semantics = [{
    The matrices in the last two dimensions of `input`, with the diagonals `k1`
    to `k2` replaced by those in `diagonal`. Diagonal k has the elements whose
    column exceeds the row by k. If `k1` and `k2` are equal, the last dimension
    of `diagonal` runs along the diagonal. Otherwise the last but one counts the
    diagonals, from `k2` down, and shorter ones are filled up at the end, or at
    the start with `super_diag_right_align` (for k from 0 on) or
    `sub_diag_right_align` (for negative k). The filling elements are not read.
  }];
  let example = "%0 = relay.matrix_set_diag %x, %d {k1 = 1 : i64, k2 = 1 : i64} : (tensor<2x3x4xf32>, tensor<2x3xf32>) -> tensor<2x3x4xf32>";
  let arguments = (ins Relay_Tensor:$input, Relay_Tensor:$diagonal,
      Relay_IntOr<"0">:$k1, Relay_IntOr<"0">:$k2,
      Relay_BoolOr<"true">:$super_diag_right_align,
      Relay_BoolOr<"false">:$sub_diag_right_align);
  let tvm = Relay_TVM<attrs = "MatrixSetDiagAttrs">;
  let returns = "A tensor of the type of `input`.";
  let raises = "`k1` is above `k2`, a diagonal is outside of the matrices, or "
      "`diagonal` has not the shape or the element type that follows";
}

def Relay_MeshgridOp : Relay_Operator<"meshgrid", Relay_Injective> {
  let summary = "coordinates of a grid";
  let semantics = [{
    For each vector or scalar in the tuple `data`, a tensor with a dimension for
    each of them, which has the elements of the vector along its own dimension
    and repeats them along all others. With `indexing` of `"xy"` instead of
    `"ij"`, the first two dimensions are swapped.
  }];
  let example = [{%0 = relay.meshgrid %t {indexing = "ij"} : (tuple<tensor<2xf32>, tensor<3xf32>>) -> tuple<tensor<2x3xf32>, tensor<2x3xf32>>}];
  let arguments = (ins Relay_Tuple:$data, Relay_StrOr<"ij">:$indexing);
  let tvm = Relay_TVM<level = 3, attrs = "MeshgridAttrs">;
  let returns = "A tuple of tensors of the element type of the fields, one for "
      "each of them.";
  let raises = "there is no field, a field is no vector or scalar, the fields "
      "differ in element type, or `indexing` is none";
}

def Relay_ReverseSequenceOp
    : Relay_Operator<"reverse_sequence", Relay_Injective> {
  let summary = "leading parts in the opposite order";
  let semantics = [{
    Reverses the order of the first n elements along dimension `seq_axis`, where
    n is the element of `seq_lengths` for the position along `batch_axis`. All
    elements are reversed if n exceeds the size, none if it is below 2.
  }];
  let example = "%0 = relay.reverse_sequence %x, %n {seq_axis = 1 : i64, batch_axis = 0 : i64} : (tensor<2x5xf32>, tensor<2xi32>) -> tensor<2x5xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$seq_lengths,
      Relay_IntOr<"1">:$seq_axis, Relay_IntOr<"0">:$batch_axis);
  let tvm = Relay_TVM<level = 3, attrs = "ReverseSequenceAttrs",
                      objects = ["seq_axis", "batch_axis"]>;
  let returns = Relay_SameType;
  let raises = "an axis is out of range, or `seq_lengths` is no vector of "
      "signed integers with an element for each position along `batch_axis`";
}

def Relay_ScatterElementsOp
    : Relay_Operator<"scatter_elements", Relay_Opaque,
                     [DeclareOpInterfaceMethods<Relay_IndexingInterface>]> {
  let summary = "tensor with elements replaced along a dimension";
  let semantics = [{
    `data`, where each element of `updates` goes to its position, with the
    element of `indices` there in the place of the coordinate along `axis`.
    Negative indices count from the end. `reduction` says what an update does to
    the element: `"update"` replaces it, `"add"`, `"mul"`, `"min"` and `"max"`
    combine both, and `"mean"` gives half of their sum. Updates of one element
    are applied in row-major order.

    An index out of range is undefined in TVM: constant folding leaves the
    operator in place, and at run time the update is left out.
  }];
  let example = [{%0 = relay.scatter_elements %x, %i, %u {axis = 1 : i64, reduction = "add"} : (tensor<2x5xf32>, tensor<2x3xi64>, tensor<2x3xf32>) -> tensor<2x5xf32>}];
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$indices,
      Relay_Tensor:$updates, Relay_IntOr<"0">:$axis,
      Relay_StrOr<"update">:$reduction);
  let tvm = Relay_TVM<level = 3, attrs = "ScatterElementsAttrs",
                      objects = ["axis", "reduction"], declared = false,
                      mixed = "Follow">;
  let returns = Relay_SameType;
  let raises = Relay_AxisRange # ", `indices` has no integers, `updates` has "
      "another element type than `data`, the shapes do not fit, or `reduction` "
      "is none";
}

def Relay_ScatterNDOp
    : Relay_Operator<"scatter_nd", Relay_Opaque,
                     [DeclareOpInterfaceMethods<Relay_IndexingInterface>]> {
  let summary = "tensor with slices replaced at index vectors";
  let semantics = [{
    `data`, where the slice of `updates` at `(i...)` goes to the slice whose first
    coordinates are the column `(:, i...)` of `indices`. `mode` says what an
    update does to an element: `"update"` replaces it, `"add"`, `"mul"`, `"min"`
    and `"max"` combine both. Updates of one element are applied in row-major
    order.

    A coordinate out of range is undefined in TVM: constant folding leaves the
    operator in place, and at run time the slice is left out.
  }];
  let example = [{%0 = relay.scatter_nd %x, %i, %u {mode = "add"} : (tensor<4x5x6xf32>, tensor<2x7xi64>, tensor<7x6xf32>) -> tensor<4x5x6xf32>}];
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$indices,
      Relay_Tensor:$updates, Relay_StrOr<"update">:$mode);
  let tvm = Relay_TVM<level = 3, attrs = "ScatterNDAttrs", objects = ["mode"],
                      declared = false, mixed = "Follow">;
  let returns = Relay_SameType;
  let raises = "`indices` has no integers or no static first dimension, or has "
      "more coordinates than `data` dimensions, `updates` has not the shape or "
      "the element type that follows, or `mode` is none";
}

def Relay_SequenceMaskOp : Relay_Operator<"sequence_mask", Relay_Injective> {
  let summary = "sequences without what is behind their ends";
  let semantics = [{
    `data`, where the elements along dimension `axis` (0 or 1) from position n on
    are `mask_value`, converted to the element type. n is the element of
    `valid_length` for the position along the other one of these dimensions.
  }];
  let example = "%0 = relay.sequence_mask %x, %n {axis = 1 : i64} : (tensor<2x5x3xf32>, tensor<2xi32>) -> tensor<2x5x3xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$valid_length,
      Relay_FloatOr<"0.0">:$mask_value, Relay_IntOr<"0">:$axis);
  let tvm = Relay_TVM<attrs = "SequenceMaskAttrs">;
  let returns = Relay_SameType;
  let raises = "`axis` is neither 0 nor 1, `data` has less than two dimensions, "
      "or `valid_length` is no vector with an element for each sequence";
  let pythonParameters = "data, valid_length, mask_value=0, axis=0";
}

def Relay_SlidingWindowOp : Relay_Operator<"sliding_window", Relay_Opaque> {
  let summary = "windows that slide over a tensor";
  let semantics = [{
    The windows of shape `window_shape` over the dimensions of `data` from `axis`
    on, at distances of `strides`. The result has the dimensions before `axis`,
    one for the positions of the window along each other dimension, and those of
    the window.
  }];
  let example = "%0 = relay.sliding_window %x {axis = 1 : i64, window_shape = array<i64: 3, 2>, strides = array<i64: 1, 2>} : (tensor<2x5x6xf32>) -> tensor<2x3x3x3x2xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Int:$axis,
      Relay_Ints:$window_shape, Relay_Ints:$strides);
  let tvm = Relay_TVM<attrs = "SlidingWindowAttrs">;
  let returns = "A tensor of the element type of `data` with all windows.";
  let raises = Relay_AxisRange # ", `window_shape` or `strides` has not a "
      "positive number for each dimension from it on, or the window exceeds "
      "`data`";
}

def Relay_StridedSetOp : Relay_Operator<"strided_set", Relay_Injective> {
  let summary = "tensor with a part replaced";
  let semantics = [{
    `data`, where the elements `begin`, `begin + stride`, ... before `end` in each
    dimension are those of `v`. `begin`, `end` and `strides` are vectors, whose
    missing elements mean the whole dimension and stride 1. Negative ones of
    `begin` and `end` count from the end. Elements without a counterpart in `v`
    stay as they are.
  }];
  let example = "%0 = relay.strided_set %x, %v, %b, %e, %s : (tensor<4x5xf32>, tensor<2x5xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4x5xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$v, Relay_Tensor:$begin,
      Relay_Tensor:$end, Relay_Tensor:$strides);
  let tvm = Relay_TVM<level = 4>;
  let returns = Relay_SameType;
  let raises = "`v` has another rank or element type than `data`, or `begin`, "
      "`end` or `strides` is no vector of integers";
}

def Relay_TriluOp : Relay_Operator<"trilu", Relay_ElemWise> {
  let summary = "upper or lower triangles of matrices";
  let semantics = [{
    The matrices in the last two dimensions of `data`, with zeros below diagonal
    `k`, or above it if `upper` is not set. Diagonal k has the elements whose
    column exceeds the row by k.
  }];
  let example = "%0 = relay.trilu %x, %k {upper = false} : (tensor<2x3x3xf32>, tensor<i32>) -> tensor<2x3x3xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$k,
      Relay_BoolOr<"true">:$upper);
  let tvm = Relay_TVM<level = 3, attrs = "TriluAttrs", declared = false>;
  let returns = Relay_SameType;
  let raises = "`k` is no integer scalar, or `data` has less than two "
      "dimensions";
}

def Relay_UnravelIndexOp : Relay_Operator<"unravel_index", Relay_Injective> {
  let summary = "coordinates of flat indices";
  let semantics = [{
    The coordinates, one row for each dimension, of `indices` (a scalar or vector
    of positions in row-major order) in a tensor of the shape that the vector
    `shape` holds. Quotients are rounded down; a size of 0 gives coordinate
    i for a position i, and 0 for the dimensions before it.
  }];
  let example = "%0 = relay.unravel_index %i, %s : (tensor<3xi64>, tensor<2xi64>) -> tensor<2x3xi64>";
  let arguments = (ins Relay_Tensor:$indices, Relay_Tensor:$shape);
  let tvm = Relay_TVM<level = 3>;
  let returns = "A tensor of the element type of `indices` with a row for each "
      "element of `shape`.";
  let raises = "an operand has no integers, `shape` is no vector, or `indices` "
      "has more than one dimension";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_INDEXINGOPS_TD
