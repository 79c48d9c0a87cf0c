//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// External code generation: functions with relay.Compiler go through pipelines
// that embedders register.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_CONVERSION_EXTERNALCOMPILER_H
#define RELAYLITE_CONVERSION_EXTERNALCOMPILER_H

#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include <memory>
#include <string>
#include <vector>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::relay {

/// A compiler for the functions whose attribute relay.Compiler is its name.
/// relay-lower-to-llvm and all that uses it ask for it: relay-lite-compile, and
/// relay-lite-run for each such function that is called.
class ExternalCompiler {
public:
  virtual ~ExternalCompiler();

  /// The value of relay.Compiler.
  virtual StringRef getName() const = 0;

  /// Adds the passes that lower the functions. They run on a builtin.module
  /// with all functions of this compiler and nothing else; relay.global_symbol
  /// names each. The functions have to be there afterwards, with their types.
  /// Their bodies may have anything that relay-lower-to-llvm takes: operations
  /// on tensors of upstream dialects, calls of C functions that are declared in
  /// the module (createDestinationCall), and operators that are left to
  /// RelayLite. The dialects of relay-lower-to-llvm are loaded; an extension
  /// loads others.
  virtual void buildPipeline(OpPassManager &modules) const = 0;

  /// The libraries, by their paths, with the C functions that the code calls. A
  /// compiled module is linked with them, and an evaluator loads them. Empty if
  /// the process that registers the compiler has the functions.
  virtual std::vector<std::string> getLibraries() const { return {}; }
};

/// Makes `compiler` one of the context. Another one of the same name is
/// replaced.
void addExternalCompiler(MLIRContext *context,
                         std::unique_ptr<ExternalCompiler> compiler);

/// The compiler called `name`, or null.
const ExternalCompiler *lookupExternalCompiler(MLIRContext *context,
                                               StringRef name);

/// Makes CompilerT one of each context of `registry`: what plugins and tools
/// call where they register dialects.
template <typename CompilerT>
void registerExternalCompiler(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, RelayDialect *) {
    addExternalCompiler(context, std::make_unique<CompilerT>());
  });
}

/// Calls the C function `_mlir_ciface_<callee>`, which computes tensors: it
/// takes a pointer to a descriptor of each of `inputs`, then of each result,
/// whose memory the caller gives, and then `scalars` (such as i64 and f32).
/// Inputs are only read. A descriptor is that of the LLVM dialect: two pointers
/// (the second counts), an offset of 0, and the sizes and strides of a
/// row-major tensor; the function takes all shapes of a rank. Declares it in
/// the module around `builder`.
/// Fails, with an error at `loc`, if a result has no static shape or `callee`
/// is another function there.
FailureOr<SmallVector<Value>>
createDestinationCall(OpBuilder &builder, Location loc, StringRef callee,
                      ValueRange inputs, TypeRange results,
                      ValueRange scalars = {});

/// Makes functions of the literals with relay.Compiler, as
/// outlineCompilerFunctions does, and fails like that. Functions with
/// relay.Compiler become private unless nothing uses them. A literal that is
/// used otherwise than as a callee is an error, too.
LogicalResult outlineExternalFunctions(ModuleOp module);

} // namespace mlir::relay

#endif // RELAYLITE_CONVERSION_EXTERNALCOMPILER_H
