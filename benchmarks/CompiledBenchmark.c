/*===----------------------------------------------------------------------===*\
|*
|* Part of the RelayLite project, under the Apache License v2.0 with LLVM
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Times the first function of a library of relay-lite-compile on a number of
|* threads, or without a library the multiplications and additions that the core
|* can do. For each line on the standard input it writes one: the milliseconds
|* of one call, of processor time for one thread and of wall time for more, or
|* the GFLOP/s. For the line "profile N", it calls the function for N
|* milliseconds and writes where the processor was: pairs of an address of the
|* library (-1 for others) and a number of samples.
|*
\*===----------------------------------------------------------------------===*/

#define _GNU_SOURCE
#include "RelayLite-c/Compiled.h"
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>

static clockid_t timer = CLOCK_PROCESS_CPUTIME_ID;

static double now(void) {
  struct timespec time;
  clock_gettime(timer, &time);
  return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

static void *allocate(size_t bytes) {
  return aligned_alloc(64, (bytes + 64) / 64 * 64);
}

static DLTensor *makeTensors(const RelayLiteTensorInfo *infos, int count) {
  DLTensor *tensors = calloc(count, sizeof(DLTensor));
  for (int i = 0; i < count; ++i) {
    int64_t size = 1;
    for (int j = 0; j < infos[i].ndim; ++j)
      size *= infos[i].shape[j];
    float *data = allocate(size * sizeof(float));
    for (int64_t j = 0; j < size; ++j)
      data[j] = (j * 7919 % 1000) / 500.f - 1;
    tensors[i].data = data;
    tensors[i].device.device_type = kDLCPU;
    tensors[i].ndim = infos[i].ndim;
    tensors[i].dtype = infos[i].dtype;
    tensors[i].shape = (int64_t *)infos[i].shape;
  }
  return tensors;
}

/* As wide as the vectors of any processor; the compiler splits it. */
typedef float Vector __attribute__((vector_size(64)));

static volatile float sink;

static double measurePeak(void) {
  enum { sums = 12, rounds = 200000 };
  Vector sum[sums], x = {0}, y = {0};
  for (int i = 0; i < sums; ++i)
    sum[i] = x + (float)i;
  x += .5f;
  y += .25f;
  double start = now();
  for (int n = 0; n < rounds; ++n)
#pragma GCC unroll 12
    for (int i = 0; i < sums; ++i)
      sum[i] = sum[i] * x + y;
  double milliseconds = now() - start;
  for (int i = 0; i < sums; ++i)
    sink = sum[i][0];
  return 2.0 * sums * rounds * sizeof(Vector) / sizeof(float) / milliseconds *
         1e-6;
}

enum { maxSamples = 1 << 16 };
static volatile uintptr_t samples[maxSamples];
static volatile int numSamples;

static void sample(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)info;
  const mcontext_t *state = &((ucontext_t *)context)->uc_mcontext;
  /* Threads may take a signal at the same time. */
  int index = __sync_fetch_and_add(&numSamples, 1);
  if (index >= maxSamples)
    return;
#if defined(__x86_64__)
  samples[index] = state->gregs[REG_RIP];
#elif defined(__aarch64__)
  samples[index] = state->pc;
#elif defined(__riscv)
  samples[index] = state->__gregs[REG_PC];
#endif
}

static void setSampling(int microseconds) {
  struct itimerval interval = {{0, microseconds}, {0, microseconds}};
  setitimer(ITIMER_PROF, &interval, NULL);
}

static int compareSamples(const void *left, const void *right) {
  uintptr_t a = *(const uintptr_t *)left, b = *(const uintptr_t *)right;
  return a < b ? -1 : a > b;
}

/* Writes the samples as addresses of the library at `base`. */
static void writeSamples(const char *base) {
  int count = numSamples < maxSamples ? numSamples : maxSamples;
  qsort((void *)samples, count, sizeof(samples[0]), compareSamples);
  for (int i = 0, next; i < count; i = next) {
    for (next = i; next < count && samples[next] == samples[i]; ++next)
      ;
    Dl_info info;
    int isOurs = dladdr((void *)samples[i], &info) && info.dli_fbase == base;
    printf("%lld %d ",
           isOurs ? (long long)(samples[i] - (uintptr_t)base) : -1LL, next - i);
  }
  printf("\n");
  numSamples = 0;
}

int main(int argc, char **argv) {
  char line[32];
  if (argc < 2) {
    while (fgets(line, sizeof(line), stdin)) {
      printf("%g\n", measurePeak());
      fflush(stdout);
    }
    return 0;
  }
  void *library = dlopen(argv[1], RTLD_NOW);
  const RelayLiteModule *module =
      library ? dlsym(library, "relay_lite_module") : NULL;
  if (!module) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  const RelayLiteFunctionInfo *function = &module->functions[0];
  DLTensor *inputs = makeTensors(function->inputs, function->num_inputs);
  DLTensor *outputs = makeTensors(function->outputs, function->num_outputs);
  RelayLiteContext context = {0};
  context.workspace_size = function->workspace_size;
  context.workspace = allocate(function->workspace_size);
  int threads = argc > 2 ? atoi(argv[2]) : 1;
  if (threads > 1) {
    timer = CLOCK_MONOTONIC;
    context.threads = module->create_threads(threads);
  }
  struct sigaction action = {0};
  action.sa_sigaction = sample;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGPROF, &action, NULL);
  while (fgets(line, sizeof(line), stdin)) {
    double profiled = 0;
    if (sscanf(line, "profile %lf", &profiled) == 1)
      setSampling(1000);
    double start = now(), end;
    do {
      if (function->call(&context, inputs, outputs) != RELAYLITE_OK) {
        fprintf(stderr, "%s\n", context.message);
        return 1;
      }
      end = now();
    } while (end - start < profiled);
    setSampling(0);
    if (profiled) {
      Dl_info info;
      dladdr(module, &info);
      writeSamples(info.dli_fbase);
    } else {
      printf("%g\n", end - start);
    }
    fflush(stdout);
  }
  return 0;
}
