//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-plan-memory.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "RelayLite/Support/DebugLog.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "relay-plan-memory"

namespace mlir::relay {
#define GEN_PASS_DEF_PLANMEMORYPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

namespace {
/// A buffer that lives from its allocation to its deallocation. Times count
/// the operations of the function, those of regions after their parent.
struct Buffer {
  memref::AllocOp alloc;
  memref::DeallocOp dealloc;
  size_t begin, end;
  int64_t numBytes;
  int64_t offset = 0;
};
} // namespace

/// The alignment of buffers in the workspace, that of cache lines.
static constexpr int64_t alignment = 64;

/// The end of the life of `alloc`, if it is known: its only deallocation, in
/// the same block.
static memref::DeallocOp findDealloc(memref::AllocOp alloc) {
  memref::DeallocOp found;
  for (Operation *user : alloc->getUsers())
    if (auto dealloc = dyn_cast<memref::DeallocOp>(user)) {
      if (found || dealloc->getBlock() != alloc->getBlock())
        return {};
      found = dealloc;
    }
  return found;
}

/// The size of a buffer of `type`, a multiple of the alignment; none if it is
/// dynamic, or has a layout, or is too large.
static std::optional<int64_t> getNumBytes(MemRefType type,
                                          const DataLayout &layout) {
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      type.getMemorySpace())
    return std::nullopt;
  int64_t numBytes = layout.getTypeSize(type.getElementType());
  for (int64_t extent : type.getShape())
    if (llvm::MulOverflow(numBytes, extent, numBytes))
      return std::nullopt;
  if (numBytes > std::numeric_limits<int64_t>::max() - alignment)
    return std::nullopt;
  return llvm::alignTo(numBytes, alignment);
}

/// The buffers of `function` that can be in one workspace.
static SmallVector<Buffer> findBuffers(func::FuncOp function) {
  DataLayout layout = DataLayout::closest(function);
  SmallVector<Buffer> buffers;
  DenseMap<Operation *, size_t> byDealloc;
  size_t time = 0;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    ++time;
    if (auto it = byDealloc.find(op); it != byDealloc.end())
      buffers[it->second].end = time;
    auto alloc = dyn_cast<memref::AllocOp>(op);
    if (!alloc)
      return;
    std::optional<int64_t> numBytes = getNumBytes(alloc.getType(), layout);
    memref::DeallocOp dealloc = findDealloc(alloc);
    // Iterations that run at a time need a buffer each.
    if (!numBytes || !dealloc || alloc->getParentOfType<scf::ParallelOp>() ||
        alloc->getParentOfType<scf::ForallOp>()) {
      LDBG() << "not planned: " << alloc;
      return;
    }
    byDealloc[dealloc] = buffers.size();
    buffers.push_back({alloc, dealloc, time, time, *numBytes});
  });
  return buffers;
}

/// Gives each buffer its offset, and returns the end of the last one; fails if
/// there is none in 64 bits. The largest buffers are placed first, each in the
/// lowest gap between those that live at the same time: the greedy-by-size
/// heuristic of Pisarchyk and Lee, "Efficient Memory Management for Deep Neural
/// Net Inference" (2020).
static FailureOr<int64_t> assignOffsets(MutableArrayRef<Buffer> buffers) {
  SmallVector<Buffer *> order(llvm::make_pointer_range(buffers));
  llvm::sort(order, [](const Buffer *x, const Buffer *y) {
    return std::pair(-x->numBytes, x->begin) <
           std::pair(-y->numBytes, y->begin);
  });
  // Placed buffers by the spans of time that they touch: most lives are short.
  constexpr size_t spanLength = 4096;
  std::vector<SmallVector<Buffer *>> spans;
  int64_t end = 0;
  for (Buffer *buffer : order) {
    size_t firstSpan = buffer->begin / spanLength;
    size_t lastSpan = buffer->end / spanLength;
    if (spans.size() <= lastSpan)
      spans.resize(lastSpan + 1);
    SmallVector<Buffer *> others;
    for (size_t span = firstSpan; span <= lastSpan; ++span)
      llvm::copy_if(
          spans[span], std::back_inserter(others), [&](const Buffer *other) {
            return other->begin <= buffer->end && buffer->begin <= other->end;
          });
    llvm::sort(others, [](const Buffer *x, const Buffer *y) {
      return x->offset < y->offset;
    });
    int64_t offset = 0;
    for (Buffer *other : others) {
      if (other->offset - offset >= buffer->numBytes)
        break;
      offset = std::max(offset, other->offset + other->numBytes);
    }
    int64_t bufferEnd;
    if (llvm::AddOverflow(offset, buffer->numBytes, bufferEnd))
      return failure();
    buffer->offset = offset;
    end = std::max(end, bufferEnd);
    for (size_t span = firstSpan; span <= lastSpan; ++span)
      spans[span].push_back(buffer);
  }
  return end;
}

/// The most bytes that live at a time, less than which no plan can do.
static int64_t countLiveBytes(ArrayRef<Buffer> buffers) {
  SmallVector<std::pair<size_t, int64_t>> changes;
  for (const Buffer &buffer : buffers) {
    changes.emplace_back(buffer.begin, buffer.numBytes);
    changes.emplace_back(buffer.end, -buffer.numBytes);
  }
  llvm::sort(changes);
  int64_t live = 0, most = 0;
  for (auto [time, change] : changes)
    most = std::max(most, live += change);
  return most;
}

// alloc(); ...; dealloc() -> view(workspace, offset); ...
static void useWorkspace(Buffer &buffer, Value workspace) {
  OpBuilder b(buffer.alloc);
  Location loc = buffer.alloc.getLoc();
  Value offset = arith::ConstantIndexOp::create(b, loc, buffer.offset);
  buffer.dealloc.erase();
  buffer.alloc.replaceAllUsesWith(
      memref::ViewOp::create(b, loc, buffer.alloc.getType(), workspace, offset,
                             ValueRange())
          .getResult());
  buffer.alloc.erase();
}

static LogicalResult planMemory(func::FuncOp function) {
  SmallVector<Buffer> buffers = findBuffers(function);
  FailureOr<int64_t> numBytes = assignOffsets(buffers);
  if (failed(numBytes))
    return function.emitError("the workspace would have more than 2^63 bytes");
  OpBuilder b(function.getContext());
  auto type = MemRefType::get(*numBytes, b.getI8Type());
  unsigned index = function.getNumArguments();
  if (failed(function.insertArgument(index, type, {}, function.getLoc())))
    return failure();
  function->setAttr(relay::workspaceBytesAttrName,
                    b.getI64IntegerAttr(*numBytes));
  function->setAttr(relay::liveBytesAttrName,
                    b.getI64IntegerAttr(countLiveBytes(buffers)));
  for (Buffer &buffer : buffers)
    useWorkspace(buffer, function.getArgument(index));
  return success();
}

namespace {
struct PlanMemoryPass : relay::impl::PlanMemoryPassBase<PlanMemoryPass> {
  void runOnOperation() override {
    SymbolTableCollection tables;
    SymbolUserMap users(tables, getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>())
      // Who calls another function would have to give it memory.
      if (function.isPublic() && !function.isDeclaration() &&
          users.useEmpty(function) && failed(planMemory(function)))
        return signalPassFailure();
  }
};
} // namespace
