//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parameter files: arrays by name, in the layout of TVM's
// relay.save_param_dict.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_PARAMS_H
#define RELAYLITE_SUPPORT_PARAMS_H

#include "RelayLite/Support/NDArray.h"
#include "llvm/Support/MemoryBuffer.h"
#include <utility>

namespace mlir::relay {

/// Arrays by name, in the order of the file.
using Params = llvm::SmallVector<std::pair<std::string, NDArray>, 0>;

/// Reads a parameter file. The arrays refer to the buffer and keep it alive.
/// Names must be distinct. An error names the offset or the parameter.
llvm::Expected<Params> readParams(std::unique_ptr<llvm::MemoryBuffer> buffer);

/// Maps the file at `path` and reads it; errors begin with the path.
llvm::Expected<Params> readParamsFile(llvm::StringRef path);

/// Writes a parameter file.
void writeParams(const Params &params, llvm::raw_ostream &os);

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_PARAMS_H
