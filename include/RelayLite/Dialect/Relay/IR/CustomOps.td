//===- Operators that programs register -------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_CUSTOMOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_CUSTOMOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

def Relay_CustomOp : Relay_InferringOp<"custom", [
    DeclareOpInterfaceMethods<ConditionallySpeculatable>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a call of an operator that a program has registered";
  let description = [{
    An operator that is none of the dialect: a Python script has registered it
    by name (`relay.op.op.register`), with a relation that infers its type. The
    relation is known to the process only (`CustomOperators`); without it, the
    result has the type that is written. Passes move and merge such operators
    like others, unless they are `stateful`, and do not look into them. They
    have no kernel: what calls them cannot be evaluated or lowered.

    An operator whose name begins with `onnx.` is one of an ONNX model. It needs
    no registration: `relay.onnx_results` has the types of its results as texts,
    `float32[2,?]` for example, or `_` for `!relay.opaque`. Only `relay.custom`
    has results of that type.

    The attributes of the call are discardable attributes, `relay.` before their
    names.

    Example:

    ```mlir
    %0 = relay.custom "my_log"(%x) {relay.base = 2 : i64} : (tensor<2xf32>) -> tensor<2xf32>
    ```
  }];
  let arguments = (ins StrAttr:$op_name, Variadic<Relay_Value>:$args,
                   UnitAttr:$stateful);
  let results = (outs Relay_Value:$result);
  let assemblyFormat = [{
    $op_name `(` $args `)` (`stateful` $stateful^)? attr-dict `:`
    functional-type($args, results)
  }];
}

#endif // RELAYLITE_DIALECT_RELAY_IR_CUSTOMOPS_TD
