//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowering of convolutions whose channels are in blocks.
//
// The blocks are loops of their own. The letters of loops are those of the
// dimensions of layouts, for kernels with `h` and `w` for the positions: a
// dense convolution runs over N, O, H, W and o, and adds up I, i, h and w. With
// groups of several channels, G counts them, and O and I the blocks of one.
//
//===----------------------------------------------------------------------===//

#include "../Builders/Contraction.h"
#include "../Builders/ScalarBuilder.h"
#include "BlockedConv.h"
#include "TransposedConv.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
/// The loops of a convolution, and which of them index its operands.
struct BlockedLoops {
  /// The loops of the result, and those of sums.
  std::string result, sums;
  std::string data, kernel;
  /// The blocks of a group of data and result; 0 without groups.
  int64_t dataBlocks = 0, resultBlocks = 0;
};
} // namespace

/// The size of the only block of `layout`, a block of `name` at its end; 0 if
/// the layout is another one.
static int64_t getOnlyBlock(const Layout &layout, char name) {
  LayoutAxis last = layout.getAxes().back();
  bool isOnly = !last.isPrimal() && last.name == name &&
                llvm::all_of(layout.getAxes().drop_back(),
                             [](LayoutAxis axis) { return axis.isPrimal(); });
  return isOnly ? last.factor : 0;
}

/// The loops of `conv`; fails if its layouts are others.
static FailureOr<BlockedLoops> getLoops(const ConvAttributes &attributes,
                                        const Convolution &conv) {
  int64_t inChannels = conv.dataShape[1], outChannels = conv.outShape[1];
  std::string data = conv.dataLayout.str(), kernel = conv.kernelLayout.str();
  int64_t outBlock = getOnlyBlock(conv.outLayout, 'C');
  int64_t inBlock = getOnlyBlock(conv.dataLayout, 'C');
  if (outBlock == 0 || outChannels % outBlock != 0 ||
      conv.outLayout.getPrimal().str() != "NCHW" ||
      conv.dataLayout.getPrimal().str() != "NCHW" ||
      (inBlock == 0 && data != "NCHW"))
    return failure();
  std::string out = std::to_string(outBlock) + "o";
  if (attributes.isTransposed()) {
    if (attributes.groups == 1 && inBlock != 0 && inChannels % inBlock == 0 &&
        kernel == "IOHW" + std::to_string(inBlock) + "i" + out)
      return BlockedLoops{"NOHWo", "Iihw", "NIHWi", "IOhwio"};
    return failure();
  }
  if (attributes.groups == 1) {
    if (inBlock == 0 && kernel == "OIHW" + out)
      return BlockedLoops{"NOHWo", "Ihw", "NIHW", "OIhwo"};
    if (inBlock != 0 && inChannels % inBlock == 0 &&
        kernel == "OIHW" + std::to_string(inBlock) + "i" + out)
      return BlockedLoops{"NOHWo", "Iihw", "NIHWi", "OIhwio"};
    return failure();
  }
  int64_t groupIn = inChannels / attributes.groups;
  int64_t groupOut = outChannels / attributes.groups;
  if (inBlock != 0 && groupIn % inBlock == 0 && groupOut % outBlock == 0 &&
      kernel == "OIHW" + std::to_string(inBlock) + "i" + out)
    return BlockedLoops{"NGOHWo",          "Iihw",
                        "NIHWi",           "GOIhwio",
                        groupIn / inBlock, groupOut / outBlock};
  bool isPerChannel = inChannels == attributes.groups &&
                      outChannels == attributes.groups && inBlock == outBlock;
  if (isPerChannel && kernel == "OIHW1i" + out)
    return BlockedLoops{"NOHWo", "hw", "NOHWo", "O0hw0o"};
  return failure();
}

/// `data` with the padding of `conv`.
static Value pad(Emitter &b, const Convolution &conv, TypedTensor data) {
  auto type = cast<RankedTensorType>(data.value.getType());
  SmallVector<OpFoldResult> before(type.getRank(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> after(before), sizes;
  for (int64_t size : type.getShape())
    sizes.push_back(b.getIndexAttr(size));
  for (unsigned i = 0; i < 2; ++i) {
    unsigned dim = 2 + i;
    int64_t size = type.getDimSize(dim) + conv.before[i] + conv.after[i];
    before[dim] = b.getIndexAttr(conv.before[i]);
    after[dim] = b.getIndexAttr(conv.after[i]);
    sizes[dim] = b.getIndexAttr(std::max<int64_t>(size, 0));
  }
  return buildResized(b, data.value, before, after, sizes,
                      b.scalar(data.elementType).zero());
}

/// Return `weight` with its first dimension as groups of `blocks`.
static Value splitGroups(Emitter &b, Value weight, int64_t blocks) {
  auto type = cast<RankedTensorType>(weight.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.front() /= blocks;
  shape.insert(shape.begin() + 1, blocks);
  SmallVector<ReassociationIndices> dims{{0, 1}};
  for (int64_t dim = 2, end = shape.size(); dim < end; ++dim)
    dims.push_back({dim});
  return tensor::ExpandShapeOp::create(b, type.clone(shape), weight, dims);
}

/// The result, of Relay element type `resultType`, of the convolution `part`
/// over `loops`, whose operands have the Relay element types `types`.
static Value buildLoops(Emitter &b, const BlockedLoops &loops,
                        const ConvPart &part, std::array<Type, 2> types,
                        Type resultType, Type elementType) {
  constexpr StringLiteral spatialNames = "HW";
  std::string order = loops.result + loops.sums;
  auto loop = [&](char name) { return b.getAffineDimExpr(order.find(name)); };
  auto getMap = [&](StringRef names, bool isWindow, int64_t groupBlocks) {
    SmallVector<AffineExpr> exprs;
    for (char name : names) {
      size_t i = isWindow ? spatialNames.find(name) : StringRef::npos;
      if (name == '0')
        exprs.push_back(b.getAffineConstantExpr(0));
      else if (groupBlocks != 0 && (name == 'I' || name == 'O'))
        exprs.push_back(loop('G') * groupBlocks + loop(name));
      else if (i == StringRef::npos)
        exprs.push_back(loop(name));
      else
        exprs.push_back(loop(name) * part.strides[i] +
                        loop(llvm::toLower(name)) * part.dilation[i]);
    }
    return AffineMap::get(order.size(), 0, exprs, b.getContext());
  };
  SmallVector<utils::IteratorType> iterators(loops.result.size(),
                                             utils::IteratorType::parallel);
  iterators.append(loops.sums.size(), utils::IteratorType::reduction);
  SmallVector<int64_t> shape;
  for (OpFoldResult size : part.outSizes)
    shape.push_back(*getConstantIntValue(size));
  // The blocks of all groups are one dimension.
  std::string resultDims = loops.result;
  llvm::erase(resultDims, 'G');
  return buildContraction(
      b,
      {part.data, types[0],
       getMap(loops.data, /*isWindow=*/true, loops.dataBlocks)},
      {part.weight, types[1],
       getMap(loops.kernel, /*isWindow=*/false, /*groupBlocks=*/0)},
      {getMap(resultDims, /*isWindow=*/false, loops.resultBlocks),
       part.outSizes, resultType, RankedTensorType::get(shape, elementType)},
      iterators);
}

Value relay::buildBlockedConv(Emitter &b, const ConvAttributes &attributes,
                              const Convolution &conv, TypedTensor data,
                              TypedTensor weight, RankedTensorType type) {
  auto isStatic = [](Value value) {
    return cast<RankedTensorType>(value.getType()).hasStaticShape();
  };
  if (attributes.spatialNames != "HW" || !type.hasStaticShape() ||
      type.getNumElements() == 0 || !isStatic(data.value) ||
      !isStatic(weight.value))
    return {};
  FailureOr<BlockedLoops> loops = getLoops(attributes, conv);
  if (failed(loops))
    return {};
  SmallVector<OpFoldResult> sizes;
  for (int64_t size : type.getShape())
    sizes.push_back(b.getIndexAttr(size));
  Type resultType = attributes.outDType.value_or(data.elementType);
  auto buildPart = [&](const ConvPart &part) {
    return buildLoops(b, *loops, part, {data.elementType, weight.elementType},
                      resultType, type.getElementType());
  };
  if (attributes.isTransposed())
    return buildTransposedConv(b, attributes, conv,
                               {data.value, loops->data, weight.value,
                                loops->kernel, loops->kernel, loops->result,
                                sizes, data.elementType, resultType},
                               buildPart);
  if (loops->resultBlocks != 0)
    weight.value = splitGroups(b, weight.value, loops->resultBlocks);
  return buildPart({pad(b, conv, data), weight.value, sizes,
                    SmallVector<int64_t>(attributes.strides),
                    SmallVector<int64_t>(attributes.dilation)});
}
