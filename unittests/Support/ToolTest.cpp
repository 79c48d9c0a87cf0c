//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/Tool.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/MemAlloc.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <new>

using namespace mlir::relay;

namespace {

// More than there are addresses. Compilers must not know, nor leave out what
// nobody uses.
volatile size_t tooMuch = size_t(1) << 62;
void *volatile memory;

TEST(ToolDeathTest, ToolsExitWhereMemoryRunsOut) {
#if LLVM_ADDRESS_SANITIZER_BUILD || LLVM_THREAD_SANITIZER_BUILD
  GTEST_SKIP() << "the sanitizer ends the process itself";
#endif
  // Nothing else is printed, such as what to do about a bug.
  testing::ExitedWithCode isExit(EXIT_FAILURE);
  EXPECT_EXIT(
      {
        initTool("");
        memory = llvm::safe_malloc(tooMuch);
      },
      isExit, "^error: not enough memory\n$");
  EXPECT_EXIT(
      {
        initTool("");
        memory = ::operator new(tooMuch);
      },
      isExit, "^error: not enough memory\n$");
}

} // namespace
