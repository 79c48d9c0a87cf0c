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
#include "llvm/ADT/StringExtras.h"

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

/// The layouts of a convolution, which its attributes name.
template <typename OpT>
FailureOr<InferredLayouts> inferConvLayouts(OpT op) {
  FailureOr<Layout> data = Layout::parse(op.getDataLayout()),
                    kernel = Layout::parse(op.getKernelLayout()),
                    result = op.getOutLayout().empty()
                                 ? data
                                 : Layout::parse(op.getOutLayout());
  if (failed(data) || failed(kernel) || failed(result))
    return failure();
  InferredLayouts inferred;
  inferred.operands = {*data, *kernel};
  inferred.results = {*result};
  return inferred;
}

/// Whether `layout` has all of `names`, without blocks.
inline bool hasWholeDims(const Layout &layout, StringRef names) {
  return llvm::all_of(names, [&](char name) {
    return layout.indexOf(name) >= 0 && layout.indexOf(llvm::toLower(name)) < 0;
  });
}

/// Return the answer of an operator whose attribute `layout` names the
/// dimensions of its first operand and of its result. It takes new layouts that
/// `accepts` accepts. Its other operands are scalars.
template <typename OpT>
FailureOr<InferredLayouts>
inferImageLayouts(OpT op, const LayoutRequest &request,
                  function_ref<bool(const Layout &, const Layout &)> accepts) {
  FailureOr<Layout> layout = Layout::parse(op.getLayout());
  if (failed(layout))
    return failure();
  InferredLayouts inferred;
  if (!request.isAsItIs()) {
    // An operator that has got another layout itself keeps it.
    const Layout &newLayout = request.newLayouts.front();
    if (request.oldLayouts.front() == *layout && newLayout != *layout &&
        newLayout.isConvertibleTo(*layout) && accepts(*layout, newLayout)) {
      layout = newLayout;
      inferred.attributes = {
          getLayoutAttr(op, op.getLayoutAttrName(), newLayout)};
    }
  }
  inferred.operands.assign(request.types.size(), Layout());
  inferred.operands.front() = *layout;
  inferred.results = {*layout};
  return inferred;
}

/// Attach LayoutInferenceInterface to operators that move elements, and to
/// those of neural networks, and LayoutConversionInterface.
void attachTransformLayoutModels(MLIRContext &context);
void attachNNLayoutModels(MLIRContext &context);
void attachQnnLayoutModels(MLIRContext &context);
void attachLayoutConversions(MLIRContext &context);

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_LAYOUT_LAYOUTMODELS_H
