//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How constants take the place of what is folded.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_WRITEBACK_H
#define LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_WRITEBACK_H

#include "ConstantGraph.h"
#include "FoldEvaluation.h"
#include "FoldReport.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::relay {

/// Makes constants, and tuples of them, for `value`.
Value materializeValue(OpBuilder &b, Location loc, const EvalValue &value);

/// Replaces what is wanted by its values, remarks on all nodes and erases what
/// is dead. Values are not counted, limited or computed here.
class WriteBack {
public:
  using Index = ConstantGraph::Index;

  /// `value`, if there is one, is to be replaced although nothing may use it.
  WriteBack(ConstantGraph &graph, FoldEvaluation &evaluation,
            FoldReport &report, Value value = {})
      : graph(graph), evaluation(evaluation), report(report), value(value) {}

  /// Replaces what is wanted.
  void replace();
  /// Erases what nothing uses then.
  void eraseDead();

  /// Return the replacement of the value.
  Value getReplacement() const { return value; }

private:
  using Node = ConstantGraph::Node;

  void findWhatStays();
  /// Whether `user` is to use what is written back: it is neither part of a
  /// value that is too large nor about to go.
  bool usesWritten(Operation *user) const;
  bool hasUsersOfWritten(Value result) const;
  void replaceNode(Index index);
  /// Replaces the result of `op` where it is to be written, below a type_cast
  /// if the types differ.
  void replaceUses(Operation *op, Value replacement);

  ConstantGraph &graph;
  FoldEvaluation &evaluation;
  FoldReport &report;
  Value value;
  /// Nodes that are part of values that are too large and stay as they are
  /// written, and those that stay and use what is written back.
  llvm::BitVector isKept, isUser;
  /// Constants, also below what only says on which device they are or that
  /// their type is another.
  llvm::DenseSet<Value> constants;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_WRITEBACK_H
