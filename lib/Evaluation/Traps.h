//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluations that have no value.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_TRAPS_H
#define LIB_EVALUATION_TRAPS_H

#include "RelayLite/Evaluation/Tensor.h"
#include <string>

namespace mlir::relay {

/// Where the division or remainder of `lhs` and `rhs`, which broadcast against
/// each other, has no value: at the first element of the result (in row-major
/// order) where integers are divided by zero, or the smallest one by -1. Empty
/// if there is none.
std::string findDivisionTrap(const Tensor &lhs, const Tensor &rhs);

} // namespace mlir::relay

#endif // LIB_EVALUATION_TRAPS_H
