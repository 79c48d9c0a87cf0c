//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matching, rewriting and partitioning of expressions by patterns.
//
//===----------------------------------------------------------------------===//

#include "IRModule.h"
#include "Patterns.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Frontend/Conversion.h"
#include "RelayLite/Frontend/Lowering.h"
#include "RelayLite/Pattern/Rewriting.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;
using namespace mlir::relay::pattern;
using llvm::dyn_cast;

//===----------------------------------------------------------------------===//
// Callbacks of matching
//===----------------------------------------------------------------------===//

// The types of the nodes of an expression, which are those of the operations
// that it is lowered to.
static ExprTypes inferExprTypes(const ast::Expr &root) {
  ScopedUse use;
  DiagnosticCollector diagnostics(nullptr);
  ast::Ref<ast::Function> function;
  if (auto *known = dyn_cast<ast::Function>(&root)) {
    function = ast::Ref<ast::Function>(known);
  } else {
    std::vector<ast::VarRef> params;
    for (const ast::Var *var : findFreeVars(root))
      params.push_back(ast::VarRef(var));
    function = ast::make<ast::Function>(std::move(params), ast::ExprRef(&root));
  }
  ast::Module module;
  module.add("main", function);
  Origins origins;
  OwningOpRef<ModuleOp> op =
      lowerModule(python::getContext(), module, &origins);
  if (!op || failed(verifyLowered(*op)) || failed(inferTypes(*op)))
    diagnostics.raise("the types of the expression cannot be inferred");
  ExprTypes types;
  auto add = [&](Location loc, Type type) {
    if (const ast::Expr *expr = origins.lookup(loc))
      types.try_emplace(expr, convertType(type, {}));
  };
  op->walk([&](Operation *inner) {
    for (Region &region : inner->getRegions())
      for (BlockArgument argument : region.getArguments())
        add(argument.getLoc(), argument.getType());
    if (inner->getNumResults() == 1)
      add(inner->getLoc(), inner->getResult(0).getType());
  });
  return types;
}

namespace {
/// Calls Python from within the library, through which nothing may be thrown:
/// the first exception is kept, and nothing is called after it.
class PythonCalls {
public:
  /// Return the result of `function`, or `otherwise` after an exception.
  template <typename T>
  T call(T otherwise, llvm::function_ref<T()> function) {
    if (exception)
      return otherwise;
    try {
      return function();
    } catch (...) {
      exception = std::current_exception();
      return otherwise;
    }
  }

  /// Throws the exception, if there was one.
  void rethrow() const {
    if (exception)
      std::rethrow_exception(exception);
  }

  ExprGraphOptions getGraphOptions() {
    ExprGraphOptions options;
    options.inferTypes = [this](const ast::Expr &root) {
      return call<ExprTypes>(ExprTypes(), [&] { return inferExprTypes(root); });
    };
    options.getOperatorAttr = [this](StringRef op, StringRef name) {
      return call<std::optional<ast::AttrValue>>(
          std::nullopt, [&] { return findOperatorAttr(op, name); });
    };
    return options;
  }

private:
  // Return an attribute that scripts have registered.
  static std::optional<ast::AttrValue> findOperatorAttr(StringRef op,
                                                        StringRef name) {
    nb::object node = nb::cast(getCanonical(ast::make<ast::Op>(op.str())));
    nb::str key(name.data(), name.size());
    if (!nb::cast<bool>(node.attr("has_attr")(key)))
      return std::nullopt;
    nb::object value = node.attr("get_attr")(key);
    if (value.is_none())
      return std::nullopt;
    return getAttrValue(value);
  }

  std::exception_ptr exception;
};
} // namespace

VerifiedPattern::VerifiedPattern(PatternRef pattern)
    : root(std::move(pattern)) {
  if (llvm::Error error = pattern::verify(*root))
    raiseTVMError(llvm::toString(std::move(error)));
  for (const pattern::Pattern *node : getPostOrder(*root))
    nodes.push_back(PatternRef(node));
}

template <typename T>
static T take(llvm::Expected<T> result, const PythonCalls &calls) {
  std::string error;
  if (!result)
    error = llvm::toString(result.takeError());
  calls.rethrow();
  if (!error.empty())
    raiseTVMError(error);
  return std::move(*result);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static bool matchPattern(Checked<PatternRef> checkedPattern,
                         Checked<ast::ExprRef> checkedExpr) {
  VerifiedPattern pattern(checkedPattern.take());
  ast::ExprRef expr = checkedExpr.take();
  PythonCalls calls;
  ExprGraph graph(*expr, getOperators(), calls.getGraphOptions());
  return take(Matcher(graph, *pattern).match(graph.getNode(*expr)), calls);
}

static nb::object toPython(const MatchedExprs &matched) {
  nb::dict map;
  for (const auto &[pattern, exprs] : matched)
    map[nb::cast(PatternRef(pattern))] = makeArray(llvm::ArrayRef(exprs));
  return makeMap(std::move(map));
}

// Replaces each match by what `callback` returns; `name` is what errors call
// it. An error if there are more than `maxNodes` nodes.
static ast::ExprRef rewritePattern(Checked<PatternRef> checkedPattern,
                                   Checked<ast::ExprRef> checkedExpr,
                                   nb::object callback, const std::string &name,
                                   size_t maxNodes) {
  VerifiedPattern pattern(checkedPattern.take());
  ast::ExprRef expr = checkedExpr.take();
  PythonCalls calls;
  auto rewrite = [&](const ast::Expr &pre, const ast::ExprRef &post,
                     const MatchedExprs &matched) {
    return calls.call<ast::ExprRef>(nullptr, [&] {
      nb::object result =
          callback(ast::ExprRef(&pre), post, ::toPython(matched));
      ast::ExprRef replacement;
      if (!nb::try_cast(result, replacement) || !replacement)
        raiseArgumentError("expected an expression from " + name, result);
      return replacement;
    });
  };
  return take(rewriteMatches(*pattern, expr, getOperators(),
                             calls.getGraphOptions(), rewrite, name, maxNodes),
              calls);
}

static size_t countNodes(Checked<ast::ExprRef> checkedExpr) {
  return ExprGraph(*checkedExpr.take(), getOperators()).size();
}

namespace {
/// Partitions an expression by patterns, one after the other.
class Partitioning {
public:
  explicit Partitioning(ast::ExprRef expr) : expr(std::move(expr)) {}

  const ast::ExprRef &getExpr() const { return expr; }

  /// Whether there was a match.
  bool run(Checked<PatternRef> checkedPattern, const ast::Attrs &attrs,
           nb::handle check) {
    VerifiedPattern pattern(checkedPattern.take());
    if (!graph)
      graph.emplace(*expr, getOperators(), calls.getGraphOptions());
    auto checkMatch = [&](const ast::Expr &root) {
      return calls.call<std::optional<bool>>(std::nullopt, [&] {
        return nb::cast<bool>(nb::bool_(check(ast::ExprRef(&root))));
      });
    };
    ast::ExprRef result = take(
        pattern::partition(*pattern, expr, *graph, attrs, checkMatch), calls);
    if (result == expr)
      return false;
    set(std::move(result));
    return true;
  }

  void set(ast::ExprRef newExpr) {
    // The graph is that of the old expression.
    graph.reset();
    expr = std::move(newExpr);
  }

private:
  ast::ExprRef expr;
  PythonCalls calls;
  std::optional<ExprGraph> graph;
};
} // namespace

static ast::ExprRef partitionPattern(Checked<PatternRef> checkedPattern,
                                     Checked<ast::ExprRef> checkedExpr,
                                     nb::object attrs, nb::object check) {
  Partitioning partitioning(checkedExpr.take());
  partitioning.run(std::move(checkedPattern), getAttrs(attrs), check);
  return partitioning.getExpr();
}

// Partitions a function by a table of names, patterns and checks. `inferTypes`
// makes types where the function has none.
static ast::ExprRef mergeComposites(Checked<ast::ExprRef> checkedFunction,
                                    nb::list table, nb::object inferTypes) {
  Partitioning partitioning(checkedFunction.take());
  for (nb::handle entry : table) {
    bool isChanged =
        partitioning.run({nb::cast<PatternRef>(entry[1]), {}},
                         {{"Composite", getAttrValue(entry[0])}}, entry[2]);
    // Otherwise all nodes have kept theirs.
    if (isChanged && !partitioning.getExpr()->getType())
      partitioning.set(
          nb::cast<ast::ExprRef>(inferTypes(partitioning.getExpr())));
  }
  return partitioning.getExpr();
}

void python::bindMatching(nb::module_ &m) {
  m.def("match_pattern", matchPattern, nb::arg("pattern").none(),
        nb::arg("expr").none());
  m.def("rewrite_pattern", rewritePattern, nb::arg("pattern").none(),
        nb::arg("expr").none(), nb::arg("callback"), nb::arg("name"),
        nb::arg("max_nodes"));
  m.def("count_nodes", countNodes, nb::arg("expr").none());
  m.def("partition_pattern", partitionPattern, nb::arg("pattern").none(),
        nb::arg("expr").none(), nb::arg("attrs").none(), nb::arg("check"));
  m.def("merge_composites", mergeComposites, nb::arg("function").none(),
        nb::arg("table"), nb::arg("infer_types"));
}
