//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules of LLVM IR in parts that are compiled at the same time.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_COMPILEDMODULE_CODEPARTS_H
#define LIB_COMPILEDMODULE_CODEPARTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace mlir::relay {

/// The functions of a module, divided into parts of about the same size. The
/// parts depend on the module alone, and not on the number of cores. All of
/// them have to be linked.
class CodeParts {
public:
  /// Divide `code`. Its local symbols become hidden ones, which parts share.
  explicit CodeParts(llvm::Module &code);

  unsigned size() const { return numParts; }

  /// Part `index`, in a context of its own. Part 0 has all variables.
  /// Thread-safe.
  llvm::Expected<std::unique_ptr<llvm::Module>>
  load(unsigned index, llvm::LLVMContext &context) const;

private:
  llvm::SmallVector<char, 0> bitcode;
  llvm::StringMap<unsigned> parts;
  unsigned numParts;
};

} // namespace mlir::relay

#endif // LIB_COMPILEDMODULE_CODEPARTS_H
