//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operation that this thread checks.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/CheckedOperation.h"
#include <utility>

using namespace mlir;
using namespace mlir::relay;

static thread_local Operation *current = nullptr;

CheckedOperation::CheckedOperation(Operation *op)
    : outer(std::exchange(current, op)) {}
CheckedOperation::~CheckedOperation() { current = outer; }

Operation *CheckedOperation::getCurrent() { return current; }
