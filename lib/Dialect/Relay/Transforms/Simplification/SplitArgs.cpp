//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SplitArgs: joins many tensors in steps, so that no function gets too many
// arguments.
//
//===----------------------------------------------------------------------===//

#include "../Utils/KernelArguments.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Support/DebugLog.h"

#define DEBUG_TYPE "relay-split-args"

namespace mlir::relay {
#define GEN_PASS_DEF_SPLITARGSPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

// concatenate(x, y, z, ...)
//   -> concatenate(stop_fusion(concatenate(stop_fusion(x, y)), z, ...))
static bool splitArguments(ConcatenateOp op, int64_t maxArguments) {
  auto tuple = op.getData().getDefiningOp<TupleOp>();
  int64_t limit = maxArguments - countArguments(op.getType());
  if (!tuple || limit < 1)
    return false;
  int64_t total = 0;
  for (Value field : tuple.getFields())
    total += countArguments(field.getType());
  LDBG() << "concatenate at " << op.getLoc() << " has " << total
         << " arguments, the limit is " << limit;
  if (total <= limit)
    return false;

  OpBuilder b(op);
  SmallVector<Value> group;
  auto stopFusion = [&]() -> Value {
    Value fields = TupleOp::create(b, tuple.getLoc(), group);
    return AnnotationStopFusionOp::create(b, op.getLoc(), fields);
  };
  int64_t count = 0;
  for (Value field : tuple.getFields()) {
    int64_t next = countArguments(field.getType());
    if (count + next > limit && !group.empty()) {
      Value joined =
          ConcatenateOp::create(b, op.getLoc(), stopFusion(), op.getAxis());
      group.assign({joined});
      // As in TVM, what has been joined counts as much as the next tensor.
      count = next;
    }
    group.push_back(field);
    count += next;
  }
  Value fields = stopFusion();
  op.getDataMutable().assign(fields);
  if (tuple->use_empty())
    tuple.erase();
  return true;
}

namespace {
struct SplitArgsPass : public relay::impl::SplitArgsPassBase<SplitArgsPass> {
  using SplitArgsPassBase::SplitArgsPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (isSkippedByFunctionPasses(function) || maxFunctionArgs <= 0)
      return markAllAnalysesPreserved();
    if (failed(checkTypesKnown(function)))
      return signalPassFailure();
    SmallVector<ConcatenateOp> ops;
    function.walk([&](ConcatenateOp op) { ops.push_back(op); });
    bool changed = false;
    for (ConcatenateOp op : ops)
      changed |= splitArguments(op, maxFunctionArgs);
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
