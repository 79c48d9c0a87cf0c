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

#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/AnnotateTarget.h"
#include "RelayLite/Dialect/Relay/Transforms/EliminateCommonSubexpr.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Pass/PassRegistry.h"
#include "Run.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;
using RelayPass = pass::Pass;

static pass::PassInfo getInfo(StringRef name) {
  // Passes register when the context is made.
  python::getContext();
  return pass::lookupPass(name)->info;
}

// Return the calls and projections that `fskip` accepts, asked in the order of
// the functions. The caller holds the interpreter's lock. Throws the exceptions
// of `fskip`.
static llvm::DenseSet<Operation *>
findSkipped(ModuleOp module, const nb::object &fskip, bool &failed) {
  llvm::DenseSet<Operation *> skipped;
  RaisedOperations raised;
  RaisingOptions options;
  options.raised = &raised;
  if (mlir::failed(raiseModule(module, options))) {
    failed = true;
    return skipped;
  }
  for (auto &[op, expr] : raised)
    if (llvm::isa<ast::Call, ast::TupleGetItem>(*expr) &&
        nb::cast<bool>(nb::bool_(fskip(expr))))
      skipped.insert(op);
  return skipped;
}

static RelayPass makeEliminateCommonSubexpr(nb::object fskip) {
  auto run = [held = makeHolder(std::move(fskip))](
                 pass::ModuleHost &host,
                 pass::PassContext &) -> FailureOr<bool> {
    if (failed(host.materialize()))
      return failure();
    ModuleOp module = static_cast<Run &>(host).getOp();
    for (auto function : module.getOps<func::FuncOp>())
      if (!isSkippedByFunctionPasses(function) &&
          failed(checkTypesKnown(function)))
        return failure();
    llvm::DenseSet<Operation *> skipped;
    {
      ScopedLock lock;
      bool failed = false;
      skipped = findSkipped(module, *held, failed);
      if (failed)
        return failure();
    }
    bool changed = false;
    for (auto function : module.getOps<func::FuncOp>())
      if (!isSkippedByFunctionPasses(function))
        changed |= eliminateCommonSubexpressions(
            function, [&](Operation *op) { return skipped.contains(op); });
    if (changed)
      host.didChange();
    return changed;
  };
  return pass::createHostedPass(pass::PassKind::Function, run,
                                getInfo("EliminateCommonSubexpr"));
}

// The first of `targets`, by number, for which `isSupported` is true of each
// call of an operator in a function that passes may change. With the
// interpreter's lock; what it raises is thrown.
static FailureOr<llvm::DenseMap<Operation *, size_t>>
findTargets(ModuleOp module, const std::vector<std::string> &targets,
            const nb::object &isSupported) {
  RaisedOperations raised;
  RaisingOptions options;
  options.raised = &raised;
  if (failed(raiseModule(module, options)))
    return failure();
  llvm::DenseMap<Operation *, size_t> result;
  for (auto &[op, expr] : raised) {
    auto *call = llvm::dyn_cast<ast::Call>(&*expr);
    if (!call || !llvm::isa<ast::Op>(*call->getCallee()) ||
        isSkippedByFunctionPasses(op->getParentOfType<func::FuncOp>()))
      continue;
    for (auto [i, target] : llvm::enumerate(targets))
      if (nb::cast<bool>(isSupported(target, expr))) {
        result[op] = i;
        break;
      }
  }
  return result;
}

static RelayPass makeAnnotateTarget(std::vector<std::string> targets,
                                    bool includeNonCallOps,
                                    nb::object isSupported) {
  auto run = [held = makeHolder(std::move(isSupported)),
              targets = std::move(targets),
              includeNonCallOps](pass::ModuleHost &host,
                                 pass::PassContext &) -> FailureOr<bool> {
    if (failed(host.materialize()))
      return failure();
    ModuleOp module = static_cast<Run &>(host).getOp();
    SmallVector<func::FuncOp> functions;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (isSkippedByFunctionPasses(function))
        continue;
      if (failed(checkTypesKnown(function)))
        return failure();
      functions.push_back(function);
    }
    FailureOr<llvm::DenseMap<Operation *, size_t>> found = failure();
    {
      ScopedLock lock;
      found = findTargets(module, targets, *held);
    }
    if (failed(found))
      return failure();
    OperationFingerPrint before(module);
    auto names = llvm::to_vector_of<StringRef>(targets);
    for (func::FuncOp function : functions)
      annotateTargets(function, names, includeNonCallOps,
                      [&](StringRef compiler, Operation *op) {
                        auto it = found->find(op);
                        return it != found->end() &&
                               names[it->second] == compiler;
                      });
    if (before == OperationFingerPrint(module))
      return false;
    host.didChange();
    return true;
  };
  return pass::createHostedPass(pass::PassKind::Function, run,
                                getInfo("AnnotateTargetFunc"));
}

// `getSkipLayers` gives the layers to leave alone when the pass runs.
static RelayPass makeConvertLayout(std::vector<std::string> desiredLayouts,
                                   nb::object getSkipLayers) {
  auto run = [held = makeHolder(std::move(getSkipLayers)),
              desiredLayouts = std::move(desiredLayouts)](
                 pass::ModuleHost &host,
                 pass::PassContext &) -> FailureOr<bool> {
    if (failed(host.materialize()))
      return failure();
    ConvertLayoutPassOptions options;
    options.desiredLayouts.assign(desiredLayouts.begin(), desiredLayouts.end());
    {
      ScopedLock lock;
      for (unsigned layer : nb::cast<std::vector<unsigned>>((*held)()))
        options.skipLayers.push_back(layer);
    }
    ModuleOp module = static_cast<Run &>(host).getOp();
    OperationFingerPrint before(module);
    PassManager manager(module.getContext(), ModuleOp::getOperationName());
    manager.addNestedPass<func::FuncOp>(
        createConvertLayoutPass(std::move(options)));
    if (failed(manager.run(module)))
      return failure();
    if (before == OperationFingerPrint(module))
      return false;
    host.didChange();
    return true;
  };
  return pass::createHostedPass(pass::PassKind::Function, run,
                                getInfo("ConvertLayout"));
}

// The names of the functions of `module`.
static llvm::StringSet<> getFunctionNames(ModuleOp module) {
  llvm::StringSet<> names;
  for (auto function : module.getOps<func::FuncOp>())
    names.insert(function.getSymName());
  return names;
}

// `optimize` gets the names of the functions that have been made, each with its
// compiler, and a function that gives the module. It returns another module, or
// None.
static RelayPass makePartitionGraph(bool bindConstants, nb::object optimize) {
  auto run = [held = makeHolder(std::move(optimize)),
              bindConstants](pass::ModuleHost &host,
                             pass::PassContext &) -> FailureOr<bool> {
    if (failed(host.materialize()))
      return failure();
    auto &run = static_cast<Run &>(host);
    ModuleOp module = run.getOp();
    OperationFingerPrint before(module);
    llvm::StringSet<> old = getFunctionNames(module);
    PartitionGraphPassOptions options;
    options.bindConstants = bindConstants;
    PassManager manager(module.getContext(), ModuleOp::getOperationName());
    manager.addPass(createPartitionGraphPass(options));
    if (failed(manager.run(module)))
      return failure();
    if (before == OperationFingerPrint(module))
      return false;
    host.didChange();
    ScopedLock lock;
    nb::list parts;
    for (auto function : module.getOps<func::FuncOp>())
      if (!old.contains(function.getSymName()))
        parts.append(nb::make_tuple(
            function.getSymName().str(),
            function->getAttrOfType<StringAttr>(fnattr::compiler).str()));
    nb::object result =
        (*held)(parts, nb::cpp_function([&]() { return run.getView(); }));
    if (!result.is_none())
      run.replace(nb::cast<IRModuleRef>(result));
    return true;
  };
  return pass::createHostedPass(pass::PassKind::Module, run,
                                getInfo("PartitionGraph"));
}

void python::bindHostedPasses(nb::module_ &m) {
  m.def("annotate_target", makeAnnotateTarget, nb::arg("targets"),
        nb::arg("include_non_call_ops"), nb::arg("is_supported"));
  m.def("partition_graph", makePartitionGraph, nb::arg("bind_constants"),
        nb::arg("optimize"));
  m.def("eliminate_common_subexpr", makeEliminateCommonSubexpr,
        nb::arg("fskip"));
  m.def("convert_layout", makeConvertLayout, nb::arg("desired_layouts"),
        nb::arg("get_skip_layers"));
}
