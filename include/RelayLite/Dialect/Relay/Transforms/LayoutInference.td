//===- Interfaces of operators that have layouts ----------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_LAYOUTINFERENCE_TD
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_LAYOUTINFERENCE_TD

include "mlir/IR/OpBase.td"

def Relay_LayoutInferenceInterface : OpInterface<"LayoutInferenceInterface"> {
  let cppNamespace = "::mlir::relay";
  let description = [{
    An operator with one result through which ConvertLayout and AlterOpLayout
    can propagate layouts, as TVM's FInferCorrectLayout. It says in which layouts
    its operands and its result are, and how its attributes change when its
    operands come in other ones.
  }];
  let methods = [
    InterfaceMethod<[{
      The layouts of the operands and of the result that fit each other. Asked
      for the operator as it is (`request.newLayouts` is empty), these are its
      layouts, and there are no changes. Asked for the operator on operands that
      are now in `request.newLayouts`, these are the layouts that the operands
      must be brought to, and the result is in afterwards, with the attributes
      that are returned. Fails where that cannot be told; the operands then keep
      the layouts that they had.
    }], "::llvm::FailureOr<::mlir::relay::InferredLayouts>", "inferLayouts",
      (ins "const ::mlir::relay::LayoutRequest &":$request)>
  ];
}

def Relay_LayoutConversionInterface
    : OpInterface<"LayoutConversionInterface"> {
  let cppNamespace = "::mlir::relay";
  let description = [{
    An operator that ConvertLayout can give other layouts, as TVM's
    FTVMConvertOpLayout. This interface builds an operator, maybe another one,
    for the layouts that a user asks for; LayoutInferenceInterface only tells
    which layouts and attributes fit those that arrive.
  }];
  let methods = [
    InterfaceMethod<[{
      Builds the operator that takes the place of this one and whose operands
      are in `layouts`: one for each operand that has a layout, of which
      `default` leaves the choice to the operator. Returns its result, or null
      if the operator stays. `operands` stand for those of this operator; their
      type is `!relay.unknown`, since their layouts are not known yet, and so
      are the types of what is built on them. Fails after an error.
    }], "::llvm::FailureOr<::mlir::Value>", "convertLayout",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::ValueRange":$operands,
           "::llvm::ArrayRef<::llvm::StringRef>":$layouts)>
  ];
}

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_LAYOUTINFERENCE_TD
