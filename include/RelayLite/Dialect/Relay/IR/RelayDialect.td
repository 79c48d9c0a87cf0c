//===- The relay dialect ----------------------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_RELAYDIALECT_TD
#define RELAYLITE_DIALECT_RELAY_IR_RELAYDIALECT_TD

include "mlir/IR/DialectBase.td"

def Relay_Dialect : Dialect {
  let name = "relay";
  let cppNamespace = "::mlir::relay";
  let summary = "Graph-level tensor programs with the semantics of TVM's Relay";
  let description = [{
    The `relay` dialect is TVM's Relay as an MLIR dialect: a functional tensor
    language with first-class functions, tuples, references and about three
    hundred tensor operators, one operation each, under TVM's names.

    A module is a `builtin.module`, a global function a `func.func`, a tensor
    a builtin `tensor` and a tuple a builtin `tuple`. Every operation infers
    its result type from its operands and attributes when it is built.
    `docs/Dialect.md` tells what was changed against Relay, and why.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
  }];
}

#endif // RELAYLITE_DIALECT_RELAY_IR_RELAYDIALECT_TD
