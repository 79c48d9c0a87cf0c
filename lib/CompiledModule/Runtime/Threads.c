/*===----------------------------------------------------------------------===*\
|*                                                                            *|
|* Part of the RelayLite project, under the Apache License v2.0 with LLVM     *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Threads that share the loops of a call.                                    *|
|*                                                                            *|
|* The code divides a loop into pieces when it is compiled, and each thread   *|
|* takes the next piece that nobody has taken. A piece computes the same      *|
|* elements in the same order whoever runs it, so that results do not depend  *|
|* on the number of threads. The evaluator (lib/Evaluation/Runtime/Parallel.h)*|
|* uses the threads of an MLIR context, which modules do not have.            *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "FloatEnvironment.h"
#include "Libc.h"
#include "Runtime.h"

typedef void (*Piece)(void *captures, int64_t number);

/* Larger than pthread_mutex_t and pthread_cond_t of any architecture. */
typedef struct {
  _Alignas(16) char bytes[128];
} Opaque;

enum { MaxThreads = 1024, MaxPieces = 1 << 16, SpinsBeforeSleep = 4000 };

struct RelayLiteThreads {
  Opaque mutex, wake;
  /* The loop in its low half: how many pieces it has (16 bits) and which is
     next (16 bits). The high half counts loops, so that a thread that is late
     cannot take a piece of another loop for one of its own. */
  _Alignas(64) _Atomic uint64_t state;
  _Atomic(Piece) piece;
  _Atomic(void *) captures;
  _Alignas(64) _Atomic int64_t numDone;
  /* Whether a call has the threads. */
  _Alignas(64) _Atomic int32_t isTaken;
  _Atomic int32_t numAsleep, isEnding;
  int32_t numWorkers;
  unsigned long workers[];
};

static uint32_t getCount(uint64_t state) { return (state >> 16) & 0xffff; }
static uint32_t getNext(uint64_t state) { return state & 0xffff; }
static uint64_t getLoop(uint64_t state) { return state >> 32; }

static void pause(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/* Runs pieces of the loop under way until all are taken. */
static void runPieces(RelayLiteThreads *threads) {
  uint64_t state = threads->state;
  while (getNext(state) < getCount(state)) {
    /* They are those of the loop if the exchange succeeds: nobody changes them
       before all of its pieces are done. */
    Piece piece = threads->piece;
    void *captures = threads->captures;
    if (!__c11_atomic_compare_exchange_strong(&threads->state, &state,
                                              state + 1, __ATOMIC_SEQ_CST,
                                              __ATOMIC_SEQ_CST))
      continue;
    piece(captures, getNext(state));
    ++threads->numDone;
    state = threads->state;
  }
}

/* Waits for another loop than `last`, first at work and then asleep. */
static void waitForLoop(RelayLiteThreads *threads, uint64_t last) {
  for (int spin = 0; spin < SpinsBeforeSleep; ++spin) {
    if (getLoop(threads->state) != last || threads->isEnding)
      return;
    pause();
  }
  pthread_mutex_lock(&threads->mutex);
  ++threads->numAsleep;
  while (getLoop(threads->state) == last && !threads->isEnding)
    pthread_cond_wait(&threads->wake, &threads->mutex);
  --threads->numAsleep;
  pthread_mutex_unlock(&threads->mutex);
}

static void wakeThreads(RelayLiteThreads *threads) {
  if (!threads->numAsleep)
    return;
  pthread_mutex_lock(&threads->mutex);
  pthread_cond_broadcast(&threads->wake);
  pthread_mutex_unlock(&threads->mutex);
}

static void *work(void *argument) {
  RelayLiteThreads *threads = argument;
  enterFloatEnvironment();
  uint64_t last = 0;
  while (!threads->isEnding) {
    waitForLoop(threads, last);
    last = getLoop(threads->state);
    runPieces(threads);
  }
  return NULL;
}

RelayLiteThreads *relay_rt_create_threads(int32_t count) {
  if (count < 1 || count > MaxThreads)
    return NULL;
  size_t size =
      sizeof(RelayLiteThreads) + (size_t)count * sizeof(unsigned long);
  size = (size + 63) / 64 * 64;
  RelayLiteThreads *threads = aligned_alloc(64, size);
  if (!threads)
    return NULL;
  memset(threads, 0, size);
  if (pthread_mutex_init(&threads->mutex, NULL) != 0) {
    free(threads);
    return NULL;
  }
  if (pthread_cond_init(&threads->wake, NULL) != 0) {
    pthread_mutex_destroy(&threads->mutex);
    free(threads);
    return NULL;
  }
  /* The caller of a function is one of them. */
  for (; threads->numWorkers < count - 1; ++threads->numWorkers)
    if (pthread_create(&threads->workers[threads->numWorkers], NULL, work,
                       threads) != 0) {
      relay_rt_destroy_threads(threads);
      return NULL;
    }
  return threads;
}

void relay_rt_destroy_threads(RelayLiteThreads *threads) {
  if (!threads)
    return;
  threads->isEnding = 1;
  wakeThreads(threads);
  for (int32_t i = 0; i < threads->numWorkers; ++i)
    pthread_join(threads->workers[i], NULL);
  pthread_cond_destroy(&threads->wake);
  pthread_mutex_destroy(&threads->mutex);
  free(threads);
}

void relay_rt_parallel(Piece piece, void *captures, int64_t count) {
  RelayLiteThreads *threads = relay_rt_get_threads();
  /* Another call may have the threads: this one goes on alone. */
  if (!threads || count < 2 || count >= MaxPieces ||
      __c11_atomic_exchange(&threads->isTaken, 1, __ATOMIC_SEQ_CST)) {
    for (int64_t number = 0; number < count; ++number)
      piece(captures, number);
    return;
  }
  threads->piece = piece;
  threads->captures = captures;
  threads->numDone = 0;
  threads->state = (getLoop(threads->state) + 1) << 32 | (uint64_t)count << 16;
  wakeThreads(threads);
  runPieces(threads);
  for (int spin = 0; threads->numDone < count; ++spin)
    if (spin < SpinsBeforeSleep)
      pause();
    else
      sched_yield();
  threads->isTaken = 0;
}
