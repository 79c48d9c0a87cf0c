// RUN: relay-lite-run %s --function=make --output %t.npz
// RUN: relay-lite-run %s --inputs %t.npz | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode -o %t.mlirbc
// RUN: relay-lite-run %t.mlirbc --inputs %t.npz | FileCheck %s
// RUN: relay-lite-run --inputs %t.npz < %s | FileCheck %s
// RUN: relay-lite-run %s --inputs %t.npz --output %t2.npz --repeat 3 --mlir-timing 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TIMING
// RUN: relay-lite-run %s --function=identity --inputs %t2.npz | FileCheck %s

// Tuples are flattened, both ways.
func.func @make() -> tuple<tensor<3xf32>, tuple<tensor<2x1xi32>>> {
  %0 = relay.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf32>
  %1 = relay.constant dense<[[7], [-9]]> : tensor<2x1xi32>
  %2 = relay.tuple %1 : (tensor<2x1xi32>) -> tuple<tensor<2x1xi32>>
  %3 = relay.tuple %0, %2 : (tensor<3xf32>, tuple<tensor<2x1xi32>>) -> tuple<tensor<3xf32>, tuple<tensor<2x1xi32>>>
  return %3 : tuple<tensor<3xf32>, tuple<tensor<2x1xi32>>>
}

// CHECK: output0 = dense<[1.000000e+00, 2.000000e+00, 5.000000e-01]> : tensor<3xf32>
// CHECK-NEXT: output1 = dense<{{\[\[}}7], [-9]]> : tensor<2x1xi32>
// CHECK-NOT: output

// TIMING: Read module
// TIMING: First run
// TIMING: Other runs
func.func @main(%x: tensor<?xf32> {relay.name = "output0"},
                %y: tensor<2x1xi32> {relay.name = "output1"}) -> (tensor<?xf32>, tensor<2x1xi32>) {
  %0 = relay.abs %x : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %y : tensor<?xf32>, tensor<2x1xi32>
}

func.func @identity(%x: tensor<3xf32> {relay.name = "output0"},
                    %y: tensor<2x1xi32> {relay.name = "output1"}) -> (tensor<3xf32>, tensor<2x1xi32>) {
  return %x, %y : tensor<3xf32>, tensor<2x1xi32>
}
