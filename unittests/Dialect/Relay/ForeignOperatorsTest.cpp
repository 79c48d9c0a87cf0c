//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators of other dialects with lowerings of their own.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Conversion/RelayToLinalg/RelayToLinalg.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "RelayLite/Evaluation/Evaluator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::relay;

namespace {

/// `scale.by x`, which is x times `factor`. The dialects of all factors have
/// the same name.
template <int factor>
class ScaleOp
    : public Op<ScaleOp<factor>, OpTrait::ZeroRegions, OpTrait::OneOperand,
                OpTrait::OneResult, MemoryEffectOpInterface::Trait,
                OperatorInterface::Trait> {
public:
  using Base = Op<ScaleOp<factor>, OpTrait::ZeroRegions, OpTrait::OneOperand,
                  OpTrait::OneResult, MemoryEffectOpInterface::Trait,
                  OperatorInterface::Trait>;
  using Base::Base;

  static StringLiteral getOperationName() { return "scale.by"; }
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ScaleOp)
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
  static StringRef getRelayName() { return getOperationName(); }
  static ArrayRef<AttributeSpec> getAttributeSpecs() { return {}; }
  static OpPatternKind getOpPattern() { return OpPatternKind::ElemWise; }
  static bool isNonComputational() { return false; }
  static bool isReshapeOnly() { return false; }
  void getEffects(
      SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &) {}
};

// scale.by x -> x * factor
template <int factor>
struct ScaleToLinalg : ConversionPattern {
  ScaleToLinalg(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, "scale.by", /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                                ConversionPatternRewriter &b) const override {
    Location loc = op->getLoc();
    auto type = cast<RankedTensorType>(operands.front().getType());
    Value empty =
        tensor::EmptyOp::create(b, loc, type.getShape(), type.getElementType());
    AffineMap map = b.getMultiDimIdentityMap(type.getRank());
    b.replaceOpWithNewOp<linalg::GenericOp>(
        op, TypeRange(type), operands, empty, ArrayRef<AffineMap>{map, map},
        SmallVector<utils::IteratorType>(type.getRank(),
                                         utils::IteratorType::parallel),
        [&](OpBuilder &b, Location loc, ValueRange x) {
          Value constant = arith::ConstantOp::create(
              b, loc, b.getFloatAttr(x[0].getType(), factor));
          Value product = arith::MulFOp::create(b, loc, x[0], constant);
          linalg::YieldOp::create(b, loc, product);
        });
    return success();
  }
};

template <int factor>
class ScaleDialect : public Dialect {
public:
  explicit ScaleDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context,
                TypeID::get<ScaleDialect<factor>>()) {
    addOperations<ScaleOp<factor>>();
  }
  static StringRef getDialectNamespace() { return "scale"; }
};

template <int factor>
struct ScaleToLinalgInterface : RelayToLinalgDialectInterface {
  using RelayToLinalgDialectInterface::RelayToLinalgDialectInterface;
  void
  populateRelayToLinalgPatterns(const TypeConverter &converter,
                                RewritePatternSet &patterns) const override {
    patterns.add<ScaleToLinalg<factor>>(converter, patterns.getContext());
  }
};

template <int factor>
DialectRegistry makeRegistry(bool hasLowering = true) {
  DialectRegistry registry;
  registry.insert<RelayDialect, func::FuncDialect, ScaleDialect<factor>>();
  if (hasLowering)
    registry.addExtension(+[](MLIRContext *, ScaleDialect<factor> *dialect) {
      dialect->template addInterfaces<ScaleToLinalgInterface<factor>>();
    });
  return registry;
}

const char *program = R"mlir(
  func.func @f() -> tensor<2xf32> {
    %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %1 = "scale.by"(%0) : (tensor<2xf32>) -> tensor<2xf32>
    %2 = relay.negative %1 : (tensor<2xf32>) -> tensor<2xf32>
    return %2 : tensor<2xf32>
  })mlir";

/// The first element of what `program` folds to, and of what it evaluates to.
template <int factor>
std::vector<float> foldAndRun() {
  MLIRContext context(makeRegistry<factor>());
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(program, &context);
  auto function = module->lookupSymbol<func::FuncOp>("f");
  FailureOr<SmallVector<EvalValue>> results =
      Evaluator(*module).call(function, {});
  EXPECT_TRUE(succeeded(results));
  FoldConstantStatistics statistics = foldConstants(*module);
  EXPECT_EQ(statistics.numEvaluated, 2u);
  auto constant = function.front()
                      .getTerminator()
                      ->getOperand(0)
                      .getDefiningOp<ConstantOp>();
  EXPECT_TRUE(constant);
  if (failed(results) || !constant)
    return {};
  return {
      *constant.getValue().value_begin<float>(),
      reinterpret_cast<float *>(results->front().getTensor()->getData())[0]};
}

TEST(ForeignOperatorsTest, FoldAndRun) {
  EXPECT_EQ(foldAndRun<3>(), (std::vector<float>{-3, -3}));
  // A dialect of the same name in another context is another dialect.
  EXPECT_EQ(foldAndRun<5>(), (std::vector<float>{-5, -5}));
  EXPECT_EQ(foldAndRun<3>(), (std::vector<float>{-3, -3}));
}

/// The reason why `program` cannot be evaluated in `context`.
std::string getError(MLIRContext &context) {
  std::string error;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { error += diagnostic.str(); });
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(program, &context);
  auto function = module->lookupSymbol<func::FuncOp>("f");
  EXPECT_TRUE(failed(Evaluator(*module).call(function, {})));
  EXPECT_EQ(foldConstants(*module).numEvaluated, 0u);
  return error;
}

TEST(ForeignOperatorsTest, WithoutLowering) {
  MLIRContext context(makeRegistry<7>(/*hasLowering=*/false));
  EXPECT_EQ(getError(context),
            "cannot evaluate: the kernel cannot be compiled: 'scale.by' op has "
            "no lowering: the dialect registry has no "
            "RelayToLinalgDialectInterface for 'scale'");
}

TEST(ForeignOperatorsTest, NotInTheRegistry) {
  DialectRegistry registry;
  registry.insert<RelayDialect, func::FuncDialect>();
  MLIRContext context(registry);
  context.loadDialect<ScaleDialect<3>>();
  EXPECT_EQ(
      getError(context),
      "cannot evaluate: the dialect 'scale' is not in the registry of its "
      "context");
}
} // namespace
