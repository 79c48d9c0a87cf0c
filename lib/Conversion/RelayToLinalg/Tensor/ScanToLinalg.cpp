//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cumsum and cumprod: lowering. Elements of a line come one after the other, as
// each result is rounded.
//
//===----------------------------------------------------------------------===//

#include "../Builders/ScalarBuilder.h"
#include "../Builders/TensorBuilders.h"
#include "../Patterns.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
// cumsum(x) -> loop that adds one element after the other
// cumprod(x) -> loop that multiplies by one element after the other
template <typename OpT, int identity,
          Value (ScalarBuilder::*combine)(Value, Value)>
struct ScanOpConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value data = adaptor.getData();
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, data);
    int64_t axis = 0;
    if (IntegerAttr given = op.getAxisAttr()) {
      axis = wrapAxis(given.getInt(), sizes.size());
    } else {
      OpFoldResult count = multiplyAllExtents(rewriter, loc, sizes);
      data = buildReshape(rewriter, loc, data, count);
      sizes = {count};
    }
    Value result =
        tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType());
    if (isEmpty(sizes))
      return result;
    Type from = getElementTypeOrSelf(op.getData().getType());
    Type to = getElementTypeOrSelf(op.getType());
    Value zero = createIndex(rewriter, loc, 0);
    Value one = createIndex(rewriter, loc, 1);
    SmallVector<Value> ends =
        llvm::map_to_vector(sizes, [&](OpFoldResult size) {
          return getIndexValue(rewriter, loc, size);
        });
    // Once for each line: the loop along the axis has one turn.
    Value length = std::exchange(ends[axis], one);
    SmallVector<Value> begins(ends.size(), zero), steps(ends.size(), one);
    scf::LoopNest nest = scf::buildLoopNest(
        rewriter, loc, begins, ends, steps, result,
        [&](OpBuilder &b, Location loc, ValueRange line,
            ValueRange state) -> scf::ValueVector {
          Value start = ScalarBuilder(b, loc, to).constant(identity);
          auto loop = scf::ForOp::create(
              b, loc, zero, length, one, ValueRange{state[0], start},
              [&](OpBuilder &b, Location loc, Value place, ValueRange state) {
                SmallVector<Value> position(line);
                position[axis] = place;
                Value element =
                    ScalarBuilder(b, loc, from)
                        .cast(tensor::ExtractOp::create(b, loc, data, position),
                              to);
                ScalarBuilder s(b, loc, to);
                Value next = (s.*combine)(state[1], element);
                Value written = tensor::InsertOp::create(
                    b, loc, op.getExclusive() ? state[1] : next, state[0],
                    position);
                scf::YieldOp::create(b, loc, ValueRange{written, next});
              });
          return {loop.getResult(0)};
        });
    return nest.results.front();
  }
};
} // namespace

void relay::populateScanToLinalgPatterns(const TypeConverter &converter,
                                         RewritePatternSet &patterns) {
  patterns.add<ScanOpConversion<CumprodOp, 1, &ScalarBuilder::mul>,
               ScanOpConversion<CumsumOp, 0, &ScalarBuilder::add>>(
      converter, patterns.getContext());
}
