//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Named arrays: parameters, arguments and results.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_C_ARRAYS_H
#define RELAYLITE_C_ARRAYS_H

#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Memory with the elements of an array. It belongs to someone else.
typedef struct RelayLiteBuffer {
  /// The elements, in row-major order without gaps.
  const void *data;
  size_t numBytes;
  /// TVM's name of the element type, such as `float32`.
  MlirStringRef dtype;
  intptr_t rank;
  const int64_t *shape;
  /// The distances in elements from one index to the next, or null. Distances
  /// of another order or with gaps are an error.
  const int64_t *strides;
} RelayLiteBuffer;

/// An ordered list of arrays. No two have the same name, except that a name may
/// be empty. The caller owns a list that a function returns, and destroys it.
typedef struct RelayLiteArrays {
  void *ptr;
} RelayLiteArrays;

MLIR_CAPI_EXPORTED RelayLiteArrays relayLiteArraysCreate(void);
MLIR_CAPI_EXPORTED void relayLiteArraysDestroy(RelayLiteArrays arrays);
static inline bool relayLiteArraysIsNull(RelayLiteArrays arrays) {
  return !arrays.ptr;
}

/// Appends a copy of `buffer`.
MLIR_CAPI_EXPORTED MlirLogicalResult relayLiteArraysAppend(
    RelayLiteArrays arrays, MlirStringRef name, RelayLiteBuffer buffer,
    MlirStringCallback onError, void *userData);

/// Appends an array on the memory of `buffer`, which must not change. After
/// success, `release` is called with `owner`, on any thread, when neither a
/// list nor a module uses the memory any more. `release` may be null.
MLIR_CAPI_EXPORTED MlirLogicalResult relayLiteArraysAppendShared(
    RelayLiteArrays arrays, MlirStringRef name, RelayLiteBuffer buffer,
    void (*release)(void *owner), void *owner, MlirStringCallback onError,
    void *userData);

/// The number of arrays; 0 of a null handle.
MLIR_CAPI_EXPORTED intptr_t relayLiteArraysGetSize(RelayLiteArrays arrays);

/// Return the name and memory of an array. They live as long as the list. For a
/// position outside of the list, all fields are 0.
MLIR_CAPI_EXPORTED MlirStringRef relayLiteArraysGetName(RelayLiteArrays arrays,
                                                        intptr_t position);
MLIR_CAPI_EXPORTED RelayLiteBuffer
relayLiteArraysGetBuffer(RelayLiteArrays arrays, intptr_t position);

/// The position of the array called `name`, or -1.
MLIR_CAPI_EXPORTED intptr_t relayLiteArraysFind(RelayLiteArrays arrays,
                                                MlirStringRef name);

/// Reads TVM's serialized parameters, from memory or from a file.
MLIR_CAPI_EXPORTED RelayLiteArrays relayLiteParamsRead(
    MlirStringRef bytes, MlirStringCallback onError, void *userData);
MLIR_CAPI_EXPORTED RelayLiteArrays relayLiteParamsReadFile(
    MlirStringRef path, MlirStringCallback onError, void *userData);

/// Writes the arrays in the form of TVM's serialized parameters to `onBytes`.
MLIR_CAPI_EXPORTED MlirLogicalResult relayLiteParamsWrite(
    RelayLiteArrays arrays, MlirStringCallback onBytes, void *bytesUserData,
    MlirStringCallback onError, void *userData);

#ifdef __cplusplus
}
#endif

#endif // RELAYLITE_C_ARRAYS_H
