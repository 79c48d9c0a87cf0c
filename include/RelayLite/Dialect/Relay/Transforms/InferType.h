//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Type inference of whole modules, as relay-infer-type and the import of Relay
// text do it.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_INFERTYPE_H
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_INFERTYPE_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::relay {

/// Infers the types of all functions of `module`: fills the holes
/// (`!relay.unknown`), sharpens results, and marks pure functions. The module
/// must be valid, and is again when it succeeds; no type is unknown then. Fails
/// with one error at the operation whose types contradict each other, or at the
/// value whose type cannot be inferred; types are partly inferred then. Sets
/// `changed`, if given, to whether the module has changed.
LogicalResult inferTypes(ModuleOp module, bool *changed = nullptr);

/// Checks that no value inside `root` has an unknown type; otherwise emits an
/// error at the first whose type could not be inferred although everything that
/// it depends on could.
LogicalResult checkTypesKnown(Operation *root);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_INFERTYPE_H
