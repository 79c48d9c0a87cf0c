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
#include "../Runtime/FloatEnvironment.h"
#include "../Runtime/Parallel.h"
#include "Jit.h"
#include "KernelLibrary.h"
#include "KernelModule.h"
#include "RelayLite/Codegen/LLVM/CodeGeneration.h"
#include "RelayLite/Evaluation/BufferPool.h"
#include "RelayLite/Evaluation/KernelCache.h"
#include "RelayLite/Evaluation/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include <mutex>
#include <unistd.h>

using namespace mlir;
using namespace mlir::relay;
using llvm::createStringError;
using llvm::Expected;

namespace {
/// The context and the target machine of one compiling thread.
struct Workplace {
  std::unique_ptr<MLIRContext> context;
  std::unique_ptr<llvm::TargetMachine> machine;

  Expected<KernelObject> compile(StringRef key);
};
} // namespace

struct KernelCompiler::Impl {
  /// Guards everything below but the cache, and is not held while a kernel is
  /// compiled.
  mutable std::mutex mutex;
  /// Made when a kernel is needed that was not built with the library.
  std::unique_ptr<Jit> jit;
  /// Those that nobody compiles with at the moment.
  std::vector<std::unique_ptr<Workplace>> workplaces;
  /// A kernel, or the message of the failure to compile it.
  struct Entry {
    /// Held by the one who makes the kernel.
    std::mutex mutex;
    bool isMade = false;
    Kernel kernel;
    std::string error;
  };
  /// Entries stay where they are.
  llvm::StringMap<Entry> kernels;
  /// Made together with `jit`: library kernels need no look at the environment.
  std::optional<KernelCache> cache;
  /// The prefix of the cache's keys; empty if nothing can be cached.
  std::string description;
  Statistics statistics;

  Expected<std::unique_ptr<Workplace>>
  takeWorkplace(const DialectRegistry *dialects);
  Expected<KernelObject> compile(StringRef key,
                                 const DialectRegistry *dialects);
  Expected<Kernel> load(KernelObject object);
  /// Takes the kernel from the cache, or compiles it.
  Expected<Kernel> make(StringRef key, const DialectRegistry *dialects);
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

Expected<Kernel> KernelCompiler::getKernel(StringRef key,
                                           const DialectRegistry *dialects) {
  if (std::optional<Kernel> kernel = lookupBuiltKernel(key))
    return *kernel;
  return compile(key, dialects);
}

Expected<Kernel> KernelCompiler::compile(StringRef key,
                                         const DialectRegistry *dialects) {
  Impl::Entry *entry;
  {
    std::lock_guard<std::mutex> lock(impl->mutex);
    entry = &impl->kernels.try_emplace(key).first->second;
  }
  std::lock_guard<std::mutex> lock(entry->mutex);
  if (!entry->isMade) {
    if (!isMemoryLeft())
      return makeMemoryError("the compilation of a kernel");
    Expected<Kernel> kernel = impl->make(key, dialects);
    // Another registry may have what the kernel needs.
    if (!kernel && dialects)
      return kernel.takeError();
    entry->isMade = true;
    if (kernel)
      entry->kernel = *kernel;
    else
      entry->error = llvm::toString(kernel.takeError());
  }
  if (!entry->error.empty())
    return createStringError(entry->error);
  return entry->kernel;
}

bool KernelCompiler::prepare(ArrayRef<std::string> keys, MLIRContext *context,
                             const std::function<void(size_t)> &notify,
                             Cancellation *cancellation) {
  std::mutex notifying;
  size_t numMade = 0;
  auto make = [&](int64_t number, int64_t) {
    // Who needs the kernel is told why there is none.
    llvm::consumeError(getKernel(keys[number]).takeError());
    if (!notify)
      return;
    std::lock_guard<std::mutex> lock(notifying);
    notify(++numMade);
  };
  auto numKeys = static_cast<int64_t>(keys.size());
  return runParts(context, getNumThreads(context, numKeys, /*minWork=*/1),
                  numKeys, make, cancellation);
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

// Lets loads read any address: operands may be weights in a mapped file.
// Targets that have kernels read such addresses with the same instructions.
static void allowUnalignedLoads(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
          load && !load->isAtomic())
        load->setAlignment(llvm::Align(1));
}

Expected<KernelObject> Workplace::compile(StringRef key) {
  std::string messages;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error) {
      if (!messages.empty())
        messages += "; ";
      messages += diagnostic.str();
    }
    return success();
  });
  FailureOr<KernelModule> module =
      buildKernelModule(context.get(), key, *machine);
  if (failed(module))
    return createStringError("the kernel cannot be compiled: " + messages);
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> llvmModule =
      translateModuleToLLVMIR(*module->module, llvmContext);
  if (!llvmModule)
    return createStringError("the kernel cannot be compiled: " + messages);
  allowUnalignedLoads(*llvmModule);
  Expected<std::unique_ptr<llvm::MemoryBuffer>> object =
      compileToObject(*llvmModule, *machine);
  if (!object)
    return object.takeError();
  return KernelObject{std::move(*object), module->scratchSize};
}

Expected<std::unique_ptr<Workplace>>
KernelCompiler::Impl::takeWorkplace(const DialectRegistry *dialects) {
  auto workplace = std::make_unique<Workplace>();
  {
    std::lock_guard<std::mutex> lock(mutex);
    // Two registries may have different dialects of one name.
    if (!workplaces.empty() && !dialects) {
      workplace = std::move(workplaces.back());
      workplaces.pop_back();
      return std::move(workplace);
    }
    Expected<std::unique_ptr<llvm::TargetMachine>> machine =
        jit->createTargetMachine();
    if (!machine)
      return machine.takeError();
    workplace->machine = std::move(*machine);
  }
  workplace->context = createKernelContext(dialects);
  return std::move(workplace);
}

Expected<KernelObject>
KernelCompiler::Impl::compile(StringRef key, const DialectRegistry *dialects) {
  // Lowering computes with attributes.
  FloatEnvironment environment;
  Expected<std::unique_ptr<Workplace>> workplace = takeWorkplace(dialects);
  if (!workplace)
    return workplace.takeError();
  Expected<KernelObject> object = (*workplace)->compile(key);
  if (dialects)
    return object;
  std::lock_guard<std::mutex> lock(mutex);
  workplaces.push_back(std::move(*workplace));
  return object;
}

Expected<Kernel> KernelCompiler::Impl::load(KernelObject object) {
  std::lock_guard<std::mutex> lock(mutex);
  Expected<void *> address =
      jit->load(std::move(object.object), kernelEntryName);
  if (!address)
    return address.takeError();
  return Kernel{reinterpret_cast<KernelFunction>(*address),
                static_cast<size_t>(object.scratchSize)};
}

Expected<Kernel> KernelCompiler::Impl::make(StringRef key,
                                            const DialectRegistry *dialects) {
  std::string cacheKey;
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!jit) {
      Expected<std::unique_ptr<Jit>> made = Jit::create();
      if (!made)
        return made.takeError();
      jit = std::move(*made);
      description = jit->getDescription();
      cache.emplace(KernelCacheSettings::fromEnvironment());
    }
    if (!description.empty() && !dialects)
      cacheKey = description + "\n" + key.str();
  }
  if (!cacheKey.empty()) {
    if (std::optional<KernelObject> object = cache->lookup(cacheKey)) {
      Expected<Kernel> kernel = load(std::move(*object));
      if (kernel) {
        std::lock_guard<std::mutex> lock(mutex);
        ++statistics.numCached;
        return kernel;
      }
      llvm::consumeError(kernel.takeError());
    }
  }
  Expected<KernelObject> object = compile(key, dialects);
  if (!object)
    return object.takeError();
  // Linking needs the memory of the object.
  std::string copy = object->object->getBuffer().str();
  uint64_t scratchSize = object->scratchSize;
  Expected<Kernel> kernel = load(std::move(*object));
  if (!kernel)
    return kernel.takeError();
  if (!cacheKey.empty())
    cache->store(cacheKey, copy, scratchSize);
  std::lock_guard<std::mutex> lock(mutex);
  ++statistics.numCompiled;
  return kernel;
}
