//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// relay-sequential: a Sequential from text.
//
//===----------------------------------------------------------------------===//

#include "AdaptorPass.h"
#include "PassImpl.h"
#include "PassTables.h"
#include "RelayLite/Pass/PassContextSettings.h"
#include "RelayLite/Pass/PassRegistry.h"
#include "RelayLite/Pass/Passes.h"
#include "RelayLite/Support/ModulePipeline.h"
#include "RelayLite/Support/PassCancellation.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::relay {
#define GEN_PASS_DEF_SEQUENTIALPASS
#include "RelayLite/Pass/Passes.h.inc"
} // namespace mlir::relay

namespace mlir::relay::pass {
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using namespace detail;

/// Returns a list of passes without the blanks around its commas and brackets.
/// Options stay as they are. MLIR prints a string such that it is split at its
/// blanks if the first of them follows a brace.
static std::string removeBlanks(StringRef list) {
  constexpr llvm::StringLiteral separators = ",(){}";
  std::string result;
  unsigned depth = 0;
  for (; !list.empty(); list = list.drop_front()) {
    char c = list.front();
    depth += c == '{';
    depth -= c == '}' && depth;
    // Names with blanks stay, and are errors.
    if (c == ' ' && !depth &&
        (result.empty() || separators.contains(result.back()) ||
         separators.contains(list.ltrim().take_front())))
      continue;
    result += c;
  }
  return result;
}

static std::string printPass(mlir::Pass &pass) {
  std::string text;
  llvm::raw_string_ostream os(text);
  pass.printAsTextualPipeline(os);
  return text;
}

/// Returns whether a pass that is printed as `text` can be parsed from it.
/// Values in quotes may hold anything, but MLIR prints them without the quotes.
static bool isReadBack(StringRef text) {
  std::string ignored;
  llvm::raw_string_ostream errors(ignored);
  OpPassManager pm(ModuleOp::getOperationName());
  return succeeded(parsePassPipeline(text, pm, errors)) &&
         llvm::hasSingleElement(pm) && printPass(*pm.begin()) == text;
}

namespace {
class SequentialPass
    : public mlir::relay::impl::SequentialPassBase<SequentialPass> {
public:
  using SequentialPassBase::SequentialPassBase;
  /// The copy makes a plan of its own when it runs: its options are copied only
  /// after it has been made.
  SequentialPass(const SequentialPass &other)
      : SequentialPassBase(other), outer(other.outer) {}

  LogicalResult initializeOptions(
      StringRef options,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    // Passes inside are part of the text of the outermost one.
    llvm::SaveAndRestore<unsigned> restore(depth, depth + 1);
    if (failed(SequentialPassBase::initializeOptions(options, errorHandler)))
      return failure();
    passes = removeBlanks(passes);
    if (Error error = prepare())
      return errorHandler("relay-sequential: " +
                          llvm::toString(std::move(error)));
    if (std::string text = printPass(*this); depth == 1 && !isReadBack(text))
      return errorHandler("relay-sequential: expected options whose quotes and "
                          "brackets match, but they are printed as '" +
                          text + "'");
    return success();
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    auto *self = const_cast<SequentialPass *>(this);
    // The fault is reported when the pass runs.
    if (!plan)
      llvm::consumeError(self->prepare());
    if (!plan)
      return;
    plan->getDependentDialects(registry);
    self->writeContext();
  }

  void runOnOperation() override;

private:
  Error prepare();
  Expected<std::shared_ptr<PassContext>> makeContext();
  void writeContext();

  /// How many passes of this class the thread is making inside each other.
  static thread_local unsigned depth;
  /// The context of the thread that has made the pass.
  std::shared_ptr<PassContext> outer = PassContext::current();
  std::shared_ptr<PassContext> context;
  std::unique_ptr<PassPlan> plan;
};
} // namespace

Expected<std::shared_ptr<PassContext>> SequentialPass::makeContext() {
  PassContextOptions options = outer->getOptions();
  if (!optLevel.empty() &&
      StringRef(optLevel).getAsInteger(10, options.optLevel))
    return createStringError("expected an integer as opt-level, but got '" +
                             optLevel + "'");
  PassContextSettings settings{disabled, required, config, instrument};
  if (Error error = applySettings(settings, options, llvm::errs()))
    return std::move(error);
  return PassContext::create(std::move(options));
}

Error SequentialPass::prepare() {
  Expected<std::shared_ptr<PassContext>> made = makeContext();
  if (!made)
    return made.takeError();
  Expected<std::vector<pass::Pass>> elements = parsePassList(passes);
  if (!elements)
    return elements.takeError();
  Sequential sequential(std::move(*elements), 0, name, {}, false, resolve);
  Expected<std::unique_ptr<PassPlan>> newPlan =
      PassPlan::create(sequential, **made);
  if (!newPlan)
    return newPlan.takeError();
  context = std::move(*made);
  plan = std::move(*newPlan);
  return Error::success();
}

/// Writes what the context around has given into the options, so that
/// reproducers show what has run. Only now: a pipeline that is printed before
/// it is run may be parsed again under another context.
void SequentialPass::writeContext() {
  const PassContextOptions &options = context->getOptions();
  optLevel = std::to_string(options.optLevel);
  if (!options.disabledPasses.empty())
    disabled = ArrayRef(options.disabledPasses);
  if (!options.requiredPasses.empty())
    required = ArrayRef(options.requiredPasses);
  std::vector<std::string> settings;
  for (const auto &[key, value] : options.config)
    llvm::raw_string_ostream(settings.emplace_back()) << key << "=" << value;
  if (!settings.empty())
    config = ArrayRef(settings);
}

thread_local unsigned SequentialPass::depth = 0;

void SequentialPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (!plan) {
    if (Error error = prepare()) {
      module.emitError("relay-sequential: ")
          << llvm::toString(std::move(error));
      return signalPassFailure();
    }
  }
  // The cancellation of a Sequential around this one.
  Cancellation *cancellation = getCancellation(getAnalysisManager(), module);
  auto execute = [&](OpPassManager &pipeline, Operation *op) {
    return runPipeline(pipeline, op);
  };
  auto run = [&] {
    return runPlan(*plan, *context, module, execute, getAnalysisManager(),
                   cancellation);
  };
  markAllAnalysesPreserved();
  // Instruments of the context around have been entered with it.
  if (instrument.empty()) {
    if (failed(run()))
      signalPassFailure();
    return;
  }
  Expected<PassContextScope> scope = PassContextScope::enter(context);
  if (!scope) {
    module.emitError(llvm::toString(scope.takeError()));
    return signalPassFailure();
  }
  LogicalResult result = run();
  if (Error error = scope->exit())
    result = module.emitError(llvm::toString(std::move(error)));
  if (failed(result))
    signalPassFailure();
}

} // namespace mlir::relay::pass

using namespace mlir;
using namespace mlir::relay;

/// Makes the Sequential called `name` under the context of `options`.
static std::unique_ptr<Pass>
makeSequential(StringRef name, const SequentialPipelineOptions &options) {
  // Its elements, so that there is no other Sequential around it.
  pass::Pass pass = llvm::cantFail(pass::getPass(name));
  auto names = llvm::map_range(
      pass::detail::getImpl(pass)->elements,
      [](const pass::Pass &element) { return element.getInfo().name; });
  SequentialPassOptions sequential;
  sequential.passes = llvm::join(names, ",");
  sequential.name = name.str();
  sequential.optLevel = options.optLevel;
  sequential.disabled = llvm::to_vector(options.disabled);
  sequential.required = llvm::to_vector(options.required);
  sequential.config = llvm::to_vector(options.config);
  sequential.instrument = llvm::to_vector(options.instrument);
  return createSequentialPass(std::move(sequential));
}

void mlir::relay::populateRelayOptimizePipeline(
    OpPassManager &pm, const SequentialPipelineOptions &options) {
  pm.addPass(makeSequential("Optimize", options));
}

/// Adds the Sequential called `name`, or reports what is wrong with its
/// options, as if they were those of relay-sequential.
static LogicalResult
addSequential(OpPassManager &pm, StringRef name,
              const SequentialPipelineOptions &options,
              function_ref<LogicalResult(const Twine &)> emitError) {
  std::unique_ptr<Pass> pass = makeSequential(name, options);
  if (failed(pass->initializeOptions("", emitError)))
    return failure();
  pm.addPass(std::move(pass));
  return success();
}

void mlir::relay::registerRelayLiteSequentials() {
  for (const pass::detail::SequentialRow &row : pass::detail::SequentialRows)
    registerModulePipeline<SequentialPipelineOptions>(
        row.argument, row.summary,
        [&row](OpPassManager &pm, const SequentialPipelineOptions &options,
               function_ref<LogicalResult(const Twine &)> emitError) {
          return addSequential(pm, row.name, options, emitError);
        });
}
