//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilation of Relay operators to native kernels, shared by all users in the
// process.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_EVALUATION_KERNELCOMPILER_H
#define RELAYLITE_EVALUATION_KERNELCOMPILER_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <functional>
#include <memory>

namespace mlir {
class DialectRegistry;
class MLIRContext;
} // namespace mlir

namespace mlir::relay {
class Cancellation;

/// Which share of the work of a kernel to do: all shares together give the
/// result. The first one is all there is to do where a kernel has no others.
struct KernelShare {
  int64_t number = 0, count = 1;
};

/// A compiled kernel. `buffers` holds a pointer for each operand (tuples
/// flattened), each result, the KernelShare unless operations are pointwise,
/// and the scratch memory, of which each share needs its own; `sizes` and
/// `strides` the sizes and strides (in elements) of all dimensions of operands
/// and results, one after the other.
using KernelFunction = void (*)(void **buffers, const int64_t *sizes,
                                const int64_t *strides);

struct Kernel {
  KernelFunction function;
  /// Bytes of scratch memory that the kernel needs, aligned to 64.
  size_t scratchSize;
};

/// Compiles kernels: relay -> loops -> LLVM -> native code of the host's CPU,
/// in MLIR contexts and a JIT of its own. A kernel is compiled once for each
/// key, or taken from the cache on disk, and lives as long as the process.
/// Thread-safe; threads compile different kernels at the same time.
class KernelCompiler {
public:
  /// The compiler of the process. Made anew in a child process, where the
  /// threads and locks of the parent are not to be relied upon.
  static KernelCompiler &get();

  ~KernelCompiler();

  /// The kernel of `key`, one that was built with the library if there is one.
  /// A key is the text of a func.func whose body is one Relay operation on the
  /// arguments (or tuples of them), or several pointwise ones (PointwiseTree),
  /// and a return, in generic form. Dimensions
  /// may be dynamic where the lowering needs no memory of dynamic size; sizes
  /// are arguments of the kernel then, and so are the strides of pointwise
  /// operations. Fails when the operation has no lowering or calls what kernels
  /// may not call.
  /// Operations of other dialects need `dialects`, a registry that has these
  /// with their lowerings (RelayToLinalgDialectInterface). Their kernels are
  /// not kept on disk: nothing tells whether a lowering has changed.
  llvm::Expected<Kernel> getKernel(llvm::StringRef key,
                                   const DialectRegistry *dialects = nullptr);

  /// The same, but none that was built with the library.
  llvm::Expected<Kernel> compile(llvm::StringRef key,
                                 const DialectRegistry *dialects = nullptr);

  /// Gets the kernels of `keys` ready, each once, on the threads of `context`.
  /// Those that cannot be made fail when they are asked for. Leaves the rest
  /// and returns false if `cancellation`, which may be null, is cancelled.
  /// Tells `notify`, if there is one, after each how many there are, never from
  /// two threads at a time.
  bool prepare(llvm::ArrayRef<std::string> keys, MLIRContext *context,
               const std::function<void(size_t)> &notify = {},
               Cancellation *cancellation = nullptr);

  /// The kernels made so far.
  struct Statistics {
    size_t numCompiled = 0;
    /// From the cache on disk (KernelCache).
    size_t numCached = 0;
  };
  Statistics getStatistics() const;

private:
  KernelCompiler();
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// The level of the CPU (as x86-64-v3) for which the kernels in use were built
/// with the library, or why there are none. The environment variable
/// RELAYLITE_KERNELS, read once, sets the highest level, or turns them off.
std::string describeBuiltKernels();

} // namespace mlir::relay

#endif // RELAYLITE_EVALUATION_KERNELCOMPILER_H
