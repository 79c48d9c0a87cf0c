//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The patterns of operations for fusion.
//
//===----------------------------------------------------------------------===//

#include "OperatorPatterns.h"
#include "GraphPartitioner.h"
#include "RelayLite/Dialect/Relay/Transforms/OperatorRules.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::relay;

bool relay::isInlineConstant(ConstantOp constant) {
  auto type = cast<RankedTensorType>(constant.getType());
  Type element = type.getElementType();
  return type.getRank() == 0 &&
         (element.isSignlessInteger(1) || element.isSignlessInteger(32) ||
          element.isSignlessInteger(64) || element.isF32() || element.isF64());
}

bool relay::isLeftAlone(OperatorInterface op) {
  return op.isNonComputational() && !isa<CanonicalFormInterface>(*op);
}

/// Whether the shape of the result depends on the elements of operands, so that
/// the kernel needs them before it runs.
static bool isDataDependent(Operation *op) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return isa<StaticFormInterface>(op) && !(type && type.hasStaticShape());
}

std::optional<OpPatternKind> relay::getRegisteredPattern(CustomOp op) {
  const OperatorRules *rules = OperatorRules::find(op.getContext());
  return rules && !op.getStateful() ? rules->lookupPattern(op) : std::nullopt;
}

PatternFinder::PatternFinder(MLIRContext *context)
    : rules(OperatorRules::find(context)) {
  if (rules && !rules->hasPatterns())
    rules = nullptr;
}

/// Whether `type` is a tuple of tensors.
bool PatternFinder::isTupleOfTensors(Type type) {
  auto tuple = dyn_cast<TupleType>(type);
  if (!tuple)
    return false;
  auto [it, isNew] = tuples.try_emplace(tuple);
  if (isNew)
    it->second = llvm::all_of(tuple.getTypes(), llvm::IsaPred<TensorType>);
  return it->second;
}

OpPatternKind PatternFinder::getPattern(OperatorInterface op) {
  if (isLeftAlone(op) || isDataDependent(op))
    return OpPatternKind::Opaque;
  std::optional<OpPatternKind> pattern =
      rules ? rules->lookupPattern(op) : std::nullopt;
  return pattern.value_or(op.getOpPattern());
}

OpPatternKind PatternFinder::getPattern(Operation *op) {
  if (auto relayOperator = dyn_cast<OperatorInterface>(op))
    return getPattern(relayOperator);
  return llvm::TypeSwitch<Operation *, OpPatternKind>(op)
      .Case([](ConstantOp constant) {
        return isInlineConstant(constant) ? OpPatternKind::ElemWise
                                          : OpPatternKind::Opaque;
      })
      .Case([](CustomOp custom) {
        return getRegisteredPattern(custom).value_or(OpPatternKind::Opaque);
      })
      .Case([](TupleOp) { return tuplePattern; })
      .Case([&](TupleGetOp get) {
        return isTupleOfTensors(get.getTuple().getType())
                   ? OpPatternKind::Injective
                   : OpPatternKind::Opaque;
      })
      // The identity, of which TVM knows nothing.
      .Case([&](TypeCastOp typeCast) {
        Type type = typeCast.getType();
        if (isa<TensorType>(type))
          return OpPatternKind::ElemWise;
        return isTupleOfTensors(type) ? OpPatternKind::Injective
                                      : OpPatternKind::Opaque;
      })
      .Default(OpPatternKind::Opaque);
}
