//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-lower-reductions: the order in which RelayLite combines floats
// (docs/Semantics.md, "Reductions").
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "RelayLite/Codegen/Tensors/ReductionOrder.h"
#include "RelayLite/Support/DebugLog.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "relay-lower-reductions"

namespace mlir::relay {
#define GEN_PASS_DEF_LOWERREDUCTIONSPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
/// How a reduction combines floats: an element, extended where accumulators are
/// wider, with an accumulator.
struct Combiner {
  /// Fails for other reductions, and for those that do not start from the
  /// identity.
  static FailureOr<Combiner> match(linalg::ReduceOp op);

  Value getIdentity(OpBuilder &b, Location loc, FloatType type) const;
  /// Combines two accumulators, or two vectors of them.
  Value combine(OpBuilder &b, Location loc, Value x, Value y) const;
  /// An element, or a vector of them, as accumulator.
  Value extend(OpBuilder &b, Location loc, Value x) const;

  Operation *op;
  FloatType element, accumulator;
};
} // namespace

/// Return the identity element of `combiner`.
static APFloat getIdentity(Operation *combiner,
                           const llvm::fltSemantics &semantics) {
  if (isa<arith::AddFOp>(combiner))
    return APFloat::getZero(semantics);
  if (isa<arith::MulFOp>(combiner))
    return APFloat::getOne(semantics);
  return APFloat::getInf(semantics,
                         /*Negative=*/isa<arith::MaximumFOp>(combiner));
}

FailureOr<Combiner> Combiner::match(linalg::ReduceOp op) {
  if (!op.hasPureTensorSemantics() || op.getInputs().size() != 1)
    return failure();
  Block &body = *op.getBlock();
  auto yield = cast<linalg::YieldOp>(body.getTerminator());
  Operation *combiner = yield.getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::MulFOp, arith::MaximumFOp,
                       arith::MinimumFOp>(combiner) ||
      combiner->getBlock() != &body)
    return failure();
  Value element = body.getArgument(0), accumulator = body.getArgument(1);
  bool isFirst = combiner->getOperand(0) == accumulator;
  if (combiner->getOperand(isFirst ? 0 : 1) != accumulator)
    return failure();
  Value combined = combiner->getOperand(isFirst ? 1 : 0);
  if (auto extension = combined.getDefiningOp<arith::ExtFOp>())
    combined = extension.getIn();
  auto fill = op.getInits().front().getDefiningOp<linalg::FillOp>();
  APFloat init = APFloat::getZero(APFloat::IEEEsingle());
  if (combined != element || !fill ||
      !matchPattern(fill.value(), m_ConstantFloat(&init)) ||
      !init.bitwiseIsEqual(::getIdentity(combiner, init.getSemantics())))
    return failure();
  return Combiner{combiner, cast<FloatType>(element.getType()),
                  cast<FloatType>(accumulator.getType())};
}

Value Combiner::getIdentity(OpBuilder &b, Location loc, FloatType type) const {
  APFloat identity = ::getIdentity(op, type.getFloatSemantics());
  return arith::ConstantFloatOp::create(b, loc, type, identity);
}

Value Combiner::combine(OpBuilder &b, Location loc, Value x, Value y) const {
  OperationState state(loc, op->getName(), {x, y}, x.getType(), op->getAttrs());
  return b.create(state)->getResult(0);
}

Value Combiner::extend(OpBuilder &b, Location loc, Value x) const {
  if (element == accumulator)
    return x;
  Type type = accumulator;
  if (auto vector = dyn_cast<VectorType>(x.getType()))
    type = vector.clone(accumulator);
  return arith::ExtFOp::create(b, loc, type, x);
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

namespace {
/// Emits the reduction of one run, the elements `data[prefix..., 0 .. length)`
/// of floating-point type:
///
/// * Up to 2^16 elements: lane l of 64 takes elements l, l + 64, ... in this
///   order, starting from the identity. Lanes are combined by halving: lane l
///   with lane l + 32, then l + 16, ..., l + 1.
/// * More: each block of 2^16 elements is reduced so, and the results of the
///   blocks go into 64 lanes in the same way.
///
/// Lanes that no element goes to hold the identity, so that a short run of
/// known length needs no more of them than the next power of two.
class RunBuilder {
public:
  RunBuilder(OpBuilder &b, Location loc, const Combiner &combiner, Value data,
             ValueRange prefix)
      : b(b), loc(loc), combiner(combiner), data(data), prefix(prefix) {
    int64_t length = getStaticLength();
    lanes = ShapedType::isDynamic(length)
                ? reductionLanes
                : std::min<int64_t>(
                      reductionLanes,
                      llvm::PowerOf2Ceil(std::max<int64_t>(length, 1)));
  }

  Value build() {
    int64_t length = getStaticLength();
    Value zero = index(0);
    if (!ShapedType::isDynamic(length) && length <= reductionBlock)
      return buildBlock(zero, index(length));
    return buildBlocks(tensor::DimOp::create(b, loc, data, prefix.size()));
  }

private:
  int64_t getStaticLength() const {
    return cast<RankedTensorType>(data.getType()).getShape().back();
  }
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  VectorType getLanesType() {
    return VectorType::get(lanes, combiner.accumulator);
  }
  Value getIdentityLanes() {
    Value identity = combiner.getIdentity(b, loc, combiner.accumulator);
    return vector::BroadcastOp::create(b, loc, getLanesType(), identity);
  }

  /// Combines the elements at `offset` and after it with the lanes; only as
  /// many as `mask` tells, if given.
  Value accumulate(OpBuilder &b, Value accumulator, Value offset, Value mask) {
    SmallVector<Value> indices(prefix);
    indices.push_back(offset);
    AffineMap map =
        AffineMap::getMinorIdentityMap(indices.size(), 1, b.getContext());
    Value elements = vector::TransferReadOp::create(
        b, loc, VectorType::get(lanes, combiner.element), data, indices,
        AffineMapAttr::get(map), combiner.getIdentity(b, loc, combiner.element),
        mask, b.getBoolArrayAttr(true));
    return combiner.combine(b, loc, accumulator,
                            combiner.extend(b, loc, elements));
  }

  /// Combines the `count` elements at `offset` and after it with the first
  /// lanes, one by one.
  Value accumulateTail(Value accumulator, Value offset, Value count) {
    auto loop = scf::ForOp::create(
        b, loc, index(0), count, index(1), accumulator,
        [&](OpBuilder &nested, Location loc, Value lane, ValueRange state) {
          SmallVector<Value> indices(prefix);
          indices.push_back(arith::AddIOp::create(nested, loc, offset, lane));
          Value element = combiner.extend(
              nested, loc,
              tensor::ExtractOp::create(nested, loc, data, indices));
          Value old = vector::ExtractOp::create(nested, loc, state[0],
                                                OpFoldResult(lane));
          Value sum = combiner.combine(nested, loc, old, element);
          scf::YieldOp::create(nested, loc,
                               vector::InsertOp::create(nested, loc, sum,
                                                        state[0],
                                                        OpFoldResult(lane))
                                   .getResult());
        });
    return loop.getResult(0);
  }

  /// Combines the lanes with each other.
  Value combineLanes(Value accumulator) {
    for (int64_t half = lanes / 2; half >= 1; half /= 2) {
      Value low = vector::ExtractStridedSliceOp::create(
          b, loc, accumulator, ArrayRef<int64_t>{0}, ArrayRef<int64_t>{half},
          ArrayRef<int64_t>{1});
      Value high = vector::ExtractStridedSliceOp::create(
          b, loc, accumulator, ArrayRef<int64_t>{half}, ArrayRef<int64_t>{half},
          ArrayRef<int64_t>{1});
      accumulator = combiner.combine(b, loc, low, high);
    }
    return vector::ExtractOp::create(b, loc, accumulator, ArrayRef<int64_t>{0});
  }

  /// Reduces the `size` elements from `start` on.
  Value buildBlock(Value start, Value size) {
    std::optional<int64_t> known = getConstantIntValue(size);
    Value accumulator = getIdentityLanes();
    Value step = index(lanes);
    Value tail = b.createOrFold<arith::RemUIOp>(loc, size, step);
    Value full = b.createOrFold<arith::SubIOp>(loc, size, tail);
    if (!known || *known >= lanes) {
      auto loop = scf::ForOp::create(
          b, loc, index(0), full, step, accumulator,
          [&](OpBuilder &nested, Location loc, Value offset, ValueRange state) {
            Value position = arith::AddIOp::create(nested, loc, start, offset);
            scf::YieldOp::create(nested, loc,
                                 accumulate(nested, state[0], position, {}));
          });
      accumulator = loop.getResult(0);
    }
    Value rest = b.createOrFold<arith::AddIOp>(loc, start, full);
    // LLVM takes a load of bf16 with a run-time mask apart into scalars, whose
    // conversions need a run-time library.
    if (!known && combiner.element.isBF16()) {
      accumulator = accumulateTail(accumulator, rest, tail);
    } else if (!known || *known % lanes != 0) {
      Value mask = vector::CreateMaskOp::create(
          b, loc, VectorType::get(lanes, b.getI1Type()), tail);
      accumulator = accumulate(b, accumulator, rest, mask);
    }
    return combineLanes(accumulator);
  }

  /// Reduces `length` elements by blocks.
  Value buildBlocks(Value length) {
    Value identity = getIdentityLanes();
    Value block = index(reductionBlock);
    auto loop = scf::ForOp::create(
        b, loc, index(0), length, block, identity,
        [&](OpBuilder &nested, Location loc, Value start, ValueRange state) {
          RunBuilder inner(nested, loc, combiner, data, prefix);
          Value rest = arith::SubIOp::create(nested, loc, length, start);
          Value size = arith::MinUIOp::create(nested, loc, rest, block);
          Value result = inner.buildBlock(start, size);
          Value number = arith::DivUIOp::create(nested, loc, start, block);
          Value lane = arith::RemUIOp::create(nested, loc, number,
                                              inner.index(reductionLanes));
          Value old = vector::ExtractOp::create(nested, loc, state[0],
                                                OpFoldResult(lane));
          Value sum = combiner.combine(nested, loc, old, result);
          scf::YieldOp::create(nested, loc,
                               vector::InsertOp::create(nested, loc, sum,
                                                        state[0],
                                                        OpFoldResult(lane))
                                   .getResult());
        });
    return combineLanes(loop.getResult(0));
  }

  OpBuilder &b;
  Location loc;
  const Combiner &combiner;
  Value data;
  SmallVector<Value> prefix;
  int64_t lanes;
};

/// The elements of a result, which `emit` makes from accumulators.
struct FinishedElements {
  Type type;
  function_ref<Value(OpBuilder &, Location, Value)> emit;
};
} // namespace

/// Reduces the dimensions of `data` from `first` on, which are one contiguous
/// run for each index before it.
static Value buildRunReduction(OpBuilder &b, Location loc,
                               const Combiner &combiner, Value data,
                               int64_t first,
                               const FinishedElements &elements) {
  Type elementType = elements.type;
  auto type = cast<RankedTensorType>(data.getType());
  auto outer = llvm::to_vector<2>(llvm::seq<int64_t>(0, first));
  auto sizes = llvm::map_to_vector(outer, [&](int64_t dim) {
    return tensor::getMixedSize(b, loc, data, dim);
  });

  // All outer dimensions as one, all inner ones as one.
  SmallVector<ReassociationIndices> groups;
  if (first > 0)
    groups.push_back(outer);
  groups.push_back(
      llvm::to_vector<2>(llvm::seq<int64_t>(first, type.getRank())));
  if (static_cast<int64_t>(groups.size()) != type.getRank())
    data = tensor::CollapseShapeOp::create(b, loc, data, groups);

  auto buildRun = [&](OpBuilder &b, ValueRange prefix) {
    return elements.emit(b, loc,
                         RunBuilder(b, loc, combiner, data, prefix).build());
  };
  if (first == 0) {
    Value empty =
        tensor::EmptyOp::create(b, loc, ArrayRef<OpFoldResult>(), elementType);
    return tensor::InsertOp::create(b, loc, buildRun(b, {}), empty,
                                    ValueRange());
  }
  Value rows = tensor::DimOp::create(b, loc, data, 0);
  Value empty = tensor::EmptyOp::create(
      b, loc, tensor::getMixedSize(b, loc, data, 0), elementType);
  auto loop = scf::ForOp::create(
      b, loc, arith::ConstantIndexOp::create(b, loc, 0), rows,
      arith::ConstantIndexOp::create(b, loc, 1), empty,
      [&](OpBuilder &nested, Location loc, Value row, ValueRange state) {
        Value result = buildRun(nested, row);
        Value inserted =
            tensor::InsertOp::create(nested, loc, result, state[0], row);
        scf::YieldOp::create(nested, loc, inserted);
      });
  if (first == 1)
    return loop.getResult(0);
  auto resultType =
      RankedTensorType::get(type.getShape().take_front(first), elementType);
  if (resultType.getNumDynamicDims() <= 1)
    return tensor::ExpandShapeOp::create(b, loc, resultType, loop.getResult(0),
                                         ArrayRef<ReassociationIndices>{outer},
                                         sizes);
  // expand-strided-metadata takes one dynamic size only.
  Value shape = tensor::FromElementsOp::create(
      b, loc, getValueOrCreateConstantIndexOp(b, loc, sizes));
  return tensor::ReshapeOp::create(b, loc, resultType, loop.getResult(0),
                                   shape);
}

/// The elementwise operation on the accumulators of `op` that finishes them, if
/// it is their only use.
static linalg::GenericOp getFinish(linalg::ReduceOp op) {
  Value accumulators = op.getResult(0);
  if (!accumulators.hasOneUse())
    return {};
  auto finish = dyn_cast<linalg::GenericOp>(*accumulators.user_begin());
  // The loop over runs yields one tensor, and has no other indices.
  bool isSimple = finish && finish.getNumResults() == 1 &&
                  finish.getNumDpsInputs() <= 1 &&
                  finish.getNumLoops() == finish.getNumParallelLoops() &&
                  llvm::all_of(finish.getIndexingMapsArray(),
                               [](AffineMap map) { return map.isIdentity(); });
  if (!isSimple || finish.hasIndexSemantics())
    return {};
  // The result has elements of its own, whose values do not matter.
  OpOperand &use = *accumulators.use_begin();
  OpOperand *init = finish.getDpsInitOperand(0);
  return &use == init || !finish.payloadUsesValueFromOperand(init)
             ? finish
             : linalg::GenericOp();
}

/// The value that the body of `finish` yields for `accumulator`, element of its
/// operand `use`.
static Value cloneFinish(OpBuilder &b, linalg::GenericOp finish, OpOperand &use,
                         Value accumulator) {
  IRMapping mapping;
  mapping.map(finish.getMatchingBlockArgument(&use), accumulator);
  for (Operation &op : finish.getBody()->without_terminator())
    b.clone(op, mapping);
  return mapping.lookupOrDefault(
      finish.getBody()->getTerminator()->getOperand(0));
}

/// Whether `op` had runs.
// linalg.reduce over rows and runs -> linalg.reduce over rows(runs)
// finish(linalg.reduce over runs) -> runs that finish
static bool lowerRuns(RewriterBase &rewriter, linalg::ReduceOp op) {
  FailureOr<Combiner> combiner = Combiner::match(op);
  if (failed(combiner))
    return false;
  Value data = op.getInputs().front();
  ArrayRef<int64_t> rows = op.getDimensions();
  int64_t first = cast<RankedTensorType>(data.getType()).getRank();
  while (!rows.empty() && rows.back() == first - 1) {
    rows = rows.drop_back();
    --first;
  }
  if (rows.size() == op.getDimensions().size())
    return false;

  // An operation that reads a size does not use the accumulators.
  auto fill = op.getInits().front().getDefiningOp<linalg::FillOp>();
  rewriter.replaceUsesWithIf(
      op.getResult(0), fill.output(),
      [](OpOperand &use) { return isa<tensor::DimOp>(use.getOwner()); });

  Operation *root = op;
  Type elementType = combiner->accumulator;
  linalg::GenericOp finish = rows.empty() ? getFinish(op) : linalg::GenericOp();
  if (finish) {
    root = finish;
    elementType = getElementTypeOrSelf(finish.getType(0));
  }
  rewriter.setInsertionPoint(root);
  Location loc = op.getLoc();
  auto emit = [&](OpBuilder &b, Location loc, Value accumulator) {
    return finish ? cloneFinish(b, finish, *op.getResult(0).use_begin(),
                                accumulator)
                  : accumulator;
  };
  Value result = buildRunReduction(rewriter, loc, *combiner, data, first,
                                   {elementType, emit});
  if (!rows.empty())
    result = linalg::ReduceOp::create(
                 rewriter, loc, result, op.getInits(), rows,
                 [&](OpBuilder &b, Location loc, ValueRange x) {
                   linalg::YieldOp::create(
                       b, loc, combiner->combine(b, loc, x[1], x[0]));
                 })
                 .getResult(0);
  Type type = root->getResult(0).getType();
  if (result.getType() != type)
    result = tensor::CastOp::create(rewriter, loc, type, result);
  rewriter.replaceOp(root, result);
  if (finish)
    rewriter.eraseOp(op);
  return true;
}

//===----------------------------------------------------------------------===//
// Pooling
//===----------------------------------------------------------------------===//

/// Whether `op` pools data whose last dimension is that of channels.
static bool isChannelsLastPool(Operation *op) {
  return isa<linalg::PoolingNwcSumOp, linalg::PoolingNwcMaxOp,
             linalg::PoolingNwcMaxUnsignedOp, linalg::PoolingNwcMinOp,
             linalg::PoolingNwcMinUnsignedOp, linalg::PoolingNhwcSumOp,
             linalg::PoolingNhwcMaxOp, linalg::PoolingNhwcMaxUnsignedOp,
             linalg::PoolingNhwcMinOp, linalg::PoolingNhwcMinUnsignedOp,
             linalg::PoolingNdhwcSumOp, linalg::PoolingNdhwcMaxOp,
             linalg::PoolingNdhwcMinOp>(op);
}

/// Makes the loop over channels, which are next to each other in memory, the
/// innermost one.
// pool(x) over n, y..., c, windows -> pool(x) over n, y..., windows, c
static LogicalResult interchangeChannels(RewriterBase &rewriter,
                                         linalg::LinalgOp op) {
  unsigned numLoops = op.getNumLoops();
  unsigned channels = op.getNumParallelLoops() - 1;
  auto order = llvm::to_vector(llvm::seq<unsigned>(0, channels));
  llvm::append_range(order, llvm::seq<unsigned>(channels + 1, numLoops));
  order.push_back(channels);
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::GenericOp> generic =
      linalg::generalizeNamedOp(rewriter, op);
  return failed(generic) ? failure()
                         : LogicalResult(linalg::interchangeGenericOp(
                               rewriter, *generic, order));
}

/// Whether `op` reduces windows: each element of the result is accumulated from
/// a constant, in innermost loops. Products read two operands, and have a
/// schedule of their own.
static bool isWindowReduction(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumDpsInits() != 1 ||
      isa<linalg::ReduceOp>(*op) || op.getNumReductionLoops() == 0)
    return false;
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  OpOperand *init = op.getDpsInitOperand(0);
  AffineMap rows =
      AffineMap::getMultiDimIdentityMap(op.getNumLoops(), op.getContext())
          .getMajorSubMap(op.getNumParallelLoops());
  // It might convert its value.
  auto fill = init->get().getDefiningOp<linalg::FillOp>();
  if (!fill || fill.value().getType() != getElementTypeOrSelf(init->get()) ||
      !llvm::is_sorted(iterators) || op.getMatchingIndexingMap(init) != rows)
    return false;
  auto isRead = [&](OpOperand *input) {
    return op.payloadUsesValueFromOperand(input);
  };
  return llvm::count_if(op.getDpsInputOperands(), isRead) <= 1;
}

/// The elements of `op` at `position`, which has an index for each loop,
/// combined with `accumulator`.
static Value cloneStep(OpBuilder &b, Location loc, linalg::LinalgOp op,
                       ValueRange position, Value accumulator) {
  IRMapping mapping;
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (!op.payloadUsesValueFromOperand(input))
      continue;
    SmallVector<Value> indices;
    for (AffineExpr index : op.getMatchingIndexingMap(input).getResults())
      indices.push_back(affine::makeComposedAffineApply(
          b, loc, AffineMap::get(op.getNumLoops(), 0, index),
          getAsOpFoldResult(position)));
    mapping.map(op.getMatchingBlockArgument(input),
                tensor::ExtractOp::create(b, loc, input->get(), indices));
  }
  mapping.map(op.getMatchingBlockArgument(op.getDpsInitOperand(0)),
              accumulator);
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      mapping.map(index.getResult(), position[index.getDim()]);
    else
      b.clone(inner, mapping);
  }
  return mapping.lookupOrDefault(op.getBlock()->getTerminator()->getOperand(0));
}

// Longer windows stay loops, for the sake of the size of the code.
static constexpr int64_t maxUnrolledSteps = 32;

/// The sizes of the windows of `op`, if it is worth it to unroll loops over
/// them: LLVM makes vectors of rows only without loops inside.
static std::optional<SmallVector<int64_t>>
getUnrolledWindow(linalg::LinalgOp op) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  sizes.erase(sizes.begin(), sizes.begin() + op.getNumParallelLoops());
  int64_t steps = 1;
  for (int64_t size : sizes)
    if (ShapedType::isDynamic(size) || size == 0 ||
        llvm::MulOverflow(steps, size, steps) || steps > maxUnrolledSteps)
      return std::nullopt;
  return sizes;
}

/// Keeps accumulators in registers rather than in the result.
// generic(x) over rows and windows -> generic over rows of loops over windows
static void accumulateInLoops(RewriterBase &rewriter, linalg::LinalgOp op) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  auto fill = op.getDpsInitOperand(0)->get().getDefiningOp<linalg::FillOp>();
  unsigned rank = op.getNumParallelLoops();
  std::optional<SmallVector<int64_t>> unrolled = getUnrolledWindow(op);
  SmallVector<Value> begins, ends, steps;
  auto add = [&](SmallVectorImpl<Value> &values, OpFoldResult value) {
    values.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, value));
  };
  if (!unrolled) {
    SmallVector<Range> ranges = op.createLoopRanges(rewriter, loc);
    for (const Range &range : ArrayRef(ranges).drop_front(rank)) {
      add(begins, range.offset);
      add(ends, range.size);
      add(steps, range.stride);
    }
  }
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto build = [&](OpBuilder &b, Location loc, ValueRange) {
    SmallVector<Value> row;
    for (unsigned dim = 0; dim < rank; ++dim)
      row.push_back(linalg::IndexOp::create(b, loc, dim));
    auto accumulate = [&](OpBuilder &b, ValueRange window, Value accumulator) {
      SmallVector<Value> position(row);
      llvm::append_range(position, window);
      return cloneStep(b, loc, op, position, accumulator);
    };
    if (unrolled) {
      Value accumulator = fill.value();
      for (int64_t n = 0, end = computeProduct(*unrolled); n < end; ++n) {
        SmallVector<Value> window;
        for (int64_t index : delinearize(n, computeStrides(*unrolled)))
          window.push_back(arith::ConstantIndexOp::create(b, loc, index));
        accumulator = accumulate(b, window, accumulator);
      }
      linalg::YieldOp::create(b, loc, accumulator);
      return;
    }
    scf::LoopNest nest =
        scf::buildLoopNest(b, loc, begins, ends, steps, fill.value(),
                           [&](OpBuilder &inner, Location, ValueRange window,
                               ValueRange state) -> scf::ValueVector {
                             return {accumulate(inner, window, state[0])};
                           });
    linalg::YieldOp::create(b, loc, nest.results);
  };
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      op, op->getResultTypes(), ValueRange(), fill.output(),
      rewriter.getMultiDimIdentityMap(rank), iterators, build);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct LowerReductionsPass
    : public relay::impl::LowerReductionsPassBase<LowerReductionsPass> {
  void runOnOperation() override;
};
} // namespace

void LowerReductionsPass::runOnOperation() {
  SmallVector<linalg::LinalgOp> ops;
  getOperation().walk([&](linalg::LinalgOp op) {
    if (isa<linalg::ReduceOp>(*op) || isChannelsLastPool(op) ||
        isWindowReduction(op))
      ops.push_back(op);
  });
  IRRewriter rewriter(&getContext());
  for (linalg::LinalgOp op : ops) {
    Location loc = op.getLoc();
    bool lowered = true;
    if (auto reduce = dyn_cast<linalg::ReduceOp>(*op))
      lowered = lowerRuns(rewriter, reduce);
    else if (isChannelsLastPool(op))
      lowered = succeeded(interchangeChannels(rewriter, op));
    else
      accumulateInLoops(rewriter, op);
    numLowered += lowered;
    LDBG() << (lowered ? "lowered" : "left alone") << " at " << loc;
  }
}
