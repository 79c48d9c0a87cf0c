//===- Definitions of types -------------------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_TYPEOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_TYPEOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"
include "mlir/IR/SymbolInterfaces.td"

def Relay_ConstructorArray
    : TypedArrayAttrBase<Relay_ConstructorAttr, "list of constructors">;

def Relay_TypeDataOp
    : Relay_Op<"type_data", [HasParent<"::mlir::ModuleOp">,
                             DeclareOpInterfaceMethods<Symbol,
                                                       ["canDiscardOnUseEmpty"]>,
                             DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "definition of an algebraic data type";
  let description = [{
    Relay's TypeData: the name of a type, its type parameters after `params`,
    and its constructors. Fields of constructors refer to the type parameters
    and to the algebraic data types of the module. A type without constructors
    is external.

    TVM keeps the definitions of its Prelude in every module that it imports
    from other frameworks. No pass erases a definition, whether something uses
    it or not. The lowering to linalg leaves it out.

    Example:

    ```mlir
    relay.type_data @List params ["A"] = [
      #relay.constructor<"Cons"(!relay.type_var<"A">, !relay.data<@List, !relay.type_var<"A">>)>,
      #relay.constructor<"Nil">]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<StrArrayAttr>:$type_params,
                       Relay_ConstructorArray:$constructors,
                       OptionalAttr<StrAttr>:$sym_visibility);
  let assemblyFormat = [{
    ($sym_visibility^)? $sym_name (`params` $type_params^)? `=` $constructors
    attr-dict
  }];
  let hasVerifier = 1;
}

#endif // RELAYLITE_DIALECT_RELAY_IR_TYPEOPS_TD
