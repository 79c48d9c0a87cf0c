//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// einsum: its equation and type inference.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"
#include "RelayLite/Support/Counts.h"
#include <map>

using namespace mlir;
using namespace mlir::relay;

/// Stands for the dimensions of an ellipsis; before all letters in ASCII.
static constexpr char kEllipsis = '.';

namespace {
/// The letters of each field, and those of the result.
struct Equation {
  SmallVector<std::string> operands;
  std::string result;
};
} // namespace

/// Reads the letters of one tensor.
static FailureOr<std::string> parseSubscript(std::optional<Location> loc,
                                             StringRef text) {
  std::string letters;
  bool hasEllipsis = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ')
      continue;
    if (text.substr(i).starts_with("...")) {
      if (hasEllipsis)
        return emitOptionalError(loc, EinsumOp::getRelayName(),
                                 ": expected one ... in ", text);
      hasEllipsis = true;
      letters += kEllipsis;
      i += 2;
      continue;
    }
    if (!llvm::isAlpha(text[i]))
      return emitOptionalError(loc, EinsumOp::getRelayName(),
                               ": expected letters and ... in the equation, "
                               "but got '",
                               text.substr(i, 1), "'");
    letters += text[i];
  }
  return letters;
}

static FailureOr<Equation> parseEquation(std::optional<Location> loc,
                                         StringRef text) {
  auto [left, right] = text.split("->");
  bool isExplicit = left.size() != text.size();
  Equation equation;
  SmallVector<StringRef> parts;
  left.split(parts, ',');
  for (StringRef part : parts) {
    FailureOr<std::string> letters = parseSubscript(loc, part);
    if (failed(letters))
      return failure();
    equation.operands.push_back(std::move(*letters));
  }
  if (isExplicit) {
    FailureOr<std::string> letters = parseSubscript(loc, right);
    if (failed(letters))
      return failure();
    equation.result = std::move(*letters);
    return equation;
  }
  std::map<char, int> counts;
  for (const std::string &letters : equation.operands)
    for (char letter : letters)
      ++counts[letter];
  for (auto [letter, count] : counts)
    if (letter == kEllipsis || count == 1)
      equation.result += letter;
  return equation;
}

/// The size of a letter that stands for both sizes. As in TVM, it is
/// dynamic if one of them is.
static std::optional<int64_t> getCommonExtent(int64_t x, int64_t y) {
  if (ShapedType::isDynamic(x) || ShapedType::isDynamic(y))
    return ShapedType::kDynamic;
  if (x == y || y == 1)
    return x;
  return x == 1 ? std::optional(y) : std::nullopt;
}

FailureOr<EinsumOp::Loops> EinsumOp::resolve(std::optional<Location> loc,
                                             StringRef text,
                                             ArrayRef<RankedTensorType> types) {
  FailureOr<Equation> equation = parseEquation(loc, text);
  if (failed(equation))
    return failure();
  if (equation->operands.size() != types.size())
    return emitOptionalError(loc, getRelayName(), ": expected ",
                             formatCount(equation->operands.size(), "field"),
                             " in data for ", text, ", but got ", types.size());

  // The sizes of letters, and the shape of the ellipsis.
  std::map<char, int64_t> extents;
  SmallVector<int64_t> ellipsis;
  for (auto [i, type] : llvm::enumerate(types)) {
    StringRef letters = equation->operands[i];
    bool hasEllipsis = letters.contains(kEllipsis);
    int64_t numLetters = letters.size() - hasEllipsis;
    if (hasEllipsis ? type.getRank() < numLetters
                    : type.getRank() != numLetters)
      return emitOptionalError(
          loc, getRelayName(), ": expected field ", i, " of data to have ",
          hasEllipsis ? "at least " : "", formatCount(numLetters, "dimension"),
          ", but got ", type);
    int64_t numOthers = type.getRank() - numLetters;
    ArrayRef<int64_t> shape = type.getShape();
    for (char letter : letters) {
      if (letter == kEllipsis) {
        FailureOr<SmallVector<int64_t>> common = inferBroadcastShape(
            loc, getRelayName(), ellipsis, shape.take_front(numOthers));
        if (failed(common))
          return failure();
        ellipsis = *common;
        shape = shape.drop_front(numOthers);
        continue;
      }
      auto [it, isNew] = extents.try_emplace(letter, shape.front());
      std::optional<int64_t> common =
          getCommonExtent(it->second, shape.front());
      if (!common)
        return emitOptionalError(loc, getRelayName(), ": expected dimension ",
                                 StringRef(&letter, 1), " of field ", i,
                                 " of data to be ", it->second, ", but got ",
                                 shape.front());
      it->second = *common;
      shape = shape.drop_front();
    }
  }

  // Loops of the result come first, then those of sums: the ellipsis, and
  // letters in the order of ASCII.
  Loops loops;
  std::map<char, int64_t> firstLoop;
  auto addLoops = [&](char letter) {
    if (!firstLoop.try_emplace(letter, loops.extents.size()).second)
      return false;
    if (letter == kEllipsis)
      llvm::append_range(loops.extents, ellipsis);
    else
      loops.extents.push_back(extents[letter]);
    return true;
  };
  for (char letter : equation->result) {
    if (letter != kEllipsis && !extents.count(letter))
      return emitOptionalError(loc, getRelayName(), ": the result has letter ",
                               StringRef(&letter, 1),
                               ", which no field of data has");
    if (!addLoops(letter))
      return emitOptionalError(loc, getRelayName(), ": the result has letter ",
                               StringRef(&letter, 1), " twice");
  }
  loops.resultRank = loops.extents.size();
  (void)addLoops(kEllipsis);
  for (auto [letter, extent] : extents)
    (void)addLoops(letter);

  for (auto [letters, type] : llvm::zip_equal(equation->operands, types)) {
    SmallVector<int64_t> &dims = loops.operands.emplace_back();
    for (char letter : letters) {
      if (letter != kEllipsis) {
        dims.push_back(firstLoop[letter]);
        continue;
      }
      // The last of its dimensions are aligned.
      int64_t count =
          type.getRank() - (static_cast<int64_t>(letters.size()) - 1);
      int64_t end = firstLoop[kEllipsis] + ellipsis.size();
      llvm::append_range(dims, llvm::seq(end - count, end));
    }
  }
  return loops;
}

FailureOr<Type> EinsumOp::inferResultType(std::optional<Location> loc,
                                          Adaptor adaptor) {
  SmallVector<RankedTensorType> types;
  for (auto [i, field] : llvm::enumerate(
           cast<TupleType>(adaptor.getData().getType()).getTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(field);
    if (!tensor)
      return emitOptionalError(loc, getRelayName(), ": expected field ", i,
                               " of data to be a tensor, but got ", field);
    if (i > 0 && tensor.getElementType() != types[0].getElementType())
      return emitOptionalError(loc, getRelayName(), ": expected field ", i,
                               " of data to have element type ",
                               types[0].getElementType(), ", but got ",
                               tensor.getElementType());
    types.push_back(tensor);
  }
  if (types.empty())
    return emitOptionalError(
        loc, getRelayName(),
        ": expected at least one field in data, but got 0");
  FailureOr<Loops> loops = resolve(loc, adaptor.getEquation(), types);
  if (failed(loops))
    return failure();
  return Type(RankedTensorType::get(
      ArrayRef(loops->extents).take_front(loops->resultRank),
      types[0].getElementType()));
}
