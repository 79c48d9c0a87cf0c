//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Symbolic dimensions of parameters: their attribute, and dimensions that have
// the same name.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_SYMBOLICDIMS_H
#define RELAYLITE_DIALECT_RELAY_IR_SYMBOLICDIMS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::relay {

namespace fnattr {
/// The symbolic dimensions of a parameter, an array with an element for each
/// dimension of the tensors in its type. A unit stands for a dimension without
/// a name, a string for a variable, an integer for a number, and an array for
/// an operation, such as `["+", "n", 1]`, or for a variable with its kind and
/// type, such as `["Var", "n", "int64"]`.
inline constexpr StringLiteral dims = "relay.dims";
} // namespace fnattr

/// A dimension of a tensor among the parameters of a function.
struct ParameterDim {
  unsigned parameter;
  /// The field of a tuple that holds the tensor, outermost first; none for a
  /// parameter that is a tensor.
  SmallVector<unsigned> fields;
  unsigned dim;
};

/// Dimensions of one name, which have to have one size.
struct EqualDims {
  std::string name;
  ParameterDim first, other;
};

/// The dimensions of the parameters of `function` that have the name of an
/// earlier one (fnattr::dims). Expressions other than variables do not count.
SmallVector<EqualDims> getEqualDims(func::FuncOp function);

/// The beginning of the message for sizes of `dims` that differ, with `size`
/// and `expected` in place of them.
std::string describeMismatch(func::FuncOp function, const EqualDims &dims,
                             StringRef size, StringRef expected);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_IR_SYMBOLICDIMS_H
