//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options that a PassContext can carry: registered by key with a type, as
// TVM's PassConfigManager does it.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PASS_PASSCONFIG_H
#define RELAYLITE_PASS_PASSCONFIG_H

#include "RelayLite/Support/ConfigurablePass.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <vector>

namespace mlir::relay::pass {

/// The value of an option: a boolean, an integer, a string, an array of
/// strings, or an object with fields.
using ConfigValue = llvm::json::Value;
/// Values by key, in the order of the keys: `options.config["key"] = 1`.
struct ConfigMap : std::map<std::string, ConfigValue, std::less<>> {
  using map::map;

  /// Return the value of `key`. A new key has null until it is assigned.
  ConfigValue &operator[](StringRef key) {
    return try_emplace(key.str(), nullptr).first->second;
  }
};

/// A field of an option of type Object.
struct ConfigField {
  std::string name;
  ConfigType type;
  ConfigValue defaultValue;
  std::string help;
};

/// A registered option.
struct ConfigOption {
  std::string key;
  ConfigType type;
  std::string help;
  /// Fields of an Object. One without fields takes any.
  std::vector<ConfigField> fields = {};
  /// TVM's name of the type of an Object.
  std::string objectType = {};

  /// TVM's name of the type: `IntImm` (booleans too), `runtime.String`,
  /// `Array`, or that of the object.
  StringRef getTypeName() const;
};

/// Registers an option. Fails if the key is taken. Thread-safe.
llvm::Error registerConfigOption(ConfigOption option);

/// All options, by key: those of the table of TVM's, those of the passes of
/// RelayLite, and what has been registered.
std::vector<ConfigOption> listConfigOptions();

/// Checks `config` and completes objects by the defaults of their fields. An
/// unknown key (the error names the nearest, or lists all), a null, a value of
/// another type, a negative size and an unknown field are errors. Booleans and
/// integers stand for each other as in TVM.
llvm::Error legalizeConfig(ConfigMap &config);

/// Reads `key=value`. The value is JSON, or a string where the option is one.
/// The key may name a field of an object (`tir.UnrollLoop.auto_max_step=4`),
/// which is set inside the value that `config` has for the object.
llvm::Error parseConfigSetting(StringRef setting, ConfigMap &config);

} // namespace mlir::relay::pass

#endif // RELAYLITE_PASS_PASSCONFIG_H
