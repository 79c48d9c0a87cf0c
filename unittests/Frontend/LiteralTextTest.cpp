//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers in text: what is written is read back, whatever its size.
//
//===----------------------------------------------------------------------===//

#include "Frontend/Literals/LiteralText.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string>

using namespace mlir::relay::ast;

namespace {

std::string repeat(char digit, size_t count) {
  return std::string(count, digit);
}

TEST(LiteralTextTest, ReadsNumbers) {
  EXPECT_EQ(parseFloat("0.1"), 0.1);
  EXPECT_EQ(parseFloat("-2.5e-3"), -2.5e-3);
  EXPECT_EQ(parseFloat("+1e+3"), 1000.0);
  EXPECT_EQ(parseFloat("1."), 1.0);
  EXPECT_EQ(parseFloat(".5"), 0.5);
  EXPECT_EQ(parseFloat("4.9406564584124654e-324"),
            std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(parseFloat("inf"), HUGE_VAL);
  EXPECT_EQ(parseFloat("-inf"), -HUGE_VAL);
  EXPECT_TRUE(std::isnan(*parseFloat("nan")));
}

TEST(LiteralTextTest, RefusesOtherText) {
  for (const char *text : {"", "+", "-", "+-1", ".", "e5", "1e", "1e5e5", "1,5",
                           " 1", "1 ", "0x1p3", "1f"})
    EXPECT_EQ(parseFloat(text), std::nullopt) << text;
}

TEST(LiteralTextTest, ReadsNumbersOfAnyLength) {
  constexpr size_t many = 100000;
  EXPECT_EQ(parseFloat("1." + repeat('1', many)), 1.0 + 1.0 / 9);
  EXPECT_EQ(parseFloat("0." + repeat('0', many) + "1e100001"), 1.0);
  EXPECT_EQ(parseFloat("1" + repeat('0', many) + "e-100000"), 1.0);
  // Half way between 1 and the next, but for the last digit.
  std::string half = "1.00000000000000011102230246251565404236316680908203125";
  EXPECT_EQ(parseFloat(half), 1.0);
  EXPECT_EQ(parseFloat(half + repeat('0', many) + "1"),
            1.0 + std::numeric_limits<double>::epsilon());
}

TEST(LiteralTextTest, NumbersOutOfRangeAreInfiniteOrZero) {
  EXPECT_EQ(parseFloat("1e400"), HUGE_VAL);
  EXPECT_EQ(parseFloat("-1E+400"), -HUGE_VAL);
  EXPECT_EQ(parseFloat(repeat('9', 400)), HUGE_VAL);
  EXPECT_EQ(parseFloat("0." + repeat('0', 100) + "1e500"), HUGE_VAL);
  EXPECT_EQ(parseFloat("1e99999999999999999999"), HUGE_VAL);
  for (std::string text :
       {std::string("1e-400"), std::string("2E-324"),
        "0." + repeat('0', 400) + "1", "0." + repeat('0', 500) + "1e+100",
        "1" + repeat('0', 100) + "e-500",
        std::string("1e-99999999999999999999")}) {
    EXPECT_EQ(parseFloat(text), 0.0) << text;
    std::optional<double> negative = parseFloat("-" + text);
    ASSERT_TRUE(negative);
    EXPECT_TRUE(*negative == 0 && std::signbit(*negative)) << text;
  }
}

TEST(LiteralTextTest, WritesWhatIsRead) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    auto value = llvm::bit_cast<double>(random());
    if (!std::isfinite(value))
      continue;
    EXPECT_EQ(parseFloat(formatFloat(value, /*isSingle=*/false)), value);
    float single = static_cast<float>(value);
    if (std::isfinite(single)) {
      EXPECT_EQ(static_cast<float>(
                    *parseFloat(formatFloat(single, /*isSingle=*/true))),
                single);
    }
    // The C library, in the C locale, is the judge.
    for (int digits : {1, 6, 17}) {
      char expected[40];
      std::snprintf(expected, sizeof(expected), "%.*g", digits, value);
      EXPECT_EQ(formatDigits(value, digits), expected);
    }
  }
  EXPECT_EQ(formatFloat(0.1, /*isSingle=*/true), "0.1");
  EXPECT_EQ(formatFloat(1e22, /*isSingle=*/false), "1e+22");
  EXPECT_EQ(formatFloat(-0.0, /*isSingle=*/false), "-0");
}

} // namespace
