//===- Operators of quantized tensors --------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_QNNOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_QNNOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

// The operands after the first `numData` are scales and zero points.
class Relay_QnnOperator<string mnemonic, Relay_Pattern pattern, int numData = 1,
                        list<Trait> traits = []>
    : Relay_Operator<"qnn." # mnemonic, pattern, traits> {
  let nonComputational = true;
  let extraOperatorDeclaration = [{
    static unsigned getNumDataOperands() { return }] # numData # [{; }
  }];
}

defvar Relay_QnnScalars = "a scale is no scalar of float32, or a zero point none "
    "of int32";
defvar Relay_QnnVectors = "a scale is neither a scalar nor a vector of float32 "
    "along its dimension, or a zero point none of int32";

//===----------------------------------------------------------------------===//
// Between floats and quantized numbers
//===----------------------------------------------------------------------===//

def Relay_QnnQuantizeOp : Relay_QnnOperator<"quantize", Relay_ElemWise> {
  let summary = "quantized numbers of floats";
  let semantics = [{
    `round(data / output_scale) + output_zero_point`, limited to the range of
    `out_dtype`, where halves are rounded away from zero. A NaN gives 0. Scale and
    zero point are scalars, or vectors along dimension `axis`. They need not be
    constant.
  }];
  let example = "%0 = relay.qnn.quantize %x, %s, %z {out_dtype = i8} : (tensor<2x3xf32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi8>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$output_scale,
                   Relay_Tensor:$output_zero_point, Relay_DType:$out_dtype,
                   Relay_IntOr<"-1">:$axis);
  let tvm = Relay_TVM<level = 11, attrs = "QuantizeAttrs">;
  let returns = "A tensor of the shape of `data` and of element type `out_dtype`.";
  let raises = !strconcat(
      "`data` is not of float32, `out_dtype` is none of int8, uint8, "
      "int16, uint16 and int32, ", Relay_AxisRange, ", or ", Relay_QnnVectors);
  let pythonParameters = "data, output_scale, output_zero_point, axis=-1, "
      "out_dtype='int8'";
}

def Relay_QnnDequantizeOp : Relay_QnnOperator<"dequantize", Relay_ElemWise> {
  let summary = "floats of quantized numbers";
  let semantics = [{
    `(data - input_zero_point) * input_scale`, computed in float32 after the
    difference, which wraps at 32 bits, and limited to the range of float16 before
    it is rounded to that. Scale and zero point are scalars, or vectors along
    dimension `axis`. They need not be constant.
  }];
  let example = "%0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x3xi8>, tensor<f32>, tensor<i32>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$input_scale,
                   Relay_Tensor:$input_zero_point, Relay_DType:$out_dtype,
                   Relay_IntOr<"-1">:$axis);
  let tvm = Relay_TVM<level = 11, attrs = "DequantizeAttrs">;
  let returns = "A tensor of the shape of `data` and of element type `out_dtype`.";
  let raises = !strconcat(
      "`data` is of none of int8, uint8, int16, uint16 and int32, "
      "`out_dtype` is neither float16 nor float32, ", Relay_AxisRange, ", or ",
      Relay_QnnVectors);
  let pythonParameters = "data, input_scale, input_zero_point, axis=-1, "
      "out_dtype='float32'";
}

def Relay_QnnRequantizeOp : Relay_QnnOperator<"requantize", Relay_ElemWise> {
  let summary = "quantized numbers in another quantization";
  let semantics = [{
    `round((data - input_zero_point) * input_scale / output_scale) +
    output_zero_point`, limited to the range of `out_dtype`. The input has a scale
    and a zero point, or vectors of them along dimension `axis`; the output has one
    of each. Scales must be constant, and so must the zero point of the output.

    `rounding` says which way halves are rounded: `UPWARD`, or `TONEAREST`, away
    from zero. With `compute_dtype` `int64` the quotient of the scales is an integer
    of 31 bits times a power of two, and the product has 64 bits; with `float32` and
    `float64` it is a float of that type. `None` takes the value from the options of
    the pass that writes the canonical form; without any that is `UPWARD`, and
    `float32` for targets of kind llvm that have sse4.1, else `int64`.
  }];
  let example = "%0 = relay.qnn.requantize %x, %s, %z, %t, %u {out_dtype = i8} : (tensor<2x3xi32>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi8>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$input_scale,
                   Relay_Tensor:$input_zero_point, Relay_Tensor:$output_scale,
                   Relay_Tensor:$output_zero_point, Relay_IntOr<"-1">:$axis,
                   Relay_StrOr<"None">:$rounding,
                   Relay_StrOr<"None">:$compute_dtype,
                   Relay_OptionalDType:$out_dtype);
  let tvm = Relay_TVM<level = 11, attrs = "RequantizeAttrs">;
  let returns = "A tensor of the shape of `data` and of element type `out_dtype`.";
  let raises = !strconcat(
      "`data` is of none of int8, uint8, int16, int32 and int64, "
      "`out_dtype` of none of int8, uint8, int16 and int32, ", Relay_AxisRange,
      ", or ", Relay_QnnVectors);
  let pythonParameters = "data, input_scale, input_zero_point, output_scale, "
      "output_zero_point, axis=-1, rounding='None', compute_dtype='None', "
      "out_dtype='int8'";
}

// Quantization whose type is an operand. It computes floats.
class Relay_QnnSimulatedOperator<string mnemonic>
    : Relay_Operator<"qnn." # mnemonic, Relay_ElemWise, [Relay_FloatFunction]> {
  let returns = Relay_SameType;
  let raises = !strconcat(
      "a scale or zero point is neither a scalar nor a vector along "
      "its dimension, ", Relay_AxisRange, ", or the type is no scalar of int32");
}

def Relay_QnnSimulatedQuantizeOp
    : Relay_QnnSimulatedOperator<"simulated_quantize"> {
  let summary = "values of quantized numbers as floats";
  let semantics = [{
    The result of `qnn.quantize` as floats, where the operand `out_dtype` says the
    type of the numbers: 1 for int8, 2 for uint8, 3 for int32. Any other number
    gives `data`. `output_scale` and `output_zero_point` are vectors along dimension
    `axis`, or have one element.
  }];
  let example = "%0 = relay.qnn.simulated_quantize %x, %d, %s, %z : (tensor<2x3xf32>, tensor<i32>, tensor<3xf32>, tensor<1xi32>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$out_dtype,
                   Relay_Tensor:$output_scale, Relay_Tensor:$output_zero_point,
                   Relay_IntOr<"-1">:$axis);
  let tvm = Relay_TVM<level = 11, attrs = "SimulatedQuantizeAttrs">;
}

def Relay_QnnSimulatedDequantizeOp
    : Relay_QnnSimulatedOperator<"simulated_dequantize"> {
  let summary = "values of floats that stand for quantized numbers";
  let semantics = [{
    The result of `qnn.dequantize`, where `data` has the numbers as floats and the
    operand `in_dtype` says their type: 1 for int8, 2 for uint8, 3 for int32. Any
    other number gives `data`. `input_scale` and `input_zero_point` are vectors along
    dimension `axis`, or have one element. `out_dtype` has no meaning.
  }];
  let example = "%0 = relay.qnn.simulated_dequantize %x, %d, %s, %z : (tensor<2x3xf32>, tensor<i32>, tensor<3xf32>, tensor<1xi32>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$in_dtype,
                   Relay_Tensor:$input_scale, Relay_Tensor:$input_zero_point,
                   Relay_OptionalDType:$out_dtype, Relay_IntOr<"-1">:$axis);
  let tvm = Relay_TVM<level = 11, attrs = "DequantizeAttrs">;
  let pythonParameters = "data, in_dtype, input_scale, input_zero_point, axis=-1";
}

//===----------------------------------------------------------------------===//
// Functions of one quantized tensor
//===----------------------------------------------------------------------===//

// A function of floats on quantized numbers.
class Relay_QnnUnaryOp<string mnemonic, Relay_Pattern pattern = Relay_Opaque>
    : Relay_QnnOperator<mnemonic, pattern> {
  let example = "%0 = relay.qnn." # mnemonic # " %x, %s, %z, %t, %u : (tensor<2x3xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi8>";
  let arguments = (ins Relay_Tensor:$x, Relay_Tensor:$scale,
                   Relay_Tensor:$zero_point, Relay_Tensor:$output_scale,
                   Relay_Tensor:$output_zero_point);
  let tvm = Relay_TVM<level = 11>;
  let returns = "A tensor of the type of `x`.";
  let raises = !strconcat(
      "`x` is neither of int8 nor of uint8, or ", Relay_QnnScalars);
  string function = "relay." # mnemonic;
  let semantics = "`" # function # "` of the value of each number of `x`, quantized: "
      "`qnn.dequantize`, `" # function # "`, `qnn.quantize`.";
  let extraClassDefinition = [{
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return ::mlir::relay::inferQuantizedUnary(
          loc, getRelayName(), adaptor.getX().getType(),
          ::mlir::ValueRange(adaptor.getOperands()).drop_front());
    }
  }];
}

def Relay_QnnAbsOp : Relay_QnnUnaryOp<"abs"> {
  let summary = "absolute value of quantized numbers";
}

def Relay_QnnErfOp : Relay_QnnUnaryOp<"erf"> {
  let summary = "error function of quantized numbers";
}

def Relay_QnnExpOp : Relay_QnnUnaryOp<"exp"> {
  let summary = "exponential of quantized numbers";
}

def Relay_QnnHardswishOp : Relay_QnnUnaryOp<"hardswish"> {
  let summary = "hard swish of quantized numbers";
  let semantics = [{
    `v * clip(v + 3, 0, 6) / 6` of the value v of each number of `x`, quantized.
  }];
}

def Relay_QnnLogOp : Relay_QnnUnaryOp<"log"> {
  let summary = "natural logarithm of quantized numbers";
}

def Relay_QnnRsqrtOp : Relay_QnnUnaryOp<"rsqrt"> {
  let summary = "reciprocal square root of quantized numbers";
}

def Relay_QnnSigmoidOp : Relay_QnnUnaryOp<"sigmoid"> {
  let summary = "logistic function of quantized numbers";
}

def Relay_QnnSqrtOp : Relay_QnnUnaryOp<"sqrt"> {
  let summary = "square root of quantized numbers";
}

def Relay_QnnTanhOp : Relay_QnnUnaryOp<"tanh", Relay_ElemWise> {
  let summary = "hyperbolic tangent of quantized numbers";
}

def Relay_QnnLeakyReluOp : Relay_QnnOperator<"leaky_relu", Relay_Opaque> {
  let summary = "leaky rectified linear unit of quantized numbers";
  let semantics = [{
    `qnn.requantize` of each number; of those below `input_zero_point`, `alpha`
    times that plus `(1 - alpha) * output_zero_point`. The factors are integers of
    31 bits times a power of two.
  }];
  let example = "%0 = relay.qnn.leaky_relu %x, %s, %z, %t, %u {alpha = 0.1 : f64} : (tensor<2x3xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi8>";
  let arguments = (ins Relay_Tensor:$x, Relay_Tensor:$input_scale,
                   Relay_Tensor:$input_zero_point, Relay_Tensor:$output_scale,
                   Relay_Tensor:$output_zero_point, Relay_FloatOr<"0.25">:$alpha);
  let tvm = Relay_TVM<level = 11, attrs = "LeakyReluAttrs">;
  let returns = "A tensor of the type of `x`.";
  let raises = !strconcat(
      "`x` is neither of int8 nor of uint8, or ", Relay_QnnScalars);
  let pythonParameters = "x, alpha, input_scale, input_zero_point, output_scale, "
      "output_zero_point";
}

def Relay_QnnSoftmaxOp : Relay_QnnOperator<"softmax", Relay_Opaque> {
  let summary = "softmax of quantized numbers";
  let semantics = [{
    An approximation of `nn.softmax` by integers: Algorithm 1 of
    <https://arxiv.org/abs/2207.01405> with 8 bits. `scale` is a constant of at most
    1.
  }];
  let example = "%0 = relay.qnn.softmax %x, %s, %z, %t, %u {axis = 1 : i64} : (tensor<2x3xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi8>";
  let arguments = (ins Relay_Tensor:$x, Relay_Tensor:$scale,
                   Relay_Tensor:$zero_point, Relay_Tensor:$output_scale,
                   Relay_Tensor:$output_zero_point, Relay_IntOr<"-1">:$axis);
  let tvm = Relay_TVM<level = 11, attrs = "SoftmaxAttrs">;
  let returns = "A tensor of the type of `x`.";
  let raises = !strconcat(
      "`x` is not of int8, ", Relay_AxisRange, ", or ", Relay_QnnScalars);
}

def Relay_QnnAvgPool2dOp
    : Relay_QnnOperator<"avg_pool2d", Relay_OutEWiseFusable> {
  let summary = "average over windows of quantized numbers";
  let semantics = [{
    `nn.avg_pool2d` of the numbers, after `qnn.requantize` to int32 if the
    quantizations differ, limited to the range of the element type. Padding counts as
    zeros, not as zero points.
  }];
  let nonComputational = false;
  let example = [{%0 = relay.qnn.avg_pool2d %x, %s, %z, %t, %u {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>, layout = "NHWC"} : (tensor<1x8x8x3xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<1x4x4x3xi8>}];
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$input_scale,
      Relay_Tensor:$input_zero_point, Relay_Tensor:$output_scale,
      Relay_Tensor:$output_zero_point, Relay_Ints:$pool_size,
      Relay_IntsOr<"{1, 1}">:$strides, Relay_IntsOr<"{1, 1}">:$dilation,
      Relay_IntsOr<"{0, 0}">:$padding, Relay_StrOr<"NCHW">:$layout,
      Relay_StrOr<"">:$out_layout, Relay_BoolOr<"false">:$ceil_mode,
      Relay_BoolOr<"false">:$count_include_pad);
  let tvm = Relay_TVM<level = 11, attrs = "AvgPool2DAttrs",
                      objects = ["layout", "out_layout"]>;
  let returns = "A tensor of the element type of `data` that has in each spatial "
      "dimension as many elements as windows fit into the padded one.";
  let raises = !strconcat(
      "`data` is neither of int8 nor of uint8, ", Relay_QnnScalars, ", ",
      Relay_LayoutFits,
      ", or `pool_size`, `strides`, `dilation` or `padding` have a "
      "wrong length or do not fit");
  let pythonParameters = "data, input_scale, input_zero_point, output_scale, "
      "output_zero_point, pool_size, strides, padding, dilation, ceil_mode=False, "
      "count_include_pad=True, layout='NHWC', out_layout=''";
}

//===----------------------------------------------------------------------===//
// Functions of several quantized tensors
//===----------------------------------------------------------------------===//

class Relay_QnnBinaryOp<string mnemonic>
    : Relay_QnnOperator<mnemonic, Relay_Broadcast, 2> {
  let example = "%0 = relay.qnn." # mnemonic # " %a, %b, %s, %z, %s, %z, %t, %u : (tensor<2x3xi8>, tensor<3xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi8>";
  let arguments = (ins Relay_Tensor:$lhs, Relay_Tensor:$rhs,
      Relay_Tensor:$lhs_scale, Relay_Tensor:$lhs_zero_point,
      Relay_Tensor:$rhs_scale, Relay_Tensor:$rhs_zero_point,
      Relay_Tensor:$output_scale, Relay_Tensor:$output_zero_point,
      Relay_IntOr<"-1">:$lhs_axis, Relay_IntOr<"-1">:$rhs_axis);
  let tvm = Relay_TVM<level = 11, attrs = "BroadcastAttrs">;
  let returns = "A tensor of the element type of `lhs` and the shape to which both "
      "broadcast.";
  let raises = !strconcat(
      Relay_ShapesFit, ", `lhs_axis` or `rhs_axis` is out of range, ",
      Relay_QnnVectors);
  let extraClassDefinition = [{
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return ::mlir::relay::inferQuantizedBinary(
          loc, getRelayName(), adaptor.getOperands(), adaptor.getLhsAxis(),
          adaptor.getRhsAxis());
    }
  }];
}

def Relay_QnnAddOp : Relay_QnnBinaryOp<"add"> {
  let summary = "sum of quantized tensors";
  let semantics = [{
    Brings both operands to the quantization of the output by `qnn.requantize` to
    int32, unless they have it, adds them, subtracts `output_zero_point` and limits
    the sum to the range of the element type. The scale and the zero point of an
    operand may be vectors along its dimension `lhs_axis` or `rhs_axis`.
  }];
}

def Relay_QnnSubtractOp : Relay_QnnBinaryOp<"subtract"> {
  let summary = "difference of quantized tensors";
  let semantics = [{
    Brings both operands to the quantization of the output by `qnn.requantize` to
    int32, unless they have it, subtracts them, adds `output_zero_point` and limits
    the sum to the range of the element type. The scale and the zero point of an
    operand may be vectors along its dimension `lhs_axis` or `rhs_axis`.
  }];
}

def Relay_QnnMulOp : Relay_QnnBinaryOp<"mul"> {
  let summary = "product of quantized tensors";
  let semantics = [{
    `qnn.requantize` of the product of both operands, without their zero points,
    which has the product of both scales as its scale, rounded to float32. The scale
    and the zero point of an operand may be vectors along its dimension `lhs_axis` or
    `rhs_axis`; then these two must be equal.
  }];
}

def Relay_QnnConcatenateOp
    : Relay_QnnOperator<"concatenate", Relay_Injective> {
  let summary = "concatenation of quantized tensors";
  let semantics = [{
    `relay.concatenate` of the tensors of a tuple, those in another quantization
    than that of the output after `qnn.requantize`. `input_scales` and
    `input_zero_points` are tuples of scalars, one for each tensor.
  }];
  let example = "%0 = relay.qnn.concatenate %a, %s, %z, %t, %u {axis = 1 : i64} : (tuple<tensor<2x3xi8>, tensor<2x1xi8>>, tuple<tensor<f32>, tensor<f32>>, tuple<tensor<i32>, tensor<i32>>, tensor<f32>, tensor<i32>) -> tensor<2x4xi8>";
  let arguments = (ins Relay_Tuple:$data, Relay_Tuple:$input_scales,
                   Relay_Tuple:$input_zero_points, Relay_Tensor:$output_scale,
                   Relay_Tensor:$output_zero_point, Relay_IntOr<"0">:$axis);
  let tvm = Relay_TVM<level = 11, attrs = "ConcatenateAttrs">;
  let returns = "A tensor of the element type of the fields, whose sizes along "
      "`axis` add up.";
  let raises = !strconcat(
      Relay_AxisRange,
      ", the fields differ in element type, rank or another size, "
      "the tuples have different lengths, or ", Relay_QnnScalars);
  let pythonParameters = "data, input_scales, input_zero_points, output_scale, "
      "output_zero_point, axis";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_QNNOPS_TD
