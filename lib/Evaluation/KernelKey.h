//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text under which kernels are compiled.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_KERNELKEY_H
#define LIB_EVALUATION_KERNELKEY_H

#include "RelayLite/Evaluation/OperatorEvaluator.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::relay {

/// The part of a key in `memo` that says what `op` computes: its name and its
/// properties.
KernelMemo::Key makeMemoKey(Operation *op);

/// A detached module with a function that holds a copy of an operation on
/// operands of other types.
struct KernelSource {
  OwningOpRef<ModuleOp> module;
  Operation *op;

  /// The key of the kernel (KernelCompiler::compile).
  std::string getKey();
};

/// Copies `op` without discardable attributes to a function of its own whose
/// arguments, of types `operandTypes`, are its operands. `resultType` is the
/// type of its result; if null it is inferred. Fails, without a diagnostic, if
/// that has no answer. The copy has the properties `properties`; if null, those
/// of `op`.
FailureOr<KernelSource> makeKernelSource(Operation *op, TypeRange operandTypes,
                                         Type resultType = {},
                                         DictionaryAttr properties = {});

/// One dimension of a kernel of a pointwise operator: bit i is set if operand i
/// repeats along it.
using PointwiseDim = uint64_t;

/// The source of the kernel of the pointwise operator `op` on operands of the
/// element types `elementTypes`, the last of which is that of the result.
/// Extents and strides of outer dimensions are arguments of the kernel.
KernelSource makePointwiseSource(Operation *op, ArrayRef<Type> elementTypes,
                                 ArrayRef<PointwiseDim> dims);

} // namespace mlir::relay

#endif // LIB_EVALUATION_KERNELKEY_H
