//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-defunctionalize (J. C. Reynolds, Definitional Interpreters for
// Higher-Order Programming Languages, 1972).
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Conversion/Passes.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Support/Stack.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::relay {
#define GEN_PASS_DEF_DEFUNCTIONALIZEPASS
#include "RelayLite/Conversion/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
/// One function that may be a value: a literal, or a global function.
struct Member {
  /// Null once it has become a global function.
  Operation *literal = nullptr;
  StringAttr symbol;
  /// The values that a function literal captures, except constants.
  SmallVector<Value> captured;
  /// The place of the first captured value in the representation.
  unsigned firstField = 0;
};

/// All functions of one type. A value of the type is a tuple of the number of
/// the function, and of what all of them capture.
struct Family {
  SmallVector<Member, 2> members;
  TupleType type;
  bool isUnderWay = false;
};

class Defunctionalizer {
public:
  explicit Defunctionalizer(ModuleOp module)
      : module(module), symbols(module), b(module.getContext()) {}

  LogicalResult run();
  bool hasChanged() const { return !families.empty(); }

private:
  void expandLoweredCalls();
  LogicalResult collect();
  LogicalResult checkSignatures();
  FailureOr<Type> convert(Location loc, Type type);
  FailureOr<TupleType> getRepresentation(Location loc, FunctionType type);
  LogicalResult convertTypes();
  Value makeZero(Location loc, Type type);
  Value makeValue(Location loc, FunctionType type, unsigned number,
                  ValueRange captured);
  void lift(FunctionType type, unsigned number);
  void replaceGlobal(GlobalOp global, FunctionType type);
  std::optional<unsigned> getNumber(Value function) const;
  void dispatch(ApplyOp apply, FunctionType type);
  Value call(ApplyOp apply, const Family &family, unsigned number);

  ModuleOp module;
  SymbolTable symbols;
  OpBuilder b;
  llvm::MapVector<Type, Family> families;
  /// Literals, inner ones first, by their types and numbers.
  SmallVector<std::pair<FunctionType, unsigned>> literals;
  /// The types of globals are those before conversion.
  SmallVector<std::pair<GlobalOp, FunctionType>> globals;
  SmallVector<std::pair<ApplyOp, FunctionType>> calls;
  /// The numbers of the functions that values are known to be.
  DenseMap<Value, unsigned> numbers;
  /// The replacements of function literals.
  DenseMap<Value, Value> replaced;
};
} // namespace

/// Whether a value of type `type` is, or holds, a function.
static bool holdsFunction(Type type) {
  return type.walk([](FunctionType) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Collection of functions
//===----------------------------------------------------------------------===//

LogicalResult Defunctionalizer::collect() {
  WalkResult result = module.walk([&](Operation *op) -> WalkResult {
    if (auto apply = dyn_cast<ApplyOp>(op)) {
      auto type = dyn_cast<FunctionType>(apply.getCallee().getType());
      if (!type)
        return apply.emitOpError("has no lowering: the type of its callee is "
                                 "unknown; run relay-infer-type before");
      calls.emplace_back(apply, type);
      return WalkResult::advance();
    }
    if (!isa<FnOp, FusedFnOp, GlobalOp>(op))
      return WalkResult::advance();
    if (getTypeParams(op->getResult(0)))
      return op->emitOpError("has no lowering: it is polymorphic");
    if (op->hasAttr(fnattr::compiler))
      return op->emitOpError("has no lowering: it is for another compiler");
    auto type = dyn_cast<FunctionType>(op->getResult(0).getType());
    if (!type)
      return op->emitOpError(
          "has no lowering: its type is unknown; run relay-infer-type before");
    Family &family = families[type];
    if (auto global = dyn_cast<GlobalOp>(op)) {
      globals.emplace_back(global, type);
      StringAttr name = global.getCalleeAttr().getAttr();
      if (llvm::none_of(family.members, [&](const Member &member) {
            return member.symbol == name;
          }))
        family.members.push_back({nullptr, name, {}});
      return WalkResult::advance();
    }
    literals.emplace_back(type, family.members.size());
    Member &member = family.members.emplace_back(Member{op, {}, {}});
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    for (Value value : captured) {
      if (!isRelayType(value.getType()) || containsUnknown(value.getType()))
        return op->emitOpError("has no lowering: it captures a value of type ")
               << value.getType();
      if (!isa_and_present<ConstantOp>(value.getDefiningOp()))
        member.captured.push_back(value);
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult Defunctionalizer::checkSignatures() {
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() || function.isDeclaration())
      for (Type type : llvm::concat<const Type>(function.getArgumentTypes(),
                                                function.getResultTypes()))
        if (holdsFunction(type))
          return function.emitOpError(
                     "has no lowering: a function whose body is not in the "
                     "module may be its argument or use its result of type ")
                 << type;
  return success();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

FailureOr<TupleType> Defunctionalizer::getRepresentation(Location loc,
                                                         FunctionType type) {
  Family &family = families[type];
  if (family.type)
    return family.type;
  if (family.isUnderWay)
    return emitError(loc, "has no lowering: a function captures one of its own "
                          "type ")
           << type;
  family.isUnderWay = true;
  SmallVector<Type> fields{RankedTensorType::get({}, b.getI32Type())};
  // Conversion of captured types may add families.
  for (size_t i = 0; i < families[type].members.size(); ++i) {
    families[type].members[i].firstField = fields.size();
    for (Value value : SmallVector<Value>(families[type].members[i].captured)) {
      FailureOr<Type> field = convert(value.getLoc(), value.getType());
      if (failed(field))
        return failure();
      fields.push_back(*field);
    }
  }
  families[type].type = TupleType::get(b.getContext(), fields);
  return families[type].type;
}

FailureOr<Type> Defunctionalizer::convert(Location loc, Type type) {
  bool hasFailed = false;
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](FunctionType function) -> std::optional<std::pair<Type, WalkResult>> {
        FailureOr<TupleType> tuple = getRepresentation(loc, function);
        hasFailed |= failed(tuple);
        return std::make_pair(hasFailed ? Type(function) : Type(*tuple),
                              WalkResult::skip());
      });
  Type converted = replacer.replace(type);
  if (hasFailed)
    return failure();
  return converted;
}

/// Gives all values the types that they have now.
LogicalResult Defunctionalizer::convertTypes() {
  auto convertValue = [&](Value value) -> LogicalResult {
    if (!holdsFunction(value.getType()))
      return success();
    FailureOr<Type> type = convert(value.getLoc(), value.getType());
    if (succeeded(type))
      value.setType(*type);
    return success(succeeded(type));
  };
  WalkResult result = module.walk([&](Operation *op) {
    for (Value value : op->getResults())
      if (failed(convertValue(value)))
        return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value value : block.getArguments())
          if (failed(convertValue(value)))
            return WalkResult::interrupt();
    auto function = dyn_cast<func::FuncOp>(op);
    if (!function || function.isDeclaration())
      return WalkResult::advance();
    SmallVector<Type> results;
    for (Type type : function.getResultTypes()) {
      FailureOr<Type> converted = convert(function.getLoc(), type);
      if (failed(converted))
        return WalkResult::interrupt();
      results.push_back(*converted);
    }
    function.setFunctionType(
        b.getFunctionType(function.front().getArgumentTypes(), results));
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// A value of type `type` that nothing reads.
Value Defunctionalizer::makeZero(Location loc, Type type) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    SmallVector<Value> fields;
    for (Type field : tuple.getTypes())
      fields.push_back(makeZero(loc, field));
    return TupleOp::create(b, loc, type, fields);
  }
  if (auto ref = dyn_cast<RefType>(type))
    return RefCreateOp::create(b, loc, type, makeZero(loc, ref.getPointee()));
  auto tensor = cast<RankedTensorType>(type);
  // No elements where the shape is open.
  SmallVector<int64_t> shape(tensor.getShape());
  llvm::replace(shape, ShapedType::kDynamic, int64_t(0));
  RankedTensorType fixed = tensor.clone(shape);
  Value zero = ConstantOp::create(
      b, loc,
      DenseElementsAttr::get(fixed, b.getZeroAttr(tensor.getElementType())));
  return fixed == tensor ? zero : TypeCastOp::create(b, loc, type, zero);
}

/// The function of number `number` among those of type `type`, as a value.
Value Defunctionalizer::makeValue(Location loc, FunctionType type,
                                  unsigned number, ValueRange captured) {
  const Family &family = families[type];
  SmallVector<Value> fields{ConstantOp::create(
      b, loc,
      DenseElementsAttr::get(cast<RankedTensorType>(family.type.getType(0)),
                             static_cast<int32_t>(number)))};
  unsigned first = family.members[number].firstField;
  for (auto [i, field] : llvm::enumerate(family.type.getTypes()))
    if (i >= first && i < first + captured.size())
      fields.push_back(captured[i - first]);
    else if (i != 0)
      fields.push_back(makeZero(loc, field));
  Value value = TupleOp::create(b, loc, family.type, fields);
  numbers[value] = number;
  return value;
}

// fn { body } -> (number, captured, zeros), func @f(captured, ...) { body }
void Defunctionalizer::lift(FunctionType type, unsigned number) {
  Member &member = families[type].members[number];
  Operation *literal = std::exchange(member.literal, nullptr);
  Location loc = literal->getLoc();
  Region &body = literal->getRegion(0);

  // Constants need not be captured.
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(body, used);
  b.setInsertionPointToStart(&body.front());
  for (Value value : used)
    if (auto constant = value.getDefiningOp<ConstantOp>())
      replaceAllUsesInRegionWith(value, b.clone(*constant)->getResult(0), body);

  // Other literals have become values of other operations.
  for (Value &value : member.captured)
    if (Value replacement = replaced.lookup(value))
      value = replacement;
  auto fn = dyn_cast<FnOp>(literal);
  bool hasSelf = fn && fn.getHasSelf();
  Block &entry = body.front();
  unsigned numCaptured = member.captured.size();
  SmallVector<Value> captured;
  for (auto [i, value] : llvm::enumerate(member.captured)) {
    Value argument =
        entry.insertArgument(unsigned(i), value.getType(), value.getLoc());
    replaceAllUsesInRegionWith(value, argument, body);
    captured.push_back(argument);
  }
  if (hasSelf) {
    b.setInsertionPointToStart(&entry);
    Value self = entry.getArgument(numCaptured);
    self.replaceAllUsesWith(makeValue(loc, type, number, captured));
    entry.eraseArgument(numCaptured);
  }
  Operation *yield = entry.getTerminator();
  auto function = func::FuncOp::create(
      loc, "function_value",
      b.getFunctionType(entry.getArgumentTypes(), yield->getOperandTypes()));
  function.setPrivate();
  b.setInsertionPoint(yield);
  func::ReturnOp::create(b, yield->getLoc(), yield->getOperands());
  yield->erase();
  function.getBody().takeBody(body);
  families[type].members[number].symbol = symbols.insert(function);

  b.setInsertionPoint(literal);
  Value value =
      makeValue(loc, type, number, families[type].members[number].captured);
  replaced[literal->getResult(0)] = value;
  literal->getResult(0).replaceAllUsesWith(value);
  literal->erase();
}

// global @f -> (number, zeros)
void Defunctionalizer::replaceGlobal(GlobalOp global, FunctionType type) {
  StringAttr name = global.getCalleeAttr().getAttr();
  const auto &members = families[type].members;
  auto member = llvm::find_if(
      members, [&](const Member &member) { return member.symbol == name; });
  b.setInsertionPoint(global);
  global.replaceAllUsesWith(
      makeValue(global.getLoc(), type, member - members.begin(), {}));
  global.erase();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Calls the function of number `number`, whichever the callee is.
Value Defunctionalizer::call(ApplyOp apply, const Family &family,
                             unsigned number) {
  const Member &member = family.members[number];
  SmallVector<Value> arguments;
  for (unsigned i = 0; i < member.captured.size(); ++i) {
    unsigned field = member.firstField + i;
    arguments.push_back(
        TupleGetOp::create(b, apply.getLoc(), family.type.getType(field),
                           apply.getCallee(), b.getI64IntegerAttr(field)));
  }
  llvm::append_range(arguments, apply.getArguments());
  return CallOp::create(b, apply.getLoc(), apply.getType(), member.symbol,
                        arguments, nullptr, apply.getArgAttrsAttr(),
                        apply.getResAttrsAttr());
}

/// Return the number of the function that `function` is in all calls, if it is
/// known.
std::optional<unsigned> Defunctionalizer::getNumber(Value function) const {
  while (auto let = function.getDefiningOp<LetOp>())
    function = let.getValue();
  auto it = numbers.find(function);
  if (it == numbers.end())
    return std::nullopt;
  return it->second;
}

// apply((0, ...), ...) -> @f0(...)
// apply(f, ...) -> if (f.0 == 0) { @f0(f.1, ...) } else { ... }
void Defunctionalizer::dispatch(ApplyOp apply, FunctionType type) {
  const Family &family = families[type];
  Location loc = apply.getLoc();
  b.setInsertionPoint(apply);
  if (std::optional<unsigned> known = getNumber(apply.getCallee())) {
    apply.getResult().replaceAllUsesWith(call(apply, family, *known));
    apply.erase();
    return;
  }
  Type numberType = family.type.getType(0);
  Value result, number;
  if (family.members.size() > 1)
    number = TupleGetOp::create(b, loc, numberType, apply.getCallee(),
                                b.getI64IntegerAttr(0));
  for (unsigned i = 0; i + 1 < family.members.size(); ++i) {
    Value wanted = ConstantOp::create(
        b, loc,
        DenseElementsAttr::get(cast<RankedTensorType>(numberType),
                               static_cast<int32_t>(i)));
    Value isIt = EqualOp::create(b, loc, number, wanted);
    auto branch = IfOp::create(b, loc, apply.getType(), isIt);
    for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()})
      if (region->empty())
        region->emplaceBlock();
    if (result)
      YieldOp::create(b, loc, branch.getResult());
    else
      result = branch.getResult();
    b.setInsertionPointToStart(&branch.getThenRegion().front());
    YieldOp::create(b, loc, call(apply, family, i));
    b.setInsertionPointToStart(&branch.getElseRegion().front());
  }
  Value last = call(apply, family, family.members.size() - 1);
  if (result)
    YieldOp::create(b, loc, last);
  else
    result = last;
  apply.getResult().replaceAllUsesWith(result);
  apply.erase();
}

// call_lowered(f, t) -> apply f(t.0, t.1, ...)
void Defunctionalizer::expandLoweredCalls() {
  SmallVector<CallLoweredOp> lowered;
  module.walk([&](CallLoweredOp call) { lowered.push_back(call); });
  for (CallLoweredOp call : lowered) {
    auto arguments = dyn_cast<TupleType>(call.getCallArgs().getType());
    if (!arguments)
      continue;
    b.setInsertionPoint(call);
    SmallVector<Value> fields;
    for (size_t i = 0; i < arguments.size(); ++i)
      fields.push_back(
          TupleGetOp::create(b, call.getLoc(), call.getCallArgs(), i));
    auto apply =
        ApplyOp::create(b, call.getLoc(), call.getType(), call.getFunc(),
                        fields, nullptr, nullptr, nullptr);
    call.replaceAllUsesWith(apply.getResult());
    call.erase();
  }
}

LogicalResult Defunctionalizer::run() {
  expandLoweredCalls();
  if (failed(checkSignatures()) || failed(collect()))
    return failure();
  for (auto [apply, type] : calls)
    if (families[type].members.empty())
      return apply.emitOpError("has no lowering: no function of the module has "
                               "the type ")
             << type;
  // One branch for each function.
  NestingLimit limit = getNestingLimit(kMaxRegionNesting);
  for (auto [apply, type] : calls)
    if (getRegionNesting(apply) + families[type].members.size() > limit.depth)
      return apply.emitOpError("has no lowering: it may call ")
             << families[type].members.size()
             << " functions, and branches nest at most " << limit.depth
             << " deep" << limit.reason;
  if (!hasChanged())
    return success();
  for (Type type : llvm::to_vector(llvm::make_first_range(families)))
    if (failed(getRepresentation(module.getLoc(), cast<FunctionType>(type))))
      return failure();
  if (failed(convertTypes()))
    return failure();
  // Inner ones first.
  for (auto [type, number] : literals)
    lift(type, number);
  for (auto [global, type] : globals)
    replaceGlobal(global, type);
  for (auto [apply, type] : calls)
    dispatch(apply, type);
  markPureFunctions(module);
  return success();
}

namespace {
struct DefunctionalizePass
    : public relay::impl::DefunctionalizePassBase<DefunctionalizePass> {
  void runOnOperation() override {
    Defunctionalizer defunctionalizer(getOperation());
    if (failed(defunctionalizer.run()))
      return signalPassFailure();
    if (!defunctionalizer.hasChanged())
      markAllAnalysesPreserved();
  }
};
} // namespace
