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
#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/Threading.h"

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
  addConversion(
      [this](RefType type,
             SmallVectorImpl<Type> &buffers) -> std::optional<LogicalResult> {
        SmallVector<Type> tensors;
        if (failed(convertType(type.getPointee(), tensors)))
          return failure();
        for (Type tensor : tensors) {
          auto shaped = dyn_cast<RankedTensorType>(tensor);
          if (!shaped || !shaped.hasStaticShape())
            return failure();
          buffers.push_back(
              MemRefType::get(shaped.getShape(), shaped.getElementType()));
        }
        return success();
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
  populateDynToLinalgPatterns(converter, patterns);
  populateEinsumToLinalgPatterns(converter, patterns);
  populateImageToLinalgPatterns(converter, patterns);
  populateIndexingToLinalgPatterns(converter, patterns);
  populateNNToLinalgPatterns(converter, patterns);
  populateNNConvToLinalgPatterns(converter, patterns);
  populateNNGradToLinalgPatterns(converter, patterns);
  populateNNLossToLinalgPatterns(converter, patterns);
  populateNNNormToLinalgPatterns(converter, patterns);
  populateNNPoolToLinalgPatterns(converter, patterns);
  populateNNSpaceToLinalgPatterns(converter, patterns);
  populatePackToLinalgPatterns(converter, patterns);
  populatePositionsToLinalgPatterns(converter, patterns);
  populateQnnToLinalgPatterns(converter, patterns);
  populateRandomToLinalgPatterns(converter, patterns);
  populateReduceToLinalgPatterns(converter, patterns);
  populateReshapeToLinalgPatterns(converter, patterns);
  populateSamplingToLinalgPatterns(converter, patterns);
  populateScanToLinalgPatterns(converter, patterns);
  populateScatterToLinalgPatterns(converter, patterns);
  populateSignalToLinalgPatterns(converter, patterns);
  populateSortToLinalgPatterns(converter, patterns);
  populateSparseCoordinatesToLinalgPatterns(converter, patterns);
  populateSparseToLinalgPatterns(converter, patterns);
  populateTransformToLinalgPatterns(converter, patterns);
  populateVisionToLinalgPatterns(converter, patterns);
  populateNMSToLinalgPatterns(converter, patterns);
  populateProposalToLinalgPatterns(converter, patterns);
  populateWinogradToLinalgPatterns(converter, patterns);
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

/// Calls `check` for the types of all values in `root`, with their places,
/// until one fails.
static LogicalResult
checkValueTypes(Operation *root,
                function_ref<LogicalResult(Location, Type)> check) {
  WalkResult result = root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Value value : op->getResults())
      if (failed(check(op->getLoc(), value.getType())))
        return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Value value : region.getArguments())
        if (failed(check(value.getLoc(), value.getType())))
          return WalkResult::interrupt();
    auto function = dyn_cast<func::FuncOp>(op);
    if (function && function.isDeclaration())
      for (Type type : llvm::concat<const Type>(function.getArgumentTypes(),
                                                function.getResultTypes()))
        if (failed(check(function.getLoc(), type)))
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Emits an error for an operation of the dialect that has no lowering.
static LogicalResult checkConstructs(Operation *root) {
  WalkResult result =
      root->walk<WalkOrder::PreOrder>([&](Operation *op) -> WalkResult {
        if (isa<ModuleOp>(op) && op != root)
          return op->emitOpError("has no lowering: expected functions in one "
                                 "module, but this is in another one");
        if (isa<FnOp, FusedFnOp, GlobalOp, ApplyOp>(op))
          return op->emitOpError("has no lowering: function values have to be "
                                 "inlined (relay-defuse-ops) or made data "
                                 "(relay-defunctionalize) before");
        if (needsPlannedMemory(op))
          return op->emitOpError("has no lowering: it is for programs whose "
                                 "memory TVM has planned");
        if (auto custom = dyn_cast<CustomOp>(op))
          return op->emitOpError("has no lowering: what \"")
                 << custom.getOpName()
                 << "\" computes is not known; a pattern has to replace it "
                    "before";
        if (isa<func::FuncOp>(op) && op->hasAttr(fnattr::typeParams))
          return op->emitOpError("has no lowering: its type parameters have to "
                                 "be known; mark it by 'relay.Inline = 1', and "
                                 "run relay-inline-globals");
        return WalkResult::advance();
      });
  return failure(result.wasInterrupted());
}

/// Emits an error for a type that neither tensors nor buffers express.
static LogicalResult checkTypes(Operation *root) {
  return checkValueTypes(root, [](Location loc, Type type) -> LogicalResult {
    if (containsUnknown(type))
      return emitError(loc, "expected known types to lower, but got ")
             << type << "; run relay-infer-type before";
    WalkResult result = type.walk([&](RefType ref) {
      return ref.getPointee().walk([&](Type held) {
        auto tensor = dyn_cast<RankedTensorType>(held);
        if (!isa<RefType, FunctionType>(held) &&
            (!tensor || tensor.hasStaticShape()))
          return WalkResult::advance();
        emitError(loc, "expected references to tensors of static shapes, or "
                       "tuples of these, to lower, but got ")
            << ref;
        return WalkResult::interrupt();
      });
    });
    return failure(result.wasInterrupted());
  });
}

/// Emits an error for a reference that leaves the module. Who calls such a
/// function owns the buffers of its results, so that others need a copy.
static LogicalResult checkResults(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isPrivate() && !function.isDeclaration())
      continue;
    for (Type type : function.getResultTypes())
      if (type.walk([](RefType) { return WalkResult::interrupt(); })
              .wasInterrupted())
        return function.emitOpError("has no lowering: only a private function "
                                    "with a body may return a reference; make "
                                    "it private (symbol-privatize)");
  }
  return success();
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

/// Emits an error for windows that have no middle. Type inference accepts them,
/// as TVM's does.
static LogicalResult checkWindows(Operation *root) {
  WalkResult result = root->walk([](NNLrnOp op) {
    if (op.getSize() % 2 != 0)
      return WalkResult::advance();
    op.emitOpError("expected size to be odd, but got ") << op.getSize();
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Tensors of more bytes than this are refused. So sums of a size and of
/// attributes, which have 32 bits, fit into 64 bits.
static constexpr int64_t maxTensorBytes = int64_t(1) << 62;

/// Whether all sizes of a tensor are in range, and so is their product.
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
  return checkValueTypes(root, [](Location loc, Type type) {
    WalkResult result = type.walk([&](RankedTensorType tensor) {
      if (hasValidSize(tensor))
        return WalkResult::advance();
      emitError(loc,
                "expected tensors of at most 2^62 bytes to lower, but got ")
          << tensor;
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  });
}

/// Applies `patterns`. An operator that none of them fits is the error of the
/// driver, with a note.
static LogicalResult applyPatterns(ModuleOp module,
                                   const ConversionTarget &target,
                                   FrozenRewritePatternSet patterns) {
  // Other threads may share the context.
  uint64_t thread = llvm::get_threadid();
  ScopedDiagnosticHandler handler(
      module.getContext(), [&](Diagnostic &diagnostic) {
        if (thread == llvm::get_threadid())
          diagnostic.attachNote() << "no lowering fits its types and "
                                     "attributes; some need static shapes";
        // The other handlers report it.
        return failure();
      });
  return applyPartialConversion(module, target, patterns);
}

namespace {
struct ConvertRelayToLinalgPass
    : public relay::impl::ConvertRelayToLinalgPassBase<
          ConvertRelayToLinalgPass> {
  void runOnOperation() override {
    if (failed(checkLowerings(getOperation())) ||
        failed(checkConstructs(getOperation())) ||
        failed(checkTypes(getOperation())) ||
        failed(checkResults(getOperation())) ||
        failed(checkElementTypes(getOperation())) ||
        failed(checkWindows(getOperation())) ||
        failed(checkTensorSizes(getOperation())) ||
        failed(replaceByCanonicalForms(getOperation())))
      return signalPassFailure();
    // No value has such a type, so nothing needs its definition.
    for (auto type :
         llvm::make_early_inc_range(getOperation().getOps<TypeDataOp>()))
      type.erase();
    MLIRContext &context = getContext();
    RelayToLinalgTypeConverter converter;
    RewritePatternSet patterns(&context);
    populateRelayToLinalgPatterns(converter, patterns);
    populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                   converter);
    populateReturnOpTypeConversionPattern(patterns, converter);

    ConversionTarget target(context);
    target.addLegalDialect<
        arith::ArithDialect, bufferization::BufferizationDialect,
        linalg::LinalgDialect, math::MathDialect, memref::MemRefDialect,
        scf::SCFDialect, tensor::TensorDialect>();
    target.addIllegalDialect<RelayDialect>();
    target.markUnknownOpDynamicallyLegal(
        [](Operation *op) { return !isa<OperatorInterface>(op); });
    target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp op) {
      return converter.isSignatureLegal(op.getFunctionType()) &&
             converter.isLegal(&op.getBody());
    });
    target.addDynamicallyLegalOp<func::ReturnOp>(
        [&](func::ReturnOp op) { return converter.isLegal(op); });
    if (failed(applyPatterns(getOperation(), target, std::move(patterns))) ||
        // Intermediate values, such as padded data.
        failed(checkTensorSizes(getOperation())))
      return signalPassFailure();
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isDeclaration())
        function->setAttr(fnattr::lowered, UnitAttr::get(&context));
  }
};
} // namespace
