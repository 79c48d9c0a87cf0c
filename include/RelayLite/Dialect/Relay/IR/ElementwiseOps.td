//===- Elementwise operators -------------------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_ELEMENTWISEOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_ELEMENTWISEOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

// One operand, a result of the same type; defines the inference.
class Relay_UnaryOp<string mnemonic, string function, list<Trait> traits = []>
    : Relay_ElementwiseOperator<mnemonic, Relay_ElemWise, function, traits> {
  let exampleOperands = "%x";
  let exampleTypes = "tensor<2x3x" # exampleElement # ">";
  let returns = Relay_SameType;
  let arguments = (ins Relay_Tensor:$data);
  let extraClassDefinition = [{
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return adaptor.getData().getType();
    }
  }];
}

def Relay_AbsOp : Relay_UnaryOp<"abs", "abs"> {
  let summary = "absolute value";
  let semantics = "The absolute value of each element. The most negative "
      "integer stays as it is; unsigned elements are returned unchanged.";
  let tvm = Relay_TVM<level = 3>;
}

def Relay_AcosOp : Relay_UnaryOp<"acos", "acos", [Relay_FloatFunction]> {
  let summary = "arc cosine";
  let semantics = "The angle between 0 and pi whose cosine is the element; NaN outside "
      "of [-1, 1].";
  let tvm = Relay_TVM<level = 1>;
}

def Relay_AcoshOp : Relay_UnaryOp<"acosh", "acosh", [Relay_FloatFunction]> {
  let summary = "inverse hyperbolic cosine";
  let semantics = "The number from 0 on whose hyperbolic cosine is the element; NaN "
      "below 1.";
  let tvm = Relay_TVM<level = 1>;
}

def Relay_AsinOp : Relay_UnaryOp<"asin", "asin", [Relay_FloatFunction]> {
  let summary = "arc sine";
  let semantics = "The angle between -pi/2 and pi/2 whose sine is the element; NaN "
      "outside of [-1, 1].";
  let tvm = Relay_TVM<level = 1>;
}

def Relay_AsinhOp : Relay_UnaryOp<"asinh", "asinh", [Relay_FloatFunction]> {
  let summary = "inverse hyperbolic sine";
  let semantics = "The number whose hyperbolic sine is the element.";
  let tvm = Relay_TVM<level = 1>;
}

def Relay_AtanOp : Relay_UnaryOp<"atan", "atan", [Relay_FloatFunction]> {
  let summary = "arc tangent";
  let semantics = "The angle between -pi/2 and pi/2 whose tangent is the element.";
  let tvm = Relay_TVM<level = 1>;
}

def Relay_AtanhOp : Relay_UnaryOp<"atanh", "atanh", [Relay_FloatFunction]> {
  let summary = "inverse hyperbolic tangent";
  let semantics = "The number whose hyperbolic tangent is the element; NaN outside of "
      "[-1, 1].";
  let tvm = Relay_TVM<level = 1>;
}

def Relay_BitwiseNotOp : Relay_UnaryOp<"bitwise_not", "bitNot", [Relay_IntegerFunction]> {
  let summary = "complement of each bit";
  let semantics = [{
    Inverts the bits of each integer; of a boolean, its truth. Floats have no
    bits here: type inference takes them as TVM's does, lowering refuses them.
  }];
  let exampleElement = "i8";
  let tvm = Relay_TVM<level = 4>;
}

def Relay_CeilOp : Relay_UnaryOp<"ceil", "ceil"> {
  let summary = "smallest integer not below each element";
  let semantics = "Rounds each element up to an integer; integer elements are "
      "returned unchanged.";
  let tvm = Relay_TVM<level = 3>;
}

def Relay_CosOp : Relay_UnaryOp<"cos", "cos", [Relay_FloatFunction]> {
  let summary = "cosine";
  let semantics = "The cosine of each element, an angle in radians; NaN for infinities.";
  let tvm = Relay_TVM<level = 1>;
}

def Relay_CoshOp : Relay_UnaryOp<"cosh", "cosh", [Relay_FloatFunction]> {
  let summary = "hyperbolic cosine";
  let semantics = "The hyperbolic cosine of each element.";
  let tvm = Relay_TVM<level = 1>;
}

def Relay_ErfOp : Relay_UnaryOp<"erf", "erf", [Relay_FloatFunction]> {
  let summary = "error function";
  let semantics = "The Gauss error function of each element.";
  let tvm = Relay_TVM<level = 1, mixed = "Never">;
}

def Relay_ExpOp : Relay_UnaryOp<"exp", "exp", [Relay_FloatFunction]> {
  let summary = "exponential";
  let semantics = "The natural exponential of each element.";
  let tvm = Relay_TVM<level = 1, mixed = "Never">;
}

def Relay_FastErfOp : Relay_UnaryOp<"fast_erf", "erf", [Relay_FloatFunction]> {
  let summary = "error function that may be less precise";
  let semantics = [{
    The function of `relay.erf`, within the error of TVM's approximation. Here it
    is as precise as `relay.erf`.
  }];
  let tvm = Relay_TVM<level = 1, mixed = "Follow">;
}

def Relay_FastExpOp : Relay_UnaryOp<"fast_exp", "exp", [Relay_FloatFunction]> {
  let summary = "exponential function that may be less precise";
  let semantics = [{
    The function of `relay.exp`, within the error of TVM's approximation. Here it
    is as precise as `relay.exp`.
  }];
  let tvm = Relay_TVM<level = 1, mixed = "Follow">;
}

def Relay_FastTanhOp : Relay_UnaryOp<"fast_tanh", "tanh", [Relay_FloatFunction]> {
  let summary = "hyperbolic tangent that may be less precise";
  let semantics = [{
    The function of `relay.tanh`, within the error of TVM's approximation. Here it
    is as precise as `relay.tanh`.
  }];
  let tvm = Relay_TVM<level = 1, mixed = "Follow">;
}

def Relay_FloorOp : Relay_UnaryOp<"floor", "floor"> {
  let summary = "largest integer not above each element";
  let semantics = "Rounds each element down to an integer; integer elements "
      "are returned unchanged.";
  let tvm = Relay_TVM<level = 3>;
}

// A function with a boolean result.
class Relay_PredicateOp<string mnemonic, string function>
    : Relay_UnaryOp<mnemonic, function> {
  let exampleResult = "i1";
  let returns = "A tensor of bool of the shape of `data`.";
  let extraClassDefinition = [{
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return ::mlir::relay::withElementType(
          adaptor.getData().getType(),
          ::mlir::IntegerType::get(adaptor.getData().getContext(), 1));
    }
  }];
}

def Relay_IsFiniteOp : Relay_PredicateOp<"isfinite", "isFinite"> {
  let summary = "whether each element is a finite number";
  let semantics = "False where the element is infinite or not a number; true "
      "for every integer.";
  let tvm = Relay_TVM<level = 3>;
}

def Relay_IsInfOp : Relay_PredicateOp<"isinf", "isInf"> {
  let summary = "whether each element is infinite";
  let semantics = "True where the element is an infinity of either sign; false "
      "for every integer.";
  let tvm = Relay_TVM<level = 3>;
}

def Relay_IsNanOp : Relay_PredicateOp<"isnan", "isNaN"> {
  let summary = "whether each element is not a number";
  let semantics = "True where the element is not a number; false for every "
      "integer.";
  let tvm = Relay_TVM<level = 3>;
}

def Relay_LogOp : Relay_UnaryOp<"log", "log", [Relay_FloatFunction]> {
  let summary = "natural logarithm";
  let semantics = "The natural logarithm of each element; not a number for "
      "negative ones, minus infinity for zero.";
  let tvm = Relay_TVM<level = 1>;
}

def Relay_Log10Op : Relay_UnaryOp<"log10", "log10", [Relay_FloatFunction]> {
  let summary = "decimal logarithm";
  let semantics = "The logarithm to base 10 of each element; not a number for negative "
      "ones, minus infinity for zero.";
  let tvm = Relay_TVM<level = 1>;
}

def Relay_Log2Op : Relay_UnaryOp<"log2", "log2", [Relay_FloatFunction]> {
  let summary = "binary logarithm";
  let semantics = "The logarithm to base 2 of each element; not a number for negative "
      "ones, minus infinity for zero.";
  let tvm = Relay_TVM<level = 1>;
}

def Relay_LogicalNotOp : Relay_UnaryOp<"logical_not", "logicalNot"> {
  let summary = "logical negation";
  let semantics = "The negation of each boolean element.";
  let exampleElement = "i1";
  let tvm = Relay_TVM<level = 4>;
}

def Relay_NegativeOp : Relay_UnaryOp<"negative", "neg"> {
  let summary = "negation";
  let semantics = "Changes the sign of each element; integers wrap.";
  let tvm = Relay_TVM<level = 3>;
}

def Relay_RoundOp : Relay_UnaryOp<"round", "round"> {
  let summary = "nearest integer";
  let semantics = "Rounds each element to the nearest integer, halves away "
      "from zero; integer elements are returned unchanged.";
  let tvm = Relay_TVM<level = 3>;
}

def Relay_RsqrtOp : Relay_UnaryOp<"rsqrt", "rsqrt", [Relay_FloatFunction]> {
  let summary = "reciprocal square root";
  let semantics = "One divided by the square root of each element.";
  let tvm = Relay_TVM<level = 1>;
}

def Relay_SigmoidOp : Relay_UnaryOp<"sigmoid", "sigmoid", [Relay_FloatFunction]> {
  let summary = "logistic function";
  let semantics = "`1 / (1 + exp(-x))` of each element.";
  let tvm = Relay_TVM<level = 1, mixed = "Follow">;
}

def Relay_SignOp : Relay_UnaryOp<"sign", "sign"> {
  let summary = "sign";
  let semantics = "-1, 0 or 1 as each element is negative, zero or positive; a "
      "zero keeps its sign and NaN stays NaN.";
  let tvm = Relay_TVM<level = 3>;
}

def Relay_SinOp : Relay_UnaryOp<"sin", "sin", [Relay_FloatFunction]> {
  let summary = "sine";
  let semantics = "The sine of each element, an angle in radians; NaN for infinities.";
  let tvm = Relay_TVM<level = 1>;
}

def Relay_SinhOp : Relay_UnaryOp<"sinh", "sinh", [Relay_FloatFunction]> {
  let summary = "hyperbolic sine";
  let semantics = "The hyperbolic sine of each element.";
  let tvm = Relay_TVM<level = 1>;
}

def Relay_SqrtOp : Relay_UnaryOp<"sqrt", "sqrt", [Relay_FloatFunction]> {
  let summary = "square root";
  let semantics = "The square root of each element; not a number for negative "
      "ones.";
  let tvm = Relay_TVM<level = 1, mixed = "Follow">;
}

def Relay_TanOp : Relay_UnaryOp<"tan", "tan", [Relay_FloatFunction]> {
  let summary = "tangent";
  let semantics = "The tangent of each element, an angle in radians; NaN for infinities.";
  let tvm = Relay_TVM<level = 1>;
}

def Relay_TanhOp : Relay_UnaryOp<"tanh", "tanh", [Relay_FloatFunction]> {
  let summary = "hyperbolic tangent";
  let semantics = "The hyperbolic tangent of each element.";
  let tvm = Relay_TVM<level = 1, mixed = "Follow">;
}

def Relay_TruncOp : Relay_UnaryOp<"trunc", "trunc"> {
  let summary = "integer part";
  let semantics = "Rounds each element towards zero; integer elements are "
      "returned unchanged.";
  let tvm = Relay_TVM<level = 3>;
}

def Relay_CopyOp : Relay_UnaryOp<"copy", "", [Relay_Identity]> {
  let summary = "copy";
  let semantics = "The operand itself.";
  let tvm = Relay_TVM<level = 3, mixed = "Follow">;
}

def Relay_ZerosLikeOp : Relay_UnaryOp<"zeros_like", ""> {
  let summary = "zeros of the same type";
  let semantics = "A tensor of zeros of the type of the operand.";
  let tvm = Relay_TVM<level = 4>;
}

def Relay_OnesLikeOp : Relay_UnaryOp<"ones_like", ""> {
  let summary = "ones of the same type";
  let semantics = "A tensor of ones of the type of the operand.";
  let tvm = Relay_TVM<level = 4>;
}

def Relay_NNReluOp : Relay_UnaryOp<"nn.relu", "relu"> {
  let summary = "rectified linear unit";
  let semantics = "`max(x, 0)` of each element; NaN stays NaN.";
  let tvm = Relay_TVM<level = 1, mixed = "Follow">;
}

def Relay_CastOp : Relay_Operator<"cast", Relay_ElemWise, [Relay_Pointwise]> {
  let summary = "conversion of the element type";
  let semantics = [{
    Converts each element to `dtype`. Floats go to integers towards zero and
    saturate, NaN gives 0; integers wrap; a conversion to `bool` asks for
    non-zero.
  }];
  let example = "%0 = relay.cast %x {dtype = i32} : (tensor<2xf32>) -> tensor<2xi32>";
  let arguments = (ins Relay_Tensor:$data, Relay_DType:$dtype);
  let hasFolder = 1;
  let tvm = Relay_TVM<level = 3, attrs = "CastAttrs", mixed = "Follow">;
  let returns = "A tensor of the shape of `data` and of element type `dtype`.";
}

def Relay_CastLikeOp : Relay_Operator<"cast_like", Relay_ElemWise> {
  let summary = "conversion to the element type of another tensor";
  let semantics = [{
    Converts each element as `relay.cast` does, to the element type of
    `dtype_like`, of which nothing else matters.
  }];
  let example = "%0 = relay.cast_like %x, %y : (tensor<2x3xf32>, tensor<4xi8>) -> tensor<2x3xi8>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$dtype_like);
  let tvm = Relay_TVM<level = 3, mixed = "Follow">;
  let returns = "A tensor of the shape of `data` and of the element type of "
      "`dtype_like`.";
}

def Relay_ClipOp : Relay_Operator<"clip", Relay_ElemWise, [Relay_Pointwise]> {
  let summary = "limit elements to a range";
  let semantics = "`min(max(x, a_min), a_max)` of each element.";
  let example = "%0 = relay.clip %x {a_min = 0.0, a_max = 6.0} : (tensor<2xf32>) -> tensor<2xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Float:$a_min, Relay_Float:$a_max);
  let tvm = Relay_TVM<level = 3, attrs = "ClipAttrs", mixed = "Follow">;
  let returns = Relay_SameType;
}

def Relay_FixedPointMultiplyOp
    : Relay_Operator<"fixed_point_multiply", Relay_ElemWise,
                     [Relay_Pointwise, Relay_IntegerFunction]> {
  let summary = "product with a fixed-point number";
  let semantics = [{
    The product of each integer with `multiplier * 2^(shift - 31)`, rounded to
    nearest, halves up. The element is shifted left by a positive `shift` first.
    Intermediate results wrap at 64 bits, and the result has the low bits.
  }];
  let example = "%0 = relay.fixed_point_multiply %x {multiplier = 1073741824 : i64, shift = 0 : i64} : (tensor<2xi32>) -> tensor<2xi32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Int:$multiplier,
      Relay_Int:$shift);
  let tvm = Relay_TVM<attrs = "FixedPointMultiplyAttrs">;
  let returns = Relay_SameType;
  let raises = "`multiplier` or `shift` has more than 32 bits";
}

def Relay_FixedPointMultiplyPerAxisOp
    : Relay_Operator<"fixed_point_multiply_per_axis", Relay_Broadcast,
                     [Relay_IntegerFunction]> {
  let summary = "product with fixed-point numbers of channels";
  let semantics = [{
    The product of each integer with `m * 2^(l - r - 31)`, as
    `relay.fixed_point_multiply` rounds it. The multiplier m and the shifts l and
    r are the elements of `fp_multiplier`, `left_shift` and `right_shift` for the
    position of the element along the dimensions `axes`. Elements are shifted to
    the left only if `is_lshift_required` is set. `is_rshift_required` has no
    effect.
  }];
  let example = "%0 = relay.fixed_point_multiply_per_axis %x, %m, %l, %r {is_lshift_required = true, axes = array<i64: 1>} : (tensor<2x3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<2x3xi32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$fp_multiplier,
      Relay_Tensor:$left_shift, Relay_Tensor:$right_shift,
      Relay_BoolOr<"false">:$is_lshift_required,
      Relay_BoolOr<"false">:$is_rshift_required, Relay_Ints:$axes);
  let tvm = Relay_TVM<attrs = "FixedPointMultiplyPerAxisAttrs">;
  let returns = Relay_SameType;
  let raises = Relay_AxisTwice # ", or another operand has no integers or has "
      "not the shape of `data` along `axes`";
}

def Relay_ReinterpretOp
    : Relay_Operator<"reinterpret", Relay_ElemWise, [Relay_Pointwise]> {
  let summary = "elements of the same bits";
  let semantics = "Takes the bits of each element for an element of type "
      "`dtype`, which has as many.";
  let example = "%0 = relay.reinterpret %x {dtype = i32} : (tensor<2xf32>) -> tensor<2xi32>";
  let arguments = (ins Relay_Tensor:$data, Relay_DType:$dtype);
  let tvm = Relay_TVM<level = 3, attrs = "CastAttrs">;
  let returns = "A tensor of the shape of `data` and of element type `dtype`.";
  let raises = "the element types have different widths";
}

def Relay_NNLeakyReluOp : Relay_Operator<"nn.leaky_relu", Relay_ElemWise, [Relay_Pointwise]> {
  let summary = "leaky rectified linear unit";
  let semantics = "`x` where it is positive, `alpha * x` elsewhere.";
  let example = "%0 = relay.nn.leaky_relu %x {alpha = 0.1} : (tensor<2xf32>) -> tensor<2xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_FloatOr<"0.25">:$alpha);
  let tvm = Relay_TVM<level = 3, attrs = "LeakyReluAttrs", mixed = "Follow">;
  let returns = Relay_SameType;
  let pythonParameters = "data, alpha=0.01";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_ELEMENTWISEOPS_TD
