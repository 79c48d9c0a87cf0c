//===- Binary operators ------------------------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_BINARYOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_BINARYOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

// Two operands of one element type, whose shapes broadcast as NumPy's do:
// aligned at the last dimension, a dimension of 1 is repeated.
class Relay_BinaryOp<string mnemonic, list<Trait> traits = []>
    : Relay_Operator<mnemonic, Relay_Broadcast,
                     !listconcat([Relay_Pointwise], traits)> {
  let arguments = (ins Relay_Tensor:$lhs, Relay_Tensor:$rhs);
  let extraClassDefinition = [{
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return ::mlir::relay::inferBroadcast(
          loc, getRelayName(), adaptor.getLhs().getType(),
          adaptor.getRhs().getType());
    }
  }];
}

// The same with a boolean result.
class Relay_ComparisonOp<string mnemonic>
    : Relay_Operator<mnemonic, Relay_Broadcast, [Relay_Pointwise]> {
  let arguments = (ins Relay_Tensor:$lhs, Relay_Tensor:$rhs);
  let extraClassDefinition = [{
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return ::mlir::relay::inferComparison(
          loc, getRelayName(), adaptor.getLhs().getType(),
          adaptor.getRhs().getType());
    }
  }];
}

def Relay_AddOp : Relay_BinaryOp<"add"> {
  let summary = "sum";
  let description = [{
    The sum of the operands; integers wrap.

    Example:

    ```mlir
    %0 = relay.add %lhs, %rhs : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_SubtractOp : Relay_BinaryOp<"subtract"> {
  let summary = "difference";
  let description = [{
    The difference of the operands; integers wrap.

    Example:

    ```mlir
    %0 = relay.subtract %lhs, %rhs : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_MultiplyOp : Relay_BinaryOp<"multiply"> {
  let summary = "product";
  let description = [{
    The product of the operands; integers wrap.

    Example:

    ```mlir
    %0 = relay.multiply %lhs, %rhs : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_DivideOp : Relay_BinaryOp<"divide", [Relay_DivisionLike]> {
  let summary = "quotient";
  let description = [{
    The quotient of the operands; that of integers is rounded towards zero. Constant folding leaves an integer division by zero in place.

    Example:

    ```mlir
    %0 = relay.divide %lhs, %rhs : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_ModOp : Relay_BinaryOp<"mod", [Relay_DivisionLike]> {
  let summary = "remainder of the truncated division";
  let description = [{
    The remainder with the sign of the dividend (C's `%` and `fmod`).

    Example:

    ```mlir
    %0 = relay.mod %lhs, %rhs : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_FloorDivideOp : Relay_BinaryOp<"floor_divide", [Relay_DivisionLike]> {
  let summary = "quotient rounded down";
  let description = [{
    The quotient rounded towards minus infinity.

    Example:

    ```mlir
    %0 = relay.floor_divide %lhs, %rhs : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_FloorModOp : Relay_BinaryOp<"floor_mod", [Relay_DivisionLike]> {
  let summary = "remainder of the floor division";
  let description = [{
    The remainder with the sign of the divisor.

    Example:

    ```mlir
    %0 = relay.floor_mod %lhs, %rhs : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_PowerOp : Relay_BinaryOp<"power"> {
  let summary = "power";
  let description = [{
    `lhs` to the power of `rhs`, as C99's `pow`. Integers wrap; their negative
    powers are 0 except those of 1 and -1.

    Example:

    ```mlir
    %0 = relay.power %lhs, %rhs : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_MaximumOp : Relay_BinaryOp<"maximum"> {
  let summary = "larger element";
  let description = [{
    The larger of the operands; NaN if either is. -0 is below +0.

    Example:

    ```mlir
    %0 = relay.maximum %lhs, %rhs : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_MinimumOp : Relay_BinaryOp<"minimum"> {
  let summary = "smaller element";
  let description = [{
    The smaller of the operands; NaN if either is. -0 is below +0.

    Example:

    ```mlir
    %0 = relay.minimum %lhs, %rhs : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def Relay_EqualOp : Relay_ComparisonOp<"equal"> {
  let summary = "whether elements are equal";
  let description = [{
    True where the operands are equal.

    Example:

    ```mlir
    %0 = relay.equal %lhs, %rhs : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
    ```
  }];
}

def Relay_NotEqualOp : Relay_ComparisonOp<"not_equal"> {
  let summary = "whether elements differ";
  let description = [{
    True where the operands differ; NaN differs from everything.

    Example:

    ```mlir
    %0 = relay.not_equal %lhs, %rhs : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
    ```
  }];
}

def Relay_LessOp : Relay_ComparisonOp<"less"> {
  let summary = "whether elements are less";
  let description = [{
    True where `lhs < rhs`.

    Example:

    ```mlir
    %0 = relay.less %lhs, %rhs : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
    ```
  }];
}

def Relay_LessEqualOp : Relay_ComparisonOp<"less_equal"> {
  let summary = "whether elements are less or equal";
  let description = [{
    True where `lhs <= rhs`.

    Example:

    ```mlir
    %0 = relay.less_equal %lhs, %rhs : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
    ```
  }];
}

def Relay_GreaterOp : Relay_ComparisonOp<"greater"> {
  let summary = "whether elements are greater";
  let description = [{
    True where `lhs > rhs`.

    Example:

    ```mlir
    %0 = relay.greater %lhs, %rhs : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
    ```
  }];
}

def Relay_GreaterEqualOp : Relay_ComparisonOp<"greater_equal"> {
  let summary = "whether elements are greater or equal";
  let description = [{
    True where `lhs >= rhs`.

    Example:

    ```mlir
    %0 = relay.greater_equal %lhs, %rhs : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
    ```
  }];
}

def Relay_LogicalAndOp : Relay_BinaryOp<"logical_and"> {
  let summary = "logical and";
  let description = [{
    True where both boolean operands are.

    Example:

    ```mlir
    %0 = relay.logical_and %lhs, %rhs : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
    ```
  }];
}

def Relay_LogicalOrOp : Relay_BinaryOp<"logical_or"> {
  let summary = "logical or";
  let description = [{
    True where either boolean operand is.

    Example:

    ```mlir
    %0 = relay.logical_or %lhs, %rhs : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
    ```
  }];
}

def Relay_BitwiseAndOp : Relay_BinaryOp<"bitwise_and", [Relay_IntegerFunction]> {
  let summary = "bitwise and";
  let description = [{
    The bits set in both integer operands.

    Example:

    ```mlir
    %0 = relay.bitwise_and %lhs, %rhs : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
    ```
  }];
}

def Relay_BitwiseOrOp : Relay_BinaryOp<"bitwise_or", [Relay_IntegerFunction]> {
  let summary = "bitwise or";
  let description = [{
    The bits set in either integer operand.

    Example:

    ```mlir
    %0 = relay.bitwise_or %lhs, %rhs : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
    ```
  }];
}

def Relay_BitwiseXorOp : Relay_BinaryOp<"bitwise_xor", [Relay_IntegerFunction]> {
  let summary = "bitwise exclusive or";
  let description = [{
    The bits set in exactly one integer operand.

    Example:

    ```mlir
    %0 = relay.bitwise_xor %lhs, %rhs : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
    ```
  }];
}

def Relay_LeftShiftOp : Relay_BinaryOp<"left_shift", [Relay_IntegerFunction]> {
  let summary = "shift to the left";
  let description = [{
    `lhs` shifted left by `rhs` bits; 0 when `rhs` is negative or at least the width.

    Example:

    ```mlir
    %0 = relay.left_shift %lhs, %rhs : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
    ```
  }];
}

def Relay_RightShiftOp : Relay_BinaryOp<"right_shift", [Relay_IntegerFunction]> {
  let summary = "shift to the right";
  let description = [{
    `lhs` shifted right by `rhs` bits, keeping the sign; what a very long shift gives (0 or -1) when `rhs` is negative or at least the width.

    Example:

    ```mlir
    %0 = relay.right_shift %lhs, %rhs : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
    ```
  }];
}

def Relay_WhereOp : Relay_Operator<"where", Relay_Broadcast, [Relay_Pointwise]> {
  let summary = "choice between two tensors";
  let description = [{
    The element of `x` where `condition` is non-zero, that of `y` elsewhere.
    The three shapes broadcast.

    Example:

    ```mlir
    %0 = relay.where %c, %x, %y : (tensor<3xi1>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Relay_Tensor:$condition, Relay_Tensor:$x, Relay_Tensor:$y);
}

#endif // RELAYLITE_DIALECT_RELAY_IR_BINARYOPS_TD
