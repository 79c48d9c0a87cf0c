/*===----------------------------------------------------------------------===*\
|*                                                                            *|
|* Part of the RelayLite project, under the Apache License v2.0 with LLVM     *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The end of the stack, which grows downwards on all architectures.          *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "Libc.h"
#include "Runtime.h"

/* Larger than pthread_attr_t of any architecture. */
typedef struct {
  _Alignas(16) char bytes[128];
} Attributes;

/* Bytes left for the functions that recursive code calls. Smaller stacks leave
   a quarter. */
enum { StackReserve = 256 << 10 };

const char *relay_rt_find_stack_limit(const char *known) {
  Attributes attributes;
  void *end = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return known;
  if (pthread_attr_getstack(&attributes, &end, &size) != 0)
    size = 0;
  pthread_attr_destroy(&attributes);
  /* The code may run on another stack than that of its thread. */
  if ((uintptr_t)known - (uintptr_t)end >= size)
    return known;
  const char *limit =
      (const char *)end + (size / 4 < StackReserve ? size / 4 : StackReserve);
  return limit < known ? limit : known;
}
