//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Symbolic dimensions as expressions in a canonical form.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_DIMEXPR_H
#define RELAYLITE_FRONTEND_DIMEXPR_H

#include "RelayLite/Frontend/Metadata.h"
#include <map>
#include <memory>

namespace mlir::relay::ast {

/// A dimension that is a sum of products of numbers, named variables, and
/// quotients and remainders of other dimensions. Equal forms of an expression,
/// such as `(n + 1)*2` and `n*2 + 2`, are one value.
class DimExpr {
public:
  enum class Operator { Add, Sub, Mul, FloorDiv, FloorMod };

  /// A variable of TIR. Its name, kind and type are its identity.
  struct Variable {
    std::string name;
    /// Whether it is a tir.SizeVar, which is not negative.
    bool isSize = true;
    std::string dtype = "int32";
  };

  DimExpr(int64_t number);
  DimExpr(Variable variable);

  /// Computes `lhs op rhs`. None if a number does not fit into 64 bits, a
  /// divisor may be zero or negative, or the result is larger than dimensions
  /// of tensors should be.
  static std::optional<DimExpr> combine(Operator op, const DimExpr &lhs,
                                        const DimExpr &rhs);
  /// Reads an object of the metadata. None if it is something else than a
  /// variable or an expression of the operators above.
  static std::optional<DimExpr> read(const MetaObject &object);

  /// The value of an expression without variables.
  std::optional<int64_t> getNumber() const;
  /// The variable of an expression that is nothing else.
  const Variable *getVariable() const;
  /// All variables, by name.
  std::vector<Variable> getVariables() const;
  /// Puts expressions in place of all variables. None if there is none for a
  /// variable, or as `combine`.
  std::optional<DimExpr> substitute(
      llvm::function_ref<std::optional<DimExpr>(const Variable &)> get) const;

  /// The expression in TVM's notation, such as `n*2 + 1`.
  std::string getText() const;
  bool operator==(const DimExpr &other) const {
    return getKey() == other.getKey();
  }
  bool operator!=(const DimExpr &other) const { return !(*this == other); }

  /// Functions that make a value of a number, of a variable, and of an operator
  /// and the values of its operands.
  template <typename T>
  struct Builder {
    llvm::function_ref<T(int64_t)> number;
    llvm::function_ref<T(const Variable &)> variable;
    llvm::function_ref<T(Operator, T, T)> combine;
  };
  template <typename T>
  T build(const Builder<T> &builder) const;

private:
  struct Atom;
  using AtomRef = std::shared_ptr<const Atom>;
  /// Factors in the order of their keys.
  struct Product {
    std::vector<AtomRef> factors;
    std::string key;
    bool operator<(const Product &other) const;
  };
  using Terms = std::map<Product, int64_t>;

  DimExpr(Terms terms) : terms(std::move(terms)) {}
  static Product makeProduct(std::vector<AtomRef> factors);
  static DimExpr makeQuotient(Operator op, DimExpr lhs, DimExpr rhs);
  static std::optional<DimExpr> add(const DimExpr &lhs, const DimExpr &rhs,
                                    int64_t factor);
  static std::optional<DimExpr> multiply(const DimExpr &lhs,
                                         const DimExpr &rhs);
  static std::optional<DimExpr> divide(const DimExpr &lhs, int64_t divisor);
  static std::optional<DimExpr> divide(const DimExpr &lhs, const DimExpr &rhs);
  static std::optional<DimExpr> takeRemainder(const DimExpr &lhs,
                                              const DimExpr &rhs);
  bool isTooLarge() const;
  unsigned getDepth() const;
  int64_t getConstant() const;
  /// A text that is the same only for equal expressions.
  std::string getKey() const;

  Terms terms;
};

struct DimExpr::Atom {
  /// Without operands, a variable.
  Variable variable;
  Operator op = Operator::FloorDiv;
  std::shared_ptr<const DimExpr> lhs, rhs;
  std::string key;
  unsigned depth = 0;
};

/// Makes objects of expressions. Equal expressions get one object.
class DimObjects {
public:
  /// The dimension that `expr` is: a number or an object.
  Dim get(const DimExpr &expr);

private:
  unsigned addNumber(int64_t value, StringRef dtype);
  unsigned addVariable(const DimExpr::Variable &variable);

  llvm::IntrusiveRefCntPtr<MetaGraph> graph = make<MetaGraph>();
  std::map<std::string, unsigned> nodes;
  std::map<std::string, Ref<MetaObject>> objects;
};

template <typename T>
T DimExpr::build(const Builder<T> &builder) const {
  std::optional<T> sum;
  auto addTerm = [&](T term, bool isNegative) {
    sum = sum ? builder.combine(isNegative ? Operator::Sub : Operator::Add,
                                std::move(*sum), std::move(term))
              : std::move(term);
  };
  for (const auto &[product, coefficient] : terms) {
    std::optional<T> term;
    for (const AtomRef &atom : product.factors) {
      T factor = atom->lhs
                     ? builder.combine(atom->op, atom->lhs->build(builder),
                                       atom->rhs->build(builder))
                     : builder.variable(atom->variable);
      term = term ? builder.combine(Operator::Mul, std::move(*term),
                                    std::move(factor))
                  : std::move(factor);
    }
    bool isNegative = sum && coefficient < 0 && coefficient != INT64_MIN;
    int64_t number = isNegative ? -coefficient : coefficient;
    if (!term)
      term = builder.number(number);
    else if (number != 1)
      term = builder.combine(Operator::Mul, std::move(*term),
                             builder.number(number));
    addTerm(std::move(*term), isNegative);
  }
  return sum ? std::move(*sum) : builder.number(0);
}

} // namespace mlir::relay::ast

#endif // RELAYLITE_FRONTEND_DIMEXPR_H
