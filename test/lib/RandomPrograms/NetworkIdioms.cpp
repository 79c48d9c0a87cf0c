//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parts of networks that passes look for.
//
//===----------------------------------------------------------------------===//

#include "FunctionGenerator.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::test;

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

/// A convolution with strides of one on blocks of an image.
void FunctionGenerator::atrousConvolution() {
  Value x = getFloat({1, 5, 5, 4});
  int64_t p = random.range(0, 2);
  SmallVector<SmallVector<int64_t>> paddings = {{p, p + 1}, {p, p + 1}};
  SmallVector<SmallVector<int64_t>> crops = {{0, random.range(0, 1)},
                                             {0, random.range(0, 1)}};
  Value y =
      create("nn.space_to_batch_nd", x,
             {ints("block_shape", {2, 2}), intLists("paddings", paddings)});
  if (!y)
    return;
  int64_t kernel = random.pick({1, 3}), padding = random.range(0, 1);
  auto type = cast<RankedTensorType>(y.getType());
  y = create("nn.conv2d", {y, makeConstant(type.clone({kernel, kernel, 4, 4}))},
             {ints("kernel_size", {kernel, kernel}), integer("channels", 4),
              ints("padding", {padding, padding}),
              string("data_layout", "NHWC"), string("kernel_layout", "HWIO")});
  add(create("nn.batch_to_space_nd", y,
             {ints("block_shape", {2, 2}), intLists("crops", crops)}),
      4 * kernel * kernel);
}

//===----------------------------------------------------------------------===//
// Images and detection
//===----------------------------------------------------------------------===//

/// Pixels at positions between them, and blocks of pixels.
void FunctionGenerator::images() {
  auto text = [&](StringRef name, ArrayRef<StringRef> values) {
    return attr(name, builder.getStringAttr(random.pick(values)));
  };
  switch (random.range(0, 7)) {
  case 0:
    return add(
        create("image.grid_sample",
               {getFloat({1, 2, 3, 4}), getFloat({1, 2, 2, 2})},
               {text("method", {"nearest", "bilinear", "bicubic"}),
                text("padding_mode", {"zeros", "border", "reflection"}),
                attr("align_corners", builder.getBoolAttr(random.chance(50)))}),
        16);
  case 1:
    return add(create("image.affine_grid", getFloat({2, 2, 3}),
                      ints("target_shape", {2, 3})),
               4);
  case 2: {
    Type i32 = builder.getI32Type();
    return add(create("image.crop_and_resize",
                      {getFloat({2, 2, 3, 4}), getFloat({3, 4}),
                       makeConstant(RankedTensorType::get({3}, i32))},
                      {ints("crop_size", {2, 2}),
                       text("method", {"bilinear", "nearest_neighbor"}),
                       number("extrapolation_value", 0.5)}));
  }
  case 3:
    return add(create("image.dilation2d",
                      {getFloat({1, 2, 4, 5}), getFloat({2, 2, 2})},
                      ints("padding", {1, 0})),
               2);
  case 4:
    return add(
        create(random.pick<StringRef>({"vision.roi_align", "vision.roi_pool"}),
               {getFloat({2, 2, 4, 5}), getFloat({3, 5})},
               {ints("pooled_size", {2, 2}),
                number("spatial_scale", random.pick({0.5, 4.0}))}));
  case 5:
    return add(create(
        "nn.depth_to_space", getFloat({1, 4, 2, 3}),
        {integer("block_size", 2), text("mode", {"DCR", "CDR", "CRD"})}));
  case 6:
    return add(create("nn.mirror_pad", getFloat({2, 3}),
                      {intLists("pad_width", {{0, random.range(0, 4)}, {2, 1}}),
                       text("mode", {"SYMMETRIC", "REFLECT"})}));
  default:
    return add(create("nn.dilate", getFloat({2, 3}),
                      {ints("strides", {random.range(1, 3), 2}),
                       number("dilation_value", 0.5)}));
  }
}

/// Boxes that are found, sorted and suppressed.
void FunctionGenerator::detection() {
  Type f32 = builder.getF32Type(), i32 = builder.getI32Type();
  auto constant = [&](ArrayRef<int64_t> shape, Type type) {
    return makeConstant(RankedTensorType::get(shape, type));
  };
  auto limit = [&](double value) {
    return makeSplat(RankedTensorType::get({}, f32), value);
  };
  auto flag = [&](StringRef name) {
    return attr(name, builder.getBoolAttr(random.chance(50)));
  };
  switch (random.range(0, 2)) {
  case 0:
    return add(create("vision.get_valid_counts",
                      {constant({2, 4, 6}, f32), limit(0.1)},
                      integer("id_index", random.range(-1, 0))));
  case 1:
    return add(create("vision.non_max_suppression",
                      {constant({2, 4, 6}, f32), constant({2}, i32),
                       constant({2, 4}, i32), constant({}, i32), limit(0.5)},
                      {flag("force_suppress"), flag("return_indices"),
                       flag("invalid_to_bottom"),
                       integer("top_k", random.range(-1, 3))}));
  default:
    return add(create(
        "vision.all_class_non_max_suppression",
        {constant({1, 4, 4}, f32), constant({1, 2, 4}, f32), constant({}, i32),
         limit(0.5), limit(0.1)},
        attr("output_format", builder.getStringAttr(random.pick<StringRef>(
                                  {"onnx", "tensorflow"})))));
  }
}

/// Gradients and losses.
void FunctionGenerator::gradients() {
  switch (random.range(0, 3)) {
  case 0:
    return add(create(random.pick<StringRef>(
                          {"nn.max_pool2d_grad", "nn.avg_pool2d_grad"}),
                      {getFloat({1, 2, 3, 4}), getFloat({1, 2, 4, 5})},
                      ints("pool_size", {2, 2})),
               4);
  case 1:
    return add(create("nn.conv2d_backward_weight",
                      {getFloat({1, 2, 2, 3}), getFloat({1, 2, 3, 4})},
                      {ints("kernel_size", {2, 2}),
                       attr("kernel_layout", builder.getStringAttr("NCHW"))}),
               6);
  case 2:
    return add(create("nn.correlation",
                      {getFloat({1, 2, 4, 5}), getFloat({1, 2, 4, 5})},
                      integer("max_displacement", 1)));
  default:
    return add(create("nn.cross_entropy_with_logits",
                      {getFloat({2, 3}), getFloat({2, 3})}),
               3);
  }
}
