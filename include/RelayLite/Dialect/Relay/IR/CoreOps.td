//===- Core operations of the relay dialect ---------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_COREOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_COREOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

//===----------------------------------------------------------------------===//
// Constants and tuples
//===----------------------------------------------------------------------===//

def Relay_ConstantOp
    : Relay_Op<"constant", [ConstantLike, Pure, AllTypesMatch<["value", "result"]>]> {
  let summary = "a constant tensor";
  let description = [{
    Relay's Constant. Splats and values of at most 1 KiB are dense attributes,
    larger ones dense resources (`relay::ConstantStore` makes either).

    Example:

    ```mlir
    %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
  let builders = [OpBuilder<(ins "::mlir::ElementsAttr":$value), [{
    build($_builder, $_state, value.getType(), value);
  }]>];
}

def Relay_TupleOp : Relay_Op<"tuple", [Pure, InferTypeOpInterface]> {
  let summary = "a tuple of values";
  let description = [{
    Relay's Tuple, of any number of fields of any types.

    Example:

    ```mlir
    %0 = relay.tuple %a, %b : (tensor<2xf32>, tensor<i32>) -> tuple<tensor<2xf32>, tensor<i32>>
    ```
  }];
  let arguments = (ins Variadic<Relay_Value>:$fields);
  let results = (outs Relay_Tuple:$result);
  let assemblyFormat = "$fields attr-dict `:` functional-type($fields, results)";
  let extraClassDeclaration = [{
    static ::llvm::LogicalResult inferReturnTypes(
        ::mlir::MLIRContext *context, ::std::optional<::mlir::Location> loc,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &inferred);
    static bool isCompatibleReturnTypes(::mlir::TypeRange l,
                                        ::mlir::TypeRange r) {
      return ::mlir::relay::areTypesCompatible(l, r);
    }
  }];
}

def Relay_TupleGetOp : Relay_Op<"tuple_get", [Pure, InferTypeOpInterface]> {
  let summary = "a field of a tuple";
  let description = [{
    Relay's TupleGetItem; fields count from 0.

    Example:

    ```mlir
    %0 = relay.tuple_get %t[1] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>
    ```
  }];
  let arguments = (ins Relay_Tuple:$tuple, I64Attr:$index);
  let results = (outs Relay_Value:$result);
  let assemblyFormat = [{
    $tuple `[` $index `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasFolder = 1;
  let extraClassDeclaration = [{
    static ::llvm::LogicalResult inferReturnTypes(
        ::mlir::MLIRContext *context, ::std::optional<::mlir::Location> loc,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &inferred);
    static bool isCompatibleReturnTypes(::mlir::TypeRange l,
                                        ::mlir::TypeRange r) {
      return ::mlir::relay::areTypesCompatible(l, r);
    }
  }];
}

#endif // RELAYLITE_DIALECT_RELAY_IR_COREOPS_TD
