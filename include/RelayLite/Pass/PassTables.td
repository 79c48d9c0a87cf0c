//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The records of passes as C++ tables. lib/Pass/PassTables.h declares the types
// of the rows.
//
//===----------------------------------------------------------------------===//

include "RelayLite/Codegen/Passes.td"
include "RelayLite/Dialect/Relay/Transforms/Passes.td"
include "RelayLite/Pass/Passes.td"
include "llvm/TableGen/SearchableTable.td"

// The initializer of a list of names.
class NameList<list<string> names> {
  string text = "{" # !interleave(!foreach(name, names, "\"" # name # "\""),
                                  ", ") # "}";
}

class PassRow<RelayPass pass> {
  string name = !if(!empty(pass.relayName),
                    !subst("Pass", "", !cast<string>(pass)), pass.relayName);
  string argument = pass.argument;
  string kind = "PassKind::" # pass.kind;
  bits<8> optLevel = pass.optLevel;
  string required = NameList<pass.required>.text;
  string invalidated = NameList<pass.invalidated>.text;
  bit onModule = pass.onModule;
}

class PassOptionRow<string passArgument, int position, Option option> {
  string pass = passArgument;
  bits<8> index = position;
  string argument = option.argument;
  string help = option.description;
  bit isConfigurable = !isa<ConfigKey>(option);
  string key = !if(isConfigurable, !cast<ConfigKey>(option).configKey, "");
  string type = "ConfigType::" # !cond(!isa<ListOption>(option): "StringArray",
                                       !eq(option.type, "bool"): "Bool",
                                       !eq(option.type, "uint64_t"): "Size",
                                       !eq(option.type, "int64_t"): "Integer",
                                       true: "String");
  // JSON, as a raw string.
  string defaultValue = "R\"(" # !if(!isa<ListOption>(option), "[]",
                                     option.defaultValue) # ")\"";
}

class SequentialRow<RelaySequential sequential> {
  string name = !if(!empty(sequential.relayName), !cast<string>(sequential),
                    sequential.relayName);
  string argument = sequential.argument;
  string elements = NameList<sequential.elements>.text;
  string summary = sequential.summary;
}

foreach pass = !instances<RelayPass>() in {
  def : PassRow<pass>;
  foreach i = !range(!size(pass.options)) in
    def : PassOptionRow<pass.argument, i, pass.options[i]>;
}
foreach sequential = !instances<RelaySequential>() in
  def : SequentialRow<sequential>;

def PassRows : GenericTable {
  let FilterClass = "PassRow";
  let Fields = ["name", "argument", "kind", "optLevel", "required",
                "invalidated", "onModule"];
  string TypeOf_kind = "code";
  string TypeOf_required = "code";
  string TypeOf_invalidated = "code";
}

def PassOptionRows : GenericTable {
  let FilterClass = "PassOptionRow";
  let Fields = ["pass", "index", "argument", "help", "isConfigurable", "key",
                "type", "defaultValue"];
  string TypeOf_type = "code";
  string TypeOf_defaultValue = "code";
}

def SequentialRows : GenericTable {
  let FilterClass = "SequentialRow";
  let Fields = ["name", "argument", "elements", "summary"];
  string TypeOf_elements = "code";
}
