//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions of long runs by several threads.
//
//===----------------------------------------------------------------------===//

#include "../Runtime/FloatEnvironment.h"
#include "../Runtime/Parallel.h"
#include "OperatorEvaluation.h"
#include "Pointwise.h"
#include "RelayLite/Codegen/Tensors/ReductionOrder.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/IR/Builders.h"
#include <atomic>

using namespace mlir;
using namespace mlir::relay;
using llvm::Expected;

// A thread takes so many blocks at a time.
static constexpr int64_t blocksPerTask = 8;

namespace {
/// The reduction of the rows of a matrix: in blocks, to accumulators; then of
/// the accumulators of each row.
class BlockReduction {
public:
  BlockReduction(Operation *op, const Tensor &data, int64_t numRows,
                 int64_t length, KernelMemo &memo, Cancellation *cancellation);

  /// The value of `op`, of type `type`.
  Expected<Tensor> run(RankedTensorType type);

private:
  Expected<Tensor> reduceBlocks();
  Expected<Tensor> evaluate(Operation *op, ArrayRef<EvalValue> operands);
  RankedTensorType getAccumulators(ArrayRef<int64_t> shape) const {
    return RankedTensorType::get(shape, accumulator);
  }
  Value addArgument(Type type) { return block.addArgument(type, loc); }
  Operation *createReduction(RankedTensorType operand, int64_t axis,
                             RankedTensorType result);
  CastOp createCast(RankedTensorType operand, Type elementType);

  Tensor data;
  int64_t numRows, length, numBlocks;
  KernelMemo &memo;
  Cancellation *cancellation;
  Location loc;
  /// The types of elements and of accumulators.
  Type elementType, accumulator;
  bool isMean;
  /// The operator that combines accumulators.
  OperationName combiner;
  /// Holds the operations that are evaluated.
  Block block;
  OpBuilder b;
};
} // namespace

/// The operator that combines results of `op` on parts, and whether `op`
/// divides by the number of elements at the end.
static std::optional<std::pair<StringRef, bool>> getCombiner(Operation *op) {
  if (isa<MeanOp>(op))
    return std::pair(SumOp::getOperationName(), true);
  if (isa<AllOp, AnyOp, MaxOp, MinOp, ProdOp, SumOp>(op))
    return std::pair(op->getName().getStringRef(), false);
  return std::nullopt;
}

BlockReduction::BlockReduction(Operation *op, const Tensor &data,
                               int64_t numRows, int64_t length,
                               KernelMemo &memo, Cancellation *cancellation)
    : data(data), numRows(numRows), length(length),
      numBlocks(llvm::divideCeil(length, reductionBlock)), memo(memo),
      cancellation(cancellation), loc(op->getLoc()),
      elementType(data.getType().getElementType()), accumulator(elementType),
      isMean(getCombiner(op)->second),
      combiner(getCombiner(op)->first, op->getContext()), b(op->getContext()) {
  b.setInsertionPointToEnd(&block);
  if (isa<FloatType>(elementType) && elementType.getIntOrFloatBitWidth() < 32)
    accumulator = b.getF32Type();
}

Operation *BlockReduction::createReduction(RankedTensorType operand,
                                           int64_t axis,
                                           RankedTensorType result) {
  OperationState state(loc, combiner, addArgument(operand), {result});
  state.addAttribute("axis", b.getDenseI64ArrayAttr(axis));
  return b.create(state);
}

CastOp BlockReduction::createCast(RankedTensorType operand, Type elementType) {
  OperationState state(loc, CastOp::getOperationName(), addArgument(operand),
                       {operand.clone(elementType)});
  state.addAttribute("dtype", TypeAttr::get(elementType));
  return cast<CastOp>(b.create(state));
}

Expected<Tensor> BlockReduction::evaluate(Operation *op,
                                          ArrayRef<EvalValue> operands) {
  Expected<EvalValue> value =
      evaluateOperator(op, operands, memo, {TrapMode::Define, cancellation});
  if (!value)
    return value.takeError();
  return *value->getTensor();
}

/// The accumulators of the blocks, by row.
Expected<Tensor> BlockReduction::reduceBlocks() {
  auto type = getAccumulators({numRows, numBlocks});
  Tensor results = Tensor::allocate(type);
  if (!results)
    return makeMemoryError(Twine(*Tensor::computeByteSize(type)) +
                           " bytes of temporary data");
  int64_t tailSize = length - (numBlocks - 1) * reductionBlock;

  // The calls that convert the elements of a whole block, and of the last block
  // of a row, to accumulators.
  bool isCast = accumulator != elementType;
  std::optional<PointwiseCall> castBlock, castTail;
  if (isCast) {
    CastOp op = createCast(data.getType(), accumulator);
    for (auto [call, size] : {std::pair(&castBlock, reductionBlock),
                              std::pair(&castTail, tailSize)}) {
      Expected<PointwiseCall> created =
          PointwiseCall::get(PointwiseTree(op, {elementType, accumulator}),
                             {IterationDim{size, {1, 1}}}, memo);
      if (!created)
        return created.takeError();
      call->emplace(std::move(*created));
    }
  }
  auto blockType = getAccumulators(reductionBlock);
  Operation *op = createReduction(blockType, 0, getAccumulators({}));
  Expected<const KernelCall *> call =
      getOperatorKernel(op, blockType, getAccumulators({}), memo);
  if (!call)
    return call.takeError();
  // It serves runs of all lengths, from registers.
  assert((*call)->sizes.size() == 1 && !(*call)->kernel.scratchSize &&
         "expected the kernel of a run");

  size_t elementSize = Tensor::getElementSize(elementType);
  size_t accumulatorSize = Tensor::getElementSize(accumulator);
  int64_t total = numRows * numBlocks;
  std::atomic<bool> hasMemory = true;
  auto runTask = [&](int64_t task, int64_t) {
    FloatEnvironment environment;
    Tensor converted;
    if (isCast) {
      converted = Tensor::allocate(blockType);
      if (!converted) {
        hasMemory = false;
        return;
      }
    }
    int64_t end = std::min(total, (task + 1) * blocksPerTask);
    for (int64_t n = task * blocksPerTask; n < end; ++n) {
      int64_t row = n / numBlocks, number = n % numBlocks;
      bool isTail = number == numBlocks - 1;
      char *elements = data.getData() +
                       (row * length + number * reductionBlock) * elementSize;
      if (isCast) {
        (isTail ? castTail : castBlock)->run({elements, converted.getData()});
        elements = converted.getData();
      }
      int64_t size = isTail ? tailSize : reductionBlock;
      KernelShare share;
      void *arguments[] = {elements, results.getData() + n * accumulatorSize,
                           &share, nullptr};
      (*call)->kernel.function(arguments, &size, (*call)->strides.data());
    }
  };
  MLIRContext *context = op->getContext();
  if (!runParts(context, getNumThreads(context, total, 1),
                llvm::divideCeil(total, blocksPerTask), runTask, cancellation))
    return Cancellation::check(cancellation);
  if (!hasMemory)
    return makeMemoryError(Twine(*Tensor::computeByteSize(blockType)) +
                           " bytes of temporary data");
  return results;
}

Expected<Tensor> BlockReduction::run(RankedTensorType type) {
  Expected<Tensor> result = reduceBlocks();
  if (!result)
    return result;
  RankedTensorType totals = getAccumulators(numRows);
  result = evaluate(createReduction(result->getType(), 1, totals),
                    EvalValue(*result));
  if (result && isMean) {
    Tensor count = Tensor::allocate(RankedTensorType::get({}, b.getI64Type()));
    if (!count)
      return makeMemoryError("a result");
    std::memcpy(count.getData(), &length, sizeof(length));
    Expected<Tensor> divisor =
        evaluate(createCast(count.getType(), accumulator), EvalValue(count));
    if (!divisor)
      return divisor;
    SmallVector<Value> operands{addArgument(totals),
                                addArgument(divisor->getType())};
    auto divide = DivideOp::create(b, loc, totals, operands);
    result = evaluate(divide, {EvalValue(*result), EvalValue(*divisor)});
  }
  if (result && accumulator != elementType)
    result = evaluate(createCast(totals, elementType), EvalValue(*result));
  if (!result)
    return result;
  return result->reshape(type);
}

std::optional<Expected<EvalValue>>
relay::reduceByBlocks(Operation *op, ArrayRef<Tensor> operands, Type resultType,
                      KernelMemo &memo, Cancellation *cancellation) {
  if (!getCombiner(op) || operands.front().isSplat())
    return std::nullopt;
  const Tensor &data = operands.front();
  // The number of elements is no boolean, whose conversion is not that of other
  // integers.
  if (isa<MeanOp>(op) && data.getType().getElementType().isInteger(1))
    return std::nullopt;
  MLIRContext *context = op->getContext();
  int64_t numThreads =
      getNumThreads(context, data.getType().getNumElements(), minWorkPerThread);
  if (numThreads < 2)
    return std::nullopt;
  FailureOr<CollapsedOperation> collapsed =
      cast<CollapsibleInterface>(op).collapse(data.getType());
  if (failed(collapsed))
    return std::nullopt;
  // One reduced dimension, after a kept one at most. Many rows are shared among
  // threads as they are.
  ArrayRef<int64_t> shape = collapsed->operands.front();
  auto axes = collapsed->properties.getAs<DenseI64ArrayAttr>("axis");
  int64_t numRows = shape.size() == 1 ? 1 : shape.front();
  int64_t length = shape.back();
  if (shape.size() > 2 || axes.size() != 1 ||
      axes[0] != static_cast<int64_t>(shape.size()) - 1 ||
      numRows >= 4 * numThreads || length < 2 * reductionBlock ||
      length > reductionBlock * reductionBlock)
    return std::nullopt;
  Expected<Tensor> result =
      BlockReduction(op, data, numRows, length, memo, cancellation)
          .run(cast<RankedTensorType>(resultType));
  if (!result)
    return Expected<EvalValue>(result.takeError());
  return Expected<EvalValue>(EvalValue(std::move(*result)));
}
