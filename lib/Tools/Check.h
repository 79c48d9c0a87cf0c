//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests written in MLIR: functions that return what they compute and what they
// should.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TOOLS_CHECK_H
#define LIB_TOOLS_CHECK_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::relay {

/// Runs the functions of `module` with the attribute `relay.check`. They have
/// no parameters and return pairs (actual, expected): two results or fields of
/// one tuple, tensors or tuples of them. The attribute says how near they must
/// be, apart from NaNs, which equal each other:
///
///   unit                      the same bits
///   {ulp = 2}                 as many units in the last place apart
///   {atol = 1e-6, rtol = 0.}  |actual - expected| <= atol + rtol * |expected|
///
/// Errors tell the first element that differs. Prints the number of functions
/// that passed; a module without any is an error.
LogicalResult runChecks(ModuleOp module);

} // namespace mlir::relay

#endif // LIB_TOOLS_CHECK_H
