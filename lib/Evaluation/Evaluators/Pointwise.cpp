//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Running of pointwise operators.
//
//===----------------------------------------------------------------------===//

#include "Pointwise.h"
#include "../Kernels/KernelKey.h"
#include "../Runtime/FloatEnvironment.h"
#include "OperatorEvaluation.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "RelayLite/Evaluation/KernelCompiler.h"
#include "RelayLite/Evaluation/PointwiseGroup.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::relay;
using llvm::Expected;

// The kernel runs over so many dimensions, the caller over the rest.
static constexpr size_t kernelRank = 2;

SmallVector<IterationDim> relay::collapseDims(ArrayRef<IterationDim> dims,
                                              size_t numTensors) {
  SmallVector<IterationDim> result;
  for (const IterationDim &dim : dims) {
    if (dim.size == 1)
      continue;
    if (!result.empty()) {
      IterationDim &outer = result.back();
      bool chains =
          llvm::all_of(llvm::zip(outer.strides, dim.strides), [&](auto pair) {
            return std::get<0>(pair) == std::get<1>(pair) * dim.size;
          });
      if (chains) {
        outer.size *= dim.size;
        outer.strides = dim.strides;
        continue;
      }
    }
    result.push_back(dim);
  }
  if (result.empty())
    result.push_back({1, SmallVector<int64_t, 4>(numTensors, 1)});
  return result;
}

SmallVector<int64_t> relay::computeBroadcastStrides(ArrayRef<int64_t> own,
                                                    ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 0);
  size_t offset = shape.size() - own.size();
  int64_t next = 1;
  for (size_t i = own.size(); i-- > 0;) {
    strides[i + offset] = own[i] == 1 && shape[i + offset] != 1 ? 0 : next;
    next *= own[i];
  }
  return strides;
}

/// The iteration space of operands that broadcast to `shape`.
static SmallVector<IterationDim> getDims(ArrayRef<Tensor> operands,
                                         ArrayRef<int64_t> shape) {
  size_t numTensors = operands.size() + 1;
  // Most are small and have the shape of the result: all are one row.
  if (llvm::all_of(operands, [&](const Tensor &operand) {
        return !operand.isSplat() && operand.getType().getShape() == shape;
      }))
    return {{computeProduct(shape), SmallVector<int64_t, 4>(numTensors, 1)}};
  SmallVector<IterationDim> dims;
  for (int64_t size : shape)
    dims.push_back({size, {}});
  auto append = [&](ArrayRef<int64_t> own, bool isSplat) {
    SmallVector<int64_t> strides = computeBroadcastStrides(own, shape);
    for (auto [dim, stride] : llvm::zip_equal(dims, strides))
      dim.strides.push_back(isSplat ? 0 : stride);
  };
  for (const Tensor &operand : operands)
    append(operand.getType().getShape(), operand.isSplat());
  append(shape, /*isSplat=*/false);
  return collapseDims(dims, numTensors);
}

/// Whether `splat` has a dimension larger than 1 along which all other operands
/// repeat, or are splats, too.
static bool hasOwnDim(const Tensor &splat, ArrayRef<Tensor> operands,
                      RankedTensorType type) {
  auto getDim = [&](const Tensor &tensor, int64_t fromEnd) -> int64_t {
    ArrayRef<int64_t> shape = tensor.getType().getShape();
    return fromEnd <= int64_t(shape.size()) ? shape[shape.size() - fromEnd] : 1;
  };
  for (int64_t i = 1; i <= type.getRank(); ++i)
    if (getDim(splat, i) != 1 &&
        llvm::all_of(operands, [&](const Tensor &operand) {
          return operand.isSplat() || getDim(operand, i) == 1;
        }))
      return true;
  return false;
}

/// The kernel of `tree` for inputs that are strided as `dims` say.
static Expected<Kernel> getKernel(const PointwiseTree &tree,
                                  ArrayRef<IterationDim> dims,
                                  KernelMemo &memo) {
  KernelMemo::Key key = tree.makeMemoKey();
  SmallVector<PointwiseDim> accesses;
  for (const IterationDim &dim : dims) {
    PointwiseDim access = 0;
    for (size_t i = 0; i < tree.inputs.size(); ++i)
      access |= PointwiseDim(dim.strides[i] == 0) << i;
    accesses.push_back(access);
  }
  llvm::append_range(key, accesses);
  if (const KernelCall *call = memo.lookup(key))
    return call->kernel;
  Expected<const DialectRegistry *> dialects = getKernelDialects(tree.nodes);
  if (!dialects)
    return dialects.takeError();
  Expected<Kernel> kernel = KernelCompiler::get().getKernel(
      makePointwiseKey(tree, accesses), *dialects);
  if (kernel)
    memo.insert(key, {*kernel, {}, {}, std::nullopt});
  return kernel;
}

Expected<PointwiseCall> PointwiseCall::get(const PointwiseTree &tree,
                                           ArrayRef<IterationDim> dims,
                                           KernelMemo &memo) {
  size_t rank = std::min(dims.size(), kernelRank);
  ArrayRef<IterationDim> inner = dims.take_back(rank);
  Expected<Kernel> kernel = getKernel(tree, inner, memo);
  if (!kernel)
    return kernel.takeError();
  PointwiseCall call;
  call.kernel = *kernel;
  llvm::append_range(call.outer, dims.drop_back(rank));
  auto add = [&](size_t i, Type type) {
    call.elementSizes.push_back(Tensor::getElementSize(type));
    for (const IterationDim &dim : inner) {
      call.sizes.push_back(dim.strides[i] == 0 ? 1 : dim.size);
      call.strides.push_back(dim.strides[i]);
    }
  };
  for (auto [i, type] : llvm::enumerate(tree.inputs))
    add(i, type);
  add(tree.inputs.size(), tree.getResultType());
  return call;
}

void PointwiseCall::run(ArrayRef<char *> bases) const {
  FloatEnvironment environment;
  SmallVector<void *> buffers(bases.begin(), bases.end());
  // Pointwise kernels need no scratch memory.
  buffers.push_back(nullptr);
  SmallVector<int64_t> index(outer.size());
  while (true) {
    kernel.function(buffers.data(), sizes.data(), strides.data());
    int64_t d = outer.size() - 1;
    for (; d >= 0; --d) {
      bool wraps = ++index[d] == outer[d].size;
      int64_t steps = wraps ? 1 - outer[d].size : 1;
      for (size_t i = 0; i < bases.size(); ++i)
        buffers[i] = static_cast<char *>(buffers[i]) +
                     steps * outer[d].strides[i] * elementSizes[i];
      if (!wraps)
        break;
      index[d] = 0;
    }
    if (d < 0)
      return;
  }
}

/// Runs the kernel of `op` over `dims`, from `operands` to `result`.
static llvm::Error runPointwise(Operation *op, ArrayRef<Tensor> operands,
                                const Tensor &result,
                                ArrayRef<IterationDim> dims, KernelMemo &memo) {
  SmallVector<Type> elementTypes;
  SmallVector<char *> bases;
  auto add = [&](const Tensor &tensor) {
    elementTypes.push_back(tensor.getType().getElementType());
    bases.push_back(tensor.getData());
  };
  llvm::for_each(operands, add);
  add(result);
  Expected<PointwiseCall> call =
      PointwiseCall::get(PointwiseTree(op, elementTypes), dims, memo);
  if (!call)
    return call.takeError();
  call->run(bases);
  return llvm::Error::success();
}

/// The value of `op` on splats: a splat.
static Expected<Tensor> evaluateSplat(Operation *op, ArrayRef<Tensor> operands,
                                      RankedTensorType resultType,
                                      KernelMemo &memo) {
  Expected<Tensor> result =
      allocateResult(RankedTensorType::get({}, resultType.getElementType()));
  if (!result)
    return result;
  if (llvm::Error error = runPointwise(
          op, operands, *result, collapseDims({}, operands.size() + 1), memo))
    return std::move(error);
  return Tensor::share(resultType, result->getData(), result->getOwner(),
                       /*isSplat=*/true);
}

/// The value of `op` by the threads of its context; none where one thread does
/// as well.
static std::optional<Expected<Tensor>>
evaluateInParallel(Operation *op, ArrayRef<Tensor> operands,
                   RankedTensorType resultType, KernelMemo &memo,
                   Cancellation *cancellation) {
  if (resultType.getNumElements() < 2 * PointwiseGroup::minElementsPerThread)
    return std::nullopt;
  PointwiseGroup group(resultType.getShape());
  SmallVector<PointwiseGroup::Index> indices;
  for (const Tensor &operand : operands)
    indices.push_back(group.addInput(operand));
  auto index = group.addOperation(op, indices, resultType);
  if (!index)
    return std::nullopt;
  if (llvm::Error error = group.prepare(*index, memo))
    return Expected<Tensor>(std::move(error));
  Expected<SmallVector<Tensor>> results = group.run(cancellation);
  if (!results)
    return Expected<Tensor>(results.takeError());
  return Expected<Tensor>(results->front());
}

Expected<Tensor> relay::evaluatePointwise(Operation *op,
                                          ArrayRef<Tensor> operands,
                                          RankedTensorType resultType,
                                          KernelMemo &memo,
                                          Cancellation *cancellation) {
  if (llvm::all_of(operands,
                   [](const Tensor &operand) { return operand.isSplat(); }))
    return evaluateSplat(op, operands, resultType, memo);
  if (auto result =
          evaluateInParallel(op, operands, resultType, memo, cancellation))
    return std::move(*result);
  // A kernel gives a size to each dimension by an operand that has it: where
  // only splats do, one of them gets its elements.
  SmallVector<Tensor> materialized(operands);
  for (Tensor &operand : materialized) {
    if (!operand.isSplat() || !hasOwnDim(operand, materialized, resultType))
      continue;
    operand = operand.materialize();
    if (!operand)
      return makeMemoryError("an operand");
  }
  Expected<Tensor> result = allocateResult(resultType);
  if (!result || resultType.getNumElements() == 0)
    return result;
  if (llvm::Error error =
          runPointwise(op, materialized, *result,
                       getDims(materialized, resultType.getShape()), memo))
    return std::move(error);
  return result;
}
