//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names in a text.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/ParserState.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::relay::ast;

ParserState::Symbol *ParserState::define(Symbol::Kind kind, StringRef name,
                                         Span span, ExprRef node) {
  symbols.push_back({kind, name.str(), span, std::move(node)});
  if (span)
    use(&symbols.back(), span);
  return &symbols.back();
}

void ParserState::use(const Symbol *symbol, Span span) {
  if (symbol)
    names.push_back({span, Name::Reference, symbol});
}

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

void ParserState::defineFunction(StringRef key, StringRef name, Span span) {
  Symbol *&symbol = functions[key];
  if (!symbol) {
    symbol = define(Symbol::Function, name, span, nullptr);
    return;
  }
  // There are uses before the definition.
  if (!symbol->definition)
    symbol->definition = span;
  use(symbol, span);
}

void ParserState::setFunction(StringRef key, ExprRef function) {
  functions.lookup(key)->node = std::move(function);
}

void ParserState::defineVariable(const Var &var, bool isFree) {
  locals[&var] = define(isFree ? Symbol::FreeVariable : Symbol::Variable,
                        ("%" + var.getName()).str(), var.getSpan(), &var);
}

void ParserState::defineGraphBinding(StringRef name, Span span, ExprRef value) {
  graphBindings[getBindingNumber(name)] =
      define(Symbol::GraphBinding, name, span, std::move(value));
}

void ParserState::defineTypeParameter(const TypeVar &param, StringRef name,
                                      Span span) {
  locals[&param] = define(Symbol::TypeParameter, name, span, nullptr);
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

void ParserState::useFunction(StringRef key, StringRef name, Span span) {
  Symbol *&symbol = functions[key];
  if (!symbol)
    symbol = define(Symbol::Function, name, {}, nullptr);
  use(symbol, span);
}

void ParserState::useVariable(const Expr &var, Span span) {
  use(locals.lookup(&var), span);
}

void ParserState::useGraphBinding(StringRef name, Span span) {
  use(graphBindings.lookup(getBindingNumber(name)), span);
}

void ParserState::useTypeParameter(const TypeVar &param, Span span) {
  use(locals.lookup(&param), span);
}

void ParserState::useConstant(Span span, ExprRef constant) {
  names.push_back({span, Name::Constant, nullptr, "", std::move(constant)});
}

size_t ParserState::useOperator(StringRef op, Span span) {
  names.push_back({span, Name::Operator, nullptr, op.str()});
  return names.size() - 1;
}

void ParserState::setCall(size_t name, const Call &call) {
  names[name].node = &call;
  std::string op = names[name].op;
  for (const NamedAttr &attr : call.getAttrs())
    if (!attr.name.empty())
      names.push_back({attr.span, Name::Attribute, nullptr, op, &call});
}

void ParserState::finish() {
  llvm::sort(names, [](const Name &a, const Name &b) {
    return std::pair(a.span.line, a.span.column) <
           std::pair(b.span.line, b.span.column);
  });
}
