//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ToMixedPrecision: computes with a smaller floating-point type where that pays
// and is safe. Types change in one walk; values get casts behind their
// definitions, each at most once for a type.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/TypeJoin.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/MixedPrecision.h"
#include "RelayLite/Dialect/Relay/Transforms/OperatorRules.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Support/DebugLog.h"
#include "WideValues.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

#define DEBUG_TYPE "relay-to-mixed-precision"

namespace mlir::relay {
#define GEN_PASS_DEF_TOMIXEDPRECISIONPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

/// `type`, a tensor or a tuple, with the element type `to` in the place of all
/// floats.
static Type replaceFloats(Type type, Type to) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return TupleType::get(
        type.getContext(),
        llvm::map_to_vector(tuple.getTypes(), [&](Type field) {
          return replaceFloats(field, to);
        }));
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !isa<FloatType>(tensor.getElementType()))
    return type;
  return tensor.clone(to);
}

/// Whether all floats in `type` are `mixed`.
static bool isMixed(Type type, Type mixed) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::all_of(tuple.getTypes(),
                        [&](Type field) { return isMixed(field, mixed); });
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && (!isa<FloatType>(tensor.getElementType()) ||
                    tensor.getElementType() == mixed);
}

namespace {
class Conversion {
public:
  Conversion(FloatType mixed, bool keepResults)
      : mixed(mixed), keepResults(keepResults), wide(mixed) {}

  /// Converts `function`. Its type stays if `keepsType`.
  LogicalResult run(func::FuncOp function, bool keepsType);

  bool changed = false;
  /// Operators without a rule, by their names, and how many there are.
  llvm::MapVector<StringRef, std::pair<Operation *, unsigned>> missing;

private:
  LogicalResult convert(Block &block);
  LogicalResult convert(Operation *op);
  FailureOr<MixedPrecisionChoice> choose(Operation *op);
  LogicalResult convertOperator(Operation *op);
  void castResult(Operation *op, Type element);
  void convertApply(ApplyOp apply);
  LogicalResult convertLiteral(Operation *op);
  LogicalResult convertIf(IfOp op);
  bool inferAgain(Operation *op);

  void setType(Value value, Type type);
  Type getOriginalType(Value value) const {
    auto it = originalTypes.find(value);
    return it == originalTypes.end() ? value.getType() : it->second;
  }
  Value cast(Value value, Type type);
  Value castTensor(Value value, Type type);
  void castOperands(Operation *op, function_ref<Type(Value)> getType);
  void restoreOperands(Operation *op) {
    castOperands(op, [&](Value value) { return getOriginalType(value); });
  }
  bool isFollowed(OpOperand &operand);
  bool isConverted(Operation *op, MixedPrecisionKind kind);

  Type mixed;
  bool keepResults;
  WideValues wide;
  /// The types that values had, where they are others now.
  DenseMap<Value, Type> originalTypes;
  DenseMap<std::pair<Value, Type>, Value> casts;
  /// The operations that casts are made of, in the order of their dependence.
  SmallVector<Operation *> made;
};
} // namespace

//===----------------------------------------------------------------------===//
// Types and casts
//===----------------------------------------------------------------------===//

void Conversion::setType(Value value, Type type) {
  if (value.getType() == type)
    return;
  originalTypes.try_emplace(value, value.getType());
  value.setType(type);
  changed = true;
}

// x -> cast(x), behind the definition of x
Value Conversion::castTensor(Value value, Type type) {
  if (Value known = casts.lookup({value, type}))
    return known;
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  Value result = CastOp::create(
      builder, value.getLoc(), type, value,
      TypeAttr::get(::cast<RankedTensorType>(type).getElementType()));
  made.push_back(result.getDefiningOp());
  casts[{value, type}] = result;
  // And back.
  casts[{result, value.getType()}] = value;
  return result;
}

/// `value` with the element types of `type`.
Value Conversion::cast(Value value, Type type) {
  if (value.getType() == type)
    return value;
  auto tuple = dyn_cast<TupleType>(value.getType());
  if (!tuple)
    return castTensor(value, type);
  if (Value before = casts.lookup({value, type}))
    return before;
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  SmallVector<Value> fields;
  auto known = value.getDefiningOp<TupleOp>();
  for (auto [i, fieldType] :
       llvm::enumerate(::cast<TupleType>(type).getTypes()))
    fields.push_back(known ? known.getFields()[i]
                           : TupleGetOp::create(builder, value.getLoc(),
                                                tuple.getType(i), value, i)
                                 .getResult());
  if (!known)
    for (Value field : fields)
      made.push_back(field.getDefiningOp());
  // Each field is cast behind its definition, before the tuple.
  for (auto [field, fieldType] :
       llvm::zip_equal(fields, ::cast<TupleType>(type).getTypes()))
    field = cast(field, fieldType);
  Value result =
      TupleOp::create(builder, value.getLoc(), type, fields).getResult();
  made.push_back(result.getDefiningOp());
  return casts[{value, type}] = result;
}

void Conversion::castOperands(Operation *op,
                              function_ref<Type(Value)> getType) {
  for (OpOperand &operand : op->getOpOperands())
    operand.set(cast(operand.get(), getType(operand.get())));
}

/// Gives the results of `op` the types that follow from its operands. False if
/// they do not fit together.
bool Conversion::inferAgain(Operation *op) {
  SmallVector<Type> types;
  // The relation of a program reports its error.
  std::optional<Location> loc;
  if (isa<CustomOp>(op))
    loc = op->getLoc();
  if (failed(::cast<InferTypeOpInterface>(op).inferReturnTypes(
          op->getContext(), loc, op->getOperands(), op->getRawDictionaryAttrs(),
          op->getPropertiesStorage(), op->getRegions(), types)))
    return false;
  for (auto [result, type] : llvm::zip_equal(op->getResults(), types))
    // The shape stays as precise as it was.
    setType(result, areTypesCompatible(result.getType(), type)
                        ? result.getType()
                        : type);
  return true;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Returns whether an operator that follows may compute with the smaller type
/// as far as `operand` is concerned. Variables and constants can be cast.
bool Conversion::isFollowed(OpOperand &operand) {
  Value value = operand.get();
  if (wide.contains(value))
    return false;
  Operation *op = value.getDefiningOp();
  if (auto typeCast = dyn_cast_or_null<TypeCastOp>(op))
    op = typeCast.getValue().getDefiningOp();
  return !op || isa<LetOp, ConstantOp>(op) || isMixed(value.getType(), mixed);
}

/// Returns whether `op`, which is of the given kind, computes with the smaller
/// type.
bool Conversion::isConverted(Operation *op, MixedPrecisionKind kind) {
  auto log = [&](const char *decision) {
    LDBG() << op->getName() << " at " << op->getLoc() << ": " << decision;
  };
  bool isNever = kind == MixedPrecisionKind::Never;
  if (wide.hasWideOperand(op, kind == MixedPrecisionKind::Always) ||
      (!isNever && wide.hasWideAttribute(op))) {
    wide.insert(op->getResult(0));
    log("kept, since a constant does not fit the type");
    return false;
  }
  if (isNever) {
    log("kept, since its rule says so");
    return false;
  }
  if (kind == MixedPrecisionKind::Follow) {
    if (llvm::any_of(op->getOperands(),
                     [&](Value operand) { return wide.contains(operand); }))
      wide.insert(op->getResult(0));
    if (!llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
          return isFollowed(operand);
        })) {
      log("kept, since an operand is not converted");
      return false;
    }
  }
  log("converted");
  return true;
}

/// Decides how to convert `op`: a rule of the registry comes before the
/// interface.
FailureOr<MixedPrecisionChoice> Conversion::choose(Operation *op) {
  const OperatorRules *rules = OperatorRules::find(op->getContext());
  auto type = ::cast<FloatType>(mixed);
  if (MixedPrecisionFunction rule =
          rules ? rules->lookupMixedPrecision(op) : MixedPrecisionFunction())
    return rule(op, type);
  if (auto known = dyn_cast<MixedPrecisionInterface>(op))
    return MixedPrecisionChoice{
        known.getMixedPrecisionKind(mixed),
        ::cast<FloatType>(known.getAccumulationType(mixed)), type};
  // The types of an operator of ONNX are written at its call.
  if (getOperatorName(op).starts_with(onnxPrefix))
    return MixedPrecisionChoice{MixedPrecisionKind::Never, type, type};
  auto &[first, count] = missing[getOperatorName(op)];
  if (count++ == 0)
    first = op;
  return MixedPrecisionChoice{MixedPrecisionKind::Follow, type, type};
}

// op(x) -> cast(op(x))
void Conversion::castResult(Operation *op, Type element) {
  Value result = op->getResult(0);
  Type type = replaceFloats(result.getType(), element);
  if (type == result.getType() || !isa<RankedTensorType>(type))
    return;
  Value rounded = castTensor(result, type);
  originalTypes.try_emplace(rounded, getOriginalType(result));
  result.replaceAllUsesExcept(rounded, rounded.getDefiningOp());
}

LogicalResult Conversion::convertOperator(Operation *op) {
  // A value that is already a cast to the type needs no other.
  if (auto castOp = dyn_cast<CastOp>(op);
      castOp && castOp.getDtype() == mixed) {
    restoreOperands(op);
    return success();
  }
  FailureOr<MixedPrecisionChoice> choice = choose(op);
  if (failed(choice))
    return failure();
  if (!isConverted(op, choice->kind)) {
    restoreOperands(op);
    return success();
  }
  SmallVector<Value> operands(op->getOperands());
  Attribute resultType;
  auto rule = dyn_cast<MixedPrecisionInterface>(op);
  StringRef attrName = rule ? rule.getResultTypeAttrName() : "";
  if (!attrName.empty()) {
    resultType = op->getAttr(attrName);
    // Sums of integers stay so.
    if (isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType())))
      op->setAttr(attrName, TypeAttr::get(choice->accumulation));
    changed |= op->getAttr(attrName) != resultType;
  }
  castOperands(
      op, [&](Value value) { return replaceFloats(value.getType(), mixed); });
  if (!inferAgain(op)) {
    if (isa<CustomOp>(op))
      return failure();
    // The operator does not know the type.
    LDBG() << op->getName() << " at " << op->getLoc()
           << ": kept, since it does not take the type";
    if (!attrName.empty()) {
      if (resultType)
        op->setAttr(attrName, resultType);
      else
        op->removeAttr(attrName);
    }
    op->setOperands(operands);
    restoreOperands(op);
    return success();
  }
  if (choice->accumulation != choice->output)
    castResult(op, choice->output);
  return success();
}

/// The arguments are what the parameters are; the result may have changed.
void Conversion::convertApply(ApplyOp apply) {
  OpOperand &callee = apply->getOpOperand(0);
  restoreOperands(apply);
  if (wide.contains(callee.get()))
    wide.insert(apply.getResult());
  auto type = dyn_cast<FunctionType>(callee.get().getType());
  if (!isa_and_nonnull<FnOp, FusedFnOp>(callee.get().getDefiningOp()))
    return;
  if (!areTypesCompatible(apply.getType(), type.getResult(0)))
    setType(apply.getResult(), type.getResult(0));
}

/// The type of a literal changes only where it is applied on the spot.
LogicalResult Conversion::convertLiteral(Operation *op) {
  if (op->hasAttr(fnattr::compiler) || hasNonzeroAttr(op, fnattr::primitive))
    return success();
  Block &body = op->getRegion(0).front();
  for (Operation *user : op->getUsers())
    if (auto apply = dyn_cast<ApplyOp>(user);
        apply && apply.getCallee() == op->getResult(0))
      // A recursive function has itself as its first parameter.
      for (auto [parameter, argument] : llvm::zip_equal(
               body.getArguments().take_back(apply.getArguments().size()),
               apply.getArguments()))
        if (wide.contains(argument))
          wide.insert(parameter);
  if (failed(convert(body)))
    return failure();
  auto fn = dyn_cast<FnOp>(op);
  bool isApplied = llvm::all_of(op->getUses(), [](OpOperand &use) {
    return isa<ApplyOp>(use.getOwner()) && use.getOperandNumber() == 0;
  });
  OpOperand &yielded = body.getTerminator()->getOpOperand(0);
  if (wide.contains(yielded.get()))
    wide.insert(op->getResult(0));
  if (!isApplied || (fn && fn.getHasSelf()) || op->hasAttr("type_params")) {
    yielded.set(cast(yielded.get(), getOriginalType(yielded.get())));
    return success();
  }
  auto type = ::cast<FunctionType>(op->getResult(0).getType());
  Type result = yielded.get().getType();
  if (!areTypesCompatible(type.getResult(0), result)) {
    op->getResult(0).setType(
        FunctionType::get(op->getContext(), type.getInputs(), result));
    changed = true;
  }
  return success();
}

LogicalResult Conversion::convertIf(IfOp op) {
  restoreOperands(op);
  for (Region &region : op->getRegions())
    if (failed(convert(region.front())))
      return failure();
  SmallVector<OpOperand *> yielded;
  for (Region &region : op->getRegions())
    yielded.push_back(&region.front().getTerminator()->getOpOperand(0));
  if (llvm::any_of(yielded, [&](OpOperand *operand) {
        return wide.contains(operand->get());
      }))
    wide.insert(op.getResult());
  Type first = yielded[0]->get().getType(),
       second = yielded[1]->get().getType();
  if (Type joined = areTypesCompatible(first, second)
                        ? first
                        : joinTypes(first, second)) {
    if (!areTypesCompatible(op.getType(), joined))
      setType(op.getResult(), joined);
    return success();
  }
  for (OpOperand *operand : yielded)
    operand->set(cast(operand->get(), getOriginalType(operand->get())));
  return success();
}

LogicalResult Conversion::convert(Operation *op) {
  if (isa<OperatorInterface, CustomOp>(op))
    return convertOperator(op);
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<LetOp, TupleOp, TupleGetOp>([&](auto op) {
        if (!inferAgain(op))
          restoreOperands(op);
        return success();
      })
      .Case([&](ApplyOp apply) {
        convertApply(apply);
        return success();
      })
      .Case<FnOp, FusedFnOp>([&](auto fn) { return convertLiteral(fn); })
      .Case([&](IfOp branch) { return convertIf(branch); })
      .Case([&](TypeCastOp typeCast) {
        Type type = getElementTypeOrSelf(typeCast.getValue().getType());
        if (isa<RankedTensorType>(typeCast.getType()) && isa<FloatType>(type))
          setType(typeCast.getResult(),
                  replaceFloats(typeCast.getType(), type));
        else
          restoreOperands(typeCast);
        return success();
      })
      // Terminators are up to what is around them.
      .Default([&](Operation *op) {
        if (!op->hasTrait<OpTrait::IsTerminator>())
          op->walk([&](Operation *inner) { restoreOperands(inner); });
        return success();
      });
}

LogicalResult Conversion::convert(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (failed(convert(&op)))
      return failure();
    wide.visit(&op);
  }
  return success();
}

LogicalResult Conversion::run(func::FuncOp function, bool keepsType) {
  Block &body = function.front();
  if (failed(convert(body)) || wide.hasFailed())
    return failure();
  Operation *terminator = body.getTerminator();
  if (keepsType || keepResults)
    restoreOperands(terminator);
  // Casts for operators that do not take the type.
  for (Operation *op : llvm::reverse(made)) {
    if (op->use_empty())
      op->erase();
    else
      changed = true;
  }
  FunctionType type = function.getFunctionType();
  SmallVector<Type> results;
  for (auto [declared, operand] :
       llvm::zip_equal(type.getResults(), terminator->getOperands()))
    results.push_back(areTypesCompatible(declared, operand.getType())
                          ? declared
                          : operand.getType());
  if (TypeRange(results) != type.getResults()) {
    function.setType(
        FunctionType::get(function.getContext(), type.getInputs(), results));
    changed = true;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ToMixedPrecisionPass
    : public relay::impl::ToMixedPrecisionPassBase<ToMixedPrecisionPass> {
  using ToMixedPrecisionPassBase::ToMixedPrecisionPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    ToMixedPrecisionPassBase::getDependentDialects(registry);
    registerMixedPrecisionModels(registry);
  }

  void runOnOperation() override {
    if (failed(convert()))
      signalPassFailure();
  }

private:
  LogicalResult convert();
  LogicalResult reportMissing(const Conversion &conversion);
};
} // namespace

LogicalResult
ToMixedPrecisionPass::reportMissing(const Conversion &conversion) {
  LogicalResult result = success();
  for (auto &[name, entry] : conversion.missing) {
    auto [op, count] = entry;
    std::string text =
        ("operator '" + name + "' has no rule for mixed precision; it occurs " +
         Twine(count) + " times")
            .str();
    if (missingOpMode == 0)
      result = op->emitError(text);
    else if (missingOpMode == 1)
      op->emitWarning(text);
  }
  return result;
}

LogicalResult ToMixedPrecisionPass::convert() {
  ModuleOp module = getOperation();
  if (failed(checkTypesKnown(module)))
    return failure();
  auto mixed = dyn_cast_if_present<FloatType>(
      parseDTypeName(&getContext(), mixedPrecisionType));
  if (!mixed)
    return module.emitError("expected a floating-point type as "
                            "mixed-precision-type, but got '")
           << mixedPrecisionType << "'";
  if (missingOpMode < 0 || missingOpMode > 2)
    return module.emitError("expected missing-op-mode in [0, 2], but got ")
           << missingOpMode.getValue();
  // Called functions keep their types.
  llvm::DenseSet<StringAttr> called;
  module.walk([&](Operation *op) {
    if (isa<CallOp, GlobalOp>(op))
      called.insert(op->getAttrOfType<FlatSymbolRefAttr>("callee").getAttr());
    else if (!isa_and_present<RelayDialect>(op->getDialect()))
      op->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
        called.insert(symbol.getRootReference());
      });
  });
  bool changed = false;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isDeclaration() || isSkippedByFunctionPasses(function) ||
        function->hasAttr(fnattr::lowered) ||
        hasNonzeroAttr(function, fnattr::primitive) ||
        function->hasAttr(fnattr::typeParams) ||
        !function.getBody().hasOneBlock())
      continue;
    Conversion conversion(mixed, keepOrigOutputDtype);
    if (failed(conversion.run(function,
                              called.contains(function.getSymNameAttr()))) ||
        failed(reportMissing(conversion)))
      return failure();
    changed |= conversion.changed;
  }
  if (!changed)
    markAllAnalysesPreserved();
  return success();
}
