//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-separate-results.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::relay {
#define GEN_PASS_DEF_SEPARATERESULTSPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

// cast(view) -> copy(view), alloc
/// Bufferization takes the strides of a view, if they are not known, for those
/// of a buffer without gaps whose sizes are not known either.
static void copyStridedView(memref::CastOp op) {
  auto source = dyn_cast<MemRefType>(op.getSource().getType());
  auto type = dyn_cast<MemRefType>(op.getType());
  if (!source || !type || source.getLayout().isIdentity() ||
      !type.getLayout().isIdentity())
    return;
  OpBuilder b(op);
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(
          memref::DimOp::create(b, op.getLoc(), op.getSource(), dim));
  Value copy = memref::AllocOp::create(b, op.getLoc(), type, sizes);
  memref::CopyOp::create(b, op.getLoc(), op.getSource(), copy);
  op.replaceAllUsesWith(copy);
  op.erase();
}

/// Copies each buffer that `op` returns and that may be the same as another
/// before it.
static void copySharedResults(func::ReturnOp op,
                              BufferOriginAnalysis &origins) {
  OpBuilder b(op);
  SmallVector<Value> values(op.getOperands());
  for (unsigned i = 0; i < values.size(); ++i) {
    auto isShared = [&](Value earlier) {
      return isa<BaseMemRefType>(earlier.getType()) &&
             origins.isSameAllocation(values[i], earlier) != false;
    };
    if (isa<BaseMemRefType>(values[i].getType()) &&
        llvm::any_of(ArrayRef(values).take_front(i), isShared))
      op.setOperand(i,
                    bufferization::CloneOp::create(b, op.getLoc(), values[i]));
  }
}

namespace {
struct SeparateResultsPass
    : public relay::impl::SeparateResultsPassBase<SeparateResultsPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    function.walk(copyStridedView);
    if (function.isPrivate())
      return;
    BufferOriginAnalysis origins(function);
    function.walk([&](func::ReturnOp op) { copySharedResults(op, origins); });
  }
};
} // namespace
