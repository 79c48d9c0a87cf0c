//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How evaluation fails where the operation is not at fault.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/EvaluationError.h"

using namespace mlir::relay;

char EvaluationError::ID = 0;

llvm::Error mlir::relay::makeMemoryError(const llvm::Twine &what) {
  return llvm::make_error<EvaluationError>(EvaluationError::Kind::OutOfMemory,
                                           "not enough memory for " + what);
}
