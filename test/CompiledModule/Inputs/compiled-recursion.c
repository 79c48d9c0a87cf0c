/* Calls functions that call themselves, on stacks of several kinds. */

#include "net.h"
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

static void call(const char *name, RelayLiteFunctionPointer function,
                 int32_t rounds) {
  int32_t result = 0;
  DLTensor input = {&rounds, {kDLCPU, 0}, 0, {kDLInt, 32, 1}, NULL, NULL, 0};
  DLTensor output = input;
  output.data = &result;
  RelayLiteContext context = {0};
  int32_t status = function(&context, &input, &output);
  printf("%s %d: ", name, (int)rounds);
  if (status)
    printf("%d %s\n", (int)status, context.message);
  else
    printf("%d\n", (int)result);
}

static void *callAll(void *unused) {
  call("loop", net_loop, 1000000);
  call("collatz", net_collatz, 837799);
  call("ends", net_ends, 1000000);
  call("closure", net_closure, 1000000);
  call("references", net_references, 1000000);
  call("tensors", net_tensors, 1000);
  call("sum", net_sum, 10000);
  call("sum", net_sum, 1000000);
  call("sum_tensors", net_sum_tensors, 10000);
  call("sum_tensors", net_sum_tensors, 1000000);
  call("even", net_even, 10000);
  call("even", net_even, 1000000);
  return unused;
}

static void *callLittle(void *unused) {
  call("sum", net_sum, 100);
  call("sum", net_sum, 1000000);
  return unused;
}

static void callInThread(const char *name, size_t stackSize,
                         void *(*function)(void *)) {
  printf("%s\n", name);
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stackSize);
  if (pthread_create(&thread, &attributes, function, NULL) == 0)
    pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
}

static void callLittleInCoroutine(void) { callLittle(NULL); }

static void callInCoroutine(void) {
  printf("coroutine\n");
  static ucontext_t caller, coroutine;
  size_t size = 128 << 10;
  getcontext(&coroutine);
  coroutine.uc_stack.ss_sp = malloc(size);
  coroutine.uc_stack.ss_size = size;
  coroutine.uc_link = &caller;
  makecontext(&coroutine, callLittleInCoroutine, 0);
  swapcontext(&caller, &coroutine);
  free(coroutine.uc_stack.ss_sp);
}

int main(void) {
  callInThread("thread of 8 MiB", 8 << 20, callAll);
  callInThread("thread of 128 KiB", 128 << 10, callLittle);
  callInCoroutine();
  printf("main thread\n");
  call("sum_tensors", net_sum_tensors, 10000);
  size_t before = mallinfo2().uordblks;
  call("sum_tensors", net_sum_tensors, 1000000);
  printf("bytes left over: %d\n", (int)(mallinfo2().uordblks - before));
  return 0;
}
