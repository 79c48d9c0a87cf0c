//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over the pieces of a contraction, which threads share.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_PIECES_H
#define LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_PIECES_H

#include "../LoopWork.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::relay {

/// Products from which on threads share a contraction: fewer take a core a few
/// microseconds.
inline constexpr int64_t minPieceWork = int64_t(1) << 17;

/// Emits a parallel loop over the numbers of `count` pieces.
scf::ParallelOp createPieces(OpBuilder &b, Location loc, int64_t count);

/// Makes the buffers that each of the `count` pieces allocates parts of one for
/// all, outside of the loop: callers plan their memory.
void separateBuffers(scf::ParallelOp pieces, int64_t count);

} // namespace mlir::relay

#endif // LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_PIECES_H
