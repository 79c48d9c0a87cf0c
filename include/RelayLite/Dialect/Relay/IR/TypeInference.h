//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Type inference of Relay's operators: functions from the types of operands
// and the attributes to the type of the result, one source file a family. Each
// reports an error at `loc`, if given, and fails when there is no result type.
// Operand types are ranked tensors (or what the comment says), never unknown.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_TYPEINFERENCE_H
#define RELAYLITE_DIALECT_RELAY_IR_TYPEINFERENCE_H

#include "RelayLite/Dialect/Relay/IR/Layout.h"
#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/ValueRange.h"
#include <limits>
#include <optional>

namespace mlir::relay {

/// The product of `extents`, as estimateWork counts (Cost.cpp).
uint64_t multiplyExtents(ArrayRef<int64_t> extents);

//===----------------------------------------------------------------------===//
// Helpers of all families (TypeInference.cpp)
//===----------------------------------------------------------------------===//

/// The dimension that the attribute `name` with value `axis` means in a tensor
/// of rank `rank`. A negative axis counts from the end.
FailureOr<int64_t> normalizeAxis(std::optional<Location> loc,
                                 StringRef relayName, StringRef name,
                                 int64_t axis, int64_t rank);

/// Checks the list of the attribute `name`. Its length must be one of `counts`,
/// which ascend. Its numbers must be from `min` to 2^31 - 1, so that sums and
/// products of two of them do not overflow.
LogicalResult checkNumbers(std::optional<Location> loc, StringRef relayName,
                           StringRef name, ArrayRef<int64_t> values,
                           ArrayRef<size_t> counts, int64_t min);

/// Return the padding before each of `rank` spatial dimensions, and that after
/// each. `padding` has one number, one for each dimension, or two for each:
/// those before them, then those after.
std::pair<SmallVector<int64_t>, SmallVector<int64_t>>
expandPadding(ArrayRef<int64_t> padding, size_t rank);

/// Multiply `size` by `factor`, unless it is dynamic. It is an error if the
/// product does not fit into 64 bits.
LogicalResult multiplySize(std::optional<Location> loc, StringRef relayName,
                           int64_t &size, int64_t factor);

/// Checks that `type`, the value of the attribute `name`, is the element type
/// of a Relay tensor.
LogicalResult checkElementType(std::optional<Location> loc, StringRef relayName,
                               StringRef name, Type type);

/// Sets `type`, the type of the operand `name`, to `expected` if it is unknown.
/// Otherwise checks that the two are compatible.
LogicalResult inferOperand(std::optional<Location> loc, StringRef relayName,
                           const Twine &name, Type expected, Type &type);

//===----------------------------------------------------------------------===//
// Broadcasting (BroadcastInference.cpp)
//===----------------------------------------------------------------------===//

/// The shape to which `lhs` and `rhs` broadcast. A dynamic dimension against a
/// static one other than 1 takes the static one; against 1 it stays dynamic.
FailureOr<SmallVector<int64_t>> inferBroadcastShape(std::optional<Location> loc,
                                                    StringRef relayName,
                                                    ArrayRef<int64_t> lhs,
                                                    ArrayRef<int64_t> rhs);

/// The result of a binary operator: both element types are the same and the
/// shapes broadcast.
FailureOr<Type> inferBroadcast(std::optional<Location> loc, StringRef relayName,
                               Type lhs, Type rhs);

/// The same with boolean elements.
FailureOr<Type> inferComparison(std::optional<Location> loc,
                                StringRef relayName, Type lhs, Type rhs);

//===----------------------------------------------------------------------===//
// Reductions (ReduceOps.cpp)
//===----------------------------------------------------------------------===//

/// The axes that a reduction of rank `rank` removes, in ascending order. These
/// are all axes if `axis` is absent or empty, and with `exclude` the axes that
/// are not in it. Negative axes count from the end. An axis that is out of
/// range or given twice is an error.
FailureOr<SmallVector<int64_t>>
inferReducedAxes(std::optional<Location> loc, StringRef relayName, int64_t rank,
                 std::optional<ArrayRef<int64_t>> axis, bool exclude);

/// The reduction `op` of a tensor of type `data`, without the dimensions that
/// it does not need (CollapsibleInterface). For floats, the run at the end of
/// the shape stays apart from other reduced dimensions (docs/Semantics.md,
/// "Reductions").
FailureOr<CollapsedOperation>
collapseReduction(Operation *op, RankedTensorType data,
                  std::optional<ArrayRef<int64_t>> axis, bool exclude);

/// The result of a reduction that keeps the element type.
FailureOr<Type> inferReduction(std::optional<Location> loc, StringRef relayName,
                               Type data, std::optional<ArrayRef<int64_t>> axis,
                               bool keepdims, bool exclude);

/// The result of a search for the largest or smallest element: indices of type
/// i32. `data` has at least one dimension.
FailureOr<Type> inferArgReduction(std::optional<Location> loc,
                                  StringRef relayName, Type data,
                                  std::optional<ArrayRef<int64_t>> axis,
                                  bool keepdims, bool exclude);

//===----------------------------------------------------------------------===//
// Losses (NNLossOps.cpp)
//===----------------------------------------------------------------------===//

/// The scalar that a cross entropy of two matrices of one type is.
FailureOr<Type> inferCrossEntropy(std::optional<Location> loc,
                                  StringRef relayName, Type predictions,
                                  Type targets);

//===----------------------------------------------------------------------===//
// Normalisation (NNNormOps.cpp)
//===----------------------------------------------------------------------===//

/// The result of softmax along `axis`: `data`.
FailureOr<Type> inferSoftmax(std::optional<Location> loc, StringRef relayName,
                             Type data, int64_t axis);

//===----------------------------------------------------------------------===//
// Products and padding (NNOps.cpp)
//===----------------------------------------------------------------------===//

/// The result of a product of `data` with the transposed matrix `weight`, which
/// has `units` rows if that is given.
FailureOr<Type> inferDense(std::optional<Location> loc, StringRef relayName,
                           Type data, Type weight, std::optional<int64_t> units,
                           std::optional<Type> outDType);

/// The result of products of the matrices of two batches, `transposed` or not.
FailureOr<Type> inferBatchMatmul(std::optional<Location> loc,
                                 StringRef relayName, Type a, Type b,
                                 std::optional<Type> outDType,
                                 std::pair<bool, bool> transposed);

/// The number of multiplications of a product with the result `result`, which
/// sums over the dimension of `lhs` that is `fromEnd` before its last one.
uint64_t estimateMatmulWork(Type result, Type lhs, unsigned fromEnd);

/// Checks the attribute `pad_mode` of nn.pad.
LogicalResult checkPadModeName(std::optional<Location> loc, StringRef relayName,
                               StringRef mode);

/// The widths before and after each dimension that `padWidth` gives for a
/// tensor of rank `rank`.
FailureOr<SmallVector<std::pair<int64_t, int64_t>>>
inferPadWidths(std::optional<Location> loc, StringRef relayName,
               ArrayAttr padWidth, int64_t rank);

//===----------------------------------------------------------------------===//
// Convolutions (NNConvOps.cpp)
//===----------------------------------------------------------------------===//

/// The attributes of a convolution as written.
struct ConvAttributes {
  StringRef relayName;
  /// The names of the spatial dimensions: W, HW or DHW.
  StringRef spatialNames;
  ArrayRef<int64_t> strides, padding, dilation;
  /// Only for a transposed convolution.
  std::optional<ArrayRef<int64_t>> outputPadding;
  int64_t groups;
  std::optional<int64_t> channels;
  std::optional<ArrayRef<int64_t>> kernelSize;
  StringRef dataLayout, kernelLayout, outLayout;
  std::optional<Type> outDType;
  /// Whether a weight may be that of a depthwise convolution.
  bool canBeDepthwise = true;

  bool isTransposed() const { return outputPadding.has_value(); }
};

/// A convolution whose attributes and operand types have been checked. Sizes
/// may be dynamic.
struct Convolution {
  Layout dataLayout, kernelLayout, outLayout;
  /// Whether the convolution is depthwise: O of the weight counts the groups,
  /// and I counts the channels of the result in each group.
  bool isDepthwise = false;
  /// Padding of each spatial dimension.
  SmallVector<int64_t> before, after;
  /// The shape of `data` in the order N, C, spatial dimensions.
  SmallVector<int64_t> dataShape;
  /// The spatial sizes of the kernel.
  SmallVector<int64_t> kernelSize;
  /// The shape of the result in the order N, C, spatial dimensions.
  SmallVector<int64_t> outShape;
};

/// Checks a convolution of `data` with `weight`.
FailureOr<Convolution> checkConv(std::optional<Location> loc,
                                 const ConvAttributes &attributes,
                                 RankedTensorType data,
                                 RankedTensorType weight);

/// Return a convolution whose kernel serves all sizes (CollapsibleInterface).
/// Fail if it is transposed, or has groups or blocks of channels.
FailureOr<CollapsedOperation> collapseConv(Operation *op,
                                           const ConvAttributes &attributes,
                                           RankedTensorType data,
                                           RankedTensorType weight);

/// Checks a convolution with a weight in a form of its own; `channels` and
/// `kernelSize` must be given. It is that of a weight which the attributes
/// determine.
FailureOr<Convolution> checkPackedConv(std::optional<Location> loc,
                                       const ConvAttributes &attributes,
                                       RankedTensorType data);

/// The result of such a convolution.
FailureOr<Type> inferPackedConv(std::optional<Location> loc,
                                const ConvAttributes &attributes,
                                Type dataType);

/// The result of a convolution.
FailureOr<Type> inferConv(std::optional<Location> loc,
                          const ConvAttributes &attributes, Type data,
                          Type weight);

/// Sets `weight` if it is unknown and `data` and the attributes determine it,
/// and checks it otherwise. Either may be unknown.
LogicalResult inferConvWeight(std::optional<Location> loc,
                              const ConvAttributes &attributes, Type data,
                              Type &weight);

/// The number of multiplications of a convolution of `data` with `weight`, as
/// CostInterface counts.
uint64_t estimateConvWork(const ConvAttributes &attributes, Type data,
                          Type weight);

/// The dimensions of `nn.conv2d_backward_weight`, for its type inference and
/// its lowering.
struct ConvGradient {
  Layout gradLayout, dataLayout, weightLayout; ///< None has blocks.
  SmallVector<int64_t> before;                 ///< Padding of H and W.
  int64_t channels;                            ///< Data channels per group.
  SmallVector<int64_t> weightShape;            ///< In the order OIHW.
};

/// Checks a gradient of a convolution. The channels of the operands are static.
FailureOr<ConvGradient> checkConvGradient(std::optional<Location> loc,
                                          const ConvAttributes &attributes,
                                          RankedTensorType grad,
                                          RankedTensorType data);

/// The displacements and sizes of a correlation.
struct Correlation {
  int64_t radius;                     ///< Displacements in each direction.
  SmallVector<int64_t> before, after; ///< Padding of H and W.
  SmallVector<int64_t> outShape;

  int64_t getNumDisplacements() const { return 2 * radius + 1; }
};

/// Checks a correlation of two images.
FailureOr<Correlation>
checkCorrelation(std::optional<Location> loc, StringRef relayName,
                 RankedTensorType data1, RankedTensorType data2,
                 int64_t kernelSize, int64_t maxDisplacement, int64_t stride1,
                 int64_t stride2, ArrayRef<int64_t> padding, StringRef layout);

//===----------------------------------------------------------------------===//
// Pooling (NNPoolOps.cpp)
//===----------------------------------------------------------------------===//

/// The positions of the dimensions `names` in `layout`. The layout must have
/// rank `rank`, and each of these dimensions once and unsplit.
FailureOr<SmallVector<int64_t>> inferSpatialDims(std::optional<Location> loc,
                                                 StringRef relayName,
                                                 StringRef layout,
                                                 StringRef names, int64_t rank);

/// The windows of a pooling, with an entry for each spatial dimension.
struct PoolWindows {
  SmallVector<int64_t> dims;          ///< Positions of the spatial dimensions.
  ArrayRef<int64_t> size;             ///< The number of elements of a window,
  ArrayRef<int64_t> dilation;         ///< and their distance.
  ArrayRef<int64_t> strides;          ///< The distance of windows.
  SmallVector<int64_t> before, after; ///< Padding.

  /// Return the size of a window with the gaps in it.
  int64_t getExtent(size_t i) const { return (size[i] - 1) * dilation[i] + 1; }
};

/// Checks and collects the attributes of a pooling of the dimensions `names`.
/// `padding` may have one number, one for each dimension, or two.
FailureOr<PoolWindows>
inferPoolWindows(std::optional<Location> loc, StringRef relayName, int64_t rank,
                 StringRef layout, StringRef names, ArrayRef<int64_t> size,
                 ArrayRef<int64_t> strides, ArrayRef<int64_t> dilation,
                 ArrayRef<int64_t> padding);

/// Check that the operands after the first are vectors along dimension `axis`
/// of the first, a ranked tensor, and fill in those of unknown type.
LogicalResult inferVectors(std::optional<Location> loc, StringRef relayName,
                           MutableArrayRef<Type> operandTypes, int64_t axis);

/// Infer the result of a pooling of windows over the dimensions `names`, which
/// `layout` names.
FailureOr<Type>
inferWindowPool(std::optional<Location> loc, StringRef relayName, Type data,
                StringRef layout, StringRef names, ArrayRef<int64_t> size,
                ArrayRef<int64_t> strides, ArrayRef<int64_t> dilation,
                ArrayRef<int64_t> padding, bool ceilMode);

/// Return MeanInterface::getDivisor of an adaptive pooling of `data` to
/// `outputSize`, which is as in inferAdaptivePool.
std::optional<int64_t> getPoolDivisor(RankedTensorType data, StringRef layout,
                                      StringRef names,
                                      ArrayRef<int64_t> outputSize);

/// Infer the result of an adaptive pooling of the dimensions `names`.
/// `outputSize` has one number, one for each dimension, or none to keep the
/// sizes of `data`.
FailureOr<Type> inferAdaptivePool(std::optional<Location> loc,
                                  StringRef relayName, Type data,
                                  StringRef layout, StringRef names,
                                  ArrayRef<int64_t> outputSize);

/// The result of the gradient of a pooling of windows of `data`, which have the
/// shape of `outGrad`: the type of `data`.
FailureOr<Type> inferPoolGrad(std::optional<Location> loc, StringRef relayName,
                              Type outGrad, Type data, StringRef layout,
                              ArrayRef<int64_t> size, ArrayRef<int64_t> strides,
                              ArrayRef<int64_t> dilation,
                              ArrayRef<int64_t> padding, bool ceilMode);

//===----------------------------------------------------------------------===//
// Blocks of space (NNSpaceOps.cpp)
//===----------------------------------------------------------------------===//

/// Blocks into which the dimensions behind the first one are cut.
struct SpaceBlocks {
  ArrayRef<int64_t> shape;            ///< The shape of a block,
  int64_t size;                       ///< and their product.
  SmallVector<int64_t> before, after; ///< The padding of each dimension.
};

/// Checks and collects the attributes of `nn.space_to_batch_nd` and its inverse
/// for data of rank `rank`. `margins` is the attribute `name`.
FailureOr<SpaceBlocks> inferSpaceBlocks(std::optional<Location> loc,
                                        StringRef relayName, StringRef name,
                                        ArrayRef<int64_t> blockShape,
                                        ArrayAttr margins, int64_t rank);

//===----------------------------------------------------------------------===//
// Images (ImageOps.cpp)
//===----------------------------------------------------------------------===//

/// The positions of height and width in a layout like NCHW, NHWC or NCHW4c.
struct ImageLayout {
  int64_t height, width;
};

/// Reads `layout`. It must have rank `rank`, and each of N, C, H and W once. N
/// and C may have blocks (NCHW4c).
FailureOr<ImageLayout> inferImageLayout(std::optional<Location> loc,
                                        StringRef relayName, StringRef layout,
                                        int64_t rank);

/// Checks the attributes of a resize: `method`, the
/// `coordinate_transformation_mode` and the `rounding_method`.
LogicalResult checkResize(std::optional<Location> loc, StringRef relayName,
                          StringRef method, StringRef mode, StringRef rounding);

/// Checks the attribute `method` of nn.upsampling.
LogicalResult checkUpsampling(std::optional<Location> loc, StringRef relayName,
                              StringRef method);

/// Checks the attributes `method` and `coordinate_transformation_mode` of
/// nn.upsampling3d.
LogicalResult checkUpsampling3d(std::optional<Location> loc,
                                StringRef relayName, StringRef method,
                                StringRef mode);

/// The positions of the dimensions `names` in `layout`, which must have N, C
/// and these, and rank `rank`. N and C may have blocks.
FailureOr<SmallVector<int64_t>> inferResizeDims(std::optional<Location> loc,
                                                StringRef relayName,
                                                StringRef layout,
                                                StringRef names, int64_t rank);

/// A dilation of images whose attributes and operand types have been checked.
struct Dilation {
  Layout dataLayout, kernelLayout;    ///< None has blocks.
  SmallVector<int64_t> before, after; ///< Padding of H and W.
  /// The shape of the result.
  SmallVector<int64_t> outShape;
};

/// Checks `image.dilation2d` of `data` by `weight`.
FailureOr<Dilation> checkDilation(std::optional<Location> loc,
                                  StringRef relayName, RankedTensorType data,
                                  RankedTensorType weight,
                                  ArrayRef<int64_t> strides,
                                  ArrayRef<int64_t> padding,
                                  ArrayRef<int64_t> dilations,
                                  StringRef dataLayout, StringRef kernelLayout);

//===----------------------------------------------------------------------===//
// Creation (CreationOps.cpp)
//===----------------------------------------------------------------------===//

/// A tensor with the shape and the element type that attributes give.
FailureOr<Type> inferCreation(std::optional<Location> loc, StringRef relayName,
                              ArrayRef<int64_t> shape, Type dtype);

/// The elements of `value`, a vector or scalar of integers, if it is a
/// constant.
std::optional<SmallVector<int64_t>> getConstantIntegers(Value value);

/// Infer the shape in `value`, the operand `name`: a vector of integers with
/// one size for each dimension. If it is not constant, all sizes are dynamic.
FailureOr<SmallVector<int64_t>> inferShapeOperand(std::optional<Location> loc,
                                                  StringRef relayName,
                                                  StringRef name, Value value);

/// The number of elements of `value`, the operand `name`: a vector of integers
/// of known length.
FailureOr<int64_t> inferVectorLength(std::optional<Location> loc,
                                     StringRef relayName, StringRef name,
                                     Value value);

//===----------------------------------------------------------------------===//
// Quantized tensors (QnnOps.cpp)
//===----------------------------------------------------------------------===//

/// The result of a function of quantized numbers of type `x`, which is the
/// same. `parameters` are the scale and zero point of operand and result, all
/// scalars.
FailureOr<Type> inferQuantizedUnary(std::optional<Location> loc,
                                    StringRef relayName, Type x,
                                    ValueRange parameters);

/// The result of a binary operator on quantized tensors. The operands are both
/// tensors, the scale and the zero point of each, which may be vectors along
/// `lhsAxis` and `rhsAxis`, and those of the result.
FailureOr<Type> inferQuantizedBinary(std::optional<Location> loc,
                                     StringRef relayName, ValueRange operands,
                                     int64_t lhsAxis, int64_t rhsAxis);

/// The result of a convolution of quantized tensors. The operands are data and
/// weight, their zero points and their scales.
FailureOr<Type> inferQuantizedConv(std::optional<Location> loc,
                                   const ConvAttributes &attributes,
                                   ValueRange operands);

//===----------------------------------------------------------------------===//
// Selection (TransformOps.cpp)
//===----------------------------------------------------------------------===//

/// The result of a concatenation of the tensors of a tuple along `axis`.
FailureOr<Type> inferConcatenate(std::optional<Location> loc,
                                 StringRef relayName, Type tuple, int64_t axis);

/// The result of `topk` for `k` elements. Less than 1 means all, and dynamic
/// means an unknown number.
FailureOr<Type> inferTopk(std::optional<Location> loc, StringRef relayName,
                          Type data, int64_t k, int64_t axis, StringRef retType,
                          Type dtype);

/// The result of `sparse_to_dense` of shape `shape`.
FailureOr<Type> inferSparseToDense(std::optional<Location> loc,
                                   StringRef relayName, Type indices,
                                   Type values, Type defaultValue,
                                   ArrayRef<int64_t> shape);

/// The result of `one_hot` of `depth` elements.
FailureOr<Type> inferOneHot(std::optional<Location> loc, StringRef relayName,
                            Type indices, Type onValue, Type offValue,
                            int64_t depth, int64_t axis, Type dtype);

//===----------------------------------------------------------------------===//
// Scanning (SortOps.cpp)
//===----------------------------------------------------------------------===//

/// The result of a scan along `axis`, or in row-major order if it is null.
/// Elements of the result have type `dtype` if it is given.
FailureOr<Type> inferScan(std::optional<Location> loc, StringRef relayName,
                          Type data, IntegerAttr axis,
                          std::optional<Type> dtype);

//===----------------------------------------------------------------------===//
// Reshaping (ReshapeOps.cpp)
//===----------------------------------------------------------------------===//

/// The rule for a dimension of the result of `reshape`, from those of its
/// operand.
struct ReshapeDim {
  enum class Kind {
    Extent,      ///< `extent`.
    Inferred,    ///< The number of elements divided by the other sizes.
    Copy,        ///< Dimension `source`.
    Merge,       ///< The product of dimensions `source` and `source + 1`.
    SplitExtent, ///< `extent`, part of dimension `source`.
    Divide       ///< Dimension `source` divided by `divisor`.
  };
  Kind kind;
  int64_t source;
  int64_t extent;
  int64_t divisor;
};

/// The result of `reshape` of a tensor of type `type`.
FailureOr<Type> inferReshape(std::optional<Location> loc, StringRef relayName,
                             RankedTensorType type, ArrayRef<int64_t> newShape,
                             bool allowZero);

/// Resolves the codes in `newShape` for an operand of rank `rank`.
FailureOr<SmallVector<ReshapeDim>>
resolveReshape(std::optional<Location> loc, StringRef relayName, int64_t rank,
               ArrayRef<int64_t> newShape, bool allowZero);

//===----------------------------------------------------------------------===//
// Indexing (IndexingOps.cpp)
//===----------------------------------------------------------------------===//

/// The range that `strided_slice` takes of one dimension. Negative `begin` and
/// `end` count from the end. Then both are limited to the dimension's size.
struct SliceDim {
  int64_t begin = 0;
  int64_t end = std::numeric_limits<int64_t>::max();
  int64_t stride = 1;
  /// Whether the attributes mention the dimension.
  bool isSliced = false;
};

/// Return the first element and the number of elements of a range, in a
/// dimension of size `extent`. None if the range is reversed.
std::optional<std::pair<int64_t, int64_t>> resolveSlice(const SliceDim &dim,
                                                        int64_t extent);

//===----------------------------------------------------------------------===//
// Support of the operation classes
//===----------------------------------------------------------------------===//

namespace detail {
/// Common to all operators: the result is unknown while an operand is.
template <typename InferFn>
LogicalResult inferOperatorType(MLIRContext *context, ValueRange operands,
                                SmallVectorImpl<Type> &inferred,
                                InferFn &&infer) {
  if (llvm::any_of(operands.getTypes(), containsUnknown)) {
    inferred.push_back(UnknownType::get(context));
    return success();
  }
  FailureOr<Type> result = infer();
  if (failed(result))
    return failure();
  inferred.push_back(*result);
  return success();
}
} // namespace detail

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_IR_TYPEINFERENCE_H
