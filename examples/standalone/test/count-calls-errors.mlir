// RUN: not extra-count-calls %s 2>&1 | FileCheck %s
// RUN: not extra-count-calls %t.gone 2>&1 | FileCheck %s --check-prefix=GONE

// CHECK:      TakeAndCount
// CHECK-NEXT:   CountCalls
// CHECK-NEXT: calls: 0
// CHECK-NEXT: {{.*}}error: expected calls, but got none
// CHECK-NEXT:   CountCalls failed
// CHECK-NEXT: TakeAndCount failed
// CHECK:      error: the passes failed
// GONE:       error: could not open input file
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
