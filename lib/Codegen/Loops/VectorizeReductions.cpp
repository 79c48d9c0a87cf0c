//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-vectorize-reductions.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "RelayLite/Support/DebugLog.h"
#include "VectorElements.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

#define DEBUG_TYPE "relay-vectorize-reductions"

namespace mlir::relay {
#define GEN_PASS_DEF_VECTORIZEREDUCTIONSPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

namespace {
struct VectorizeReductionsPass
    : relay::impl::VectorizeReductionsPassBase<VectorizeReductionsPass> {
  using VectorizeReductionsPassBase::VectorizeReductionsPassBase;

  void runOnOperation() override;
};

/// Emits the loops of one reduction.
class VectorLoops {
public:
  VectorLoops(linalg::GenericOp op, int64_t width)
      : op(op), width(width), counters(op.getNumLoops()) {}
  void emit();

private:
  VectorType getVector(Type element) const {
    return VectorType::get({width}, element);
  }
  /// Emits a nest of `loops`, whose counters it sets.
  scf::ValueVector
  emitNest(OpBuilder &b, ArrayRef<unsigned> loops, ValueRange init,
           function_ref<scf::ValueVector(OpBuilder &, ValueRange)> body);
  /// Return the indices of the vector of `operand` at the counters.
  SmallVector<Value> getIndices(OpBuilder &b, OpOperand &operand);
  Value load(OpBuilder &b, OpOperand &operand);
  /// Emits the body of the operation for a vector of results so far.
  Value emitBody(OpBuilder &b, Value result);

  linalg::GenericOp op;
  int64_t width;
  SmallVector<Value> counters;
};
} // namespace

scf::ValueVector VectorLoops::emitNest(
    OpBuilder &b, ArrayRef<unsigned> loops, ValueRange init,
    function_ref<scf::ValueVector(OpBuilder &, ValueRange)> body) {
  Location loc = op.getLoc();
  auto index = [&](int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value).getResult();
  };
  SmallVector<Value> begins, ends, steps;
  for (unsigned loop : loops) {
    begins.push_back(index(0));
    ends.push_back(index(op.getStaticLoopRanges()[loop]));
    steps.push_back(index(loop + 1 == op.getNumLoops() ? width : 1));
  }
  return scf::buildLoopNest(
             b, loc, begins, ends, steps, init,
             [&](OpBuilder &b, Location, ValueRange nest, ValueRange values) {
               for (auto [loop, counter] : llvm::zip_equal(loops, nest))
                 counters[loop] = counter;
               return body(b, values);
             })
      .results;
}

SmallVector<Value> VectorLoops::getIndices(OpBuilder &b, OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<OpFoldResult> operands = getAsOpFoldResult(counters);
  SmallVector<Value> indices;
  for (unsigned dim = 0; dim < map.getNumResults(); ++dim)
    indices.push_back(getValueOrCreateConstantIndexOp(
        b, op.getLoc(),
        affine::makeComposedFoldedAffineApply(b, op.getLoc(),
                                              map.getSubMap(dim), operands)));
  return indices;
}

Value VectorLoops::load(OpBuilder &b, OpOperand &operand) {
  Type element = getElementTypeOrSelf(operand.get().getType());
  return vector::LoadOp::create(b, op.getLoc(), getVector(element),
                                operand.get(), getIndices(b, operand));
}

Value VectorLoops::emitBody(OpBuilder &b, Value result) {
  Block *body = op.getBody();
  IRMapping values;
  for (OpOperand *operand : op.getDpsInputOperands())
    if (BlockArgument argument = op.getMatchingBlockArgument(operand);
        !argument.use_empty())
      values.map(argument, load(b, *operand));
  values.map(body->getArguments().back(), result);
  auto getVectorOf = [&](Value value) {
    // Constants may be outside.
    return values.contains(value)
               ? values.lookup(value)
               : vector::BroadcastOp::create(b, op.getLoc(),
                                             getVector(value.getType()), value)
                     .getResult();
  };
  for (Operation &inner : body->without_terminator()) {
    for (Value value : inner.getOperands())
      if (!values.contains(value))
        values.map(value, getVectorOf(value));
    Operation *clone = b.clone(inner, values);
    for (Value value : clone->getResults())
      value.setType(getVector(value.getType()));
  }
  return getVectorOf(body->getTerminator()->getOperand(0));
}

// reduction over windows of rows -> loops over vectors with results in
// registers
void VectorLoops::emit() {
  OpBuilder b(op);
  SmallVector<unsigned> parallel, reduction;
  op.getParallelDims(parallel);
  op.getReductionDims(reduction);
  OpOperand &target = op.getDpsInitsMutable()[0];
  emitNest(b, parallel, {}, [&](OpBuilder &b, ValueRange) {
    Value init = load(b, target);
    scf::ValueVector results =
        emitNest(b, reduction, init, [&](OpBuilder &b, ValueRange values) {
          return scf::ValueVector{emitBody(b, values.front())};
        });
    vector::StoreOp::create(b, op.getLoc(), results.front(), target.get(),
                            getIndices(b, target));
    return scf::ValueVector();
  });
  op.erase();
}

/// Whether a vector of `operand` lies along the innermost loop of `op`.
static bool isAlongRows(linalg::GenericOp op, OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  unsigned inner = op.getNumLoops() - 1;
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  if (!type || map.getNumResults() == 0 || !type.isLastDimUnitStride() ||
      map.getResults().back() != getAffineDimExpr(inner, op.getContext()))
    return false;
  return llvm::none_of(map.getResults().drop_back(), [&](AffineExpr expr) {
    return expr.isFunctionOfDim(inner);
  });
}

/// Whether the body of `op` consists of operations that exist on vectors.
static bool hasVectors(linalg::GenericOp op) {
  auto isNumber = [](Type type) { return type.isIntOrFloat(); };
  return llvm::all_of(op.getBody()->without_terminator(), [&](Operation &in) {
    return OpTrait::hasElementwiseMappableTraits(&in) &&
           llvm::all_of(in.getOperandTypes(), isNumber) &&
           llvm::all_of(in.getResultTypes(), isNumber);
  });
}

/// The elements of a vector of `op`, a reduction along whose rows vectors lie;
/// 0 if it has another form.
static int64_t getWidth(linalg::GenericOp op, int64_t vectorBytes) {
  if (!op.hasPureBufferSemantics() || op.getNumReductionLoops() == 0 ||
      op.getNumDpsInits() != 1 ||
      op.getIteratorTypesArray().back() != utils::IteratorType::parallel ||
      llvm::any_of(op.getStaticLoopRanges(), ShapedType::isDynamic) ||
      !hasVectors(op))
    return 0;
  int64_t elementBytes = 0;
  Value target = op.getDpsInits()[0];
  for (OpOperand &operand : op->getOpOperands()) {
    bool isInit = op.isDpsInit(&operand);
    if (!isInit && op.getMatchingBlockArgument(&operand).use_empty())
      continue;
    int64_t bytes = relay::getVectorElementSize(
        getElementTypeOrSelf(operand.get().getType()));
    if (!isAlongRows(op, operand) || bytes == 0 ||
        (!isInit && operand.get() == target))
      return 0;
    elementBytes = std::max(elementBytes, bytes);
  }
  int64_t width = vectorBytes / elementBytes;
  return width > 1 && op.getStaticLoopRanges().back() % width == 0 ? width : 0;
}

void VectorizeReductionsPass::runOnOperation() {
  if (vectorBytes < 0 || vectorBytes > 4096) {
    getOperation().emitError("expected vector-bytes from 0 to 4096, but got ")
        << vectorBytes.getValue();
    return signalPassFailure();
  }
  SmallVector<linalg::GenericOp> ops;
  getOperation().walk([&](linalg::GenericOp op) { ops.push_back(op); });
  for (linalg::GenericOp op : ops)
    if (int64_t width = getWidth(op, vectorBytes)) {
      LDBG() << "vectors of " << width << " elements at " << op.getLoc();
      VectorLoops(op, width).emit();
      ++numVectorized;
    }
}
