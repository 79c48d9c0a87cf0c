//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The large constants of a compiled module, which LLVM does not see.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_COMPILEDMODULE_CONSTANTPOOL_H
#define LIB_COMPILEDMODULE_CONSTANTPOOL_H

#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::relay {

/// Constants whose bytes are written into the object file after LLVM has made
/// it: LLVM would copy them several times. For LLVM, they are parts of one
/// array in a section of its own, whose elements it does not know.
class ConstantPool {
public:
  /// Take the bytes of the large constants of `module`, which is in the LLVM
  /// dialect. The constants become declarations.
  void take(ModuleOp module);
  /// Take the constants that belong into a file of weights, and return them
  /// behind `headerBytes` bytes.
  static std::vector<char> takeFile(ModuleOp module, size_t headerBytes);

  /// Define the array in `code`, the translation of the module, and let it take
  /// the place of the declarations.
  void define(llvm::Module &code) const;
  /// Give the array its elements, for code that is no object file.
  void fill(llvm::Module &code) const;
  /// Write the elements into the section of an object file, if it has the
  /// section.
  llvm::Error write(MutableArrayRef<char> object) const;

  size_t getNumBytes() const { return numBytes; }

private:
  struct Entry {
    std::string name;
    size_t offset;
    ConstantData data;
  };
  void copyTo(char *elements) const;

  std::vector<Entry> entries;
  size_t numBytes = 0;
};

} // namespace mlir::relay

#endif // LIB_COMPILEDMODULE_CONSTANTPOOL_H
