/*===----------------------------------------------------------------------===*\
|*                                                                            *|
|* Part of the RelayLite project, under the Apache License v2.0 with LLVM     *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The functions of libc that the runtime calls. Its headers differ between   *|
|* machines, so that they could not be compiled for all here; these declarations
*|
|* are the same on every 64-bit Linux.                                        *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef RELAYLITE_COMPILEDMODULE_RUNTIME_LIBC_H
#define RELAYLITE_COMPILEDMODULE_RUNTIME_LIBC_H

#include <stddef.h>
#include <stdint.h>

void *malloc(size_t size);
void *aligned_alloc(size_t alignment, size_t size);
void free(void *memory);
void *memcpy(void *target, const void *source, size_t size);
void *memset(void *target, int value, size_t size);
int memcmp(const void *x, const void *y, size_t size);
int _setjmp(void *environment) __attribute__((returns_twice));
void longjmp(void *environment, int value) __attribute__((noreturn));
int pthread_key_create(unsigned *key, void (*destructor)(void *));
int pthread_key_delete(unsigned key);
void *pthread_getspecific(unsigned key);
int pthread_setspecific(unsigned key, const void *value);
unsigned long pthread_self(void);
int pthread_getattr_np(unsigned long thread, void *attributes);
int pthread_attr_getstack(const void *attributes, void **address, size_t *size);
int pthread_attr_destroy(void *attributes);
int pthread_create(unsigned long *thread, const void *attributes,
                   void *(*function)(void *), void *argument);
int pthread_join(unsigned long thread, void **result);
int pthread_mutex_init(void *mutex, const void *attributes);
int pthread_mutex_destroy(void *mutex);
int pthread_mutex_lock(void *mutex);
int pthread_mutex_unlock(void *mutex);
int pthread_cond_init(void *condition, const void *attributes);
int pthread_cond_destroy(void *condition);
int pthread_cond_wait(void *condition, void *mutex);
int pthread_cond_broadcast(void *condition);
int sched_yield(void);
int snprintf(char *text, size_t size, const char *format, ...);
int open(const char *path, int flags, ...);
int close(int file);
int64_t lseek(int file, int64_t offset, int origin);
void *mmap(void *address, size_t size, int protection, int flags, int file,
           int64_t offset);
int munmap(void *address, size_t size);

enum { O_RDONLY = 0, O_CLOEXEC = 02000000 };
enum { SEEK_END = 2 };
enum { PROT_READ = 1, MAP_PRIVATE = 2 };
#define MAP_FAILED ((void *)-1)

#endif /* RELAYLITE_COMPILEDMODULE_RUNTIME_LIBC_H */
