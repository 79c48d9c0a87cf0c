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

#ifndef RELAYLITE_COMPILEDMODULE_LOADEDMODULE_H
#define RELAYLITE_COMPILEDMODULE_LOADEDMODULE_H

#include "RelayLite-c/Compiled.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace mlir::relay {

class CompiledModule;

/// A compiled module that LLVM's JIT has linked: what `dlopen` of its shared
/// library gives, without a file and a linker.
class LoadedModule {
public:
  /// Takes the code of `compiled`, which is for the machine at hand and has its
  /// weights. It may call what the process has. Fails with the reason of the
  /// code generator, or with the symbols that are missing.
  static llvm::Expected<std::unique_ptr<LoadedModule>>
  load(CompiledModule &compiled);
  ~LoadedModule();

  /// Functions of the module, and what they allocate, live as long as this.
  const RelayLiteModule &getInterface() const { return *interface; }

private:
  LoadedModule();

  std::unique_ptr<llvm::orc::LLJIT> jit;
  const RelayLiteModule *interface = nullptr;
};

} // namespace mlir::relay

#endif // RELAYLITE_COMPILEDMODULE_LOADEDMODULE_H
