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

#ifndef RELAYLITE_COMPILEDMODULE_RUNTIME_RUNTIME_H
#define RELAYLITE_COMPILEDMODULE_RUNTIME_RUNTIME_H

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
     else, that of the workspace, and that of the weights if there are any. */
  void (*code)(void **descriptors);
  /* Null if the weights are in the library. */
  const WeightsHeader *weights;
  /* Whether the code may call relay_rt_allocate, or a function that fails. */
  int32_t may_fail;
  /* Whether it may call relay_rt_parallel. */
  int32_t is_parallel;
} CompiledFunction;

/* Checks the arguments, makes descriptors of them and calls the code. */
int32_t relay_rt_call(const CompiledFunction *function,
                      RelayLiteContext *context, const DLTensor *inputs,
                      DLTensor *outputs);

/* Room for a message that is made while code runs. */
enum { FailureTextSize = 256 };

/* Runs the code so that it can fail, and with `threads`, which may be null.
   Returns null, or why it has failed, which may be in `text`. */
const char *relay_rt_run(const CompiledFunction *function, void **descriptors,
                         RelayLiteThreads *threads, char *text);

/* Returns the lowest address to which such functions may use the stack. Down to
   `known`, an address of this stack, they always may. */
const char *relay_rt_find_stack_limit(const char *known);

/* Runs the pieces of a loop, numbered from 0, in any order, on the threads of
   the call that is under way. */
void relay_rt_parallel(void (*piece)(void *captures, int64_t number),
                       void *captures, int64_t count);
/* The threads of the call that is under way; null if it has none. */
RelayLiteThreads *relay_rt_get_threads(void);
RelayLiteThreads *relay_rt_create_threads(int32_t count);
void relay_rt_destroy_threads(RelayLiteThreads *threads);

/* The functions that code calls while relay_rt_run runs it. The memory of a
   call that fails is freed. */
void *relay_rt_allocate(size_t size);
void relay_rt_release(void *memory);
/* Returns whether the stack of the thread has room for another call of a
   function that calls itself. */
int32_t relay_rt_has_stack(void);
void relay_rt_fail(const char *message) __attribute__((noreturn));
/* Fails with a message that is made of a format of two numbers. */
void relay_rt_fail_sizes(const char *format, int64_t size, int64_t expected)
    __attribute__((noreturn));
/* Calls the function called `name` of another library. `types` has three
   numbers for each input and output: code and bits of its type, and how many
   dimensions it has. */
void relay_rt_call_external(RelayLiteFunctionPointer function, const char *name,
                            int32_t num_inputs, int32_t num_outputs,
                            const int32_t *types, void **descriptors);
void relay_rt_fail_external(const char *name, int32_t status,
                            const char *message) __attribute__((noreturn));
/* Frees the memory of a result after the call. */
void relay_rt_free(void *memory);

int32_t relay_rt_map_weights(const WeightsHeader *header,
                             RelayLiteContext *context, const char *path);
void relay_rt_unmap_weights(RelayLiteContext *context);
void relay_rt_free_output(DLTensor *output);

#endif /* RELAYLITE_COMPILEDMODULE_RUNTIME_RUNTIME_H */
