/*===----------------------------------------------------------------------===*\
|*                                                                            *|
|* Part of the RelayLite project, under the Apache License v2.0 with LLVM     *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The interface of compiled modules, in C99: docs/Compile.md explains it.    *|
|* It needs neither RelayLite nor LLVM or MLIR.                               *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef RELAYLITE_C_COMPILED_H
#define RELAYLITE_C_COMPILED_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The tensors of DLPack (https://dmlc.github.io/dlpack). Include dlpack.h
   first if a program uses it, too. */
#ifndef DLPACK_DLPACK_H_
typedef struct {
  int32_t device_type;
  int32_t device_id;
} DLDevice;

typedef struct {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
} DLDataType;

typedef struct {
  void *data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t *shape;
  int64_t *strides;
  uint64_t byte_offset;
} DLTensor;

enum { kDLCPU = 1 };
enum { kDLInt = 0, kDLUInt = 1, kDLFloat = 2, kDLBfloat = 4, kDLBool = 6 };
#endif

/* What functions return. */
typedef enum RelayLiteStatus {
  RELAYLITE_OK = 0,
  /* A null pointer, or a tensor that is not as the function needs it. */
  RELAYLITE_INVALID_ARGUMENT = 1,
  /* A workspace that is too small or not aligned to 64 bytes. */
  RELAYLITE_INVALID_WORKSPACE = 2,
  /* No weights, or weights of another module. */
  RELAYLITE_INVALID_WEIGHTS = 3,
  RELAYLITE_OUT_OF_MEMORY = 4,
  /* Shapes that do not fit together, or too little memory or stack, found while
     the function ran. */
  RELAYLITE_FAILED = 5
} RelayLiteStatus;

/* Threads that share the work of calls: create_threads of a module makes
   them. */
typedef struct RelayLiteThreads RelayLiteThreads;

/* What a call needs besides its tensors. All zeros is a valid context. Calls
   at the same time need contexts of their own. */
typedef struct RelayLiteContext {
  /* Memory for values that only the function needs, aligned to 64 bytes. If it
     is null, each call allocates and frees it. */
  void *workspace;
  size_t workspace_size;
  /* The bytes of the weights file, aligned to 64 bytes, for modules that do
     not hold their weights: map_weights of the module sets them. */
  const void *weights;
  size_t weights_size;
  /* Threads of this module, or null for that of the caller alone. Of calls that
     have the same threads at the same time, each loop is run by those of one.
     Results do not depend on them. */
  RelayLiteThreads *threads;
  /* Zero; for later versions. */
  uint64_t reserved[3];
  /* Why the last call failed; empty if it did not. */
  char message[256];
} RelayLiteContext;

/* The type of an argument or a result. */
typedef struct RelayLiteTensorInfo {
  const char *name;
  DLDataType dtype;
  int32_t ndim;
  /* -1 for an extent that is known when the function runs. */
  const int64_t *shape;
} RelayLiteTensorInfo;

/* Runs a function. `inputs` and `outputs` are arrays with a tensor for each
   argument and result; tuples are flattened. Inputs are only read. Tensors have
   no gaps: `strides` are null, or those of row-major order. No output overlaps
   another tensor. `context` may be null.

   If all results have static shapes, the caller gives the memory of each.
   Otherwise, `data` and `shape` of each output are set, and the caller gives
   them to free_output of the module; nothing of them is read.

   On failure, outputs of static shapes have unspecified elements, and others
   are not set. */
typedef int32_t (*RelayLiteFunctionPointer)(RelayLiteContext *context,
                                            const DLTensor *inputs,
                                            DLTensor *outputs);

typedef struct RelayLiteFunctionInfo {
  const char *name;
  int32_t num_inputs, num_outputs;
  const RelayLiteTensorInfo *inputs, *outputs;
  /* Bytes of the workspace; 0 if the function needs none. */
  uint64_t workspace_size;
  /* Whether the function allocates its outputs. */
  int32_t allocates_outputs;
  RelayLiteFunctionPointer call;
} RelayLiteFunctionInfo;

/* The version of this interface. */
enum { RELAYLITE_COMPILED_VERSION = 2 };

/* What is in a compiled module. */
typedef struct RelayLiteModule {
  /* RELAYLITE_COMPILED_VERSION */
  uint32_t version;
  const char *name;
  /* A description in JSON (docs/Compile.md). */
  const char *description;
  int32_t num_functions;
  const RelayLiteFunctionInfo *functions;
  /* Bytes of the weights file; 0 if weights are in the library. */
  uint64_t weights_size;
  /* Maps the file of the weights, and sets `weights` of `context`. The caller
     unmaps them. They are only read, so that contexts may share them. */
  int32_t (*map_weights)(RelayLiteContext *context, const char *path);
  void (*unmap_weights)(RelayLiteContext *context);
  /* Frees `data` and `shape` of an output that a function has allocated. */
  void (*free_output)(DLTensor *output);
  /* The most threads that have work at a time, as the module was compiled. */
  int32_t max_threads;
  /* Starts `count` - 1 threads, which wait for the calls of a context that has
     them; the caller of a function is the last one. Null if `count` is not from
     1 to 1024 or the system has no more threads. A process that has been forked
     has to make its own. */
  RelayLiteThreads *(*create_threads)(int32_t count);
  /* Ends the threads; no call may have them. They may be null. */
  void (*destroy_threads)(RelayLiteThreads *threads);
} RelayLiteModule;

#ifdef __cplusplus
}
#endif

#endif /* RELAYLITE_C_COMPILED_H */
