//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of kernels by threads.
//
//===----------------------------------------------------------------------===//

#include "KernelRun.h"
#include "../Runtime/FloatEnvironment.h"
#include "../Runtime/Parallel.h"
#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::relay;

// A kernel that does less than so many operations at a time uses little of its
// scratch memory.
static constexpr uint64_t minWorkForScratch = uint64_t(1) << 25;

KernelRun::KernelRun(const KernelCall &call, ArrayRef<void *> buffers,
                     int64_t maxThreads)
    : call(call), buffers(buffers),
      extent(call.split ? std::max<int64_t>(call.split->extent, 1) : 1),
      isIndependent(call.split && call.split->isIndependent),
      numThreads(std::min(maxThreads, extent)),
      numParts(isIndependent ? std::min(getNumParts(numThreads), extent)
                             : numThreads) {}

llvm::Error KernelRun::allocateScratch(Operation *op) {
  if (!call.kernel.scratchSize)
    return llvm::Error::success();
  uint64_t workAtOnce =
      estimateWork(op) / (isIndependent ? extent : numThreads);
  scratch = relay::allocateScratch(call.kernel.scratchSize, numThreads,
                                   workAtOnce < minWorkForScratch);
  if (!scratch)
    return makeMemoryError(Twine(call.kernel.scratchSize) +
                           " bytes of temporary data");
  return llvm::Error::success();
}

void KernelRun::prefaultScratch() const {
  if (scratch)
    *static_cast<volatile char *>(scratch.getPart(numThreads - 1)) = 0;
}

void KernelRun::runPart(int64_t part, int64_t thread) const {
  FloatEnvironment environment;
  SmallVector<void *> arguments(buffers);
  // The first allocation of a thread takes as long as a small part.
  SmallVector<int64_t, 16> sizes(ArrayRef<int64_t>(call.sizes));
  KernelShare share;
  if (numParts > 1 && call.split->tensors.empty()) {
    share = {part, numParts};
  } else if (numParts > 1) {
    int64_t begin = extent * part / numParts;
    int64_t end = extent * (part + 1) / numParts;
    for (auto [argument, tensor] :
         llvm::zip_equal(arguments, call.split->tensors)) {
      if (!tensor.size)
        continue;
      argument = static_cast<char *>(argument) + begin * tensor.stride;
      sizes[*tensor.size] = end - begin;
    }
  }
  arguments.push_back(&share);
  arguments.push_back(scratch.getPart(thread));
  call.kernel.function(arguments.data(), sizes.data(), call.strides.data());
}

llvm::Error KernelRun::run(MLIRContext *context,
                           Cancellation *cancellation) const {
  auto run = [&](int64_t part, int64_t thread) { runPart(part, thread); };
  if (runParts(context, numThreads, numParts, run, cancellation))
    return llvm::Error::success();
  return Cancellation::check(cancellation);
}
