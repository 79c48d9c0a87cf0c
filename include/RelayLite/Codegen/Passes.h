//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes on upstream dialects, from tensors down to the LLVM dialect.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_CODEGEN_PASSES_H
#define RELAYLITE_CODEGEN_PASSES_H

#include "RelayLite/Support/ConfigurablePass.h"
#include "mlir/Pass/Pass.h"

namespace mlir::relay {

/// Marks the argument of a function that holds a share of the work: a
/// memref<2xi64> with the number of the share and the number of all shares.
inline constexpr StringLiteral shareAttrName = "relay.share";

/// Attributes of a function whose memory is planned (relay-plan-memory): the
/// bytes of its workspace, its last argument, and the most bytes of it that are
/// in use at a time.
inline constexpr StringLiteral workspaceBytesAttrName = "relay.workspace_bytes";
inline constexpr StringLiteral liveBytesAttrName = "relay.live_bytes";

/// The prefix of the names of constants in the file of weights. The offset in
/// the file follows it (relay-externalize-weights).
inline constexpr StringLiteral weightsPrefix = "relay.weights.";

/// The function that relay-lower-asserts calls, with a text that ends with a
/// zero. It does not return.
inline constexpr StringLiteral failFunctionName = "relay_rt_fail";

/// The function that relay-check-sizes calls, with a format of two numbers that
/// ends with a zero, and these: `void (const char *format, int64_t, int64_t)`.
/// It does not return.
inline constexpr StringLiteral failSizesFunctionName = "relay_rt_fail_sizes";

/// The function that relay-check-stack calls: `int32_t (void)`, which returns
/// whether the stack of the thread has room for another call.
inline constexpr StringLiteral hasStackFunctionName = "relay_rt_has_stack";

/// The function that runs the pieces of a loop, as relay-outline-parallel-loops
/// calls it: `void (void (*piece)(void *captures, int64_t number),
/// void *captures, int64_t count)`.
inline constexpr StringLiteral parallelFunctionName = "relay_rt_parallel";

#define GEN_PASS_DECL
#include "RelayLite/Codegen/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "RelayLite/Codegen/Passes.h.inc"

} // namespace mlir::relay

#endif // RELAYLITE_CODEGEN_PASSES_H
