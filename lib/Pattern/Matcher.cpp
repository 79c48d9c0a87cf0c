//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The matcher: a stack of patterns that are being matched at nodes. Matches are
// remembered; a pattern that occurs again must match the same node.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Pattern/Matcher.h"
#include "RelayLite/Frontend/StructuralEqual.h"

using namespace mlir::relay;
using namespace mlir::relay::pattern;
using llvm::ArrayRef;
using llvm::cast;
using llvm::dyn_cast;
using llvm::StringRef;
using Node = DataflowGraph::Node;
using Kind = DataflowGraph::Kind;

// How many steps a match may take, and how many more for each node.
static constexpr size_t kMaxSteps = 5'000'000;
static constexpr size_t kMaxStepsPerNode = 100;

//===----------------------------------------------------------------------===//
// Single nodes
//===----------------------------------------------------------------------===//

// Whether a value of a pattern matches a value: integers and booleans match
// each other, as in TVM.
static bool isEqual(const ast::AttrValue &lhs, const ast::AttrValue &rhs) {
  auto getInteger = [](const ast::AttrValue &value) -> std::optional<int64_t> {
    if (auto *boolean = value.getIf<bool>())
      return *boolean;
    auto *integer = value.getIf<int64_t>();
    return integer ? std::optional(*integer) : std::nullopt;
  };
  if (auto integer = getInteger(lhs))
    return integer == getInteger(rhs);
  if (auto *number = lhs.getIf<double>()) {
    auto *other = rhs.getIf<double>();
    return other && *number == *other;
  }
  if (auto *list = lhs.getIf<ast::AttrValue::List>()) {
    auto *other = rhs.getIf<ast::AttrValue::List>();
    return other && llvm::equal(*list, *other, ::isEqual);
  }
  return ast::areEqual(ast::Attrs{{"", lhs}}, ast::Attrs{{"", rhs}});
}

static bool isEqual(const ast::TypeRef &lhs, const ast::TypeRef &rhs) {
  auto wrap = [](const ast::TypeRef &type) {
    auto var = ast::make<ast::Var>("", type);
    return ast::make<ast::Function>(std::vector<ast::VarRef>{var}, var);
  };
  return ast::areEqual(*wrap(lhs), *wrap(rhs));
}

static bool isEqual(const ast::Dim &lhs, const ast::Dim &rhs) {
  return lhs.size == rhs.size && lhs.symbol == rhs.symbol;
}

static bool hasAttrs(const DataflowGraph &graph, Node node,
                     const ast::Attrs &expected) {
  if (graph.getKind(node) == Kind::Op)
    return llvm::all_of(expected, [&](const ast::NamedAttr &attr) {
      auto value = graph.getOperatorAttr(node, attr.name);
      return value && isEqual(attr.value, *value);
    });
  std::optional<ast::Attrs> attrs = graph.getAttrs(node);
  return attrs && llvm::all_of(expected, [&](const ast::NamedAttr &attr) {
           const ast::AttrValue *value = ast::findAttr(*attrs, attr.name);
           return value && isEqual(attr.value, *value);
         });
}

static const ast::TensorType *getTensor(const ast::TypeRef &type) {
  return llvm::dyn_cast_or_null<ast::TensorType>(type.get());
}

static bool hasType(const DataflowGraph &graph, Node node,
                    const TypePattern &pattern) {
  ast::TypeRef type = graph.getType(node);
  return type && isEqual(pattern.getType(), type);
}

static bool hasShape(const DataflowGraph &graph, Node node,
                     const ShapePattern &pattern) {
  ast::TypeRef type = graph.getType(node);
  const ast::TensorType *tensor = getTensor(type);
  return tensor && llvm::equal(pattern.getShape(), tensor->getShape(),
                               [](const ast::Dim &lhs, const ast::Dim &rhs) {
                                 return isEqual(lhs, rhs);
                               });
}

static bool hasDType(const DataflowGraph &graph, Node node,
                     const DataTypePattern &pattern) {
  ast::TypeRef type = graph.getType(node);
  const ast::TensorType *tensor = getTensor(type);
  return tensor && tensor->getDType() == pattern.getDType();
}

static bool isCallOf(const DataflowGraph &graph, Node node, StringRef name) {
  if (graph.getKind(node) != Kind::Call)
    return false;
  Node callee = graph.getChildren(node).front();
  return graph.getKind(callee) == Kind::Op && graph.getName(callee) == name;
}

static bool isCallOf(const Pattern &pattern, StringRef name) {
  auto *call = dyn_cast<CallPattern>(&pattern);
  return call && getOperatorName(*call->getCallee()) == name;
}

static bool isBinary(const CallPattern &call) {
  return call.getArgs() && call.getArgs()->size() == 2;
}

//===----------------------------------------------------------------------===//
// The stack
//===----------------------------------------------------------------------===//

void Matcher::forget(size_t mark) {
  for (const Pattern *pattern : ArrayRef(matched).drop_front(mark))
    matches.erase(pattern);
  matched.resize(mark);
}

void Matcher::push(const Pattern &inner, Node node) {
  if (isUnique) {
    auto it = matches.find(&inner);
    if (it != matches.end()) {
      result = it->second.front() == node;
      return;
    }
  }
  Frame frame;
  frame.pattern = &inner;
  frame.node = node;
  frame.mark = matched.size();
  stack.push_back(std::move(frame));
}

std::nullopt_t Matcher::begin(Frame &frame, unsigned step, const Pattern &inner,
                              Node node) {
  frame.step = step;
  push(inner, node);
  return std::nullopt;
}

llvm::Expected<bool> Matcher::match(const Pattern &root, Node node) {
  matches.clear();
  matched.clear();
  associated.clear();
  isUnique = true;
  push(root, node);
  size_t limit = kMaxSteps + kMaxStepsPerNode * graph.size();
  for (size_t steps = 0; !stack.empty(); ++steps) {
    if (steps == limit) {
      stack.clear();
      return llvm::createStringError(
          "the search for a match takes more than " + std::to_string(limit) +
          " steps: the pattern has too many nested products or sums");
    }
    std::optional<bool> done = advance(stack.back());
    if (!done)
      continue;
    result = *done;
    Frame &frame = stack.back();
    if (!frame.isPath) {
      if (result) {
        matches[frame.pattern].push_back(frame.node);
        matched.push_back(frame.pattern);
      } else {
        forget(frame.mark);
      }
    }
    stack.pop_back();
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Kinds of patterns
//===----------------------------------------------------------------------===//

std::optional<bool> Matcher::advance(Frame &frame) {
  const Pattern &pattern = *frame.pattern;
  Node node = frame.node;
  auto hasKind = [&](Kind kind) { return graph.getKind(node) == kind; };
  auto advanceList = [&](Kind kind,
                         const PatternList &list) -> std::optional<bool> {
    if (!hasKind(kind))
      return false;
    ArrayRef<Node> children = graph.getChildren(node);
    if (list && list->size() != children.size())
      return false;
    return advanceParts(
        frame, list ? list->size() : 0,
        [&](unsigned i) -> const Pattern & { return *(*list)[i]; }, children);
  };
  auto advanceAll = [&](Kind kind,
                        std::initializer_list<const PatternRef *> parts)
      -> std::optional<bool> {
    if (!hasKind(kind))
      return false;
    return advanceParts(
        frame, parts.size(),
        [&](unsigned i) -> const Pattern & { return **parts.begin()[i]; },
        graph.getChildren(node));
  };
  switch (pattern.getKind()) {
  case Pattern::Kind::Alt:
    return advanceAlt(frame, cast<AltPattern>(pattern));
  case Pattern::Kind::Attr: {
    auto &attr = cast<AttrPattern>(pattern);
    if (frame.step == 0)
      return begin(frame, 1, *attr.getPattern(), node);
    return result && hasAttrs(graph, node, attr.getAttrs());
  }
  case Pattern::Kind::Call:
    return advanceCall(frame, cast<CallPattern>(pattern));
  case Pattern::Kind::Constant:
    return hasKind(Kind::Constant);
  case Pattern::Kind::DataType: {
    auto &type = cast<DataTypePattern>(pattern);
    return advanceCondition(frame, *type.getPattern(),
                            frame.step != 0 || hasDType(graph, node, type));
  }
  case Pattern::Kind::Dominator: {
    auto &dominator = cast<DominatorPattern>(pattern);
    return frame.isPath ? advancePath(frame, dominator)
                        : advanceDominator(frame, dominator);
  }
  case Pattern::Kind::Expr: {
    StringRef name = getOperatorName(pattern);
    if (!name.empty())
      return hasKind(Kind::Op) && graph.getName(node) == name;
    return graph.isEqual(node, *cast<ExprPattern>(pattern).getExpr());
  }
  case Pattern::Kind::Function: {
    auto &function = cast<FunctionPattern>(pattern);
    if (!hasKind(Kind::Function))
      return false;
    ArrayRef<Node> children = graph.getChildren(node);
    const PatternList &params = function.getParams();
    if (params && params->size() + 1 != children.size())
      return false;
    // Without patterns of parameters there is only the body.
    if (!params)
      children = children.take_back();
    return advanceParts(
        frame, children.size(),
        [&](unsigned i) -> const Pattern & {
          return i + 1 == children.size() ? *function.getBody() : *(*params)[i];
        },
        children);
  }
  case Pattern::Kind::If: {
    auto &branch = cast<IfPattern>(pattern);
    return advanceAll(Kind::If, {&branch.getCondition(), &branch.getThen(),
                                 &branch.getElse()});
  }
  case Pattern::Kind::Let: {
    auto &let = cast<LetPattern>(pattern);
    return advanceAll(Kind::Let,
                      {&let.getVar(), &let.getValue(), &let.getBody()});
  }
  case Pattern::Kind::Shape: {
    auto &shape = cast<ShapePattern>(pattern);
    return advanceCondition(frame, *shape.getPattern(),
                            frame.step != 0 || hasShape(graph, node, shape));
  }
  case Pattern::Kind::Tuple:
    return advanceList(Kind::Tuple, cast<TuplePattern>(pattern).getFields());
  case Pattern::Kind::TupleGetItem: {
    auto &get = cast<TupleGetItemPattern>(pattern);
    if (!hasKind(Kind::TupleGetItem) ||
        (get.getIndex() != TupleGetItemPattern::kAnyIndex &&
         get.getIndex() != graph.getIndex(node)))
      return false;
    return advanceAll(Kind::TupleGetItem, {&get.getTuple()});
  }
  case Pattern::Kind::Type: {
    auto &type = cast<TypePattern>(pattern);
    return advanceCondition(frame, *type.getPattern(),
                            frame.step != 0 || hasType(graph, node, type));
  }
  case Pattern::Kind::Var: {
    StringRef name = cast<VarPattern>(pattern).getName();
    return hasKind(Kind::Var) && (name.empty() || graph.getName(node) == name);
  }
  case Pattern::Kind::Wildcard: {
    const PatternRef &target = cast<WildcardPattern>(pattern).getTarget();
    return target ? advanceCondition(frame, *target, true) : true;
  }
  }
  return false;
}

std::optional<bool>
Matcher::advanceParts(Frame &frame, unsigned count,
                      llvm::function_ref<const Pattern &(unsigned)> getPart,
                      ArrayRef<Node> nodes) {
  unsigned step = frame.step;
  if (step != 0 && !result)
    return false;
  if (step == count)
    return true;
  return begin(frame, step + 1, getPart(step), nodes[step]);
}

std::optional<bool>
Matcher::advanceCondition(Frame &frame, const Pattern &inner, bool holds) {
  if (frame.step != 0)
    return result;
  if (!holds)
    return false;
  return begin(frame, 1, inner, frame.node);
}

std::optional<bool> Matcher::advanceAlt(Frame &frame, const AltPattern &alt) {
  if (frame.step == 0)
    return begin(frame, 1, *alt.getLeft(), frame.node);
  if (frame.step == 1 && !result)
    return begin(frame, 2, *alt.getRight(), frame.node);
  return result;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

// Steps of a call: 0 begins the callee, 1 follows it, 2 + i follows argument i.
// The steps from kAssociated on are those of products and quotients in another
// order.
static constexpr unsigned kArgs = 2;
static constexpr unsigned kAssociated = ~0u - 2;

std::optional<bool> Matcher::advanceCall(Frame &frame,
                                         const CallPattern &call) {
  if (graph.getKind(frame.node) != Kind::Call)
    return false;
  ArrayRef<Node> children = graph.getChildren(frame.node);
  if (frame.step == 0)
    return begin(frame, 1, *call.getCallee(), children.front());
  if (frame.step >= kAssociated)
    return advanceAssociated(frame, call);
  ArrayRef<Node> operands = children.drop_front();
  const PatternList &args = call.getArgs();
  if (frame.step == 1) {
    if (!result) {
      forget(frame.mark);
      frame.step = kAssociated;
      return advanceAssociated(frame, call);
    }
    if (!args)
      return true;
    if (args->size() != operands.size())
      return false;
    frame.argsMark = matched.size();
  } else if (!result) {
    forget(frame.argsMark);
    StringRef name = getOperatorName(*call.getCallee());
    if (frame.isReversed || (name != "add" && name != "multiply"))
      return false;
    frame.isReversed = true;
    frame.step = 1;
  }
  unsigned index = frame.step - 1;
  if (index == operands.size())
    return true;
  unsigned part = frame.isReversed ? operands.size() - 1 - index : index;
  return begin(frame, kArgs + index, *(*args)[part], operands[index]);
}

// (a * b) / c also matches a * (b / c) and b * (a / c); a * (b / c) also
// matches (b * a) / c.
std::optional<bool> Matcher::advanceAssociated(Frame &frame,
                                               const CallPattern &call) {
  unsigned attempt = frame.step - kAssociated;
  if (attempt != 0 && result)
    return true;
  forget(frame.mark);
  auto hasOperand = [&](StringRef name) {
    return llvm::any_of(
        graph.getChildren(frame.node).drop_front(),
        [&](Node operand) { return isCallOf(graph, operand, name); });
  };
  auto make = [&](const PatternRef &callee, PatternRef lhs, PatternRef rhs) {
    associated.push_back(ast::make<CallPattern>(
        callee, PatternList({std::move(lhs), std::move(rhs)})));
    return associated.back();
  };
  if (!isBinary(call))
    return false;
  const std::vector<PatternRef> &args = *call.getArgs();
  if (isCallOf(call, "divide") && isCallOf(*args[0], "multiply") &&
      isBinary(cast<CallPattern>(*args[0])) && attempt < 2 &&
      isCallOf(graph, frame.node, "multiply") && hasOperand("divide")) {
    auto &product = cast<CallPattern>(*args[0]);
    const std::vector<PatternRef> &factors = *product.getArgs();
    PatternRef quotient = make(call.getCallee(), factors[attempt], args[1]);
    PatternRef other =
        make(product.getCallee(), factors[1 - attempt], std::move(quotient));
    return begin(frame, kAssociated + attempt + 1, *other, frame.node);
  }
  if (isCallOf(call, "multiply") && attempt == 0)
    for (unsigned i = 0; i < 2; ++i)
      if (isCallOf(*args[i], "divide") &&
          isBinary(cast<CallPattern>(*args[i])) &&
          isCallOf(graph, frame.node, "divide") && hasOperand("multiply")) {
        auto &quotient = cast<CallPattern>(*args[i]);
        const std::vector<PatternRef> &parts = *quotient.getArgs();
        PatternRef product = make(call.getCallee(), parts[0], args[1 - i]);
        PatternRef other =
            make(quotient.getCallee(), std::move(product), parts[1]);
        return begin(frame, kAssociated + 1, *other, frame.node);
      }
  return false;
}

//===----------------------------------------------------------------------===//
// Dominators
//===----------------------------------------------------------------------===//

std::optional<bool>
Matcher::advanceDominator(Frame &frame, const DominatorPattern &dominator) {
  if (frame.step == 0)
    return begin(frame, 1, *dominator.getChild(), frame.node);
  if (frame.step == 1) {
    if (!result)
      return false;
    frame.step = 2;
    Frame path;
    path.pattern = &dominator;
    path.node = frame.node;
    path.isPath = true;
    path.passed = std::make_shared<llvm::DenseSet<Node>>();
    stack.push_back(std::move(path));
    return std::nullopt;
  }
  isUnique = true;
  if (!result)
    return false;
  auto parent = matches.find(dominator.getParent().get());
  return parent != matches.end() &&
         graph.dominates(frame.node, parent->second.front());
}

// Steps of a path: for input i, 3 * i begins the parent, 3 * i + 1 follows it,
// 3 * i + 2 follows the path, and then comes the way from there on.
std::optional<bool> Matcher::advancePath(Frame &frame,
                                         const DominatorPattern &dominator) {
  if (frame.step == 0) {
    bool isCall = graph.getKind(frame.node) == Kind::Call;
    // As in TVM, a call's callee, variables and constants are on no path.
    auto isPassedOver = [&](Node input) {
      return input == graph.getChildren(frame.node).front() ||
             graph.getKind(input) == Kind::Var ||
             graph.getKind(input) == Kind::Constant;
    };
    graph.forEachInput(frame.node, [&](Node input) {
      if (!isCall || !isPassedOver(input))
        frame.inputs.push_back(input);
    });
    // A way that ends before the parent.
    if (frame.inputs.empty())
      return false;
  }
  unsigned index = frame.step / 3;
  switch (frame.step % 3) {
  case 0:
    // The way from the input before has ended.
    if (index != 0 && !result)
      return false;
    if (index == frame.inputs.size()) {
      frame.passed->insert(frame.node);
      return true;
    }
    isUnique = true;
    return begin(frame, frame.step + 1, *dominator.getParent(),
                 frame.inputs[index]);
  case 1:
    if (result) {
      frame.step += 2;
      return advancePath(frame, dominator);
    }
    isUnique = false;
    return begin(frame, frame.step + 1, *dominator.getPath(),
                 frame.inputs[index]);
  default:
    if (!result)
      return false;
    ++frame.step;
    if (frame.passed->contains(frame.inputs[index]))
      return std::nullopt;
    Frame path;
    path.pattern = frame.pattern;
    path.node = frame.inputs[index];
    path.isPath = true;
    path.passed = frame.passed;
    stack.push_back(std::move(path));
    return std::nullopt;
  }
}
