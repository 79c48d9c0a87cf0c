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
#include "../Runtime/Parallel.h"
#include "Pointwise.h"
#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;
using llvm::Error;
using llvm::Expected;

// Pieces of all values that are live at a time fit the second level of the
// cache; a kernel's call costs little beside one. If no value is kept for
// another kernel, only the calls count.
static constexpr int64_t pieceBytes = 16 << 10, soloPieceBytes = 128 << 10;

// A kernel of more operators spares little that one of so many does not, and
// pointers to its inputs would not fit the processor's registers.
static constexpr size_t maxPartSteps = 32, maxPartOperands = 12;

/// Whether elements of the result of `op` are computed by a long chain of
/// operations that wait for each other. One after the other in one loop, such
/// chains leave the processor idle: exp, log, tanh and sigmoid took 2.3 ns for
/// an element in one kernel, and 1.5 ns in four.
static bool isLongFunction(Operation *op) {
  return op->hasTrait<FloatFunction>() || isa<PowerOp>(op);
}

/// Return whether a conversion goes by way of f32. For a sign that is kept,
/// such as that of tanh, LLVM would otherwise emit a call of a library function
/// that kernels do not have.
static bool isByWayOfF32(Type from, Type to) {
  return from.isF64() && (to.isF16() || to.isBF16());
}

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
  // A kernel takes the sizes of the iteration space from its operands.
  bool hasFullOperand = llvm::any_of(operands, [&](Index operand) {
    const Value &value = values[operand];
    return !value.tensor.isSplat() && ArrayRef(shape) == value.type.getShape();
  });
  if (getEvaluationPlan(op) != EvaluationPlan::Pointwise || !hasFullOperand ||
      ArrayRef(shape) != type.getShape())
    return std::nullopt;
  Value value;
  value.type = type;
  value.strides = computeBroadcastStrides(shape, shape);
  steps.push_back({op, SmallVector<Index, 4>(operands), values.size()});
  values.push_back(std::move(value));
  return values.size() - 1;
}

void PointwiseGroup::removeLastOperation() {
  assert(!steps.empty() && steps.back().result == values.size() - 1 &&
         "expected an operation that was added last");
  steps.pop_back();
  values.pop_back();
}

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

/// The steps in parts as large as they may be: a step is with the one that
/// reads its result, if that is the only one and reads it once. One of them may
/// be a long function.
SmallVector<PointwiseGroup::Part, 0> PointwiseGroup::makeTrees() const {
  SmallVector<size_t, 0> numUses(values.size());
  for (const Step &step : steps)
    for (Index operand : step.operands)
      ++numUses[operand];
  // The part of each step that ends with it, while no later one has taken it.
  SmallVector<Part, 0> trees;
  SmallVector<std::optional<size_t>, 0> treeOf(values.size());
  auto getElementType = [&](Index index) {
    return values[index].type.getElementType();
  };
  auto hasLongFunction = [&](const Part &tree) {
    return llvm::any_of(tree.steps, [&](size_t number) {
      return isLongFunction(steps[number].op);
    });
  };
  for (const auto &[number, step] : llvm::enumerate(steps)) {
    Part tree{{}, {}, step.result};
    auto addOperand = [&](Index operand) {
      if (!llvm::is_contained(tree.operands, operand))
        tree.operands.push_back(operand);
    };
    size_t numOperands = step.operands.size();
    bool isLong = isLongFunction(step.op);
    for (Index operand : step.operands) {
      Part *other = treeOf[operand] ? &trees[*treeOf[operand]] : nullptr;
      if (other && numUses[operand] == 1 && !values[operand].isResult &&
          tree.steps.size() + other->steps.size() < maxPartSteps &&
          numOperands + other->operands.size() <= maxPartOperands + 1 &&
          !(isLong && hasLongFunction(*other)) &&
          !isByWayOfF32(getElementType(operand), getElementType(step.result))) {
        isLong |= hasLongFunction(*other);
        llvm::append_range(tree.steps, other->steps);
        llvm::for_each(other->operands, addOperand);
        numOperands += other->operands.size() - 1;
        other->steps.clear();
      } else {
        addOperand(operand);
      }
    }
    tree.steps.push_back(number);
    treeOf[step.result] = number;
    trees.push_back(std::move(tree));
  }
  llvm::erase_if(trees, [](const Part &tree) { return tree.steps.empty(); });
  return trees;
}

/// Divides the steps into parts: trees that are worth a kernel of their own,
/// and single steps.
void PointwiseGroup::makeParts(int64_t minSpared) {
  int64_t numElements = ShapedType::getNumElements(shape);
  auto isWorthFusing = [&](size_t numSteps) {
    return numSteps > 1 && int64_t(numSteps - 1) >=
                               llvm::divideCeilSigned(minSpared, numElements);
  };
  auto addSingle = [&](size_t number) {
    const Step &step = steps[number];
    parts.push_back({{number}, step.operands, step.result});
  };
  if (!isWorthFusing(steps.size()))
    llvm::for_each(llvm::seq<size_t>(0, steps.size()), addSingle);
  else
    for (Part &tree : makeTrees()) {
      if (isWorthFusing(tree.steps.size()))
        parts.push_back(std::move(tree));
      else
        llvm::for_each(tree.steps, addSingle);
    }
  for (auto [number, part] : llvm::enumerate(parts)) {
    values[part.result].lastUse = number;
    for (Index operand : part.operands)
      values[operand].lastUse = number;
  }
}

PointwiseTree PointwiseGroup::makeTree(const Part &part) const {
  if (part.steps.size() == 1) {
    SmallVector<Type> elementTypes;
    for (Index index : part.operands)
      elementTypes.push_back(values[index].type.getElementType());
    elementTypes.push_back(values[part.result].type.getElementType());
    return PointwiseTree(steps[part.steps.front()].op, elementTypes);
  }
  PointwiseTree tree;
  llvm::SmallDenseMap<Index, size_t> numbers;
  for (Index operand : part.operands) {
    numbers.try_emplace(operand, tree.inputs.size());
    tree.inputs.push_back(values[operand].type.getElementType());
  }
  for (size_t number : part.steps) {
    const Step &step = steps[number];
    auto operands = llvm::map_to_vector<4>(
        step.operands, [&](Index operand) { return numbers.lookup(operand); });
    numbers[step.result] = tree.inputs.size() + tree.nodes.size();
    tree.nodes.push_back({step.op, std::move(operands),
                          values[step.result].type.getElementType()});
  }
  return tree;
}

/// Gives pieces of values that are no results buffers, which later ones take
/// over.
void PointwiseGroup::placeBuffers() {
  SmallVector<size_t> free;
  SmallVector<SmallVector<size_t, 2>, 0> freed(parts.size());
  for (const auto &[number, part] : llvm::enumerate(parts)) {
    Value &value = values[part.result];
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
  int64_t target = (numBuffers ? pieceBytes : soloPieceBytes) / elementSize;
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
  for (const Part &part : parts) {
    SmallVector<IterationDim> dims;
    for (const IterationDim &dim : rest)
      dims.push_back({dims.empty() ? count : dim.size, {}});
    auto append = [&](Index index) {
      const Value &value = values[index];
      int64_t next = 1;
      for (size_t i = dims.size(); i-- > 0; next *= dims[i].size)
        dims[i].strides.push_back(value.buffer ? next : rest[i].strides[index]);
    };
    for (Index operand : part.operands)
      append(operand);
    append(part.result);
    Expected<PointwiseCall> call = PointwiseCall::get(
        makeTree(part), collapseDims(dims, part.operands.size() + 1), memo);
    if (!call)
      return call.takeError();
    result.push_back(std::move(*call));
  }
  return std::move(result);
}

Error PointwiseGroup::prepare(ArrayRef<Index> wanted, KernelMemo &memo,
                              int64_t minSpared) {
  results.assign(wanted.begin(), wanted.end());
  for (Index result : results)
    values[result].isResult = true;
  makeParts(minSpared);
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
  for (const auto &[number, part] : llvm::enumerate(parts)) {
    Value &result = values[part.result];
    if (!result.isResult)
      continue;
    size_t size = Tensor::getElementSize(result.type.getElementType());
    auto isReusable = [&, number = number](const Value &value) {
      return !value.isResult && value.tensor && value.lastUse <= number &&
             value.strides == result.strides &&
             Tensor::getElementSize(value.type.getElementType()) == size &&
             value.tensor.isExclusive();
    };
    auto *input = llvm::find_if(values, isReusable);
    if (input != values.end()) {
      // The tensor is not exclusive from now on.
      result.tensor = input->tensor.reshape(result.type);
      continue;
    }
    Expected<Tensor> tensor = allocateResult(result.type);
    if (!tensor)
      return tensor.takeError();
    result.tensor = std::move(*tensor);
  }
  return Error::success();
}

void PointwiseGroup::runPieces(int64_t begin, int64_t end,
                               char *buffers) const {
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
      // Values within a part have neither a buffer nor memory.
      if (value.buffer || !value.tensor) {
        bases.push_back(value.buffer ? buffers + *value.buffer * bufferBytes
                                     : nullptr);
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
    for (auto [part, call] : llvm::zip(parts, isLast ? lastCalls : calls)) {
      arguments.clear();
      for (Index operand : part.operands)
        arguments.push_back(bases[operand]);
      arguments.push_back(bases[part.result]);
      call.run(arguments);
    }
  }
}

Expected<SmallVector<Tensor>> PointwiseGroup::run(Cancellation *cancellation) {
  if (Error error = placeResults())
    return std::move(error);
  MLIRContext *context = steps.front().op->getContext();
  int64_t numElements = pieces->numPieces * pieces->count * pieces->inner;
  int64_t numThreads =
      getNumThreads(context, numElements, minElementsPerThread);
  // Some milliseconds each.
  constexpr int64_t workPerPart = int64_t(1) << 24;
  int64_t numParts = getNumParts(numThreads);
  if (cancellation) {
    int64_t work = numElements * static_cast<int64_t>(steps.size());
    numParts = std::min(pieces->numPieces,
                        std::max(16 * numThreads, work / workPerPart));
  }
  auto size = static_cast<int64_t>(numThreads * numBuffers * bufferBytes);
  Tensor buffers = Tensor::allocate(
      RankedTensorType::get(size, IntegerType::get(context, 8)));
  if (!buffers)
    return makeMemoryError(Twine(size) + " bytes of temporary data");
  auto runPart = [&](int64_t part, int64_t thread) {
    runPieces(pieces->numPieces * part / numParts,
              pieces->numPieces * (part + 1) / numParts,
              buffers.getData() + thread * numBuffers * bufferBytes);
  };
  if (!runParts(context, numThreads, numParts, runPart, cancellation))
    return Cancellation::check(cancellation);
  SmallVector<Tensor> tensors;
  for (Index result : results)
    tensors.push_back(values[result].tensor);
  values.clear();
  return std::move(tensors);
}
