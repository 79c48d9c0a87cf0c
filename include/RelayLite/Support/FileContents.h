//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of the contents of files, for errors about a file of another kind.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_FILECONTENTS_H
#define RELAYLITE_SUPPORT_FILECONTENTS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::relay {

/// The first bytes of a parameter file, as a little-endian number.
inline constexpr uint64_t paramsMagic = 0xF7E58D4F05049CB7;

/// Return the kind of a file with the contents `bytes`: "an npz file", "text",
/// "an empty file", or "unknown binary data".
llvm::StringRef describeContents(llvm::StringRef bytes);

/// Return the kind of a file that cannot be the text or the bytecode of a
/// module, or an empty string for one that may be.
llvm::StringRef describeIfNoModule(llvm::StringRef bytes);

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_FILECONTENTS_H
