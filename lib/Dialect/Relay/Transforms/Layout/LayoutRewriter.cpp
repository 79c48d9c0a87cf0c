//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The change of layouts of operators and of what is around them.
//
// The program is kept until the end: operators that change are built beside the
// old ones, and a map tells for each value of the old program which value has
// its elements now, and in which layout. Operations without layouts get their
// operands in the old layout. Then nothing uses the replaced operators.
//
//===----------------------------------------------------------------------===//

#include "LayoutRewriter.h"
#include "../CombineParallel/ParallelOps.h"
#include "../Utils/LetBindings.h"
#include "LayoutValues.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Support/DebugLog.h"
#include "mlir/IR/Iterators.h"
#include "llvm/ADT/ScopeExit.h"

#define DEBUG_TYPE "relay-layout"

using namespace mlir;
using namespace mlir::relay;

namespace {
/// Notes what a builder inserts.
struct RecordingListener : public OpBuilder::Listener {
  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    if (!previous.isSet())
      created.push_back(op);
  }

  SmallVector<Operation *> created;
};

/// One tensor that the operator reads that takes the place of another.
struct Argument {
  Value value;
  /// The number of the input that it is, or is in the place of.
  size_t input;
};

/// The change of one operator.
class OperatorRewrite {
public:
  OperatorRewrite(Operation *op, StringRef passName, LayoutValues &values)
      : op(op), passName(passName), values(values), newOp(op) {}

  /// Makes the operator take its operands as they come now, or as `rule` says,
  /// and returns true; returns false if it has to get its operands as they were
  /// in the old program. Fails after an error.
  FailureOr<bool> run(const OperatorRule &rule);

  /// Whether another operator is in its place.
  bool isReplaced() const { return newOp != op; }

private:
  // The steps, in their order. Those that return a bool return false when the
  // operator has to stay.
  FailureOr<bool> inferLayoutsBefore();
  LogicalResult applyRule(const OperatorRule &rule);
  LogicalResult collectArguments();
  FailureOr<bool> inferLayoutsAfter();
  LogicalResult resolvePlaceholders();
  bool checkShapes();
  SmallVector<Value> makeOperands();
  FailureOr<bool> setOperands(ValueRange operands);
  FailureOr<bool> checkResult();

  /// The first operator of what reads the inputs.
  Operation *getUser() { return isReplaced() ? listener.created.front() : op; }
  void setResult(Value result) {
    values.set(op->getResult(0), {result, before.results, after.results});
  }
  void keepWithRemark(const Twine &reason);
  void discard();

  Operation *op;
  StringRef passName;
  LayoutValues &values;

  // In the old program.
  SmallVector<LayoutInput> inputs;
  SmallVector<RankedTensorType> types, resultTypes;
  InferredLayouts before;
  /// The layouts in which the inputs come now.
  SmallVector<Layout> newLayouts;
  bool isAnyInputChanged = false;

  // In the new one.
  Operation *newOp;
  RecordingListener listener;
  SmallVector<Argument> arguments;
  SmallVector<Layout> argumentLayouts;
  InferredLayouts after;
  SmallVector<SmallVector<int64_t>> newShapes;
};

class LayoutRewriter {
public:
  LayoutRewriter(StringRef passName,
                 function_ref<OperatorRule(Operation *)> getRule)
      : passName(passName), getRule(getRule) {}

  FailureOr<bool> run(func::FuncOp function);

private:
  LogicalResult visit(Operation *op);
  FailureOr<bool> rewrite(Operation *op);
  LogicalResult replace(Operation *op);
  void visitTuple(TupleOp tuple);
  void visitTupleGet(TupleGetOp get);

  StringRef passName;
  function_ref<OperatorRule(Operation *)> getRule;
  LayoutValues values;
  /// Operations that are, or may be, no longer needed, in program order.
  SmallVector<Operation *> old;
};
} // namespace

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

static bool haveRanks(ArrayRef<Layout> layouts,
                      ArrayRef<RankedTensorType> types) {
  return layouts.size() == types.size() &&
         llvm::all_of(llvm::zip_equal(layouts, types), [](auto pair) {
           return std::get<0>(pair).getRank() == std::get<1>(pair).getRank();
         });
}

/// Infers the type of `op`, whose operands have got types; reports errors.
static LogicalResult inferResult(Operation *op) {
  auto inferring = dyn_cast<InferTypeOpInterface>(op);
  SmallVector<Type> types;
  if (!inferring)
    return success();
  if (failed(inferring.inferReturnTypes(
          op->getContext(), op->getLoc(), op->getOperands(),
          op->getRawDictionaryAttrs(), op->getPropertiesStorage(),
          op->getRegions(), types)))
    return failure();
  for (auto [result, type] : llvm::zip_equal(op->getResults(), types))
    result.setType(type);
  return success();
}

static LayoutInferenceRule lookupLayoutInference(Operation *op) {
  const OperatorRules *rules = OperatorRules::find(op->getContext());
  return rules ? rules->lookupLayoutInference(op) : LayoutInferenceRule();
}

static bool hasLayouts(Operation *op) {
  return isa<LayoutInferenceInterface>(op) || lookupLayoutInference(op);
}

/// Infers the layouts of `op`, by its rule rather than by its interface.
/// Returns none if they cannot be told; fails after an error.
static FailureOr<std::optional<InferredLayouts>>
inferLayouts(Operation *op, const LayoutRequest &request) {
  if (LayoutInferenceRule rule = lookupLayoutInference(op))
    return rule(op, request);
  auto interface = dyn_cast<LayoutInferenceInterface>(op);
  FailureOr<InferredLayouts> layouts =
      interface ? interface.inferLayouts(request)
                : FailureOr<InferredLayouts>(failure());
  if (failed(layouts))
    return std::optional<InferredLayouts>();
  return std::optional<InferredLayouts>(std::move(*layouts));
}

static bool isPlaceholder(Operation *op) {
  return isa<UnrealizedConversionCastOp>(op);
}

/// The number of tensors in a tensor or a tuple of type `type`.
static size_t getNumTensors(Type type) {
  auto tuple = dyn_cast<TupleType>(type);
  return tuple ? tuple.size() : 1;
}

//===----------------------------------------------------------------------===//
// OperatorRewrite
//===----------------------------------------------------------------------===//

FailureOr<bool> OperatorRewrite::run(const OperatorRule &rule) {
  FailureOr<bool> isKnown = inferLayoutsBefore();
  if (failed(isKnown) || !*isKnown)
    return isKnown;
  auto discarding = llvm::scope_exit([&] { discard(); });
  if (rule && failed(applyRule(rule)))
    return failure();
  if (!isReplaced() && !isAnyInputChanged) {
    after = before;
    setResult(op->getResult(0));
    return true;
  }
  if (failed(collectArguments()))
    return failure();
  isKnown = inferLayoutsAfter();
  if (failed(isKnown) || !*isKnown)
    return isKnown;
  if (isReplaced() && failed(resolvePlaceholders()))
    return failure();
  if (!checkShapes())
    return false;

  // From here on others may use what the rule has built.
  discarding.release();
  SmallVector<Value> operands = makeOperands();
  if (!isReplaced() && after.attributes.empty() &&
      llvm::equal(operands, op->getOperands())) {
    setResult(op->getResult(0));
    return true;
  }
  FailureOr<bool> isDone = setOperands(operands);
  if (failed(isDone) || !*isDone)
    return isDone;
  values.setChanged();
  isDone = checkResult();
  if (failed(isDone) || !*isDone)
    return isDone;
  // Nothing reads the placeholders any more.
  for (Operation *created : llvm::reverse(listener.created))
    if (isPlaceholder(created) && created->use_empty())
      created->erase();
  setResult(newOp->getResult(0));
  return true;
}

void OperatorRewrite::discard() {
  for (Operation *created : llvm::reverse(listener.created))
    created->erase();
  listener.created.clear();
}

void OperatorRewrite::keepWithRemark(const Twine &reason) {
  LDBG() << op->getName() << " at " << op->getLoc() << ": " << reason;
  if (isReplaced())
    op->emitRemark() << passName
                     << " leaves this operator as it is: " << reason;
}

/// Finds the layouts in the old program. Returns whether the operator has any.
FailureOr<bool> OperatorRewrite::inferLayoutsBefore() {
  FailureOr<SmallVector<LayoutInput>> read = values.getInputs(op);
  FailureOr<SmallVector<RankedTensorType>> results =
      getTensorTypes(op->getResult(0).getType());
  if (failed(read) || failed(results))
    return false;
  inputs = std::move(*read);
  resultTypes = std::move(*results);
  SmallVector<std::optional<Layout>> known;
  for (const LayoutInput &input : inputs) {
    types.push_back(input.type);
    known.push_back(input.oldLayout);
  }
  FailureOr<std::optional<InferredLayouts>> inferred =
      inferLayouts(op, {types, resultTypes, known, /*newLayouts=*/{}});
  if (failed(inferred))
    return failure();
  if (!*inferred || !haveRanks((*inferred)->operands, types) ||
      !haveRanks((*inferred)->results, resultTypes))
    return false;
  before = std::move(**inferred);
  for (auto [input, layout] : llvm::zip_equal(inputs, before.operands)) {
    // A dimension may have one name in the result of an operator and another
    // in its user: then nothing is known of it.
    input.isForeign = input.oldLayout && *input.oldLayout != layout;
    isAnyInputChanged |= input.isChanged;
    newLayouts.push_back(input.oldLayout && !input.isForeign ? input.newLayout
                                                             : layout);
  }
  return true;
}

/// Lets `rule` build an operator on placeholders for the operands. Nothing
/// changes if it does not apply.
LogicalResult OperatorRewrite::applyRule(const OperatorRule &rule) {
  OpBuilder builder(op->getContext(), &listener);
  builder.setInsertionPoint(op);
  SmallVector<Value> placeholders;
  Type unknown = UnknownType::get(op->getContext());
  for (Value operand : op->getOperands())
    placeholders.push_back(UnrealizedConversionCastOp::create(
                               builder, op->getLoc(), unknown, operand)
                               .getResult(0));
  FailureOr<Value> result = rule(builder, op, placeholders);
  if (failed(result))
    return failure();
  Operation *built = *result ? result->getDefiningOp() : nullptr;
  // An equal operator is no replacement.
  if (!*result || (built && built->getName() == op->getName() &&
                   llvm::equal(built->getOperands(), placeholders) &&
                   built->getAttrDictionary() == op->getAttrDictionary())) {
    discard();
    return success();
  }
  if (!built || !llvm::is_contained(listener.created, built) ||
      !hasLayouts(built)) {
    auto diagnostic = op->emitOpError("expected the rule of ")
                      << passName
                      << " to return the result of a new operator that has "
                         "layouts";
    if (built)
      diagnostic << ", but got " << built->getName();
    return diagnostic;
  }
  newOp = built;
  return success();
}

/// Finds the tensors that the new operator reads; it is an error when they are
/// not as many as the inputs.
LogicalResult OperatorRewrite::collectArguments() {
  // The inputs that the operands of the old operator stand for.
  DenseMap<Value, std::pair<size_t, size_t>> ranges;
  size_t next = 0;
  for (Value operand : op->getOperands()) {
    size_t count = getNumTensors(operand.getType());
    ranges[operand] = {next, next + count};
    next += count;
  }
  for (Value operand : newOp->getOperands()) {
    Value original = operand;
    if (isReplaced())
      if (auto cast = operand.getDefiningOp<UnrealizedConversionCastOp>())
        original = cast.getOperand(0);
    auto range = ranges.find(original);
    if (range != ranges.end() && (!isReplaced() || original != operand)) {
      for (size_t input : llvm::seq(range->second.first, range->second.second))
        arguments.push_back(
            {values.getCurrent(inputs[input], getUser()), input});
      continue;
    }
    SmallVector<Value> fields = {operand};
    if (auto tuple = operand.getDefiningOp<TupleOp>())
      fields = llvm::to_vector(tuple.getFields());
    for (Value field : fields)
      arguments.push_back({field, arguments.size()});
  }
  if (arguments.size() == inputs.size())
    return success();
  return op->emitOpError("expected the rule of ")
         << passName << " to return an operator on " << inputs.size()
         << " tensors, but got " << newOp->getName() << " on others";
}

/// Finds the layouts that the new operator takes, and those of its result.
/// Returns whether there are any.
FailureOr<bool> OperatorRewrite::inferLayoutsAfter() {
  SmallVector<RankedTensorType> argumentTypes;
  SmallVector<std::optional<Layout>> argumentOldLayouts;
  for (const Argument &argument : arguments) {
    argumentTypes.push_back(types[argument.input]);
    argumentOldLayouts.push_back(before.operands[argument.input]);
    argumentLayouts.push_back(newLayouts[argument.input]);
  }
  FailureOr<std::optional<InferredLayouts>> inferred = inferLayouts(
      newOp, {argumentTypes, resultTypes, argumentOldLayouts, argumentLayouts});
  if (failed(inferred))
    return failure();
  if (!*inferred || (*inferred)->operands.size() != types.size() ||
      (*inferred)->results.size() != resultTypes.size()) {
    keepWithRemark("its replacement has no layouts for these operands");
    return false;
  }
  after = std::move(**inferred);
  return true;
}

/// Puts what the operands are now in place of the placeholders for them, and
/// infers the types of what the rule has built on them before the new operator,
/// whose operands keep their placeholders. Fails after an error.
LogicalResult OperatorRewrite::resolvePlaceholders() {
  SmallVector<Operation *> between;
  llvm::copy_if(listener.created, std::back_inserter(between),
                [&](Operation *created) {
                  return created != newOp && !isPlaceholder(created);
                });
  if (between.empty())
    return success();
  ArrayRef<LayoutInput> rest = inputs;
  DenseMap<Value, Value> resolved;
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    SmallVector<Value> tensors;
    for (const LayoutInput &input :
         rest.take_front(getNumTensors(operand.getType())))
      tensors.push_back(values.getCurrent(input, getUser()));
    rest = rest.drop_front(tensors.size());
    OpBuilder builder(getUser());
    resolved[listener.created[index]->getResult(0)] =
        isa<TupleType>(operand.getType())
            ? values.makeTuple(builder, op->getLoc(), tensors)
            : tensors.front();
  }
  for (Operation *created : between) {
    for (OpOperand &operand : created->getOpOperands())
      if (Value value = resolved.lookup(operand.get()))
        operand.set(value);
    if (failed(inferResult(created)))
      return failure();
  }
  return success();
}

/// Whether the tensors have shapes in their new layouts.
bool OperatorRewrite::checkShapes() {
  auto keep = [&](Type type, const Layout &source, const Layout &target) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "a tensor of type '" << type << "' in layout " << source.str()
       << " has no equivalent in layout " << target.str();
    keepWithRemark(text);
    return false;
  };
  for (auto [argument, source, target] :
       llvm::zip_equal(arguments, argumentLayouts, after.operands)) {
    auto type = dyn_cast<RankedTensorType>(argument.value.getType());
    if (!type || failed(getTransformedShape(type, source, target)))
      return keep(argument.value.getType(), source, target);
  }
  for (auto [type, source, target] :
       llvm::zip_equal(resultTypes, before.results, after.results)) {
    if (target.getPrimal().getRank() != source.getPrimal().getRank())
      return keep(type, source, target);
    FailureOr<SmallVector<int64_t>> shape =
        getTransformedShape(type, source, target);
    if (failed(shape))
      return keep(type, source, target);
    newShapes.push_back(*shape);
  }
  return true;
}

/// The operands of the new operator in the layouts that it takes.
SmallVector<Value> OperatorRewrite::makeOperands() {
  SmallVector<Value> tensors;
  for (auto [argument, source, target] :
       llvm::zip_equal(arguments, argumentLayouts, after.operands)) {
    bool isBuiltByRule =
        isReplaced() &&
        llvm::is_contained(listener.created, argument.value.getDefiningOp());
    tensors.push_back(values.transform(argument.value, source, target,
                                       isBuiltByRule ? newOp : getUser()));
  }
  SmallVector<Value> operands;
  ArrayRef<Value> rest = tensors;
  for (Value operand : newOp->getOperands()) {
    Type type = operand.getType();
    if (isReplaced())
      if (auto cast = operand.getDefiningOp<UnrealizedConversionCastOp>())
        type = cast.getOperand(0).getType();
    ArrayRef<Value> own = rest.take_front(getNumTensors(type));
    rest = rest.drop_front(own.size());
    if (!isa<TupleType>(type)) {
      operands.push_back(own.front());
      continue;
    }
    auto existing = operand.getDefiningOp<TupleOp>();
    if (existing && llvm::equal(existing.getFields(), own)) {
      operands.push_back(operand);
      continue;
    }
    OpBuilder builder(newOp);
    operands.push_back(values.makeTuple(builder, op->getLoc(), own));
  }
  return operands;
}

/// Gives the new operator its operands and attributes; makes one if the rule
/// has not. Fails after an error.
FailureOr<bool> OperatorRewrite::setOperands(ValueRange operands) {
  auto setAttributes = [&](Operation *changed) {
    for (const NamedAttribute &attribute : after.attributes)
      changed->setAttr(attribute.getName(), attribute.getValue());
  };
  if (isReplaced()) {
    newOp->setOperands(operands);
    setAttributes(newOp);
    if (failed(inferResult(newOp)))
      return failure();
    return true;
  }
  OpBuilder builder(op);
  Operation *copy = cloneWithOperands(builder, op, operands, setAttributes);
  if (!copy)
    return false;
  newOp = copy;
  return true;
}

/// Whether the result of the new operator holds the same elements; for one that
/// a rule has built it is an error if not.
FailureOr<bool> OperatorRewrite::checkResult() {
  SmallVector<Type> expected;
  for (auto [type, shape] : llvm::zip_equal(resultTypes, newShapes))
    expected.push_back(type.clone(shape));
  Type resultType = newOp->getResult(0).getType();
  FailureOr<SmallVector<RankedTensorType>> newTypes =
      getTensorTypes(resultType);
  if (succeeded(newTypes) && newTypes->size() == expected.size() &&
      llvm::all_of(llvm::zip_equal(expected, *newTypes), [](auto pair) {
        return areTypesCompatible(std::get<0>(pair), std::get<1>(pair));
      }))
    return true;
  if (!listener.created.empty())
    return op->emitOpError("expected the rule of ")
           << passName << " to return an operator whose result is " << expected
           << ", but got " << resultType;
  newOp->erase();
  newOp = op;
  return false;
}

//===----------------------------------------------------------------------===//
// LayoutRewriter
//===----------------------------------------------------------------------===//

void LayoutRewriter::visitTuple(TupleOp tuple) {
  // Tuples in tuples have no layouts.
  for (OpOperand &operand : tuple->getOpOperands())
    if (isa<TupleType>(operand.get().getType()))
      operand.set(values.realize(operand.get(), tuple));
  // Unused operations must not keep the replaced ones alive.
  if (tuple->use_empty())
    values.realizeOperands(tuple);
  else
    old.push_back(tuple);
}

void LayoutRewriter::visitTupleGet(TupleGetOp get) {
  Value tuple = get.getTuple();
  size_t index = get.getIndex();
  if (auto op = tuple.getDefiningOp<TupleOp>()) {
    Value field = op.getFields()[index];
    if (!values.isChanged(tuple)) {
      const CurrentTensors *same = values.lookup(field);
      if (same && isa<RankedTensorType>(get.getType()))
        values.set(get, {get, same->oldLayouts, same->newLayouts});
      return;
    }
    // tuple_get(tuple(x, ...)) -> x
    if (field.getType() == get.getType()) {
      get.replaceAllUsesWith(field);
      old.push_back(get);
      values.setChanged();
      return;
    }
    values.realizeOperands(get);
    return;
  }
  const CurrentTensors *tensors = values.lookup(tuple);
  if (!tensors)
    return;
  CurrentTensors field = {
      get, {tensors->oldLayouts[index]}, {tensors->newLayouts[index]}};
  if (tensors->isChangedFrom(tuple)) {
    OpBuilder builder(get);
    field.value =
        values.makeField(builder, get.getLoc(), tensors->value, index);
    old.push_back(get);
  }
  values.set(get, field);
}

/// Rewrites an operator that has layouts. Returns whether that is done, or it
/// has to get its operands as they were.
FailureOr<bool> LayoutRewriter::rewrite(Operation *op) {
  OperatorRewrite rewrite(op, passName, values);
  FailureOr<bool> isDone = rewrite.run(getRule(op));
  if (failed(isDone))
    return failure();
  LDBG() << op->getName() << " at " << op->getLoc()
         << (!*isDone               ? ": takes its operands as they were"
             : rewrite.isReplaced() ? ": replaced"
                                    : ": follows its operands");
  if (*isDone && rewrite.isReplaced())
    old.push_back(op);
  return isDone;
}

/// Applies the rule for `op`, which has no layouts, to its operands in the old
/// program.
LogicalResult LayoutRewriter::replace(Operation *op) {
  OperatorRule rule = op->getNumResults() == 1 ? getRule(op) : OperatorRule();
  if (!rule)
    return success();
  RecordingListener listener;
  OpBuilder builder(op->getContext(), &listener);
  builder.setInsertionPoint(op);
  FailureOr<Value> replacement = rule(builder, op, op->getOperands());
  if (failed(replacement))
    return failure();
  if (!*replacement || *replacement == op->getResult(0))
    return success();
  for (Operation *created : listener.created)
    if (failed(inferResult(created)))
      return failure();
  Type expected = op->getResult(0).getType(), actual = replacement->getType();
  if (containsUnknown(actual) || !areTypesCompatible(actual, expected))
    return op->emitOpError("expected the rule of ")
           << passName << " to return a value of type " << expected
           << ", but got one of type " << actual;
  op->getResult(0).replaceAllUsesWith(
      castTo(builder, op->getLoc(), *replacement, expected));
  old.push_back(op);
  values.setChanged();
  return success();
}

LogicalResult LayoutRewriter::visit(Operation *op) {
  if (auto tuple = dyn_cast<TupleOp>(op)) {
    visitTuple(tuple);
    return success();
  }
  if (auto get = dyn_cast<TupleGetOp>(op)) {
    visitTupleGet(get);
    return success();
  }
  if (hasLayouts(op)) {
    FailureOr<bool> isDone = rewrite(op);
    if (failed(isDone) || *isDone)
      return isDone;
    values.realizeOperands(op);
    return success();
  }
  values.realizeOperands(op);
  return replace(op);
}

FailureOr<bool> LayoutRewriter::run(func::FuncOp function) {
  // Blocks in an order in which definitions come before uses.
  auto result = function.walk<WalkOrder::PreOrder, ForwardDominanceIterator<>>(
      [&](Operation *op) {
        if (op == function)
          return WalkResult::advance();
        return failed(visit(op)) ? WalkResult::interrupt()
                                 : WalkResult::advance();
      });
  if (result.wasInterrupted())
    return failure();
  for (Operation *op : llvm::reverse(old))
    if (op->use_empty())
      op->erase();
  values.eraseUnused();
  return values.isProgramChanged();
}

FailureOr<bool>
relay::rewriteLayouts(func::FuncOp function, StringRef passName,
                      function_ref<OperatorRule(Operation *)> getRule) {
  return LayoutRewriter(passName, getRule).run(function);
}
