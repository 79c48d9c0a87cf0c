// RUN: relay-lite-run %s --random-inputs --output %t1.npz
// RUN: relay-lite-run %s --random-inputs --seed 0 --output %t2.npz
// RUN: relay-lite-run %s --random-inputs --seed 1 --output %t3.npz
// RUN: cmp %t1.npz %t2.npz
// RUN: not cmp %t1.npz %t3.npz
// RUN: relay-lite-run %s --random-inputs | FileCheck %s
// RUN: not relay-lite-run %s --random-inputs --function=dynamic 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DYNAMIC

// Elements are within their bounds, and long results are not printed.
// CHECK: output0 = dense<true> : tensor<i1>
// CHECK-NEXT: output1 = tensor<1000xf32>
func.func @main(%x: tensor<1000xf32>, %t: tuple<tensor<50xui8>, tensor<50xi64>>) -> tuple<tensor<i1>, tensor<1000xf32>> {
  %one = relay.constant dense<1.0> : tensor<f32>
  %f = relay.abs %x : (tensor<1000xf32>) -> tensor<1000xf32>
  %f0 = relay.max %f : (tensor<1000xf32>) -> tensor<f32>
  %f1 = relay.less_equal %f0, %one : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %i = relay.tuple_get %t[1] : (tuple<tensor<50xui8>, tensor<50xi64>>) -> tensor<50xi64>
  %eight = relay.constant dense<8> : tensor<i64>
  %i0 = relay.abs %i : (tensor<50xi64>) -> tensor<50xi64>
  %i1 = relay.max %i0 : (tensor<50xi64>) -> tensor<i64>
  %i2 = relay.less_equal %i1, %eight : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %b = relay.logical_and %f1, %i2 : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %r = relay.tuple %b, %x : (tensor<i1>, tensor<1000xf32>) -> tuple<tensor<i1>, tensor<1000xf32>>
  return %r : tuple<tensor<i1>, tensor<1000xf32>>
}

// DYNAMIC: random.mlir:[[#@LINE+1]]:{{.*}} error: cannot make 'arg0' at random: its type is 'tensor<?xf32>'
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
