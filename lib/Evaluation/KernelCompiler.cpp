//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilation of single Relay operators to native kernels.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Evaluation/KernelCompiler.h"
#include "Jit.h"
#include "KernelLibrary.h"
#include "KernelModule.h"
#include "RelayLite/Evaluation/KernelCache.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <mutex>
#include <unistd.h>

using namespace mlir;
using namespace mlir::relay;
using llvm::createStringError;
using llvm::Expected;

struct KernelCompiler::Impl {
  /// Guards everything below: kernels are compiled one at a time.
  mutable std::mutex mutex;
  /// Made when a kernel is compiled, which the disk cache may spare.
  std::unique_ptr<MLIRContext> context;
  std::unique_ptr<Jit> jit;
  /// A kernel, or the message of the failure to compile it.
  struct Entry {
    Kernel kernel;
    std::string error;
  };
  llvm::StringMap<Entry> kernels;
  KernelCache cache{KernelCacheSettings::fromEnvironment()};
  /// What the cache's keys start with; empty if nothing can be cached.
  std::string description;
  Statistics statistics;

  Expected<KernelObject> compile(StringRef key);
  Expected<Kernel> load(KernelObject object);
  /// Takes the kernel from the cache, or compiles it.
  Expected<Kernel> make(StringRef key);
};

KernelCompiler::KernelCompiler() : impl(std::make_unique<Impl>()) {}
KernelCompiler::~KernelCompiler() = default;

// The compiler is never destroyed: kernels may run until the process ends, and
// LLVM's own statics may be gone by then.
KernelCompiler &KernelCompiler::get() {
  static std::mutex mutex;
  static KernelCompiler *compiler = nullptr;
  static pid_t owner = 0;
  std::lock_guard<std::mutex> lock(mutex);
  if (!compiler || owner != getpid()) {
    compiler = new KernelCompiler;
    owner = getpid();
  }
  return *compiler;
}

KernelCompiler::Statistics KernelCompiler::getStatistics() const {
  std::lock_guard<std::mutex> lock(impl->mutex);
  return impl->statistics;
}

Expected<Kernel> KernelCompiler::getKernel(StringRef key) {
  if (std::optional<Kernel> kernel = lookupBuiltKernel(key))
    return *kernel;
  return compile(key);
}

Expected<Kernel> KernelCompiler::compile(StringRef key) {
  std::lock_guard<std::mutex> lock(impl->mutex);
  auto [it, isNew] = impl->kernels.try_emplace(key);
  if (isNew) {
    if (Expected<Kernel> kernel = impl->make(key))
      it->second.kernel = *kernel;
    else
      it->second.error = llvm::toString(kernel.takeError());
  }
  if (!it->second.error.empty())
    return createStringError(it->second.error);
  return it->second.kernel;
}

Expected<KernelObject> KernelCompiler::Impl::compile(StringRef key) {
  if (!context)
    context = createKernelContext();
  std::string messages;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error) {
      if (!messages.empty())
        messages += "; ";
      messages += diagnostic.str();
    }
    return success();
  });
  FailureOr<KernelModule> module = buildKernelModule(context.get(), key);
  if (failed(module))
    return createStringError("the kernel cannot be compiled: " + messages);
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> llvmModule =
      translateModuleToLLVMIR(*module->module, llvmContext);
  if (!llvmModule)
    return createStringError("the kernel cannot be compiled: " + messages);
  Expected<std::unique_ptr<llvm::MemoryBuffer>> object =
      jit->compile(*llvmModule);
  if (!object)
    return object.takeError();
  return KernelObject{std::move(*object), module->scratchSize};
}

Expected<Kernel> KernelCompiler::Impl::load(KernelObject object) {
  Expected<void *> address =
      jit->load(std::move(object.object), kernelEntryName);
  if (!address)
    return address.takeError();
  return Kernel{reinterpret_cast<KernelFunction>(*address),
                static_cast<size_t>(object.scratchSize)};
}

Expected<Kernel> KernelCompiler::Impl::make(StringRef key) {
  if (!jit) {
    Expected<std::unique_ptr<Jit>> made = Jit::create();
    if (!made)
      return made.takeError();
    jit = std::move(*made);
    description = jit->getDescription();
  }
  std::string cacheKey;
  if (!description.empty()) {
    cacheKey = description + "\n" + key.str();
    if (std::optional<KernelObject> object = cache.lookup(cacheKey)) {
      Expected<Kernel> kernel = load(std::move(*object));
      if (kernel) {
        ++statistics.numCached;
        return kernel;
      }
      llvm::consumeError(kernel.takeError());
    }
  }
  Expected<KernelObject> object = compile(key);
  if (!object)
    return object.takeError();
  // Linking needs the memory of the object.
  std::string copy = object->object->getBuffer().str();
  uint64_t scratchSize = object->scratchSize;
  Expected<Kernel> kernel = load(std::move(*object));
  if (!kernel)
    return kernel.takeError();
  if (!cacheKey.empty())
    cache.store(cacheKey, copy, scratchSize);
  ++statistics.numCompiled;
  return kernel;
}
