//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code of compiled modules in this process.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/CompiledModule/LoadedModule.h"
#include "RelayLite/CompiledModule/CompiledModule.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir::relay;

LoadedModule::LoadedModule() = default;
LoadedModule::~LoadedModule() = default;

llvm::Expected<std::unique_ptr<LoadedModule>>
LoadedModule::load(CompiledModule &compiled) {
  llvm::Expected<std::vector<std::unique_ptr<llvm::MemoryBuffer>>> objects =
      compiled.emitObjects();
  if (!objects)
    return objects.takeError();
  llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> jit =
      llvm::orc::LLJITBuilder()
          .setLinkProcessSymbolsByDefault(true)
          .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
          .create();
  if (!jit)
    return jit.takeError();
  // Before the session that reports to it, so that it lives longer.
  std::string messages;
  std::unique_ptr<LoadedModule> loaded(new LoadedModule());
  loaded->jit = std::move(*jit);
  llvm::orc::ExecutionSession &session = loaded->jit->getExecutionSession();
  // Errors of the linker are reported; what fails is the consequence.
  session.setErrorReporter([&messages](llvm::Error error) {
    messages += llvm::toString(std::move(error));
  });
  for (std::unique_ptr<llvm::MemoryBuffer> &object : *objects)
    if (llvm::Error error = loaded->jit->addObjectFile(std::move(object)))
      return error;
  llvm::Expected<llvm::orc::ExecutorAddr> address =
      loaded->jit->lookup("relay_lite_module");
  session.setErrorReporter(
      [](llvm::Error error) { llvm::consumeError(std::move(error)); });
  if (!address) {
    std::string consequence = llvm::toString(address.takeError());
    return llvm::createStringError(messages.empty() ? consequence : messages);
  }
  loaded->interface = address->toPtr<const RelayLiteModule *>();
  return loaded;
}
