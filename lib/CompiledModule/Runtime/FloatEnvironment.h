/*===----------------------------------------------------------------------===*\
|*                                                                            *|
|* Part of the RelayLite project, under the Apache License v2.0 with LLVM     *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The floating-point environment of compiled code. The evaluator has another *|
|* one, which works on every host.                                            *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef RELAYLITE_COMPILEDMODULE_RUNTIME_FLOATENVIRONMENT_H
#define RELAYLITE_COMPILEDMODULE_RUNTIME_FLOATENVIRONMENT_H

#include <stdint.h>

/* Sets rounding to nearest, with denormals and without traps, as results are
   defined; returns what was set before. */
static inline uint64_t enterFloatEnvironment(void) {
#if defined(__x86_64__)
  uint32_t previous, needed = 0x1f80;
  __asm__ volatile("stmxcsr %0" : "=m"(previous));
  __asm__ volatile("ldmxcsr %0" : : "m"(needed));
  return previous;
#elif defined(__aarch64__)
  uint64_t previous;
  __asm__ volatile("mrs %0, fpcr" : "=r"(previous));
  __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)0));
  return previous;
#elif defined(__riscv)
  uint64_t previous;
  __asm__ volatile("fsrm %0, zero" : "=r"(previous));
  return previous;
#else
#error "no floating-point environment for this architecture"
#endif
}

static inline void leaveFloatEnvironment(uint64_t previous) {
#if defined(__x86_64__)
  uint32_t value = (uint32_t)previous;
  __asm__ volatile("ldmxcsr %0" : : "m"(value));
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" : : "r"(previous));
#elif defined(__riscv)
  __asm__ volatile("fsrm %0" : : "r"(previous));
#endif
}

#endif /* RELAYLITE_COMPILEDMODULE_RUNTIME_FLOATENVIRONMENT_H */
