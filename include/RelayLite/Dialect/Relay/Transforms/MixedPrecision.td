//===- Interface of operators under mixed precision -------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_MIXEDPRECISION_TD
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_MIXEDPRECISION_TD

include "mlir/IR/OpBase.td"

def Relay_MixedPrecisionInterface : OpInterface<"MixedPrecisionInterface"> {
  let cppNamespace = "::mlir::relay";
  let description = [{
    Tells ToMixedPrecision how to convert an operator (TVM's
    FTVMMixedPrecisionConversionType).
  }];
  let methods = [
    InterfaceMethod<[{
      When the operator computes with the smaller type `type`.
    }], "::mlir::relay::MixedPrecisionKind", "getMixedPrecisionKind",
      (ins "::mlir::Type":$type)>,
    InterfaceMethod<[{
      The type in which the operator sums up and gives its result where it
      computes with `type`; the result is then cast to `type`. Only for
      operators with an attribute for it.
    }], "::mlir::Type", "getAccumulationType", (ins "::mlir::Type":$type), "",
      [{ return type; }]>,
    InterfaceMethod<[{
      The name of the attribute that holds the element type of the result; empty
      if it follows from the operands.
    }], "::llvm::StringRef", "getResultTypeAttrName", (ins), "",
      [{ return ""; }]>
  ];
}

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_MIXEDPRECISION_TD
