// RUN: relay-lite-translate --export-relay %s -o %t.relay
// RUN: FileCheck --check-prefix=TEXT %s < %t.relay
// RUN: relay-lite-translate --import-relay %t.relay | FileCheck %s
// RUN: relay-lite-translate --format-relay %t.relay | FileCheck --check-prefix=TEXT %s
// RUN: relay-lite-translate --export-relay-json %s -o %t.json
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// RUN: relay-lite-translate --import-relay-json %t.json | FileCheck %s
// RUN: echo '#[version = "0.0.5"] extern type Storage def @f(%%m: Storage) { %%m }' \
// RUN:   | relay-lite-translate --format-relay | FileCheck --check-prefix=EXTERN %s
// RUN: not relay-lite-run %s --function allocate 2>&1 | FileCheck --check-prefix=EVAL %s

// The type Storage, and operators that allocate memory, in Relay text and JSON.

// TEXT: #[version = "0.0.5"]
// TEXT-NEXT: type Storage {
// TEXT-NEXT: {{^  $}}
// TEXT-NEXT: }
// TEXT-EMPTY:
// TEXT-NEXT: def @allocate(

// JSON-DAG: "type_key": "relay.attrs.AllocStorageAttrs"
// JSON-DAG: "type_key": "relay.attrs.AllocTensorAttrs"
// JSON-DAG: "type_key": "relay.TypeData"

// EXTERN: type Storage {
// EXTERN: def @f(%m: Storage[])

// EVAL: cannot evaluate: it is for programs whose memory TVM has planned

// CHECK-LABEL: func.func @allocate(
func.func @allocate() -> tuple<> {
  %n = relay.constant dense<1024> : tensor<i64>
  %s = relay.constant dense<[2, 3]> : tensor<2xi64>
  %a = relay.constant dense<64> : tensor<i64>
  // CHECK: relay.memory.alloc_storage %{{.*}}, %{{.*}}, %{{.*}} {dtype = f16} : (tensor<i64>, tensor<2xi64>, tensor<i64>) -> !relay.storage
  // TEXT: memory.alloc_storage({{.*}}, dtype="float16")
  %0 = relay.memory.alloc_storage %n, %s, %a {dtype = f16} : (tensor<i64>, tensor<2xi64>, tensor<i64>) -> !relay.storage
  %1 = relay.memory.kill %0 : (!relay.storage) -> tuple<>
  return %1 : tuple<>
}

// CHECK-LABEL: func.func @take(
// CHECK-SAME: %[[M:.*]]: !relay.storage
// CHECK-SAME: %[[F:.*]]: (!relay.storage) -> tensor<i64>
// TEXT-LABEL: def @take(
// TEXT-SAME: %m: Storage[]{{.*}}, %f: fn (Storage[]) -> int64{{.*}}, %s: Tensor[(2), int64]
func.func @take(%m: !relay.storage {relay.name = "m"}, %f: (!relay.storage) -> tensor<i64> {relay.name = "f"}, %s: tensor<2xi64> {relay.name = "s"}) -> tuple<tensor<2x3xf32>, tensor<4x5xi8>> {
  %shape = relay.constant dense<[2, 3]> : tensor<2xi64>
  %o = relay.apply %f(%m) : ((!relay.storage) -> tensor<i64>, !relay.storage) -> tensor<i64>
  // CHECK: %[[S:.*]] = relay.constant dense<[2, 3]> : tensor<2xi64>
  // CHECK: relay.memory.alloc_tensor %[[M]], %{{.*}}, %[[S]] : (!relay.storage, tensor<i64>, tensor<2xi64>) -> tensor<2x3xf32>
  // TEXT: memory.alloc_tensor(%m, {{.*}}, meta[relay.Constant][{{[0-9]+}}]{{.*}}, const_shape=meta[relay.Constant][{{[0-9]+}}]
  %0 = relay.memory.alloc_tensor %m, %o, %shape : (!relay.storage, tensor<i64>, tensor<2xi64>) -> tensor<2x3xf32>
  // CHECK: relay.memory.alloc_tensor %[[M]], %{{.*}}, %{{.*}} {assert_shape = array<i64: 4, 5>, dtype = i8} : (!relay.storage, tensor<i64>, tensor<2xi64>) -> tensor<4x5xi8>
  // TEXT: memory.alloc_tensor(%m, {{.*}}, %s, dtype="int8", assert_shape=[4, 5])
  %1 = relay.memory.alloc_tensor %m, %o, %s {assert_shape = array<i64: 4, 5>, dtype = i8} : (!relay.storage, tensor<i64>, tensor<2xi64>) -> tensor<4x5xi8>
  %2 = relay.tuple %0, %1 : (tensor<2x3xf32>, tensor<4x5xi8>) -> tuple<tensor<2x3xf32>, tensor<4x5xi8>>
  return %2 : tuple<tensor<2x3xf32>, tensor<4x5xi8>>
}
