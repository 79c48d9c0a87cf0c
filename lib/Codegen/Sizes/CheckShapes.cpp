//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-check-shapes.
//
//===----------------------------------------------------------------------===//

#include "../FailureMessage.h"
#include "RelayLite/Codegen/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"

namespace mlir::relay {
#define GEN_PASS_DEF_CHECKSHAPESPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

static bool isDynamic(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && (!shaped.hasRank() || !shaped.hasStaticShape());
}

/// Asserts that `source` and `shape` have the same number of elements.
static void checkReshape(OpBuilder &b, Operation *op, Value source,
                         ArrayRef<OpFoldResult> shape) {
  Location loc = op->getLoc();
  auto multiply = [&](ArrayRef<OpFoldResult> extents) {
    Value product = arith::ConstantIndexOp::create(b, loc, 1);
    for (OpFoldResult extent : extents)
      product = arith::MulIOp::create(
          b, loc, product, getValueOrCreateConstantIndexOp(b, loc, extent));
    return product;
  };
  Value before = multiply(tensor::getMixedSizes(b, loc, source));
  Value isEqual = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        before, multiply(shape));
  cf::AssertOp::create(
      b, loc, isEqual,
      relay::getFailureMessage(loc,
                               "the new shape has another number of elements"));
}

/// Asserts that the slice lies in the tensor and has the shape of the source.
static void checkInsertSlice(OpBuilder &b, tensor::InsertSliceOp op) {
  Location loc = op.getLoc();
  auto getValue = [&](OpFoldResult value) {
    return getValueOrCreateConstantIndexOp(b, loc, value);
  };
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value fits = arith::ConstantIntOp::create(b, loc, 1, /*width=*/1);
  auto require = [&](arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    Value holds = arith::CmpIOp::create(b, loc, predicate, lhs, rhs);
    fits = arith::AndIOp::create(b, loc, fits, holds);
  };
  SmallVector<OpFoldResult> extents =
      tensor::getMixedSizes(b, loc, op.getDest());
  SmallVector<OpFoldResult> sources =
      tensor::getMixedSizes(b, loc, op.getSource());
  llvm::SmallBitVector dropped = op.getDroppedDims();
  auto *source = sources.begin();
  for (auto [dim, offset, size, stride, extent] :
       llvm::enumerate(op.getMixedOffsets(), op.getMixedSizes(),
                       op.getMixedStrides(), extents)) {
    Value start = getValue(offset), count = getValue(size);
    Value last = arith::AddIOp::create(
        b, loc, start,
        arith::MulIOp::create(b, loc, arith::SubIOp::create(b, loc, count, one),
                              getValue(stride)));
    require(arith::CmpIPredicate::sge, start, zero);
    require(arith::CmpIPredicate::slt, last, getValue(extent));
    if (!dropped.test(dim))
      require(arith::CmpIPredicate::eq, count, getValue(*source++));
  }
  cf::AssertOp::create(
      b, loc, fits,
      relay::getFailureMessage(loc, "the slice does not fit the tensor"));
}

static void check(Operation *op) {
  OpBuilder b(op);
  if (auto reshape = dyn_cast<tensor::ReshapeOp>(op)) {
    SmallVector<OpFoldResult> shape;
    auto type = cast<RankedTensorType>(reshape.getShape().getType());
    for (int64_t i = 0; i < type.getDimSize(0); ++i) {
      Value position = arith::ConstantIndexOp::create(b, op->getLoc(), i);
      Value extent = tensor::ExtractOp::create(b, op->getLoc(),
                                               reshape.getShape(), position);
      if (!extent.getType().isIndex())
        extent = arith::IndexCastOp::create(b, op->getLoc(), b.getIndexType(),
                                            extent);
      shape.push_back(extent);
    }
    return checkReshape(b, op, reshape.getSource(), shape);
  }
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return checkReshape(b, op, expand.getSrc(), expand.getMixedOutputShape());
  // Nobody else checks it.
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return checkInsertSlice(b, insert);
  auto verifiable = cast<RuntimeVerifiableOpInterface>(op);
  verifiable.generateRuntimeVerification(
      b, op->getLoc(), [](Operation *op, StringRef reason) {
        return relay::getFailureMessage(op->getLoc(), reason);
      });
}

namespace {
struct CheckShapesPass : relay::impl::CheckShapesPassBase<CheckShapesPass> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      bool isChecked =
          isa<linalg::LinalgOp, tensor::CastOp, tensor::ExpandShapeOp,
              tensor::ExtractSliceOp, tensor::InsertSliceOp, tensor::ReshapeOp>(
              op);
      if (isChecked && (llvm::any_of(op->getOperandTypes(), isDynamic) ||
                        llvm::any_of(op->getResultTypes(), isDynamic)))
        ops.push_back(op);
      // Elements at indices that depend on data are defined for all of them.
      return isa<linalg::LinalgOp>(op) ? WalkResult::skip()
                                       : WalkResult::advance();
    });
    llvm::for_each(ops, check);
  }
};
} // namespace
