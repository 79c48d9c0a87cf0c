//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of PlanDevices, in their order.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_PLANDEVICES_PLANDEVICES_H
#define LIB_DIALECT_RELAY_TRANSFORMS_PLANDEVICES_PLANDEVICES_H

#include "DeviceConfig.h"
#include "DeviceDomains.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relay {

/// Whether the body of `function` gets devices: it is one of Relay, and for no
/// other compiler.
bool isPlanned(func::FuncOp function);

/// Whether the body of the literal or function `op` is one kernel, with all it
/// computes on one device.
bool isKernel(Operation *op);

/// The operations that an expression consists of, with the functions and
/// branches in it, as TVM visits them: users first, or what they use first.
/// Bindings and what has effects are visited in their own order.
struct ExpressionOrder {
  explicit ExpressionOrder(func::FuncOp function);
  std::vector<Operation *> usersFirst, usersLast;
};

/// Whether `op` is a call in TVM: of an operator or a function.
bool isCall(Operation *op);
/// Whether the operand `index` of `op`, or its result for `std::nullopt`, is
/// on the host: sizes and shapes are.
bool isOnHost(Operation *op, std::optional<unsigned> index);
/// Whether the operand `index` of the call `op` may be on any device, whatever
/// the device of the result.
bool isOnAnyDevice(Operation *op, unsigned index);

/// Moves annotations to where they mean what was meant: results of functions,
/// bindings, fields of tuples. Returns whether anything has changed.
bool normalizeAnnotations(func::FuncOp function);

/// Copies values that calls in `function` need on several devices. Fails with
/// an error where a copy goes to another device than its user is on. Sets
/// `changed` if it has copied something.
LogicalResult copyShared(func::FuncOp function, const DeviceConfig &config,
                         bool &changed);

/// Finds the device of each value, and of the parameters and results of
/// functions: first by what is annotated, then by defaults.
class DeviceFinder {
public:
  DeviceFinder(const DeviceConfig &config, DeviceDomains &domains)
      : config(config), domains(domains) {}

  /// Fails with an error where annotations contradict each other.
  LogicalResult run(ModuleOp module);
  /// The domain of a function of the module.
  DeviceDomains::Domain getDomain(func::FuncOp function) const {
    return functions.lookup(function.getSymNameAttr());
  }

private:
  using Domain = DeviceDomains::Domain;

  LogicalResult require(Operation *op, const Twine &what, Domain actual,
                        Domain expected);
  LogicalResult require(Operation *op, const Twine &what, Domain actual,
                        Type type, Attribute expected);
  LogicalResult addSignature(Operation *op, Domain domain,
                             ValueRange parameters, ArrayAttr argAttrs);
  LogicalResult addResult(Operation *op, Domain domain);
  LogicalResult addFunction(func::FuncOp function);
  LogicalResult addOperation(Operation *op);
  LogicalResult addOperator(Operation *op);
  LogicalResult addCall(Operation *op, Domain callee, ValueRange arguments);
  Domain getCallee(Operation *op);
  void setFunctionDefault(Domain domain);
  void setDefault(Operation *op);

  const DeviceConfig &config;
  DeviceDomains &domains;
  DenseMap<StringAttr, Domain> functions;
};

/// Writes the devices down: in attributes of functions, and as copies and
/// annotations where a value is on another device than its user.
class DeviceCapture {
public:
  explicit DeviceCapture(DeviceDomains &domains) : domains(domains) {}

  void run(func::FuncOp function, DeviceDomains::Domain domain);
  unsigned getNumCopies() const { return numCopies; }
  bool hasChanged() const { return changed; }

private:
  Value getSource(Value value) const {
    auto it = sources.find(value);
    return it == sources.end() ? value : it->second;
  }
  void captureSignature(Operation *op, DeviceDomains::Domain domain,
                        unsigned numParameters);
  void captureOperation(Operation *op);
  /// Gets the operand to the device `expected`, from the scope of `lexical`.
  void captureUse(OpOperand &use, VirtualDeviceAttr expected,
                  VirtualDeviceAttr lexical);

  DeviceDomains &domains;
  /// The values that annotations, and copies to the device that a value is on
  /// already, stand for.
  DenseMap<Value, Value> sources;
  /// These operations, and which of them stay.
  SmallVector<Operation *> replaced;
  llvm::DenseSet<Operation *> kept;
  unsigned numCopies = 0;
  bool changed = false;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_PLANDEVICES_PLANDEVICES_H
