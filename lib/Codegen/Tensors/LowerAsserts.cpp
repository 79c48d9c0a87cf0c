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
    if (asserts.empty())
      return;
    OpBuilder b(module.getContext());
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    auto type = LLVM::LLVMFunctionType::get(
        LLVM::LLVMVoidType::get(&getContext()), pointer);
    if (!module.lookupSymbol(relay::failFunctionName)) {
      b.setInsertionPointToStart(module.getBody());
      LLVM::LLVMFuncOp::create(b, module.getLoc(), relay::failFunctionName,
                               type);
    }
    for (cf::AssertOp op : asserts)
      lower(op, type);
  }

  // assert(c, message) -> if (!c) relay_rt_fail(message)
  void lower(cf::AssertOp op, LLVM::LLVMFunctionType type) {
    ModuleOp module = getOperation();
    Location loc = op.getLoc();
    LLVM::GlobalOp &text = texts[op.getMsgAttr()];
    if (!text) {
      OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
      std::string bytes = op.getMsg().str() + '\0';
      auto array = LLVM::LLVMArrayType::get(b.getI8Type(), bytes.size());
      text = LLVM::GlobalOp::create(b, module.getLoc(), array,
                                    /*isConstant=*/true, LLVM::Linkage::Private,
                                    "relay_message_" +
                                        std::to_string(texts.size()),
                                    b.getStringAttr(bytes));
    }
    OpBuilder b(op);
    Value isTrue = arith::ConstantIntOp::create(b, loc, 1, 1);
    Value fails = arith::XOrIOp::create(b, loc, op.getArg(), isTrue);
    auto branch = scf::IfOp::create(b, loc, fails, /*withElseRegion=*/false);
    b.setInsertionPointToStart(branch.thenBlock());
    Value address = LLVM::AddressOfOp::create(b, loc, text);
    LLVM::CallOp::create(b, loc, type, relay::failFunctionName, address);
    op.erase();
  }

  /// The global constants of messages.
  DenseMap<StringAttr, LLVM::GlobalOp> texts;
};
} // namespace
