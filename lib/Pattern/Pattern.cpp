//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes of patterns: traversal, checks and text.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Pattern/Pattern.h"
#include "RelayLite/Frontend/Printer.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace mlir::relay;
using namespace mlir::relay::pattern;
using llvm::cast;
using llvm::dyn_cast;
using llvm::StringRef;

void pattern::forEachChild(const Pattern &pattern,
                           llvm::function_ref<void(const Pattern &)> fn) {
  auto all = [&](const PatternList &list) {
    if (list)
      for (const PatternRef &element : *list)
        fn(*element);
  };
  switch (pattern.getKind()) {
  case Pattern::Kind::Alt:
    fn(*cast<AltPattern>(pattern).getLeft());
    return fn(*cast<AltPattern>(pattern).getRight());
  case Pattern::Kind::Attr:
    return fn(*cast<AttrPattern>(pattern).getPattern());
  case Pattern::Kind::Call:
    fn(*cast<CallPattern>(pattern).getCallee());
    return all(cast<CallPattern>(pattern).getArgs());
  case Pattern::Kind::DataType:
    return fn(*cast<DataTypePattern>(pattern).getPattern());
  case Pattern::Kind::Dominator:
    fn(*cast<DominatorPattern>(pattern).getParent());
    fn(*cast<DominatorPattern>(pattern).getPath());
    return fn(*cast<DominatorPattern>(pattern).getChild());
  case Pattern::Kind::Function:
    all(cast<FunctionPattern>(pattern).getParams());
    return fn(*cast<FunctionPattern>(pattern).getBody());
  case Pattern::Kind::If:
    fn(*cast<IfPattern>(pattern).getCondition());
    fn(*cast<IfPattern>(pattern).getThen());
    return fn(*cast<IfPattern>(pattern).getElse());
  case Pattern::Kind::Let:
    fn(*cast<LetPattern>(pattern).getVar());
    fn(*cast<LetPattern>(pattern).getValue());
    return fn(*cast<LetPattern>(pattern).getBody());
  case Pattern::Kind::Shape:
    return fn(*cast<ShapePattern>(pattern).getPattern());
  case Pattern::Kind::Tuple:
    return all(cast<TuplePattern>(pattern).getFields());
  case Pattern::Kind::TupleGetItem:
    return fn(*cast<TupleGetItemPattern>(pattern).getTuple());
  case Pattern::Kind::Type:
    return fn(*cast<TypePattern>(pattern).getPattern());
  case Pattern::Kind::Wildcard:
    if (const PatternRef &target = cast<WildcardPattern>(pattern).getTarget())
      fn(*target);
    return;
  case Pattern::Kind::Constant:
  case Pattern::Kind::Expr:
  case Pattern::Kind::Var:
    return;
  }
}

std::vector<const Pattern *> pattern::getPostOrder(const Pattern &pattern) {
  std::vector<const Pattern *> order;
  llvm::DenseSet<const Pattern *> visited;
  std::vector<std::pair<const Pattern *, bool>> stack{{&pattern, false}};
  while (!stack.empty()) {
    auto [node, isExpanded] = stack.back();
    if (isExpanded || !visited.insert(node).second) {
      stack.pop_back();
      if (isExpanded)
        order.push_back(node);
      continue;
    }
    stack.back().second = true;
    size_t base = stack.size();
    forEachChild(
        *node, [&](const Pattern &child) { stack.push_back({&child, false}); });
    std::reverse(stack.begin() + base, stack.end());
  }
  return order;
}

StringRef pattern::getOperatorName(const Pattern &pattern) {
  auto *expr = dyn_cast<ExprPattern>(&pattern);
  auto *op = expr ? dyn_cast<ast::Op>(expr->getExpr().get()) : nullptr;
  return op ? op->getName() : StringRef();
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

// Calls `fn` on the children that have to match the same node as `pattern`.
static void forEachOfSameNode(const Pattern &pattern,
                              llvm::function_ref<void(const Pattern &)> fn) {
  if (auto *dominator = dyn_cast<DominatorPattern>(&pattern))
    fn(*dominator->getChild());
  else if (llvm::isa<AltPattern, AttrPattern, DataTypePattern, ShapePattern,
                     TypePattern, WildcardPattern>(pattern))
    pattern::forEachChild(pattern, fn);
}

llvm::Error pattern::verify(const Pattern &pattern) {
  // A depth-first search for a cycle of such children.
  enum State { Entered, Left };
  llvm::DenseMap<const Pattern *, State> states;
  std::vector<std::pair<const Pattern *, bool>> stack;
  for (const Pattern *root : getPostOrder(pattern)) {
    stack.push_back({root, false});
    while (!stack.empty()) {
      auto [node, isExpanded] = stack.back();
      if (isExpanded) {
        states[node] = Left;
        stack.pop_back();
        continue;
      }
      auto [it, isNew] = states.try_emplace(node, Entered);
      if (!isNew) {
        if (it->second == Entered)
          return llvm::createStringError(
              "to match an expression, the pattern would have to match the "
              "same "
              "expression first: it contains itself, and not as the pattern of "
              "an operand");
        stack.pop_back();
        continue;
      }
      stack.back().second = true;
      forEachOfSameNode(*node, [&](const Pattern &child) {
        stack.push_back({&child, false});
      });
    }
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {
/// Prints a pattern from a stack of pieces of text and nodes.
class PatternPrinter {
public:
  explicit PatternPrinter(llvm::raw_ostream &os) : os(os) {}

  void print(const Pattern &root) {
    stack.push_back(&root);
    while (!stack.empty()) {
      Piece piece = std::move(stack.back());
      stack.pop_back();
      if (auto *text = std::get_if<std::string>(&piece))
        os << *text;
      else
        printNode(*std::get<const Pattern *>(piece));
    }
  }

private:
  using Piece = std::variant<std::string, const Pattern *>;

  void printNode(const Pattern &node);
  std::vector<Piece> getPieces(const Pattern &node);
  static void append(std::vector<Piece> &pieces, const PatternList &list);

  llvm::raw_ostream &os;
  llvm::DenseMap<const Pattern *, unsigned> numbers;
  // The next piece last.
  std::vector<Piece> stack;
};
} // namespace

void PatternPrinter::append(std::vector<Piece> &pieces,
                            const PatternList &list) {
  pieces.push_back("[");
  if (list)
    for (const PatternRef &element : *list) {
      if (&element != &list->front())
        pieces.push_back(", ");
      pieces.push_back(element.get());
    }
  pieces.push_back("]");
}

static std::string toString(const ast::Attrs &attrs) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "{";
  for (const ast::NamedAttr &attr : attrs) {
    os << (&attr == &attrs.front() ? "\"" : ", \"") << attr.name << "\": ";
    ast::print(attr.value, os);
  }
  os << "}";
  return text;
}

static std::string toString(llvm::ArrayRef<ast::Dim> shape) {
  std::string text = "[";
  for (const ast::Dim &dim : shape) {
    text += text.size() == 1 ? "" : ", ";
    text += dim.isStatic() ? std::to_string(dim.size) : "?";
  }
  return text + "]";
}

std::vector<PatternPrinter::Piece>
PatternPrinter::getPieces(const Pattern &node) {
  std::vector<Piece> pieces;
  auto add = [&](auto... more) { (pieces.push_back(more), ...); };
  switch (node.getKind()) {
  case Pattern::Kind::Alt: {
    auto &alt = cast<AltPattern>(node);
    add("AltPattern(", alt.getLeft().get(), " | ", alt.getRight().get(), ")");
    break;
  }
  case Pattern::Kind::Attr: {
    auto &attr = cast<AttrPattern>(node);
    add("AttrPattern(", attr.getPattern().get(),
        " has attributes " + toString(attr.getAttrs()) + ")");
    break;
  }
  case Pattern::Kind::Call: {
    auto &call = cast<CallPattern>(node);
    add("CallPatternNode(", call.getCallee().get(), ", ");
    append(pieces, call.getArgs());
    add(")");
    break;
  }
  case Pattern::Kind::DataType: {
    auto &type = cast<DataTypePattern>(node);
    add("DataTypePattern(", type.getPattern().get(),
        " has dtype " + type.getDType().getName() + ")");
    break;
  }
  case Pattern::Kind::Dominator: {
    auto &dominator = cast<DominatorPattern>(node);
    add("DominatorPattern(", dominator.getParent().get(), ", ",
        dominator.getPath().get(), ", ", dominator.getChild().get(), ")");
    break;
  }
  case Pattern::Kind::Function: {
    auto &function = cast<FunctionPattern>(node);
    add("FunctionPatternNode(");
    append(pieces, function.getParams());
    add(", ", function.getBody().get(), ")");
    break;
  }
  case Pattern::Kind::If: {
    auto &branch = cast<IfPattern>(node);
    add("IfPattern(", branch.getCondition().get(), ", ", branch.getThen().get(),
        ", ", branch.getElse().get(), ")");
    break;
  }
  case Pattern::Kind::Let: {
    auto &let = cast<LetPattern>(node);
    add("LetPatternNode(", let.getVar().get(), ", ", let.getValue().get(), ", ",
        let.getBody().get(), ")");
    break;
  }
  case Pattern::Kind::Shape: {
    auto &shape = cast<ShapePattern>(node);
    add("ShapePattern(", shape.getPattern().get(),
        " has shape " + toString(shape.getShape()) + ")");
    break;
  }
  case Pattern::Kind::Tuple:
    add("TuplePattern(");
    append(pieces, cast<TuplePattern>(node).getFields());
    add(")");
    break;
  case Pattern::Kind::TupleGetItem: {
    auto &get = cast<TupleGetItemPattern>(node);
    add("TupleGetItemPatternNode(", get.getTuple().get(),
        ", " + std::to_string(get.getIndex()) + ")");
    break;
  }
  case Pattern::Kind::Type: {
    auto &type = cast<TypePattern>(node);
    std::string text;
    llvm::raw_string_ostream stream(text);
    ast::print(*type.getType(), stream);
    add("TypePattern(", type.getPattern().get(), " has type " + text + ")");
    break;
  }
  case Pattern::Kind::Constant:
  case Pattern::Kind::Expr:
  case Pattern::Kind::Var:
  case Pattern::Kind::Wildcard:
    break;
  }
  return pieces;
}

void PatternPrinter::printNode(const Pattern &node) {
  auto [it, isNew] = numbers.try_emplace(&node, numbers.size());
  if (!isNew) {
    os << "(invoke pattern id " << it->second << ")";
    return;
  }
  if (llvm::isa<ConstantPattern>(node)) {
    os << "ConstantPattern()";
  } else if (auto *var = dyn_cast<VarPattern>(&node)) {
    os << "VarPattern(" << var->getName() << ")";
  } else if (llvm::isa<WildcardPattern>(node)) {
    os << "*";
  } else if (auto *expr = dyn_cast<ExprPattern>(&node)) {
    StringRef name = getOperatorName(node);
    if (!name.empty()) {
      os << "Op(" << name << ")";
    } else {
      ast::PrintOptions options;
      options.header = options.metadata = false;
      ast::print(*expr->getExpr(), os, options);
    }
  } else {
    os << "(id " << it->second << "): ";
    std::vector<Piece> pieces = getPieces(node);
    std::move(pieces.rbegin(), pieces.rend(), std::back_inserter(stack));
  }
}

void pattern::print(const Pattern &pattern, llvm::raw_ostream &os) {
  PatternPrinter(os).print(pattern);
}
