//===- Tables of what operators say of themselves ---------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The records of operators as C++ tables. An operator has a row in a table if
// its record says something for it. The file that uses a table declares the type
// of its rows.
//
//===----------------------------------------------------------------------===//

include "RelayLite/Dialect/Relay/IR/RelayOps.td"
include "llvm/TableGen/SearchableTable.td"

// The function that emits an element (ElementwiseToLinalg.cpp).
class ScalarFunction<Relay_OperatorBase op> {
  string name = "relay." # op.opName;
  string emit = "emitFunction<&ScalarBuilder::" # op.scalarFunction # ">";
}

// TVM's object of attributes (AttrsObjects.cpp).
class AttrsTypeRow<Relay_OperatorBase op> {
  string name = op.relayName;
  string typeKey = "relay.attrs." # op.tvm.attrsType;
  string objects = op.tvm.objectAttributes;
  string required = op.tvm.requiredAttributes;
  string unused = op.tvm.unusedFields;
  bit isDeclared = op.tvm.declaresAttrsType;
}

// The rule for mixed precision (MixedPrecision.cpp).
class MixedPrecisionRule<Relay_OperatorBase op> {
  string name = "relay." # op.opName;
  string kind = "MixedPrecisionKind::" # op.tvm.mixedPrecision;
  string resultTypeAttr = op.tvm.mixedPrecisionType;
  string attach = "attachModel<" # !subst("Relay_", "", !cast<string>(op)) # ">";
}

foreach op = !instances<Relay_OperatorBase>() in {
  if !not(!empty(op.scalarFunction)) then
    def : ScalarFunction<op>;
  if !not(!empty(op.tvm.attrsType)) then
    def : AttrsTypeRow<op>;
  if !not(!empty(op.tvm.mixedPrecision)) then
    def : MixedPrecisionRule<op>;
}

def ScalarFunctions : GenericTable {
  let FilterClass = "ScalarFunction";
  let Fields = ["name", "emit"];
  string TypeOf_emit = "code";
}

def AttrsTypeRows : GenericTable {
  let FilterClass = "AttrsTypeRow";
  let Fields = ["name", "typeKey", "objects", "required", "unused",
                "isDeclared"];
}

def MixedPrecisionRules : GenericTable {
  let FilterClass = "MixedPrecisionRule";
  let Fields = ["name", "kind", "resultTypeAttr", "attach"];
  string TypeOf_kind = "code";
  string TypeOf_attach = "code";
}
