//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names in a text and their definitions, for tools that work on text. The
// parser fills it as MLIR's parser fills mlir::AsmParserState.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_PARSERSTATE_H
#define RELAYLITE_FRONTEND_PARSERSTATE_H

#include "RelayLite/Frontend/AST.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <deque>

namespace mlir::relay::ast {

/// Return the digits in the name of a graph binding without leading zeros: "7"
/// for "%007". The number may have any length, so it is not an integer.
inline StringRef getBindingNumber(StringRef name) {
  return name.drop_front().ltrim('0');
}

/// The names of one text. The syntax tree has no positions of uses, because all
/// uses of a variable share its node.
class ParserState {
public:
  /// A name that the text defines.
  struct Symbol {
    enum Kind { Function, Variable, FreeVariable, GraphBinding, TypeParameter };

    Kind kind;
    /// As it is written first, with its sigil.
    std::string name;
    /// Unknown if the definition is missing, or behind an error.
    Span definition = {};
    /// The function, the variable or the value of the graph binding. Null for
    /// type parameters, and for definitions that the parser has not finished.
    ExprRef node = nullptr;
  };

  /// A name in the text.
  struct Name {
    enum Kind { Reference, Operator, Attribute, Constant };

    Span span;
    Kind kind;
    /// The symbol of a reference, which may be the definition itself.
    const Symbol *symbol = nullptr;
    /// The operator, for operators and their attributes.
    std::string op = "";
    /// The call of the operator, or the constant. Null behind an error.
    ExprRef node = nullptr;
  };

  const std::deque<Symbol> &getSymbols() const { return symbols; }
  /// In the order of the text.
  ArrayRef<Name> getNames() const { return names; }

  //===--- For the parser -------------------------------------------------===//

  /// Record definitions.
  void defineFunction(StringRef key, StringRef name, Span span);
  void setFunction(StringRef key, ExprRef function);
  void defineVariable(const Var &var, bool isFree);
  void defineGraphBinding(StringRef name, Span span, ExprRef value);
  void defineTypeParameter(const TypeVar &param, StringRef name, Span span);

  /// Record uses.
  void useFunction(StringRef key, StringRef name, Span span);
  void useVariable(const Expr &var, Span span);
  void useGraphBinding(StringRef name, Span span);
  void useTypeParameter(const TypeVar &param, Span span);
  void useConstant(Span span, ExprRef constant);

  /// Records the name of an operator. `setCall` completes it.
  size_t useOperator(StringRef op, Span span);
  void setCall(size_t name, const Call &call);

  /// Sorts the names when the text is read.
  void finish();

private:
  Symbol *define(Symbol::Kind kind, StringRef name, Span span, ExprRef node);
  void use(const Symbol *symbol, Span span);

  // Symbols keep their addresses.
  std::deque<Symbol> symbols;
  std::vector<Name> names;
  llvm::StringMap<Symbol *> functions;
  // By variable or type parameter.
  llvm::DenseMap<const Node *, const Symbol *> locals;
  // By number.
  llvm::StringMap<const Symbol *> graphBindings;
};

} // namespace mlir::relay::ast

#endif // RELAYLITE_FRONTEND_PARSERSTATE_H
