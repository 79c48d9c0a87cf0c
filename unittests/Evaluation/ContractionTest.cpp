//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels of contractions, whose sizes are dynamic, against loops over scalars
// that follow rules 8.1 to 8.3 of docs/Semantics.md, bit for bit.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Evaluation/KernelCompiler.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>
#include <random>

using namespace mlir::relay;

namespace {

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// An element type, by its name in MLIR.
struct ElementType {
  const char *name;
  unsigned width;
  bool isFloat;
  const llvm::fltSemantics *semantics;
};

const ElementType f16{"f16", 16, true, &llvm::APFloat::IEEEhalf()};
const ElementType bf16{"bf16", 16, true, &llvm::APFloat::BFloat()};
const ElementType f32{"f32", 32, true, &llvm::APFloat::IEEEsingle()};
const ElementType f64{"f64", 64, true, &llvm::APFloat::IEEEdouble()};
const ElementType i8{"i8", 8, false, nullptr};
const ElementType ui8{"ui8", 8, false, nullptr};
const ElementType i32{"i32", 32, false, nullptr};

/// The bits of `value`, rounded.
uint64_t encode(const ElementType &type, double value) {
  llvm::APFloat number(value);
  bool losesInfo;
  number.convert(*type.semantics, llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return number.bitcastToAPInt().getZExtValue();
}

double decode(const ElementType &type, uint64_t bits) {
  llvm::APFloat number(*type.semantics, llvm::APInt(type.width, bits));
  bool losesInfo;
  number.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return number.convertToDouble();
}

/// A dense array of elements, the first of which is `offset` elements from the
/// start of a line of the cache.
struct Array {
  Array(const ElementType &type, std::vector<int64_t> shape, int64_t offset = 0)
      : type(type), shape(std::move(shape)),
        bytes((getSize() + offset) * type.width / 8 + lineBytes) {
    auto address = reinterpret_cast<uintptr_t>(bytes.data());
    start = llvm::offsetToAlignment(address, llvm::Align(lineBytes)) +
            offset * type.width / 8;
  }

  /// The bytes of a line of the cache.
  static constexpr int64_t lineBytes = 64;

  int64_t getSize() const {
    return std::accumulate(shape.begin(), shape.end(), int64_t(1),
                           std::multiplies<int64_t>());
  }
  uint64_t get(int64_t index) const {
    uint64_t bits = 0;
    std::memcpy(&bits, getData() + index * type.width / 8, type.width / 8);
    return bits;
  }
  void set(int64_t index, uint64_t bits) {
    std::memcpy(getData() + index * type.width / 8, &bits, type.width / 8);
  }
  char *getData() { return bytes.data() + start; }
  const char *getData() const { return bytes.data() + start; }
  /// Return the offset of the element at `indices`.
  int64_t getIndex(const std::vector<int64_t> &indices) const {
    int64_t index = 0;
    for (size_t dim = 0; dim < shape.size(); ++dim)
      index = index * shape[dim] + indices[dim];
    return index;
  }

  ElementType type;
  std::vector<int64_t> shape;

private:
  std::vector<char> bytes;
  size_t start;
};

Array makeRandom(const ElementType &type, std::vector<int64_t> shape,
                 std::mt19937 &random, int64_t offset = 0) {
  Array array(type, std::move(shape), offset);
  for (int64_t i = 0; i < array.getSize(); ++i) {
    double value = double(int32_t(random())) / (1u << 31);
    uint64_t bits = type.isFloat ? encode(type, value) : random();
    array.set(i, bits & (type.width == 64 ? ~uint64_t(0)
                                          : (uint64_t(1) << type.width) - 1));
  }
  return array;
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

/// A sum of products of elements of `x` and `y`, in the type `type`. Indices
/// of -1 are zeros.
struct Sum {
  Sum(const ElementType &type, const Array &x, const Array &y)
      : type(type), x(x), y(y) {}

  void add(int64_t xIndex, int64_t yIndex) {
    if (!type.isFloat) {
      bits += load(x, xIndex) * load(y, yIndex);
      return;
    }
    double a = xIndex < 0 ? 0 : decode(x.type, x.get(xIndex));
    double b = yIndex < 0 ? 0 : decode(y.type, y.get(yIndex));
    if (type.width == 64)
      wide = std::fma(a, b, wide);
    else
      narrow = std::fma(float(a), float(b), narrow);
  }
  uint64_t get() const {
    if (type.isFloat)
      return encode(type, type.width == 64 ? wide : double(narrow));
    return bits & ((uint64_t(1) << type.width) - 1);
  }

  /// Integers are extended as their type says.
  static uint64_t load(const Array &array, int64_t index) {
    if (index < 0)
      return 0;
    uint64_t bits = array.get(index);
    unsigned unused = 64 - array.type.width;
    return array.type.name[0] == 'u'
               ? bits
               : uint64_t(int64_t(bits << unused) >> unused);
  }

  ElementType type;
  const Array &x, &y;
  double wide = 0;
  float narrow = 0;
  uint64_t bits = 0;
};

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

std::string getTensor(const ElementType &type,
                      const std::vector<int64_t> &shape) {
  std::string text = "tensor<";
  for (int64_t size : shape)
    text += (size < 0 ? "?" : std::to_string(size)) + "x";
  return text + type.name + ">";
}

/// The kernel of operator `name` on tensors of the given shapes, in which -1
/// stands for sizes that are dynamic.
Kernel compile(const std::string &name, const std::string &attributes,
               const ElementType &operandType, const ElementType &type,
               const std::vector<int64_t> &x, const std::vector<int64_t> &y,
               const std::vector<int64_t> &z) {
  std::string xType = getTensor(operandType, x);
  std::string yType = getTensor(operandType, y);
  std::string zType = getTensor(type, z);
  std::string outDType = std::strcmp(operandType.name, type.name) == 0
                             ? ""
                             : "out_dtype = " + std::string(type.name);
  if (!outDType.empty() && !attributes.empty())
    outDType += ", ";
  std::string key = "func.func @source(%x: " + xType + ", %y: " + yType +
                    ") -> " + zType + " { %0 = relay." + name + " %x, %y {" +
                    outDType + attributes + "} : (" + xType + ", " + yType +
                    ") -> " + zType + " return %0 : " + zType + " }";
  llvm::Expected<Kernel> kernel = KernelCompiler::get().compile(key);
  if (!kernel) {
    ADD_FAILURE() << key << "\n" << llvm::toString(kernel.takeError());
    return Kernel{nullptr, 0};
  }
  return *kernel;
}

void run(const Kernel &kernel, std::initializer_list<Array *> arrays) {
  std::vector<void *> buffers;
  std::vector<int64_t> sizes, strides;
  for (Array *array : arrays) {
    buffers.push_back(array->getData());
    sizes.insert(sizes.end(), array->shape.begin(), array->shape.end());
    size_t first = strides.size();
    strides.resize(sizes.size(), 1);
    for (size_t dim = sizes.size() - 1; dim-- > first;)
      strides[dim] = strides[dim + 1] * std::max<int64_t>(sizes[dim + 1], 1);
  }
  // Old contents of scratch memory do not matter.
  std::vector<char> scratch(kernel.scratchSize + 64, char(0xa5));
  auto address = reinterpret_cast<uintptr_t>(scratch.data());
  // One to three shares, in any order, are the same as all at once.
  static int64_t numRuns = 0;
  KernelShare share;
  share.count = 1 + numRuns++ % 3;
  buffers.push_back(&share);
  buffers.push_back(scratch.data() + (64 - address % 64));
  for (share.number = share.count; share.number-- > 0;)
    kernel.function(buffers.data(), sizes.data(), strides.data());
}

/// Compares with what `reference` gives for the elements of `result`, given by
/// their indices.
void compare(
    const Array &result, const std::string &what,
    const std::function<uint64_t(const std::vector<int64_t> &)> &reference) {
  std::vector<int64_t> indices(result.shape.size());
  for (int64_t i = 0; i < result.getSize(); ++i) {
    int64_t rest = i;
    for (size_t dim = indices.size(); dim-- > 0;) {
      indices[dim] = rest % result.shape[dim];
      rest /= result.shape[dim];
    }
    uint64_t expected = reference(indices), got = result.get(i);
    ASSERT_EQ(got, expected) << what << ", element " << i;
  }
}

//===----------------------------------------------------------------------===//
// Products of matrices
//===----------------------------------------------------------------------===//

/// Sizes around those of vectors, tiles and blocks.
const int64_t matrixSizes[][3] = {
    // rows, columns, depth
    {1, 1, 1},    {1, 17, 300},  {2, 600, 9},   {3, 16, 256},    {5, 31, 257},
    {6, 16, 255}, {7, 33, 513},  {97, 15, 40},  {13, 1, 999},    {300, 1, 70},
    {50, 4, 600}, {9, 3, 300},   {4, 700, 300}, {97, 515, 7},    {961, 17, 5},
    {96, 512, 8}, {2, 3, 0},     {120, 70, 0},  {101, 103, 107}, {0, 5, 3},
    {6, 0, 4},    {1, 1000, 37}, {1, 33, 999},  {1, 15, 4096},   {77, 1, 256},
    {1, 4096, 1},
};

void testMatmul(const ElementType &operandType, const ElementType &type,
                bool isDense, bool transposeA, bool transposeB) {
  std::string attributes;
  if (!isDense)
    attributes = std::string("transpose_a = ") +
                 (transposeA ? "true" : "false") +
                 ", transpose_b = " + (transposeB ? "true" : "false");
  Kernel kernel = compile(isDense ? "nn.dense" : "nn.matmul", attributes,
                          operandType, type, {-1, -1}, {-1, -1}, {-1, -1});
  ASSERT_TRUE(kernel.function);
  std::mt19937 random(1);
  for (const auto &[rows, columns, depth] : matrixSizes) {
    int64_t m = rows, n = columns, k = depth;
    using Shape = std::vector<int64_t>;
    Array x =
        makeRandom(operandType, transposeA ? Shape{k, m} : Shape{m, k}, random);
    Array y =
        makeRandom(operandType, transposeB ? Shape{n, k} : Shape{k, n}, random);
    Array z(type, {m, n});
    run(kernel, {&x, &y, &z});
    std::string what = std::string(operandType.name) + " " + attributes + " " +
                       std::to_string(m) + "x" + std::to_string(n) + "x" +
                       std::to_string(k);
    compare(z, what, [&](const std::vector<int64_t> &at) {
      Sum sum(type, x, y);
      for (int64_t d = 0; d < k; ++d)
        sum.add(transposeA ? d * m + at[0] : at[0] * k + d,
                transposeB ? at[1] * k + d : d * n + at[1]);
      return sum.get();
    });
  }
}

TEST(ContractionTest, Dense) {
  testMatmul(f32, f32, true, false, true);
  testMatmul(f64, f64, true, false, true);
  testMatmul(f16, f16, true, false, true);
  testMatmul(bf16, bf16, true, false, true);
  testMatmul(bf16, f32, true, false, true);
  testMatmul(i32, i32, true, false, true);
  testMatmul(i8, i32, true, false, true);
  testMatmul(ui8, i32, true, false, true);
}

TEST(ContractionTest, Matmul) {
  for (bool transposeA : {false, true})
    for (bool transposeB : {false, true})
      testMatmul(f32, f32, false, transposeA, transposeB);
  testMatmul(f16, f16, false, true, false);
  testMatmul(f64, f64, false, true, false);
  testMatmul(i8, i32, false, false, false);
}

/// A row times columns that may be read by whole lines of the cache, which
/// begin at any of their elements.
void testRow(const ElementType &type) {
  Kernel kernel =
      compile("nn.dense", "", type, type, {-1, -1}, {-1, -1}, {-1, -1});
  ASSERT_TRUE(kernel.function);
  std::mt19937 random(4);
  int64_t lineSteps = Array::lineBytes * 8 / type.width;
  for (int64_t columns : {7, 16, 25, 50})
    for (int64_t depth : {16 * lineSteps, 21 * lineSteps, 16 * lineSteps + 1})
      for (int64_t offset = 0; offset < lineSteps; offset += 3) {
        Array x = makeRandom(type, {1, depth}, random);
        Array y = makeRandom(type, {columns, depth}, random, offset);
        Array z(type, {1, columns});
        run(kernel, {&x, &y, &z});
        std::string what =
            std::string(type.name) + " " + std::to_string(columns) + "x" +
            std::to_string(depth) + " at " + std::to_string(offset);
        compare(z, what, [&](const std::vector<int64_t> &at) {
          Sum sum(type, x, y);
          for (int64_t d = 0; d < depth; ++d)
            sum.add(d, at[1] * depth + d);
          return sum.get();
        });
      }
}

TEST(ContractionTest, Row) {
  for (const ElementType &type : {f16, bf16, f32, f64, i32, i8})
    testRow(type);
}

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

void testBatchMatmul(const ElementType &type, bool transposeA, bool transposeB,
                     std::vector<int64_t> batches) {
  std::string attributes = std::string("transpose_a = ") +
                           (transposeA ? "true" : "false") +
                           ", transpose_b = " + (transposeB ? "true" : "false");
  Kernel kernel = compile("nn.batch_matmul", attributes, type, type,
                          {-1, -1, -1}, {-1, -1, -1}, {-1, -1, -1});
  ASSERT_TRUE(kernel.function);
  std::mt19937 random(2);
  const int64_t sizes[][3] = {{7, 17, 64}, {1, 40, 200}, {20, 1, 300},
                              {2, 3, 4},   {13, 19, 0},  {25, 33, 40},
                              {1, 19, 701}};
  for (const auto &[rows, columns, depth] : sizes) {
    int64_t m = rows, n = columns, k = depth;
    using Shape = std::vector<int64_t>;
    Array x = makeRandom(
        type, transposeA ? Shape{batches[0], k, m} : Shape{batches[0], m, k},
        random);
    Array y = makeRandom(
        type, transposeB ? Shape{batches[1], n, k} : Shape{batches[1], k, n},
        random);
    int64_t batch = batches[0] == 1 ? batches[1] : batches[0];
    Array z(type, {batch, m, n});
    run(kernel, {&x, &y, &z});
    std::string what = std::string(type.name) + " " + attributes + " " +
                       std::to_string(batches[0]) + " " +
                       std::to_string(batches[1]) + " " + std::to_string(m) +
                       "x" + std::to_string(n) + "x" + std::to_string(k);
    compare(z, what, [&](const std::vector<int64_t> &at) {
      Sum sum(type, x, y);
      int64_t xStart = batches[0] == 1 ? 0 : at[0] * m * k;
      int64_t yStart = batches[1] == 1 ? 0 : at[0] * n * k;
      for (int64_t d = 0; d < k; ++d)
        sum.add(xStart + (transposeA ? d * m + at[1] : at[1] * k + d),
                yStart + (transposeB ? at[2] * k + d : d * n + at[2]));
      return sum.get();
    });
  }
}

TEST(ContractionTest, BatchMatmul) {
  for (std::vector<int64_t> batches :
       {std::vector<int64_t>{3, 3}, {1, 3}, {3, 1}, {1, 1}, {0, 1}}) {
    testBatchMatmul(f32, false, true, batches);
    testBatchMatmul(f32, true, false, batches);
    testBatchMatmul(f16, false, false, batches);
    testBatchMatmul(i32, true, true, batches);
  }
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// A convolution of images. Layouts are permutations of NCHW and OIHW.
struct Conv2d {
  int64_t batch, in, height, width, out, kernelHeight, kernelWidth;
  int64_t stride[2] = {1, 1}, dilation[2] = {1, 1};
  int64_t before[2] = {0, 0}, after[2] = {0, 0};
  int64_t groups = 1;
  std::string dataLayout = "NCHW", kernelLayout = "OIHW", outLayout = "NCHW";
};

/// Orders what belongs to the dimensions `from` as those of `to`.
template <typename T>
std::vector<T> permute(const std::vector<T> &values, const std::string &from,
                       const std::string &to) {
  std::vector<T> result;
  for (char dim : to)
    result.push_back(values[from.find(dim)]);
  return result;
}

void testConv2d(const ElementType &operandType, const ElementType &type,
                const Conv2d &c, bool isDynamic) {
  using Shape = std::vector<int64_t>;
  auto getOutSize = [&](int64_t size, int64_t kernel, int dim) {
    return (size + c.before[dim] + c.after[dim] -
            (kernel - 1) * c.dilation[dim] - 1) /
               c.stride[dim] +
           1;
  };
  int64_t inGroup = c.in / c.groups, outGroup = c.out / c.groups;
  Shape outShape{c.batch, c.out, getOutSize(c.height, c.kernelHeight, 0),
                 getOutSize(c.width, c.kernelWidth, 1)};
  auto list = [](std::initializer_list<int64_t> values) {
    std::string text = "array<i64: ";
    for (int64_t value : values)
      text += (text.back() == ' ' ? "" : ", ") + std::to_string(value);
    return text + ">";
  };
  std::string attributes =
      "strides = " + list({c.stride[0], c.stride[1]}) +
      ", dilation = " + list({c.dilation[0], c.dilation[1]}) + ", padding = " +
      list({c.before[0], c.before[1], c.after[0], c.after[1]}) +
      ", groups = " + std::to_string(c.groups) + " : i64" +
      ", data_layout = \"" + c.dataLayout + "\", kernel_layout = \"" +
      c.kernelLayout + "\", out_layout = \"" + c.outLayout + "\"";
  if (!isDynamic)
    attributes += ", channels = " + std::to_string(c.out) + " : i64";

  std::mt19937 random(3);
  Array x = makeRandom(
      operandType,
      permute(Shape{c.batch, c.in, c.height, c.width}, "NCHW", c.dataLayout),
      random);
  Array w =
      makeRandom(operandType,
                 permute(Shape{c.out, inGroup, c.kernelHeight, c.kernelWidth},
                         "OIHW", c.kernelLayout),
                 random);
  Array z(type, permute(outShape, "NCHW", c.outLayout));
  Kernel kernel =
      isDynamic ? compile("nn.conv2d", attributes, operandType, type,
                          {-1, -1, -1, -1},
                          permute(Shape{-1, -1, c.kernelHeight, c.kernelWidth},
                                  "OIHW", c.kernelLayout),
                          {-1, -1, -1, -1})
                : compile("nn.conv2d", attributes, operandType, type, x.shape,
                          w.shape, z.shape);
  ASSERT_TRUE(kernel.function);
  run(kernel, {&x, &w, &z});
  compare(z, attributes, [&](const std::vector<int64_t> &indices) {
    Shape at = permute(indices, c.outLayout, "NCHW");
    Sum sum(type, x, w);
    for (int64_t i = 0; i < inGroup; ++i)
      for (int64_t h = 0; h < c.kernelHeight; ++h)
        for (int64_t v = 0; v < c.kernelWidth; ++v) {
          int64_t y = at[2] * c.stride[0] + h * c.dilation[0] - c.before[0];
          int64_t u = at[3] * c.stride[1] + v * c.dilation[1] - c.before[1];
          bool isInside = y >= 0 && y < c.height && u >= 0 && u < c.width;
          int64_t channel = at[1] / outGroup * inGroup + i;
          sum.add(isInside ? x.getIndex(permute(Shape{at[0], channel, y, u},
                                                "NCHW", c.dataLayout))
                           : -1,
                  w.getIndex(
                      permute(Shape{at[1], i, h, v}, "OIHW", c.kernelLayout)));
        }
    return sum.get();
  });
}

TEST(ContractionTest, Conv2d) {
  Conv2d plain{2, 5, 12, 20, 14, 3, 3};
  testConv2d(f32, f32, plain, false);
  testConv2d(f32, f32, plain, true);
  Conv2d padded = plain;
  padded.before[0] = padded.before[1] = padded.after[0] = padded.after[1] = 1;
  testConv2d(f32, f32, padded, false);
  testConv2d(f32, f32, padded, true);
  testConv2d(f16, f16, padded, true);
  testConv2d(bf16, f32, padded, false);
  testConv2d(f64, f64, padded, true);
  testConv2d(i8, i32, padded, true);
  Conv2d uneven = padded;
  uneven.before[0] = 2;
  uneven.after[0] = 0;
  uneven.before[1] = 0;
  uneven.after[1] = 4;
  testConv2d(f32, f32, uneven, true);
  Conv2d strided = padded;
  strided.stride[0] = 2;
  strided.stride[1] = 3;
  testConv2d(f32, f32, strided, false);
  testConv2d(f32, f32, strided, true);
  Conv2d dilated = padded;
  dilated.dilation[0] = 3;
  dilated.dilation[1] = 2;
  testConv2d(f32, f32, dilated, true);
  testConv2d(f16, f16, dilated, false);
  // Windows that are mostly padding.
  Conv2d tiny{1, 40, 1, 3, 17, 3, 5};
  tiny.before[0] = tiny.after[0] = 1;
  tiny.before[1] = tiny.after[1] = 4;
  testConv2d(f32, f32, tiny, true);
  Conv2d pointwise{1, 300, 5, 7, 20, 1, 1};
  testConv2d(f32, f32, pointwise, false);
  testConv2d(f32, f32, pointwise, true);
}

TEST(ContractionTest, Conv2dGroups) {
  Conv2d grouped{1, 12, 9, 18, 15, 3, 3};
  grouped.groups = 3;
  grouped.before[0] = grouped.before[1] = grouped.after[0] = grouped.after[1] =
      1;
  testConv2d(f32, f32, grouped, false);
  testConv2d(f16, f16, grouped, false);
  // Depthwise.
  Conv2d depthwise{2, 6, 15, 17, 6, 3, 3};
  depthwise.groups = 6;
  depthwise.before[0] = depthwise.after[1] = 1;
  testConv2d(f32, f32, depthwise, false);
  depthwise.stride[1] = 2;
  testConv2d(f32, f32, depthwise, false);
}

TEST(ContractionTest, Conv2dLayouts) {
  Conv2d last{2, 5, 12, 20, 14, 3, 3};
  last.before[0] = last.before[1] = last.after[0] = last.after[1] = 1;
  last.dataLayout = last.outLayout = "NHWC";
  last.kernelLayout = "HWIO";
  testConv2d(f32, f32, last, false);
  testConv2d(f32, f32, last, true);
  testConv2d(f16, f16, last, true);
  last.kernelLayout = "OHWI";
  testConv2d(f32, f32, last, true);
  last.dataLayout = "HWCN";
  last.kernelLayout = "HWOI";
  testConv2d(f32, f32, last, false);
  last.outLayout = "NCHW";
  testConv2d(i32, i32, last, false);
}

} // namespace
