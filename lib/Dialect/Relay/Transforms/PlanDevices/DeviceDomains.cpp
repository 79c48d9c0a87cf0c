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

#include "DeviceDomains.h"
#include "DeviceConfig.h"

using namespace mlir;
using namespace mlir::relay;

DeviceDomains::Node &DeviceDomains::modify(Domain domain) {
  if (isTentative)
    changes.push_back({domain, nodes[domain]});
  return nodes[domain];
}

DeviceDomains::Domain DeviceDomains::make(Type type, VirtualDeviceAttr device) {
  Domain domain = nodes.size();
  Node node;
  node.parent = domain;
  node.type = dyn_cast<FunctionType>(type);
  if (!node.type)
    node.device = device;
  bool isFunction(node.type);
  nodes.push_back(std::move(node));
  if (isFunction && device)
    (void)unify(getResult(domain),
                make(NoneType::get(type.getContext()), device));
  return domain;
}

DeviceDomains::Domain DeviceDomains::get(Value value) {
  auto it = domains.find(value);
  if (it != domains.end())
    return it->second;
  return domains[value] = make(value.getType());
}

// No path is compressed: the depth is logarithmic, but for functions that were
// put in a tuple, and nothing has to be undone.
DeviceDomains::Domain DeviceDomains::find(Domain domain) const {
  while (nodes[domain].parent != domain)
    domain = nodes[domain].parent;
  return domain;
}

void DeviceDomains::expand(Domain function) {
  if (!nodes[function].parts.empty())
    return;
  FunctionType type = nodes[function].type;
  SmallVector<Domain, 0> parts;
  for (Type input : type.getInputs())
    parts.push_back(make(input));
  parts.push_back(make(type.getNumResults() == 1
                           ? type.getResult(0)
                           : NoneType::get(type.getContext())));
  modify(function).parts = std::move(parts);
}

DeviceDomains::Domain DeviceDomains::getPart(Domain callee, unsigned index) {
  callee = find(callee);
  if (!nodes[callee].type)
    return callee;
  expand(callee);
  return find(nodes[callee].parts[index]);
}

DeviceDomains::Domain DeviceDomains::getParameter(Domain callee,
                                                  unsigned index) {
  return getPart(callee, index);
}

DeviceDomains::Domain DeviceDomains::getResult(Domain callee) {
  FunctionType type = nodes[find(callee)].type;
  return getPart(callee, type ? type.getNumInputs() : 0);
}

void DeviceDomains::link(Domain root, Domain other) {
  modify(root).size += nodes[other].size;
  modify(other).parent = root;
}

LogicalResult DeviceDomains::unify(Domain lhs, Domain rhs) {
  lhs = find(lhs);
  rhs = find(rhs);
  if (lhs == rhs)
    return success();
  bool lhsIsFunction(nodes[lhs].type), rhsIsFunction(nodes[rhs].type);
  if (!lhsIsFunction && !rhsIsFunction) {
    VirtualDeviceAttr l = nodes[lhs].device, r = nodes[rhs].device;
    VirtualDeviceAttr joined = !l ? r : !r ? l : joinDevices(l, r);
    if (!joined && l) {
      conflict = {l, r};
      return failure();
    }
    if (nodes[lhs].size < nodes[rhs].size)
      std::swap(lhs, rhs);
    link(lhs, rhs);
    modify(lhs).device = joined;
    return success();
  }
  if (lhsIsFunction && rhsIsFunction) {
    SmallVector<Domain, 0> parts = nodes[lhs].parts;
    SmallVector<Domain, 0> others = nodes[rhs].parts;
    if (nodes[lhs].size < nodes[rhs].size)
      std::swap(lhs, rhs);
    link(lhs, rhs);
    if (parts.empty() || others.empty()) {
      modify(lhs).parts = parts.empty() ? others : parts;
      return success();
    }
    // Functions of different arity do not meet in a program with types.
    for (auto [part, other] : llvm::zip(parts, others))
      if (failed(unify(part, other)))
        return failure();
    return success();
  }
  // All parts of the function are on the device of the other value.
  Domain function = lhsIsFunction ? lhs : rhs;
  Domain value = lhsIsFunction ? rhs : lhs;
  SmallVector<Domain, 0> parts = nodes[function].parts;
  link(value, function);
  for (Domain part : parts)
    if (failed(lhsIsFunction ? unify(part, value) : unify(value, part)))
      return failure();
  return success();
}

bool DeviceDomains::tryUnify(Domain lhs, Domain rhs) {
  isTentative = true;
  bool unified = succeeded(unify(lhs, rhs));
  isTentative = false;
  if (!unified)
    for (auto &[domain, node] : llvm::reverse(changes))
      nodes[domain] = node;
  changes.clear();
  return unified;
}

VirtualDeviceAttr DeviceDomains::getDevice(Domain domain) {
  domain = find(domain);
  while (nodes[domain].type) {
    if (nodes[domain].parts.empty())
      return {};
    domain = find(nodes[domain].parts.back());
  }
  return nodes[domain].device;
}

void DeviceDomains::setDefault(Domain domain, VirtualDeviceAttr device) {
  domain = find(domain);
  if (nodes[domain].type && !nodes[domain].parts.empty()) {
    // Another part may be equal to this one's parts.
    for (Domain part : SmallVector<Domain, 0>(nodes[domain].parts))
      setDefault(part, device);
    return;
  }
  // A function of which nothing is known gets one device for all its parts.
  Node &node = nodes[domain];
  node.type = {};
  node.device = node.device ? completeDevice(node.device, device) : device;
}

void DeviceDomains::setResultDefault(Domain domain, VirtualDeviceAttr device) {
  domain = find(domain);
  while (nodes[domain].type)
    domain = getResult(domain);
  setDefault(domain, device);
}
