//===- What hovers and completions say of operators -------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The documentation of operators as a C++ table (Operators.cpp).
//
//===----------------------------------------------------------------------===//

include "RelayLite/Dialect/Relay/IR/RelayOps.td"
include "llvm/TableGen/SearchableTable.td"

// A C++ literal of any text.
class RawString<string text> {
  string literal = "R\"ods(" # text # ")ods\"";
}

class OperatorDoc<Relay_OperatorBase op> {
  string name = op.relayName;
  // The names of the operands, separated by spaces.
  string operands = !interleave(
      !foldl([]<string>, !range(!size(op.arguments)), names, i,
             !listconcat(names,
                         !if(!isa<Attr>(!getdagarg<Constraint>(op.arguments, i)),
                             []<string>, [!getdagname(op.arguments, i)]))),
      " ");
  string summary = RawString<op.summary>.literal;
  string semantics = RawString<op.semantics>.literal;
}

foreach op = !instances<Relay_OperatorBase>() in
  def : OperatorDoc<op>;

def OperatorDocs : GenericTable {
  let FilterClass = "OperatorDoc";
  let Fields = ["name", "operands", "summary", "semantics"];
  string TypeOf_summary = "code";
  string TypeOf_semantics = "code";
}
