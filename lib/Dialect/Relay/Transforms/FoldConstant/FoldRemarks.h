//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What constant folding leaves alone, and remarks and errors that say what
// became of each candidate.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_FOLDREMARKS_H
#define LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_FOLDREMARKS_H

#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"

namespace mlir::relay {

/// Whether `op` is marked to be left in place.
bool hasNoFoldMark(Operation *op);

/// Why `op` is never folded, whatever its operands are; empty if it may be.
StringRef getReasonNotToFold(Operation *op, const FoldConstantConfig &config);

/// Why nothing in `function`, or in the module that it is, is folded; empty if
/// it may be.
StringRef getReasonToSkip(Operation *function);

/// Why an evaluation failed, and whether the machine or the user is at fault:
/// what is folded must not depend on them.
struct EvaluationFailure {
  std::string reason;
  bool isOutOfMemory = false;
  /// By a ScopedInterruption.
  bool isInterrupted = false;
  /// Whether this is an error, which nobody has reported.
  bool isToBeReported = false;
};
EvaluationFailure takeFailure(llvm::Error error);

/// Reports an error at `op`, which could not be evaluated.
void reportFailure(Operation *op, StringRef reason);

/// Whether anybody reads remarks about `op`.
bool areRemarksWanted(Operation *op);

/// Remarks that `op` is folded: into a constant of so many bytes, or together
/// with what uses it.
void remarkFolded(Operation *op, uint64_t numBytes);
void remarkEvaluated(Operation *op);
/// Remarks that `op` is erased without having been evaluated.
void remarkErased(Operation *op);
/// Remarks why `op` is not folded, which is found out if anybody reads remarks.
void remarkNotFolded(Operation *op, function_ref<std::string()> getReason);
/// Remarks for all that would be folded in `function` that it is not.
/// `isConstant` tells of the values around it whether they are constant.
void remarkSkipped(Operation *function, StringRef reason,
                   const FoldConstantConfig &config,
                   function_ref<bool(Value)> isConstant);
/// The same for `branch`, which is erased because a condition is constant.
void remarkNotTaken(Region &branch, const FoldConstantConfig &config,
                    function_ref<bool(Value)> isConstant);

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_FOLDREMARKS_H
