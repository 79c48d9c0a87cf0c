//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface between operators and the passes that change layouts. Operators
// of other dialects implement LayoutInferenceInterface, and
// LayoutConversionInterface if ConvertLayout may change them.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_LAYOUTINFERENCE_H
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_LAYOUTINFERENCE_H

#include "RelayLite/Dialect/Relay/IR/Layout.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include <optional>

namespace mlir::relay {

/// The question to an operator. Each list has an entry for each tensor that the
/// operator reads or returns: the fields of a tuple count one by one.
struct LayoutRequest {
  /// The types of the tensors that it reads in the program as it was.
  ArrayRef<RankedTensorType> types;
  /// The types of those that it returns there. (The operation may be new, with
  /// a result of unknown type.)
  ArrayRef<RankedTensorType> resultTypes;
  /// The layouts in the program as it was, as far as they are known. As many
  /// dimensions as the types.
  ArrayRef<std::optional<Layout>> oldLayouts;
  /// The layouts in which the tensors are now; empty for the operator as it is.
  ArrayRef<Layout> newLayouts;

  bool isAsItIs() const { return newLayouts.empty(); }
  /// The request about the first `count` tensors that the operator reads.
  LayoutRequest takeFront(size_t count) const {
    return {types.take_front(count), resultTypes, oldLayouts.take_front(count),
            newLayouts.take_front(isAsItIs() ? 0 : count)};
  }
};

/// The answer of an operator.
struct InferredLayouts {
  /// The layouts of the tensors that the operator reads, and of those that it
  /// returns: several if the result is a tuple.
  SmallVector<Layout, 2> operands;
  SmallVector<Layout, 1> results;
  /// The attributes that change.
  SmallVector<NamedAttribute, 2> attributes;
};

/// The layout with these dimensions; `Layout()`, that of a scalar, for none.
/// Fails where Layout::parse would.
FailureOr<Layout> makeLayout(ArrayRef<LayoutAxis> axes);

/// The types of the tensors of a tensor or of a tuple of tensors. Fails for
/// other types.
FailureOr<SmallVector<RankedTensorType>> getTensorTypes(Type type);

/// For each dimension of `target`, the one of `source` with the same elements:
/// for blocks, that of the whole. Fails unless the layouts have the same primal
/// dimensions and are equal or `source` has no blocks.
FailureOr<SmallVector<int64_t>> mapLayoutAxes(const Layout &source,
                                              const Layout &target);

/// Builds, as LayoutConversionInterface::convertLayout does, an operator like
/// `op` on `operands`: with the name `name` if it is not empty, and with other
/// values for `attributes`.
Value buildConverted(OpBuilder &builder, Operation *op, ValueRange operands,
                     ArrayRef<NamedAttribute> attributes, StringRef name = "");

/// Adds what operators of the relay dialect tell of their layouts.
void registerLayoutModels(DialectRegistry &registry);

} // namespace mlir::relay

#include "RelayLite/Dialect/Relay/Transforms/LayoutInference.h.inc"

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_LAYOUTINFERENCE_H
