//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes as values, and running them.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Pass/Pass.h"
#include "AdaptorPass.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/ScopeExit.h"

namespace mlir::relay::pass {
using namespace detail;

const std::shared_ptr<const PassImpl> &detail::getImpl(const Pass &pass) {
  return pass.impl;
}

const PassInfo &Pass::getInfo() const { return impl->info; }

PassKind Pass::getKind() const { return impl->kind; }

void Pass::print(raw_ostream &os) const {
  if (!impl) {
    os << "undefined pass";
    return;
  }
  static constexpr StringLiteral kinds[] = {"Module", "Function", "PrimFunc",
                                            "Sequential"};
  os << "Run " << kinds[unsigned(impl->kind)] << " pass: " << impl->info.name
     << " at the optimization level " << impl->info.optLevel;
  if (impl->kind != PassKind::Sequential)
    return;
  os << ". The passes will be executed are: [";
  for (const Pass &pass : impl->elements)
    os << (pass ? pass.getInfo().name : "undefined") << " ";
  os << "]";
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

namespace {
/// Calls a function on the module.
class CallbackPass : public PassWrapper<CallbackPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CallbackPass)
  /// Tells whether it has changed anything; may throw.
  using Body = std::function<FailureOr<bool>(ModuleOp, RunState &)>;

  CallbackPass(Body body, std::string name, RunState &state)
      : body(std::move(body)), name(std::move(name)), state(state) {}

  StringRef getName() const override { return name; }
  void runOnOperation() override {
    FailureOr<bool> changed = catchException(
        state.exception, [&] { return body(getOperation(), state); });
    if (failed(changed))
      signalPassFailure();
    else if (!*changed)
      markAllAnalysesPreserved();
  }

private:
  Body body;
  std::string name;
  RunState &state;
};
} // namespace

static Pass makePass(PassImpl impl) {
  return Pass(std::make_shared<const PassImpl>(std::move(impl)));
}

static Pass makeCallbackPass(PassKind kind, PassInfo info, bool hasCallback,
                             CallbackPass::Body body) {
  PassImpl impl{info, kind};
  impl.build = [body = std::move(body), name = info.name,
                hasCallback](OpPassManager &pm, RunState &state,
                             EmitError emitError) -> LogicalResult {
    if (!hasCallback)
      return emitError("expected a callback, but got an empty function");
    pm.addPass(std::make_unique<CallbackPass>(body, name, state));
    return success();
  };
  return makePass(std::move(impl));
}

Pass createModulePass(ModuleCallback callback, PassInfo info) {
  bool hasCallback = bool(callback);
  auto body = [callback = std::move(callback)](
                  ModuleOp module, RunState &state) -> FailureOr<bool> {
    PassRun run(*state.context, *state.analyses, nullptr);
    if (failed(callback(module, run)))
      return failure();
    return !run.areAllAnalysesPreserved();
  };
  return makeCallbackPass(PassKind::Module, std::move(info), hasCallback, body);
}

/// The operations of the module, to see whether there are others later.
static SmallVector<Operation *> listOperations(ModuleOp module) {
  return llvm::to_vector(llvm::make_pointer_range(*module.getBody()));
}

/// Calls `callback` for the functions that the pass `name` of `kind` visits.
static FailureOr<bool> visitFunctions(ModuleOp module, ModuleOp before,
                                      PassKind kind, StringRef name,
                                      const FunctionCallback &callback,
                                      RunState &state) {
  bool changed = false;
  SmallVector<Operation *> operations = listOperations(module);
  for (Operation *op : operations) {
    auto function = dyn_cast<func::FuncOp>(op);
    if (!function || !isVisited(kind, function))
      continue;
    StringAttr symbol = function.getSymNameAttr();
    PassRun run(*state.context, *state.analyses, before);
    if (failed(callback(function, run)))
      return failure();
    if (run.areAllAnalysesPreserved())
      continue;
    changed = true;
    // Before the next function is touched: it might be gone.
    if (listOperations(module) != operations ||
        function.getSymNameAttr() != symbol)
      return module.emitError("the function pass '")
             << name << "' added, removed or renamed symbols of the module in @"
             << symbol.getValue() << ", which only module passes may do";
  }
  return changed;
}

static Pass createCallbackPass(PassKind kind, FunctionCallback callback,
                               PassInfo info, Snapshot snapshot) {
  bool hasCallback = bool(callback);
  auto body = [callback = std::move(callback), name = info.name, kind,
               snapshot](ModuleOp module, RunState &state) -> FailureOr<bool> {
    if (snapshot == Snapshot::None)
      return visitFunctions(module, nullptr, kind, name, callback, state);
    OwningOpRef<ModuleOp> before = cast<ModuleOp>(module->clone());
    llvm::scope_exit restore([&] {
      module.getBodyRegion().takeBody(before->getBodyRegion());
      module->setAttrs(before->getOperation()->getAttrDictionary());
    });
    std::optional<OperationFingerPrint> fingerPrint;
    if (state.context->isConfigSet("testing.immutable_module"))
      fingerPrint.emplace(*before);
    FailureOr<bool> changed =
        visitFunctions(module, *before, kind, name, callback, state);
    if (failed(changed))
      return failure();
    if (fingerPrint && *fingerPrint != OperationFingerPrint(*before))
      return module.emitError("immutable module has been modified in pass: ")
             << name;
    restore.release();
    return changed;
  };
  return makeCallbackPass(kind, std::move(info), hasCallback, body);
}

Pass createFunctionPass(FunctionCallback callback, PassInfo info,
                        Snapshot snapshot) {
  return createCallbackPass(PassKind::Function, std::move(callback),
                            std::move(info), snapshot);
}

Pass createPrimFuncPass(FunctionCallback callback, PassInfo info) {
  return createCallbackPass(PassKind::LoweredFunction, std::move(callback),
                            std::move(info), Snapshot::Take);
}

Pass createPass(PassKind kind, PassFactory factory, PassInfo info) {
  bool onModule = kind == PassKind::Module;
  PassImpl impl{info, kind};
  impl.onModule = onModule;
  impl.build = [factory = std::move(factory),
                onModule](OpPassManager &pm, RunState &,
                          EmitError emitError) -> LogicalResult {
    std::unique_ptr<mlir::Pass> pass = factory ? factory() : nullptr;
    if (!pass)
      return emitError("its factory made no pass");
    StringRef anchor = onModule ? ModuleOp::getOperationName()
                                : func::FuncOp::getOperationName();
    std::optional<StringRef> opName = pass->getOpName();
    if (opName && *opName != anchor)
      return emitError("expected an MLIR pass on '" + anchor +
                       "', but got one on '" + *opName + "'");
    pm.addPass(std::move(pass));
    return success();
  };
  return makePass(std::move(impl));
}

ModuleHost::~ModuleHost() = default;

Pass createHostedPass(PassKind kind, HostedCallback callback, PassInfo info) {
  PassImpl impl{info, kind};
  impl.hosted = std::move(callback);
  return makePass(std::move(impl));
}

Sequential::Sequential(std::vector<Pass> passes, int optLevel, std::string name,
                       std::vector<std::string> required, bool traceable,
                       Resolve resolve) {
  PassImpl sequential{
      PassInfo(optLevel, std::move(name), std::move(required), traceable),
      PassKind::Sequential};
  sequential.info.isSequential = true;
  sequential.elements = std::move(passes);
  sequential.resolve = resolve;
  impl = std::make_shared<const PassImpl>(std::move(sequential));
}

ArrayRef<Pass> Sequential::getPasses() const { return impl->elements; }

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static LogicalResult runPass(const Pass &pass, ModuleOp module,
                             PassContext &context, ModuleHost *host,
                             Cancellation *cancellation) {
  auto adaptor = AdaptorPass::create(pass, context.shared_from_this());
  if (!adaptor)
    return module.emitError(llvm::toString(adaptor.takeError()));
  std::exception_ptr exception;
  (*adaptor)->setExceptionSink(&exception);
  (*adaptor)->setHost(host);
  (*adaptor)->setCancellation(cancellation);
  PassManager pm(module.getContext(), ModuleOp::getOperationName());
  pm.addPass(std::move(*adaptor));
  LogicalResult result = pm.run(module);
  if (exception)
    std::rethrow_exception(exception);
  return result;
}

LogicalResult Pass::operator()(ModuleOp module, PassContext &context,
                               Cancellation *cancellation) const {
  return runPass(*this, module, context, /*host=*/nullptr, cancellation);
}

LogicalResult runHosted(const Pass &pass, ModuleOp module, PassContext &context,
                        ModuleHost &host, Cancellation *cancellation) {
  return runPass(pass, module, context, &host, cancellation);
}

LogicalResult Pass::operator()(ModuleOp module) const {
  return (*this)(module, *PassContext::current());
}

llvm::Expected<std::unique_ptr<mlir::Pass>>
createAdaptorPass(Pass pass, std::shared_ptr<PassContext> context) {
  return AdaptorPass::create(std::move(pass), std::move(context));
}

} // namespace mlir::relay::pass
