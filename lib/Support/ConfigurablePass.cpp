//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scopes that see the options of passes.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/ConfigurablePass.h"

using namespace mlir::relay;

/// The innermost scope of the thread. It is not a parameter, because MLIR's
/// registry of passes hands nothing but text on to their options.
static thread_local ConfigScope *innermost = nullptr;

ConfigScope::ConfigScope(Visitor visit) : visit(visit), outer(innermost) {
  innermost = this;
}

ConfigScope::~ConfigScope() { innermost = outer; }

void ConfigScope::visitOptions(ArrayRef<ConfigurableOption> options) {
  if (innermost)
    for (const ConfigurableOption &option : options)
      innermost->visit(option);
}
