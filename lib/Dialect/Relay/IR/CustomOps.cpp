//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that programs register.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Support/Counts.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Relations
//===----------------------------------------------------------------------===//

static FailureOr<Type> inferIdentity(Location loc, StringRef name,
                                     TypeRange operands, DictionaryAttr) {
  if (operands.empty())
    return emitError(loc) << name << ": expected at least one operand";
  for (Type type : operands.drop_front())
    if (!areTypesCompatible(type, operands.front()))
      return emitError(loc) << name << ": expected operands of one type, but "
                            << "got " << operands.front() << " and " << type;
  return operands.front();
}

template <auto infer>
static FailureOr<Type> inferFromTwo(Location loc, StringRef name,
                                    TypeRange operands, DictionaryAttr) {
  if (operands.size() != 2)
    return emitError(loc) << name << ": expected 2 operands, but got "
                          << operands.size();
  for (Type type : operands)
    if (!isa<RankedTensorType>(type))
      return emitError(loc) << name << ": expected a tensor, but got " << type;
  return infer(loc, name, operands[0], operands[1]);
}

/// Return the type that a text names: `float32[2,?]`, or `_` for an opaque one.
static FailureOr<Type> parseResultType(Location loc, StringRef text) {
  if (text == "_")
    return Type(OpaqueValueType::get(loc.getContext()));
  auto [dtype, rest] = text.split('[');
  Type elementType = parseDTypeName(loc.getContext(), dtype);
  bool isValid = elementType && rest.consume_back("]");
  SmallVector<StringRef> sizes;
  if (!rest.empty())
    rest.split(sizes, ',');
  SmallVector<int64_t> shape;
  for (StringRef size : sizes) {
    int64_t value = ShapedType::kDynamic;
    isValid &= size == "?" || (!size.getAsInteger(10, value) && value >= 0);
    shape.push_back(value);
  }
  if (!isValid)
    return emitError(loc) << "expected a type as float32[1,?] or _, but got '"
                          << text << "'";
  return Type(RankedTensorType::get(shape, elementType));
}

// The call of an operator of ONNX has the types of its results as texts.
// Without them nothing is inferred.
static FailureOr<Type> inferFromAttribute(Location loc, StringRef name,
                                          TypeRange, DictionaryAttr attrs) {
  Attribute results =
      attrs ? attrs.get((fnattr::prefix + onnxResultsAttr).str()) : Attribute();
  if (!results)
    return Type(UnknownType::get(loc.getContext()));
  auto texts = dyn_cast<ArrayAttr>(results);
  SmallVector<Type> types;
  for (Attribute text : texts ? texts.getValue() : ArrayRef<Attribute>()) {
    auto string = dyn_cast<StringAttr>(text);
    FailureOr<Type> type =
        parseResultType(loc, string ? string.getValue() : StringRef());
    if (failed(type))
      return failure();
    types.push_back(*type);
  }
  if (types.empty())
    return emitError(loc) << name << ": expected a list of types as "
                          << onnxResultsAttr;
  return types.size() == 1 ? types.front()
                           : Type(TupleType::get(loc.getContext(), types));
}

TypeRelationFn relay::getTypeRelation(StringRef name) {
  if (name == "Identity")
    return inferIdentity;
  if (name == "Broadcast")
    return inferFromTwo<inferBroadcast>;
  if (name == "BroadcastComp")
    return inferFromTwo<inferComparison>;
  if (name == onnxResultsAttr)
    return inferFromAttribute;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// CustomOperators
//===----------------------------------------------------------------------===//

CustomOperators &CustomOperators::get(MLIRContext *context) {
  return *context->getLoadedDialect<RelayDialect>()
              ->getRegisteredInterface<CustomOperators>();
}

void CustomOperators::set(StringRef name, CustomOperator op) {
  std::unique_lock lock(mutex);
  operators[name] = std::move(op);
}

std::optional<CustomOperator> CustomOperators::lookup(StringRef name) const {
  std::shared_lock lock(mutex);
  auto it = operators.find(name);
  if (it != operators.end())
    return it->second;
  if (name.starts_with(onnxPrefix))
    return CustomOperator{-1, false, inferFromAttribute};
  return std::nullopt;
}

StringRef relay::getOperatorName(Operation *op) {
  if (auto custom = dyn_cast<CustomOp>(op))
    return custom.getOpName();
  auto interface = dyn_cast<OperatorInterface>(op);
  return interface ? interface.getRelayName() : StringRef();
}

//===----------------------------------------------------------------------===//
// CustomOp
//===----------------------------------------------------------------------===//

LogicalResult
CustomOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                           ValueRange operands, DictionaryAttr attributes,
                           OpaqueProperties properties, RegionRange regions,
                           SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  StringRef name = adaptor.getOpName();
  std::optional<CustomOperator> op = CustomOperators::get(context).lookup(name);
  // Without a relation nothing is inferred: the result has its declared type.
  if (!op || !op->relation ||
      llvm::any_of(operands.getTypes(), containsUnknown)) {
    inferred.push_back(UnknownType::get(context));
    return success();
  }
  Location where = loc.value_or(UnknownLoc::get(context));
  if (op->numOperands >= 0 && size_t(op->numOperands) != operands.size())
    return mlir::emitError(where) << "operator '" << name << "' takes "
                                  << formatCount(op->numOperands, "argument")
                                  << ", but got " << operands.size();
  FailureOr<Type> type =
      op->relation(where, name, TypeRange(operands), attributes);
  if (failed(type))
    return failure();
  inferred.push_back(*type);
  return success();
}

Speculation::Speculatability CustomOp::getSpeculatability() {
  return getStateful() ? Speculation::NotSpeculatable
                       : Speculation::Speculatable;
}

void CustomOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (!getStateful())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}
