/*===----------------------------------------------------------------------===*\
|*                                                                            *|
|* Part of the RelayLite project, under the Apache License v2.0 with LLVM     *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* What is linked into every compiled module: it calls libc alone.            *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef RELAYLITE_TARGET_RUNTIME_H
#define RELAYLITE_TARGET_RUNTIME_H

#include "RelayLite-c/Compiled.h"

/* The head of a file of weights, which start behind it. */
typedef struct WeightsHeader {
  char magic[8];
  uint64_t version;
  /* Bytes of the file, with the head. */
  uint64_t size;
  /* Of the weights, xxh3_64bits. */
  uint64_t hash;
  uint64_t padding[4];
} WeightsHeader;

/* A function as the compiler describes it to relay_rt_call. */
typedef struct CompiledFunction {
  const RelayLiteFunctionInfo *info;
  /* Takes pointers to descriptors of the LLVM dialect: that of the results if
     the function allocates them, those of the arguments, those of the results
     else, that of the weights if there are any, and that of the workspace. */
  void (*code)(void **descriptors);
  /* Null if the weights are in the library. */
  const WeightsHeader *weights;
} CompiledFunction;

/* Checks the arguments, makes descriptors of them and calls the code. */
int32_t relay_rt_call(const CompiledFunction *function,
                      RelayLiteContext *context, const DLTensor *inputs,
                      DLTensor *outputs);

int32_t relay_rt_map_weights(const WeightsHeader *header,
                             RelayLiteContext *context, const char *path);
void relay_rt_unmap_weights(RelayLiteContext *context);
void relay_rt_free_output(DLTensor *output);

#endif /* RELAYLITE_TARGET_RUNTIME_H */
