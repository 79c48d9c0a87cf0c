//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comparing and combining the quantizations of tensors.
//
//===----------------------------------------------------------------------===//

#include "AffineTypes.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include <cmath>

using namespace mlir;
using namespace mlir::relay;

/// The largest relative difference of scales that count as equal, as in TVM.
static constexpr double scaleTolerance = 1e-5;

/// The attribute of a constant expression, or null.
static ElementsAttr getConstantElements(Value value) {
  if (auto constant = value.getDefiningOp<ConstantOp>())
    return constant.getValue();
  if (!value.getDefiningOp())
    return {};
  FailureOr<ElementsAttr> elements = evaluateConstant(value);
  return succeeded(elements) ? *elements : ElementsAttr();
}

std::optional<SmallVector<double>> relay::getConstantNumbers(Value value) {
  ElementsAttr elements = getConstantElements(value);
  if (!elements)
    return std::nullopt;
  Type type = elements.getElementType();
  if (!type.isF32() && !type.isInteger(32))
    return std::nullopt;
  llvm::Expected<ConstantData> data = readConstant(elements);
  if (!data) {
    llvm::consumeError(data.takeError());
    return std::nullopt;
  }
  SmallVector<double> numbers;
  for (size_t i = 0; i + 4 <= data->bytes.size(); i += 4) {
    const char *bytes = data->bytes.data() + i;
    uint32_t bits = llvm::support::endian::read32le(bytes);
    numbers.push_back(type.isF32() ? double(llvm::bit_cast<float>(bits))
                                   : double(static_cast<int32_t>(bits)));
  }
  if (data->isSplat)
    numbers.resize(elements.getNumElements(), numbers.front());
  return numbers;
}

Value relay::foldConstant(OpBuilder &b, Value value) {
  if (value.getDefiningOp<ConstantOp>())
    return value;
  ElementsAttr elements = getConstantElements(value);
  return elements ? ConstantOp::create(b, value.getLoc(), elements).getResult()
                  : value;
}

/// Whether all numbers differ by at most `tolerance` of the right ones. A
/// scalar stands for a vector of equal numbers.
static bool areNear(Value lhs, Value rhs, double tolerance) {
  if (lhs == rhs)
    return true;
  std::optional<SmallVector<double>> left = getConstantNumbers(lhs),
                                     right = getConstantNumbers(rhs);
  if (!left || !right || left->empty() || right->empty() ||
      (left->size() != right->size() && left->size() != 1 &&
       right->size() != 1))
    return false;
  for (size_t i = 0, e = std::max(left->size(), right->size()); i < e; ++i) {
    double l = (*left)[left->size() == 1 ? 0 : i];
    double r = (*right)[right->size() == 1 ? 0 : i];
    if (!(std::abs(l - r) <= tolerance * std::abs(r)))
      return false;
  }
  return true;
}

bool relay::areClose(const AffineType &lhs, const AffineType &rhs) {
  return lhs.dtype == rhs.dtype &&
         areNear(lhs.scale, rhs.scale, scaleTolerance) &&
         areNear(lhs.zeroPoint, rhs.zeroPoint, 0);
}

/// Whether both are the same value, or equal constants.
static bool isSame(Value lhs, Value rhs) {
  if (lhs == rhs)
    return true;
  ElementsAttr elements = getConstantElements(lhs);
  return elements && elements == getConstantElements(rhs);
}

bool relay::areEqual(const AffineType &lhs, const AffineType &rhs) {
  return lhs.dtype == rhs.dtype && isSame(lhs.scale, rhs.scale) &&
         isSame(lhs.zeroPoint, rhs.zeroPoint) &&
         (lhs.axis == rhs.axis || !isPerAxis(lhs));
}

bool relay::isPerAxis(const AffineType &type) {
  return !hasOneElement(getTensorType(type.scale)) ||
         !hasOneElement(getTensorType(type.zeroPoint));
}

bool relay::hasZeroOffset(const AffineType &type) {
  std::optional<SmallVector<double>> numbers =
      getConstantNumbers(type.zeroPoint);
  return numbers && llvm::all_of(*numbers, [](double n) { return n == 0; });
}

/// The product of two scales as a constant, or null.
static Value multiplyConstants(OpBuilder &b, Location loc, Value lhs,
                               Value rhs) {
  std::optional<SmallVector<double>> left = getConstantNumbers(lhs),
                                     right = getConstantNumbers(rhs);
  if (!left || !right)
    return {};
  Value longer = left->size() >= right->size() ? lhs : rhs;
  if (left->size() != right->size() && left->size() != 1 && right->size() != 1)
    return {};
  SmallVector<char> bytes;
  for (size_t i = 0, e = std::max(left->size(), right->size()); i < e; ++i) {
    float product = float((*left)[left->size() == 1 ? 0 : i]) *
                    float((*right)[right->size() == 1 ? 0 : i]);
    bytes.resize(bytes.size() + 4);
    llvm::support::endian::write32le(bytes.end() - 4,
                                     llvm::bit_cast<uint32_t>(product));
  }
  return ConstantOp::create(b, loc, makeConstant(getTensorType(longer), bytes));
}

/// Zeros of int32 in the shape of `scale`.
static FailureOr<Value> makeZeros(FakeQuantizedOp &op, Value scale) {
  OpBuilder &b = op.getBuilder();
  RankedTensorType type = getTensorType(scale);
  if (!type.hasStaticShape()) {
    FailureOr<Value> zeros = op.create<ZerosLikeOp>(scale);
    return failed(zeros) ? zeros : op.create<CastOp>(*zeros, b.getI32Type());
  }
  char zero[4] = {};
  return ConstantOp::create(
             b, op.getLoc(),
             makeConstant(type.clone(b.getI32Type()), zero, /*isSplat=*/true))
      .getResult();
}

FailureOr<AffineType> relay::multiplyScales(FakeQuantizedOp &op,
                                            const AffineType &lhs,
                                            const AffineType &rhs) {
  OpBuilder &b = op.getBuilder();
  FailureOr<Value> scale =
      multiplyConstants(b, op.getLoc(), lhs.scale, rhs.scale);
  if (!*scale)
    scale = op.create<MultiplyOp>(lhs.scale, rhs.scale);
  if (failed(scale))
    return failure();
  FailureOr<Value> zeros = makeZeros(op, *scale);
  if (failed(zeros))
    return failure();
  return AffineType{*scale, *zeros, b.getI32Type()};
}
