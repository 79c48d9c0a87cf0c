// RUN: extra-opt %s --pass-pipeline='builtin.module(func.func(extra-expand-hard-swish))' | FileCheck %s

// CHECK-LABEL: func.func @hard_swish
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
// CHECK-DAG: %[[HALF:.*]] = relay.constant dense<3.000000e+00> : tensor<f32>
// CHECK-DAG: %[[WIDTH:.*]] = relay.constant dense<6.000000e+00> : tensor<f32>
// CHECK: %[[SHIFTED:.*]] = relay.add %[[X]], %[[HALF]]
// CHECK: %[[CLIPPED:.*]] = relay.clip %[[SHIFTED]] {a_max = 6.000000e+00 : f64, a_min = 0.000000e+00 : f64}
// CHECK: %[[PRODUCT:.*]] = relay.multiply %[[X]], %[[CLIPPED]]
// CHECK: %[[RESULT:.*]] = relay.divide %[[PRODUCT]], %[[WIDTH]]
// CHECK: return %[[RESULT]]
func.func @hard_swish(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = extra.hard_swish %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
