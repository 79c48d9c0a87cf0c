//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Devices, written down so that the scopes of annotations tell where each value
// is.
//
//===----------------------------------------------------------------------===//

#include "PlanDevices.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"

using namespace mlir;
using namespace mlir::relay;

/// Whether `value` tells by its definition where it is: a variable, or a
/// function.
static bool tellsDevice(Value value) {
  while (auto typeCast = value.getDefiningOp<TypeCastOp>())
    value = typeCast.getValue();
  Operation *op = value.getDefiningOp();
  return !op || isa<LetOp, GlobalOp, FnOp, FusedFnOp>(op);
}

// x -> on_device(x)
static Value annotate(OpBuilder &builder, Value value,
                      VirtualDeviceAttr device) {
  if (tellsDevice(value))
    return value;
  return OnDeviceOp::create(builder, value.getLoc(), value.getType(), value,
                            device, /*constrain_result=*/true,
                            /*constrain_body=*/true);
}

/// Whether `value` is annotate(source, device), and nothing else uses it.
static bool isAnnotated(Value value, Value source, VirtualDeviceAttr device) {
  auto onDevice = value.getDefiningOp<OnDeviceOp>();
  return onDevice && onDevice.isFixed() && onDevice.getBody() == source &&
         onDevice.getVirtualDevice() == device && value.hasOneUse();
}

void DeviceCapture::captureUse(OpOperand &use, VirtualDeviceAttr expected,
                               VirtualDeviceAttr lexical) {
  Value value = use.get(), source = getSource(value);
  VirtualDeviceAttr actual = domains.getDevice(source);
  bool isAsInScope = expected == lexical || tellsDevice(source);
  if (actual == expected && isAsInScope) {
    changed |= value != source;
    use.set(source);
    return;
  }
  if (actual == expected && isAnnotated(value, source, expected)) {
    kept.insert(value.getDefiningOp());
    return;
  }
  OpBuilder builder(use.getOwner());
  Value result = source;
  // x -> device_copy(on_device(x))
  if (actual != expected) {
    result = annotate(builder, source, actual);
    result = DeviceCopyOp::create(builder, source.getLoc(), source.getType(),
                                  result, actual, expected);
    ++numCopies;
  }
  if (expected != lexical)
    result = annotate(builder, result, expected);
  use.set(result);
  changed = true;
}

void DeviceCapture::captureOperation(Operation *op) {
  if (isKernel(op))
    return;
  if (isa<FnOp, FusedFnOp>(op)) {
    auto fn = dyn_cast<FnOp>(op);
    return captureSignature(op, domains.get(op->getResult(0)),
                            op->getRegion(0).getNumArguments() -
                                (fn && fn.getHasSelf()));
  }
  auto copy = dyn_cast<DeviceCopyOp>(op);
  if (isa<OnDeviceOp>(op) ||
      (copy && domains.getDevice(getSource(copy.getData())) ==
                   domains.getDevice(copy.getResult()))) {
    sources[op->getResult(0)] = getSource(op->getOperand(0));
    replaced.push_back(op);
    return;
  }
  if (copy) {
    // From where the value is, whatever annotations are between.
    VirtualDeviceAttr from = domains.getDevice(getSource(copy.getData()));
    VirtualDeviceAttr to = domains.getDevice(copy.getResult());
    changed |=
        copy.getSrcVirtualDevice() != from || copy.getDstVirtualDevice() != to;
    copy.setSrcVirtualDeviceAttr(from);
    copy.setDstVirtualDeviceAttr(to);
    return captureUse(op->getOpOperand(0), from, to);
  }
  for (OpOperand &use : op->getOpOperands()) {
    VirtualDeviceAttr expected = domains.getDevice(use.get());
    // A binding can be inlined anywhere, so it always says where it is.
    VirtualDeviceAttr lexical;
    if (op->getNumResults() == 0)
      lexical = expected;
    else if (!isa<LetOp>(op))
      lexical = domains.getDevice(op->getResult(0));
    captureUse(use, expected, lexical);
  }
}

void DeviceCapture::captureSignature(Operation *op,
                                     DeviceDomains::Domain domain,
                                     unsigned numParameters) {
  auto argAttrs = op->getAttrOfType<ArrayAttr>("arg_attrs");
  SmallVector<Attribute> attrs;
  for (unsigned i = 0; i < numParameters; ++i) {
    NamedAttrList list;
    if (argAttrs)
      list = cast<DictionaryAttr>(argAttrs[i]);
    list.set(fnattr::virtualDevice,
             domains.getDevice(domains.getParameter(domain, i)));
    attrs.push_back(list.getDictionary(op->getContext()));
  }
  auto all = ArrayAttr::get(op->getContext(), attrs);
  VirtualDeviceAttr result = domains.getDevice(domain);
  if ((numParameters == 0 || all == argAttrs) &&
      result == op->getDiscardableAttr(fnattr::virtualDevice))
    return;
  if (numParameters != 0)
    op->setAttr("arg_attrs", all);
  op->setDiscardableAttr(fnattr::virtualDevice, result);
  changed = true;
}

void DeviceCapture::run(func::FuncOp function, DeviceDomains::Domain domain) {
  captureSignature(function, domain, function.getNumArguments());
  SmallVector<Operation *> ops;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != function)
      ops.push_back(op);
    return isKernel(op) ? WalkResult::skip() : WalkResult::advance();
  });
  for (Operation *op : ops)
    captureOperation(op);
  for (Operation *op : llvm::reverse(replaced)) {
    if (kept.contains(op))
      continue;
    op->erase();
    changed = true;
  }
  replaced.clear();
}
