//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NumPy's .npy and .npz files, the input and output of relay-lite-run.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_NPY_H
#define RELAYLITE_SUPPORT_NPY_H

#include "RelayLite/Support/NDArray.h"
#include "llvm/Support/MemoryBuffer.h"
#include <string>
#include <utility>
#include <vector>

namespace mlir::relay {

/// A member of a .npz file, named without `.npy`.
using NamedNDArray = std::pair<std::string, NDArray>;

/// Parses the content of a .npy file (format versions 1 to 3). `owner` keeps it
/// alive. Bytes are copied only to change their order or that of the
/// dimensions. NumPy writes bfloat16 as two-byte void elements. Fails if the
/// header is malformed, the element type is not Relay's, or data is missing.
llvm::Expected<NDArray> parseNpy(llvm::StringRef file,
                                 std::shared_ptr<const void> owner);

/// Maps the .npy file at `path` and parses it; errors begin with the path.
llvm::Expected<NDArray> readNpy(llvm::StringRef path);

/// Maps the .npz file at `path` and parses its members, which must be stored
/// (numpy.savez), not compressed. Checksums are verified; names must be
/// distinct. Errors begin with the path.
llvm::Expected<std::vector<NamedNDArray>> readNpz(llvm::StringRef path);

/// Writes a .npy file (format version 1).
void writeNpy(const NDArray &array, llvm::raw_ostream &os);

/// Writes a .npz file with stored members, as numpy.savez does.
void writeNpz(llvm::ArrayRef<NamedNDArray> arrays, llvm::raw_ostream &os);

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_NPY_H
