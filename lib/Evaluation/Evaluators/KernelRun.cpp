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

#include "../Runtime/FloatEnvironment.h"
#include "../Runtime/Parallel.h"
#include "../Runtime/Prefault.h"
#include "OperatorEvaluation.h"
#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"
#include "RelayLite/Evaluation/BufferPool.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::relay;
using llvm::Expected;

// A kernel that does less than so many operations at a time uses little of its
// scratch memory.
static constexpr uint64_t minWorkForScratch = uint64_t(1) << 25;

namespace {
/// A call of a kernel, divided among threads.
class KernelRun {
public:
  /// A call on `buffers`, those of the operands before those of the results, by
  /// up to `maxThreads` threads. Refers to both arguments.
  KernelRun(const KernelCall &call, ArrayRef<void *> buffers,
            int64_t maxThreads);

  /// Takes the scratch memory that the kernel of `op` needs; fails if there is
  /// not enough.
  llvm::Error allocateScratch(Operation *op);

  /// Uses scratch memory of the last thread for the first time.
  void prefaultScratch() const;

  /// Runs the kernel on threads of `context`, the calling one among them. Fails
  /// if `cancellation`, which may be null, is cancelled.
  llvm::Error run(MLIRContext *context, Cancellation *cancellation) const;

private:
  void runPart(int64_t part, int64_t thread) const;

  const KernelCall &call;
  ArrayRef<void *> buffers;
  int64_t extent;
  bool isIndependent;
  int64_t numThreads, numParts;
  Scratch scratch;
};
} // namespace

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

/// How many threads to give the kernel of `op`, if it can be split.
static int64_t getNumKernelThreads(Operation *op) {
  if (!isa<CollapsibleInterface>(op))
    return 1;
  uint64_t work = std::min<uint64_t>(estimateWork(op), INT64_MAX);
  return getNumThreads(op->getContext(), static_cast<int64_t>(work),
                       minWorkPerThread);
}

Expected<EvalValue> relay::runKernel(Operation *op, ArrayRef<Type> operandTypes,
                                     ArrayRef<Tensor> operands, Type resultType,
                                     KernelMemo &memo,
                                     Cancellation *cancellation) {
  MLIRContext *context = op->getContext();
  int64_t numThreads = getNumKernelThreads(op);
  startThreads(context, numThreads);
  SmallVector<Tensor> results;
  for (RankedTensorType type : flattenType(resultType)) {
    Expected<Tensor> result = allocateResult(type);
    if (!result)
      return result.takeError();
    results.push_back(std::move(*result));
  }
  Prefault prefault(context, numThreads, results);
  Expected<const KernelCall *> call =
      getOperatorKernel(op, operandTypes, resultType, memo);
  if (!call)
    return call.takeError();
  SmallVector<void *> buffers;
  SmallVector<Tensor> dense;
  for (const Tensor &operand : operands) {
    dense.push_back(operand.materialize());
    if (!dense.back())
      return makeMemoryError("an operand of type " +
                             llvm::formatv("{0}", operand.getType()).str());
    buffers.push_back(dense.back().getData());
  }
  for (const Tensor &result : results)
    buffers.push_back(result.getData());
  KernelRun run(**call, buffers, numThreads);
  if (llvm::Error error = run.allocateScratch(op))
    return std::move(error);
  // Another thread is at the memory of results. To wait for it takes as long.
  if (prefault)
    run.prefaultScratch();
  prefault.finish();
  if (llvm::Error error = run.run(context, cancellation))
    return std::move(error);
  ArrayRef<Tensor> rest = results;
  return EvalValue::unflatten(resultType, rest);
}
