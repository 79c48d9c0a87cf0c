//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How operations can be fused.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_FUSION_OPERATORPATTERNS_H
#define LIB_DIALECT_RELAY_TRANSFORMS_FUSION_OPERATORPATTERNS_H

#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

namespace mlir::relay {

class OperatorRules;

/// Whether `constant` is a scalar that kernels can have inside.
bool isInlineConstant(ConstantOp constant);

/// Whether `op` stays outside of kernels. Operators that compute through their
/// canonical form are fused by their own pattern.
bool isLeftAlone(OperatorInterface op);

/// The pattern that is registered for `op`, an operator of a program; none if
/// `op` stays outside of groups.
std::optional<OpPatternKind> getRegisteredPattern(CustomOp op);

/// Says of operations how they can be fused.
class PatternFinder {
public:
  explicit PatternFinder(MLIRContext *context);
  OpPatternKind getPattern(Operation *op);

private:
  OpPatternKind getPattern(OperatorInterface op);
  bool isTupleOfTensors(Type type);

  /// Many operations may take the same wide tuple apart.
  DenseMap<Type, bool> tuples;
  /// Null if all patterns are those of interfaces.
  const OperatorRules *rules;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_FUSION_OPERATORPATTERNS_H
