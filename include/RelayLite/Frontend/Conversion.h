//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversion of types between the abstract syntax tree and MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_CONVERSION_H
#define RELAYLITE_FRONTEND_CONVERSION_H

#include "RelayLite/Dialect/Relay/IR/RelayAttributes.h"
#include "RelayLite/Frontend/AST.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::relay {

/// Converts to a type of the relay dialect. Null and incomplete types become
/// `!relay.unknown`, and symbolic dimensions become dynamic. Emits an error at
/// `loc` if an element type is not supported.
FailureOr<Type> convertType(Location loc, const ast::TypeRef &type);

/// The same for a type that inference has found: its incomplete parts are
/// `!relay.opaque`.
FailureOr<Type> convertInferredType(Location loc, const ast::TypeRef &type);

/// The same for the type of a field of a constructor: an algebraic data type is
/// no error, but becomes `!relay.data`.
FailureOr<Type> convertFieldType(Location loc, const ast::TypeRef &type);

/// Converts to a type of the syntax tree; null if `type` is or contains
/// `!relay.unknown`. `!relay.opaque` becomes an incomplete type. `typeVars`
/// maps the names of type parameters in scope, and `typeNames` those of
/// algebraic data types.
ast::TypeRef convertType(
    Type type, const llvm::StringMap<ast::Ref<ast::TypeVar>> &typeVars,
    const llvm::StringMap<ast::Ref<ast::GlobalTypeVar>> &typeNames = {});

/// Converts a virtual device to its attribute. Emits an error at `loc` if the
/// device does not have the form that TVM writes.
FailureOr<VirtualDeviceAttr>
convertVirtualDevice(Location loc, const ast::VirtualDevice &device);

/// Converts an attribute to a virtual device with an object graph of its own.
ast::Ref<ast::VirtualDevice> convertVirtualDevice(VirtualDeviceAttr attribute);

/// The affine map that TVM's object `tir.IndexMap` is, or null.
AffineMap convertIndexMap(MLIRContext *context, const ast::MetaObject &object);

/// Converts a map without symbols to such an object with a graph of its own.
ast::Ref<ast::MetaObject> convertIndexMap(AffineMap map);

} // namespace mlir::relay

#endif // RELAYLITE_FRONTEND_CONVERSION_H
