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

TypeRelationFn relay::getTypeRelation(StringRef name) {
  if (name == "Identity")
    return inferIdentity;
  if (name == "Broadcast")
    return inferFromTwo<inferBroadcast>;
  if (name == "BroadcastComp")
    return inferFromTwo<inferComparison>;
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
  if (it == operators.end())
    return std::nullopt;
  return it->second;
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
