// Constants that the memory of the process does not suffice for.

// RUN: split-file %s %t

// RUN: not bash -c 'ulimit -v 2097152; relay-lite-translate %t/constant.mlir --export-relay -o %t/constant.out' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONSTANT --implicit-check-not=bug
// RUN: not bash -c 'ulimit -v 2097152; relay-lite-translate %t/constant.mlir --export-relay-json -o %t/constant.out' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONSTANT --implicit-check-not=bug
// RUN: not ls %t/constant.out
// CONSTANT: constant.mlir:2:8: error: not enough memory for a constant of type 'tensor<1073741824xf32>'{{$}}

// Base64 of what fits takes little memory besides.
// RUN: bash -c 'ulimit -v 2097152; relay-lite-translate %t/text.mlir --export-relay' | wc -c | FileCheck %s --check-prefix=TEXT
// RUN: bash -c 'ulimit -v 2097152; relay-lite-translate %t/text.mlir --export-relay-json' | wc -c | FileCheck %s --check-prefix=TEXT
// TEXT: {{^}}1118{{[0-9]{6}$}}

//--- constant.mlir
func.func @more_than_limit() -> tensor<1073741824xf32> {
  %0 = relay.constant dense<1.0> : tensor<1073741824xf32>
  return %0 : tensor<1073741824xf32>
}

//--- text.mlir
func.func @within_limit() -> tensor<209715200xf32> {
  %0 = relay.constant dense<1.0> : tensor<209715200xf32>
  return %0 : tensor<209715200xf32>
}
