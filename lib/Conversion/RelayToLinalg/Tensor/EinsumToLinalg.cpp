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
    ValueRange fields = adaptor.getData();
    auto types = llvm::map_to_vector(fields.getTypes(), [](Type type) {
      return cast<RankedTensorType>(type);
    });
    auto resolved = EinsumOp::resolve(std::nullopt, op.getEquation(), types);
    if (failed(resolved))
      return rewriter.notifyMatchFailure(op, "the equation is not valid");
    Location loc = op.getLoc();
    EinsumLoops loops = buildLoops(rewriter, loc, *resolved, fields);
    Type elementType = getElementTypeOrSelf(op.getType());
    SmallVector<OpFoldResult> sizes(
        ArrayRef(loops.sizes).take_front(resolved->resultRank));
    Value result;
    if (fields.size() == 2) {
      ContractionOperand lhs{fields[0], elementType, loops.maps[0]};
      ContractionOperand rhs{fields[1], elementType, loops.maps[1]};
      result = buildContraction(rewriter, loc, lhs, rhs, loops.resultMap,
                                loops.iterators, sizes, elementType, type);
    } else {
      result = buildSum(rewriter, loc, loops, fields, sizes, elementType, type);
    }
    rewriter.replaceOp(op, castTensor(rewriter, loc, result, type));
    return success();
  }

private:
  static EinsumLoops buildLoops(OpBuilder &b, Location loc,
                                const EinsumOp::Loops &loops,
                                ValueRange fields) {
    int64_t numLoops = loops.extents.size();
    EinsumLoops result;
    result.sizes.resize(numLoops);
    for (auto [field, dims] : llvm::zip_equal(fields, loops.operands)) {
      SmallVector<AffineExpr> indices;
      for (auto [dim, loop] : llvm::enumerate(dims)) {
        OpFoldResult size = tensor::getMixedSize(b, loc, field, dim);
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
  static Value buildSum(OpBuilder &b, Location loc, const EinsumLoops &loops,
                        ValueRange fields, ArrayRef<OpFoldResult> sizes,
                        Type elementType, RankedTensorType type) {
    ScalarBuilder element(b, loc, elementType);
    Type accumulator =
        element.isFloat() ? element.getAccumulatorType() : elementType;
    ScalarBuilder zero(b, loc, accumulator);
    Value empty = tensor::EmptyOp::create(b, loc, sizes, zero.getType());
    Value init =
        linalg::FillOp::create(b, loc, zero.zero(), empty).getResult(0);
    SmallVector<AffineMap> maps(loops.maps);
    maps.push_back(loops.resultMap);
    auto generic = linalg::GenericOp::create(
        b, loc, init.getType(), fields, init, maps, loops.iterators,
        [&](OpBuilder &nested, Location loc, ValueRange x) {
          ScalarBuilder from(nested, loc, elementType);
          ScalarBuilder s(nested, loc, accumulator);
          Value product;
          for (Value factor : x.drop_back()) {
            factor = from.cast(factor, accumulator);
            product = product ? s.mul(product, factor) : factor;
          }
          linalg::YieldOp::create(nested, loc, s.add(product, x.back()));
        });
    return buildRounding(b, loc, generic.getResult(0), elementType, type);
  }
};
} // namespace

void relay::populateEinsumToLinalgPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<EinsumOpConversion>(converter, patterns.getContext());
}
