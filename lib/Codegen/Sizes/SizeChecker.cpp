//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks of sizes that are known when a program runs.
//
//===----------------------------------------------------------------------===//

#include "SizeChecker.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::relay;

/// Appends the tensors of which `value` consists.
static void flatten(Emitter &b, Value value, SmallVectorImpl<Value> &tensors) {
  if (isa<RankedTensorType>(value.getType()))
    tensors.push_back(value);
  if (auto tuple = dyn_cast<TupleType>(value.getType()))
    for (auto [i, field] : llvm::enumerate(tuple.getTypes()))
      flatten(b, TupleGetOp::create(b, field, value, i), tensors);
}

Value relay::toSignless(OpBuilder &b, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.getElementType().isUnsignedInteger() || type.hasStaticShape())
    return tensor;
  auto signless =
      IntegerType::get(b.getContext(), type.getElementTypeBitWidth());
  return UnrealizedConversionCastOp::create(b, tensor.getLoc(),
                                            type.clone(signless), tensor)
      .getResult(0);
}

SizeChecker::SizeChecker(OpBuilder &b, OperatorInterface op,
                         FailureCalls &calls)
    : Emitter(b, op.getLoc()), op(op), calls(calls) {
  for (Value operand : op->getOperands())
    flatten(*this, operand, tensors);
  for (Value &tensor : tensors) {
    types.push_back(cast<RankedTensorType>(tensor.getType()));
    tensor = toSignless(*this, tensor);
  }
}

Value SizeChecker::getSize(size_t operand, int64_t dim) {
  dim = wrapAxis(dim, getRank(operand));
  Value &size = sizes[{operand, dim}];
  if (!size)
    size = getDim(tensors[operand], dim);
  return size;
}

void SizeChecker::check(size_t operand, int64_t dim, Value holds,
                        StringRef expectation, Value expected) {
  if (isConstantIntValue(holds, 1) || isConstantIntValue(holds, -1))
    return;
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto loc = op.getLoc()->findInstanceOf<FileLineColLoc>()) {
    // The text is a format.
    for (char c : loc.getFilename().getValue())
      os << (c == '%' ? "%%" : StringRef(&c, 1));
    os << ":" << loc.getLine() << ":" << loc.getColumn() << ": ";
  }
  os << op.getRelayName() << ": operand " << operand << " has dimension "
     << wrapAxis(dim, getRank(operand)) << " of size %lld, expected "
     << expectation;
  calls.createWhere(*this, getLoc(), isNot(holds), text,
                    {getSize(operand, dim), expected});
}

void SizeChecker::requireEqual(size_t operand, int64_t dim, Value expected) {
  check(operand, dim, isEqual(getSize(operand, dim), expected), "%lld",
        expected);
}

void SizeChecker::requireAtLeast(size_t operand, int64_t dim, Value least) {
  check(operand, dim, isLessOrEqual(least, getSize(operand, dim)),
        "at least %lld", least);
}

void SizeChecker::requireAtMost(size_t operand, int64_t dim, Value most) {
  check(operand, dim, isLessOrEqual(getSize(operand, dim), most),
        "at most %lld", most);
}

void SizeChecker::requireMultiple(size_t operand, int64_t dim, int64_t divisor,
                                  int64_t padding) {
  Value rest = rem(add(getSize(operand, dim), padding), divisor);
  check(operand, dim, isEqual(rest, index(0)),
        padding ? "a multiple of %lld with its padding" : "a multiple of %lld",
        index(divisor));
}

void SizeChecker::requireEqualOrOne(size_t operand, int64_t dim, Value size) {
  Value own = getSize(operand, dim);
  if (isConstantIntValue(own, 1))
    return;
  check(operand, dim, either(isEqual(own, size), isEqual(own, index(1))),
        "%lld or 1", size);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

namespace {
/// A dimension, and what `require` says of it.
struct NamedDimension {
  size_t operand;
  int64_t dim;
  std::string name;
};
} // namespace

/// The dimensions of an operand of rank `rank`, with the name `1` for those of
/// `1*`, numbered names for those of `...`, and none for those of `*`.
static SmallVector<NamedDimension>
nameDimensions(StringRef text, size_t operand, int64_t rank) {
  SmallVector<StringRef> tokens;
  text.split(tokens, ' ', -1, /*KeepEmpty=*/false);
  SmallVector<NamedDimension> result;
  for (auto [i, token] : llvm::enumerate(tokens)) {
    bool isList = token.ends_with("*") || token == "...";
    int64_t count = isList ? rank - int64_t(tokens.size()) + 1 : 1;
    for (int64_t k = 0; k < count; ++k) {
      std::string name = token.str();
      if (token == "...")
        name += std::to_string(k);
      else if (isList)
        name = token == "1*" ? "1" : "?";
      result.push_back({operand, int64_t(result.size()), name});
    }
  }
  assert(int64_t(result.size()) == rank && "expected another rank");
  return result;
}

void SizeChecker::require(const Twine &text) {
  std::string buffer = text.str();
  SmallVector<StringRef> lists;
  StringRef(buffer).split(lists, ',');
  SmallVector<NamedDimension> dims;
  for (auto [operand, list] : llvm::enumerate(lists))
    llvm::append_range(dims, nameDimensions(list, operand, getRank(operand)));
  // Sizes that are known are expected of others.
  llvm::StringMap<Value> named;
  for (bool isKnown : {true, false})
    for (const NamedDimension &at : dims)
      if (types[at.operand].isDynamicDim(at.dim) != isKnown)
        named.try_emplace(at.name, getSize(at.operand, at.dim));
  for (const NamedDimension &at : dims) {
    int64_t number;
    if (!StringRef(at.name).getAsInteger(10, number))
      requireEqual(at.operand, at.dim, number);
    else if (at.name != "?")
      requireEqual(at.operand, at.dim, named.lookup(at.name));
  }
}

void SizeChecker::requireBroadcast(size_t skipped) {
  int64_t rank = 0;
  for (size_t i = skipped; i < getNumOperands(); ++i)
    rank = std::max(rank, getRank(i));
  Value one = index(1);
  for (int64_t dim = 1; dim <= rank; ++dim) {
    Value size = one;
    for (size_t i = skipped; i < getNumOperands(); ++i) {
      if (getRank(i) < dim)
        continue;
      Value own = getSize(i, -dim);
      size = select(isEqual(size, one), own, size);
      requireEqualOrOne(i, -dim, size);
    }
  }
}

void SizeChecker::requireBlocks(size_t operand, const Layout &layout) {
  for (auto [dim, axis] : llvm::enumerate(layout.getAxes()))
    if (!axis.isPrimal())
      requireEqual(operand, dim, axis.factor);
}
