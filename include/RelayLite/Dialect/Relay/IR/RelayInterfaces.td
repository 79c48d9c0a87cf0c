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
    A Relay operator: what the text format, Python and the passes need to know
    of every one of them. `Relay_Operator` implements it from ODS; operations
    of other dialects that derive from it are operators too. An operator has one
    result, and its values are of Relay's types.
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
      so that constant folding leaves it.
    }], "bool", "isNonComputational">,
    StaticInterfaceMethod<[{
      Whether the result holds the operand's elements in the same order, so
      that no data has to move (TVM's TReshapeOp).
    }], "bool", "isReshapeOnly">
  ];
}

def Relay_CostInterface : OpInterface<"CostInterface"> {
  let cppNamespace = "::mlir::relay";
  let description = [{
    An operator that does more for an element than to read or to write it. Of
    others the work is known from the sizes of operands and result: see
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
    An operator that has no value, as TVM leaves it undefined, where an index is
    out of range.
  }];
  let methods = [
    InterfaceMethod<[{
      The indices that have to be in range, of operands of the types `operands`,
      which are static; none where the operator says what others mean.
    }], "::std::optional<::mlir::relay::OperandIndices>", "getIndicesInRange",
    (ins "::llvm::ArrayRef<::mlir::RankedTensorType>":$operands)>
  ];
}

def Relay_MeanInterface : OpInterface<"MeanInterface"> {
  let cppNamespace = "::mlir::relay";
  let description = [{
    An operator that divides sums by their numbers of elements: on integers it
    has no value where DivisionLike has none.
  }];
  let methods = [
    InterfaceMethod<[{
      What all sums are divided by, modulo 2^64, for operands of the types
      `operands`, which are static. Integers keep as many of its bits as they
      have. None where nothing is divided, or by different numbers above 0.
    }], "::std::optional<int64_t>", "getDivisor",
    (ins "::llvm::ArrayRef<::mlir::RankedTensorType>":$operands)>
  ];
}

def Relay_CountInterface : OpInterface<"CountInterface"> {
  let cppNamespace = "::mlir::relay";
  let description = [{
    An operator whose result holds extents, numbers of elements or positions: it
    has no value where its elements do not hold the largest one (holdsCount in
    Shapes.h).
  }];
  let methods = [
    InterfaceMethod<[{
      The largest one in a result of type `result`, which has elements, for
      operands of the types `operands`. All are static.
    }], "uint64_t", "getLargestCount",
    (ins "::llvm::ArrayRef<::mlir::RankedTensorType>":$operands,
         "::mlir::RankedTensorType":$result)>
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
    An operator whose attributes and other operands determine the type of an
    operand that is not annotated: `nn.conv2d` that of its weight,
    `nn.batch_norm` those of gamma, beta, mean and variance.
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
    An operator that takes shapes or the like from operands and does what
    another does that takes them from attributes: `dyn.reshape` and `reshape`.
    The passes use the other one where the operands are constant; see
    `createStaticForm` in StaticForm.h.
  }];
  let methods = [
    InterfaceMethod<[{
      The other operator. The value of an attribute is null if the operand that
      holds it is not constant.
    }], "::mlir::relay::StaticForm", "getStaticForm">
  ];
}

def Relay_MovementInterface : OpInterface<"MovementInterface"> {
  let cppNamespace = "::mlir::relay";
  let description = [{
    An operator whose results hold elements of its operands, at places that
    depend on shapes and attributes only. It can be evaluated without a kernel
    of its own.
  }];
  let methods = [
    InterfaceMethod<[{
      Which elements of tensors of the types `operands` the results of the types
      `results` hold. All are static; tuples count as their fields. Each element
      of a result belongs to exactly one move. Fails for what is not a movement
      of blocks.
    }], "::llvm::FailureOr<::llvm::SmallVector<::mlir::relay::ElementMove>>",
    "getMoves",
    (ins "::llvm::ArrayRef<::mlir::RankedTensorType>":$operands,
         "::llvm::ArrayRef<::mlir::RankedTensorType>":$results)>
  ];
}

def Relay_CollapsibleInterface : OpInterface<"CollapsibleInterface"> {
  let cppNamespace = "::mlir::relay";
  let description = [{
    An operator of which one kernel serves tensors of many shapes: its lowering
    takes extents at run time and needs no memory of dynamic size.
  }];
  let methods = [
    InterfaceMethod<[{
      The same operation with as few dimensions as it can have: neighbours that
      it treats alike are merged, and those of extent 1 left out, where no
      result changes by a bit. `operands` are static. Fails where each shape
      needs a kernel of its own.
    }], "::llvm::FailureOr<::mlir::relay::CollapsedOperation>", "collapse",
    (ins "::llvm::ArrayRef<::mlir::RankedTensorType>":$operands)>
  ];
}

#endif // RELAYLITE_DIALECT_RELAY_IR_RELAYINTERFACES_TD
