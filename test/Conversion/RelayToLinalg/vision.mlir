// RUN: relay-lite-opt %s --convert-relay-to-linalg --canonicalize --cse --split-input-file | FileCheck %s

// The number of samples depends on the region; each takes four pixels.
// CHECK-LABEL: func @roi_align
// CHECK-SAME: %[[X:.*]]: tensor<2x4x8x8xf32>
func.func @roi_align(%x: tensor<2x4x8x8xf32>, %r: tensor<5x5xf32>) -> tensor<5x4x2x3xf32> {
  // CHECK: linalg.generic
  // CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "parallel"]
  // CHECK: scf.for
  // CHECK: scf.for
  // CHECK-COUNT-4: tensor.extract %[[X]]
  // CHECK: linalg.yield
  %0 = relay.vision.roi_align %x, %r {pooled_size = array<i64: 2, 3>, spatial_scale = 0.5} : (tensor<2x4x8x8xf32>, tensor<5x5xf32>) -> tensor<5x4x2x3xf32>
  return %0 : tensor<5x4x2x3xf32>
}

// -----

// Rows are written one behind the other, then gathered.
// CHECK-LABEL: func @get_valid_counts
func.func @get_valid_counts(%x: tensor<1x5x6xf32>, %t: tensor<f32>) -> tuple<tensor<1xi32>, tensor<1x5x6xf32>, tensor<1x5xi32>> {
  // CHECK: scf.for
  // CHECK: tensor.insert
  // CHECK: arith.cmpf olt
  // CHECK: linalg.generic
  // CHECK: return %{{.*}}, %{{.*}}, %{{.*}} : tensor<1xi32>, tensor<1x5x6xf32>, tensor<1x5xi32>
  %0 = relay.vision.get_valid_counts %x, %t : (tensor<1x5x6xf32>, tensor<f32>) -> tuple<tensor<1xi32>, tensor<1x5x6xf32>, tensor<1x5xi32>>
  return %0 : tuple<tensor<1xi32>, tensor<1x5x6xf32>, tensor<1x5xi32>>
}

// -----

// Each box is compared with those that have been selected.
// CHECK-LABEL: func @all_class_non_max_suppression
func.func @all_class_non_max_suppression(%b: tensor<1x5x4xf32>, %s: tensor<1x2x5xf32>, %m: tensor<i32>, %t: tensor<f32>) -> tuple<tensor<10x3xi64>, tensor<1xi64>> {
  // CHECK: arith.divf
  // CHECK: arith.cmpf ole
  // CHECK: scf.yield
  // CHECK: tensor.insert
  // CHECK: return %{{.*}}, %{{.*}} : tensor<10x3xi64>, tensor<1xi64>
  %0 = relay.vision.all_class_non_max_suppression %b, %s, %m, %t, %t : (tensor<1x5x4xf32>, tensor<1x2x5xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tuple<tensor<10x3xi64>, tensor<1xi64>>
  return %0 : tuple<tensor<10x3xi64>, tensor<1xi64>>
}

// -----

// CHECK-LABEL: func @yolo_reorg
func.func @yolo_reorg(%x: tensor<1x4x6x6xf32>) -> tensor<1x16x3x3xf32> {
  // CHECK: tensor.expand_shape
  // CHECK: linalg.transpose {{.*}} permutation = [0, 3, 5, 1, 2, 4]
  // CHECK: return
  %0 = relay.vision.yolo_reorg %x {stride = 2 : i64} : (tensor<1x4x6x6xf32>) -> tensor<1x16x3x3xf32>
  return %0 : tensor<1x16x3x3xf32>
}

// -----

// CHECK-LABEL: func @grid_sample
func.func @grid_sample(%x: tensor<2x3x8x8xf32>, %g: tensor<2x2x4x5xf32>) -> tensor<2x3x4x5xf32> {
  // CHECK: linalg.generic
  // CHECK-COUNT-6: tensor.extract
  // CHECK: linalg.yield
  %0 = relay.image.grid_sample %x, %g : (tensor<2x3x8x8xf32>, tensor<2x2x4x5xf32>) -> tensor<2x3x4x5xf32>
  return %0 : tensor<2x3x4x5xf32>
}

// -----

// Pixels at their positions, then a product of matrices.
// CHECK-LABEL: func @deformable_conv2d
func.func @deformable_conv2d(%x: tensor<1x4x8x8xf32>, %o: tensor<1x18x8x8xf32>, %w: tensor<6x4x3x3xf32>) -> tensor<1x6x8x8xf32> {
  // CHECK: %[[PIXELS:.*]] = linalg.generic
  // CHECK: tensor<1x4x3x3x8x8xf32>
  // CHECK: linalg.generic
  // CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]
  // CHECK-SAME: ins(%[[PIXELS]]
  %0 = relay.nn.deformable_conv2d %x, %o, %w {padding = array<i64: 1, 1>} : (tensor<1x4x8x8xf32>, tensor<1x18x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x8x8xf32>
  return %0 : tensor<1x6x8x8xf32>
}

// -----

// CHECK-LABEL: func @conv2d_backward_weight
func.func @conv2d_backward_weight(%g: tensor<2x6x8x8xf32>, %x: tensor<2x4x8x8xf32>) -> tensor<6x4x3x3xf32> {
  // CHECK: tensor.pad
  // CHECK: linalg.generic
  // CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]
  %0 = relay.nn.conv2d_backward_weight %g, %x {padding = array<i64: 1, 1>, kernel_size = array<i64: 3, 3>, kernel_layout = "NCHW"} : (tensor<2x6x8x8xf32>, tensor<2x4x8x8xf32>) -> tensor<6x4x3x3xf32>
  return %0 : tensor<6x4x3x3xf32>
}

// -----

// CHECK-LABEL: func @correlation
func.func @correlation(%a: tensor<1x3x8x8xf32>, %b: tensor<1x3x8x8xf32>) -> tensor<1x25x8x8xf32> {
  // CHECK-COUNT-2: tensor.pad
  // CHECK: linalg.generic
  // CHECK-SAME: "reduction", "reduction", "reduction"]
  // CHECK: arith.mulf
  // CHECK: tensor.collapse_shape
  // CHECK: arith.divf
  %0 = relay.nn.correlation %a, %b {max_displacement = 2 : i64, padding = array<i64: 2, 2>} : (tensor<1x3x8x8xf32>, tensor<1x3x8x8xf32>) -> tensor<1x25x8x8xf32>
  return %0 : tensor<1x25x8x8xf32>
}

// -----

// CHECK-LABEL: func @max_pool2d_grad
func.func @max_pool2d_grad(%g: tensor<1x3x4x4xf32>, %x: tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf32> {
  // CHECK: %[[LARGEST:.*]] = linalg.generic
  // CHECK: linalg.generic
  // CHECK: tensor.extract %[[LARGEST]]
  %0 = relay.nn.max_pool2d_grad %g, %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x3x4x4xf32>, tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf32>
  return %0 : tensor<1x3x8x8xf32>
}

// -----

// CHECK-LABEL: func @cross_entropy
func.func @cross_entropy(%p: tensor<2x5xf32>, %t: tensor<2x5xf32>) -> tensor<f32> {
  // CHECK: math.log
  // CHECK: linalg.reduce
  // CHECK: arith.negf
  // CHECK: arith.divf
  %0 = relay.nn.cross_entropy %p, %t : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
