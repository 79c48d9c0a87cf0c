//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of the runtime's functions that end a call with a message.
//
//===----------------------------------------------------------------------===//

#include "FailureCalls.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::relay;

/// Declares the function where it is not yet.
LLVM::LLVMFunctionType FailureCalls::declare() {
  OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
  SmallVector<Type> parameters(1 + numNumbers, b.getI64Type());
  parameters[0] = LLVM::LLVMPointerType::get(module.getContext());
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(module.getContext()), parameters);
  if (!module.lookupSymbol(function))
    LLVM::LLVMFuncOp::create(b, module.getLoc(), function, type);
  return type;
}

LLVM::GlobalOp FailureCalls::getText(StringRef text) {
  OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
  LLVM::GlobalOp &global = texts[b.getStringAttr(text)];
  if (!global) {
    std::string bytes = text.str() + '\0';
    auto array = LLVM::LLVMArrayType::get(b.getI8Type(), bytes.size());
    global = LLVM::GlobalOp::create(
        b, module.getLoc(), array, /*isConstant=*/true, LLVM::Linkage::Private,
        (prefix + Twine(texts.size())).str(), b.getStringAttr(bytes));
  }
  return global;
}

void FailureCalls::createWhere(OpBuilder &b, Location loc, Value fails,
                               StringRef text, ValueRange numbers) {
  LLVM::LLVMFunctionType type = declare();
  LLVM::GlobalOp global = getText(text);
  OpBuilder::InsertionGuard guard(b);
  auto branch = scf::IfOp::create(b, loc, fails, /*withElseRegion=*/false);
  b.setInsertionPointToStart(branch.thenBlock());
  SmallVector<Value> arguments = {LLVM::AddressOfOp::create(b, loc, global)};
  for (Value number : numbers)
    arguments.push_back(
        b.createOrFold<arith::IndexCastOp>(loc, b.getI64Type(), number));
  LLVM::CallOp::create(b, loc, type, function, arguments);
}
