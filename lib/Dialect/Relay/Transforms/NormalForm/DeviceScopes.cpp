//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations in the scope of relay.on_device.
//
//===----------------------------------------------------------------------===//

#include "DeviceScopes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
class DeviceScopes {
public:
  bool visitRegion(Region &region);

private:
  VirtualDeviceAttr getScopeOfUser(Operation *user) const;
  VirtualDeviceAttr getScope(Operation *op) const;
  bool annotate(Operation *op, VirtualDeviceAttr device);

  /// The devices of operations that are in a scope.
  DenseMap<Operation *, VirtualDeviceAttr> scopes;
};
} // namespace

/// The scope in which `user` uses its operands; null for none.
VirtualDeviceAttr DeviceScopes::getScopeOfUser(Operation *user) const {
  if (auto onDevice = dyn_cast<OnDeviceOp>(user);
      onDevice && onDevice.isFixed())
    return onDevice.getVirtualDevice();
  // The use of a branch's result is at the operation around the branch.
  if (isa<YieldOp>(user))
    user = user->getParentOp();
  return isa<LetOp, FnOp, FusedFnOp>(user) ? VirtualDeviceAttr()
                                           : scopes.lookup(user);
}

VirtualDeviceAttr DeviceScopes::getScope(Operation *op) const {
  VirtualDeviceAttr scope;
  for (Operation *user : op->getUsers()) {
    VirtualDeviceAttr other = getScopeOfUser(user);
    if (!other || (scope && other != scope))
      return {};
    scope = other;
  }
  return scope;
}

// x -> on_device(x)
bool DeviceScopes::annotate(Operation *op, VirtualDeviceAttr device) {
  Value value = op->getResult(0);
  auto needsAnnotation = [](OpOperand &use) {
    auto onDevice = dyn_cast<OnDeviceOp>(use.getOwner());
    return !onDevice || !onDevice.isFixed();
  };
  if (llvm::none_of(value.getUses(), needsAnnotation))
    return false;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  auto onDevice = OnDeviceOp::create(builder, op->getLoc(), value.getType(),
                                     value, device, /*constrain_result=*/true,
                                     /*constrain_body=*/true);
  value.replaceUsesWithIf(onDevice, needsAnnotation);
  return true;
}

// Users come after what they use, and are decided first.
bool DeviceScopes::visitRegion(Region &region) {
  bool changed = false;
  for (Block &block : llvm::reverse(region))
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      VirtualDeviceAttr scope =
          op.getNumResults() == 1 ? getScope(&op) : VirtualDeviceAttr();
      if (scope)
        scopes[&op] = scope;
      for (Region &nested : op.getRegions())
        changed |= visitRegion(nested);
      // Functions say themselves where their results are.
      if (scope && !isa<OnDeviceOp, LetOp, TypeCastOp>(op) &&
          !isa<FunctionType>(op.getResult(0).getType()))
        changed |= annotate(&op, scope);
    }
  return changed;
}

bool relay::annotateDeviceScopes(Region &body) {
  WalkResult found = body.walk([](OnDeviceOp op) {
    return op.isFixed() ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found.wasInterrupted() && DeviceScopes().visitRegion(body);
}
