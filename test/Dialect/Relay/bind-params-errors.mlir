// RUN: split-file %s %t
// RUN: %python %S/Inputs/write_params.py %t/p.params 'w=float32[2]:1,2' 'v=float32x4[2]:1'
// RUN: relay-lite-opt %t/errors.mlir --relay-bind-params=file=%t/p.params --split-input-file --verify-diagnostics
// RUN: not relay-lite-opt %t/main.mlir --relay-bind-params 2>&1 | FileCheck %s --check-prefix=NO-FILE
// RUN: not relay-lite-opt %t/main.mlir --relay-bind-params=file=%t/missing 2>&1 | FileCheck %s --check-prefix=UNREADABLE
// RUN: not relay-lite-opt %t/main.mlir --relay-bind-params=file=%t/main.mlir 2>&1 | FileCheck %s --check-prefix=MALFORMED

// NO-FILE: main.mlir:{{.*}} error: expected the option 'file' of 'relay-bind-params' to name a parameter file
// UNREADABLE: main.mlir:{{.*}} error: cannot read parameters: {{.*}}missing: {{[Nn]}}o such file or directory
// MALFORMED: main.mlir:{{.*}} error: cannot read parameters: {{.*}}main.mlir: {{.+}}

//--- main.mlir
func.func @main() -> tuple<> {
  %0 = relay.tuple : () -> tuple<>
  return %0 : tuple<>
}

//--- errors.mlir
// A parameter without argument is only a warning.

// expected-warning@+1 {{parameter 'v' names no argument of '@main'}}
func.func @main(%w: tensor<2xf32> {relay.name = "w"}) -> tensor<2xf32> {
  return %w : tensor<2xf32>
}

// -----

// expected-error@+3 {{parameter 'w' is of type 'tensor<2xf32>', but the argument is of 'tensor<3xf32>'}}
// expected-error@+3 {{element type 'float32x4' is not supported}}
func.func @main(
    %w: tensor<3xf32> {relay.name = "w"},
    %v: tensor<2xf32> {relay.name = "v"}) -> tensor<3xf32> {
  return %w : tensor<3xf32>
}

// -----

// expected-warning@+2 {{parameter 'v' names no argument of '@main'}}
// expected-error@+1 {{parameter 'w' is of type 'tensor<2xf32>', but the argument is of 'tensor<2xf64>'}}
func.func @main(%w: tensor<2xf64> {relay.name = "w"}) -> tensor<2xf64> {
  return %w : tensor<2xf64>
}

// -----

// expected-error@+3 {{arguments 0 and 1 of '@main' have the same name 'w'}}
func.func @main(
    %w: tensor<2xf32> {relay.name = "w"},
    %w2: tensor<2xf32> {relay.name = "w"}) -> tensor<2xf32> {
  return %w : tensor<2xf32>
}

// -----

// expected-warning@+2 {{parameter 'v' names no argument of '@main'}}
// expected-error@+1 {{cannot bind parameters of '@main', which is called}}
func.func @main(%w: tensor<2xf32> {relay.name = "w"}) -> tensor<2xf32> {
  return %w : tensor<2xf32>
}
func.func @caller(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-note@+1 {{see the call}}
  %0 = relay.call @main(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// expected-error@+1 {{no function '@main' to bind}}
module {
}

// -----

// expected-error@+1 {{cannot bind parameters of '@main', which has no body}}
func.func private @main(tensor<2xf32>) -> tensor<2xf32>
