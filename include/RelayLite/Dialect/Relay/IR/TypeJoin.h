//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type of a value that comes from one of two branches.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_TYPEJOIN_H
#define RELAYLITE_DIALECT_RELAY_IR_TYPEJOIN_H

#include "mlir/IR/Types.h"

namespace mlir::relay {

/// The type that holds the values of both `a` and `b`: where sizes of tensors
/// differ, it is dynamic. An unknown part takes what the other type has there.
/// Null if element types, ranks or forms differ.
Type joinTypes(Type a, Type b);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_IR_TYPEJOIN_H
