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
#include "KernelKey.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "RelayLite/Evaluation/KernelCompiler.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::relay;
using llvm::createStringError;
using llvm::Expected;

// The kernel runs over so many dimensions, the caller over the rest.
static constexpr size_t kernelRank = 2;

namespace {
/// One dimension of the iteration space: its size and the stride, in elements,
/// of each operand and, last, of the result. A stride of 0 repeats.
struct Dim {
  int64_t size;
  SmallVector<int64_t, 4> strides;
};
} // namespace

/// The iteration space of operands that broadcast to `shape`, without
/// dimensions of size 1, neighbours merged where all strides chain.
static SmallVector<Dim> collapseDims(ArrayRef<Tensor> operands,
                                     ArrayRef<int64_t> shape) {
  SmallVector<Dim> dims;
  SmallVector<int64_t> next(operands.size() + 1, 1);
  for (int64_t i = shape.size() - 1; i >= 0; --i) {
    Dim dim{shape[i], {}};
    for (auto [operand, stride] : llvm::zip(operands, next)) {
      ArrayRef<int64_t> own = operand.getType().getShape();
      int64_t position = i - (int64_t(shape.size()) - int64_t(own.size()));
      bool repeats = operand.isSplat() || position < 0 || own[position] == 1;
      dim.strides.push_back(repeats ? 0 : stride);
      if (!repeats)
        stride *= own[position];
    }
    dim.strides.push_back(next.back());
    next.back() *= shape[i];
    if (dim.size == 1)
      continue;
    if (!dims.empty()) {
      Dim &inner = dims.back();
      bool chains =
          llvm::all_of(llvm::zip(dim.strides, inner.strides), [&](auto pair) {
            return std::get<0>(pair) == std::get<1>(pair) * inner.size;
          });
      if (chains) {
        inner.size *= dim.size;
        continue;
      }
    }
    dims.push_back(std::move(dim));
  }
  // Innermost first so far.
  std::reverse(dims.begin(), dims.end());
  if (dims.empty())
    dims.push_back({1, SmallVector<int64_t, 4>(operands.size() + 1, 1)});
  return dims;
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

/// The kernel of `op` for operands that are strided as the last operands of
/// `dims` say, the result after them.
static Expected<Kernel> getKernel(Operation *op, ArrayRef<Tensor> operands,
                                  ArrayRef<Dim> dims, Type resultElementType,
                                  KernelMemo &memo) {
  KernelMemo::Key key = makeMemoKey(op);
  SmallVector<Type> elementTypes;
  for (const Tensor &operand : operands)
    elementTypes.push_back(operand.getType().getElementType());
  elementTypes.push_back(resultElementType);
  for (Type type : elementTypes)
    key.push_back(reinterpret_cast<uint64_t>(type.getAsOpaquePointer()));
  SmallVector<PointwiseDim> accesses;
  for (const Dim &dim : dims) {
    PointwiseDim access = 0;
    for (size_t i = 0; i < operands.size(); ++i)
      access |= PointwiseDim(dim.strides[i] == 0) << i;
    accesses.push_back(access);
  }
  llvm::append_range(key, accesses);
  if (const KernelCall *call = memo.lookup(key))
    return call->kernel;
  Expected<Kernel> kernel = KernelCompiler::get().getKernel(
      makePointwiseSource(op, elementTypes, accesses).getKey());
  if (kernel)
    memo.insert(key, {*kernel, {}, {}});
  return kernel;
}

Expected<Tensor> relay::evaluatePointwise(Operation *op,
                                          ArrayRef<Tensor> operands,
                                          RankedTensorType resultType,
                                          KernelMemo &memo) {
  // Splats stay splats.
  bool isSplat = llvm::all_of(
      operands, [](const Tensor &operand) { return operand.isSplat(); });
  auto computedType =
      isSplat ? RankedTensorType::get({}, resultType.getElementType())
              : resultType;
  SmallVector<Tensor> scalars;
  if (isSplat) {
    for (const Tensor &operand : operands)
      scalars.push_back(Tensor::share(
          RankedTensorType::get({}, operand.getType().getElementType()),
          operand.getData(), operand.getOwner()));
    operands = scalars;
  }
  // A kernel gives an extent to each dimension by an operand that has it: where
  // only splats do, one of them gets its elements.
  SmallVector<Tensor> materialized(operands);
  for (Tensor &operand : materialized) {
    if (isSplat || !operand.isSplat() ||
        !hasOwnDim(operand, materialized, computedType))
      continue;
    operand = operand.materialize();
    if (!operand)
      return makeMemoryError("an operand");
  }
  operands = materialized;
  Tensor result = Tensor::allocate(computedType);
  if (!result)
    return makeMemoryError("a result of type " +
                           llvm::formatv("{0}", computedType).str());
  SmallVector<Dim> dims = collapseDims(operands, computedType.getShape());
  if (computedType.getNumElements() == 0)
    return result;
  size_t rank = std::min(dims.size(), kernelRank);
  ArrayRef<Dim> outer = ArrayRef<Dim>(dims).drop_back(rank);
  ArrayRef<Dim> inner = ArrayRef<Dim>(dims).take_back(rank);

  Expected<Kernel> kernel =
      getKernel(op, operands, inner, resultType.getElementType(), memo);
  if (!kernel)
    return kernel.takeError();

  SmallVector<int64_t> sizes, strides;
  SmallVector<int64_t> elementSizes;
  SmallVector<char *> bases;
  for (size_t i = 0; i <= operands.size(); ++i) {
    const Tensor &tensor = i < operands.size() ? operands[i] : result;
    bases.push_back(tensor.getData());
    elementSizes.push_back(
        Tensor::getElementSize(tensor.getType().getElementType()));
    for (const Dim &dim : inner) {
      sizes.push_back(dim.strides[i] == 0 ? 1 : dim.size);
      strides.push_back(dim.strides[i]);
    }
  }
  SmallVector<int64_t> index(outer.size());
  while (true) {
    SmallVector<void *> buffers;
    for (size_t i = 0; i < bases.size(); ++i) {
      int64_t offset = 0;
      for (auto [dim, position] : llvm::zip(outer, index))
        offset += dim.strides[i] * position;
      buffers.push_back(bases[i] + offset * elementSizes[i]);
    }
    buffers.push_back(nullptr);
    kernel->function(buffers.data(), sizes.data(), strides.data());
    int64_t d = outer.size() - 1;
    for (; d >= 0 && ++index[d] == outer[d].size; --d)
      index[d] = 0;
    if (d < 0)
      break;
  }
  return isSplat ? Tensor::share(resultType, result.getData(),
                                 result.getOwner(), /*isSplat=*/true)
                 : result;
}
