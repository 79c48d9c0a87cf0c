//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AcceleratorPlugin.so: the external compiler `accel` for the tools of
// RelayLite (--load-dialect-plugin).
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Conversion/ExternalCompiler.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"

using namespace mlir;

/// The arguments of the C function for `conv` besides tensors; fails where the
/// accelerator cannot compute it.
static FailureOr<SmallVector<Value>> getScalars(OpBuilder &b,
                                                relay::NNConv2dOp conv) {
  auto allEqual = [](ArrayRef<int64_t> values) {
    return llvm::all_equal(values) && !values.empty();
  };
  if (conv.getGroups() != 1 || conv.getDataLayout() != "NCHW" ||
      !allEqual(conv.getStrides()) || !allEqual(conv.getPadding()) ||
      !llvm::all_of(conv.getDilation(), [](int64_t d) { return d == 1; }))
    return conv.emitError("the accelerator has no such convolution");
  SmallVector<Value> scalars;
  for (int64_t value : {conv.getStrides().front(), conv.getPadding().front()})
    scalars.push_back(
        arith::ConstantIntOp::create(b, conv.getLoc(), value, 64));
  return scalars;
}

namespace {
/// Composite functions -> calls of the library
struct LowerToAccelerator
    : PassWrapper<LowerToAccelerator, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerToAccelerator)

  StringRef getArgument() const override { return "lower-to-accelerator"; }

  void runOnOperation() override {
    SmallVector<relay::ApplyOp> applications;
    getOperation()->walk(
        [&](relay::ApplyOp apply) { applications.push_back(apply); });
    for (relay::ApplyOp apply : applications)
      if (failed(lower(apply)))
        return signalPassFailure();
  }

  LogicalResult lower(relay::ApplyOp apply);
};
} // namespace

LogicalResult LowerToAccelerator::lower(relay::ApplyOp apply) {
  Operation *literal = apply.getCallee().getDefiningOp();
  auto composite =
      literal ? literal->getAttrOfType<StringAttr>(relay::fnattr::composite)
              : StringAttr();
  if (!composite || !composite.getValue().starts_with("accel."))
    return success();
  OpBuilder b(apply);
  SmallVector<Value> scalars;
  WalkResult result = literal->walk([&](relay::NNConv2dOp conv) {
    FailureOr<SmallVector<Value>> found = getScalars(b, conv);
    if (succeeded(found))
      scalars = *found;
    return succeeded(found) ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return failure();
  // accel.NAME is accel_NAME in C.
  std::string callee = composite.str();
  std::replace(callee.begin(), callee.end(), '.', '_');
  FailureOr<SmallVector<Value>> values = relay::createDestinationCall(
      b, apply.getLoc(), callee, apply.getArguments(), apply->getResultTypes(),
      scalars);
  if (failed(values))
    return failure();
  apply->replaceAllUsesWith(*values);
  apply->erase();
  if (literal->use_empty())
    literal->erase();
  return success();
}

namespace {
struct AcceleratorCompiler : relay::ExternalCompiler {
  StringRef getName() const override { return "accel"; }

  void buildPipeline(OpPassManager &modules) const override {
    modules.addPass(std::make_unique<LowerToAccelerator>());
  }

  std::vector<std::string> getLibraries() const override {
    return {ACCELERATOR_LIBRARY};
  }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Accelerator", "0.1",
          [](DialectRegistry *registry) {
            relay::registerExternalCompiler<AcceleratorCompiler>(*registry);
          }};
}
