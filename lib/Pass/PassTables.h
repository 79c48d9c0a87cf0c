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

namespace mlir::relay::pass::detail {

struct PassRow {
  StringLiteral name, argument;
  PassKind kind;
  int optLevel;
  std::initializer_list<StringRef> required, invalidated;
  bool onModule;
};

struct SequentialRow {
  StringLiteral name, argument;
  std::initializer_list<StringRef> elements;
  StringLiteral summary;
};

#define GET_PassRows_IMPL
#define GET_SequentialRows_IMPL
#include "RelayLite/Pass/PassTables.inc"

} // namespace mlir::relay::pass::detail

#endif // LIB_PASS_PASSTABLES_H
