/* Loops that two threads have pieces of run by the same threads of the runtime,
   for ThreadSanitizer. */

#include "Runtime.h"
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { NumLoops = 50, NumCalls = 20, MaxPieces = 16 };

static RelayLiteThreads *threads;
static __thread int64_t *counts;

static void addOne(void *captures, int64_t number) {
  ++((int64_t *)captures)[number];
}

static void code(void **descriptors) {
  (void)descriptors;
  for (int loop = 0; loop < NumLoops; ++loop)
    relay_rt_parallel(addOne, counts, 1 + loop % MaxPieces);
}

static void *work(void *argument) {
  counts = argument;
  char text[FailureTextSize];
  const CompiledFunction function = {NULL, code, NULL, 0, 1};
  for (int call = 0; call < NumCalls; ++call) {
    relay_rt_run(&function, NULL, threads, text);
    /* Long enough for the threads to fall asleep. */
    if (call % 5 == 0)
      usleep(2000);
  }
  return NULL;
}

int main(void) {
  for (int32_t count = 1; count < 5; ++count) {
    int64_t mine[MaxPieces] = {0}, others[MaxPieces] = {0};
    threads = relay_rt_create_threads(count);
    pthread_t other;
    pthread_create(&other, NULL, work, others);
    work(mine);
    pthread_join(other, NULL);
    relay_rt_destroy_threads(threads);
    int64_t sum = 0, expected = 0;
    for (int i = 0; i < MaxPieces; ++i)
      sum += mine[i] + others[i];
    for (int loop = 0; loop < NumLoops; ++loop)
      expected += 2 * NumCalls * (1 + loop % MaxPieces);
    printf("%s\n", sum == expected ? "all done" : "not all done");
  }
  return 0;
}
