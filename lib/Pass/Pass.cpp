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
#include "CallbackPasses.h"
#include "PassImpl.h"

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

static Pass makePass(PassImpl impl) {
  return Pass(std::make_shared<const PassImpl>(std::move(impl)));
}

Pass createModulePass(ModuleCallback callback, PassInfo info) {
  PassImpl impl{info, PassKind::Module};
  impl.build = [callback = std::move(callback),
                name = info.name](OpPassManager &pm, RunState &state,
                                  EmitError emitError) -> LogicalResult {
    if (!callback)
      return emitError("expected a callback, but got an empty function");
    pm.addPass(createModuleCallbackPass(callback, name, state));
    return success();
  };
  return makePass(std::move(impl));
}

static Pass createCallbackPass(PassKind kind, FunctionCallback callback,
                               PassInfo info, Snapshot snapshot) {
  PassImpl impl{info, kind};
  impl.build = [callback = std::move(callback), name = info.name, kind,
                snapshot](OpPassManager &pm, RunState &state,
                          EmitError emitError) -> LogicalResult {
    if (!callback)
      return emitError("expected a callback, but got an empty function");
    pm.addPass(
        createFunctionCallbackPass(callback, name, kind, snapshot, state));
    return success();
  };
  return makePass(std::move(impl));
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
