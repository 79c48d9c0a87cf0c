//===- Dense products, padding and other nn operators ----*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_NNOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_NNOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

def Relay_NNBatchFlattenOp
    : Relay_Operator<"nn.batch_flatten", Relay_Injective> {
  let summary = "all dimensions but the first as one";
  let semantics = [{
    A matrix with one row for each element of the batch, dimension 0 of `data`;
    a vector becomes a column.
  }];
  let example = "%0 = relay.nn.batch_flatten %x : (tensor<2x3x4xf32>) -> tensor<2x12xf32>";
  let arguments = (ins Relay_Tensor:$data);
  let reshapeOnly = true;
  let tvm = Relay_TVM<level = 2, mixed = "Follow">;
  let returns = "A matrix of the element type of `data`, with its first "
      "dimension and the product of the others.";
  let raises = "`data` is a scalar";
}

def Relay_NNBatchMatmulOp
    : Relay_Operator<"nn.batch_matmul", Relay_OutEWiseFusable,
                     [DeclareOpInterfaceMethods<Relay_CollapsibleInterface>,
                      DeclareOpInterfaceMethods<Relay_CostInterface>]> {
  let summary = "products of matrices of two batches";
  let semantics = [{
    The matrix product for each element of the batch, dimension 0 of both
    operands; a batch of one is repeated. `transpose_a` and `transpose_b` say
    that the matrices of an operand are transposed. Sums are computed as those
    of `nn.dense`.
  }];
  let example = "%0 = relay.nn.batch_matmul %a, %b {transpose_b = true} : (tensor<2x3x4xf32>, tensor<1x5x4xf32>) -> tensor<2x3x5xf32>";
  let arguments = (ins Relay_Tensor:$tensor_a, Relay_Tensor:$tensor_b,
                   Relay_OptionalDType:$out_dtype,
                   Relay_BoolOr<"false">:$transpose_a,
                   Relay_BoolOr<"false">:$transpose_b);
  let tvm = Relay_TVM<attrs = "BatchMatmulAttrs", mixed = "Always",
                      mixedType = "out_dtype">;
  let returns = "A tensor of rank 3 with the rows of `tensor_a` and the "
      "columns of `tensor_b`, of element type `out_dtype`, or that of "
      "`tensor_a`.";
  let raises = "the operands have not rank 3, their batches differ and none is "
      "1, or the sizes to sum over differ";
  let pythonParameters = "tensor_a, tensor_b, out_dtype='', transpose_a=False, "
      "transpose_b=True";
}

def Relay_NNBiasAddOp
    : Relay_Operator<"nn.bias_add", Relay_Broadcast,
                     [DeclareOpInterfaceMethods<
                         Relay_InferOperandTypesInterface>]> {
  let summary = "sum with a vector along an axis";
  let semantics = [{
    Adds `bias`, a vector along dimension `axis` of `data`, to each such vector
    of `data`.
  }];
  let example = "%0 = relay.nn.bias_add %x, %b {axis = -1 : i64} : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3x4xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$bias,
                   Relay_IntOr<"1">:$axis);
  let tvm = Relay_TVM<level = 1, attrs = "BiasAddAttrs", mixed = "Follow">;
  let returns = Relay_SameType;
  let raises = "`bias` is no vector of the size of `data` along `axis`";
}

def Relay_NNDenseOp
    : Relay_Operator<"nn.dense", Relay_OutEWiseFusable,
                     [DeclareOpInterfaceMethods<Relay_CollapsibleInterface>,
                      DeclareOpInterfaceMethods<Relay_CostInterface>,
                      DeclareOpInterfaceMethods<
                          Relay_InferOperandTypesInterface>]> {
  let summary = "product with a transposed matrix";
  let semantics = [{
    `data` times the transposed `weight`: element u of each vector along the
    last dimension of the result is the sum over k of `data[..., k] *
    weight[u, k]`. `units` is the number of rows of `weight` if given; it
    determines the type of a `weight` that is not annotated.

    The result has element type `out_dtype`, or that of `data`; operands are
    converted to it. A sum starts at 0 and takes k in ascending order with one
    rounding each (fused multiply-add); f16 and bf16 are accumulated in f32
    and rounded once.
  }];
  let example = "%0 = relay.nn.dense %x, %w {units = 5 : i64, out_dtype = i32} : (tensor<2x4xi8>, tensor<5x4xi8>) -> tensor<2x5xi32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$weight,
                   Relay_OptionalInt:$units, Relay_OptionalDType:$out_dtype);
  let tvm = Relay_TVM<level = 1, attrs = "DenseAttrs", required = ["units"],
                      objects = ["units"], mixed = "Always",
                      mixedType = "out_dtype">;
  let returns = "A tensor of the shape of `data` with `units` as its last "
      "dimension, of element type `out_dtype`, or that of `data`.";
  let raises = "`weight` is no matrix, its columns are not as many as `data` "
      "has in its last dimension, or its rows are not `units`";
}

def Relay_NNDilateOp : Relay_Operator<"nn.dilate", Relay_Injective> {
  let summary = "elements apart from each other";
  let semantics = [{
    Puts the elements of `data` `strides` apart, with `dilation_value`, converted
    to their type, between them.
  }];
  let example = "%0 = relay.nn.dilate %x {strides = array<i64: 2, 3>} : (tensor<2x3xf32>) -> tensor<3x7xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_IntsOr<"{1, 1}">:$strides,
      Relay_FloatOr<"0.0">:$dilation_value);
  let tvm = Relay_TVM<level = 10, attrs = "DilateAttrs", declared = false>;
  let returns = "A tensor of the element type of `data`, of which a size e "
      "becomes `(e - 1) * stride + 1`.";
  let raises = "`strides` has not a positive number for each dimension";
  let pythonParameters = "data, strides, dilation_value=0.0";
}

def Relay_NNFifoBufferOp : Relay_Operator<"nn.fifo_buffer", Relay_Opaque> {
  let summary = "the last elements of a sequence";
  let semantics = [{
    Appends `data` to `buffer` along `axis`, and drops as many elements from the
    front.
  }];
  let example = "%0 = relay.nn.fifo_buffer %x, %b {axis = 1 : i64} : (tensor<2x1xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$buffer,
      Relay_IntOr<"0">:$axis);
  let tvm = Relay_TVM<level = 3, attrs = "FIFOBufferAttrs">;
  let returns = "A tensor of the type of `buffer`.";
  let raises = "the operands differ in more than the size along `axis`, or "
      "`data` is longer than `buffer` there";
  let pythonParameters = "data, buffer, axis";
}

def Relay_NNMatmulOp
    : Relay_Operator<"nn.matmul", Relay_OutEWiseFusable,
                     [DeclareOpInterfaceMethods<Relay_CollapsibleInterface>,
                      DeclareOpInterfaceMethods<Relay_CostInterface>,
                      DeclareOpInterfaceMethods<
                          Relay_InferOperandTypesInterface>]> {
  let summary = "product with a matrix";
  let semantics = [{
    The matrix product of the last two dimensions of `tensor_a` (or of its only
    one) and `tensor_b`. `transpose_a` and `transpose_b` say that the matrices
    of an operand are transposed; `nn.dense` is this operator with
    `transpose_b`, which tells more.
  }];
  let example = "%0 = relay.nn.matmul %a, %b {transpose_a = true} : (tensor<4x2xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>";
  let arguments = (ins Relay_Tensor:$tensor_a, Relay_Tensor:$tensor_b,
                   Relay_OptionalInt:$units, Relay_OptionalDType:$out_dtype,
                   Relay_BoolOr<"false">:$transpose_a,
                   Relay_BoolOr<"false">:$transpose_b);
  let tvm = Relay_TVM<level = 1, attrs = "MatmulAttrs", required = ["units"],
                      objects = ["units"], mixed = "Always",
                      mixedType = "out_dtype">;
  let returns = "A tensor with the rows of `tensor_a` and the columns of "
      "`tensor_b`, of element type `out_dtype`, or that of `tensor_a`.";
  let raises = "`tensor_b` is no matrix, or the sizes to sum over differ";
}

def Relay_NNMirrorPadOp : Relay_Operator<"nn.mirror_pad", Relay_Injective> {
  let summary = "mirrored elements added around a tensor";
  let semantics = [{
    Adds `pad_width[d][0]` elements before dimension d of `data` and
    `pad_width[d][1]` after it: those on the other side of its edge if `mode` is
    `SYMMETRIC`, or of its first or last element, which is not repeated, if it is
    `REFLECT`; as often to and fro as is needed.
  }];
  let example = "%0 = relay.nn.mirror_pad %x {pad_width = [array<i64: 1, 1>, array<i64: 0, 2>]} : (tensor<2x3xf32>) -> tensor<4x5xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_StrOr<"SYMMETRIC">:$mode,
      Relay_IntLists:$pad_width);
  let tvm = Relay_TVM<level = 2, attrs = "MirrorPadAttrs">;
  let returns = "A tensor of the element type of `data`, whose dimensions are "
      "longer by `pad_width`.";
  let raises = "`pad_width` has not one pair of numbers of 0 or more for each "
      "dimension, or `mode` is none";
  let pythonParameters = "data, pad_width, mode='SYMMETRIC'";
}

def Relay_NNPadOp : Relay_Operator<"nn.pad", Relay_Injective> {
  let summary = "elements added around a tensor";
  let semantics = [{
    Adds `pad_width[d][0]` elements before dimension d of `data` and
    `pad_width[d][1]` after it; negative widths remove elements. `pad_mode` says
    what they are:

    * `constant`: the only element of `pad_value`, converted to the element
      type of `data`.
    * `edge`: the element of `data` next to them.
    * `reflect`: those of `data` on the other side of its first or last one,
      which is not repeated; as often to and fro as is needed. A dimension of
      one element repeats that.
  }];
  let example = "%0 = relay.nn.pad %x, %v {pad_width = [array<i64: 1, 2>, array<i64: 0, 3>]} : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x6xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$pad_value,
                   Relay_IntLists:$pad_width,
                   Relay_StrOr<"constant">:$pad_mode);
  let tvm = Relay_TVM<level = 2, attrs = "PadAttrs", required = ["pad_width"],
                      objects = ["pad_mode"], mixed = "Follow">;
  let returns = "A tensor of the element type of `data`, whose dimensions are "
      "longer by `pad_width`.";
  let raises = "`pad_width` has not one pair for each dimension, `pad_value` "
      "has several elements, or `pad_mode` is none";
}

def Relay_NNPReluOp
    : Relay_Operator<"nn.prelu", Relay_Broadcast,
                     [DeclareOpInterfaceMethods<
                         Relay_InferOperandTypesInterface>]> {
  let summary = "linear unit with a slope for each channel";
  let semantics = [{
    Each element if it is positive, otherwise the element times that of `alpha`
    for its position along dimension `axis`.
  }];
  let example = "%0 = relay.nn.prelu %x, %alpha : (tensor<2x3x4xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$alpha,
                   Relay_IntOr<"1">:$axis);
  let tvm = Relay_TVM<level = 3, attrs = "PReluAttrs", mixed = "Follow">;
  let returns = Relay_SameType;
  let raises = "`alpha` is no vector of the size of `data` along `axis`";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_NNOPS_TD
