//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packing of the factors of a contraction into panels.
//
// A panel holds some rows, or columns, of a factor for a range of K, the
// reduction dimension. A lane is one of these rows or columns. For each k, the
// panel has the elements of its lanes, one after the other, converted to the
// type of the accumulators.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_PACKFACTORS_H
#define LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_PACKFACTORS_H

#include "LoopEmitter.h"
#include "PackedContraction.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::relay {

/// A buffer as one line of elements, with the strides of its dimensions.
struct FlatBuffer {
  FlatBuffer(LoopEmitter &b, const Access &access);

  /// How many elements one step of `loop` goes on.
  Value getStride(LoopEmitter &b, unsigned loop) const;

  const Access &access;
  /// A tensor of one dimension.
  Value elements;
  /// How many elements `elements` has.
  Value extent;
  SmallVector<Value> strides;
  /// The position of the element that all loops start with.
  Value origin;
};

/// The steps of a group of loops, as one loop: where each of them is in a
/// buffer, and at which index of each dimension that is padded.
class Line {
public:
  /// A line that knows up to `capacity` steps at a time.
  Line(LoopEmitter &b, const FlatBuffer &buffer, ArrayRef<unsigned> loops,
       ArrayRef<Value> sizes, int64_t capacity);

  /// Goes to `count` steps from step `first` on; with `range`, finds out
  /// about all of them.
  void set(LoopEmitter &b, Value first, Value count, bool range = false);

  /// Return the offset of step `step`, counted from the first one.
  Value getOffset(LoopEmitter &b, Value step) const;
  Value getPosition(LoopEmitter &b, unsigned padded, Value step) const;

  /// Whether all steps are neighbours; null for yes.
  Value isContiguous() const { return contiguous; }
  Value getLeast(unsigned padded) const { return least[padded]; }
  Value getMost(unsigned padded) const { return most[padded]; }
  /// Whether there is one loop at most.
  bool isLinear() const { return sizes.size() <= 1; }

private:
  void coalesce(LoopEmitter &b);
  /// Return the counters of all loops at step `step`.
  SmallVector<Value> getCounters(LoopEmitter &b, Value step) const;
  /// Moves the counters on by one step. `zero` and `one` are constants.
  void advance(LoopEmitter &b, Value zero, Value one,
               MutableArrayRef<Value> counters) const;
  void fill(LoopEmitter &b, Value first, Value count, bool range);

  /// The number of iterations and the stride of each loop.
  SmallVector<Value> sizes, strides;
  /// How much a step of each loop adds to the index of a padded dimension.
  SmallVector<SmallVector<int64_t>> steps;
  /// Offsets, then positions; null if linear.
  SmallVector<Value> tables;
  Value first, contiguous;
  SmallVector<Value> least, most;
};

/// A factor of a contraction.
struct Factor {
  const Access &access;
  /// The conversion of its elements to the type of the accumulators.
  const ScalarCode &convert;
  /// The loops along its lanes, and those along K.
  ArrayRef<unsigned> loops, depthLoops;
};

/// The form of the panels of a factor.
struct PanelShape {
  /// The lanes of a panel, the distance of two steps of K, at least as large,
  /// and the lanes of a vector.
  int64_t lanes, pitch, vectorLanes;
  /// The most steps of K.
  int64_t maxDepth;
  /// The type of packed elements.
  Type packedType;
};

/// One of the factors, and the panels made of it.
class Panels {
public:
  /// `sizes` are those of all loops.
  Panels(LoopEmitter &b, const Factor &factor, ArrayRef<Value> sizes,
         const PanelShape &shape);

  /// Makes scratch memory for up to `maxLanes` lanes, and for `numBehind`
  /// elements behind them.
  void allocate(LoopEmitter &b, int64_t maxLanes, int64_t numBehind);
  /// Uses panels that `constants` makes of the whole factor, if that is a
  /// constant of type `packedType`. The contraction has loops of static sizes.
  bool findConstant(LoopEmitter &b, ConstantPacker &constants,
                    const Contraction &contraction);
  bool isConstant() const { return constantSteps.has_value(); }

  /// Goes to the matrix that is at these steps of loops of the batch.
  void setBatch(LoopEmitter &b, ArrayRef<unsigned> loops,
                ArrayRef<Value> steps);
  /// Goes to `count` steps of the depth from `first` on.
  void setDepth(LoopEmitter &b, Value first, Value count);
  /// Packs `count` lanes from lane `first` on.
  void pack(LoopEmitter &b, Value first, Value count);

  /// Whether lanes can be read a vector at a time without packing them: steps
  /// of the depth follow each other in memory.
  bool canStream() const {
    return alongDepth && laneLine.isLinear() && depthLine.isLinear();
  }
  /// Goes to `count` lanes from lane `first` on.
  void setLanes(LoopEmitter &b, Value first, Value count) {
    laneLine.set(b, first, count);
  }
  /// Return the start of lane `lane` in memory.
  Value getOrigin(LoopEmitter &b, Value lane) const {
    return b.add(batchOrigin, laneLine.getOffset(b, lane));
  }
  /// How far lane `lane` of those it went to is from the first lane of all.
  Value getLaneOffset(LoopEmitter &b, Value lane) const {
    return laneLine.getOffset(b, lane);
  }
  /// How far from there step `step` of the depth is.
  Value getDepthOffset(LoopEmitter &b, Value step) const {
    return depthLine.getOffset(b, step);
  }
  /// Reads `count` neighbours along the depth, a multiple of a vector's
  /// elements, at `offset` after each of `origins`, which are as many as a
  /// vector has elements, and transposes them: a vector of the lanes for each
  /// step.
  SmallVector<Value> loadTransposed(LoopEmitter &b, ArrayRef<Value> origins,
                                    Value offset, int64_t count) const;
  /// How many steps from `origin` on come before a multiple of `lineBytes`, a
  /// power of two, begins in memory.
  Value getStepsToLine(LoopEmitter &b, Value origin, int64_t lineBytes) const;
  /// Asks for the memory at `offset` after each of `origins`.
  void prefetch(LoopEmitter &b, ArrayRef<Value> origins, Value offset) const;
  /// The element of a lane at a step.
  Value emitElement(LoopEmitter &b, Value lane, Value step) const;

  Value getBuffer() const { return panels; }
  /// How many lanes to pack at a time if they are used once: enough to read
  /// neighbours in memory together.
  int64_t getGroupSize() const {
    return alongLanes ? 8 * shape.lanes : shape.lanes;
  }
  /// Whether neighbours are read together up to where a loop ends.
  bool hasChunks() const {
    return !isConstant() && alongLanes && buffer.access.paddedDims.empty();
  }
  /// Return the start of panel `panel`.
  Value getStart(LoopEmitter &b, Value panel) const;
  int64_t getPitch() const { return shape.pitch; }

private:
  void packPanel(LoopEmitter &b, Value start, Value first, Value count);
  /// Element by element.
  void packElements(LoopEmitter &b, Value start, Value step, Value count);
  /// By vectors along the lanes.
  void packLanes(LoopEmitter &b, Value start, Value count);
  /// By vectors of neighbours, wherever these begin.
  void packChunks(LoopEmitter &b, Value start, Value count);
  /// By vectors along the depth, which are transposed.
  void packTransposed(LoopEmitter &b, Value start, Value first, Value count);
  /// Sets the panel at `start` to zero.
  void clear(LoopEmitter &b, Value start);
  Value convertVector(LoopEmitter &b, Value vector) const;
  /// Writes a converted element, or a vector of them, to the panels.
  void store(LoopEmitter &b, Value value, Value place) const;

  const ScalarCode &convert;
  SmallVector<unsigned> loops, depthLoops;
  FlatBuffer buffer;
  Line laneLine, depthLine;
  Value panels, batchOrigin, depth, totalLanes;
  /// The first lane of each chunk, and where its element is.
  Value chunkLanes, chunkOffsets;
  SmallVector<Value> batchPositions;
  PanelShape shape;
  /// How far neighbouring lanes are apart in memory, if this is along lanes.
  int64_t laneStride = 1;
  /// For constant panels: the distance of a step of each loop of the batch, the
  /// start of the current matrix and of its block of K, and the panel of the
  /// first lane.
  std::optional<llvm::SmallDenseMap<unsigned, int64_t>> constantSteps;
  Value constantOrigin, constantBlock, constantPanel;
  /// Whether neighbours in memory are neighbouring lanes (or every other one
  /// is), or steps of the depth.
  bool alongLanes, alongDepth;
};

} // namespace mlir::relay

#endif // LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_PACKFACTORS_H
