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
// aligned at the last dimension, a dimension of 1 is repeated. `infer` is what
// infers the type of the result.
class Relay_BroadcastingOp<string mnemonic, string function, string infer,
                           list<Trait> traits = []>
    : Relay_ElementwiseOperator<mnemonic, Relay_Broadcast, function, traits> {
  let arguments = (ins Relay_Tensor:$lhs, Relay_Tensor:$rhs);
  let exampleOperands = "%lhs, %rhs";
  let exampleTypes = "tensor<2x3x" # exampleElement # ">, tensor<3x"
                         # exampleElement # ">";
  let raises = Relay_ShapesFit;
  let extraClassDefinition = [{
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return ::mlir::relay::}] # infer # [{(
          loc, getRelayName(), adaptor.getLhs().getType(),
          adaptor.getRhs().getType());
    }
  }];
}

// The result has the element type of the operands.
class Relay_BinaryOp<string mnemonic, string function, list<Trait> traits = []>
    : Relay_BroadcastingOp<mnemonic, function, "inferBroadcast", traits> {
  let returns = "A tensor of the shape to which the operands broadcast "
      "(dimensions are aligned at the last one, and those of 1 are repeated), "
      "of the element type that both have.";
}

// The result is boolean.
class Relay_ComparisonOp<string mnemonic, string function>
    : Relay_BroadcastingOp<mnemonic, function, "inferComparison"> {
  let exampleResult = "i1";
  let returns = "A tensor of bool of the shape to which the operands broadcast.";
}

def Relay_AddOp : Relay_BinaryOp<"add", "add"> {
  let summary = "sum";
  let semantics = "The sum of the operands; integers wrap.";
  let tvm = Relay_TVM<level = 1, mixed = "Follow">;
}

def Relay_SubtractOp : Relay_BinaryOp<"subtract", "sub"> {
  let summary = "difference";
  let semantics = "The difference of the operands; integers wrap.";
  let tvm = Relay_TVM<level = 1, mixed = "Follow">;
}

def Relay_MultiplyOp : Relay_BinaryOp<"multiply", "mul"> {
  let summary = "product";
  let semantics = "The product of the operands; integers wrap.";
  let tvm = Relay_TVM<level = 1, mixed = "Follow">;
}

def Relay_DivideOp : Relay_BinaryOp<"divide", "div", [Relay_DivisionLike]> {
  let summary = "quotient";
  let semantics = "The quotient of the operands; that of integers is rounded "
      "towards zero. Constant folding leaves an integer division by zero in "
      "place.";
  let tvm = Relay_TVM<level = 1, mixed = "Follow">;
}

def Relay_ModOp : Relay_BinaryOp<"mod", "mod", [Relay_DivisionLike]> {
  let summary = "remainder of the truncated division";
  let semantics = "The remainder with the sign of the dividend (C's `%` and "
      "`fmod`).";
  let tvm = Relay_TVM<level = 1>;
}

def Relay_FloorDivideOp : Relay_BinaryOp<"floor_divide", "floorDiv", [Relay_DivisionLike]> {
  let summary = "quotient rounded down";
  let semantics = "The quotient rounded towards minus infinity.";
  let tvm = Relay_TVM<level = 1>;
}

def Relay_FloorModOp : Relay_BinaryOp<"floor_mod", "floorMod", [Relay_DivisionLike]> {
  let summary = "remainder of the floor division";
  let semantics = "The remainder with the sign of the divisor.";
  let tvm = Relay_TVM<level = 1>;
}

def Relay_TruncDivideOp : Relay_BinaryOp<"trunc_divide", "truncDiv", [Relay_DivisionLike]> {
  let summary = "quotient rounded towards zero";
  let semantics = "The quotient of the operands, rounded towards zero. Constant "
      "folding leaves an integer division by zero in place.";
  let tvm = Relay_TVM<level = 1>;
}

def Relay_TruncModOp : Relay_BinaryOp<"trunc_mod", "mod", [Relay_DivisionLike]> {
  let summary = "remainder of the truncated division";
  let semantics = "As `relay.mod`: the remainder with the sign of the dividend.";
  let tvm = Relay_TVM<level = 1>;
}

def Relay_PowerOp : Relay_BinaryOp<"power", "pow"> {
  let summary = "power";
  let semantics = [{
    `lhs` to the power of `rhs`, as C99's `pow`. Integers wrap; their negative
    powers are 0 except those of 1 and -1.
  }];
  let tvm = Relay_TVM<level = 4, mixed = "Never">;
}

def Relay_MaximumOp : Relay_BinaryOp<"maximum", "max"> {
  let summary = "larger element";
  let semantics = "The larger of the operands; NaN if either is. -0 is below "
      "+0.";
  let tvm = Relay_TVM<level = 4, mixed = "Follow">;
}

def Relay_MinimumOp : Relay_BinaryOp<"minimum", "min"> {
  let summary = "smaller element";
  let semantics = "The smaller of the operands; NaN if either is. -0 is below "
      "+0.";
  let tvm = Relay_TVM<level = 4, mixed = "Follow">;
}

def Relay_EqualOp : Relay_ComparisonOp<"equal", "eq"> {
  let summary = "whether elements are equal";
  let semantics = "True where the operands are equal.";
  let tvm = Relay_TVM<level = 4>;
}

def Relay_NotEqualOp : Relay_ComparisonOp<"not_equal", "ne"> {
  let summary = "whether elements differ";
  let semantics = "True where the operands differ; NaN differs from "
      "everything.";
  let tvm = Relay_TVM<level = 4>;
}

def Relay_LessOp : Relay_ComparisonOp<"less", "lt"> {
  let summary = "whether elements are less";
  let semantics = "True where `lhs < rhs`.";
  let tvm = Relay_TVM<level = 4, mixed = "Follow">;
}

def Relay_LessEqualOp : Relay_ComparisonOp<"less_equal", "le"> {
  let summary = "whether elements are less or equal";
  let semantics = "True where `lhs <= rhs`.";
  let tvm = Relay_TVM<level = 4, mixed = "Follow">;
}

def Relay_GreaterOp : Relay_ComparisonOp<"greater", "gt"> {
  let summary = "whether elements are greater";
  let semantics = "True where `lhs > rhs`.";
  let tvm = Relay_TVM<level = 4, mixed = "Follow">;
}

def Relay_GreaterEqualOp : Relay_ComparisonOp<"greater_equal", "ge"> {
  let summary = "whether elements are greater or equal";
  let semantics = "True where `lhs >= rhs`.";
  let tvm = Relay_TVM<level = 4, mixed = "Follow">;
}

def Relay_LogicalAndOp : Relay_BinaryOp<"logical_and", "logicalAnd"> {
  let summary = "logical and";
  let semantics = "True where both boolean operands are.";
  let exampleElement = "i1";
  let tvm = Relay_TVM<level = 4>;
}

def Relay_LogicalOrOp : Relay_BinaryOp<"logical_or", "logicalOr"> {
  let summary = "logical or";
  let semantics = "True where either boolean operand is.";
  let exampleElement = "i1";
  let tvm = Relay_TVM<level = 4>;
}

def Relay_LogicalXorOp : Relay_BinaryOp<"logical_xor", "logicalXor"> {
  let summary = "whether exactly one element is true";
  let semantics = "Whether exactly one of two boolean elements is true.";
  let exampleElement = "i1";
  let tvm = Relay_TVM<level = 4>;
}

def Relay_BitwiseAndOp : Relay_BinaryOp<"bitwise_and", "bitAnd", [Relay_IntegerFunction]> {
  let summary = "bitwise and";
  let semantics = "The bits set in both integer operands.";
  let exampleElement = "i32";
  let tvm = Relay_TVM<level = 4>;
}

def Relay_BitwiseOrOp : Relay_BinaryOp<"bitwise_or", "bitOr", [Relay_IntegerFunction]> {
  let summary = "bitwise or";
  let semantics = "The bits set in either integer operand.";
  let exampleElement = "i32";
  let tvm = Relay_TVM<level = 4>;
}

def Relay_BitwiseXorOp : Relay_BinaryOp<"bitwise_xor", "bitXor", [Relay_IntegerFunction]> {
  let summary = "bitwise exclusive or";
  let semantics = "The bits set in exactly one integer operand.";
  let exampleElement = "i32";
  let tvm = Relay_TVM<level = 4>;
}

def Relay_LeftShiftOp : Relay_BinaryOp<"left_shift", "shiftLeft", [Relay_IntegerFunction]> {
  let summary = "shift to the left";
  let semantics = "`lhs` shifted left by `rhs` bits; 0 when `rhs` is negative "
      "or at least the width.";
  let exampleElement = "i32";
  let tvm = Relay_TVM<level = 4>;
}

def Relay_RightShiftOp : Relay_BinaryOp<"right_shift", "shiftRight", [Relay_IntegerFunction]> {
  let summary = "shift to the right";
  let semantics = "`lhs` shifted right by `rhs` bits, keeping the sign; what a "
      "very long shift gives (0 or -1) when `rhs` is negative or at least the "
      "width.";
  let exampleElement = "i32";
  let tvm = Relay_TVM<level = 4>;
}

def Relay_WhereOp : Relay_Operator<"where", Relay_Broadcast, [Relay_Pointwise]> {
  let summary = "choice between two tensors";
  let semantics = [{
    The element of `x` where `condition` is non-zero, that of `y` elsewhere.
    The three shapes broadcast.
  }];
  let example = "%0 = relay.where %c, %x, %y : (tensor<3xi1>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Tensor:$condition, Relay_Tensor:$x, Relay_Tensor:$y);
  let tvm = Relay_TVM<level = 4, mixed = "Follow">;
  let returns = "A tensor of the shape to which the three operands broadcast, "
      "of the element type of `x` and `y`.";
  let raises = Relay_ShapesFit;
}

#endif // RELAYLITE_DIALECT_RELAY_IR_BINARYOPS_TD
