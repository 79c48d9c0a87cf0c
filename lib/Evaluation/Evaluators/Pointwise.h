//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of the kernels of pointwise operators: they run over the two innermost
// dimensions, with run-time sizes, within loops over the others.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_EVALUATORS_POINTWISE_H
#define LIB_EVALUATION_EVALUATORS_POINTWISE_H

#include "../Kernels/KernelKey.h"
#include "RelayLite/Evaluation/OperatorEvaluator.h"
#include "mlir/IR/Operation.h"
#include "llvm/Support/Error.h"

namespace mlir::relay {

/// One dimension of an iteration space: its size and the stride, in elements,
/// of each input and, last, of the result. A stride of 0 repeats.
struct IterationDim {
  int64_t size;
  SmallVector<int64_t, 4> strides;
};

/// `dims`, outermost first, without those of size 1 and with neighbours merged
/// where all strides chain; at least one remains.
SmallVector<IterationDim> collapseDims(ArrayRef<IterationDim> dims,
                                       size_t numTensors);

/// The strides of a row-major tensor of shape `own` in a space of shape `shape`
/// that it broadcasts to.
SmallVector<int64_t> computeBroadcastStrides(ArrayRef<int64_t> own,
                                             ArrayRef<int64_t> shape);

/// A kernel with the sizes and strides that it is called with.
class PointwiseCall {
public:
  /// The call of the kernel of `tree` over `dims`, which are collapsed and not
  /// empty.
  static llvm::Expected<PointwiseCall>
  get(const PointwiseTree &tree, ArrayRef<IterationDim> dims, KernelMemo &memo);

  /// Runs it on the tensors at `bases`, the result last.
  void run(ArrayRef<char *> bases) const;

private:
  Kernel kernel;
  SmallVector<IterationDim> outer;
  SmallVector<int64_t> sizes, strides, elementSizes;
};

} // namespace mlir::relay

#endif // LIB_EVALUATION_EVALUATORS_POINTWISE_H
