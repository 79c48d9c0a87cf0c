//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tools that read one module, as text of Relay or of MLIR or as bytecode.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TOOLS_MODULETOOL_H
#define LIB_TOOLS_MODULETOOL_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/Timing.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::relay {

/// The options that these tools share.
struct ModuleToolFlags {
  /// Make the options known. `name` is the name of the tool.
  explicit ModuleToolFlags(StringRef name);

  std::string title;
  llvm::cl::OptionCategory category;
  llvm::cl::opt<std::string> inputFile;
  llvm::cl::list<std::string> dialectPlugins;
  llvm::cl::opt<bool> requireExternals;
};

/// Register the options of MLIR, and parse the command line. The strings must
/// live as long as the program.
void parseModuleToolOptions(int argc, char **argv, const ModuleToolFlags &flags,
                            const char *overview, const char *examples);

/// Read the module and call `process` with it and with the timer of the tool.
/// Its dialects are those of `registry`, of RelayLite and of plugins. Report
/// errors with excerpts of the file, and return the exit code.
int processModule(
    const ModuleToolFlags &flags, DialectRegistry &registry,
    function_ref<LogicalResult(ModuleOp module, TimingScope &timing)> process);

} // namespace mlir::relay

#endif // LIB_TOOLS_MODULETOOL_H
