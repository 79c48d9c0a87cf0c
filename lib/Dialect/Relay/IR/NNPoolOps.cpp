//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pooling: type inference and divisors.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/Layout.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

FailureOr<SmallVector<int64_t>>
relay::inferSpatialDims(std::optional<Location> loc, StringRef relayName,
                        StringRef layout, StringRef names, int64_t rank) {
  std::string message;
  FailureOr<Layout> parsed =
      Layout::parse(layout, [&](const Twine &text) { message = text.str(); });
  if (failed(parsed))
    return emitOptionalError(loc, relayName, ": ", message);
  SmallVector<int64_t> dims;
  for (char name : names) {
    dims.push_back(parsed->indexOf(name));
    if (dims.back() < 0 || parsed->indexOf(llvm::toLower(name)) >= 0)
      return emitOptionalError(loc, relayName, ": expected a layout with ",
                               StringRef(&name, 1),
                               " that is not split, but got \"", layout, "\"");
  }
  if (parsed->getRank() != rank)
    return emitOptionalError(loc, relayName, ": expected data of rank ",
                             parsed->getRank(), " for layout \"", layout,
                             "\", but got rank ", rank);
  return dims;
}

FailureOr<PoolWindows>
relay::inferPoolWindows(std::optional<Location> loc, StringRef relayName,
                        int64_t rank, StringRef layout, StringRef names,
                        ArrayRef<int64_t> size, ArrayRef<int64_t> strides,
                        ArrayRef<int64_t> dilation, ArrayRef<int64_t> padding) {
  size_t count = names.size();
  SmallVector<size_t> paddingCounts{1};
  if (count > 1)
    paddingCounts.push_back(count);
  paddingCounts.push_back(2 * count);
  FailureOr<SmallVector<int64_t>> dims =
      inferSpatialDims(loc, relayName, layout, names, rank);
  if (failed(dims) ||
      failed(checkNumbers(loc, relayName, "pool_size", size, count, 1)) ||
      failed(checkNumbers(loc, relayName, "strides", strides, count, 1)) ||
      failed(checkNumbers(loc, relayName, "dilation", dilation, count, 1)) ||
      failed(
          checkNumbers(loc, relayName, "padding", padding, paddingCounts, 0)))
    return failure();
  auto [before, after] = expandPadding(padding, count);
  return PoolWindows{*dims, size, dilation, strides, before, after};
}

/// The number of windows along spatial dimension `i` of size `extent`.
static FailureOr<int64_t> inferWindowCount(std::optional<Location> loc,
                                           StringRef relayName,
                                           const PoolWindows &windows, size_t i,
                                           int64_t extent, bool ceilMode) {
  if (ShapedType::isDynamic(extent))
    return extent;
  int64_t margin = windows.before[i] + windows.after[i] - windows.getExtent(i);
  std::optional<int64_t> room = llvm::checkedAdd(extent, margin);
  if (!room)
    return emitOptionalError(loc, relayName, ": the padded size of dimension ",
                             windows.dims[i], " exceeds 64 bits");
  int64_t count = ceilMode
                      ? llvm::divideCeilSigned(*room, windows.strides[i]) + 1
                      : llvm::divideFloorSigned(*room, windows.strides[i]) + 1;
  if (count < 0)
    return emitOptionalError(loc, relayName, ": a window of size ",
                             windows.getExtent(i),
                             " does not fit into dimension ", windows.dims[i],
                             " of size ", extent, " with its padding");
  return count;
}

FailureOr<Type>
relay::inferWindowPool(std::optional<Location> loc, StringRef relayName,
                       Type type, StringRef layout, StringRef names,
                       ArrayRef<int64_t> size, ArrayRef<int64_t> strides,
                       ArrayRef<int64_t> dilation, ArrayRef<int64_t> padding,
                       bool ceilMode) {
  auto data = cast<RankedTensorType>(type);
  FailureOr<PoolWindows> windows =
      inferPoolWindows(loc, relayName, data.getRank(), layout, names, size,
                       strides, dilation, padding);
  if (failed(windows))
    return failure();
  SmallVector<int64_t> shape(data.getShape());
  for (auto [i, dim] : llvm::enumerate(windows->dims)) {
    FailureOr<int64_t> count =
        inferWindowCount(loc, relayName, *windows, i, shape[dim], ceilMode);
    if (failed(count))
      return failure();
    shape[dim] = *count;
  }
  return Type(data.clone(shape));
}

FailureOr<Type> relay::inferPoolGrad(
    std::optional<Location> loc, StringRef relayName, Type outGrad, Type data,
    StringRef layout, ArrayRef<int64_t> size, ArrayRef<int64_t> strides,
    ArrayRef<int64_t> dilation, ArrayRef<int64_t> padding, bool ceilMode) {
  FailureOr<Type> pooled =
      inferWindowPool(loc, relayName, data, layout, "HW", size, strides,
                      dilation, padding, ceilMode);
  if (failed(pooled))
    return failure();
  if (llvm::any_of(dilation, [](int64_t distance) { return distance != 1; }))
    return emitOptionalError(loc, relayName,
                             ": expected dilation to be 1, but got [", dilation,
                             "]");
  if (failed(inferOperand(loc, relayName, "out_grad", *pooled, outGrad)))
    return failure();
  return data;
}

FailureOr<Type> relay::inferAdaptivePool(std::optional<Location> loc,
                                         StringRef relayName, Type type,
                                         StringRef layout, StringRef names,
                                         ArrayRef<int64_t> outputSize) {
  auto data = cast<RankedTensorType>(type);
  FailureOr<SmallVector<int64_t>> dims =
      inferSpatialDims(loc, relayName, layout, names, data.getRank());
  if (failed(dims))
    return failure();
  if (outputSize.empty())
    return type;
  if ((outputSize.size() != 1 && outputSize.size() != dims->size()) ||
      llvm::any_of(outputSize, [](int64_t extent) { return extent < 0; }))
    return emitOptionalError(loc, relayName,
                             ": expected output_size to be one "
                             "size of 0 or more for each of ",
                             names, " or for all, but got [", outputSize, "]");
  SmallVector<int64_t> shape(data.getShape());
  for (auto [i, dim] : llvm::enumerate(*dims))
    shape[dim] = outputSize[outputSize.size() == 1 ? 0 : i];
  return Type(data.clone(shape));
}

std::optional<int64_t> relay::getPoolDivisor(RankedTensorType data,
                                             StringRef layout, StringRef names,
                                             ArrayRef<int64_t> outputSize) {
  FailureOr<SmallVector<int64_t>> dims = inferSpatialDims(
      std::nullopt, /*relayName=*/"", layout, names, data.getRank());
  if (failed(dims) || outputSize.empty())
    return std::nullopt;
  uint64_t count = 1;
  bool isIdentity = true, isMean = true, isEmpty = false;
  for (auto [i, dim] : llvm::enumerate(*dims)) {
    int64_t extent = data.getDimSize(dim);
    int64_t size = outputSize[outputSize.size() == 1 ? 0 : i];
    isIdentity &= size == extent;
    isMean &= size == 1;
    isEmpty |= extent == 0;
    count *= static_cast<uint64_t>(extent);
  }
  if (isIdentity || !(isMean || isEmpty))
    return std::nullopt;
  return static_cast<int64_t>(count);
}

std::optional<int64_t>
NNGlobalAvgPool2dOp::getDivisor(ArrayRef<RankedTensorType> operands) {
  return getPoolDivisor(operands.front(), getLayout(), getSpatialNames(), {1});
}
