//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-lower-asserts.
//
//===----------------------------------------------------------------------===//

#include "FailureCalls.h"
#include "RelayLite/Codegen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"

namespace mlir::relay {
#define GEN_PASS_DEF_LOWERASSERTSPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

namespace {
struct LowerAssertsPass : relay::impl::LowerAssertsPassBase<LowerAssertsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<cf::AssertOp> asserts;
    module.walk([&](cf::AssertOp op) { asserts.push_back(op); });
    relay::FailureCalls calls(module, relay::failFunctionName,
                              /*prefix=*/"relay_message_", /*numNumbers=*/0);
    for (cf::AssertOp op : asserts)
      lower(op, calls);
  }

  // assert(c, message) -> if (!c) relay_rt_fail(message)
  static void lower(cf::AssertOp op, relay::FailureCalls &calls) {
    Location loc = op.getLoc();
    OpBuilder b(op);
    Value isTrue = arith::ConstantIntOp::create(b, loc, 1, 1);
    Value fails = arith::XOrIOp::create(b, loc, op.getArg(), isTrue);
    calls.createWhere(b, loc, fails, op.getMsg());
    op.erase();
  }
};
} // namespace
