//===- Examples of operators as a table -------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The examples in the documentation of operators, from which random programs
// take operands and attributes that fit.
//
//===----------------------------------------------------------------------===//

include "RelayLite/Dialect/Relay/IR/RelayOps.td"
include "llvm/TableGen/SearchableTable.td"

class OperatorExampleRow<Relay_OperatorBase op> {
  string name = "relay." # op.opName;
  string example = "R\"ods(" # op.example # ")ods\"";
}

foreach op = !instances<Relay_OperatorBase>() in
  def : OperatorExampleRow<op>;

def OperatorExampleRows : GenericTable {
  let FilterClass = "OperatorExampleRow";
  let Fields = ["name", "example"];
  string TypeOf_example = "code";
}
