//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The devices that a plan may use, and what virtual devices have in common.
//
//===----------------------------------------------------------------------===//

#include "DeviceConfig.h"
#include "mlir/AsmParser/AsmParser.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::relay;

/// The part that both agree on, where an absent one agrees with all. False if
/// they differ.
template <typename T>
static bool joinPart(T lhs, T rhs, T &joined) {
  joined = lhs ? lhs : rhs;
  return !lhs || !rhs || lhs == rhs;
}

VirtualDeviceAttr relay::joinDevices(VirtualDeviceAttr lhs,
                                     VirtualDeviceAttr rhs) {
  std::optional<DeviceType> device;
  std::optional<int32_t> id;
  DictionaryAttr target;
  StringAttr memoryScope;
  if (!joinPart(lhs.getDevice(), rhs.getDevice(), device) ||
      !joinPart(lhs.getId(), rhs.getId(), id) ||
      !joinPart(lhs.getTarget(), rhs.getTarget(), target) ||
      !joinPart(lhs.getMemoryScope(), rhs.getMemoryScope(), memoryScope))
    return {};
  return VirtualDeviceAttr::get(lhs.getContext(), device, id, target,
                                memoryScope);
}

VirtualDeviceAttr relay::completeDevice(VirtualDeviceAttr device,
                                        VirtualDeviceAttr other) {
  auto kind = device.getDevice() ? device.getDevice() : other.getDevice();
  DictionaryAttr target = device.getTarget();
  // Code for another kind of device is of no use.
  if (!target && other.getDevice() == kind)
    target = other.getTarget();
  return VirtualDeviceAttr::get(
      device.getContext(), kind,
      device.getId() ? device.getId() : other.getId(), target,
      device.getMemoryScope() ? device.getMemoryScope()
                              : other.getMemoryScope());
}

/// The device of an option. A kind alone stands for the first of that kind.
static FailureOr<VirtualDeviceAttr>
parseDevice(MLIRContext *context, DeviceConfig::EmitError emitError,
            StringRef text) {
  if (std::optional<DeviceType> kind = symbolizeDeviceType(text))
    return VirtualDeviceAttr::get(context, kind, /*id=*/0, DictionaryAttr(),
                                  StringAttr());
  VirtualDeviceAttr device;
  {
    // One error is enough.
    ScopedDiagnosticHandler quiet(context, [](Diagnostic &) {});
    device = dyn_cast_or_null<VirtualDeviceAttr>(parseAttribute(text, context));
  }
  if (!device || !device.getDevice())
    return emitError() << "expected a kind of device or a "
                          "'#relay.virtual_device' that has one, but got '"
                       << text << "'";
  return device;
}

FailureOr<DeviceConfig> DeviceConfig::parse(MLIRContext *context,
                                            EmitError emitError,
                                            ArrayRef<std::string> devices,
                                            StringRef host,
                                            StringRef fallback) {
  DeviceConfig config;
  for (StringRef text : devices) {
    FailureOr<VirtualDeviceAttr> device = parseDevice(context, emitError, text);
    if (failed(device))
      return failure();
    config.devices.push_back(*device);
  }
  // The host needs no code of operators.
  FailureOr<VirtualDeviceAttr> device = parseDevice(context, emitError, host);
  if (failed(device))
    return failure();
  config.host = *device;
  device = parseDevice(context, emitError, fallback);
  if (failed(device) || failed(device = config.addTarget(*device, emitError)))
    return failure();
  config.fallback = *device;
  return config;
}

FailureOr<VirtualDeviceAttr>
DeviceConfig::addTarget(VirtualDeviceAttr device, EmitError emitError) const {
  if (!device.getDevice() || device.getTarget() || devices.empty())
    return device;
  auto *it = llvm::find_if(devices, [&](VirtualDeviceAttr each) {
    return each.getDevice() == device.getDevice();
  });
  if (it == devices.end())
    return emitError() << "expected one of the devices of the plan, but got "
                       << device;
  return VirtualDeviceAttr::get(device.getContext(), device.getDevice(),
                                device.getId(), it->getTarget(),
                                device.getMemoryScope());
}
