//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The external compilers of a context, and what they call.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Conversion/ExternalCompiler.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/DialectInterface.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::relay;

ExternalCompiler::~ExternalCompiler() = default;

namespace {
/// The compilers of a context; the relay dialect has them.
class ExternalCompilers : public DialectInterface::Base<ExternalCompilers> {
public:
  explicit ExternalCompilers(Dialect *dialect) : Base(dialect) {}

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExternalCompilers)

  llvm::StringMap<std::unique_ptr<ExternalCompiler>> compilers;
};
} // namespace

void relay::addExternalCompiler(MLIRContext *context,
                                std::unique_ptr<ExternalCompiler> compiler) {
  auto *dialect = context->getLoadedDialect<RelayDialect>();
  assert(dialect && "extensions of the relay dialect add compilers");
  const auto *known = dialect->getRegisteredInterface<ExternalCompilers>();
  // Contexts are set up by one thread.
  auto &compilers = known ? const_cast<ExternalCompilers &>(*known)
                          : dialect->addInterface<ExternalCompilers>();
  StringRef name = compiler->getName();
  compilers.compilers[name] = std::move(compiler);
}

const ExternalCompiler *relay::lookupExternalCompiler(MLIRContext *context,
                                                      StringRef name) {
  auto *dialect = context->getLoadedDialect<RelayDialect>();
  const auto *known =
      dialect ? dialect->getRegisteredInterface<ExternalCompilers>() : nullptr;
  if (!known)
    return nullptr;
  auto found = known->compilers.find(name);
  return found == known->compilers.end() ? nullptr : found->second.get();
}

/// The private declaration of `callee`; null, after an error, if it is another
/// function.
static func::FuncOp declare(OpBuilder &b, Location loc, StringRef callee,
                            FunctionType type) {
  auto module =
      b.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
  if (Operation *known = SymbolTable::lookupSymbolIn(module, callee)) {
    auto function = dyn_cast<func::FuncOp>(known);
    if (function && function.isDeclaration() &&
        function.getFunctionType() == type)
      return function;
    emitError(loc) << "expected '" << callee << "' to be a C function of type "
                   << type;
    return nullptr;
  }
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(module.getBody());
  auto function = func::FuncOp::create(b, loc, callee, type);
  function.setPrivate();
  function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                    b.getUnitAttr());
  return function;
}

/// The type of tensors as linalg has them: without signs of integers.
static RankedTensorType getSignless(RankedTensorType type) {
  auto integer = dyn_cast<IntegerType>(type.getElementType());
  return integer && !integer.isSignless()
             ? type.clone(
                   IntegerType::get(type.getContext(), integer.getWidth()))
             : type;
}

/// `value` with another type of the same elements, until both are one.
static Value castTo(OpBuilder &b, Location loc, Type type, Value value) {
  return value.getType() == type
             ? value
             : UnrealizedConversionCastOp::create(b, loc, type, value)
                   .getResult(0);
}

/// `buffer` as an argument of a C function, which takes all shapes of its rank.
static Value forgetShape(OpBuilder &b, Location loc, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<int64_t> shape(type.getRank(), ShapedType::kDynamic);
  auto dynamicType = MemRefType::get(shape, type.getElementType());
  return type == dynamicType
             ? buffer
             : memref::CastOp::create(b, loc, dynamicType, buffer).getResult();
}

FailureOr<SmallVector<Value>>
relay::createDestinationCall(OpBuilder &b, Location loc, StringRef callee,
                             ValueRange inputs, TypeRange results,
                             ValueRange scalars) {
  auto getBufferType = [](RankedTensorType type) {
    return MemRefType::get(type.getShape(), type.getElementType());
  };
  SmallVector<Value> operands, buffers;
  for (Value input : inputs) {
    RankedTensorType type =
        getSignless(cast<RankedTensorType>(input.getType()));
    Value buffer = bufferization::ToBufferOp::create(
        b, loc, getBufferType(type), castTo(b, loc, type, input),
        /*read_only=*/true);
    operands.push_back(forgetShape(b, loc, buffer));
  }
  for (Type result : results) {
    auto type = dyn_cast<RankedTensorType>(result);
    if (!type || !type.hasStaticShape())
      return emitError(loc) << "expected a tensor of static shape as a result "
                               "of '"
                            << callee << "', but got " << result;
    buffers.push_back(
        memref::AllocOp::create(b, loc, getBufferType(getSignless(type))));
    operands.push_back(forgetShape(b, loc, buffers.back()));
  }
  llvm::append_range(operands, scalars);
  auto function = declare(b, loc, callee,
                          b.getFunctionType(TypeRange(operands), TypeRange()));
  if (!function)
    return failure();
  func::CallOp::create(b, loc, function, operands);
  SmallVector<Value> values;
  for (auto [buffer, result] : llvm::zip_equal(buffers, results)) {
    auto type = cast<RankedTensorType>(result);
    Value tensor = bufferization::ToTensorOp::create(b, loc, getSignless(type),
                                                     buffer, /*restrict=*/true,
                                                     /*writable=*/true);
    values.push_back(castTo(b, loc, type, tensor));
  }
  return values;
}
