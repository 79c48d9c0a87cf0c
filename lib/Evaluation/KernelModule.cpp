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
#include "RelayLite/Conversion/Pipelines.h"
#include "RelayLite/Conversion/RelayToLinalg/RelayToLinalg.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

static constexpr StringLiteral loopsName = "kernel";
static constexpr uint64_t scratchAlignment = 64;

//===----------------------------------------------------------------------===//
// From values to buffers
//===----------------------------------------------------------------------===//

/// The buffer type of a tensor: strides are run-time values where sizes are.
static MemRefType getBufferType(RankedTensorType type) {
  if (type.hasStaticShape())
    return MemRefType::get(type.getShape(), type.getElementType());
  SmallVector<int64_t> strides(type.getRank(), ShapedType::kDynamic);
  strides.back() = 1;
  return MemRefType::get(type.getShape(), type.getElementType(),
                         StridedLayoutAttr::get(type.getContext(), 0, strides));
}

/// Flattens the types of `types`, without signedness.
static LogicalResult flattenTypes(TypeRange types,
                                  SmallVectorImpl<Type> &flat) {
  RelayToLinalgTypeConverter converter;
  return converter.convertTypes(SmallVector<Type>(types), flat);
}

namespace {
/// Rebuilds values of Relay types from their flattened buffers.
class ValueBuilder {
public:
  ValueBuilder(OpBuilder &b, Location loc, ValueRange buffers)
      : b(b), loc(loc), buffers(buffers) {}

  Value build(Type type) {
    if (auto tuple = dyn_cast<TupleType>(type)) {
      SmallVector<Value> fields;
      for (Type field : tuple.getTypes())
        fields.push_back(build(field));
      return TupleOp::create(b, loc, tuple, fields);
    }
    Value buffer = buffers[next++];
    auto bufferType = cast<MemRefType>(buffer.getType());
    Value tensor = bufferization::ToTensorOp::create(
        b, loc,
        RankedTensorType::get(bufferType.getShape(),
                              bufferType.getElementType()),
        buffer, /*restrict=*/true);
    if (tensor.getType() == type)
      return tensor;
    return UnrealizedConversionCastOp::create(b, loc, type, tensor)
        .getResult(0);
  }

private:
  OpBuilder &b;
  Location loc;
  ValueRange buffers;
  size_t next = 0;
};
} // namespace

/// Appends the tensors of which `value` consists.
static void flattenValue(OpBuilder &b, Location loc, Value value,
                         SmallVectorImpl<Value> &flat) {
  auto tuple = dyn_cast<TupleType>(value.getType());
  if (!tuple) {
    SmallVector<Type> types;
    (void)flattenTypes(value.getType(), types);
    flat.push_back(
        types.front() == value.getType()
            ? value
            : UnrealizedConversionCastOp::create(b, loc, types.front(), value)
                  .getResult(0));
    return;
  }
  for (auto [i, type] : llvm::enumerate(tuple.getTypes()))
    flattenValue(
        b, loc, TupleGetOp::create(b, loc, type, value, b.getI64IntegerAttr(i)),
        flat);
}

/// Makes of `source`, a function on values, one on buffers that writes its
/// results to arguments.
static FailureOr<func::FuncOp> buildBufferFunction(func::FuncOp source) {
  OpBuilder b(source);
  Location loc = source.getLoc();
  SmallVector<Type> flat;
  if (failed(flattenTypes(source.getArgumentTypes(), flat)))
    return source.emitError("an operand has a type that kernels do not take");
  size_t numInputs = flat.size();
  if (failed(flattenTypes(source.getResultTypes(), flat)))
    return source.emitError("the result has a type that kernels do not give");
  SmallVector<Type> bufferTypes;
  for (Type type : flat) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return source.emitError("expected tensors, but got ") << type;
    bufferTypes.push_back(getBufferType(tensor));
  }
  auto target = func::FuncOp::create(b, loc, loopsName,
                                     b.getFunctionType(bufferTypes, {}));
  Block *entry = target.addEntryBlock();
  b.setInsertionPointToStart(entry);
  ValueBuilder values(b, loc, entry->getArguments().take_front(numInputs));
  IRMapping mapping;
  for (BlockArgument argument : source.getArguments())
    mapping.map(argument, values.build(argument.getType()));
  for (Operation &op : source.front().without_terminator())
    b.clone(op, mapping);
  SmallVector<Value> results;
  for (Value result : source.front().getTerminator()->getOperands())
    flattenValue(b, loc, mapping.lookup(result), results);
  for (auto [result, buffer] :
       llvm::zip_equal(results, entry->getArguments().drop_front(numInputs)))
    bufferization::MaterializeInDestinationOp::create(
        b, loc, TypeRange(), result, buffer, /*restrict=*/true,
        /*writable=*/true);
  func::ReturnOp::create(b, loc);
  source.erase();
  return target;
}

//===----------------------------------------------------------------------===//
// Scratch memory
//===----------------------------------------------------------------------===//

/// Turns the allocations of `function` into parts of one scratch buffer, its
/// new last argument, and returns the size of that.
static FailureOr<size_t> placeAllocations(func::FuncOp function) {
  OpBuilder b(function.getContext());
  auto scratchType = MemRefType::get({ShapedType::kDynamic}, b.getI8Type());
  Location loc = function.getLoc();
  if (failed(function.insertArgument(function.getNumArguments(), scratchType,
                                     {}, loc)))
    return failure();
  Value scratch = function.getArguments().back();
  size_t size = 0;
  WalkResult result = function.walk([&](memref::AllocOp alloc) {
    MemRefType type = alloc.getType();
    if (!type.hasStaticShape()) {
      alloc.emitError("kernels with temporaries of dynamic size are not "
                      "supported");
      return WalkResult::interrupt();
    }
    b.setInsertionPoint(alloc);
    Value offset = arith::ConstantIndexOp::create(b, alloc.getLoc(), size);
    Value view = memref::ViewOp::create(
        b, alloc.getLoc(),
        MemRefType::get(type.getShape(), type.getElementType()), scratch,
        offset, ValueRange());
    int64_t bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8) *
                    type.getNumElements();
    size += llvm::alignTo(bytes, scratchAlignment);
    alloc.replaceAllUsesWith(view);
    alloc.erase();
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  function.walk([](memref::DeallocOp dealloc) { dealloc.erase(); });
  return size;
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

/// Adds `relay_kernel`, which takes apart the arrays of the kernels' interface
/// and calls `kernel`, whose memref arguments of types `types` are expanded to
/// descriptors.
static void addEntry(ModuleOp module, ArrayRef<MemRefType> types) {
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  Location loc = module.getLoc();
  auto target = module.lookupSymbol<LLVM::LLVMFuncOp>(loopsName);
  target.setLinkage(LLVM::Linkage::Internal);
  target.setAlwaysInline(true);
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());
  auto entry = LLVM::LLVMFuncOp::create(
      b, loc, kernelEntryName,
      LLVM::LLVMFunctionType::get(b.getI32Type(), {pointer, pointer, pointer}));
  Block *body = entry.addEntryBlock(b);
  b.setInsertionPointToStart(body);
  auto load = [&](Type type, Value array, int64_t index) -> Value {
    Value address =
        LLVM::GEPOp::create(b, loc, pointer, type, array,
                            ArrayRef<LLVM::GEPArg>{LLVM::GEPArg(index)});
    return LLVM::LoadOp::create(b, loc, type, address);
  };
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
  Value success = LLVM::ConstantOp::create(b, loc, b.getI32Type(), 0);
  LLVM::ReturnOp::create(b, loc, success);
}

FailureOr<KernelModule> relay::buildKernelModule(MLIRContext *context,
                                                 StringRef key) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(key, context);
  if (!module)
    return failure();
  auto source = *module->getOps<func::FuncOp>().begin();
  FailureOr<func::FuncOp> function = buildBufferFunction(source);
  if (failed(function))
    return failure();
  PassManager toLoops(context);
  populateRelayToLoopsPipeline(toLoops);
  if (failed(toLoops.run(*module)))
    return failure();
  auto loops = module->lookupSymbol<func::FuncOp>(loopsName);
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
  addEntry(*module, types);
  return KernelModule{std::move(module), *scratchSize};
}
