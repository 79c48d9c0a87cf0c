//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options of passes that can be set by values as well as by text, and by the
// config of pass contexts.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_CONFIGURABLEPASS_TD
#define RELAYLITE_SUPPORT_CONFIGURABLEPASS_TD

include "mlir/Pass/PassBase.td"

/// A pass whose options may be configurable.
class ConfigurablePass<string argument, string operation = "">
    : PassBase<argument, "::mlir::relay::ConfigurablePass<::mlir::OperationPass<"
                         # operation # ">>">;

/// An option that Python sets by a value. With a key, the config of pass
/// contexts sets it too, and is stronger than what the pass was given.
class ConfigOption<string varName, string arg, string valueType, string default,
                   string desc, string key = "">
    : Option<varName, arg, valueType, default, desc,
             "configKey(\"" # key # "\")">;

/// The same for a list of strings.
class ConfigListOption<string varName, string arg, string desc,
                       string key = "">
    : ListOption<varName, arg, "std::string", desc,
                 "configKey(\"" # key # "\")">;

#endif // RELAYLITE_SUPPORT_CONFIGURABLEPASS_TD
