//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FakeQuantizationToInteger: computes on integers between qnn.dequantize and
// qnn.quantize.
//
//===----------------------------------------------------------------------===//

#include "../Utils/LetBindings.h"
#include "AffineTypes.h"
#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Support/DebugLog.h"
#include "llvm/ADT/DenseSet.h"

#define DEBUG_TYPE "relay-fake-quantization-to-integer"

namespace mlir::relay {
#define GEN_PASS_DEF_FAKEQUANTIZATIONTOINTEGERPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
/// Whether what computes a value can be converted. A larger one prevails.
enum class Coverage {
  Complete,
  /// An operator has no rule.
  NoRule,
  /// Something is no operator, tuple or constant, such as an argument.
  Outside
};

/// The facts about what computes a value.
struct Node {
  Coverage coverage = Coverage::Complete;
  /// Whether a rule in it reads the quantization of the output.
  bool readsOutput = false;
};

/// The end of a region that is converted.
struct RegionEnd {
  QnnQuantizeOp op;
  /// The quantization of its result.
  AffineType output;
};

/// Converts a function. Operators that do not read the quantization of the
/// output are converted once, next to the original; others once for each end of
/// a region, next to that.
class Converter {
public:
  Converter(func::FuncOp function, const FakeQuantizationOptions &options);

  FailureOr<bool> run();

private:
  Node classify(Operation *op) const;
  Node getNode(Value value) const;

  LogicalResult convertQuantize(QnnQuantizeOp quantize);
  LogicalResult finish(QnnQuantizeOp quantize, const AffineType &output);
  LogicalResult reportMissingRule(Value root, Operation *end);

  LogicalResult convertExpression(Value root, const RegionEnd &end);
  FailureOr<QuantizedValue> convert(Operation *op, const RegionEnd &end);
  FailureOr<QuantizedValue> convertTuple(Operation *op,
                                         ArrayRef<QuantizedValue> operands);
  std::optional<QuantizedValue> lookup(Value value) const;
  LogicalResult fail(Operation *op, const Twine &reason) const;

  func::FuncOp function;
  const FakeQuantizationOptions &options;
  OpBuilder b;
  bool changed = false;

  DenseMap<Operation *, Node> nodes;
  /// Converted values: those of all regions, and those of the present one.
  DenseMap<Value, QuantizedValue> shared, local;
  /// Operators whose conversion has failed for all regions.
  DenseSet<Operation *> failedOps;
};
} // namespace

Converter::Converter(func::FuncOp function,
                     const FakeQuantizationOptions &options)
    : function(function), options(options), b(function.getContext()) {}

LogicalResult Converter::fail(Operation *op, const Twine &reason) const {
  if (options.hardFail)
    op->emitOpError() << "cannot be computed on integers: " << reason;
  LDBG() << op->getName() << " at " << op->getLoc() << ": " << reason;
  return failure();
}

//===----------------------------------------------------------------------===//
// Which regions can be converted
//===----------------------------------------------------------------------===//

Node Converter::getNode(Value value) const {
  Operation *op = value.getDefiningOp();
  if (!op)
    return {Coverage::Outside};
  auto it = nodes.find(op);
  // The pass itself has built the others. They have no rules.
  return it == nodes.end() ? Node{Coverage::NoRule} : it->second;
}

/// The facts about `op`, whose operands are known.
Node Converter::classify(Operation *op) const {
  if (isa<ConstantOp, QnnDequantizeOp>(op))
    return {};
  if (!isa<TupleOp, TupleGetOp, OperatorInterface, CustomOp>(op))
    return {Coverage::Outside};
  Node node;
  if (!isa<TupleOp, TupleGetOp>(op)) {
    FakeQuantizationRuleRef rule = findRule(op, options);
    node.coverage = rule ? Coverage::Complete : Coverage::NoRule;
    node.readsOutput = rule && rule->readsOutput;
  }
  for (Value operand : op->getOperands()) {
    Node other = getNode(operand);
    node.coverage = std::max(node.coverage, other.coverage);
    node.readsOutput |= other.readsOutput;
  }
  return node;
}

//===----------------------------------------------------------------------===//
// Regions that end with qnn.quantize
//===----------------------------------------------------------------------===//

std::optional<QuantizedValue> Converter::lookup(Value value) const {
  Operation *op = value.getDefiningOp();
  if (auto dequantize = dyn_cast<QnnDequantizeOp>(op))
    return getDequantized(dequantize);
  if (isa<ConstantOp>(op))
    return QuantizedValue{value, {}};
  for (const auto *values : {&local, &shared})
    if (auto it = values->find(value); it != values->end())
      return it->second;
  return std::nullopt;
}

/// Converts all operators that `root` is computed by.
LogicalResult Converter::convertExpression(Value root, const RegionEnd &end) {
  // Expressions may be deep.
  SmallVector<Value> stack{root};
  while (!stack.empty()) {
    Value value = stack.back();
    if (lookup(value)) {
      stack.pop_back();
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (failedOps.contains(op))
      return failure();
    size_t size = stack.size();
    for (Value operand : op->getOperands())
      if (!lookup(operand))
        stack.push_back(operand);
    if (stack.size() != size)
      continue;
    stack.pop_back();
    bool isLocal = nodes.at(op).readsOutput;
    FailureOr<QuantizedValue> converted = convert(op, end);
    if (failed(converted)) {
      if (!isLocal)
        failedOps.insert(op);
      return failure();
    }
    (isLocal ? local : shared)[value] = *converted;
  }
  return success();
}

/// Converts `op`, whose operands are converted.
FailureOr<QuantizedValue> Converter::convert(Operation *op,
                                             const RegionEnd &end) {
  SmallVector<QuantizedValue> operands;
  for (Value operand : op->getOperands())
    operands.push_back(*lookup(operand));
  // The quantization of the output is known at the end only.
  b.setInsertionPoint(nodes.at(op).readsOutput ? end.op : op);
  if (isa<TupleOp, TupleGetOp>(op))
    return convertTuple(op, operands);
  bool isLast = op->getResult(0) == end.op->getOperand(0);
  FakeQuantizedOp fake(b, op, operands, &end.output, isLast, options.hardFail);
  return applyRule(fake, options);
}

// tuple(x...) -> tuple(q...), tuple_get(x) -> tuple_get(q)
FailureOr<QuantizedValue>
Converter::convertTuple(Operation *op, ArrayRef<QuantizedValue> operands) {
  QuantizedValue result;
  if (auto get = dyn_cast<TupleGetOp>(op)) {
    result.value =
        TupleGetOp::create(b, op->getLoc(), operands[0].value, get.getIndex());
    result.types.push_back(operands[0].types[get.getIndex()]);
    return result;
  }
  SmallVector<Value> fields;
  for (auto [i, field] : llvm::enumerate(operands)) {
    if (field.types.size() != 1 || isa<TupleType>(field.value.getType()))
      return fail(op, "operand " + Twine(i) + " is no quantized tensor");
    fields.push_back(field.value);
    result.types.push_back(field.types.front());
  }
  result.value = TupleOp::create(b, op->getLoc(), fields);
  return result;
}

/// Reports the operator behind `root` that has no rule.
LogicalResult Converter::reportMissingRule(Value root, Operation *end) {
  // Go to an operand that cannot be converted while there is one.
  Operation *op = root.getDefiningOp();
  while (true) {
    auto it = llvm::find_if(op->getOperands(), [&](Value operand) {
      return getNode(operand).coverage != Coverage::Complete;
    });
    if (it == op->operand_end())
      break;
    op = (*it).getDefiningOp();
  }
  InFlightDiagnostic error =
      op->emitOpError("has no rule that computes it on integers (hard-fail)");
  error.attachNote(end->getLoc()) << "its result is quantized here";
  return error;
}

// quantize(f(dequantize(q))) -> f'(q)
LogicalResult Converter::convertQuantize(QnnQuantizeOp quantize) {
  Value data = quantize.getData();
  Coverage coverage = getNode(data).coverage;
  if (coverage == Coverage::Outside || data.getDefiningOp<ConstantOp>())
    return success();
  if (coverage == Coverage::NoRule) {
    LDBG() << "the region of qnn.quantize at " << quantize.getLoc()
           << " has an operator without a rule";
    return options.hardFail ? reportMissingRule(data, quantize) : success();
  }
  AffineType output{quantize.getOutputScale(), quantize.getOutputZeroPoint(),
                    quantize.getOutDtype(),
                    static_cast<int64_t>(quantize.getAxis())};
  local.clear();
  if (failed(convertExpression(data, {quantize, output})) ||
      failed(finish(quantize, output)))
    return success(!options.hardFail);
  return success();
}

// quantize(f(dequantize(q))) -> requantize(f'(q)), or f'(q)
LogicalResult Converter::finish(QnnQuantizeOp quantize,
                                const AffineType &output) {
  QuantizedValue data = *lookup(quantize.getData());
  if (data.types.size() != 1)
    return fail(quantize, "operand 0 is no quantized tensor");
  b.setInsertionPoint(quantize);
  const AffineType &type = data.types.front();
  FailureOr<Value> result = data.value;
  if (!areClose(type, output)) {
    FakeQuantizedOp fake(b, quantize, {}, nullptr, false, options.hardFail);
    AffineType from = type;
    from.scale = foldConstant(b, type.scale);
    from.zeroPoint = foldConstant(b, type.zeroPoint);
    result = fake.requantize(data.value, from, output, output.dtype);
    if (failed(result))
      return failure();
  }
  quantize.replaceAllUsesWith(
      castTo(b, quantize.getLoc(), *result, quantize.getType()));
  changed = true;
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

FailureOr<bool> Converter::run() {
  // Operands come before operators.
  SmallVector<QnnQuantizeOp> ends;
  function.walk([&](Operation *op) {
    nodes[op] = classify(op);
    if (auto quantize = dyn_cast<QnnQuantizeOp>(op))
      ends.push_back(quantize);
  });
  for (QnnQuantizeOp quantize : ends)
    if (failed(convertQuantize(quantize)))
      return failure();
  return changed;
}

FailureOr<bool>
relay::convertFakeQuantization(func::FuncOp function,
                               const FakeQuantizationOptions &options) {
  FailureOr<bool> changed = Converter(function, options).run();
  if (failed(changed))
    return failure();
  if (options.useQAT) {
    FailureOr<bool> others = convertOperatorsAlone(function, options);
    if (failed(others))
      return failure();
    *changed |= *others;
  }
  // Conversions that have failed leave operators, too.
  unsigned numErased = eraseUnusedOps(function.getBody(), isErasableWhenUnused);
  return *changed || numErased != 0;
}

namespace {
struct FakeQuantizationToIntegerPass
    : public relay::impl::FakeQuantizationToIntegerPassBase<
          FakeQuantizationToIntegerPass> {
  using FakeQuantizationToIntegerPassBase::FakeQuantizationToIntegerPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    FakeQuantizationToIntegerPassBase::getDependentDialects(registry);
    registerFakeQuantizationRules(registry);
  }

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (isSkippedByFunctionPasses(function))
      return markAllAnalysesPreserved();
    if (failed(checkTypesKnown(function)))
      return signalPassFailure();
    FakeQuantizationOptions options;
    options.hardFail = hardFail;
    options.useQAT = useQAT;
    for (const std::string &name : optionalQnnOps)
      options.optionalOps.insert(name);
    FailureOr<bool> changed = convertFakeQuantization(function, options);
    if (failed(changed))
      return signalPassFailure();
    if (!*changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
