//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop of non-maximum suppression: `topk` sorts the boxes; then each is
// compared with those that have been selected before it.
//
//===----------------------------------------------------------------------===//

#include "Suppression.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

Value relay::buildScoreOrder(Emitter &b, Value scores) {
  auto type = cast<RankedTensorType>(scores.getType());
  return TopkOp::create(b, type.clone(b.getI64Type()), scores, /*k=*/0,
                        /*axis=*/-1, /*ret_type=*/"indices",
                        /*is_ascend=*/false, /*dtype=*/b.getI64Type());
}

Value relay::loadIndex(Emitter &b, Value tensor, ValueRange place) {
  Value element = b.extract(tensor, place);
  return arith::IndexCastOp::create(b, b.getIndexType(), element);
}

SmallVector<Value> relay::loadCorners(Emitter &b, Value tensor,
                                      SmallVector<Value> place, int64_t first,
                                      Type geometry) {
  ScalarBuilder s(b, getElementTypeOrSelf(tensor.getType()));
  SmallVector<Value> corners;
  place.emplace_back();
  for (int64_t corner = 0; corner < 4; ++corner) {
    place.back() = b.index(first + corner);
    Value element = b.extract(tensor, place);
    corners.push_back(s.cast(element, geometry));
  }
  return corners;
}

Value Suppression::isSuppressed(Emitter &b, const BoxList &selected,
                                Value number, ArrayRef<Value> corners) const {
  auto perSelected = [&](Value place,
                         ValueRange suppressed) -> SmallVector<Value> {
    Value previous = loadIndex(b, selected.numbers, place);
    Value overlap = BoxBuilder(b, geometry)
                        .buildOverlap(kind, getCorners(previous), corners);
    ScalarBuilder f(b, geometry);
    Value isOver = includesLimit ? f.ge(overlap, limit) : f.gt(overlap, limit);
    if (narrow)
      isOver = narrow(isOver, previous, number);
    return {b.either(suppressed[0], isOver)};
  };
  return b.loop(selected.begin, selected.end, b.isFalse(), perSelected)[0];
}

std::pair<Value, Value> relay::buildSelection(Emitter &b,
                                              const Suppression &rule,
                                              const BoxCandidates &candidates,
                                              Value selected, Value begin) {
  auto perBox = [&](Value place, ValueRange carried) -> SmallVector<Value> {
    auto [number, isCandidate] = candidates.getBox(place);
    isCandidate = b.both(isCandidate,
                         b.isLess(b.sub(carried[1], begin), candidates.most));
    SmallVector<Value> corners = rule.getCorners(number);
    // Boxes that cannot be selected need no comparisons.
    Value end = b.select(isCandidate, carried[1], begin);
    Value isSuppressed =
        rule.isSuppressed(b, {carried[0], begin, end}, number, corners);
    Value isSelected = b.both(isCandidate, b.isNot(isSuppressed));
    // The next box takes the place of one that is not selected.
    Value next = tensor::InsertOp::create(
        b, b.toElement(number, b.getI64Type()), carried[0], carried[1]);
    return {next, b.add(carried[1], b.count(isSelected))};
  };
  SmallVector<Value> result =
      b.loop(b.index(0), candidates.count, {selected, begin}, perBox);
  return {result[0], result[1]};
}
