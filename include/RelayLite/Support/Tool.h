//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the command line tools have in common.
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

namespace mlir::relay {

/// Sets up what every tool shows of itself: the version for `--version`, the
/// message after a crash, an error where memory runs out, and `examples`, lines
/// of shell that `--help` prints last. Of the options that there are already,
/// most of them LLVM's, those of `category` are shown; the others are left to
/// `--help-hidden`. To be called once, before options are parsed; `examples`
/// must live as long as the program.
void initTool(const char *examples,
              const llvm::cl::OptionCategory *category = nullptr);

/// Whether both paths lead to one regular file.
bool isSameFile(StringRef path, StringRef otherPath);

/// What the resources of bytecode, which is read in place, may be aligned to.
inline constexpr llvm::Align resourceAlignment = llvm::Align::Constant<64>();

/// Opens the file of a module, `-` for standard input, so that bytecode can be
/// read in place. Returns null after an error, which `message` tells.
std::unique_ptr<llvm::MemoryBuffer> openModuleFile(StringRef path,
                                                   std::string *message);

/// Prints `message`, an error that is at no place in a module, and fails.
LogicalResult reportError(const Twine &message);

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_TOOL_H
