//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-outline-parallel-loops.
//
//===----------------------------------------------------------------------===//

#include "Captures.h"
#include "RelayLite/Codegen/Passes.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relay {
#define GEN_PASS_DEF_OUTLINEPARALLELLOOPSPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
/// Makes functions of the bodies of parallel loops.
class Outliner {
public:
  explicit Outliner(ModuleOp module)
      : symbols(module), converter(module.getContext()),
        pointer(LLVM::LLVMPointerType::get(module.getContext())) {}

  void outline(scf::ParallelOp loop);

private:
  /// Emits the function of the pieces of `loop`, which takes a pointer to
  /// `captures`, a struct of type `captureType`, and the number of the piece.
  func::FuncOp createFunction(scf::ParallelOp loop, ArrayRef<Value> captures,
                              Type captureType);
  void declareRuntime(OpBuilder &b, Location loc);

  SymbolTable symbols;
  LLVMTypeConverter converter;
  LLVM::LLVMPointerType pointer;
};
} // namespace

/// Emits `value` as another type that it has in the LLVM dialect.
static Value castTo(OpBuilder &b, Location loc, Type type, Value value) {
  if (value.getType() == type)
    return value;
  return UnrealizedConversionCastOp::create(b, loc, type, value).getResult(0);
}

void Outliner::declareRuntime(OpBuilder &b, Location loc) {
  if (symbols.lookup(parallelFunctionName))
    return;
  OpBuilder::InsertionGuard guard(b);
  b.clearInsertionPoint();
  Type nothing = LLVM::LLVMVoidType::get(b.getContext());
  auto type = LLVM::LLVMFunctionType::get(
      nothing, {pointer, pointer, IntegerType::get(b.getContext(), 64)});
  symbols.insert(LLVM::LLVMFuncOp::create(b, loc, parallelFunctionName, type));
}

func::FuncOp Outliner::createFunction(scf::ParallelOp loop,
                                      ArrayRef<Value> captures,
                                      Type captureType) {
  Location loc = loop.getLoc();
  OpBuilder b(loop.getContext());
  Type i64 = b.getI64Type();
  auto function = func::FuncOp::create(loc, "relay.pieces",
                                       b.getFunctionType({pointer, i64}, {}));
  function.setPrivate();
  Block *entry = function.addEntryBlock();
  b.setInsertionPointToStart(entry);
  auto fields = cast<LLVM::LLVMStructType>(captureType).getBody();
  for (auto [n, capture, type] : llvm::enumerate(captures, fields)) {
    Value place =
        LLVM::GEPOp::create(b, loc, pointer, captureType, entry->getArgument(0),
                            ArrayRef<LLVM::GEPArg>{0, int32_t(n)});
    Value field = LLVM::LoadOp::create(b, loc, type, place);
    replaceAllUsesInRegionWith(
        capture, castTo(b, loc, capture.getType(), field), loop.getRegion());
  }
  // The step and the first value of the counter are constants.
  Value number = arith::IndexCastOp::create(b, loc, b.getIndexType(),
                                            entry->getArgument(1));
  auto getConstant = [&](Value value) {
    return b.clone(*value.getDefiningOp())->getResult(0);
  };
  Value step = getConstant(loop.getStep().front());
  Value counter =
      arith::AddIOp::create(b, loc, getConstant(loop.getLowerBound().front()),
                            arith::MulIOp::create(b, loc, number, step));
  Block *body = loop.getBody();
  body->getTerminator()->erase();
  IRRewriter rewriter(b);
  rewriter.inlineBlockBefore(body, entry, entry->end(), counter);
  b.setInsertionPointToEnd(entry);
  func::ReturnOp::create(b, loc);
  return function;
}

/// How many steps `loop` has, if its bounds are constants.
static std::optional<int64_t> getCount(scf::ParallelOp loop) {
  if (loop.getNumLoops() != 1 || loop.getNumReductions() != 0)
    return std::nullopt;
  std::optional<int64_t> first =
      getConstantIntValue(loop.getLowerBound().front());
  std::optional<int64_t> end =
      getConstantIntValue(loop.getUpperBound().front());
  std::optional<int64_t> step = getConstantIntValue(loop.getStep().front());
  if (!first || !end || !step || *step < 1 || *end < *first)
    return std::nullopt;
  return llvm::divideCeil(*end - *first, *step);
}

// scf.parallel { body } -> func piece { body }; call relay_rt_parallel(piece)
void Outliner::outline(scf::ParallelOp loop) {
  std::optional<int64_t> count = getCount(loop);
  if (!count)
    return;
  Location loc = loop.getLoc();
  // Code that does not need all of the globals it names stays without them.
  SmallVector<Value> captures =
      findCaptures(loop.getRegion(), [](Operation *op) {
        return isConstantLike(op) || isa<memref::GetGlobalOp>(op);
      });
  SmallVector<Type> fields;
  for (Value capture : captures)
    fields.push_back(converter.convertType(capture.getType()));
  if (llvm::is_contained(fields, Type()))
    return;
  auto captureType =
      LLVM::LLVMStructType::getLiteral(loop.getContext(), fields);
  auto caller = loop->getParentOfType<func::FuncOp>();
  OpBuilder b(loop);
  declareRuntime(b, loc);
  // At the entry, so that loops do not make the stack grow.
  b.setInsertionPointToStart(&caller.front());
  Value one =
      LLVM::ConstantOp::create(b, loc, b.getI64Type(), b.getI64IntegerAttr(1));
  Value memory = LLVM::AllocaOp::create(b, loc, pointer, captureType, one);
  b.setInsertionPoint(loop);
  for (auto [n, capture, type] : llvm::enumerate(captures, fields)) {
    Value place = LLVM::GEPOp::create(b, loc, pointer, captureType, memory,
                                      ArrayRef<LLVM::GEPArg>{0, int32_t(n)});
    LLVM::StoreOp::create(b, loc, castTo(b, loc, type, capture), place);
  }
  func::FuncOp function = createFunction(loop, captures, captureType);
  symbols.insert(function);
  Value piece = castTo(b, loc, pointer,
                       func::ConstantOp::create(
                           b, loc, function.getFunctionType(),
                           FlatSymbolRefAttr::get(function.getSymNameAttr())));
  Value number = LLVM::ConstantOp::create(b, loc, b.getI64Type(),
                                          b.getI64IntegerAttr(*count));
  LLVM::CallOp::create(b, loc, TypeRange(), parallelFunctionName,
                       ValueRange{piece, memory, number});
  loop.erase();
}

namespace {
struct OutlineParallelLoopsPass
    : relay::impl::OutlineParallelLoopsPassBase<OutlineParallelLoopsPass> {
  void runOnOperation() override {
    Outliner outliner(getOperation());
    SmallVector<scf::ParallelOp> loops;
    getOperation().walk([&](scf::ParallelOp loop) {
      // Threads have one loop at a time.
      if (!loop->getParentOfType<scf::ParallelOp>())
        loops.push_back(loop);
    });
    for (scf::ParallelOp loop : loops)
      outliner.outline(loop);
  }
};
} // namespace
