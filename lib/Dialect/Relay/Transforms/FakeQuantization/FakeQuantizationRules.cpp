//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The registry of the rules of FakeQuantizationToInteger, and their helpers.
//
//===----------------------------------------------------------------------===//

#include "AffineTypes.h"
#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/Support/DebugLog.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include <mutex>

#define DEBUG_TYPE "relay-fake-quantization-to-integer"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// FakeQuantizedOp
//===----------------------------------------------------------------------===//

LogicalResult FakeQuantizedOp::fail(const Twine &text) {
  reason = text.str();
  if (emitsErrors)
    op->emitOpError() << "cannot be computed on integers: " << reason;
  return failure();
}

FailureOr<AffineType> FakeQuantizedOp::getInput(unsigned i) {
  if (i < operands.size() && isQuantized(i))
    return operands[i].types.front();
  return fail("operand " + Twine(i) + " is no quantized tensor");
}

FailureOr<AffineType> FakeQuantizedOp::getOutput() {
  if (output)
    return *output;
  return fail("the quantization of the result is not known");
}

FailureOr<Value> FakeQuantizedOp::inferType(Operation *created) {
  SmallVector<Type> types;
  std::optional<Location> loc;
  if (emitsErrors)
    loc = created->getLoc();
  if (failed(cast<InferTypeOpInterface>(created).inferReturnTypes(
          created->getContext(), loc, created->getOperands(),
          created->getRawDictionaryAttrs(), created->getPropertiesStorage(),
          created->getRegions(), types))) {
    reason =
        "the operands do not suit " + created->getName().getStringRef().str();
    return failure();
  }
  created->getResult(0).setType(types.front());
  return created->getResult(0);
}

FailureOr<Value> FakeQuantizedOp::rebuild(ValueRange operands, StringRef name,
                                          ArrayRef<NamedAttribute> attributes) {
  OperationState state(getLoc(),
                       name.empty() ? op->getName().getStringRef() : name,
                       operands, UnknownType::get(b.getContext()));
  NamedAttrList all;
  if (auto own =
          dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute()))
    all = own;
  for (NamedAttribute attribute : attributes)
    all.set(attribute.getName(), attribute.getValue());
  if (!all.empty())
    state.propertiesAttr = all.getDictionary(b.getContext());
  return inferType(b.create(state));
}

FailureOr<Value> FakeQuantizedOp::rebuildOn(Value operand) {
  SmallVector<Value> operands{operand};
  for (const QuantizedValue &other : getOperands().drop_front())
    operands.push_back(other.value);
  return rebuild(operands);
}

FailureOr<Value> FakeQuantizedOp::requantize(Value data, const AffineType &from,
                                             const AffineType &to, Type dtype) {
  return create<QnnRequantizeOp>(data, from.scale, from.zeroPoint, to.scale,
                                 to.zeroPoint, static_cast<uint64_t>(from.axis),
                                 "None", "None", TypeAttr::get(dtype));
}

FailureOr<Value> FakeQuantizedOp::requantizeUnlessSame(Value data,
                                                       const AffineType &from,
                                                       const AffineType &to) {
  if (areEqual(from, to))
    return data;
  return requantize(data, from, to, to.dtype);
}

FailureOr<Value> FakeQuantizedOp::quantize(Value data, const AffineType &type,
                                           int64_t axis) {
  return create<QnnQuantizeOp>(data, type.scale, type.zeroPoint, type.dtype,
                               static_cast<uint64_t>(axis));
}

//===----------------------------------------------------------------------===//
// FakeQuantizationRules
//===----------------------------------------------------------------------===//

FakeQuantizationRules &FakeQuantizationRules::get(RelayDialect &dialect) {
  if (auto *rules = dialect.getRegisteredInterface<FakeQuantizationRules>())
    return const_cast<FakeQuantizationRules &>(*rules);
  return dialect.addInterface<FakeQuantizationRules>();
}

const FakeQuantizationRules *FakeQuantizationRules::find(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<RelayDialect>();
  return dialect ? dialect->getRegisteredInterface<FakeQuantizationRules>()
                 : nullptr;
}

static FakeQuantizationRuleRef makeRef(FakeQuantizationRule rule) {
  return std::make_shared<const FakeQuantizationRule>(std::move(rule));
}

void FakeQuantizationRules::add(StringRef operation,
                                FakeQuantizationRule rule) {
  std::unique_lock lock(mutex);
  rules[operation].rule = makeRef(std::move(rule));
}

void FakeQuantizationRules::remove(StringRef operation) {
  std::unique_lock lock(mutex);
  if (auto it = rules.find(operation); it != rules.end())
    it->second.rule = nullptr;
}

void FakeQuantizationRules::addDefault(StringRef operation,
                                       FakeQuantizationRule rule) {
  std::unique_lock lock(mutex);
  rules[operation].defaultRule = makeRef(std::move(rule));
}

FakeQuantizationRuleRef FakeQuantizationRules::lookup(Operation *op) const {
  std::shared_lock lock(mutex);
  auto custom = dyn_cast<CustomOp>(op);
  auto it = custom ? rules.find(OperatorRules::getCustomKey(custom.getOpName()))
                   : rules.find(op->getName().getStringRef());
  if (it == rules.end())
    return nullptr;
  return it->second.rule ? it->second.rule : it->second.defaultRule;
}

bool FakeQuantizationRules::hasCallerRules() const {
  std::shared_lock lock(mutex);
  return llvm::any_of(rules, [](const auto &entry) {
    const FakeQuantizationRuleRef &rule = entry.second.rule;
    return rule && rule->threads == RuleThreads::Caller;
  });
}

FakeQuantizationRuleRef
relay::findRule(Operation *op, const FakeQuantizationOptions &options) {
  FakeQuantizationRuleRef rule;
  if (const auto *rules = FakeQuantizationRules::find(op->getContext()))
    rule = rules->lookup(op);
  if (!rule || !rule->isOptional)
    return rule;
  auto relayOp = dyn_cast<OperatorInterface>(op);
  return relayOp && options.optionalOps.contains(relayOp.getRelayName())
             ? rule
             : nullptr;
}

//===----------------------------------------------------------------------===//
// Applying rules
//===----------------------------------------------------------------------===//

/// Whether `value` has the shape of `floats` and the element types of its
/// quantization.
static bool hasExpectedType(const QuantizedValue &value, Type floats) {
  auto hasType = [](Type type, Type floats, const AffineType &affine) {
    auto tensor = dyn_cast<RankedTensorType>(floats);
    return tensor && areTypesCompatible(type, tensor.clone(affine.dtype));
  };
  auto tuple = dyn_cast<TupleType>(value.value.getType());
  auto floatTuple = dyn_cast<TupleType>(floats);
  if (!tuple || !floatTuple)
    return value.types.size() == 1 &&
           hasType(value.value.getType(), floats, value.types.front());
  if (tuple.size() != floatTuple.size() || tuple.size() != value.types.size())
    return false;
  for (auto [type, original, affine] :
       llvm::zip_equal(tuple.getTypes(), floatTuple.getTypes(), value.types))
    if (!hasType(type, original, affine))
      return false;
  return true;
}

FailureOr<QuantizedValue>
relay::applyRule(FakeQuantizedOp &op, const FakeQuantizationOptions &options) {
  // Another thread may have removed the rule.
  FakeQuantizationRuleRef rule = findRule(op.getOp(), options);
  if (!rule)
    return failure();
  FailureOr<QuantizedValue> result = rule->convert(op);
  if (succeeded(result) &&
      !hasExpectedType(*result, op.getOp()->getResult(0).getType()))
    result = op.fail("the result has another type than its quantization");
  if (failed(result))
    LDBG() << op.getOp()->getName() << " at " << op.getLoc() << ": "
           << op.getReason();
  return result;
}

QuantizedValue relay::getDequantized(QnnDequantizeOp dequantize) {
  Value data = dequantize.getData();
  return {data,
          {{dequantize.getInputScale(), dequantize.getInputZeroPoint(),
            cast<RankedTensorType>(data.getType()).getElementType(),
            static_cast<int64_t>(dequantize.getAxis())}}};
}

void relay::registerFakeQuantizationRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, RelayDialect *dialect) {
    FakeQuantizationRules &rules = FakeQuantizationRules::get(*dialect);
    addMovementRules(rules);
    addPointwiseRules(rules);
    addProductRules(rules);
    addReductionRules(rules);
  });
}
