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

Value relay::buildScoreOrder(OpBuilder &b, Location loc, Value scores) {
  auto type = cast<RankedTensorType>(scores.getType());
  return TopkOp::create(b, loc, type.clone(b.getI64Type()), scores, /*k=*/0,
                        /*axis=*/-1, /*ret_type=*/"indices",
                        /*is_ascend=*/false, /*dtype=*/b.getI64Type());
}

Value relay::loadIndex(OpBuilder &b, Location loc, Value tensor,
                       ValueRange place) {
  Value element = tensor::ExtractOp::create(b, loc, tensor, place);
  return arith::IndexCastOp::create(b, loc, b.getIndexType(), element);
}

SmallVector<Value> relay::loadCorners(OpBuilder &b, Location loc, Value tensor,
                                      SmallVector<Value> place, int64_t first,
                                      Type geometry) {
  ScalarBuilder s(b, loc, getElementTypeOrSelf(tensor.getType()));
  SmallVector<Value> corners;
  place.emplace_back();
  for (int64_t corner = 0; corner < 4; ++corner) {
    place.back() = createIndex(b, loc, first + corner);
    Value element = tensor::ExtractOp::create(b, loc, tensor, place);
    corners.push_back(s.cast(element, geometry));
  }
  return corners;
}

std::pair<Value, Value> relay::buildSelection(OpBuilder &b, Location loc,
                                              const Suppression &rule,
                                              Value count, Value selected,
                                              Value begin) {
  auto perBox = [&](OpBuilder &b, Location loc, Value place,
                    ValueRange carried) -> SmallVector<Value> {
    IndexArithmetic i(b, loc);
    auto [number, isCandidate] = rule.getBox(b, loc, place);
    isCandidate =
        i.both(isCandidate, i.isLess(i.sub(carried[1], begin), rule.most));
    SmallVector<Value> corners = rule.getCorners(b, loc, number);
    Value box = number;
    auto perSelected = [&](OpBuilder &b, Location loc, Value other,
                           ValueRange suppressed) -> SmallVector<Value> {
      IndexArithmetic i(b, loc);
      Value previous = loadIndex(b, loc, carried[0], other);
      Value overlap =
          BoxBuilder(b, loc, rule.geometry)
              .buildOverlap(rule.kind, rule.getCorners(b, loc, previous),
                            corners);
      ScalarBuilder f(b, loc, rule.geometry);
      Value isOver = rule.includesLimit ? f.ge(overlap, rule.limit)
                                        : f.gt(overlap, rule.limit);
      if (rule.mayInteract)
        isOver = i.both(isOver, rule.mayInteract(b, loc, previous, box));
      return {i.either(suppressed[0], isOver)};
    };
    // Boxes that cannot be selected need no comparisons.
    Value end = i.select(isCandidate, carried[1], begin);
    Value isSuppressed =
        buildLoop(b, loc, begin, end, i.isFalse(), perSelected)[0];
    Value isSelected = i.both(isCandidate, i.isNot(isSuppressed));
    // The next box takes the place of one that is not selected.
    Value next = tensor::InsertOp::create(
        b, loc, i.toElement(number, b.getI64Type()), carried[0], carried[1]);
    return {next, i.add(carried[1], i.count(isSelected))};
  };
  SmallVector<Value> result = buildLoop(b, loc, createIndex(b, loc, 0), count,
                                        {selected, begin}, perBox);
  return {result[0], result[1]};
}
