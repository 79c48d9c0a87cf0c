//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Damages Relay text, at every token and at random, and reads it. Each text
// gives either a program that prints to a text that reads back as equal, or
// exactly one error at a position within the text; lowering either succeeds or
// emits an error, and what is imported is valid: import does not verify all of
// it. The sanitizers watch.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/Lowering.h"
#include "RelayLite/Frontend/Parser.h"
#include "RelayLite/Frontend/ParserState.h"
#include "RelayLite/Frontend/Printer.h"
#include "RelayLite/Frontend/StructuralEqual.h"
#include "RelayLite/InitAll.h"
#include "RelayLite/Translation/RelayText.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace mlir::relay;

namespace {

// One of everything the format has.
constexpr StringRef kSeed = R"(#[version = "0.0.5"]
def @main[A](%x: Tensor[(2, ?), float32], %t: (int32, bool), %a: A,
             %f: fn (int32) -> int32, Primitive=1, Compiler="c/d") -> float32 {
  // A comment, /* and */ another /* nested */ one.
  %0 = nn.softmax(%x, axis=-1) /* ty=Tensor[(2, ?), float32] */;
  %1 = clip(%0, a_min=-1.5e3f, a_max=1f64);
  let %y.z: ref(float32) = ref(2f);
  let %g = fn (%p: int32, %q) -> int32 { %p + 1 * -2 };
  ref_write(%y.z, 3f);
  %2 = (%1, (), (%t.0,), True, meta[relay.Constant][0]);
  if (%t.1) {
    sum(%2.0, axis=None, keepdims=True, exclude=False) < ref_read(%y.z)
  } else {
    @id(%g(%f(3), 4i64) == 5, %a)
  }
}

def @id(%x, %y) { %x }

#[metadata]
{
  "root": 1,
  "nodes": [
    {"type_key": ""},
    {"type_key": "Map", "keys": ["relay.Constant"], "data": [2]},
    {"type_key": "Array", "data": [3]},
    {"type_key": "relay.Constant",
     "attrs": {"_checked_type_": "0", "data": "0", "span": "0",
               "virtual_device_": "0"}}
  ],
  "b64ndarrays": [
    "P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQACAAAAAAAAAAgAAAAAAAAAAACAPwAAAEA="
  ],
  "attrs": {"tvm_version": "0.16.0"}
}
)";

class ParserFuzzTest : public ::testing::Test {
protected:
  ParserFuzzTest() : context(MLIRContext::Threading::DISABLED) {
    DialectRegistry registry;
    registerAllDialects(registry);
    registry.insert<func::FuncDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// Reads a text; returns whether it is a program.
  bool check(StringRef text) {
    unsigned numErrors = 0;
    auto onError = [&](ast::Span span, const Twine &message) {
      ++numErrors;
      EXPECT_GT(span.line, 0u) << text.str();
      EXPECT_GT(span.column, 0u) << text.str();
      EXPECT_LE(span.line, text.count('\n') + 1) << text.str();
      EXPECT_FALSE(message.str().empty());
    };
    ast::ParserState state;
    ast::ParseContext parseContext;
    parseContext.state = &state;
    std::optional<ast::Module> module =
        ast::parseModule(text, "text", onError, parseContext);
    for (const ast::ParserState::Name &name : state.getNames())
      EXPECT_LT(std::pair(name.span.line, name.span.column),
                std::pair(name.span.getEndLine(), name.span.getEndColumn()))
          << text.str();
    EXPECT_EQ(numErrors, module ? 0u : 1u) << text.str();
    if (!module)
      return false;
    checkPrinting(*module);
    checkLowering(*module, text);
    return true;
  }

  void checkPrinting(const ast::Module &module) {
    std::string printed;
    llvm::raw_string_ostream os(printed);
    ast::print(module, os);
    std::string error;
    std::optional<ast::Module> again = ast::parseModule(
        printed, "printed",
        [&](ast::Span, const Twine &message) { error = message.str(); });
    ASSERT_TRUE(again) << error << "\n" << printed;
    ast::Difference difference;
    EXPECT_TRUE(ast::areEqual(module, *again, {}, &difference))
        << difference.path << ": " << difference.message << "\n"
        << printed;
  }

  void checkLowering(const ast::Module &module, StringRef text) {
    unsigned numErrors = 0;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      numErrors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
      return success();
    });
    OwningOpRef<ModuleOp> lowered = lowerModule(&context, module);
    EXPECT_EQ(!lowered, numErrors != 0) << text.str();
    for (bool inferTypes : {false, true}) {
      OwningOpRef<ModuleOp> imported =
          importRelayText(&context, text, "text", {inferTypes});
      EXPECT_TRUE(!imported || succeeded(verify(*imported))) << text.str();
    }
  }

  MLIRContext context;
};

/// Cuts a text into words, numbers, white space and single characters.
std::vector<StringRef> tokenize(StringRef text) {
  auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  std::vector<StringRef> tokens;
  while (!text.empty()) {
    size_t size = 1;
    if (isWord(text[0]))
      size = text.take_while(isWord).size();
    else if (llvm::isSpace(text[0]))
      size = text.take_while(llvm::isSpace).size();
    tokens.push_back(text.take_front(size));
    text = text.drop_front(size);
  }
  return tokens;
}

std::string join(ArrayRef<StringRef> tokens) { return llvm::join(tokens, ""); }

TEST_F(ParserFuzzTest, Seed) { EXPECT_TRUE(check(kSeed)); }

TEST_F(ParserFuzzTest, TruncatedAnywhere) {
  for (size_t size = 0; size < kSeed.size(); ++size)
    check(kSeed.take_front(size));
}

TEST_F(ParserFuzzTest, EachTokenMissingOrWrong) {
  std::vector<StringRef> tokens = tokenize(kSeed);
  for (size_t i = 0; i < tokens.size(); ++i) {
    std::vector<StringRef> damaged = tokens;
    for (StringRef replacement :
         {"", "%", ")", "{", "let ", "99999999999999999999", "\"", "\xff"}) {
      damaged[i] = replacement;
      check(join(damaged));
    }
    damaged[i] = tokens[i];
    damaged.insert(damaged.begin() + i, tokens[i]);
    check(join(damaged));
  }
}

// Tokens move, repeat and disappear.
TEST_F(ParserFuzzTest, RandomTokens) {
  std::mt19937 random(1);
  std::vector<StringRef> tokens = tokenize(kSeed);
  for (unsigned round = 0; round < 4000; ++round) {
    std::vector<StringRef> damaged = tokens;
    for (unsigned count = 1 + random() % 4; count; --count) {
      size_t to = random() % damaged.size();
      switch (random() % 3) {
      case 0:
        damaged[to] = tokens[random() % tokens.size()];
        break;
      case 1:
        damaged.insert(damaged.begin() + to, tokens[random() % tokens.size()]);
        break;
      case 2:
        std::swap(damaged[to], damaged[random() % damaged.size()]);
        break;
      }
    }
    check(join(damaged));
  }
}

TEST_F(ParserFuzzTest, RandomBytes) {
  std::mt19937 random(2);
  for (unsigned round = 0; round < 4000; ++round) {
    std::string damaged = kSeed.str();
    for (unsigned count = 1 + random() % 8; count; --count)
      damaged[random() % damaged.size()] = char(random());
    check(damaged);
  }
}

// Base64 and JSON of the metadata section, byte by byte.
TEST_F(ParserFuzzTest, Metadata) {
  size_t start = kSeed.find("#[metadata]");
  for (size_t i = start; i < kSeed.size(); ++i)
    for (char c : {'A', '/', '9', '"', '[', '}', '\0', '\x80'}) {
      std::string damaged = kSeed.str();
      damaged[i] = c;
      check(damaged);
    }
}

} // namespace
