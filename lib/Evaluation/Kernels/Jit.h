//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The just-in-time linker of kernels: objects to callable code.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_KERNELS_JIT_H
#define LIB_EVALUATION_KERNELS_JIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

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

  /// A target machine as that of the JIT, for one thread to compile with.
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createTargetMachine();

  /// Links an object file and returns the address of `symbol` in it. Fails
  /// when the code needs a symbol that is not on the list of what kernels may
  /// call: memcpy, memmove, memset and the relay_rt_ functions (also under the
  /// names fma and fmod, which code generation uses).
  llvm::Expected<void *> load(std::unique_ptr<llvm::MemoryBuffer> object,
                              llvm::StringRef symbol);

  /// All that decides, beside the module, what code it is compiled to: the
  /// libraries, the target, the CPU and its features. Empty if it is not known.
  std::string getDescription() const;

private:
  explicit Jit(llvm::orc::JITTargetMachineBuilder builder);
  llvm::orc::JITTargetMachineBuilder builder;
  /// The JIT's reports since the last query.
  std::string messages;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  unsigned numModules = 0;
};

} // namespace mlir::relay

#endif // LIB_EVALUATION_KERNELS_JIT_H
