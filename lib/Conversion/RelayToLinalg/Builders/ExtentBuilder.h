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

#ifndef LIB_CONVERSION_RELAYTOLINALG_BUILDERS_EXTENTBUILDER_H
#define LIB_CONVERSION_RELAYTOLINALG_BUILDERS_EXTENTBUILDER_H

#include "IndexArithmetic.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::relay {

/// Emits the sizes of one operator's dimensions, and assertions about them.
class ExtentBuilder : public IndexArithmetic {
public:
  ExtentBuilder(OpBuilder &b, OperatorInterface op)
      : IndexArithmetic(b, op.getLoc()), b(b), op(op) {}

  /// Asserts that `condition` holds, which `text` says.
  void require(Value condition, const Twine &text) {
    std::string message;
    if (auto loc = op.getLoc()->findInstanceOf<FileLineColLoc>())
      message = (loc.getFilename().getValue() + ":" + Twine(loc.getLine()) +
                 ":" + Twine(loc.getColumn()) + ": ")
                    .str();
    message += (op.getRelayName() + ": expected " + text).str();
    cf::AssertOp::create(b, op.getLoc(), condition, message);
  }

  /// The elements of the vector `list`, of Relay type `type`.
  SmallVector<Value> readAll(Value list, Type type) {
    SmallVector<Value> elements;
    for (int64_t i = 0;
         i < cast<RankedTensorType>(list.getType()).getDimSize(0); ++i)
      elements.push_back(readAt(list, type, i));
    return elements;
  }

  /// The scalar, or the only element of the vector, `tensor` of Relay type
  /// `type`.
  Value readOne(Value tensor, Type type) {
    return fromElement(extractOne(tensor), getElementTypeOrSelf(type));
  }
  /// The same as the element that it is.
  Value extractOne(Value tensor) {
    auto type = cast<RankedTensorType>(tensor.getType());
    SmallVector<int64_t> ones(type.getRank(), 1);
    tensor = castTensor(b, op.getLoc(), tensor, type.clone(ones));
    SmallVector<Value> first(type.getRank(), constant(0));
    return tensor::ExtractOp::create(b, op.getLoc(), tensor, first);
  }

  /// `extents` as sizes of a tensor of `elementType`. They must not be
  /// negative, and the tensor not too large.
  SmallVector<OpFoldResult> makeSizes(ArrayRef<Value> extents,
                                      Type elementType) {
    Value zero = constant(0), one = constant(1);
    int64_t numBytes =
        llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8u);
    Value isValid = arith::ConstantIntOp::create(b, op.getLoc(), 1, 1);
    Value rest = constant((int64_t(1) << 62) / numBytes);
    for (Value extent : extents) {
      isValid = both(isValid, isLessOrEqual(zero, extent));
      Value divisor = max(extent, one);
      isValid = both(isValid, isLessOrEqual(divisor, rest));
      rest = max(arith::DivSIOp::create(b, op.getLoc(), rest, divisor), one);
    }
    require(isValid, "sizes of 0 or more and at most 2^62 bytes");
    return getAsOpFoldResult(extents);
  }

  /// `extent` times `factor`, an f64, rounded; halves become even.
  Value scale(Value extent, Value factor) {
    Type i64 = b.getI64Type(), f64 = b.getF64Type();
    ScalarBuilder s(b, op.getLoc(), f64);
    Value wide = b.createOrFold<arith::IndexCastOp>(op.getLoc(), i64, extent);
    Value product =
        s.mul(ScalarBuilder(b, op.getLoc(), i64).cast(wide, f64), factor);
    return fromElement(
        math::RoundEvenOp::create(b, op.getLoc(), product).getResult(), f64);
  }

  /// Return the sizes of `tensor`.
  SmallVector<Value> getExtents(Value tensor) {
    return llvm::map_to_vector(
        tensor::getMixedSizes(b, op.getLoc(), tensor),
        [&](OpFoldResult size) { return getIndexValue(b, op.getLoc(), size); });
  }

private:
  OpBuilder &b;
  OperatorInterface op;
};

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_BUILDERS_EXTENTBUILDER_H
