// Errors that types cannot show before evaluation.

// RUN: not relay-lite-run %s --function=tuple --random-inputs 2>&1 | FileCheck %s --check-prefix=TUPLE
// RUN: not relay-lite-run %s --function=lowered --random-inputs 2>&1 | FileCheck %s --check-prefix=LOWERED
// RUN: not relay-lite-run %s --function=field --random-inputs 2>&1 | FileCheck %s --check-prefix=FIELD
// RUN: not relay-lite-run %s --function=ref_read --random-inputs 2>&1 | FileCheck %s --check-prefix=REF-READ
// RUN: not relay-lite-run %s --function=ref_write --random-inputs 2>&1 | FileCheck %s --check-prefix=REF-WRITE
// RUN: not relay-lite-run %s --function=condition --random-inputs 2>&1 | FileCheck %s --check-prefix=CONDITION
// RUN: not relay-lite-run %s --function=callee --random-inputs 2>&1 | FileCheck %s --check-prefix=CALLEE
// RUN: not relay-lite-run %s --function=arith --random-inputs 2>&1 | FileCheck %s --check-prefix=ARITH
// RUN: not relay-lite-run %s --function=results --random-inputs 2>&1 | FileCheck %s --check-prefix=RESULTS
// RUN: not relay-lite-run %s --function=operand --random-inputs 2>&1 | FileCheck %s --check-prefix=OPERAND
// RUN: not relay-lite-run %s --function=length --random-inputs 2>&1 | FileCheck %s --check-prefix=LENGTH

func.func @tuple(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.type_cast %x : tensor<2xf32> to !relay.unknown
  // TUPLE: mlir:[[#@LINE + 1]]:8: error: expected a tuple with a field 1{{$}}
  %1 = relay.tuple_get %0[1] : (!relay.unknown) -> !relay.unknown
  %2 = relay.type_cast %1 : !relay.unknown to tensor<2xf32>
  return %2 : tensor<2xf32>
}

func.func @field() -> !relay.unknown {
  %t = relay.tuple : () -> tuple<>
  %0 = relay.type_cast %t : tuple<> to !relay.unknown
  // FIELD: mlir:[[#@LINE + 1]]:8: error: expected a tuple with a field 1{{$}}
  %1 = relay.tuple_get %0[1] : (!relay.unknown) -> !relay.unknown
  return %1 : !relay.unknown
}

func.func @ref_read(%x: tensor<2xf32>) -> !relay.unknown {
  %0 = relay.type_cast %x : tensor<2xf32> to !relay.unknown
  // REF-READ: mlir:[[#@LINE + 1]]:8: error: expected a reference{{$}}
  %1 = relay.ref_read %0 : (!relay.unknown) -> !relay.unknown
  return %1 : !relay.unknown
}

func.func @ref_write(%x: tensor<2xf32>) -> tuple<> {
  %0 = relay.type_cast %x : tensor<2xf32> to !relay.unknown
  // REF-WRITE: mlir:[[#@LINE + 1]]:8: error: expected a reference{{$}}
  %1 = relay.ref_write %0, %x : (!relay.unknown, tensor<2xf32>) -> tuple<>
  return %1 : tuple<>
}

func.func @condition(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.type_cast %x : tensor<2xf32> to !relay.unknown
  // CONDITION: mlir:[[#@LINE + 1]]:8: error: expected a boolean as the condition{{$}}
  %1 = relay.if %0 : !relay.unknown -> tensor<2xf32> {
    relay.yield %x : tensor<2xf32>
  } else {
    relay.yield %x : tensor<2xf32>
  }
  return %1 : tensor<2xf32>
}

func.func @callee(%x: tensor<2xf32>) -> !relay.unknown {
  %0 = relay.type_cast %x : tensor<2xf32> to !relay.unknown
  // CALLEE: mlir:[[#@LINE + 1]]:8: error: expected a function as the callee{{$}}
  %1 = relay.apply %0(%x) : (!relay.unknown, tensor<2xf32>) -> !relay.unknown
  return %1 : !relay.unknown
}

func.func @arith() -> tensor<2xf32> {
  // ARITH: mlir:[[#@LINE + 1]]:8: error: the operation cannot be evaluated{{$}}
  %0 = arith.constant 1.0 : f32
  %1 = relay.constant dense<1.0> : tensor<2xf32>
  return %1 : tensor<2xf32>
}

func.func @results(%x: tensor<2xf32>) -> !relay.unknown {
  %f = relay.global @two : !relay.unknown
  // RESULTS: mlir:[[#@LINE + 1]]:8: error: expected one result of the called function, but got 2{{$}}
  %1 = relay.apply %f(%x) : (!relay.unknown, tensor<2xf32>) -> !relay.unknown
  return %1 : !relay.unknown
}

func.func @operand() -> !relay.unknown {
  %f = relay.global @two : !relay.unknown
  // OPERAND: mlir:[[#@LINE + 1]]:8: error: cannot evaluate: expected tensors as operands of an operator{{$}}
  %1 = relay.add %f, %f : (!relay.unknown, !relay.unknown) -> !relay.unknown
  return %1 : !relay.unknown
}

func.func @length(%x: tensor<2xf32>) -> tensor<?xf32> {
  %0 = relay.constant dense<0.0> : tensor<f32>
  %1 = relay.sum %x : (tensor<2xf32>) -> tensor<f32>
  // LENGTH: mlir:[[#@LINE + 1]]:8: error: cannot evaluate: the shape of the result is not known from the operands{{$}}
  %2 = relay.arange %0, %1, %0 {dtype = f32} : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

func.func @two(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  return %x, %x : tensor<2xf32>, tensor<2xf32>
}

func.func private @identity(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @lowered(%x: tensor<2xf32>) -> !relay.unknown {
  %f = relay.global @identity : (tensor<2xf32>) -> tensor<2xf32>
  %0 = relay.type_cast %x : tensor<2xf32> to !relay.unknown
  // LOWERED: mlir:[[#@LINE + 1]]:8: error: expected a tuple of arguments{{$}}
  %1 = relay.call_lowered %f, %0 : ((tensor<2xf32>) -> tensor<2xf32>, !relay.unknown) -> !relay.unknown
  return %1 : !relay.unknown
}
