// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-convert-layout{desired-layouts=nn.conv2d:NCHW8c:OIHW8i8o,nn.conv3d:NCDHW,nn.conv2d_transpose:HWNC:default,nn.max_pool2d:default,image.resize2d:NHWC:NHWC}))' --split-input-file --verify-diagnostics
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-convert-layout{desired-layouts=nn.conv2d}))' 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-convert-layout{desired-layouts=nn.conv2d:NCHWW:default}))' 2>&1 | FileCheck %s --check-prefix=LAYOUT
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-convert-layout{desired-layouts=nn.conv2d:NCHW:default,nn.conv2d:NHWC:default}))' 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-convert-layout{desired-layouts=nn.conv2d:default:OIHW}))' --split-input-file 2>&1 | FileCheck %s --check-prefix=DEFAULT
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-convert-layout{desired-layouts=nn.conv2d:NCHW8c:default}))' --split-input-file 2>&1 | FileCheck %s --check-prefix=WEIGHT
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-convert-layout{desired-layouts=nn.conv2d:NHWC:HWI}))' --split-input-file 2>&1 | FileCheck %s --check-prefix=KERNEL

// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-convert-layout{desired-layouts=vision.roi_pool:NHWC:NC}))' --split-input-file 2>&1 | FileCheck %s --check-prefix=REGIONS

// FORM: expected a desired layout of the form operator:layout[:layout]..., but got "nn.conv2d"
// LAYOUT: desired layouts of nn.conv2d: expected a layout, but got "NCHWW": dimension W occurs twice
// TWICE: expected desired layouts of nn.conv2d once, but got them twice
// DEFAULT: 'relay.nn.conv2d' op expected a desired layout of the data, but got "default"
// WEIGHT: 'relay.nn.conv2d' op expected a desired layout of the data for which that of the weight is known, but got "NCHW8c"
// KERNEL: leaves this operator as it is: a tensor of type 'tensor<8x12x1x1xf32>' in layout OIHW has no equivalent in layout HWI

// REGIONS: 'relay.vision.roi_pool' op expected "default" as the desired layout of the regions, but got "NC"

// Blocks that are not complete.
func.func @blocks(%x: tensor<1x12x8x8xf32>, %w: tensor<8x12x1x1xf32>) -> tensor<1x8x8x8xf32> {
  // expected-remark@+1 {{ConvertLayout leaves this operator as it is: a tensor of type 'tensor<1x12x8x8xf32>' in layout NCHW has no equivalent in layout NCHW8c}}
  %0 = relay.nn.conv2d %x, %w : (tensor<1x12x8x8xf32>, tensor<8x12x1x1xf32>) -> tensor<1x8x8x8xf32>
  return %0 : tensor<1x8x8x8xf32>
}

// -----

// Blocks that hold more than the channels of the result, and of the weight.
func.func @rest(%x: tensor<1x2x8x8x4xf32>, %w: tensor<6x8x3x3xf32>, %v: tensor<2x3x3x3x3x4xf32>) -> (tensor<1x2x6x6x4xf32>, tensor<1x2x6x6x4xf32>) {
  // expected-remark@+1 {{the convolution keeps its layouts: its blocks hold more than its channels}}
  %0 = relay.nn.conv2d %x, %w {data_layout = "NCHW4c"} : (tensor<1x2x8x8x4xf32>, tensor<6x8x3x3xf32>) -> tensor<1x2x6x6x4xf32>
  // expected-remark@+1 {{the convolution keeps its layouts: its blocks hold more than its channels}}
  %1 = relay.nn.conv2d %x, %v {channels = 8 : i64, data_layout = "NCHW4c", kernel_layout = "OIHW3i4o", kernel_size = array<i64: 3, 3>} : (tensor<1x2x8x8x4xf32>, tensor<2x3x3x3x3x4xf32>) -> tensor<1x2x6x6x4xf32>
  return %0, %1 : tensor<1x2x6x6x4xf32>, tensor<1x2x6x6x4xf32>
}

// -----

func.func @count(%x: tensor<1x4x8x8x8xf32>, %w: tensor<4x4x1x1x1xf32>) -> tensor<1x4x8x8x8xf32> {
  // expected-error@+1 {{'relay.nn.conv3d' op expected 2 desired layouts, but got 1}}
  %0 = relay.nn.conv3d %x, %w : (tensor<1x4x8x8x8xf32>, tensor<4x4x1x1x1xf32>) -> tensor<1x4x8x8x8xf32>
  return %0 : tensor<1x4x8x8x8xf32>
}

// -----

func.func @unsupported(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32> {
  // expected-error@+1 {{'relay.nn.conv2d_transpose' op expected a desired layout of the data for which that of the weight is known, but got "HWNC"}}
  %0 = relay.nn.conv2d_transpose %x, %w : (tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32>
  return %0 : tensor<1x4x8x8xf32>
}

// -----

func.func @pool(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x7x7xf32> {
  // expected-error@+1 {{'relay.nn.max_pool2d' op expected a desired layout of the data, but got "default"}}
  %0 = relay.nn.max_pool2d %x {pool_size = array<i64: 2, 2>} : (tensor<1x4x8x8xf32>) -> tensor<1x4x7x7xf32>
  return %0 : tensor<1x4x7x7xf32>
}

// -----

func.func @resize(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32> {
  // expected-error@+1 {{'relay.image.resize2d' op expected 1 desired layouts, but got 2}}
  %0 = relay.image.resize2d %x {size = array<i64: 4, 4>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>} : (tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32>
  return %0 : tensor<1x4x4x4xf32>
}

// -----

// expected-error@+1 {{could not infer the type of argument 0 of '@argument': '!relay.unknown'}}
func.func @argument(%x: !relay.unknown) -> !relay.unknown {
  return %x : !relay.unknown
}

// -----

func.func @regions(%x: tensor<2x4x8x8xf32>, %r: tensor<5x5xf32>) -> tensor<5x4x2x2xf32> {
  %0 = relay.vision.roi_pool %x, %r {pooled_size = array<i64: 2, 2>, spatial_scale = 1.0} : (tensor<2x4x8x8xf32>, tensor<5x5xf32>) -> tensor<5x4x2x2xf32>
  return %0 : tensor<5x4x2x2xf32>
}
