/* Calls a function on several numbers of threads, from two threads of its own
   that share them. */

#include "net.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { Size = 128 * 64 };

static float image[Size], expected[Size], results[2][Size];
static RelayLiteThreads *threads;

static int32_t run(RelayLiteThreads *shared, float *result) {
  int64_t shape[] = {128, 64};
  DLTensor input = {image, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, shape, NULL, 0};
  DLTensor output = input;
  output.data = result;
  RelayLiteContext context = {0};
  context.threads = shared;
  return net_main(&context, &input, &output);
}

static void *work(void *result) {
  for (int i = 0; i < 50; ++i)
    if (run(threads, result) != RELAYLITE_OK)
      return NULL;
  return result;
}

int main(void) {
  for (int i = 0; i < Size; ++i)
    image[i] = (float)(i % 101) / 16 - 3;
  run(NULL, expected);
  printf("at most %d\n", (int)net_module.max_threads);
  for (int32_t count = 1; count < 8; ++count) {
    threads = net_module.create_threads(count);
    memset(results, 0, sizeof results);
    pthread_t other;
    pthread_create(&other, NULL, work, results[1]);
    void *mine = work(results[0]), *others;
    pthread_join(other, &others);
    net_module.destroy_threads(threads);
    printf("%d threads: %s\n", (int)count,
           mine && others &&
                   memcmp(results[0], expected, sizeof expected) == 0 &&
                   memcmp(results[1], expected, sizeof expected) == 0
               ? "the same"
               : "different");
  }
  for (int32_t count = 0; count < 2048; count += 1025)
    printf("%d threads: %s\n", (int)count,
           net_module.create_threads(count) ? "some" : "none");
  net_module.destroy_threads(NULL);
  return 0;
}
