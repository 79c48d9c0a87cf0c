//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copying of blocks of elements between tensors.
//
//===----------------------------------------------------------------------===//

#include "ElementCopy.h"
#include "../Runtime/Parallel.h"
#include "Pointwise.h"
#include "TransposeSquare.h"
#include <cstring>

using namespace mlir;
using namespace mlir::relay;

// The bytes of a row in a tile of a transposed block: whole cache lines.
static constexpr int64_t tileBytes = 256;

// Below so many bytes for each, threads do not pay.
static constexpr int64_t minBytesPerThread = int64_t(1) << 20;

/// The dimensions of `move`, with the strides of source and target, in the
/// order of the target and collapsed. None if there are no elements.
static SmallVector<IterationDim> getDims(const ElementMove &move) {
  if (llvm::is_contained(move.sizes, 0))
    return {};
  SmallVector<IterationDim> dims;
  for (auto [size, source, target] :
       llvm::zip_equal(move.sizes, move.source.strides, move.target.strides))
    dims.push_back({size, {source, target}});
  llvm::sort(dims, [](const IterationDim &a, const IterationDim &b) {
    return a.strides[1] > b.strides[1];
  });
  return collapseDims(dims, 2);
}

namespace {
/// One dimension of a block; strides in elements.
struct Dim {
  Dim(const IterationDim &dim)
      : size(dim.size), source(dim.strides[0]), target(dim.strides[1]) {}
  int64_t size, source, target;
};
} // namespace

/// The element at `place`, which may be in a file and unaligned.
template <typename T>
static T load(const T *place) {
  T element;
  std::memcpy(&element, place, sizeof(T));
  return element;
}

template <typename T>
static void copyRow(const Dim &dim, const T *source, T *target) {
  if (dim.source == 1 && dim.target == 1) {
    std::memcpy(target, source, dim.size * sizeof(T));
    return;
  }
  if (dim.source == 0 && dim.target == 1) {
    std::fill_n(target, dim.size, load(source));
    return;
  }
  for (int64_t i = 0; i < dim.size; ++i)
    target[i * dim.target] = load(source + i * dim.source);
}

/// Writes the columns of a tile to `rows` rows of the target, of `columns`
/// elements.
template <typename T, int64_t tileSize>
static void writeTransposed(const T (&tile)[tileSize][tileSize], int64_t rows,
                            int64_t columns, int64_t rowStride,
                            int64_t columnStride, T *target) {
  constexpr int64_t side = Square<T>::size;
  int64_t wholeRows = columnStride == 1 ? rows / side * side : 0;
  int64_t wholeColumns = columns / side * side;
  for (int64_t i = 0; i < wholeRows; i += side)
    for (int64_t j = 0; j < wholeColumns; j += side)
      Square<T>::transpose(&tile[j][i], tileSize, target + i * rowStride + j,
                           rowStride);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = i < wholeRows ? wholeColumns : 0; j < columns; ++j)
      target[i * rowStride + j * columnStride] = tile[j][i];
}

/// Copies a block whose rows follow each other in the source along `outer` and
/// in the target along `inner`. Tiles go through a buffer: rows of the source
/// that are a power of two apart would throw each other out of the cache before
/// their lines are used up.
template <typename T>
static void copyTransposed(const Dim &outer, const Dim &inner, const T *source,
                           T *target) {
  constexpr int64_t tileSize = tileBytes / sizeof(T);
  T tile[tileSize][tileSize];
  for (int64_t row = 0; row < outer.size; row += tileSize) {
    int64_t rows = std::min(tileSize, outer.size - row);
    for (int64_t column = 0; column < inner.size; column += tileSize) {
      int64_t columns = std::min(tileSize, inner.size - column);
      const T *from = source + row + column * inner.source;
      T *to = target + row * outer.target + column * inner.target;
      for (int64_t j = 0; j < columns; ++j)
        std::memcpy(tile[j], from + j * inner.source, rows * sizeof(T));
      writeTransposed(tile, rows, columns, outer.target, inner.target, to);
    }
  }
}

template <typename T>
static void copyBlock(ArrayRef<IterationDim> dims, const T *source, T *target) {
  // The dimensions that are copied at once: a row, or rows of the source as
  // columns.
  Dim inner = dims.back();
  SmallVector<Dim> rest(dims.drop_back());
  std::optional<Dim> outer;
  if (inner.source != 1 && inner.source != 0) {
    const Dim *rows =
        llvm::find_if(rest, [](const Dim &dim) { return dim.source == 1; });
    if (rows != rest.end()) {
      outer = *rows;
      rest.erase(rows);
    }
  }
  SmallVector<int64_t> index(rest.size());
  while (true) {
    if (outer)
      copyTransposed(*outer, inner, source, target);
    else
      copyRow(inner, source, target);
    int64_t d = rest.size() - 1;
    for (; d >= 0; --d) {
      source += rest[d].source;
      target += rest[d].target;
      if (++index[d] < rest[d].size)
        break;
      index[d] = 0;
      source -= rest[d].source * rest[d].size;
      target -= rest[d].target * rest[d].size;
    }
    if (d < 0)
      return;
  }
}

/// Copies the elements of `dims`, between the places of the first of them.
static void copyDims(ArrayRef<IterationDim> dims, size_t elementSize,
                     const char *source, char *target) {
  auto copy = [&](auto element) {
    using T = decltype(element);
    copyBlock(dims, reinterpret_cast<const T *>(source),
              reinterpret_cast<T *>(target));
  };
  switch (elementSize) {
  case 1:
    return copy(uint8_t());
  case 2:
    return copy(uint16_t());
  case 4:
    return copy(uint32_t());
  default:
    return copy(uint64_t());
  }
}

namespace {
/// A block of elements that is copied by rows, its places along its outermost
/// dimension.
struct RowBlock {
  SmallVector<IterationDim> dims;
  size_t elementSize;
  const char *source;
  char *target;
  /// Bytes of the blocks before it, and of its rows.
  int64_t start, bytesPerRow;

  /// How many of the rows are within the first `bytes` of all blocks.
  int64_t getNumRows(int64_t bytes) const {
    return std::clamp<int64_t>((bytes - start) / bytesPerRow, 0,
                               dims.front().size);
  }
};
} // namespace

/// The block of `copy`, which follows on `start` bytes of others; none if it
/// has no elements.
static std::optional<RowBlock> getRowBlock(const ElementCopy &copy,
                                           int64_t start) {
  SmallVector<IterationDim> dims = getDims(copy.move);
  if (dims.empty())
    return std::nullopt;
  auto size = static_cast<int64_t>(copy.elementSize);
  int64_t bytesPerRow = size;
  for (const IterationDim &dim : ArrayRef(dims).drop_front())
    bytesPerRow *= dim.size;
  return RowBlock{std::move(dims),
                  copy.elementSize,
                  copy.source + copy.move.source.offset * size,
                  copy.target + copy.move.target.offset * size,
                  start,
                  bytesPerRow};
}

static void copyRows(const RowBlock &block, int64_t begin, int64_t end) {
  if (begin == end)
    return;
  SmallVector<IterationDim> dims(block.dims);
  auto size = static_cast<int64_t>(block.elementSize);
  ArrayRef<int64_t> strides = dims.front().strides;
  dims.front().size = end - begin;
  copyDims(dims, block.elementSize, block.source + begin * strides[0] * size,
           block.target + begin * strides[1] * size);
}

void relay::copyElements(ArrayRef<ElementCopy> copies, MLIRContext *context) {
  SmallVector<RowBlock, 1> blocks;
  int64_t bytes = 0;
  for (const ElementCopy &copy : copies) {
    if (std::optional<RowBlock> block = getRowBlock(copy, bytes)) {
      bytes += block->bytesPerRow * block->dims.front().size;
      blocks.push_back(std::move(*block));
    }
  }
  int64_t numThreads = getNumThreads(context, bytes, minBytesPerThread);
  int64_t numParts = getNumParts(numThreads);
  runParts(context, numThreads, numParts, [&](int64_t part, int64_t) {
    int64_t begin = bytes / numParts * part;
    int64_t end = part + 1 == numParts ? bytes : begin + bytes / numParts;
    const RowBlock *block =
        llvm::partition_point(blocks, [&](const RowBlock &block) {
          return block.getNumRows(begin) == block.dims.front().size;
        });
    for (; block != blocks.end() && block->start < end; ++block)
      copyRows(*block, block->getNumRows(begin), block->getNumRows(end));
  });
}

bool relay::isContiguous(const ElementMove &move) {
  SmallVector<IterationDim> dims = getDims(move);
  return dims.empty() ||
         (dims.size() == 1 &&
          llvm::all_of(dims.front().strides, [](int64_t s) { return s == 1; }));
}
