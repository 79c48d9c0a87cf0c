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
// its elements now, and in which layout. What is not an operator with layouts
// gets its operands in the old layout. Then nothing uses what was replaced.
//
//===----------------------------------------------------------------------===//

#include "LayoutRewriter.h"
#include "LetBindings.h"
#include "ParallelOps.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/IR/Iterators.h"

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

/// The tensors that stand for those of a value of the old program.
struct Current {
  /// A tensor, or the tuple that holds the tensors.
  Value value;
  /// For each tensor, the layout in the old program and that of now.
  SmallVector<Layout, 1> oldLayouts, newLayouts;

  bool isChangedFrom(Value old) const {
    return value != old || oldLayouts != newLayouts;
  }
};

/// One tensor that an operator reads.
struct Input {
  /// The value of the old program, and the number of the tensor in it if it is
  /// a tuple that an operator has returned.
  Value value;
  size_t index;
  RankedTensorType type;
  std::optional<Layout> oldLayout;
  Layout newLayout;
  /// Whether it is not in the state of the old program.
  bool isChanged = false;
  /// Whether its layout there is not what its user says.
  bool isForeign = false;
};

/// One tensor that the operator reads that takes its place.
struct Argument {
  Value value;
  /// The number of the input that it is, or is in the place of.
  size_t input;
};

class LayoutRewriter {
public:
  LayoutRewriter(StringRef passName,
                 function_ref<OperatorRule(Operation *)> getRule)
      : passName(passName), getRule(getRule) {}

  FailureOr<bool> run(func::FuncOp function);

private:
  LogicalResult visit(Operation *op);
  void visitTuple(TupleOp tuple);
  void visitTupleGet(TupleGetOp get);
  FailureOr<bool> rewrite(LayoutInferenceInterface op);

  // What values have become.
  bool isChanged(Value value) const;
  FailureOr<SmallVector<Input>> getInputs(Operation *op) const;
  Value getCurrent(const Input &input, Operation *user);
  Value realize(Value value, Operation *user);
  void realizeOperands(Operation *op);
  Value transform(Value value, const Layout &source, const Layout &target,
                  Operation *user);

  // Steps of rewrite().
  FailureOr<Operation *> applyRule(const OperatorRule &rule,
                                   LayoutInferenceInterface op,
                                   RecordingListener &listener);
  LogicalResult resolvePlaceholders(Operation *op, Operation *newOp,
                                    ArrayRef<Input> inputs,
                                    RecordingListener &listener);
  FailureOr<SmallVector<Argument>> getArguments(Operation *op, Operation *newOp,
                                                ArrayRef<Input> inputs,
                                                Operation *user);
  void discard(RecordingListener &listener);
  void keepWithRemark(Operation *op, const Twine &reason);
  OpBuilder getBuilder(Value value, Operation *user);

  StringRef passName;
  function_ref<OperatorRule(Operation *)> getRule;

  DenseMap<Value, Current> current;
  /// Tensors in other layouts, and tuples of the old program with all fields as
  /// they were.
  struct Transformed {
    Layout source, target;
    Value result;
  };
  DenseMap<Value, SmallVector<Transformed, 1>> transformed;
  DenseMap<Value, Value> realizedTuples;
  /// What is not needed any more, or maybe not, in the order of the program.
  SmallVector<Operation *> old;
  /// What was built between operators.
  SmallVector<Operation *> glue;
  bool hasChanged = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Layouts and types
//===----------------------------------------------------------------------===//

/// `layout` with the primal dimensions of `other` that it lacks before its own,
/// in their order there.
static Layout expandLayout(const Layout &layout, const Layout &other) {
  SmallVector<LayoutAxis> axes;
  for (const LayoutAxis &axis : other.getAxes())
    if (axis.isPrimal() && layout.indexOf(axis.name) < 0)
      axes.push_back(axis);
  llvm::append_range(axes, layout.getAxes());
  return *makeLayout(axes);
}

/// The shape in layout `target` of a tensor of type `type` in layout `source`,
/// whose missing dimensions count as 1. Fails where one cannot be made from the
/// other, and back.
static FailureOr<SmallVector<int64_t>>
getTransformedShape(RankedTensorType type, const Layout &source,
                    const Layout &target) {
  if (type.getRank() == 0)
    return llvm::to_vector(type.getShape());
  if (type.getRank() != source.getRank())
    return failure();
  if (source == target)
    return llvm::to_vector(type.getShape());
  Layout expanded = expandLayout(source, target);
  SmallVector<int64_t> shape(expanded.getRank() - source.getRank(), 1);
  llvm::append_range(shape, type.getShape());
  FailureOr<BijectiveLayout> map = BijectiveLayout::get(expanded, target);
  FailureOr<SmallVector<int64_t>> primal = expanded.getPrimalShape(shape);
  if (failed(map) || failed(primal))
    return failure();
  Layout primalLayout = expanded.getPrimal();
  // The blocks of the target have to be whole, those of the source are.
  for (auto [axis, extent] : llvm::zip_equal(primalLayout.getAxes(), *primal)) {
    int64_t factor = target.getFactor(axis.name);
    if (expanded.getFactor(axis.name) % factor != 0 &&
        (ShapedType::isDynamic(extent) || extent % factor != 0))
      return failure();
  }
  return map->forwardShape(shape);
}

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

//===----------------------------------------------------------------------===//
// What values have become
//===----------------------------------------------------------------------===//

bool LayoutRewriter::isChanged(Value value) const {
  auto it = current.find(value);
  if (it != current.end())
    return it->second.isChangedFrom(value);
  auto tuple = value.getDefiningOp<TupleOp>();
  return tuple && llvm::any_of(tuple.getFields(), [&](Value field) {
           auto it = current.find(field);
           return it != current.end() && it->second.isChangedFrom(field);
         });
}

/// A builder in the block of `value` at a place that comes before `user`, and
/// before all that is visited after it.
OpBuilder LayoutRewriter::getBuilder(Value value, Operation *user) {
  Block *block = value.getParentBlock();
  Operation *ancestor = block->findAncestorOpInBlock(*user);
  return OpBuilder(ancestor ? ancestor : block->getTerminator());
}

// x -> layout_transform(x), layout_transform(expand_dims(x))
Value LayoutRewriter::transform(Value value, const Layout &source,
                                const Layout &target, Operation *user) {
  auto type = cast<RankedTensorType>(value.getType());
  // Scalars broadcast in every layout.
  if (source == target || type.getRank() == 0)
    return value;
  for (const Transformed &known : transformed[value])
    if (known.source == source && known.target == target)
      return known.result;
  OpBuilder builder = getBuilder(value, user);
  Value result = value;
  Layout expanded = expandLayout(source, target);
  if (int64_t missing = expanded.getRank() - source.getRank()) {
    result = ExpandDimsOp::create(builder, user->getLoc(), result, /*axis=*/0,
                                  missing);
    glue.push_back(result.getDefiningOp());
  }
  if (expanded != target) {
    result = LayoutTransformOp::create(builder, user->getLoc(), result,
                                       expanded.str(), target.str());
    glue.push_back(result.getDefiningOp());
  }
  transformed[value].push_back({source, target, result});
  hasChanged = true;
  return result;
}

/// `value` of the old program, for `user`, which has no layouts.
Value LayoutRewriter::realize(Value value, Operation *user) {
  if (!isChanged(value))
    return value;
  auto it = current.find(value);
  if (it != current.end() && isa<RankedTensorType>(value.getType())) {
    Value result = transform(it->second.value, it->second.newLayouts.front(),
                             it->second.oldLayouts.front(), user);
    OpBuilder builder = getBuilder(result, user);
    return castTo(builder, user->getLoc(), result, value.getType());
  }
  auto realized = realizedTuples.find(value);
  if (realized != realizedTuples.end())
    return realized->second;
  OpBuilder builder = getBuilder(value, user);
  Operation *place = &*builder.getInsertionPoint();
  SmallVector<Value> fields;
  if (it == current.end()) {
    for (Value field : value.getDefiningOp<TupleOp>().getFields())
      fields.push_back(realize(field, place));
  } else {
    auto types = cast<TupleType>(value.getType()).getTypes();
    for (auto [index, type] : llvm::enumerate(types)) {
      Value field =
          TupleGetOp::create(builder, user->getLoc(), it->second.value, index);
      glue.push_back(field.getDefiningOp());
      field = transform(field, it->second.newLayouts[index],
                        it->second.oldLayouts[index], place);
      fields.push_back(castTo(builder, user->getLoc(), field, type));
    }
  }
  Value result = TupleOp::create(builder, user->getLoc(), fields);
  glue.push_back(result.getDefiningOp());
  result = castTo(builder, user->getLoc(), result, value.getType());
  realizedTuples[value] = result;
  return result;
}

void LayoutRewriter::realizeOperands(Operation *op) {
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = realize(operand.get(), op);
    if (value == operand.get())
      continue;
    operand.set(value);
    hasChanged = true;
  }
}

/// The tensors that `op` reads. Fails if an operand is a tuple of which nothing
/// is known, or no tensor.
FailureOr<SmallVector<Input>> LayoutRewriter::getInputs(Operation *op) const {
  SmallVector<Input> inputs;
  auto add = [&](Value value, size_t index, Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return false;
    Input input = {value, index, tensor, std::nullopt, Layout()};
    auto it = current.find(value);
    if (it != current.end()) {
      input.oldLayout = it->second.oldLayouts[index];
      input.newLayout = it->second.newLayouts[index];
      input.isChanged = it->second.isChangedFrom(value);
    }
    inputs.push_back(input);
    return true;
  };
  for (Value operand : op->getOperands()) {
    auto tupleType = dyn_cast<TupleType>(operand.getType());
    if (!tupleType) {
      if (!add(operand, 0, operand.getType()))
        return failure();
      continue;
    }
    auto tuple = operand.getDefiningOp<TupleOp>();
    if (!tuple && !current.contains(operand))
      return failure();
    for (auto [index, type] : llvm::enumerate(tupleType.getTypes()))
      if (!(tuple ? add(tuple.getFields()[index], 0, type)
                  : add(operand, index, type)))
        return failure();
  }
  if (inputs.empty())
    return failure();
  return inputs;
}

/// The tensor that `input` is now, in its new layout.
Value LayoutRewriter::getCurrent(const Input &input, Operation *user) {
  bool isField = isa<TupleType>(input.value.getType());
  if (input.isForeign && !isField)
    return realize(input.value, user);
  auto it = current.find(input.value);
  Value value = it == current.end() ? input.value : it->second.value;
  if (!isField)
    return value;
  if (input.isForeign)
    value = realize(input.value, user);
  OpBuilder builder = getBuilder(value, user);
  value = TupleGetOp::create(builder, user->getLoc(), value, input.index);
  glue.push_back(value.getDefiningOp());
  return value;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

void LayoutRewriter::discard(RecordingListener &listener) {
  for (Operation *op : llvm::reverse(listener.created))
    op->erase();
  listener.created.clear();
}

void LayoutRewriter::keepWithRemark(Operation *op, const Twine &reason) {
  op->emitRemark() << passName << " leaves this operator as it is: " << reason;
}

/// What `rule` builds for `op` on placeholders for its operands; `op` itself if
/// the rule does not apply. Fails after an error.
FailureOr<Operation *> LayoutRewriter::applyRule(const OperatorRule &rule,
                                                 LayoutInferenceInterface op,
                                                 RecordingListener &listener) {
  OpBuilder builder(op->getContext(), &listener);
  builder.setInsertionPoint(op);
  SmallVector<Value> placeholders;
  Type unknown = UnknownType::get(op->getContext());
  for (Value operand : op->getOperands())
    placeholders.push_back(UnrealizedConversionCastOp::create(
                               builder, op->getLoc(), unknown, operand)
                               .getResult(0));
  FailureOr<Value> result = rule(builder, op, placeholders);
  if (failed(result)) {
    discard(listener);
    return failure();
  }
  Operation *newOp = *result ? result->getDefiningOp() : nullptr;
  // An equal operator is no replacement.
  if (!*result || (newOp && newOp->getName() == op->getName() &&
                   llvm::equal(newOp->getOperands(), placeholders) &&
                   newOp->getAttrDictionary() == op->getAttrDictionary())) {
    discard(listener);
    return op.getOperation();
  }
  if (!newOp || !llvm::is_contained(listener.created, newOp) ||
      !isa<LayoutInferenceInterface>(newOp)) {
    auto diagnostic = op->emitOpError("expected the rule of ")
                      << passName
                      << " to return the result of a new operator that has "
                         "layouts";
    if (newOp)
      diagnostic << ", but got " << newOp->getName();
    discard(listener);
    return failure();
  }
  return newOp;
}

/// Puts what the operands of `op` are now in place of the placeholders for
/// them, and infers the types of what the rule has built on them before
/// `newOp`. The operands of `newOp` keep their placeholders. Fails after an
/// error.
LogicalResult LayoutRewriter::resolvePlaceholders(Operation *op,
                                                  Operation *newOp,
                                                  ArrayRef<Input> inputs,
                                                  RecordingListener &listener) {
  auto isPlaceholder = [](Operation *created) {
    return isa<UnrealizedConversionCastOp>(created);
  };
  if (llvm::all_of(listener.created, [&](Operation *created) {
        return created == newOp || isPlaceholder(created);
      }))
    return success();
  Operation *user = listener.created.front();
  size_t next = 0;
  DenseMap<Value, Value> values;
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    Value placeholder = listener.created[index]->getResult(0);
    if (isa<RankedTensorType>(operand.getType())) {
      values[placeholder] = getCurrent(inputs[next++], user);
      continue;
    }
    SmallVector<Value> fields;
    for (size_t field = 0, e = cast<TupleType>(operand.getType()).size();
         field < e; ++field)
      fields.push_back(getCurrent(inputs[next++], user));
    OpBuilder builder(user);
    values[placeholder] = TupleOp::create(builder, op->getLoc(), fields);
    glue.push_back(values[placeholder].getDefiningOp());
  }
  for (Operation *created : listener.created) {
    if (created == newOp || isPlaceholder(created))
      continue;
    for (OpOperand &operand : created->getOpOperands())
      if (Value value = values.lookup(operand.get()))
        operand.set(value);
    if (failed(inferResult(created)))
      return failure();
  }
  return success();
}

/// The tensors that `newOp`, which is `op` or was built for it, reads. Fails
/// when they are not as many as `inputs`.
FailureOr<SmallVector<Argument>>
LayoutRewriter::getArguments(Operation *op, Operation *newOp,
                             ArrayRef<Input> inputs, Operation *user) {
  // The inputs that the operands of `op` stand for.
  DenseMap<Value, std::pair<size_t, size_t>> ranges;
  size_t next = 0;
  for (Value operand : op->getOperands()) {
    auto tuple = dyn_cast<TupleType>(operand.getType());
    size_t count = tuple ? tuple.size() : 1;
    ranges[operand] = {next, next + count};
    next += count;
  }
  SmallVector<Argument> arguments;
  for (Value operand : newOp->getOperands()) {
    Value original = operand;
    if (newOp != op)
      if (auto cast = operand.getDefiningOp<UnrealizedConversionCastOp>())
        original = cast.getOperand(0);
    auto range = ranges.find(original);
    if (range != ranges.end() && (newOp == op || original != operand)) {
      for (size_t input : llvm::seq(range->second.first, range->second.second))
        arguments.push_back({getCurrent(inputs[input], user), input});
      continue;
    }
    SmallVector<Value> values = {operand};
    if (auto tuple = operand.getDefiningOp<TupleOp>())
      values = llvm::to_vector(tuple.getFields());
    for (Value value : values)
      arguments.push_back({value, arguments.size()});
  }
  if (arguments.size() != inputs.size())
    return failure();
  return arguments;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// Changes `op` so that it takes its operands as they come now, or as a rule
/// says, and returns true; returns false if it has to get its operands as they
/// were in the old program. Fails after an error.
FailureOr<bool> LayoutRewriter::rewrite(LayoutInferenceInterface op) {
  FailureOr<SmallVector<Input>> inputs = getInputs(op);
  FailureOr<SmallVector<RankedTensorType>> resultTypes =
      getTensorTypes(op->getResult(0).getType());
  if (failed(inputs) || failed(resultTypes))
    return false;
  SmallVector<RankedTensorType> types;
  SmallVector<std::optional<Layout>> oldLayouts;
  for (const Input &input : *inputs) {
    types.push_back(input.type);
    oldLayouts.push_back(input.oldLayout);
  }

  // The layouts in the old program.
  FailureOr<InferredLayouts> before =
      op.inferLayouts({types, *resultTypes, oldLayouts, /*newLayouts=*/{}});
  if (failed(before) || !haveRanks(before->operands, types) ||
      !haveRanks(before->results, *resultTypes))
    return false;
  bool anyChanged = false;
  SmallVector<Layout> newLayouts;
  for (auto [input, old, layout] :
       llvm::zip_equal(*inputs, oldLayouts, before->operands)) {
    // A dimension may have one name in the result of an operator and another
    // in its user: then nothing is known of it.
    if (old && *old != layout)
      input.isForeign = true;
    anyChanged |= input.isChanged;
    newLayouts.push_back(old && !input.isForeign ? input.newLayout : layout);
    old = layout;
  }

  // The operator that the rule wants.
  RecordingListener listener;
  Operation *newOp = op;
  if (OperatorRule rule = getRule(op)) {
    FailureOr<Operation *> replacement = applyRule(rule, op, listener);
    if (failed(replacement))
      return failure();
    newOp = *replacement;
  }
  bool isReplaced = newOp != op;
  if (!isReplaced && !anyChanged) {
    current[op->getResult(0)] = {op->getResult(0), before->results,
                                 before->results};
    return true;
  }

  // The tensors that it reads.
  Operation *user = isReplaced ? listener.created.front() : op.getOperation();
  FailureOr<SmallVector<Argument>> arguments =
      getArguments(op, newOp, *inputs, user);
  if (failed(arguments)) {
    op->emitOpError("expected the rule of ")
        << passName << " to return an operator on " << inputs->size()
        << " tensors, but got " << newOp->getName() << " on others";
    discard(listener);
    return failure();
  }
  SmallVector<RankedTensorType> argumentTypes;
  SmallVector<std::optional<Layout>> argumentOldLayouts;
  SmallVector<Layout> argumentLayouts;
  for (const Argument &argument : *arguments) {
    argumentTypes.push_back(types[argument.input]);
    argumentOldLayouts.push_back(oldLayouts[argument.input]);
    argumentLayouts.push_back(newLayouts[argument.input]);
  }

  // The layouts that it takes, and those of its result.
  FailureOr<InferredLayouts> after =
      cast<LayoutInferenceInterface>(newOp).inferLayouts(
          {argumentTypes, *resultTypes, argumentOldLayouts, argumentLayouts});
  if (failed(after) || after->operands.size() != types.size() ||
      after->results.size() != resultTypes->size()) {
    if (isReplaced)
      keepWithRemark(op, "its replacement has no layouts for these operands");
    discard(listener);
    return false;
  }
  if (isReplaced && failed(resolvePlaceholders(op, newOp, *inputs, listener))) {
    discard(listener);
    return failure();
  }
  auto describe = [](Type type, const Layout &source, const Layout &target) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "a tensor of type '" << type << "' in layout " << source.str()
       << " has no equivalent in layout " << target.str();
    return text;
  };
  std::string obstacle;
  for (auto [argument, source, target] :
       llvm::zip_equal(*arguments, argumentLayouts, after->operands)) {
    auto type = dyn_cast<RankedTensorType>(argument.value.getType());
    if (!type || failed(getTransformedShape(type, source, target)))
      obstacle = describe(argument.value.getType(), source, target);
  }
  SmallVector<SmallVector<int64_t>> newShapes;
  for (auto [type, source, target] :
       llvm::zip_equal(*resultTypes, before->results, after->results)) {
    FailureOr<SmallVector<int64_t>> shape =
        target.getPrimal().getRank() == source.getPrimal().getRank()
            ? getTransformedShape(type, source, target)
            : FailureOr<SmallVector<int64_t>>(failure());
    if (failed(shape))
      obstacle = describe(type, source, target);
    else
      newShapes.push_back(*shape);
  }
  if (!obstacle.empty()) {
    if (isReplaced)
      keepWithRemark(op, obstacle);
    discard(listener);
    return false;
  }

  // The operands in these layouts.
  SmallVector<Value> tensors;
  for (auto [argument, source, target] :
       llvm::zip_equal(*arguments, argumentLayouts, after->operands)) {
    Operation *defining = argument.value.getDefiningOp();
    bool isNew = isReplaced && llvm::is_contained(listener.created, defining);
    tensors.push_back(
        transform(argument.value, source, target, isNew ? newOp : user));
  }
  SmallVector<Value> operands;
  ArrayRef<Value> rest = tensors;
  for (Value operand : newOp->getOperands()) {
    Type type = operand.getType();
    if (isReplaced)
      if (auto cast = operand.getDefiningOp<UnrealizedConversionCastOp>())
        type = cast.getOperand(0).getType();
    auto tuple = dyn_cast<TupleType>(type);
    size_t count = tuple ? tuple.size() : 1;
    ArrayRef<Value> own = rest.take_front(count);
    rest = rest.drop_front(count);
    if (!tuple) {
      operands.push_back(own.front());
      continue;
    }
    auto existing = operand.getDefiningOp<TupleOp>();
    if (existing && llvm::equal(existing.getFields(), own)) {
      operands.push_back(operand);
      continue;
    }
    OpBuilder builder(newOp);
    operands.push_back(TupleOp::create(builder, op->getLoc(), own));
    glue.push_back(operands.back().getDefiningOp());
  }

  // The operator on them.
  if (isReplaced) {
    newOp->setOperands(operands);
    for (const NamedAttribute &attribute : after->attributes)
      newOp->setAttr(attribute.getName(), attribute.getValue());
    if (failed(inferResult(newOp)))
      return failure();
  } else {
    if (after->attributes.empty() && llvm::equal(operands, op->getOperands())) {
      current[op->getResult(0)] = {op->getResult(0), before->results,
                                   after->results};
      return true;
    }
    OpBuilder builder(op);
    newOp = cloneWithOperands(builder, op, operands, [&](Operation *copy) {
      for (const NamedAttribute &attribute : after->attributes)
        copy->setAttr(attribute.getName(), attribute.getValue());
    });
    if (!newOp)
      return false;
  }
  hasChanged = true;

  // Its result has to hold the same elements.
  SmallVector<Type> expected;
  for (auto [type, shape] : llvm::zip_equal(*resultTypes, newShapes))
    expected.push_back(type.clone(shape));
  Type resultType = newOp->getResult(0).getType();
  FailureOr<SmallVector<RankedTensorType>> newTypes =
      getTensorTypes(resultType);
  bool fits = succeeded(newTypes) && newTypes->size() == expected.size() &&
              llvm::all_of(llvm::zip_equal(expected, *newTypes), [](auto pair) {
                return areTypesCompatible(std::get<0>(pair), std::get<1>(pair));
              });
  if (!fits && isReplaced)
    return op->emitOpError("expected the rule of ")
           << passName << " to return an operator whose result is " << expected
           << ", but got " << resultType;
  if (!fits) {
    newOp->erase();
    return false;
  }
  // Nothing reads the placeholders any more.
  for (Operation *created : llvm::reverse(listener.created))
    if (isa<UnrealizedConversionCastOp>(created) && created->use_empty())
      created->erase();
  current[op->getResult(0)] = {newOp->getResult(0), before->results,
                               after->results};
  old.push_back(op);
  return true;
}

void LayoutRewriter::visitTuple(TupleOp tuple) {
  // Tuples in tuples have no layouts.
  for (OpOperand &operand : tuple->getOpOperands())
    if (isa<TupleType>(operand.get().getType()))
      operand.set(realize(operand.get(), tuple));
  // What nothing uses must not keep what is replaced.
  if (tuple->use_empty())
    realizeOperands(tuple);
  else
    old.push_back(tuple);
}

void LayoutRewriter::visitTupleGet(TupleGetOp get) {
  Value tuple = get.getTuple();
  size_t index = get.getIndex();
  if (auto op = tuple.getDefiningOp<TupleOp>()) {
    Value field = op.getFields()[index];
    auto it = current.find(field);
    // tuple_get(tuple(x, ...)) -> x
    if (isChanged(tuple)) {
      if (field.getType() == get.getType()) {
        get.replaceAllUsesWith(field);
        old.push_back(get);
        hasChanged = true;
        return;
      }
      realizeOperands(get);
      return;
    }
    if (it != current.end() && isa<RankedTensorType>(get.getType())) {
      Current same = it->second;
      same.value = get;
      current[get] = same;
    }
    return;
  }
  auto it = current.find(tuple);
  if (it == current.end())
    return;
  Current field = {
      get, {it->second.oldLayouts[index]}, {it->second.newLayouts[index]}};
  if (it->second.isChangedFrom(tuple)) {
    OpBuilder builder(get);
    field.value =
        TupleGetOp::create(builder, get.getLoc(), it->second.value, index);
    glue.push_back(field.value.getDefiningOp());
    old.push_back(get);
  }
  current[get] = field;
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
  if (auto inferring = dyn_cast<LayoutInferenceInterface>(op)) {
    FailureOr<bool> isDone = rewrite(inferring);
    if (failed(isDone))
      return failure();
    if (*isDone)
      return success();
  }
  realizeOperands(op);
  return success();
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
  for (SmallVector<Operation *> *ops : {&old, &glue})
    for (Operation *op : llvm::reverse(*ops))
      if (op->use_empty())
        op->erase();
  return hasChanged;
}

FailureOr<bool>
relay::rewriteLayouts(func::FuncOp function, StringRef passName,
                      function_ref<OperatorRule(Operation *)> getRule) {
  return LayoutRewriter(passName, getRule).run(function);
}
