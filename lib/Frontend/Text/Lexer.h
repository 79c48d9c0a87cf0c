//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tokens of the Relay text format and of files of patterns. They refer to the
// text and copy nothing.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FRONTEND_TEXT_LEXER_H
#define LIB_FRONTEND_TEXT_LEXER_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace mlir::relay::ast {

struct Token {
  enum Kind : uint8_t {
    // The last token of a lexer.
    Eof,
    Error,    ///< The message is in Lexer::getError.
    Metadata, ///< `#[metadata]`; the spelling is the rest of the text.
    // With a spelling.
    Identifier, ///< A name, with dots: `nn.conv2d`.
    Local,      ///< `%x`; the longest name with dots.
    Graph,      ///< `%0`.
    Global,     ///< `@f` or `@"f"`.
    Number,     ///< With sign and suffix.
    String,     ///< With the quotes.
    Version,    ///< `#[version = "0.0.5"]`; the spelling is within the quotes.
    Meta,       ///< `meta[relay.Constant][0]`.
    // Keywords.
    Let,
    Fn,
    Def,
    If,
    Else,
    Type,
    Extern,
    Match,
    FreeVar,
    Ref,
    RefRead,
    RefWrite,
    True,
    False,
    Underscore,
    // Punctuation.
    LParen,
    RParen,
    LSquare,
    RSquare,
    LCurly,
    RCurly,
    Comma,
    Semicolon,
    Colon,
    Period,
    Question,
    Equal,
    Arrow, ///< `->`.
    Plus,
    Minus,
    Star,
    Slash,
    Pipe, ///< Only in patterns.
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    EqualEqual,
    NotEqual
  };

  bool is(Kind k) const { return kind == k; }

  Kind kind = Eof;
  uint32_t line = 1;
  uint32_t column = 1;
  /// Behind its last character.
  uint32_t endLine = 1;
  uint32_t endColumn = 1;
  llvm::StringRef spelling;
};

/// Makes tokens on demand. After an error it always returns the error.
class Lexer {
public:
  /// The language of the text. In patterns, which are written as in Python, `#`
  /// begins a comment, every word is an Identifier without dots and slashes,
  /// strings end in their line and have no escapes, and numbers no suffixes.
  enum class Language { Relay, Patterns };

  explicit Lexer(llvm::StringRef text, Language language = Language::Relay);

  Token next();
  /// The message after a token that is an Error.
  llvm::StringRef getError() const { return error; }

private:
  /// Skips white space and comments; false on an error.
  bool skip();
  bool skipBlockComment();
  Token make(Token::Kind kind, size_t length);
  Token fail(llvm::StringRef message);
  Token lexWord();
  Token lexMeta();
  Token lexPercent();
  Token lexNumber();
  /// A string literal behind `prefix` characters.
  Token lexString(Token::Kind kind, size_t prefix = 0);
  Token lexHash();
  /// Whether a minus here is the sign of a literal, not an operator.
  bool isSignPosition() const;
  char peek(size_t offset = 0) const {
    return pos + offset < text.size() ? text[pos + offset] : '\0';
  }
  void newLine(size_t next) {
    ++line;
    lineStart = next;
  }

  llvm::StringRef text;
  bool isPatterns;
  size_t pos = 0;
  size_t lineStart = 0;
  uint32_t line = 1;
  Token::Kind previous = Token::Eof;
  llvm::StringRef error;
};

} // namespace mlir::relay::ast

#endif // LIB_FRONTEND_TEXT_LEXER_H
