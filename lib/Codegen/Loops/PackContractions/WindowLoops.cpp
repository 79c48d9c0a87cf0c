//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of contractions whose result has rows of vectors, but whose sums
// are short: those of depthwise convolutions.
//
// A row of the result is computed a vector at a time. Its sums stay in
// registers for all of the depth, which is unrolled; the elements of the other
// factor, the filter, are read before the loops that they do not depend on. The
// last vector of a row that does not end with one begins earlier, and computes
// some elements again.
//
//===----------------------------------------------------------------------===//

#include "../VectorElements.h"
#include "LoopEmitter.h"
#include "PackedContraction.h"
#include "Pieces.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

// More steps than this stay loops, for the sake of the size of the code.
static constexpr int64_t maxSteps = 64;

// Fewer lanes are not worth it.
static constexpr int64_t minLanes = 4;

namespace {
/// The facts about the operands of a contraction over windows.
struct Window {
  /// The operands that rows run along, and that they do not depend on.
  unsigned image, filter;
  /// How far a step of a row leads in the image.
  int64_t stride;
  /// The loop along rows.
  unsigned row;
  SmallVector<unsigned> depth;
  SmallVector<int64_t> sizes, depthSizes;
};

class WindowLoops {
public:
  WindowLoops(LoopEmitter &b, const Contraction &contraction,
              const Window &window, VectorType type, int64_t threads);
  void emit() { emitLoops(0); }

private:
  /// Emits the outer loops from `position` on, and what is inside.
  void emitLoops(size_t position);
  void emitRow();
  /// Emits a loop of `size` steps, whose pieces threads share.
  void emitPieces(int64_t size, function_ref<void(Value)> body);
  /// Return the indices that `map` computes from the counters of all loops.
  SmallVector<Value> getIndices(AffineMap map);
  /// Return the indices of operand `operand`.
  SmallVector<Value> getIndices(unsigned operand) {
    return getIndices(op.getIndexingMapsArray()[operand]);
  }
  /// Elements of a row that are made of `sums`.
  Value emitEpilogue(Value sums);
  /// Sets the counters of the depth for step `step`.
  void setStep(int64_t step);

  LoopEmitter &b;
  const Contraction &contraction;
  linalg::GenericOp op;
  const Window &window;
  VectorType type;
  /// 1 inside of a loop that threads share.
  int64_t threads;
  /// The loops of the result but for rows: those of the filter come first.
  SmallVector<unsigned> outer;
  size_t numFilterLoops;
  SmallVector<Value> counters;
  /// An element of the filter for each step, in all lanes.
  SmallVector<Value> filter;
};
} // namespace

WindowLoops::WindowLoops(LoopEmitter &b, const Contraction &contraction,
                         const Window &window, VectorType type, int64_t threads)
    : b(b), contraction(contraction), op(contraction.op), window(window),
      type(type),
      threads(hasFewerSteps(window.sizes, minPieceWork) ? 1 : threads),
      counters(op.getNumLoops(), b.index(0)) {
  AffineMap filterMap = op.getIndexingMapsArray()[window.filter];
  SmallVector<unsigned> loops;
  op.getParallelDims(loops);
  llvm::erase(loops, window.row);
  for (unsigned loop : loops)
    if (filterMap.isFunctionOfDim(loop))
      outer.push_back(loop);
  numFilterLoops = outer.size();
  for (unsigned loop : loops)
    if (!filterMap.isFunctionOfDim(loop))
      outer.push_back(loop);
}

SmallVector<Value> WindowLoops::getIndices(AffineMap map) {
  SmallVector<int64_t> origin =
      map.compose(SmallVector<int64_t>(map.getNumDims(), 0));
  SmallVector<Value> indices;
  for (auto [expr, first] : llvm::zip_equal(map.getResults(), origin)) {
    Value index = b.index(first);
    for (auto [loop, counter] : llvm::enumerate(counters))
      index = b.add(index, b.mul(counter, getCoefficient(expr, loop)));
    indices.push_back(index);
  }
  return indices;
}

void WindowLoops::setStep(int64_t step) {
  SmallVector<int64_t> steps =
      delinearize(step, computeStrides(window.depthSizes));
  for (auto [loop, counter] : llvm::zip_equal(window.depth, steps))
    counters[loop] = b.index(counter);
}

void WindowLoops::emitLoops(size_t position) {
  if (position == numFilterLoops) {
    filter.clear();
    for (int64_t step = 0, end = computeProduct(window.depthSizes); step < end;
         ++step) {
      setStep(step);
      Value element = memref::LoadOp::create(
          b, op.getDpsInputs()[window.filter], getIndices(window.filter));
      filter.push_back(vector::BroadcastOp::create(b, type, element));
    }
  }
  if (position == outer.size())
    return emitRow();
  unsigned loop = outer[position];
  auto body = [&](Value counter) {
    counters[loop] = counter;
    emitLoops(position + 1);
  };
  int64_t size = window.sizes[loop];
  if (threads > 1 && size > 1)
    emitPieces(size, body);
  else
    b.loop(b.index(size), body);
}

void WindowLoops::emitPieces(int64_t size, function_ref<void(Value)> body) {
  int64_t count = std::min(std::exchange(threads, 1), size);
  scf::ParallelOp pieces = createPieces(b, b.getLoc(), count);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(pieces.getBody());
  auto getBorder = [&](Value piece) {
    return b.divUnsigned(b.mul(piece, size), b.index(count));
  };
  Value piece = pieces.getInductionVars().front();
  Value first = getBorder(piece);
  Value end = getBorder(b.add(piece, 1));
  b.loop(b.sub(end, first), [&](Value step) { body(b.add(first, step)); });
}

void WindowLoops::emitRow() {
  int64_t size = window.sizes[window.row], lanes = type.getNumElements();
  b.loop(b.index(size), b.index(lanes), [&](Value column) {
    counters[window.row] =
        size % lanes == 0 ? column : b.min(column, b.index(size - lanes));
    Value sum = arith::ConstantOp::create(b, b.getZeroAttr(type));
    for (auto [step, element] : llvm::enumerate(filter)) {
      setStep(step);
      Value pixels = b.loadVector(type, op.getDpsInputs()[window.image],
                                  getIndices(window.image), window.stride);
      sum = math::FmaOp::create(b, pixels, element, sum);
    }
    vector::StoreOp::create(b, emitEpilogue(sum), contraction.result.buffer,
                            getIndices(contraction.result.map));
  });
}

Value WindowLoops::emitEpilogue(Value sums) {
  if (contraction.epilogue.arguments.empty())
    return sums;
  SmallVector<Value> values{sums};
  for (const Access &access : contraction.epilogueOperands) {
    Type vector = type.clone(access.getType().getElementType());
    SmallVector<Value> indices = getIndices(access.map);
    if (access.map.isFunctionOfDim(window.row)) {
      values.push_back(vector::LoadOp::create(b, cast<VectorType>(vector),
                                              access.buffer, indices));
      continue;
    }
    Value element = memref::LoadOp::create(b, access.buffer, indices);
    values.push_back(vector::BroadcastOp::create(b, vector, element));
  }
  return contraction.epilogue.emit(b, values);
}

/// Whether one step of `loop` leads `step` elements on in the last dimension of
/// a buffer with indices `map`, and does not change the index of any other.
static bool runsAlong(MemRefType type, AffineMap map, unsigned loop,
                      int64_t step) {
  if (map.getNumResults() == 0 || !type.isLastDimUnitStride() ||
      getCoefficient(map.getResults().back(), loop) != step)
    return false;
  return llvm::none_of(map.getResults().drop_back(), [&](AffineExpr expr) {
    return expr.isFunctionOfDim(loop);
  });
}

/// Whether the operands of `op`, which is a contraction, have this form.
static std::optional<Window> matchWindow(linalg::GenericOp op) {
  auto runsAlong = [&](unsigned operand, unsigned loop, int64_t step) {
    return ::runsAlong(cast<MemRefType>(op->getOperand(operand).getType()),
                       op.getIndexingMapsArray()[operand], loop, step);
  };
  Window window;
  window.row = op.getNumLoops() - 1;
  window.sizes = op.getStaticLoopRanges();
  if (llvm::any_of(window.sizes, ShapedType::isDynamic) ||
      op.getIteratorTypesArray().back() != utils::IteratorType::parallel ||
      !runsAlong(/*operand=*/2, window.row, 1))
    return std::nullopt;
  window.image =
      op.getIndexingMapsArray()[0].isFunctionOfDim(window.row) ? 0 : 1;
  window.filter = 1 - window.image;
  bool isEveryOther = runsAlong(window.image, window.row, 2);
  window.stride = isEveryOther ? 2 : 1;
  if ((!isEveryOther && !runsAlong(window.image, window.row, 1)) ||
      op.getIndexingMapsArray()[window.filter].isFunctionOfDim(window.row))
    return std::nullopt;
  op.getReductionDims(window.depth);
  int64_t steps = 1;
  for (unsigned loop : window.depth) {
    window.depthSizes.push_back(window.sizes[loop]);
    if (llvm::MulOverflow(steps, window.sizes[loop], steps) || steps == 0 ||
        steps > maxSteps)
      return std::nullopt;
  }
  return window;
}

/// Whether the epilogue reads and writes vectors along `row`, and may do so
/// twice: the last vector of a row goes over elements of the one before.
static bool isEpilogueAlong(const Contraction &contraction, unsigned row) {
  auto isVector = [&](const Access &access) {
    return getVectorElementSize(access.getType().getElementType()) != 0 &&
           runsAlong(access.getType(), access.map, row, 1);
  };
  return contraction.epilogue.isVectorizable() &&
         isVector(contraction.result) &&
         llvm::all_of(contraction.epilogueOperands, [&](const Access &access) {
           return access.buffer != contraction.result.buffer &&
                  (!access.map.isFunctionOfDim(row) || isVector(access));
         });
}

void relay::emitWindowLoops(linalg::GenericOp op, int64_t vectorBytes,
                            int64_t threads) {
  FailureOr<Contraction> matched = matchContraction(op, /*keepsPadding=*/true);
  if (failed(matched))
    return;
  Contraction contraction = std::move(*matched);
  // The elements are products as they are, and not loaded in the body.
  if (!isa<FloatType>(contraction.accumulator) ||
      !contraction.convertLhs.operations.empty() ||
      !contraction.convertRhs.operations.empty() ||
      llvm::any_of(op.getBody()->getArguments(),
                   [](BlockArgument argument) { return argument.use_empty(); }))
    return;
  std::optional<Window> window = matchWindow(op);
  if (!window)
    return;
  int64_t lanes = vectorBytes / getVectorElementSize(contraction.accumulator);
  lanes = std::min<int64_t>(
      lanes, llvm::bit_floor<uint64_t>(window->sizes[window->row]));
  if (lanes < minLanes)
    return;
  Contraction fused = contraction;
  fuseEpilogue(fused);
  if (isEpilogueAlong(fused, window->row))
    contraction = std::move(fused);
  LoopEmitter b(OpBuilder(contraction.replaced.back()), op.getLoc());
  WindowLoops(b, contraction, *window,
              VectorType::get({lanes}, contraction.accumulator), threads)
      .emit();
  for (Operation *replaced : llvm::reverse(contraction.replaced))
    replaced->erase();
}
