//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measures the overhead of a pass: 1,000 passes that do nothing, in a bare
// mlir::PassManager and in a Sequential, without and with instruments. Prints
// a JSON object for each case, with nanoseconds per pass.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/InitAll.h"
#include "RelayLite/Pass/Instruments.h"
#include "RelayLite/Pass/PassRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/JSON.h"
#include <chrono>

using namespace mlir;
namespace pass = mlir::relay::pass;

static constexpr unsigned numPasses = 1000;

namespace {
/// Changes nothing.
template <typename OpT>
struct NothingPass : public PassWrapper<NothingPass<OpT>, OperationPass<OpT>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NothingPass)
  void runOnOperation() override { this->markAllAnalysesPreserved(); }
};

/// Has every hook, and does nothing in them.
struct NothingInstrument : public pass::PassInstrument {
  NothingInstrument() : PassInstrument("nothing") {}
  LogicalResult enterPassContext() override { return success(); }
  LogicalResult exitPassContext() override { return success(); }
  FailureOr<bool> shouldRun(ModuleOp, const pass::PassInfo &) override {
    return true;
  }
  LogicalResult runBeforePass(ModuleOp, const pass::PassInfo &) override {
    return success();
  }
  LogicalResult runAfterPass(ModuleOp, const pass::PassInfo &) override {
    return success();
  }
};

enum class Instruments { None, Nothing, TenNothing, Timing };
} // namespace

static OwningOpRef<ModuleOp> makeModule(MLIRContext *context,
                                        unsigned numFunctions) {
  std::string text;
  for (unsigned i = 0; i != numFunctions; ++i)
    text += "func.func @f" + std::to_string(i) +
            "(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
            "  %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>\n"
            "  %1 = relay.add %0, %x : (tensor<2xf32>, tensor<2xf32>) -> "
            "tensor<2xf32>\n"
            "  return %1 : tensor<2xf32>\n}\n";
  return parseSourceString<ModuleOp>(text, context);
}

/// Nanoseconds per pass: the median of several runs, after one that is not
/// counted.
static double measure(PassManager &pm, ModuleOp module) {
  SmallVector<double> times;
  for (unsigned i = 0; i != 12; ++i) {
    auto start = std::chrono::steady_clock::now();
    if (failed(pm.run(module)))
      std::exit(EXIT_FAILURE);
    auto end = std::chrono::steady_clock::now();
    if (i)
      times.push_back(
          std::chrono::duration<double, std::nano>(end - start).count());
  }
  llvm::sort(times);
  return times[times.size() / 2] / numPasses;
}

static void report(StringRef what, unsigned numFunctions, double nanoseconds) {
  llvm::outs() << llvm::json::Value(
                      llvm::json::Object{{"case", what},
                                         {"functions", numFunctions},
                                         {"ns_per_pass", nanoseconds}})
               << "\n";
}

static void runBare(StringRef what, unsigned numFunctions, ModuleOp module,
                    function_ref<void(PassManager &)> add) {
  PassManager pm(module.getContext(), ModuleOp::getOperationName());
  for (unsigned i = 0; i != numPasses; ++i)
    add(pm);
  report(what, numFunctions, measure(pm, module));
}

static void runSequential(StringRef what, unsigned numFunctions,
                          ModuleOp module, const pass::Pass &element,
                          Instruments instruments) {
  pass::PassContextOptions options;
  if (instruments == Instruments::Timing)
    options.instruments = {std::make_shared<pass::TimingInstrument>()};
  else if (instruments != Instruments::None)
    for (unsigned i = 0, e = instruments == Instruments::Nothing ? 1 : 10;
         i != e; ++i)
      options.instruments.push_back(std::make_shared<NothingInstrument>());
  auto context = llvm::cantFail(pass::PassContext::create(options));
  auto scope = llvm::cantFail(pass::PassContextScope::enter(context));
  pass::Sequential sequential(std::vector<pass::Pass>(numPasses, element));
  PassManager pm(module.getContext(), ModuleOp::getOperationName());
  pm.addPass(llvm::cantFail(pass::createAdaptorPass(sequential, context)));
  report(what, numFunctions, measure(pm, module));
}

int main() {
  relay::registerAllPasses();
  MLIRContext context;
  DialectRegistry registry;
  relay::registerAllDialects(registry);
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
  context.loadDialect<func::FuncDialect>();

  using ModulePass = NothingPass<ModuleOp>;
  using FunctionPass = NothingPass<func::FuncOp>;
  pass::Pass modulePass = pass::createPass(
      pass::PassKind::Module, [] { return std::make_unique<ModulePass>(); },
      pass::PassInfo(0, "module"));
  pass::Pass functionPass = pass::createPass(
      pass::PassKind::Function, [] { return std::make_unique<FunctionPass>(); },
      pass::PassInfo(0, "function"));
  pass::Pass moduleCallback = pass::createModulePass(
      [](ModuleOp, pass::PassRun &run) {
        run.markAllAnalysesPreserved();
        return success();
      },
      pass::PassInfo(0, "module callback"));
  auto nothing = [](func::FuncOp, pass::PassRun &run) {
    run.markAllAnalysesPreserved();
    return success();
  };
  pass::Pass functionCallback = pass::createFunctionPass(
      nothing, pass::PassInfo(0, "function callback"), pass::Snapshot::None);
  pass::Pass snapshotCallback = pass::createFunctionPass(
      nothing, pass::PassInfo(0, "function callback with a snapshot"));

  for (unsigned numFunctions : {1u, 10u, 100u}) {
    OwningOpRef<ModuleOp> module = makeModule(&context, numFunctions);
    if (!module)
      return EXIT_FAILURE;
    runBare("mlir module pass", numFunctions, *module, [](PassManager &pm) {
      pm.addPass(std::make_unique<ModulePass>());
    });
    runBare("mlir function pass", numFunctions, *module, [](PassManager &pm) {
      pm.addNestedPass<func::FuncOp>(std::make_unique<FunctionPass>());
    });
    auto run = [&](StringRef what, const pass::Pass &element,
                   Instruments instruments = Instruments::None) {
      runSequential(what, numFunctions, *module, element, instruments);
    };
    run("module pass", modulePass);
    run("module pass, an instrument", modulePass, Instruments::Nothing);
    run("module pass, ten instruments", modulePass, Instruments::TenNothing);
    run("module pass, timing", modulePass, Instruments::Timing);
    run("module callback", moduleCallback);
    run("function pass", functionPass);
    run("function pass, an instrument", functionPass, Instruments::Nothing);
    run("function pass, timing", functionPass, Instruments::Timing);
    run("function callback", functionCallback);
    run("function callback with a snapshot", snapshotCallback);
  }
  return EXIT_SUCCESS;
}
