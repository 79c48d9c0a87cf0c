//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Building of the module of one kernel.
//
//===----------------------------------------------------------------------===//

#include "KernelModule.h"
#include "RelayLite/Codegen/LLVM/CodeGeneration.h"
#include "RelayLite/Codegen/Passes.h"
#include "RelayLite/Codegen/Pipelines.h"
#include "RelayLite/Conversion/Passes.h"
#include "RelayLite/Conversion/RelayToLinalg/RelayToLinalg.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Evaluation/BufferPool.h"
#include "RelayLite/Evaluation/Tensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Target/TargetMachine.h"
#include <map>

using namespace mlir;
using namespace mlir::relay;

static constexpr StringLiteral loopsName = "kernel";

//===----------------------------------------------------------------------===//
// From values to buffers
//===----------------------------------------------------------------------===//

/// The buffer type of a tensor. With `isStrided`, strides are run-time values
/// where sizes are.
static MemRefType getBufferType(RankedTensorType type, bool isStrided) {
  if (type.hasStaticShape() || !isStrided)
    return MemRefType::get(type.getShape(), type.getElementType());
  SmallVector<int64_t> strides(type.getRank(), ShapedType::kDynamic);
  strides.back() = 1;
  return MemRefType::get(type.getShape(), type.getElementType(),
                         StridedLayoutAttr::get(type.getContext(), 0, strides));
}

/// Makes of `source`, a function on tensors, one on buffers that writes its
/// results to arguments. Functions that are not pointwise also take which share
/// of the work to do.
static void buildBufferFunction(func::FuncOp source, bool isPointwise) {
  OpBuilder b(source);
  Location loc = source.getLoc();
  size_t numInputs = source.getNumArguments();
  SmallVector<Type> types(source.getArgumentTypes());
  llvm::append_range(types, source.getResultTypes());
  SmallVector<Type> bufferTypes;
  for (Type type : types)
    bufferTypes.push_back(
        getBufferType(cast<RankedTensorType>(type), isPointwise));
  if (!isPointwise)
    bufferTypes.push_back(MemRefType::get(2, b.getI64Type()));
  auto target = func::FuncOp::create(b, loc, loopsName,
                                     b.getFunctionType(bufferTypes, {}));
  if (!isPointwise)
    target.setArgAttr(types.size(), shareAttrName, b.getUnitAttr());
  Block *entry = target.addEntryBlock();
  b.setInsertionPointToStart(entry);
  IRMapping mapping;
  for (auto [argument, buffer] : llvm::zip(
           source.getArguments(), entry->getArguments().take_front(numInputs)))
    mapping.map(argument, bufferization::ToTensorOp::create(
                              b, loc, argument.getType(), buffer,
                              /*restrict=*/true));
  for (Operation &op : source.front().without_terminator())
    b.clone(op, mapping);
  for (auto [result, buffer] :
       llvm::zip(source.front().getTerminator()->getOperands(),
                 entry->getArguments().drop_front(numInputs)))
    bufferization::MaterializeInDestinationOp::create(
        b, loc, TypeRange(), mapping.lookup(result), buffer, /*restrict=*/true,
        /*writable=*/true);
  func::ReturnOp::create(b, loc);
  source.erase();
}

//===----------------------------------------------------------------------===//
// Scratch memory
//===----------------------------------------------------------------------===//

/// Reports that the size of `alloc`, or of all, does not fit.
static void emitSizeError(memref::AllocOp alloc) {
  alloc.emitError("temporaries up to one of type ")
      << alloc.getType() << " take 2^63 bytes or more";
}

/// Turns the allocations of `function` into parts of one scratch buffer, its
/// new last argument, and returns the size of that. relay-plan-memory cannot do
/// this: it leaves alone each buffer without a deallocation. Kernels have few
/// of those, and may not allocate.
static FailureOr<size_t> placeAllocations(func::FuncOp function) {
  OpBuilder b(function.getContext());
  auto scratchType = MemRefType::get({ShapedType::kDynamic}, b.getI8Type());
  Location loc = function.getLoc();
  if (failed(function.insertArgument(function.getNumArguments(), scratchType,
                                     {}, loc)))
    return failure();
  Value scratch = function.getArguments().back();
  // A large buffer may be used in part, from its beginning on. It comes last,
  // so that its unused end takes no memory.
  std::multimap<int64_t, memref::AllocOp> allocs;
  WalkResult result = function.walk([&](memref::AllocOp alloc) {
    MemRefType type = alloc.getType();
    if (!type.hasStaticShape()) {
      alloc.emitError("kernels with temporaries of dynamic size are not "
                      "supported");
      return WalkResult::interrupt();
    }
    std::optional<size_t> size = computeByteSize(
        type.getShape(), Tensor::getElementSize(type.getElementType()));
    int64_t bytes = 0;
    if (!size || llvm::AddOverflow<int64_t>(
                     *size, -*size & (bufferAlignment - 1), bytes)) {
      emitSizeError(alloc);
      return WalkResult::interrupt();
    }
    allocs.emplace(bytes, alloc);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  int64_t size = 0;
  for (auto [bytes, alloc] : allocs) {
    b.setInsertionPoint(alloc);
    Value offset = arith::ConstantIndexOp::create(b, alloc.getLoc(), size);
    MemRefType type = alloc.getType();
    Value view = memref::ViewOp::create(
        b, alloc.getLoc(),
        MemRefType::get(type.getShape(), type.getElementType()), scratch,
        offset, ValueRange());
    if (llvm::AddOverflow(size, bytes, size)) {
      emitSizeError(alloc);
      return failure();
    }
    alloc.replaceAllUsesWith(view);
    alloc.erase();
  }
  function.walk([](memref::DeallocOp dealloc) { dealloc.erase(); });
  return size;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Says of all loops in `module`, of a pointwise kernel, that no iteration
/// reads what another writes: vectorisation needs no check of overlaps then,
/// which would find one where the result takes the place of an operand. Two
/// vectors are computed at a time: approximations of functions are chains of
/// operations that each wait for the one before.
static void markLoopsParallel(ModuleOp module) {
  MLIRContext *context = module.getContext();
  auto group = LLVM::AccessGroupAttr::get(context);
  auto groups = ArrayAttr::get(context, group);
  auto interleave = LLVM::LoopInterleaveAttr::get(
      context, Builder(context).getI32IntegerAttr(2));
  auto annotation =
      LLVM::LoopAnnotationAttr::get(context, {}, {}, interleave, {}, {}, {}, {},
                                    {}, {}, {}, {}, {}, {}, {}, group);
  auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(loopsName);
  function.walk(
      [&](LLVM::AccessGroupOpInterface op) { op.setAccessGroups(groups); });
  DominanceInfo dominance(function);
  function.walk([&](LLVM::BrOp branch) {
    if (dominance.dominates(branch.getDest(), branch->getBlock()))
      branch.setLoopAnnotationAttr(annotation);
  });
}

/// Ends the block of `b` and returns from the kernel unless `share` is that of
/// number 0.
static void emitExit(OpBuilder &b, Location loc, Value share) {
  Block *entry = b.getBlock();
  Block *exit = b.createBlock(entry->getParent());
  LLVM::ReturnOp::create(b, loc, ValueRange());
  Block *body = b.createBlock(entry->getParent());
  b.setInsertionPointToEnd(entry);
  Value number = LLVM::LoadOp::create(b, loc, b.getI64Type(), share);
  Value zero = LLVM::ConstantOp::create(b, loc, b.getI64Type(), 0);
  Value isFirst =
      LLVM::ICmpOp::create(b, loc, LLVM::ICmpPredicate::eq, number, zero);
  LLVM::CondBrOp::create(b, loc, isFirst, body, exit);
  b.setInsertionPointToStart(body);
}

/// Adds `relay_kernel`, which takes apart the arrays of the kernels' interface
/// and calls `kernel`, whose memref arguments of types `types` are expanded to
/// descriptors. The first share is all the work if the argument of number
/// `unusedShare`, which tells the share, is not used. Returns it.
static LLVM::LLVMFuncOp addEntry(ModuleOp module, ArrayRef<MemRefType> types,
                                 std::optional<size_t> unusedShare) {
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  Location loc = module.getLoc();
  auto target = module.lookupSymbol<LLVM::LLVMFuncOp>(loopsName);
  target.setLinkage(LLVM::Linkage::Internal);
  target.setAlwaysInline(true);
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());
  auto entry = LLVM::LLVMFuncOp::create(
      b, loc, kernelEntryName,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(b.getContext()),
                                  {pointer, pointer, pointer}));
  Block *body = entry.addEntryBlock(b);
  b.setInsertionPointToStart(body);
  auto load = [&](Type type, Value array, int64_t index) -> Value {
    Value address =
        LLVM::GEPOp::create(b, loc, pointer, type, array,
                            ArrayRef<LLVM::GEPArg>{LLVM::GEPArg(index)});
    return LLVM::LoadOp::create(b, loc, type, address);
  };
  if (unusedShare)
    emitExit(b, loc, load(pointer, body->getArgument(0), *unusedShare));
  Value zero = LLVM::ConstantOp::create(b, loc, b.getI64Type(), 0);
  SmallVector<Value> arguments;
  int64_t dim = 0;
  for (auto [i, type] : llvm::enumerate(types)) {
    Value buffer = load(pointer, body->getArgument(0), i);
    llvm::append_values(arguments, buffer, buffer, zero);
    auto [strides, offset] = type.getStridesAndOffset();
    (void)offset;
    bool isScratch = i + 1 == types.size();
    // Static sizes and strides are constants of the kernel.
    auto appendAll = [&](ArrayRef<int64_t> values, Value array) {
      for (auto [d, value] : llvm::enumerate(values))
        arguments.push_back(
            isScratch ? zero
            : ShapedType::isDynamic(value)
                ? load(b.getI64Type(), array, dim + d)
                : LLVM::ConstantOp::create(b, loc, b.getI64Type(), value)
                      .getResult());
    };
    appendAll(type.getShape(), body->getArgument(1));
    appendAll(strides, body->getArgument(2));
    dim += type.getRank();
  }
  LLVM::CallOp::create(b, loc, target, arguments);
  LLVM::ReturnOp::create(b, loc, ValueRange());
  return entry;
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

std::unique_ptr<MLIRContext>
relay::createKernelContext(const DialectRegistry *dialects) {
  DialectRegistry registry;
  registerLoweringDialects(registry);
  registry.insert<RelayDialect>();
  if (dialects)
    dialects->appendTo(registry);
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->printOpOnDiagnostic(false);
  // The dialects of the operations that buildKernelModule makes.
  context->loadDialect<arith::ArithDialect, bufferization::BufferizationDialect,
                       func::FuncDialect, LLVM::LLVMDialect,
                       memref::MemRefDialect, RelayDialect>();
  return context;
}

FailureOr<KernelModule>
relay::buildKernelModule(MLIRContext *context, StringRef key,
                         const llvm::TargetMachine &machine) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(key, context);
  if (!module)
    return failure();
  auto source = *module->getOps<func::FuncOp>().begin();
  // Inputs of such kernels may be parts of tensors, and the result may be one
  // of the inputs.
  bool isPointwise = source.front().front().hasAttr(equalDynamicDimsAttrName);
  // Values first, so that tuples and signedness are gone when buffers come.
  PassManager toLinalg(context);
  toLinalg.addPass(createConvertRelayToLinalgPass());
  if (isPointwise)
    toLinalg.nest<func::FuncOp>().addPass(createFuseElementwisePass());
  if (failed(toLinalg.run(*module)))
    return failure();
  buildBufferFunction(source, isPointwise);
  PassManager toLoops(context);
  populateRelayToLoopsPipeline(toLoops, getVectorBytes(machine));
  if (failed(toLoops.run(*module)))
    return failure();
  auto loops = module->lookupSymbol<func::FuncOp>(loopsName);
  std::optional<size_t> unusedShare;
  for (BlockArgument argument : loops.getArguments())
    if (loops.getArgAttr(argument.getArgNumber(), shareAttrName) &&
        argument.use_empty())
      unusedShare = argument.getArgNumber();
  FailureOr<size_t> scratchSize = placeAllocations(loops);
  if (failed(scratchSize))
    return failure();
  auto types = llvm::map_to_vector(loops.getArgumentTypes(), [](Type type) {
    return cast<MemRefType>(type);
  });
  PassManager toLLVM(context);
  populateLoopsToLLVMPipeline(toLLVM);
  if (failed(toLLVM.run(*module)))
    return failure();
  if (isPointwise)
    markLoopsParallel(*module);
  LLVM::LLVMFuncOp entry = addEntry(*module, types, unusedShare);
  // Half as many instructions in flight where there are vectors of 512 bits,
  // which LLVM avoids by default.
  if (isPointwise)
    entry.setPreferVectorWidth("512");
  return KernelModule{std::move(module), *scratchSize};
}
