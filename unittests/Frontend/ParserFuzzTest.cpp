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

#include "ExtremeNumbers.h"
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
type List[A] { Cons(A, List[A]), Nil }
type "a b" { Pair((List[int8], bool), fn (Tensor[(?), int8]) -> "a b") }
extern type T[A, B]
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

// Numbers in positions that the seed above does not have.
constexpr StringRef kNumberSeed = R"(#[version = "0.0.5"]
def @main(%x: Tensor[(2, 3), float32], %t: (int32, (int32, bool)),
          %v1.2: (int32, bool), Level=3, F=0.5f, Sizes=[1, [2f64]], D={"a"=1}) {
  %7 = arange(0i64, 8i64, meta[relay.Constant][0], dtype="int64");
  let %y.1: Tensor[(meta[IntImm][0]), int8] = %v1.2.0;
  let %f = fn (%p0: int32, %p1: uint8) -> int16 { 1i16 * -2i64 - 1.5f16 };
  (%7, %t.1.0, (%t).1.1, %v1.2.1, meta[relay.Constant][0])
}

#[metadata]
{
  "root": 1,
  "nodes": [
    {"type_key": ""},
    {"type_key": "Map", "keys": ["IntImm", "relay.Constant"], "data": [2, 3]},
    {"type_key": "Array", "data": [4]},
    {"type_key": "Array", "data": [5]},
    {"type_key": "IntImm", "attrs": {"dtype": "int32", "value": "1"}},
    {"type_key": "relay.Constant",
     "attrs": {"_checked_type_": "0", "data": "0", "span": "6",
               "virtual_device_": "0"}},
    {"type_key": "Span",
     "attrs": {"line": "1", "column": "2", "end_line": "3", "end_column": "4",
               "source_name": "0"}}
  ],
  "b64ndarrays": [
    "P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQACAAAAAAAAAAgAAAAAAAAAAACAPwAAAEA="
  ],
  "attrs": {"tvm_version": "0.16.0"}
}
)";

// Calls whose types follow from numbers, with the parameters below.
constexpr StringRef kTypedParams =
    "%x: Tensor[(1, 4, 8, 8), float32], %w: Tensor[(4, 4, 8, 8), float32], "
    "%y: Tensor[(2, 8), float32], %i: Tensor[(2, 3), int64], "
    "%u: Tensor[(3), float32], %a: int64";
constexpr StringRef kTypedCalls[] = {
    "%x",
    "nn.conv2d(%x, %x, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], "
    "groups=1, channels=1, kernel_size=[8, 8])",
    "nn.conv2d_transpose(%x, %w, channels=4, kernel_size=[8, 8], "
    "output_padding=[0, 0])",
    "nn.max_pool2d(%x, pool_size=[2, 2], strides=[2, 2], padding=[0, 0])",
    "nn.avg_pool2d(%x, pool_size=[2, 2], dilation=[1, 1])",
    "nn.adaptive_avg_pool2d(%x, output_size=[2, 2])",
    "reshape(%x, newshape=[2, -1, 0])",
    "transpose(%x, axes=[3, 2, 1, 0])",
    "split(%x, indices_or_sections=[1, 2], axis=1)",
    "split(%x, indices_or_sections=2, axis=1)",
    "strided_slice(%x, begin=[0, 1], end=[1, 3], strides=[1, 2], axes=[0, 1])",
    "sum(%x, axis=[1, 2])",
    "argmax(%x, axis=[1])",
    "squeeze(%x, axis=[0])",
    "expand_dims(%x, axis=1, num_newaxis=2)",
    "broadcast_to(%a, shape=[2, 3])",
    "tile(%x, reps=[1, 2])",
    "repeat(%x, repeats=2, axis=1)",
    "reverse(%x, axis=1)",
    "nn.pad(%x, 0f, pad_width=[[0, 0], [0, 0], [1, 1], [2, 2]])",
    "take(%x, %i, batch_dims=0, axis=1)",
    "one_hot(%i, 1i64, 0i64, depth=4, axis=-1, dtype=\"int64\")",
    "topk(%x, k=2, axis=1, dtype=\"int64\")",
    "stack((%x, %x), axis=2)",
    "concatenate((%x, %x), axis=1)",
    "full(1f, shape=[2, 3], dtype=\"float32\")",
    "arange(0i64, 8i64, 2i64, dtype=\"int64\")",
    "nn.depth_to_space(%x, block_size=2)",
    "nn.space_to_depth(%x, block_size=2)",
    "nn.batch_to_space_nd(%x, block_shape=[1, 1], crops=[[0, 0], [0, 0]])",
    "nn.space_to_batch_nd(%x, block_shape=[2, 2], paddings=[[0, 0], [0, 0]])",
    "image.resize2d(%x, size=[16, 16], roi=[0f, 0f, 0f, 0f])",
    "nn.lrn(%x, size=5, axis=1, bias=1f, alpha=1e-05f, beta=0.75f)",
    "clip(%x, a_min=-1.5e3f, a_max=1f64)",
    "gather_nd(%x, %i, batch_dims=0, index_rank=1)",
    "cumsum(%x, axis=1)",
    "layout_transform(%x, src_layout=\"NCHW\", dst_layout=\"NCHW4c\")",
    "sliding_window(%x, axis=2, window_shape=[2, 2], strides=[1, 1])",
    "nn.upsampling(%x, scale_h=2f, scale_w=1.5f)",
    "trilu(%y, %a, upper=1)",
    "nn.batch_flatten(%x)",
    "nn.dense(%y, %y, units=2)",
    "nn.log_softmax(%x, axis=1)",
    "reshape_like(%x, %x, lhs_begin=0, lhs_end=2, rhs_begin=0, rhs_end=2)",
    "scatter_nd(%y, %i, %u, mode=\"add\")",
    "meshgrid((%a, %a), indexing=\"ij\")",
};

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

TEST_F(ParserFuzzTest, ExtremeNumbers) {
  EXPECT_TRUE(check(kNumberSeed));
  for (StringRef seed : {kSeed, kNumberSeed})
    test::forEachExtremeNumber(seed,
                               [&](const std::string &text) { check(text); });
}

TEST_F(ParserFuzzTest, ExtremeNumbersInTypes) {
  for (StringRef call : kTypedCalls) {
    std::string head =
        ("#[version = \"0.0.5\"]\ndef @main(" + kTypedParams + ") { ").str();
    std::string text = head + call.str() + " }";
    EXPECT_TRUE(importRelayText(&context, text, "text", {true})) << text;
    test::forEachExtremeNumber(
        call, [&](const std::string &call) { check(head + call + " }"); });
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
