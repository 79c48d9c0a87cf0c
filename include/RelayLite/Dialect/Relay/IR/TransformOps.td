//===- Operators that move elements or change shapes -----*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_TRANSFORMOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_TRANSFORMOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

def Relay_BroadcastToOp
    : Relay_Operator<"broadcast_to", Relay_Broadcast,
                     [DeclareOpInterfaceMethods<Relay_MovementInterface>]> {
  let summary = "repetition to a shape";
  let semantics = [{
    Repeats `data` along new leading dimensions and along dimensions of 1 so that
    it has the given shape. `dtype` is accepted and, as in TVM, without effect.
  }];
  let example = "%0 = relay.broadcast_to %x {shape = array<i64: 2, 3>} : (tensor<3xf32>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Ints:$shape,
      Relay_OptionalDType:$dtype);
  let hasFolder = 1;
  let tvm = Relay_TVM<level = 4, attrs = "InitOpAttrs", required = ["shape"]>;
  let returns = "A tensor of the element type of `data` and of the shape "
      "`shape`.";
  let raises = "the shape of `data` does not broadcast to it";
}

def Relay_BroadcastToLikeOp
    : Relay_Operator<"broadcast_to_like", Relay_Broadcast> {
  let summary = "repetition to the shape of another tensor";
  let semantics = [{
    Repeats `data` as `relay.broadcast_to` does so that it has the shape of
    `broadcast_type`, a tensor of the same element type.
  }];
  let example = "%0 = relay.broadcast_to_like %x, %y : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$broadcast_type);
  let tvm = Relay_TVM<mixed = "Follow">;
  let returns = "A tensor of the type of `broadcast_type`.";
  let raises = "the shape of `data` does not broadcast to it";
}

def Relay_ConcatenateOp
    : Relay_Operator<"concatenate", Relay_Injective,
                     [DeclareOpInterfaceMethods<Relay_MovementInterface>]> {
  let summary = "concatenation along a dimension";
  let semantics = [{
    Joins the tensors of a tuple along the dimension `axis`, counted from the end
    where negative. They have one element type, and one size in every other
    dimension.
  }];
  let example = "%0 = relay.concatenate %t {axis = 1 : i64} : (tuple<tensor<2x3xf32>, tensor<2x1xf32>>) -> tensor<2x4xf32>";
  let arguments = (ins Relay_Tuple:$data, Relay_IntOr<"0">:$axis);
  let tvm = Relay_TVM<level = 1, attrs = "ConcatenateAttrs", mixed = "Follow">;
  let returns = "A tensor of the element type of the fields, whose sizes "
      "along `axis` add up.";
  let raises = Relay_AxisRange # ", or the fields differ in element type, rank "
      "or another size";
  let pythonParameters = "data, axis";
}

def Relay_ContribReverseReshapeOp
    : Relay_Operator<"contrib_reverse_reshape", Relay_Injective> {
  let summary = "same elements in a shape that is read from its end";
  let semantics = [{
    Reshapes as `relay.reshape`, but the codes in `newshape` are read from the
    last to the first, and so are the dimensions of `data` that they pass.
  }];
  let example = "%0 = relay.contrib_reverse_reshape %x {newshape = array<i64: -1, 0>} : (tensor<10x5x4xf32>) -> tensor<50x4xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Ints:$newshape,
      Relay_BoolOr<"false">:$allowzero);
  let reshapeOnly = true;
  let tvm = Relay_TVM<attrs = "ReshapeAttrs", required = ["newshape"]>;
  let returns = "A tensor of the element type of `data` and of the shape that "
      "`newshape` gives.";
  let raises = "`newshape` does not fit the number of elements, or has an "
      "entry that means nothing";
}

def Relay_ExpandDimsOp : Relay_Operator<"expand_dims", Relay_Broadcast> {
  let summary = "insertion of dimensions of size 1";
  let semantics = [{
    Inserts `num_newaxis` dimensions of size 1 before dimension `axis`; a
    negative `axis` counts from the end of the result of one insertion, so that
    -1 appends.
  }];
  let example = "%0 = relay.expand_dims %x {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x1x3xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Int:$axis,
      Relay_IntOr<"1">:$num_newaxis);
  let reshapeOnly = true;
  let hasFolder = 1;
  let tvm = Relay_TVM<level = 1, attrs = "ExpandDimsAttrs", mixed = "Follow">;
  let returns = "A tensor of the element type of `data` with `num_newaxis` "
      "dimensions of 1 before `axis`.";
  let raises = Relay_AxisRange # ", or `num_newaxis` is negative";
}

def Relay_GatherNDOp
    : Relay_Operator<"gather_nd", Relay_Injective,
                     [DeclareOpInterfaceMethods<Relay_IndexingInterface>]> {
  let summary = "elements or slices at index vectors";
  let semantics = [{
    Column `(:, i...)` of `indices` holds the first coordinates of a slice of
    `data`; the result has these slices at `(i..., ...)`. With `batch_dims` of b,
    the first b dimensions of `data` run along with dimensions 1 to b of
    `indices`, and columns index the dimensions behind them. `index_rank` is a
    bound on the size of the first dimension of `indices` and has no effect on
    a static one.

    A coordinate out of range is undefined in TVM: constant folding leaves the
    operator in place, and at run time the nearest element in range is taken.
  }];
  let example = "%0 = relay.gather_nd %x, %i : (tensor<4x5x6xf32>, tensor<2x7xi64>) -> tensor<7x6xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$indices,
      Relay_IntOr<"0">:$batch_dims, Relay_OptionalInt:$index_rank);
  let tvm = Relay_TVM<level = 3, attrs = "GatherNDAttrs",
                      objects = ["batch_dims", "index_rank"]>;
  let returns = "A tensor of the element type of `data`, with the dimensions "
      "of `indices` behind the first and those of `data` that they do not "
      "index.";
  let raises = "`indices` has no integers or no static first dimension, has "
      "more coordinates than `data` dimensions, or `batch_dims` does not fit";
}

def Relay_LayoutTransformOp : Relay_Operator<"layout_transform", Relay_Injective> {
  let summary = "change of the data layout";
  let semantics = [{
    Rearranges the dimensions of `data` from one layout to another. A layout
    names the dimensions by capital letters; a number and a small letter stand
    for a block split off the dimension of that letter, as in `NCHW4c`. If a
    size is no multiple of the block, the last block is filled up with zeros.
  }];
  let example = [{%0 = relay.layout_transform %x {src_layout = "NCHW", dst_layout = "NCHW4c"} : (tensor<1x8x5x6xf32>) -> tensor<1x2x5x6x4xf32>}];
  let arguments = (ins Relay_Tensor:$data, Relay_Str:$src_layout,
      Relay_Str:$dst_layout);
  let hasFolder = 1;
  let tvm = Relay_TVM<level = 5, attrs = "LayoutTransformAttrs">;
  let returns = "A tensor of the element type of `data` with its dimensions in "
      "the layout `dst_layout`.";
  let raises = "a layout is none, they have not the same dimensions, or `data` "
      "has another rank than `src_layout`";
}

def Relay_NdarraySizeOp
    : Relay_Operator<"ndarray_size", Relay_Injective,
                     [DeclareOpInterfaceMethods<Relay_CountInterface>]> {
  let summary = "number of elements";
  let semantics = [{
    The number of elements of `data` as a scalar of type `dtype`.
  }];
  let example = "%0 = relay.ndarray_size %x {dtype = i32} : (tensor<2x?xf32>) -> tensor<i32>";
  let arguments = (ins Relay_Tensor:$data, Relay_DType:$dtype);
  let hasFolder = 1;
  let tvm = Relay_TVM<attrs = "NdarraySizeAttrs">;
  let returns = "A scalar of element type `dtype`.";
  let pythonParameters = "data, dtype='int32'";
}

def Relay_OneHotOp : Relay_Operator<"one_hot", Relay_OutEWiseFusable> {
  let summary = "one-hot vectors";
  let semantics = [{
    For each element of `indices` a vector of `depth` elements along a new
    dimension before dimension `axis` (-1 appends): the scalar `on_value` at the
    position of the index, `off_value` elsewhere, and everywhere for an index
    out of range. Both are converted to `dtype`.
  }];
  let example = "%0 = relay.one_hot %i, %on, %off {depth = 4 : i64, dtype = f32} : (tensor<2x3xi32>, tensor<f32>, tensor<f32>) -> tensor<2x3x4xf32>";
  let arguments = (ins Relay_Tensor:$indices, Relay_Tensor:$on_value,
      Relay_Tensor:$off_value, Relay_IntOr<"1">:$depth, Relay_IntOr<"-1">:$axis,
      Relay_DType:$dtype);
  let tvm = Relay_TVM<attrs = "OneHotAttrs">;
  let returns = "A tensor of element type `dtype`, with the dimensions of "
      "`indices` and `depth` before `axis`.";
  let raises = Relay_AxisRange # ", `indices` has no integers, `on_value` or "
      "`off_value` is no scalar, or `depth` is less than 1";
  let pythonParameters = "indices, on_value, off_value, depth, axis, dtype";
}

def Relay_RepeatOp
    : Relay_Operator<"repeat", Relay_Broadcast,
                     [DeclareOpInterfaceMethods<Relay_MovementInterface>]> {
  let summary = "repetition of each element";
  let semantics = [{
    Repeats every element `repeats` times along dimension `axis`, next to each
    other.
  }];
  let example = "%0 = relay.repeat %x {repeats = 2 : i64, axis = 0 : i64} : (tensor<2x3xf32>) -> tensor<4x3xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Int:$repeats,
      Relay_OptionalInt:$axis);
  let tvm = Relay_TVM<level = 3, attrs = "RepeatAttrs",
                      objects = ["repeats", "axis"]>;
  let returns = "A tensor of the element type of `data`, longer along `axis` "
      "by `repeats` times.";
  let raises = Relay_AxisRange # " or not given, or `repeats` is less than 1";
  let pythonParameters = "data, repeats, axis";
}

def Relay_ReshapeOp : Relay_Operator<"reshape", Relay_Injective> {
  let summary = "same elements in another shape";
  let semantics = [{
    The elements of `data`, in row-major order, in the shape `newshape`. Its
    entries are sizes or
    - 0: the size of the dimension of `data` at this place (with `allowzero`,
      the size 0);
    - -1, at most once: what the number of elements leaves;
    - -2: all remaining dimensions of `data`;
    - -3: the product of the next two dimensions of `data`;
    - -4, a, b: the next dimension of `data` split into a and b, of which one may
      be -1.

    Every entry but -2, -3 and -4 passes one dimension of `data`.
  }];
  let example = [{%0 = relay.reshape %x {newshape = array<i64: -4, -1, 2, 0>} : (tensor<4x3xf32>) -> tensor<2x2x3xf32>
    %1 = relay.reshape %y {newshape = array<i64: 0, -1>} : (tensor<2x3x4xf32>) -> tensor<2x12xf32>}];
  let arguments = (ins Relay_Tensor:$data, Relay_Ints:$newshape,
      Relay_BoolOr<"false">:$allowzero);
  let reshapeOnly = true;
  let hasFolder = 1;
  let tvm = Relay_TVM<level = 3, attrs = "ReshapeAttrs",
                      required = ["newshape"], mixed = "Follow">;
  let returns = "A tensor of the element type of `data` and of the shape that "
      "`newshape` gives.";
  let raises = "`newshape` does not fit the number of elements, or has an "
      "entry that means nothing";
}

def Relay_ReshapeLikeOp : Relay_Operator<"reshape_like", Relay_Injective> {
  let summary = "same elements with dimensions of another tensor";
  let semantics = [{
    The elements of `data`, in row-major order, with the dimensions
    `rhs_begin` to `rhs_end` of `shape_like` in the place of its own dimensions
    `lhs_begin` to `lhs_end`. Negative numbers count from the end; an absent end
    is the number of dimensions.
  }];
  let example = [{%0 = relay.reshape_like %x, %y : (tensor<2x6xf32>, tensor<3x4xi8>) -> tensor<3x4xf32>
    %1 = relay.reshape_like %x, %z {lhs_begin = 1 : i64, rhs_begin = 1 : i64} : (tensor<2x6xf32>, tensor<5x3x2xi8>) -> tensor<2x3x2xf32>}];
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$shape_like,
      Relay_IntOr<"0">:$lhs_begin, Relay_OptionalInt:$lhs_end,
      Relay_IntOr<"0">:$rhs_begin, Relay_OptionalInt:$rhs_end);
  let extraOperatorDeclaration = [{
    /// A dimension of the result: which one of `shape_like` or of `data`.
    struct Dim {
      bool isLike;
      int64_t index;
    };
    /// The dimensions of the result of operands of these ranks. Reports an error
    /// at `loc`, if given, and fails when the attributes do not fit.
    static ::llvm::FailureOr<::llvm::SmallVector<Dim>>
    resolve(::std::optional<::mlir::Location> loc, Adaptor adaptor,
            int64_t dataRank, int64_t likeRank);
  }];
  let tvm = Relay_TVM<level = 3, attrs = "ReshapeLikeAttrs",
                      objects = ["lhs_end", "rhs_end"]>;
  let returns = "A tensor of the element type of `data`, with dimensions of "
      "`shape_like`.";
  let raises = "the ranges of dimensions do not fit, or the numbers of "
      "elements differ";
}

def Relay_ReverseOp : Relay_Operator<"reverse", Relay_Injective> {
  let summary = "elements in the opposite order";
  let semantics = [{
    Reverses the order of the elements along dimension `axis`, counted from the
    end where negative.
  }];
  let example = "%0 = relay.reverse %x {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_OptionalInt:$axis);
  let tvm = Relay_TVM<level = 3, attrs = "ReverseAttrs", objects = ["axis"]>;
  let returns = Relay_SameType;
  let raises = Relay_AxisRange # " or not given";
  let pythonParameters = "data, axis";
}

def Relay_ShapeOfOp
    : Relay_Operator<"shape_of", Relay_Opaque,
                     [DeclareOpInterfaceMethods<Relay_CountInterface>]> {
  let summary = "sizes as a vector";
  let semantics = [{
    The sizes of `data` as a vector with elements of type `dtype`; an empty one
    for a scalar.
  }];
  let example = "%0 = relay.shape_of %x {dtype = i32} : (tensor<2x?xf32>) -> tensor<2xi32>";
  let arguments = (ins Relay_Tensor:$data, Relay_DType:$dtype);
  let hasFolder = 1;
  let tvm = Relay_TVM<attrs = "ShapeOfAttrs", mixed = "Follow">;
  let returns = "A vector of element type `dtype`, as long as `data` has "
      "dimensions.";
  let pythonParameters = "data, dtype='int32'";
}

def Relay_SliceLikeOp : Relay_Operator<"slice_like", Relay_Injective> {
  let summary = "leading part of the size of another tensor";
  let semantics = [{
    Takes the first elements of `data` in each dimension listed in `axes`, as
    many as `shape_like` has there; in all dimensions that both have where no
    list is given or an empty one.
  }];
  let example = "%0 = relay.slice_like %x, %y {axes = array<i64: 1>} : (tensor<4x5xf32>, tensor<2x3xi8>) -> tensor<4x3xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$shape_like,
      Relay_OptionalInts:$axes);
  let extraOperatorDeclaration = [{
    /// Whether each dimension of the result has the size of that of
    /// `shape_like`, for operands of these ranks. Reports an error at `loc`, if
    /// given, and fails when `axes` does not fit.
    static ::llvm::FailureOr<::llvm::SmallVector<bool>>
    resolve(::std::optional<::mlir::Location> loc,
            ::std::optional<::llvm::ArrayRef<int64_t>> axes, int64_t dataRank,
            int64_t likeRank);
  }];
  let tvm = Relay_TVM<attrs = "SliceLikeAttrs", required = ["axes"]>;
  let returns = "A tensor of the element type of `data`, with sizes of "
      "`shape_like`.";
  let raises = Relay_AxisTwice # ", or `data` is shorter than `shape_like`";
}

def Relay_SparseToDenseOp
    : Relay_Operator<"sparse_to_dense", Relay_Opaque> {
  let summary = "tensor of values at given positions";
  let semantics = [{
    A tensor of shape `output_shape` with `sparse_values` (a vector, or a scalar
    for all) at `sparse_indices`: a scalar or vector of positions in a vector, or
    one row for each position. Everything else is the scalar `default_value`.
    Among equal positions the last one counts; positions outside do not.
  }];
  let example = "%0 = relay.sparse_to_dense %i, %v, %d {output_shape = array<i64: 3, 4>} : (tensor<2x2xi32>, tensor<2xf32>, tensor<f32>) -> tensor<3x4xf32>";
  let arguments = (ins Relay_Tensor:$sparse_indices,
      Relay_Tensor:$sparse_values, Relay_Tensor:$default_value,
      Relay_Ints:$output_shape);
  let tvm = Relay_TVM<level = 3, attrs = "SparseToDenseAttrs">;
  let returns = "A tensor of the shape `output_shape` and of the element type "
      "of `sparse_values`.";
  let raises = "the operands have not the ranks that are described, or the "
      "element types differ";
}

def Relay_SplitOp
    : Relay_Operator<"split", Relay_Injective,
                     [DeclareOpInterfaceMethods<Relay_MovementInterface>]> {
  let summary = "parts of a tensor along a dimension";
  let semantics = [{
    Cuts `data` along dimension `axis`: into that many equal parts where
    `indices_or_sections` is a number, before each index where it is an ascending
    list. The result is the tuple of the parts.
  }];
  let example = "%0 = relay.split %x {indices_or_sections = array<i64: 1>, axis = 1 : i64} : (tensor<2x3xf32>) -> tuple<tensor<2x1xf32>, tensor<2x2xf32>>";
  let arguments = (ins Relay_Tensor:$data, Relay_IntOrInts:$indices_or_sections,
      Relay_IntOr<"0">:$axis);
  let tvm = Relay_TVM<level = 3, attrs = "SplitAttrs", mixed = "Follow">;
  let returns = "A TupleWrapper of the parts: tensors of the element type of "
      "`data`.";
  let raises = Relay_AxisRange # ", the size is no multiple of the number of "
      "parts, or the indices do not ascend within it";
}

def Relay_SqueezeOp : Relay_Operator<"squeeze", Relay_Injective> {
  let summary = "removal of dimensions of size 1";
  let semantics = [{
    Removes the dimensions listed in `axis`, which have size 1, or all of
    size 1 where no list is given and the shape is static.
  }];
  let example = "%0 = relay.squeeze %x {axis = array<i64: 0>} : (tensor<1x3x1xf32>) -> tensor<3x1xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_OptionalInts:$axis);
  let reshapeOnly = true;
  let hasFolder = 1;
  let tvm = Relay_TVM<level = 3, attrs = "SqueezeAttrs", mixed = "Follow">;
  let returns = "A tensor of the element type of `data` without the "
      "dimensions.";
  let raises = Relay_AxisTwice # ", or a dimension is not 1";
}

def Relay_StackOp
    : Relay_Operator<"stack", Relay_Injective,
                     [DeclareOpInterfaceMethods<Relay_MovementInterface>]> {
  let summary = "tensors along a new dimension";
  let semantics = [{
    Joins the tensors of a tuple, all of one type, along a new dimension before
    dimension `axis`; a negative `axis` counts from the end of the result.
  }];
  let example = "%0 = relay.stack %t {axis = 1 : i64} : (tuple<tensor<3xf32>, tensor<3xf32>>) -> tensor<3x2xf32>";
  let arguments = (ins Relay_Tuple:$data, Relay_IntOr<"0">:$axis);
  let tvm = Relay_TVM<level = 3, attrs = "StackAttrs", objects = ["axis"]>;
  let returns = "A tensor of the element type of the fields, with one "
      "dimension more.";
  let raises = Relay_AxisRange # ", or the fields have different types";
  let pythonParameters = "data, axis";
}

def Relay_StridedSliceOp
    : Relay_Operator<"strided_slice", Relay_Injective,
                     [DeclareOpInterfaceMethods<Relay_MovementInterface>]> {
  let summary = "every n-th element of a range";
  let semantics = [{
    Takes the elements `begin`, `begin + stride`, ... before `end` in each
    dimension listed in `axes`, or in the leading dimensions where it is not
    given. Without `axes` the lists may have different lengths: missing entries
    mean the whole dimension and stride 1. Negative `begin` and `end` count from
    the end of the dimension, and both are then limited to it. Strides may be
    negative, with which the range runs downwards. The range may be empty but not
    reversed.

    With `slice_mode` of `"size"`, `end` holds numbers of elements (to the end of
    the dimension where negative) and the strides are 1.
  }];
  let example = "%0 = relay.strided_slice %x {begin = array<i64: 1, -1>, end = array<i64: 4, 0>, strides = array<i64: 2, -1>} : (tensor<4x5xf32>) -> tensor<2x4xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Ints:$begin, Relay_Ints:$end,
      Relay_Ints:$strides, Relay_StrOr<"end">:$slice_mode,
      Relay_OptionalInts:$axes);
  let extraOperatorDeclaration = [{
    /// The range of each dimension of an operand of rank `rank`. Reports an
    /// error at `loc`, if given, and fails when the attributes do not fit.
    static ::llvm::FailureOr<::llvm::SmallVector<::mlir::relay::SliceDim>>
    resolve(::std::optional<::mlir::Location> loc, Adaptor adaptor,
            int64_t rank);
  }];
  let hasFolder = 1;
  let tvm = Relay_TVM<level = 4, attrs = "StridedSliceAttrs",
                      required = ["begin", "end", "strides", "axes"],
                      objects = ["slice_mode"], mixed = "Follow">;
  let returns = "A tensor of the element type of `data`, with the numbers of "
      "elements that the ranges have.";
  let raises = "the lists have different lengths, an axis is out of range, a "
      "stride is 0, or `slice_mode` is none";
}

def Relay_TakeOp
    : Relay_Operator<"take", Relay_Injective,
                     [DeclareOpInterfaceMethods<Relay_CollapsibleInterface>,
                      DeclareOpInterfaceMethods<Relay_IndexingInterface>]> {
  let summary = "elements or slices at indices";
  let semantics = [{
    The slices of `data` at `indices` along dimension `axis`, or its elements in
    row-major order where no axis is given. The dimensions of `indices` replace
    the axis; the first `batch_dims` of them run along with those of `data` and
    are not repeated.

    An index out of range is limited to the range (`mode` of `"clip"`) or taken
    modulo the size (`"wrap"`). With `"fast"` it is undefined in TVM: constant
    folding leaves the operator in place, and at run time it is limited too.
  }];
  let example = "%0 = relay.take %x, %i {axis = 1 : i64} : (tensor<2x5x4xf32>, tensor<3xi32>) -> tensor<2x3x4xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$indices,
      Relay_IntOr<"0">:$batch_dims, Relay_OptionalInt:$axis,
      Relay_StrOr<"clip">:$mode);
  let tvm = Relay_TVM<level = 3, attrs = "TakeAttrs",
                      objects = ["batch_dims", "axis", "mode"],
                      mixed = "Follow">;
  let returns = "A tensor of the element type of `data`, with the dimensions "
      "of `indices` in the place of the axis.";
  let raises = "`indices` has no integers, `axis` or `batch_dims` is out of "
      "range, or `mode` is none";
  let pythonParameters = "data, indices, axis=None, batch_dims=0, mode='clip'";
}

def Relay_TileOp
    : Relay_Operator<"tile", Relay_Broadcast,
                     [DeclareOpInterfaceMethods<Relay_MovementInterface>]> {
  let summary = "repetition of a whole tensor";
  let semantics = [{
    Repeats `data` as often as `reps` says in each dimension, aligned at the
    last; the shorter of shape and `reps` is extended by leading ones.
  }];
  let example = "%0 = relay.tile %x {reps = array<i64: 2, 1>} : (tensor<3xf32>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Ints:$reps);
  let hasFolder = 1;
  let tvm = Relay_TVM<level = 3, attrs = "TileAttrs", required = ["reps"],
                      mixed = "Follow">;
  let returns = "A tensor of the element type of `data`, whose sizes are "
      "multiplied by `reps`.";
  let raises = "an entry of `reps` is less than 1";
}

def Relay_TopkOp : Relay_Operator<"topk", Relay_Opaque> {
  let summary = "largest elements along a dimension";
  let semantics = [{
    The `k` largest elements along dimension `axis`, the smallest with
    `is_ascend`, and their indices, of element type `dtype`: a tuple of both, or
    only `"values"` or `"indices"` as `ret_type` says. A `k` below 1 stands for
    all. Equal elements come in the order of their indices, and NaN before
    numbers.
  }];
  let example = "%0 = relay.topk %x {k = 2 : i64, dtype = i32} : (tensor<3x5xf32>) -> tuple<tensor<3x2xf32>, tensor<3x2xi32>>";
  let arguments = (ins Relay_Tensor:$data, Relay_IntOr<"1">:$k,
      Relay_IntOr<"-1">:$axis, Relay_StrOr<"both">:$ret_type,
      Relay_BoolOr<"false">:$is_ascend, Relay_DType:$dtype);
  let tvm = Relay_TVM<level = 6, attrs = "TopkAttrs", required = ["k"],
                      objects = ["k"]>;
  let returns = "By `ret_type`: a TupleWrapper of the values, of the element "
      "type of `data`, and of the indices, of `dtype`; or one of them. Their "
      "size along `axis` is `k`.";
  let raises = Relay_AxisRange # ", `k` exceeds the size, or `ret_type` is "
      "none";
  let pythonParameters = "data, k=1, axis=-1, ret_type='both', "
      "is_ascend=False, dtype='int32'";
}

def Relay_TransposeOp
    : Relay_Operator<"transpose", Relay_Injective,
                     [DeclareOpInterfaceMethods<Relay_MovementInterface>]> {
  let summary = "permutation of dimensions";
  let semantics = [{
    Dimension i of the result is dimension `axes[i]` of `data`; the order is
    reversed where no axes are given.
  }];
  let example = "%0 = relay.transpose %x {axes = array<i64: 0, 2, 1>} : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_OptionalInts:$axes);
  let extraOperatorDeclaration = [{
    /// The dimension of the operand, which has rank `rank`, for each of the
    /// result. Reports an error at `loc`, if given, and fails when `axes` is no
    /// permutation.
    static ::llvm::FailureOr<::llvm::SmallVector<int64_t>>
    getPermutation(::std::optional<::mlir::Location> loc,
                   ::std::optional<::llvm::ArrayRef<int64_t>> axes,
                   int64_t rank);
  }];
  let hasFolder = 1;
  let tvm = Relay_TVM<level = 3, attrs = "TransposeAttrs", required = ["axes"],
                      mixed = "Follow">;
  let returns = "A tensor of the element type of `data` with its dimensions in "
      "another order.";
  let raises = "`axes` is no permutation";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_TRANSFORMOPS_TD
