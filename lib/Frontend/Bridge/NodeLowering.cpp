//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowering of single nodes of the syntax tree.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/NodeLowering.h"
#include "LoweringImpl.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

/// So many arguments stay for the next operation.
static constexpr unsigned maxKeptArguments = 16;

struct NodeLowering::Scratch {
  explicit Scratch(MLIRContext *context)
      : module(context, /*origins=*/nullptr),
        unknownLoc(UnknownLoc::get(context)), op(ModuleOp::create(unknownLoc)),
        builder(OpBuilder::atBlockEnd(op->getBody())),
        operators(module, builder) {}

  Value makeOperand(const Operand &operand, unsigned index);
  void clear();

  ModuleLowering module;
  Location unknownLoc;
  OwningOpRef<ModuleOp> op;
  OpBuilder builder;
  OperatorLowering operators;
};

// An operand without a value is an argument of the block.
Value NodeLowering::Scratch::makeOperand(const Operand &operand,
                                         unsigned index) {
  if (operand.value)
    return ConstantOp::create(builder, unknownLoc, operand.value);
  Block &block = *op->getBody();
  while (block.getNumArguments() <= index)
    block.addArgument(operand.type, unknownLoc);
  block.getArgument(index).setType(operand.type);
  return block.getArgument(index);
}

void NodeLowering::Scratch::clear() {
  Block &block = *op->getBody();
  while (!block.empty())
    block.back().erase();
  if (unsigned count = block.getNumArguments(); count > maxKeptArguments)
    block.eraseArguments(maxKeptArguments, count - maxKeptArguments);
}

NodeLowering::NodeLowering(MLIRContext *context)
    : scratch(std::make_unique<Scratch>(context)) {}
NodeLowering::~NodeLowering() = default;

Operation *NodeLowering::lower(const ast::Expr &expr,
                               ArrayRef<Operand> operands) {
  scratch->clear();
  SmallVector<Value> values;
  for (auto [index, operand] : llvm::enumerate(operands))
    values.push_back(scratch->makeOperand(operand, index));
  Location loc = scratch->module.getLoc(expr.getSpan());
  auto *call = dyn_cast<ast::Call>(&expr);
  Value value = call ? scratch->operators.lowerCall(*call, values, loc)
                     : scratch->operators.lowerStructure(expr, values, loc);
  return value ? value.getDefiningOp() : nullptr;
}
