//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant folding: what is to be written back, and how.
//
//===----------------------------------------------------------------------===//

#include "ConstantGraph.h"
#include "FoldRemarks.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

void ConstantGraph::setRoot(Node &node, bool isRoot) {
  uint64_t numBytes = node.numHeldBytes;
  hold(node, 0);
  node.isRoot = isRoot;
  hold(node, numBytes);
}

void ConstantGraph::markRoot(Index index) {
  SmallVector<Index> worklist = {index};
  // Tuples may share fields that are tuples.
  llvm::SmallDenseSet<Index> seen;
  while (!worklist.empty()) {
    Index current = worklist.pop_back_val();
    Node &node = nodes[current];
    if (node.isLeft)
      continue;
    if (node.kind != Node::Structure) {
      setRoot(node, true);
      continue;
    }
    if (!seen.insert(current).second)
      continue;
    // Fields may have been released when the tuple was made.
    for (auto [i, operand] : llvm::enumerate(getOperands(node))) {
      if (node.value && !nodes[operand].value) {
        const EvalTuple *tuple = node.value.getTuple();
        setValue(nodes[operand],
                 isa<TupleOp>(node.op) ? (*tuple)[i] : node.value);
      }
      worklist.push_back(operand);
    }
  }
}

void ConstantGraph::block(Index index, const Twine &reason) {
  block(index, [&] { return reason.str(); });
}

void ConstantGraph::block(Index index, function_ref<std::string()> getReason) {
  Node &node = nodes[index];
  node.isBlocked = true;
  // A binding follows what it binds.
  if (!isa<LetOp>(node.op)) {
    if (areRemarksWanted(node.op))
      recorder.hideProgress();
    remarkNotFolded(node.op, getReason);
    ++statistics.numNotFolded;
  }
  dropValue(node);
  // What was refused may turn out to have no value when others need it.
  if (std::exchange(node.isLeft, true))
    return;
  node.isRoot = false;
  for (Index operand : getOperands(node))
    markRoot(operand);
}

void ConstantGraph::refuse(Index index, function_ref<std::string()> getReason) {
  Node &node = nodes[index];
  hasRefused = true;
  if (areRemarksWanted(node.op))
    refusals[index] = getReason();
  dropValue(node);
  node.isLeft = true;
  setRoot(node, false);
}

void ConstantGraph::markKept() {
  if (!hasRefused)
    return;
  for (Node &node : llvm::reverse(nodes)) {
    node.isKept |= node.isLeft && !node.isBlocked;
    // Users come after what they use.
    node.usesWritten =
        !node.isKept &&
        (node.isLeft || (node.kind == Node::Structure &&
                         llvm::any_of(node.op->getUsers(), [&](auto *user) {
                           return usesWritten(user);
                         })));
    if (!node.isKept || node.kind == Node::Leaf)
      continue;
    // Not those that evaluation reads: bindings stay as well.
    for (Value operand : node.op->getOperands())
      nodes[indices.lookup(operand)].isKept = true;
  }
}

bool ConstantGraph::usesWritten(Operation *user) const {
  if (!hasRefused || user->getNumResults() != 1)
    return true;
  auto it = indices.find(user->getResult(0));
  return it == indices.end() || nodes[it->second].usesWritten;
}

void ConstantGraph::tellRefused() {
  if (!hasRefused)
    return;
  for (auto [i, node] : llvm::enumerate(nodes)) {
    if (!node.isLeft || node.isBlocked)
      continue;
    remarkNotFolded(node.op, [&, i = i] { return refusals.lookup(i); });
    ++statistics.numNotFolded;
  }
}

//===----------------------------------------------------------------------===//
// Writing back
//===----------------------------------------------------------------------===//

Value relay::materializeValue(OpBuilder &b, Location loc,
                              const EvalValue &value) {
  if (const Tensor *tensor = value.getTensor())
    return ConstantOp::create(
        b, loc,
        makeConstant(tensor->getType(), tensor->getBytes(), tensor->isSplat(),
                     tensor->getOwner()));
  SmallVector<Value> fields;
  for (const EvalValue &field : *value.getTuple())
    fields.push_back(materializeValue(b, loc, field));
  auto type = TupleType::get(b.getContext(), ValueRange(fields).getTypes());
  return TupleOp::create(b, loc, type, fields);
}

llvm::Error ConstantGraph::prepareForConstants(EvalValue &value,
                                               MLIRContext *context) {
  // To copy small ones takes no memory to speak of.
  constexpr size_t minBytes = 1 << 20;
  SmallVector<Tensor> tensors;
  (void)value.flatten(tensors);
  bool hasChanged = false;
  for (Tensor &tensor : tensors) {
    ArrayRef<char> bytes = tensor.getBytes();
    if (bytes.size() < minBytes || canTakeOver(bytes))
      continue;
    Tensor copy = Tensor::allocate(tensor.getType());
    if (!copy)
      return makeMemoryError("a constant");
    llvm::copy(bytes, copy.getData());
    tensor = std::move(copy);
    hasChanged = true;
  }
  ArrayRef<Tensor> rest = tensors;
  if (hasChanged)
    value = EvalValue::unflatten(value.getType(context), rest);
  return llvm::Error::success();
}

FoldConstantStatistics ConstantGraph::writeBack() {
  isCollecting = false;
  evaluateRoots();
  (void)replaceRoots();
  (void)replaceLets();
  statistics.numKernels = memo.countKernels();
  recorder.finish(statistics);
  eraseDead();
  return std::move(statistics);
}

FailureOr<Value> ConstantGraph::writeBack(Value value) {
  Index index = indices.lookup(value);
  if (nodes[index].isBlocked)
    return failure();
  wantedRoot = index;
  evaluateRoots();
  // All that is in the way of one value is in its own expression.
  if (llvm::any_of(nodes, [](const Node &node) { return node.isLeft; }))
    return failure();
  Value replacement = replaceRoots(index);
  if (Value bound = replaceLets(index))
    replacement = bound;
  if (!replacement)
    replacement = value;
  // It need not have uses.
  eraseDead(replacement.getDefiningOp());
  if (isEnded())
    return failure();
  return replacement;
}

void ConstantGraph::markRoots() {
  if (wantedRoot)
    return markRoot(*wantedRoot);
  for (auto [i, node] : llvm::enumerate(nodes)) {
    bool isLive = llvm::any_of(node.op->getUsers(), [&](Operation *user) {
      if (user->getNumResults() != 1)
        return true;
      auto it = indices.find(user->getResult(0));
      return it == indices.end() || nodes[it->second].isLeft;
    });
    if (isLive)
      markRoot(i);
  }
}

void ConstantGraph::evaluateRoots() {
  isWritingBack = true;
  markRoots();
  // What cannot be evaluated makes roots of its operands, which limits apply
  // to as well, and whose values may have been freed. The sizes of some values
  // are known only now.
  while (true) {
    refuseLargeRoots();
    SmallVector<Index> missing;
    for (auto [i, node] : llvm::enumerate(nodes)) {
      // Constants that are live need not be read.
      if (isa<ConstantOp>(node.op))
        setRoot(node, false);
      if (node.isRoot && !node.value)
        missing.push_back(i);
    }
    if (missing.empty())
      break;
    evaluateNeeded(missing);
  }
  isWritingBack = false;
  recorder.hideProgress();
  tellRefused();
}

Value ConstantGraph::replaceRoots(Index wanted) {
  Value replacement;
  markKept();
  for (auto [i, node] : llvm::enumerate(nodes)) {
    if (isa<ConstantOp>(node.op))
      continue;
    if (!node.isRoot) {
      // Not told before: what is a root may turn out after its evaluation.
      if (node.isKept && !node.isLeft && node.isOperator) {
        remarkNotFolded(node.op, [] {
          return std::string("it is part of a value that is too large");
        });
        ++statistics.numNotFolded;
      } else if (node.isEvaluated && !node.isLeft) {
        remarkEvaluated(node.op);
      }
      continue;
    }
    Value result = node.op->getResult(0);
    // What stays reads what it has read.
    if (i != wanted && llvm::none_of(result.getUsers(), [&](Operation *user) {
          return usesWritten(user);
        })) {
      dropValue(node);
      continue;
    }
    llvm::Error error = prepareForConstants(node.value, node.op->getContext());
    if (!error && !isMemoryLeftNow())
      error = makeMemoryError("a constant");
    if (error) {
      (void)takeReason(node.op, std::move(error));
      break;
    }
    OpBuilder b(node.op);
    SmallVector<Tensor> tensors;
    (void)node.value.flatten(tensors);
    uint64_t bytes = 0;
    for (const Tensor &tensor : tensors)
      bytes += tensor.getBytes().size();
    statistics.numConstants += tensors.size();
    statistics.numBytes += bytes;
    statistics.hasChanged = true;
    Location loc = node.op->getLoc();
    Value constant = materializeValue(b, loc, node.value);
    remarkFolded(node.op, bytes);
    if (constant.getType() != result.getType())
      constant = TypeCastOp::create(b, loc, result.getType(), constant);
    result.replaceUsesWithIf(
        constant, [&](OpOperand &use) { return usesWritten(use.getOwner()); });
    dropValue(node);
    if (i == wanted)
      replacement = constant;
  }
  return replacement;
}

/// Whether `op` is a constant, also below what only says on which device it is
/// or that its type is another. `known` has what was found out about those.
static bool standsForConstant(Operation *op,
                              llvm::DenseMap<Operation *, bool> &known) {
  SmallVector<Operation *> chain;
  while (isa_and_nonnull<OnDeviceOp, TypeCastOp>(op) &&
         known.try_emplace(op, false).second) {
    chain.push_back(op);
    op = op->getOperand(0).getDefiningOp();
  }
  bool isConstant = isa_and_nonnull<ConstantOp>(op) || known.lookup(op);
  for (Operation *above : chain)
    known[above] = isConstant;
  return isConstant;
}

// let(c) -> c
Value ConstantGraph::replaceLets(Index wanted) {
  Value replacement;
  llvm::DenseMap<Operation *, bool> known;
  for (auto [i, node] : llvm::enumerate(nodes)) {
    auto let = dyn_cast<LetOp>(node.op);
    if (!let)
      continue;
    Value value = let.getValue();
    if (!standsForConstant(value.getDefiningOp(), known))
      continue;
    if (value.getType() != let.getType()) {
      OpBuilder b(let);
      value = TypeCastOp::create(b, let.getLoc(), let.getType(), value);
    }
    let.getResult().replaceAllUsesWith(value);
    statistics.hasChanged = true;
    if (i == wanted)
      replacement = value;
  }
  return replacement;
}

void ConstantGraph::eraseDead(Operation *except) {
  for (Node &node : llvm::reverse(nodes)) {
    if (!node.op->use_empty() || node.op == except)
      continue;
    if (!node.isRoot && !node.isEvaluated && !node.isLeft &&
        node.kind != Node::Structure && isa<OperatorInterface>(node.op))
      remarkErased(node.op);
    node.op->erase();
    statistics.hasChanged = true;
  }
}
