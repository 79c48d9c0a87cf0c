//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The errors of the C API for bad input.
//
//===----------------------------------------------------------------------===//

/*
REQUIRES: c-compiler
RUN: %c99 %s -o %t -lRelayLiteC
RUN: %t %t.params 2>&1 | FileCheck %s
*/

#include "RelayLite-c/Dialect.h"
#include "RelayLite-c/Evaluation.h"
#include "RelayLite-c/Registration.h"
#include "RelayLite-c/Transforms.h"
#include "RelayLite-c/Translation.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(MlirStringRef text, void *userData) {
  ++*(int *)userData;
  fwrite(text.data, 1, text.length, stdout);
  putchar('\n');
}

// How often the callback of the current call has been called.
static int numCalls;

#define ERRORS print, &numCalls

// A call that has to fail, and to give one text.
static void expectFailure(bool hasFailed) {
  if (!hasFailed || numCalls != 1) {
    printf("failed: %d, texts: %d\n", hasFailed, numCalls);
    exit(EXIT_FAILURE);
  }
  numCalls = 0;
}

#define FAILS(call) expectFailure(mlirLogicalResultIsFailure(call))
#define NO_TYPE(call) expectFailure(mlirTypeIsNull(call))
#define NO_ATTRIBUTE(call) expectFailure(mlirAttributeIsNull(call))
#define NO_MODULE(call) expectFailure(mlirModuleIsNull(call))
#define NO_ARRAYS(call) expectFailure(relayLiteArraysIsNull(call))

static MlirStringRef str(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

static const MlirContext noContext = {NULL};
static const MlirModule noModule = {NULL};
static const MlirType noType = {NULL};
static const MlirAttribute noAttribute = {NULL};
static const RelayLiteArrays noArrays = {NULL};
static const RelayLiteEvaluator noEvaluator = {NULL};
static const MlirStringRef nowhere = {NULL, 3};
static const MlirStringRef notUTF8 = {"a\xff", 2};

static void testNullHandles(void) {
  // CHECK-LABEL: null handles
  printf("null handles\n");
  // CHECK-NEXT: error: expected a context, but got a null handle
  NO_TYPE(relayLiteUnknownTypeGet(noContext, ERRORS));
  // CHECK-NEXT: error: expected the type of a value, but got a null handle
  NO_TYPE(relayLiteRefTypeGet(noType, ERRORS));
  // CHECK-NEXT: error: expected a context, but got a null handle
  NO_TYPE(relayLiteTypeVarTypeGet(noContext, str("A"), ERRORS));
  // CHECK-NEXT: error: expected a context, but got a null handle
  NO_TYPE(relayLiteElementTypeGet(noContext, str("int8"), ERRORS));
  // CHECK-NEXT: error: expected an element type, but got a null handle
  FAILS(relayLiteElementTypeGetName(noType, NULL, NULL, ERRORS));
  // CHECK-NEXT: error: expected a context, but got a null handle
  NO_ATTRIBUTE(relayLiteVirtualDeviceAttrGet(noContext, 1, 0, noAttribute,
                                             str(""), ERRORS));
  // CHECK-NEXT: error: expected a context, but got a null handle
  NO_MODULE(relayLiteModuleImport(noContext, RelayLiteFormatText, str(""),
                                  str(""), true, ERRORS));
  // CHECK-NEXT: error: expected a module, but got a null handle
  FAILS(relayLiteModuleExport(noModule, RelayLiteFormatText, print, &numCalls,
                              ERRORS));
  // CHECK-NEXT: error: expected a module, but got a null handle
  FAILS(relayLiteModuleBindParams(noModule, str("main"), noArrays, ERRORS));
  // CHECK-NEXT: error: expected a module, but got a null handle
  FAILS(relayLiteModuleFoldConstants(noModule, NULL, NULL, NULL, ERRORS));
  // CHECK-NEXT: error: expected a module, but got a null handle
  expectFailure(
      relayLiteEvaluatorIsNull(relayLiteEvaluatorCreate(noModule, ERRORS)));
  // CHECK-NEXT: error: expected an evaluator, but got a null handle
  NO_ARRAYS(relayLiteEvaluatorRun(noEvaluator, str("main"), noArrays, ERRORS));
  // CHECK-NEXT: error: expected a list of arrays, but got a null handle
  FAILS(relayLiteParamsWrite(noArrays, print, &numCalls, ERRORS));

  // Questions have an answer, without an error.
  // CHECK-NEXT: 0 0 0 0 0 0 0
  printf("%d %d %d %d %d %d %d\n", relayLiteTypeIsARelay(noType),
         relayLiteTypeIsAUnknown(noType), relayLiteTypeIsARef(noType),
         relayLiteTypeIsATypeVar(noType),
         relayLiteTypesAreCompatible(noType, noType),
         relayLiteAttributeIsAVirtualDevice(noAttribute),
         (int)relayLiteVirtualDeviceAttrGetDeviceType(noAttribute));
  // CHECK-NEXT: 1 1 -1 0 -1
  printf("%d %d %d %d %d\n", mlirTypeIsNull(relayLiteRefTypeGetPointee(noType)),
         mlirAttributeIsNull(relayLiteVirtualDeviceAttrGetTarget(noAttribute)),
         (int)relayLiteVirtualDeviceAttrGetId(noAttribute),
         (int)relayLiteArraysGetSize(noArrays),
         (int)relayLiteArraysFind(noArrays, str("x")));
  // CHECK-NEXT: 0 0 0 1
  printf("%d %d %d %d\n", (int)relayLiteTypeVarTypeGetName(noType).length,
         (int)relayLiteVirtualDeviceAttrGetMemoryScope(noAttribute).length,
         (int)relayLiteArraysGetName(noArrays, 0).length,
         relayLiteArraysGetBuffer(noArrays, 0).data == NULL);
  MlirDialectRegistry noRegistry = {NULL};
  relayLiteRegisterAllDialects(noRegistry);
  relayLiteArraysDestroy(noArrays);
  relayLiteEvaluatorDestroy(noEvaluator);
}

static void testTypes(MlirContext context) {
  // CHECK-LABEL: types
  printf("types\n");
  MlirType i32 = mlirIntegerTypeGet(context, 32);
  // CHECK-NEXT: error: expected the type of a Relay value for a reference, but
  // CHECK-SAME: got i32
  NO_TYPE(relayLiteRefTypeGet(i32, ERRORS));
  // CHECK-NEXT: error: expected UTF-8 in the name of a type, but not at byte 1
  NO_TYPE(relayLiteTypeVarTypeGet(context, notUTF8, ERRORS));
  // CHECK-NEXT: error: expected the name of a type, but got a null pointer
  NO_TYPE(relayLiteTypeVarTypeGet(context, nowhere, ERRORS));
  // CHECK-NEXT: error: no element type of Relay is called 'float31'
  NO_TYPE(relayLiteElementTypeGet(context, str("float31"), ERRORS));
  // CHECK-NEXT: error: expected an element type of Relay, but got none
  FAILS(relayLiteElementTypeGetName(mlirNoneTypeGet(context), NULL, NULL,
                                    ERRORS));
  // CHECK-NEXT: error: no type of device has the number 99
  NO_ATTRIBUTE(relayLiteVirtualDeviceAttrGet(context, 99, 0, noAttribute,
                                             str(""), ERRORS));
  // CHECK-NEXT: error: expected the number of a device to be at least 0, but
  // CHECK-SAME: got -2
  NO_ATTRIBUTE(relayLiteVirtualDeviceAttrGet(context, 1, -2, noAttribute,
                                             str(""), ERRORS));
  // CHECK-NEXT: error: expected the target to be a dictionary
  NO_ATTRIBUTE(relayLiteVirtualDeviceAttrGet(
      context, 1, 0, mlirUnitAttrGet(context), str(""), ERRORS));
  MlirContext other = mlirContextCreate();
  // CHECK-NEXT: error: the target belongs to another context
  NO_ATTRIBUTE(relayLiteVirtualDeviceAttrGet(
      context, 1, 0, mlirDictionaryAttrGet(other, 0, NULL), str(""), ERRORS));
  mlirContextDestroy(other);
}

static RelayLiteBuffer makeBuffer(const void *data, size_t numBytes,
                                  const char *dtype, intptr_t rank,
                                  const int64_t *shape,
                                  const int64_t *strides) {
  RelayLiteBuffer buffer;
  buffer.data = data;
  buffer.numBytes = numBytes;
  buffer.dtype = str(dtype);
  buffer.rank = rank;
  buffer.shape = shape;
  buffer.strides = strides;
  return buffer;
}

static const float data[6] = {1, 2, 3, 4, 5, 6};
static const int64_t shape[2] = {2, 3};

static void release(void *owner) { ++*(int *)owner; }

static void testArrays(const char *path) {
  // CHECK-LABEL: arrays
  printf("arrays\n");
  RelayLiteArrays arrays = relayLiteArraysCreate();
  RelayLiteBuffer good = makeBuffer(data, 24, "float32", 2, shape, NULL);
  RelayLiteBuffer bad = good;
#define APPEND(name) relayLiteArraysAppend(arrays, name, bad, ERRORS)
  // CHECK-NEXT: error: expected a list of arrays, but got a null handle
  FAILS(relayLiteArraysAppend(noArrays, str("x"), good, ERRORS));
  // CHECK-NEXT: error: expected UTF-8 in the name of an array, but not at byte
  // 1
  FAILS(APPEND(notUTF8));
  bad.dtype = nowhere;
  // CHECK-NEXT: error: expected the name of a type, but got a null pointer
  FAILS(APPEND(str("x")));
  bad.dtype = str("float32x4");
  // CHECK-NEXT: error: unknown element type 'float32x4' of a buffer
  FAILS(APPEND(str("x")));
  bad = good;
  bad.rank = -1;
  // CHECK-NEXT: error: expected a rank of at least 0, but got -1
  FAILS(APPEND(str("x")));
  bad = good;
  bad.shape = NULL;
  // CHECK-NEXT: error: expected the shape of a buffer, but got a null pointer
  FAILS(APPEND(str("x")));
  const int64_t negative[] = {2, -3}, huge[] = {INT64_MAX, INT64_MAX};
  bad.shape = negative;
  // CHECK-NEXT: error: expected a shape of dimensions that are not negative and
  // CHECK-SAME: fit into memory
  FAILS(APPEND(str("x")));
  bad.shape = huge;
  // CHECK-NEXT: error: expected a shape of dimensions
  FAILS(APPEND(str("x")));
  bad = good;
  bad.numBytes = 20;
  // CHECK-NEXT: error: expected 24 bytes for the shape of a buffer, but got 20
  FAILS(APPEND(str("x")));
  bad = good;
  bad.data = NULL;
  // CHECK-NEXT: error: expected the data of a buffer, but got a null pointer
  FAILS(APPEND(str("x")));
  bad = good;
  const int64_t columns[] = {1, 2}, rows[] = {3, 1};
  bad.strides = columns;
  // CHECK-NEXT: error: expected a buffer in row-major order without gaps, with
  // CHECK-SAME: stride 1 of dimension 1, but it is 2
  FAILS(APPEND(str("x")));
  const unsigned char truth[] = {0, 2};
  bad = makeBuffer(truth, 2, "bool", 1, shape, NULL);
  // CHECK-NEXT: error: expected 0 or 1 for a bool, but got 2
  FAILS(APPEND(str("x")));

  // The memory of an array that is refused stays with the caller.
  int numReleased = 0;
  bad = good;
  bad.rank = -1;
  // CHECK-NEXT: error: expected a rank
  FAILS(relayLiteArraysAppendShared(arrays, str("x"), bad, release,
                                    &numReleased, ERRORS));
  // Strides that are those of the shape are right, and of 1 element any.
  good.strides = rows;
  if (numReleased || mlirLogicalResultIsFailure(
                         relayLiteArraysAppend(arrays, str("x"), good, ERRORS)))
    exit(EXIT_FAILURE);
  const int64_t column[] = {1, 6};
  good.shape = column;
  good.strides = (const int64_t[]){77, 1};
  bad = good;
  // CHECK-NEXT: error: an array is called 'x' already
  FAILS(APPEND(str("x")));
  if (mlirLogicalResultIsFailure(
          relayLiteArraysAppend(arrays, str("y"), good, ERRORS)))
    exit(EXIT_FAILURE);
  // CHECK-NEXT: 2 0 0 -1
  printf("%d %d %d %d\n", (int)relayLiteArraysGetSize(arrays),
         (int)relayLiteArraysGetName(arrays, 2).length,
         (int)relayLiteArraysGetBuffer(arrays, -1).rank,
         (int)relayLiteArraysFind(arrays, nowhere));

  // CHECK-NEXT: error: expected a callback for the bytes, but got a null
  // pointer
  FAILS(relayLiteParamsWrite(arrays, NULL, NULL, ERRORS));
  // CHECK-NEXT: error: expected the bytes of parameters, but got a null pointer
  NO_ARRAYS(relayLiteParamsRead(nowhere, ERRORS));
  // CHECK-NEXT: error: expected a parameter file, but got text
  NO_ARRAYS(relayLiteParamsRead(str("no parameters"), ERRORS));
  // CHECK-NEXT: error: {{.*}}No such file
  NO_ARRAYS(relayLiteParamsReadFile(str(path), ERRORS));
  // CHECK-NEXT: error: expected a path, but got a null pointer
  NO_ARRAYS(relayLiteParamsReadFile(nowhere, ERRORS));
  // CHECK-NEXT: error: expected a path that is not empty and has no null byte
  NO_ARRAYS(relayLiteParamsReadFile(mlirStringRefCreate("a\0b", 3), ERRORS));
  relayLiteArraysDestroy(arrays);
}

static const char program[] =
    "#[version = \"0.0.5\"]\n"
    "def @main(%x: Tensor[(2, 3), float32]) { exp(%x) }\n"
    "def @closure(%x: Tensor[(2, 3), float32]) {\n"
    "  fn (%y: int32) { %x }\n"
    "}\n"
    "def @given(%f: fn (int32) -> int32, %x: int32) { %f(%x) }\n";

static void testTranslation(MlirContext context, MlirModule module,
                            const char *path) {
  // CHECK-LABEL: translation
  printf("translation\n");
#define IMPORT(format, text, name)                                             \
  relayLiteModuleImport(context, format, text, name, true, ERRORS)
  // CHECK-NEXT: error: no format has the number 7
  NO_MODULE(IMPORT((RelayLiteFormat)7, str(""), str("")));
  // CHECK-NEXT: error: expected the text of a module, but got a null pointer
  NO_MODULE(IMPORT(RelayLiteFormatText, nowhere, str("")));
  // CHECK-NEXT: error: expected UTF-8 in the text of a module, but not at byte
  // 1
  NO_MODULE(IMPORT(RelayLiteFormatText, notUTF8, str("")));
  // CHECK-NEXT: error: expected UTF-8 in the name of a file, but not at byte 1
  NO_MODULE(IMPORT(RelayLiteFormatText, str(program), notUTF8));
  // CHECK-NEXT: bad.relay:2:15: error: variable '%x' is not defined
  NO_MODULE(IMPORT(RelayLiteFormatText,
                   str("#[version = \"0.0.5\"]\ndef @main() { %x }\n"),
                   str("bad.relay")));
  // CHECK-NEXT: bad.json:1:1: error: invalid JSON: unexpected EOF
  NO_MODULE(IMPORT(RelayLiteFormatJson, str("["), str("bad.json")));
  // CHECK-NEXT: error: {{.*}}No such file
  NO_MODULE(relayLiteModuleImportFile(context, RelayLiteFormatText, str(path),
                                      true, ERRORS));
  // CHECK-NEXT: error: expected a path that is not empty
  NO_MODULE(relayLiteModuleImportFile(context, RelayLiteFormatText, str(""),
                                      true, ERRORS));
  // CHECK-NEXT: error: expected a callback for the text, but got a null pointer
  FAILS(relayLiteModuleExport(module, RelayLiteFormatText, NULL, NULL, ERRORS));
  // CHECK-NEXT: error: no format has the number 7
  FAILS(relayLiteModuleExport(module, (RelayLiteFormat)7, print, &numCalls,
                              ERRORS));
  // CHECK-NEXT: error: {{.*}}No such file
  FAILS(relayLiteModuleExportFile(module, RelayLiteFormatText,
                                  str("no/such/folder/x"), ERRORS));
  // CHECK-NEXT: error: expected a path that is not empty
  FAILS(
      relayLiteModuleExportFile(module, RelayLiteFormatText, str(""), ERRORS));
  // CHECK-NEXT: error: cannot write '/dev/full'
  FAILS(relayLiteModuleExportFile(module, RelayLiteFormatText, str("/dev/full"),
                                  ERRORS));
}

static void testTransforms(MlirModule module) {
  // CHECK-LABEL: transforms
  printf("transforms\n");
  RelayLiteArrays params = relayLiteArraysCreate();
  if (mlirLogicalResultIsFailure(relayLiteArraysAppend(
          params, str("x"), makeBuffer(data, 12, "float32", 1, shape + 1, NULL),
          ERRORS)))
    exit(EXIT_FAILURE);
  // CHECK-NEXT: error: expected a list of arrays, but got a null handle
  FAILS(relayLiteModuleBindParams(module, str("main"), noArrays, ERRORS));
  // CHECK-NEXT: error: no function '@f' to bind
  FAILS(relayLiteModuleBindParams(module, str("f"), params, ERRORS));
  // CHECK-NEXT: error: expected UTF-8 in the name of a function
  FAILS(relayLiteModuleBindParams(module, notUTF8, params, ERRORS));
  // CHECK-NEXT: main.relay:2:11: error: parameter 'x' is of type
  // 'tensor<3xf32>', CHECK-SAME: but the argument is of 'tensor<2x3xf32>'
  FAILS(relayLiteModuleBindParams(module, str("main"), params, ERRORS));
  relayLiteArraysDestroy(params);

  RelayLiteFoldOptions options = relayLiteFoldOptionsGetDefault();
  MlirStringRef name = str("expp");
  options.numNoFoldOps = 1;
  // CHECK-NEXT: error: expected the names of operators that stay, but got a
  // CHECK-SAME: null pointer or a negative number
  FAILS(relayLiteModuleFoldConstants(module, &options, NULL, NULL, ERRORS));
  options.noFoldOps = &name;
  // CHECK-NEXT: error: unknown operator 'expp'; did you mean 'exp'?
  FAILS(relayLiteModuleFoldConstants(module, &options, NULL, NULL, ERRORS));
  name = notUTF8;
  // CHECK-NEXT: error: expected UTF-8 in the name of an operator
  FAILS(relayLiteModuleFoldConstants(module, &options, NULL, NULL, ERRORS));
}

static bool isCancelled(void *userData) {
  (void)userData;
  return true;
}

static void testCancellation(MlirContext context) {
  // CHECK-LABEL: cancellation
  printf("cancellation\n");
  MlirModule module = relayLiteModuleImport(
      context, RelayLiteFormatText,
      str("#[version = \"0.0.5\"]\ndef @main() { exp(1f) }\n"),
      str("main.relay"), true, ERRORS);
  RelayLiteFoldOptions options = relayLiteFoldOptionsGetDefault();
  options.isCancelled = isCancelled;
  // CHECK-NEXT: main.relay:2:15: error: cannot fold: it was interrupted
  FAILS(relayLiteModuleFoldConstants(module, &options, NULL, NULL, ERRORS));
  mlirModuleDestroy(module);
}

static void testEvaluation(MlirModule module) {
  // CHECK-LABEL: evaluation
  printf("evaluation\n");
  RelayLiteEvaluator evaluator = relayLiteEvaluatorCreate(module, ERRORS);
  RelayLiteArrays arrays = relayLiteArraysCreate();
#define RUN(name) relayLiteEvaluatorRun(evaluator, name, arrays, ERRORS)
  // CHECK-NEXT: error: expected a list of arrays, but got a null handle
  NO_ARRAYS(relayLiteEvaluatorRun(evaluator, str("main"), noArrays, ERRORS));
  // CHECK-NEXT: error: expected UTF-8 in the name of a function
  NO_ARRAYS(RUN(notUTF8));
  // CHECK-NEXT: error: no function '@f' with a body to run
  NO_ARRAYS(RUN(str("f")));
  // CHECK-NEXT: main.relay:2:11: error: no array for an argument of type
  // 'tensor<2x3xf32>': there CHECK-SAME: are only 0
  NO_ARRAYS(RUN(str("main")));
  // CHECK-NEXT: main.relay:6:12: error: an argument of type '(tensor<i32>) ->
  // CHECK-SAME: cannot be given as an array
  NO_ARRAYS(RUN(str("given")));
#define APPEND_GOOD(dtype)                                                     \
  if (mlirLogicalResultIsFailure(relayLiteArraysAppend(                        \
          arrays, str(""), makeBuffer(data, 24, dtype, 2, shape, NULL),        \
          ERRORS)))                                                            \
  exit(EXIT_FAILURE)
  APPEND_GOOD("float32");
  // CHECK-NEXT: main.relay:3:1: error: the result holds a function or a
  // reference, which no CHECK-SAME: array can hold
  NO_ARRAYS(RUN(str("closure")));
  APPEND_GOOD("float32");
  // CHECK-NEXT: main.relay:2:1: error: expected 1 array for '@main', but got 2
  NO_ARRAYS(RUN(str("main")));
  relayLiteArraysDestroy(arrays);
  arrays = relayLiteArraysCreate();
  APPEND_GOOD("int32");
  // CHECK-NEXT: main.relay:2:11: error: expected an array of type
  // 'tensor<2x3xf32>', but array 0 is CHECK-SAME: of type 'tensor<2x3xi32>'
  NO_ARRAYS(RUN(str("main")));
  relayLiteArraysDestroy(arrays);
  relayLiteEvaluatorDestroy(evaluator);
}

static void testInvalidModule(MlirContext context) {
  // CHECK-LABEL: invalid module
  printf("invalid module\n");
  mlirContextSetAllowUnregisteredDialects(context, true);
  MlirModule module = mlirModuleCreateEmpty(mlirLocationUnknownGet(context));
  MlirOperationState state =
      mlirOperationStateGet(str("relay.exp"), mlirLocationUnknownGet(context));
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(module),
                                mlirOperationCreate(&state));
  // CHECK-NEXT: error: 'relay.exp' op requires one result
  FAILS(relayLiteModuleFoldConstants(module, NULL, NULL, NULL, ERRORS));
  mlirModuleDestroy(module);
}

// A context that nothing was registered in.
static void testBareContext(MlirContext context) {
  // CHECK-LABEL: bare context
  printf("bare context\n");
  MlirContext bare = mlirContextCreate();
  MlirType f32 = mlirF32TypeGet(bare);
  MlirType tensor =
      mlirRankedTensorTypeGet(1, shape, f32, mlirAttributeGetNull());
  // The unknown type is compatible with any.
  // CHECK-NEXT: 0 1 1
  printf("%d %d %d\n",
         relayLiteTypesAreCompatible(f32, mlirF32TypeGet(context)),
         relayLiteTypesAreCompatible(relayLiteUnknownTypeGet(bare, ERRORS),
                                     relayLiteUnknownTypeGet(context, ERRORS)),
         relayLiteTypeIsARef(relayLiteRefTypeGet(tensor, ERRORS)));
  mlirContextDestroy(bare);

  bare = mlirContextCreate();
  MlirModule module = mlirModuleCreateEmpty(mlirLocationUnknownGet(bare));
  RelayLiteArrays arrays = relayLiteArraysCreate();
  RelayLiteFoldOptions options = relayLiteFoldOptionsGetDefault();
  MlirStringRef name = str("exp");
  options.numNoFoldOps = 1;
  options.noFoldOps = &name;
  // CHECK-NEXT: error: unknown operator 'exp'
  FAILS(relayLiteModuleFoldConstants(module, &options, NULL, NULL, ERRORS));
  // CHECK-NEXT: error: no function '@main' to bind
  FAILS(relayLiteModuleBindParams(module, str("main"), arrays, ERRORS));
  RelayLiteEvaluator evaluator = relayLiteEvaluatorCreate(module, ERRORS);
  // CHECK-NEXT: error: no function '@main' with a body to run
  NO_ARRAYS(RUN(str("main")));
  relayLiteEvaluatorDestroy(evaluator);
  relayLiteArraysDestroy(arrays);
  // Empty input is valid.
  // CHECK-NEXT: #[version = "0.0.5"]
  // CHECK: 1 1
  int isFolded = mlirLogicalResultIsSuccess(
      relayLiteModuleFoldConstants(module, NULL, NULL, NULL, ERRORS));
  int isExported = mlirLogicalResultIsSuccess(relayLiteModuleExport(
      module, RelayLiteFormatText, print, &numCalls, ERRORS));
  printf("%d %d\n", isFolded, isExported);
  numCalls = 0;
  mlirModuleDestroy(module);
  mlirContextDestroy(bare);
}

int main(int argc, char **argv) {
  if (argc != 2)
    return EXIT_FAILURE;
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  relayLiteRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  testNullHandles();
  testTypes(context);
  testArrays(argv[1]);
  MlirModule module =
      relayLiteModuleImport(context, RelayLiteFormatText, str(program),
                            str("main.relay"), true, ERRORS);
  testTranslation(context, module, argv[1]);
  testTransforms(module);
  testCancellation(context);
  testEvaluation(module);
  mlirModuleDestroy(module);
  testInvalidModule(context);
  testBareContext(context);
  mlirContextDestroy(context);
  // CHECK: done
  printf("done\n");
  return EXIT_SUCCESS;
}
