//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The messages of assertions in compiled code.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CODEGEN_FAILUREMESSAGE_H
#define LIB_CODEGEN_FAILUREMESSAGE_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::relay {

/// Return `reason` behind the place of the program that `loc` names, if any.
inline std::string getFailureMessage(Location loc, StringRef reason) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto place = loc->findInstanceOf<FileLineColLoc>())
    os << place.getFilename().getValue() << ":" << place.getLine() << ":"
       << place.getColumn() << ": ";
  os << reason;
  return text;
}

} // namespace mlir::relay

#endif // LIB_CODEGEN_FAILUREMESSAGE_H
