//===- Operators whose shapes are operands ---------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_DYNOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_DYNOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

// An operator that takes from an operand what another takes from an attribute.
// Relay text has that attribute here too; it has no effect. As in TVM the
// result is dynamic even where the operand is a constant: relay-dynamic-to-static
// makes the other operator of it then.
class Relay_DynOp<string mnemonic, Relay_Pattern pattern>
    : Relay_Operator<mnemonic, pattern,
                     [DeclareOpInterfaceMethods<Relay_StaticFormInterface>]> {
  let returns = "A tensor whose shape is known where the operands that give it "
      "are constants; of `Any` otherwise.";
  let raises = "what the operator without `dyn.` refuses";
}

def Relay_DynBroadcastToOp : Relay_DynOp<"dyn.broadcast_to", Relay_Broadcast> {
  let summary = "repetition to a shape that is an operand";
  let semantics = [{
    As `broadcast_to`, to the shape that the vector `target` holds.
  }];
  let example = "%0 = relay.dyn.broadcast_to %x, %s : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$target,
      Relay_OptionalInts:$shape, Relay_OptionalDType:$dtype);
  let tvm = Relay_TVM<level = 4, attrs = "InitOpAttrs", required = ["shape"]>;
}

def Relay_DynExpandDimsOp : Relay_DynOp<"dyn.expand_dims", Relay_Injective> {
  let summary = "insertion of dimensions at a place that is an operand";
  let semantics = [{
    As `expand_dims`, before the dimension that the scalar `axis` holds.
  }];
  let example = "%0 = relay.dyn.expand_dims %x, %a {num_newaxis = 1 : i64} : (tensor<2x3xf32>, tensor<i64>) -> tensor<?x?x?xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$axis,
      Relay_IntOr<"1">:$num_newaxis);
  let tvm = Relay_TVM<level = 3, attrs = "DynExpandDimsAttrs",
                      declared = false>;
}

def Relay_DynFullOp : Relay_DynOp<"dyn.full", Relay_ElemWise> {
  let summary = "tensor of one value and of a shape that is an operand";
  let semantics = "As `full`, of the shape that the vector `target` holds.";
  let example = "%0 = relay.dyn.full %v, %s {dtype = i8} : (tensor<f32>, tensor<2xi64>) -> tensor<?x?xi8>";
  let arguments = (ins Relay_Tensor:$fill_value, Relay_Tensor:$target,
      Relay_OptionalInts:$shape, Relay_OptionalDType:$dtype);
  let tvm = Relay_TVM<level = 3, attrs = "InitOpAttrs", required = ["shape"]>;
}

def Relay_DynImageResize2dOp : Relay_DynOp<"dyn.image.resize2d", Relay_Injective> {
  let summary = "resize of images to a size that is an operand";
  let semantics = [{
    As `image.resize2d`, to the height and width that `target_size` holds, cropped to
    the vector `target_roi` of four fractions.
  }];
  let example = "%0 = relay.dyn.image.resize2d %x, %s, %r : (tensor<1x3x4x4xf32>, tensor<2xi64>, tensor<4xf32>) -> tensor<1x3x?x?xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$target_size,
      Relay_Tensor:$target_roi, Relay_OptionalInts:$size,
      Relay_OptionalFloats:$roi, Relay_StrOr<"NCHW">:$layout,
      Relay_StrOr<"linear">:$method,
      Relay_StrOr<"half_pixel">:$coordinate_transformation_mode,
      Relay_StrOr<"round">:$rounding_method, Relay_FloatOr<"-0.5">:$cubic_alpha,
      Relay_IntOr<"0">:$cubic_exclude,
      Relay_FloatOr<"0.0">:$extrapolation_value,
      Relay_OptionalDType:$out_dtype);
  let tvm = Relay_TVM<level = 5, attrs = "Resize2DAttrs">;
}

def Relay_DynNNPadOp : Relay_DynOp<"dyn.nn.pad", Relay_Injective> {
  let summary = "elements added around a tensor, of widths that are an operand";
  let semantics = [{
    As `nn.pad`, of the widths that `widths` holds, two for each dimension.
  }];
  let example = "%0 = relay.dyn.nn.pad %x, %w, %v : (tensor<2x3xf32>, tensor<2x2xi64>, tensor<f32>) -> tensor<?x?xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$widths,
      Relay_Tensor:$pad_value, Relay_OptionalIntLists:$pad_width,
      Relay_StrOr<"constant">:$pad_mode);
  let tvm = Relay_TVM<level = 2, attrs = "PadAttrs", required = ["pad_width"],
                      objects = ["pad_mode"]>;
}

def Relay_DynNNUpsamplingOp : Relay_DynOp<"dyn.nn.upsampling", Relay_Injective> {
  let summary = "images enlarged by factors that are operands";
  let semantics = [{
    As `nn.upsampling`, by the scalars `factor_h` and `factor_w`.
  }];
  let example = "%0 = relay.dyn.nn.upsampling %x, %h, %w : (tensor<1x3x4x4xf32>, tensor<f32>, tensor<f32>) -> tensor<1x3x?x?xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$factor_h,
      Relay_Tensor:$factor_w, Relay_OptionalFloat:$scale_h,
      Relay_OptionalFloat:$scale_w, Relay_StrOr<"NCHW">:$layout,
      Relay_StrOr<"nearest_neighbor">:$method,
      Relay_BoolOr<"false">:$align_corners);
  let tvm = Relay_TVM<level = 2, attrs = "UpSamplingAttrs",
                      required = ["scale_h", "scale_w"],
                      objects = ["layout", "method"]>;
}

def Relay_DynNNUpsampling3dOp : Relay_DynOp<"dyn.nn.upsampling3d", Relay_Injective> {
  let summary = "volumes enlarged by factors that are operands";
  let semantics = [{
    As `nn.upsampling3d`, by the scalars `factor_d`, `factor_h` and `factor_w`.
  }];
  let example = "%0 = relay.dyn.nn.upsampling3d %x, %d, %h, %w : (tensor<1x3x4x4x4xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<1x3x?x?x?xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$factor_d,
      Relay_Tensor:$factor_h, Relay_Tensor:$factor_w,
      Relay_OptionalFloat:$scale_d, Relay_OptionalFloat:$scale_h,
      Relay_OptionalFloat:$scale_w, Relay_StrOr<"NCDHW">:$layout,
      Relay_StrOr<"nearest_neighbor">:$method,
      Relay_StrOr<"half_pixel">:$coordinate_transformation_mode);
  let tvm = Relay_TVM<level = 2, attrs = "UpSampling3DAttrs",
                      required = ["scale_d", "scale_h", "scale_w"]>;
}

def Relay_DynOneHotOp : Relay_DynOp<"dyn.one_hot", Relay_OutEWiseFusable> {
  let summary = "one-hot vectors of a length that is an operand";
  let semantics = "As `one_hot`, with the scalar `length` for the depth.";
  let example = "%0 = relay.dyn.one_hot %i, %on, %off, %n {dtype = f32} : (tensor<3xi32>, tensor<f32>, tensor<f32>, tensor<i32>) -> tensor<3x?xf32>";
  let arguments = (ins Relay_Tensor:$indices, Relay_Tensor:$on_value,
      Relay_Tensor:$off_value, Relay_Tensor:$length, Relay_IntOr<"1">:$depth,
      Relay_IntOr<"-1">:$axis, Relay_DType:$dtype);
  let tvm = Relay_TVM<attrs = "OneHotAttrs">;
}

def Relay_DynOnesOp : Relay_DynOp<"dyn.ones", Relay_ElemWise> {
  let summary = "tensor of ones of a shape that is an operand";
  let semantics = "As `ones`, of the shape that the vector `target` holds.";
  let example = "%0 = relay.dyn.ones %s {dtype = f32} : (tensor<2xi64>) -> tensor<?x?xf32>";
  let arguments = (ins Relay_Tensor:$target, Relay_OptionalInts:$shape,
      Relay_DType:$dtype);
  let tvm = Relay_TVM<level = 3, attrs = "InitOpAttrs", required = ["shape"]>;
}

def Relay_DynZerosOp : Relay_DynOp<"dyn.zeros", Relay_ElemWise> {
  let summary = "tensor of zeros of a shape that is an operand";
  let semantics = "As `zeros`, of the shape that the vector `target` holds.";
  let example = "%0 = relay.dyn.zeros %s {dtype = f32} : (tensor<2xi64>) -> tensor<?x?xf32>";
  let arguments = (ins Relay_Tensor:$target, Relay_OptionalInts:$shape,
      Relay_DType:$dtype);
  let tvm = Relay_TVM<level = 3, attrs = "InitOpAttrs", required = ["shape"]>;
}

def Relay_DynReshapeOp : Relay_DynOp<"dyn.reshape", Relay_Injective> {
  let summary = "same elements in a shape that is an operand";
  let semantics = "As `reshape`, with the vector `target` for the new shape.";
  let example = "%0 = relay.dyn.reshape %x, %s : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$target,
      Relay_OptionalInts:$newshape, Relay_BoolOr<"false">:$allowzero);
  let reshapeOnly = true;
  let tvm = Relay_TVM<level = 3, attrs = "ReshapeAttrs",
                      required = ["newshape"]>;
}

def Relay_DynSparseToDenseOp : Relay_DynOp<"dyn.sparse_to_dense", Relay_Opaque> {
  let summary = "values at positions in a shape that is an operand";
  let semantics = [{
    As `sparse_to_dense`, of the shape that the vector `target` holds.
  }];
  let example = "%0 = relay.dyn.sparse_to_dense %i, %v, %d, %s : (tensor<2x2xi32>, tensor<2xf32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>";
  let arguments = (ins Relay_Tensor:$sparse_indices,
      Relay_Tensor:$sparse_values, Relay_Tensor:$default_value,
      Relay_Tensor:$target);
  let tvm = Relay_TVM<level = 3>;
}

def Relay_DynSqueezeOp : Relay_DynOp<"dyn.squeeze", Relay_Injective> {
  let summary = "removal of dimensions that are an operand";
  let semantics = [{
    As `squeeze`, of the dimensions that the vector `axes` holds.
  }];
  let example = "%0 = relay.dyn.squeeze %x, %a : (tensor<1x3x1xf32>, tensor<2xi64>) -> tensor<?xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$axes,
      Relay_OptionalInts:$axis);
  let reshapeOnly = true;
  let tvm = Relay_TVM<level = 3, attrs = "SqueezeAttrs">;
}

def Relay_DynStridedSliceOp : Relay_DynOp<"dyn.strided_slice", Relay_Injective> {
  let summary = "every n-th element of a range that is operands";
  let semantics = [{
    As `strided_slice`, with the vectors `first`, `last` and `steps` for begin, end and
    strides.
  }];
  let example = "%0 = relay.dyn.strided_slice %x, %b, %e, %s : (tensor<4x5xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x5xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$first,
      Relay_Tensor:$last, Relay_Tensor:$steps, Relay_OptionalInts:$begin,
      Relay_OptionalInts:$end, Relay_OptionalInts:$strides,
      Relay_StrOr<"end">:$slice_mode, Relay_OptionalInts:$axes);
  let tvm = Relay_TVM<level = 4, attrs = "StridedSliceAttrs",
                      required = ["begin", "end", "strides", "axes"],
                      objects = ["slice_mode"]>;
}

def Relay_DynTileOp : Relay_DynOp<"dyn.tile", Relay_Injective> {
  let summary = "repetition of a tensor as often as an operand says";
  let semantics = [{
    As `tile`, as often as the vector `repetitions` says. Fractions are cut off.
  }];
  let example = "%0 = relay.dyn.tile %x, %r : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$repetitions,
      Relay_OptionalInts:$reps);
  let tvm = Relay_TVM<level = 3, attrs = "TileAttrs", required = ["reps"]>;
}

def Relay_DynTopkOp : Relay_DynOp<"dyn.topk", Relay_Opaque> {
  let summary = "largest elements, as many as an operand says";
  let semantics = [{
    As `topk`, with `count`, a scalar or a vector with one element, for k. A fraction
    is cut off.
  }];
  let example = [{%0 = relay.dyn.topk %x, %k {ret_type = "values", dtype = i32} : (tensor<2x5xf32>, tensor<i64>) -> tensor<2x?xf32>}];
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$count,
      Relay_OptionalInt:$k, Relay_IntOr<"-1">:$axis, Relay_StrOr<"both">:$ret_type,
      Relay_BoolOr<"false">:$is_ascend, Relay_DType:$dtype);
  let tvm = Relay_TVM<level = 6, attrs = "TopkAttrs", required = ["k"],
                      objects = ["k"]>;
}

#endif // RELAYLITE_DIALECT_RELAY_IR_DYNOPS_TD
