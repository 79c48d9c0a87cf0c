//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parser of Relay text: tokens, modules and definitions.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

using namespace llvm;
using namespace mlir::relay::ast;

namespace {
constexpr StringRef kVersion = "0.0.5";
} // namespace

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

Parser::Parser(StringRef text, StringRef fileName, ErrorHandler onError,
               const ParseContext &context)
    : text(text), file(Span::internFile(fileName)), onError(onError),
      context(context), lexer(text) {
  current = lexer.next();
  ahead = lexer.next();
  incompleteType = make<IncompleteType>();
  for (const Ref<TypeData> &type : context.module.getTypes().getTypes())
    typeNames[type->getName()] = type->getHeader();
}

Token Parser::consume() {
  Token token = current;
  lastEndLine = token.endLine;
  lastEndColumn = token.endColumn;
  current = ahead;
  ahead = lexer.next();
  return token;
}

bool Parser::consumeIf(Token::Kind kind) {
  if (!at(kind))
    return false;
  consume();
  return true;
}

bool Parser::expect(Token::Kind kind, const Twine &what) {
  return consumeIf(kind) || failExpected(what);
}

std::optional<StringRef> Parser::expectName(const Twine &what) {
  Token token = peek();
  if (!consumeIf(Token::String) && !expect(Token::Identifier, what))
    return std::nullopt;
  return getName(token);
}

bool Parser::failAt(Span span, const Twine &message) {
  if (!failed)
    onError(span, message);
  failed = true;
  return false;
}

bool Parser::failExpected(const Twine &what) {
  if (at(Token::Error))
    return fail(lexer.getError());
  if (at(Token::Eof) || at(Token::Metadata))
    return fail("expected " + what + ", but got the end of the text");
  return fail("expected " + what + ", but got '" + peek().spelling + "'");
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

// References need the constants, so the section at the end of the text is read
// first.
bool Parser::parseMetadata() {
  constexpr StringRef marker = "#[metadata]";
  size_t start = text.size();
  do {
    start = text.rfind('#', start);
    if (start == StringRef::npos)
      return true;
  } while (!text.substr(start).starts_with(marker));
  size_t contents = start + marker.size();
  Expected<Ref<MetaGraph>> graph =
      MetaGraph::parseSection(text.substr(contents));
  if (graph) {
    metadata = std::move(*graph);
    return true;
  }
  // Move the position within the section to one within the text.
  std::string message = toString(graph.takeError());
  StringRef before = text.take_front(start);
  Span span{file, uint32_t(1 + before.count('\n')),
            uint32_t(start - (before.rfind('\n') + 1) + 1)};
  auto [lineText, rest] = StringRef(message).split(':');
  auto [columnText, body] = rest.split(": ");
  unsigned line, column;
  if (!lineText.getAsInteger(10, line) &&
      !columnText.getAsInteger(10, column)) {
    // Columns of the JSON parser count from 0.
    span.column = column + (line == 1 ? span.column + marker.size() : 1);
    span.line += line - 1;
    message = body.str();
  }
  return failAt(span, "malformed metadata section: " + message);
}

bool Parser::parseVersion(bool isRequired) {
  if (!at(Token::Version)) {
    if (at(Token::Error))
      return fail(lexer.getError());
    return !isRequired || failExpected("'#[version = \"0.0.5\"]'");
  }
  if (peek().spelling != kVersion)
    return fail("expected version " + kVersion + ", but got '" +
                peek().spelling + "'");
  consume();
  return true;
}

// Cons(A, List[A]), or Nil.
bool Parser::parseConstructor(const Ref<GlobalTypeVar> &header,
                              std::vector<Ref<Constructor>> &constructors) {
  Span start = here();
  std::optional<StringRef> name = expectName("the name of a constructor");
  if (!name)
    return false;
  std::vector<TypeRef> inputs;
  if (consumeIf(Token::LParen))
    while (!consumeIf(Token::RParen)) {
      TypeRef input = parseType();
      if (!input || (!at(Token::RParen) && !expect(Token::Comma, "',' or ')'")))
        return false;
      inputs.push_back(std::move(input));
    }
  constructors.push_back(
      make<Constructor>(name->str(), std::move(inputs), header, since(start)));
  return true;
}

// type List[A] { Cons(A, List[A]), Nil }, or extern type T. TVM prints an
// external type with empty braces.
bool Parser::parseTypeDefinition(Module &module) {
  Span start = here();
  bool isExtern = consumeIf(Token::Extern);
  if (!expect(Token::Type, "'type'"))
    return false;
  Span nameSpan = here();
  std::optional<StringRef> name = expectName("the name of a type");
  if (!name)
    return false;
  TypeVarTable::ScopeTy scope(typeVars);
  Ref<GlobalTypeVar> header = getTypeName(*name);
  std::vector<Ref<TypeVar>> params;
  std::vector<Ref<Constructor>> constructors;
  if (!parseTypeParams(params))
    return false;
  if (!isExtern || at(Token::LCurly)) {
    if (!expect(Token::LCurly, "'{' before the constructors of the type"))
      return false;
    while (!consumeIf(Token::RCurly))
      if (!parseConstructor(header, constructors) ||
          (!at(Token::RCurly) && !expect(Token::Comma, "',' or '}'")))
        return false;
  }
  if (isExtern && !constructors.empty())
    return failAt(constructors.front()->getSpan(),
                  "an external type cannot have constructors");
  std::optional<std::string> message = module.getTypes().add(
      make<TypeData>(std::move(header), std::move(params),
                     std::move(constructors), since(start)));
  return !message || failAt(nameSpan, *message);
}

bool Parser::parseFunctionDefinition(Module &module) {
  Span start = here();
  if (!expect(Token::Def, "'def'"))
    return false;
  Token name = peek();
  if (!expect(Token::Global, "the name of a global function"))
    return false;
  LocalTable::Scope scope(locals);
  freeVars.clear();
  StringRef plainName = getName(name);
  if (context.state)
    context.state->defineFunction(plainName, name.spelling, spanOf(name));
  Ref<Function> function = parseFunction(start);
  if (!function)
    return false;
  if (context.state)
    context.state->setFunction(plainName, function);
  if (!module.add(plainName, function))
    return failAt(spanOf(name),
                  "function '@" + plainName + "' is defined more than once");
  return true;
}

bool Parser::parseDefinition(Module &module) {
  if (!at(Token::Type) && !at(Token::Extern))
    return parseFunctionDefinition(module);
  return parseTypeDefinition(module);
}

bool Parser::checkGlobals(const Module &module) {
  const GlobalVar *undefined = nullptr;
  auto position = [](const GlobalVar &global) {
    return std::pair(global.getSpan().line, global.getSpan().column);
  };
  for (const auto &entry : globals)
    if (!module.lookup(entry.getKey()) &&
        (!undefined || position(*entry.getValue()) < position(*undefined)))
      undefined = entry.getValue().get();
  return !undefined ||
         failAt(undefined->getSpan(),
                "function '@" + undefined->getName() + "' is not defined");
}

// Types may be used before their definitions.
bool Parser::checkTypes(const TypeTable &types) {
  for (const auto &[type, span] : typeUses)
    if (std::optional<std::string> message = types.checkReference(*type))
      return failAt(span, *message);
  for (const Ref<TypeData> &type : types.getTypes())
    for (const Ref<Constructor> &constructor : type->getConstructors())
      if (auto message = types.checkFields(*type, *constructor))
        return failAt(constructor->getSpan(), *message);
  return true;
}

std::optional<Module> Parser::parseModule() {
  Module module = context.module;
  types = &module.getTypes();
  if (!parseMetadata() || !parseVersion(/*isRequired=*/true))
    return std::nullopt;
  while (!at(Token::Eof) && !at(Token::Metadata))
    if (!parseDefinition(module))
      return std::nullopt;
  if (at(Token::Metadata) && peek().spelling.contains("#[metadata]")) {
    fail("the text has more than one metadata section");
    return std::nullopt;
  }
  if (!checkGlobals(module) || !checkTypes(module.getTypes()))
    return std::nullopt;
  types = nullptr;
  return module;
}

ExprRef Parser::parseWholeExpr() {
  LocalTable::Scope scope(locals);
  if (!parseMetadata() || !parseVersion(/*isRequired=*/false))
    return nullptr;
  ExprRef expr = parseSequence();
  if (expr && !at(Token::Eof) && !at(Token::Metadata))
    failExpected("the end of the text");
  if (!failed)
    checkTypes(context.module.getTypes());
  return failed ? nullptr : expr;
}

std::optional<Module>
mlir::relay::ast::parseModule(StringRef text, StringRef fileName,
                              ErrorHandler onError,
                              const ParseContext &context) {
  std::optional<Module> module =
      Parser(text, fileName, onError, context).parseModule();
  if (context.state)
    context.state->finish();
  return module;
}

ExprRef mlir::relay::ast::parseExpr(StringRef text, StringRef fileName,
                                    ErrorHandler onError,
                                    const ParseContext &context) {
  ExprRef expr = Parser(text, fileName, onError, context).parseWholeExpr();
  if (context.state)
    context.state->finish();
  return expr;
}

bool mlir::relay::ast::isModuleText(StringRef text) {
  Lexer lexer(text);
  Token token = lexer.next();
  bool hasVersion = token.is(Token::Version);
  if (hasVersion)
    token = lexer.next();
  return token.is(Token::Def) || token.is(Token::Type) ||
         token.is(Token::Extern) || (hasVersion && token.is(Token::Eof));
}
