//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of literals and names.
//
//===----------------------------------------------------------------------===//

#include "LiteralText.h"
#include "../Text/Lexer.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cassert>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <tuple>

using namespace llvm;
using namespace mlir::relay;
using namespace mlir::relay::ast;

std::string mlir::relay::ast::formatFloat(double value, bool isSingle) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  for (int digits = 6; digits < 17; ++digits) {
    std::string text = formatDigits(value, digits);
    double read = *parseFloat(text);
    // TVM compares a literal with FLT_MAX before it rounds it to a float.
    if (isSingle ? std::fabs(read) <= FLT_MAX &&
                       static_cast<float>(read) == static_cast<float>(value)
                 : read == value)
      return text;
  }
  return formatDigits(value, 17);
}

std::string mlir::relay::ast::formatDigits(double value, int digits) {
  char buffer[40];
  auto [end, error] = std::to_chars(std::begin(buffer), std::end(buffer), value,
                                    std::chars_format::general, digits);
  assert(error == std::errc() && "a double has at most 17 digits");
  return {buffer, end};
}

/// Whether the decimal number `text` is at least 1 or at most -1.
static bool isLarge(StringRef text) {
  StringRef mantissa, exponentText;
  std::tie(mantissa, exponentText) = text.split(text.contains('e') ? 'e' : 'E');
  int64_t exponent = 0;
  exponentText.consume_front("+");
  if (!exponentText.empty() && exponentText.getAsInteger(10, exponent))
    return !exponentText.starts_with("-");
  int64_t point = std::min(mantissa.find('.'), mantissa.size());
  int64_t first = mantissa.find_first_of("123456789");
  // There cannot be so many digits before the point in memory.
  constexpr int64_t limit = int64_t(1) << 62;
  return std::clamp(exponent, -limit, limit) + point - first > 0;
}

std::optional<double> mlir::relay::ast::parseFloat(StringRef text) {
  if (text.consume_front("+") && text.starts_with("-"))
    return std::nullopt;
  double value;
  auto [end, error] = std::from_chars(text.begin(), text.end(), value);
  if (end != text.end() || error == std::errc::invalid_argument)
    return std::nullopt;
  if (error == std::errc::result_out_of_range)
    value = std::copysign(isLarge(text) ? HUGE_VAL : 0.0,
                          text.starts_with("-") ? -1.0 : 1.0);
  return value;
}

template <typename T>
static T load(ArrayRef<char> bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof(T));
  return value;
}

// Whether a literal stands for these bits: there is one for NaN, not for all.
// TVM reads literals by std::stod, which refuses denormal doubles.
static bool isPlain(const APFloat &value) {
  if (value.isNaN())
    return value.bitwiseIsEqual(APFloat::getQNaN(value.getSemantics()));
  return &value.getSemantics() != &APFloat::IEEEdouble() || !value.isDenormal();
}

std::optional<std::string>
mlir::relay::ast::formatScalar(const NDArray &array) {
  if (!array.getShape().empty())
    return std::nullopt;
  DType dtype = array.getDType();
  ArrayRef<char> bytes = array.getBytes();
  if (dtype.lanes != 1)
    return std::nullopt;
  if (dtype.isBool())
    return bytes[0] ? "True" : "False";
  if (dtype.code == DType::Int) {
    if (dtype.bits == 32)
      return itostr(load<int32_t>(bytes));
    if (dtype.bits == 64) {
      int64_t value = load<int64_t>(bytes);
      // TVM reads the digits first, and then negates the number.
      if (value != std::numeric_limits<int64_t>::min())
        return itostr(value) + "i64";
    }
    if (dtype.bits == 16)
      return itostr(load<int16_t>(bytes)) + "i16";
  }
  if (dtype.code == DType::Float && dtype.bits == 32) {
    float value = load<float>(bytes);
    if (isPlain(APFloat(value)))
      return formatFloat(value, true) + "f";
  }
  if (dtype.code == DType::Float && dtype.bits == 64) {
    double value = load<double>(bytes);
    if (isPlain(APFloat(value)))
      return formatFloat(value, false) + "f64";
  }
  if (dtype.code == DType::Float && dtype.bits == 16) {
    APFloat value(APFloat::IEEEhalf(), APInt(16, load<uint16_t>(bytes)));
    if (isPlain(value))
      return formatFloat(value.convertToDouble(), true) + "f16";
  }
  return std::nullopt;
}

std::string mlir::relay::ast::quote(StringRef text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (c == '\r') {
      result += "\\r";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      result += "\\x";
      result += hexdigit(static_cast<unsigned char>(c) >> 4);
      result += hexdigit(c & 15);
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string mlir::relay::ast::unquote(StringRef literal) {
  StringRef body = literal.drop_front().drop_back();
  std::string value;
  value.reserve(body.size());
  for (size_t i = 0; i < body.size(); ++i) {
    if (body[i] != '\\' || i + 1 == body.size()) {
      value += body[i];
      continue;
    }
    char c = body[++i];
    switch (c) {
    case 'n':
      value += '\n';
      break;
    case 't':
      value += '\t';
      break;
    case 'r':
      value += '\r';
      break;
    case '"':
    case '\\':
      value += c;
      break;
    case 'x':
      if (i + 2 < body.size() && isHexDigit(body[i + 1]) &&
          isHexDigit(body[i + 2])) {
        value += static_cast<char>(hexFromNibbles(body[i + 1], body[i + 2]));
        i += 2;
        break;
      }
      [[fallthrough]];
    default:
      // This is no escape: TVM's own reader keeps the backslash.
      value += '\\';
      value += c;
    }
  }
  return value;
}

static std::string formatToken(StringRef sigil, StringRef name,
                               Token::Kind kind) {
  std::string text = (sigil + name).str();
  Token token = Lexer(text).next();
  return token.is(kind) && token.spelling == text ? text
                                                  : sigil.str() + quote(name);
}

std::string mlir::relay::ast::formatName(StringRef name) {
  return formatToken("", name, Token::Identifier);
}

std::string mlir::relay::ast::formatGlobal(StringRef name) {
  return formatToken("@", name, Token::Global);
}

std::string mlir::relay::ast::makeValidName(StringRef name) {
  std::string result = name.empty() || !isAlpha(name.front()) ? "v" : "";
  result += name;
  for (size_t i = 0; i < result.size(); ++i) {
    char c = result[i];
    // A dot or slash joins two parts.
    bool joins = (c == '.' || c == '/') && i + 1 < result.size() &&
                 (isAlnum(result[i + 1]) || result[i + 1] == '_');
    if (!isAlnum(c) && c != '_' && !joins)
      result[i] = '_';
  }
  return result;
}
