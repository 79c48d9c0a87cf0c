//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant folding in other compilers: operators of their dialects, data that
// cannot be read, and memory that does not suffice.
//
//===----------------------------------------------------------------------===//

#include "FoldConstantTest.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/Compiler.h"

using namespace mlir;
using namespace mlir::relay;

namespace {

//===----------------------------------------------------------------------===//
// Operators of another dialect
//===----------------------------------------------------------------------===//

/// Implements OperatorInterface by hand, without effects.
template <typename ConcreteOp, template <typename> class... Traits>
class TestOperator
    : public Op<ConcreteOp, OpTrait::ZeroRegions, OpTrait::VariadicOperands,
                Traits..., MemoryEffectOpInterface::Trait,
                OperatorInterface::Trait> {
public:
  using Base =
      Op<ConcreteOp, OpTrait::ZeroRegions, OpTrait::VariadicOperands, Traits...,
         MemoryEffectOpInterface::Trait, OperatorInterface::Trait>;
  using Base::Base;

  static ArrayRef<StringRef> getAttributeNames() { return {}; }
  static StringRef getRelayName() { return ConcreteOp::getOperationName(); }
  static ArrayRef<AttributeSpec> getAttributeSpecs() { return {}; }
  static OpPatternKind getOpPattern() { return OpPatternKind::Opaque; }
  static bool isNonComputational() { return false; }
  static bool isReshapeOnly() { return false; }
  void getEffects(
      SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &) {}
};

/// Folding changes it in place once.
class ChangingOp : public TestOperator<ChangingOp, OpTrait::OneResult> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ChangingOp)
  using TestOperator::TestOperator;

  static StringLiteral getOperationName() { return "test.changing"; }
  OpFoldResult fold(ArrayRef<Attribute>) {
    if ((*this)->hasAttr("changed"))
      return {};
    (*this)->setAttr("changed", UnitAttr::get(getContext()));
    return (*this)->getResult(0);
  }
};

/// An operator in name only.
class ResultsOp : public TestOperator<ResultsOp, OpTrait::VariadicResults> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ResultsOp)
  using TestOperator::TestOperator;

  static StringLiteral getOperationName() { return "test.results"; }
};

class TestDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestDialect)

  explicit TestDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<TestDialect>()) {
    addOperations<ChangingOp, ResultsOp>();
  }
  static StringRef getDialectNamespace() { return "test"; }
};

class FoldEmbeddingTest : public FoldConstantsTest {
protected:
  FoldEmbeddingTest()
      : handler(&context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
            errors.push_back(diagnostic.str());
        }) {
    context.loadDialect<TestDialect>();
  }

  LogicalResult applyPattern(const FoldConstantConfig &config = {}) {
    RewritePatternSet patterns(&context);
    populateFoldConstantPatterns(patterns, config);
    return applyPatternsGreedily(*module, std::move(patterns));
  }
  LogicalResult runPass(std::unique_ptr<Pass> pass = createFoldConstantPass()) {
    PassManager manager(&context, ModuleOp::getOperationName(),
                        PassManager::Nesting::Implicit);
    manager.enableVerifier(false);
    manager.addPass(std::move(pass));
    return manager.run(*module);
  }
  /// Parses a program whose first constant is a resource of two floats, and
  /// frees their data. Returns the error that there is when they are read.
  std::string parseAndFree(StringRef text) {
    auto &blobs = DenseResourceElementsHandle::getManagerInterface(&context)
                      .getBlobManager();
    module = nullptr;
    context.getOrLoadDialect<BuiltinDialect>();
    parse(text);
    auto resource = cast<DenseResourceElementsAttr>(
        (*getFunction("f").getOps<ConstantOp>().begin()).getValue());
    std::string key = resource.getRawHandle().getKey().str();
    blobs.update(key, AsmResourceBlob());
    return "cannot fold: expected 8 bytes in resource '" + key +
           "' for 'tensor<2xf32>', but got 0";
  }
  /// All errors since the last call, each once: drivers try again.
  std::vector<std::string> takeErrors() {
    std::vector<std::string> taken = std::exchange(errors, {});
    taken.erase(std::unique(taken.begin(), taken.end()), taken.end());
    return taken;
  }

  std::vector<std::string> errors;
  ScopedDiagnosticHandler handler;
};

TEST_F(FoldEmbeddingTest, FoldersThatChangeTheirOperation) {
  parse(R"mlir(
    func.func @f(%arg0: tensor<2xf32>) -> tensor<2xf32> {
      %0 = "test.changing"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    })mlir");
  std::string before = print();
  EXPECT_TRUE(failed(evaluateConstant(getResult())));
  EXPECT_FALSE(foldConstants(*module).hasChanged);
  EXPECT_EQ(print(), before);
  // It would.
  SmallVector<OpFoldResult> results;
  EXPECT_TRUE(succeeded(getResult().getDefiningOp()->fold(results)));
  EXPECT_NE(print(), before);
}

TEST_F(FoldEmbeddingTest, OperatorsAreVerified) {
  auto check = [&](StringRef types, StringRef error) {
    module = parseSourceString<ModuleOp>(
        ("func.func @f(%arg0: tensor<2xf32>) {\n"
         "  \"test.results\"(%arg0) : (tensor<2xf32>) -> " +
         types + "\n  return\n}")
            .str(),
        &context);
    EXPECT_EQ(!module, !error.empty());
    std::vector<std::string> expected;
    if (!error.empty())
      expected.push_back(("'test.results' op " + error).str());
    EXPECT_EQ(takeErrors(), expected);
  };
  check("tensor<2xf32>", "");
  check("()", "expected an operator to have one result, but got 0");
  check("(tensor<2xf32>, tensor<2xf32>)",
        "expected an operator to have one result, but got 2");
  check("tensor<2xindex>", "expected operands and result of an operator to be "
                           "of Relay's types, but got 'tensor<2xindex>'");
  check("tensor<2xcomplex<f32>>",
        "expected operands and result of an operator to be of Relay's types, "
        "but got 'tensor<2xcomplex<f32>>'");
}

//===----------------------------------------------------------------------===//
// Values that nothing uses
//===----------------------------------------------------------------------===//

TEST_F(FoldEmbeddingTest, WhatIsReturnedStays) {
  for (StringRef binding :
       {"relay.let %0 as \"x\" : (tensor<2xf32>) -> tensor<2xf32>",
        "relay.let %0 as \"x\" : (tensor<2xf32>) -> tensor<?xf32>",
        "relay.on_device %0 {virtual_device = "
        "#relay.virtual_device<device = cpu>} : (tensor<2xf32>) -> "
        "tensor<2xf32>",
        "relay.type_cast %0 : tensor<2xf32> to tensor<?xf32>"}) {
    parse(("func.func @f() {\n"
           "  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>\n"
           "  %1 = " +
           binding + "\n  return\n}")
              .str());
    Operation *bound = &*std::next(getFunction("f").front().begin());
    FailureOr<Value> value = foldConstants(bound->getResult(0));
    ASSERT_TRUE(succeeded(value)) << binding.str();
    Operation *root = value->getDefiningOp();
    bool isThere = false;
    module->walk([&](Operation *op) { isThere |= op == root; });
    ASSERT_TRUE(isThere) << binding.str();
    while (root && !isa<ConstantOp>(root))
      root = root->getOperand(0).getDefiningOp();
    EXPECT_TRUE(root);
    EXPECT_EQ(count<LetOp>(*module), 0u);
    EXPECT_TRUE(succeeded(verify(*module)));
  }
}

//===----------------------------------------------------------------------===//
// Data and memory
//===----------------------------------------------------------------------===//

/// `-c` and `max(c)` for the resource `k`.
constexpr const char *resourceUses = R"mlir(
    func.func @f() -> (tensor<2xf32>, tensor<i32>) {
      %0 = relay.constant dense_resource<k> : tensor<2xf32>
      %1 = relay.negative %0 : (tensor<2xf32>) -> tensor<2xf32>
      %2 = relay.constant dense<1> : tensor<i32>
      %3 = relay.negative %2 : (tensor<i32>) -> tensor<i32>
      return %1, %3 : tensor<2xf32>, tensor<i32>
    }
    {-# dialect_resources: { builtin: {
      k: "0x040000000000803F0000803F"
    } } #-})mlir";

TEST_F(FoldEmbeddingTest, DataThatHasBeenFreed) {
  std::vector<std::string> error(1);
  auto prepare = [&] { error.front() = parseAndFree(resourceUses); };
  prepare();
  FoldConstantStatistics statistics = foldConstants(*module);
  EXPECT_TRUE(statistics.hasUnreadableData);
  EXPECT_FALSE(statistics.isOutOfMemory);
  EXPECT_EQ(takeErrors(), error);
  // Only what is computed from it stays.
  EXPECT_EQ(count<NegativeOp>(*module), 1u);
  prepare();
  EXPECT_TRUE(failed(runPass()));
  EXPECT_EQ(takeErrors(), error);
  prepare();
  bool hasError = false;
  EXPECT_TRUE(failed(foldConstants(getResult(), {}, &hasError)));
  EXPECT_TRUE(hasError);
  EXPECT_EQ(takeErrors(), error);
  EXPECT_TRUE(succeeded(foldConstants(getResult(1), {}, &hasError)));
  EXPECT_FALSE(hasError);
  EXPECT_TRUE(failed(evaluateConstant(getResult(), {}, &hasError)));
  EXPECT_TRUE(hasError);
  EXPECT_EQ(takeErrors(), error);
  prepare();
  EXPECT_TRUE(succeeded(applyPattern()));
  EXPECT_EQ(takeErrors(), error);
  EXPECT_EQ(count<NegativeOp>(*module), 1u);
}

TEST_F(FoldEmbeddingTest, ErrorsOfPassesThatFold) {
  std::vector<std::string> error = {parseAndFree(resourceUses)};
  EXPECT_TRUE(failed(runPass(createDynamicToStaticPass())));
  EXPECT_EQ(takeErrors(), error);
  error.front() = parseAndFree(R"mlir(
    func.func @f(%arg0: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.constant dense_resource<k> : tensor<2xf32>
      %1 = relay.add %arg0, %0
          : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      %2 = relay.constant dense<2.0> : tensor<f32>
      %3 = relay.add %1, %2 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
      return %3 : tensor<2xf32>
    }
    {-# dialect_resources: { builtin: {
      k: "0x040000000000803F0000803F"
    } } #-})mlir");
  std::string before = print();
  EXPECT_TRUE(failed(runPass(createSimplifyExprPass())));
  EXPECT_EQ(takeErrors(), error);
  EXPECT_EQ(print(), before);
}

#if !LLVM_ADDRESS_SANITIZER_BUILD && !LLVM_THREAD_SANITIZER_BUILD
// The sanitizers end a process that asks for too much.
TEST_F(FoldEmbeddingTest, ResultsThatDoNotFitMemory) {
  parse(R"mlir(
    func.func @f() -> tensor<2x288230376151711744xf32> {
      %0 = relay.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
      %1 = relay.broadcast_to %0 {shape = array<i64: 2, 288230376151711744>}
          : (tensor<2x1xf32>) -> tensor<2x288230376151711744xf32>
      return %1 : tensor<2x288230376151711744xf32>
    })mlir");
  FoldConstantConfig config;
  config.maxGrowth = 0;
  std::vector<std::string> error(
      1, "cannot fold: not enough memory for a result of type "
         "tensor<2x288230376151711744xf32>");
  EXPECT_TRUE(foldConstants(*module, config).isOutOfMemory);
  EXPECT_EQ(takeErrors(), error);
  EXPECT_TRUE(succeeded(applyPattern(config)));
  EXPECT_EQ(takeErrors(), error);
  EXPECT_EQ(count<BroadcastToOp>(*module), 1u);
}
#endif

} // namespace
