//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that TVM's names call, with TVM's facts about them, and options that
// can be set by values as well as by text. Pass/PassTables.td makes the tables.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_RELAYPASS_TD
#define RELAYLITE_SUPPORT_RELAYPASS_TD

include "mlir/Pass/PassBase.td"

/// A pass of the table of passes. PassInfo describes the fields.
class RelayPass<string argument, string operation = "", int level = 0>
    : PassBase<argument, "::mlir::relay::ConfigurablePass<::mlir::OperationPass<"
                         # operation # ">>"> {
  /// TVM's name; if empty, that of the record without "Pass".
  string relayName = "";
  /// A value of PassKind.
  string kind = "Function";
  int optLevel = level;
  list<string> required = [];
  list<string> invalidated = ["InferType"];
  /// Whether the MLIR pass runs on the module as a whole.
  bit onModule = true;
}

class RelayModulePass<string argument, int level = 0>
    : RelayPass<argument, "::mlir::ModuleOp", level> {
  let kind = "Module";
}

class RelayFunctionPass<string argument, int level = 0>
    : RelayPass<argument, "::mlir::func::FuncOp", level> {
  let required = ["InferType"];
  let invalidated = ["FoldConstant", "InferType"];
  let onModule = false;
}

/// A Sequential of passes, which is also an MLIR pipeline.
class RelaySequential<string passArg, list<string> passes> {
  /// TVM's name; if empty, that of the record.
  string relayName = "";
  string argument = passArg;
  list<string> elements = passes;
  string summary = "";
}

/// The key of the config of pass contexts that sets an option, too, and is
/// stronger than what the pass was given; empty if there is none.
class ConfigKey<string key> {
  string configKey = key;
}

/// An option that Python sets by a value. The default value is written as in
/// JSON.
class ConfigOption<string varName, string arg, string valueType, string default,
                   string desc, string key = "">
    : Option<varName, arg, valueType, default, desc,
             "configKey(\"" # key # "\")">, ConfigKey<key>;

/// The same for a list of strings.
class ConfigListOption<string varName, string arg, string desc,
                       string key = "">
    : ListOption<varName, arg, "std::string", desc,
                 "configKey(\"" # key # "\")">, ConfigKey<key>;

#endif // RELAYLITE_SUPPORT_RELAYPASS_TD
