//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators with random operands and attributes. Type inference decides
// which of them there are, so that no rule is written a second time here.
//
//===----------------------------------------------------------------------===//

#include "FunctionGenerator.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Evaluation/Evaluator.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::test;

static bool isSmall(Type type, int64_t maxElements) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return tuple.size() < 8 &&
           llvm::all_of(
               tuple.getTypes(),
               [&](Type field) { return isSmall(field, maxElements); });
  auto tensor = dyn_cast<RankedTensorType>(type);
  // References and functions are made elsewhere.
  if (!tensor)
    return false;
  int64_t count = 1;
  for (int64_t extent : tensor.getShape())
    count *=
        ShapedType::isDynamic(extent) ? 2 : std::min<int64_t>(extent, 1000);
  return tensor.getRank() <= 6 && count <= maxElements;
}

static bool isInteger(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::all_of(tuple.getTypes(), isInteger);
  return isa<IntegerType>(getElementTypeOrSelf(type));
}

NamedAttribute
FunctionGenerator::intLists(StringRef name,
                            ArrayRef<SmallVector<int64_t>> lists) {
  return attr(name, builder.getArrayAttr(llvm::map_to_vector(
                        lists, [&](ArrayRef<int64_t> list) -> Attribute {
                          return builder.getDenseI64ArrayAttr(list);
                        })));
}

//===----------------------------------------------------------------------===//
// Making operators
//===----------------------------------------------------------------------===//

/// A value for the operand `value`. Constants have theirs, and so have the
/// fields of a tuple; others have random elements.
static EvalValue makeProbe(Value value, Flavour flavour, Random &random) {
  if (auto constant = value.getDefiningOp<ConstantOp>())
    return EvalValue(llvm::cantFail(makeTensor(constant.getValue())));
  if (auto tuple = value.getDefiningOp<TupleOp>()) {
    EvalTuple fields;
    for (Value field : tuple.getOperands())
      fields.push_back(makeProbe(field, flavour, random));
    return EvalValue::makeTuple(std::move(fields));
  }
  std::function<EvalValue(Type)> make = [&](Type type) -> EvalValue {
    if (auto tuple = dyn_cast<TupleType>(type)) {
      EvalTuple fields;
      for (Type field : tuple.getTypes())
        fields.push_back(make(field));
      return EvalValue::makeTuple(std::move(fields));
    }
    auto tensor = cast<RankedTensorType>(type);
    SmallVector<int64_t> shape =
        llvm::map_to_vector(tensor.getShape(), [](int64_t extent) {
          return ShapedType::isDynamic(extent) ? int64_t(2) : extent;
        });
    return makeRandomTensor(tensor.clone(shape), flavour, random);
  };
  return make(value.getType());
}

bool FunctionGenerator::hasValue(Operation *op) {
  // Passes replace an operator by its canonical form also where nothing runs.
  if (flavour == Flavour::Typed && !isa<CanonicalFormInterface>(op))
    return true;
  StringRef name = op->getName().getStringRef();
  if (generator.evaluated.contains(name))
    return true;
  // They are made elsewhere.
  if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<FunctionType>))
    return true;
  SmallVector<EvalValue> operands;
  Random probe(0);
  for (Value operand : op->getOperands())
    operands.push_back(makeProbe(operand, flavour, probe));
  llvm::Expected<EvalValue> value =
      evaluateOperator(op, operands, generator.memo);
  if (value) {
    generator.evaluated.insert(name);
    return true;
  }
  llvm::consumeError(value.takeError());
  ++generator.refused[name];
  return false;
}

Value FunctionGenerator::create(StringRef name, ValueRange operands,
                                Attrs attributes) {
  return create(OperationName(("relay." + name).str(), builder.getContext()),
                operands, attributes);
}

Value FunctionGenerator::create(OperationName name, ValueRange operands,
                                Attrs attributes) {
  if (llvm::is_contained(operands, Value()))
    return {};
  OperationState state(module.getLoc(), name);
  state.addOperands(operands);
  state.addAttributes(attributes);
  state.addTypes(UnknownType::get(builder.getContext()));
  Operation *op = Operation::create(state);
  // Operands that do not fit are no error here.
  ScopedDiagnosticHandler silence(builder.getContext(),
                                  [](Diagnostic &) { return success(); });
  SmallVector<Type> types;
  std::optional<RegisteredOperationName> info = name.getRegisteredInfo();
  if (failed(info->verifyInvariants(op)) ||
      failed(cast<InferTypeOpInterface>(op).inferReturnTypes(
          builder.getContext(), std::nullopt, op->getOperands(),
          op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
          op->getRegions(), types)) ||
      !isSmall(types.front(), maxElements) ||
      (flavour == Flavour::Typed && !isStatic(types.front()))) {
    op->destroy();
    return {};
  }
  op->getResult(0).setType(types.front());
  if (!hasValue(op)) {
    op->destroy();
    return {};
  }
  generator.used.insert(name.getStringRef());
  return builder.insert(op)->getResult(0);
}

//===----------------------------------------------------------------------===//
// Random attributes
//===----------------------------------------------------------------------===//

/// Values of text attributes, by parts of their names.
static ArrayRef<StringRef> getTexts(StringRef name) {
  static const StringRef layouts[] = {"NCHW", "NHWC", "NCHW2c", "CN", "NC"};
  static const StringRef modes[] = {"clip", "wrap",     "fast", "end",
                                    "size", "constant", "edge", "reflect",
                                    "add",  "update"};
  static const StringRef methods[] = {"linear", "nearest_neighbor", "cubic",
                                      "bilinear"};
  static const StringRef results[] = {"both", "values", "indices"};
  static const StringRef reductions[] = {"update", "add", "mul", "mean", "max"};
  static const StringRef indexings[] = {"ij", "xy"};
  static const StringRef equations[] = {"ij,jk->ik", "...->...",    "i,i",
                                        "ab,ab->ba", "...a,...b->", "ii->i"};
  static const StringRef others[] = {"external"};
  if (name.contains("layout"))
    return layouts;
  if (name.contains("mode"))
    return modes;
  if (name == "method")
    return methods;
  if (name == "ret_type")
    return results;
  if (name == "reduction")
    return reductions;
  if (name == "indexing")
    return indexings;
  if (name == "equation")
    return equations;
  return others;
}

Attribute FunctionGenerator::randomAttribute(const AttributeSpec &spec,
                                             int64_t rank) {
  StringRef name = spec.name;
  bool isAxis = name.contains("ax") && !name.contains("new");
  auto axis = [&] {
    return random.range(-rank, std::max<int64_t>(rank - 1, 0));
  };
  auto extent = [&]() -> int64_t {
    if (isAxis)
      return axis();
    if (name.contains("begin") || name.contains("pad"))
      return random.range(0, 1);
    if (name == "strides" && random.chance(20))
      return -1;
    if (name.contains("shape") && random.chance(30))
      return random.pick({-1, 0, 4});
    return random.range(1, 4);
  };
  auto list = [&] {
    SmallVector<int64_t> values;
    int64_t count = isAxis              ? random.range(0, rank)
                    : random.chance(70) ? rank
                                        : random.range(1, 3);
    for (int64_t i = 0; i < count; ++i)
      values.push_back(extent());
    return values;
  };
  switch (spec.kind) {
  case AttributeKind::Int:
    if (name.contains("batch_dims") || name.contains("begin") ||
        name == "exclude")
      return builder.getI64IntegerAttr(random.range(0, 1));
    return builder.getI64IntegerAttr(extent());
  case AttributeKind::Float:
    return builder.getF64FloatAttr(
        random.pick({-1.0, 0.0, 0.5, 1.0, 2.0, 6.0}));
  case AttributeKind::Bool:
    return builder.getBoolAttr(random.chance(50));
  case AttributeKind::Str:
    return builder.getStringAttr(random.pick(getTexts(name)));
  case AttributeKind::DType:
    return TypeAttr::get(randomElementType());
  case AttributeKind::Ints:
    return builder.getDenseI64ArrayAttr(list());
  case AttributeKind::Floats: {
    SmallVector<double> values(rank, 0.5);
    return builder.getDenseF64ArrayAttr(values);
  }
  case AttributeKind::IntLists: {
    SmallVector<Attribute> lists;
    for (int64_t i = 0; i < rank; ++i)
      lists.push_back(builder.getDenseI64ArrayAttr(
          {random.range(0, 1), random.range(0, 2)}));
    return builder.getArrayAttr(lists);
  }
  case AttributeKind::IntOrInts:
    if (random.chance(50))
      return builder.getI64IntegerAttr(random.range(1, 3));
    return builder.getDenseI64ArrayAttr({random.range(0, 2), 2});
  case AttributeKind::VirtualDevice:
    // Always the same, so that annotations do not contradict each other.
    return VirtualDeviceAttr::get(builder.getContext(), DeviceType::CPU,
                                  /*id=*/0, DictionaryAttr(), StringAttr());
  case AttributeKind::IndexMap: {
    // The last dimension, or the outer part of it, goes to the front.
    SmallVector<AffineExpr> exprs;
    for (int64_t i = 0; i < rank; ++i)
      exprs.push_back(builder.getAffineDimExpr(i));
    if (rank > 0) {
      AffineExpr last = exprs.pop_back_val();
      bool splits = random.chance(50);
      exprs.insert(exprs.begin(), splits ? last.floorDiv(2) : last);
      if (splits)
        exprs.push_back(last % 2);
    }
    return AffineMapAttr::get(
        AffineMap::get(rank, 0, exprs, builder.getContext()));
  }
  case AttributeKind::Operand:
    return {};
  }
  return {};
}

SmallVector<NamedAttribute>
FunctionGenerator::randomAttributes(OperationName name,
                                    ArrayRef<Type> operands) {
  int64_t rank = 2;
  if (!operands.empty())
    if (auto tensor = dyn_cast<RankedTensorType>(operands.front()))
      rank = tensor.getRank();
  SmallVector<NamedAttribute> attributes;
  const auto *info =
      name.getRegisteredInfo()->getInterface<OperatorInterface>();
  for (const AttributeSpec &spec : info->getAttributeSpecs()) {
    bool needed = !spec.isOptional && !spec.getDefault;
    if (!needed && random.chance(spec.kind == AttributeKind::Str ? 90 : 50))
      continue;
    if (Attribute value = randomAttribute(spec, rank))
      attributes.push_back(attr(spec.name, value));
  }
  return attributes;
}

void FunctionGenerator::randomOperator() {
  // Most choices do not fit.
  for (int attempt = 0; attempt < 60; ++attempt) {
    OperationName name = random.pick(generator.operators);
    // Scales and zero points are made for examples only.
    if (name.hasInterface<CanonicalFormInterface>())
      continue;
    if (flavour != Flavour::Typed &&
        generator.refused.lookup(name.getStringRef()) > 4)
      continue;
    int64_t count = name.hasTrait<OpTrait::ZeroOperands>()         ? 0
                    : name.hasTrait<OpTrait::OneOperand>()         ? 1
                    : name.hasTrait<OpTrait::NOperands<2>::Impl>() ? 2
                    : name.hasTrait<OpTrait::NOperands<3>::Impl>() ? 3
                    : name.hasTrait<OpTrait::NOperands<4>::Impl>() ? 4
                                                                   : 5;
    SmallVector<Value> operands;
    for (int64_t i = 0; i < count; ++i) {
      Value previous = operands.empty() ? Value() : operands.back();
      bool similar = previous && random.chance(70);
      operands.push_back(find([&](Value value) {
        if (flavour == Flavour::Integer && !isInteger(value.getType()))
          return false;
        if (similar)
          return getElementTypeOrSelf(value.getType()) ==
                 getElementTypeOrSelf(previous.getType());
        return isa<RankedTensorType, TupleType>(value.getType());
      }));
    }
    if (llvm::is_contained(operands, Value()))
      continue;
    SmallVector<Type> types = llvm::map_to_vector(
        operands, [](Value value) { return value.getType(); });
    OpBuilder::InsertPoint start = builder.saveInsertionPoint();
    Value value = create(name, operands, randomAttributes(name, types));
    builder.restoreInsertionPoint(start);
    if (!value)
      continue;
    if (flavour == Flavour::Integer && !isInteger(value.getType())) {
      value.getDefiningOp()->erase();
      continue;
    }
    return add(value);
  }
}

Value FunctionGenerator::quantization(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    auto fields = llvm::map_to_vector(
        tuple.getTypes(), [&](Type field) { return quantization(field); });
    return TupleOp::create(builder, module.getLoc(), tuple, fields);
  }
  auto tensor = cast<RankedTensorType>(type);
  return makeSplat(tensor, isInteger(type)
                               ? random.range(0, 7)
                               : random.pick({0.03, 0.125, 0.5, 1.0}));
}

Value FunctionGenerator::exampleOperator(const OperatorExample &example) {
  // Nothing makes storage, and effects would have to be kept in order.
  if (!example.name.hasInterface<ConditionallySpeculatable>() ||
      !llvm::is_contained(generator.operators, example.name) ||
      llvm::any_of(example.operands, llvm::IsaPred<StorageType>))
    return {};
  const auto *form = example.name.getInterface<CanonicalFormInterface>();
  SmallVector<Value> operands;
  for (auto [i, type] : llvm::enumerate(example.operands))
    operands.push_back(form && i >= form->getNumDataOperands()
                           ? quantization(type)
                           : materialize(type));
  return create(example.name, operands, example.attributes.getValue());
}

void FunctionGenerator::quantizedOperator() {
  SmallVector<const OperatorExample *> quantized;
  for (const OperatorExample &example : generator.examples)
    if (example.name.hasInterface<CanonicalFormInterface>())
      quantized.push_back(&example);
  if (Value value = exampleOperator(*random.pick(quantized)))
    add(value);
}

//===----------------------------------------------------------------------===//
// Operators of which small errors stay small
//===----------------------------------------------------------------------===//

void FunctionGenerator::smoothOperator() {
  Value x = findTensor([](RankedTensorType type) {
    return isa<FloatType>(type.getElementType()) && type.getRank() <= 4;
  });
  if (!x)
    return;
  auto type = cast<RankedTensorType>(x.getType());
  // Sums and products stay of moderate size.
  if (getBound(x) > 8)
    x = normalize(x);
  double bound = getBound(x);
  int64_t rank = type.getRank(), last = rank - 1;
  auto other = [&]() -> Value {
    Value y = findTensor([&](RankedTensorType candidate) {
      return candidate.getElementType() == type.getElementType();
    });
    return getBound(y) > 8 ? normalize(y) : y;
  };
  auto unary = [&](StringRef name, double newBound) {
    add(create(name, x), newBound);
  };
  auto binary = [&](StringRef name, auto combine) {
    Value y = other();
    add(create(name, {x, y}), combine(bound, getBound(y)));
  };
  auto takeField = [&](Value tuple, int64_t index) -> Value {
    if (!tuple)
      return {};
    Type field = cast<TupleType>(tuple.getType()).getType(index);
    return TupleGetOp::create(builder, module.getLoc(), field, tuple, index);
  };
  auto sum = [](double a, double b) { return a + b; };
  auto product = [](double a, double b) { return a * b; };
  auto larger = [](double a, double b) { return std::max(a, b); };
  switch (random.range(0, 29)) {
  case 0:
    return unary("tanh", 1);
  case 1:
    return unary("sigmoid", 1);
  case 2:
    return unary("nn.relu", bound);
  case 3:
    return unary("negative", bound);
  case 4:
    return unary("abs", bound);
  case 5:
    if (bound <= 2)
      return unary("exp", 7.4);
    return unary("erf", 1);
  case 6:
    return unary("erf", 1);
  case 7:
    return unary("copy", bound);
  case 8:
    return unary("nn.softmax", 1);
  case 9:
  case 10:
    return binary("add", sum);
  case 11:
    return binary("subtract", sum);
  case 12:
  case 13:
    return binary("multiply", product);
  case 14:
    return binary("maximum", larger);
  case 15:
    return binary("minimum", larger);
  case 16: {
    Value divisor = makeSplat(RankedTensorType::get({}, type.getElementType()),
                              random.pick({2.0, -3.0, 0.5, 1.0, 7.0}));
    return add(create("divide", {x, divisor}), bound * 2);
  }
  case 17:
    return add(create("mean", x,
                      rank ? ints("axis", {random.range(-rank, last)})
                           : attr("keepdims", builder.getBoolAttr(false))),
               bound);
  case 18:
    return add(create("sum", normalize(x),
                      rank ? ints("axis", {random.range(-rank, last)})
                           : attr("keepdims", builder.getBoolAttr(true))),
               5);
  case 19:
    return add(create("max", x, ints("axis", {last})), bound);
  case 20:
    return add(create("transpose", x), bound);
  case 21:
    return add(create("reshape", x, ints("newshape", {-1})), bound);
  case 22: {
    Value y = other();
    Value pair = TupleOp::create(
        builder, module.getLoc(),
        TupleType::get(builder.getContext(), {x.getType(), y.getType()}),
        ValueRange{x, y});
    return add(
        create("concatenate", pair, integer("axis", random.range(-1, 1))),
        std::max(bound, getBound(y)));
  }
  case 23:
    return add(create("split", x,
                      {integer("indices_or_sections", 2),
                       integer("axis", random.range(0, 2))}),
               bound);
  case 24:
    return add(create("expand_dims", x, integer("axis", random.range(0, rank))),
               bound);
  case 25:
    return add(create("clip", x, {number("a_min", -0.5), number("a_max", 2)}),
               2);
  case 26:
    return add(create("nn.leaky_relu", x, number("alpha", 0.125)), bound);
  case 27:
    return add(takeField(create("dft", {x, x},
                                attr("inverse", builder.getBoolAttr(true))),
                         random.range(0, 1)),
               bound * 2);
  case 28: {
    Type word = builder.getIntegerType(64, /*isSigned=*/false);
    Value key =
        makeSplat(RankedTensorType::get({10}, word), random.range(1, 9));
    auto scalar = RankedTensorType::get({}, builder.getF32Type());
    return add(
        takeField(
            create("random.uniform",
                   {key, makeSplat(scalar, -1), makeSplat(scalar, 1)},
                   {ints("out_shape", {3, 4}),
                    attr("out_dtype", TypeAttr::get(builder.getF32Type()))}),
            1),
        1);
  }
  default:
    return add(create("tile", x, ints("reps", {2})), bound);
  }
}
