//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The just-in-time compiler of kernels.
//
//===----------------------------------------------------------------------===//

#include "Jit.h"
#include "Runtime.h"
#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include <cstring>

using namespace llvm;
using namespace mlir::relay;

Jit::Jit() = default;
Jit::~Jit() = default;

/// Defines what kernels may call; nothing else of the process is visible.
static Error defineRuntime(orc::LLJIT &jit) {
  orc::SymbolMap symbols;
  auto add = [&](StringRef name, auto *function) {
    symbols[jit.mangleAndIntern(name)] = orc::ExecutorSymbolDef(
        orc::ExecutorAddr::fromPtr(function), JITSymbolFlags::Exported);
  };
  add("memcpy", &std::memcpy);
  add("memmove", &std::memmove);
  add("memset", &std::memset);
  add("fma", &relay_rt_fma);
  add("fmaf", &relay_rt_fmaf);
  add("fmod", &relay_rt_fmod);
  add("fmodf", &relay_rt_fmodf);
  return jit.getMainJITDylib().define(orc::absoluteSymbols(symbols));
}

Expected<std::unique_ptr<Jit>> Jit::create() {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  Expected<orc::JITTargetMachineBuilder> builder =
      orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->setCodeGenOptLevel(CodeGenOptLevel::Default);
  // Contraction would change results: only explicit fma is fused.
  builder->getOptions().AllowFPOpFusion = FPOpFusion::Strict;

  std::unique_ptr<Jit> jit(new Jit);
  Expected<std::unique_ptr<TargetMachine>> machine =
      builder->createTargetMachine();
  if (!machine)
    return machine.takeError();
  jit->machine = std::move(*machine);
  // Without the process's symbols: those would let kernels call anything.
  Expected<std::unique_ptr<orc::LLJIT>> lljit =
      orc::LLJITBuilder()
          .setJITTargetMachineBuilder(std::move(*builder))
          .setLinkProcessSymbolsByDefault(false)
          // Kernels have no initialisers for a platform to run.
          .setPlatformSetUp(orc::setUpInactivePlatform)
          .setCompileFunctionCreator(
              [machine = jit->machine.get()](orc::JITTargetMachineBuilder)
                  -> Expected<
                      std::unique_ptr<orc::IRCompileLayer::IRCompiler>> {
                return std::make_unique<orc::SimpleCompiler>(*machine);
              })
          .create();
  if (!lljit)
    return lljit.takeError();
  jit->jit = std::move(*lljit);
  if (Error error = defineRuntime(*jit->jit))
    return error;
  return jit;
}

/// Runs LLVM's standard pipeline.
static void optimize(Module &module, TargetMachine &machine) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager sccs;
  ModuleAnalysisManager modules;
  PipelineTuningOptions options;
  options.LoopVectorization = options.SLPVectorization = true;
  PassBuilder builder(&machine, options);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2)
      .run(module, modules);
}

Expected<void *> Jit::compile(std::unique_ptr<Module> module,
                              std::unique_ptr<LLVMContext> context,
                              StringRef symbol) {
  module->setDataLayout(machine->createDataLayout());
  module->setTargetTriple(machine->getTargetTriple());
  optimize(*module, *machine);
  Expected<orc::JITDylib &> dylib =
      jit->createJITDylib("kernel" + std::to_string(numModules++));
  if (!dylib)
    return dylib.takeError();
  dylib->addToLinkOrder(jit->getMainJITDylib());
  if (Error error = jit->addIRModule(
          *dylib, orc::ThreadSafeModule(std::move(module), std::move(context))))
    return error;
  Expected<orc::ExecutorAddr> address = jit->lookup(*dylib, symbol);
  if (!address)
    return address.takeError();
  return address->toPtr<void *>();
}
