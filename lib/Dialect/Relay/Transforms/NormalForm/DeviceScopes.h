//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations in the scope of relay.on_device.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_NORMALFORM_DEVICESCOPES_H
#define LIB_DIALECT_RELAY_TRANSFORMS_NORMALFORM_DEVICESCOPES_H

#include "mlir/IR/Region.h"

namespace mlir::relay {

/// Annotates what is computed in the scope of an annotation that is fixed
/// (OnDeviceOp::isFixed), so that it keeps its virtual device when it gets a
/// binding of its own. A value is in a scope if all that uses it is: the
/// annotation, and what is in its scope itself. Bindings are in none. Returns
/// whether something has changed.
bool annotateDeviceScopes(Region &body);

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_NORMALFORM_DEVICESCOPES_H
