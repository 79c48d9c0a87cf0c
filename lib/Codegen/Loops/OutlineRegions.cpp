//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-outline-regions.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "SharedFunctions.h"

namespace mlir::relay {
#define GEN_PASS_DEF_OUTLINEREGIONSPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

namespace {
struct OutlineRegionsPass
    : relay::impl::OutlineRegionsPassBase<OutlineRegionsPass> {
  void runOnOperation() override {
    SmallVector<scf::ExecuteRegionOp> regions;
    for (auto function : getOperation().getOps<func::FuncOp>())
      function.walk([&](scf::ExecuteRegionOp op) {
        if (op.getNoInline() && op->getNumResults() == 0 &&
            op.getRegion().hasOneBlock())
          regions.push_back(op);
      });
    relay::SharedFunctions functions(getOperation(), "relay.region");
    for (scf::ExecuteRegionOp region : regions)
      functions.outline(region);
  }
};
} // namespace
