//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which expressions are constant.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_CONSTANTCOLLECTOR_H
#define LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_CONSTANTCOLLECTOR_H

#include "ConstantGraph.h"
#include "FoldEvaluation.h"
#include "FoldReport.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relay {

/// Adds constant expressions to a graph: all of a function, in program order,
/// or what one value is computed from. In functions it simplifies what needs no
/// evaluation, or that of a condition only, on its way.
class ConstantCollector {
public:
  ConstantCollector(ConstantGraph &graph, FoldEvaluation &evaluation,
                    FoldReport &report, const FoldConstantConfig &config)
      : graph(graph), evaluation(evaluation), report(report), config(config) {}

  void addFunction(Operation *function);

  /// Adds what `value` is computed from, operands first: one operator at most,
  /// if `isOneOperator`. Fails when something is not constant.
  LogicalResult addExpression(Value value, bool isOneOperator = false);

private:
  /// Adds the operation if its result is constant, given what has been added
  /// before. Remarks why not if its operands are.
  void add(Operation *op);
  bool addLeaf(Operation *op);
  void visitRegion(Region &region);
  void visitBlock(Block &block);
  bool simplifyTupleGet(TupleGetOp op);
  Operation *simplifyIf(IfOp op);
  void eraseDead();
  /// Calls `remark` for each operator in `region` that could be folded, if
  /// anybody reads remarks.
  void remarkFoldable(Region &region, function_ref<void(Operation *)> remark);
  void remarkSkipped(Operation *function, StringRef reason);

  ConstantGraph &graph;
  FoldEvaluation &evaluation;
  FoldReport &report;
  const FoldConstantConfig &config;
  /// Functions in the one that is visited, as long as they are left alone.
  SmallVector<Operation *> literals;
  /// Operations that may be dead. In graphs and unreachable blocks, such an
  /// operation may come after its former user and be the next one to visit.
  llvm::SetVector<Operation *> unusedOnDevices, unusedTuples;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_CONSTANTCOLLECTOR_H
