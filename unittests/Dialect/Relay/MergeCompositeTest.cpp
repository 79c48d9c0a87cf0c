//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MergeComposite with checks of C++, and the agreement of the graphs of
// operations and of syntax trees.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/MergeComposite.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Frontend/Raising.h"
#include "RelayLite/Pattern/ExprGraph.h"
#include "RelayLite/Pattern/Groups.h"
#include "RelayLite/Pattern/OperationGraph.h"
#include "RelayLite/Pattern/PatternFile.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace mlir::relay;

namespace {

constexpr StringLiteral twoProducts = R"mlir(
  func.func @f(%x: tensor<2x3xf32>, %w: tensor<3x3xf32>) -> tensor<2x3xf32> {
    %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x3xf32>
    %1 = relay.nn.relu %0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %2 = relay.nn.dense %1, %w {units = 3 : i64} : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x3xf32>
    %3 = relay.nn.relu %2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %3 : tensor<2x3xf32>
  })mlir";

struct MergeCompositeTest : public ::testing::Test {
  MergeCompositeTest() {
    context.loadDialect<RelayDialect, func::FuncDialect>();
  }

  std::vector<pattern::PatternDefinition> parse(StringRef text) {
    auto definitions = pattern::parsePatterns(&context, text, "test");
    EXPECT_TRUE(succeeded(definitions));
    return std::move(*definitions);
  }

  /// Runs `pass` on the module `text`, and returns the names of the composite
  /// functions.
  std::vector<std::string> run(StringRef text, std::unique_ptr<Pass> pass) {
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    PassManager manager(&context);
    manager.addNestedPass<func::FuncOp>(std::move(pass));
    EXPECT_TRUE(succeeded(manager.run(*module)));
    std::vector<std::string> names;
    module->walk([&](FusedFnOp fn) {
      names.push_back(fn->getAttrOfType<StringAttr>(fnattr::composite).str());
    });
    return names;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

using Names = std::vector<std::string>;

constexpr StringLiteral denseRelu =
    R"(composite "dense_relu" = is_op("nn.relu")(is_op("nn.dense")(None)))";

TEST_F(MergeCompositeTest, PatternsOfTheConstructor) {
  auto pattern = parse(denseRelu).front().pattern;
  EXPECT_EQ(run(twoProducts, createMergeCompositePass({{"a", pattern}})),
            (Names{"a", "a"}));
  auto hasUnits = [](Operation *root) {
    return cast<NNDenseOp>(root->getOperand(0).getDefiningOp())
        .getUnits()
        .has_value();
  };
  EXPECT_EQ(
      run(twoProducts, createMergeCompositePass(
                           {{"with", pattern, hasUnits}, {"others", pattern}})),
      (Names{"others", "with"}));
}

TEST_F(MergeCompositeTest, RegisteredChecks) {
  CompositeChecks::get(*context.getLoadedDialect<RelayDialect>())
      .add("never", [](Operation *) { return false; });
  SmallString<128> path;
  int file;
  ASSERT_FALSE(
      llvm::sys::fs::createTemporaryFile("table", "patterns", file, path));
  llvm::ToolOutputFile output(path, file);
  output.os() << R"(composite "never" where "never" = is_op("nn.relu")(None)
                    composite "relu" = is_op("nn.relu")(None))";
  output.os().flush();
  MergeCompositePassOptions options;
  options.patterns = path.str().str();
  EXPECT_EQ(run(twoProducts, createMergeCompositePass(std::move(options))),
            (Names{"relu", "relu"}));
}

/// The groups of a graph, as text that does not depend on it.
std::vector<std::string> getGroups(const pattern::DataflowGraph &graph,
                                   const pattern::Pattern &pattern) {
  auto groups = llvm::cantFail(pattern::findGroups(graph, pattern));
  std::vector<std::string> result;
  for (const pattern::Group &group : groups) {
    std::string text = std::to_string(group.root) + " " + group.name + ":";
    for (unsigned input : group.inputs)
      text += " " + std::to_string(input);
    result.push_back(text);
  }
  return result;
}

/// A function of random operators. Results are used several times or never.
std::string makeRandomFunction(std::mt19937 &random) {
  auto draw = [&](unsigned n) { return unsigned(random() % n); };
  std::string type = "tensor<2x2xf32>",
              tuple = "tuple<" + type + ", " + type + ">";
  std::string text =
      "func.func @f(%v0: " + type + ", %v1: " + type + ") -> " + tuple + " {\n";
  unsigned count = 2;
  auto value = [&] {
    return "%v" + std::to_string(count - 1 - draw(std::min(count, 5u)));
  };
  for (unsigned i = 0; i < 30; ++i) {
    static constexpr const char *unary[] = {"nn.relu", "exp", "tanh"};
    static constexpr const char *binary[] = {"add", "multiply", "divide",
                                             "nn.dense"};
    std::string line;
    switch (draw(8)) {
    case 0:
      line = "relay.let " + value() + " as \"l\" : (" + type + ") -> " + type;
      break;
    case 1:
      line =
          "relay.constant dense<" + std::to_string(draw(2)) + ".0> : " + type;
      break;
    case 2:
    case 3:
    case 4:
      line = std::string("relay.") + unary[draw(3)] + " " + value() + " : (" +
             type + ") -> " + type;
      break;
    default:
      line = std::string("relay.") + binary[draw(4)] + " " + value() + ", " +
             value() + " : (" + type + ", " + type + ") -> " + type;
    }
    text += "%v" + std::to_string(count++) + " = " + line + "\n";
  }
  return text + "%r = relay.tuple " + value() + ", " + value() + " : (" + type +
         ", " + type + ") -> " + tuple + "\nreturn %r : " + tuple + "\n}";
}

// A program in MLIR has the nodes of its syntax tree, and the same matches.
TEST_F(MergeCompositeTest, OperationsMatchAsExpressions) {
  OperatorTable operators(&context);
  auto definitions = parse(R"(
    composite "a" = is_op("nn.relu")(wildcard()) + wildcard()
    composite "b" = (is_op("exp")(wildcard()) | is_op("tanh")(wildcard())) * is_constant()
    composite "c" = dominates(is_op("nn.dense")(None),
        wildcard().has_attr({"TOpPattern": 0})(None) | is_op("add")(None), wildcard()(None))
    composite "d" = wildcard() * wildcard() / wildcard()
    composite "e" = is_let(is_var("l"), wildcard(), wildcard())
    composite "f" = is_op("nn.dense")(wildcard() + is_var(), wildcard().has_shape([2, 2]))
    composite "g" = wildcard() * is_expr(const(1.0)) | is_op("exp")(is_op("exp")(wildcard()))
    composite "h" = is_tuple(None))");
  unsigned numGroups = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    module = parseSourceString<ModuleOp>(makeRandomFunction(random), &context);
    ASSERT_TRUE(module);
    auto raised = raiseModule(*module);
    ASSERT_TRUE(succeeded(raised));
    const ast::Function &function = *raised->getFunctions().front().function;
    pattern::ExprGraph exprs(*function.getBody(), operators);
    auto func = *module->getOps<func::FuncOp>().begin();
    pattern::OperationGraph operations(func.getBody().front());
    ASSERT_EQ(exprs.size(), operations.size()) << seed;
    for (unsigned node = 0; node < exprs.size(); ++node)
      ASSERT_EQ(exprs.getChildren(node), operations.getChildren(node))
          << seed << " " << node;
    std::vector<CompositePattern> composites;
    for (const pattern::PatternDefinition &definition : definitions) {
      auto groups = getGroups(exprs, *definition.pattern);
      EXPECT_EQ(groups, getGroups(operations, *definition.pattern))
          << seed << " " << definition.name;
      numGroups += groups.size();
      composites.push_back({definition.name, definition.pattern});
    }
    ASSERT_TRUE(succeeded(mergeComposites(func, composites)));
    EXPECT_TRUE(succeeded(verify(*module)));
  }
  EXPECT_GT(numGroups, 100u);
}

// Dominators by jumps agree with their definition.
TEST_F(MergeCompositeTest, Dominators) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    std::mt19937 random(seed);
    module = parseSourceString<ModuleOp>(makeRandomFunction(random), &context);
    auto func = *module->getOps<func::FuncOp>().begin();
    pattern::OperationGraph graph(func.getBody().front());
    for (unsigned dominator = 0; dominator < graph.size(); ++dominator) {
      // A node leads out if one of its ways ends without the dominator.
      std::vector<bool> leadsOut(graph.size());
      for (unsigned node = graph.size(); node-- != 0;) {
        bool isEnd = node + 1 == graph.size() || graph.getUsers(node).empty();
        leadsOut[node] =
            node != dominator &&
            (isEnd || llvm::any_of(graph.getUsers(node), [&](unsigned user) {
               return leadsOut[user];
             }));
        EXPECT_EQ(graph.dominates(dominator, node),
                  node != dominator && !leadsOut[node])
            << seed << " " << dominator << " " << node;
      }
    }
  }
}

} // namespace
