//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helpers of the rules of FakeQuantizationToInteger.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_FAKEQUANTIZATION_AFFINETYPES_H
#define LIB_DIALECT_RELAY_TRANSFORMS_FAKEQUANTIZATION_AFFINETYPES_H

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/FakeQuantization.h"

namespace mlir::relay {

/// The elements of `value`, floats of 32 bits or integers of 32 bits, if it is
/// a constant expression.
std::optional<SmallVector<double>> getConstantNumbers(Value value);

/// The constant that `value` is computed to, or `value` itself.
Value foldConstant(OpBuilder &b, Value value);

/// Whether both quantizations have element types, zero points and scales that
/// are equal: the scales up to rounding.
bool areClose(const AffineType &lhs, const AffineType &rhs);
/// Whether both are equal, bit for bit.
bool areEqual(const AffineType &lhs, const AffineType &rhs);

/// Whether the scale or the zero point is a vector of several elements.
bool isPerAxis(const AffineType &type);
/// Whether the zero point is the constant 0.
bool hasZeroOffset(const AffineType &type);

/// The quantization of a product of numbers of two quantizations: the product
/// of the scales, and no zero point.
FailureOr<AffineType> multiplyScales(FakeQuantizedOp &op, const AffineType &lhs,
                                     const AffineType &rhs);

/// The rule that holds for `op`, or null.
FakeQuantizationRuleRef findRule(Operation *op,
                                 const FakeQuantizationOptions &options);
/// Applies the rule of `op`, which has one, and checks the result.
FailureOr<QuantizedValue> applyRule(FakeQuantizedOp &op,
                                    const FakeQuantizationOptions &options);
/// The numbers and the quantization that `dequantize` reads.
QuantizedValue getDequantized(QnnDequantizeOp dequantize);
/// Converts operators on dequantized operands by themselves: the option
/// `use-qat`. Returns whether anything has changed.
FailureOr<bool> convertOperatorsAlone(func::FuncOp function,
                                      const FakeQuantizationOptions &options);

/// Add the rules of operators of one file.
void addMovementRules(FakeQuantizationRules &rules);
void addPointwiseRules(FakeQuantizationRules &rules);
void addProductRules(FakeQuantizationRules &rules);
void addReductionRules(FakeQuantizationRules &rules);

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_FAKEQUANTIZATION_AFFINETYPES_H
