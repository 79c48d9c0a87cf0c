// RUN: split-file %s %t
// RUN: relay-lite-opt %t/uncovered.mlir --relay-collage-partition='costs=ext:1 patterns=ext:%t/ext.patterns' --verify-diagnostics
// RUN: relay-lite-opt %t/untyped.mlir --relay-collage-partition='costs=llvm:1' --verify-diagnostics
// RUN: relay-lite-opt %t/many.mlir --relay-collage-partition='costs=llvm:1 tvm-max-depth=1000' --verify-diagnostics
// RUN: not relay-lite-opt %t/input.mlir --relay-collage-partition='costs=llvm' 2>&1 | FileCheck %s --check-prefix=COST
// RUN: not relay-lite-opt %t/input.mlir --relay-collage-partition='costs=llvm:-1' 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not relay-lite-opt %t/input.mlir --relay-collage-partition='costs=llvm:nan' 2>&1 | FileCheck %s --check-prefix=NAN
// RUN: not relay-lite-opt %t/input.mlir --relay-collage-partition='costs=llvm:1,llvm:2' 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not relay-lite-opt %t/input.mlir --relay-collage-partition='costs=llvm:1 patterns=ext:x' 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not relay-lite-opt %t/input.mlir --relay-collage-partition='costs=ext:1 patterns=ext:%t/none' 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not relay-lite-opt %t/input.mlir --relay-collage-partition='costs=ext:1 byoc-fusion-style=ext.Some' 2>&1 | FileCheck %s --check-prefix=STYLE
// RUN: not relay-lite-opt %t/input.mlir --relay-collage-partition='costs=llvm:1 tvm-max-depth=0' 2>&1 | FileCheck %s --check-prefix=DEPTH

// COST: error: expected a target and a cost of at least 0 with a colon between them in costs, but got 'llvm'
// NEGATIVE: error: expected a target and a cost of at least 0 with a colon between them in costs, but got 'llvm:-1'
// NAN: error: expected a target and a cost of at least 0 with a colon between them in costs, but got 'llvm:nan'
// TWICE: error: the target 'llvm' has two entries in costs
// TARGET: error: expected a target of costs and a file with a colon between them in patterns, but got 'ext:x'
// FILE: error: cannot open input file '{{.*}}none': No such file or directory
// STYLE: error: expected a compiler and NoFusion, TVMFusion or ArbitraryFusion with a dot between them as a fusion style, but got 'ext.Some'
// DEPTH: error: expected depths of candidates of at least 1, but got 0

//--- ext.patterns
composite "relu" = is_op("nn.relu")(wildcard())

//--- input.mlir
func.func @unchanged(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

//--- uncovered.mlir
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error @below {{no target supports this operator here}}
  %1 = relay.abs %0 : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

//--- untyped.mlir
func.func @main(%x: tensor<2xf32>) -> !relay.unknown {
  // expected-error @below {{could not infer the type of its result}}
  %0 = relay.abs %x : (tensor<2xf32>) -> !relay.unknown
  return %0 : !relay.unknown
}

//--- many.mlir
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
