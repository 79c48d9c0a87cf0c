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

#ifndef LIB_EVALUATION_RUNTIME_TRAPS_H
#define LIB_EVALUATION_RUNTIME_TRAPS_H

#include "RelayLite/Evaluation/Tensor.h"
#include "mlir/IR/Operation.h"
#include <string>

namespace mlir::relay {

/// Why `op` has no value on the tensors `operands`: the first element (in
/// row-major order) of a result of type `resultType` for which integers are
/// divided by zero, or the smallest one by -1, the first index that is out of
/// range where that has no meaning, or a count that elements do not hold
/// (CountInterface). Empty if it has one.
std::string findTrap(Operation *op, ArrayRef<Tensor> operands, Type resultType);

} // namespace mlir::relay

#endif // LIB_EVALUATION_RUNTIME_TRAPS_H
