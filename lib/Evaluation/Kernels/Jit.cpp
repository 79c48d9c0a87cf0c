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
#include "../Runtime/Runtime.h"
#include "RelayLite/Codegen/LLVM/CodeGeneration.h"
#include "RelayLite/Evaluation/KernelCache.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include <cstring>

using namespace llvm;
using namespace mlir::relay;

/// The options of `create` and `optimize`.
static constexpr StringLiteral codegenOptions =
    "-O2 -ffp-contract=off, with vectorization";

Jit::Jit(orc::JITTargetMachineBuilder builder) : builder(std::move(builder)) {}
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
  setCodeOptions(builder->getOptions());

  std::unique_ptr<Jit> jit(new Jit(*builder));
  // Without the process's symbols: those would let kernels call anything.
  Expected<std::unique_ptr<orc::LLJIT>> lljit =
      orc::LLJITBuilder()
          .setJITTargetMachineBuilder(std::move(*builder))
          .setLinkProcessSymbolsByDefault(false)
          // Kernels have no initialisers for a platform to run.
          .setPlatformSetUp(orc::setUpInactivePlatform)
          .create();
  if (!lljit)
    return lljit.takeError();
  jit->jit = std::move(*lljit);
  jit->jit->getExecutionSession().setErrorReporter(
      [&messages = jit->messages](Error error) {
        if (!messages.empty())
          messages += "; ";
        messages += toString(std::move(error));
      });
  if (Error error = defineRuntime(*jit->jit))
    return error;
  return jit;
}

Expected<std::unique_ptr<TargetMachine>> Jit::createTargetMachine() {
  return builder.createTargetMachine();
}

Expected<void *> Jit::load(std::unique_ptr<MemoryBuffer> object,
                           StringRef symbol) {
  Expected<orc::JITDylib &> dylib =
      jit->createJITDylib("kernel" + std::to_string(numModules++));
  if (!dylib)
    return dylib.takeError();
  dylib->addToLinkOrder(jit->getMainJITDylib());
  if (Error error = jit->addObjectFile(*dylib, std::move(object)))
    return error;
  Expected<orc::ExecutorAddr> address = jit->lookup(*dylib, symbol);
  // The cause has been reported, what fails here is the consequence.
  std::string cause = std::exchange(messages, {});
  if (!address) {
    std::string consequence = toString(address.takeError());
    return createStringError(cause.empty() ? consequence : cause);
  }
  return address->toPtr<void *>();
}

std::string Jit::getDescription() const {
  std::string buildIds = getBuildIds();
  if (buildIds.empty())
    return {};
  return (buildIds + "\n" LLVM_VERSION_STRING "\n" +
          builder.getTargetTriple().str() + "\n" + builder.getCPU() + "\n" +
          builder.getFeatures().getString() + "\n" + codegenOptions)
      .str();
}
