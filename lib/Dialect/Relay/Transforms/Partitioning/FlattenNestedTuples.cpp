//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FlattenNestedTuples: ends parts for other compilers before their tuples.
//
//===----------------------------------------------------------------------===//

#include "CompilerAnnotations.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"

namespace mlir::relay {
#define GEN_PASS_DEF_FLATTENNESTEDTUPLESPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

// end(tuple(x, ...)) -> tuple(end(x), ...)
// The tuple stays in its place. If it moved into the branch that the end is in,
// the fields that are tuples would follow in the next run.
static void flatten(AnnotationCompilerEndOp end, TupleOp tuple) {
  OpBuilder builder(tuple);
  auto fields =
      llvm::map_to_vector(tuple.getFields(), [&](Value field) -> Value {
        return AnnotationCompilerEndOp::create(builder, end.getLoc(),
                                               field.getType(), field,
                                               end.getCompilerAttr());
      });
  removeMark(end,
             TupleOp::create(builder, tuple.getLoc(), tuple.getType(), fields));
  if (tuple.use_empty())
    tuple.erase();
}

namespace {
struct FlattenNestedTuplesPass
    : public relay::impl::FlattenNestedTuplesPassBase<FlattenNestedTuplesPass> {
  using FlattenNestedTuplesPassBase::FlattenNestedTuplesPassBase;

  void runOnOperation() override {
    if (failed(checkTypesKnown(getOperation())))
      return signalPassFailure();
    SmallVector<std::pair<AnnotationCompilerEndOp, TupleOp>> ends;
    getOperation().walk([&](AnnotationCompilerEndOp end) {
      if (auto tuple = end.getData().getDefiningOp<TupleOp>())
        ends.emplace_back(end, tuple);
    });
    for (auto [end, tuple] : ends)
      flatten(end, tuple);
    if (ends.empty())
      markAllAnalysesPreserved();
  }
};
} // namespace
