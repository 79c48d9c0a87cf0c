//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules of the relay dialect -> libraries that need libc alone.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_COMPILEDMODULE_COMPILEDMODULE_H
#define RELAYLITE_COMPILEDMODULE_COMPILEDMODULE_H

#include "RelayLite/Codegen/LLVM/CodeGeneration.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace mlir {
class TimingScope;
} // namespace mlir

namespace mlir::relay {

class ConstantPool;

struct CompileOptions {
  CodeTarget target;
  /// A C identifier. It stands, with an underscore, before the names of all
  /// symbols.
  std::string name = "relay";
  /// Whether large constants are in a file beside the library (getWeights),
  /// which a program maps, rather than in the library.
  bool weightsInFile = false;
  /// The most threads that share the work of a call, from 1 to 1024. Each needs
  /// memory of its own, which is part of the workspace.
  int64_t threads = 1;
  /// The C functions, RelayLiteFunctionPointers of libraries, that compute
  /// functions with relay.Compiler, by their relay.global_symbol. Others go to
  /// the external compilers that are registered
  /// (RelayLite/Conversion/ExternalCompiler.h).
  llvm::StringMap<std::string> externals;
  /// Whether a compiler that is not registered is an error. Otherwise there is
  /// a warning, and RelayLite compiles its functions.
  bool requireExternals = false;
  /// The times of passes are written to it, if it is there.
  TimingScope *timing = nullptr;
};

/// The size of the blocks of channels that suit `target`, for the option
/// `channel-block` of AlterOpLayout: as many as a vector of f32 has lanes, or 0
/// if there are no vectors with fused multiply-add. Fails if the target is
/// unknown.
llvm::Expected<int64_t> getChannelBlock(const CodeTarget &target);

/// A compiled module with the interface of RelayLite-c/Compiled.h: a C function
/// `<name>_<function>` for each public function, and the constant
/// `<name>_module`, also under the weak name `relay_lite_module`. Everything
/// else is local. The code calls libc alone, keeps no state, and computes the
/// bits that evaluation does.
class CompiledModule {
public:
  enum class Form { Object, Assembly, LLVMIR };

  ~CompiledModule();

  /// The code. Fails when it has been asked for before, or with the reason of
  /// the code generator. Times of steps are written to `timing`, if there is
  /// any.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  emit(Form form, TimingScope *timing = nullptr);
  /// The code as object files that have to be linked. They are compiled at the
  /// same time, by as many threads as there are cores, unless the context of
  /// the module had multithreading disabled. The files do not depend on the
  /// number of threads. Fails as emit.
  llvm::Expected<std::vector<std::unique_ptr<llvm::MemoryBuffer>>>
  emitObjects(TimingScope *timing = nullptr);

  /// The C header: Compiled.h and the functions of the module.
  StringRef getHeader() const { return header; }
  /// The description in JSON (docs/Compile.md).
  StringRef getDescription() const { return description; }
  /// The bytes of the file of weights; empty unless weightsInFile was asked
  /// for.
  ArrayRef<char> getWeights() const { return weights; }
  /// The libraries that external compilers need.
  ArrayRef<std::string> getLibraries() const { return libraries; }
  const llvm::TargetMachine &getTargetMachine() const { return *machine; }

private:
  friend FailureOr<std::unique_ptr<CompiledModule>>
  compileModule(ModuleOp module, const CompileOptions &options);
  CompiledModule();
  LogicalResult generate(ModuleOp module, const CompileOptions &options);
  llvm::Expected<std::unique_ptr<llvm::Module>> takeCode();
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  emitObject(llvm::Module &module, llvm::TargetMachine &machine) const;

  CodeTarget target;
  bool isMultithreaded = true;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<ConstantPool> constants;
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> code;
  std::string header, description;
  std::vector<char> weights;
  std::vector<std::string> libraries;
};

/// Compiles `module`, in the relay dialect or any later form of
/// relay-lower-to-llvm; it is in the LLVM dialect afterwards. Its context needs
/// registerLoweringDialects. Emits an error at an operation that has no
/// lowering, at a public function whose arguments or results are no tensors or
/// tuples of them, or at the module if the name or the target is wrong.
FailureOr<std::unique_ptr<CompiledModule>>
compileModule(ModuleOp module, const CompileOptions &options = {});

/// Writes the code as a shared library. It refers to libc alone, or also to the
/// libraries of external compilers: `libraries` and those of `compiled`. Object
/// files (.o) and archives (.a) among them become part of it. It finds others
/// where they are now, and one with a SONAME in its own folder, too. The linker
/// is the C compiler `linker`; if that is empty, `cc` for the machine at hand,
/// and `<architecture>-linux-gnu-gcc` for another. Fails if there is none or
/// with what it says; the file is written aside and renamed. `timing` is as for
/// emitObjects.
llvm::Error writeSharedLibrary(CompiledModule &compiled, StringRef path,
                               StringRef linker = {},
                               ArrayRef<std::string> libraries = {},
                               TimingScope *timing = nullptr);

} // namespace mlir::relay

#endif // RELAYLITE_COMPILEDMODULE_COMPILEDMODULE_H
