//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes of MLIR that ask Python while they run.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/AnnotateTarget.h"
#include "RelayLite/Dialect/Relay/Transforms/CollagePartition.h"
#include "RelayLite/Dialect/Relay/Transforms/EliminateCommonSubexpr.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Pass/PassRegistry.h"
#include "RuleCall.h"
#include "Run.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;
using RelayPass = pass::Pass;

// Return the pass of the table called `name`, with `body` for its code.
template <typename BodyT>
static RelayPass makePass(StringRef name, nb::object callback, BodyT body) {
  // Passes register when the context is made.
  python::getContext();
  std::optional<pass::PassEntry> entry = pass::lookupPass(name);
  return makeHostedPass(entry->kind, entry->info, std::move(callback),
                        std::move(body));
}

// Call `visit` with each operation that is an expression in Relay, under the
// interpreter's lock.
static LogicalResult
visitExprs(ModuleOp module,
           function_ref<void(Operation *, const ast::ExprRef &)> visit) {
  ScopedLock lock;
  RaisedOperations raised;
  RaisingOptions options;
  options.raised = &raised;
  if (failed(raiseModule(module, options)))
    return failure();
  for (auto &[op, expr] : raised)
    visit(op, expr);
  return success();
}

// Return the functions that passes may change. Fail if a type in them is not
// known.
static FailureOr<SmallVector<func::FuncOp>> getTypedFunctions(ModuleOp module) {
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (isSkippedByFunctionPasses(function))
      continue;
    if (failed(checkTypesKnown(function)))
      return failure();
    functions.push_back(function);
  }
  return functions;
}

// Make EliminateCommonSubexpr, which leaves alone the calls and projections
// that `fskip` accepts. It is asked in the order of the functions.
static RelayPass makeEliminateCommonSubexpr(nb::object fskip) {
  auto body = [](Run &run, pass::PassContext &, const nb::object &fskip) {
    return run.transform([&](ModuleOp module) -> LogicalResult {
      auto functions = getTypedFunctions(module);
      if (failed(functions))
        return failure();
      llvm::DenseSet<Operation *> skipped;
      auto ask = [&](Operation *op, const ast::ExprRef &expr) {
        if (llvm::isa<ast::Call, ast::TupleGetItem>(*expr) &&
            nb::cast<bool>(nb::bool_(fskip(expr))))
          skipped.insert(op);
      };
      if (failed(visitExprs(module, ask)))
        return failure();
      for (func::FuncOp function : *functions)
        eliminateCommonSubexpressions(
            function, [&](Operation *op) { return skipped.contains(op); });
      return success();
    });
  };
  return makePass("EliminateCommonSubexpr", std::move(fskip), body);
}

// Make AnnotateTarget, which gives each call of an operator to the first target
// for which `isSupported` accepts the call.
static RelayPass makeAnnotateTarget(std::vector<std::string> targets,
                                    bool includeNonCallOps,
                                    nb::object isSupported) {
  auto body = [targets = std::move(targets),
               includeNonCallOps](Run &run, pass::PassContext &,
                                  const nb::object &isSupported) {
    return run.transform([&](ModuleOp module) -> LogicalResult {
      auto functions = getTypedFunctions(module);
      if (failed(functions))
        return failure();
      llvm::DenseMap<Operation *, StringRef> found;
      auto ask = [&](Operation *op, const ast::ExprRef &expr) {
        auto *call = llvm::dyn_cast<ast::Call>(&*expr);
        if (!call || !llvm::isa<ast::Op>(*call->getCallee()) ||
            isSkippedByFunctionPasses(op->getParentOfType<func::FuncOp>()))
          return;
        auto target = llvm::find_if(targets, [&](const std::string &target) {
          return nb::cast<bool>(isSupported(target, expr));
        });
        if (target != targets.end())
          found[op] = *target;
      };
      if (failed(visitExprs(module, ask)))
        return failure();
      auto names = llvm::to_vector_of<StringRef>(targets);
      for (func::FuncOp function : *functions)
        annotateTargets(function, names, includeNonCallOps,
                        [&](StringRef compiler, Operation *op) {
                          auto it = found.find(op);
                          return it != found.end() && it->second == compiler;
                        });
      return success();
    });
  };
  return makePass("AnnotateTargetFunc", std::move(isSupported),
                  std::move(body));
}

// Make ConvertLayout, which leaves alone the layers that `getSkipLayers` names
// when the pass runs.
static RelayPass makeConvertLayout(std::vector<std::string> desiredLayouts,
                                   nb::object getSkipLayers) {
  auto body = [desiredLayouts =
                   std::move(desiredLayouts)](Run &run, pass::PassContext &,
                                              const nb::object &getSkipLayers) {
    return run.transform([&](ModuleOp module) {
      ConvertLayoutPassOptions options;
      options.desiredLayouts.assign(desiredLayouts.begin(),
                                    desiredLayouts.end());
      {
        ScopedLock lock;
        for (unsigned layer : nb::cast<std::vector<unsigned>>(getSkipLayers()))
          options.skipLayers.push_back(layer);
      }
      // One by one: rules in Python belong to this thread.
      PassManager manager(module.getContext(),
                          func::FuncOp::getOperationName());
      manager.addPass(createConvertLayoutPass(std::move(options)));
      for (auto function : module.getOps<func::FuncOp>())
        if (failed(manager.run(function)))
          return failure();
      return success();
    });
  };
  return makePass("ConvertLayout", std::move(getSkipLayers), std::move(body));
}

// Make PartitionGraph, which calls `optimize` with the names of the functions
// that it has made, each with its compiler, and a function that gives the
// module. `optimize` returns another module, or None.
static RelayPass makePartitionGraph(bool bindConstants, nb::object optimize) {
  auto body = [bindConstants](Run &run, pass::PassContext &,
                              const nb::object &optimize) -> FailureOr<bool> {
    llvm::StringSet<> old;
    FailureOr<bool> changed = run.transform([&](ModuleOp module) {
      for (auto function : module.getOps<func::FuncOp>())
        old.insert(function.getSymName());
      PartitionGraphPassOptions options;
      options.bindConstants = bindConstants;
      PassManager manager(module.getContext(), ModuleOp::getOperationName());
      manager.addPass(createPartitionGraphPass(options));
      return manager.run(module);
    });
    if (failed(changed) || !*changed)
      return changed;
    ScopedLock lock;
    nb::list parts;
    for (auto function : run.getOp().getOps<func::FuncOp>())
      if (!old.contains(function.getSymName()))
        parts.append(nb::make_tuple(
            function.getSymName().str(),
            function->getAttrOfType<StringAttr>(fnattr::compiler).str()));
    nb::object result =
        optimize(parts, nb::cpp_function([&]() { return run.getView(); }));
    if (!result.is_none())
      run.replace(nb::cast<IRModuleRef>(result));
    return true;
  };
  return makePass("PartitionGraph", std::move(optimize), body);
}

namespace {
/// A run of CollagePartition, which asks Python for costs and for matches.
class CollageRun {
public:
  /// `callback` is a function of a module and the number of a target, and a
  /// list that has for each pattern a function of the root of a match.
  CollageRun(std::vector<CollageTarget> targets, CollageOptions options,
             const nb::object &callback)
      : targets(std::move(targets)), options(std::move(options)),
        callback(callback) {}

  LogicalResult run(ModuleOp module);

private:
  void addChecks();
  bool check(size_t pattern, Operation *root);
  FailureOr<double> estimate(ModuleOp candidate, size_t target);

  std::vector<CollageTarget> targets;
  CollageOptions options;
  const nb::object &callback;
  llvm::DenseMap<Operation *, ast::ExprRef> exprs;
  /// The exception that a check has raised. No other check is asked afterwards.
  std::exception_ptr exception;
};
} // namespace

void CollageRun::addChecks() {
  size_t number = 0;
  for (CollageTarget &target : targets)
    for (CompositePattern &pattern : target.patterns)
      pattern.check = [this, number = number++](Operation *root) {
        return check(number, root);
      };
}

bool CollageRun::check(size_t pattern, Operation *root) {
  auto it = exprs.find(root);
  if (exception || it == exprs.end())
    return false;
  ScopedLock lock;
  try {
    return nb::cast<bool>(nb::bool_(callback[1][pattern](it->second)));
  } catch (...) {
    exception = std::current_exception();
    return false;
  }
}

FailureOr<double> CollageRun::estimate(ModuleOp candidate, size_t target) {
  const std::string &name = targets[target].name;
  ScopedLock lock;
  try {
    auto program = std::make_shared<ProgramForms>(
        OwningOpRef<ModuleOp>(candidate.clone()), /*typed=*/true);
    nb::object result =
        callback[0](std::make_shared<IRModule>(std::move(program)), target);
    double cost;
    if (nb::try_cast(result, cost) && cost >= 0)
      return cost;
    return candidate.emitError("expected the cost estimator to return a number "
                               "of at least 0 for the target '")
           << name << "', but got " << nb::cast<std::string>(nb::repr(result));
  } catch (nb::python_error &error) {
    InFlightDiagnostic diagnostic =
        candidate.emitError("the cost estimator has failed for the target '")
        << name << "': ";
    if (!error.matches(PyExc_Exception)) {
      setPendingException(std::current_exception());
      return diagnostic << "interrupted";
    }
    setPendingCause(nb::borrow(error.value()));
    return diagnostic << describeException(error);
  }
}

LogicalResult CollageRun::run(ModuleOp module) {
  addChecks();
  auto keep = [&](Operation *op, const ast::ExprRef &expr) {
    exprs[op] = expr;
  };
  if (failed(visitExprs(module, keep)))
    return failure();
  auto counts = collagePartition(
      module, targets, options, [&](ModuleOp candidate, size_t target) {
        return exception ? FailureOr<double>() : estimate(candidate, target);
      });
  {
    ScopedLock lock;
    exprs.clear();
  }
  if (exception)
    std::rethrow_exception(exception);
  return success(succeeded(counts));
}

// Return the options that the context sets.
static CollageOptions getCollageOptions(const pass::PassContext &context) {
  CollageOptions options;
  auto setDepth = [&](StringRef key, uint64_t &depth) {
    if (const pass::ConfigValue *value = context.lookupConfig(key))
      depth = *value->getAsInteger();
  };
  setDepth("relay.collage.tvm_max_depth", options.tvmMaxDepth);
  setDepth("relay.collage.byoc_max_depth", options.byocMaxDepth);
  if (const pass::ConfigValue *value =
          context.lookupConfig("relay.collage.byoc_fusion_style"))
    for (const llvm::json::Value &style : *value->getAsArray())
      options.fusionStyles.push_back(style.getAsString()->str());
  return options;
}

// Make CollagePartition for targets, each a name and a list of names and
// patterns, or None. `estimate` and `checks` are as for CollageRun.
static RelayPass makeCollagePartition(nb::list given, nb::object estimate,
                                      nb::list checks) {
  std::vector<CollageTarget> targets;
  std::vector<VerifiedPattern> patterns;
  for (nb::handle entry : given) {
    CollageTarget &target = targets.emplace_back();
    target.name = nb::cast<std::string>(entry[0]);
    target.isExternal = !entry[1].is_none();
    if (!target.isExternal)
      continue;
    for (nb::handle row : nb::cast<nb::list>(entry[1])) {
      patterns.emplace_back(nb::cast<pattern::PatternRef>(row[1]));
      target.patterns.push_back(
          {nb::cast<std::string>(row[0]), patterns.back().get()});
    }
  }
  auto body = [targets = std::move(targets), patterns = std::move(patterns)](
                  Run &run, pass::PassContext &context,
                  const nb::object &callback) {
    return run.transform([&](ModuleOp module) {
      return CollageRun(targets, getCollageOptions(context), callback)
          .run(module);
    });
  };
  return makePass("CollagePartition", nb::make_tuple(estimate, checks),
                  std::move(body));
}

void python::bindHostedPasses(nb::module_ &m) {
  m.def("collage_partition", makeCollagePartition, nb::arg("targets"),
        nb::arg("estimate"), nb::arg("checks"));
  m.def("annotate_target", makeAnnotateTarget, nb::arg("targets"),
        nb::arg("include_non_call_ops"), nb::arg("is_supported"));
  m.def("partition_graph", makePartitionGraph, nb::arg("bind_constants"),
        nb::arg("optimize"));
  m.def("eliminate_common_subexpr", makeEliminateCommonSubexpr,
        nb::arg("fskip"));
  m.def("convert_layout", makeConvertLayout, nb::arg("desired_layouts"),
        nb::arg("get_skip_layers"));
}
