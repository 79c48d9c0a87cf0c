// RUN: split-file %s %t
// RUN: relay-lite-run %t/make.mlir --output %t/in.npz
// RUN: not relay-lite-run %t/main.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not relay-lite-run %t/many.mlir 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not relay-lite-run %t/in.npz 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: not relay-lite-run %t/main.mlir --inputs %t/in.npz 2>&1 | FileCheck %s --check-prefix=EXTRA
// RUN: not relay-lite-run %t/make.mlir --function=typed --inputs %t/in.npz 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TYPE
// RUN: not relay-lite-run %t/main.mlir --inputs %t/in.npz --inputs %t/in.npz 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TWICE
// RUN: not relay-lite-run %t/main.mlir --input x 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not relay-lite-run %t/main.mlir --input x=%t/none.npy 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not relay-lite-run %t/main.mlir --inputs %t/main.mlir 2>&1 | FileCheck %s --check-prefix=NPZ
// RUN: not relay-lite-run %t/main.mlir --params %t/main.mlir 2>&1 | FileCheck %s --check-prefix=PARAMS
// RUN: not relay-lite-run %t/main.mlir --function=g 2>&1 | FileCheck %s --check-prefix=FUNCTION
// RUN: not relay-lite-run %t/none.mlir 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not relay-lite-run %t/make.mlir --output %t/none/out.npz 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: cp %t/make.mlir %t/self.mlir && not relay-lite-run %t/self.mlir --output %t/./self.mlir 2>&1 | FileCheck %s --check-prefix=SELF
// RUN: diff %t/make.mlir %t/self.mlir
// RUN: not relay-lite-run %t/make.mlir --output /dev/full 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: not relay-lite-run %t/make.mlir --function=closure 2>&1 | FileCheck %s --check-prefix=CLOSURE
// RUN: not relay-lite-run %t/make.mlir --function=takes_ref 2>&1 | FileCheck %s --check-prefix=REF
// RUN: not relay-lite-run %t/make.mlir --function=declaration 2>&1 | FileCheck %s --check-prefix=BODY
// RUN: not relay-lite-run %t/make.mlir --function=takes 2>&1 | FileCheck %s --check-prefix=BODY
// RUN: not relay-lite-run %t/make.mlir --function=takes --random-inputs 2>&1 | FileCheck %s --check-prefix=BODY
// RUN: not relay-lite-run %t/make.mlir --function=checked --check 2>&1 | FileCheck %s --check-prefix=EVALUATE

// MISSING: main.mlir:1:1: error: no input for 'x' ('tensor<3xi32>'), 't.0' ('tensor<f32>'), 't.1' ('tensor<?xf32>'); --params, --inputs and --input give inputs from files, and --random-inputs makes them
// MANY: error: no input for 'arg0' ('tensor<f32>'), 'arg1' ('tensor<f32>'), 'arg2' ('tensor<f32>'), 'arg3' ('tensor<f32>'), 'arg4' ('tensor<f32>') and 2 more; --params
// MODULE: {{^}}error: '{{.*}}in.npz': expected a module as text or bytecode, but got an npz file
// EXTRA: error: no input for 'x'
// EXTRA: error: no argument for 'output0' of {{.*}}in.npz
// TYPE: make.mlir:[[#]]:18: error: expected 'tensor<3xi32>' for 'output0', but {{.*}}in.npz has 'tensor<3xf32>'
// SELF: {{^}}error: the output would overwrite the input '{{.*}}self.mlir'{{$}}
// TWICE: error: 'output0' is given by both {{.*}}in.npz and {{.*}}in.npz
// OPTION: error: expected --input <name>=<file>, but got 'x'
// FILE: error: {{.*}}none.{{.*}}: No such file or directory
// NPZ: {{^}}error: '{{.*}}main.mlir': expected an npz file, but got text
// PARAMS: {{^}}error: {{.*}}main.mlir: expected a parameter file, but got text
// FUNCTION: error: no function 'g'
// OUTPUT: error: {{.*}}out.npz': No such file or directory
// FULL: {{^}}error: cannot write '/dev/full': No space left on device
// CLOSURE: error: the result holds a function or a reference, which cannot be written
// REF: error: an argument of type '!relay.ref<tensor<f32>>' cannot be given, but 'arg0' is one
// BODY: make.mlir:[[#]]:1: error: expected a function with a body to run
// EVALUATE: make.mlir:[[#]]:1: error: expected a function with a body to evaluate

//--- many.mlir
func.func @main(%0: tensor<f32>, %1: tensor<f32>, %2: tensor<f32>, %3: tensor<f32>, %4: tensor<f32>, %5: tensor<f32>, %6: tensor<f32>) -> tensor<f32> {
  return %0 : tensor<f32>
}

//--- main.mlir
func.func @main(%x: tensor<3xi32> {relay.name = "x"}, %t: tuple<tensor<f32>, tensor<?xf32>> {relay.name = "t"}) -> tensor<3xi32> {
  return %x : tensor<3xi32>
}
//--- make.mlir
func.func @main() -> tensor<3xf32> {
  %0 = relay.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @closure() -> (() -> tensor<f32>) {
  %0 = relay.fn () -> tensor<f32> {
    %1 = relay.constant dense<1.0> : tensor<f32>
    relay.yield %1 : tensor<f32>
  }
  return %0 : () -> tensor<f32>
}
func.func @takes_ref(%r: !relay.ref<tensor<f32>>) -> tensor<f32> {
  %0 = relay.ref_read %r : (!relay.ref<tensor<f32>>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @declaration() -> tensor<f32>
func.func @typed(%x: tensor<3xi32> {relay.name = "output0"}) -> tensor<3xi32> {
  return %x : tensor<3xi32>
}
func.func private @takes(%x: tensor<f32>, %t: tuple<tensor<f32>>) -> tensor<f32>
func.func private @checked() -> tensor<f32> attributes {relay.check}
