//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CollagePartition: chooses the cheapest partitioning for several compilers.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/CollagePartition.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include <cmath>

namespace mlir::relay {
#define GEN_PASS_DEF_COLLAGEPARTITIONPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
struct CollagePartitionPass
    : public relay::impl::CollagePartitionPassBase<CollagePartitionPass> {
  using CollagePartitionPassBase::CollagePartitionPassBase;

  void runOnOperation() override {
    if (failed(run(getOperation())))
      signalPassFailure();
  }

  LogicalResult run(ModuleOp module);
  LogicalResult readCosts(ModuleOp module);
  LogicalResult readPatterns(ModuleOp module);
  CollageTarget *lookup(StringRef name);

  std::vector<CollageTarget> collageTargets;
  std::vector<double> operatorCosts;
};
} // namespace

CollageTarget *CollagePartitionPass::lookup(StringRef name) {
  auto it = llvm::find_if(collageTargets, [&](const CollageTarget &target) {
    return target.name == name;
  });
  return it == collageTargets.end() ? nullptr : &*it;
}

LogicalResult CollagePartitionPass::readCosts(ModuleOp module) {
  for (StringRef text : costs) {
    auto [name, cost] = text.rsplit(':');
    double value;
    if (name.empty() || cost.getAsDouble(value) || !std::isfinite(value) ||
        value < 0)
      return module.emitError("expected a target and a cost of at least 0 with "
                              "a colon between them in costs, but got '")
             << text << "'";
    if (lookup(name))
      return module.emitError("the target '")
             << name << "' has two entries in costs";
    CollageTarget &target = collageTargets.emplace_back();
    target.name = name.str();
    operatorCosts.push_back(value);
  }
  return success();
}

LogicalResult CollagePartitionPass::readPatterns(ModuleOp module) {
  for (StringRef text : patterns) {
    auto [name, path] = text.split(':');
    CollageTarget *target = lookup(name);
    if (!target)
      return module.emitError("expected a target of costs and a file with a "
                              "colon between them in patterns, but got '")
             << text << "'";
    auto read = readCompositePatterns(&getContext(), path);
    if (failed(read))
      return failure();
    target->isExternal = true;
    target->patterns = std::move(*read);
  }
  return success();
}

/// Returns the cost of the operators of `module`: each costs 0.9 times as much
/// as the one before it in the same function.
static double addCosts(ModuleOp module, double operatorCost) {
  double sum = 0;
  for (auto function : module.getOps<func::FuncOp>()) {
    double next = operatorCost;
    function.walk([&](OperatorInterface) {
      sum += next;
      next *= 0.9;
    });
  }
  return sum;
}

LogicalResult CollagePartitionPass::run(ModuleOp module) {
  collageTargets.clear();
  operatorCosts.clear();
  if (failed(readCosts(module)) || failed(readPatterns(module)))
    return failure();
  if (collageTargets.empty()) {
    markAllAnalysesPreserved();
    return success();
  }
  auto counts = collagePartition(
      module, collageTargets, {tvmMaxDepth, byocMaxDepth, byocFusionStyle},
      [&](ModuleOp candidate, size_t target) -> FailureOr<double> {
        return addCosts(candidate, operatorCosts[target]);
      });
  if (failed(counts))
    return failure();
  numCandidates += counts->numCandidates;
  numPartitioned += counts->numPartitioned;
  if (!counts->hasChanged)
    markAllAnalysesPreserved();
  return success();
}
