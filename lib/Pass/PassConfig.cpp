//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The registered options of pass contexts and the checks of their values.
//
//===----------------------------------------------------------------------===//

#include "PassImpl.h"
#include "PassTables.h"
#include "RelayLite/Support/NearestName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <mutex>

namespace mlir::relay::pass {
using llvm::createStringError;
using llvm::Error;
using namespace detail;

StringRef ConfigOption::getTypeName() const {
  switch (type) {
  case ConfigType::Bool:
  case ConfigType::Integer:
  case ConfigType::Size:
    return "IntImm";
  case ConfigType::String:
    return "runtime.String";
  case ConfigType::StringArray:
    return "Array";
  case ConfigType::Object:
    return objectType;
  }
  llvm_unreachable("unknown type of an option");
}

//===----------------------------------------------------------------------===//
// Registry
//===----------------------------------------------------------------------===//

namespace {
struct Registry {
  std::mutex mutex;
  std::map<std::string, ConfigOption, std::less<>> options;
};
} // namespace

static Registry &getRegistry() {
  static Registry *registry = [] {
    using T = ConfigType;
    auto *result = new Registry;
    for (ConfigOption &option : std::vector<ConfigOption>{
#define RELAY_CONFIG(KEY, TYPE, HELP) {KEY, T::TYPE, HELP},
#define RELAY_CONFIG_OBJECT(KEY, OBJECT, HELP)                                 \
  {KEY, T::Object, HELP, {}, OBJECT},
#include "ConfigOptions.def"
         })
      result->options.try_emplace(option.key, std::move(option));
    for (const PassOptionRow &row : PassOptionRows) {
      auto [object, field] = row.key.rsplit('.');
      auto it = result->options.find(object);
      if (it != result->options.end())
        it->second.fields.push_back(
            {field.str(), row.type,
             llvm::cantFail(llvm::json::parse(row.defaultValue)),
             row.help.str()});
      else if (!row.key.empty() && row.key != contextLevelKey)
        result->options.try_emplace(
            row.key.str(),
            ConfigOption{row.key.str(), row.type, row.help.str()});
    }
    return result;
  }();
  return *registry;
}

Error registerConfigOption(ConfigOption option) {
  Registry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  std::string key = option.key;
  if (!registry.options.try_emplace(key, std::move(option)).second)
    return createStringError("the config option '" + key +
                             "' is registered twice");
  return Error::success();
}

std::vector<ConfigOption> listConfigOptions() {
  Registry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  auto options = llvm::make_second_range(registry.options);
  return {options.begin(), options.end()};
}

static std::optional<ConfigOption> lookupOption(StringRef key) {
  Registry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  auto it = registry.options.find(key);
  if (it == registry.options.end())
    return std::nullopt;
  return it->second;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// Return TVM's name of the type of a value.
static StringRef getValueTypeName(const ConfigValue &value) {
  switch (value.kind()) {
  case ConfigValue::Null:
    return "None";
  case ConfigValue::Boolean:
    return "IntImm";
  case ConfigValue::Number:
    return value.getAsInteger() ? "IntImm" : "FloatImm";
  case ConfigValue::String:
    return "runtime.String";
  case ConfigValue::Array:
    return "Array";
  case ConfigValue::Object:
    return "Map";
  }
  llvm_unreachable("unknown kind of value");
}

static bool hasType(const ConfigValue &value, ConfigType type) {
  switch (type) {
  case ConfigType::Bool:
  case ConfigType::Integer:
  case ConfigType::Size:
    return value.getAsBoolean() || value.getAsInteger();
  case ConfigType::String:
    return value.getAsString().has_value();
  case ConfigType::StringArray:
    return value.getAsArray() &&
           llvm::all_of(*value.getAsArray(), [](const ConfigValue &element) {
             return element.getAsString().has_value();
           });
  case ConfigType::Object:
    return value.getAsObject() != nullptr;
  }
  llvm_unreachable("unknown type of an option");
}

/// Booleans for options that are booleans, integers for the others.
static void normalize(ConfigValue &value, ConfigType type) {
  if (type == ConfigType::Bool && value.getAsInteger())
    value = *value.getAsInteger() != 0;
  else if (type != ConfigType::Bool && value.getAsBoolean())
    value = int64_t(*value.getAsBoolean());
}

/// `typeName` is TVM's name of the type.
static Error checkType(const Twine &what, ConfigValue &value, ConfigType type,
                       StringRef typeName) {
  if (value.kind() == ConfigValue::Null)
    return createStringError(what + " is None");
  if (!hasType(value, type)) {
    bool isArray = type == ConfigType::StringArray && value.getAsArray();
    return createStringError(
        "expect config " + what + " to have type " + typeName +
        (isArray ? " of strings, but got one with other elements"
                 : ", but got " + getValueTypeName(value).str()));
  }
  if (type == ConfigType::Size && value.getAsInteger().value_or(0) < 0)
    return createStringError("expect config " + what +
                             " to be at least 0, but got " +
                             Twine(*value.getAsInteger()));
  normalize(value, type);
  return Error::success();
}

Error detail::checkConfigValue(const Twine &what, ConfigType type,
                               ConfigValue &value) {
  return checkType(what, value, type, ConfigOption{"", type, ""}.getTypeName());
}

static Error checkFields(const ConfigOption &option,
                         llvm::json::Object &object) {
  if (option.fields.empty())
    return Error::success();
  for (auto &[name, value] : object) {
    StringRef field = name;
    auto known = llvm::find_if(option.fields, [&](const ConfigField &each) {
      return each.name == field;
    });
    if (known == option.fields.end())
      return createStringError(
          "config " + option.key + " has no field '" + field +
          "', its fields are: " +
          llvm::join(llvm::map_range(
                         option.fields,
                         [](const ConfigField &each) { return each.name; }),
                     ", "));
    if (Error error = detail::checkConfigValue(option.key + "." + field,
                                               known->type, value))
      return error;
  }
  for (const ConfigField &field : option.fields)
    object.try_emplace(field.name, field.defaultValue);
  return Error::success();
}

static Error makeUnknownKeyError(StringRef key) {
  std::vector<ConfigOption> options = listConfigOptions();
  SmallVector<StringRef> keys =
      llvm::map_to_vector(options, [](const ConfigOption &option) -> StringRef {
        return option.key;
      });
  StringRef nearest = getNearestName(key, keys);
  return createStringError("invalid config option '" + key + "'" +
                           (nearest.empty()
                                ? " candidates are: " + llvm::join(keys, " ,")
                                : "; did you mean '" + nearest.str() + "'?"));
}

Error legalizeConfig(ConfigMap &config) {
  for (auto &[key, value] : config) {
    std::optional<ConfigOption> option = lookupOption(key);
    if (!option)
      return makeUnknownKeyError(key);
    if (Error error =
            checkType(key, value, option->type, option->getTypeName()))
      return error;
    if (llvm::json::Object *object = value.getAsObject())
      if (Error error = checkFields(*option, *object))
        return error;
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// key=value
//===----------------------------------------------------------------------===//

/// The value that `text` stands for: JSON where it is that, also for booleans
/// and integers of other spellings; else a string.
static ConfigValue parseValue(StringRef text, ConfigType type) {
  if (type == ConfigType::String && !text.starts_with("\""))
    return text.str();
  if (text == "True" || text == "False")
    return text == "True";
  llvm::Expected<ConfigValue> value = llvm::json::parse(text);
  if (value)
    return std::move(*value);
  llvm::consumeError(value.takeError());
  return text.str();
}

Error parseConfigSetting(StringRef setting, ConfigMap &config) {
  auto [key, text] = setting.split('=');
  key = key.trim();
  if (!setting.contains('='))
    return createStringError("expected key=value, but got '" + setting + "'");
  if (std::optional<ConfigOption> option = lookupOption(key)) {
    config.insert_or_assign(key.str(), parseValue(text, option->type));
    return Error::success();
  }
  auto [object, field] = key.rsplit('.');
  std::optional<ConfigOption> option = lookupOption(object);
  if (!option || option->type != ConfigType::Object)
    return makeUnknownKeyError(key);
  ConfigType type = ConfigType::Object;
  for (const ConfigField &each : option->fields)
    if (each.name == field)
      type = each.type;
  ConfigValue &value =
      config.try_emplace(object.str(), llvm::json::Object()).first->second;
  if (!value.getAsObject())
    value = llvm::json::Object();
  // The key of an object refers to a StringRef, but keeps a string.
  value.getAsObject()->insert({field.str(), parseValue(text, type)});
  return Error::success();
}

} // namespace mlir::relay::pass
