//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How deep types nest and how large they are.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_TYPEEXTENT_H
#define RELAYLITE_DIALECT_RELAY_IR_TYPEEXTENT_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::relay {

/// The extent of a type as a tree; in memory, equal parts are one.
struct TypeExtent {
  /// How deep it nests, 1 for a tensor.
  unsigned depth = 1;
  /// The number of types of which it consists, as far as 64 bits count.
  uint64_t size = 1;
};

/// Types are walked by recursion, and printed as trees: programs are not to
/// make types beyond these.
inline constexpr TypeExtent kMaxTypeExtent{256, 1 << 20};

/// Measures types, each part once.
class TypeMeasure {
public:
  TypeExtent measure(Type type);
  /// Whether the type goes beyond kMaxTypeExtent.
  bool isTooLarge(Type type) {
    TypeExtent extent = measure(type);
    return extent.depth > kMaxTypeExtent.depth ||
           extent.size > kMaxTypeExtent.size;
  }

private:
  llvm::DenseMap<Type, TypeExtent> extents;
};

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_IR_TYPEEXTENT_H
