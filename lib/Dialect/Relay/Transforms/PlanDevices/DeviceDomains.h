//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device domains: which values have to be on one device.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_PLANDEVICES_DEVICEDOMAINS_H
#define LIB_DIALECT_RELAY_TRANSFORMS_PLANDEVICES_DEVICEDOMAINS_H

#include "RelayLite/Dialect/Relay/IR/RelayAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::relay {

/// Classes of equal domains. The domain of a function consists of one for each
/// parameter and one for the result; that of any other value is a device, as
/// far as it is known. A function in a tuple, a reference or a type variable
/// has the domain of that: all its parts are on one device.
class DeviceDomains {
public:
  /// A domain, by its number.
  using Domain = unsigned;

  /// A new domain of a value of type `type`. A function has its result on
  /// `device`, which may be null.
  Domain make(Type type, VirtualDeviceAttr device = {});
  /// The domain of `value`, which is new at first.
  Domain get(Value value);
  bool contains(Value value) const { return domains.contains(value); }
  /// The domains of the function `callee`, which may be one where all parts
  /// are on one device.
  Domain getParameter(Domain callee, unsigned index);
  Domain getResult(Domain callee);

  /// Makes both domains equal. If that fails, getConflict returns two devices
  /// that differ, and domains are partly equal.
  LogicalResult unify(Domain lhs, Domain rhs);
  std::pair<VirtualDeviceAttr, VirtualDeviceAttr> getConflict() const {
    return conflict;
  }
  /// The same, but changes nothing where it fails.
  bool tryUnify(Domain lhs, Domain rhs);

  /// The device of a value of this domain; that of its result for a function.
  /// Null if nothing is known about it.
  VirtualDeviceAttr getDevice(Domain domain);
  VirtualDeviceAttr getDevice(Value value) { return getDevice(get(value)); }
  /// Takes what is not known about any part of `domain` from `device`.
  void setDefault(Domain domain, VirtualDeviceAttr device);
  /// The same for the result of a function alone.
  void setResultDefault(Domain domain, VirtualDeviceAttr device);

private:
  struct Node {
    /// The node that stands for this one, or the node itself.
    Domain parent;
    unsigned size = 1;
    /// Null for other values than functions.
    FunctionType type;
    VirtualDeviceAttr device;
    /// The parameters and the result of a function. Empty until they are asked
    /// for, since types may share much.
    SmallVector<Domain, 0> parts;
  };

  Domain find(Domain domain) const;
  Domain getPart(Domain callee, unsigned index);
  void expand(Domain function);
  Node &modify(Domain domain);
  /// Makes `root` the representative of `other` as well.
  void link(Domain root, Domain other);

  std::vector<Node> nodes;
  DenseMap<Value, Domain> domains;
  std::pair<VirtualDeviceAttr, VirtualDeviceAttr> conflict;
  /// The changes that tryUnify undoes, the last one at the end.
  std::vector<std::pair<Domain, Node>> changes;
  bool isTentative = false;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_PLANDEVICES_DEVICEDOMAINS_H
