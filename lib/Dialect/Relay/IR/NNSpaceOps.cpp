//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that trade space for batches: type inference.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::relay;

/// Divide a size, which must be a multiple of `divisor`.
static LogicalResult divideExtent(std::optional<Location> loc,
                                  StringRef relayName, int64_t dim,
                                  int64_t &extent, int64_t divisor) {
  if (ShapedType::isDynamic(extent))
    return success();
  if (extent % divisor != 0)
    return emitOptionalError(loc, relayName, ": expected dimension ", dim,
                             " to be a multiple of ", divisor, ", but got ",
                             extent);
  extent /= divisor;
  return success();
}

FailureOr<SpaceBlocks>
relay::inferSpaceBlocks(std::optional<Location> loc, StringRef relayName,
                        StringRef name, ArrayRef<int64_t> blockShape,
                        ArrayAttr margins, int64_t rank) {
  int64_t count = blockShape.size();
  if (count >= rank)
    return emitOptionalError(loc, relayName,
                             ": expected block_shape of less than ", rank,
                             " sizes, the rank of data, but got ", count);
  SpaceBlocks blocks{blockShape, 1, {}, {}};
  for (int64_t extent : blockShape) {
    std::optional<int64_t> product = llvm::checkedMul(blocks.size, extent);
    if (extent < 1 || !product || *product > INT32_MAX)
      return emitOptionalError(
          loc, relayName,
          ": expected block_shape of positive sizes with at "
          "most ",
          INT32_MAX, " elements, but got [", blockShape, "]");
    blocks.size = *product;
  }
  if (static_cast<int64_t>(margins.size()) != count)
    return emitOptionalError(loc, relayName, ": expected ", count, " pairs in ",
                             name, ", but got ", margins.size());
  for (auto attribute : margins.getAsRange<DenseI64ArrayAttr>()) {
    ArrayRef<int64_t> pair = attribute.asArrayRef();
    if (pair.size() != 2 || llvm::any_of(pair, [](int64_t width) {
          return width < 0 || width > INT32_MAX;
        }))
      return emitOptionalError(loc, relayName, ": expected ", name,
                               " to hold pairs of numbers in [0, ", INT32_MAX,
                               "], but got [", pair, "]");
    blocks.before.push_back(pair[0]);
    blocks.after.push_back(pair[1]);
  }
  return blocks;
}

FailureOr<Type> NNSpaceToBatchNDOp::inferResultType(std::optional<Location> loc,
                                                    Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  FailureOr<SpaceBlocks> blocks =
      inferSpaceBlocks(loc, getRelayName(), "paddings", adaptor.getBlockShape(),
                       adaptor.getPaddings(), data.getRank());
  if (failed(blocks))
    return failure();
  SmallVector<int64_t> shape(data.getShape());
  for (auto [i, block] : llvm::enumerate(blocks->shape)) {
    int64_t &extent = shape[i + 1];
    if (ShapedType::isDynamic(extent))
      continue;
    std::optional<int64_t> padded =
        llvm::checkedAdd(extent, blocks->before[i] + blocks->after[i]);
    if (!padded)
      return emitOptionalError(loc, getRelayName(), ": a size exceeds 64 bits");
    if (*padded % block != 0)
      return emitOptionalError(loc, getRelayName(), ": expected dimension ",
                               i + 1, " with its padding to be a multiple of ",
                               block, ", but got ", *padded);
    extent = *padded / block;
  }
  if (failed(multiplySize(loc, getRelayName(), shape[0], blocks->size)))
    return failure();
  return Type(data.clone(shape));
}

FailureOr<Type> NNBatchToSpaceNDOp::inferResultType(std::optional<Location> loc,
                                                    Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  FailureOr<SpaceBlocks> blocks =
      inferSpaceBlocks(loc, getRelayName(), "crops", adaptor.getBlockShape(),
                       adaptor.getCrops(), data.getRank());
  if (failed(blocks))
    return failure();
  SmallVector<int64_t> shape(data.getShape());
  // Batches that do not fill a block are left out.
  if (ShapedType::isStatic(shape[0]))
    shape[0] /= blocks->size;
  for (auto [i, block] : llvm::enumerate(blocks->shape)) {
    int64_t &extent = shape[i + 1];
    if (ShapedType::isDynamic(extent))
      continue;
    if (failed(multiplySize(loc, getRelayName(), extent, block)))
      return failure();
    int64_t cropped = blocks->before[i] + blocks->after[i];
    if (extent < cropped)
      return emitOptionalError(
          loc, getRelayName(), ": expected crops of at most ", extent,
          " elements of dimension ", i + 1, ", but got ", cropped);
    extent -= cropped;
  }
  return Type(data.clone(shape));
}

//===----------------------------------------------------------------------===//
// Depth
//===----------------------------------------------------------------------===//

/// The positions of C, H and W in `layout`, which must have the dimensions of
/// NCHW without blocks.
static FailureOr<SmallVector<int64_t>>
inferDepthDims(std::optional<Location> loc, StringRef relayName,
               StringRef layout, int64_t blockSize, RankedTensorType data) {
  FailureOr<Layout> parsed = Layout::parse(layout);
  if (failed(parsed) || !parsed->isPrimal() ||
      !parsed->isConvertibleTo(*Layout::parse("NCHW")))
    return emitOptionalError(loc, relayName,
                             ": expected a layout with the dimensions of NCHW "
                             "and no blocks, but got \"",
                             layout, "\"");
  // Its square fits into 64 bits.
  if (blockSize < 1 || blockSize > INT32_MAX)
    return emitOptionalError(loc, relayName, ": expected block_size in [1, ",
                             INT32_MAX, "], but got ", blockSize);
  return inferSpatialDims(loc, relayName, layout, "CHW", data.getRank());
}

/// The result of an exchange of space and depth.
template <typename OpT>
static FailureOr<Type> inferDepth(std::optional<Location> loc,
                                  typename OpT::Adaptor adaptor, bool toSpace) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  StringRef relayName = OpT::getRelayName();
  int64_t block = adaptor.getBlockSize();
  FailureOr<SmallVector<int64_t>> dims =
      inferDepthDims(loc, relayName, adaptor.getLayout(), block, data);
  if (failed(dims))
    return failure();
  SmallVector<int64_t> shape(data.getShape());
  for (auto [i, dim] : llvm::enumerate(*dims)) {
    int64_t factor = i == 0 ? block * block : block;
    bool divides = (i == 0) == toSpace;
    // As in TVM, the last channels are left out if they fill no block.
    if (toSpace && i == 0 && !ShapedType::isDynamic(shape[dim]))
      shape[dim] -= shape[dim] % factor;
    if (failed(divides ? divideExtent(loc, relayName, dim, shape[dim], factor)
                       : multiplySize(loc, relayName, shape[dim], factor)))
      return failure();
  }
  return Type(data.clone(shape));
}

FailureOr<Type> NNDepthToSpaceOp::inferResultType(std::optional<Location> loc,
                                                  Adaptor adaptor) {
  StringRef modes[] = {"DCR", "CDR", "CRD"};
  if (!llvm::is_contained(modes, adaptor.getMode()))
    return emitOptionalError(
        loc, getRelayName(),
        ": expected mode to be DCR, CDR or CRD, but got \"", adaptor.getMode(),
        "\"");
  return inferDepth<NNDepthToSpaceOp>(loc, adaptor, /*toSpace=*/true);
}

FailureOr<Type> NNSpaceToDepthOp::inferResultType(std::optional<Location> loc,
                                                  Adaptor adaptor) {
  return inferDepth<NNSpaceToDepthOp>(loc, adaptor, /*toSpace=*/false);
}
