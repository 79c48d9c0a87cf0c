//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluation of one Relay operator on tensors.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_EVALUATION_OPERATOREVALUATOR_H
#define RELAYLITE_EVALUATION_OPERATOREVALUATOR_H

#include "RelayLite/Evaluation/EvalValue.h"
#include "RelayLite/Evaluation/KernelCompiler.h"
#include "RelayLite/Support/Cancellation.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace mlir::relay {

/// The treatment of an operation that has no value on its operands: an integer
/// division by zero, or of the smallest integer by -1, an index out of range
/// (IndexingInterface), or a count that is too large (CountInterface).
enum class TrapMode {
  /// Give the result that docs/Semantics.md says.
  Define,
  /// Fail: constant folding leaves the operation in place.
  Fail
};

struct EvaluationOptions {
  TrapMode trapMode = TrapMode::Define;
  /// May end the evaluation; may be null.
  Cancellation *cancellation = nullptr;
};

/// How an operator is evaluated.
enum class EvaluationPlan {
  /// By the fold() of an operation that is no operator: see
  /// mayHaveFolder.
  Folder,
  /// It has the value of its operand, of whatever kind.
  Identity,
  /// As the operator that takes shapes from attributes (StaticFormInterface).
  StaticForm,
  /// As the composition of operators that it stands for
  /// (CanonicalFormInterface).
  CanonicalForm,
  /// It has the memory of its operand, in another shape.
  View,
  /// By copying elements, where types tell which; else as Kernel.
  Move,
  /// By shared kernels with sizes at run time. Splats stay such.
  Pointwise,
  /// By a kernel of its shapes, or one for many of them (CollapsibleInterface).
  /// Splats take the memory of all their elements.
  Kernel
};
EvaluationPlan getEvaluationPlan(Operation *op);

/// Whether `op`, an operation of another dialect without OperatorInterface, may
/// be evaluated by its fold(): it has no regions and no effects, and its
/// operands and its one result are tensors as Relay has them, of static shape.
bool mayHaveFolder(Operation *op);

/// How threads share the work of a kernel: each computes a part of the result,
/// along one dimension of it, or the kernel finds the part of a KernelShare.
struct KernelSplit {
  /// The differences between a part of a tensor and the whole.
  struct Part {
    /// The position of the size in KernelCall::sizes; none if each part needs
    /// all of the tensor.
    std::optional<size_t> size;
    /// Bytes from one index to the next.
    int64_t stride = 0;
  };
  /// The size of the dimension, or the amount of work that the kernel divides.
  int64_t extent = 0;
  /// The parts of the operands and the result; empty if the kernel divides its
  /// work itself.
  SmallVector<Part> tensors;
  /// Whether parts need nothing that others need too, so that many take no
  /// longer than a few.
  bool isIndependent = false;
};

/// How a kernel is called.
struct KernelCall {
  Kernel kernel;
  /// Arguments of KernelFunction where they do not depend on the operands.
  SmallVector<int64_t, 0> sizes, strides;
  /// None where one thread has to do it all.
  std::optional<KernelSplit> split;
};

/// Remembers kernels by the operations, attributes and types of one
/// MLIRContext, and finds them without printing the key by which the process
/// knows them. Not thread-safe; must not outlive the context.
class KernelMemo {
public:
  /// The parts of a key: pointers that the context has made unique, and
  /// numbers.
  using Key = SmallVector<uint64_t, 16>;

  const KernelCall *lookup(const Key &key) const {
    auto it = kernels.find(toString(key));
    return it == kernels.end() ? nullptr : &it->second;
  }
  const KernelCall *insert(const Key &key, KernelCall call) {
    return &kernels.insert_or_assign(toString(key), std::move(call))
                .first->second;
  }

  /// How many different kernels there are: one may serve calls of many types.
  size_t countKernels() const {
    llvm::SmallDenseSet<KernelFunction> functions;
    for (const auto &entry : kernels)
      functions.insert(entry.second.kernel.function);
    return functions.size();
  }

private:
  static StringRef toString(const Key &key) {
    return {reinterpret_cast<const char *>(key.data()),
            key.size() * sizeof(uint64_t)};
  }
  llvm::StringMap<KernelCall> kernels;
};

/// Evaluates the operator `op` (it implements OperatorInterface, or
/// mayHaveFolder holds) on `operands`, whose types are compatible with those of
/// the operation; the result has the type that the operator infers from them.
/// `memo` is for calls with operations of one context. `checkType`, if there is
/// one, is asked before memory is taken for a result of the given type, which
/// may be known only now, and may fail. Fails with a reason, without a
/// location.
llvm::Expected<EvalValue>
evaluateOperator(Operation *op, ArrayRef<EvalValue> operands, KernelMemo &memo,
                 const EvaluationOptions &options = {},
                 function_ref<llvm::Error(Type)> checkType = {});

/// Whether splats that `op` is given take the memory of all their elements
/// while it is evaluated.
bool expandsSplats(Operation *op);

/// Compile the kernels that evaluateOperator needs for `operations` on operands
/// of their types, on the threads of their context: many small programs are
/// compiled faster by several threads. Kernels that are not known before
/// evaluation, or do not compile, are left to evaluation. `notify`, if given,
/// receives the number of finished kernels and the number of all.
void prepareKernels(ArrayRef<Operation *> operations, KernelMemo &memo,
                    const std::function<void(size_t, size_t)> &notify = {},
                    Cancellation *cancellation = nullptr);

} // namespace mlir::relay

#endif // RELAYLITE_EVALUATION_OPERATOREVALUATOR_H
