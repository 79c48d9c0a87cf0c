//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups of operators that passes look for; they would hardly come together
// by chance.
//
//===----------------------------------------------------------------------===//

#include "FunctionGenerator.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::test;

void FunctionGenerator::idiom() {
  bool isFloat = flavour != Flavour::Integer;
  switch (random.range(0, isFloat ? 23 : 16)) {
  case 0:
    return arithmeticIdentity();
  case 1:
    return flavour == Flavour::Smooth ? arithmeticIdentity() : castChain();
  case 2:
    return likeOperator();
  case 3:
    return movementPair();
  case 4:
    return random.chance(50) ? dynamicOperator() : slicesAndParts();
  case 5:
    return repetition();
  case 6:
    return sharedCast();
  case 7:
    return manyParts();
  case 8:
  case 9:
  case 10:
    return convolutionChain();
  case 11:
    return parallelConvolutions();
  case 12:
    return parallelDenses();
  case 13:
    return parallelProducts();
  case 14:
    return explicitPadding();
  case 15:
  case 16:
    return atrousConvolution();
  // A small difference may lead to another pixel or box.
  case 17:
    return flavour == Flavour::Smooth ? normalization() : images();
  case 18:
    return flavour == Flavour::Smooth ? normalization() : detection();
  case 19:
    return flavour == Flavour::Smooth ? normalization() : gradients();
  // Rounding makes a small difference a large one.
  case 20:
    return flavour == Flavour::Smooth ? normalization() : quantizedOperator();
  default:
    return normalization();
  }
}

//===----------------------------------------------------------------------===//
// Arithmetic and types
//===----------------------------------------------------------------------===//

void FunctionGenerator::arithmeticIdentity() {
  Value x = findTensor([&](RankedTensorType type) {
    return !type.getElementType().isInteger(1) &&
           (flavour != Flavour::Smooth ||
            isa<FloatType>(type.getElementType()));
  });
  if (!x)
    return;
  x = normalize(x);
  auto type = cast<RankedTensorType>(x.getType());
  RankedTensorType scalar =
      random.chance(50) || !type.hasStaticShape()
          ? RankedTensorType::get({}, type.getElementType())
          : type;
  Value y = x;
  for (int64_t i = random.range(1, 3); i > 0 && y; --i) {
    StringRef name =
        random.pick<StringRef>({"add", "subtract", "multiply", "divide", "add",
                                "multiply", "maximum", "minimum"});
    Value constant =
        makeSplat(scalar, random.pick({0.0, 1.0, 1.0, 2.0, 3.0, 0.5}));
    double bound = getBound(constant);
    if (name == "divide" && bound == 0) {
      if (flavour == Flavour::Smooth)
        continue;
    }
    double newBound = name == "multiply" ? getBound(y) * std::max(bound, 1.0)
                                         : getBound(y) * 2 + bound;
    bool swap =
        random.chance(30) && (flavour != Flavour::Smooth || name != "divide");
    y = swap ? create(name, {constant, y}) : create(name, {y, constant});
    if (y)
      bounds[y] = newBound;
  }
  switch (y ? random.range(0, 5) : 9) {
  case 0:
    y = create("add", {y, y});
    break;
  case 1:
    // (x + c)(x + d)
    y = create("multiply", {y, create("add", {x, makeSplat(scalar, 2)})});
    break;
  case 2:
    if (isa<FloatType>(type.getElementType()) && flavour != Flavour::Smooth)
      y = create("divide", {makeSplat(scalar, 1), create("sqrt", y)});
    break;
  case 3: {
    Value condition = makeSplat(RankedTensorType::get({}, builder.getI1Type()),
                                random.range(0, 1));
    y = create("where", {condition, y, x});
    break;
  }
  default:
    break;
  }
  if (y)
    add(y, 30);
}

void FunctionGenerator::castChain() {
  Value x = findTensor();
  if (!x)
    return;
  for (int64_t i = random.range(1, 3); i > 0 && x; --i)
    if (random.chance(20))
      x = create("clip", x,
                 {number("a_min", random.pick({-128.0, 0.0, -1.5})),
                  number("a_max", random.pick({127.0, 255.0, 6.0}))});
    else if (Value like = random.chance(20) ? findTensor() : Value();
             like && (flavour != Flavour::Integer ||
                      isa<IntegerType>(getElementTypeOrSelf(like.getType()))))
      x = create("cast_like", {x, like});
    else
      x = create("cast", x, type("dtype", randomElementType()));
  // Some of several uses of one cast may be casts.
  add(x);
}

/// Several operators on a cast to more bits, casts back among them.
void FunctionGenerator::sharedCast() {
  auto getWidth = [](Type element) { return element.getIntOrFloatBitWidth(); };
  Type wide = flavour == Flavour::Smooth ? Type(builder.getF64Type())
                                         : randomElementType();
  Value x = findTensor([&](RankedTensorType type) {
    return getWidth(type.getElementType()) < getWidth(wide);
  });
  x = x ? create("cast", normalize(x), type("dtype", wide)) : x;
  if (!x)
    return;
  Value sum;
  for (int64_t i = random.range(2, 4); i > 0; --i) {
    Value term = create(
        random.pick<StringRef>({"nn.relu", "negative", "abs", "copy", "tanh"}),
        x);
    if (random.chance(30))
      term = create("multiply", {x, materialize(x.getType())});
    if (flavour != Flavour::Smooth && random.chance(20))
      add(create("cast", x, type("dtype", randomElementType())));
    sum = sum && term ? create("add", {sum, term}) : term;
  }
  add(sum, 4);
}

void FunctionGenerator::likeOperator() {
  Value x = findTensor();
  if (!x)
    return;
  x = normalize(x);
  Type element = getElementTypeOrSelf(x.getType());
  Value like = findTensor(
      [&](RankedTensorType type) { return type.getElementType() == element; });
  Value scalar = makeSplat(RankedTensorType::get({}, element), 1);
  switch (random.range(0, 8)) {
  case 0:
    return add(create("add", {x, create("zeros_like", like)}));
  case 1:
    return add(create("multiply", {x, create("ones_like", like)}));
  case 2:
    return add(create("full_like", {x, scalar}));
  case 3:
    return add(create("reshape_like", {x, like}));
  case 4:
    return add(create("broadcast_to_like", {x, like}));
  case 5:
    return add(create("collapse_sum_like", {x, like}), 64);
  case 6:
    return add(create("slice_like", {x, like}));
  case 7:
    return add(create("multiply", {x, create("ones", {},
                                             {ints("shape", {1, 4}),
                                              type("dtype", element)})}));
  default:
    return add(create("full", scalar,
                      {ints("shape", {3, 4}), type("dtype", element)}));
  }
}

//===----------------------------------------------------------------------===//
// Movements
//===----------------------------------------------------------------------===//

/// `x` by the operator `name`, from or to the numbers of one quantization.
Value FunctionGenerator::quantize(StringRef name, Value x, Type elementType) {
  if (!x)
    return {};
  auto scalar = [&](Type type, double value) {
    return makeSplat(RankedTensorType::get({}, type), value);
  };
  return create(
      name,
      {x, scalar(builder.getF32Type(), 0.25), scalar(builder.getI32Type(), 3)},
      type("out_dtype", elementType));
}

/// The floats of `x` as quantized numbers, and back.
Value FunctionGenerator::roundToNumbers(Value x) {
  return quantize("qnn.dequantize",
                  quantize("qnn.quantize", x, builder.getI8Type()),
                  builder.getF32Type());
}

void FunctionGenerator::movementPair() {
  Value x =
      findTensor([](RankedTensorType type) { return type.getRank() > 1; });
  if (!x)
    return;
  x = normalize(x);
  int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  auto one = [&](Value value) -> Value {
    int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
    switch (random.range(0, 6)) {
    case 0:
    case 1: {
      SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(rank));
      if (rank > 1)
        std::swap(axes[random.range(0, rank - 1)],
                  axes[random.range(0, rank - 1)]);
      if (random.chance(30))
        return create("transpose", value);
      return create("transpose", value, ints("axes", axes));
    }
    case 2:
      return create("reshape", value,
                    ints("newshape", random.pick<ArrayRef<int64_t>>(
                                         {{-1}, {0, -1}, {-1, 4}, {4, -1}})));
    case 3:
      return create("expand_dims", value,
                    integer("axis", random.range(0, rank)));
    case 4:
      return create("squeeze", value);
    case 5:
      return create("nn.batch_flatten", value);
    default:
      if (rank != 4)
        return create("reverse", value, integer("axis", -1));
      return create(
          "layout_transform", value,
          random.chance(50)
              ? SmallVector<NamedAttribute>{string("src_layout", "NCHW"),
                                            string("dst_layout", "NHWC")}
              : SmallVector<NamedAttribute>{string("src_layout", "NHWC"),
                                            string("dst_layout", "NCHW")});
    }
  };
  (void)rank;
  // Quantization is not continuous.
  bool isQuantized = flavour != Flavour::Smooth &&
                     getElementTypeOrSelf(x.getType()).isF32() &&
                     random.chance(30);
  if (isQuantized)
    x = roundToNumbers(x);
  Value y = x ? one(x) : x;
  if (y && random.chance(30))
    y = create("nn.relu", y);
  if (y)
    y = one(y);
  if (y && isQuantized)
    y = roundToNumbers(y);
  add(y);
}

void FunctionGenerator::slicesAndParts() {
  Value x =
      findTensor([](RankedTensorType type) { return type.getRank() > 0; });
  if (!x)
    return;
  x = normalize(x);
  int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  int64_t axis = random.range(-rank, rank - 1);
  if (random.chance(50)) {
    SmallVector<Value> parts;
    SmallVector<Type> types;
    int64_t begin = 0;
    for (int64_t i = random.range(2, 3); i > 0; --i) {
      int64_t end = begin + random.range(1, 2);
      Value part = create("strided_slice", x,
                          {ints("begin", {begin}), ints("end", {end}),
                           ints("strides", {1}), ints("axes", {axis})});
      if (!part)
        return;
      begin = random.chance(85) ? end : begin;
      parts.push_back(part);
      types.push_back(part.getType());
    }
    Value tuple =
        TupleOp::create(builder, module.getLoc(),
                        TupleType::get(builder.getContext(), types), parts);
    return add(create("concatenate", tuple, integer("axis", axis)));
  }
  Value parts = create(
      "split", x, {integer("indices_or_sections", 2), integer("axis", axis)});
  if (!parts)
    return;
  add(parts);
  add(create("concatenate", parts, integer("axis", axis)));
}

/// A concatenation of more tensors than a kernel may have arguments.
void FunctionGenerator::manyParts() {
  Value x = findTensor([](RankedTensorType type) {
    return type.getRank() > 0 && type.getRank() < 4;
  });
  if (!x)
    return;
  x = normalize(x);
  SmallVector<Value> parts;
  for (int64_t i = random.range(3, 7); i > 0; --i)
    parts.push_back(random.chance(60) ? x : materialize(x.getType()));
  SmallVector<Type> types(parts.size(), x.getType());
  Value tuple =
      TupleOp::create(builder, module.getLoc(),
                      TupleType::get(builder.getContext(), types), parts);
  int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  add(create("concatenate", tuple,
             integer("axis", random.range(-rank, rank - 1))));
}

void FunctionGenerator::dynamicOperator() {
  Value x = findTensor();
  if (!x || !isRun)
    return;
  x = normalize(x);
  auto type = cast<RankedTensorType>(x.getType());
  int64_t rank = type.getRank();
  auto shape = [&](ArrayRef<int64_t> values) -> Value {
    auto shapeType =
        RankedTensorType::get(int64_t(values.size()), builder.getI64Type());
    return ConstantOp::create(builder, module.getLoc(),
                              DenseIntElementsAttr::get(shapeType, values));
  };
  switch (random.range(0, 5)) {
  case 0:
    return add(create("dyn.reshape", {x, shape({-1})}));
  case 1:
    return add(create(
        "dyn.broadcast_to",
        {x, create("shape_of", x, this->type("dtype", builder.getI64Type()))}));
  case 2:
    return add(create("dyn.tile", {x, shape(SmallVector<int64_t>(rank, 2))}));
  case 3:
    return add(
        create("dyn.strided_slice", {x, shape(SmallVector<int64_t>(rank, 0)),
                                     shape(SmallVector<int64_t>(rank, 2)),
                                     shape(SmallVector<int64_t>(rank, 1))}));
  case 4:
    return add(create(random.pick<StringRef>({"dyn.zeros", "dyn.ones"}),
                      shape({2, 3}),
                      this->type("dtype", type.getElementType())));
  default:
    return add(create("reshape", {x}, ints("newshape", {-1})));
  }
}

/// An operator once more, with the same operands.
void FunctionGenerator::repetition() {
  Value value = find([](Value value) {
    Operation *op = value.getDefiningOp();
    return op && isa<OperatorInterface>(op);
  });
  if (!value)
    return;
  Operation *op = value.getDefiningOp();
  add(builder.clone(*op)->getResult(0), getBound(value));
}
