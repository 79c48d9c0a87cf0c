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

#include "llvm/ADT/Statistic.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Compiler.h"

namespace mlir {
class DialectRegistry;
namespace relay {

// With assertions, mlir::Pass::Statistic has another layout than without them,
// as in the packaged MLIR. A program of the other kind does not link. If its
// passes have no statistics it may define RELAYLITE_DISABLE_LAYOUT_CHECK.
#if LLVM_ENABLE_STATS
#define RELAYLITE_PASS_STATISTICS passStatisticsAreForBuildsWithAssertions
#else
#define RELAYLITE_PASS_STATISTICS passStatisticsAreForBuildsWithNDEBUG
#endif
extern const int RELAYLITE_PASS_STATISTICS;
#ifndef RELAYLITE_DISABLE_LAYOUT_CHECK
LLVM_ATTRIBUTE_VISIBILITY_HIDDEN LLVM_ATTRIBUTE_WEAK const int
    *checkedPassStatistics = &RELAYLITE_PASS_STATISTICS;
#endif

/// Return the version of the library that is loaded. If two are loaded, it is
/// that of the first one, whose functions both use.
llvm::StringRef getVersion();

/// Registers the relay dialect, and what registerLoweringDialects does. Stock
/// passes, such as `inline` or `one-shot-bufferize`, work on a module
/// only as far as its dialects have the interfaces that these extensions bring,
/// and leave the rest without a word.
void registerAllDialects(DialectRegistry &registry);

/// Registers every pass and pipeline of RelayLite.
void registerAllPasses();

} // namespace relay
} // namespace mlir

#endif // RELAYLITE_INITALL_H
