//===- Interface of operators that scalings move through --*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_AXISSCALE_TD
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_AXISSCALE_TD

include "mlir/IR/OpBase.td"

def Relay_AxisScaleInterface : OpInterface<"AxisScaleInterface"> {
  let cppNamespace = "::mlir::relay";
  let description = [{
    An operator with one result that ForwardFoldScaleAxis and
    BackwardFoldScaleAxis can move a scaling through, or into, as TVM's
    FScaleAxisForwardPrep, ForwardRewrite, BackwardPrep and BackwardTransform. A
    scaling multiplies a tensor by a factor, a tensor with a dimension for each
    axis that is scaled, of the same size and in the same order.

    Forward: the result of `op(x * s)` has to be `op'(x) * s`, or `op'(x)` where
    the operator consumes the factor. Backward: `op(x) * s` has to be `op'(x)`,
    or `op'(x * s)`.
  }];
  let methods = [
    InterfaceMethod<[{
      For each operand, the scaling that the operator can take from it, if any,
      given what can be taken from the result: at most one of them.
    }], "::llvm::SmallVector<std::optional<::mlir::relay::AxisScale>>",
      "getOperandScales",
      (ins "const std::optional<::mlir::relay::AxisScale> &":$result), "", [{
        return ::llvm::SmallVector<std::optional<::mlir::relay::AxisScale>>(
            $_op->getNumOperands());
      }]>,
    InterfaceMethod<[{
      Changes the operation for `operand`, which was multiplied by `factor` along
      `axes` and is no longer. Returns whether the result now lacks the factor
      (along the same axes), so that its users have to take it.
    }], "bool", "takeOperandScale",
      (ins "::mlir::OpBuilder &":$builder, "unsigned":$operand,
           "::mlir::Value":$factor, "::llvm::ArrayRef<int64_t>":$axes), "",
      [{ return true; }]>,
    InterfaceMethod<[{
      The scaling that the result can be given, if any, given what can be given
      to the operands.
    }], "std::optional<::mlir::relay::AxisScale>", "getResultScale",
      (ins "::llvm::ArrayRef<std::optional<::mlir::relay::AxisScale>>":$operands),
      "", [{ return std::nullopt; }]>,
    InterfaceMethod<[{
      Changes the operation so that its result is multiplied by `factor` along
      `axes`, once the operands that are returned are. `operands` is as for
      getResultScale.
    }], "::llvm::SmallVector<unsigned>", "takeResultScale",
      (ins "::mlir::OpBuilder &":$builder,
           "::llvm::ArrayRef<std::optional<::mlir::relay::AxisScale>>":$operands,
           "::mlir::Value":$factor, "::llvm::ArrayRef<int64_t>":$axes), "",
      [{ return {}; }]>
  ];
}

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_AXISSCALE_TD
