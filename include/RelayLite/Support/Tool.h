//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that the command line tools share.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_TOOL_H
#define RELAYLITE_SUPPORT_TOOL_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

namespace llvm::cl {
class OptionCategory;
} // namespace llvm::cl

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::relay {

/// Set up a tool: the version for `--version`, the message after a crash, an
/// error if memory runs out, and `examples`, lines of shell at the end of
/// `--help`. `--help` hides the options that exist so far, mostly LLVM's, but
/// for those of `category`; `--help-hidden` shows all. Call this once, before
/// options are parsed. `examples` must live as long as the program.
void initTool(const char *examples,
              const llvm::cl::OptionCategory *category = nullptr);

/// Whether both paths lead to one regular file.
bool isSameFile(StringRef path, StringRef otherPath);

/// The largest alignment of resources in bytecode, which is read in place.
inline constexpr llvm::Align resourceAlignment = llvm::Align::Constant<64>();

/// Opens the file of a module, or standard input for `-`, so that bytecode can
/// be read in place. On an error, sets `message` and returns null.
std::unique_ptr<llvm::MemoryBuffer> openModuleFile(StringRef path,
                                                   std::string *message);

/// Prints the error `message`, which has no place in a module, and fails.
LogicalResult reportError(const Twine &message);

/// Calls `main`, a driver of MLIR, with the arguments of a command line. The
/// file of its option `-o` is written as `OutputFile` does: the driver writes
/// to a temporary file instead.
LogicalResult
runDriver(int argc, char **argv,
          llvm::function_ref<LogicalResult(int argc, char **argv)> main);

/// Loads plugins for mlir-opt's --load-dialect-plugin, and lets them register
/// dialects. Reports an error.
LogicalResult loadDialectPlugins(ArrayRef<std::string> paths,
                                 DialectRegistry &registry);

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_TOOL_H
