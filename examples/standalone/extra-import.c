//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads Relay text and prints it in MLIR, by the C API.
//
//===----------------------------------------------------------------------===//

#include "RelayLite-c/Translation.h"
#include <stdio.h>
#include <stdlib.h>

static void print(MlirStringRef text, void *stream) {
  fwrite(text.data, 1, text.length, stream);
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: extra-import <.relay file>\n");
    return EXIT_FAILURE;
  }
  MlirContext context = mlirContextCreate();
  MlirModule module = relayLiteModuleImportFile(
      context, RelayLiteFormatText, mlirStringRefCreateFromCString(argv[1]),
      /*inferTypes=*/true, print, stderr);
  int status = EXIT_FAILURE;
  if (!mlirModuleIsNull(module)) {
    mlirOperationPrint(mlirModuleGetOperation(module), print, stdout);
    mlirModuleDestroy(module);
    status = EXIT_SUCCESS;
  }
  mlirContextDestroy(context);
  return status;
}
