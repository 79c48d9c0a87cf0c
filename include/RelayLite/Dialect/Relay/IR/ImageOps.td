//===- Image operators -----------------------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_IMAGEOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_IMAGEOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

// The attributes that a resize of any number of dimensions has.
class Relay_ResizeOp<string mnemonic, string defaultLayout>
    : Relay_Operator<mnemonic, Relay_Injective> {
  let arguments = (ins Relay_Tensor:$data, Relay_Ints:$size,
                   Relay_Floats:$roi, Relay_StrOr<defaultLayout>:$layout,
                   Relay_StrOr<"linear">:$method,
                   Relay_StrOr<"half_pixel">:$coordinate_transformation_mode,
                   Relay_StrOr<"round">:$rounding_method,
                   Relay_FloatOr<"-0.5">:$cubic_alpha,
                   Relay_IntOr<"0">:$cubic_exclude,
                   Relay_FloatOr<"0.0">:$extrapolation_value,
                   Relay_OptionalDType:$out_dtype);
  let returns = "A tensor of the shape of `data` with `size` as its spatial "
      "dimensions, of element type `out_dtype`, or that of `data`.";
  let raises = Relay_LayoutFits # ", or `size`, `roi`, `method` or a mode is none";
}

def Relay_ImageAffineGridOp
    : Relay_Operator<"image.affine_grid", Relay_Injective> {
  let summary = "positions of an image that is moved, turned or scaled";
  let semantics = [{
    For each matrix m of `data`, (batch, 2, 3), and each position (x, y) of an
    even grid of `target_shape` (height, width) from (-1, -1) to (1, 1), the
    position `m[:, 0] * x + m[:, 1] * y + m[:, 2]`. As in TVM the grid spans
    2 - 1e-7. See `image.grid_sample`.
  }];
  let example = "%0 = relay.image.affine_grid %m {target_shape = array<i64: 4, 5>} : (tensor<2x2x3xf32>) -> tensor<2x2x4x5xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Ints:$target_shape);
  let tvm = Relay_TVM<level = 5, attrs = "AffineGridAttrs">;
  let returns = "A tensor (batch, 2, height, width) of the element type of `data`.";
  let raises = "`data` is not (batch, 2, 3), or `target_shape` does not have two "
      "sizes above 1";
  let pythonParameters = "data, target_shape=None";
}

def Relay_ImageCropAndResizeOp
    : Relay_Operator<"image.crop_and_resize", Relay_Injective> {
  let summary = "boxes of images, resized";
  let semantics = [{
    Resizes each box of `boxes`, (box, 4), to `crop_size` (height, width): from
    the image of `data` that `box_indices` tells. A box has top, left, bottom and
    right as fractions of an image from its first to its last pixel; position y
    of n is that at `top + y * (bottom - top) / (n - 1)` of the height less 1. A
    single position is the first one. `method` is `bilinear` or
    `nearest_neighbor`, which rounds halves away from zero. Positions outside of
    the image are `extrapolation_value`. An index out of range is limited to the
    range.
  }];
  let example = [{%0 = relay.image.crop_and_resize %x, %b, %i {crop_size = array<i64: 4, 4>, layout = "NHWC"} : (tensor<2x8x8x3xf32>, tensor<5x4xf32>, tensor<5xi32>) -> tensor<5x4x4x3xf32>}];
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$boxes,
                   Relay_Tensor:$box_indices, Relay_Ints:$crop_size,
                   Relay_StrOr<"NCHW">:$layout, Relay_StrOr<"bilinear">:$method,
                   Relay_FloatOr<"0.0">:$extrapolation_value,
                   Relay_OptionalDType:$out_dtype);
  let tvm = Relay_TVM<level = 5, attrs = "CropAndResizeAttrs">;
  let returns = "A tensor of the shape of `data` with a batch for each box and "
      "`crop_size` as its height and width, of element type `out_dtype`, or that "
      "of `data`.";
  let raises = Relay_LayoutFits # ", `boxes` is not (box, 4), `box_indices` has "
      "not one integer for each box, or `crop_size` or `method` is none";
  let pythonParameters = "data, boxes, box_indices, crop_size, layout, "
      "method='bilinear', extrapolation_value=0, out_dtype=None";
}

def Relay_ImageDilation2dOp
    : Relay_Operator<"image.dilation2d", Relay_OutEWiseFusable> {
  let summary = "grayscale dilation";
  let semantics = [{
    With `data` in layout NCHW and `weight` in layout IHW, element (n, c, y, x)
    of the result is the maximum over h and w of

    ```
    data[n, c, y * strides[0] + h * dilations[0], x * strides[1] + w * dilations[1]] + weight[c, h, w]
    ```

    NaN if there is one, where `data` has been surrounded by zeros as `padding`
    says: one number for all sides, a height and a width, or top, left, bottom
    and right. `data_layout`, which the result has, too, is NCHW or NHWC, and
    `kernel_layout` IHW or HWI. The result has element type `out_dtype`, or that
    of `data`; operands are converted to it. The last two of four `strides` or
    `dilations` have no effect, as in TVM.
  }];
  let example = "%0 = relay.image.dilation2d %x, %w {padding = array<i64: 1, 1>} : (tensor<1x3x8x8xf32>, tensor<3x3x3xf32>) -> tensor<1x3x8x8xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$weight,
                   Relay_IntsOr<"{1, 1}">:$strides,
                   Relay_IntsOr<"{0, 0}">:$padding,
                   Relay_IntsOr<"{1, 1}">:$dilations,
                   Relay_StrOr<"NCHW">:$data_layout,
                   Relay_StrOr<"IHW">:$kernel_layout,
                   Relay_OptionalDType:$out_dtype);
  let tvm = Relay_TVM<level = 2, attrs = "Dilation2DAttrs">;
  let returns = "A tensor in `data_layout` with the channels of `data`, and in "
      "each spatial dimension as many elements as windows fit into the padded "
      "one; of element type `out_dtype`, or that of `data`.";
  let raises = Relay_LayoutFits # ", the channels of the operands differ, or "
      "`strides`, `padding` or `dilations` have a wrong length or do not fit";
}

def Relay_ImageGridSampleOp
    : Relay_Operator<"image.grid_sample", Relay_Injective, [Relay_FloatFunction]> {
  let summary = "pixels of an image at given positions";
  let semantics = [{
    Takes the pixels of `data`, in layout NCHW or NCDHW, at the positions that
    `grid` has: (batch, 2, height, width) of x and y, or (batch, 3, depth,
    height, width) of x, y and z. A position in [-1, 1] along each axis spans the
    image: from the center of the first to that of the last pixel with
    `align_corners`, otherwise from edge to edge. `method` says how a pixel is
    found:

    * `nearest`: the next pixel, of two equally far ones the even one.
    * `bilinear`: linear interpolation between four pixels, or eight voxels.
    * `bicubic`: a spline over sixteen pixels with coefficient -0.75, of images
      only.

    `padding_mode` says what lies outside: `zeros`, the edge (`border`), or the
    image mirrored at its edge as often as is needed (`reflection`). NaN, and an
    infinite position in a mirrored image, are position 0. Positions are computed
    in f32, or in f64 if `data` is f64.
  }];
  let example = "%0 = relay.image.grid_sample %x, %g : (tensor<2x3x8x8xf32>, tensor<2x2x4x5xf32>) -> tensor<2x3x4x5xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$grid,
                   Relay_StrOr<"bilinear">:$method,
                   Relay_StrOr<"NCHW">:$layout,
                   Relay_StrOr<"zeros">:$padding_mode,
                   Relay_BoolOr<"true">:$align_corners);
  let tvm = Relay_TVM<level = 5, attrs = "GridSampleAttrs",
                      objects = ["method", "layout", "padding_mode"]>;
  let returns = "A tensor with the batch and channels of `data`, and the spatial "
      "dimensions of `grid`.";
  let raises = Relay_LayoutFits # ", `grid` has another batch or number of "
      "coordinates, or `method` or `padding_mode` is none";
}

def Relay_ImageResize1dOp : Relay_ResizeOp<"image.resize1d", "NCW"> {
  let summary = "resize of lines";
  let semantics = [{
    As `image.resize2d` for the dimension W; `roi` has its begin and its end.
  }];
  let example = [{%0 = relay.image.resize1d %x {size = array<i64: 8>, roi = array<f64: 0.0, 0.0>} : (tensor<1x3x4xf32>) -> tensor<1x3x8xf32>}];
  let tvm = Relay_TVM<level = 5, attrs = "Resize1DAttrs">;
}

def Relay_ImageResize2dOp : Relay_ResizeOp<"image.resize2d", "NCHW"> {
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
  let tvm = Relay_TVM<level = 5, attrs = "Resize2DAttrs", mixed = "Follow">;
}

def Relay_ImageResize3dOp : Relay_ResizeOp<"image.resize3d", "NCDHW"> {
  let summary = "resize of volumes";
  let semantics = [{
    As `image.resize2d` for the dimensions D, H and W; as in TVM, `roi` has the
    begins of W, H and D, and then their ends.
  }];
  let example = [{%0 = relay.image.resize3d %x {size = array<i64: 4, 8, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0, 0.0, 0.0>, method = "nearest_neighbor", rounding_method = "floor"} : (tensor<1x3x2x4x4xf32>) -> tensor<1x3x4x8x8xf32>}];
  let tvm = Relay_TVM<level = 5, attrs = "Resize3DAttrs">;
}

def Relay_NNUpsamplingOp : Relay_Operator<"nn.upsampling", Relay_Injective> {
  let summary = "images enlarged by factors";
  let semantics = [{
    Resizes dimensions H and W of `data`, which `layout` names, by the factors
    `scale_h` and `scale_w`; sizes are rounded to the nearest integer, halves to
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
