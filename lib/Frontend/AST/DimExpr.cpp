//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arithmetic of symbolic dimensions.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/DimExpr.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir::relay::ast;
using namespace llvm;

// Far more than types of tensors need. Products of sums would grow without end.
static constexpr size_t kMaxTerms = 32, kMaxFactors = 16;
static constexpr unsigned kMaxDepth = 16;
static constexpr size_t kMaxKeySize = 1 << 12;

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

// Products of more factors come first, and numbers last, as people write them.
bool DimExpr::Product::operator<(const Product &other) const {
  if (factors.size() != other.factors.size())
    return factors.size() > other.factors.size();
  return key < other.key;
}

// The lengths keep names apart that contain operators.
static std::string getVariableKey(const DimExpr::Variable &variable) {
  return variable.name + ":" + variable.dtype + (variable.isSize ? "s" : "v") +
         std::to_string(variable.name.size());
}

DimExpr::Product DimExpr::makeProduct(std::vector<AtomRef> factors) {
  llvm::sort(factors, [](const AtomRef &a, const AtomRef &b) {
    return a->key < b->key;
  });
  Product product{std::move(factors), ""};
  for (const AtomRef &factor : product.factors)
    product.key += factor->key + "*" + std::to_string(factor->key.size());
  return product;
}

DimExpr::DimExpr(int64_t number) {
  if (number != 0)
    terms[makeProduct({})] = number;
}

DimExpr::DimExpr(Variable variable) {
  auto atom = std::make_shared<Atom>();
  atom->key = getVariableKey(variable);
  atom->variable = std::move(variable);
  terms[makeProduct({std::move(atom)})] = 1;
}

DimExpr DimExpr::makeQuotient(Operator op, DimExpr lhs, DimExpr rhs) {
  auto atom = std::make_shared<Atom>();
  atom->op = op;
  atom->depth = std::max(lhs.getDepth(), rhs.getDepth()) + 1;
  atom->key = "(" + lhs.getKey() + (op == Operator::FloorDiv ? "/" : "%") +
              rhs.getKey() + ")";
  atom->lhs = std::make_shared<const DimExpr>(std::move(lhs));
  atom->rhs = std::make_shared<const DimExpr>(std::move(rhs));
  Terms terms;
  terms[makeProduct({std::move(atom)})] = 1;
  return DimExpr(std::move(terms));
}

std::string DimExpr::getKey() const {
  std::string key;
  for (const auto &[product, coefficient] : terms)
    key += product.key + "*" + std::to_string(coefficient) + "+";
  return key;
}

unsigned DimExpr::getDepth() const {
  unsigned depth = 0;
  for (const auto &[product, coefficient] : terms)
    for (const AtomRef &factor : product.factors)
      depth = std::max(depth, factor->depth);
  return depth;
}

bool DimExpr::isTooLarge() const {
  return terms.size() > kMaxTerms || getDepth() > kMaxDepth ||
         getKey().size() > kMaxKeySize ||
         llvm::any_of(terms, [](const auto &term) {
           return term.first.factors.size() > kMaxFactors;
         });
}

int64_t DimExpr::getConstant() const {
  auto it = terms.find(makeProduct({}));
  return it == terms.end() ? 0 : it->second;
}

std::optional<int64_t> DimExpr::getNumber() const {
  if (terms.empty() ||
      (terms.size() == 1 && terms.begin()->first.factors.empty()))
    return getConstant();
  return std::nullopt;
}

const DimExpr::Variable *DimExpr::getVariable() const {
  if (terms.size() != 1 || terms.begin()->second != 1 ||
      terms.begin()->first.factors.size() != 1)
    return nullptr;
  const Atom &atom = *terms.begin()->first.factors.front();
  return atom.lhs ? nullptr : &atom.variable;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

std::optional<DimExpr> DimExpr::add(const DimExpr &lhs, const DimExpr &rhs,
                                    int64_t factor) {
  Terms terms = lhs.terms;
  for (const auto &[product, coefficient] : rhs.terms) {
    int64_t &sum = terms[product], scaled;
    if (MulOverflow(coefficient, factor, scaled) ||
        AddOverflow(sum, scaled, sum))
      return std::nullopt;
    if (sum == 0)
      terms.erase(product);
  }
  return DimExpr(std::move(terms));
}

std::optional<DimExpr> DimExpr::multiply(const DimExpr &lhs,
                                         const DimExpr &rhs) {
  std::optional<DimExpr> result(0);
  for (const auto &[a, m] : lhs.terms) {
    for (const auto &[b, n] : rhs.terms) {
      int64_t coefficient;
      if (MulOverflow(m, n, coefficient))
        return std::nullopt;
      std::vector<AtomRef> factors = a.factors;
      factors.insert(factors.end(), b.factors.begin(), b.factors.end());
      Terms term;
      term[makeProduct(std::move(factors))] = coefficient;
      result = add(*result, DimExpr(std::move(term)), 1);
      if (!result || result->isTooLarge())
        return std::nullopt;
    }
  }
  return result;
}

std::optional<DimExpr> DimExpr::divide(const DimExpr &lhs, int64_t divisor) {
  // (c*q + r) / c = q + r / c
  Terms quotient, rest;
  int64_t common = divisor;
  for (const auto &[product, coefficient] : lhs.terms) {
    if (product.factors.empty())
      continue;
    bool divides = coefficient % divisor == 0;
    (divides ? quotient : rest)[product] =
        divides ? coefficient / divisor : coefficient;
    if (!divides)
      common = std::gcd(common, coefficient);
  }
  int64_t constant = lhs.getConstant();
  std::optional<DimExpr> whole =
      add(DimExpr(std::move(quotient)),
          DimExpr(divideFloorSigned(constant, divisor)), 1);
  constant -= divideFloorSigned(constant, divisor) * divisor;
  if (rest.empty() || !whole)
    return whole;
  // (g*x + b) / (g*c) = (x + b / g) / c
  for (auto &[product, coefficient] : rest)
    coefficient /= common;
  divisor /= common;
  constant /= common;
  // (x / a + b) / c = (x + a*b) / (a*c)
  if (rest.size() == 1 && rest.begin()->second == 1 &&
      rest.begin()->first.factors.size() == 1) {
    const Atom &atom = *rest.begin()->first.factors.front();
    std::optional<int64_t> inner = atom.lhs && atom.op == Operator::FloorDiv
                                       ? atom.rhs->getNumber()
                                       : std::nullopt;
    int64_t shift, product;
    if (inner && !MulOverflow(constant, *inner, shift) &&
        !MulOverflow(divisor, *inner, product)) {
      std::optional<DimExpr> shifted = add(*atom.lhs, DimExpr(shift), 1);
      std::optional<DimExpr> merged =
          shifted ? divide(*shifted, product) : std::nullopt;
      return merged ? add(*whole, *merged, 1) : std::nullopt;
    }
  }
  std::optional<DimExpr> dividend =
      add(DimExpr(std::move(rest)), DimExpr(constant), 1);
  return add(
      *whole,
      makeQuotient(Operator::FloorDiv, std::move(*dividend), DimExpr(divisor)),
      1);
}

std::optional<DimExpr> DimExpr::divide(const DimExpr &lhs, const DimExpr &rhs) {
  if (std::optional<int64_t> divisor = rhs.getNumber())
    return *divisor > 0 ? divide(lhs, *divisor) : std::nullopt;
  if (lhs == rhs)
    return DimExpr(1);
  return makeQuotient(Operator::FloorDiv, lhs, rhs);
}

std::optional<DimExpr> DimExpr::takeRemainder(const DimExpr &lhs,
                                              const DimExpr &rhs) {
  std::optional<int64_t> divisor = rhs.getNumber();
  if (!divisor)
    return lhs == rhs ? DimExpr(0) : makeQuotient(Operator::FloorMod, lhs, rhs);
  if (*divisor <= 0)
    return std::nullopt;
  // Multiples of the divisor make no difference.
  Terms rest;
  for (const auto &[product, coefficient] : lhs.terms)
    if (int64_t remainder =
            coefficient - divideFloorSigned(coefficient, *divisor) * *divisor)
      rest[product] = remainder;
  DimExpr reduced(std::move(rest));
  if (reduced.getNumber())
    return reduced;
  return makeQuotient(Operator::FloorMod, std::move(reduced), rhs);
}

std::optional<DimExpr> DimExpr::combine(Operator op, const DimExpr &lhs,
                                        const DimExpr &rhs) {
  std::optional<DimExpr> result;
  switch (op) {
  case Operator::Add:
    result = add(lhs, rhs, 1);
    break;
  case Operator::Sub:
    result = add(lhs, rhs, -1);
    break;
  case Operator::Mul:
    result = multiply(lhs, rhs);
    break;
  case Operator::FloorDiv:
    result = divide(lhs, rhs);
    break;
  case Operator::FloorMod:
    result = takeRemainder(lhs, rhs);
    break;
  }
  return result && !result->isTooLarge() ? result : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

std::vector<DimExpr::Variable> DimExpr::getVariables() const {
  std::map<std::string, Variable> found;
  build<int>({[](int64_t) { return 0; },
              [&](const Variable &variable) {
                found.emplace(getVariableKey(variable), variable);
                return 0;
              },
              [](Operator, int, int) { return 0; }});
  std::vector<Variable> result;
  for (auto &[key, variable] : found)
    result.push_back(std::move(variable));
  return result;
}

std::optional<DimExpr> DimExpr::substitute(
    function_ref<std::optional<DimExpr>(const Variable &)> get) const {
  using Result = std::optional<DimExpr>;
  return build<Result>({[](int64_t number) { return Result(number); },
                        [&](const Variable &variable) { return get(variable); },
                        [](Operator op, Result lhs, Result rhs) {
                          return lhs && rhs ? combine(op, *lhs, *rhs)
                                            : std::nullopt;
                        }});
}

std::string DimExpr::getText() const {
  // A text with the strength of its operator: sum, product, one thing.
  using Text = std::pair<std::string, int>;
  auto wrap = [](Text text, int strength) {
    return text.second < strength ? "(" + text.first + ")" : text.first;
  };
  auto print = [&](Operator op, Text lhs, Text rhs) -> Text {
    switch (op) {
    case Operator::Add:
      return {lhs.first + " + " + rhs.first, 0};
    case Operator::Sub:
      return {lhs.first + " - " + wrap(std::move(rhs), 1), 0};
    case Operator::Mul:
      return {wrap(std::move(lhs), 1) + "*" + wrap(std::move(rhs), 2), 1};
    case Operator::FloorDiv:
      return {wrap(std::move(lhs), 2) + "//" + wrap(std::move(rhs), 2), 1};
    case Operator::FloorMod:
      return {wrap(std::move(lhs), 2) + "%" + wrap(std::move(rhs), 2), 1};
    }
    llvm_unreachable("an operator");
  };
  return build<Text>({[](int64_t number) -> Text {
                        return {std::to_string(number), number < 0 ? 0 : 2};
                      },
                      [](const Variable &variable) -> Text {
                        return {variable.name, 2};
                      },
                      print})
      .first;
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

namespace {
/// Reads expressions of a graph, which may share nodes.
class DimReader {
public:
  explicit DimReader(const MetaGraph &graph) : graph(graph) {}

  std::optional<DimExpr> read(unsigned index, unsigned depth = 0);

private:
  std::optional<DimExpr> readVariable(unsigned index) const;

  const MetaGraph &graph;
  DenseMap<unsigned, std::optional<DimExpr>> known;
};
} // namespace

std::optional<DimExpr> DimReader::readVariable(unsigned index) const {
  std::optional<unsigned> name = graph.getReference(index, "name");
  if (!name)
    return std::nullopt;
  return DimExpr({graph.getNode(*name).repr,
                  graph.getNode(index).typeKey == "tir.SizeVar",
                  graph.getAttr(index, "dtype").value_or("int32").str()});
}

std::optional<DimExpr> DimReader::read(unsigned index, unsigned depth) {
  StringRef typeKey = graph.getNode(index).typeKey;
  if (typeKey == "tir.Var" || typeKey == "tir.SizeVar")
    return readVariable(index);
  if (typeKey == "IntImm") {
    int64_t value;
    if (graph.getAttr(index, "value").value_or("").getAsInteger(10, value))
      return std::nullopt;
    return DimExpr(value);
  }
  using Operator = DimExpr::Operator;
  auto op = StringSwitch<std::optional<Operator>>(typeKey)
                .Case("tir.Add", Operator::Add)
                .Case("tir.Sub", Operator::Sub)
                .Case("tir.Mul", Operator::Mul)
                .Case("tir.FloorDiv", Operator::FloorDiv)
                .Case("tir.FloorMod", Operator::FloorMod)
                .Default(std::nullopt);
  std::optional<unsigned> a = graph.getReference(index, "a"),
                          b = graph.getReference(index, "b");
  if (!op || !a || !b || depth > kMaxDepth * (kMaxTerms + kMaxFactors))
    return std::nullopt;
  if (auto it = known.find(index); it != known.end())
    return it->second;
  std::optional<DimExpr> lhs = read(*a, depth + 1), rhs = read(*b, depth + 1);
  std::optional<DimExpr> result =
      lhs && rhs ? DimExpr::combine(*op, *lhs, *rhs) : std::nullopt;
  known.try_emplace(index, result);
  return result;
}

std::optional<DimExpr> DimExpr::read(const MetaObject &object) {
  return DimReader(object.getGraph()).read(object.getIndex());
}

unsigned DimObjects::addNumber(int64_t value, StringRef dtype) {
  return graph->addNode({"IntImm",
                         "",
                         {{"dtype", dtype.str()},
                          {"span", "0"},
                          {"value", std::to_string(value)}},
                         {},
                         {}});
}

unsigned DimObjects::addVariable(const DimExpr::Variable &variable) {
  auto [it, isNew] = nodes.try_emplace(getVariableKey(variable), 0);
  if (!isNew)
    return it->second;
  unsigned name = graph->addNode({"runtime.String", variable.name, {}, {}, {}});
  unsigned type =
      graph->addNode({"PrimType", "", {{"dtype", variable.dtype}}, {}, {}});
  return it->second =
             graph->addNode({variable.isSize ? "tir.SizeVar" : "tir.Var",
                             "",
                             {{"dtype", variable.dtype},
                              {"name", std::to_string(name)},
                              {"span", "0"},
                              {"type_annotation", std::to_string(type)}},
                             {},
                             {}});
}

static StringRef getTypeKey(DimExpr::Operator op) {
  switch (op) {
  case DimExpr::Operator::Add:
    return "tir.Add";
  case DimExpr::Operator::Sub:
    return "tir.Sub";
  case DimExpr::Operator::Mul:
    return "tir.Mul";
  case DimExpr::Operator::FloorDiv:
    return "tir.FloorDiv";
  case DimExpr::Operator::FloorMod:
    return "tir.FloorMod";
  }
  llvm_unreachable("an operator");
}

Dim DimObjects::get(const DimExpr &expr) {
  if (std::optional<int64_t> number = expr.getNumber())
    return *number >= 0 ? Dim(*number) : Dim::any();
  std::vector<DimExpr::Variable> variables = expr.getVariables();
  bool isLong = llvm::any_of(variables, [](const DimExpr::Variable &variable) {
    return variable.dtype == "int64";
  });
  std::string dtype = isLong ? "int64" : "int32", key;
  for (const DimExpr::Variable &variable : variables)
    key += getVariableKey(variable);
  Ref<MetaObject> &object = objects[key + expr.getText()];
  if (!object) {
    unsigned node = expr.build<unsigned>(
        {[&](int64_t number) { return addNumber(number, dtype); },
         [&](const DimExpr::Variable &variable) {
           return addVariable(variable);
         },
         [&](DimExpr::Operator op, unsigned lhs, unsigned rhs) {
           return graph->addNode({getTypeKey(op).str(),
                                  "",
                                  {{"a", std::to_string(lhs)},
                                   {"b", std::to_string(rhs)},
                                   {"dtype", dtype},
                                   {"span", "0"}},
                                  {},
                                  {}});
         }});
    object = MetaObject::create(graph, node);
  }
  return Dim(object);
}
