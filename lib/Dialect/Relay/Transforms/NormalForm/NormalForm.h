//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Binding values by let, as the passes to A-normal form and to basic-block
// normal form do it.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_NORMALFORM_NORMALFORM_H
#define LIB_DIALECT_RELAY_TRANSFORMS_NORMALFORM_NORMALFORM_H

#include "../Utils/LetBindings.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relay {

/// Which values a normal form binds.
enum class NormalForm {
  /// All that are computed.
  A,
  /// Those that a scope shares with one around it.
  BasicBlock
};

/// The result of bindValues.
struct BindingResult {
  unsigned numBound = 0;
  bool changed = false;
};

/// Brings all functions of `module` into the normal form `form`, except for
/// those of other compilers, and fused or lowered ones. Fails, with an error,
/// where types are unknown.
FailureOr<BindingResult> bindValues(ModuleOp module, NormalForm form);

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_NORMALFORM_NORMALFORM_H
