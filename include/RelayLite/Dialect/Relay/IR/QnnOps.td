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

#endif // RELAYLITE_DIALECT_RELAY_IR_QNNOPS_TD
