//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helpers of the operators' models of LayoutInferenceInterface.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_LAYOUT_LAYOUTMODELS_H
#define LIB_DIALECT_RELAY_TRANSFORMS_LAYOUT_LAYOUTMODELS_H

#include "RelayLite/Dialect/Relay/Transforms/LayoutInference.h"

namespace mlir::relay {

/// The layout that an operand had, and one that an operator can take it in.
struct OperandLayout {
  Layout oldLayout, newLayout;
  /// For each dimension of the new layout, that of the old one.
  SmallVector<int64_t> sources;

  /// Those of tensor `index` of `request`; the new layout is the old one where
  /// mapLayoutAxes cannot tell how they belong together. Fails when the old one
  /// is not known.
  static FailureOr<OperandLayout> get(const LayoutRequest &request,
                                      size_t index = 0);

  bool isChanged() const { return newLayout != oldLayout; }
  /// Goes back to the old layout.
  void reset();
  /// The dimensions of the new layout that dimension `axis` of the old one has
  /// become.
  SmallVector<int64_t> findAll(int64_t axis) const;
  /// The only one; nothing if it has been split into blocks.
  std::optional<int64_t> find(int64_t axis) const {
    SmallVector<int64_t> all = findAll(axis);
    return all.size() == 1 ? std::optional(all.front()) : std::nullopt;
  }
};

NamedAttribute getIntAttr(Operation *op, StringRef name, int64_t value);
NamedAttribute getIntsAttr(Operation *op, StringRef name,
                           ArrayRef<int64_t> values);
NamedAttribute getLayoutAttr(Operation *op, StringRef name,
                             const Layout &layout);

/// The layouts of two operands that broadcast, the first ones of `request`, and
/// of the result: the operand of lower rank follows the other one.
FailureOr<InferredLayouts> inferBroadcastLayouts(const LayoutRequest &request);

/// The layouts of `count` tensors, the first ones of `request`, that `op` joins
/// along `axis`, the value of its attribute `axisName`.
FailureOr<InferredLayouts>
inferConcatenateLayouts(Operation *op, const LayoutRequest &request,
                        size_t count, StringRef axisName, int64_t axis);

/// Attach LayoutInferenceInterface to operators that move elements, and to
/// those of neural networks, and LayoutConversionInterface.
void attachTransformLayoutModels(MLIRContext &context);
void attachNNLayoutModels(MLIRContext &context);
void attachQnnLayoutModels(MLIRContext &context);
void attachLayoutConversions(MLIRContext &context);

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_LAYOUT_LAYOUTMODELS_H
