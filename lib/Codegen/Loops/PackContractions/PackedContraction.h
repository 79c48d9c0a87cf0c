//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contractions on buffers: what they are made of, and their packed form.
//
// A contraction is a `linalg.generic` that adds, over its reduction loops, the
// products of two factors to a result that a `linalg.fill` has set to +0. Its
// loops fall into four groups. Loops of both factors and the result are the
// batch; those of one factor and the result are its rows or columns; the
// reduction loops are the depth. Columns are those along which the result is
// contiguous, if it is.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_PACKEDCONTRACTION_H
#define LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_PACKEDCONTRACTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::relay {

class ConstantPacker;
class SharedFunctions;

/// The bytes of a line of the cache.
constexpr int64_t lineBytes = 64;

/// How many bytes ahead to ask for constant columns, which come from far away:
/// each layer of a network has its own.
constexpr int64_t prefetchColumnBytes = 4096;

/// Scalar code without side effects: `operations` make `result` of `arguments`.
struct ScalarCode {
  SmallVector<Value> arguments;
  Value result;
  /// In order. Empty if `result` is an argument.
  SmallVector<Operation *> operations;

  /// Emits the code for `values`, elements or vectors of them.
  Value emit(OpBuilder &b, ArrayRef<Value> values) const;
  /// Whether it can be emitted for vectors.
  bool isVectorizable() const;
};

/// How the loops of a contraction address a buffer.
struct Access {
  Value buffer;
  /// From loops to indices of `buffer`, to which `shifts` are added.
  AffineMap map;
  SmallVector<int64_t> shifts;
  /// The dimensions whose indices may be out of bounds; there the element is
  /// zero.
  SmallVector<unsigned> paddedDims;
  /// The dimensions whose only element is repeated if their size is 1.
  SmallVector<unsigned> repeatedDims;

  MemRefType getType() const { return cast<MemRefType>(buffer.getType()); }
  /// How much one step of `loop` adds to the index of `dim`.
  int64_t getStep(unsigned dim, unsigned loop) const;
  /// How many elements one step of `loop` goes on; none if it is not known.
  std::optional<int64_t> getStaticStride(unsigned loop) const;
  /// Whether one step of `loop` is known to lead to the next element.
  bool isContiguous(unsigned loop) const { return getStaticStride(loop) == 1; }
};

struct Contraction {
  linalg::GenericOp op;
  /// The factor with the rows, and that with the columns.
  Access lhs, rhs;
  /// Conversions of their elements to the type of the accumulators.
  ScalarCode convertLhs, convertRhs;
  /// The result, and the code that makes its elements of accumulators and of
  /// elements of other buffers, such as a bias or a residual. No arguments if
  /// accumulators are the elements.
  Access result;
  ScalarCode epilogue;
  SmallVector<Access> epilogueOperands;
  Type accumulator;
  /// Loops of each group, outermost first, without those of one step.
  SmallVector<unsigned> batch, rows, columns, depth;
  /// The size of each loop: a dimension of a buffer.
  SmallVector<std::pair<Value, unsigned>> loopSizes;
  SmallVector<int64_t> staticSizes;
  /// The operation that sets the result to +0.
  linalg::FillOp fill;
  /// The operations that the packed form replaces, `op` included, in order. The
  /// packed form stands at the last of them.
  SmallVector<Operation *> replaced;
  /// Which share of the columns to compute: its number, and how many there are,
  /// of index type. Null for all of them.
  Value share = {}, numShares = {};

  bool isStatic() const {
    return llvm::none_of(staticSizes, ShapedType::isDynamic);
  }
  /// The product of the sizes of `loops`, if known.
  std::optional<int64_t> getStaticSize(ArrayRef<unsigned> loops) const;
  /// Whether rows, columns or depth are split over two buffers: without a
  /// buffer in between, the contraction has no other form.
  bool isFused() const { return replaced.size() > 2; }
  /// Calls rows columns, and columns rows.
  void transpose();
};

/// Takes `op` apart, along with the operations that make its padded operands.
/// With `keepsPadding`, padded operands of static sizes stay: to pad an image
/// once takes less time than to find out what is outside for each window.
FailureOr<Contraction> matchContraction(linalg::GenericOp op,
                                        bool keepsPadding);

/// If all that reads the sums is an elementwise operation, which rounds them or
/// adds a bias, say, goes on to its result. Operations that read other buffers
/// are taken only for static sizes, and where columns are written by vectors.
/// With `allowsGaps`, vectors of the result may be apart in memory.
void fuseEpilogue(Contraction &contraction, bool allowsGaps = false);

/// Sizes of the packed form. Counts of elements, but for `vectorBytes`.
struct TileSizes {
  /// The size of a vector register.
  int64_t vectorBytes;
  /// The rows and the vectors of columns of a tile of accumulators.
  int64_t tileRows, tileVectors;
  /// Blocks of packed rows, of rows of accumulators (a multiple of it), of
  /// columns and of depth.
  int64_t rows, resultRows, columns, depth;
};

/// Emits the packed form of `contraction` before its last operation. It makes
/// scratch buffers whose sizes do not depend on sizes that are dynamic, and
/// uses each of them from its beginning on, as far as it needs to. Factors that
/// are constant are packed by `constants`, if that is not null.
void emitPackedLoops(OpBuilder &b, const Contraction &contraction,
                     const TileSizes &sizes, ConstantPacker *constants);

/// Replaces a contraction by loops over vectors of its rows, if it has short
/// sums and static sizes, and its innermost loop runs along an operand and the
/// result. These loops set the result without the zeros it starts from, and
/// take the epilogue. If there is work enough, `threads` share the outermost
/// one.
void emitWindowLoops(linalg::GenericOp op, int64_t vectorBytes,
                     int64_t threads);

/// The machine, and what a module has for contractions.
struct DirectOptions {
  /// The size of a vector register, and how many there are.
  int64_t vectorBytes, numRegisters;
  int64_t threads;
  ConstantPacker &constants;
  SharedFunctions &functions;
};

/// Emits loops over tiles of pixels and channels before the last operation of
/// `contraction`, if the innermost columns, or without columns the innermost
/// loop of the batch, are lanes of a vector, and the factor with the columns is
/// constant. The other one is read where it is. Otherwise returns false.
bool emitDirectLoops(const Contraction &contraction,
                     const DirectOptions &options);

/// The factor of dimension `loop` in `expr`, which is linear.
int64_t getCoefficient(AffineExpr expr, unsigned loop);

} // namespace mlir::relay

#endif // LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_PACKEDCONTRACTION_H
