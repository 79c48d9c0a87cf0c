//===- Operators of quantized tensors --------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_QNNOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_QNNOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

// An operator whose meaning is its canonical form. The operands after the first
// `numData` are scales and zero points.
class Relay_QnnOperator<string mnemonic, Relay_Pattern pattern, int numData = 1,
                        list<Trait> traits = []>
    : Relay_Operator<"qnn." # mnemonic, pattern,
                     !listconcat([DeclareOpInterfaceMethods<
                                     Relay_CanonicalFormInterface>], traits)> {
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
    from zero. In floats the zero point of the output is added before the sum is
    rounded, as in TVM: `TONEAREST` then rounds halves away from zero, not from the
    zero point. With `compute_dtype` `int64` the quotient of the scales is an integer
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

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

// A convolution. `weight` is called `kernel` where its zero point and scale are
// named, as in TVM.
class Relay_QnnConvOp<string mnemonic, string otherAttributes = "">
    : Relay_QnnOperator<mnemonic, Relay_OutEWiseFusable, 2,
                        [DeclareOpInterfaceMethods<Relay_CostInterface>]> {
  dag convOperands = (ins Relay_Tensor:$data, Relay_Tensor:$weight,
      Relay_Tensor:$input_zero_point, Relay_Tensor:$kernel_zero_point,
      Relay_Tensor:$input_scale, Relay_Tensor:$kernel_scale);
  let returns = "A tensor of element type `out_dtype`, in the shape of the "
      "convolution without quantization.";
  let raises = !strconcat(
      "`data` or `weight` has another element type, `out_dtype` is "
      "none of int16, int32 and int64, ", Relay_QnnVectors, ", ",
      Relay_LayoutFits,
      ", or the attributes contradict each other or the operands");
  let extraOperatorDeclaration = [{
    static unsigned getNumDataOperands() { return 2; }
    /// Return the attributes for type inference.
    static ::mlir::relay::ConvAttributes getConvAttributes(Adaptor adaptor);
  }];
  let extraClassDefinition = [{
    ::mlir::relay::ConvAttributes
    $cppClass::getConvAttributes(Adaptor adaptor) {
      ::mlir::relay::ConvAttributes result;
      result.relayName = getRelayName();
      result.spatialNames = "HW";
      result.strides = adaptor.getStrides();
      result.padding = adaptor.getPadding();
      result.dilation = adaptor.getDilation();
      result.groups = adaptor.getGroups();
      result.channels = adaptor.getChannels();
      result.kernelSize = adaptor.getKernelSize();
      result.dataLayout = adaptor.getDataLayout();
      result.kernelLayout = adaptor.getKernelLayout();
      result.outLayout = adaptor.getOutLayout();
      result.outDType = adaptor.getOutDtype();
      }] # otherAttributes # [{
      return result;
    }
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return ::mlir::relay::inferQuantizedConv(
          loc, getConvAttributes(adaptor), adaptor.getOperands());
    }
    uint64_t $cppClass::estimateOwnWork() {
      return ::mlir::relay::estimateConvWork(
          getConvAttributes(*this), getData().getType(), getWeight().getType());
    }
  }];
}

def Relay_QnnConv2dOp : Relay_QnnConvOp<"conv2d"> {
  let summary = "convolution over images of quantized numbers";
  let semantics = [{
    `nn.conv2d` of `data - input_zero_point` and `weight - kernel_zero_point`, with
    sums in `out_dtype` that wrap. Padding has the value 0: it stands for
    `input_zero_point`. `kernel_scale` may be a vector with an element for each
    channel of the result, and `kernel_zero_point` one for each element of dimension O
    of `weight`. The zero points need not be constant. The scales have no influence:
    the scale of the result is their product.
  }];
  let example = "%0 = relay.qnn.conv2d %x, %w, %z, %y, %s, %t {padding = array<i64: 1, 1, 1, 1>, channels = 6 : i64, kernel_size = array<i64: 3, 3>, out_dtype = i32} : (tensor<1x4x8x8xui8>, tensor<6x4x3x3xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<6xf32>) -> tensor<1x6x8x8xi32>";
  let arguments = !con(convOperands,
      (ins Relay_IntsOr<"{1, 1}">:$strides, Relay_IntsOr<"{0, 0}">:$padding,
       Relay_IntsOr<"{1, 1}">:$dilation, Relay_IntOr<"1">:$groups,
       Relay_OptionalInt:$channels, Relay_OptionalInts:$kernel_size,
       Relay_StrOr<"NCHW">:$data_layout, Relay_StrOr<"OIHW">:$kernel_layout,
       Relay_StrOr<"">:$out_layout, Relay_OptionalDType:$out_dtype));
  let tvm = Relay_TVM<level = 11, attrs = "Conv2DAttrs",
                      objects = ["channels", "data_layout", "kernel_layout", "out_layout"]>;
  let pythonParameters = "data, weight, input_zero_point, kernel_zero_point, "
      "input_scale, kernel_scale, kernel_size, channels, strides=(1, 1), "
      "padding=(0, 0), dilation=(1, 1), groups=1, data_layout='NCHW', "
      "kernel_layout='OIHW', out_layout='', out_dtype='int32'";
}

def Relay_QnnConv2dTransposeOp
    : Relay_QnnConvOp<"conv2d_transpose",
                      "result.outputPadding = adaptor.getOutputPadding();"> {
  let summary = "transposed convolution over images of quantized numbers";
  let semantics = [{
    `nn.conv2d_transpose` of `data - input_zero_point` and `weight -
    kernel_zero_point` as int16, with sums in `out_dtype` that wrap. The zero points
    need not be constant. The scales have no influence: the scale of the result is
    their product.
  }];
  let example = "%0 = relay.qnn.conv2d_transpose %x, %w, %z, %y, %s, %t {channels = 6 : i64, kernel_size = array<i64: 3, 3>, out_dtype = i32} : (tensor<1x4x8x8xui8>, tensor<4x6x3x3xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<1x6x10x10xi32>";
  let arguments = !con(convOperands,
      (ins Relay_OptionalInt:$channels, Relay_OptionalInts:$kernel_size,
       Relay_IntsOr<"{1, 1}">:$strides, Relay_IntsOr<"{0, 0}">:$output_padding,
       Relay_IntsOr<"{0, 0}">:$padding, Relay_IntsOr<"{1, 1}">:$dilation,
       Relay_IntOr<"1">:$groups, Relay_StrOr<"NCHW">:$data_layout,
       Relay_StrOr<"IOHW">:$kernel_layout, Relay_StrOr<"">:$out_layout,
       Relay_OptionalDType:$out_dtype));
  let tvm = Relay_TVM<level = 11, attrs = "Conv2DTransposeAttrs",
                      objects = ["channels"]>;
  let pythonParameters = "data, weight, input_zero_point, kernel_zero_point, "
      "input_scale, kernel_scale, strides=(1, 1), padding=(0, 0), "
      "dilation=(1, 1), groups=1, channels=None, kernel_size=None, "
      "data_layout='NCHW', kernel_layout='IOHW', out_layout='', "
      "output_padding=(0, 0), out_dtype='int32'";
}

def Relay_QnnDenseOp
    : Relay_QnnOperator<"dense", Relay_OutEWiseFusable, 2,
                        [DeclareOpInterfaceMethods<Relay_CostInterface>]> {
  let summary = "product of quantized numbers with a transposed matrix";
  let semantics = [{
    `nn.dense` of `data - input_zero_point` and `weight - kernel_zero_point`, with
    sums in `out_dtype` that wrap. `kernel_zero_point` and `kernel_scale` may be
    vectors with an element for each row of `weight`. The zero points need not be
    constant. The scales have no influence: the scale of the result is their product.
  }];
  let example = "%0 = relay.qnn.dense %x, %w, %z, %y, %s, %t {units = 5 : i64, out_dtype = i32} : (tensor<2x4xui8>, tensor<5x4xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<5xf32>) -> tensor<2x5xi32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$weight,
      Relay_Tensor:$input_zero_point, Relay_Tensor:$kernel_zero_point,
      Relay_Tensor:$input_scale, Relay_Tensor:$kernel_scale,
      Relay_OptionalInt:$units, Relay_OptionalDType:$out_dtype);
  let tvm = Relay_TVM<level = 11, attrs = "DenseAttrs", required = ["units"],
                      objects = ["units"]>;
  let returns = "A tensor of the shape of `data` with the rows of `weight` as its "
      "last dimension, of element type `out_dtype`.";
  let raises = !strconcat(
      "`data` or `weight` has another element type, `out_dtype` is "
      "neither int32 nor int64, ", Relay_QnnVectors,
      ", or the shapes or `units` do not fit");
  let pythonParameters = "data, weight, input_zero_point, kernel_zero_point, "
      "input_scale, kernel_scale, units, out_dtype='int32'";
}

def Relay_QnnContribDensePackOp
    : Relay_QnnOperator<"contrib_dense_pack", Relay_OutEWiseFusable, 2> {
  let summary = "product of quantized numbers with a packed matrix";
  let semantics = [{
    As `qnn.dense`, where `weight` is in `weight_layout`, with blocks of rows and
    columns. It has types, but no value, as in TVM: there is no canonical form.
  }];
  let example = [{%0 = relay.qnn.contrib_dense_pack %x, %w, %z, %y, %s, %t {weight_layout = "NC32n4c", out_dtype = i32} : (tensor<2x8xui8>, tensor<1x2x32x4xui8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x32xi32>}];
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$weight,
      Relay_Tensor:$input_zero_point, Relay_Tensor:$kernel_zero_point,
      Relay_Tensor:$input_scale, Relay_Tensor:$kernel_scale,
      Relay_OptionalInt:$units, Relay_OptionalDType:$out_dtype,
      Relay_StrOr<"NC">:$weight_layout);
  let tvm = Relay_TVM<level = 11, attrs = "DensePackAttrs",
                      objects = ["units", "weight_layout"]>;
  let returns = "A matrix with the rows of `data` and the rows that `weight` has "
      "in all blocks, of element type `out_dtype`.";
  let raises = "`data` has not rank 2 or `weight` not rank 4, or there is no "
      "`out_dtype`";
  let pythonParameters = "data, weight, input_zero_point, kernel_zero_point, "
      "input_scale, kernel_scale, weight_layout='NC', units=None, "
      "out_dtype='int32'";
}

def Relay_QnnBatchMatmulOp
    : Relay_QnnOperator<"batch_matmul", Relay_OutEWiseFusable, 2,
                        [DeclareOpInterfaceMethods<Relay_CostInterface>]> {
  let summary = "products of quantized matrices of two batches";
  let semantics = [{
    `nn.batch_matmul` of `x - x_zero_point` and `y - y_zero_point`, with sums of
    int32 that wrap. Only the second matrix may be transposed, and must be. The zero
    points need not be constant. The scales have no influence: the scale of the
    result is their product.
  }];
  let example = "%0 = relay.qnn.batch_matmul %a, %b, %z, %y, %s, %t {transpose_b = true, out_dtype = i32} : (tensor<2x3x4xui8>, tensor<2x5x4xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x3x5xi32>";
  let arguments = (ins Relay_Tensor:$x, Relay_Tensor:$y,
      Relay_Tensor:$x_zero_point, Relay_Tensor:$y_zero_point,
      Relay_Tensor:$x_scale, Relay_Tensor:$y_scale,
      Relay_OptionalDType:$out_dtype, Relay_BoolOr<"false">:$transpose_a,
      Relay_BoolOr<"false">:$transpose_b);
  let tvm = Relay_TVM<level = 11, attrs = "BatchMatmulAttrs">;
  let returns = "A tensor of rank 3 of int32 with the rows of `x` and of `y`.";
  let raises = !strconcat(
      "`x` or `y` is neither of int8 nor of uint8, `out_dtype` is "
      "not int32, ", Relay_QnnScalars, ", or the shapes do not fit");
  let pythonParameters = "x, y, x_zero_point, y_zero_point, x_scale, y_scale, "
      "out_dtype='int32', transpose_a=False, transpose_b=True";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_QNNOPS_TD
