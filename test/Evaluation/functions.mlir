// RUN: relay-lite-run --check %s | FileCheck %s
// CHECK: 12 checks passed

// Branches.
func.func @branch() -> (tensor<i32>, tensor<i32>) attributes {relay.check} {
  %0 = relay.constant dense<3> : tensor<i32>
  %1 = relay.constant dense<4> : tensor<i32>
  %2 = relay.less %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = relay.if %2 -> tensor<i32> {
    %5 = relay.subtract %1, %0 : (tensor<i32>, tensor<i32>) -> tensor<i32>
    relay.yield %5 : tensor<i32>
  } else {
    relay.yield %0 : tensor<i32>
  }
  %4 = relay.constant dense<1> : tensor<i32>
  return %3, %4 : tensor<i32>, tensor<i32>
}

// Recursion of a global function, deeper than a native stack would hold.
func.func @sum_to(%n: tensor<i64>) -> tensor<i64> {
  %zero = relay.constant dense<0> : tensor<i64>
  %one = relay.constant dense<1> : tensor<i64>
  %0 = relay.equal %n, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %1 = relay.if %0 -> tensor<i64> {
    relay.yield %zero : tensor<i64>
  } else {
    %2 = relay.subtract %n, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %3 = relay.call @sum_to(%2) : (tensor<i64>) -> tensor<i64>
    %4 = relay.add %3, %n : (tensor<i64>, tensor<i64>) -> tensor<i64>
    relay.yield %4 : tensor<i64>
  }
  return %1 : tensor<i64>
}
func.func @recursion() -> (tensor<i64>, tensor<i64>) attributes {relay.check} {
  %0 = relay.constant dense<20000> : tensor<i64>
  %1 = relay.call @sum_to(%0) : (tensor<i64>) -> tensor<i64>
  %2 = relay.constant dense<200010000> : tensor<i64>
  return %1, %2 : tensor<i64>, tensor<i64>
}

// A closure keeps what it captures; two of one literal do not share it.
func.func @adder(%x: tensor<i32>) -> ((tensor<i32>) -> tensor<i32>) {
  %0 = relay.fn (%y: tensor<i32>) -> tensor<i32> {
    %1 = relay.add %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i32>
    relay.yield %1 : tensor<i32>
  }
  return %0 : (tensor<i32>) -> tensor<i32>
}
func.func @closure() -> (tensor<i32>, tensor<i32>) attributes {relay.check} {
  %one = relay.constant dense<1> : tensor<i32>
  %ten = relay.constant dense<10> : tensor<i32>
  %0 = relay.call @adder(%one) : (tensor<i32>) -> ((tensor<i32>) -> tensor<i32>)
  %1 = relay.call @adder(%ten) : (tensor<i32>) -> ((tensor<i32>) -> tensor<i32>)
  %2 = relay.apply %0(%ten) : ((tensor<i32>) -> tensor<i32>, tensor<i32>) -> tensor<i32>
  %3 = relay.apply %1(%2) : ((tensor<i32>) -> tensor<i32>, tensor<i32>) -> tensor<i32>
  %4 = relay.constant dense<21> : tensor<i32>
  return %3, %4 : tensor<i32>, tensor<i32>
}

// A chain of closures, tuples and references, longer than a native stack would
// hold.
func.func @wrap(%n: tensor<i64>, %f: (tensor<i64>) -> tensor<i64>) -> ((tensor<i64>) -> tensor<i64>) {
  %zero = relay.constant dense<0> : tensor<i64>
  %one = relay.constant dense<1> : tensor<i64>
  %0 = relay.equal %n, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %1 = relay.if %0 -> (tensor<i64>) -> tensor<i64> {
    relay.yield %f : (tensor<i64>) -> tensor<i64>
  } else {
    %2 = relay.subtract %n, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %3 = relay.ref_create %f : ((tensor<i64>) -> tensor<i64>) -> !relay.ref<(tensor<i64>) -> tensor<i64>>
    %4 = relay.tuple %3, %2 : (!relay.ref<(tensor<i64>) -> tensor<i64>>, tensor<i64>) -> tuple<!relay.ref<(tensor<i64>) -> tensor<i64>>, tensor<i64>>
    %5 = relay.fn (%x: tensor<i64>) -> tensor<i64> {
      %7 = relay.tuple_get %4[0] : (tuple<!relay.ref<(tensor<i64>) -> tensor<i64>>, tensor<i64>>) -> !relay.ref<(tensor<i64>) -> tensor<i64>>
      %8 = relay.ref_read %7 : (!relay.ref<(tensor<i64>) -> tensor<i64>>) -> ((tensor<i64>) -> tensor<i64>)
      %9 = relay.apply %8(%x) : ((tensor<i64>) -> tensor<i64>, tensor<i64>) -> tensor<i64>
      %10 = relay.add %9, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
      relay.yield %10 : tensor<i64>
    }
    %6 = relay.call @wrap(%2, %5) : (tensor<i64>, (tensor<i64>) -> tensor<i64>) -> ((tensor<i64>) -> tensor<i64>)
    relay.yield %6 : (tensor<i64>) -> tensor<i64>
  }
  return %1 : (tensor<i64>) -> tensor<i64>
}
func.func @chain() -> (tensor<i64>, tensor<i64>) attributes {relay.check} {
  %0 = relay.constant dense<100000> : tensor<i64>
  %1 = relay.global @increase : (tensor<i64>) -> tensor<i64>
  %2 = relay.call @wrap(%0, %1) : (tensor<i64>, (tensor<i64>) -> tensor<i64>) -> ((tensor<i64>) -> tensor<i64>)
  %3 = relay.constant dense<5> : tensor<i64>
  %4 = relay.apply %2(%3) : ((tensor<i64>) -> tensor<i64>, tensor<i64>) -> tensor<i64>
  %5 = relay.constant dense<100006> : tensor<i64>
  return %4, %5 : tensor<i64>, tensor<i64>
}
func.func @increase(%x: tensor<i64>) -> tensor<i64> {
  %one = relay.constant dense<1> : tensor<i64>
  %0 = relay.add %x, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}

// Operators that constant folding leaves are evaluated as docs/Semantics.md
// says.
func.func @traps() -> (tuple<tensor<i32>, tensor<i8>, tensor<i8>, tensor<i32>, tensor<2xi32>, tensor<2xi32>>, tuple<tensor<i32>, tensor<i8>, tensor<i8>, tensor<i32>, tensor<2xi32>, tensor<2xi32>>) attributes {relay.check} {
  %0 = relay.constant dense<> : tensor<0xi32>
  %1 = relay.mean %0 : (tensor<0xi32>) -> tensor<i32>
  %2 = relay.constant dense<3> : tensor<256xi8>
  %3 = relay.mean %2 : (tensor<256xi8>) -> tensor<i8>
  // The sum is -1, and the number of elements, too.
  %4 = relay.constant dense<1> : tensor<255xi8>
  %5 = relay.mean %4 : (tensor<255xi8>) -> tensor<i8>
  %6 = relay.constant dense<5> : tensor<1xi32>
  %7 = relay.constant dense<1> : tensor<1xi32>
  %8 = relay.variance %6, %7 {unbiased = true} : (tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
  %9 = relay.constant dense<[10, 20, 30]> : tensor<3xi32>
  %10 = relay.constant dense<[7, -1]> : tensor<2xi64>
  %11 = relay.take %9, %10 {axis = 0 : i64, mode = "fast"} : (tensor<3xi32>, tensor<2xi64>) -> tensor<2xi32>
  %12 = relay.constant dense<[[7, -1]]> : tensor<1x2xi64>
  %13 = relay.gather_nd %9, %12 : (tensor<3xi32>, tensor<1x2xi64>) -> tensor<2xi32>
  %14 = relay.tuple %1, %3, %5, %8, %11, %13 : (tensor<i32>, tensor<i8>, tensor<i8>, tensor<i32>, tensor<2xi32>, tensor<2xi32>) -> tuple<tensor<i32>, tensor<i8>, tensor<i8>, tensor<i32>, tensor<2xi32>, tensor<2xi32>>
  %15 = relay.constant dense<0> : tensor<i32>
  %16 = relay.constant dense<0> : tensor<i8>
  %17 = relay.constant dense<1> : tensor<i8>
  %18 = relay.constant dense<[30, 10]> : tensor<2xi32>
  %19 = relay.tuple %15, %16, %17, %15, %18, %18 : (tensor<i32>, tensor<i8>, tensor<i8>, tensor<i32>, tensor<2xi32>, tensor<2xi32>) -> tuple<tensor<i32>, tensor<i8>, tensor<i8>, tensor<i32>, tensor<2xi32>, tensor<2xi32>>
  return %14, %19 : tuple<tensor<i32>, tensor<i8>, tensor<i8>, tensor<i32>, tensor<2xi32>, tensor<2xi32>>, tuple<tensor<i32>, tensor<i8>, tensor<i8>, tensor<i32>, tensor<2xi32>, tensor<2xi32>>
}

// A global function as a value.
func.func @negate(%x: tensor<i32>) -> tensor<i32> {
  %0 = relay.negative %x : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func @twice(%f: (tensor<i32>) -> tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %0 = relay.apply %f(%x) : ((tensor<i32>) -> tensor<i32>, tensor<i32>) -> tensor<i32>
  %1 = relay.apply %f(%0) : ((tensor<i32>) -> tensor<i32>, tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}
func.func @global() -> (tensor<i32>, tensor<i32>) attributes {relay.check} {
  %0 = relay.constant dense<7> : tensor<i32>
  %1 = relay.global @negate : (tensor<i32>) -> tensor<i32>
  %2 = relay.call @twice(%1, %0) : ((tensor<i32>) -> tensor<i32>, tensor<i32>) -> tensor<i32>
  return %2, %0 : tensor<i32>, tensor<i32>
}

// References are shared, and written in order.
func.func @increment(%r: !relay.ref<tensor<i32>>) -> tensor<i32> {
  %one = relay.constant dense<1> : tensor<i32>
  %0 = relay.ref_read %r : (!relay.ref<tensor<i32>>) -> tensor<i32>
  %1 = relay.add %0, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = relay.ref_write %r, %1 : (!relay.ref<tensor<i32>>, tensor<i32>) -> tuple<>
  return %0 : tensor<i32>
}
func.func @reference() -> (tensor<i32>, tensor<i32>) attributes {relay.check} {
  %0 = relay.constant dense<5> : tensor<i32>
  %r = relay.ref_create %0 : (tensor<i32>) -> !relay.ref<tensor<i32>>
  %1 = relay.call @increment(%r) : (!relay.ref<tensor<i32>>) -> tensor<i32>
  %2 = relay.call @increment(%r) : (!relay.ref<tensor<i32>>) -> tensor<i32>
  %3 = relay.multiply %1, %2 : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %4 = relay.ref_read %r : (!relay.ref<tensor<i32>>) -> tensor<i32>
  %5 = relay.multiply %3, %4 : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %6 = relay.constant dense<210> : tensor<i32>
  return %5, %6 : tensor<i32>, tensor<i32>
}

// Dynamic shapes are those of the values.
func.func @dynamic_callee(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %0 = relay.sum %x {axis = array<i64: 1>} : (tensor<?x?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @dynamic() -> (tensor<?xf32>, tensor<2xf32>) attributes {relay.check} {
  %0 = relay.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %1 = relay.call @dynamic_callee(%0) : (tensor<2x3xf32>) -> tensor<?xf32>
  %2 = relay.constant dense<[6.0, 15.0]> : tensor<2xf32>
  return %1, %2 : tensor<?xf32>, tensor<2xf32>
}

// A shape that operands decide.
func.func @arange() -> (tensor<?xi32>, tensor<4xi32>) attributes {relay.check} {
  %0 = relay.constant dense<1> : tensor<i32>
  %1 = relay.constant dense<8> : tensor<i32>
  %2 = relay.constant dense<2> : tensor<i32>
  %start = relay.multiply %0, %0 : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %3 = relay.arange %start, %1, %2 {dtype = i32} : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>
  %4 = relay.constant dense<[1, 3, 5, 7]> : tensor<4xi32>
  return %3, %4 : tensor<?xi32>, tensor<4xi32>
}

// Operands broadcast in dimensions that only splats have.
func.func @splat_extent() -> (tensor<2x3xf32>, tensor<2x3xf32>) attributes {relay.check} {
  %0 = relay.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %1 = relay.constant dense<10.0> : tensor<1x3xf32>
  %2 = relay.add %0, %1 : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %3 = relay.constant dense<[[11.0, 11.0, 11.0], [12.0, 12.0, 12.0]]> : tensor<2x3xf32>
  return %2, %3 : tensor<2x3xf32>, tensor<2x3xf32>
}

// Many dimensions, broadcast alternately.
func.func @outer_dims() -> (tensor<2x2x2x2xi32>, tensor<2x2x2x2xi32>) attributes {relay.check} {
  %0 = relay.constant dense<[[[[1], [2]]], [[[3], [4]]]]> : tensor<2x1x2x1xi32>
  %1 = relay.constant dense<[[[10, 20]], [[30, 40]]]> : tensor<2x1x2xi32>
  %2 = relay.add %0, %1 : (tensor<2x1x2x1xi32>, tensor<2x1x2xi32>) -> tensor<2x2x2x2xi32>
  %3 = relay.constant dense<[[[[11, 21], [12, 22]], [[31, 41], [32, 42]]], [[[13, 23], [14, 24]], [[33, 43], [34, 44]]]]> : tensor<2x2x2x2xi32>
  return %2, %3 : tensor<2x2x2x2xi32>, tensor<2x2x2x2xi32>
}

// A call of a compiled function.
func.func private @difference(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %0 = relay.subtract %x, %y : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @call_lowered() -> (tensor<2xi32>, tensor<2xi32>) attributes {relay.check} {
  %0 = relay.global @difference : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %1 = relay.constant dense<[5, 7]> : tensor<2xi32>
  %2 = relay.constant dense<[1, 2]> : tensor<2xi32>
  %3 = relay.tuple %1, %2 : (tensor<2xi32>, tensor<2xi32>) -> tuple<tensor<2xi32>, tensor<2xi32>>
  %4 = relay.call_lowered %0, %3 : ((tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>, tuple<tensor<2xi32>, tensor<2xi32>>) -> tensor<2xi32>
  %5 = relay.constant dense<[4, 5]> : tensor<2xi32>
  return %4, %5 : tensor<2xi32>, tensor<2xi32>
}
