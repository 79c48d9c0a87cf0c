//===- Image operators -----------------------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_IMAGEOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_IMAGEOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

def Relay_ImageResize2dOp : Relay_Operator<"image.resize2d", Relay_Injective> {
  let summary = "resize of the height and width of images";
  let semantics = [{
    Resizes dimensions H and W of `data`, which `layout` names, to `size`
    (height, width). Each output position is mapped to a position of the input
    by `coordinate_transformation_mode` (`half_pixel`, `align_corners`,
    `asymmetric`, `pytorch_half_pixel`, `tf_half_pixel_for_nn` or
    `tf_crop_and_resize`, which crops to `roi`: top, left, bottom and right as
    fractions, with `extrapolation_value` outside of the image). `method` says
    how the value there is found:

    * `nearest_neighbor`: the pixel that `rounding_method` (`round`,
      `round_prefer_floor`, `round_prefer_ceil`, `floor`, `ceil`) picks; the
      empty string means `round` with `align_corners` and `floor` otherwise.
    * `linear`: bilinear interpolation between four pixels.
    * `cubic`: a spline over sixteen pixels with coefficient `cubic_alpha`; with
      `cubic_exclude` pixels outside of the image get no weight.

    Pixels outside of the image are those of its edge. The result has element
    type `out_dtype`, or that of `data`.
  }];
  let example = [{%0 = relay.image.resize2d %x {size = array<i64: 8, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, layout = "NHWC"} : (tensor<1x4x4x3xf32>) -> tensor<1x8x8x3xf32>}];
  let arguments = (ins Relay_Tensor:$data, Relay_Ints:$size,
                   Relay_Floats:$roi,
                   Relay_StrOr<"NCHW">:$layout, Relay_StrOr<"linear">:$method,
                   Relay_StrOr<"half_pixel">:$coordinate_transformation_mode,
                   Relay_StrOr<"round">:$rounding_method,
                   Relay_FloatOr<"-0.5">:$cubic_alpha,
                   Relay_IntOr<"0">:$cubic_exclude,
                   Relay_FloatOr<"0.0">:$extrapolation_value,
                   Relay_OptionalDType:$out_dtype);
  let tvm = Relay_TVM<level = 5, attrs = "Resize2DAttrs", mixed = "Follow">;
  let returns = "A tensor of the shape of `data` with `size` as its height and "
      "width, of element type `out_dtype`, or that of `data`.";
  let raises = Relay_LayoutFits # ", or `size`, `roi`, `method` or a mode is none";
}

def Relay_NNUpsamplingOp : Relay_Operator<"nn.upsampling", Relay_Injective> {
  let summary = "images enlarged by factors";
  let semantics = [{
    Resizes dimensions H and W of `data`, which `layout` names, by the factors
    `scale_h` and `scale_w`; extents are rounded to the nearest integer, halves to
    even ones. `method` is `nearest_neighbor`, `bilinear` or `bicubic`; positions
    are those of `image.resize2d` with `align_corners` or else `asymmetric`.
  }];
  let example = "%0 = relay.nn.upsampling %x {scale_h = 2.0, scale_w = 1.5} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x6xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_FloatOr<"1.0">:$scale_h,
      Relay_FloatOr<"1.0">:$scale_w, Relay_StrOr<"NCHW">:$layout,
      Relay_StrOr<"nearest_neighbor">:$method,
      Relay_BoolOr<"false">:$align_corners);
  let tvm = Relay_TVM<level = 2, attrs = "UpSamplingAttrs",
                      required = ["scale_h", "scale_w"],
                      objects = ["layout", "method"]>;
  let returns = "A tensor of the type of `data` with its height and width "
      "multiplied by the scales.";
  let raises = Relay_LayoutFits # ", or a scale is not positive";
  let pythonParameters = "data, scale_h=1, scale_w=1, layout='NCHW', "
      "method='nearest_neighbor', align_corners=False";
}

def Relay_NNUpsampling3dOp
    : Relay_Operator<"nn.upsampling3d", Relay_Injective> {
  let summary = "volumes enlarged by factors";
  let semantics = [{
    As `nn.upsampling` for dimensions D, H and W; `method` is `nearest_neighbor`
    or `trilinear`, and `coordinate_transformation_mode` one of those of
    `image.resize2d`, where `tf_crop_and_resize` takes the first voxel for all.
  }];
  let example = "%0 = relay.nn.upsampling3d %x {scale_d = 2.0, scale_h = 2.0, scale_w = 3.0} : (tensor<1x3x2x4x4xf32>) -> tensor<1x3x4x8x12xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_FloatOr<"1.0">:$scale_d,
      Relay_FloatOr<"1.0">:$scale_h, Relay_FloatOr<"1.0">:$scale_w,
      Relay_StrOr<"NCDHW">:$layout, Relay_StrOr<"nearest_neighbor">:$method,
      Relay_StrOr<"half_pixel">:$coordinate_transformation_mode);
  let tvm = Relay_TVM<level = 2, attrs = "UpSampling3DAttrs",
                      required = ["scale_d", "scale_h", "scale_w"]>;
  let returns = "A tensor of the type of `data` with its depth, height and "
      "width multiplied by the scales.";
  let raises = Relay_LayoutFits # ", or a scale is not positive";
  let pythonParameters = "data, scale_d=1, scale_h=1, scale_w=1, "
      "layout='NCDHW', method='nearest_neighbor', "
      "coordinate_transformation_mode='half_pixel'";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_IMAGEOPS_TD
