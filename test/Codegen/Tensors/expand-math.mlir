// RUN: relay-lite-opt %s --relay-expand-math --split-input-file | FileCheck %s
// RUN: relay-lite-opt %s --relay-expand-math --split-input-file | FileCheck %s --check-prefix=NONE

// No function is left that the C library would compute, and no conversion
// between integers and floats, which CPUs lack for vectors.
// NONE-NOT: math.{{erf|exp|log|log2|log10|powf|round|rsqrt|sin|cos|tan|asin|acos|atan|sinh|cosh|tanh|asinh|acosh|atanh|floor|roundeven}}
// NONE-NOT: arith.{{sitofp|fptosi}}

// CHECK-LABEL: func @exp_f32
// CHECK-SAME: %[[X:.*]]: f32
func.func @exp_f32(%x: f32) -> f32 {
  // The argument is kept where the result is finite.
  // CHECK: %[[LOW:.*]] = arith.constant -1.040000e+02 : f32
  // CHECK: %[[BELOW:.*]] = arith.cmpf olt, %[[X]], %[[LOW]] : f32
  // CHECK: %[[RAISED:.*]] = arith.select %[[BELOW]], %[[LOW]], %[[X]] : f32
  // CHECK: %[[HIGH:.*]] = arith.constant 8.900000e+01 : f32
  // CHECK: %[[ABOVE:.*]] = arith.cmpf olt, %[[HIGH]], %[[RAISED]] : f32
  // CHECK: %[[KEPT:.*]] = arith.select %[[ABOVE]], %[[HIGH]], %[[RAISED]] : f32
  // CHECK: math.fma %[[KEPT]], %{{.*}}, %{{.*}} : f32
  // CHECK: arith.bitcast %{{.*}} : f32 to i32
  // CHECK: arith.shrsi
  // CHECK: arith.shli
  // CHECK: arith.bitcast %{{.*}} : i32 to f32
  // CHECK: arith.shli
  // CHECK: arith.bitcast %{{.*}} : i32 to f32
  // CHECK: %[[RESULT:.*]] = arith.mulf
  // CHECK-NEXT: return %[[RESULT]] : f32
  %0 = math.exp %x : f32
  return %0 : f32
}

// -----

// CHECK-LABEL: func @exp_vector
// CHECK-SAME: %[[X:.*]]: vector<8xf64>
func.func @exp_vector(%x: vector<8xf64>) -> vector<8xf64> {
  // CHECK: arith.constant dense<-7.460000e+02> : vector<8xf64>
  // CHECK: math.fma {{.*}} : vector<8xf64>
  // CHECK: arith.bitcast %{{.*}} : vector<8xf64> to vector<8xi64>
  // CHECK: return %{{.*}} : vector<8xf64>
  %0 = math.exp %x : vector<8xf64>
  return %0 : vector<8xf64>
}

// -----

// CHECK-LABEL: func @log_f64
// CHECK-SAME: %[[X:.*]]: f64
func.func @log_f64(%x: f64) -> f64 {
  // Subnormal numbers are scaled.
  // CHECK: %[[NORMAL:.*]] = arith.constant 2.2250738585072014E-308 : f64
  // CHECK: arith.cmpf olt, %[[X]], %[[NORMAL]] : f64
  // CHECK: arith.divf
  // Infinity and NaN, log(0), log(-1).
  // CHECK: %[[INF:.*]] = arith.constant 0x7FF0000000000000 : f64
  // CHECK: %[[IS_FINITE:.*]] = arith.cmpf olt, %[[X]], %[[INF]] : f64
  // CHECK: arith.select %[[IS_FINITE]], %{{.*}}, %[[X]] : f64
  // CHECK: arith.cmpf oeq, %[[X]]
  // CHECK: arith.cmpf olt, %[[X]]
  %0 = math.log %x : f64
  return %0 : f64
}

// -----

// Powers of f32 are computed in f64.
// CHECK-LABEL: func @pow_f32
// CHECK-SAME: %[[X:.*]]: f32, %[[Y:.*]]: f32
func.func @pow_f32(%x: f32, %y: f32) -> f32 {
  // CHECK: arith.extf %[[X]] : f32 to f64
  // CHECK: arith.extf %[[Y]] : f32 to f64
  // CHECK: %[[RESULT:.*]] = arith.truncf %{{.*}} : f64 to f32
  // CHECK-NEXT: return %[[RESULT]] : f32
  %0 = math.powf %x, %y : f32
  return %0 : f32
}

// -----

// CHECK-LABEL: func @pow_vector
func.func @pow_vector(%x: vector<4xf32>, %y: vector<4xf32>) -> vector<4xf32> {
  // CHECK: arith.extf %{{.*}} : vector<4xf32> to vector<4xf64>
  // CHECK: arith.truncf %{{.*}} : vector<4xf64> to vector<4xf32>
  %0 = math.powf %x, %y : vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

// CHECK-LABEL: func @pow_f64
func.func @pow_f64(%x: f64, %y: f64) -> f64 {
  // CHECK-NOT: extf
  // CHECK: return %{{.*}} : f64
  %0 = math.powf %x, %y : f64
  return %0 : f64
}

// -----

// CHECK-LABEL: func @tanh
// CHECK-SAME: %[[X:.*]]: f32
func.func @tanh(%x: f32) -> f32 {
  // CHECK: %[[Y:.*]] = math.absf %[[X]] : f32
  // CHECK: %[[RESULT:.*]] = math.copysign %{{.*}}, %[[X]] : f32
  // CHECK-NEXT: return %[[RESULT]] : f32
  %0 = math.tanh %x : f32
  return %0 : f32
}

// -----

// CHECK-LABEL: func @erf
// CHECK-SAME: %[[X:.*]]: f64
func.func @erf(%x: f64) -> f64 {
  // CHECK: %[[Y:.*]] = math.absf %[[X]] : f64
  // CHECK: %[[RESULT:.*]] = math.copysign %{{.*}}, %[[X]] : f64
  // CHECK-NEXT: return %[[RESULT]] : f64
  %0 = math.erf %x : f64
  return %0 : f64
}

// -----

// CHECK-LABEL: func @rsqrt
// CHECK-SAME: %[[X:.*]]: f32
func.func @rsqrt(%x: f32) -> f32 {
  // CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
  // CHECK: %[[ROOT:.*]] = math.sqrt %[[X]] : f32
  // CHECK: %[[Y:.*]] = arith.divf %[[ONE]], %[[ROOT]] : f32
  // CHECK: %[[XY:.*]] = arith.mulf %[[X]], %[[Y]] : f32
  // CHECK: %[[BETTER:.*]] = math.fma %{{.*}}, %{{.*}}, %[[Y]] : f32
  // CHECK: %[[SPECIAL:.*]] = arith.cmpf uno
  // CHECK: arith.select %[[SPECIAL]], %[[Y]], %[[BETTER]] : f32
  %0 = math.rsqrt %x : f32
  return %0 : f32
}

// -----

// CHECK-LABEL: func @round
// CHECK-SAME: %[[X:.*]]: f32
func.func @round(%x: f32) -> f32 {
  // CHECK: %[[HALF:.*]] = arith.constant 0.49999997 : f32
  // CHECK: %[[SIGNED:.*]] = math.copysign %[[HALF]], %[[X]] : f32
  // CHECK: %[[SUM:.*]] = arith.addf %[[X]], %[[SIGNED]] : f32
  // CHECK: math.trunc %[[SUM]] : f32
  %0 = math.round %x : f32
  return %0 : f32
}

// -----

// CHECK-LABEL: func @bf16
// CHECK-SAME: %[[X:.*]]: bf16
func.func @bf16(%x: bf16) -> bf16 {
  // CHECK: %[[BITS:.*]] = arith.bitcast %[[X]] : bf16 to i16
  // CHECK: %[[WIDE:.*]] = arith.extui %[[BITS]] : i16 to i32
  // CHECK: arith.shli %[[WIDE]]
  // CHECK-NOT: arith.truncf
  // CHECK: arith.bitcast %{{.*}} : i16 to bf16
  %0 = arith.extf %x : bf16 to f32
  %1 = arith.addf %0, %0 : f32
  %2 = arith.truncf %1 : f32 to bf16
  return %2 : bf16
}

// -----

// Other operations are left alone, wherever they are.
// CHECK-LABEL: func @others
func.func @others(%x: f32, %n: index) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // CHECK: scf.for
  // CHECK-NOT: math.rsqrt
  // CHECK: math.sqrt
  // CHECK: math.cbrt
  %r = scf.for %i = %zero to %n step %one iter_args(%y = %x) -> f32 {
    %0 = math.rsqrt %y : f32
    %1 = math.cbrt %0 : f32
    scf.yield %1 : f32
  }
  return %r : f32
}

// -----

// Those of f32 are computed in f64.
// CHECK-LABEL: func @other_functions
func.func @other_functions(%x: f32, %y: vector<4xf64>) -> (f32, vector<4xf64>) {
  // CHECK: arith.extf %{{.*}} : f32 to f64
  // CHECK: arith.truncf %{{.*}} : f64 to f32
  %0 = math.log2 %x : f32
  %1 = math.log2 %y : vector<4xf64>
  %2 = math.log10 %0 : f32
  %3 = math.log10 %1 : vector<4xf64>
  %4 = math.sin %2 : f32
  %5 = math.sin %3 : vector<4xf64>
  %6 = math.cos %4 : f32
  %7 = math.cos %5 : vector<4xf64>
  %8 = math.tan %6 : f32
  %9 = math.tan %7 : vector<4xf64>
  %10 = math.asin %8 : f32
  %11 = math.asin %9 : vector<4xf64>
  %12 = math.acos %10 : f32
  %13 = math.acos %11 : vector<4xf64>
  %14 = math.atan %12 : f32
  %15 = math.atan %13 : vector<4xf64>
  %16 = math.sinh %14 : f32
  %17 = math.sinh %15 : vector<4xf64>
  %18 = math.cosh %16 : f32
  %19 = math.cosh %17 : vector<4xf64>
  %20 = math.asinh %18 : f32
  %21 = math.asinh %19 : vector<4xf64>
  %22 = math.acosh %20 : f32
  %23 = math.acosh %21 : vector<4xf64>
  %24 = math.atanh %22 : f32
  %25 = math.atanh %23 : vector<4xf64>
  return %24, %25 : f32, vector<4xf64>
}
