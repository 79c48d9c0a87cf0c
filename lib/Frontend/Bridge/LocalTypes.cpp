//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of expressions outside of modules.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/LocalTypes.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Frontend/Conversion.h"
#include "RelayLite/Frontend/NodeLowering.h"
#include "RelayLite/Support/ThreadDiagnostics.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Conversion of types
//===----------------------------------------------------------------------===//

namespace {
/// Converts types, and remembers some thousands of them.
class TypeCache {
public:
  explicit TypeCache(MLIRContext *context)
      : unknownLoc(UnknownLoc::get(context)) {}

  /// The type in MLIR. Null if a part of it is unknown, or is a type parameter,
  /// which means nothing elsewhere.
  Type lower(const ast::Type &type);
  /// The same for an annotation, whose incomplete parts are unknown.
  Type lowerAnnotation(const ast::TypeRef &annotation);
  ast::TypeRef raise(Type type);

private:
  static constexpr size_t maxSize = 1 << 12;
  void add(const ast::TypeRef &node, Type type);

  Location unknownLoc;
  llvm::DenseMap<const ast::Type *, Type> types;
  llvm::DenseMap<Type, ast::TypeRef> nodes;
  /// Keeps the keys of `types` alive.
  std::vector<ast::TypeRef> held;
};
} // namespace

void TypeCache::add(const ast::TypeRef &node, Type type) {
  if (held.size() == maxSize) {
    types.clear();
    nodes.clear();
    held.clear();
  }
  held.push_back(node);
  types[node.get()] = type;
}

Type TypeCache::lower(const ast::Type &type) {
  if (Type known = types.lookup(&type))
    return known;
  ast::TypeRef node(&type);
  FailureOr<Type> lowered = convertInferredType(unknownLoc, node);
  if (failed(lowered))
    return {};
  auto check = [](Type part) {
    return isa<UnknownType, TypeVarType>(part) ? WalkResult::interrupt()
                                               : WalkResult::advance();
  };
  if (lowered->walk(check).wasInterrupted())
    return {};
  add(node, *lowered);
  return *lowered;
}

Type TypeCache::lowerAnnotation(const ast::TypeRef &annotation) {
  Type type = annotation ? lower(*annotation) : Type();
  return type && !containsOpaque(type) ? type : Type();
}

ast::TypeRef TypeCache::raise(Type type) {
  if (ast::TypeRef known = nodes.lookup(type))
    return known;
  ast::TypeRef node = convertType(type, {});
  add(node, type);
  return nodes[type] = node;
}

struct LocalTypes::Scratch {
  explicit Scratch(MLIRContext *context) : nodes(context), types(context) {}

  NodeLowering nodes;
  TypeCache types;
};

//===----------------------------------------------------------------------===//
// Walk
//===----------------------------------------------------------------------===//

namespace {
using Operands = SmallVector<NodeLowering::Operand>;

/// The search for the type of one expression, by a stack instead of recursion.
class Walk {
public:
  Walk(MLIRContext *context, NodeLowering &nodes, TypeCache &types)
      : context(context), nodes(nodes), types(types) {}

  /// The type of `root`; null if it is not found.
  ast::TypeRef run(const ast::Expr &root);

private:
  /// Bindings have numbers in the order in which they are entered.
  static constexpr unsigned noBinding = ~0u;
  struct Found {
    Type type;
    /// The outermost binding without annotation on which the type depends.
    unsigned binding = noBinding;
  };
  struct Step {
    enum Kind { Enter, Finish, BindLet, CloseLet } kind;
    const ast::Expr *expr;
    unsigned binding = noBinding;
  };

  LogicalResult runStep(const Step &step);
  LogicalResult enter(const ast::Expr &expr);
  LogicalResult finish(const ast::Expr &expr);
  LogicalResult bindLet(const ast::Let &let);
  LogicalResult closeLet(const Step &step);
  LogicalResult set(const ast::Expr &expr, Found type);
  /// The type of a node that is typed. Its type is null if it depends on a
  /// binding that does not enclose the user.
  Found lookup(const ast::Expr &expr);
  bool isTyped(const ast::Expr &expr) const {
    return expr.getLocalType() || found.contains(&expr);
  }

  Type getTypeOf(const ast::Expr &expr, const Operands &operands);
  Type getFunctionType(const ast::Function &function, Type body);

  MLIRContext *context;
  NodeLowering &nodes;
  TypeCache &types;
  std::vector<Step> steps;
  /// The types that are not kept beside the nodes.
  llvm::DenseMap<const ast::Expr *, Found> found;
  std::vector<bool> openBindings;
};
} // namespace

/// The expressions from whose types that of `expr` follows.
static SmallVector<const ast::Expr *, 4> getParts(const ast::Expr &expr) {
  if (auto *branch = dyn_cast<ast::If>(&expr))
    return {branch->getCondition().get(), branch->getThen().get(),
            branch->getElse().get()};
  if (auto *function = dyn_cast<ast::Function>(&expr))
    return {function->getBody().get()};
  return getOperands(expr);
}

/// The value of `expr` if that is a constant on which the type of a user may
/// depend: a shape, an axis, a limit.
static ElementsAttr getSmallConstant(Location loc, const ast::Expr &expr) {
  const ast::Expr *value = &expr;
  while (auto *let = dyn_cast<ast::Let>(value))
    value = let->getBody().get();
  auto *constant = dyn_cast<ast::Constant>(value);
  if (!constant ||
      constant->getValue().getBytes().size() > maxDenseConstantBytes)
    return {};
  FailureOr<ElementsAttr> attr = makeConstant(loc, constant->getValue());
  return succeeded(attr) ? *attr : ElementsAttr();
}

ast::TypeRef Walk::run(const ast::Expr &root) {
  steps.push_back({Step::Enter, &root});
  while (!steps.empty()) {
    Step step = steps.back();
    steps.pop_back();
    if (failed(runStep(step)))
      return nullptr;
  }
  if (const ast::Type *type = root.getLocalType())
    return ast::TypeRef(type);
  Type type = lookup(root).type;
  return type ? types.raise(type) : nullptr;
}

LogicalResult Walk::runStep(const Step &step) {
  switch (step.kind) {
  case Step::Enter:
    return isTyped(*step.expr) ? success() : enter(*step.expr);
  case Step::Finish:
    return isTyped(*step.expr) ? success() : finish(*step.expr);
  case Step::BindLet:
    return bindLet(cast<ast::Let>(*step.expr));
  case Step::CloseLet:
    return closeLet(step);
  }
  llvm_unreachable("no such step");
}

LogicalResult Walk::enter(const ast::Expr &expr) {
  switch (expr.getKind()) {
  case ast::Expr::Kind::Var: {
    return set(expr,
               {types.lowerAnnotation(cast<ast::Var>(expr).getAnnotation())});
  }
  case ast::Expr::Kind::Constant: {
    FailureOr<RankedTensorType> type = getTensorType(
        UnknownLoc::get(context), cast<ast::Constant>(expr).getValue());
    return set(expr, {succeeded(type) ? Type(*type) : Type()});
  }
  case ast::Expr::Kind::GlobalVar:
  case ast::Expr::Kind::Op:
    return failure();
  case ast::Expr::Kind::Let:
    steps.push_back({Step::BindLet, &expr});
    steps.push_back({Step::Enter, cast<ast::Let>(expr).getValue().get()});
    return success();
  default:
    break;
  }
  if (auto *call = dyn_cast<ast::Call>(&expr))
    if (isa<ast::GlobalVar>(*call->getCallee()))
      return failure();
  steps.push_back({Step::Finish, &expr});
  SmallVector<const ast::Expr *, 4> parts = getParts(expr);
  for (const ast::Expr *part : llvm::reverse(parts))
    steps.push_back({Step::Enter, part});
  return success();
}

Walk::Found Walk::lookup(const ast::Expr &expr) {
  if (const ast::Type *type = expr.getLocalType())
    return {types.lower(*type)};
  Found result = found.lookup(&expr);
  if (result.binding != noBinding && !openBindings[result.binding])
    return {};
  return result;
}

LogicalResult Walk::set(const ast::Expr &expr, Found type) {
  if (!type.type)
    return failure();
  if (type.binding == noBinding)
    expr.setLocalType(types.raise(type.type));
  else
    found[&expr] = type;
  return success();
}

LogicalResult Walk::finish(const ast::Expr &expr) {
  Operands operands;
  unsigned binding = noBinding;
  for (const ast::Expr *part : getParts(expr)) {
    Found operand = lookup(*part);
    if (!operand.type)
      return failure();
    binding = std::min(binding, operand.binding);
    operands.push_back(
        {operand.type, getSmallConstant(UnknownLoc::get(context), *part)});
  }
  return set(expr, {getTypeOf(expr, operands), binding});
}

//===----------------------------------------------------------------------===//
// Bindings
//===----------------------------------------------------------------------===//

LogicalResult Walk::bindLet(const ast::Let &let) {
  const ast::Var &var = *let.getVar();
  Found value = lookup(*let.getValue());
  unsigned binding = openBindings.size();
  openBindings.push_back(true);
  if (var.getAnnotation()) {
    // A type with unknown parts, or a less precise one, is for inference.
    if (!value.type || types.lowerAnnotation(var.getAnnotation()) != value.type)
      return failure();
  } else if (!value.type ||
             !found.try_emplace(&var, Found{value.type, binding}).second) {
    return failure();
  }
  steps.push_back({Step::CloseLet, &let, binding});
  steps.push_back({Step::Enter, let.getBody().get()});
  return success();
}

LogicalResult Walk::closeLet(const Step &step) {
  auto &let = cast<ast::Let>(*step.expr);
  Found value = lookup(*let.getValue()), body = lookup(*let.getBody());
  openBindings[step.binding] = false;
  // No other binding is between this one and those that enclose it.
  if (body.binding == step.binding)
    body.binding = noBinding;
  return set(let, {body.type, std::min(value.binding, body.binding)});
}

//===----------------------------------------------------------------------===//
// Types of nodes
//===----------------------------------------------------------------------===//

Type Walk::getFunctionType(const ast::Function &function, Type body) {
  if (!function.getTypeParams().empty())
    return {};
  if (function.getReturnType() &&
      types.lowerAnnotation(function.getReturnType()) != body)
    return {};
  SmallVector<Type> inputs;
  for (const ast::VarRef &param : function.getParams()) {
    inputs.push_back(types.lowerAnnotation(param->getAnnotation()));
    if (!inputs.back())
      return {};
  }
  return FunctionType::get(context, inputs, body);
}

/// The type of a call of a function value; null if the arguments have not
/// exactly the types of the parameters.
static Type getAppliedType(const Operands &operands) {
  auto function = dyn_cast<FunctionType>(operands.back().type);
  auto arguments = llvm::map_range(
      llvm::drop_end(operands),
      [](const NodeLowering::Operand &operand) { return operand.type; });
  return function && llvm::equal(function.getInputs(), arguments)
             ? function.getResult(0)
             : Type();
}

static Type getBranchType(MLIRContext *context, const Operands &operands) {
  Type boolean = RankedTensorType::get({}, IntegerType::get(context, 1));
  return operands[0].type == boolean && operands[1].type == operands[2].type
             ? operands[1].type
             : Type();
}

Type Walk::getTypeOf(const ast::Expr &expr, const Operands &operands) {
  if (auto *function = dyn_cast<ast::Function>(&expr))
    return getFunctionType(*function, operands.front().type);
  if (isa<ast::If>(expr))
    return getBranchType(context, operands);
  auto *call = dyn_cast<ast::Call>(&expr);
  if (call && !isa<ast::Op>(*call->getCallee()))
    return getAppliedType(operands);
  if (isa<ast::RefWrite>(expr) &&
      operands[0].type != RefType::get(operands[1].type))
    return {};
  Operation *op = nodes.lower(expr, operands);
  Type type = op ? op->getResult(0).getType() : Type();
  return type && !containsUnknown(type) ? type : Type();
}

//===----------------------------------------------------------------------===//
// LocalTypes
//===----------------------------------------------------------------------===//

LocalTypes::LocalTypes(MLIRContext *context) : context(context) {}
LocalTypes::~LocalTypes() = default;

ast::TypeRef LocalTypes::find(const ast::Expr &expr) {
  if (const ast::Type *type = expr.getLocalType())
    return ast::TypeRef(type);
  auto used = scratch.take(context);
  ThreadDiagnostics diagnostics(context);
  return Walk(context, used->nodes, used->types).run(expr);
}
