// Operations that are no operators are folded by their own fold().

// RUN: relay-lite-opt %s --relay-fold-constant | FileCheck %s
// RUN: relay-lite-opt %s --relay-fold-constant --relay-fold-constant | FileCheck %s
// RUN: relay-lite-opt %s --relay-fold-constant -o /dev/null --remarks-filter=FoldConstant --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: relay-lite-run %s --function=values | FileCheck %s --check-prefix=VALUE
// RUN: not relay-lite-run %s --function=no_value 2>&1 | FileCheck %s --check-prefix=ERROR

// VALUE: output0 = dense<[-4.000000e+00, -6.000000e+00]> : tensor<2xf32>
// VALUE-NEXT: output1 = dense<[1.600000e+01, 3.600000e+01]> : tensor<2xf32>

// Constants of other dialects are constants, and stay as they are. Values go to
// and fro.
// CHECK-LABEL: func.func @values
// CHECK-NEXT:  %[[A:.*]] = relay.constant dense<[-4.000000e+00, -6.000000e+00]> : tensor<2xf32>
// CHECK-NEXT:  %[[B:.*]] = relay.constant dense<[1.600000e+01, 3.600000e+01]> : tensor<2xf32>
// CHECK-NEXT:  return %[[A]], %[[B]]
func.func @values() -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = relay.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %2 = relay.negative %1 : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.negative %0 : (tensor<2xf32>) -> tensor<2xf32>
  %4 = arith.addf %2, %3 : tensor<2xf32>
  %5 = arith.mulf %4, %4 : tensor<2xf32>
  return %4, %5 : tensor<2xf32>, tensor<2xf32>
}

// A folder may give an operand.
// CHECK-LABEL: func.func @operand
// CHECK-NEXT:  %[[A:.*]] = relay.constant dense<[-2, 0]> : tensor<2xi32>
// CHECK-NEXT:  return %[[A]]
func.func @operand() -> tensor<2xi32> {
  %0 = arith.constant dense<[1, 0]> : tensor<2xi32>
  %1 = arith.maxsi %0, %0 : tensor<2xi32>
  %2 = arith.constant dense<-2> : tensor<2xi32>
  %3 = relay.multiply %1, %2 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %3 : tensor<2xi32>
}

// A constant that is used by what stays stays, too.
// CHECK-LABEL: func.func @stays
// CHECK-NEXT:  arith.constant
// CHECK-NEXT:  relay.add
func.func @stays(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = relay.add %x, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// REMARK-DAG: arith.addf: 8 bytes
// REMARK-DAG: arith.divsi: its fold() gives no value, and it has no OperatorInterface
// ERROR: error: cannot evaluate: its fold() gives no value, and it has no OperatorInterface
// CHECK-LABEL: func.func @no_value
// CHECK-NEXT:  %[[A:.*]] = relay.constant dense<-1> : tensor<2xi32>
// CHECK-NEXT:  %[[B:.*]] = arith.constant dense<0> : tensor<2xi32>
// CHECK-NEXT:  %[[C:.*]] = arith.divsi %[[A]], %[[B]]
// CHECK-NEXT:  return %[[C]]
func.func @no_value() -> tensor<2xi32> {
  %0 = relay.constant dense<1> : tensor<2xi32>
  %1 = relay.negative %0 : (tensor<2xi32>) -> tensor<2xi32>
  %2 = arith.constant dense<0> : tensor<2xi32>
  %3 = arith.divsi %1, %2 : tensor<2xi32>
  return %3 : tensor<2xi32>
}

// Large operands are given as dense attributes, which folders expect.
// CHECK-LABEL: func.func @large
// CHECK-NEXT:  relay.constant dense<-2.000000e+00> : tensor<1000xf32>
// CHECK-NEXT:  relay.constant dense_resource<
// CHECK-NEXT:  return
func.func @large() -> (tensor<1000xf32>, tensor<1000xf32>) {
  %0 = relay.constant dense<1.0> : tensor<1000xf32>
  %1 = relay.negative %0 : (tensor<1000xf32>) -> tensor<1000xf32>
  %2 = arith.addf %1, %1 : tensor<1000xf32>
  %3 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %4 = relay.tile %3 {reps = array<i64: 500>} : (tensor<2xf32>) -> tensor<1000xf32>
  %5 = arith.subf %1, %4 : tensor<1000xf32>
  return %2, %5 : tensor<1000xf32>, tensor<1000xf32>
}

// Scalars and other types are not Relay's.
// CHECK-LABEL: func.func @scalars
// CHECK:       arith.addi %{{.*}} : i32
// CHECK:       arith.addi %{{.*}} : tensor<2xindex>
func.func @scalars() -> (i32, tensor<2xindex>) {
  %0 = arith.constant 1 : i32
  %1 = arith.constant 2 : i32
  %2 = arith.addi %0, %1 : i32
  %3 = arith.constant dense<1> : tensor<2xindex>
  %4 = arith.constant dense<[1, 2]> : tensor<2xindex>
  %5 = arith.addi %3, %4 : tensor<2xindex>
  return %2, %5 : i32, tensor<2xindex>
}
