//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Large pointwise operators that are evaluated together.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_POINTWISEBATCH_H
#define LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_POINTWISEBATCH_H

#include "ConstantGraph.h"
#include "RelayLite/Evaluation/PointwiseGroup.h"

namespace mlir::relay {

/// Collects large pointwise operators with results of one shape, which wait to
/// be evaluated together by a PointwiseGroup. Knows the nodes by number only.
class PointwiseBatch {
public:
  using Index = ConstantGraph::Index;
  /// A node that is read, and its value unless it is pending.
  using Operand = std::pair<Index, Tensor>;

  /// Whether `op` is a pointwise operator on large tensors that has a value
  /// whatever they hold.
  static bool isSuited(Operation *op);

  /// Whether operators with results of this shape may be added.
  bool takes(ArrayRef<int64_t> shape) const {
    return !group || group->getShape() == shape;
  }
  /// Adds `op`, which is suited. Returns whether it could be added.
  bool add(Index index, Operation *op, ArrayRef<Operand> operands);
  /// Takes back what was added last.
  void removeLast();

  /// Return the nodes to evaluate.
  ArrayRef<Index> getPending() const { return pending; }
  bool isPending(Index index) const {
    auto it = entries.find(index);
    return it != entries.end() && it->second.isPending;
  }
  /// How often what is pending reads `index`.
  uint32_t countReads(Index index) const {
    return entries.lookup(index).numReads;
  }

  /// Finds the kernels that are needed for `results`. Fails if there is one
  /// that has none.
  llvm::Error prepare(ArrayRef<Index> results, KernelMemo &memo);
  /// The values of the results. Fails as PointwiseGroup::run.
  llvm::Expected<SmallVector<Tensor>> run(Cancellation *cancellation) {
    return group->run(cancellation);
  }

private:
  struct Entry {
    PointwiseGroup::Index position = 0;
    uint32_t numReads = 0;
    bool isPending = false;
  };
  std::unique_ptr<PointwiseGroup> group;
  SmallVector<Index> pending;
  DenseMap<Index, Entry> entries;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_POINTWISEBATCH_H
