//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The main functions of the command line tools, for tools with dialects, passes
// and operators of their own.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_TOOLS_MAINFUNCTIONS_H
#define RELAYLITE_TOOLS_MAINFUNCTIONS_H

#include "mlir/Support/LLVM.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

// Each function is the whole of a tool, and is called once in a process: it
// adds RelayLite's dialects to those of `registry`, registers options, parses
// the command line, and returns the exit code. `--help` and `--version` end the
// process.
namespace mlir::relay {

/// Run relay-lite-opt: read a module, run passes, write the module. Passes that
/// are registered before are known to the command line. The flags of pass
/// contexts (`--relay-opt-level` and others) apply to all passes.
int RelayOptMain(int argc, char **argv, DialectRegistry &registry);

/// Run relay-lite-translate: translate between modules and Relay text or TVM's
/// JSON. Translations that are registered before are known to the command
/// line; their dialects are those that they register.
int RelayTranslateMain(int argc, char **argv);

/// Run relay-lite-run: evaluate a function of a module on arrays.
int RelayRunMain(int argc, char **argv, DialectRegistry &registry);

/// Run relay-lite-compile: compile a module to a library or to an object file.
int RelayCompileMain(int argc, char **argv, DialectRegistry &registry);

/// Run relay-lite-reduce: make a module small while a script finds it
/// interesting.
int RelayReduceMain(int argc, char **argv, DialectRegistry &registry);

/// Run relay-lite-compare: compare two Relay texts by their structure. The exit
/// code is 0 if they are equal, 1 if they differ and 2 if one is not readable.
int RelayCompareMain(int argc, char **argv, DialectRegistry &registry);

/// Run relay-lite-lsp-server: serve MLIR files, or Relay text with `--relay`,
/// by the language server protocol.
int RelayLspServerMain(int argc, char **argv, DialectRegistry &registry);

} // namespace mlir::relay

#endif // RELAYLITE_TOOLS_MAINFUNCTIONS_H
