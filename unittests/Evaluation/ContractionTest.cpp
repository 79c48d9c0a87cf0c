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

/// A dense array of elements.
struct Array {
  Array(const ElementType &type, std::vector<int64_t> shape)
      : type(type), shape(std::move(shape)),
        bytes(getSize() * type.width / 8 + 1) {}

  int64_t getSize() const {
    return std::accumulate(shape.begin(), shape.end(), int64_t(1),
                           std::multiplies<int64_t>());
  }
  uint64_t get(int64_t index) const {
    uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + index * type.width / 8, type.width / 8);
    return bits;
  }
  void set(int64_t index, uint64_t bits) {
    std::memcpy(bytes.data() + index * type.width / 8, &bits, type.width / 8);
  }
  /// Of the element at `indices`.
  int64_t getIndex(const std::vector<int64_t> &indices) const {
    int64_t index = 0;
    for (size_t dim = 0; dim < shape.size(); ++dim)
      index = index * shape[dim] + indices[dim];
    return index;
  }

  ElementType type;
  std::vector<int64_t> shape;
  std::vector<char> bytes;
};

Array makeRandom(const ElementType &type, std::vector<int64_t> shape,
                 std::mt19937 &random) {
  Array array(type, std::move(shape));
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
    buffers.push_back(array->bytes.data());
    sizes.insert(sizes.end(), array->shape.begin(), array->shape.end());
    size_t first = strides.size();
    strides.resize(sizes.size(), 1);
    for (size_t dim = sizes.size() - 1; dim-- > first;)
      strides[dim] = strides[dim + 1] * std::max<int64_t>(sizes[dim + 1], 1);
  }
  // What was left in scratch memory does not matter.
  std::vector<char> scratch(kernel.scratchSize + 64, char(0xa5));
  auto address = reinterpret_cast<uintptr_t>(scratch.data());
  buffers.push_back(scratch.data() + (64 - address % 64));
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
    {1, 1, 1},    {1, 17, 300}, {2, 600, 9},     {3, 16, 256}, {5, 31, 257},
    {6, 16, 255}, {7, 33, 513}, {97, 15, 40},    {13, 1, 999}, {97, 515, 7},
    {961, 17, 5}, {96, 512, 8}, {101, 103, 107}, {2, 3, 0},    {120, 70, 0},
    {0, 5, 3},    {6, 0, 4},
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

} // namespace
