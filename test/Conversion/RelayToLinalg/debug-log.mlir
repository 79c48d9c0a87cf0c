// RUN: not relay-lite-opt %s --convert-relay-to-linalg --debug-only=convert-relay-to-linalg 2>&1 | FileCheck %s

// CHECK: [convert-relay-to-linalg {{.*}}] loc({{.*}}debug-log.mlir":[[#@LINE+3]]:8): a type is unknown
// CHECK: error: failed to legalize operation 'relay.abs'
func.func @unknown_result(%x: !relay.unknown) -> !relay.unknown {
  %0 = relay.abs %x : (!relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}
