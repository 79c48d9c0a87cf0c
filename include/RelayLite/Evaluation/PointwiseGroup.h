//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluation of pointwise operators together.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_EVALUATION_POINTWISEGROUP_H
#define RELAYLITE_EVALUATION_POINTWISEGROUP_H

#include "RelayLite/Evaluation/OperatorEvaluator.h"
#include <vector>

namespace mlir::relay {

class PointwiseCall;
struct PointwiseTree;

/// Pointwise operators with results of one shape. They are evaluated piece by
/// piece, all of them on each piece: values that only the group needs stay in
/// the cache and take no memory of their own. If there is enough work, one
/// kernel is compiled for several operators, whose values it keeps in
/// registers. Pieces are spread over the threads of the context. Results are
/// the same, bit for bit, as one by one.
class PointwiseGroup {
public:
  /// A value: an input or the result of an operation.
  using Index = size_t;

  /// A thread has at least so many elements to work on.
  static constexpr int64_t minElementsPerThread = int64_t(1) << 18;

  /// A kernel of several operators is compiled where it spares writing and
  /// reading at least so many elements of values between them: 10 ms, at 0.075
  /// ns each in the cache. The compilation takes 15 to 25 ms, once in a while:
  /// the kernel is kept on disk.
  static constexpr int64_t minSparedElements = int64_t(1) << 27;

  /// `shape` is static and has elements.
  explicit PointwiseGroup(ArrayRef<int64_t> shape);
  PointwiseGroup(PointwiseGroup &&);
  ~PointwiseGroup();

  ArrayRef<int64_t> getShape() const { return shape; }
  bool empty() const { return steps.empty(); }

  /// Adds a tensor that broadcasts to the shape. A tensor that nobody else
  /// holds may be overwritten by a result.
  Index addInput(Tensor tensor);

  /// Adds the result of `op`, of the group's shape, on values of the group.
  /// None, and nothing added, if the group cannot evaluate it: `op` is not
  /// pointwise, or no operand that is not a splat has the shape.
  std::optional<Index> addOperation(Operation *op, ArrayRef<Index> operands,
                                    RankedTensorType type);
  /// Takes back the operation that was added last, whose result nothing reads.
  void removeLastOperation();

  /// Finds the kernels, for the operations `results` as what is wanted. Fails,
  /// with a reason and no location, if there is one that has none. Nothing can
  /// be added any more.
  /// `minSpared` stands for minSparedElements.
  llvm::Error prepare(ArrayRef<Index> results, KernelMemo &memo,
                      int64_t minSpared = minSparedElements);

  /// The values of the results. Inputs are released. Fails if there is not
  /// enough memory, or if `cancellation`, which may be null, is cancelled.
  llvm::Expected<SmallVector<Tensor>> run(Cancellation *cancellation = nullptr);

private:
  struct Value {
    /// The tensor of an input.
    Tensor tensor;
    RankedTensorType type;
    /// Strides in the shape; 0 repeats.
    SmallVector<int64_t> strides;
    /// The last part that reads the value; its own where none does.
    size_t lastUse = 0;
    bool isResult = false;
    /// The number of the buffer for a piece that other parts read.
    std::optional<size_t> buffer;
  };
  struct Step {
    Operation *op;
    SmallVector<Index, 4> operands;
    Index result;
  };
  /// The steps that one kernel computes. Its value is the result of the last
  /// step. Nothing outside reads the results of the other steps, and each is
  /// read once.
  struct Part {
    SmallVector<size_t, 1> steps;
    /// The inputs and other parts that the part reads. A part of several steps
    /// lists a value once.
    SmallVector<Index, 4> operands;
    Index result;
  };
  /// How the shape is cut: into ranges of up to `count` of one dimension,
  /// within all indices of those before it.
  struct Pieces;
  /// The calls of the parts for pieces of one size.
  using Calls = std::vector<PointwiseCall>;

  SmallVector<Part, 0> makeTrees() const;
  void makeParts(int64_t minSpared);
  PointwiseTree makeTree(const Part &part) const;
  void placeBuffers();
  void cut();
  llvm::Expected<Calls> getCalls(int64_t count, KernelMemo &memo) const;
  llvm::Error placeResults();
  void runPieces(int64_t begin, int64_t end, char *buffers) const;

  SmallVector<int64_t> shape;
  SmallVector<Value, 0> values;
  SmallVector<Step, 0> steps;
  SmallVector<Part, 0> parts;
  SmallVector<Index> results;
  size_t numBuffers = 0, bufferBytes = 0;
  std::unique_ptr<Pieces> pieces;
  /// For whole pieces, and for the last one of each range.
  Calls calls, lastCalls;
};

} // namespace mlir::relay

#endif // RELAYLITE_EVALUATION_POINTWISEGROUP_H
