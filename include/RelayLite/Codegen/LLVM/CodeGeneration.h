//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM IR -> machine code in memory.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_CODEGEN_LLVM_CODEGENERATION_H
#define RELAYLITE_CODEGEN_LLVM_CODEGENERATION_H

#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace llvm {
class MemoryBuffer;
class Module;
class TargetMachine;
class TargetOptions;
} // namespace llvm

namespace mlir::relay {

/// The machine that code is for.
struct CodeTarget {
  /// As for LLVM's tools, aarch64-linux-gnu for instance; empty for the machine
  /// at hand.
  std::string triple;
  /// A name of LLVM's list. Empty for the CPU at hand, or for a generic one if
  /// the triple has another architecture.
  std::string cpu;
  /// As +avx2,-fma.
  std::string features;
};

/// Sets what all code of RelayLite is compiled with: arithmetic that does not
/// depend on the CPU. Operations are not contracted; only explicit fma is one.
void setCodeOptions(llvm::TargetOptions &options);

/// A machine to compile position-independent code for `target` with. Fails,
/// with what there is, if LLVM has no such triple, CPU or feature.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const CodeTarget &target);

/// The size in bytes of the vectors in which code for `machine` computes.
int64_t getVectorBytes(const llvm::TargetMachine &machine);

enum class OptimizationKind {
  /// -O2, for kernels, which are small and run often.
  Kernel,
  /// -O1, and no unrolling or interleaving of loops, for whole modules: the
  /// loops that matter are unrolled and vectorized before. With -O2 and
  /// unrolling, ResNet-18 takes 1.5 times as long to compile and 6 % less to
  /// run.
  Module
};

/// Gives `module` the data layout and the triple of `machine`.
void setTarget(llvm::Module &module, const llvm::TargetMachine &machine);

/// Runs LLVM's standard pipeline on `module`.
void optimizeCode(llvm::Module &module, llvm::TargetMachine &machine,
                  OptimizationKind kind);

/// Erase functions and variables of `module` that nothing refers to.
void eraseUnusedCode(llvm::Module &module, llvm::TargetMachine &machine);

/// Optimises `module` and compiles it to an object file.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
compileToObject(llvm::Module &module, llvm::TargetMachine &machine,
                OptimizationKind kind = OptimizationKind::Kernel);

} // namespace mlir::relay

#endif // RELAYLITE_CODEGEN_LLVM_CODEGENERATION_H
