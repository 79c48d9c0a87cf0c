//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WideValues.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Evaluation/Tensor.h"
#include "RelayLite/Support/Rounding.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

APFloat WideValues::round(double value) const {
  return roundToNearest(APFloat(value), mixed.getFloatSemantics());
}

/// Returns whether a cast of `value` makes it neither infinite nor zero.
bool WideValues::survives(double value) const {
  return value == 0 || !std::isfinite(value) || round(value).isFiniteNonZero();
}

/// Summarizes `constant`. One that cannot be read is reported.
const FloatSummary &WideValues::summarize(ConstantOp constant) {
  auto [it, isNew] = summaries.try_emplace(constant.getValue());
  if (!isNew)
    return it->second;
  FailureOr<ConstantData> data =
      readConstant(constant.getValue(), [&] { return constant.emitError(); });
  if (failed(data)) {
    hasError = true;
    return it->second;
  }
  Type type = getElementTypeOrSelf(constant.getType());
  if (auto floatType = dyn_cast<FloatType>(type))
    return it->second = summarizeFloats(data->bytes, floatType);
  FloatSummary &summary = it->second;
  size_t size = Tensor::getElementSize(type);
  for (ArrayRef<char> bytes = data->bytes; !bytes.empty();
       bytes = bytes.drop_front(size)) {
    APInt bits(size * 8, 0);
    llvm::LoadIntFromMemory(
        bits, reinterpret_cast<const uint8_t *>(bytes.data()), size);
    double value = std::fabs(toDouble(bits, type));
    if (value != 0)
      summary.smallest = std::min(summary.smallest, value);
    summary.largest = std::max(summary.largest, value);
  }
  return summary;
}

bool WideValues::isWide(ConstantOp constant, bool isProduct) {
  const FloatSummary &summary = summarize(constant);
  if (!survives(summary.largest))
    return true;
  // Beside a normal number, a smaller one than all of the type is less than
  // the rounding error of a sum.
  if (isProduct && round(summary.largest).isNormal())
    return false;
  return !survives(summary.smallest);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value WideValues::getSource(Value value) const {
  Value source = sources.lookup(value);
  return source ? source : value;
}

void WideValues::visit(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<LetOp, TypeCastOp>([&](Operation *op) {
        sources[op->getResult(0)] = getSource(op->getOperand(0));
      })
      .Case([&](TupleOp tuple) {
        if (llvm::any_of(tuple.getFields(),
                         [&](Value field) { return contains(field); }))
          insert(tuple);
      })
      .Case([&](TupleGetOp get) {
        Value source = getSource(get.getTuple());
        if (auto tuple = source.getDefiningOp<TupleOp>())
          sources[get] = getSource(tuple.getFields()[get.getIndex()]);
        else if (contains(source))
          insert(get);
      });
}

/// Returns whether values of `type` have floats that a cast changes.
bool WideValues::holdsFloats(Type type) const {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::any_of(tuple.getTypes(),
                        [&](Type field) { return holdsFloats(field); });
  Type element = getElementTypeOrSelf(type);
  return isa<FloatType>(element) && element != mixed;
}

bool WideValues::contains(Value value) {
  if (!holdsFloats(value.getType()) && !isa<FunctionType>(value.getType()))
    return false;
  Value source = getSource(value);
  if (wide.contains(source))
    return true;
  auto constant = source.getDefiningOp<ConstantOp>();
  return constant && isWide(constant, /*isProduct=*/false);
}

/// Returns whether `op` converts integers to the type of floats that it gives.
static bool convertsIntegers(Operation *op) {
  return isa<CastLikeOp, DynFullOp, DynNNPadOp, FullLikeOp, FullOp, NNPadOp>(
             op) &&
         isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType()));
}

bool WideValues::hasWideOperand(Operation *op, bool isProduct) {
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    Value source = getSource(operand);
    auto constant = getMovedConstant(source);
    if (!constant)
      // A tuple of constants.
      return source.getDefiningOp<TupleOp>() && contains(source);
    return (holdsFloats(constant.getType()) || convertsIntegers(op)) &&
           isWide(constant, isProduct);
  });
}

bool WideValues::hasWideAttribute(Operation *op) const {
  return llvm::any_of(op->getAttrs(), [&](NamedAttribute attribute) {
    if (auto number = dyn_cast<FloatAttr>(attribute.getValue()))
      return !survives(number.getValueAsDouble());
    auto numbers = dyn_cast<DenseF64ArrayAttr>(attribute.getValue());
    return numbers && llvm::any_of(numbers.asArrayRef(), [&](double number) {
             return !survives(number);
           });
  });
}
