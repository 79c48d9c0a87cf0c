//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One call to register everything of RelayLite, shared by all tools.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_INITALL_H
#define RELAYLITE_INITALL_H

namespace mlir {
class DialectRegistry;
namespace relay {

/// Registers the relay dialect, and all of upstream's dialects and extensions:
/// stock passes, such as `inline` or `one-shot-bufferize`, work on a module
/// only as far as its dialects have the interfaces that these extensions bring,
/// and leave the rest without a word.
void registerAllDialects(DialectRegistry &registry);

/// Registers every pass and pipeline of RelayLite.
void registerAllPasses();

} // namespace relay
} // namespace mlir

#endif // RELAYLITE_INITALL_H
