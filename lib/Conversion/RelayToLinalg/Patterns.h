//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The families of lowerings and what they share.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_RELAYTOLINALG_PATTERNS_H
#define LIB_CONVERSION_RELAYTOLINALG_PATTERNS_H

#include "Builders/TensorBuilders.h"
#include "RelayLite/Conversion/RelayToLinalg/RelayToLinalg.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::relay {

/// Replaces an operator on tensors, whose converted operands are `operands`, by
/// one tensor. `lower` gets what it is cast to if its dimensions are known in
/// another degree; where it fails, it tells the rewriter why. All ranks have to
/// be known, those of the operands and that of the result.
inline LogicalResult replaceTensorOp(
    Operation *op, ValueRange operands, const TypeConverter &converter,
    ConversionPatternRewriter &rewriter,
    function_ref<FailureOr<Value>(RankedTensorType, Emitter &)> lower) {
  auto type = dyn_cast_or_null<RankedTensorType>(
      converter.convertType(op->getResult(0).getType()));
  if (!type ||
      !llvm::all_of(operands.getTypes(), llvm::IsaPred<RankedTensorType>))
    return rewriter.notifyMatchFailure(op, "a type is unknown");
  Emitter b(rewriter, op->getLoc());
  FailureOr<Value> result = lower(type, b);
  if (failed(result))
    return failure();
  rewriter.replaceOp(op, castTensor(b, *result, type));
  return success();
}

/// The lowering of an operator on tensors to one tensor (see replaceTensorOp).
// op(x, ...) -> lower(x, ...)
template <typename OpT>
struct TensorOpConversion : public OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;

  virtual FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                                 RankedTensorType type, Emitter &b) const = 0;

  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    return replaceTensorOp(op, adaptor.getOperands(), *this->getTypeConverter(),
                           rewriter, [&](RankedTensorType type, Emitter &b) {
                             return lower(op, adaptor, type, b);
                           });
  }
};

/// The lowering of an operator on tensors to several tensors. It needs all
/// ranks, those of the operands and those of the results.
// op(x, ...) -> lower(x, ...)
template <typename OpT>
struct TensorsOpConversion : public OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;

  /// The values of `op`; `types` are what they are cast to if their dimensions
  /// are known in another degree. Tells the rewriter why it fails.
  virtual FailureOr<SmallVector<Value>> lower(OpT op,
                                              typename OpT::Adaptor adaptor,
                                              ArrayRef<RankedTensorType> types,
                                              Emitter &b) const = 0;

  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    SmallVector<Type> converted;
    if (failed(
            this->getTypeConverter()->convertType(op.getType(), converted)) ||
        !llvm::all_of(converted, llvm::IsaPred<RankedTensorType>) ||
        !llvm::all_of(adaptor.getOperands().getTypes(),
                      llvm::IsaPred<RankedTensorType>))
      return rewriter.notifyMatchFailure(op, "a type is unknown");
    auto types = llvm::map_to_vector(
        converted, [](Type type) { return cast<RankedTensorType>(type); });
    Emitter b(rewriter, op.getLoc());
    FailureOr<SmallVector<Value>> results = lower(op, adaptor, types, b);
    if (failed(results))
      return failure();
    for (auto [result, type] : llvm::zip_equal(*results, types))
      result = castTensor(b, result, type);
    rewriter.replaceOpWithMultiple(op, {*results});
    return success();
  }
};

/// Constants, tuples, bindings, type casts, calls, branches and references
/// (CoreToLinalg.cpp).
void populateCoreToLinalgPatterns(const TypeConverter &converter,
                                  RewritePatternSet &patterns);
/// Elementwise and broadcasting operators (ElementwiseToLinalg.cpp).
void populateElementwiseToLinalgPatterns(const TypeConverter &converter,
                                         RewritePatternSet &patterns);
/// Operators that create tensors (CreationToLinalg.cpp).
void populateCreationToLinalgPatterns(const TypeConverter &converter,
                                      RewritePatternSet &patterns);
/// Operators whose operands determine shapes (DynToLinalg.cpp).
void populateDynToLinalgPatterns(const TypeConverter &converter,
                                 RewritePatternSet &patterns);
/// Sums of products of several tensors (EinsumToLinalg.cpp).
void populateEinsumToLinalgPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns);
/// Image operators (ImageToLinalg.cpp).
void populateImageToLinalgPatterns(const TypeConverter &converter,
                                   RewritePatternSet &patterns);
/// Slices and gathers (IndexingToLinalg.cpp).
void populateIndexingToLinalgPatterns(const TypeConverter &converter,
                                      RewritePatternSet &patterns);
/// Dense products, padding and other nn operators (NNToLinalg.cpp).
void populateNNToLinalgPatterns(const TypeConverter &converter,
                                RewritePatternSet &patterns);
/// Convolutions (NNConvToLinalg.cpp).
void populateNNConvToLinalgPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns);
/// Gradients and correlations (NNGradToLinalg.cpp).
void populateNNGradToLinalgPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns);
/// Losses (NNLossToLinalg.cpp).
void populateNNLossToLinalgPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns);
/// Normalisation, softmax and dropout (NNNormToLinalg.cpp).
void populateNNNormToLinalgPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns);
/// Pooling (NNPoolToLinalg.cpp).
void populateNNPoolToLinalgPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns);
/// Blocks of space (NNSpaceToLinalg.cpp).
void populateNNSpaceToLinalgPatterns(const TypeConverter &converter,
                                     RewritePatternSet &patterns);
/// Packed tensors, and what compilers put into programs (PackToLinalg.cpp).
void populatePackToLinalgPatterns(const TypeConverter &converter,
                                  RewritePatternSet &patterns);
/// Operators of positions, such as windows (PositionsToLinalg.cpp).
void populatePositionsToLinalgPatterns(const TypeConverter &converter,
                                       RewritePatternSet &patterns);
/// Quantization that is computed in floats (QnnToLinalg.cpp).
void populateQnnToLinalgPatterns(const TypeConverter &converter,
                                 RewritePatternSet &patterns);
/// Random numbers (RandomToLinalg.cpp).
void populateRandomToLinalgPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns);
/// Reductions (ReduceToLinalg.cpp).
void populateReduceToLinalgPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns);
/// Reshaping operators (ReshapeToLinalg.cpp).
void populateReshapeToLinalgPatterns(const TypeConverter &converter,
                                     RewritePatternSet &patterns);
/// Pixels at positions that are computed (SamplingToLinalg.cpp).
void populateSamplingToLinalgPatterns(const TypeConverter &converter,
                                      RewritePatternSet &patterns);
/// Cumulative sums and products (ScanToLinalg.cpp).
void populateScanToLinalgPatterns(const TypeConverter &converter,
                                  RewritePatternSet &patterns);
/// Scatters and the like (ScatterToLinalg.cpp).
void populateScatterToLinalgPatterns(const TypeConverter &converter,
                                     RewritePatternSet &patterns);
/// Fourier transforms (SignalToLinalg.cpp).
void populateSignalToLinalgPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns);
/// Sorting and searching (SortToLinalg.cpp).
void populateSortToLinalgPatterns(const TypeConverter &converter,
                                  RewritePatternSet &patterns);
/// Coordinates of sparse tensors (SparseCoordinatesToLinalg.cpp).
void populateSparseCoordinatesToLinalgPatterns(const TypeConverter &converter,
                                               RewritePatternSet &patterns);
/// Sparse matrices (SparseToLinalg.cpp).
void populateSparseToLinalgPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns);
/// Other operators that move elements (TransformToLinalg.cpp).
void populateTransformToLinalgPatterns(const TypeConverter &converter,
                                       RewritePatternSet &patterns);

/// Anchor boxes and valid boxes (VisionToLinalg.cpp).
void populateVisionToLinalgPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns);
/// Non-maximum suppression (NMSToLinalg.cpp).
void populateNMSToLinalgPatterns(const TypeConverter &converter,
                                 RewritePatternSet &patterns);
/// Region proposals (ProposalToLinalg.cpp).
void populateProposalToLinalgPatterns(const TypeConverter &converter,
                                      RewritePatternSet &patterns);
/// Convolutions by the algorithm of Winograd (WinogradToLinalg.cpp).
void populateWinogradToLinalgPatterns(const TypeConverter &converter,
                                      RewritePatternSet &patterns);

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_PATTERNS_H
