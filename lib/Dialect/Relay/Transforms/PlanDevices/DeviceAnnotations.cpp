//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Preparation of a program before devices are found: the order of its
// expressions, and annotations at the places that they mean.
//
//===----------------------------------------------------------------------===//

#include "PlanDevices.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Frontend/Raising.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::relay;

bool relay::isKernel(Operation *op) {
  return isa<func::FuncOp, FnOp, FusedFnOp>(op) &&
         hasNonzeroAttr(op, fnattr::primitive);
}

bool relay::isPlanned(func::FuncOp function) {
  return !function.isDeclaration() && function.getBody().hasOneBlock() &&
         isa<func::ReturnOp>(function.front().getTerminator()) &&
         !function->hasAttr(fnattr::lowered) && !isKernel(function) &&
         !isSkippedByFunctionPasses(function);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

static bool isBinding(Operation &op) {
  return isa<LetOp>(op) || isBoundWhenRaised(&op);
}

/// The operations to visit after `op`: what computes its operands, and what is
/// in it. Bindings come before the result of their block, and what nothing
/// uses at the end.
static SmallVector<Operation *> getParts(Operation *op) {
  SmallVector<Operation *> parts;
  for (Value operand : op->getOperands())
    if (Operation *definition = operand.getDefiningOp())
      parts.push_back(definition);
  if (isKernel(op))
    return parts;
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      for (Operation &each : block)
        if (isBinding(each))
          parts.push_back(&each);
      for (Operation &each : llvm::reverse(block))
        parts.push_back(&each);
    }
  return parts;
}

// Without recursion: chains of operators are as long as they like.
ExpressionOrder::ExpressionOrder(func::FuncOp function) {
  struct Frame {
    Operation *op;
    SmallVector<Operation *> parts;
    unsigned next = 0;
  };
  llvm::DenseSet<Operation *> seen;
  std::vector<Frame> stack;
  stack.push_back({function, getParts(function)});
  while (!stack.empty()) {
    Frame &frame = stack.back();
    if (frame.next == frame.parts.size()) {
      usersLast.push_back(frame.op);
      stack.pop_back();
      continue;
    }
    Operation *part = frame.parts[frame.next++];
    if (!seen.insert(part).second)
      continue;
    usersFirst.push_back(part);
    stack.push_back({part, getParts(part)});
  }
  usersLast.pop_back();
}

//===----------------------------------------------------------------------===//
// Operators with operands on the host
//===----------------------------------------------------------------------===//

static StringRef getRelayName(Operation *op) {
  auto interface = dyn_cast<OperatorInterface>(op);
  return interface ? interface.getRelayName() : StringRef();
}

bool relay::isCall(Operation *op) {
  return isa<OperatorInterface, CallOp, ApplyOp>(op) &&
         op->getNumResults() == 1;
}

bool relay::isOnHost(Operation *op, std::optional<unsigned> index) {
  return llvm::StringSwitch<bool>(getRelayName(op))
      .Case("vm.shape_of", !index)
      .Case("vm.reshape_tensor", index == 1u)
      .Case("memory.alloc_storage", index.has_value())
      .Case("memory.alloc_tensor", index && index != 0u)
      .Default(false);
}

bool relay::isOnAnyDevice(Operation *op, unsigned index) {
  if (isa<ApplyOp>(op))
    return index == 0;
  return llvm::StringSwitch<bool>(getRelayName(op))
      .Case("vm.shape_of", true)
      .Case("vm.invoke_tvm_op", index == 0)
      .Default(isa<OnDeviceOp, DeviceCopyOp>(op));
}

//===----------------------------------------------------------------------===//
// Annotations
//===----------------------------------------------------------------------===//

/// The annotation that `value` is, if it constrains its operand alone.
static OnDeviceOp getPlainAnnotation(Value value) {
  auto onDevice = value.getDefiningOp<OnDeviceOp>();
  return onDevice && onDevice.getConstrainBody() &&
                 !onDevice.getConstrainResult()
             ? onDevice
             : OnDeviceOp();
}

// on_device(x) -> on_device(x, constrain_result), for one use of it
static bool constrainResult(OpOperand &use) {
  OnDeviceOp onDevice = getPlainAnnotation(use.get());
  if (!onDevice)
    return false;
  OpBuilder builder(use.getOwner());
  use.set(OnDeviceOp::create(builder, onDevice.getLoc(), onDevice.getType(),
                             onDevice.getBody(), onDevice.getVirtualDevice(),
                             /*constrain_result=*/true,
                             /*constrain_body=*/true));
  return true;
}

// on_device(x)[i] -> on_device(on_device(x)[i])
// so that a field is copied, and not the tuple.
static bool annotateField(TupleGetOp get) {
  OnDeviceOp onDevice = getPlainAnnotation(get.getTuple());
  if (!onDevice)
    return false;
  OpBuilder builder(get->getContext());
  builder.setInsertionPointAfter(get);
  auto field = OnDeviceOp::create(builder, get.getLoc(), get.getType(), get,
                                  onDevice.getVirtualDevice(),
                                  /*constrain_result=*/false,
                                  /*constrain_body=*/true);
  get.getResult().replaceAllUsesExcept(field, field);
  return true;
}

bool relay::normalizeAnnotations(func::FuncOp function) {
  bool changed = false;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isKernel(op))
      return WalkResult::skip();
    if (auto get = dyn_cast<TupleGetOp>(op))
      changed |= annotateField(get);
    else if (isa<LetOp>(op))
      changed |= constrainResult(op->getOpOperand(0));
    // The result of a function, unless it is that of a binding.
    else if (op->hasTrait<OpTrait::ReturnLike>() &&
             !isa<IfOp>(op->getParentOp()) &&
             llvm::none_of(*op->getBlock(), isBinding))
      for (OpOperand &result : op->getOpOperands())
        changed |= constrainResult(result);
    return WalkResult::advance();
  });
  return changed;
}

//===----------------------------------------------------------------------===//
// Values that are needed on several devices
//===----------------------------------------------------------------------===//

namespace {
/// Devices that flow from annotations through calls to what these use.
class SharedValues {
public:
  explicit SharedValues(const DeviceConfig &config) : config(config) {}

  LogicalResult visit(Operation *call);
  bool copyOperands(Operation *call);

private:
  bool flowsToArguments(Operation *call);
  /// Adds constraints. False if others contradict them.
  bool constrain(Value value, VirtualDeviceAttr device);

  const DeviceConfig &config;
  /// Null where nothing is known.
  DenseMap<Value, VirtualDeviceAttr> devices;
  /// The devices of the operands of calls.
  DenseMap<Operation *, VirtualDeviceAttr> operandDevices;
  llvm::DenseSet<Value> shared;
  SymbolTableCollection symbols;
};
} // namespace

/// Whether the arguments of `call` are where its result is, as far as anybody
/// knows: the function does not say where its parameters are.
bool SharedValues::flowsToArguments(Operation *call) {
  Operation *function = nullptr;
  if (auto direct = dyn_cast<CallOp>(call)) {
    function = symbols.lookupNearestSymbolFrom(call, direct.getCalleeAttr());
  } else if (auto apply = dyn_cast<ApplyOp>(call)) {
    Value callee = apply.getCallee();
    while (auto let = callee.getDefiningOp<LetOp>())
      callee = let.getValue();
    function = callee.getDefiningOp();
    if (!isa_and_nonnull<FnOp, FusedFnOp>(function))
      return false;
  } else {
    return true;
  }
  return function && !function->hasAttr(fnattr::virtualDevice);
}

bool SharedValues::constrain(Value value, VirtualDeviceAttr device) {
  VirtualDeviceAttr &known = devices[value];
  if (!device)
    return true;
  VirtualDeviceAttr joined = known ? joinDevices(known, device) : device;
  if (joined)
    known = joined;
  return joined != nullptr;
}

LogicalResult SharedValues::visit(Operation *call) {
  Value result = call->getResult(0);
  VirtualDeviceAttr device = devices.lookup(result), ofOperands = device;
  auto emitError = [&] { return call->emitOpError(); };
  FailureOr<VirtualDeviceAttr> given;
  if (auto onDevice = dyn_cast<OnDeviceOp>(call)) {
    if (failed(given =
                   config.addTarget(onDevice.getVirtualDevice(), emitError)))
      return failure();
    if (onDevice.getConstrainBody())
      ofOperands = *given;
    if (onDevice.getConstrainResult())
      (void)constrain(result, *given);
  } else if (auto copy = dyn_cast<DeviceCopyOp>(call)) {
    if (failed(given = config.addTarget(copy.getSrcVirtualDevice(), emitError)))
      return failure();
    ofOperands = *given;
    if (failed(given = config.addTarget(copy.getDstVirtualDevice(), emitError)))
      return failure();
    if (!constrain(result, *given))
      return call->emitOpError("expected a copy on ")
             << device << ", but it is on " << *given;
  }
  operandDevices[call] = ofOperands;
  if (!flowsToArguments(call))
    return success();
  bool isAnnotation = isa<OnDeviceOp, DeviceCopyOp>(call);
  for (OpOperand &use : call->getOpOperands()) {
    unsigned index = use.getOperandNumber();
    if (!isAnnotation && (isOnHost(call, index) || isOnAnyDevice(call, index)))
      continue;
    // Annotations become copies where they have to.
    if (!constrain(use.get(), ofOperands) &&
        !use.get().getDefiningOp<OnDeviceOp>())
      shared.insert(use.get());
  }
  return success();
}

// f(x), g(x) -> f(x), g(device_copy(x))
bool SharedValues::copyOperands(Operation *call) {
  if (!flowsToArguments(call))
    return false;
  bool changed = false;
  VirtualDeviceAttr device = operandDevices.lookup(call);
  if (!isa<OnDeviceOp, DeviceCopyOp>(call))
    device = devices.lookup(call->getResult(0));
  for (OpOperand &use : call->getOpOperands()) {
    Value value = use.get();
    if (!device || !shared.contains(value) || devices.lookup(value) == device ||
        isOnHost(call, use.getOperandNumber()))
      continue;
    OpBuilder builder(call);
    use.set(DeviceCopyOp::create(builder, call->getLoc(), value.getType(),
                                 value, devices.lookup(value), device));
    changed = true;
  }
  return changed;
}

LogicalResult relay::copyShared(func::FuncOp function,
                                const DeviceConfig &config, bool &changed) {
  SharedValues values(config);
  ExpressionOrder order(function);
  llvm::erase_if(order.usersFirst, [](Operation *op) { return !isCall(op); });
  for (Operation *op : order.usersFirst)
    if (failed(values.visit(op)))
      return failure();
  for (Operation *op : order.usersFirst)
    changed |= values.copyOperands(op);
  return success();
}
