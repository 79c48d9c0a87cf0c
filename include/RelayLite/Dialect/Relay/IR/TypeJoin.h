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

#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace mlir::relay {

/// Return the type of a tensor with the rank and the element type of both `a`
/// and `b`, or null if they do not fit. `mergeSizes` gives the size for two
/// that differ, or nothing.
Type mergeTensorTypes(
    RankedTensorType a, RankedTensorType b,
    function_ref<std::optional<int64_t>(int64_t, int64_t)> mergeSizes);

/// The type that holds the values of both `a` and `b`: where sizes of tensors
/// differ, it is dynamic. An unknown part takes what the other type has there.
/// Null if element types, ranks or forms differ.
Type joinTypes(Type a, Type b);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_IR_TYPEJOIN_H
