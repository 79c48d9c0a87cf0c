//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types of the relay dialect, and Relay's constraints on builtin types.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_RELAYTYPES_H
#define RELAYLITE_DIALECT_RELAY_IR_RELAYTYPES_H

#include "RelayLite/Support/NDArray.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Types.h"

#define GET_TYPEDEF_CLASSES
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h.inc"

namespace mlir::relay {

/// Whether `type` may be the element type of a Relay tensor: f16, bf16, f32,
/// f64, i1 (bool), signless i8 to i64 (intN) and ui8 to ui64 (uintN).
bool isElementType(Type type);

/// Whether `type` may be the type of a Relay expression: a ranked tensor of an
/// element type, a tuple of such types, a function type, a reference, storage,
/// a type parameter, opaque, or unknown.
bool isRelayType(Type type);

/// A ranked tensor of an element type, or unknown.
bool isTensorOrUnknown(Type type);

/// `tensor<i1>`, or unknown.
bool isConditionOrUnknown(Type type);

/// Whether `type` is or holds `!relay.unknown`.
bool containsUnknown(Type type);

/// Whether `type` is `!relay.opaque`, or a tuple that holds it.
bool containsOpaque(Type type);

/// Whether the types of the operands and results of `op` are known.
bool hasKnownTypes(Operation *op);

/// Whether a value of type `a` may be used where `b` is expected: the types are
/// equal except for unknown parts and for dimensions of which one is dynamic.
bool areTypesCompatible(Type a, Type b);
bool areTypesCompatible(TypeRange a, TypeRange b);

/// Replaces type variables in `type`. The types in `arguments` correspond to
/// the names in `parameters`. Other variables stay.
Type substituteTypeVars(Type type, ArrayAttr parameters, ArrayAttr arguments);

/// The ranked tensor type `type` with another element type.
inline Type withElementType(Type type, Type elementType) {
  return cast<RankedTensorType>(type).clone(elementType);
}

/// Return the data type of elements of type `elementType`, or none if that is
/// neither an integer nor a floating-point type of at most 255 bits.
std::optional<DType> getDType(Type elementType);

/// Return the element type that represents `dtype`, or null if Relay has none.
Type getElementType(MLIRContext *context, DType dtype);

/// The same, but emit an error at `loc` if Relay has none.
FailureOr<Type> getElementType(Location loc, DType dtype);

/// Return TVM's name of an element type (`float32`, `uint8`, `bool`, ...).
std::string getDTypeName(Type elementType);

/// Return the element type with TVM's name `name`, or null if there is none.
Type parseDTypeName(MLIRContext *context, StringRef name);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_IR_RELAYTYPES_H
