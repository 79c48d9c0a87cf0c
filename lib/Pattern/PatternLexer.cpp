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

#include "PatternLexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::relay::pattern;
using llvm::StringRef;

StringRef PatternLexer::take(size_t size) {
  StringRef text = rest.take_front(size);
  rest = rest.drop_front(text.size());
  column += text.size();
  return text;
}

void PatternLexer::skipBlanks() {
  while (!rest.empty()) {
    if (rest.front() == '#')
      take(rest.find('\n'));
    else if (rest.front() == '\n') {
      take(1);
      ++line;
      column = 1;
    } else if (llvm::isSpace(rest.front()))
      take(1);
    else
      return;
  }
}

Token PatternLexer::next() {
  skipBlanks();
  Token token;
  token.line = line;
  token.column = column;
  if (rest.empty())
    return token;
  auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  char first = rest.front();
  if (llvm::isAlpha(first) || first == '_') {
    token.kind = Token::Name;
    token.text = take(rest.take_while(isWord).size());
    return token;
  }
  if (first == '"') {
    size_t end = rest.find_first_of("\"\n", 1);
    bool isClosed = end != StringRef::npos && rest[end] == '"';
    token.kind = isClosed ? Token::String : Token::Error;
    token.text = take(isClosed ? end + 1 : end);
    if (isClosed)
      token.text = token.text.drop_front().drop_back();
    return token;
  }
  bool isNegative = first == '-' && rest.size() > 1 && llvm::isDigit(rest[1]);
  if (llvm::isDigit(first) || isNegative) {
    size_t size = 1;
    bool isFloat = false;
    for (; size < rest.size(); ++size) {
      char c = rest[size];
      bool isSign = (c == '-' || c == '+') && (rest[size - 1] | 0x20) == 'e';
      if (!llvm::isDigit(c) && c != '.' && (c | 0x20) != 'e' && !isSign)
        break;
      isFloat |= !llvm::isDigit(c);
    }
    token.kind = isFloat ? Token::Float : Token::Integer;
    token.text = take(size);
    return token;
  }
  bool isKnown = StringRef("()[]{},.:=|+-*/").contains(first);
  token.kind = isKnown ? Token::Punctuation : Token::Error;
  token.text = take(1);
  return token;
}
