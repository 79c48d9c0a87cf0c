//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parser of Relay text: expressions.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace mlir::relay;
using namespace mlir::relay::ast;

//===----------------------------------------------------------------------===//
// Blocks and bindings
//===----------------------------------------------------------------------===//

bool Parser::parseLet(VarRef &var, ExprRef &value) {
  consume();
  Token name = peek();
  if (!expect(Token::Local, "a local variable"))
    return false;
  TypeRef annotation;
  if (consumeIf(Token::Colon) && !parseAnnotation(annotation))
    return false;
  StringRef plainName = name.spelling.drop_front();
  var = make<Var>(plainName.str(), std::move(annotation), spanOf(name));
  // The variable is in scope of its value, for recursive functions.
  declare(*var);
  locals.insert(plainName, var);
  return expect(Token::Equal, "'='") && (value = parseOperators()) &&
         expect(Token::Semicolon, "';'");
}

bool Parser::parseGraphBinding() {
  Token name = consume();
  consume();
  ExprRef value = parseOperators();
  if (!value || !expect(Token::Semicolon, "';'"))
    return false;
  if (context.state)
    context.state->defineGraphBinding(name.spelling, spanOf(name), value);
  graphBindings[getBindingNumber(name.spelling)] = std::move(value);
  return true;
}

bool Parser::parseFreeVar() {
  consume();
  Token name = peek();
  if (!expect(Token::Local, "a local variable"))
    return false;
  TypeRef annotation;
  if (consumeIf(Token::Colon) && !parseAnnotation(annotation))
    return false;
  StringRef plainName = name.spelling.drop_front();
  // The binding is visible wherever nothing else has its name, as in TVM.
  VarRef var = make<Var>(plainName.str(), std::move(annotation), spanOf(name));
  declare(*var, /*isFree=*/true);
  freeVars[plainName] = std::move(var);
  return expect(Token::Semicolon, "';'");
}

// This is a loop, so that recursion does not depend on the number of bindings.
// The lets are built from the last to the first.
ExprRef Parser::parseSequence() {
  Nesting level(*this);
  if (!level.check())
    return nullptr;
  LocalTable::Scope scope(locals);
  struct Binding {
    VarRef var;
    ExprRef value;
    Span start;
  };
  std::vector<Binding> bindings;
  ExprRef result;
  while (!result) {
    Span start = here();
    if (at(Token::FreeVar)) {
      if (!parseFreeVar())
        return nullptr;
    } else if (at(Token::Let)) {
      Binding binding{nullptr, nullptr, start};
      if (!parseLet(binding.var, binding.value))
        return nullptr;
      bindings.push_back(std::move(binding));
    } else if (at(Token::Graph) && ahead.is(Token::Equal)) {
      if (!parseGraphBinding())
        return nullptr;
    } else {
      ExprRef value = at(Token::LCurly) ? parseBlock() : parseOperators();
      if (!value)
        return nullptr;
      Span span = since(start);
      if (consumeIf(Token::Semicolon))
        bindings.push_back(
            {make<Var>("", nullptr, span), std::move(value), start});
      else
        result = std::move(value);
    }
  }
  for (Binding &binding : llvm::reverse(bindings))
    result = make<Let>(std::move(binding.var), std::move(binding.value),
                       std::move(result), since(binding.start));
  return result;
}

ExprRef Parser::parseBlock() {
  if (!expect(Token::LCurly, "'{'"))
    return nullptr;
  ExprRef result = parseSequence();
  if (!result || !expect(Token::RCurly, "';' or '}'"))
    return nullptr;
  return result;
}

//===----------------------------------------------------------------------===//
// Operators and calls
//===----------------------------------------------------------------------===//

namespace {
struct InfixOperator {
  unsigned precedence = 0;
  StringRef name;
  Span span = {};
};
} // namespace

static InfixOperator getInfixOperator(Token::Kind kind) {
  switch (kind) {
  case Token::Star:
    return {12, "multiply"};
  case Token::Slash:
    return {12, "divide"};
  case Token::Plus:
    return {10, "add"};
  case Token::Minus:
    return {10, "subtract"};
  case Token::Less:
    return {8, "less"};
  case Token::LessEqual:
    return {8, "less_equal"};
  case Token::Greater:
    return {8, "greater"};
  case Token::GreaterEqual:
    return {8, "greater_equal"};
  case Token::EqualEqual:
    return {7, "equal"};
  case Token::NotEqual:
    return {7, "not_equal"};
  default:
    return {};
  }
}

// All infix operators associate to the left. Two stacks hold operands and
// operators that wait for an operator of higher precedence.
ExprRef Parser::parseOperators() {
  Span start = here();
  ExprRef first = parseCall();
  if (!first || !getInfixOperator(peek().kind).precedence)
    return first;
  SmallVector<std::pair<ExprRef, Span>> operands;
  operands.emplace_back(std::move(first), start);
  SmallVector<InfixOperator> pending;
  auto reduce = [&] {
    InfixOperator op = pending.pop_back_val();
    ExprRef rhs = operands.pop_back_val().first;
    auto &[lhs, lhsStart] = operands.back();
    Ref<Op> &callee = operators[op.name];
    if (!callee)
      callee = make<Op>(op.name.str());
    Ref<Call> call =
        make<Call>(callee, std::vector<ExprRef>{std::move(lhs), std::move(rhs)},
                   Attrs(), std::vector<TypeRef>(), since(lhsStart));
    if (context.state)
      context.state->setCall(context.state->useOperator(op.name, op.span),
                             *call);
    lhs = std::move(call);
  };
  while (true) {
    InfixOperator op = getInfixOperator(peek().kind);
    if (!op.precedence)
      break;
    while (!pending.empty() && pending.back().precedence >= op.precedence)
      reduce();
    op.span = here();
    pending.push_back(op);
    consume();
    start = here();
    ExprRef operand = parseCall();
    if (!operand)
      return nullptr;
    operands.emplace_back(std::move(operand), start);
  }
  while (!pending.empty())
    reduce();
  return operands.back().first;
}

ExprRef Parser::parseCall() {
  Span start = here();
  ExprRef expr = parseAtom();
  while (expr && at(Token::LParen)) {
    expr = parseArguments(std::move(expr), start);
    if (expr)
      expr = parseProjections(std::move(expr), start);
  }
  return expr;
}

ExprRef Parser::parseArguments(ExprRef callee, Span start) {
  Nesting level(*this);
  if (!level.check())
    return nullptr;
  consume();
  std::optional<size_t> name;
  auto *op = dyn_cast<Op>(callee.get());
  if (op && context.state)
    name = context.state->useOperator(op->getName(), start);
  std::vector<ExprRef> args;
  args.reserve(2);
  Attrs attrs;
  while (!consumeIf(Token::RParen)) {
    if (atAttr()) {
      if (!parseAttrs(attrs) || !expect(Token::RParen, "',' or ')'"))
        return nullptr;
      break;
    }
    if (at(Token::Meta) && !atMetaConstant()) {
      // The last argument may be an attribute object.
      if (!parseAttrsObject(*callee, attrs) ||
          !expect(Token::RParen, "')' after the attribute object"))
        return nullptr;
      break;
    }
    ExprRef arg = parseSequence();
    if (!arg || (!at(Token::RParen) && !expect(Token::Comma, "',' or ')'")))
      return nullptr;
    args.push_back(std::move(arg));
  }
  Ref<Call> call =
      make<Call>(std::move(callee), std::move(args), std::move(attrs),
                 std::vector<TypeRef>(), since(start));
  if (name)
    context.state->setCall(*name, *call);
  return call;
}

//===----------------------------------------------------------------------===//
// Atoms
//===----------------------------------------------------------------------===//

ExprRef Parser::parseProjections(ExprRef expr, Span start) {
  while (at(Token::Period)) {
    consume();
    Span span = here();
    int64_t index;
    if (!parseInteger(index, "the index of a field"))
      return nullptr;
    if (index < 0) {
      failAt(span, "expected an index of at least 0, but got " + Twine(index));
      return nullptr;
    }
    expr = make<TupleGetItem>(std::move(expr), index, since(start));
  }
  return expr;
}

// Drops the parts of a name that could be projections.
static StringRef dropIndices(StringRef name) {
  for (;;) {
    auto [shorter, last] = name.rsplit('.');
    if (shorter.size() == name.size() || !all_of(last, isDigit))
      return name;
    name = shorter;
  }
}

void Parser::declare(const Var &var, bool isFree) {
  StringRef name = var.getName();
  if (dropIndices(name).size() != name.size())
    longestIndexedName = std::max(longestIndexedName, name.size());
  if (context.state)
    context.state->defineVariable(var, isFree);
}

// A name may have dots, and a projection begins with one. The longest name in
// scope is taken.
ExprRef Parser::parseLocal() {
  Token token = consume();
  StringRef full = token.spelling.drop_front();
  StringRef shortest = dropIndices(full);
  for (StringRef name = full;; name = name.rsplit('.').first) {
    bool isLast = name.size() == shortest.size();
    // A look-up takes as long as the name, and there is one for each index.
    ExprRef expr;
    if (isLast || name.size() <= longestIndexedName) {
      expr = locals.lookup(name);
      if (!expr)
        expr = freeVars.lookup(name);
    }
    if (expr) {
      StringRef indices = full.drop_front(name.size());
      if (context.state) {
        Span span = spanOf(token);
        span.endColumn -= indices.size();
        context.state->useVariable(*expr, span);
      }
      while (indices.consume_front(".")) {
        StringRef digits = indices.take_while(isDigit);
        int64_t index;
        if (indices.consumeInteger(10, index)) {
          failAt(spanOf(token),
                 "integer '" + digits + "' does not fit 64 bits");
          return nullptr;
        }
        Span span = spanOf(token);
        span.endColumn -= indices.size();
        expr = make<TupleGetItem>(std::move(expr), index, span);
      }
      return expr;
    }
    if (isLast)
      break;
  }
  failAt(spanOf(token), "variable '%" + full + "' is not defined");
  return nullptr;
}

ExprRef Parser::parseIf() {
  Span start = here();
  consume();
  ExprRef condition, thenBranch, elseBranch;
  if (!expect(Token::LParen, "'('") || !(condition = parseSequence()) ||
      !expect(Token::RParen, "')'") || !(thenBranch = parseBlock()) ||
      !expect(Token::Else, "'else'") || !(elseBranch = parseBlock()))
    return nullptr;
  return make<If>(std::move(condition), std::move(thenBranch),
                  std::move(elseBranch), since(start));
}

ExprRef Parser::parseParentheses() {
  Span start = here();
  consume();
  std::vector<ExprRef> fields;
  bool hasComma = false;
  while (!consumeIf(Token::RParen)) {
    ExprRef field = parseSequence();
    if (!field)
      return nullptr;
    fields.push_back(std::move(field));
    if (at(Token::RParen))
      continue;
    if (!expect(Token::Comma, "',' or ')'"))
      return nullptr;
    hasComma = true;
  }
  if (fields.size() == 1 && !hasComma)
    return fields.front();
  return make<Tuple>(std::move(fields), since(start));
}

// ref(e), ref_read(e), ref_write(e, e).
ExprRef Parser::parseRefOperation() {
  Token keyword = consume();
  ExprRef first, second;
  if (!expect(Token::LParen, "'('") || !(first = parseSequence()))
    return nullptr;
  if (keyword.is(Token::RefWrite) &&
      (!expect(Token::Comma, "','") || !(second = parseSequence())))
    return nullptr;
  if (!expect(Token::RParen, "')'"))
    return nullptr;
  Span span = since(spanOf(keyword));
  if (keyword.is(Token::Ref))
    return make<RefCreate>(std::move(first), span);
  if (keyword.is(Token::RefRead))
    return make<RefRead>(std::move(first), span);
  return make<RefWrite>(std::move(first), std::move(second), span);
}

ExprRef Parser::parseAtom() {
  Nesting level(*this);
  if (!level.check())
    return nullptr;
  Token token = peek();
  ExprRef result;
  switch (token.kind) {
  case Token::Number:
    result = parseNumber();
    break;
  case Token::True:
  case Token::False: {
    consume();
    char value = token.is(Token::True);
    result = make<Constant>(NDArray::copy(DType::boolean(), {}, value),
                            spanOf(token));
    break;
  }
  case Token::Local:
    result = parseLocal();
    break;
  case Token::Graph: {
    consume();
    result = graphBindings.lookup(getBindingNumber(token.spelling));
    if (result && context.state)
      context.state->useGraphBinding(token.spelling, spanOf(token));
    if (!result)
      failAt(spanOf(token),
             "graph binding '" + token.spelling + "' is not defined");
    break;
  }
  case Token::Global: {
    consume();
    StringRef name = getName(token);
    Ref<GlobalVar> global = make<GlobalVar>(name.str(), spanOf(token));
    globals.try_emplace(name, global);
    if (context.state)
      context.state->useFunction(name, token.spelling, spanOf(token));
    result = global;
    break;
  }
  case Token::Identifier: {
    if (types && types->lookupConstructor(token.spelling)) {
      fail("constructors of algebraic data types are not supported yet");
      return nullptr;
    }
    consume();
    // All calls share one node of the callee; the calls know their positions.
    if (!at(Token::LParen)) {
      result = make<Op>(token.spelling.str(), spanOf(token));
      break;
    }
    Ref<Op> &op = operators[token.spelling];
    if (!op)
      op = make<Op>(token.spelling.str());
    result = op;
    break;
  }
  case Token::Meta:
    result = parseMetaConstant();
    if (result && context.state)
      context.state->useConstant(spanOf(token), result);
    break;
  case Token::Fn:
    consume();
    result = parseFunction(spanOf(token));
    break;
  case Token::If:
    result = parseIf();
    break;
  case Token::Ref:
  case Token::RefRead:
  case Token::RefWrite:
    result = parseRefOperation();
    break;
  case Token::LParen:
    result = parseParentheses();
    break;
  case Token::Match:
    fail("'match' is not supported yet");
    return nullptr;
  default:
    failExpected("an expression");
    return nullptr;
  }
  return result ? parseProjections(std::move(result), spanOf(token)) : nullptr;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

bool Parser::parseParam(std::vector<VarRef> &params) {
  Token name = peek();
  if (!expect(Token::Local, "a parameter"))
    return false;
  Ref<VirtualDevice> device;
  if (at(Token::LCurly) && !parseVirtualDevice(device))
    return false;
  TypeRef annotation;
  if (consumeIf(Token::Colon) && !parseAnnotation(annotation))
    return false;
  StringRef plainName = name.spelling.drop_front();
  VarRef var = make<Var>(plainName.str(), std::move(annotation), spanOf(name),
                         std::move(device));
  declare(*var);
  locals.insert(plainName, var);
  params.push_back(std::move(var));
  return true;
}

Ref<Function> Parser::parseFunction(Span start) {
  Nesting level(*this);
  if (!level.check())
    return nullptr;
  LocalTable::Scope scope(locals);
  TypeVarTable::ScopeTy typeScope(typeVars);
  std::vector<Ref<TypeVar>> typeParams;
  std::vector<VarRef> params;
  Attrs attrs;
  if (!parseTypeParams(typeParams) || !expect(Token::LParen, "'('"))
    return nullptr;
  while (!consumeIf(Token::RParen)) {
    if (atAttr()) {
      if (!parseAttrs(attrs) || !expect(Token::RParen, "',' or ')'"))
        return nullptr;
      break;
    }
    if (!parseParam(params) ||
        (!at(Token::RParen) && !expect(Token::Comma, "',' or ')'")))
      return nullptr;
  }
  TypeRef returnType;
  if (consumeIf(Token::Arrow) && !parseAnnotation(returnType))
    return nullptr;
  ExprRef body = parseBlock();
  if (!body)
    return nullptr;
  return make<Function>(std::move(params), std::move(body),
                        std::move(returnType), std::move(typeParams),
                        std::move(attrs), since(start));
}
