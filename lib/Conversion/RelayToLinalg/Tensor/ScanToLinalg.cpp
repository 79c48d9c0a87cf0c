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
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData();
    SmallVector<OpFoldResult> sizes = b.getSizes(data);
    int64_t axis = 0;
    if (IntegerAttr given = op.getAxisAttr()) {
      axis = wrapAxis(given.getInt(), sizes.size());
    } else {
      OpFoldResult count = b.mulAllSizes(sizes);
      data = buildReshape(b, data, count);
      sizes = {count};
    }
    Value result = tensor::EmptyOp::create(b, sizes, type.getElementType());
    if (isEmpty(sizes))
      return result;
    Type from = getElementTypeOrSelf(op.getData().getType());
    Type to = getElementTypeOrSelf(op.getType());
    Value zero = b.index(0);
    Value one = b.index(1);
    SmallVector<Value> ends = llvm::map_to_vector(
        sizes, [&](OpFoldResult size) { return b.index(size); });
    // Once for each line: the loop along the axis has one turn.
    Value length = std::exchange(ends[axis], one);
    SmallVector<Value> begins(ends.size(), zero), steps(ends.size(), one);
    scf::LoopNest nest = scf::buildLoopNest(
        b, b.getLoc(), begins, ends, steps, result,
        [&](OpBuilder &, Location, ValueRange line,
            ValueRange state) -> scf::ValueVector {
          Value start = b.scalar(to).constant(identity);
          auto loop = scf::ForOp::create(
              b, zero, length, one, ValueRange{state[0], start},
              [&](OpBuilder &, Location, Value place, ValueRange state) {
                SmallVector<Value> position(line);
                position[axis] = place;
                Value element =
                    b.scalar(from).cast(b.extract(data, position), to);
                ScalarBuilder s(b, to);
                Value next = (s.*combine)(state[1], element);
                Value written = tensor::InsertOp::create(
                    b, op.getExclusive() ? state[1] : next, state[0], position);
                scf::YieldOp::create(b, ValueRange{written, next});
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
