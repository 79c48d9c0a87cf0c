//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Damages the JSON form of a program, at every number and at random, and reads
// it. Each text gives either a document that is written and read back as equal,
// or exactly one error at a position within the text; lowering either succeeds
// or emits an error. The sanitizers watch.
//
//===----------------------------------------------------------------------===//

#include "ExtremeNumbers.h"
#include "RelayLite/Frontend/ExprVisitor.h"
#include "RelayLite/Frontend/Json.h"
#include "RelayLite/Frontend/Lowering.h"
#include "RelayLite/Frontend/OperatorTable.h"
#include "RelayLite/Frontend/Parser.h"
#include "RelayLite/Frontend/StructuralEqual.h"
#include "RelayLite/InitAll.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace mlir::relay;

namespace {

constexpr StringRef kSeed = R"(#[version = "0.0.5"]
type List[A] { Cons(A, List[A]), Nil }
type "a b" { Pair((List[int8], bool), fn (Tensor[(?), int8]) -> "a b") }
extern type T[A, B]
def @main[A](%x: Tensor[(2, ?), float32], %t: (int32, bool), %a: A,
             %f: fn (int32) -> int32, Primitive=1, Compiler="c/d") -> float32 {
  %0 = nn.softmax(%x, axis=-1);
  %1 = nn.conv2d(%0, %x, padding=[1, 1], channels=4, kernel_size=[3, 3]);
  let %y: ref(float32) = ref(2f);
  ref_write(%y, 3f);
  %2 = (%1, (), (%t.0,), True, strided_slice(%1, begin=[0], end=[1], strides=[1]));
  if (%t.1) {
    sum(%2.0, axis=None, keepdims=True)
  } else {
    @id(%f(3), %a) + ref_read(%y)
  }
}

def @id(%x, %y) { %x }
)";

/// Whether a call has an attribute object of an operator that is not known.
bool hasUnknownAttrs(const ast::Module &module) {
  struct Finder : ast::ExprVisitor {
    void visitCall(const ast::Call &call) override {
      found |=
          call.getAttrs().size() == 1 && call.getAttrs().front().name.empty();
    }
    bool found = false;
  } finder;
  for (const ast::Module::Definition &definition : module.getFunctions())
    finder.visit(*definition.function);
  return finder.found;
}

class JsonFuzzTest : public ::testing::Test {
protected:
  JsonFuzzTest()
      : context(MLIRContext::Threading::DISABLED), operators(makeTable()) {}

  OperatorTable makeTable() {
    DialectRegistry registry;
    registerAllDialects(registry);
    registry.insert<func::FuncDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    return OperatorTable(&context);
  }

  std::string write(const ast::JsonDocument &document) {
    std::string text;
    llvm::raw_string_ostream os(text);
    // A module that was read can have parts that cannot be written.
    if (llvm::Error error = ast::writeJson(document, operators, os)) {
      EXPECT_FALSE(llvm::toString(std::move(error)).empty());
    }
    return text;
  }

  std::string makeSeed() {
    std::optional<ast::Module> module =
        ast::parseModule(kSeed, "seed", [](ast::Span, const Twine &message) {
          FAIL() << message.str();
        });
    return write({std::move(*module)});
  }

  /// Reads a text; returns whether it is a document.
  bool check(StringRef text) {
    unsigned numErrors = 0;
    auto onError = [&](ast::Span span, const Twine &message) {
      ++numErrors;
      EXPECT_GT(span.line, 0u) << text.str();
      EXPECT_GT(span.column, 0u) << text.str();
      EXPECT_LE(span.line, text.count('\n') + 1) << text.str();
      EXPECT_FALSE(message.str().empty());
    };
    std::optional<ast::JsonDocument> document =
        ast::readJson(text, "text", operators, onError);
    EXPECT_EQ(numErrors, document ? 0u : 1u) << text.str();
    if (!document)
      return false;
    auto *module = std::get_if<ast::Module>(&document->root);
    if (!module)
      return true;
    checkWriting(*document, *module);
    unsigned numEmitted = 0;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      numEmitted += diagnostic.getSeverity() == DiagnosticSeverity::Error;
      return success();
    });
    OwningOpRef<ModuleOp> lowered = lowerModule(&context, *module);
    EXPECT_EQ(!lowered, numEmitted != 0) << text.str();
    return true;
  }

  void checkWriting(const ast::JsonDocument &document,
                    const ast::Module &module) {
    // References in attributes of unknown types are guessed.
    if (hasUnknownAttrs(module))
      return;
    std::string text = write(document);
    if (text.empty())
      return;
    std::string error;
    std::optional<ast::JsonDocument> again = ast::readJson(
        text, "again", operators,
        [&](ast::Span, const Twine &message) { error = message.str(); });
    ASSERT_TRUE(again) << error << "\n" << text;
    ast::Difference difference;
    ast::EqualOptions options;
    options.mapFreeVars = true;
    EXPECT_TRUE(ast::areEqual(module, std::get<ast::Module>(again->root),
                              options, &difference))
        << difference.path << ": " << difference.message << "\n"
        << text;
  }

  MLIRContext context;
  OperatorTable operators;
};

TEST_F(JsonFuzzTest, Seed) { EXPECT_TRUE(check(makeSeed())); }

// Each number becomes another: a reference to another node, or to none.
TEST_F(JsonFuzzTest, Numbers) {
  std::string seed = makeSeed();
  std::mt19937 random(1);
  unsigned numRead = 0, numChanged = 0;
  for (size_t i = 0; i < seed.size(); ++i) {
    if (!llvm::isDigit(seed[i]) || llvm::isDigit(seed[i - 1]))
      continue;
    size_t length = StringRef(seed).substr(i).take_while(llvm::isDigit).size();
    for (std::string number :
         {std::string("2"), std::to_string(random() % 150)}) {
      std::string text = seed;
      text.replace(i, length, number);
      numRead += check(text);
      ++numChanged;
    }
  }
  EXPECT_GT(numRead, 0u);
  EXPECT_LT(numRead, numChanged);
}

// References, indices of arrays, spans, dimensions and attributes.
TEST_F(JsonFuzzTest, ExtremeNumbers) {
  test::forEachExtremeNumber(makeSeed(),
                             [&](const std::string &text) { check(text); });
}

// Some characters go, come or change.
TEST_F(JsonFuzzTest, Characters) {
  std::string seed = makeSeed();
  for (unsigned round = 0; round < 3000; ++round) {
    std::mt19937 random(round);
    std::string text = seed;
    for (unsigned edits = 1 + random() % 3; edits; --edits) {
      size_t at = random() % text.size(), from = random() % text.size();
      switch (random() % 4) {
      case 0:
        text.erase(at, 1 + random() % 20);
        break;
      case 1:
        text.insert(at, seed.substr(from, 1 + random() % 60));
        break;
      case 2:
        text[at] = seed[from % seed.size()];
        break;
      case 3:
        text.resize(at + 1);
        break;
      }
    }
    check(text);
  }
}

} // namespace
