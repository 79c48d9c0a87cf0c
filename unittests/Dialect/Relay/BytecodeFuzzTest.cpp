//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytecode with errors: never more than an error.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/InitAll.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace mlir::relay;

namespace {

constexpr StringLiteral program = R"mlir(
func.func @main(%x: tensor<2x3xf32> {relay.name = "x"}, %c: tensor<i1>) -> tuple<tensor<2x3xf32>, tensor<4xi8>> {
  %0 = relay.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %1 = relay.add %x, %0 : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  %2 = relay.if %c -> tensor<2x3xf32> {
    %5 = relay.clip %1 {a_min = -1.0, a_max = 1.0} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    relay.yield %5 : tensor<2x3xf32>
  } else {
    relay.yield %1 : tensor<2x3xf32>
  }
  %3 = relay.constant dense_resource<four> : tensor<4xi8>
  %4 = relay.tuple %2, %3 : (tensor<2x3xf32>, tensor<4xi8>) -> tuple<tensor<2x3xf32>, tensor<4xi8>>
  return %4 : tuple<tensor<2x3xf32>, tensor<4xi8>>
}
{-#
  dialect_resources: { builtin: { four: "0x0100000001020304" } }
#-}
)mlir";

class BytecodeFuzzTest : public ::testing::Test {
protected:
  BytecodeFuzzTest() {
    registerAllDialects(registry);
    registry.insert<func::FuncDialect>();
    MLIRContext context(registry);
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(program, &context);
    llvm::raw_string_ostream os(bytecode);
    EXPECT_TRUE(module && succeeded(writeBytecodeToFile(*module, os)));
  }

  /// Reads and prints the bytes; true if they make a module.
  bool read(StringRef bytes) {
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    unsigned numErrors = 0;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      numErrors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
      return success();
    });
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(bytes, ParserConfig(&context));
    if (!module) {
      EXPECT_GT(numErrors, 0u);
      return false;
    }
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os);
    return true;
  }

  DialectRegistry registry;
  std::string bytecode;
};

TEST_F(BytecodeFuzzTest, Whole) { EXPECT_TRUE(read(bytecode)); }

TEST_F(BytecodeFuzzTest, Truncated) {
  for (size_t size = 4; size < bytecode.size(); ++size)
    EXPECT_FALSE(read(StringRef(bytecode).take_front(size))) << size;
}

/// A number of MLIR's bytecode: the low bits of its first byte tell how many
/// bytes follow. Advances `position`.
uint64_t readVarInt(StringRef bytes, size_t &position) {
  uint8_t first = bytes[position++];
  unsigned numMore = first ? llvm::countr_zero(first) : 8;
  uint64_t value = numMore == 8 ? 0 : first >> (numMore + 1);
  unsigned shift = numMore == 8 ? 0 : 7 - numMore;
  for (unsigned i = 0; i < numMore; ++i)
    value |= uint64_t(uint8_t(bytes[position++])) << (shift + 8 * i);
  return value;
}

/// Positions of the bytes that errors are put into: the properties of
/// operations, which the dialect reads. Upstream trusts the other sections:
/// wrong numbers there make it ask for terabytes or read outside of the file
/// (LLVM 22.1).
std::vector<size_t> getPositions(StringRef bytes) {
  enum Section { Properties = 8, NumSections = 9 };
  std::vector<size_t> positions;
  size_t position = 4;
  (void)readVarInt(bytes, position);
  position = bytes.find('\0', position) + 1;
  while (position < bytes.size()) {
    uint8_t header = bytes[position++];
    uint64_t length = readVarInt(bytes, position);
    if (header & 0x80) {
      (void)readVarInt(bytes, position);
      while (uint8_t(bytes[position]) == 0xCB)
        ++position;
    }
    unsigned section = header & 0x7f;
    if (section >= NumSections || position + length > bytes.size()) {
      ADD_FAILURE() << "unexpected section " << section;
      break;
    }
    if (section == Properties)
      for (uint64_t i = 0; i < length; ++i)
        positions.push_back(position + i);
    position += length;
  }
  return positions;
}

TEST_F(BytecodeFuzzTest, Flipped) {
  std::vector<size_t> positions = getPositions(bytecode);
  ASSERT_GT(positions.size(), 10u);
  std::mt19937 engine(1);
  unsigned numRead = 0;
  for (unsigned i = 0; i < 2000; ++i) {
    std::string bytes = bytecode;
    for (unsigned n = engine() % 3 + 1; n != 0; --n)
      bytes[positions[engine() % positions.size()]] ^= 1 << engine() % 8;
    numRead += read(bytes);
  }
  // Some errors are harmless, most are not.
  EXPECT_GT(numRead, 0u);
  EXPECT_LT(numRead, 2000u);
}

} // namespace
