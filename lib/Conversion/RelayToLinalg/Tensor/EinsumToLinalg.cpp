//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// einsum: lowering. Products of two tensors are contractions, as dense products
// are.
//
//===----------------------------------------------------------------------===//

#include "../Builders/Contraction.h"
#include "../Builders/Emitter.h"
#include "../Builders/ScalarBuilder.h"
#include "../Builders/TensorBuilders.h"
#include "../Patterns.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
/// The loops of an einsum and its fields.
struct EinsumLoops {
  SmallVector<OpFoldResult> sizes;
  SmallVector<AffineMap> maps;
  AffineMap resultMap;
  SmallVector<utils::IteratorType> iterators;
};

// einsum(x, y) -> contraction of x and y
// einsum(x, ...) -> linalg.generic that sums products of elements
struct EinsumOpConversion : public OpConversionPattern<EinsumOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(EinsumOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_or_null<RankedTensorType>(
        getTypeConverter()->convertType(op.getType()));
    if (!type || !llvm::all_of(adaptor.getData().getTypes(),
                               llvm::IsaPred<RankedTensorType>))
      return rewriter.notifyMatchFailure(op, "a type is unknown");
    SmallVector<Value> fields(adaptor.getData());
    auto types =
        llvm::map_to_vector(ValueRange(fields).getTypes(), [](Type type) {
          return cast<RankedTensorType>(type);
        });
    auto resolved = EinsumOp::resolve(std::nullopt, op.getEquation(), types);
    if (failed(resolved))
      return rewriter.notifyMatchFailure(op, "the equation is not valid");
    Emitter b(rewriter, op.getLoc());
    repeatFields(b, *resolved, fields);
    EinsumLoops loops = buildLoops(b, *resolved, fields);
    Type elementType = getElementTypeOrSelf(op.getType());
    SmallVector<OpFoldResult> sizes(
        ArrayRef(loops.sizes).take_front(resolved->resultRank));
    Value result;
    if (fields.size() == 2) {
      ContractionOperand lhs{fields[0], elementType, loops.maps[0]};
      ContractionOperand rhs{fields[1], elementType, loops.maps[1]};
      result = buildContraction(b, lhs, rhs,
                                {loops.resultMap, sizes, elementType, type},
                                loops.iterators);
    } else {
      result = buildSum(b, loops, fields, sizes, elementType, type);
    }
    rewriter.replaceOp(op, castTensor(b, result, type));
    return success();
  }

private:
  /// The size of each loop: the first one of its dimensions that is not 1.
  static SmallVector<Value> getLoopSizes(Emitter &b,
                                         const EinsumOp::Loops &loops,
                                         ArrayRef<SmallVector<Value>> extents) {
    SmallVector<Value> sizes(loops.extents.size());
    for (auto [field, dims] : llvm::enumerate(loops.operands))
      for (auto [dim, loop] : llvm::enumerate(dims)) {
        Value &known = sizes[loop];
        Value size = extents[field][dim];
        known =
            known ? b.select(b.isEqual(known, b.index(1)), size, known) : size;
      }
    return sizes;
  }

  // field -> if it has another size than a loop: linalg.generic that repeats it
  /// Replaces fields whose dimensions may turn out to be 1 when the program
  /// runs.
  static void repeatFields(Emitter &b, const EinsumOp::Loops &loops,
                           MutableArrayRef<Value> fields) {
    SmallVector<SmallVector<Value>> extents;
    for (auto [field, dims] : llvm::zip_equal(fields, loops.operands))
      extents.push_back(llvm::map_to_vector(
          llvm::seq<int64_t>(dims.size()),
          [&, field = field](int64_t dim) { return b.getDim(field, dim); }));
    SmallVector<Value> loopSizes = getLoopSizes(b, loops, extents);
    for (auto [field, dims, sizes] :
         llvm::zip_equal(fields, loops.operands, extents)) {
      Value isRepeated = b.isFalse();
      for (auto [size, loop] : llvm::zip_equal(sizes, dims)) {
        if (getConstantIntValue(size) || size == loopSizes[loop])
          continue;
        isRepeated =
            b.either(isRepeated, b.isNot(b.isEqual(size, loopSizes[loop])));
        size = loopSizes[loop];
      }
      if (!isConstantIntValue(isRepeated, 0))
        field = buildRepeated(b, field, isRepeated, getAsOpFoldResult(sizes));
    }
  }

  /// `field`, or where `isRepeated` holds its elements repeated to `sizes`.
  static Value buildRepeated(Emitter &b, Value field, Value isRepeated,
                             ArrayRef<OpFoldResult> sizes) {
    auto type = cast<RankedTensorType>(field.getType());
    auto repeat = [&] {
      Value repeated = buildIndexed(
          b, sizes, type.getElementType(), {}, {},
          [&](ValueRange at, ValueRange) {
            SmallVector<Value> position;
            for (auto [dim, index] : llvm::enumerate(at))
              position.push_back(b.min(index, b.sub(b.getDim(field, dim), 1)));
            return b.extract(field, position);
          });
      return castTensor(b, repeated, type);
    };
    return b.choose(isRepeated, repeat, [&] { return field; });
  }

  static EinsumLoops buildLoops(Emitter &b, const EinsumOp::Loops &loops,
                                ValueRange fields) {
    int64_t numLoops = loops.extents.size();
    EinsumLoops result;
    result.sizes.resize(numLoops);
    for (auto [field, dims] : llvm::zip_equal(fields, loops.operands)) {
      SmallVector<AffineExpr> indices;
      for (auto [dim, loop] : llvm::enumerate(dims)) {
        OpFoldResult size = b.getSize(field, dim);
        // Dimensions of 1 are repeated.
        bool isRepeated =
            isConstantIntValue(size, 1) && loops.extents[loop] != 1;
        indices.push_back(isRepeated ? b.getAffineConstantExpr(0)
                                     : b.getAffineDimExpr(loop));
        OpFoldResult &known = result.sizes[loop];
        // A static size other than 1 is preferred.
        if (!known || isConstantIntValue(known, 1) ||
            (!isRepeated && isa<Attribute>(size)))
          known = size;
      }
      result.maps.push_back(
          AffineMap::get(numLoops, 0, indices, b.getContext()));
    }
    SmallVector<AffineExpr> indices;
    for (int64_t dim = 0; dim < loops.resultRank; ++dim)
      indices.push_back(b.getAffineDimExpr(dim));
    result.resultMap = AffineMap::get(numLoops, 0, indices, b.getContext());
    result.iterators.assign(numLoops, utils::IteratorType::reduction);
    std::fill_n(result.iterators.begin(), loops.resultRank,
                utils::IteratorType::parallel);
    return result;
  }

  /// The sum of products of all fields, which are multiplied from left to
  /// right.
  static Value buildSum(Emitter &b, const EinsumLoops &loops, ValueRange fields,
                        ArrayRef<OpFoldResult> sizes, Type elementType,
                        RankedTensorType type) {
    ScalarBuilder element(b, elementType);
    Type accumulator =
        element.isFloat() ? element.getAccumulatorType() : elementType;
    ScalarBuilder zero(b, accumulator);
    Value empty = tensor::EmptyOp::create(b, sizes, zero.getType());
    Value init = linalg::FillOp::create(b, zero.zero(), empty).getResult(0);
    SmallVector<AffineMap> maps(loops.maps);
    maps.push_back(loops.resultMap);
    auto generic = linalg::GenericOp::create(
        b, init.getType(), fields, init, maps, loops.iterators,
        [&](OpBuilder &, Location, ValueRange x) {
          ScalarBuilder from(b, elementType);
          ScalarBuilder s(b, accumulator);
          Value product;
          for (Value factor : x.drop_back()) {
            factor = from.cast(factor, accumulator);
            product = product ? s.mul(product, factor) : factor;
          }
          linalg::YieldOp::create(b, s.add(product, x.back()));
        });
    return buildRounding(b, generic.getResult(0), elementType, type);
  }
};
} // namespace

void relay::populateEinsumToLinalgPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<EinsumOpConversion>(converter, patterns.getContext());
}
