//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopEmitter.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::relay;

Value LoopEmitter::loadVector(VectorType type, Value buffer,
                              ArrayRef<Value> indices, int64_t stride) {
  Value first = vector::LoadOp::create(*this, type, buffer, indices);
  if (stride == 1)
    return first;
  // Every other element, of two vectors: that both have one keeps the second
  // one from reading what is behind its last element.
  int64_t lanes = type.getNumElements();
  SmallVector<Value> next(indices);
  next.back() = add(next.back(), lanes - 1);
  Value second = vector::LoadOp::create(*this, type, buffer, next);
  SmallVector<int64_t> mask;
  for (int64_t lane = 0; lane < lanes; ++lane)
    mask.push_back(2 * lane < lanes ? 2 * lane : 2 * lane + 1);
  return vector::ShuffleOp::create(*this, first, second, mask);
}

Value LoopEmitter::loadIndex(Value buffer, Value place) {
  Value loaded = memref::LoadOp::create(*this, buffer, place);
  return arith::IndexCastOp::create(*this, getIndexType(), loaded);
}

void LoopEmitter::storeIndex(Value x, Value buffer, Value place) {
  Value stored = arith::IndexCastOp::create(*this, getI64Type(), x);
  memref::StoreOp::create(*this, stored, buffer, place);
}

void LoopEmitter::loop(Value end, Value step, function_ref<void(Value)> body) {
  auto op = scf::ForOp::create(*this, index(0), end, step);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(op.getBody());
  body(op.getInductionVar());
}

void LoopEmitter::branch(Value condition, function_ref<void()> yes,
                         function_ref<void()> no) {
  if (!condition)
    return yes();
  auto op = scf::IfOp::create(*this, condition,
                              /*withElseRegion=*/static_cast<bool>(no));
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(op.thenBlock());
  yes();
  if (!no)
    return;
  setInsertionPointToStart(op.elseBlock());
  no();
}

Value LoopEmitter::allocate(int64_t size, Type elementType) {
  auto alloc = memref::AllocOp::create(
      *this, MemRefType::get({size}, elementType), getI64IntegerAttr(64));
  buffers.push_back(alloc);
  return alloc;
}

void LoopEmitter::freeBuffers() {
  for (Value buffer : buffers)
    memref::DeallocOp::create(*this, buffer);
}
