//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The builder of packed contractions: loops over buffers, and scratch memory.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_LOOPEMITTER_H
#define LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_LOOPEMITTER_H

#include "../../../Conversion/RelayToLinalg/Builders/Emitter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::relay {

/// Emits the loops of one contraction.
class LoopEmitter : public Emitter {
public:
  using Emitter::Emitter;

  /// `x / y`, rounded up.
  Value ceilDiv(Value x, int64_t y) { return div(add(x, y - 1), y); }
  Value isGreaterOrEqual(Value x, Value y) {
    return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::sge, x, y);
  }

  /// Loads elements that are `stride` apart, 1 or 2, from the one at `indices`
  /// on, and nothing behind the last one.
  Value loadVector(VectorType type, Value buffer, ArrayRef<Value> indices,
                   int64_t stride);
  /// An element of a buffer of i64 as an index.
  Value loadIndex(Value buffer, Value place);
  void storeIndex(Value x, Value buffer, Value place);

  /// Emits a loop from 0 to `end`.
  void loop(Value end, Value step, function_ref<void(Value)> body);
  void loop(Value end, function_ref<void(Value)> body) {
    loop(end, index(1), body);
  }
  /// Emits a loop from 0 to `end` that passes values on.
  SmallVector<Value>
  loop(Value end, ValueRange first,
       function_ref<SmallVector<Value>(Value, ValueRange)> body) {
    return Emitter::loop(index(0), end, first, body);
  }
  /// Emits a branch. The condition null is true.
  void branch(Value condition, function_ref<void()> yes,
              function_ref<void()> no = nullptr);

  /// Emits a buffer of `size` elements.
  Value allocate(int64_t size, Type elementType);
  /// Frees all buffers.
  void freeBuffers();

private:
  SmallVector<Value> buffers;
};

} // namespace mlir::relay

#endif // LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_LOOPEMITTER_H
