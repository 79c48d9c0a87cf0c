//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The depth and size of types.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_TYPEEXTENT_H
#define RELAYLITE_DIALECT_RELAY_IR_TYPEEXTENT_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/DenseMap.h"
#include <string>

namespace mlir::relay {

/// The depth and the number of nodes of a type as a tree. (In memory, equal
/// parts exist once.)
struct TypeExtent {
  /// The depth of the tree; 1 for a tensor.
  unsigned depth = 1;
  /// The number of types in the tree, or the largest number of 64 bits.
  uint64_t size = 1;

  /// Whether it goes beyond kMaxTypeExtent.
  bool isTooLarge() const;
};

/// The largest types that programs may have. Types are walked by recursion and
/// printed as trees.
inline constexpr TypeExtent kMaxTypeExtent{256, 1 << 20};

inline bool TypeExtent::isTooLarge() const {
  return depth > kMaxTypeExtent.depth || size > kMaxTypeExtent.size;
}

/// The text after "nests" in errors: "more than 256 deep or has more than
/// 1048576 parts".
std::string describeTooLarge();

/// Measures types. Each part is measured once.
class TypeMeasure {
public:
  TypeExtent measure(Type type);
  bool isTooLarge(Type type) { return measure(type).isTooLarge(); }

private:
  llvm::DenseMap<Type, TypeExtent> extents;
};

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_IR_TYPEEXTENT_H
