//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parser of Relay text: types.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

using namespace llvm;
using namespace mlir::relay;
using namespace mlir::relay::ast;

bool Parser::parseTypeParams(std::vector<Ref<TypeVar>> &params) {
  if (!consumeIf(Token::LSquare))
    return true;
  while (!consumeIf(Token::RSquare)) {
    Span span = here();
    std::optional<StringRef> name = expectName("the name of a type parameter");
    if (!name)
      return false;
    Ref<TypeVar> param = make<TypeVar>(name->str());
    typeVars.insert(*name, param);
    if (context.state)
      context.state->defineTypeParameter(*param, *name, span);
    params.push_back(std::move(param));
    if (!at(Token::RSquare) && !expect(Token::Comma, "',' or ']'"))
      return false;
  }
  return true;
}

bool Parser::parseDim(std::vector<Dim> &shape) {
  if (consumeIf(Token::Question)) {
    shape.push_back(Dim::any());
    return true;
  }
  if (at(Token::Meta)) {
    Ref<MetaObject> object = parseMetaObject();
    if (!object)
      return false;
    shape.push_back(object->getTypeKey() == "tir.Any" ? Dim::any()
                                                      : Dim(std::move(object)));
    return true;
  }
  Span span = here();
  int64_t size;
  if (!parseInteger(size, "a dimension"))
    return false;
  if (size < 0)
    return failAt(span,
                  "expected a dimension of at least 0, but got " + Twine(size));
  shape.push_back(Dim(size));
  return true;
}

// Tensor[(1, ?, 3), float32], after `Tensor`.
TypeRef Parser::parseTensorType() {
  std::vector<Dim> shape;
  if (!expect(Token::LSquare, "'['") || !expect(Token::LParen, "'('"))
    return nullptr;
  while (!consumeIf(Token::RParen)) {
    if (!parseDim(shape) ||
        (!at(Token::RParen) && !expect(Token::Comma, "',' or ')'")))
      return nullptr;
  }
  if (!expect(Token::Comma, "','"))
    return nullptr;
  Token name = peek();
  if (!expect(Token::Identifier, "an element type"))
    return nullptr;
  std::optional<DType> dtype = DType::parse(name.spelling);
  if (!dtype) {
    failAt(spanOf(name), "unknown element type '" + name.spelling + "'");
    return nullptr;
  }
  if (!expect(Token::RSquare, "']'"))
    return nullptr;
  return make<TensorType>(std::move(shape), *dtype);
}

// fn [A](T, U) -> V, after `fn`.
TypeRef Parser::parseFuncType() {
  TypeVarTable::ScopeTy scope(typeVars);
  std::vector<Ref<TypeVar>> typeParams;
  std::vector<TypeRef> params;
  if (!parseTypeParams(typeParams) || !expect(Token::LParen, "'('"))
    return nullptr;
  while (!consumeIf(Token::RParen)) {
    TypeRef param = parseType();
    if (!param || (!at(Token::RParen) && !expect(Token::Comma, "',' or ')'")))
      return nullptr;
    params.push_back(std::move(param));
  }
  if (!expect(Token::Arrow, "'->'"))
    return nullptr;
  TypeRef result = parseType();
  if (!result)
    return nullptr;
  return make<FuncType>(std::move(typeParams), std::move(params),
                        std::move(result));
}

// (), (T) or (T,), (T, U), after the parenthesis. As in TVM, the parentheses of
// a type always make a tuple, unlike those of an expression.
TypeRef Parser::parseTupleType() {
  std::vector<TypeRef> fields;
  while (!consumeIf(Token::RParen)) {
    TypeRef field = parseType();
    if (!field)
      return nullptr;
    fields.push_back(std::move(field));
    if (!at(Token::RParen) && !expect(Token::Comma, "',' or ')'"))
      return nullptr;
  }
  return make<ast::TupleType>(std::move(fields));
}

// A type after ':' or '->'. `_` is the same as none.
bool Parser::parseAnnotation(TypeRef &type) {
  type = parseType();
  if (!type)
    return false;
  if (isa<IncompleteType>(*type))
    type = nullptr;
  return true;
}

const Ref<GlobalTypeVar> &Parser::getTypeName(StringRef name) {
  Ref<GlobalTypeVar> &node = typeNames[name];
  if (!node && name == kStorageName)
    node = getStorageDefinition()->getHeader();
  else if (!node)
    node = make<GlobalTypeVar>(name.str());
  return node;
}

// List[int32], after the name. Without arguments the brackets may be absent.
TypeRef Parser::parseDataType(StringRef name, Span start) {
  std::vector<TypeRef> args;
  if (consumeIf(Token::LSquare))
    while (!consumeIf(Token::RSquare)) {
      TypeRef arg = parseType();
      if (!arg || (!at(Token::RSquare) && !expect(Token::Comma, "',' or ']'")))
        return nullptr;
      args.push_back(std::move(arg));
    }
  TypeRef type = make<TypeCall>(getTypeName(name), std::move(args));
  typeUses.emplace_back(type, since(start));
  return type;
}

TypeRef Parser::parseType() {
  Nesting level(*this);
  if (!level.check())
    return nullptr;
  if (consumeIf(Token::Underscore))
    return incompleteType;
  if (consumeIf(Token::Fn))
    return parseFuncType();
  if (consumeIf(Token::LParen))
    return parseTupleType();
  if (consumeIf(Token::Ref)) {
    TypeRef value;
    if (!expect(Token::LParen, "'('") || !(value = parseType()) ||
        !expect(Token::RParen, "')'"))
      return nullptr;
    return make<ast::RefType>(std::move(value));
  }
  Token token = peek();
  std::optional<StringRef> name = expectName("a type");
  if (!name)
    return nullptr;
  if (*name == "Tensor" && at(Token::LSquare))
    return parseTensorType();
  if (Ref<TypeVar> typeVar = typeVars.lookup(*name)) {
    if (context.state)
      context.state->useTypeParameter(*typeVar, spanOf(token));
    return typeVar;
  }
  if (TypeRef scalar = scalarTypes.lookup(*name))
    return scalar;
  std::optional<DType> dtype = DType::parse(*name);
  if (!dtype)
    return parseDataType(*name, spanOf(token));
  return scalarTypes[*name] = make<TensorType>(std::vector<Dim>(), *dtype);
}
