//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two threads work in one context. Each gets its own results and errors.
//
//===----------------------------------------------------------------------===//

/*
REQUIRES: c-compiler
RUN: %c99 %s -o %t -lRelayLiteC -pthread
RUN: %t | FileCheck %s
*/

#include "RelayLite-c/Evaluation.h"
#include "RelayLite-c/Registration.h"
#include "RelayLite-c/Transforms.h"
#include "RelayLite-c/Translation.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUM_RUNS = 50 };

static MlirContext context;
static RelayLiteEvaluator shared;

static MlirStringRef str(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

static void stop(MlirStringRef text, void *userData) {
  (void)userData;
  printf("%.*s\n", (int)text.length, text.data);
  exit(EXIT_FAILURE);
}

// Takes the error of a file that is called as the thread.
static void expectName(MlirStringRef text, void *userData) {
  const char *name = userData;
  if (text.length < strlen(name) || strncmp(text.data, name, strlen(name)) ||
      memchr(text.data, '\n', text.length))
    stop(text, NULL);
}

static MlirModule import(const char *text, const char *name) {
  return relayLiteModuleImport(context, RelayLiteFormatText, str(text),
                               str(name), true, stop, NULL);
}

static void *work(void *name) {
  for (int i = 0; i < NUM_RUNS; ++i) {
    float data[] = {(float)i};
    const int64_t shape[] = {1};
    RelayLiteBuffer buffer = {data, sizeof(data), {"float32", 7},
                              1,    shape,        NULL};
    RelayLiteArrays arguments = relayLiteArraysCreate();
    relayLiteArraysAppend(arguments, str(""), buffer, stop, NULL);
    RelayLiteArrays results =
        relayLiteEvaluatorRun(shared, str("main"), arguments, stop, NULL);
    const float *result = relayLiteArraysGetBuffer(results, 0).data;
    if (*result != (float)(2 * i))
      stop(str("wrong result"), NULL);
    relayLiteArraysDestroy(results);
    relayLiteArraysDestroy(arguments);

    MlirModule module = import(
        "#[version = \"0.0.5\"]\ndef @main() { add(1f, 2f) }", "good.relay");
    if (mlirLogicalResultIsFailure(
            relayLiteModuleFoldConstants(module, NULL, NULL, NULL, stop, NULL)))
      stop(str("not folded"), NULL);
    mlirModuleDestroy(module);
    if (!mlirModuleIsNull(relayLiteModuleImport(
            context, RelayLiteFormatText,
            str("#[version = \"0.0.5\"]\ndef @main() { %x }"), str(name), true,
            expectName, name)))
      stop(str("no error"), NULL);
  }
  return NULL;
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  relayLiteRegisterAllDialects(registry);
  context = mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/true);
  mlirDialectRegistryDestroy(registry);
  MlirModule module = import("#[version = \"0.0.5\"]\ndef @main(%x: "
                             "Tensor[(1), float32]) { multiply(%x, 2f) }",
                             "shared.relay");
  shared = relayLiteEvaluatorCreate(module, stop, NULL);
  char names[2][2] = {"a", "b"};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    if (pthread_create(&threads[i], NULL, work, names[i]))
      return EXIT_FAILURE;
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  relayLiteEvaluatorDestroy(shared);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  // CHECK: done
  printf("done\n");
  return EXIT_SUCCESS;
}
