//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of constant expressions: in which order, and for how long.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_FOLDEVALUATION_H
#define LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_FOLDEVALUATION_H

#include "ConstantGraph.h"
#include "FoldBudget.h"
#include "FoldReport.h"
#include "PointwiseBatch.h"
#include "RelayLite/Evaluation/EvalValue.h"

namespace mlir::relay {

/// Evaluates nodes of a graph in its order, and decides their states. Values
/// that only other nodes need are freed at their last use. A node that has no
/// value makes its operands wanted in its place.
class FoldEvaluation {
public:
  using Index = ConstantGraph::Index;

  /// `cancellation` may be null.
  FoldEvaluation(ConstantGraph &graph, FoldBudget &budget, FoldReport &report,
                 Cancellation *cancellation)
      : graph(graph), budget(budget), report(report),
        cancellation(cancellation) {}

  /// The value of `index`, whose users may not be known yet; empty if it has
  /// none. It stays while nothing has used it.
  EvalValue evaluate(Index index);

  /// Makes `index` wanted or, if it is a structure, its operands.
  void want(Index index);
  /// Evaluates all that is wanted and not too large.
  void evaluateWanted();
  /// The value of a node that is wanted, which is freed here.
  EvalValue takeValue(Index index);
  /// Whether a node has had a value.
  bool wasEvaluated(Index index) const {
    return index < slots.size() && slots[index].wasEvaluated;
  }
  /// Whether nothing more is to be evaluated: there is not enough memory, or
  /// the run was cancelled.
  bool isEnded() const;
  /// Whether there is memory for a small step at `op`, which makes `what`.
  /// Otherwise this is an error, and the end.
  bool checkMemory(Operation *op, StringRef what);

private:
  /// The value of a node, and what is known of its use.
  struct Slot {
    EvalValue value;
    /// Bytes that the value, or what the batch will make it, is counted with.
    uint64_t numBytes = 0;
    /// Uses by nodes that are to be evaluated or share the data.
    uint32_t numUses = 0;
    bool isNeeded = false;
    bool wasEvaluated = false;
    /// The value shares the data of operands, which are used as long.
    bool sharesOperands = false;
  };

  /// Evaluates `wanted`, which have no values yet, and what they need.
  void evaluateAll(ArrayRef<Index> wanted);
  void evaluateNode(Index index);
  llvm::Expected<EvalValue> compute(Index index);
  llvm::Expected<EvalValue> computeOperator(Index index,
                                            ArrayRef<EvalValue> operands);
  /// Leaves a large pointwise operator to the batch, if that can take it.
  bool addToBatch(Index index);
  void evaluateBatch();

  /// Spends the work of a node, or fails if a limit keeps it from being
  /// evaluated.
  llvm::Error admit(Index index);
  /// Applies the limit of growth to a node that is wanted, if its size is
  /// known.
  void checkGrowth(Index index);
  /// Return the message of `error`, of the evaluation of `op`. An error that
  /// does not come from the program is reported and ends the run.
  std::string takeReason(Operation *op, llvm::Error error);
  /// Leaves a node where it is, because it has no value.
  void leave(Index index, std::string reason);
  void setValue(Index index, EvalValue value);
  void resize(Index index, uint64_t numBytes) {
    budget.resize(index, slots[index].numBytes, numBytes);
    slots[index].numBytes = numBytes;
  }
  /// Counts one use off each of `indices`, and frees what nothing needs then.
  void release(ArrayRef<Index> indices);
  void drop(Index index);
  /// Whether something that may still be added may need the value, or each
  /// condition would be computed from the beginning.
  bool isForLater(Index index) const;

  ConstantGraph &graph;
  FoldBudget &budget;
  FoldReport &report;
  Cancellation *cancellation;
  std::vector<Slot> slots;
  PointwiseBatch batch;
  KernelMemo memo;
  /// Whether operations are still being added, and the values that are kept for
  /// them.
  bool isCollecting = true;
  SmallVector<Index> kept;
  size_t numMemoryChecks = 0;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_FOLDEVALUATION_H
