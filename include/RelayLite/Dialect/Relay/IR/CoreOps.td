//===- Core operations of the relay dialect ---------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_COREOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_COREOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

//===----------------------------------------------------------------------===//
// Constants and tuples
//===----------------------------------------------------------------------===//

def Relay_ConstantOp
    : Relay_Op<"constant", [ConstantLike, Pure, AllTypesMatch<["value", "result"]>]> {
  let summary = "a constant tensor";
  let description = [{
    Relay's Constant. Splats and values of at most 1 KiB are dense attributes,
    larger ones dense resources (`relay::makeConstant` makes either). A resource
    without data, or with data of another size, is an error.

    Example:

    ```mlir
    %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::ElementsAttr":$value), [{
    build($_builder, $_state, value.getType(), value);
  }]>];
}

def Relay_TupleOp : Relay_InferringOp<"tuple", [Pure]> {
  let summary = "a tuple of values";
  let description = [{
    Relay's Tuple, of any number of fields of any types.

    Example:

    ```mlir
    %0 = relay.tuple %a, %b : (tensor<2xf32>, tensor<i32>) -> tuple<tensor<2xf32>, tensor<i32>>
    ```
  }];
  let arguments = (ins Variadic<Relay_Value>:$fields);
  let results = (outs Relay_Tuple:$result);
  let assemblyFormat = "$fields attr-dict `:` functional-type($fields, results)";
}

def Relay_TupleGetOp : Relay_InferringOp<"tuple_get", [Pure]> {
  let summary = "a field of a tuple";
  let description = [{
    Relay's TupleGetItem; fields count from 0.

    Example:

    ```mlir
    %0 = relay.tuple_get %t[1] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>
    ```
  }];
  let arguments = (ins Relay_Tuple:$tuple, I64Attr:$index);
  let results = (outs Relay_Value:$result);
  let assemblyFormat = [{
    $tuple `[` $index `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Bindings and types
//===----------------------------------------------------------------------===//

def Relay_LetOp : Relay_InferringOp<"let", [Pure]> {
  let summary = "an explicit binding";
  let description = [{
    Relay's Let: the operand, bound to a variable. SSA values are the program;
    this identity only keeps apart what was bound by `let` and what was not, for
    the passes and the text to which that matters (A-normal form, graph form).
    It has no folder, and patterns do not look through it.

    Example:

    ```mlir
    %0 = relay.let %x as "y" : (tensor<2xf32>) -> tensor<2xf32>
    ```
  }];
  let arguments = (ins Relay_Value:$value, StrAttr:$name);
  let results = (outs Relay_Value:$result);
  let assemblyFormat = [{
    $value `as` $name attr-dict `:` functional-type(operands, results)
  }];
}

def Relay_TypeCastOp : Relay_Op<"type_cast", [Pure]> {
  let summary = "a change of the precision of a type";
  let description = [{
    The operand under a compatible type: dimensions become static or dynamic,
    also inside tuples, functions and references. A dimension that is refined
    is a promise: evaluation reports a value that breaks it. It is not part of
    Relay text.

    Example:

    ```mlir
    %0 = relay.type_cast %x : tensor<?x3xf32> to tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Relay_Value:$value);
  let results = (outs Relay_Value:$result);
  let assemblyFormat = "$value attr-dict `:` type($value) `to` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

def Relay_RefCreateOp : Relay_InferringOp<"ref_create", []> {
  let summary = "a new reference";
  let description = [{
    Relay's RefCreate: a new cell that holds the operand.

    Example:

    ```mlir
    %0 = relay.ref_create %x : (tensor<2xf32>) -> !relay.ref<tensor<2xf32>>
    ```
  }];
  let arguments = (ins Relay_Value:$value);
  let results = (outs Res<Relay_Ref, "", [MemAlloc<DefaultResource>]>:$result);
  let assemblyFormat = "$value attr-dict `:` functional-type(operands, results)";
}

def Relay_RefReadOp : Relay_InferringOp<"ref_read", []> {
  let summary = "the value that a reference holds";
  let description = [{
    Relay's RefRead.

    Example:

    ```mlir
    %0 = relay.ref_read %r : (!relay.ref<tensor<2xf32>>) -> tensor<2xf32>
    ```
  }];
  let arguments = (ins Arg<Relay_Ref, "", [MemRead<DefaultResource>]>:$ref);
  let results = (outs Relay_Value:$result);
  let assemblyFormat = "$ref attr-dict `:` functional-type(operands, results)";
}

def Relay_RefWriteOp : Relay_InferringOp<"ref_write", []> {
  let summary = "a change of the value that a reference holds";
  let description = [{
    Relay's RefWrite; the result is the empty tuple.

    Example:

    ```mlir
    %0 = relay.ref_write %r, %x : (!relay.ref<tensor<2xf32>>, tensor<2xf32>) -> tuple<>
    ```
  }];
  let arguments = (ins Arg<Relay_Ref, "", [MemWrite<DefaultResource>]>:$ref,
                       Relay_Value:$value);
  let results = (outs Relay_Value:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_COREOPS_TD
