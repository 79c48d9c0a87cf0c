//===- Operators that create tensors ---------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_CREATIONOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_CREATIONOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

def Relay_ArangeOp : Relay_Operator<"arange", Relay_Opaque> {
  let summary = "evenly spaced values";
  let semantics = [{
    The values `start + i * step` below `stop` (above it where `step` is
    negative). The scalars `start`, `stop` and `step` have the element type
    `dtype`. The length is `ceil((stop - start) / step)`, computed in f64: it is
    known, and has to be positive, where all three are constants.

    Relay text repeats the three operands as attributes of the same names.
  }];
  let example = "%0 = relay.arange %start, %stop, %step {dtype = f32} : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<?xf32>";
  let arguments = (ins Relay_Tensor:$start, Relay_Tensor:$stop,
      Relay_Tensor:$step, Relay_DType:$dtype);
  let repeatedOperands = ["start", "stop", "step"];
  let tvm = Relay_TVM<level = 3, attrs = "ArangeAttrs", mixed = "Never">;
  let returns = "A vector of element type `dtype`, as long as the range if its "
      "bounds are constants; of `Any` otherwise.";
  let raises = "`start`, `stop` or `step` is no scalar of element type "
      "`dtype`, or `step` is 0";
}

def Relay_FullOp
    : Relay_Operator<"full", Relay_ElemWise,
                     [DeclareOpInterfaceMethods<Relay_MovementInterface>]> {
  let summary = "tensor of one value";
  let semantics = [{
    A tensor of the given shape whose elements are the scalar `fill_value`,
    converted as by `relay.cast` to `dtype` if that is given.
  }];
  let example = "%0 = relay.full %value {shape = array<i64: 2, 3>, dtype = i8} : (tensor<f32>) -> tensor<2x3xi8>";
  let arguments = (ins Relay_Tensor:$fill_value, Relay_Ints:$shape,
      Relay_OptionalDType:$dtype);
  let tvm = Relay_TVM<level = 3, attrs = "InitOpAttrs", required = ["shape"],
                      mixed = "Follow", mixedType = "dtype">;
  let returns = "A tensor of the shape `shape` and of element type `dtype`, or "
      "that of `fill_value`.";
  let raises = "`fill_value` is no scalar, or a size is negative";
}

def Relay_FullLikeOp
    : Relay_Operator<"full_like", Relay_ElemWise,
                     [DeclareOpInterfaceMethods<Relay_MovementInterface>]> {
  let summary = "tensor of one value with the type of another tensor";
  let semantics = [{
    A tensor of the type of `data` whose elements are the scalar `fill_value`,
    converted as by `relay.cast`.
  }];
  let example = "%0 = relay.full_like %data, %value : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$fill_value);
  let tvm = Relay_TVM<level = 3>;
  let returns = Relay_SameType;
  let raises = "`fill_value` is no scalar";
}

def Relay_OnesOp : Relay_Operator<"ones", Relay_ElemWise> {
  let summary = "tensor of ones";
  let semantics = [{
    A tensor of the given shape and element type whose elements are one.
  }];
  let example = "%0 = relay.ones {shape = array<i64: 2, 3>, dtype = f32} : () -> tensor<2x3xf32>";
  let arguments = (ins Relay_Ints:$shape, Relay_DType:$dtype);
  let tvm = Relay_TVM<level = 3, attrs = "InitOpAttrs", required = ["shape"],
                      mixed = "Follow", mixedType = "dtype">;
  let returns = "A tensor of the shape `shape` and of element type `dtype`.";
  let raises = "a size is negative";
}

def Relay_ZerosOp : Relay_Operator<"zeros", Relay_ElemWise> {
  let summary = "tensor of zeros";
  let semantics = [{
    A tensor of the given shape and element type whose elements are zero.
  }];
  let example = "%0 = relay.zeros {shape = array<i64: 2, 3>, dtype = f32} : () -> tensor<2x3xf32>";
  let arguments = (ins Relay_Ints:$shape, Relay_DType:$dtype);
  let tvm = Relay_TVM<level = 3, attrs = "InitOpAttrs", required = ["shape"],
                      mixed = "Follow", mixedType = "dtype">;
  let returns = "A tensor of the shape `shape` and of element type `dtype`.";
  let raises = "a size is negative";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_CREATIONOPS_TD
