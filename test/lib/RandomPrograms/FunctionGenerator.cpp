//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values in scope, and the statements of the language.
//
//===----------------------------------------------------------------------===//

#include "FunctionGenerator.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::test;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void FunctionGenerator::add(Value value, double bound) {
  if (!value)
    return;
  scope.push_back(value);
  bounds[value] = bound;
}

Value FunctionGenerator::find(function_ref<bool(Value)> accept) {
  SmallVector<Value> found = llvm::to_vector(llvm::make_filter_range(
      scope, [&](Value value) { return accept(value); }));
  if (found.empty())
    return {};
  // A new value is not used yet.
  size_t first = random.chance(60) && found.size() > 4 ? found.size() - 4 : 0;
  return found[random.range(first, found.size() - 1)];
}

Value FunctionGenerator::findTensor(
    function_ref<bool(RankedTensorType)> accept) {
  return find([&](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && (!accept || accept(type));
  });
}

Type FunctionGenerator::randomElementType() {
  MLIRContext *context = builder.getContext();
  auto integer = [&](unsigned width, IntegerType::SignednessSemantics sign =
                                         IntegerType::Signless) -> Type {
    return IntegerType::get(context, width, sign);
  };
  if (flavour == Flavour::Smooth)
    return random.chance(90) ? Type(builder.getF32Type())
                             : builder.getF64Type();
  if (flavour != Flavour::Integer && random.chance(70))
    switch (random.range(0, 9)) {
    case 0:
      return builder.getF16Type();
    case 1:
      return builder.getBF16Type();
    case 2:
      return builder.getF64Type();
    default:
      return builder.getF32Type();
    }
  return random.pick<Type>({integer(1), integer(8), integer(16), integer(32),
                            integer(32), integer(64),
                            integer(8, IntegerType::Unsigned),
                            integer(32, IntegerType::Unsigned)});
}

// Few shapes, so that operators find others that fit, and kernels are shared.
static constexpr int64_t kShapes[][4] = {
    {-1, -1, -1, -1}, {4, -1, -1, -1}, {1, -1, -1, -1}, {3, 4, -1, -1},
    {3, 1, -1, -1},   {1, 4, -1, -1},  {2, 3, 4, -1},   {2, 3, 4, -1},
    {1, 4, 5, 5},     {2, 4, 3, 3},    {0, -1, -1, -1}, {2, 0, 4, -1}};

RankedTensorType FunctionGenerator::randomType(bool allowDynamic) {
  auto &row = kShapes[random.range(0, std::size(kShapes) - 1)];
  SmallVector<int64_t> shape;
  for (int64_t extent : row)
    if (extent >= 0)
      shape.push_back(extent);
  if (allowDynamic && random.chance(30))
    for (int64_t &extent : shape)
      // The caller chooses 2 for each of them.
      if (extent == 2 || (extent > 2 && random.chance(30)))
        extent = ShapedType::kDynamic;
  return RankedTensorType::get(shape, randomElementType());
}

Value FunctionGenerator::makeSplat(RankedTensorType type, double value) {
  Type element = type.getElementType();
  ElementsAttr scalar = makeScalarConstant(element, APFloat(value));
  FailureOr<ConstantData> data =
      readConstant(scalar, [&] { return emitError(module.getLoc()); });
  if (failed(data))
    return {};
  Value constant = ConstantOp::create(
      builder, module.getLoc(),
      relay::makeConstant(type, data->bytes, /*isSplat=*/true));
  bounds[constant] = std::abs(value);
  return constant;
}

Value FunctionGenerator::makeConstant(RankedTensorType type) {
  if (random.chance(25))
    return makeSplat(type, random.pick({0.0, 1.0, 1.0, 2.0, 0.5}));
  Tensor tensor = makeRandomTensor(type, flavour, random);
  Value constant = ConstantOp::create(
      builder, module.getLoc(), relay::makeConstant(type, tensor.getBytes()));
  bounds[constant] = 1;
  return constant;
}

Value FunctionGenerator::getFloat(ArrayRef<int64_t> shape) {
  auto type = RankedTensorType::get(shape, builder.getF32Type());
  if (flavour == Flavour::Integer)
    type = RankedTensorType::get(shape, builder.getI32Type());
  return materialize(type);
}

Value FunctionGenerator::normalize(Value value) {
  if (flavour != Flavour::Smooth || getBound(value) <= 1 ||
      !isa<RankedTensorType>(value.getType()))
    return value;
  Value result = create("tanh", value);
  bounds[result] = 1;
  return result;
}

Value FunctionGenerator::materialize(Type type, unsigned depth) {
  if (Value value =
          find([&](Value candidate) { return candidate.getType() == type; });
      value && random.chance(80))
    return normalize(value);
  Location loc = module.getLoc();
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    if (tensor.hasStaticShape()) {
      // Constants alone would fold.
      if (Value value = findTensor([&](RankedTensorType other) {
            return other.getElementType() == tensor.getElementType() &&
                   other.hasStaticShape() &&
                   other.getNumElements() == tensor.getNumElements();
          }))
        if (Value reshaped = create("reshape", normalize(value),
                                    ints("newshape", tensor.getShape())))
          return reshaped;
      return makeConstant(tensor);
    }
    SmallVector<int64_t> shape =
        llvm::map_to_vector(tensor.getShape(), [](int64_t extent) {
          return ShapedType::isDynamic(extent) ? int64_t(2) : extent;
        });
    return TypeCastOp::create(builder, loc, tensor,
                              makeConstant(tensor.clone(shape)));
  }
  if (auto tuple = dyn_cast<TupleType>(type)) {
    SmallVector<Value> fields;
    for (Type field : tuple.getTypes())
      fields.push_back(materialize(field, depth + 1));
    return TupleOp::create(builder, loc, tuple, fields);
  }
  if (auto ref = dyn_cast<RefType>(type)) {
    Value initial = materialize(ref.getPointee(), depth + 1);
    Value result = RefCreateOp::create(builder, loc, ref, initial);
    if (isHelper)
      add(RefReadOp::create(builder, loc, ref.getPointee(), result));
    return result;
  }
  auto function = cast<FunctionType>(type);
  Type resultType = function.getResult(0);
  Operation *literal = makeLiteral(
      "relay.fn", function.getInputs(), false, [&](Block::BlockArgListType) {
        llvm::SaveAndRestore<bool> notRun(isRun, false);
        llvm::erase_if(scope, [](Value value) {
          return isa<RankedTensorType>(value.getType()) &&
                 !isStatic(value.getType());
        });
        return body(resultType, depth < 2 ? 2 : 0);
      });
  return literal->getResult(0);
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

Value FunctionGenerator::body(Type type, int64_t count) {
  statements(count);
  return normalize(materialize(type));
}

Operation *FunctionGenerator::makeLiteral(
    StringRef name, ArrayRef<Type> parameters, bool self,
    function_ref<Value(Block::BlockArgListType)> makeBody, Attrs attributes) {
  Location loc = module.getLoc();
  OperationState state(loc, name);
  Block *block = new Block;
  state.addRegion()->push_back(block);
  for (Type parameter : parameters)
    block->addArgument(parameter, loc);
  SmallVector<Value> outer = scope;
  if (name == FusedFnOp::getOperationName())
    scope.clear();
  Type result;
  ++nesting;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(block);
    for (BlockArgument argument : block->getArguments().drop_front(self))
      add(argument);
    Value value = makeBody(block->getArguments());
    YieldOp::create(builder, loc, value);
    result = value.getType();
  }
  --nesting;
  scope = std::move(outer);
  if (self)
    state.addAttribute("has_self", builder.getUnitAttr());
  state.addAttributes(attributes);
  state.addTypes(FunctionType::get(builder.getContext(),
                                   parameters.drop_front(self), result));
  return builder.create(state);
}

Value FunctionGenerator::apply(Value function, ValueRange arguments) {
  auto type = cast<FunctionType>(function.getType());
  return ApplyOp::create(builder, module.getLoc(), type.getResult(0), function,
                         arguments, ArrayAttr(), ArrayAttr(), ArrayAttr());
}

void FunctionGenerator::statements(int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    statement();
    if (random.chance(10))
      forgetShape();
  }
}

void FunctionGenerator::forgetShape() {
  Value value = scope.empty() ? Value() : scope.back();
  // Nobody would notice shapes that contradict each other.
  if (!value || !isRun || flavour == Flavour::Typed || !value.use_empty() ||
      !isa_and_present<OperatorInterface>(value.getDefiningOp()))
    return;
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return;
  SmallVector<int64_t> shape(type.getShape());
  llvm::replace(shape, int64_t(2), ShapedType::kDynamic);
  value.setType(type.clone(shape));
}

void FunctionGenerator::statement() {
  bool nest = nesting < 3;
  switch (random.range(0, 39)) {
  case 0:
  case 1:
  case 2:
    return let();
  case 3:
    return tuple();
  case 4:
    return tupleField();
  case 5:
    return nest ? branch() : let();
  case 6:
    return nest ? closure() : let();
  case 7:
    return nest ? recursiveClosure() : tuple();
  case 8:
    return nest ? fusedFunction() : tuple();
  case 9:
  case 10:
    return callHelper();
  case 11:
    return random.chance(30) ? globalValue() : applyFunction();
  case 12:
  case 13:
    return reference();
  case 14:
    return typeCast();
  case 15:
  case 16:
  case 17:
  case 18:
  case 19:
  case 20:
  case 21:
  case 22:
  case 23:
    return idiom();
  default:
    return flavour == Flavour::Smooth ? smoothOperator() : randomOperator();
  }
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void FunctionGenerator::let() {
  if (Value value = find([](Value) { return true; }))
    add(LetOp::create(builder, module.getLoc(), value.getType(), value,
                      "v" + std::to_string(numNames++)),
        getBound(value));
}

void FunctionGenerator::tuple() {
  SmallVector<Value> fields;
  double bound = 0;
  for (int64_t i = random.range(0, 3); i > 0; --i)
    if (Value value =
            find([](Value value) { return !isa<RefType>(value.getType()); })) {
      fields.push_back(value);
      bound = std::max(bound, getBound(value));
    }
  SmallVector<Type> types =
      llvm::map_to_vector(fields, [](Value field) { return field.getType(); });
  add(TupleOp::create(builder, module.getLoc(),
                      TupleType::get(builder.getContext(), types), fields),
      bound);
}

void FunctionGenerator::tupleField() {
  Value value = find([](Value value) {
    auto type = dyn_cast<TupleType>(value.getType());
    return type && type.size() > 0;
  });
  if (!value)
    return tuple();
  auto type = cast<TupleType>(value.getType());
  int64_t index = random.range(0, type.size() - 1);
  add(TupleGetOp::create(builder, module.getLoc(), type.getType(index), value,
                         index),
      getBound(value));
}

/// Whether values of type `type` can be made at will.
static bool isPlain(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::all_of(tuple.getTypes(), isPlain);
  return isa<RankedTensorType>(type);
}

void FunctionGenerator::branch() {
  Value condition = findTensor([](RankedTensorType type) {
    return type.getRank() == 0 && type.getElementType().isInteger(1);
  });
  Value like = find([](Value value) { return isPlain(value.getType()); });
  if (!condition || !like)
    return let();
  Location loc = module.getLoc();
  OperationState state(loc, IfOp::getOperationName());
  state.addOperands(condition);
  state.addTypes(like.getType());
  ++nesting;
  for (int i = 0; i < 2; ++i) {
    OpBuilder::InsertionGuard guard(builder);
    size_t outer = scope.size();
    Region *region = state.addRegion();
    builder.setInsertionPointToEnd(&region->emplaceBlock());
    Value value = body(like.getType(), random.range(0, 3));
    YieldOp::create(builder, loc, value);
    scope.truncate(outer);
  }
  --nesting;
  add(builder.create(state)->getResult(0));
}

void FunctionGenerator::closure() {
  SmallVector<Type> parameters;
  for (int64_t i = random.range(0, 2); i > 0; --i)
    if (Value value =
            find([](Value value) { return isPlain(value.getType()); }))
      parameters.push_back(value.getType());
  Value function =
      makeLiteral("relay.fn", parameters, false, [&](Block::BlockArgListType) {
        statements(random.range(1, 4));
        Value value =
            find([](Value value) { return isPlain(value.getType()); });
        return value ? normalize(value) : makeConstant(randomType());
      })->getResult(0);
  if (random.chance(50))
    function = LetOp::create(builder, module.getLoc(), function.getType(),
                             function, "f" + std::to_string(numNames++));
  add(function);
  for (int64_t i = random.range(0, 2); i > 0; --i)
    applyFunction();
}

/// fn self(n, x) { if (n < 1) x else self(n - 1, body(x)) }
void FunctionGenerator::recursiveClosure() {
  Value like = findTensor();
  if (!like)
    return let();
  Location loc = module.getLoc();
  Type type = like.getType();
  auto count = RankedTensorType::get({}, builder.getI32Type());
  auto functionType =
      FunctionType::get(builder.getContext(), {count, type}, type);
  Operation *literal = makeLiteral(
      "relay.fn", {functionType, count, type}, true,
      [&](Block::BlockArgListType arguments) -> Value {
        Value one = makeSplat(count, 1);
        Value condition = create("less", {arguments[1], one});
        OperationState state(loc, IfOp::getOperationName());
        state.addOperands(condition);
        state.addTypes(type);
        size_t outer = scope.size();
        {
          OpBuilder::InsertionGuard guard(builder);
          builder.setInsertionPointToEnd(&state.addRegion()->emplaceBlock());
          YieldOp::create(builder, loc, arguments[2]);
          builder.setInsertionPointToEnd(&state.addRegion()->emplaceBlock());
          Value next = body(type, 2);
          Value left = create("subtract", {arguments[1], one});
          Value value = apply(arguments[0], {left, next});
          YieldOp::create(builder, loc, value);
          scope.truncate(outer);
        }
        return builder.create(state)->getResult(0);
      });
  Value function =
      LetOp::create(builder, loc, functionType, literal->getResult(0),
                    "loop" + std::to_string(numNames++));
  add(apply(function, {makeSplat(count, random.range(0, 3)), normalize(like)}));
}

void FunctionGenerator::fusedFunction() {
  SmallVector<Value> arguments;
  for (int64_t i = random.range(1, 2); i > 0; --i)
    if (Value value = findTensor())
      arguments.push_back(normalize(value));
  if (arguments.empty())
    return let();
  SmallVector<Type> parameters = llvm::map_to_vector(
      arguments, [](Value value) { return value.getType(); });
  NamedAttribute attribute = random.pick<NamedAttribute>(
      {integer(fnattr::primitive, 1), string(fnattr::composite, "pattern"),
       string(fnattr::compiler, "external")});
  Operation *literal = makeLiteral(
      "relay.fused_fn", parameters, false,
      [&](Block::BlockArgListType arguments) -> Value {
        unsigned saved = std::exchange(nesting, 3);
        helpers.swap(hidden);
        for (int i = 0; i < 3; ++i)
          if (random.chance(30))
            idiom();
          else if (flavour == Flavour::Smooth)
            smoothOperator();
          else
            randomOperator();
        helpers.swap(hidden);
        nesting = saved;
        Value value = findTensor();
        return normalize(value ? value : arguments.front());
      },
      attribute);
  add(apply(literal->getResult(0), arguments));
}

void FunctionGenerator::callHelper() {
  if (helpers.empty())
    return let();
  func::FuncOp callee = random.pick(helpers);
  FunctionType type = callee.getFunctionType();
  SmallVector<Value> arguments;
  for (Type input : type.getInputs())
    arguments.push_back(materialize(input));
  add(CallOp::create(builder, module.getLoc(), type.getResult(0),
                     callee.getSymName(), arguments, ArrayAttr(), ArrayAttr(),
                     ArrayAttr()));
}

void FunctionGenerator::globalValue() {
  if (helpers.empty())
    return let();
  func::FuncOp callee = random.pick(helpers);
  add(GlobalOp::create(builder, module.getLoc(), callee.getFunctionType(),
                       callee.getSymName()));
  applyFunction();
}

void FunctionGenerator::applyFunction() {
  Value function =
      find([](Value value) { return isa<FunctionType>(value.getType()); });
  if (!function)
    return callHelper();
  SmallVector<Value> arguments;
  for (Type input : cast<FunctionType>(function.getType()).getInputs())
    arguments.push_back(materialize(input));
  add(apply(function, arguments));
}

void FunctionGenerator::reference() {
  Location loc = module.getLoc();
  Value ref = find([](Value value) { return isa<RefType>(value.getType()); });
  if (!ref || random.chance(20)) {
    Value value =
        find([](Value value) { return !isa<RefType>(value.getType()); });
    if (!value)
      return;
    value = normalize(value);
    if (getBound(value) > 1)
      return;
    ref =
        RefCreateOp::create(builder, loc, RefType::get(value.getType()), value);
    add(ref);
    // A helper that stops having effects would change what its callers may do.
    if (isHelper)
      add(RefReadOp::create(builder, loc, value.getType(), ref));
    return;
  }
  Type type = cast<RefType>(ref.getType()).getPointee();
  if (random.chance(50))
    return add(RefReadOp::create(builder, loc, type, ref));
  Value value = materialize(type);
  if (getBound(value) > 1)
    return;
  RefWriteOp::create(builder, loc, TupleType::get(builder.getContext()), ref,
                     value);
}

void FunctionGenerator::typeCast() {
  Value value = findTensor([](RankedTensorType type) {
    return llvm::is_contained(type.getShape(), 2);
  });
  // Nobody would notice shapes that contradict each other.
  if (!value || !isRun || flavour == Flavour::Typed)
    return let();
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  llvm::replace(shape, int64_t(2), ShapedType::kDynamic);
  add(TypeCastOp::create(builder, module.getLoc(), type.clone(shape), value),
      getBound(value));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

Value FunctionGenerator::result(unsigned maxFields) {
  SmallVector<Value> fields;
  for (unsigned i = 0; i < maxFields; ++i)
    if (Value value =
            find([](Value value) { return isPlain(value.getType()); }))
      fields.push_back(normalize(value));
  if (fields.size() == 1)
    return fields.front();
  SmallVector<Type> types =
      llvm::map_to_vector(fields, [](Value field) { return field.getType(); });
  return TupleOp::create(builder, module.getLoc(),
                         TupleType::get(builder.getContext(), types), fields);
}

void FunctionGenerator::setAttributes(func::FuncOp function) {
  switch (random.range(0, 11)) {
  case 0:
    function->setAttr(fnattr::skipOptimization, builder.getI64IntegerAttr(1));
    break;
  case 1:
  case 2:
    function->setAttr(fnattr::inlineFn, builder.getI64IntegerAttr(1));
    break;
  case 3:
    function->setAttr(fnattr::compiler, builder.getStringAttr("external"));
    break;
  case 4:
    function->setAttr(fnattr::externFn, builder.getI64IntegerAttr(1));
    break;
  case 5:
    function->setAttr(fnattr::composite, builder.getStringAttr("pattern"));
    break;
  case 6:
    function->setAttr(fnattr::inlineFn, builder.getI64IntegerAttr(0));
    break;
  case 7:
    function.setPrivate();
    break;
  default:
    break;
  }
}

func::FuncOp FunctionGenerator::startFunction(StringRef name,
                                              ArrayRef<Type> parameters) {
  builder.setInsertionPointToEnd(module.getBody());
  auto function = func::FuncOp::create(
      builder, module.getLoc(), name,
      FunctionType::get(builder.getContext(), parameters, {}));
  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToEnd(entry);
  for (BlockArgument argument : entry->getArguments())
    add(argument);
  return function;
}

SmallVector<OperatorExample>
FunctionGenerator::addExamples(StringRef name,
                               ArrayRef<OperatorExample> examples) {
  maxElements = 5000;
  Location loc = module.getLoc();
  // The sources of operands, so that they do not all fold.
  SmallVector<Type> parameters;
  for (const OperatorExample &example : examples)
    for (Type type : example.operands)
      if (parameters.size() < 6 && isa<RankedTensorType>(type) &&
          random.chance(50))
        parameters.push_back(type);
  func::FuncOp function = startFunction(name, parameters);
  SmallVector<OperatorExample> rest;
  SmallVector<Value> fields;
  SmallVector<Type> types;
  for (const OperatorExample &example : examples) {
    Value value = exampleOperator(example);
    if (!value) {
      rest.push_back(example);
      continue;
    }
    if (!isPlain(value.getType()))
      continue;
    add(value);
    fields.push_back(value);
    types.push_back(value.getType());
  }
  auto type = TupleType::get(builder.getContext(), types);
  Value results = TupleOp::create(builder, loc, type, fields);
  func::ReturnOp::create(builder, loc, results);
  function.setFunctionType(
      FunctionType::get(builder.getContext(), parameters, type));
  return rest;
}

func::FuncOp
FunctionGenerator::addHelper(StringRef name,
                             ArrayRef<func::FuncOp> availableHelpers) {
  helpers = llvm::to_vector(availableHelpers);
  isHelper = true;
  Location loc = module.getLoc();
  auto count = RankedTensorType::get({}, builder.getI32Type());
  SmallVector<Type> parameters;
  bool isRecursive = random.chance(30);
  if (isRecursive)
    parameters.push_back(count);
  for (int64_t i = random.range(1, 2); i > 0; --i)
    parameters.push_back(randomType());
  Type type = parameters.back();
  if (!isRecursive)
    switch (random.range(0, 5)) {
    case 0:
      parameters.push_back(RefType::get(type));
      break;
    case 1:
      parameters.push_back(FunctionType::get(builder.getContext(), type, type));
      break;
    case 2:
      parameters.push_back(
          TupleType::get(builder.getContext(), {type, randomType()}));
      break;
    default:
      break;
    }
  builder.setInsertionPointToEnd(module.getBody());
  auto function = func::FuncOp::create(
      builder, loc, name,
      FunctionType::get(builder.getContext(), parameters, type));
  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToEnd(entry);
  for (BlockArgument argument : entry->getArguments())
    add(argument);
  nesting = 1;
  Value value;
  if (isRecursive) {
    // if (n < 1) x else f(n - 1, ..., body(x))
    Value one = makeSplat(count, 1);
    OperationState state(loc, IfOp::getOperationName());
    state.addOperands(create("less", {entry->getArgument(0), one}));
    state.addTypes(type);
    Value last = entry->getArguments().back();
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&state.addRegion()->emplaceBlock());
    YieldOp::create(builder, loc, last);
    builder.setInsertionPointToEnd(&state.addRegion()->emplaceBlock());
    size_t outer = scope.size();
    SmallVector<Value> arguments(entry->getArguments());
    arguments.back() = body(type, 3);
    arguments.front() = create("subtract", {arguments.front(), one});
    Value next = CallOp::create(builder, loc, type, name, arguments,
                                ArrayAttr(), ArrayAttr(), ArrayAttr());
    YieldOp::create(builder, loc, next);
    scope.truncate(outer);
    builder.setInsertionPointToEnd(entry);
    value = builder.create(state)->getResult(0);
  } else {
    value = body(type, random.range(2, 5));
  }
  builder.setInsertionPointToEnd(entry);
  func::ReturnOp::create(builder, loc, value);
  setAttributes(function);
  return function;
}

void FunctionGenerator::addMain(StringRef name,
                                ArrayRef<func::FuncOp> availableHelpers) {
  helpers = llvm::to_vector(availableHelpers);
  Location loc = module.getLoc();
  SmallVector<Type> parameters;
  for (int64_t i = random.range(2, 5); i > 0; --i)
    parameters.push_back(randomType(flavour != Flavour::Typed));
  parameters.push_back(RankedTensorType::get({}, builder.getI1Type()));
  if (random.chance(20))
    parameters.push_back(
        TupleType::get(builder.getContext(), {randomType(), randomType()}));
  func::FuncOp function = startFunction(name, parameters);
  statements(random.range(4, 12));
  Value value = result(random.range(1, 4));
  func::ReturnOp::create(builder, loc, value);
  function.setFunctionType(
      FunctionType::get(builder.getContext(), parameters, value.getType()));
}
