/*===----------------------------------------------------------------------===*\
|*                                                                            *|
|* Part of the RelayLite project, under the Apache License v2.0 with LLVM     *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Calls under way: their threads, the memory and the stack that they take,   *|
|* and their end when they fail.                                              *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "Libc.h"
#include "Runtime.h"

/* Stands before memory of the code, in a list of all of a call. As large as the
   alignment of malloc. */
typedef struct Block {
  struct Block *previous, *next;
} Block;

/* A call that is under way in a thread. */
typedef struct Call {
  struct Call *outer;
  RelayLiteThreads *threads;
  Block blocks;
  const char *message;
  char *text;
  /* The lowest address to which recursive functions may use the stack. Only if
     that is not enough, the end of the stack is looked for, which takes a
     millisecond in a process with many mappings. */
  const char *stackLimit;
  int isStackLimitFound;
  /* A jmp_buf of any architecture. */
  _Alignas(16) char environment[512];
} Call;

/* Bytes of the stack that recursive functions may use without a search for its
   end, and on stacks that are not those of threads. */
enum { KnownStack = 32 << 10 };

/* The current call of each thread. A thread-local variable would do, but not
   for code that is loaded by a just-in-time compiler. The key is one more than
   that of pthread, and 0 before there is one. */
static _Atomic unsigned currentKey;

static unsigned getKey(void) {
  unsigned known = currentKey, created;
  if (known)
    return known - 1;
  if (pthread_key_create(&created, NULL) != 0)
    return ~0u;
  if (__c11_atomic_compare_exchange_strong(&currentKey, &known, created + 1,
                                           __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    return created;
  pthread_key_delete(created);
  return known - 1;
}

__attribute__((destructor)) static void deleteKey(void) {
  if (currentKey)
    pthread_key_delete(currentKey - 1);
}

static void unlinkBlock(Block *block) {
  block->previous->next = block->next;
  block->next->previous = block->previous;
}

static void freeBlocks(Call *call) {
  while (call->blocks.next != &call->blocks) {
    Block *block = call->blocks.next;
    unlinkBlock(block);
    free(block);
  }
}

const char *relay_rt_run(const CompiledFunction *function, void **descriptors,
                         RelayLiteThreads *threads, char *text) {
  unsigned key = getKey();
  if (key == ~0u)
    return "no key for data of threads is left";
  Call call;
  call.outer = pthread_getspecific(key);
  call.threads = threads;
  call.blocks.previous = call.blocks.next = &call.blocks;
  call.message = NULL;
  call.text = text;
  call.stackLimit = (const char *)__builtin_frame_address(0) - KnownStack;
  call.isStackLimitFound = 0;
  if (pthread_setspecific(key, &call) != 0)
    return "not enough memory";
  if (_setjmp(call.environment) == 0)
    function->code(descriptors);
  pthread_setspecific(key, call.outer);
  if (call.message)
    freeBlocks(&call);
  return call.message;
}

RelayLiteThreads *relay_rt_get_threads(void) {
  unsigned known = currentKey;
  Call *call = known ? pthread_getspecific(known - 1) : NULL;
  return call ? call->threads : NULL;
}

int32_t relay_rt_has_stack(void) {
  Call *call = pthread_getspecific(getKey());
  const char *here = __builtin_frame_address(0);
  if (here < call->stackLimit && !call->isStackLimitFound) {
    call->stackLimit = relay_rt_find_stack_limit(call->stackLimit);
    call->isStackLimitFound = 1;
  }
  return here >= call->stackLimit;
}

void relay_rt_fail(const char *message) {
  Call *call = pthread_getspecific(getKey());
  call->message = message;
  longjmp(call->environment, 1);
}

void relay_rt_fail_sizes(const char *format, int64_t size, int64_t expected) {
  Call *call = pthread_getspecific(getKey());
  snprintf(call->text, FailureTextSize, format, (long long)size,
           (long long)expected);
  relay_rt_fail(call->text);
}

void relay_rt_fail_external(const char *name, int32_t status,
                            const char *message) {
  Call *call = pthread_getspecific(getKey());
  if (message[0])
    snprintf(call->text, FailureTextSize, "%s: %s", name, message);
  else
    snprintf(call->text, FailureTextSize, "%s has failed with the status %d",
             name, (int)status);
  relay_rt_fail(call->text);
}

void *relay_rt_allocate(size_t size) {
  Call *call = pthread_getspecific(getKey());
  Block *block =
      size <= SIZE_MAX - sizeof(Block) ? malloc(sizeof(Block) + size) : NULL;
  if (!block)
    relay_rt_fail("not enough memory");
  block->previous = &call->blocks;
  block->next = call->blocks.next;
  block->next->previous = block;
  call->blocks.next = block;
  return block + 1;
}

void relay_rt_free(void *memory) {
  if (memory)
    free((Block *)memory - 1);
}

void relay_rt_release(void *memory) {
  if (!memory)
    return;
  unlinkBlock((Block *)memory - 1);
  relay_rt_free(memory);
}
