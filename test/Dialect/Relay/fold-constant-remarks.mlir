// RUN: relay-lite-opt %s --relay-fold-constant='max-growth=1 no-fold-ops=abs' --allow-unregistered-dialect \
// RUN:   --split-input-file --remarks-filter=FoldConstant --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s
// RUN: relay-lite-opt %s --relay-fold-constant='max-growth=1 no-fold-ops=abs' --allow-unregistered-dialect \
// RUN:   --split-input-file --remarks-filter=FoldConstant --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONCE
// ONCE: Remark="relay.greater:
// ONCE-NOT: Remark="relay.greater:

// Folded operators: the last one of an expression, and those before it.
func.func @folded() -> tensor<2xf32> {
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Evaluated | Category:FoldConstant | Remark="relay.add: for what uses it"
  %1 = relay.add %0, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Folded | Category:FoldConstant | Remark="relay.negative: 8 bytes"
  %2 = relay.negative %1 : (tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

// Conditions: one that is a result, too, and one that nothing needs but the
// choice.
func.func @conditions(%x: tensor<i32>) -> (tensor<i32>, tensor<i1>) {
  %0 = relay.constant dense<1> : tensor<i32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Evaluated | Category:FoldConstant | Remark="relay.less: for what uses it"
  %1 = relay.less %0, %0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Evaluated | Category:FoldConstant | Remark="relay.logical_not: for what uses it"
  %2 = relay.logical_not %1 : (tensor<i1>) -> tensor<i1>
  %3 = relay.if %2 -> tensor<i32> {
    relay.yield %x : tensor<i32>
  } else {
    relay.yield %0 : tensor<i32>
  }
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Folded | Category:FoldConstant | Remark="relay.greater: 1 bytes"
  %4 = relay.greater %0, %0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %5 = relay.if %4 -> tensor<i32> {
    relay.yield %x : tensor<i32>
  } else {
    relay.yield %3 : tensor<i32>
  }
  return %5, %4 : tensor<i32>, tensor<i1>
}

// -----

// Operators without a value.
func.func @traps() -> (tensor<i32>, tensor<2x3xi8>, tensor<3xi16>, tensor<2x2xui8>) {
  %0 = relay.constant dense<1> : tensor<i32>
  %1 = relay.constant dense<0> : tensor<i32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.divide: it would divide by zero"
  %2 = relay.divide %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %3 = relay.constant dense<[[1], [2]]> : tensor<2x1xi8>
  %4 = relay.constant dense<[3, 4, 0]> : tensor<3xi8>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.mod: it would divide by zero at element [0, 2]"
  %5 = relay.mod %3, %4 : (tensor<2x1xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  %6 = relay.constant dense<[-32768, 7, -32768]> : tensor<3xi16>
  %7 = relay.constant dense<[1, -1, -1]> : tensor<3xi16>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.floor_divide: it would divide the smallest integer by -1 at element [2]"
  %8 = relay.floor_divide %6, %7 : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  // An unsigned number is not negative, and has the value 255 instead.
  %9 = relay.constant dense<[[0, 128], [255, 1]]> : tensor<2x2xui8>
  %10 = relay.constant dense<255> : tensor<1x2xui8>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Folded | Category:FoldConstant | Remark="relay.floor_mod: 4 bytes"
  %11 = relay.floor_mod %9, %10 : (tensor<2x2xui8>, tensor<1x2xui8>) -> tensor<2x2xui8>
  return %2, %5, %8, %11 : tensor<i32>, tensor<2x3xi8>, tensor<3xi16>, tensor<2x2xui8>
}

// Users of such an operator.
func.func @operand_of_trap() -> tensor<i32> {
  %0 = relay.constant dense<1> : tensor<i32>
  %1 = relay.constant dense<0> : tensor<i32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.divide: it would divide by zero"
  %2 = relay.divide %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.sign: an operand is not folded"
  %3 = relay.sign %2 : (tensor<i32>) -> tensor<i32>
  return %3 : tensor<i32>
}

// -----

// Operators that stay.
func.func @operators(%x: tensor<?xf32>) -> (tensor<3x3xi8>, tensor<2xf32>, tuple<tensor<2xf32>, tensor<2xf32>>, tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = relay.constant dense<[[1], [2], [3]]> : tensor<3x1xi8>
  %1 = relay.constant dense<7> : tensor<1x3xi8>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.add: it is 5 bytes larger than its constants, the limit is 1"
  %2 = relay.add %0, %1 : (tensor<3x1xi8>, tensor<1x3xi8>) -> tensor<3x3xi8>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.zeros: it has no operands"
  %3 = relay.zeros {shape = array<i64: 2>, dtype = f32} : () -> tensor<2xf32>
  %4 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.nn.dropout: it is stateful"
  %5 = relay.nn.dropout %4 : (tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.abs: it is one of no-fold-ops"
  %6 = relay.abs %4 : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.tanh: it is marked relay.no_fold"
  %7 = relay.tanh %4 {relay.no_fold} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.tuple: it is marked relay.no_fold"
  %t = relay.tuple %4, %4 {relay.no_fold} : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="test.unknown: it is not an operator"
  %8 = "test.unknown"(%4) : (tensor<2xf32>) -> tensor<f32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.call: it is a call"
  %9 = relay.call @callee(%4) : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.custom: its operator has no kernel"
  %10 = relay.custom "my_log"(%4) : (tensor<2xf32>) -> tensor<2xf32>
  return %2, %3, %5, %6, %7, %8, %9, %10 : tensor<3x3xi8>, tensor<2xf32>, tuple<tensor<2xf32>, tensor<2xf32>>, tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>
}
func.func @callee(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// -----

// An operator without a kernel: the function is one of floats.
func.func @no_kernel() -> tensor<2xi32> {
  %0 = relay.constant dense<[1, 2]> : tensor<2xi32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.tanh: the kernel cannot be compiled: {{.*}}"
  %1 = relay.tanh %0 : (tensor<2xi32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}

// -----

// Functions in which nothing is folded. Only what would be is told.
func.func @primitive(%x: tensor<f32>) -> tensor<f32> attributes {relay.Primitive = 1} {
  %0 = relay.constant dense<1.0> : tensor<f32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.exp: it is in a Primitive function"
  %1 = relay.exp %0 : (tensor<f32>) -> tensor<f32>
  // CHECK-NOT: relay.sqrt
  %2 = relay.sqrt %x : (tensor<f32>) -> tensor<f32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.floor: it is in a Primitive function"
  %3 = relay.floor %1 : (tensor<f32>) -> tensor<f32>
  %4 = relay.add %2, %3 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %4 : tensor<f32>
}
func.func @external() -> tensor<f32> attributes {relay.Compiler = "dsp"} {
  %0 = relay.constant dense<1.0> : tensor<f32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.log: it is in a function that passes leave alone"
  %1 = relay.log %0 : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func @marked() -> tensor<f32> attributes {relay.no_fold} {
  %0 = relay.constant dense<1.0> : tensor<f32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.ceil: it is in a function that is marked relay.no_fold"
  %1 = relay.ceil %0 : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func @literals() -> (() -> tensor<f32>, tensor<f32>) {
  %0 = relay.fused_fn () -> tensor<f32> {
    %2 = relay.constant dense<1.0> : tensor<f32>
    // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.round: it is in a Primitive function"
    %3 = relay.round %2 : (tensor<f32>) -> tensor<f32>
    relay.yield %3 : tensor<f32>
  }
  %1 = relay.fn () -> tensor<f32> {
    %2 = relay.constant dense<1.0> : tensor<f32>
    // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.trunc: it is in a function that is called on the spot"
    %3 = relay.trunc %2 : (tensor<f32>) -> tensor<f32>
    relay.yield %3 : tensor<f32>
  }
  %4 = relay.apply %1() : (() -> tensor<f32>) -> tensor<f32>
  return %0, %4 : () -> tensor<f32>, tensor<f32>
}

// -----

// The values that a skipped function captures.
func.func @captured() -> (() -> tensor<f32>) {
  %0 = relay.constant dense<1.0> : tensor<f32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Folded | Category:FoldConstant | Remark="relay.exp: 4 bytes"
  %1 = relay.exp %0 : (tensor<f32>) -> tensor<f32>
  %2 = relay.fn () -> tensor<f32> attributes {relay.no_fold} {
    // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.sqrt: it is in a function that is marked relay.no_fold"
    %3 = relay.sqrt %1 : (tensor<f32>) -> tensor<f32>
    relay.yield %3 : tensor<f32>
  }
  return %2 : () -> tensor<f32>
}

// Operators that are erased with a branch that is not taken.
func.func @branches(%x: tensor<f32>) -> tensor<f32> {
  %0 = relay.constant dense<true> : tensor<i1>
  %1 = relay.constant dense<1.0> : tensor<f32>
  %2 = relay.if %0 -> tensor<f32> {
    // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Folded | Category:FoldConstant | Remark="relay.exp: 4 bytes"
    %3 = relay.exp %1 : (tensor<f32>) -> tensor<f32>
    relay.yield %3 : tensor<f32>
  } else {
    // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Erased | Category:FoldConstant | Remark="relay.log: it is in a branch that is not taken"
    %3 = relay.log %1 : (tensor<f32>) -> tensor<f32>
    // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Erased | Category:FoldConstant | Remark="relay.floor: it is in a branch that is not taken"
    %4 = relay.floor %3 : (tensor<f32>) -> tensor<f32>
    // ONCE-NOT: relay.erf
    %5 = relay.erf %x : (tensor<f32>) -> tensor<f32>
    %6 = relay.add %4, %5 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    relay.yield %6 : tensor<f32>
  }
  return %2 : tensor<f32>
}

// A constant that is marked, but not what is computed from it.
func.func @marked_constant() -> tensor<f32> {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.constant: it is marked relay.no_fold"
  %0 = relay.constant {relay.no_fold} dense<1.0> : tensor<f32>
  // ONCE-NOT: relay.rsqrt
  %1 = relay.rsqrt %0 : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// Unused operators, and leaves that follow from types.
func.func @dead(%x: tensor<2xf32>) -> tensor<1xi8> {
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Erased | Category:FoldConstant | Remark="relay.sigmoid: nothing uses it"
  %1 = relay.sigmoid %0 : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Evaluated | Category:FoldConstant | Remark="relay.shape_of: for what uses it"
  %2 = relay.shape_of %0 {dtype = i32} : (tensor<2xf32>) -> tensor<1xi32>
  %3 = relay.cast %2 {dtype = i8} : (tensor<1xi32>) -> tensor<1xi8>
  return %3 : tensor<1xi8>
}

// An operator without operands is not made of constants.
func.func @others() -> tensor<f32> {
  // ONCE-NOT: test.source
  %0 = "test.source"() : () -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @devices() -> (tensor<f32>, tensor<f32>) {
  %0 = relay.constant dense<1.0> : tensor<f32>
  %1 = relay.on_device %0 {virtual_device = #relay.virtual_device<device = cpu>} : (tensor<f32>) -> tensor<f32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Folded | Category:FoldConstant | Remark="relay.negative: 4 bytes"
  %2 = relay.negative %1 : (tensor<f32>) -> tensor<f32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.device_copy: it copies between devices"
  %3 = relay.device_copy %1 {src_virtual_device = #relay.virtual_device<device = cpu>, dst_virtual_device = #relay.virtual_device<device = cuda>} : (tensor<f32>) -> tensor<f32>
  return %2, %3 : tensor<f32>, tensor<f32>
}

// -----

// Fields of what turns out to be no tuple, or a smaller one, where types are
// unknown.
func.func @no_fields(%x: tensor<1xf32>) -> tuple<!relay.unknown, tensor<1xf32>, !relay.unknown> {
  %0 = relay.tuple : () -> tuple<>
  %1 = relay.type_cast %0 : tuple<> to !relay.unknown
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.tuple_get: its operand is no tuple with this field"
  %2 = relay.tuple_get %1[1] : (!relay.unknown) -> !relay.unknown
  %3 = relay.constant dense<1.0> : tensor<1xf32>
  %4 = relay.type_cast %3 : tensor<1xf32> to !relay.unknown
  %5 = relay.type_cast %4 : !relay.unknown to tuple<tensor<1xf32>>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.tuple_get: its operand is no tuple with this field"
  %6 = relay.tuple_get %5[0] : (tuple<tensor<1xf32>>) -> tensor<1xf32>
  %7 = relay.tuple %3, %x : (tensor<1xf32>, tensor<1xf32>) -> !relay.unknown
  %8 = relay.tuple_get %7[5] : (!relay.unknown) -> !relay.unknown
  %9 = relay.tuple %2, %6, %8 : (!relay.unknown, tensor<1xf32>, !relay.unknown) -> tuple<!relay.unknown, tensor<1xf32>, !relay.unknown>
  return %9 : tuple<!relay.unknown, tensor<1xf32>, !relay.unknown>
}

// -----

func.func @unknown_division() -> !relay.unknown {
  %0 = relay.constant dense<[1, 2, 3]> : tensor<3xi8>
  %1 = relay.constant dense<[-1, 0, -1, 1, 1]> : tensor<5xi64>
  %2 = relay.type_cast %0 : tensor<3xi8> to !relay.unknown
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.divide: divide: expected operands of one element type, but lhs is 'tensor<3xi8>' and rhs is 'tensor<5xi64>'"
  %3 = relay.divide %2, %1 : (!relay.unknown, tensor<5xi64>) -> !relay.unknown
  return %3 : !relay.unknown
}

// -----

// A shape that only the values of operands tell, and that does not fit.
func.func @dynamic_shape() -> tensor<?x?xf32> {
  %0 = relay.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %1 = relay.constant dense<-2> : tensor<2xi64>
  %2 = relay.negative %1 : (tensor<2xi64>) -> tensor<2xi64>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.dyn.reshape: reshape: expected 3 elements as in 'tensor<3xf32>', but newshape has 4"
  %3 = relay.dyn.reshape %0, %2 : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}

// -----

// Limits hold for shapes that are known only when they are computed.
func.func @limit_of_dynamic_shape() -> (tensor<?x?xf32>, !relay.unknown) {
  %0 = relay.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %1 = relay.constant dense<2> : tensor<2xi64>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.dyn.tile: it is 64 bytes larger than its constants, the limit is 1"
  %2 = relay.dyn.tile %0, %1 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.tile: it is 24 bytes larger than its constants, the limit is 1"
  %3 = relay.tile %0 {reps = array<i64: 2>} : (tensor<2x3xf32>) -> !relay.unknown
  return %2, %3 : tensor<?x?xf32>, !relay.unknown
}

// -----

// Types that the values do not have.
func.func @wrong_types() -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %0 = relay.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %1 = relay.type_cast %0 : tensor<2x3xf32> to !relay.unknown
  %2 = relay.type_cast %1 : !relay.unknown to tensor<2x2xf32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.add: its value has type tensor<2x3xf32>, not tensor<2x2xf32>"
  %3 = relay.add %2, %2 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %4 = relay.tuple %0, %0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> !relay.unknown
  %5 = relay.type_cast %4 : !relay.unknown to tuple<tensor<2x2xf32>, tensor<2x3xf32>>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.tuple_get: its value has type tensor<2x3xf32>, not tensor<2x2xf32>"
  %6 = relay.tuple_get %5[0] : (tuple<tensor<2x2xf32>, tensor<2x3xf32>>) -> tensor<2x2xf32>
  return %3, %6 : tensor<2x2xf32>, tensor<2x2xf32>
}

// -----

// A tuple where the operator takes a tensor.
func.func @unknown_tuple() -> !relay.unknown {
  %0 = relay.constant dense<1> : tensor<2xi32>
  %1 = relay.tuple %0, %0 : (tensor<2xi32>, tensor<2xi32>) -> !relay.unknown
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.sum: 'relay.sum' op operand #0 must be ranked tensor, but got 'tuple<tensor<2xi32>, tensor<2xi32>>'"
  %2 = relay.sum %1 {axis = array<i64: 1>} : (!relay.unknown) -> !relay.unknown
  return %2 : !relay.unknown
}
