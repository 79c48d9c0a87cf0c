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

#include "ConstantCollector.h"
#include "FoldPolicy.h"
#include "mlir/Analysis/TopologicalSortUtils.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

bool ConstantCollector::addLeaf(Operation *op) {
  ElementsAttr value = getFixedValue(op, config);
  if (value)
    graph.append(op, ConstantGraph::Kind::Leaf, value);
  return value != nullptr;
}

void ConstantCollector::add(Operation *op) {
  if (op->getNumResults() != 1 || evaluation.isEnded() ||
      !evaluation.checkMemory(op, "the graph of constants"))
    return;
  bool isOnConstants =
      !isConstantTensor(op) &&
      llvm::all_of(op->getOperands(), [&](Value operand) {
        std::optional<ConstantGraph::Index> index = graph.find(operand);
        return index && graph[*index].state != ConstantGraph::State::NoValue;
      });
  // A leaf follows from the types of its operands alone. The result of a
  // pointwise operator does not.
  bool mayBeLeaf = !isOnConstants || !op->hasTrait<Pointwise>();
  if ((mayBeLeaf && addLeaf(op)) || (!isOnConstants && !isConstantTensor(op)))
    return;
  StringRef reason = getReasonNotToFold(op, config);
  if (reason.empty()) {
    graph.append(op, isStructure(op)       ? ConstantGraph::Kind::Structure
                     : isa<TupleGetOp>(op) ? ConstantGraph::Kind::Field
                                           : ConstantGraph::Kind::Operator);
  } else if (isConstantTensor(op)) {
    // Its users are no candidates.
    report.addRemark(op, "NotFolded", reason);
  } else if (op->getNumRegions() == 0 && !isa<LetOp>(op) &&
             (op->getNumOperands() != 0 || isa<OperatorInterface>(op))) {
    report.addNotFolded(op, reason);
  }
}

LogicalResult ConstantCollector::addExpression(Value value,
                                               bool isOneOperator) {
  DenseSet<Operation *> visited;
  SmallVector<std::pair<Operation *, unsigned>> stack;
  auto visit = [&](Operation *op) -> LogicalResult {
    if (!op)
      return failure();
    if (!visited.insert(op).second || graph.find(op) || addLeaf(op))
      return success();
    if (isOneOperator && !stack.empty() && !isStructure(op))
      return failure();
    stack.push_back({op, 0});
    return success(getReasonNotToFold(op, config).empty());
  };
  if (failed(visit(value.getDefiningOp())))
    return failure();
  while (!stack.empty()) {
    auto &[op, next] = stack.back();
    if (next < op->getNumOperands()) {
      if (failed(visit(op->getOperand(next++).getDefiningOp())))
        return failure();
      continue;
    }
    add(op);
    if (!graph.find(op))
      return failure();
    stack.pop_back();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

// tuple_get(tuple(x...), i) -> x[i]
// tuple_get(on_device(tuple(x...)), i) -> on_device(x[i])
bool ConstantCollector::simplifyTupleGet(TupleGetOp op) {
  auto onDevice = op.getTuple().getDefiningOp<OnDeviceOp>();
  auto tuple =
      (onDevice ? onDevice.getBody() : op.getTuple()).getDefiningOp<TupleOp>();
  // The index may be out of range if the type of the tuple is unknown.
  if (!tuple || op.getIndex() >= tuple.getFields().size() ||
      hasNoFoldMark(tuple) || (onDevice && hasNoFoldMark(onDevice)))
    return false;
  Value field = tuple.getFields()[op.getIndex()];
  // In an unreachable block, the operation may be its own field.
  if (field.getType() != op.getType() || field == op.getResult())
    return false;
  if (onDevice) {
    OpBuilder b(op);
    auto moved = OnDeviceOp::create(b, op.getLoc(), field.getType(), field,
                                    onDevice.getProperties());
    field = moved;
    add(moved);
    unusedOnDevices.insert(onDevice);
  }
  op.getResult().replaceAllUsesWith(field);
  op.erase();
  unusedTuples.insert(tuple);
  return true;
}

// if(c, x, y) -> x or y
Operation *ConstantCollector::simplifyIf(IfOp op) {
  std::optional<ConstantGraph::Index> index = graph.find(op.getCondition());
  EvalValue condition = index ? evaluation.evaluate(*index) : EvalValue();
  // If types are unknown, the condition may be anything.
  const Tensor *tensor = condition.getTensor();
  if (!tensor || !*tensor || tensor->getType().getRank() != 0 ||
      !tensor->getType().getElementType().isInteger(1))
    return nullptr;
  bool isTrue = tensor->getBytes().front() != 0;
  Block &taken = (isTrue ? op.getThenRegion() : op.getElseRegion()).front();
  Operation *yield = taken.getTerminator();
  Value result = yield->getOperand(0);
  // In a graph region.
  if (result == op.getResult())
    return nullptr;
  Operation *first = taken.empty() ? nullptr : &taken.front();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         taken.getOperations());
  Region &other = isTrue ? op.getElseRegion() : op.getThenRegion();
  remarkFoldable(other, [&](Operation *each) {
    report.addRemark(each, "Erased", "it is in a branch that is not taken");
  });
  OpBuilder b(op);
  if (result.getType() != op.getType())
    result = TypeCastOp::create(b, op.getLoc(), op.getType(), result);
  op.getResult().replaceAllUsesWith(result);
  // The operations of the branch and the cast stand at the place of `op`.
  Operation *next = first == yield ? yield->getNextNode() : first;
  if (next == op)
    next = op->getNextNode();
  yield->erase();
  op.erase();
  return next;
}

void ConstantCollector::eraseDead() {
  auto erase = [&](Operation *op) {
    if (op->use_empty() && !graph.find(op))
      op->erase();
  };
  llvm::for_each(unusedOnDevices.takeVector(), erase);
  llvm::for_each(unusedTuples.takeVector(), erase);
}

void ConstantCollector::visitRegion(Region &region) {
  if (region.empty())
    return;
  if (region.hasOneBlock())
    return visitBlock(region.front());
  // The definition of a value may be in a block that is written later.
  for (Block *block : getBlocksSortedByDominance(region))
    visitBlock(*block);
}

void ConstantCollector::visitBlock(Block &block) {
  for (Operation *op = block.empty() ? nullptr : &block.front(), *next; op;
       op = next) {
    next = op->getNextNode();
    auto branch = dyn_cast<IfOp>(op);
    auto get = dyn_cast<TupleGetOp>(op);
    if ((branch || get) && !hasNoFoldMark(op)) {
      Operation *first = branch ? simplifyIf(branch) : nullptr;
      if (first)
        next = first;
      if (first || (get && simplifyTupleGet(get))) {
        report.getStatistics().hasChanged = true;
        continue;
      }
    }
    add(op);
    // Whether a literal is called on the spot may depend on what follows.
    if (isa<FnOp>(op) || !getReasonToSkip(op).empty()) {
      literals.push_back(op);
      continue;
    }
    // Nesting is limited.
    for (Region &nested : op->getRegions())
      visitRegion(nested);
  }
}

void ConstantCollector::addFunction(Operation *function) {
  StringRef reason = getReasonToSkip(function);
  if (reason.empty())
    reason = getReasonToSkipAround(function);
  if (!reason.empty())
    return remarkSkipped(function, reason);
  for (Region &region : function->getRegions())
    visitRegion(region);
  // The only call of a function literal may be in an erased branch of another.
  for (bool isNew = true; std::exchange(isNew, false);)
    for (Operation *op : std::exchange(literals, {})) {
      if (!getReasonToSkip(op).empty()) {
        literals.push_back(op);
        continue;
      }
      isNew = true;
      for (Region &region : op->getRegions())
        visitRegion(region);
    }
  for (Operation *op : std::exchange(literals, {}))
    remarkSkipped(op, getReasonToSkip(op));
  eraseDead();
}

//===----------------------------------------------------------------------===//
// Remarks on what is not visited
//===----------------------------------------------------------------------===//

void ConstantCollector::remarkFoldable(Region &region,
                                       function_ref<void(Operation *)> remark) {
  if (!FoldReport::areRemarksWanted(region.getParentOp()))
    return;
  DenseSet<Value> constants;
  region.walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool isConstant = isConstantTensor(op) && !hasNoFoldMark(op);
    bool isOnConstants =
        op->getNumOperands() != 0 && op->getNumResults() == 1 &&
        llvm::all_of(op->getOperands(), [&](Value value) {
          return constants.contains(value) || graph.find(value);
        });
    if (!isConstant &&
        (!isOnConstants || !getReasonNotToFold(op, config).empty()))
      return;
    constants.insert(op->getResult(0));
    if (isa<OperatorInterface>(op))
      remark(op);
  });
}

void ConstantCollector::remarkSkipped(Operation *function, StringRef reason) {
  for (Region &region : function->getRegions())
    remarkFoldable(region, [&](Operation *op) {
      report.addRemark(op, "NotFolded", reason);
    });
}
