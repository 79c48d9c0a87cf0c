//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Structural hashes of functions and function literals.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_UTILS_FUNCTIONHASH_H
#define RELAYLITE_DIALECT_RELAY_UTILS_FUNCTIONHASH_H

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

namespace mlir::relay {

/// Hashes functions and function literals: equal for those that are equal but
/// for the names of variables and for what they capture, and the same in all
/// runs. The attributes that relay-label-ops sets on functions do not count.
class FunctionHasher {
public:
  /// Called with each function and its hash, those inside first.
  using Visit = function_ref<void(Operation *function, uint64_t hash)>;

  /// The hash of `function`.
  uint64_t hash(Operation *function, Visit visit = {});

  /// Whether the function attribute `name` is a label.
  static bool isLabel(StringRef name);

private:
  struct Scope;

  uint64_t hash(Operation *function, SmallVectorImpl<Value> &captured,
                Visit visit);
  void visitRegion(Scope &scope, Region &region);
  void visitOp(Scope &scope, Operation &op);
  void addAttrs(Scope &scope, Operation *op);
  uint64_t getHash(Type type);
  uint64_t getHash(NamedAttribute attr);

  DenseMap<Type, uint64_t> types;
  DenseMap<Attribute, uint64_t> attributes;
};

/// Whether two functions or function literals are equal but for the names of
/// variables, their own name, and labels.
bool areFunctionsEqual(Operation *left, Operation *right);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_UTILS_FUNCTIONHASH_H
