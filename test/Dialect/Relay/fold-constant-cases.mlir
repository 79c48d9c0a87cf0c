// RUN: relay-lite-opt %s --relay-fold-constant -o %t.mlir
// RUN: FileCheck %s --check-prefixes=CHECK,LIMIT < %t.mlir
// RUN: relay-lite-opt %s --relay-fold-constant --mlir-disable-threading | cmp - %t.mlir
// RUN: relay-lite-opt %t.mlir --relay-fold-constant | cmp - %t.mlir
// RUN: relay-lite-opt %t.mlir --emit-bytecode -o %t.mlirbc
// RUN: relay-lite-opt %t.mlirbc | cmp - %t.mlir
// RUN: relay-lite-opt %s --relay-fold-constant=max-growth=0 | cut -c -400 | FileCheck %s --check-prefixes=CHECK,FREE

// Cases that compilers have folded wrongly, refused or crashed on. The result
// is the same with threads and without, a second fold changes nothing, and
// bytecode keeps all bits.

// Beyond 2^53 f64 is not exact.
// CHECK-LABEL: func.func @exact_division(
// CHECK: relay.constant dense<9007199254740993> : tensor<i64>
// CHECK-NEXT: return
func.func @exact_division() -> tensor<i64> {
  %0 = relay.constant dense<9007199254740993> : tensor<i64>
  %1 = relay.constant dense<1> : tensor<i64>
  %2 = relay.divide %0, %1 : (tensor<i64>, tensor<i64>) -> tensor<i64>
  return %2 : tensor<i64>
}

// The least integer by -1 would trap.
// CHECK-LABEL: func.func @overflowing_division(
// CHECK: relay.divide
// CHECK: relay.mod
// CHECK: relay.divide
// CHECK: relay.floor_divide
// CHECK: relay.floor_mod
func.func @overflowing_division() -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<2xi64>, tensor<2xi64>) {
  %0 = relay.constant dense<[-2147483648, 7]> : tensor<2xi32>
  %1 = relay.constant dense<-1> : tensor<i32>
  %2 = relay.divide %0, %1 : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %3 = relay.mod %0, %1 : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %4 = relay.constant dense<[-128, 7]> : tensor<2xi8>
  %5 = relay.constant dense<-1> : tensor<i8>
  %6 = relay.divide %4, %5 : (tensor<2xi8>, tensor<i8>) -> tensor<2xi8>
  %7 = relay.constant dense<[-9223372036854775808, 7]> : tensor<2xi64>
  %8 = relay.constant dense<-1> : tensor<i64>
  %9 = relay.floor_divide %7, %8 : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  %10 = relay.floor_mod %7, %8 : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  return %2, %3, %6, %9, %10 : tensor<2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<2xi64>, tensor<2xi64>
}

// Integers wrap around; ui64 has values above 2^63.
// CHECK-LABEL: func.func @wrap(
// CHECK: relay.constant dense<44> : tensor<i8>
// CHECK-NEXT: relay.constant dense<24464> : tensor<i16>
// CHECK-NEXT: relay.constant dense<144> : tensor<ui8>
// CHECK-NEXT: relay.constant dense<true> : tensor<i1>
// CHECK-NEXT: return
func.func @wrap() -> (tensor<i8>, tensor<i16>, tensor<ui8>, tensor<i1>) {
  %0 = relay.constant dense<100> : tensor<3xi8>
  %1 = relay.sum %0 : (tensor<3xi8>) -> tensor<i8>
  %2 = relay.constant dense<300> : tensor<i16>
  %3 = relay.multiply %2, %2 : (tensor<i16>, tensor<i16>) -> tensor<i16>
  %4 = relay.constant dense<200> : tensor<ui8>
  %5 = relay.add %4, %4 : (tensor<ui8>, tensor<ui8>) -> tensor<ui8>
  %6 = relay.constant dense<9223372036854775808> : tensor<ui64>
  %7 = relay.constant dense<1> : tensor<ui64>
  %8 = relay.greater %6, %7 : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
  return %1, %3, %5, %8 : tensor<i8>, tensor<i16>, tensor<ui8>, tensor<i1>
}

// Extremes start from no element, not from a value that may be larger.
// CHECK-LABEL: func.func @extremes(
// CHECK: relay.constant dense<-2147483648> : tensor<i32>
// CHECK-NEXT: relay.constant dense<2147483647> : tensor<i32>
// CHECK-NEXT: return
func.func @extremes() -> (tensor<i32>, tensor<i32>) {
  %0 = relay.constant dense<-2147483648> : tensor<3xi32>
  %1 = relay.max %0 : (tensor<3xi32>) -> tensor<i32>
  %2 = relay.constant dense<2147483647> : tensor<3xi32>
  %3 = relay.min %2 : (tensor<3xi32>) -> tensor<i32>
  return %1, %3 : tensor<i32>, tensor<i32>
}

// NaN wins, wherever it is.
// CHECK-LABEL: func.func @nan(
// CHECK: relay.constant dense<0x7FC00000> : tensor<2xf32>
// CHECK-NEXT: relay.constant dense<0x7FC00000> : tensor<2xf32>
// CHECK-NEXT: relay.constant dense<1> : tensor<i32>
// CHECK-NEXT: relay.constant dense<0> : tensor<i32>
// CHECK-NEXT: return
func.func @nan() -> (tensor<2xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>) {
  %0 = relay.constant dense<[0x7FC00000, 1.0]> : tensor<2xf32>
  %1 = relay.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32>
  %2 = relay.maximum %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.minimum %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.argmax %1 : (tensor<2xf32>) -> tensor<i32>
  %5 = relay.argmin %0 : (tensor<2xf32>) -> tensor<i32>
  return %2, %3, %4, %5 : tensor<2xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>
}

// ceil, round, sqrt and minimum of negative zeros and what is rounded to them.
// CHECK-LABEL: func.func @zeros_have_signs(
// CHECK: relay.constant dense<-0.000000e+00>
// CHECK-NEXT: relay.constant dense<-0.000000e+00>
// CHECK-NEXT: relay.constant dense<-0.000000e+00>
// CHECK-NEXT: relay.constant dense<-0.000000e+00>
// CHECK-NEXT: return
func.func @zeros_have_signs() -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %0 = relay.constant dense<-0.25> : tensor<f32>
  %1 = relay.ceil %0 : (tensor<f32>) -> tensor<f32>
  %2 = relay.constant dense<-0.3> : tensor<f32>
  %3 = relay.round %2 : (tensor<f32>) -> tensor<f32>
  %4 = relay.constant dense<-0.0> : tensor<f32>
  %5 = relay.sqrt %4 : (tensor<f32>) -> tensor<f32>
  %6 = relay.constant dense<0.0> : tensor<f32>
  %7 = relay.minimum %6, %4 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1, %3, %5, %7 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// NaN is 0, all else the nearest integer of the type.
// CHECK-LABEL: func.func @float_to_integer(
// CHECK: relay.constant dense<[0, 2147483647, -2147483648, 2147483647]> : tensor<4xi32>
// CHECK-NEXT: relay.constant dense<[0, 255]> : tensor<2xui8>
// CHECK-NEXT: return
func.func @float_to_integer() -> (tensor<4xi32>, tensor<2xui8>) {
  %0 = relay.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 3.0e9]> : tensor<4xf32>
  %1 = relay.cast %0 {dtype = i32} : (tensor<4xf32>) -> tensor<4xi32>
  %2 = relay.constant dense<[-1.0, 300.0]> : tensor<2xf32>
  %3 = relay.cast %2 {dtype = ui8} : (tensor<2xf32>) -> tensor<2xui8>
  return %1, %3 : tensor<4xi32>, tensor<2xui8>
}

// A product that is not rounded before the sum would leave a rest.
// CHECK-LABEL: func.func @no_contraction(
// CHECK: relay.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: return
func.func @no_contraction() -> tensor<f32> {
  %0 = relay.constant dense<1.0e20> : tensor<f32>
  %1 = relay.constant dense<-1.0e20> : tensor<f32>
  %2 = relay.constant dense<1.0e10> : tensor<f32>
  %3 = relay.multiply %0, %2 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %4 = relay.multiply %1, %2 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %5 = relay.add %3, %4 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %5 : tensor<f32>
}

// One after the other, the sum would stop at 2^24.
// CHECK-LABEL: func.func @long_sum(
// CHECK: relay.constant dense<1.000000e+07> : tensor<f32>
// CHECK-NEXT: return
func.func @long_sum() -> tensor<f32> {
  %0 = relay.constant dense<1.0> : tensor<10000000xf32>
  %1 = relay.sum %0 : (tensor<10000000xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// Without dimensions there is one element.
// CHECK-LABEL: func.func @rank_0(
// CHECK: relay.constant dense<2.500000e+00> : tensor<f32>
// CHECK-NEXT: relay.constant dense<[4.000000e+00, 5.000000e+00, 6.000000e+00]> : tensor<3xf32>
// CHECK-NEXT: relay.constant dense<1> : tensor<i32>
// CHECK-NEXT: return
func.func @rank_0() -> (tensor<f32>, tensor<3xf32>, tensor<i32>) {
  %0 = relay.constant dense<2.5> : tensor<f32>
  %1 = relay.sum %0 : (tensor<f32>) -> tensor<f32>
  %2 = relay.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %3 = relay.constant dense<1> : tensor<i32>
  %4 = relay.take %2, %3 {axis = 0 : i64} : (tensor<2x3xf32>, tensor<i32>) -> tensor<3xf32>
  %5 = relay.ndarray_size %0 {dtype = i32} : (tensor<f32>) -> tensor<i32>
  return %1, %4, %5 : tensor<f32>, tensor<3xf32>, tensor<i32>
}

// Types tell sizes beyond 2^31, and need no data.
// CHECK-LABEL: func.func @sizes_of_types(
// CHECK: relay.constant dense<[8589934592, 2]> : tensor<2xi64>
// CHECK-NEXT: relay.constant dense<17179869184> : tensor<i64>
// CHECK-NEXT: return
func.func @sizes_of_types(%x: tensor<8589934592x2xi8>) -> (tensor<2xi64>, tensor<i64>) {
  %0 = relay.shape_of %x {dtype = i64} : (tensor<8589934592x2xi8>) -> tensor<2xi64>
  %1 = relay.ndarray_size %x {dtype = i64} : (tensor<8589934592x2xi8>) -> tensor<i64>
  return %0, %1 : tensor<2xi64>, tensor<i64>
}

// Backwards to before the first element, behind the end, and nothing.
// CHECK-LABEL: func.func @slices(
// CHECK: relay.constant dense<[4, 2, 0]> : tensor<3xi32>
// CHECK-NEXT: relay.constant dense<[3, 4]> : tensor<2xi32>
// CHECK-NEXT: relay.constant dense<> : tensor<0xi32>
// CHECK-NEXT: return
func.func @slices() -> (tensor<3xi32>, tensor<2xi32>, tensor<0xi32>) {
  %0 = relay.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  %1 = relay.strided_slice %0 {begin = array<i64: 4>, end = array<i64: -6>, strides = array<i64: -2>} : (tensor<5xi32>) -> tensor<3xi32>
  %2 = relay.strided_slice %0 {begin = array<i64: 3>, end = array<i64: 100>, strides = array<i64: 1>} : (tensor<5xi32>) -> tensor<2xi32>
  %3 = relay.strided_slice %0 {begin = array<i64: 4>, end = array<i64: 4>, strides = array<i64: 1>} : (tensor<5xi32>) -> tensor<0xi32>
  return %1, %2, %3 : tensor<3xi32>, tensor<2xi32>, tensor<0xi32>
}

// Three shapes broadcast; sums of nothing are zero.
// CHECK-LABEL: func.func @three_shapes(
// CHECK: relay.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00, 3.000000e+00], [7.000000e+00, 7.000000e+00, 7.000000e+00]]> : tensor<2x3xf32>
// CHECK-NEXT: relay.constant dense<0.000000e+00> : tensor<2x2xf32>
// CHECK-NEXT: return
func.func @three_shapes() -> (tensor<2x3xf32>, tensor<2x2xf32>) {
  %0 = relay.constant dense<[[true], [false]]> : tensor<2x1xi1>
  %1 = relay.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %2 = relay.constant dense<7.0> : tensor<f32>
  %3 = relay.where %0, %1, %2 : (tensor<2x1xi1>, tensor<3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %4 = relay.constant dense<> : tensor<2x0xf32>
  %5 = relay.nn.dense %4, %4 {units = 2 : i64} : (tensor<2x0xf32>, tensor<2x0xf32>) -> tensor<2x2xf32>
  return %3, %5 : tensor<2x3xf32>, tensor<2x2xf32>
}

// A large value that is made of a small one stays, unless the limit is lifted.
// CHECK-LABEL: func.func @huge(
// LIMIT: relay.zeros
// LIMIT: relay.tile
// LIMIT: relay.arange
// FREE: relay.zeros
// FREE-NEXT: relay.constant dense_resource<{{.*}}> : tensor<5000000xf32>
// FREE-NEXT: relay.constant dense_resource<{{.*}}> : tensor<6000000xi32>
// FREE-NEXT: return
func.func @huge() -> (tensor<8192x8192xf32>, tensor<5000000xf32>, tensor<6000000xi32>) {
  %0 = relay.zeros {shape = array<i64: 8192, 8192>, dtype = f32} : () -> tensor<8192x8192xf32>
  %1 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %2 = relay.tile %1 {reps = array<i64: 2500000>} : (tensor<2xf32>) -> tensor<5000000xf32>
  %3 = relay.constant dense<0> : tensor<i32>
  %4 = relay.constant dense<6000000> : tensor<i32>
  %5 = relay.constant dense<1> : tensor<i32>
  %6 = relay.arange %3, %4, %5 {dtype = i32} : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6000000xi32>
  return %0, %2, %6 : tensor<8192x8192xf32>, tensor<5000000xf32>, tensor<6000000xi32>
}

// Only what is written back counts.
// CHECK-LABEL: func.func @large_between(
// CHECK: relay.constant dense<4.000000e+00> : tensor<f32>
// CHECK-NEXT: return
func.func @large_between() -> tensor<f32> {
  %0 = relay.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %1 = relay.broadcast_to %0 {shape = array<i64: 2, 2500000>} : (tensor<2x1xf32>) -> tensor<2x2500000xf32>
  %2 = relay.add %1, %1 : (tensor<2x2500000xf32>, tensor<2x2500000xf32>) -> tensor<2x2500000xf32>
  %3 = relay.max %2 : (tensor<2x2500000xf32>) -> tensor<f32>
  return %3 : tensor<f32>
}

// Moved elements keep all their bits.
// CHECK-LABEL: func.func @payload(
// CHECK: relay.constant dense<[-0.000000e+00, 0xFFC12345, 0x7FC00001]> : tensor<3xf32>
// CHECK-NEXT: return
func.func @payload() -> tensor<3xf32> {
  %0 = relay.constant dense<[0x7FC00001, 0xFFC12345, -0.0]> : tensor<3xf32>
  %1 = relay.reverse %0 {axis = 0 : i64} : (tensor<3xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// The first NaN, or the last one.
// CHECK-LABEL: func.func @all_nan(
// CHECK: relay.constant dense<0> : tensor<i32>
// CHECK-NEXT: relay.constant dense<1> : tensor<i32>
// CHECK-NEXT: relay.constant dense<2> : tensor<i32>
// CHECK-NEXT: relay.constant dense<0x7FC00000> : tensor<f32>
// CHECK-NEXT: return
func.func @all_nan() -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>) {
  %0 = relay.constant dense<[0x7FC00000, 0x7FC00000]> : tensor<2xf32>
  %1 = relay.constant dense<[1.0, 0x7FC00000, 0x7FC00000, 3.0]> : tensor<4xf32>
  %2 = relay.argmax %0 : (tensor<2xf32>) -> tensor<i32>
  %3 = relay.argmin %1 : (tensor<4xf32>) -> tensor<i32>
  %4 = relay.argmax %1 {select_last_index = true} : (tensor<4xf32>) -> tensor<i32>
  %5 = relay.min %1 : (tensor<4xf32>) -> tensor<f32>
  return %2, %3, %4, %5 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>
}

// Widths that add elements on one side and remove some on the other.
// CHECK-LABEL: func.func @reflection(
// CHECK: relay.constant dense<[2, 1, 0, 1, 2]> : tensor<5xi32>
// CHECK-NEXT: relay.constant dense<[2, 3, 4, 3]> : tensor<4xi32>
// CHECK-NEXT: return
func.func @reflection() -> (tensor<5xi32>, tensor<4xi32>) {
  %0 = relay.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  %1 = relay.constant dense<0> : tensor<i32>
  %2 = relay.nn.pad %0, %1 {pad_width = [array<i64: 2, -2>], pad_mode = "reflect"} : (tensor<5xi32>, tensor<i32>) -> tensor<5xi32>
  %3 = relay.nn.pad %0, %1 {pad_width = [array<i64: -2, 1>], pad_mode = "reflect"} : (tensor<5xi32>, tensor<i32>) -> tensor<4xi32>
  return %2, %3 : tensor<5xi32>, tensor<4xi32>
}

// A vector and a matrix, both ways; sums of nothing.
// CHECK-LABEL: func.func @products(
// CHECK: relay.constant dense<{{\[\[}}1.300000e+01, 1.600000e+01]]> : tensor<1x2xf32>
// CHECK-NEXT: relay.constant dense<{{\[\[}}1.100000e+01], [1.700000e+01]]> : tensor<2x1xf32>
// CHECK-NEXT: relay.constant dense<0.000000e+00> : tensor<2x3xf32>
// CHECK-NEXT: return
func.func @products() -> (tensor<1x2xf32>, tensor<2x1xf32>, tensor<2x3xf32>) {
  %0 = relay.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %1 = relay.constant dense<[[3.0, 4.0], [5.0, 6.0]]> : tensor<2x2xf32>
  %2 = relay.nn.matmul %0, %1 : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %3 = relay.nn.matmul %1, %0 {transpose_b = true} : (tensor<2x2xf32>, tensor<1x2xf32>) -> tensor<2x1xf32>
  %4 = relay.constant dense<> : tensor<2x0xf32>
  %5 = relay.constant dense<> : tensor<0x3xf32>
  %6 = relay.nn.matmul %4, %5 : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  return %2, %3, %6 : tensor<1x2xf32>, tensor<2x1xf32>, tensor<2x3xf32>
}

// An empty image has zeros for pixels, not what is behind it in memory.
// CHECK-LABEL: func.func @empty_image(
// CHECK: relay.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: return
func.func @empty_image() -> tensor<f32> {
  %0 = relay.constant dense<> : tensor<1x1x0x1000xf32>
  %1 = relay.image.resize2d %0 {size = array<i64: 2, 1000>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>} : (tensor<1x1x0x1000xf32>) -> tensor<1x1x2x1000xf32>
  %2 = relay.abs %1 : (tensor<1x1x2x1000xf32>) -> tensor<1x1x2x1000xf32>
  %3 = relay.max %2 : (tensor<1x1x2x1000xf32>) -> tensor<f32>
  return %3 : tensor<f32>
}

// An empty tensor has no bytes, though the product of its other sizes
// overflows.
// CHECK-LABEL: func.func @empty_large(
// CHECK-NEXT: relay.constant dense<> : tensor<0x9223372036854775807x4xf32>
// CHECK-NEXT: return
func.func @empty_large() -> tensor<0x9223372036854775807x4xf32> {
  %0 = relay.constant dense<> : tensor<0x9223372036854775807x4xf32>
  %1 = relay.exp %0 : (tensor<0x9223372036854775807x4xf32>) -> tensor<0x9223372036854775807x4xf32>
  return %1 : tensor<0x9223372036854775807x4xf32>
}

// Stateful operators stay, wherever they are, and so do their users; unused
// ones, too.
// CHECK-LABEL: func.func @stateful(
// CHECK: relay.if %{{.*}} -> tensor<2xf32> {
// CHECK-NEXT: relay.nn.dropout
// CHECK: relay.fn () -> tensor<2xf32> {
// CHECK-NEXT: relay.nn.dropout
// CHECK: %[[BOUND:.*]] = relay.nn.dropout
// CHECK: %[[FIELD:.*]] = relay.tuple_get %[[BOUND]][0]
// CHECK: %[[LET:.*]] = relay.let %[[FIELD]] as "x"
// CHECK: relay.negative %[[LET]]
// CHECK-NOT: relay.if
// CHECK: %[[TAKEN:.*]] = relay.nn.dropout
// CHECK: relay.tuple_get %[[TAKEN]][0]
// CHECK-NEXT: relay.nn.dropout
// CHECK-NEXT: return
func.func @stateful(%c: tensor<i1>) -> (tensor<2xf32>, () -> tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = relay.if %c -> tensor<2xf32> {
    %2 = relay.nn.dropout %0 : (tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
    %3 = relay.tuple_get %2[0] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
    relay.yield %3 : tensor<2xf32>
  } else {
    relay.yield %0 : tensor<2xf32>
  }
  %f = relay.fn () -> tensor<2xf32> {
    %4 = relay.nn.dropout %0 : (tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
    %5 = relay.tuple_get %4[0] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
    relay.yield %5 : tensor<2xf32>
  }
  %6 = relay.nn.dropout %0 : (tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %7 = relay.tuple_get %6[0] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  %8 = relay.let %7 as "x" : (tensor<2xf32>) -> tensor<2xf32>
  %9 = relay.negative %8 : (tensor<2xf32>) -> tensor<2xf32>
  %t = relay.constant dense<true> : tensor<i1>
  %10 = relay.if %t -> tensor<2xf32> {
    %11 = relay.nn.dropout %0 : (tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
    %12 = relay.tuple_get %11[0] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
    relay.yield %12 : tensor<2xf32>
  } else {
    relay.yield %0 : tensor<2xf32>
  }
  %13 = relay.nn.dropout %0 : (tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  return %1, %f, %9, %10 : tensor<2xf32>, () -> tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// Tuples in tuples, of constants and of others; one is a result as well.
// CHECK-LABEL: func.func @tuples(
// CHECK-SAME: %[[X:.*]]: tensor<i32>
// CHECK-DAG: %[[ONE:.*]] = relay.constant dense<1> : tensor<i32>
// CHECK-DAG: %[[MINUS:.*]] = relay.constant dense<-1> : tensor<i32>
// CHECK-DAG: %[[TWO:.*]] = relay.constant dense<2> : tensor<i32>
// CHECK: %[[INNER:.*]] = relay.tuple %[[MINUS]], %[[TWO]]
// CHECK-NEXT: %[[OUTER:.*]] = relay.tuple %[[ONE]], %[[INNER]]
// CHECK-NEXT: %[[SUM:.*]] = relay.add %[[MINUS]], %[[X]]
// CHECK-NEXT: return %[[OUTER]], %[[SUM]]
func.func @tuples(%x: tensor<i32>) -> (tuple<tensor<i32>, tuple<tensor<i32>, tensor<i32>>>, tensor<i32>) {
  %0 = relay.constant dense<1> : tensor<i32>
  %1 = relay.negative %0 : (tensor<i32>) -> tensor<i32>
  %2 = relay.add %0, %0 : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %3 = relay.tuple %1, %2 : (tensor<i32>, tensor<i32>) -> tuple<tensor<i32>, tensor<i32>>
  %4 = relay.tuple %0, %3 : (tensor<i32>, tuple<tensor<i32>, tensor<i32>>) -> tuple<tensor<i32>, tuple<tensor<i32>, tensor<i32>>>
  %5 = relay.tuple_get %4[1] : (tuple<tensor<i32>, tuple<tensor<i32>, tensor<i32>>>) -> tuple<tensor<i32>, tensor<i32>>
  %6 = relay.tuple %x, %5 : (tensor<i32>, tuple<tensor<i32>, tensor<i32>>) -> tuple<tensor<i32>, tuple<tensor<i32>, tensor<i32>>>
  %7 = relay.tuple_get %6[1] : (tuple<tensor<i32>, tuple<tensor<i32>, tensor<i32>>>) -> tuple<tensor<i32>, tensor<i32>>
  %8 = relay.tuple_get %7[0] : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>
  %9 = relay.add %8, %x : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %4, %9 : tuple<tensor<i32>, tuple<tensor<i32>, tensor<i32>>>, tensor<i32>
}

// Splats of which the type of the result is not known yet.
// CHECK-LABEL: func.func @unknown_splat(
// CHECK-NEXT: %[[SUM:.*]] = relay.constant dense<2> : tensor<2x3xi32>
// CHECK-NEXT: %[[CAST:.*]] = relay.type_cast %[[SUM]]
// CHECK-NEXT: return %[[CAST]]
func.func @unknown_splat() -> !relay.unknown {
  %0 = relay.constant dense<1> : tensor<2x3xi32>
  %1 = relay.add %0, %0 : (tensor<2x3xi32>, tensor<2x3xi32>) -> !relay.unknown
  return %1 : !relay.unknown
}

// A resource of several constants is nobody's own.
// CHECK-LABEL: func.func @blob(
// CHECK-NEXT: relay.constant dense<[-1, -2]> : tensor<2xi32>
// CHECK-NEXT: return
// CHECK-LABEL: func.func @blob_of_others(
// CHECK-NEXT: %[[SAME:.*]] = relay.constant dense_resource<shared> : tensor<2xi32>
// CHECK-NEXT: %[[PARTS:.*]] = relay.constant dense_resource<shared> : tensor<4xi16>
// CHECK-NEXT: return %[[SAME]], %[[PARTS]]
// LIMIT: shared: "0x040000000100000002000000"
func.func @blob() -> tensor<2xi32> {
  %0 = relay.constant dense_resource<shared> : tensor<2xi32>
  %1 = relay.negative %0 : (tensor<2xi32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}
func.func @blob_of_others() -> (tensor<2xi32>, tensor<4xi16>) {
  %0 = relay.constant dense_resource<shared> : tensor<2xi32>
  %1 = relay.constant dense_resource<shared> : tensor<4xi16>
  return %0, %1 : tensor<2xi32>, tensor<4xi16>
}

{-#
  dialect_resources: {
    builtin: {
      shared: "0x040000000100000002000000"
    }
  }
#-}
