//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RelayLite's passes and Sequentials as ODS describes them.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_PASS_PASSTABLES_H
#define LIB_PASS_PASSTABLES_H

#include "RelayLite/Pass/PassInfo.h"
#include "RelayLite/Support/ConfigurablePass.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::relay::pass::detail {

/// Names in a row. An std::initializer_list is no constant for gcc.
struct NameList {
  StringRef names[24];

  const StringRef *begin() const { return names; }
  /// Unused elements are empty.
  const StringRef *end() const { return llvm::find(names, StringRef()); }
};

struct PassRow {
  StringLiteral name, argument;
  PassKind kind;
  int optLevel;
  NameList required, invalidated;
  bool onModule;
};

struct PassOptionRow {
  /// The argument of the pass, and the position among its options.
  StringLiteral pass;
  unsigned index;
  StringLiteral argument, help;
  /// Whether a ConfigMap can set the option. The fields below are for that.
  bool isConfigurable;
  /// ConfigurableOption::key.
  StringLiteral key;
  ConfigType type;
  /// The default value as JSON.
  StringLiteral defaultValue;
};

struct SequentialRow {
  StringLiteral name, argument;
  NameList elements;
  StringLiteral summary;
};

#define GET_PassRows_IMPL
#define GET_PassOptionRows_IMPL
#define GET_SequentialRows_IMPL
#include "RelayLite/Pass/PassTables.inc"

/// Returns the options of the pass of `argument`; none if RelayLite has none.
inline auto getOptionRows(StringRef argument) {
  return llvm::make_filter_range(
      PassOptionRows,
      [argument](const PassOptionRow &row) { return row.pass == argument; });
}

} // namespace mlir::relay::pass::detail

#endif // LIB_PASS_PASSTABLES_H
