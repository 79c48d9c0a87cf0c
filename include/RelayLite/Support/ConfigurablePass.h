//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options of passes that can be set by values as well as by text. ODS has the
// class ConfigOption for them (RelayPass.td).
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_CONFIGURABLEPASS_H
#define RELAYLITE_SUPPORT_CONFIGURABLEPASS_H

#include "mlir/Pass/Pass.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"

namespace mlir::relay {

/// A Size is an integer of at least 0.
enum class ConfigType { Bool, Integer, Size, String, StringArray, Object };

/// The key that options have whose value is the level of the pass context.
inline constexpr StringLiteral contextLevelKey = "opt_level";

/// An option of a pass instance.
struct ConfigurableOption {
  /// The key of the config of pass contexts that sets it too, if there is one:
  /// that of a value, or of an object and its field with a dot between.
  StringRef key;
  StringRef argument;
  /// Takes a value of the type that ODS gives the option.
  std::function<void(const llvm::json::Value &)> set;
};

/// While it lives, `visit` (a variable) sees the options of each pass that this
/// thread initializes by text, which may be empty, after the text has been
/// parsed. Scopes do not add up: the innermost is the one that counts.
class ConfigScope {
public:
  using Visitor = function_ref<void(const ConfigurableOption &)>;

  explicit ConfigScope(Visitor visit);
  ~ConfigScope();

  static void visitOptions(ArrayRef<ConfigurableOption> options);

private:
  Visitor visit;
  ConfigScope *outer;
};

/// A modifier, as llvm::cl::desc is one, of an option that `options` lists.
struct ConfigKey {
  template <typename T, typename ParserT>
  void apply(llvm::cl::opt<T, false, ParserT> &option) const {
    constexpr bool isBool = std::is_same_v<T, bool>;
    static_assert(!std::is_integral_v<T> || isBool ||
                      sizeof(T) == sizeof(int64_t),
                  "values have integers of 64 bits");
    options.push_back(
        {key, option.ArgStr, [&option](const llvm::json::Value &value) {
           if constexpr (isBool)
             option.setValue(*value.getAsBoolean());
           else if constexpr (std::is_integral_v<T>)
             option.setValue(T(*value.getAsInteger()));
           else
             option.setValue(value.getAsString()->str());
         }});
  }

  template <typename T, typename ParserT>
  void apply(llvm::cl::list<T, bool, ParserT> &option) const {
    auto set = [&option](const llvm::json::Value &value) {
      auto &list = static_cast<std::vector<T> &>(option);
      list.clear();
      for (const llvm::json::Value &element : *value.getAsArray())
        list.push_back(element.getAsString()->str());
    };
    options.push_back({key, option.ArgStr, set});
  }

  StringRef key;
  std::vector<ConfigurableOption> &options;
};

/// The base class, over `BaseT` of MLIR, of passes with configurable options.
template <typename BaseT>
class ConfigurablePass : public BaseT {
public:
  using BaseT::BaseT;
  /// The options of the copy are its own.
  ConfigurablePass(const ConfigurablePass &other) : BaseT(other) {}

  LogicalResult initializeOptions(
      StringRef text,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    if (failed(BaseT::initializeOptions(text, errorHandler)))
      return failure();
    ConfigScope::visitOptions(options);
    return success();
  }

protected:
  ConfigKey configKey(StringRef key) { return {key, options}; }

private:
  std::vector<ConfigurableOption> options;
};

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_CONFIGURABLEPASS_H
