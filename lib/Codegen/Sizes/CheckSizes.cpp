//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-check-sizes. The rules are in a file for each family.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "RelayLite/Dialect/Relay/IR/SymbolicDims.h"
#include "SizeChecker.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::relay {
#define GEN_PASS_DEF_CHECKSIZESPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

/// Whether a tensor in `type` has a dimension that types do not know.
static bool hasDynamicTensor(Type type) {
  return type
      .walk([](RankedTensorType tensor) {
        return tensor.hasStaticShape() ? WalkResult::advance()
                                       : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// Erases the operations between `begin`, which may be null, and `end` that
/// have no use.
static void eraseUnused(Operation *begin, Operation *end) {
  for (Operation *op = end->getPrevNode(); op != begin;) {
    Operation *previous = op->getPrevNode();
    if (isOpTriviallyDead(op))
      op->erase();
    op = previous;
  }
}

/// The size of a dimension of a parameter, at the beginning of the function.
static Value getSize(relay::Emitter &b, func::FuncOp function,
                     const relay::ParameterDim &at) {
  Value value = function.getArgument(at.parameter);
  for (unsigned field : at.fields)
    value = relay::TupleGetOp::create(
        b, cast<TupleType>(value.getType()).getType(field), value, field);
  return b.getDim(relay::toSignless(b, value), at.dim);
}

/// Asserts that dimensions of parameters with equal names have equal sizes.
static void checkNames(func::FuncOp function, relay::FailureCalls &calls) {
  if (function.isDeclaration())
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
  relay::Emitter b(builder, function.getLoc());
  for (const relay::EqualDims &dims : relay::getEqualDims(function)) {
    Value size = getSize(b, function, dims.other);
    Value expected = getSize(b, function, dims.first);
    // The text is a format, and names may have its signs.
    std::string text = relay::describeMismatch(function, dims, "\1", "\1"),
                format;
    for (char c : text)
      format += c == '%' ? "%%" : c == '\1' ? "%lld" : std::string(1, c);
    calls.createWhere(b, b.getLoc(), b.isNot(b.isEqual(size, expected)), format,
                      {size, expected});
  }
}

namespace {
struct CheckSizesPass : relay::impl::CheckSizesPassBase<CheckSizesPass> {
  void runOnOperation() override {
    SmallVector<relay::OperatorInterface> ops;
    getOperation().walk([&](relay::OperatorInterface op) {
      if (llvm::any_of(op->getOperandTypes(), hasDynamicTensor))
        ops.push_back(op);
    });
    relay::FailureCalls calls(getOperation(), relay::failSizesFunctionName,
                              /*prefix=*/"relay_size_message_",
                              /*numNumbers=*/2);
    for (auto function : getOperation().getOps<func::FuncOp>())
      checkNames(function, calls);
    for (relay::OperatorInterface op : ops) {
      Operation *previous = op->getPrevNode();
      OpBuilder b(op);
      relay::SizeChecker checker(b, op, calls);
      relay::checkImageSizes(checker, op);
      relay::checkIndexSizes(checker, op);
      relay::checkNNSizes(checker, op);
      relay::checkTensorSizes(checker, op);
      eraseUnused(previous, op);
    }
  }
};
} // namespace
