//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that programs register by name, and the operation that stands for
// them.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_CUSTOMOPS_H
#define RELAYLITE_DIALECT_RELAY_IR_CUSTOMOPS_H

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/IR/DialectInterface.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <shared_mutex>

namespace mlir::relay {

/// Infers the type of an operator, given by name, for operands of known types.
/// Fails after an error at the location.
using TypeRelationFn = std::function<FailureOr<Type>(
    Location loc, StringRef name, TypeRange operands, DictionaryAttr attrs)>;

/// Operators with this prefix are those of ONNX models. They need no
/// registration: the attribute of a call has the types of its results.
constexpr llvm::StringLiteral onnxPrefix = "onnx.";
constexpr llvm::StringLiteral onnxResultsAttr = "onnx_results";

/// TVM's relation `name`: Identity (all types are equal), Broadcast, or
/// BroadcastComp (with a boolean result); or `onnx_results`, which reads the
/// attribute of that name: a list of texts as `float32[2,?]`, or `_` for an
/// opaque result. Null for another name.
TypeRelationFn getTypeRelation(StringRef name);

/// The name of the operator that `op` calls, as Relay writes it; empty if it
/// calls none.
StringRef getOperatorName(Operation *op);

/// A registered operator.
struct CustomOperator {
  /// The number of operands; -1 if it is not known.
  int numOperands = -1;
  /// Whether calls must not be moved, merged or removed.
  bool isStateful = false;
  /// Null if there is none yet.
  TypeRelationFn relation = nullptr;
};

/// The operators that were registered in a context, by name. Thread-safe.
class CustomOperators : public DialectInterface::Base<CustomOperators> {
public:
  explicit CustomOperators(Dialect *dialect) : Base(dialect) {}

  /// The operators of `context`. The relay dialect must be loaded.
  static CustomOperators &get(MLIRContext *context);

  /// Registers an operator, or replaces it.
  void set(StringRef name, CustomOperator op);
  /// Returns the operator of that name. One of ONNX is there without
  /// registration.
  std::optional<CustomOperator> lookup(StringRef name) const;

private:
  mutable std::shared_mutex mutex;
  llvm::StringMap<CustomOperator> operators;
};

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_IR_CUSTOMOPS_H
