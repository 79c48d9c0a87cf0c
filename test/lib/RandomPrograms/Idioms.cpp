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
  switch (random.range(0, isFloat ? 14 : 5)) {
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
  case 7:
  case 8:
    return convolutionChain();
  case 9:
    return parallelConvolutions();
  case 10:
    return parallelDenses();
  case 11:
    return parallelProducts();
  case 12:
    return normalization();
  case 13:
    return explicitPadding();
  default:
    return random.chance(50) ? atrousConvolution() : normalization();
  }
}

//===----------------------------------------------------------------------===//
// Convolutions and products
//===----------------------------------------------------------------------===//

Value FunctionGenerator::alongChannels(Value x, int64_t axis) {
  if (!x)
    return {};
  auto type = cast<RankedTensorType>(x.getType());
  SmallVector<int64_t> shape(type.getRank() - axis, 1);
  shape[0] = type.getShape()[axis];
  auto factorType = type.clone(shape);
  double bound = getBound(x);
  Value result;
  switch (random.range(0, 6)) {
  case 0:
  case 1: {
    Value factor =
        random.chance(75) ? makeConstant(factorType) : getFloat(shape);
    result = random.chance(20) ? create("multiply", {factor, x})
                               : create("multiply", {x, factor});
    break;
  }
  case 2:
    result = create("add", {x, makeConstant(factorType)});
    bound += 2;
    break;
  case 3:
    result = create("nn.bias_add", {x, makeConstant(type.clone(shape[0]))},
                    integer("axis", axis));
    bound += 2;
    break;
  case 4:
    result = create("nn.relu", x);
    break;
  case 5:
    result = create("divide", {x, makeSplat(factorType, 4)});
    break;
  default:
    break;
  }
  if (!result)
    return x;
  bounds[result] = bound * 2;
  if (random.chance(15))
    add(result, bounds[result]);
  return normalize(result);
}

Value FunctionGenerator::convolution(Value x, int64_t channels, int64_t kernel,
                                     int64_t groups, int64_t padding) {
  if (!x)
    return {};
  x = normalize(x);
  auto type = cast<RankedTensorType>(x.getType());
  int64_t inputs = type.getShape()[1] / groups;
  Value weight = makeConstant(type.clone({channels, inputs, kernel, kernel}));
  SmallVector<NamedAttribute> attributes = {
      integer("channels", channels), ints("kernel_size", {kernel, kernel}),
      integer("groups", groups), ints("padding", {padding, padding})};
  if (random.chance(20))
    attributes.push_back(ints("strides", {2, 1}));
  Value result = create("nn.conv2d", {x, weight}, attributes);
  bounds[result] = inputs * kernel * kernel;
  return result;
}

void FunctionGenerator::convolutionChain() {
  Value x = getFloat({1, 4, 5, 5});
  for (int64_t i = random.range(0, 2); i > 0; --i)
    x = alongChannels(x, 1);
  bool grouped = random.chance(30);
  x = convolution(x, 4, random.chance(50) ? 1 : 3,
                  grouped ? random.pick({2, 4}) : 1, random.range(0, 1));
  for (int64_t i = random.range(0, 3); i > 0 && x; --i)
    x = alongChannels(x, 1);
  if (x)
    add(x, getBound(x));
  if (x && random.chance(20))
    add(create(random.pick<StringRef>({"nn.max_pool2d", "nn.avg_pool2d"}), x,
               ints("pool_size", {2, 2})),
        getBound(x));
}

void FunctionGenerator::parallelConvolutions() {
  Value x = getFloat({1, 4, 5, 5});
  int64_t kernel = random.pick({1, 3});
  for (int64_t i = random.range(2, 4); i > 0; --i) {
    Value y = convolution(x, random.pick({2, 4}), kernel);
    for (int64_t j = random.range(0, 2); j > 0 && y; --j)
      y = alongChannels(y, 1);
    if (y)
      add(y, getBound(y));
  }
}

void FunctionGenerator::parallelDenses() {
  Value x = getFloat({3, 4});
  int64_t units = random.pick({2, 4});
  for (int64_t i = random.range(2, 4); i > 0 && x; --i) {
    if (random.chance(30))
      units = random.pick({2, 4});
    auto type = cast<RankedTensorType>(x.getType());
    Value weight = random.chance(80) ? makeConstant(type.clone({units, 4}))
                                     : getFloat({units, 4});
    Value y = create("nn.dense", {x, weight}, integer("units", units));
    if (!y)
      continue;
    bounds[y] = 4;
    for (int64_t j = random.range(0, 2); j > 0; --j)
      y = alongChannels(y, 1);
    add(y, getBound(y));
  }
}

void FunctionGenerator::parallelProducts() {
  Value x = getFloat({2, 3, 4});
  bool transposes = random.chance(50);
  for (int64_t i = random.range(2, 4); i > 0 && x; --i) {
    int64_t columns = random.pick({3, 4});
    auto type = cast<RankedTensorType>(x.getType());
    SmallVector<int64_t> shape = {2, columns, 4};
    if (!transposes)
      std::swap(shape[1], shape[2]);
    Value y = create("nn.batch_matmul", {x, makeConstant(type.clone(shape))},
                     attr("transpose_b", builder.getBoolAttr(transposes)));
    if (!y)
      continue;
    bounds[y] = 4;
    if (random.chance(40))
      y = alongChannels(y, 2);
    add(y, getBound(y));
  }
}

void FunctionGenerator::normalization() {
  Value x = getFloat({1, 4, 5, 5});
  if (!x)
    return;
  auto vector = cast<RankedTensorType>(x.getType()).clone({4});
  auto some = [&] {
    return random.chance(80) ? makeConstant(vector) : getFloat(4);
  };
  auto affine = [&](StringRef name, SmallVector<NamedAttribute> attributes) {
    attributes.push_back(
        attr("center", builder.getBoolAttr(random.chance(80))));
    attributes.push_back(attr("scale", builder.getBoolAttr(random.chance(80))));
    add(create(name, {x, some(), some()}, attributes), 10);
  };
  switch (random.range(0, 6)) {
  case 0:
  case 1: {
    // Variances are not negative.
    Value variance = makeSplat(vector, random.pick({0.5, 1.0, 2.0}));
    if (random.chance(50))
      x = convolution(x, 4, 1);
    Value y = create("nn.batch_norm", {x, some(), some(), some(), variance},
                     {attr("center", builder.getBoolAttr(random.chance(80))),
                      attr("scale", builder.getBoolAttr(random.chance(80)))});
    if (!y)
      return;
    double bound = 2 + 2 * getBound(x);
    Type type = cast<TupleType>(y.getType()).getType(0);
    return add(TupleGetOp::create(builder, module.getLoc(), type, y, 0), bound);
  }
  case 2:
    return affine("nn.layer_norm",
                  {integer("axis", 1), number("epsilon", 0.1)});
  case 3:
    return affine(
        "nn.group_norm",
        {integer("axis", 1), integer("num_groups", 2), number("epsilon", 0.1)});
  case 4:
    return affine("nn.instance_norm", {number("epsilon", 0.1)});
  case 5:
    return add(
        create("nn.l2_normalize", x, {number("eps", 0.01), ints("axis", {1})}),
        1);
  default:
    if (flavour != Flavour::Typed)
      return add(create("nn.softmax", x, integer("axis", random.range(-4, 3))));
    Value y = create("nn.dropout", x);
    Type type = cast<TupleType>(y.getType()).getType(0);
    return add(TupleGetOp::create(builder, module.getLoc(), type, y, 0));
  }
}

void FunctionGenerator::explicitPadding() {
  Value x = getFloat({1, 4, 5, 5});
  if (!x)
    return;
  auto scalar = cast<RankedTensorType>(x.getType()).clone(ArrayRef<int64_t>());
  auto width = [&] {
    return SmallVector<int64_t>{random.range(0, 1), random.range(0, 2)};
  };
  SmallVector<SmallVector<int64_t>> widths = {
      {0, 0}, {0, random.chance(10)}, width(), width()};
  Value value = random.chance(80) ? makeSplat(scalar, 0) : makeConstant(scalar);
  Value padded = create("nn.pad", {x, value}, intLists("pad_width", widths));
  if (!padded)
    return;
  switch (random.range(0, 3)) {
  case 0:
  case 1: {
    Value y = convolution(padded, 4, 3, 1, random.range(0, 1));
    return y ? add(y, getBound(y)) : void();
  }
  case 2:
    return add(create(
        "nn.avg_pool2d", padded,
        {ints("pool_size", {2, 2}),
         attr("count_include_pad", builder.getBoolAttr(random.chance(70)))}));
  default:
    return add(create("nn.max_pool2d", padded, ints("pool_size", {2, 2})));
  }
}

void FunctionGenerator::atrousConvolution() {
  Value x = getFloat({1, 4, 5, 5});
  int64_t p = random.range(0, 2);
  SmallVector<SmallVector<int64_t>> paddings = {{p, p + 1}, {p, p + 1}};
  SmallVector<SmallVector<int64_t>> crops = {{0, random.range(0, 1)},
                                             {0, random.range(0, 1)}};
  Value y =
      create("nn.space_to_batch_nd", x,
             {ints("block_shape", {2, 2}), intLists("paddings", paddings)});
  y = y ? convolution(y, 4, random.pick({1, 3})) : y;
  double bound = getBound(y);
  add(create("nn.batch_to_space_nd", y,
             {ints("block_shape", {2, 2}), intLists("crops", crops)}),
      bound);
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
  // Of several uses of one cast, some may be casts.
  add(x);
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
  Value y = one(x);
  if (y && random.chance(30))
    y = create("nn.relu", y);
  if (y)
    y = one(y);
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

void FunctionGenerator::dynamicOperator() {
  Value x = findTensor();
  if (!x)
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
