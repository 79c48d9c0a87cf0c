//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass convert-relay-to-linalg and its type conversion.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Conversion/RelayToLinalg/RelayToLinalg.h"
#include "Patterns.h"
#include "RelayLite/Conversion/Passes.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::relay {
#define GEN_PASS_DEF_CONVERTRELAYTOLINALGPASS
#include "RelayLite/Conversion/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

RelayToLinalgTypeConverter::RelayToLinalgTypeConverter() {
  addConversion([](Type type) { return type; });
  addConversion([](RankedTensorType type) -> Type {
    auto integer = dyn_cast<IntegerType>(type.getElementType());
    if (!integer || !integer.isUnsigned())
      return type;
    return type.clone(IntegerType::get(type.getContext(), integer.getWidth()));
  });
  addConversion([this](TupleType type, SmallVectorImpl<Type> &fields) {
    return convertTypes(type.getTypes(), fields);
  });
  // Users outside of the dialect keep unsigned tensors: a cast that vanishes
  // with one back.
  auto cast = [](OpBuilder &b, RankedTensorType type, ValueRange values,
                 Location loc) -> Value {
    return values.size() == 1
               ? UnrealizedConversionCastOp::create(b, loc, type, values)
                     .getResult(0)
               : Value();
  };
  addSourceMaterialization(cast);
  addTargetMaterialization(cast);
}

void relay::populateRelayToLinalgPatterns(const TypeConverter &converter,
                                          RewritePatternSet &patterns) {
  populateCoreToLinalgPatterns(converter, patterns);
  populateElementwiseToLinalgPatterns(converter, patterns);
  populateCreationToLinalgPatterns(converter, patterns);
  populateImageToLinalgPatterns(converter, patterns);
  populateIndexingToLinalgPatterns(converter, patterns);
  populateNNToLinalgPatterns(converter, patterns);
  populateNNConvToLinalgPatterns(converter, patterns);
  populateNNNormToLinalgPatterns(converter, patterns);
  populateNNPoolToLinalgPatterns(converter, patterns);
  populateNNSpaceToLinalgPatterns(converter, patterns);
  populateReduceToLinalgPatterns(converter, patterns);
  populateReshapeToLinalgPatterns(converter, patterns);
  populateSortToLinalgPatterns(converter, patterns);
  populateTransformToLinalgPatterns(converter, patterns);
  for (Dialect *dialect : patterns.getContext()->getLoadedDialects())
    if (auto *interface =
            dialect->getRegisteredInterface<RelayToLinalgDialectInterface>())
      interface->populateRelayToLinalgPatterns(converter, patterns);
}

/// Emits an error for an operator of a dialect that brings no lowerings.
static LogicalResult checkLowerings(Operation *root) {
  WalkResult result = root->walk([](OperatorInterface op) {
    Dialect *dialect = op->getDialect();
    if (isa<RelayDialect>(dialect) ||
        dialect->getRegisteredInterface<RelayToLinalgDialectInterface>())
      return WalkResult::advance();
    op->emitOpError("has no lowering: the dialect registry has no "
                    "RelayToLinalgDialectInterface for '")
        << dialect->getNamespace() << "'";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Emits an error for a function value, a reference or a polymorphic function,
/// which tensors do not express.
static LogicalResult checkConstructs(Operation *root) {
  WalkResult result =
      root->walk<WalkOrder::PreOrder>([](Operation *op) -> WalkResult {
        if (isa<FnOp, FusedFnOp, GlobalOp, ApplyOp>(op))
          return op->emitOpError("has no lowering: function values have to be "
                                 "inlined before");
        if (isa<RefCreateOp, RefReadOp, RefWriteOp>(op))
          return op->emitOpError("has no lowering: references have no tensors");
        if (isa<func::FuncOp>(op) && op->hasAttr(fnattr::typeParams))
          return op->emitOpError("has no lowering: its type parameters have to "
                                 "be known");
        return WalkResult::advance();
      });
  return failure(result.wasInterrupted());
}

/// Emits an error for operators that are not defined on their elements.
static LogicalResult checkElementTypes(Operation *root) {
  WalkResult result = root->walk([](Operation *op) {
    bool takesFloats = op->hasTrait<FloatFunction>();
    bool takesIntegers = op->hasTrait<IntegerFunction>();
    if (!takesFloats && !takesIntegers && !op->hasTrait<BooleanFunction>())
      return WalkResult::advance();
    Type type = getElementTypeOrSelf(op->getOperand(0).getType());
    bool fits = takesFloats     ? isa<FloatType>(type)
                : takesIntegers ? isa<IntegerType>(type)
                                : type.isInteger(1);
    if (fits || containsUnknown(type))
      return WalkResult::advance();
    op->emitOpError("expected ") << (takesFloats     ? "floating-point"
                                     : takesIntegers ? "integer"
                                                     : "boolean")
                                 << " data, but got " << type;
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Tensors of more bytes than this are refused. So sums of an extent and what
/// attributes give, which are of 32 bits, fit into 64 bits.
static constexpr int64_t maxTensorBytes = int64_t(1) << 62;

/// Whether all extents of a tensor are in range, and so is their product.
/// Empty dimensions count as 1: others may be merged without them.
static bool hasValidSize(RankedTensorType type) {
  int64_t numBytes = 1;
  if (type.getElementType().isIntOrFloat())
    numBytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8u);
  for (int64_t extent : type.getShape()) {
    if (ShapedType::isDynamic(extent) || extent == 0)
      continue;
    numBytes = multiplyOrSaturate(numBytes, extent);
    if (extent < 0 || numBytes > maxTensorBytes)
      return false;
  }
  return true;
}

/// Emits an error for a tensor that is too large, which operations of linalg
/// and tensor assume that there is none of.
static LogicalResult checkTensorSizes(Operation *root) {
  auto checkType = [](Location loc, Type type) {
    return type.walk([&](RankedTensorType tensor) {
      if (hasValidSize(tensor))
        return WalkResult::advance();
      emitError(loc,
                "expected tensors of at most 2^62 bytes to lower, but got ")
          << tensor;
      return WalkResult::interrupt();
    });
  };
  WalkResult result = root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Value value : op->getResults())
      if (checkType(op->getLoc(), value.getType()).wasInterrupted())
        return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Value value : region.getArguments())
        if (checkType(value.getLoc(), value.getType()).wasInterrupted())
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct ConvertRelayToLinalgPass
    : public relay::impl::ConvertRelayToLinalgPassBase<
          ConvertRelayToLinalgPass> {
  void runOnOperation() override {
    if (failed(checkLowerings(getOperation())) ||
        failed(checkConstructs(getOperation())) ||
        failed(checkElementTypes(getOperation())) ||
        failed(checkTensorSizes(getOperation())))
      return signalPassFailure();
    MLIRContext &context = getContext();
    RelayToLinalgTypeConverter converter;
    RewritePatternSet patterns(&context);
    populateRelayToLinalgPatterns(converter, patterns);
    populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                   converter);
    populateReturnOpTypeConversionPattern(patterns, converter);

    ConversionTarget target(context);
    target.addLegalDialect<arith::ArithDialect, linalg::LinalgDialect,
                           math::MathDialect, scf::SCFDialect,
                           tensor::TensorDialect>();
    target.addIllegalDialect<RelayDialect>();
    target.markUnknownOpDynamicallyLegal(
        [](Operation *op) { return !isa<OperatorInterface>(op); });
    target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp op) {
      return converter.isSignatureLegal(op.getFunctionType()) &&
             converter.isLegal(&op.getBody());
    });
    target.addDynamicallyLegalOp<func::ReturnOp>(
        [&](func::ReturnOp op) { return converter.isLegal(op); });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))) ||
        // Intermediate values, such as padded data.
        failed(checkTensorSizes(getOperation())))
      return signalPassFailure();
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isDeclaration())
        function->setAttr(fnattr::lowered, UnitAttr::get(&context));
  }
};
} // namespace
