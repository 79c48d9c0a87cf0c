//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators on signals: type inference.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

FailureOr<Type> DftOp::inferResultType(std::optional<Location> loc,
                                       Adaptor adaptor) {
  auto real = cast<RankedTensorType>(adaptor.getReData().getType());
  if (real.getRank() == 0)
    return emitOptionalError(
        loc, getRelayName(),
        ": expected re_data with at least one dimension, but got ", real);
  Type imaginary = adaptor.getImData().getType();
  if (failed(inferOperand(loc, getRelayName(), "im_data", real, imaginary)))
    return failure();
  return Type(TupleType::get(real.getContext(), {real, imaginary}));
}

uint64_t DftOp::estimateOwnWork() {
  auto type = dyn_cast<RankedTensorType>(getReData().getType());
  if (!type || type.getRank() == 0)
    return 0;
  // Four products and sums for each pair of elements of a line.
  uint64_t work =
      llvm::SaturatingMultiply(multiplyExtents(type.getShape()),
                               multiplyExtents(type.getShape().take_back(1)));
  return llvm::SaturatingMultiply(work, uint64_t(4));
}

FailureOr<Type> StftOp::inferResultType(std::optional<Location> loc,
                                        Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto window = cast<RankedTensorType>(adaptor.getWindow().getType());
  if (data.getRank() != 1 && data.getRank() != 2)
    return emitOptionalError(
        loc, getRelayName(),
        ": expected data to be a vector or a matrix, but got ", data);
  if (window.getRank() != 1)
    return emitOptionalError(loc, getRelayName(),
                             ": expected window to be a vector, but got ",
                             window);
  int64_t size = adaptor.getNFft(), hop = adaptor.getHopLength();
  for (auto [name, value] :
       {std::pair<StringRef, int64_t>("n_fft", size),
        {"hop_length", hop},
        {"win_length", static_cast<int64_t>(adaptor.getWinLength())}})
    if (value < 1 || value > INT32_MAX)
      return emitOptionalError(loc, getRelayName(), ": expected ", name,
                               " in [1, ", INT32_MAX, "], but got ", value);
  int64_t length = data.getShape().back(), frames = ShapedType::kDynamic;
  if (!ShapedType::isDynamic(length)) {
    if (length < size)
      return emitOptionalError(loc, getRelayName(),
                               ": expected n_fft of at most the length of "
                               "data, ",
                               length, ", but got ", size);
    frames = (length - size) / hop + 1;
  }
  SmallVector<int64_t> shape(data.getShape().drop_back());
  shape.append({adaptor.getOnesided() ? size / 2 + 1 : size, frames, 2});
  return Type(RankedTensorType::get(shape, data.getElementType()));
}

uint64_t StftOp::estimateOwnWork() {
  auto type = dyn_cast<RankedTensorType>(getType());
  if (!type)
    return 0;
  return llvm::SaturatingMultiply(multiplyExtents(type.getShape()),
                                  static_cast<uint64_t>(getWinLength()));
}
