//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tokens of the Relay text format and of files of patterns.
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace mlir::relay::ast;

static bool isNameStart(char c) { return isAlpha(c) || c == '_'; }
static bool isNameBody(char c) { return isAlnum(c) || c == '_'; }

Lexer::Lexer(StringRef text, Language language)
    : text(text), isPatterns(language == Language::Patterns) {
  // A byte order mark has no meaning here.
  if (text.starts_with("\xEF\xBB\xBF"))
    pos = lineStart = 3;
}

Token Lexer::make(Token::Kind kind, size_t length) {
  uint32_t column = uint32_t(pos - lineStart + 1);
  Token token{kind,
              line,
              column,
              line,
              column + uint32_t(length),
              text.substr(pos, length)};
  pos += length;
  previous = kind;
  return token;
}

Token Lexer::fail(StringRef message) {
  error = message;
  return make(Token::Error, 0);
}

bool Lexer::skipBlockComment() {
  unsigned depth = 0;
  uint32_t startLine = line;
  size_t startPos = pos, startLineStart = lineStart;
  while (pos < text.size()) {
    if (peek() == '/' && peek(1) == '*') {
      ++depth;
      pos += 2;
    } else if (peek() == '*' && peek(1) == '/') {
      pos += 2;
      if (--depth == 0)
        return true;
    } else {
      if (text[pos++] == '\n')
        newLine(pos);
    }
  }
  // The error is where the comment begins.
  line = startLine;
  pos = startPos;
  lineStart = startLineStart;
  return false;
}

bool Lexer::skip() {
  while (pos < text.size()) {
    char c = text[pos];
    if (c == '\n') {
      ++pos;
      newLine(pos);
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++pos;
    } else if (isPatterns ? c == '#' : c == '/' && peek(1) == '/') {
      pos = std::min(text.find('\n', pos), text.size());
    } else if (!isPatterns && c == '/' && peek(1) == '*') {
      if (!skipBlockComment())
        return false;
    } else {
      return true;
    }
  }
  return true;
}

bool Lexer::isSignPosition() const {
  switch (previous) {
  case Token::Identifier:
  case Token::Local:
  case Token::Graph:
  case Token::Global:
  case Token::Number:
  case Token::True:
  case Token::False:
  case Token::RParen:
  case Token::RSquare:
  case Token::RCurly:
    return false;
  default:
    return true;
  }
}

// The length of the name at the front of `text`: letters, digits, underscores,
// and slashes that do not begin a comment. Dots join parts. A part may begin
// with a digit if `digits` is set.
static size_t measureName(StringRef text, bool digits) {
  size_t size = 0;
  auto isSlash = [&](size_t i) {
    return text[i] == '/' && i + 1 < text.size() && isNameBody(text[i + 1]);
  };
  while (size < text.size()) {
    if (isNameBody(text[size]) || isSlash(size)) {
      ++size;
      continue;
    }
    if (text[size] == '.' && size + 1 < text.size() &&
        (isNameStart(text[size + 1]) || (digits && isDigit(text[size + 1])))) {
      ++size;
      continue;
    }
    break;
  }
  return size;
}

Token Lexer::lexWord() {
  if (isPatterns)
    return make(Token::Identifier,
                text.substr(pos).take_while(isNameBody).size());
  StringRef word = text.substr(pos, measureName(text.substr(pos), false));
  // `inff` and `nanf` with or without a width are literals.
  StringRef rest = word;
  if ((rest.consume_front("inff") || rest.consume_front("nanf")) &&
      (rest.empty() || rest == "16" || rest == "32" || rest == "64"))
    return make(Token::Number, word.size());
  if (word == "meta")
    return lexMeta();
  Token::Kind kind = StringSwitch<Token::Kind>(word)
                         .Case("let", Token::Let)
                         .Case("fn", Token::Fn)
                         .Case("def", Token::Def)
                         .Case("if", Token::If)
                         .Case("else", Token::Else)
                         .Case("type", Token::Type)
                         .Case("extern", Token::Extern)
                         .Case("match", Token::Match)
                         .Case("free_var", Token::FreeVar)
                         .Case("ref", Token::Ref)
                         .Case("ref_read", Token::RefRead)
                         .Case("ref_write", Token::RefWrite)
                         .Case("True", Token::True)
                         .Case("False", Token::False)
                         .Case("_", Token::Underscore)
                         .Default(Token::Identifier);
  return make(kind, word.size());
}

// meta[relay.Constant][0]
Token Lexer::lexMeta() {
  StringRef rest = text.substr(pos + 4);
  size_t size = rest.size();
  bool isValid = rest.consume_front("[");
  rest = rest.drop_while([](char c) { return isNameBody(c) || c == '.'; });
  isValid &= rest.consume_front("][");
  isValid &= !rest.empty() && isDigit(rest.front());
  rest = rest.drop_while(isDigit);
  isValid &= rest.consume_front("]");
  if (!isValid)
    return fail("expected 'meta[<type key>][<index>]'");
  return make(Token::Meta, 4 + size - rest.size());
}

Token Lexer::lexPercent() {
  StringRef rest = text.substr(pos + 1);
  if (!rest.empty() && isDigit(rest.front()))
    return make(Token::Graph, 1 + rest.take_while(isDigit).size());
  if (!rest.empty() && (isNameStart(rest.front()) || rest.front() == '/'))
    if (size_t size = measureName(rest, true))
      return make(Token::Local, 1 + size);
  return fail("expected a name or a number after '%'");
}

// Digits, fraction, exponent and suffix; the parser checks the suffix. After a
// period there are only digits, the index of a projection.
Token Lexer::lexNumber() {
  size_t size = 0;
  while (peek(size) == '-')
    ++size;
  StringRef rest = text.substr(pos + size);
  if (rest.starts_with("inff") || rest.starts_with("nanf"))
    return make(Token::Number, size + measureName(rest, false));
  auto skipDigits = [&] {
    while (isDigit(peek(size)))
      ++size;
  };
  skipDigits();
  if (previous == Token::Period)
    return make(Token::Number, size);
  if (peek(size) == '.' && isDigit(peek(size + 1))) {
    ++size;
    skipDigits();
  } else if (peek(size) == '.' &&
             (isPatterns || !isNameStart(peek(size + 1)))) {
    ++size;
  }
  if (peek(size) == 'e' || peek(size) == 'E') {
    size_t sign = peek(size + 1) == '-' || peek(size + 1) == '+';
    if (isDigit(peek(size + 1 + sign))) {
      size += 1 + sign;
      skipDigits();
    }
  }
  while (!isPatterns && isNameBody(peek(size)))
    ++size;
  return make(Token::Number, size);
}

Token Lexer::lexString(Token::Kind kind, size_t prefix) {
  size_t end = pos + prefix + 1;
  if (isPatterns)
    end = text.find_first_of("\"\n", end);
  else
    while (end < text.size() && text[end] != '"')
      end += text[end] == '\\' ? 2 : 1;
  if (end >= text.size() || text[end] != '"')
    return fail("expected '\"' at the end of the string");
  size_t start = pos;
  Token token = make(kind, end + 1 - pos);
  for (size_t i = start; i < end; ++i)
    if (text[i] == '\n')
      newLine(i + 1);
  token.endLine = line;
  token.endColumn = uint32_t(pos - lineStart + 1);
  return token;
}

Token Lexer::lexHash() {
  StringRef rest = text.substr(pos);
  if (!rest.starts_with("#["))
    return fail("expected '[' after '#'");
  StringRef body =
      rest.drop_front(2).take_until([](char c) { return c == ']'; });
  size_t size = 2 + body.size() + 1;
  if (size > rest.size() || body.contains('\n'))
    return fail("expected ']' at the end of the attribute");
  body = body.trim();
  if (body == "metadata") {
    pos += size;
    return make(Token::Metadata, text.size() - pos);
  }
  if (!body.consume_front("version"))
    return fail("expected 'version' or 'metadata' in the attribute");
  body = body.ltrim();
  if (!body.consume_front("="))
    return fail("expected '=' after 'version'");
  Token token = make(Token::Version, size);
  token.spelling = body.trim().trim('"');
  return token;
}

Token Lexer::next() {
  if (!error.empty())
    return make(Token::Error, 0);
  if (!skip())
    return fail("expected '*/' at the end of the comment");
  if (pos >= text.size())
    return make(Token::Eof, 0);
  auto pair = [&](char second, Token::Kind two, Token::Kind one) {
    return peek(1) == second ? make(two, 2) : make(one, 1);
  };
  char c = text[pos];
  if (isNameStart(c))
    return lexWord();
  if (isDigit(c))
    return lexNumber();
  switch (c) {
  case '%':
    return lexPercent();
  case '@':
    if (isNameStart(peek(1)) || peek(1) == '/')
      if (size_t size = measureName(text.substr(pos + 1), true))
        return make(Token::Global, 1 + size);
    if (peek(1) == '"')
      return lexString(Token::Global, /*prefix=*/1);
    return fail("expected a name after '@'");
  case '"':
    return lexString(Token::String);
  case '#':
    return lexHash();
  case '(':
    return make(Token::LParen, 1);
  case ')':
    return make(Token::RParen, 1);
  case '[':
    return make(Token::LSquare, 1);
  case ']':
    return make(Token::RSquare, 1);
  case '{':
    return make(Token::LCurly, 1);
  case '}':
    return make(Token::RCurly, 1);
  case ',':
    return make(Token::Comma, 1);
  case ';':
    return make(Token::Semicolon, 1);
  case ':':
    return make(Token::Colon, 1);
  case '.':
    return make(Token::Period, 1);
  case '?':
    return make(Token::Question, 1);
  case '+':
    return make(Token::Plus, 1);
  case '*':
    return make(Token::Star, 1);
  case '/':
    return make(Token::Slash, 1);
  case '=':
    return pair('=', Token::EqualEqual, Token::Equal);
  case '<':
    return pair('=', Token::LessEqual, Token::Less);
  case '>':
    return pair('=', Token::GreaterEqual, Token::Greater);
  case '!':
    if (peek(1) == '=')
      return make(Token::NotEqual, 2);
    return fail("expected '=' after '!'");
  case '-': {
    if (peek(1) == '>')
      return make(Token::Arrow, 2);
    StringRef rest = text.substr(pos).ltrim('-');
    if (isSignPosition() &&
        (rest.starts_with("inff") || rest.starts_with("nanf") ||
         (!rest.empty() && isDigit(rest.front()))))
      return lexNumber();
    return make(Token::Minus, 1);
  }
  case '|':
    if (isPatterns)
      return make(Token::Pipe, 1);
    [[fallthrough]];
  default:
    return fail("unexpected character");
  }
}
