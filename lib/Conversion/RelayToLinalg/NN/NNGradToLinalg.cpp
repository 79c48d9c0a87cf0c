//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gradients of pooling and convolutions, and correlations: lowering.
//
//===----------------------------------------------------------------------===//

#include "../Builders/Broadcast.h"
#include "../Builders/Contraction.h"
#include "../Builders/Emitter.h"
#include "../Patterns.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Gradients of pooling
//===----------------------------------------------------------------------===//

namespace {
/// Emits the gradient of a pooling with regard to `data`.
class PoolGradBuilder {
public:
  PoolGradBuilder(Emitter &b, const PoolWindows &windows, Value outGrad,
                  Value data)
      : b(b), windows(windows), outGrad(outGrad), data(data),
        elementType(getElementTypeOrSelf(data.getType())),
        accumulator(b.scalar(elementType).getAccumulatorType()) {
    for (int64_t dim : windows.dims) {
      extents.push_back(b.getDim(data, dim));
      counts.push_back(b.getDim(outGrad, dim));
    }
  }

  /// For a maximum: the sum of gradients over the windows whose first largest
  /// element an element is.
  Value buildMax() {
    Value largest = buildLargest();
    return build([&](ValueRange at, ArrayRef<Value> window, Value gradient) {
      Value number = b.extract(largest, window);
      number = arith::IndexCastOp::create(b, b.getIndexType(), number);
      Value here =
          b.add(b.mul(at[windows.dims[0]], extents[1]), at[windows.dims[1]]);
      ScalarBuilder s(b, accumulator);
      return s.select(b.isEqual(number, here), gradient, s.zero());
    });
  }

  /// For an average: the sum of gradients over the windows with an element,
  /// each divided by the number of its elements.
  Value buildAverage(bool countsPadding) {
    return build([&](ValueRange, ArrayRef<Value> window, Value gradient) {
      Value count = b.index(1);
      for (size_t axis = 0; axis < 2; ++axis) {
        Value size = b.index(windows.size[axis]);
        if (!countsPadding) {
          Value begin = getBegin(b, window, axis);
          Value end = b.min(b.add(begin, size), extents[axis]);
          size = b.sub(end, b.max(begin, b.index(0)));
        }
        count = b.mul(count, size);
      }
      ScalarBuilder s(b, accumulator);
      return s.div(gradient,
                   b.toElement(b.max(count, b.index(1)), accumulator));
    });
  }

private:
  /// Return the begin of a window in the data; negative in the padding.
  Value getBegin(Emitter &b, ArrayRef<Value> window, size_t axis) {
    return b.sub(b.mul(window[windows.dims[axis]], windows.strides[axis]),
                 windows.before[axis]);
  }

  /// Sums what `term` makes of the gradients of all windows with an element.
  Value build(function_ref<Value(ValueRange, ArrayRef<Value>, Value)> term) {
    auto element = [&](ValueRange at, ValueRange) -> Value {
      SmallVector<Value> begins, ends;
      for (auto [axis, dim] : llvm::enumerate(windows.dims)) {
        // The windows from the first that ends behind the element to the last
        // that does not begin behind it.
        int64_t stride = windows.strides[axis];
        Value place = b.add(at[dim], windows.before[axis]);
        Value behind =
            b.max(b.add(b.sub(place, windows.size[axis]), stride), b.index(0));
        begins.push_back(b.div(behind, stride));
        ends.push_back(b.min(b.add(b.div(place, stride), 1), counts[axis]));
      }
      auto rows = [&](Value row, ValueRange carried) -> SmallVector<Value> {
        auto columns = [&](Value column,
                           ValueRange carried) -> SmallVector<Value> {
          SmallVector<Value> window(at);
          window[windows.dims[0]] = row;
          window[windows.dims[1]] = column;
          Value gradient = b.extract(outGrad, window);
          gradient = b.scalar(elementType).cast(gradient, accumulator);
          Value summand = term(at, window, gradient);
          return {b.scalar(accumulator).add(carried[0], summand)};
        };
        return b.loop(begins[1], ends[1], carried, columns);
      };
      ScalarBuilder s(b, accumulator);
      Value sum = b.loop(begins[0], ends[0], s.zero(), rows)[0];
      return s.cast(sum, elementType);
    };
    return buildIndexed(b, b.getSizes(data), elementType, {}, {}, element);
  }

  /// For each window the position of its first largest element, row times the
  /// number of columns plus column; -1 without elements.
  Value buildLargest() {
    auto element = [&](ValueRange window, ValueRange) -> Value {
      SmallVector<Value> begins, ends;
      for (size_t axis = 0; axis < 2; ++axis) {
        Value begin = getBegin(b, llvm::to_vector(window), axis);
        ends.push_back(b.min(b.add(begin, windows.size[axis]), extents[axis]));
        begins.push_back(b.max(begin, b.index(0)));
      }
      auto rows = [&](Value row, ValueRange carried) -> SmallVector<Value> {
        auto columns = [&](Value column,
                           ValueRange carried) -> SmallVector<Value> {
          ScalarBuilder s(b, elementType);
          SmallVector<Value> place(window);
          place[windows.dims[0]] = row;
          place[windows.dims[1]] = column;
          Value here = b.extract(data, place);
          Value isNone = b.isLess(carried[0], b.index(0));
          // A NaN is larger than any number, and the first one counts.
          Value isLarger =
              b.both(b.either(s.gt(here, carried[1]), s.isNaN(here)),
                     b.isNot(s.isNaN(carried[1])));
          Value isBetter = b.either(isNone, isLarger);
          Value number = b.add(b.mul(row, extents[1]), column);
          return {b.select(isBetter, number, carried[0]),
                  s.select(isBetter, here, carried[1])};
        };
        return b.loop(begins[1], ends[1], carried, columns);
      };
      Value lowest = b.scalar(elementType).lowest();
      Value number = b.loop(begins[0], ends[0], {b.index(-1), lowest}, rows)[0];
      return b.toElement(number, b.getI64Type());
    };
    return buildIndexed(b, b.getSizes(outGrad), b.getI64Type(), {}, {},
                        element);
  }

  Emitter &b;
  const PoolWindows &windows;
  Value outGrad, data;
  Type elementType, accumulator;
  SmallVector<Value> extents, counts; ///< Rows and columns.
};

static bool countsPadding(NNAvgPool2dGradOp op) {
  return op.getCountIncludePad();
}

// pool_grad(g, x) -> linalg.generic that sums over the windows of each element
template <typename OpT>
struct PoolGradConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    FailureOr<PoolWindows> windows = inferPoolWindows(
        std::nullopt, op.getRelayName(), type.getRank(), op.getLayout(), "HW",
        op.getPoolSize(), op.getStrides(), op.getDilation(), op.getPadding());
    if (failed(windows))
      return b.notifyMatchFailure("the attributes are not valid");
    PoolGradBuilder builder(b, *windows, adaptor.getOutGrad(),
                            adaptor.getData());
    if constexpr (std::is_same_v<OpT, NNMaxPool2dGradOp>)
      return builder.buildMax();
    else
      return builder.buildAverage(countsPadding(op));
  }
};

//===----------------------------------------------------------------------===//
// nn.conv2d_backward_weight
//===----------------------------------------------------------------------===//

// conv2d_backward_weight(g, x) -> sum of products over batches and windows
struct NNConv2dBackwardWeightOpConversion
    : public TensorOpConversion<NNConv2dBackwardWeightOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNConv2dBackwardWeightOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    auto gradType = cast<RankedTensorType>(op.getGrad().getType());
    auto dataType = cast<RankedTensorType>(op.getData().getType());
    ConvAttributes attributes =
        NNConv2dBackwardWeightOp::getConvAttributes(adaptor);
    FailureOr<ConvGradient> gradient =
        checkConvGradient(std::nullopt, attributes, gradType, dataType);
    if (failed(gradient))
      return b.notifyMatchFailure("the types do not fit");
    Type elementType = getElementTypeOrSelf(op.getType());
    if (isEmptyShape(type) || isEmptyShape(gradType) ||
        isEmptyShape(dataType)) {
      Value empty =
          tensor::EmptyOp::create(b, type.getShape(), type.getElementType());
      Value zero = b.scalar(elementType).zero();
      return linalg::FillOp::create(b, zero, empty).getResult(0);
    }
    Value grad = order(b, adaptor.getGrad(), gradient->gradLayout);
    Value data = order(b, adaptor.getData(), gradient->dataLayout);
    data = buildReached(b, attributes, *gradient, grad, data,
                        dataType.getElementType());
    // Channels as groups and what each of them has.
    int64_t groups = attributes.groups;
    grad = splitChannels(b, grad, groups);
    data = splitChannels(b, data, groups);
    MLIRContext *context = b.getContext();
    AffineExpr g, o, i, h, w, n, y, x;
    bindDims(context, g, o, i, h, w, n, y, x);
    auto map = [&](ArrayRef<AffineExpr> exprs) {
      return AffineMap::get(8, 0, exprs, context);
    };
    SmallVector<int64_t> shape{groups, gradient->weightShape[0] / groups,
                               gradient->channels, gradient->weightShape[2],
                               gradient->weightShape[3]};
    SmallVector<utils::IteratorType> iterators(5,
                                               utils::IteratorType::parallel);
    iterators.append(3, utils::IteratorType::reduction);
    ArrayRef<int64_t> strides = attributes.strides,
                      dilation = attributes.dilation;
    Value result = buildContraction(
        b, {grad, gradType.getElementType(), map({n, g, o, y, x})},
        {data, dataType.getElementType(),
         map({n, g, i, y * strides[0] + h * dilation[0],
              x * strides[1] + w * dilation[1]})},
        {map({g, o, i, h, w}), getAsIndexOpFoldResult(context, shape),
         elementType, RankedTensorType::get(shape, type.getElementType())},
        iterators);
    result = buildCollapse(
        b, result, ArrayRef<ReassociationIndices>{{0, 1}, {2}, {3}, {4}});
    SmallVector<int64_t> permutation;
    for (const LayoutAxis &axis : gradient->weightLayout.getAxes())
      permutation.push_back(StringRef("OIHW").find(axis.name));
    return buildTranspose(b, result, permutation);
  }

private:
  static bool isEmptyShape(RankedTensorType type) {
    return llvm::is_contained(type.getShape(), 0);
  }

  /// `value`, in `layout`, in the order NCHW.
  static Value order(Emitter &b, Value value, const Layout &layout) {
    SmallVector<int64_t> permutation;
    for (char name : StringRef("NCHW"))
      permutation.push_back(layout.indexOf(name));
    return buildTranspose(b, value, permutation);
  }

  /// `data` as far as the windows of the elements of `grad` reach, with zeros
  /// where it ends before.
  static Value buildReached(Emitter &b, const ConvAttributes &attributes,
                            const ConvGradient &gradient, Value grad,
                            Value data, Type elementType) {
    SmallVector<OpFoldResult> sizes = b.getSizes(data);
    SmallVector<OpFoldResult> before(4, b.getIndexAttr(0)), after(before);
    for (int64_t axis = 0; axis < 2; ++axis) {
      int64_t dim = 2 + axis;
      OpFoldResult count = b.getSize(grad, dim);
      OpFoldResult last = b.subSizes(count, b.getIndexAttr(1));
      int64_t reach =
          (gradient.weightShape[dim] - 1) * attributes.dilation[axis] + 1;
      OpFoldResult reached =
          b.addSizes(b.mulSizes(last, b.getIndexAttr(attributes.strides[axis])),
                     b.getIndexAttr(reach));
      before[dim] = b.getIndexAttr(gradient.before[axis]);
      after[dim] = b.subSizes(reached, b.addSizes(sizes[dim], before[dim]));
      sizes[dim] = reached;
    }
    return buildResized(b, data, before, after, sizes,
                        b.scalar(elementType).zero());
  }

  static Value splitChannels(Emitter &b, Value value, int64_t groups) {
    SmallVector<OpFoldResult> sizes = b.getSizes(value);
    OpFoldResult count = b.getIndexAttr(groups);
    sizes[1] = b.divSizes(sizes[1], count);
    sizes.insert(sizes.begin() + 1, count);
    return buildExpand(
        b, value, ArrayRef<ReassociationIndices>{{0}, {1, 2}, {3}, {4}}, sizes);
  }
};

//===----------------------------------------------------------------------===//
// nn.correlation
//===----------------------------------------------------------------------===//

// correlation(a, b) -> sum over channels and patches, for each displacement
struct NNCorrelationOpConversion : public TensorOpConversion<NNCorrelationOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNCorrelationOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    auto type1 = cast<RankedTensorType>(op.getData1().getType());
    FailureOr<Correlation> correlation = checkCorrelation(
        std::nullopt, op.getRelayName(), type1,
        cast<RankedTensorType>(op.getData2().getType()), op.getKernelSize(),
        op.getMaxDisplacement(), op.getStride1(), op.getStride2(),
        op.getPadding(), op.getLayout());
    if (failed(correlation))
      return b.notifyMatchFailure("the types do not fit");
    if (llvm::is_contained(type.getShape(), 0))
      return tensor::EmptyOp::create(b, type.getShape(), type.getElementType())
          .getResult();
    Type elementType = type1.getElementType();
    SmallVector<OpFoldResult> low(4, b.getIndexAttr(0)), high(low);
    for (int64_t axis = 0; axis < 2; ++axis) {
      low[2 + axis] = b.getIndexAttr(correlation->before[axis]);
      high[2 + axis] = b.getIndexAttr(correlation->after[axis]);
    }
    Value zero = b.scalar(elementType).zero();
    Value first = buildPadded(b, adaptor.getData1(), low, high, zero);
    Value second = buildPadded(b, adaptor.getData2(), low, high, zero);
    Value sums = buildSums(op, b, *correlation, first, second, elementType);
    return buildMeans(op, b, sums, adaptor.getData1(), elementType, type);
  }

private:
  static Type getAccumulator(Emitter &b, Type elementType) {
    return isa<FloatType>(elementType)
               ? b.scalar(elementType).getAccumulatorType()
               : elementType;
  }

  /// (batch, displacement down, displacement right, row, column) of
  /// accumulators.
  static Value buildSums(NNCorrelationOp op, Emitter &b,
                         const Correlation &correlation, Value first,
                         Value second, Type elementType) {
    int64_t size = op.getKernelSize(), stride1 = op.getStride1(),
            stride2 = op.getStride2(), most = op.getMaxDisplacement();
    int64_t start = most - correlation.radius * stride2;
    MLIRContext *context = b.getContext();
    AffineExpr n, p, q, y, x, c, h, w;
    bindDims(context, n, p, q, y, x, c, h, w);
    auto map = [&](ArrayRef<AffineExpr> exprs) {
      return AffineMap::get(8, 0, exprs, context);
    };
    SmallVector<utils::IteratorType> iterators(5,
                                               utils::IteratorType::parallel);
    iterators.append(3, utils::IteratorType::reduction);
    OpFoldResult count = b.getIndexAttr(correlation.getNumDisplacements());
    SmallVector<OpFoldResult> sizes{b.getSize(first, 0), count, count};
    for (int64_t dim : {2, 3}) {
      OpFoldResult room = b.subSizes(b.getSize(first, dim),
                                     b.getIndexAttr(2 * most + size - 1));
      if (!getConstantIntValue(room))
        room = OpFoldResult(b.max(cast<Value>(room), b.index(0)));
      sizes.push_back(b.ceilDivSizes(room, b.getIndexAttr(stride1)));
    }
    Type accumulator = getAccumulator(b, elementType);
    ScalarBuilder zero(b, accumulator);
    Value empty = tensor::EmptyOp::create(b, sizes, zero.getType());
    Value init = linalg::FillOp::create(b, zero.zero(), empty).getResult(0);
    // No element of it is read: it gives the loops over a patch their bounds.
    Value patch = tensor::EmptyOp::create(b, ArrayRef<int64_t>{size, size},
                                          zero.getType());
    return linalg::GenericOp::create(
               b, init.getType(), ValueRange{first, second, patch}, init,
               {map({n, c, y * stride1 + h + most, x * stride1 + w + most}),
                map({n, c, y * stride1 + p * stride2 + h + start,
                     x * stride1 + q * stride2 + w + start}),
                map({h, w}), map({n, p, q, y, x})},
               iterators,
               [&](OpBuilder &, Location, ValueRange elements) {
                 ScalarBuilder s(b, accumulator);
                 ScalarBuilder from(b, elementType);
                 Value left = from.cast(elements[0], accumulator);
                 Value right = from.cast(elements[1], accumulator);
                 Value term = op.getIsMultiply() ? s.mul(left, right)
                                                 : s.abs(s.sub(left, right));
                 linalg::YieldOp::create(b, s.add(elements[3], term));
               })
        .getResult(0);
  }

  /// The sums divided by the number of summands, with one dimension for all
  /// displacements.
  static Value buildMeans(NNCorrelationOp op, Emitter &b, Value sums,
                          Value data, Type elementType, RankedTensorType type) {
    Type accumulator = getAccumulator(b, elementType);
    sums = buildCollapse(b, sums,
                         ArrayRef<ReassociationIndices>{{0}, {1, 2}, {3}, {4}});
    int64_t size = op.getKernelSize();
    Value channels = b.getDim(data, 1);
    auto sumsType = cast<RankedTensorType>(sums.getType());
    return buildElementwise(b, sums, sumsType.clone(type.getElementType()),
                            /*equalDynamicDims=*/true, [&](ValueRange x) {
                              ScalarBuilder s(b, accumulator);
                              Value count = b.toElement(
                                  b.mul(channels, size * size), accumulator);
                              return s.cast(s.div(x[0], count), elementType);
                            });
  }
};
} // namespace

void relay::populateNNGradToLinalgPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<NNConv2dBackwardWeightOpConversion, NNCorrelationOpConversion,
               PoolGradConversion<NNAvgPool2dGradOp>,
               PoolGradConversion<NNMaxPool2dGradOp>>(converter,
                                                      patterns.getContext());
}
