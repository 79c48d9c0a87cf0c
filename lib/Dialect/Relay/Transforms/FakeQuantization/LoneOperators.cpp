//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// The second phase of FakeQuantizationToInteger, for models of
// quantization-aware training: operators on dequantized operands.
//
//===----------------------------------------------------------------------===//

#include "../Utils/LetBindings.h"
#include "AffineTypes.h"
#include "RelayLite/Dialect/Relay/IR/CustomOps.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
/// Converts operators one by one, operands first.
class LoneConverter {
public:
  LoneConverter(func::FuncOp function, const FakeQuantizationOptions &options)
      : function(function), options(options), b(function.getContext()) {}

  FailureOr<bool> run();

private:
  bool isOutside(Operation *op) const;
  LogicalResult visit(Operation *op);
  LogicalResult convert(Operation *op);
  FailureOr<Value> dequantize(FakeQuantizedOp &op, const QuantizedValue &value);

  func::FuncOp function;
  const FakeQuantizationOptions &options;
  OpBuilder b;
  bool changed = false;
  /// Operations that depend on something that is no operator, tuple or
  /// constant.
  DenseSet<Operation *> outside;
};
} // namespace

FailureOr<bool> LoneConverter::run() {
  WalkResult result = function.walk([&](Operation *op) {
    return failed(visit(op)) ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return changed;
}

bool LoneConverter::isOutside(Operation *op) const {
  if (isa<ConstantOp, QnnDequantizeOp>(op))
    return false;
  if (!isa<TupleOp, TupleGetOp, OperatorInterface, CustomOp>(op))
    return true;
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    Operation *definition = operand.getDefiningOp();
    return !definition || outside.contains(definition);
  });
}

/// The operators that compute the operands of `op`, through tuples.
static SmallVector<Operation *> getOperandOps(Operation *op) {
  SmallVector<Operation *> found;
  for (Value operand : op->getOperands())
    if (auto tuple = operand.getDefiningOp<TupleOp>())
      for (Value field : tuple.getFields())
        found.push_back(field.getDefiningOp());
    else
      found.push_back(operand.getDefiningOp());
  llvm::erase_if(found, llvm::IsaPred<ConstantOp>);
  return found;
}

LogicalResult LoneConverter::visit(Operation *op) {
  if (isOutside(op)) {
    outside.insert(op);
    return success();
  }
  if (isa<ConstantOp, QnnDequantizeOp, TupleOp, TupleGetOp>(op))
    return success();
  FakeQuantizationRuleRef rule = findRule(op, options);
  if (!rule || !rule->convertsAlone)
    return success();
  SmallVector<Operation *> operands = getOperandOps(op);
  if (operands.empty())
    return success();
  if (llvm::all_of(operands, llvm::IsaPred<QnnDequantizeOp>))
    return success(succeeded(convert(op)) || !options.hardFail);
  if (options.hardFail)
    return op->emitOpError("cannot be computed on integers: its operands are "
                           "not dequantized");
  return success();
}

/// Returns the numbers that `operand` is dequantized from.
static QuantizedValue getConverted(OpBuilder &b, Value operand) {
  if (auto dequantize = operand.getDefiningOp<QnnDequantizeOp>())
    return getDequantized(dequantize);
  auto tuple = operand.getDefiningOp<TupleOp>();
  if (!tuple)
    return {operand, {}};
  QuantizedValue result;
  SmallVector<Value> fields;
  for (Value field : tuple.getFields())
    if (auto dequantize = field.getDefiningOp<QnnDequantizeOp>()) {
      fields.push_back(dequantize.getData());
      llvm::append_range(result.types, getDequantized(dequantize).types);
    }
  if (fields.size() != tuple.getFields().size())
    return {operand, {}};
  result.value = TupleOp::create(b, operand.getLoc(), fields);
  return result;
}

/// `value`, a tensor or a tuple, as floats.
FailureOr<Value> LoneConverter::dequantize(FakeQuantizedOp &op,
                                           const QuantizedValue &value) {
  auto build = [&](Value data, const AffineType &type, Type original) {
    return op.create<QnnDequantizeOp>(
        data, type.scale, type.zeroPoint,
        cast<RankedTensorType>(original).getElementType(),
        static_cast<uint64_t>(type.axis));
  };
  Type original = op.getOp()->getResult(0).getType();
  auto tuple = dyn_cast<TupleType>(original);
  if (!tuple)
    return build(value.value, value.types.front(), original);
  SmallVector<Value> fields;
  for (auto [i, type] : llvm::enumerate(value.types)) {
    Value field = TupleGetOp::create(b, op.getLoc(), value.value, i);
    FailureOr<Value> floats = build(field, type, tuple.getType(i));
    if (failed(floats))
      return failure();
    fields.push_back(*floats);
  }
  return TupleOp::create(b, op.getLoc(), fields).getResult();
}

// f(dequantize(q)) -> dequantize(f'(q))
LogicalResult LoneConverter::convert(Operation *op) {
  b.setInsertionPoint(op);
  SmallVector<QuantizedValue> operands;
  for (Value operand : op->getOperands())
    operands.push_back(getConverted(b, operand));
  FakeQuantizedOp fake(b, op, operands, /*output=*/nullptr,
                       /*isQuantizedNext=*/false, options.hardFail);
  FailureOr<QuantizedValue> converted = applyRule(fake, options);
  if (failed(converted))
    return failure();
  FailureOr<Value> floats = dequantize(fake, *converted);
  if (failed(floats))
    return failure();
  Type type = op->getResult(0).getType();
  op->getResult(0).replaceAllUsesWith(castTo(b, op->getLoc(), *floats, type));
  changed = true;
  return success();
}

FailureOr<bool>
relay::convertOperatorsAlone(func::FuncOp function,
                             const FakeQuantizationOptions &options) {
  return LoneConverter(function, options).run();
}
