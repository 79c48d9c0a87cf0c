//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect's interfaces for MLIR's own passes and for bytecode.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_IR_DIALECTINTERFACES_H
#define LIB_DIALECT_RELAY_IR_DIALECTINTERFACES_H

#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"

namespace mlir::relay::detail {

/// Adds the interfaces for inlining, folding and bytecode to `dialect`.
void addDialectInterfaces(RelayDialect &dialect);

} // namespace mlir::relay::detail

#endif // LIB_DIALECT_RELAY_IR_DIALECTINTERFACES_H
