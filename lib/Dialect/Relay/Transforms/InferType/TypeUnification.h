//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The algebra of types with holes that type inference computes with.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_INFERTYPE_TYPEUNIFICATION_H
#define LIB_DIALECT_RELAY_TRANSFORMS_INFERTYPE_TYPEUNIFICATION_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::relay {

/// The type that holds the values of both `a` and `b`, as TVM unifies: holes
/// give way, a dimension that is dynamic in one is dynamic in the result. Null
/// if they are not compatible.
Type unifyTypes(Type a, Type b);

/// The sharper of two types that describe the same value: holes give way, a
/// dimension that is static in one is static in the result. Null if they are
/// not compatible.
Type refineTypes(Type a, Type b);

/// Unifies `current` with `info` where `declared`, which `current` fills, has
/// holes; what is declared stays. Null if `current` and `info` are not
/// compatible.
Type fillHoles(Type declared, Type current, Type info);

/// Collects in `bindings` what the type variables named there stand for when a
/// parameter of type `parameter` takes an argument of type `argument`.
/// Contradictions are not reported: they show when the bindings are put in.
void bindTypeVars(Type parameter, Type argument,
                  llvm::StringMap<Type> &bindings);

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_INFERTYPE_TYPEUNIFICATION_H
