//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements of vectors and of buffers.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CODEGEN_LOOPS_VECTORELEMENTS_H
#define LIB_CODEGEN_LOOPS_VECTORELEMENTS_H

#include "mlir/IR/Types.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relay {

/// Bytes of an element that vectors can hold as memory does; 0 for others, such
/// as i1, of which vectors have eight in a byte, and i24, which takes four
/// bytes in memory and three in a vector.
inline int64_t getVectorElementSize(Type type) {
  if (!type.isIntOrFloat() ||
      !llvm::isPowerOf2_64(type.getIntOrFloatBitWidth()))
    return 0;
  return type.getIntOrFloatBitWidth() / 8;
}

} // namespace mlir::relay

#endif // LIB_CODEGEN_LOOPS_VECTORELEMENTS_H
