//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dimension sizes that operands determine when a program runs.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_RELAYTOLINALG_BUILDERS_SIZEBUILDER_H
#define LIB_CONVERSION_RELAYTOLINALG_BUILDERS_SIZEBUILDER_H

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "TensorBuilders.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::relay {

/// Emits the sizes of one operator's dimensions, and assertions about them.
class SizeBuilder {
public:
  SizeBuilder(Emitter &b, OperatorInterface op) : b(b), op(op) {}

  /// Asserts that `condition` holds, which `text` says.
  void require(Value condition, const Twine &text) {
    std::string message;
    if (auto loc = op.getLoc()->findInstanceOf<FileLineColLoc>())
      message = (loc.getFilename().getValue() + ":" + Twine(loc.getLine()) +
                 ":" + Twine(loc.getColumn()) + ": ")
                    .str();
    message += (op.getRelayName() + ": expected " + text).str();
    cf::AssertOp::create(b, condition, message);
  }

  /// The elements of the vector `list`, of Relay type `type`.
  SmallVector<Value> readAll(Value list, Type type) {
    SmallVector<Value> elements;
    for (int64_t i = 0;
         i < cast<RankedTensorType>(list.getType()).getDimSize(0); ++i)
      elements.push_back(b.readAt(list, type, i));
    return elements;
  }

  /// The scalar, or the only element of the vector, `tensor` of Relay type
  /// `type`.
  Value readOne(Value tensor, Type type) {
    return b.fromElement(extractOne(tensor), getElementTypeOrSelf(type));
  }
  /// The same as the element that it is.
  Value extractOne(Value tensor) {
    auto type = cast<RankedTensorType>(tensor.getType());
    SmallVector<int64_t> ones(type.getRank(), 1);
    tensor = castTensor(b, tensor, type.clone(ones));
    SmallVector<Value> first(type.getRank(), b.index(0));
    return b.extract(tensor, first);
  }

  /// `sizes` as sizes of a tensor of `elementType`. They must not be
  /// negative, and the tensor not too large.
  SmallVector<OpFoldResult> makeSizes(ArrayRef<Value> sizes, Type elementType) {
    Value zero = b.index(0), one = b.index(1);
    int64_t numBytes =
        llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8u);
    Value isValid = b.isTrue();
    Value rest = b.index((int64_t(1) << 62) / numBytes);
    for (Value size : sizes) {
      isValid = b.both(isValid, b.isLessOrEqual(zero, size));
      Value divisor = b.max(size, one);
      isValid = b.both(isValid, b.isLessOrEqual(divisor, rest));
      rest = b.max(arith::DivSIOp::create(b, rest, divisor), one);
    }
    require(isValid, "sizes of 0 or more and at most 2^62 bytes");
    return getAsOpFoldResult(sizes);
  }

  /// `size` times `factor`, an f64, rounded; halves become even.
  Value scale(Value size, Value factor) {
    Type i64 = b.getI64Type(), f64 = b.getF64Type();
    ScalarBuilder s(b, f64);
    Value wide = b.createOrFold<arith::IndexCastOp>(i64, size);
    Value product = s.mul(b.scalar(i64).cast(wide, f64), factor);
    return b.fromElement(math::RoundEvenOp::create(b, product).getResult(),
                         f64);
  }

private:
  Emitter &b;
  OperatorInterface op;
};

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_BUILDERS_SIZEBUILDER_H
