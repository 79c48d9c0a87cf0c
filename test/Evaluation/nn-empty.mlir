// RUN: relay-lite-run --check %s

// Tensors without elements, and sums of nothing.

func.func @dense_no_depth() -> (tensor<2x3xf32>, tensor<2x3xf32>) attributes {relay.check} {
  %x = relay.constant dense<> : tensor<2x0xf32>
  %w = relay.constant dense<> : tensor<3x0xf32>
  %0 = relay.nn.dense %x, %w : (tensor<2x0xf32>, tensor<3x0xf32>) -> tensor<2x3xf32>
  %e = relay.constant dense<0.0> : tensor<2x3xf32>
  return %0, %e : tensor<2x3xf32>, tensor<2x3xf32>
}

func.func @batch_matmul_no_batch() -> (tensor<0x2x2xf32>, tensor<0x2x2xf32>) attributes {relay.check} {
  %a = relay.constant dense<> : tensor<0x2x1xf32>
  %b = relay.constant dense<1.0> : tensor<1x1x2xf32>
  %0 = relay.nn.batch_matmul %a, %b : (tensor<0x2x1xf32>, tensor<1x1x2xf32>) -> tensor<0x2x2xf32>
  %e = relay.constant dense<> : tensor<0x2x2xf32>
  return %0, %e : tensor<0x2x2xf32>, tensor<0x2x2xf32>
}

func.func @pad() -> (tensor<3xi8>, tensor<3xi8>) attributes {relay.check} {
  %x = relay.constant dense<> : tensor<0xi8>
  %v = relay.constant dense<7> : tensor<i8>
  %0 = relay.nn.pad %x, %v {pad_width = [array<i64: 1, 2>]} : (tensor<0xi8>, tensor<i8>) -> tensor<3xi8>
  %e = relay.constant dense<7> : tensor<3xi8>
  return %0, %e : tensor<3xi8>, tensor<3xi8>
}

// Nothing is left of one dimension, the other is padded.
func.func @pad_cut() -> (tensor<8x0xf32>, tensor<8x0xf32>) attributes {relay.check} {
  %x = relay.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %v = relay.constant dense<7.0> : tensor<f32>
  %0 = relay.nn.pad %x, %v {pad_width = [array<i64: 0, 5>, array<i64: -2, 0>]} : (tensor<3x2xf32>, tensor<f32>) -> tensor<8x0xf32>
  %e = relay.constant dense<> : tensor<8x0xf32>
  return %0, %e : tensor<8x0xf32>, tensor<8x0xf32>
}

func.func @dyn_pad_cut(%w: tensor<2x2xi64>) -> tensor<?x?xf32> {
  %x = relay.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %v = relay.constant dense<7.0> : tensor<f32>
  %0 = relay.dyn.nn.pad %x, %w, %v : (tensor<3x2xf32>, tensor<2x2xi64>, tensor<f32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @call_dyn_pad_cut() -> (tensor<?x?xf32>, tensor<8x0xf32>) attributes {relay.check} {
  %w = relay.constant dense<[[0, 5], [-2, 0]]> : tensor<2x2xi64>
  %0 = relay.call @dyn_pad_cut(%w) : (tensor<2x2xi64>) -> tensor<?x?xf32>
  %e = relay.constant dense<> : tensor<8x0xf32>
  return %0, %e : tensor<?x?xf32>, tensor<8x0xf32>
}

// The last block of channels would be padded.
func.func @layout_transform() -> (tensor<1x2x0x4x4xf32>, tensor<1x2x0x4x4xf32>) attributes {relay.check} {
  %x = relay.constant dense<> : tensor<1x6x0x4xf32>
  %0 = relay.layout_transform %x {src_layout = "NCHW", dst_layout = "NCHW4c"} : (tensor<1x6x0x4xf32>) -> tensor<1x2x0x4x4xf32>
  %e = relay.constant dense<> : tensor<1x2x0x4x4xf32>
  return %0, %e : tensor<1x2x0x4x4xf32>, tensor<1x2x0x4x4xf32>
}

// Nothing is reduced: one element less than one is none.
func.func @variance_of_elements() -> (tuple<tensor<2xf32>, tensor<2xf32>>, tuple<tensor<2xf32>, tensor<2xf32>>) attributes {relay.check} {
  %x = relay.constant dense<[3.0, 5.0]> : tensor<2xf32>
  %m = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = relay.variance %x, %m {axis = array<i64: 0>, exclude = true} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.variance %x, %m {axis = array<i64: 0>, exclude = true, unbiased = true} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %a = relay.tuple %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %e0 = relay.constant dense<[4.0, 9.0]> : tensor<2xf32>
  %e1 = relay.constant dense<0x7F800000> : tensor<2xf32>
  %e = relay.tuple %e0, %e1 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  return %a, %e : tuple<tensor<2xf32>, tensor<2xf32>>, tuple<tensor<2xf32>, tensor<2xf32>>
}

func.func @flatten() -> (tensor<2x0xf32>, tensor<2x0xf32>) attributes {relay.check} {
  %x = relay.constant dense<> : tensor<2x3x0xf32>
  %0 = relay.nn.batch_flatten %x : (tensor<2x3x0xf32>) -> tensor<2x0xf32>
  %e = relay.constant dense<> : tensor<2x0xf32>
  return %0, %e : tensor<2x0xf32>, tensor<2x0xf32>
}

// Nothing but padding.
func.func @max_pool() -> (tensor<1x2xi8>, tensor<1x2xi8>) attributes {relay.check} {
  %x = relay.constant dense<> : tensor<0x1xi8>
  %0 = relay.nn.max_pool2d %x {pool_size = array<i64: 2, 2>, padding = array<i64: 1>, layout = "HW"} : (tensor<0x1xi8>) -> tensor<1x2xi8>
  %e = relay.constant dense<-128> : tensor<1x2xi8>
  return %0, %e : tensor<1x2xi8>, tensor<1x2xi8>
}

func.func @avg_pool() -> (tensor<1x2xf32>, tensor<1x2xf32>) attributes {relay.check} {
  %x = relay.constant dense<> : tensor<0x1xf32>
  %0 = relay.nn.avg_pool2d %x {pool_size = array<i64: 2, 2>, padding = array<i64: 1>, layout = "HW"} : (tensor<0x1xf32>) -> tensor<1x2xf32>
  %e = relay.constant dense<0.0> : tensor<1x2xf32>
  return %0, %e : tensor<1x2xf32>, tensor<1x2xf32>
}

func.func @avg_pool_no_window() -> (tensor<0x4xf32>, tensor<0x4xf32>) attributes {relay.check} {
  %x = relay.constant dense<1.0> : tensor<2x4xf32>
  %0 = relay.nn.avg_pool2d %x {pool_size = array<i64: 3, 1>, layout = "HW"} : (tensor<2x4xf32>) -> tensor<0x4xf32>
  %e = relay.constant dense<> : tensor<0x4xf32>
  return %0, %e : tensor<0x4xf32>, tensor<0x4xf32>
}

func.func @adaptive_none() -> (tensor<0x3xf32>, tensor<0x3xf32>) attributes {relay.check} {
  %x = relay.constant dense<1.0> : tensor<2x4xf32>
  %0 = relay.nn.adaptive_avg_pool2d %x {output_size = array<i64: 0, 3>, layout = "HW"} : (tensor<2x4xf32>) -> tensor<0x3xf32>
  %e = relay.constant dense<> : tensor<0x3xf32>
  return %0, %e : tensor<0x3xf32>, tensor<0x3xf32>
}

// Fields without elements, as relay.mean and relay.max have them.
func.func @adaptive_nothing() -> (tensor<2x2xf32>, tensor<2x2xf32>) attributes {relay.check} {
  %x = relay.constant dense<> : tensor<0x4xf32>
  %0 = relay.nn.adaptive_avg_pool2d %x {output_size = array<i64: 2, 2>, layout = "HW"} : (tensor<0x4xf32>) -> tensor<2x2xf32>
  %e = relay.constant dense<0x7FC00000> : tensor<2x2xf32>
  return %0, %e : tensor<2x2xf32>, tensor<2x2xf32>
}

func.func @adaptive_max_nothing() -> (tensor<2x3xf32>, tensor<2x3xf32>) attributes {relay.check} {
  %x = relay.constant dense<> : tensor<0x4xf32>
  %0 = relay.nn.adaptive_max_pool2d %x {output_size = array<i64: 2, 3>, layout = "HW"} : (tensor<0x4xf32>) -> tensor<2x3xf32>
  %e = relay.constant dense<0xFF800000> : tensor<2x3xf32>
  return %0, %e : tensor<2x3xf32>, tensor<2x3xf32>
}

// The mean of nothing, as relay.mean has it.
func.func @global_avg() -> (tensor<1x1xf32>, tensor<1x1xf32>) attributes {relay.check} {
  %x = relay.constant dense<> : tensor<0x3xf32>
  %0 = relay.nn.global_avg_pool2d %x {layout = "HW"} : (tensor<0x3xf32>) -> tensor<1x1xf32>
  %e = relay.constant dense<0x7FC00000> : tensor<1x1xf32>
  return %0, %e : tensor<1x1xf32>, tensor<1x1xf32>
}

// An image without rows has no pixels: they count as zeros.
func.func @resize_empty() -> (tensor<1x1x2x300xf32>, tensor<1x1x2x300xf32>) attributes {relay.check} {
  %x = relay.constant dense<> : tensor<1x1x0x300xf32>
  %r = relay.image.resize2d %x {size = array<i64: 2, 300>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>} : (tensor<1x1x0x300xf32>) -> tensor<1x1x2x300xf32>
  %e = relay.constant dense<0.0> : tensor<1x1x2x300xf32>
  return %r, %e : tensor<1x1x2x300xf32>, tensor<1x1x2x300xf32>
}

// No batches make none.
func.func @batch_to_space_without_blocks() -> (tensor<0x3x3xf32>, tensor<0x3x3xf32>) attributes {relay.check} {
  %x = relay.constant dense<> : tensor<0x2x2xf32>
  %0 = relay.nn.batch_to_space_nd %x {block_shape = array<i64: 2, 2>, crops = [array<i64: 0, 1>, array<i64: 1, 0>]} : (tensor<0x2x2xf32>) -> tensor<0x3x3xf32>
  %1 = relay.constant dense<> : tensor<0x3x3xf32>
  return %0, %1 : tensor<0x3x3xf32>, tensor<0x3x3xf32>
}

// Batches that do not fill a block are left out: the last one, or all.
func.func @batch_to_space_of_whole_blocks() -> (tensor<1x4xf32>, tensor<1x4xf32>) attributes {relay.check} {
  %x = relay.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %0 = relay.nn.batch_to_space_nd %x {block_shape = array<i64: 2>, crops = [array<i64: 0, 0>]} : (tensor<3x2xf32>) -> tensor<1x4xf32>
  %1 = relay.constant dense<[[1.0, 3.0, 2.0, 4.0]]> : tensor<1x4xf32>
  return %0, %1 : tensor<1x4xf32>, tensor<1x4xf32>
}

func.func @batch_to_space_of_no_whole_block() -> (tensor<0x2xf32>, tensor<0x2xf32>) attributes {relay.check} {
  %x = relay.constant dense<1.0> : tensor<3x2xf32>
  %0 = relay.nn.batch_to_space_nd %x {block_shape = array<i64: 4>, crops = [array<i64: 6, 0>]} : (tensor<3x2xf32>) -> tensor<0x2xf32>
  %1 = relay.constant dense<> : tensor<0x2xf32>
  return %0, %1 : tensor<0x2xf32>, tensor<0x2xf32>
}

// The same of channels.
func.func @depth_to_space_without_blocks() -> (tensor<1x4x2x0xf32>, tensor<1x4x2x0xf32>) attributes {relay.check} {
  %x = relay.constant dense<> : tensor<1x2x1x0xf32>
  %0 = relay.nn.depth_to_space %x {block_size = 2 : i64, layout = "NHWC"} : (tensor<1x2x1x0xf32>) -> tensor<1x4x2x0xf32>
  %1 = relay.constant dense<> : tensor<1x4x2x0xf32>
  return %0, %1 : tensor<1x4x2x0xf32>, tensor<1x4x2x0xf32>
}
