//===- Interfaces of relay operations ---------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_RELAYINTERFACES_TD
#define RELAYLITE_DIALECT_RELAY_IR_RELAYINTERFACES_TD

include "mlir/IR/OpBase.td"

def Relay_OperatorInterface : OpInterface<"OperatorInterface"> {
  let cppNamespace = "::mlir::relay";
  let description = [{
    A Relay operator: the facts that the text format, Python and the passes need
    of every operator. `Relay_Operator` implements the interface from ODS.
    Operations of other dialects that derive from it are operators, too. An
    operator has one result, and its values have Relay's types.
  }];
  let verify = "return ::mlir::relay::verifyOperatorInterface($_op);";
  let methods = [
    StaticInterfaceMethod<[{
      The name that TVM gives the operator, e.g. `nn.conv2d`.
    }], "::llvm::StringRef", "getRelayName">,
    StaticInterfaceMethod<[{
      Names, kinds and defaults of the attributes, in TVM's order.
    }], "::llvm::ArrayRef<::mlir::relay::AttributeSpec>", "getAttributeSpecs">,
    StaticInterfaceMethod<[{
      How fusion treats the operator (TVM's TOpPattern).
    }], "::mlir::relay::OpPatternKind", "getOpPattern">,
    StaticInterfaceMethod<[{
      Whether the operator has no kernel of its own (TVM's TNonComputational),
      so that constant folding leaves it in place.
    }], "bool", "isNonComputational">,
    StaticInterfaceMethod<[{
      Whether the result has the operand's elements in the same order, so that
      no data has to move (TVM's TReshapeOp).
    }], "bool", "isReshapeOnly">
  ];
}

def Relay_CostInterface : OpInterface<"CostInterface"> {
  let cppNamespace = "::mlir::relay";
  let description = [{
    An operator that does more for an element than reading or writing it. For
    other operators the sizes of operands and result give the work: see
    `estimateWork` in RelayInterfaces.h.
  }];
  let methods = [
    InterfaceMethod<[{
      The number of elementary operations, such as multiplications with an
      addition or comparisons, at most 2^64 - 1. A dimension that is not static
      counts as 1.
    }], "uint64_t", "estimateOwnWork">
  ];
}

def Relay_IndexingInterface : OpInterface<"IndexingInterface"> {
  let cppNamespace = "::mlir::relay";
  let description = [{
    An operator that has no value if an index is out of range, because TVM
    leaves the result undefined.
  }];
  let methods = [
    InterfaceMethod<[{
      The indices that must be in range, for operands of the static types
      `operands`; tuples count as their fields. None if the operator defines a
      value for all indices.
    }], "::llvm::SmallVector<::mlir::relay::OperandIndices>",
    "getIndicesInRange",
    (ins "::llvm::ArrayRef<::mlir::RankedTensorType>":$operands)>
  ];
}

def Relay_MeanInterface : OpInterface<"MeanInterface"> {
  let cppNamespace = "::mlir::relay";
  let description = [{
    An operator that divides sums by their numbers of elements. On integers it
    has no value if the division has none (DivisionLike).
  }];
  let methods = [
    InterfaceMethod<[{
      The divisor of all sums, modulo 2^64, for operands of the static types
      `operands`. Integers of n bits use its low n bits. None if nothing is
      divided, or if sums have different divisors above 0.
    }], "::std::optional<int64_t>", "getDivisor",
    (ins "::llvm::ArrayRef<::mlir::RankedTensorType>":$operands)>
  ];
}

def Relay_CountInterface : OpInterface<"CountInterface"> {
  let cppNamespace = "::mlir::relay";
  let description = [{
    An operator whose result holds sizes, numbers of elements or positions. It
    has no value if its element type cannot represent the largest one
    (holdsCount in Shapes.h).
  }];
  let methods = [
    InterfaceMethod<[{
      The largest possible number in a result of type `result`, which has
      elements, for operands of the types `operands`. All types are static.
    }], "uint64_t", "getLargestCount",
    (ins "::llvm::ArrayRef<::mlir::RankedTensorType>":$operands,
         "::mlir::RankedTensorType":$result)>
  ];
}

def Relay_DataShapeInterface : OpInterface<"DataShapeInterface"> {
  let cppNamespace = "::mlir::relay";
  let description = [{
    An operator whose elements determine the shape of the result, which type
    inference leaves dynamic.
  }];
  let methods = [
    InterfaceMethod<[{
      The static type of the result for these operands; tuples count as their
      fields.
    }], "::mlir::Type", "getTypeForData",
    (ins "::llvm::ArrayRef<::mlir::relay::OperandData>":$operands)>
  ];
}

class Relay_Trait<string name> : NativeOpTrait<name> {
  let cppNamespace = "::mlir::relay";
}

// See RelayInterfaces.h.
def Relay_Pointwise : Relay_Trait<"Pointwise">;
def Relay_Identity : Relay_Trait<"Identity">;
def Relay_DivisionLike : Relay_Trait<"DivisionLike">;
def Relay_BooleanFunction : Relay_Trait<"BooleanFunction">;
def Relay_FloatFunction : Relay_Trait<"FloatFunction">;
def Relay_IntegerFunction : Relay_Trait<"IntegerFunction">;

def Relay_InferOperandTypesInterface
    : OpInterface<"InferOperandTypesInterface"> {
  let cppNamespace = "::mlir::relay";
  let description = [{
    An operator whose attributes and operands determine the types of other
    operands. `nn.conv2d` determines the type of its weight, and `nn.batch_norm`
    those of gamma, beta, mean and variance.
  }];
  let methods = [
    StaticInterfaceMethod<[{
      Replaces each `!relay.unknown` in `operandTypes` that the known ones and
      the attributes determine. Fails, with an error at `loc` if given, when
      they contradict each other.
    }], "::llvm::LogicalResult", "inferOperandTypes",
    (ins "::std::optional<::mlir::Location>":$loc,
         "::llvm::SmallVectorImpl<::mlir::Type> &":$operandTypes,
         "::mlir::DictionaryAttr":$attributes,
         "::mlir::OpaqueProperties":$properties)>
  ];
}

def Relay_StaticFormInterface : OpInterface<"StaticFormInterface"> {
  let cppNamespace = "::mlir::relay";
  let description = [{
    An operator that takes shapes or the like from operands, and that
    corresponds to one that takes them from attributes: `dyn.reshape` and
    `reshape`. The passes replace it if the operands are constant; see
    `createStaticForm` in StaticForm.h.
  }];
  let methods = [
    InterfaceMethod<[{
      The corresponding operator. The value of an attribute is null if its
      operand is not constant.
    }], "::mlir::relay::StaticForm", "getStaticForm">
  ];
}

def Relay_CanonicalFormInterface : OpInterface<"CanonicalFormInterface"> {
  let cppNamespace = "::mlir::relay";
  let description = [{
    An operator of quantized tensors. Its meaning is its canonical form, a
    composition of operators without this interface, which QnnCanonicalize puts
    in its place; lowering and evaluation compute the same.
  }];
  let methods = [
    StaticInterfaceMethod<[{
      The number of operands that hold data. The others, scales and zero points,
      may have to be constant.
    }], "unsigned", "getNumDataOperands", (ins), "", "return 1;">,
    InterfaceMethod<[{
      Emits the canonical form on `operands`, which have the types of those of the
      operation, and returns its value; the type may be more refined than that of
      the result. All types are known. Fails after an error at the operation: it
      has no canonical form, or an operand that has to be constant is not, or is
      out of range.
    }], "::llvm::FailureOr<::mlir::Value>", "createCanonicalForm",
    (ins "::mlir::OpBuilder &":$builder, "::mlir::ValueRange":$operands,
         "const ::mlir::relay::RequantizeOptions &":$options)>
  ];
}

def Relay_MovementInterface : OpInterface<"MovementInterface"> {
  let cppNamespace = "::mlir::relay";
  let description = [{
    An operator that copies elements of its operands to places that depend only
    on shapes and attributes. It can be evaluated without a kernel of its own.
  }];
  let methods = [
    InterfaceMethod<[{
      The moves from operands of the types `operands` to results of the types
      `results`. All types are static, and tuples count as their fields. Each
      element of a result belongs to exactly one move. Fails if the operation
      does not move blocks.
    }], "::llvm::FailureOr<::llvm::SmallVector<::mlir::relay::ElementMove>>",
    "getMoves",
    (ins "::llvm::ArrayRef<::mlir::RankedTensorType>":$operands,
         "::llvm::ArrayRef<::mlir::RankedTensorType>":$results)>
  ];
}

def Relay_CollapsibleInterface : OpInterface<"CollapsibleInterface"> {
  let cppNamespace = "::mlir::relay";
  let description = [{
    An operator with one kernel for tensors of many shapes. Its lowering takes
    sizes at run time and needs no memory of dynamic size.
  }];
  let methods = [
    InterfaceMethod<[{
      The same operation with as few dimensions as possible. Adjacent dimensions
      that it treats alike are merged, and dimensions of size 1 are left out,
      if this does not change a bit of the result. `operands` are static. Fails
      if each shape needs a kernel of its own.
    }], "::llvm::FailureOr<::mlir::relay::CollapsedOperation>", "collapse",
    (ins "::llvm::ArrayRef<::mlir::RankedTensorType>":$operands)>
  ];
}

#endif // RELAYLITE_DIALECT_RELAY_IR_RELAYINTERFACES_TD
