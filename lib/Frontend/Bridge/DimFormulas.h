//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the formulas of a type inference by its results for numbers.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FRONTEND_BRIDGE_DIMFORMULAS_H
#define LIB_FRONTEND_BRIDGE_DIMFORMULAS_H

#include "RelayLite/Frontend/DimExpr.h"
#include "mlir/Support/LLVM.h"

namespace mlir::relay {

/// Sizes of dimensions; those that are not known are ShapedType::kDynamic.
using Sizes = SmallVector<int64_t>;
/// The sizes of a result for the sizes of the unknowns. None if these do not
/// fit together.
using SizeFunction =
    llvm::function_ref<std::optional<Sizes>(ArrayRef<int64_t>)>;
/// Dimensions of tensors in order; none where no name is known.
using DimList = std::vector<std::optional<ast::DimExpr>>;

/// Finds how the sizes that `infer` returns depend on the unknowns, and returns
/// the expressions of `unknowns` that they are. Sizes are products, sums with
/// constant factors, or quotients of one unknown; the others, and those in
/// which no unknown occurs, are none. A formula has to hold for large and small
/// sizes, and for different remainders, as far as `infer` accepts them.
DimList findFormulas(ArrayRef<ast::DimExpr> unknowns, SizeFunction infer);

} // namespace mlir::relay

#endif // LIB_FRONTEND_BRIDGE_DIMFORMULAS_H
