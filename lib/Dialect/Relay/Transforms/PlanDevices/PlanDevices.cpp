//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PlanDevices: decides on which virtual device each value is.
//
//===----------------------------------------------------------------------===//

#include "PlanDevices.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"

namespace mlir::relay {
#define GEN_PASS_DEF_PLANDEVICESPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
struct PlanDevicesPass
    : public relay::impl::PlanDevicesPassBase<PlanDevicesPass> {
  using PlanDevicesPassBase::PlanDevicesPassBase;

  void runOnOperation() override {
    if (failed(run(getOperation())))
      signalPassFailure();
  }

  LogicalResult run(ModuleOp module) {
    if (failed(checkTypesKnown(module)))
      return failure();
    FailureOr<DeviceConfig> config = DeviceConfig::parse(
        &getContext(), [&] { return module.emitError(); },
        SmallVector<std::string>(devices.begin(), devices.end()), hostDevice,
        defaultDevice);
    if (failed(config))
      return failure();
    SmallVector<func::FuncOp> planned =
        llvm::filter_to_vector(module.getOps<func::FuncOp>(), isPlanned);
    bool changed = false;
    for (func::FuncOp function : planned)
      changed |= normalizeAnnotations(function);
    for (func::FuncOp function : planned)
      if (failed(copyShared(function, *config, changed)))
        return failure();
    DeviceDomains domains;
    DeviceFinder finder(*config, domains);
    if (failed(finder.run(module)))
      return failure();
    DeviceCapture capture(domains);
    for (func::FuncOp function : planned)
      capture.run(function, finder.getDomain(function));
    numCopies += capture.getNumCopies();
    if (!changed && !capture.hasChanged())
      markAllAnalysesPreserved();
    return success();
  }
};
} // namespace
