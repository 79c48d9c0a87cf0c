// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// CHECK-LABEL: func @all_class_non_max_suppression
func.func @all_class_non_max_suppression(%b: tensor<2x?x4xf32>, %s: tensor<2x3x?xf32>, %m: tensor<i32>, %t: tensor<1xf32>) -> tuple<tensor<?x3xi64>, tensor<1xi64>> {
  // CHECK: relay.vision.all_class_non_max_suppression %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x?x4xf32>, tensor<2x3x?xf32>, tensor<i32>, tensor<1xf32>, tensor<1xf32>) -> tuple<tensor<?x3xi64>, tensor<1xi64>>
  %0 = relay.vision.all_class_non_max_suppression %b, %s, %m, %t, %t {output_format = "onnx"} : (tensor<2x?x4xf32>, tensor<2x3x?xf32>, tensor<i32>, tensor<1xf32>, tensor<1xf32>) -> tuple<tensor<?x3xi64>, tensor<1xi64>>
  return %0 : tuple<tensor<?x3xi64>, tensor<1xi64>>
}

// CHECK-LABEL: func @all_class_tensorflow
func.func @all_class_tensorflow(%b: tensor<?x5x4xf16>, %s: tensor<?x3x5xf16>, %m: tensor<i32>, %t: tensor<f32>) -> tuple<tensor<?x15x2xi64>, tensor<?x15xf32>, tensor<?xi64>> {
  // CHECK: {output_format = "tensorflow"} : {{.*}} -> tuple<tensor<?x15x2xi64>, tensor<?x15xf32>, tensor<?xi64>>
  %0 = relay.vision.all_class_non_max_suppression %b, %s, %m, %t, %t {output_format = "tensorflow"} : (tensor<?x5x4xf16>, tensor<?x3x5xf16>, tensor<i32>, tensor<f32>, tensor<f32>) -> tuple<tensor<?x15x2xi64>, tensor<?x15xf32>, tensor<?xi64>>
  return %0 : tuple<tensor<?x15x2xi64>, tensor<?x15xf32>, tensor<?xi64>>
}

// CHECK-LABEL: func @get_valid_counts
func.func @get_valid_counts(%x: tensor<?x?x6xf32>, %t: tensor<f32>) -> tuple<tensor<?xi32>, tensor<?x?x6xf32>, tensor<?x?xi32>> {
  // CHECK: relay.vision.get_valid_counts %{{.*}}, %{{.*}} {id_index = -1 : i64, score_index = 0 : i64}
  %0 = relay.vision.get_valid_counts %x, %t {id_index = -1 : i64, score_index = 0 : i64} : (tensor<?x?x6xf32>, tensor<f32>) -> tuple<tensor<?xi32>, tensor<?x?x6xf32>, tensor<?x?xi32>>
  return %0 : tuple<tensor<?xi32>, tensor<?x?x6xf32>, tensor<?x?xi32>>
}

// CHECK-LABEL: func @non_max_suppression
func.func @non_max_suppression(%x: tensor<1x?x6xf32>, %c: tensor<1xi32>, %i: tensor<1x?xi32>, %m: tensor<i32>, %t: tensor<f32>) -> (tuple<tensor<1x?xi32>, tensor<1x1xi32>>, tensor<1x?x6xf32>) {
  // CHECK: relay.vision.non_max_suppression {{.*}} {force_suppress = true, top_k = 3 : i64} : {{.*}} -> tuple<tensor<1x?xi32>, tensor<1x1xi32>>
  %0 = relay.vision.non_max_suppression %x, %c, %i, %m, %t {force_suppress = true, top_k = 3 : i64, coord_start = 2 : i64} : (tensor<1x?x6xf32>, tensor<1xi32>, tensor<1x?xi32>, tensor<i32>, tensor<f32>) -> tuple<tensor<1x?xi32>, tensor<1x1xi32>>
  // CHECK: relay.vision.non_max_suppression {{.*}} {invalid_to_bottom = true, return_indices = false} : {{.*}} -> tensor<1x?x6xf32>
  %1 = relay.vision.non_max_suppression %x, %c, %i, %m, %t {return_indices = false, invalid_to_bottom = true} : (tensor<1x?x6xf32>, tensor<1xi32>, tensor<1x?xi32>, tensor<i32>, tensor<f32>) -> tensor<1x?x6xf32>
  return %0, %1 : tuple<tensor<1x?xi32>, tensor<1x1xi32>>, tensor<1x?x6xf32>
}

// CHECK-LABEL: func @multibox
func.func @multibox(%x: tensor<?x3x4x?xf32>, %p: tensor<?x3x5xf32>, %l: tensor<?x20xf32>, %a: tensor<1x5x4xf32>) -> (tensor<1x?x4xf32>, tuple<tensor<?x5x6xf32>, tensor<?xi32>>) {
  // CHECK: relay.vision.multibox_prior %{{.*}} {clip = true, ratios = array<f64: 1.000000e+00, 2.000000e+00>} : (tensor<?x3x4x?xf32>) -> tensor<1x?x4xf32>
  %0 = relay.vision.multibox_prior %x {sizes = array<f64: 1.0>, ratios = array<f64: 1.0, 2.0>, clip = true} : (tensor<?x3x4x?xf32>) -> tensor<1x?x4xf32>
  // CHECK: relay.vision.multibox_transform_loc %{{.*}}, %{{.*}}, %{{.*}} {clip = false} : {{.*}} -> tuple<tensor<?x5x6xf32>, tensor<?xi32>>
  %1 = relay.vision.multibox_transform_loc %p, %l, %a {clip = false} : (tensor<?x3x5xf32>, tensor<?x20xf32>, tensor<1x5x4xf32>) -> tuple<tensor<?x5x6xf32>, tensor<?xi32>>
  return %0, %1 : tensor<1x?x4xf32>, tuple<tensor<?x5x6xf32>, tensor<?xi32>>
}

// CHECK-LABEL: func @regions
func.func @regions(%x: tensor<?x4x?x8xf16>, %y: tensor<2x8x8x4xf32>, %r: tensor<?x5xf16>, %s: tensor<3x5xf32>) -> (tensor<?x4x2x3xf16>, tensor<3x2x3x4xf32>) {
  // CHECK: relay.vision.roi_align %{{.*}}, %{{.*}} {pooled_size = array<i64: 2, 3>, spatial_scale = 5.000000e-01 : f64} : (tensor<?x4x?x8xf16>, tensor<?x5xf16>) -> tensor<?x4x2x3xf16>
  %0 = relay.vision.roi_align %x, %r {pooled_size = array<i64: 2, 3>, spatial_scale = 0.5} : (tensor<?x4x?x8xf16>, tensor<?x5xf16>) -> tensor<?x4x2x3xf16>
  // CHECK: relay.vision.roi_pool %{{.*}}, %{{.*}} {layout = "NHWC", {{.*}}} : (tensor<2x8x8x4xf32>, tensor<3x5xf32>) -> tensor<3x2x3x4xf32>
  %1 = relay.vision.roi_pool %y, %s {pooled_size = array<i64: 2, 3>, spatial_scale = 0.5, layout = "NHWC"} : (tensor<2x8x8x4xf32>, tensor<3x5xf32>) -> tensor<3x2x3x4xf32>
  return %0, %1 : tensor<?x4x2x3xf16>, tensor<3x2x3x4xf32>
}

// CHECK-LABEL: func @proposal
func.func @proposal(%c: tensor<?x4x5x?xf32>, %b: tensor<?x8x5x?xf32>, %i: tensor<?x3xf32>) -> tensor<?x5xf32> {
  // CHECK: relay.vision.proposal {{.*}} -> tensor<?x5xf32>
  %0 = relay.vision.proposal %c, %b, %i {scales = array<f64: 8.0>, ratios = array<f64: 0.5, 1.0>} : (tensor<?x4x5x?xf32>, tensor<?x8x5x?xf32>, tensor<?x3xf32>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// CHECK-LABEL: func @yolo_reorg
func.func @yolo_reorg(%x: tensor<?x8x?x6xi8>) -> tensor<?x32x?x3xi8> {
  // CHECK: relay.vision.yolo_reorg %{{.*}} {stride = 2 : i64} : (tensor<?x8x?x6xi8>) -> tensor<?x32x?x3xi8>
  %0 = relay.vision.yolo_reorg %x {stride = 2 : i64} : (tensor<?x8x?x6xi8>) -> tensor<?x32x?x3xi8>
  return %0 : tensor<?x32x?x3xi8>
}
