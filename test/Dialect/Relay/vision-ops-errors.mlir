// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @all_class_nms_boxes_type(%x0: tensor<1x5x5xf32>, %x1: tensor<1x2x5xf32>, %x2: tensor<i32>, %x3: tensor<f32>, %x4: tensor<f32>) {
  // expected-error@+2 {{vision.all_class_non_max_suppression: expected boxes of type 'tensor<?x?x4xf32>', but got 'tensor<1x5x5xf32>'}}
  // expected-error@+1 {{'relay.vision.all_class_non_max_suppression' op failed to infer returned types}}
  %0 = relay.vision.all_class_non_max_suppression %x0, %x1, %x2, %x3, %x4 : (tensor<1x5x5xf32>, tensor<1x2x5xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tuple<tensor<10x3xi64>, tensor<1xi64>>
  return
}

// -----

func.func @all_class_nms_scores_type(%x0: tensor<1x5x4xf32>, %x1: tensor<1x2x6xf32>, %x2: tensor<i32>, %x3: tensor<f32>, %x4: tensor<f32>) {
  // expected-error@+2 {{vision.all_class_non_max_suppression: expected scores of type 'tensor<1x?x5xf32>', but got 'tensor<1x2x6xf32>'}}
  // expected-error@+1 {{'relay.vision.all_class_non_max_suppression' op failed to infer returned types}}
  %0 = relay.vision.all_class_non_max_suppression %x0, %x1, %x2, %x3, %x4 : (tensor<1x5x4xf32>, tensor<1x2x6xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tuple<tensor<10x3xi64>, tensor<1xi64>>
  return
}

// -----

func.func @all_class_nms_scores_element_type(%x0: tensor<1x5x4xf32>, %x1: tensor<1x2x5xf16>, %x2: tensor<i32>, %x3: tensor<f32>, %x4: tensor<f32>) {
  // expected-error@+2 {{vision.all_class_non_max_suppression: expected scores of the element type of boxes, 'f32', but got 'f16'}}
  // expected-error@+1 {{'relay.vision.all_class_non_max_suppression' op failed to infer returned types}}
  %0 = relay.vision.all_class_non_max_suppression %x0, %x1, %x2, %x3, %x4 : (tensor<1x5x4xf32>, tensor<1x2x5xf16>, tensor<i32>, tensor<f32>, tensor<f32>) -> tuple<tensor<10x3xi64>, tensor<1xi64>>
  return
}

// -----

func.func @all_class_nms_max_boxes_of_two_elements(%x0: tensor<1x5x4xf32>, %x1: tensor<1x2x5xf32>, %x2: tensor<2xi32>, %x3: tensor<f32>, %x4: tensor<f32>) {
  // expected-error@+2 {{vision.all_class_non_max_suppression: expected max_output_boxes_per_class to have one element, but got 'tensor<2xi32>'}}
  // expected-error@+1 {{'relay.vision.all_class_non_max_suppression' op failed to infer returned types}}
  %0 = relay.vision.all_class_non_max_suppression %x0, %x1, %x2, %x3, %x4 : (tensor<1x5x4xf32>, tensor<1x2x5xf32>, tensor<2xi32>, tensor<f32>, tensor<f32>) -> tuple<tensor<10x3xi64>, tensor<1xi64>>
  return
}

// -----

func.func @all_class_nms_unknown_format(%x0: tensor<1x5x4xf32>, %x1: tensor<1x2x5xf32>, %x2: tensor<i32>, %x3: tensor<f32>, %x4: tensor<f32>) {
  // expected-error@+2 {{vision.all_class_non_max_suppression: expected output_format to be onnx or tensorflow, but got coco}}
  // expected-error@+1 {{'relay.vision.all_class_non_max_suppression' op failed to infer returned types}}
  %0 = relay.vision.all_class_non_max_suppression %x0, %x1, %x2, %x3, %x4 {output_format = "coco"} : (tensor<1x5x4xf32>, tensor<1x2x5xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tuple<tensor<10x3xi64>, tensor<1xi64>>
  return
}

// -----

func.func @all_class_nms_overflow(%x0: tensor<1x4611686018427387904x4xf32>, %x1: tensor<1x4x4611686018427387904xf32>, %x2: tensor<i32>, %x3: tensor<f32>, %x4: tensor<f32>) {
  // expected-error@+2 {{vision.all_class_non_max_suppression: the size 4 times 4611686018427387904 exceeds 64 bits}}
  // expected-error@+1 {{'relay.vision.all_class_non_max_suppression' op failed to infer returned types}}
  %0 = relay.vision.all_class_non_max_suppression %x0, %x1, %x2, %x3, %x4 : (tensor<1x4611686018427387904x4xf32>, tensor<1x4x4611686018427387904xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tuple<tensor<10x3xi64>, tensor<1xi64>>
  return
}

// -----

func.func @get_valid_counts_rank(%x0: tensor<5x6xf32>, %x1: tensor<f32>) {
  // expected-error@+2 {{vision.get_valid_counts: expected data of type 'tensor<?x?x?xf32>', but got 'tensor<5x6xf32>'}}
  // expected-error@+1 {{'relay.vision.get_valid_counts' op failed to infer returned types}}
  %0 = relay.vision.get_valid_counts %x0, %x1 : (tensor<5x6xf32>, tensor<f32>) -> tuple<tensor<1xi32>, tensor<1x5x6xf32>, tensor<1x5xi32>>
  return
}

// -----

func.func @get_valid_counts_score_index_out_of_range(%x0: tensor<1x5x6xf32>, %x1: tensor<f32>) {
  // expected-error@+2 {{vision.get_valid_counts: expected score_index in [0, 5], but got 6}}
  // expected-error@+1 {{'relay.vision.get_valid_counts' op failed to infer returned types}}
  %0 = relay.vision.get_valid_counts %x0, %x1 {score_index = 6 : i64} : (tensor<1x5x6xf32>, tensor<f32>) -> tuple<tensor<1xi32>, tensor<1x5x6xf32>, tensor<1x5xi32>>
  return
}

// -----

func.func @get_valid_counts_id_index_out_of_range(%x0: tensor<1x5x6xf32>, %x1: tensor<f32>) {
  // expected-error@+2 {{vision.get_valid_counts: expected id_index in [-2147483648, 5], but got 6}}
  // expected-error@+1 {{'relay.vision.get_valid_counts' op failed to infer returned types}}
  %0 = relay.vision.get_valid_counts %x0, %x1 {id_index = 6 : i64} : (tensor<1x5x6xf32>, tensor<f32>) -> tuple<tensor<1xi32>, tensor<1x5x6xf32>, tensor<1x5xi32>>
  return
}

// -----

func.func @nms_valid_count_type(%x0: tensor<1x5x6xf32>, %x1: tensor<2xi32>, %x2: tensor<1x5xi32>, %x3: tensor<i32>, %x4: tensor<f32>) {
  // expected-error@+2 {{vision.non_max_suppression: expected valid_count of type 'tensor<1xi32>', but got 'tensor<2xi32>'}}
  // expected-error@+1 {{'relay.vision.non_max_suppression' op failed to infer returned types}}
  %0 = relay.vision.non_max_suppression %x0, %x1, %x2, %x3, %x4 : (tensor<1x5x6xf32>, tensor<2xi32>, tensor<1x5xi32>, tensor<i32>, tensor<f32>) -> tuple<tensor<1x5xi32>, tensor<1x1xi32>>
  return
}

// -----

func.func @nms_indices_type(%x0: tensor<1x5x6xf32>, %x1: tensor<1xi32>, %x2: tensor<1x4xi32>, %x3: tensor<i32>, %x4: tensor<f32>) {
  // expected-error@+2 {{vision.non_max_suppression: expected indices of type 'tensor<1x5xi32>', but got 'tensor<1x4xi32>'}}
  // expected-error@+1 {{'relay.vision.non_max_suppression' op failed to infer returned types}}
  %0 = relay.vision.non_max_suppression %x0, %x1, %x2, %x3, %x4 : (tensor<1x5x6xf32>, tensor<1xi32>, tensor<1x4xi32>, tensor<i32>, tensor<f32>) -> tuple<tensor<1x5xi32>, tensor<1x1xi32>>
  return
}

// -----

func.func @nms_coord_start_out_of_range(%x0: tensor<1x5x6xf32>, %x1: tensor<1xi32>, %x2: tensor<1x5xi32>, %x3: tensor<i32>, %x4: tensor<f32>) {
  // expected-error@+2 {{vision.non_max_suppression: expected coord_start in [0, 2], but got 3}}
  // expected-error@+1 {{'relay.vision.non_max_suppression' op failed to infer returned types}}
  %0 = relay.vision.non_max_suppression %x0, %x1, %x2, %x3, %x4 {coord_start = 3 : i64} : (tensor<1x5x6xf32>, tensor<1xi32>, tensor<1x5xi32>, tensor<i32>, tensor<f32>) -> tuple<tensor<1x5xi32>, tensor<1x1xi32>>
  return
}

// -----

func.func @regular_nms_scores_type(%x0: tensor<1x5x4xf32>, %x1: tensor<1x4x3xf32>) {
  // expected-error@+2 {{vision.regular_non_max_suppression: expected scores of type 'tensor<1x5x?xf32>', but got 'tensor<1x4x3xf32>'}}
  // expected-error@+1 {{'relay.vision.regular_non_max_suppression' op failed to infer returned types}}
  %0 = relay.vision.regular_non_max_suppression %x0, %x1 {max_detections_per_class = 2 : i64, max_detections = 3 : i64, num_classes = 2 : i64, iou_threshold = 0.5, score_threshold = 0.1} : (tensor<1x5x4xf32>, tensor<1x4x3xf32>) -> tuple<tensor<1x3x4xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1xi32>>
  return
}

// -----

func.func @regular_nms_too_many_classes(%x0: tensor<1x5x4xf32>, %x1: tensor<1x5x3xf32>) {
  // expected-error@+2 {{vision.regular_non_max_suppression: expected num_classes in [0, 3], but got 4}}
  // expected-error@+1 {{'relay.vision.regular_non_max_suppression' op failed to infer returned types}}
  %0 = relay.vision.regular_non_max_suppression %x0, %x1 {max_detections_per_class = 2 : i64, max_detections = 3 : i64, num_classes = 4 : i64, iou_threshold = 0.5, score_threshold = 0.1} : (tensor<1x5x4xf32>, tensor<1x5x3xf32>) -> tuple<tensor<1x3x4xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1xi32>>
  return
}

// -----

func.func @regular_nms_negative_detections(%x0: tensor<1x5x4xf32>, %x1: tensor<1x5x3xf32>) {
  // expected-error@+2 {{vision.regular_non_max_suppression: expected max_detections in [0, 2147483647], but got -1}}
  // expected-error@+1 {{'relay.vision.regular_non_max_suppression' op failed to infer returned types}}
  %0 = relay.vision.regular_non_max_suppression %x0, %x1 {max_detections_per_class = 2 : i64, max_detections = -1 : i64, num_classes = 2 : i64, iou_threshold = 0.5, score_threshold = 0.1} : (tensor<1x5x4xf32>, tensor<1x5x3xf32>) -> tuple<tensor<1x3x4xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1xi32>>
  return
}

// -----

func.func @multibox_prior_without_sizes(%x0: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{vision.multibox_prior: expected sizes and ratios to have elements, and steps and offsets to have 2, but got 0, 1, 2 and 2}}
  // expected-error@+1 {{'relay.vision.multibox_prior' op failed to infer returned types}}
  %0 = relay.vision.multibox_prior %x0 {sizes = array<f64>} : (tensor<1x3x4x4xf32>) -> tensor<1x16x4xf32>
  return
}

// -----

func.func @multibox_prior_overflow(%x0: tensor<1x2x3037000500x3037000500xf32>) {
  // expected-error@+2 {{vision.multibox_prior: the size 3037000500 times 3037000500 exceeds 64 bits}}
  // expected-error@+1 {{'relay.vision.multibox_prior' op failed to infer returned types}}
  %0 = relay.vision.multibox_prior %x0 : (tensor<1x2x3037000500x3037000500xf32>) -> tensor<1x16x4xf32>
  return
}

// -----

func.func @multibox_transform_loc_pred_type(%x0: tensor<1x3x5xf32>, %x1: tensor<1x16xf32>, %x2: tensor<1x5x4xf32>) {
  // expected-error@+2 {{vision.multibox_transform_loc: expected loc_pred of type 'tensor<1x20xf32>', but got 'tensor<1x16xf32>'}}
  // expected-error@+1 {{'relay.vision.multibox_transform_loc' op failed to infer returned types}}
  %0 = relay.vision.multibox_transform_loc %x0, %x1, %x2 : (tensor<1x3x5xf32>, tensor<1x16xf32>, tensor<1x5x4xf32>) -> tuple<tensor<1x5x6xf32>, tensor<1xi32>>
  return
}

// -----

func.func @multibox_transform_loc_short_variances(%x0: tensor<1x3x5xf32>, %x1: tensor<1x20xf32>, %x2: tensor<1x5x4xf32>) {
  // expected-error@+2 {{vision.multibox_transform_loc: expected variances to have 4 elements, but got 1}}
  // expected-error@+1 {{'relay.vision.multibox_transform_loc' op failed to infer returned types}}
  %0 = relay.vision.multibox_transform_loc %x0, %x1, %x2 {variances = array<f64: 0.1>} : (tensor<1x3x5xf32>, tensor<1x20xf32>, tensor<1x5x4xf32>) -> tuple<tensor<1x5x6xf32>, tensor<1xi32>>
  return
}

// -----

func.func @proposal_without_scales(%x0: tensor<1x4x5x5xf32>, %x1: tensor<1x8x5x5xf32>, %x2: tensor<1x3xf32>) {
  // expected-error@+2 {{vision.proposal: expected scales, and ratios of which all are positive, but got [] and [5.000000e-01, 1.000000e+00, 2.000000e+00]}}
  // expected-error@+1 {{'relay.vision.proposal' op failed to infer returned types}}
  %0 = relay.vision.proposal %x0, %x1, %x2 {scales = array<f64>} : (tensor<1x4x5x5xf32>, tensor<1x8x5x5xf32>, tensor<1x3xf32>) -> tensor<300x5xf32>
  return
}

// -----

func.func @proposal_zero_stride(%x0: tensor<1x4x5x5xf32>, %x1: tensor<1x8x5x5xf32>, %x2: tensor<1x3xf32>) {
  // expected-error@+2 {{vision.proposal: expected feature_stride in [1, 2147483647], but got 0}}
  // expected-error@+1 {{'relay.vision.proposal' op failed to infer returned types}}
  %0 = relay.vision.proposal %x0, %x1, %x2 {scales = array<f64: 8.0>, ratios = array<f64: 0.5, 1.0>, feature_stride = 0 : i64} : (tensor<1x4x5x5xf32>, tensor<1x8x5x5xf32>, tensor<1x3xf32>) -> tensor<300x5xf32>
  return
}

// -----

func.func @proposal_cls_prob_type(%x0: tensor<1x4x5x5xf32>, %x1: tensor<1x8x5x5xf32>, %x2: tensor<1x3xf32>) {
  // expected-error@+2 {{vision.proposal: expected cls_prob of type 'tensor<?x6x?x?xf32>', but got 'tensor<1x4x5x5xf32>'}}
  // expected-error@+1 {{'relay.vision.proposal' op failed to infer returned types}}
  %0 = relay.vision.proposal %x0, %x1, %x2 {scales = array<f64: 8.0>} : (tensor<1x4x5x5xf32>, tensor<1x8x5x5xf32>, tensor<1x3xf32>) -> tensor<300x5xf32>
  return
}

// -----

func.func @proposal_im_info_type(%x0: tensor<1x4x5x5xf32>, %x1: tensor<1x8x5x5xf32>, %x2: tensor<1x4xf32>) {
  // expected-error@+2 {{vision.proposal: expected im_info of type 'tensor<1x3xf32>', but got 'tensor<1x4xf32>'}}
  // expected-error@+1 {{'relay.vision.proposal' op failed to infer returned types}}
  %0 = relay.vision.proposal %x0, %x1, %x2 {scales = array<f64: 8.0>, ratios = array<f64: 0.5, 1.0>} : (tensor<1x4x5x5xf32>, tensor<1x8x5x5xf32>, tensor<1x4xf32>) -> tensor<300x5xf32>
  return
}

// -----

func.func @roi_align_rois_type(%x0: tensor<2x4x8x8xf32>, %x1: tensor<5x4xf32>) {
  // expected-error@+2 {{vision.roi_align: expected rois of type 'tensor<?x5xf32>', but got 'tensor<5x4xf32>'}}
  // expected-error@+1 {{'relay.vision.roi_align' op failed to infer returned types}}
  %0 = relay.vision.roi_align %x0, %x1 {pooled_size = array<i64: 2, 2>, spatial_scale = 1.0} : (tensor<2x4x8x8xf32>, tensor<5x4xf32>) -> tensor<5x4x2x2xf32>
  return
}

// -----

func.func @roi_align_short_pooled_size(%x0: tensor<2x4x8x8xf32>, %x1: tensor<5x5xf32>) {
  // expected-error@+2 {{vision.roi_align: expected pooled_size to have 2 elements in [0, 2147483647], but got [2]}}
  // expected-error@+1 {{'relay.vision.roi_align' op failed to infer returned types}}
  %0 = relay.vision.roi_align %x0, %x1 {pooled_size = array<i64: 2>, spatial_scale = 1.0} : (tensor<2x4x8x8xf32>, tensor<5x5xf32>) -> tensor<5x4x2x2xf32>
  return
}

// -----

func.func @roi_align_unknown_mode(%x0: tensor<2x4x8x8xf32>, %x1: tensor<5x5xf32>) {
  // expected-error@+2 {{vision.roi_align: expected mode to be avg or max, but got "sum"}}
  // expected-error@+1 {{'relay.vision.roi_align' op failed to infer returned types}}
  %0 = relay.vision.roi_align %x0, %x1 {pooled_size = array<i64: 2, 2>, spatial_scale = 1.0, mode = "sum"} : (tensor<2x4x8x8xf32>, tensor<5x5xf32>) -> tensor<5x4x2x2xf32>
  return
}

// -----

func.func @roi_pool_layout(%x0: tensor<2x4x8x8xf32>, %x1: tensor<5x5xf32>) {
  // expected-error@+2 {{vision.roi_pool: expected layout to be NCHW or NHWC, but got "HWCN"}}
  // expected-error@+1 {{'relay.vision.roi_pool' op failed to infer returned types}}
  %0 = relay.vision.roi_pool %x0, %x1 {pooled_size = array<i64: 2, 2>, spatial_scale = 1.0, layout = "HWCN"} : (tensor<2x4x8x8xf32>, tensor<5x5xf32>) -> tensor<5x4x2x2xf32>
  return
}

// -----

func.func @yolo_reorg_indivisible(%x0: tensor<1x4x6x5xf32>) {
  // expected-error@+2 {{vision.yolo_reorg: expected dimension 3 to be a multiple of 2, but got 5}}
  // expected-error@+1 {{'relay.vision.yolo_reorg' op failed to infer returned types}}
  %0 = relay.vision.yolo_reorg %x0 {stride = 2 : i64} : (tensor<1x4x6x5xf32>) -> tensor<1x16x3x2xf32>
  return
}

// -----

func.func @yolo_reorg_zero_stride(%x0: tensor<1x4x6x6xf32>) {
  // expected-error@+2 {{vision.yolo_reorg: expected stride in [1, 2147483647], but got 0}}
  // expected-error@+1 {{'relay.vision.yolo_reorg' op failed to infer returned types}}
  %0 = relay.vision.yolo_reorg %x0 {stride = 0 : i64} : (tensor<1x4x6x6xf32>) -> tensor<1x16x3x3xf32>
  return
}
