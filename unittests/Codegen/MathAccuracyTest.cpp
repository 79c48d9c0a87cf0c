//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Math functions as kernels compute them, against references of more precision:
// those of the C library in double for f32, in long double for f64.
// RELAYLITE_MATH_SAMPLES sets the number of random arguments of a function.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Evaluation/KernelCompiler.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>
#include <functional>
#include <random>

using namespace mlir::relay;

namespace {

template <typename T>
struct Format;
template <>
struct Format<float> {
  using Bits = uint32_t;
  using Wide = double;
  static constexpr const char *name = "f32";
  static constexpr double bound = 1;
};
template <>
struct Format<double> {
  using Bits = uint64_t;
  using Wide = long double;
  static constexpr const char *name = "f64";
  static constexpr double bound = 2;
};

template <typename T>
T fromBits(typename Format<T>::Bits bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

template <typename T>
std::string print(T value) {
  char text[64];
  std::snprintf(text, sizeof(text), "%a", double(value));
  return text;
}

/// The kernel of `relay.<name>` on one-dimensional tensors.
Kernel compile(const std::string &name, const std::string &type,
               unsigned numOperands) {
  std::string tensor = "tensor<?x" + type + ">";
  std::string arguments, operands, types;
  for (unsigned i = 0; i < numOperands; ++i) {
    std::string comma = i ? ", " : "", value = "%x" + std::to_string(i);
    arguments += comma + value + ": " + tensor;
    operands += comma + value;
    types += comma + tensor;
  }
  std::string text = "func.func @kernel(" + arguments + ") -> " + tensor +
                     " {\n%0 = \"relay." + name + "\"(" + operands +
                     ") {relay.equal_dynamic_dims} : (" + types + ") -> " +
                     tensor + "\nreturn %0 : " + tensor + "\n}\n";
  llvm::Expected<Kernel> kernel = KernelCompiler::get().compile(text);
  if (kernel)
    return *kernel;
  ADD_FAILURE() << llvm::toString(kernel.takeError());
  return {};
}

template <typename T>
using Vector = std::vector<T>;

/// Runs the kernel on `count` elements from `begin` on.
template <typename T>
void run(Kernel kernel, Vector<Vector<T>> &operands, Vector<T> &results,
         size_t begin, size_t count) {
  Vector<void *> buffers;
  for (Vector<T> &operand : operands)
    buffers.push_back(operand.data() + begin);
  buffers.push_back(results.data() + begin);
  Vector<int64_t> sizes(buffers.size(), count), strides(buffers.size(), 1);
  KernelShare share;
  buffers.push_back(&share);
  Vector<char> scratch(kernel.scratchSize);
  buffers.push_back(scratch.data());
  kernel.function(buffers.data(), sizes.data(), strides.data());
}

/// The error of `got` in units in the last place of T at `wanted`.
template <typename T>
double getError(T got, typename Format<T>::Wide wanted) {
  using Wide = typename Format<T>::Wide;
  using Limits = std::numeric_limits<T>;
  if (std::isnan(got) || std::isnan(wanted))
    return std::isnan(got) && std::isnan(wanted)
               ? 0
               : std::numeric_limits<double>::infinity();
  // Infinity takes the place of the next float.
  Wide end = std::ldexp(Wide(1), Limits::max_exponent);
  auto bring = [&](Wide value) {
    return std::abs(value) > end ? std::copysign(end, value) : value;
  };
  wanted = bring(wanted);
  int exponent = wanted == 0 ? Limits::min_exponent : std::ilogb(wanted) + 1;
  exponent =
      std::min(std::max(exponent, Limits::min_exponent), Limits::max_exponent);
  Wide unit = std::ldexp(Wide(1), exponent - Limits::digits);
  return std::abs(bring(got) - wanted) / unit;
}

/// Values at which functions change: zeros, ones, limits of the format,
/// bounds of overflow and underflow, and their neighbours.
template <typename T>
Vector<T> getSpecialValues() {
  using Limits = std::numeric_limits<T>;
  Vector<T> values = {0,
                      Limits::denorm_min(),
                      Limits::min() - Limits::denorm_min(),
                      Limits::min(),
                      Limits::max(),
                      Limits::infinity(),
                      Limits::quiet_NaN()};
  for (double value :
       {1e-10, 0.1, 1.0 / 3, 0.5, 0.625, 0.7071067811865476, 1.0, 1.5, 2.0, 3.0,
        3.9, 4.0, 5.9, 6.0, 7.5, 10.0, 88.7228391, 87.3365478, 103.972084,
        709.782712893384, 708.3964185322641, 744.4400719213812,
        745.1332191019411, 1024.0, 8388608.0, 8388609.0, 16777215.0, 16777216.0,
        0x1p51, 0x1p52 - 1, 0x1p52 + 1, 0x1p53 - 1, 0x1p53, 0x1p53 + 2, 0x1p62,
        0.7853981633974483, 1.5707963267948966, 3.141592653589793,
        // The worst angles of f32 and f64.
        16367173 * 0x1p72, 6381956970095103 * 0x1p797})
    for (T neighbour : {T(value), std::nextafter(T(value), T(0)),
                        std::nextafter(T(value), Limits::infinity())})
      values.push_back(neighbour);
  size_t size = values.size();
  for (size_t i = 0; i < size; ++i)
    values.push_back(-values[i]);
  return values;
}

size_t getNumSamples() {
  const char *text = std::getenv("RELAYLITE_MATH_SAMPLES");
  return text ? std::strtoull(text, nullptr, 10) : 100000;
}

/// Checks results, and that elements computed alone have the same bits.
template <typename T, typename Reference>
void check(const std::string &name, Vector<Vector<T>> operands,
           Reference reference, double bound = Format<T>::bound) {
  Kernel kernel = compile(name, Format<T>::name, operands.size());
  ASSERT_TRUE(kernel.function);
  size_t size = operands.front().size();
  Vector<T> results(size), alone(size);
  run(kernel, operands, results, 0, size);
  double worst = 0;
  for (size_t i = 0; i < size; ++i) {
    Vector<T> x;
    for (Vector<T> &operand : operands)
      x.push_back(operand[i]);
    auto wanted = reference(x);
    double error = getError(results[i], wanted);
    std::string values;
    for (T value : x)
      values += " " + print(value);
    ASSERT_LE(error, bound) << name << values << " gives " << print(results[i])
                            << ", not " << print(wanted);
    if (wanted == 0) {
      ASSERT_EQ(std::signbit(results[i]), std::signbit(wanted))
          << name << values;
    }
    worst = std::max(worst, error);
  }
  for (size_t i = 0; i < size; i += 1 + i / 1000)
    run(kernel, operands, alone, i, 1);
  for (size_t i = 0; i < size; i += 1 + i / 1000)
    ASSERT_TRUE(std::isnan(results[i])
                    ? std::isnan(alone[i])
                    : std::memcmp(&results[i], &alone[i], sizeof(T)) == 0)
        << name << " " << print(operands.front()[i]) << " gives "
        << print(results[i]) << " among others and " << print(alone[i])
        << " alone";
  std::printf("%s %s: %.3f units in the last place\n", name.c_str(),
              Format<T>::name, worst);
}

/// A function of one operand: special values, random bits, and random values
/// of magnitude up to `range`.
template <typename T, typename Reference>
void checkUnary(const std::string &name, double range, Reference reference,
                double bound = Format<T>::bound) {
  Vector<T> values = getSpecialValues<T>();
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-range, range);
  for (size_t i = 0, n = getNumSamples(); i < n; ++i) {
    values.push_back(fromBits<T>(random()));
    values.push_back(uniform(random));
    values.push_back(uniform(random) / 16);
  }
  using Wide = typename Format<T>::Wide;
  check<T>(
      name, {values}, [&](const Vector<T> &x) { return reference(Wide(x[0])); },
      bound);
}

template <typename T>
class MathAccuracy : public testing::Test {};
using Formats = testing::Types<float, double>;
TYPED_TEST_SUITE(MathAccuracy, Formats, );

} // namespace

TYPED_TEST(MathAccuracy, Exp) {
  checkUnary<TypeParam>("exp", sizeof(TypeParam) == 4 ? 105 : 750,
                        [](auto x) { return std::exp(x); });
}

TYPED_TEST(MathAccuracy, Log) {
  checkUnary<TypeParam>("log", 4, [](auto x) { return std::log(x); });
}

TYPED_TEST(MathAccuracy, Tanh) {
  checkUnary<TypeParam>("tanh", 20, [](auto x) { return std::tanh(x); });
}

// An exponential function, a sum and a quotient.
TYPED_TEST(MathAccuracy, Sigmoid) {
  checkUnary<TypeParam>(
      "sigmoid", sizeof(TypeParam) == 4 ? 105 : 750,
      [](auto x) { return 1 / (1 + std::exp(-x)); }, 2.5);
}

TYPED_TEST(MathAccuracy, Erf) {
  checkUnary<TypeParam>("erf", 7, [](auto x) { return std::erf(x); });
}

TYPED_TEST(MathAccuracy, Rsqrt) {
  checkUnary<TypeParam>("rsqrt", 4, [](auto x) { return 1 / std::sqrt(x); });
}

TYPED_TEST(MathAccuracy, Sqrt) {
  checkUnary<TypeParam>("sqrt", 4, [](auto x) { return std::sqrt(x); });
}

TYPED_TEST(MathAccuracy, Round) {
  checkUnary<TypeParam>("round", 1e6, [](auto x) { return std::round(x); });
}

TYPED_TEST(MathAccuracy, Log2) {
  checkUnary<TypeParam>("log2", 4, [](auto x) { return std::log2(x); });
}

TYPED_TEST(MathAccuracy, Log10) {
  checkUnary<TypeParam>("log10", 4, [](auto x) { return std::log10(x); });
}

TYPED_TEST(MathAccuracy, Sin) {
  checkUnary<TypeParam>("sin", 20, [](auto x) { return std::sin(x); });
}

TYPED_TEST(MathAccuracy, Cos) {
  checkUnary<TypeParam>("cos", 20, [](auto x) { return std::cos(x); });
}

TYPED_TEST(MathAccuracy, Tan) {
  checkUnary<TypeParam>(
      "tan", 20, [](auto x) { return std::tan(x); },
      sizeof(TypeParam) == 4 ? 1 : 2.5);
}

TYPED_TEST(MathAccuracy, Asin) {
  checkUnary<TypeParam>("asin", 1.1, [](auto x) { return std::asin(x); });
}

TYPED_TEST(MathAccuracy, Acos) {
  checkUnary<TypeParam>("acos", 1.1, [](auto x) { return std::acos(x); });
}

TYPED_TEST(MathAccuracy, Atan) {
  checkUnary<TypeParam>(
      "atan", 8, [](auto x) { return std::atan(x); },
      sizeof(TypeParam) == 4 ? 1 : 2.5);
}

TYPED_TEST(MathAccuracy, Sinh) {
  checkUnary<TypeParam>("sinh", sizeof(TypeParam) == 4 ? 92 : 715,
                        [](auto x) { return std::sinh(x); });
}

TYPED_TEST(MathAccuracy, Cosh) {
  checkUnary<TypeParam>("cosh", sizeof(TypeParam) == 4 ? 92 : 715,
                        [](auto x) { return std::cosh(x); });
}

TYPED_TEST(MathAccuracy, Asinh) {
  checkUnary<TypeParam>("asinh", 8, [](auto x) { return std::asinh(x); });
}

TYPED_TEST(MathAccuracy, Acosh) {
  checkUnary<TypeParam>("acosh", 32, [](auto x) { return std::acosh(x); });
}

TYPED_TEST(MathAccuracy, Atanh) {
  checkUnary<TypeParam>("atanh", 1.1, [](auto x) { return std::atanh(x); });
}

TYPED_TEST(MathAccuracy, Power) {
  using T = TypeParam;
  Vector<T> bases, exponents;
  Vector<T> special = getSpecialValues<T>();
  for (T x : special)
    for (T y : special) {
      bases.push_back(x);
      exponents.push_back(y);
    }
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> unit(0, 1);
  double range = std::numeric_limits<T>::max_exponent * std::log(2.0) * 1.1;
  for (size_t i = 0, n = getNumSamples(); i < n; ++i) {
    // Any base and an exponent that reaches no further than overflow.
    T x = std::abs(fromBits<T>(random()));
    bases.push_back(x);
    exponents.push_back((2 * unit(random) - 1) * range / std::log(x));
    // Bases between 1/2 and 2 likewise, where logarithms are small.
    x = std::exp2(2 * unit(random) - 1);
    bases.push_back(x);
    exponents.push_back((2 * unit(random) - 1) * range / std::log(x));
    // Small whole exponents of any sign.
    bases.push_back((2 * unit(random) - 1) * 100);
    exponents.push_back(std::round(unit(random) * 40 - 20));
  }
  using Wide = typename Format<T>::Wide;
  check<T>("power", {bases, exponents},
           [](const Vector<T> &x) { return std::pow(Wide(x[0]), Wide(x[1])); });
}
