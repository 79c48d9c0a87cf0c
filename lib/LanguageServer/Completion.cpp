//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Completion. The text is rarely correct where someone writes, so the tokens
// before the cursor decide what may follow.
//
//===----------------------------------------------------------------------===//

#include "../Frontend/Text/Lexer.h"
#include "Document.h"
#include "Operators.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::relay;
using ast::Token;

namespace lsp = llvm::lsp;

namespace {
// An open parenthesis, bracket or brace.
struct Bracket {
  Token::Kind kind;
  // The operator of a call, and the attributes that the call has so far.
  StringRef op = "";
  llvm::StringSet<> attributes = {};
};

// The place of a word, as the tokens before it tell.
struct Place {
  std::vector<Bracket> brackets;
  Token last;
  Token beforeLast;

  // A value, or the name of an attribute.
  bool isExpression() const;
  // The value of this attribute follows.
  StringRef getAttribute() const {
    bool isValue = last.is(Token::Equal) && beforeLast.is(Token::Identifier);
    return isValue ? beforeLast.spelling : "";
  }
};
} // namespace

// The length of the word that ends the text, with its sigil.
static size_t measureWord(StringRef text) {
  StringRef rest = text;
  while (!rest.empty() && (llvm::isAlnum(rest.back()) || rest.back() == '_' ||
                           rest.back() == '.'))
    rest = rest.drop_back();
  if (rest.ends_with("%") || rest.ends_with("@"))
    rest = rest.drop_back();
  return text.size() - rest.size();
}

// None within comments and strings, and behind what is no token.
static std::optional<Place> findPlace(StringRef text) {
  Place place;
  ast::Lexer lexer(text);
  size_t end = 0;
  for (Token token = lexer.next(); !token.is(Token::Eof);
       token = lexer.next()) {
    switch (token.kind) {
    case Token::Error:
    case Token::Metadata:
      return std::nullopt;
    case Token::LParen:
      place.brackets.push_back({token.kind});
      if (place.last.is(Token::Identifier))
        place.brackets.back().op = place.last.spelling;
      break;
    case Token::LSquare:
    case Token::LCurly:
      place.brackets.push_back({token.kind});
      break;
    case Token::RParen:
    case Token::RSquare:
    case Token::RCurly:
      if (!place.brackets.empty())
        place.brackets.pop_back();
      break;
    case Token::Equal:
      if (place.last.is(Token::Identifier) && !place.brackets.empty())
        place.brackets.back().attributes.insert(place.last.spelling);
      break;
    default:
      break;
    }
    place.beforeLast = place.last;
    place.last = token;
    end = token.spelling.end() - text.begin();
  }
  // The lexer skips comments.
  StringRef rest = text.drop_front(end);
  if (rest.substr(rest.rfind('\n') + 1).contains("//"))
    return std::nullopt;
  return place;
}

bool Place::isExpression() const {
  // Brackets hold shapes and lists.
  if (!brackets.empty() && brackets.back().kind == Token::LSquare)
    return false;
  switch (last.kind) {
  case Token::LParen:
  case Token::LCurly:
  case Token::RCurly:
  case Token::Comma:
  case Token::Semicolon:
  case Token::Plus:
  case Token::Minus:
  case Token::Star:
  case Token::Slash:
  case Token::Less:
  case Token::LessEqual:
  case Token::Greater:
  case Token::GreaterEqual:
  case Token::EqualEqual:
  case Token::NotEqual:
    return true;
  case Token::Equal:
    return !beforeLast.is(Token::Identifier);
  // The beginning of a text.
  case Token::Version:
  case Token::Eof:
    return true;
  default:
    return false;
  }
}

lsp::CompletionList Document::getCompletions(lsp::Position position) const {
  lsp::CompletionList result;
  size_t cursor = positions.getOffset(position);
  StringRef before = StringRef(text).take_front(cursor);
  size_t start = cursor - measureWord(before);
  StringRef word = before.drop_front(start);
  std::optional<Place> place = findPlace(before.take_front(start));
  if (!place)
    return result;
  // Editors end words at dots, so the items say what they replace.
  lsp::Range range(positions.getPosition(start), positions.getPosition(cursor));
  auto add = [&](StringRef label, lsp::CompletionItemKind kind,
                 std::string detail, StringRef suffix = "",
                 char order = '1') -> lsp::CompletionItem * {
    if (!label.starts_with(word))
      return nullptr;
    lsp::CompletionItem item(llvm::json::fixUTF8(label), kind,
                             (Twine(order) + label).str());
    item.detail = llvm::json::fixUTF8(detail);
    item.filterText = item.label;
    item.textEdit = lsp::TextEdit{range, item.label + suffix.str()};
    result.items.push_back(std::move(item));
    return &result.items.back();
  };

  const OperatorTable::Entry *callee =
      place->brackets.empty() ? nullptr
                              : operators->lookup(place->brackets.back().op);
  if (StringRef attribute = place->getAttribute();
      callee && !attribute.empty()) {
    for (const AttributeSpec &spec : callee->attributes)
      if (spec.name == attribute && spec.kind == AttributeKind::Bool)
        for (StringRef value : {"False", "True"})
          add(value, lsp::CompletionItemKind::Value, "");
    return result;
  }
  if (!place->isExpression())
    return result;

  // Names of variables that are defined before, in the same function.
  llvm::StringSet<> seen;
  const std::deque<Symbol> &symbols = state.getSymbols();
  auto getOffset = [&](const Symbol &symbol) {
    return positions.getOffset(symbol.definition.line,
                               symbol.definition.column);
  };
  auto getEnd = [&](ast::Span span) {
    return positions.getOffset(span.getEndLine(), span.getEndColumn());
  };
  size_t function = 0;
  for (const Symbol &symbol : symbols)
    if (symbol.kind == Symbol::Function && getOffset(symbol) <= start)
      function = std::max(function, getOffset(symbol));
  for (const Symbol &symbol : llvm::reverse(symbols)) {
    bool isVisible = symbol.kind == Symbol::Function;
    if (!isVisible && symbol.kind != Symbol::TypeParameter)
      isVisible = getOffset(symbol) < start && getOffset(symbol) >= function;
    // A graph binding is not visible in its own value.
    if (symbol.kind == Symbol::GraphBinding)
      isVisible &= getEnd(symbol.node->getSpan()) <= start;
    if (isVisible && seen.insert(symbol.name).second)
      add(symbol.name,
          symbol.kind == Symbol::Function ? lsp::CompletionItemKind::Function
                                          : lsp::CompletionItemKind::Variable,
          getType(symbol.node.get()));
  }
  bool mayBeAttribute =
      place->last.is(Token::LParen) || place->last.is(Token::Comma);
  if (callee && mayBeAttribute)
    for (const AttributeSpec &spec : callee->attributes)
      if (!place->brackets.back().attributes.contains(spec.name))
        add(spec.name, lsp::CompletionItemKind::Property,
            describeAttribute(*operators, spec), "=", '0');
  for (const auto &item : operators->getEntries()) {
    const OperatorTable::Entry &entry = item.second;
    if (lsp::CompletionItem *completion =
            add(entry.relayName, lsp::CompletionItemKind::Operator,
                getSignature(*operators, entry), "", '2'))
      if (StringRef summary = getSummary(entry); !summary.empty())
        completion->documentation = {lsp::MarkupKind::PlainText, summary.str()};
  }
  llvm::sort(result.items);
  return result;
}
