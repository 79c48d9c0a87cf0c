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
#include "RelayLite/Dialect/Relay/Transforms/EliminateCommonSubexpr.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Pass/PassRegistry.h"
#include "Run.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;
using RelayPass = pass::Pass;

static pass::PassInfo getInfo(StringRef name) {
  // Passes register when the context is made.
  python::getContext();
  return pass::lookupPass(name)->info;
}

// What `fskip` says of each call and projection, in the order of the functions.
// With the interpreter's lock; what it raises is thrown.
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

void python::bindHostedPasses(nb::module_ &m) {
  m.def("eliminate_common_subexpr", makeEliminateCommonSubexpr,
        nb::arg("fskip"));
  m.def("convert_layout", makeConvertLayout, nb::arg("desired_layouts"),
        nb::arg("get_skip_layers"));
}
