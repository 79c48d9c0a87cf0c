//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which values have to be on one device, and where the others are.
//
//===----------------------------------------------------------------------===//

#include "PlanDevices.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

LogicalResult DeviceFinder::require(Operation *op, const Twine &what,
                                    Domain actual, Domain expected) {
  if (succeeded(domains.unify(actual, expected)))
    return success();
  auto [other, device] = domains.getConflict();
  return op->emitOpError("expected ")
         << what << " on " << device << ", but it is on " << other;
}

LogicalResult DeviceFinder::require(Operation *op, const Twine &what,
                                    Domain actual, Type type,
                                    Attribute expected) {
  auto device = dyn_cast_or_null<VirtualDeviceAttr>(expected);
  if (!device || device.isUnconstrained())
    return success();
  FailureOr<VirtualDeviceAttr> known =
      config.addTarget(device, [&] { return op->emitOpError(); });
  if (failed(known))
    return failure();
  return require(op, what, actual, domains.make(type, *known));
}

LogicalResult DeviceFinder::addSignature(Operation *op, Domain domain,
                                         ValueRange parameters,
                                         ArrayAttr argAttrs) {
  for (auto [i, parameter] : llvm::enumerate(parameters)) {
    std::string what = "argument " + std::to_string(i);
    Domain actual = domains.get(parameter);
    Attribute device;
    if (argAttrs)
      device = cast<DictionaryAttr>(argAttrs[i]).get(fnattr::virtualDevice);
    if (failed(require(op, what, actual, domains.getParameter(domain, i))) ||
        failed(require(op, what, actual, parameter.getType(), device)))
      return failure();
  }
  return success();
}

/// Adds what is known about the value of the function or literal `op`.
LogicalResult DeviceFinder::addResult(Operation *op, Domain domain) {
  Domain result = domains.getResult(domain);
  Operation *terminator = op->getRegion(0).front().getTerminator();
  for (Value value : terminator->getOperands())
    if (failed(require(terminator, "the result of the function",
                       domains.get(value), result)) ||
        failed(require(op, "the result", domains.get(value), value.getType(),
                       op->getDiscardableAttr(fnattr::virtualDevice))))
      return failure();
  return success();
}

LogicalResult DeviceFinder::addFunction(func::FuncOp function) {
  Domain domain = getDomain(function);
  if (failed(addSignature(function, domain, function.getArguments(),
                          function.getArgAttrsAttr())) ||
      failed(addResult(function, domain)))
    return failure();
  WalkResult result = function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != function && failed(addOperation(op)))
      return WalkResult::interrupt();
    return isKernel(op) ? WalkResult::skip() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult DeviceFinder::addCall(Operation *op, Domain callee,
                                    ValueRange arguments) {
  for (auto [i, argument] : llvm::enumerate(arguments))
    if (failed(require(op, "argument " + Twine(i), domains.get(argument),
                       domains.getParameter(callee, i))))
      return failure();
  return require(op, "the result", domains.get(op->getResult(0)),
                 domains.getResult(callee));
}

// Tuples, references and branches are operators here: they are on one device
// with what is in them.
LogicalResult DeviceFinder::addOperator(Operation *op) {
  if (auto onDevice = dyn_cast<OnDeviceOp>(op)) {
    Value body = onDevice.getBody(), result = onDevice.getResult();
    Attribute device = onDevice.getVirtualDevice();
    if (onDevice.getConstrainBody() &&
        failed(require(op, "the operand", domains.get(body), body.getType(),
                       device)))
      return failure();
    return !onDevice.getConstrainResult()
               ? success()
               : require(op, "the result", domains.get(result),
                         result.getType(), device);
  }
  if (auto copy = dyn_cast<DeviceCopyOp>(op)) {
    Value data = copy.getData(), result = copy.getResult();
    return failure(
        failed(require(op, "the operand", domains.get(data), data.getType(),
                       copy.getSrcVirtualDevice())) ||
        failed(require(op, "the result", domains.get(result), result.getType(),
                       copy.getDstVirtualDevice())));
  }
  Value result = op->getResult(0);
  auto host = [&](Value value) {
    return domains.make(value.getType(), config.getHost());
  };
  for (OpOperand &use : op->getOpOperands()) {
    unsigned index = use.getOperandNumber();
    Value value = use.get();
    if (!isOnHost(op, index) && isOnAnyDevice(op, index))
      continue;
    if (failed(
            require(op, "operand " + Twine(index), domains.get(value),
                    isOnHost(op, index) ? host(value) : domains.get(result))))
      return failure();
  }
  for (Value other : op->getResults().drop_front())
    if (failed(require(op, "every result", domains.get(other),
                       domains.get(result))))
      return failure();
  if (isOnHost(op, std::nullopt))
    return require(op, "the result", domains.get(result), host(result));
  // Storage says where it is.
  return require(op, "the result", domains.get(result), result.getType(),
                 op->getAttr("virtual_device"));
}

DeviceDomains::Domain DeviceFinder::getCallee(Operation *op) {
  if (auto apply = dyn_cast<ApplyOp>(op))
    return domains.get(apply.getCallee());
  return functions.lookup(
      op->getAttrOfType<FlatSymbolRefAttr>("callee").getAttr());
}

LogicalResult DeviceFinder::addOperation(Operation *op) {
  if (isa<FnOp, FusedFnOp>(op)) {
    Domain domain = domains.get(op->getResult(0));
    Block &body = op->getRegion(0).front();
    auto fn = dyn_cast<FnOp>(op);
    bool hasSelf = fn && fn.getHasSelf();
    if (hasSelf && failed(require(op, "the function itself",
                                  domains.get(body.getArgument(0)), domain)))
      return failure();
    return failure(
        failed(addSignature(op, domain,
                            ValueRange(body.getArguments()).drop_front(hasSelf),
                            op->getAttrOfType<ArrayAttr>("arg_attrs"))) ||
        failed(addResult(op, domain)));
  }
  if (auto call = dyn_cast<CallOp>(op))
    return addCall(op, getCallee(op), call.getArguments());
  if (auto apply = dyn_cast<ApplyOp>(op))
    return addCall(op, getCallee(op), apply.getArguments());
  if (isa<GlobalOp>(op))
    return require(op, "the function", domains.get(op->getResult(0)),
                   getCallee(op));
  if (auto branch = dyn_cast<IfOp>(op))
    for (Value value : {branch.getThenValue(), branch.getElseValue()})
      if (failed(require(op, "the value of a branch", domains.get(value),
                         domains.get(branch.getResult()))))
        return failure();
  return op->getNumResults() == 0 ? success() : addOperator(op);
}

//===----------------------------------------------------------------------===//
// Defaults
//===----------------------------------------------------------------------===//

/// A result is on the fallback device, parameters are where the result is.
void DeviceFinder::setFunctionDefault(Domain domain) {
  domains.setResultDefault(domain, config.getFallback());
  domains.setDefault(domain, domains.getDevice(domain));
}

void DeviceFinder::setDefault(Operation *op) {
  if (isKernel(op))
    return;
  if (isa<FnOp, FusedFnOp>(op))
    return setFunctionDefault(domains.get(op->getResult(0)));
  if (isa<CallOp, ApplyOp>(op))
    return setFunctionDefault(getCallee(op));
  if (auto let = dyn_cast<LetOp>(op)) {
    // The device of the body of the let.
    VirtualDeviceAttr device;
    for (Value result : op->getBlock()->getTerminator()->getOperands())
      device = domains.getDevice(result);
    return domains.setDefault(domains.get(let.getResult()),
                              device ? device : config.getFallback());
  }
  if (!isCall(op))
    return;
  Value result = op->getResult(0);
  domains.setResultDefault(domains.get(result), config.getFallback());
  VirtualDeviceAttr device = domains.getDevice(result);
  domains.setDefault(domains.get(result), device);
  for (Value operand : op->getOperands())
    domains.setDefault(domains.get(operand), device);
}

LogicalResult DeviceFinder::run(ModuleOp module) {
  SmallVector<func::FuncOp> planned;
  for (auto function : module.getOps<func::FuncOp>()) {
    functions[function.getSymNameAttr()] =
        domains.make(function.getFunctionType());
    if (isPlanned(function))
      planned.push_back(function);
  }
  for (func::FuncOp function : planned)
    if (failed(addFunction(function)))
      return failure();
  std::vector<ExpressionOrder> orders(planned.begin(), planned.end());
  // Values that may be copied stay on their devices, if that is possible.
  for (ExpressionOrder &order : orders)
    for (Operation *op : order.usersLast)
      if (auto onDevice = dyn_cast<OnDeviceOp>(op);
          onDevice && !onDevice.getConstrainBody() &&
          !onDevice.getConstrainResult())
        domains.tryUnify(domains.get(onDevice.getResult()),
                         domains.get(onDevice.getBody()));
  for (auto [function, order] : llvm::zip_equal(planned, orders)) {
    setFunctionDefault(getDomain(function));
    for (Operation *op : order.usersFirst)
      setDefault(op);
    // Values that no call uses.
    for (Operation *op : order.usersFirst)
      for (Value result : op->getResults())
        if (!domains.getDevice(result))
          domains.setDefault(domains.get(result), config.getFallback());
  }
  return success();
}
