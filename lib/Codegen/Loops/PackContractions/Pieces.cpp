//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over the pieces of a contraction, which threads share.
//
//===----------------------------------------------------------------------===//

#include "Pieces.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

scf::ParallelOp relay::createPieces(OpBuilder &b, Location loc, int64_t count) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value end = arith::ConstantIndexOp::create(b, loc, count);
  return scf::ParallelOp::create(b, loc, zero, end, one);
}

void relay::separateBuffers(scf::ParallelOp pieces, int64_t count) {
  // Pieces do not share lines of the cache.
  constexpr int64_t alignment = 64;
  Value number = pieces.getInductionVars().front();
  for (auto alloc : llvm::make_early_inc_range(
           pieces.getBody()->getOps<memref::AllocOp>())) {
    MemRefType type = alloc.getType();
    Location loc = alloc.getLoc();
    int64_t size = llvm::alignTo(
        type.getNumElements() * (type.getElementTypeBitWidth() / 8), alignment);
    OpBuilder b(pieces);
    Value all = memref::AllocOp::create(
        b, loc, MemRefType::get(size * count, b.getI8Type()),
        b.getI64IntegerAttr(alignment));
    for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
      if (isa<memref::DeallocOp>(user))
        user->erase();
    b.setInsertionPoint(alloc);
    Value offset = arith::MulIOp::create(
        b, loc, number, arith::ConstantIndexOp::create(b, loc, size));
    alloc.replaceAllUsesWith(
        memref::ViewOp::create(b, loc, type, all, offset, ValueRange())
            .getResult());
    alloc.erase();
    b.setInsertionPointAfter(pieces);
    memref::DeallocOp::create(b, loc, all);
  }
}
