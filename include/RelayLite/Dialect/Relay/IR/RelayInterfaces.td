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
    of other dialects that derive from it are operators too.
  }];
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

class Relay_Trait<string name> : NativeOpTrait<name> {
  let cppNamespace = "::mlir::relay";
}

// See RelayInterfaces.h.
def Relay_Pointwise : Relay_Trait<"Pointwise">;
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

#endif // RELAYLITE_DIALECT_RELAY_IR_RELAYINTERFACES_TD
