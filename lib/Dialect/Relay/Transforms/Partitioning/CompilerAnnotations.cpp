//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of a function between marks, found in the order of expressions.
//
//===----------------------------------------------------------------------===//

#include "CompilerAnnotations.h"
#include "../Utils/LetBindings.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"

using namespace mlir;
using namespace mlir::relay;

bool relay::isForCompiler(Operation *function, StringRef filter) {
  auto compiler = function->getAttrOfType<StringAttr>(fnattr::compiler);
  return compiler && (filter.empty() || compiler.getValue() == filter);
}

bool relay::hasRelayBody(func::FuncOp function) {
  return !function.isDeclaration() && function.getBody().hasOneBlock() &&
         isa<func::ReturnOp>(function.front().getTerminator()) &&
         !function->hasAttr(fnattr::lowered);
}

bool relay::sinkBegins(func::FuncOp function) {
  SmallVector<AnnotationCompilerBeginOp> begins;
  function.walk(
      [&](AnnotationCompilerBeginOp begin) { begins.push_back(begin); });
  bool hasSunk = false;
  for (AnnotationCompilerBeginOp begin : begins) {
    DenseMap<Block *, Value> copies;
    for (OpOperand &use : llvm::make_early_inc_range(begin->getUses())) {
      Block *block = use.getOwner()->getBlock();
      if (block == begin->getBlock())
        continue;
      Value &copy = copies[block];
      if (!copy)
        copy = OpBuilder::atBlockBegin(block).clone(*begin)->getResult(0);
      use.set(copy);
    }
    hasSunk |= !copies.empty();
    if (!copies.empty() && begin.use_empty())
      begin.erase();
  }
  return hasSunk;
}

void relay::removeMark(Operation *mark, Value value) {
  OpBuilder builder(mark);
  Value result = mark->getResult(0);
  result.replaceAllUsesWith(
      castTo(builder, mark->getLoc(), value, result.getType()));
  mark->erase();
}

unsigned AnnotatedParts::findLeader(unsigned number) {
  while (leaders[number] != number)
    number = leaders[number] = leaders[leaders[number]];
  return number;
}

AnnotatedPart *AnnotatedParts::lookup(Operation *op) {
  auto it = numbers.find(op);
  return it == numbers.end() ? nullptr : &parts[findLeader(it->second)];
}

void AnnotatedParts::merge(AnnotatedPart &from, AnnotatedPart &into) {
  leaders[&from - parts.data()] = &into - parts.data();
  into.begins.splice(into.begins.end(), from.begins);
  into.ends.splice(into.ends.end(), from.ends);
}

LogicalResult AnnotatedParts::visitEnd(AnnotationCompilerEndOp end) {
  AnnotatedPart *part = lookupDefinition(end.getData());
  if (!part)
    return end.emitOpError("expected an annotation.compiler_begin for the "
                           "compiler '")
           << end.getCompiler() << "' before it, but found none";
  if (part->compiler != end.getCompilerAttr())
    return end.emitOpError("ends a part for the compiler '")
           << end.getCompiler() << "', but it began for '"
           << part->compiler.getValue() << "'";
  numbers[end] = part->id;
  part->ends.push_back(end);
  marks.push_back(end);
  return success();
}

/// Puts `op` into the part of its arguments. Those that have left a part count
/// for none.
LogicalResult AnnotatedParts::join(Operation *op, ValueRange arguments) {
  std::optional<unsigned> outside;
  AnnotatedPart *part = nullptr;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    if (argument.getDefiningOp<AnnotationCompilerEndOp>())
      continue;
    AnnotatedPart *other = lookupDefinition(argument);
    if (!other) {
      outside = i;
    } else if (!part) {
      part = other;
    } else if (other != part) {
      if (other->compiler != part->compiler)
        return op->emitOpError("arguments are in parts for different "
                               "compilers, '")
               << part->compiler.getValue() << "' and '"
               << other->compiler.getValue() << "'";
      if (other->block != part->block)
        return op->emitOpError("arguments are in parts of different blocks");
      merge(*other, *part);
    }
  }
  if (!part)
    return success();
  if (outside)
    return op->emitOpError("argument ")
           << *outside << " is in no part, but another one is in a part for '"
           << part->compiler.getValue() << "'";
  if (part->block != op->getBlock())
    return op->emitOpError("is in a branch or function literal, and the part "
                           "for the compiler '")
           << part->compiler.getValue()
           << "' that it belongs to begins outside";
  numbers[op] = part->id;
  return success();
}

LogicalResult AnnotatedParts::visit(Operation *op) {
  if (auto begin = dyn_cast<AnnotationCompilerBeginOp>(op)) {
    unsigned number = parts.size();
    leaders.push_back(number);
    parts.push_back(
        {number, begin.getCompilerAttr(), op->getBlock(), {begin}, {}});
    numbers[op] = number;
    marks.push_back(op);
    return success();
  }
  if (auto end = dyn_cast<AnnotationCompilerEndOp>(op))
    return visitEnd(end);
  if (auto apply = dyn_cast<ApplyOp>(op))
    return join(op, apply.getArguments());
  if (isa<OperatorInterface, CallOp, TupleOp, TupleGetOp, TypeCastOp,
          RefCreateOp, RefReadOp, RefWriteOp>(op))
    return join(op, op->getOperands());
  return success();
}

namespace {
/// Visits operations in the order of the expressions that they are in Relay.
class ExpressionOrder {
public:
  using Visit = function_ref<LogicalResult(Operation *)>;

  explicit ExpressionOrder(Visit visit) : visit(visit) {}

  LogicalResult visitBlock(Block &block);

private:
  LogicalResult visitExpression(Operation *root);

  Visit visit;
  llvm::DenseSet<Operation *> seen;
};
} // namespace

// Without recursion, except into regions: expressions are as deep as they like.
LogicalResult ExpressionOrder::visitExpression(Operation *root) {
  if (!seen.insert(root).second)
    return success();
  SmallVector<std::pair<Operation *, unsigned>> stack = {{root, 0}};
  while (!stack.empty()) {
    auto &[op, position] = stack.back();
    if (position < op->getNumOperands()) {
      Operation *argument = op->getOperand(position++).getDefiningOp();
      if (argument && seen.insert(argument).second)
        stack.emplace_back(argument, 0);
      continue;
    }
    Operation *done = stack.pop_back_val().first;
    for (Region &region : done->getRegions())
      for (Block &block : region)
        if (failed(visitBlock(block)))
          return failure();
    if (failed(visit(done)))
      return failure();
  }
  return success();
}

LogicalResult ExpressionOrder::visitBlock(Block &block) {
  // Bindings come first, then the result, then what nothing uses.
  for (Operation &op : block)
    if (isa<LetOp>(op) && failed(visitExpression(&op)))
      return failure();
  if (!block.empty() && failed(visitExpression(&block.back())))
    return failure();
  for (Operation &op : block)
    if (failed(visitExpression(&op)))
      return failure();
  return success();
}

FailureOr<AnnotatedParts> AnnotatedParts::compute(func::FuncOp function) {
  AnnotatedParts result;
  auto visit = [&](Operation *op) { return result.visit(op); };
  if (failed(ExpressionOrder(visit).visitBlock(function.getBody().front())))
    return failure();
  return result;
}
