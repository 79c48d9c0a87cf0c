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

namespace mlir::relay {

/// The type as a type of the relay dialect: null and incomplete types are
/// `!relay.unknown`, symbolic dimensions dynamic. Emits an error at `loc` if
/// an element type is not supported.
FailureOr<Type> convertType(Location loc, const ast::TypeRef &type);

/// The type in the syntax tree; null if `type` is or holds `!relay.unknown`.
/// `typeVars` maps the names of type parameters in scope.
ast::TypeRef
convertType(Type type, const llvm::StringMap<ast::Ref<ast::TypeVar>> &typeVars);

/// The attribute of a virtual device. Emits an error at `loc` if it is not
/// what TVM writes.
FailureOr<VirtualDeviceAttr>
convertVirtualDevice(Location loc, const ast::VirtualDevice &device);

/// The virtual device of an attribute, an object of a graph of its own.
ast::Ref<ast::VirtualDevice> convertVirtualDevice(VirtualDeviceAttr attribute);

} // namespace mlir::relay

#endif // RELAYLITE_FRONTEND_CONVERSION_H
