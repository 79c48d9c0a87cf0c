//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The texts under which kernels are compiled.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_KERNELS_KERNELKEY_H
#define LIB_EVALUATION_KERNELS_KERNELKEY_H

#include "RelayLite/Evaluation/OperatorEvaluator.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::relay {

/// The part of a key in `memo` that says what `op` computes: its name and its
/// properties.
KernelMemo::Key makeMemoKey(Operation *op);

/// The dialects that the kernel of `op` needs beside those of RelayLite: all in
/// the registry of its context; null for Relay's own operators. Fails if the
/// dialect of `op` was loaded without that registry.
llvm::Expected<const DialectRegistry *> getKernelDialects(Operation *op);

/// The key of the kernel (KernelCompiler::compile) that computes `op` on
/// operands of types `operandTypes`, with a result of type `resultType` and the
/// properties `properties`; if null, those of `op`.
std::string makeKernelKey(Operation *op, TypeRange operandTypes,
                          Type resultType, DictionaryAttr properties = {});

/// A detached module with a function that holds a copy of an operation on
/// operands of other types.
struct KernelSource {
  OwningOpRef<ModuleOp> module;
  Operation *op;
};

/// Copies `op` without discardable attributes to a function of its own whose
/// arguments, of types `operandTypes`, are its operands. `resultType` is the
/// type of its result; if null it is inferred. Fails, without a diagnostic, if
/// that has no answer.
FailureOr<KernelSource> makeKernelSource(Operation *op, TypeRange operandTypes,
                                         Type resultType = {});

/// Pointwise operators that one kernel computes together. The last one gives
/// the result; the others give one operand of a later one each.
struct PointwiseTree {
  struct Node {
    Operation *op;
    /// Numbers of inputs or, counted on from those, of earlier nodes.
    SmallVector<size_t, 4> operands;
    Type elementType;
  };

  PointwiseTree() = default;
  /// The tree of `op` alone. `elementTypes` are those of its operands and,
  /// last, of its result.
  PointwiseTree(Operation *op, ArrayRef<Type> elementTypes);

  Type getResultType() const { return nodes.back().elementType; }
  /// The part of a key in a memo that says what is computed.
  KernelMemo::Key makeMemoKey() const;

  /// Element types of the inputs.
  SmallVector<Type, 4> inputs;
  SmallVector<Node, 1> nodes;
};

/// The dialects that the kernel of a tree with `nodes` needs, as for one.
llvm::Expected<const DialectRegistry *>
getKernelDialects(ArrayRef<PointwiseTree::Node> nodes);

/// One dimension of the kernel of a tree: bit i is set if input i repeats along
/// it.
using PointwiseDim = uint64_t;

/// The key of the kernel of `tree`. In each dimension of `dims`, each node has
/// an operand that does not repeat. Sizes and strides of outer dimensions are
/// arguments of the kernel.
std::string makePointwiseKey(const PointwiseTree &tree,
                             ArrayRef<PointwiseDim> dims);

} // namespace mlir::relay

#endif // LIB_EVALUATION_KERNELS_KERNELKEY_H
