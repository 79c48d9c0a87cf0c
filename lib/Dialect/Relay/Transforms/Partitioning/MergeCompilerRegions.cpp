//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MergeCompilerRegions: joins parts for one compiler.
//
//===----------------------------------------------------------------------===//

#include "CompilerAnnotations.h"
#include "MergeGraph.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relay {
#define GEN_PASS_DEF_MERGECOMPILERREGIONSPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
/// Joins the parts of a function.
class PartMerger {
public:
  PartMerger(func::FuncOp function, AnnotatedParts &parts);

  /// Joins `part` with the parts that it uses, after they have been with
  /// theirs.
  void visit(AnnotatedPart *part);
  unsigned getNumMerged() const { return numMerged; }

private:
  unsigned getNode(Operation *op);
  unsigned getNode(AnnotatedPart *part) {
    return getNode(part->begins.front());
  }
  void mergeWithUsed(AnnotatedPart &part);

  AnnotatedParts &parts;
  /// The operations of all blocks. A use in a nested block counts for the
  /// operation around that block. A region is one node.
  MergeGraph graph;
  DenseMap<Operation *, unsigned> nodes;
  llvm::DenseSet<AnnotatedPart *> entered;
  unsigned numMerged = 0;
};
} // namespace

unsigned PartMerger::getNode(Operation *op) {
  auto [it, isNew] = nodes.try_emplace(op, 0);
  if (isNew)
    it->second = graph.addNode();
  return it->second;
}

PartMerger::PartMerger(func::FuncOp function, AnnotatedParts &parts)
    : parts(parts) {
  // The last operation with effects of each block: effects stay in order.
  DenseMap<Block *, Operation *> lastEffects;
  function.getBody().walk([&](Operation *op) {
    if (!isMemoryEffectFree(op)) {
      Operation *&last = lastEffects[op->getBlock()];
      if (last)
        graph.addEdge(getNode(last), getNode(op));
      last = op;
    }
    for (Value operand : op->getOperands()) {
      Operation *used = operand.getDefiningOp();
      Operation *user =
          used ? used->getBlock()->findAncestorOpInBlock(*op) : nullptr;
      if (user)
        graph.addEdge(getNode(used), getNode(user));
    }
    AnnotatedPart *part = parts.lookup(op);
    if (part && part->block == op->getBlock())
      graph.merge(getNode(op), getNode(part));
  });
}

void PartMerger::mergeWithUsed(AnnotatedPart &part) {
  llvm::SetVector<AnnotatedPart *> candidates;
  for (AnnotationCompilerBeginOp begin : part.begins)
    if (AnnotatedPart *used = parts.lookupDefinition(begin.getData()))
      if (used != &part && used->compiler == part.compiler &&
          used->block == part.block)
        candidates.insert(used);
  for (AnnotatedPart *used : candidates) {
    unsigned from = getNode(used), into = getNode(&part);
    if (graph.hasDetour(from, into))
      continue;
    graph.merge(from, into);
    parts.merge(*used, part);
    ++numMerged;
  }
}

// Without recursion: chains of parts are as long as they like.
void PartMerger::visit(AnnotatedPart *part) {
  if (!entered.insert(part).second)
    return;
  SmallVector<std::pair<AnnotatedPart *, bool>> stack = {{part, false}};
  while (!stack.empty()) {
    auto [top, isReady] = stack.back();
    if (isReady) {
      mergeWithUsed(*top);
      stack.pop_back();
      continue;
    }
    stack.back().second = true;
    for (AnnotationCompilerBeginOp begin : top->begins)
      if (AnnotatedPart *used = parts.lookupDefinition(begin.getData()))
        if (entered.insert(used).second)
          stack.emplace_back(used, false);
  }
}

// begin(end(x)) inside of a part -> x
static void removeInnerMarks(AnnotatedParts &parts) {
  for (Operation *mark : parts.getMarks()) {
    auto begin = dyn_cast<AnnotationCompilerBeginOp>(mark);
    auto end = begin ? begin.getData().getDefiningOp<AnnotationCompilerEndOp>()
                     : AnnotationCompilerEndOp();
    if (!end || parts.lookup(end) != parts.lookup(begin))
      continue;
    removeMark(begin, end.getData());
    if (end.use_empty())
      end.erase();
  }
}

namespace {
struct MergeCompilerRegionsPass
    : public relay::impl::MergeCompilerRegionsPassBase<
          MergeCompilerRegionsPass> {
  using MergeCompilerRegionsPassBase::MergeCompilerRegionsPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (isSkippedByFunctionPasses(function) || !hasRelayBody(function))
      return markAllAnalysesPreserved();
    bool hasSunk = sinkBegins(function);
    FailureOr<AnnotatedParts> parts = AnnotatedParts::compute(function);
    if (failed(parts))
      return signalPassFailure();
    PartMerger merger(function, *parts);
    for (Operation *mark : parts->getMarks())
      if (isa<AnnotationCompilerEndOp>(mark))
        merger.visit(parts->lookup(mark));
    if (!merger.getNumMerged() && !hasSunk)
      return markAllAnalysesPreserved();
    removeInnerMarks(*parts);
    numMerged += merger.getNumMerged();
  }
};
} // namespace
