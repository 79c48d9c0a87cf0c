//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The words of files of patterns.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_PATTERN_PATTERNLEXER_H
#define LIB_PATTERN_PATTERNLEXER_H

#include "llvm/ADT/StringRef.h"

namespace mlir::relay::pattern {

struct Token {
  enum Kind {
    Name,
    /// The text is what is between the quotes; there are no escapes.
    String,
    Integer,
    Float,
    /// One character.
    Punctuation,
    End,
    /// A string without an end, or a character that has no place.
    Error
  };
  Kind kind = End;
  llvm::StringRef text;
  /// The begin of the token, counted from 1.
  unsigned line = 1, column = 1;

  bool is(llvm::StringRef punctuation) const {
    return kind == Punctuation && text == punctuation;
  }
  bool isName(llvm::StringRef name) const {
    return kind == Name && text == name;
  }
};

class PatternLexer {
public:
  explicit PatternLexer(llvm::StringRef text) : rest(text) {}

  Token next();

private:
  void skipBlanks();
  llvm::StringRef take(size_t size);

  llvm::StringRef rest;
  unsigned line = 1, column = 1;
};

} // namespace mlir::relay::pattern

#endif // LIB_PATTERN_PATTERNLEXER_H
