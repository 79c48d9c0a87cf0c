// RUN: relay-lite-opt %s --split-input-file --relay-fold-constant='max-temporary=100' | FileCheck %s --check-prefix=MEMORY
// RUN: relay-lite-opt %s --split-input-file --relay-fold-constant='max-temporary=0' | FileCheck %s --check-prefix=FREE
// RUN: relay-lite-opt %s --split-input-file --relay-fold-constant='max-cost=100' | FileCheck %s --check-prefix=COST
// RUN: relay-lite-opt %s --split-input-file --relay-fold-constant='max-growth=60 max-temporary=0' | FileCheck %s --check-prefix=GROWTH
// RUN: relay-lite-opt %s --split-input-file --relay-fold-constant='max-temporary=100' --remarks-filter=FoldConstant --remark-format=emitRemark -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MEMORY-REMARK
// RUN: relay-lite-opt %s --split-input-file --relay-fold-constant='max-cost=100' --remarks-filter=FoldConstant --remark-format=emitRemark -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=COST-REMARK
// RUN: relay-lite-opt %s --split-input-file --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant config=relay.FoldConstant.max_temporary=100})' \
// RUN:   | FileCheck %s --check-prefix=MEMORY
// RUN: relay-lite-opt %s --split-input-file --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant config=relay.FoldConstant.max_cost=100})' \
// RUN:   | FileCheck %s --check-prefix=COST

// An intermediate value of 5 * 5 * 4 bytes and, at the same time, its negation:
// 200 bytes, for a result of 4. A view needs no memory of its own.

// MEMORY-LABEL: func.func @intermediate
// MEMORY: %[[SUM:.*]] = relay.constant dense<{{\[\[}}3.{{.*}} : tensor<5x5xf32>
// MEMORY-NEXT: %[[NEGATED:.*]] = relay.negative %[[SUM]]
// MEMORY: relay.sum
// MEMORY-REMARK: :[[#@LINE+8]]:{{.*}}relay.negative: with 100 bytes the temporary memory of 100 would exceed its limit of 100"
// FREE-LABEL: func.func @intermediate
// FREE-NEXT: %[[SUM:.*]] = relay.constant dense<-1.250000e+02> : tensor<f32>
// FREE-NEXT: return
func.func @intermediate() -> tensor<f32> {
  %0 = relay.constant dense<[[1.0], [2.0], [3.0], [4.0], [5.0]]> : tensor<5x1xf32>
  %1 = relay.constant dense<2.0> : tensor<1x5xf32>
  %2 = relay.add %0, %1 : (tensor<5x1xf32>, tensor<1x5xf32>) -> tensor<5x5xf32>
  %3 = relay.negative %2 : (tensor<5x5xf32>) -> tensor<5x5xf32>
  %4 = relay.reshape %3 {newshape = array<i64: 25>} : (tensor<5x5xf32>) -> tensor<25xf32>
  %5 = relay.sum %4 : (tensor<25xf32>) -> tensor<f32>
  return %5 : tensor<f32>
}

// -----

// A reused value counts once; a value that is written back is no intermediate
// value.
// MEMORY-LABEL: func.func @sequence
// MEMORY-NEXT: relay.constant dense<-1.0{{.*}} : tensor<f32>
// MEMORY-NEXT: relay.constant dense<{{\[}}1.{{.*}} : tensor<20xf32>
// MEMORY-NEXT: return
func.func @sequence() -> (tensor<20xf32>, tensor<f32>) {
  %0 = relay.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0]> : tensor<20xf32>
  %1 = relay.negative %0 : (tensor<20xf32>) -> tensor<20xf32>
  %2 = relay.reshape %1 {newshape = array<i64: 4, 5>} : (tensor<20xf32>) -> tensor<4x5xf32>
  %3 = relay.max %2 : (tensor<4x5xf32>) -> tensor<f32>
  %4 = relay.abs %0 : (tensor<20xf32>) -> tensor<20xf32>
  return %4, %3 : tensor<20xf32>, tensor<f32>
}

// -----

// 4 * 5 * 6 multiplications; those of 2 * 5 * 6 are within the limit, and those
// of 2 * 5 * 6 more are not. Splats cost 1.
// COST-LABEL: func.func @products
// COST-DAG: relay.constant dense<{{.*}}> : tensor<2x6xf32>
// COST-DAG: relay.nn.dense %{{.*}}, %{{.*}} : (tensor<4x5xf32>, tensor<6x5xf32>)
// COST-DAG: relay.nn.dense %{{.*}}, %{{.*}} : (tensor<2x5xf32>, tensor<6x5xf32>)
// COST-NOT: relay.add
// COST: return
// COST-REMARK: relay.nn.dense: with a cost of 120 the total of [[#TOTAL:]] would exceed its limit of 100"
// COST-REMARK: relay.nn.dense: with a cost of 60 the total of [[#TOTAL+60]] would exceed its limit of 100"
// FREE-LABEL: func.func @products
// FREE-NOT: relay.nn.dense
// FREE: return
func.func @products() -> (tensor<4x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>, tensor<99x99xf32>) {
  %w = relay.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0, 10.0], [11.0, 12.0, 13.0, 14.0, 15.0], [16.0, 17.0, 18.0, 19.0, 20.0], [21.0, 22.0, 23.0, 24.0, 25.0], [26.0, 27.0, 28.0, 29.0, 30.0]]> : tensor<6x5xf32>
  %x = relay.constant dense<[[2.0, 3.0, 4.0, 5.0, 6.0], [7.0, 8.0, 9.0, 10.0, 11.0], [12.0, 13.0, 14.0, 15.0, 16.0], [17.0, 18.0, 19.0, 20.0, 21.0]]> : tensor<4x5xf32>
  %y = relay.constant dense<[[3.0, 4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0, 12.0]]> : tensor<2x5xf32>
  %z = relay.constant dense<[[4.0, 5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0, 13.0]]> : tensor<2x5xf32>
  %s = relay.constant dense<1.0> : tensor<99x99xf32>
  %0 = relay.nn.dense %x, %w : (tensor<4x5xf32>, tensor<6x5xf32>) -> tensor<4x6xf32>
  %1 = relay.nn.dense %y, %w : (tensor<2x5xf32>, tensor<6x5xf32>) -> tensor<2x6xf32>
  %2 = relay.nn.dense %z, %w : (tensor<2x5xf32>, tensor<6x5xf32>) -> tensor<2x6xf32>
  %3 = relay.add %s, %s : (tensor<99x99xf32>, tensor<99x99xf32>) -> tensor<99x99xf32>
  return %0, %1, %2, %3 : tensor<4x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>, tensor<99x99xf32>
}

// -----

// The limit of growth holds for operands of what cannot be evaluated, too: the
// sum is larger than its constants by 6 * 6 * 4 - 2 * 6 * 4 = 96 bytes, and
// stays with the negated row.
// GROWTH-LABEL: func.func @operand_of_trap
// GROWTH: %[[ROW:.*]] = relay.negative
// GROWTH: %[[SUM:.*]] = relay.add %{{.*}}, %[[ROW]]
// GROWTH: relay.divide %[[SUM]], %{{.*}} : (tensor<6x6xi32>, tensor<i32>)
// FREE-LABEL: func.func @operand_of_trap
// FREE: %[[SUM:.*]] = relay.constant dense<{{\[\[}}0, {{.*}} : tensor<6x6xi32>
// FREE: relay.divide %[[SUM]], %{{.*}} : (tensor<6x6xi32>, tensor<i32>)
func.func @operand_of_trap() -> tensor<6x6xi32> {
  %0 = relay.constant dense<[[1], [2], [3], [4], [5], [6]]> : tensor<6x1xi32>
  %1 = relay.constant dense<[[1, 2, 3, 4, 5, 6]]> : tensor<1x6xi32>
  %2 = relay.negative %1 : (tensor<1x6xi32>) -> tensor<1x6xi32>
  %3 = relay.add %0, %2 : (tensor<6x1xi32>, tensor<1x6xi32>) -> tensor<6x6xi32>
  %4 = relay.constant dense<0> : tensor<i32>
  %5 = relay.divide %3, %4 : (tensor<6x6xi32>, tensor<i32>) -> tensor<6x6xi32>
  return %5 : tensor<6x6xi32>
}
