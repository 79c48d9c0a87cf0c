//===- Types of the relay dialect -------------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_RELAYTYPES_TD
#define RELAYLITE_DIALECT_RELAY_IR_RELAYTYPES_TD

include "RelayLite/Dialect/Relay/IR/RelayDialect.td"
include "mlir/IR/AttrTypeBase.td"

class Relay_Type<string name, string typeMnemonic> : TypeDef<Relay_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def Relay_UnknownType : Relay_Type<"Unknown", "unknown"> {
  let summary = "a type that is not known yet";
  let description = [{
    The hole that a program without annotations leaves; `relay-infer-type`
    removes it. Every operation accepts it, every other pass refuses a module
    that holds one.

    Example:

    ```mlir
    !relay.unknown
    ```
  }];
}

def Relay_OpaqueValueType : Relay_Type<"OpaqueValue", "opaque"> {
  let summary = "a type that only another framework knows";
  let description = [{
    The type of a result of `relay.custom` that nobody can infer. It is final:
    `relay-infer-type` keeps it, other than `!relay.unknown`. Such values may be
    operands of `relay.custom`, fields of tuples, arguments and results of
    functions. No other operator takes them. Relay text and Python have an
    incomplete type in their place.

    Example:

    ```mlir
    !relay.opaque
    ```
  }];
}

def Relay_RefType : Relay_Type<"Ref", "ref"> {
  let summary = "a mutable reference to a value";
  let description = [{
    The result type of `relay.ref_create`: a cell that holds a value of the given
    type.

    Example:

    ```mlir
    !relay.ref<tensor<2xf32>>
    ```
  }];
  let parameters = (ins "::mlir::Type":$pointee);
  let assemblyFormat = "`<` $pointee `>`";
  let builders = [TypeBuilderWithInferredContext<(ins "::mlir::Type":$pointee), [{
    return $_get(pointee.getContext(), pointee);
  }]>];
}

def Relay_StorageType : Relay_Type<"Storage", "storage"> {
  let summary = "memory that tensors are allocated from";
  let description = [{
    The result type of `relay.memory.alloc_storage`: TVM's type `Storage`, which
    has neither constructors nor parameters. Values of it exist in programs whose
    memory TVM's compilers have planned.

    Example:

    ```mlir
    !relay.storage
    ```
  }];
}

def Relay_TypeVarType : Relay_Type<"TypeVar", "type_var"> {
  let summary = "a type parameter of a polymorphic function";
  let description = [{
    Stands for any type in the signature and body of a function that lists the
    name in its `relay.type_params`. Calls give type arguments.

    Example:

    ```mlir
    !relay.type_var<"A">
    ```
  }];
  let parameters = (ins StringRefParameter<"name of the type parameter">:$name);
  let assemblyFormat = "`<` $name `>`";
}

def Relay_DataType : Relay_Type<"Data", "data"> {
  let summary = "an algebraic data type";
  let description = [{
    The type that a `relay.type_data` defines, with its type arguments. Only
    the fields of constructors have such types: values of them are not
    supported yet.

    Example:

    ```mlir
    !relay.data<@List, tensor<f32>>
    ```
  }];
  let parameters = (ins
    "::mlir::FlatSymbolRefAttr":$definition,
    OptionalArrayRefParameter<"::mlir::Type", "type arguments">:$arguments
  );
  let assemblyFormat = "`<` $definition (`,` $arguments^)? `>`";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_RELAYTYPES_TD
