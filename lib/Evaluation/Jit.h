//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The just-in-time compiler of kernels: LLVM IR to callable code.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_JIT_H
#define LIB_EVALUATION_JIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ExecutionEngine/Orc/ThreadSafeModule.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class TargetMachine;
namespace orc {
class LLJIT;
} // namespace orc
} // namespace llvm

namespace mlir::relay {

/// A persistent LLJIT for the host's CPU. Not thread-safe.
class Jit {
public:
  static llvm::Expected<std::unique_ptr<Jit>> create();
  ~Jit();

  /// Optimises and compiles `module` and returns the address of `symbol`. Fails
  /// when the code needs a symbol that is not on the list of what kernels may
  /// call: memcpy, memmove, memset and the relay_rt_ functions (also under the
  /// names fma and fmod, which code generation uses).
  llvm::Expected<void *> compile(std::unique_ptr<llvm::Module> module,
                                 std::unique_ptr<llvm::LLVMContext> context,
                                 llvm::StringRef symbol);

  const llvm::TargetMachine &getTargetMachine() const { return *machine; }

private:
  Jit();
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  unsigned numModules = 0;
};

} // namespace mlir::relay

#endif // LIB_EVALUATION_JIT_H
