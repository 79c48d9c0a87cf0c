// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-externalize-weights{min-bytes=many})' 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: 'many' value invalid for long argument
// OPTION: error:

// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-externalize-weights{min-bytes=8})' --verify-diagnostics

// expected-error @below {{expected no other symbol "relay.weights.64"}}
memref.global "private" constant @w : memref<3xf32> = dense<[1.0, 2.0, 3.0]>
memref.global "private" @relay.weights.64 : memref<1xf32>
func.func @f(%workspace: memref<0xi8>) -> memref<3xf32> attributes {relay.workspace_bytes = 0 : i64} {
  %0 = memref.get_global @w : memref<3xf32>
  return %0 : memref<3xf32>
}
