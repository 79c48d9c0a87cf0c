//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluation of pointwise operators together, piece by piece.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Evaluation/PointwiseGroup.h"
#include "FloatEnvironment.h"
#include "Parallel.h"
#include "Pointwise.h"
#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"
#include "mlir/IR/Threading.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::relay;
using llvm::Error;
using llvm::Expected;

// Pieces of all values that are live at a time fit the second level of the
// cache; a kernel's call costs little beside one.
static constexpr int64_t pieceBytes = 16 << 10;

struct PointwiseGroup::Pieces {
  /// The shape and the strides of all values, collapsed. Strides of values in
  /// buffers do not count.
  SmallVector<IterationDim> dims;
  /// The dimension that is cut.
  size_t dim;
  /// Elements of all dimensions after it.
  int64_t inner;
  int64_t count;
  /// Ranges of the dimension, and pieces of all.
  int64_t numRanges, numPieces;
};

PointwiseGroup::PointwiseGroup(ArrayRef<int64_t> shape)
    : shape(shape.begin(), shape.end()) {}
PointwiseGroup::PointwiseGroup(PointwiseGroup &&) = default;
PointwiseGroup::~PointwiseGroup() = default;

PointwiseGroup::Index PointwiseGroup::addInput(Tensor tensor) {
  Value value;
  value.type = tensor.getType();
  value.strides = tensor.isSplat()
                      ? SmallVector<int64_t>(shape.size(), 0)
                      : computeBroadcastStrides(value.type.getShape(), shape);
  value.tensor = std::move(tensor);
  values.push_back(std::move(value));
  return values.size() - 1;
}

std::optional<PointwiseGroup::Index>
PointwiseGroup::addOperation(Operation *op, ArrayRef<Index> operands,
                             RankedTensorType type) {
  // A kernel takes the extents of the iteration space from its operands.
  bool hasFullOperand = llvm::any_of(operands, [&](Index operand) {
    const Value &value = values[operand];
    return !value.tensor.isSplat() && ArrayRef(shape) == value.type.getShape();
  });
  if (!op->hasTrait<Pointwise>() || !hasFullOperand ||
      ArrayRef(shape) != type.getShape())
    return std::nullopt;
  Value value;
  value.type = type;
  value.strides = computeBroadcastStrides(shape, shape);
  value.lastUse = steps.size();
  for (Index operand : operands)
    values[operand].lastUse = steps.size();
  steps.push_back({op, SmallVector<Index, 4>(operands), values.size()});
  values.push_back(std::move(value));
  return values.size() - 1;
}

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

/// Gives pieces of values that are no results buffers, which later ones take
/// over.
void PointwiseGroup::placeBuffers() {
  SmallVector<size_t> free;
  SmallVector<SmallVector<size_t, 2>, 0> freed(steps.size());
  for (const auto &[number, step] : llvm::enumerate(steps)) {
    Value &value = values[step.result];
    if (!value.isResult) {
      if (free.empty())
        free.push_back(numBuffers++);
      value.buffer = free.pop_back_val();
      freed[value.lastUse].push_back(*value.buffer);
    }
    llvm::append_range(free, freed[number]);
  }
}

void PointwiseGroup::cut() {
  pieces = std::make_unique<Pieces>();
  int64_t elementSize = 1;
  for (const Value &value : values)
    elementSize = std::max<int64_t>(
        elementSize, Tensor::getElementSize(value.type.getElementType()));
  SmallVector<IterationDim> dims;
  for (auto [i, size] : llvm::enumerate(shape)) {
    IterationDim &dim = dims.emplace_back(IterationDim{size, {}});
    for (const Value &value : values)
      dim.strides.push_back(value.strides[i]);
  }
  pieces->dims = collapseDims(dims, values.size());
  int64_t target = pieceBytes / elementSize;
  pieces->inner = 1;
  for (const IterationDim &dim : pieces->dims)
    pieces->inner *= dim.size;
  int64_t outer = 1;
  for (pieces->dim = 0;; ++pieces->dim) {
    int64_t size = pieces->dims[pieces->dim].size;
    pieces->inner /= size;
    if (pieces->inner <= target || pieces->dim + 1 == pieces->dims.size())
      break;
    outer *= size;
  }
  int64_t size = pieces->dims[pieces->dim].size;
  pieces->count = std::clamp<int64_t>(target / pieces->inner, 1, size);
  pieces->numRanges = llvm::divideCeil(size, pieces->count);
  pieces->numPieces = outer * pieces->numRanges;
  bufferBytes = llvm::alignTo(pieces->count * pieces->inner * elementSize, 64);
}

Expected<PointwiseGroup::Calls>
PointwiseGroup::getCalls(int64_t count, KernelMemo &memo) const {
  Calls result;
  auto rest = ArrayRef(pieces->dims).drop_front(pieces->dim);
  for (const Step &step : steps) {
    SmallVector<Type> elementTypes;
    SmallVector<IterationDim> dims;
    for (const IterationDim &dim : rest)
      dims.push_back({dims.empty() ? count : dim.size, {}});
    auto append = [&](Index index) {
      const Value &value = values[index];
      elementTypes.push_back(value.type.getElementType());
      int64_t next = 1;
      for (size_t i = dims.size(); i-- > 0; next *= dims[i].size)
        dims[i].strides.push_back(value.buffer ? next : rest[i].strides[index]);
    };
    for (Index operand : step.operands)
      append(operand);
    append(step.result);
    Expected<PointwiseCall> call = PointwiseCall::get(
        step.op, elementTypes, collapseDims(dims, elementTypes.size()), memo);
    if (!call)
      return call.takeError();
    result.push_back(std::move(*call));
  }
  return std::move(result);
}

Error PointwiseGroup::prepare(ArrayRef<Index> wanted, KernelMemo &memo) {
  results.assign(wanted.begin(), wanted.end());
  for (Index result : results)
    values[result].isResult = true;
  placeBuffers();
  cut();
  int64_t size = pieces->dims[pieces->dim].size;
  for (auto [count, target] :
       {std::pair(pieces->count, &calls),
        std::pair(size - (pieces->numRanges - 1) * pieces->count,
                  &lastCalls)}) {
    Expected<Calls> made = getCalls(count, memo);
    if (!made)
      return made.takeError();
    *target = std::move(*made);
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

/// Gives the results memory: that of an input which is not read after they are
/// written, where nobody else holds it, or new.
Error PointwiseGroup::placeResults() {
  for (const auto &[number, step] : llvm::enumerate(steps)) {
    Value &result = values[step.result];
    if (!result.isResult)
      continue;
    size_t size = Tensor::getElementSize(result.type.getElementType());
    auto isReusable = [&, number = number](const Value &value) {
      return !value.isResult && value.tensor && value.lastUse <= number &&
             value.strides == result.strides &&
             Tensor::getElementSize(value.type.getElementType()) == size &&
             value.tensor.isExclusive();
    };
    auto input = llvm::find_if(values, isReusable);
    if (input != values.end())
      // Not exclusive from now on.
      result.tensor = input->tensor.reshape(result.type);
    else
      result.tensor = Tensor::allocate(result.type);
    if (!result.tensor)
      return makeMemoryError("a result of type " +
                             llvm::formatv("{0}", result.type).str());
  }
  return Error::success();
}

void PointwiseGroup::runPieces(int64_t begin, int64_t end,
                               char *buffers) const {
  FloatEnvironment environment;
  SmallVector<char *> bases, arguments;
  SmallVector<int64_t> index(pieces->dim + 1);
  for (int64_t piece = begin; piece < end; ++piece) {
    int64_t range = piece % pieces->numRanges;
    int64_t rest = piece / pieces->numRanges;
    index[pieces->dim] = range * pieces->count;
    for (size_t d = pieces->dim; d-- > 0; rest /= pieces->dims[d].size)
      index[d] = rest % pieces->dims[d].size;
    bases.clear();
    for (const auto &[i, value] : llvm::enumerate(values)) {
      if (value.buffer) {
        bases.push_back(buffers + *value.buffer * bufferBytes);
        continue;
      }
      int64_t offset = 0;
      for (auto [position, dim] : llvm::zip(index, pieces->dims))
        offset += position * dim.strides[i];
      bases.push_back(value.tensor.getData() +
                      offset *
                          Tensor::getElementSize(value.type.getElementType()));
    }
    bool isLast = range + 1 == pieces->numRanges;
    for (auto [step, call] : llvm::zip(steps, isLast ? lastCalls : calls)) {
      arguments.clear();
      for (Index operand : step.operands)
        arguments.push_back(bases[operand]);
      arguments.push_back(bases[step.result]);
      call.run(arguments);
    }
  }
}

Expected<SmallVector<Tensor>> PointwiseGroup::run() {
  if (Error error = placeResults())
    return std::move(error);
  MLIRContext *context = steps.front().op->getContext();
  int64_t numElements = pieces->numPieces * pieces->count * pieces->inner;
  int64_t numThreads = getNumParts(context, numElements, minElementsPerThread);
  auto size = static_cast<int64_t>(numThreads * numBuffers * bufferBytes);
  Tensor buffers = Tensor::allocate(
      RankedTensorType::get(size, IntegerType::get(context, 8)));
  if (!buffers)
    return createStringError(std::make_error_code(std::errc::not_enough_memory),
                             "not enough memory for " + Twine(size) +
                                 " bytes of temporary data");
  parallelFor(context, 0, numThreads, [&](size_t thread) {
    runPieces(pieces->numPieces * thread / numThreads,
              pieces->numPieces * (thread + 1) / numThreads,
              buffers.getData() + thread * numBuffers * bufferBytes);
  });
  SmallVector<Tensor> tensors;
  for (Index result : results)
    tensors.push_back(values[result].tensor);
  values.clear();
  return std::move(tensors);
}
