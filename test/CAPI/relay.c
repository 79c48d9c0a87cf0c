//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The results of the C API for good input.
//
//===----------------------------------------------------------------------===//

/*
REQUIRES: c-compiler
RUN: %c99 %s -o %t -lRelayLiteC
RUN: %t %t.json | FileCheck %s

A program may have upstream's archives of its own.
RUN: %c99 -DWITH_UPSTREAM %s -o %t.upstream -lRelayLiteC \
RUN:   -Wl,--whole-archive %mlir_lib_dir/libMLIRCAPIIR.a \
RUN:   %mlir_lib_dir/libMLIRCAPIFunc.a -Wl,--no-whole-archive \
RUN:   %mlir_lib_dir/libMLIR.so -L%mlir_lib_dir -lLLVM-22 -lstdc++
RUN: %t.upstream %t.json | FileCheck %s
*/

#include "RelayLite-c/Dialect.h"
#include "RelayLite-c/Evaluation.h"
#include "RelayLite-c/Registration.h"
#include "RelayLite-c/Transforms.h"
#include "RelayLite-c/Translation.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Pass.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(MlirStringRef text, void *userData) {
  (void)userData;
  fwrite(text.data, 1, text.length, stdout);
}

static void fail(MlirStringRef text, void *userData) {
  print(text, userData);
  putchar('\n');
  exit(EXIT_FAILURE);
}

typedef struct Bytes {
  char data[4096];
  size_t length;
} Bytes;

static void addBytes(MlirStringRef bytes, void *userData) {
  Bytes *all = userData;
  if (bytes.length >= sizeof(all->data) - all->length)
    exit(EXIT_FAILURE);
  memcpy(all->data + all->length, bytes.data, bytes.length);
  all->length += bytes.length;
}

static void countRelease(void *owner) { ++*(int *)owner; }

static MlirStringRef str(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

static void check(MlirLogicalResult result) {
  if (mlirLogicalResultIsFailure(result))
    exit(EXIT_FAILURE);
}

static RelayLiteBuffer makeBuffer(const float *data, intptr_t rank,
                                  const int64_t *shape) {
  RelayLiteBuffer buffer;
  buffer.data = data;
  buffer.numBytes = sizeof(float);
  for (intptr_t i = 0; i < rank; ++i)
    buffer.numBytes *= (size_t)shape[i];
  buffer.dtype = str("float32");
  buffer.rank = rank;
  buffer.shape = shape;
  buffer.strides = NULL;
  return buffer;
}

static void printArrays(RelayLiteArrays arrays) {
  for (intptr_t i = 0; i < relayLiteArraysGetSize(arrays); ++i) {
    RelayLiteBuffer buffer = relayLiteArraysGetBuffer(arrays, i);
    print(relayLiteArraysGetName(arrays, i), NULL);
    printf(" = ");
    print(buffer.dtype, NULL);
    for (intptr_t j = 0; j < buffer.rank; ++j)
      printf(" %d", (int)buffer.shape[j]);
    printf(":");
    for (size_t j = 0; j < buffer.numBytes / sizeof(float); ++j)
      printf(" %g", (double)((const float *)buffer.data)[j]);
    printf("\n");
  }
}

#ifdef WITH_UPSTREAM
#include "mlir-c/Dialect/Func.h"

static void loadUpstream(MlirContext context) {
  MlirDialect func =
      mlirDialectHandleLoadDialect(mlirGetDialectHandle__func__(), context);
  if (mlirDialectIsNull(func))
    exit(EXIT_FAILURE);
}
#else
static void loadUpstream(MlirContext context) { (void)context; }
#endif

static void testTypes(MlirContext context) {
  // CHECK-LABEL: types
  printf("types\n");
  // CHECK-NEXT: !relay.unknown
  MlirType unknown = relayLiteUnknownTypeGet(context, fail, NULL);
  mlirTypePrint(unknown, print, NULL);
  // CHECK-NEXT: 1 0
  printf("\n%d %d\n", relayLiteTypeIsAUnknown(unknown),
         relayLiteTypeIsARef(unknown));
  // CHECK-NEXT: !relay.ref<!relay.unknown>
  MlirType ref = relayLiteRefTypeGet(unknown, fail, NULL);
  mlirTypePrint(ref, print, NULL);
  // CHECK-NEXT: 1 1
  printf("\n%d %d\n", relayLiteTypeIsARef(ref),
         mlirTypeEqual(relayLiteRefTypeGetPointee(ref), unknown));
  // CHECK-NEXT: !relay.type_var<"A">
  MlirType var = relayLiteTypeVarTypeGet(context, str("A"), fail, NULL);
  mlirTypePrint(var, print, NULL);
  // CHECK-NEXT: 1 A
  printf("\n%d ", relayLiteTypeIsATypeVar(var));
  print(relayLiteTypeVarTypeGetName(var), NULL);
  // CHECK-NEXT: ui8 uint8
  printf("\n");
  MlirType byte = relayLiteElementTypeGet(context, str("uint8"), fail, NULL);
  mlirTypePrint(byte, print, NULL);
  printf(" ");
  check(relayLiteElementTypeGetName(byte, print, NULL, fail, NULL));
  // CHECK-NEXT: 0 1 1 0
  printf("\n%d %d %d %d\n", relayLiteTypeIsARelay(byte),
         relayLiteTypeIsARelay(ref), relayLiteTypesAreCompatible(ref, unknown),
         relayLiteTypesAreCompatible(ref, var));
}

static void testAttributes(MlirContext context) {
  // CHECK-LABEL: attributes
  printf("attributes\n");
  MlirNamedAttribute kind =
      mlirNamedAttributeGet(mlirIdentifierGet(context, str("kind")),
                            mlirStringAttrGet(context, str("llvm")));
  MlirAttribute target = mlirDictionaryAttrGet(context, 1, &kind);
  // CHECK-NEXT: device = cpu, id = 1, target = {kind = "llvm"}, memory_scope =
  MlirAttribute device = relayLiteVirtualDeviceAttrGet(
      context, 1, 1, target, str("global"), fail, NULL);
  mlirAttributePrint(device, print, NULL);
  // CHECK-NEXT: 1 1 1 1 global
  printf(
      "\n%d %d %d %d ", relayLiteAttributeIsAVirtualDevice(device),
      (int)relayLiteVirtualDeviceAttrGetDeviceType(device),
      (int)relayLiteVirtualDeviceAttrGetId(device),
      mlirAttributeEqual(relayLiteVirtualDeviceAttrGetTarget(device), target));
  print(relayLiteVirtualDeviceAttrGetMemoryScope(device), NULL);
  // CHECK-NEXT: #relay.virtual_device<>
  printf("\n");
  device = relayLiteVirtualDeviceAttrGet(context, 0, -1, mlirAttributeGetNull(),
                                         str(""), fail, NULL);
  mlirAttributePrint(device, print, NULL);
  // CHECK-NEXT: 0 -1 1
  printf("\n%d %d %d\n", (int)relayLiteVirtualDeviceAttrGetDeviceType(device),
         (int)relayLiteVirtualDeviceAttrGetId(device),
         mlirAttributeIsNull(relayLiteVirtualDeviceAttrGetTarget(device)));
}

static const char program[] =
    "#[version = \"0.0.5\"]\n"
    "def @main(%x: Tensor[(2), float32], %w: Tensor[(2), float32]) {\n"
    "  (multiply(%x, exp(multiply(%w, 0f))), %w)\n"
    "}\n";

static void testModules(MlirContext context, const char *path) {
  // CHECK-LABEL: modules
  printf("modules\n");
  MlirModule module =
      relayLiteModuleImport(context, RelayLiteFormatText, str(program),
                            str("main.relay"), true, fail, NULL);
  // Through a file with JSON.
  check(relayLiteModuleExportFile(module, RelayLiteFormatJson, str(path), fail,
                                  NULL));
  mlirModuleDestroy(module);
  module = relayLiteModuleImportFile(context, RelayLiteFormatJson, str(path),
                                     true, fail, NULL);
  // CHECK: def @main(%x: Tensor[(2), float32] {{.*}}, %w:
  check(relayLiteModuleExport(module, RelayLiteFormatText, print, NULL, fail,
                              NULL));

  // Parameters, through their bytes in a file.
  const int64_t shape[] = {2};
  const float weights[] = {3, 4};
  RelayLiteArrays params = relayLiteArraysCreate();
  check(relayLiteArraysAppend(params, str("w"), makeBuffer(weights, 1, shape),
                              fail, NULL));
  Bytes bytes = {{0}, 0};
  check(relayLiteParamsWrite(params, addBytes, &bytes, fail, NULL));
  relayLiteArraysDestroy(params);
  params = relayLiteParamsRead(mlirStringRefCreate(bytes.data, bytes.length),
                               fail, NULL);
  // CHECK: w = float32 2: 3 4
  // CHECK-NEXT: 0 -1
  printArrays(params);
  printf("%d %d\n", (int)relayLiteArraysFind(params, str("w")),
         (int)relayLiteArraysFind(params, str("v")));
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(bytes.data, 1, bytes.length, file) != bytes.length ||
      fclose(file))
    exit(EXIT_FAILURE);
  RelayLiteArrays fromFile = relayLiteParamsReadFile(str(path), fail, NULL);
  // CHECK-NEXT: w = float32 2: 3 4
  printArrays(fromFile);
  relayLiteArraysDestroy(fromFile);
  check(relayLiteModuleBindParams(module, str("main"), params, fail, NULL));
  relayLiteArraysDestroy(params);

  // CHECK-NEXT: stays: 1
  RelayLiteFoldOptions options = relayLiteFoldOptionsGetDefault();
  MlirStringRef exponential = str("exp");
  options.noFoldOps = &exponential;
  options.numNoFoldOps = 1;
  options.collectTimes = true;
  Bytes report = {{0}, 0};
  check(relayLiteModuleFoldConstants(module, &options, addBytes, &report, fail,
                                     NULL));
  printf("stays: %d\n", strstr(report.data, "\"not_folded\": 1") != NULL);
  // CHECK: "evaluated": 1,
  check(relayLiteModuleFoldConstants(module, NULL, print, NULL, fail, NULL));
  // CHECK: func.func @main(%[[X:.*]]: tensor<2xf32> {relay.name = "x"})
  // CHECK-NOT: relay.exp
  // CHECK: relay.multiply %[[X]]
  mlirOperationPrint(mlirModuleGetOperation(module), print, NULL);

  // CHECK: output0 = float32 2: 1 2
  // CHECK-NEXT: output1 = float32 2: 3 4
  const float input[] = {1, 2};
  int numReleased = 0;
  RelayLiteArrays arguments = relayLiteArraysCreate();
  check(relayLiteArraysAppendShared(arguments, str(""),
                                    makeBuffer(input, 1, shape), countRelease,
                                    &numReleased, fail, NULL));
  RelayLiteEvaluator evaluator = relayLiteEvaluatorCreate(module, fail, NULL);
  RelayLiteArrays results =
      relayLiteEvaluatorRun(evaluator, str("main"), arguments, fail, NULL);
  printArrays(results);
  relayLiteEvaluatorDestroy(evaluator);
  relayLiteArraysDestroy(results);
  // CHECK-NEXT: released: 0 1
  printf("released: %d ", numReleased);
  relayLiteArraysDestroy(arguments);
  printf("%d\n", numReleased);

  // CHECK: relay.fused_fn
  relayLiteRegisterAllPasses();
  MlirPassManager passes = mlirPassManagerCreate(context);
  check(mlirParsePassPipeline(mlirPassManagerGetAsOpPassManager(passes),
                              str("builtin.module(func.func(relay-fuse-ops))"),
                              print, NULL));
  check(mlirPassManagerRunOnOp(passes, mlirModuleGetOperation(module)));
  mlirPassManagerDestroy(passes);
  mlirOperationPrint(mlirModuleGetOperation(module), print, NULL);
  mlirModuleDestroy(module);
}

int main(int argc, char **argv) {
  if (argc != 2)
    return EXIT_FAILURE;
  // For upstream's driver, which this program does not run.
  relayLiteRegisterAllTranslations();
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  relayLiteRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  loadUpstream(context);
  MlirDialect relay =
      mlirDialectHandleLoadDialect(mlirGetDialectHandle__relay__(), context);
  // CHECK: relay
  print(mlirDialectGetNamespace(relay), NULL);
  printf("\n");
  testTypes(context);
  testAttributes(context);
  testModules(context, argv[1]);
  mlirContextDestroy(context);
  return EXIT_SUCCESS;
}
