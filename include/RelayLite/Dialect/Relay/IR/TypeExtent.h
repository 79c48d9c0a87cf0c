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
#include <string>

namespace mlir::relay {

/// The extent of a type as a tree; in memory, equal parts are one.
struct TypeExtent {
  /// How deep it nests, 1 for a tensor.
  unsigned depth = 1;
  /// The number of types of which it consists, as far as 64 bits count.
  uint64_t size = 1;

  /// Whether it goes beyond kMaxTypeExtent.
  bool isTooLarge() const;
};

/// Types are walked by recursion, and printed as trees: programs are not to
/// make types beyond these.
inline constexpr TypeExtent kMaxTypeExtent{256, 1 << 20};

inline bool TypeExtent::isTooLarge() const {
  return depth > kMaxTypeExtent.depth || size > kMaxTypeExtent.size;
}

/// "more than 256 deep or has more than 1048576 parts": what follows "nests" in
/// errors.
std::string describeTooLarge();

/// Measures types, each part once.
class TypeMeasure {
public:
  TypeExtent measure(Type type);
  bool isTooLarge(Type type) { return measure(type).isTooLarge(); }

private:
  llvm::DenseMap<Type, TypeExtent> extents;
};

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_IR_TYPEEXTENT_H
