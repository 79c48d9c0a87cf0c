//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts: parsing and the shapes of tensors in them.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/Layout.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

FailureOr<Layout> Layout::parse(StringRef text,
                                function_ref<void(const Twine &)> report) {
  auto fail = [&](const Twine &message) -> FailureOr<Layout> {
    if (report)
      report("expected a layout, but got \"" + text + "\": " + message);
    return failure();
  };
  Layout layout;
  uint32_t primal = 0;
  int64_t factor = 0;
  // The product of all factors must fit as well.
  int64_t total = 1;
  if (text.empty() || text == "__undef__")
    return fail("it is undefined");
  for (char c : text) {
    if (llvm::isDigit(c)) {
      factor = factor * 10 + (c - '0');
      if (factor > INT32_MAX)
        return fail("the factor is too large");
      continue;
    }
    if (c >= 'A' && c <= 'Z') {
      if (factor != 0)
        return fail("a factor precedes the primal dimension " + Twine(c));
      if (primal & (1u << (c - 'A')))
        return fail("dimension " + Twine(c) + " occurs twice");
      primal |= 1u << (c - 'A');
      layout.axes.push_back({c, 0});
      continue;
    }
    if (c < 'a' || c > 'z')
      return fail("it has a character that is no letter or digit");
    if (factor == 0)
      return fail("dimension " + Twine(c) + " has no factor");
    std::optional<int64_t> product = llvm::checkedMul(total, factor);
    if (!product || *product > INT32_MAX)
      return fail("the factors are too large");
    total = *product;
    layout.axes.push_back({llvm::toUpper(c), factor});
    factor = 0;
  }
  if (factor != 0)
    return fail("it ends with a number");
  for (const LayoutAxis &axis : layout.axes)
    if (!(primal & (1u << (axis.name - 'A'))))
      return fail("dimension " + Twine(axis.name) + " is missing");
  return layout;
}

int64_t Layout::indexOf(char letter) const {
  bool isPrimal = letter >= 'A' && letter <= 'Z';
  const auto *it = llvm::find_if(axes, [&](const LayoutAxis &axis) {
    return axis.name == llvm::toUpper(letter) && axis.isPrimal() == isPrimal;
  });
  return it == axes.end() ? -1 : it - axes.begin();
}

int64_t Layout::getFactor(char name) const {
  int64_t factor = 1;
  for (const LayoutAxis &axis : axes)
    if (axis.name == name && !axis.isPrimal())
      factor *= axis.factor;
  return factor;
}

Layout Layout::getPrimal() const {
  Layout result;
  llvm::copy_if(axes, std::back_inserter(result.axes), isPrimalAxis);
  return result;
}

bool Layout::isConvertibleTo(const Layout &other) const {
  Layout mine = getPrimal(), theirs = other.getPrimal();
  return mine.getRank() == theirs.getRank() &&
         llvm::all_of(mine.axes, [&](const LayoutAxis &axis) {
           return theirs.indexOf(axis.name) >= 0;
         });
}

FailureOr<SmallVector<int64_t>>
Layout::getPrimalShape(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> result;
  for (auto [axis, extent] : llvm::zip_equal(axes, shape)) {
    if (!axis.isPrimal()) {
      if (!ShapedType::isDynamic(extent) && extent != axis.factor)
        return failure();
      continue;
    }
    if (ShapedType::isDynamic(extent)) {
      result.push_back(ShapedType::kDynamic);
      continue;
    }
    std::optional<int64_t> product =
        llvm::checkedMul(extent, getFactor(axis.name));
    if (!product)
      return failure();
    result.push_back(*product);
  }
  return result;
}

SmallVector<int64_t> Layout::getShape(ArrayRef<int64_t> primalShape) const {
  SmallVector<int64_t> result;
  size_t next = 0;
  for (const LayoutAxis &axis : axes) {
    if (!axis.isPrimal()) {
      result.push_back(axis.factor);
      continue;
    }
    int64_t extent = primalShape[next++];
    result.push_back(ShapedType::isDynamic(extent)
                         ? extent
                         : llvm::divideCeil(extent, getFactor(axis.name)));
  }
  return result;
}

std::string Layout::str() const {
  std::string text;
  for (const LayoutAxis &axis : axes)
    text += axis.isPrimal()
                ? std::string(1, axis.name)
                : std::to_string(axis.factor) + llvm::toLower(axis.name);
  return text;
}

FailureOr<BijectiveLayout> BijectiveLayout::get(const Layout &source,
                                                const Layout &target) {
  if (!source.isConvertibleTo(target))
    return failure();
  return BijectiveLayout(source, target);
}

FailureOr<SmallVector<int64_t>>
BijectiveLayout::forwardShape(ArrayRef<int64_t> shape) const {
  if (source == target)
    return SmallVector<int64_t>(shape);
  FailureOr<SmallVector<int64_t>> primal = source.getPrimalShape(shape);
  if (failed(primal))
    return failure();
  Layout sourcePrimal = source.getPrimal(), targetPrimal = target.getPrimal();
  SmallVector<int64_t> permuted;
  for (const LayoutAxis &axis : targetPrimal.getAxes())
    permuted.push_back((*primal)[sourcePrimal.indexOf(axis.name)]);
  return target.getShape(permuted);
}
