//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instruments around the passes of a stock pass manager.
//
//===----------------------------------------------------------------------===//

#include "AdaptorPass.h"
#include "RelayLite/Pass/Instruments.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::relay::pass {
using namespace detail;

namespace {
class InstrumentAdaptor : public PassInstrumentation {
public:
  explicit InstrumentAdaptor(std::shared_ptr<PassContext> context)
      : context(std::move(context)) {}

  void runBeforePass(mlir::Pass *pass, Operation *op) override;
  void runAfterPass(mlir::Pass *pass, Operation *op) override;
  void runAfterPassFailed(mlir::Pass *pass, Operation *op) override;

private:
  using Hook =
      function_ref<LogicalResult(PassInstrument &, ModuleOp, const PassInfo &)>;
  /// Calls `hook` for every instrument; fails as they do, with an error.
  LogicalResult callAll(mlir::Pass *pass, Operation *op, Hook hook);
  void countRunner(mlir::Pass *pass, Operation *op, int change);
  bool isInsideRunner(Operation *op) const;
  const PassInfo &getInfo(StringRef argument);

  std::shared_ptr<PassContext> context;
  std::mutex mutex;
  /// How many plans are running on a module: hooks fire there.
  llvm::DenseMap<Operation *, unsigned> numRunners;
  llvm::StringMap<PassInfo> infos;
  llvm::StringSet<> warned;
};
} // namespace

/// Whether `pass` runs a plan, in which hooks fire.
static bool isRunner(mlir::Pass *pass) {
  return isa<AdaptorPass>(pass) || pass->getArgument() == "relay-sequential";
}

void InstrumentAdaptor::countRunner(mlir::Pass *pass, Operation *op,
                                    int change) {
  if (!isRunner(pass))
    return;
  std::lock_guard<std::mutex> lock(mutex);
  numRunners[op] += change;
}

bool InstrumentAdaptor::isInsideRunner(Operation *op) const {
  for (; op; op = op->getParentOp())
    if (numRunners.lookup(op))
      return true;
  return false;
}

const PassInfo &InstrumentAdaptor::getInfo(StringRef argument) {
  auto it = infos.find(argument);
  if (it == infos.end()) {
    std::optional<PassEntry> entry = lookupPass(argument);
    it = infos
             .try_emplace(argument,
                          entry ? entry->info : PassInfo(0, argument.str()))
             .first;
  }
  return it->second;
}

LogicalResult InstrumentAdaptor::callAll(mlir::Pass *pass, Operation *op,
                                         Hook hook) {
  std::lock_guard<std::mutex> lock(mutex);
  // Adaptors between levels of nesting have no argument.
  if (pass->getArgument().empty() || isRunner(pass) || isInsideRunner(op))
    return success();
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  if (!module)
    return success();
  const PassInfo &info = getInfo(pass->getArgument());
  bool isReported = false;
  ScopedDiagnosticHandler errors(op->getContext(), [&](Diagnostic &diagnostic) {
    isReported |= diagnostic.getSeverity() == DiagnosticSeverity::Error;
    // Others handle it.
    return failure();
  });
  for (const auto &instrument : *context->getInstruments()) {
    std::string thrown;
    isReported = false;
    try {
      if (succeeded(hook(*instrument, module, info)))
        continue;
    } catch (const std::exception &exception) {
      thrown = std::string(": ") + exception.what();
    } catch (...) {
    }
    if (isReported)
      return failure();
    return op->emitError("the instrument '")
           << instrument->getName() << "' failed around the pass '" << info.name
           << "'" << thrown;
  }
  return success();
}

void InstrumentAdaptor::runBeforePass(mlir::Pass *pass, Operation *op) {
  auto before = [&](PassInstrument &instrument, ModuleOp module,
                    const PassInfo &info) -> LogicalResult {
    if (!context->isRequired(info.name)) {
      FailureOr<bool> go = instrument.shouldRun(module, info);
      if (failed(go))
        return failure();
      if (!*go && warned.insert(instrument.getName()).second)
        module.emitWarning("the instrument '")
            << instrument.getName() << "' cannot veto the pass '" << info.name
            << "', which runs outside relay-sequential";
    }
    return instrument.runBeforePass(module, info);
  };
  if (failed(callAll(pass, op, before)))
    signalPassFailure(pass);
  countRunner(pass, op, +1);
}

void InstrumentAdaptor::runAfterPass(mlir::Pass *pass, Operation *op) {
  auto after = [](PassInstrument &instrument, ModuleOp module,
                  const PassInfo &info) {
    return instrument.runAfterPass(module, info);
  };
  countRunner(pass, op, -1);
  if (failed(callAll(pass, op, after)))
    signalPassFailure(pass);
}

void InstrumentAdaptor::runAfterPassFailed(mlir::Pass *pass, Operation *op) {
  auto failedHook = [](PassInstrument &instrument, ModuleOp module,
                       const PassInfo &info) {
    instrument.runAfterPassFailed(module, info);
    return success();
  };
  countRunner(pass, op, -1);
  (void)callAll(pass, op, failedHook);
}

std::unique_ptr<PassInstrumentation>
createInstrumentation(std::shared_ptr<PassContext> context) {
  return std::make_unique<InstrumentAdaptor>(std::move(context));
}

} // namespace mlir::relay::pass
