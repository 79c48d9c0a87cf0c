//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copying of blocks of elements between tensors.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_EVALUATORS_ELEMENTCOPY_H
#define LIB_EVALUATION_EVALUATORS_ELEMENTCOPY_H

#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"

namespace mlir::relay {

/// A move of elements of `elementSize` bytes (1, 2, 4 or 8) from the tensor at
/// `source` to that at `target`.
struct ElementCopy {
  ElementMove move;
  size_t elementSize;
  const char *source;
  char *target;
};

/// Copies what `copies` name; what they write overlaps neither with what they
/// read nor with each other. Many elements are copied by the threads of
/// `context`.
void copyElements(ArrayRef<ElementCopy> copies, MLIRContext *context);

/// Whether the elements of `move` follow each other in both tensors.
bool isContiguous(const ElementMove &move);

} // namespace mlir::relay

#endif // LIB_EVALUATION_EVALUATORS_ELEMENTCOPY_H
