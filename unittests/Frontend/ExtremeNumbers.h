//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers at the ends of the ranges of integers, for the positions of a text
// that hold numbers.
//
//===----------------------------------------------------------------------===//

#ifndef UNITTESTS_FRONTEND_EXTREMENUMBERS_H
#define UNITTESTS_FRONTEND_EXTREMENUMBERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::relay::test {

/// The ends of the ranges of 32 and 64 bits, and their neighbours. LLVM's hash
/// tables reserve two of them for each type.
inline constexpr llvm::StringLiteral kExtremeNumbers[] = {
    "0",
    "-1",
    "2147483647",
    "-2147483648",
    "4294967294",
    "4294967295",
    "9223372036854775806",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551614",
    "18446744073709551615",
    "340282366920938463463374607431768211455",
};

/// Calls `check` with the text once for each number in it and each extreme
/// number, which takes its place.
template <typename Check>
void forEachExtremeNumber(llvm::StringRef text, Check check) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (!llvm::isDigit(text[i]) || (i && llvm::isDigit(text[i - 1])))
      continue;
    size_t length = text.substr(i).take_while(llvm::isDigit).size();
    for (llvm::StringRef number : kExtremeNumbers)
      check((text.take_front(i) + number + text.drop_front(i + length)).str());
  }
}

} // namespace mlir::relay::test

#endif // UNITTESTS_FRONTEND_EXTREMENUMBERS_H
