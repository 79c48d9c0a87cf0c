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
class Relay_UnaryOp<string mnemonic, list<Trait> traits = []>
    : Relay_Operator<mnemonic, Relay_ElemWise,
                     !listconcat([Relay_Pointwise], traits)> {
  let arguments = (ins Relay_Tensor:$data);
  let extraClassDefinition = [{
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return adaptor.getData().getType();
    }
  }];
}

def Relay_AbsOp : Relay_UnaryOp<"abs"> {
  let summary = "absolute value";
  let description = [{
    The absolute value of each element. The most negative integer stays as it is; unsigned elements are returned unchanged.

    Example:

    ```mlir
    %0 = relay.abs %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_BitwiseNotOp : Relay_UnaryOp<"bitwise_not", [Relay_IntegerFunction]> {
  let summary = "complement of each bit";
  let description = [{
    Inverts the bits of each integer; of a boolean, its truth. Floats have no
    bits here: type inference takes them as TVM's does, lowering refuses them.

    Example:

    ```mlir
    %0 = relay.bitwise_not %x : (tensor<2x3xi8>) -> tensor<2x3xi8>
    ```
  }];
}

def Relay_CeilOp : Relay_UnaryOp<"ceil"> {
  let summary = "smallest integer not below each element";
  let description = [{
    Rounds each element up to an integer; integer elements are returned unchanged.

    Example:

    ```mlir
    %0 = relay.ceil %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_ErfOp : Relay_UnaryOp<"erf", [Relay_FloatFunction]> {
  let summary = "error function";
  let description = [{
    The Gauss error function of each element.

    Example:

    ```mlir
    %0 = relay.erf %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_ExpOp : Relay_UnaryOp<"exp", [Relay_FloatFunction]> {
  let summary = "exponential";
  let description = [{
    The natural exponential of each element.

    Example:

    ```mlir
    %0 = relay.exp %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_FastErfOp : Relay_UnaryOp<"fast_erf", [Relay_FloatFunction]> {
  let summary = "error function that may be less precise";
  let description = [{
    What `relay.erf` is, within the error that TVM's approximation has. Here it
    is as precise as `relay.erf`.

    Example:

    ```mlir
    %0 = relay.fast_erf %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_FastExpOp : Relay_UnaryOp<"fast_exp", [Relay_FloatFunction]> {
  let summary = "exponential function that may be less precise";
  let description = [{
    What `relay.exp` is, within the error that TVM's approximation has. Here it
    is as precise as `relay.exp`.

    Example:

    ```mlir
    %0 = relay.fast_exp %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_FastTanhOp : Relay_UnaryOp<"fast_tanh", [Relay_FloatFunction]> {
  let summary = "hyperbolic tangent that may be less precise";
  let description = [{
    What `relay.tanh` is, within the error that TVM's approximation has. Here it
    is as precise as `relay.tanh`.

    Example:

    ```mlir
    %0 = relay.fast_tanh %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_FloorOp : Relay_UnaryOp<"floor"> {
  let summary = "largest integer not above each element";
  let description = [{
    Rounds each element down to an integer; integer elements are returned unchanged.

    Example:

    ```mlir
    %0 = relay.floor %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_IsNanOp : Relay_UnaryOp<"isnan"> {
  let summary = "whether each element is not a number";
  let description = [{
    True where the element is not a number; false for every integer.

    Example:

    ```mlir
    %0 = relay.isnan %x : (tensor<2x3xf32>) -> tensor<2x3xi1>
    ```
  }];
  let extraClassDefinition = [{
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return ::mlir::relay::withElementType(
          adaptor.getData().getType(),
          ::mlir::IntegerType::get(adaptor.getData().getContext(), 1));
    }
  }];
}

def Relay_LogOp : Relay_UnaryOp<"log", [Relay_FloatFunction]> {
  let summary = "natural logarithm";
  let description = [{
    The natural logarithm of each element; not a number for negative ones, minus infinity for zero.

    Example:

    ```mlir
    %0 = relay.log %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_LogicalNotOp : Relay_UnaryOp<"logical_not"> {
  let summary = "logical negation";
  let description = [{
    The negation of each boolean element.

    Example:

    ```mlir
    %0 = relay.logical_not %x : (tensor<2x3xi1>) -> tensor<2x3xi1>
    ```
  }];
}

def Relay_NegativeOp : Relay_UnaryOp<"negative"> {
  let summary = "negation";
  let description = [{
    Changes the sign of each element; integers wrap.

    Example:

    ```mlir
    %0 = relay.negative %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_RoundOp : Relay_UnaryOp<"round"> {
  let summary = "nearest integer";
  let description = [{
    Rounds each element to the nearest integer, halves away from zero; integer elements are returned unchanged.

    Example:

    ```mlir
    %0 = relay.round %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_RsqrtOp : Relay_UnaryOp<"rsqrt", [Relay_FloatFunction]> {
  let summary = "reciprocal square root";
  let description = [{
    One divided by the square root of each element.

    Example:

    ```mlir
    %0 = relay.rsqrt %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_SigmoidOp : Relay_UnaryOp<"sigmoid", [Relay_FloatFunction]> {
  let summary = "logistic function";
  let description = [{
    `1 / (1 + exp(-x))` of each element.

    Example:

    ```mlir
    %0 = relay.sigmoid %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_SignOp : Relay_UnaryOp<"sign"> {
  let summary = "sign";
  let description = [{
    -1, 0 or 1 as each element is negative, zero or positive; a zero keeps its sign and NaN stays NaN.

    Example:

    ```mlir
    %0 = relay.sign %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_SqrtOp : Relay_UnaryOp<"sqrt", [Relay_FloatFunction]> {
  let summary = "square root";
  let description = [{
    The square root of each element; not a number for negative ones.

    Example:

    ```mlir
    %0 = relay.sqrt %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_TanhOp : Relay_UnaryOp<"tanh", [Relay_FloatFunction]> {
  let summary = "hyperbolic tangent";
  let description = [{
    The hyperbolic tangent of each element.

    Example:

    ```mlir
    %0 = relay.tanh %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_TruncOp : Relay_UnaryOp<"trunc"> {
  let summary = "integer part";
  let description = [{
    Rounds each element towards zero; integer elements are returned unchanged.

    Example:

    ```mlir
    %0 = relay.trunc %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_CopyOp : Relay_UnaryOp<"copy", [Relay_Identity]> {
  let summary = "copy";
  let description = [{
    The operand itself.

    Example:

    ```mlir
    %0 = relay.copy %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_ZerosLikeOp : Relay_UnaryOp<"zeros_like"> {
  let summary = "zeros of the same type";
  let description = [{
    A tensor of zeros of the type of the operand.

    Example:

    ```mlir
    %0 = relay.zeros_like %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_OnesLikeOp : Relay_UnaryOp<"ones_like"> {
  let summary = "ones of the same type";
  let description = [{
    A tensor of ones of the type of the operand.

    Example:

    ```mlir
    %0 = relay.ones_like %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_NNReluOp : Relay_UnaryOp<"nn.relu"> {
  let summary = "rectified linear unit";
  let description = [{
    `max(x, 0)` of each element; NaN stays NaN.

    Example:

    ```mlir
    %0 = relay.nn.relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_CastOp : Relay_Operator<"cast", Relay_ElemWise, [Relay_Pointwise]> {
  let summary = "conversion of the element type";
  let description = [{
    Converts each element to `dtype`. Floats go to integers towards zero and
    saturate, NaN gives 0; integers wrap; a conversion to `bool` asks for
    non-zero.

    Example:

    ```mlir
    %0 = relay.cast %x {dtype = i32} : (tensor<2xf32>) -> tensor<2xi32>
    ```
  }];
  let arguments = (ins Relay_Tensor:$data, Relay_DType:$dtype);
  let hasFolder = 1;
}

def Relay_CastLikeOp : Relay_Operator<"cast_like", Relay_ElemWise> {
  let summary = "conversion to the element type of another tensor";
  let description = [{
    Converts each element as `relay.cast` does, to the element type of
    `dtype_like`, of which nothing else matters.

    Example:

    ```mlir
    %0 = relay.cast_like %x, %y : (tensor<2x3xf32>, tensor<4xi8>) -> tensor<2x3xi8>
    ```
  }];
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$dtype_like);
}

def Relay_ClipOp : Relay_Operator<"clip", Relay_ElemWise, [Relay_Pointwise]> {
  let summary = "limit elements to a range";
  let description = [{
    `min(max(x, a_min), a_max)` of each element.

    Example:

    ```mlir
    %0 = relay.clip %x {a_min = 0.0, a_max = 6.0} : (tensor<2xf32>) -> tensor<2xf32>
    ```
  }];
  let arguments = (ins Relay_Tensor:$data, Relay_Float:$a_min, Relay_Float:$a_max);
}

def Relay_NNLeakyReluOp : Relay_Operator<"nn.leaky_relu", Relay_ElemWise, [Relay_Pointwise]> {
  let summary = "leaky rectified linear unit";
  let description = [{
    `x` where it is positive, `alpha * x` elsewhere.

    Example:

    ```mlir
    %0 = relay.nn.leaky_relu %x {alpha = 0.1} : (tensor<2xf32>) -> tensor<2xf32>
    ```
  }];
  let arguments = (ins Relay_Tensor:$data, Relay_FloatOr<"0.25">:$alpha);
}

#endif // RELAYLITE_DIALECT_RELAY_IR_ELEMENTWISEOPS_TD
