//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packing of constant factors at compile time.
//
//===----------------------------------------------------------------------===//

#include "PackConstants.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

// The alignment of packed constants, in bytes: a line of the cache.
static constexpr size_t alignment = 64;

/// The constant whose elements `buffer` has, in the same order.
static memref::GlobalOp getConstant(Value buffer, SymbolTable &symbols) {
  while (Operation *op = buffer.getDefiningOp()) {
    if (!cast<MemRefType>(buffer.getType()).getLayout().isIdentity())
      return {};
    if (auto get = dyn_cast<memref::GetGlobalOp>(op)) {
      auto global = symbols.lookup<memref::GlobalOp>(get.getName());
      return global && global.getConstant() ? global : memref::GlobalOp();
    }
    if (!isa<memref::CollapseShapeOp, memref::ExpandShapeOp>(op))
      return {};
    buffer = op->getOperand(0);
  }
  return {};
}

/// The position of the first step of all loops.
static int64_t getFirst(const Access &access) {
  int64_t first = 0;
  for (auto [stride, shift] : llvm::zip_equal(
           access.getType().getStridesAndOffset().first, access.shifts))
    first += stride * shift;
  return first;
}

/// The positions of the steps of `loops`, as one loop, from `first` on.
static SmallVector<int64_t> getOffsets(const Access &access,
                                       ArrayRef<unsigned> loops,
                                       ArrayRef<int64_t> sizes,
                                       int64_t first = 0) {
  SmallVector<int64_t> strides = access.getType().getStridesAndOffset().first;
  SmallVector<int64_t> offsets = {first};
  for (unsigned loop : loops) {
    int64_t stride = 0;
    for (auto [dim, dimStride] : llvm::enumerate(strides))
      stride += access.getStep(dim, loop) * dimStride;
    SmallVector<int64_t> next;
    next.reserve(offsets.size() * sizes[loop]);
    for (int64_t offset : offsets)
      for (int64_t step = 0; step < sizes[loop]; ++step)
        next.push_back(offset + step * stride);
    offsets = std::move(next);
  }
  return offsets;
}

/// Copies elements of type T to panels, in the order of `to`.
template <typename T>
static void copyPanels(const StoredInteger<T> *from, T *to,
                       ArrayRef<int64_t> batch, ArrayRef<int64_t> laneOffsets,
                       ArrayRef<int64_t> depthOffsets,
                       const PanelOrder &order) {
  for (int64_t matrix : batch)
    for (ArrayRef<int64_t> rest = depthOffsets; !rest.empty();) {
      ArrayRef<int64_t> block = rest.take_front(order.blockDepth);
      rest = rest.drop_front(block.size());
      for (ArrayRef<int64_t> lanes = laneOffsets; !lanes.empty();) {
        ArrayRef<int64_t> panel = lanes.take_front(order.lanes);
        lanes = lanes.drop_front(panel.size());
        for (int64_t step : block) {
          for (auto [n, lane] : llvm::enumerate(panel))
            to[n] = from[matrix + lane + step];
          to += order.lanes;
        }
      }
    }
}

/// Return the panels of `data`, elements of `type` that `access` reads; null
/// if there are none.
static ElementsAttr packElements(const ConstantData &data, Type type,
                                 const Access &access,
                                 const PanelOrder &order) {
  SmallVector<int64_t> batch =
      getOffsets(access, order.batch, order.sizes, getFirst(access));
  SmallVector<int64_t> lanes = getOffsets(access, order.laneLoops, order.sizes);
  SmallVector<int64_t> depth =
      getOffsets(access, order.depthLoops, order.sizes);
  int64_t size =
      batch.size() * llvm::alignTo(lanes.size(), order.lanes) * depth.size();
  unsigned bytes = type.getIntOrFloatBitWidth() / 8;
  size_t numBytes = size * bytes;
  if (numBytes == 0)
    return {};
  std::shared_ptr<char> packed(
      static_cast<char *>(llvm::allocate_buffer(numBytes, alignment)),
      [=](char *memory) {
        llvm::deallocate_buffer(memory, numBytes, alignment);
      });
  // Lanes without rows or columns are zero.
  std::fill_n(packed.get(), numBytes, 0);
  auto copy = [&](auto *elements) {
    using T = std::remove_pointer_t<decltype(elements)>;
    copyPanels(reinterpret_cast<const StoredInteger<T> *>(data.bytes.data()),
               elements, batch, lanes, depth, order);
  };
  if (bytes == 4)
    copy(reinterpret_cast<uint32_t *>(packed.get()));
  else
    copy(reinterpret_cast<uint64_t *>(packed.get()));
  return makeConstant(RankedTensorType::get({size}, type),
                      ArrayRef(packed.get(), numBytes), /*isSplat=*/false,
                      packed);
}

Value ConstantPacker::pack(ImplicitLocOpBuilder &b, const Access &access,
                           const PanelOrder &order) {
  memref::GlobalOp source = getConstant(access.buffer, symbols);
  if (!source || !access.paddedDims.empty() || !access.repeatedDims.empty())
    return {};
  auto value = dyn_cast_or_null<ElementsAttr>(
      source.getInitialValue().value_or(nullptr));
  Type type = access.getType().getElementType();
  unsigned width = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
  if (!value || (width / 8 != 4 && width / 8 != 8))
    return {};
  llvm::Expected<ConstantData> data = readConstant(value);
  if (!data) {
    // Whoever translates the module reports it.
    llvm::consumeError(data.takeError());
    return {};
  }
  if (data->isSplat)
    return {};
  ElementsAttr elements = packElements(*data, type, access, order);
  if (!elements)
    return {};
  memref::GlobalOp &global = globals[elements];
  if (!global) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(source);
    global = memref::GlobalOp::create(
        b, source.getLoc(), (source.getSymName() + "_packed").str(),
        b.getStringAttr("private"),
        MemRefType::get(elements.getShapedType().getShape(), type), elements,
        /*constant=*/true, b.getI64IntegerAttr(alignment));
    symbols.insert(global);
  }
  return memref::GetGlobalOp::create(b, global.getType(), global.getSymName());
}
