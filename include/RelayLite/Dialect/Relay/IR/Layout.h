//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts: strings that name the dimensions of a tensor, as in NCHW4c.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_LAYOUT_H
#define RELAYLITE_DIALECT_RELAY_IR_LAYOUT_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdint>
#include <string>

namespace mlir::relay {

/// One dimension of a layout.
struct LayoutAxis {
  /// The primal dimension, a capital letter.
  char name;
  /// 0 for the primal dimension, otherwise the size of a block of it.
  int64_t factor;

  bool isPrimal() const { return factor == 0; }
  bool operator==(const LayoutAxis &other) const {
    return name == other.name && factor == other.factor;
  }
};

/// The dimensions of a tensor from the outermost to the innermost. A capital
/// letter is a primal dimension. `4c` is a block of 4 elements of C, and C then
/// counts blocks. If a dimension has several blocks, the left one is the outer
/// one.
class Layout {
public:
  /// Parse `text`. Pass a message to `report` and fail if the text is empty, if
  /// a letter occurs twice, or if a block has no primal dimension or no size.
  static FailureOr<Layout> parse(StringRef text,
                                 function_ref<void(const Twine &)> report = {});

  ArrayRef<LayoutAxis> getAxes() const { return axes; }
  int64_t getRank() const { return axes.size(); }

  /// The position of a primal dimension (capital letter), or of its first block
  /// (small letter), or -1.
  int64_t indexOf(char letter) const;

  /// Return the product of the sizes of all blocks of a primal dimension, or 1
  /// if there are none.
  int64_t getFactor(char name) const;

  /// Whether no dimension has blocks.
  bool isPrimal() const { return llvm::all_of(axes, isPrimalAxis); }

  /// The layout without blocks.
  Layout getPrimal() const;

  /// Whether both have the same primal dimensions.
  bool isConvertibleTo(const Layout &other) const;

  /// Return the sizes of the primal dimensions of a tensor of shape `shape` in
  /// this layout, in the order of getPrimal(). A size is dynamic if one of its
  /// factors is. Fail on overflow, and if the static size of a block is not its
  /// factor. `shape` has getRank() entries.
  FailureOr<SmallVector<int64_t>> getPrimalShape(ArrayRef<int64_t> shape) const;

  /// Return the shape in this layout of a tensor of shape `primalShape`, which
  /// is in the order of getPrimal(). Incomplete blocks count as whole.
  SmallVector<int64_t> getShape(ArrayRef<int64_t> primalShape) const;

  /// The layout as TVM writes it.
  std::string str() const;

  bool operator==(const Layout &other) const { return axes == other.axes; }
  bool operator!=(const Layout &other) const { return axes != other.axes; }

private:
  static bool isPrimalAxis(const LayoutAxis &axis) { return axis.isPrimal(); }

  SmallVector<LayoutAxis> axes;
};

/// A conversion between two layouts of the same primal dimensions.
class BijectiveLayout {
public:
  /// Fails when the layouts are not convertible.
  static FailureOr<BijectiveLayout> get(const Layout &source,
                                        const Layout &target);

  const Layout &getSource() const { return source; }
  const Layout &getTarget() const { return target; }

  /// The shape in the target layout of a tensor of shape `shape` in the source
  /// layout. Fails as Layout::getPrimalShape does.
  FailureOr<SmallVector<int64_t>> forwardShape(ArrayRef<int64_t> shape) const;

private:
  BijectiveLayout(const Layout &source, const Layout &target)
      : source(source), target(target) {}

  Layout source, target;
};

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_IR_LAYOUT_H
