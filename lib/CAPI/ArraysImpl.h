//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arrays behind a handle of the C API.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_CAPI_ARRAYSIMPL_H
#define RELAYLITE_CAPI_ARRAYSIMPL_H

#include "ErrorReport.h"
#include "RelayLite-c/Arrays.h"
#include "RelayLite/Support/Params.h"
#include <deque>

namespace mlir::relay::capi {

struct NamedArray {
  std::string name;
  NDArray array;
  /// TVM's name of the element type.
  std::string dtype;
};

/// Buffers refer to its elements, which do not move.
using Arrays = std::deque<NamedArray>;

inline Arrays *unwrapArrays(RelayLiteArrays arrays) {
  return static_cast<Arrays *>(arrays.ptr);
}

inline RelayLiteArrays wrapArrays(std::unique_ptr<Arrays> arrays) {
  return {arrays.release()};
}

/// Checks a handle.
LogicalResult requireArrays(RelayLiteArrays arrays, ErrorReport &errors);

void append(Arrays &arrays, std::string name, NDArray array);

Params toParams(const Arrays &arrays);

} // namespace mlir::relay::capi

#endif // RELAYLITE_CAPI_ARRAYSIMPL_H
