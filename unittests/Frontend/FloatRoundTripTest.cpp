//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floating-point numbers in programs: text and JSON give the same bits back,
// and TVM reads the text.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Frontend/Json.h"
#include "RelayLite/Frontend/OperatorTable.h"
#include "RelayLite/Frontend/Parser.h"
#include "RelayLite/Frontend/Printer.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cerrno>
#include <cfloat>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

using namespace mlir::relay;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// Whether TVM reads a literal: it calls std::stod, which refuses denormal
/// doubles, and compares the double with the limits of the type.
bool isReadByTVM(StringRef literal) {
  auto [digits, width] = literal.ltrim('-').split('f');
  if (digits == "in" || digits == "nan")
    return true;
  errno = 0;
  double value = std::strtod(digits.str().c_str(), nullptr);
  double limit = width == "16" ? 65504 : width == "64" ? DBL_MAX : FLT_MAX;
  return errno == 0 && value <= limit;
}

void onError(ast::Span, const Twine &message) { FAIL() << message.str(); }

/// Prints a tuple of scalars with the given bits, and reads the text.
template <typename Bits>
void checkScalars(DType dtype, const std::vector<Bits> &values) {
  std::vector<ast::ExprRef> fields;
  for (const Bits &bits : values)
    fields.push_back(ast::make<ast::Constant>(NDArray::copy(
        dtype, {}, {reinterpret_cast<const char *>(&bits), sizeof(bits)})));
  std::string text;
  llvm::raw_string_ostream os(text);
  ASSERT_TRUE(ast::print(*ast::make<ast::Tuple>(fields), os));
  ast::ExprRef read = ast::parseExpr(text, "text", onError);
  ASSERT_TRUE(read);
  llvm::ArrayRef<ast::ExprRef> readFields =
      llvm::cast<ast::Tuple>(*read).getFields();
  ASSERT_EQ(readFields.size(), values.size());
  auto getValue = [](const ast::ExprRef &expr) {
    return llvm::cast<ast::Constant>(*expr).getValue();
  };
  for (size_t i = 0; i < values.size(); ++i)
    ASSERT_EQ(getValue(readFields[i]), getValue(fields[i])) << values[i];

  auto [line, metadata] = StringRef(text).split("#[metadata]");
  llvm::SmallVector<StringRef> literals;
  line.split('\n').second.trim("()\n ").split(literals, ", ");
  ASSERT_GE(literals.size(), values.size());
  for (StringRef literal : literals)
    if (!literal.starts_with("meta["))
      ASSERT_TRUE(isReadByTVM(literal)) << literal.str();
}

/// All values of a type of 16 bits.
std::vector<uint16_t> getAllBits() {
  std::vector<uint16_t> values(1 << 16);
  for (unsigned bits = 0; bits < values.size(); ++bits)
    values[bits] = bits;
  return values;
}

/// Random bits, and the numbers next to zero, to the powers of two, to the
/// largest numbers and to infinity.
template <typename Bits>
std::vector<Bits> getBits(size_t count, unsigned mantissaWidth) {
  std::vector<Bits> values;
  constexpr Bits sign = Bits(1) << (std::numeric_limits<Bits>::digits - 1);
  for (Bits power = 0; power < sign >> mantissaWidth; ++power)
    for (int offset = -2; offset <= 2; ++offset) {
      values.push_back((power << mantissaWidth) + offset);
      values.push_back(values.back() ^ sign);
    }
  std::mt19937_64 random(1);
  while (values.size() < count)
    values.push_back(static_cast<Bits>(random()));
  return values;
}

TEST(FloatRoundTripTest, Float16) {
  checkScalars(DType::floating(16), getAllBits());
}

TEST(FloatRoundTripTest, BFloat16) {
  checkScalars(DType{DType::BFloat, 16, 1}, getAllBits());
}

TEST(FloatRoundTripTest, Float32) {
  checkScalars(DType::floating(32), getBits<uint32_t>(1'000'000, 23));
}

TEST(FloatRoundTripTest, Float64) {
  checkScalars(DType::floating(64), getBits<uint64_t>(50'000, 52));
}

// Attributes are doubles, with or without a width in the literal.
TEST(FloatRoundTripTest, Attributes) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<RelayDialect>();
  OperatorTable operators(&context);
  ast::AttrValue::List values;
  for (uint64_t bits : getBits<uint64_t>(50'000, 52)) {
    double value = llvm::bit_cast<double>(bits);
    // All NaN are the same.
    values.emplace_back(std::isnan(value) ? NAN : value);
  }
  // These round to the largest float, but exceed it.
  values.emplace_back(FLT_MAX * (1 + 1e-9));
  values.emplace_back(-FLT_MAX * (1 + 1e-9));
  ast::ExprRef function = ast::make<ast::Function>(
      std::vector<ast::VarRef>(),
      ast::make<ast::Tuple>(std::vector<ast::ExprRef>()), nullptr,
      std::vector<ast::Ref<ast::TypeVar>>(),
      ast::Attrs{{"values", ast::AttrValue(values)}});
  auto checkAttrs = [&](const ast::ExprRef &read) {
    ASSERT_TRUE(read);
    const ast::AttrValue *attr =
        ast::findAttr(llvm::cast<ast::Function>(*read).getAttrs(), "values");
    auto *list = attr ? attr->getIf<ast::AttrValue::List>() : nullptr;
    ASSERT_TRUE(list && list->size() == values.size());
    for (auto [value, expected] : llvm::zip_equal(*list, values)) {
      ASSERT_TRUE(value.getIf<double>());
      ASSERT_EQ(llvm::bit_cast<uint64_t>(*value.getIf<double>()),
                llvm::bit_cast<uint64_t>(*expected.getIf<double>()))
          << *expected.getIf<double>();
    }
  };

  std::string text;
  llvm::raw_string_ostream os(text);
  ASSERT_TRUE(ast::print(*function, os));
  checkAttrs(ast::parseExpr(text, "text", onError));
  llvm::SmallVector<StringRef> literals;
  StringRef(text).split('[').second.split('[').second.split(']').first.split(
      literals, ", ");
  ASSERT_EQ(literals.size(), values.size());
  for (auto [literal, value] : llvm::zip_equal(literals, values))
    // There is no other form of an attribute for denormal doubles.
    if (!(std::fabs(*value.getIf<double>()) < DBL_MIN))
      ASSERT_TRUE(isReadByTVM(literal)) << literal.str();

  std::string json;
  llvm::raw_string_ostream jsonStream(json);
  llvm::Error error = ast::writeJson({function}, operators, jsonStream);
  ASSERT_FALSE(error) << llvm::toString(std::move(error));
  std::optional<ast::JsonDocument> document =
      ast::readJson(json, "json", operators, onError);
  ASSERT_TRUE(document);
  checkAttrs(std::get<ast::ExprRef>(document->root));
}

} // namespace
