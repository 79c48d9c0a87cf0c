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

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_PLANDEVICES_DEVICECONFIG_H
#define LIB_DIALECT_RELAY_TRANSFORMS_PLANDEVICES_DEVICECONFIG_H

#include "RelayLite/Dialect/Relay/IR/RelayAttributes.h"
#include "mlir/IR/Diagnostics.h"

namespace mlir::relay {

/// The constraints of both; null if they contradict each other.
VirtualDeviceAttr joinDevices(VirtualDeviceAttr lhs, VirtualDeviceAttr rhs);

/// `device`, and what it leaves open from `other`.
VirtualDeviceAttr completeDevice(VirtualDeviceAttr device,
                                 VirtualDeviceAttr other);

/// TVM's CompilationConfig, as far as it is about devices.
class DeviceConfig {
public:
  using EmitError = function_ref<InFlightDiagnostic()>;

  /// Reads the options of the pass. Each text is a kind of device or a
  /// `#relay.virtual_device<...>`. An empty list of devices stands for all
  /// kinds, without targets.
  static FailureOr<DeviceConfig> parse(MLIRContext *context,
                                       EmitError emitError,
                                       ArrayRef<std::string> devices,
                                       StringRef host, StringRef fallback);

  /// Return the device of shapes and sizes.
  VirtualDeviceAttr getHost() const { return host; }
  /// Return the device of values that nothing constrains.
  VirtualDeviceAttr getFallback() const { return fallback; }

  /// `device` with the target of its kind, if it has none. Emits an error if
  /// there is no such device.
  FailureOr<VirtualDeviceAttr> addTarget(VirtualDeviceAttr device,
                                         EmitError emitError) const;

private:
  SmallVector<VirtualDeviceAttr> devices;
  VirtualDeviceAttr host, fallback;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_PLANDEVICES_DEVICECONFIG_H
