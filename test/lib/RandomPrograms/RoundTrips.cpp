//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Export and import as passes: what is written and read means the same.
//
//===----------------------------------------------------------------------===//

#include "RoundTrips.h"
#include "RelayLite/Translation/RelayText.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::test;

namespace {
using ExportFn = LogicalResult (*)(ModuleOp, raw_ostream &);
using ImportFn = OwningOpRef<ModuleOp> (*)(MLIRContext *, StringRef, StringRef,
                                           const ImportOptions &);

/// Makes the module what a reader makes of what a writer makes of it.
struct RoundTripPass
    : public PassWrapper<RoundTripPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RoundTripPass)

  RoundTripPass(ExportFn exportModule, ImportFn importModule)
      : exportModule(exportModule), importModule(importModule) {}

  StringRef getName() const override { return "RoundTripPass"; }

  void runOnOperation() override {
    // Relay has no functions without body. Those that the generator makes take
    // what they return.
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isDeclaration()) {
        OpBuilder builder = OpBuilder::atBlockEnd(function.addEntryBlock());
        func::ReturnOp::create(builder, function.getLoc(),
                               function.getArgument(0));
      }
    std::string text;
    llvm::raw_string_ostream os(text);
    if (failed(exportModule(getOperation(), os)))
      return signalPassFailure();
    OwningOpRef<ModuleOp> read =
        importModule(&getContext(), text, "text", ImportOptions());
    if (!read)
      return signalPassFailure();
    if (print(getOperation()) == print(*read))
      return markAllAnalysesPreserved();
    getOperation().getBodyRegion().takeBody(read->getBodyRegion());
  }

  ExportFn exportModule;
  ImportFn importModule;
};
} // namespace

std::vector<TestedPass> test::getRoundTrips() {
  std::vector<TestedPass> passes;
  auto add = [&](StringRef name, ExportFn exportModule, ImportFn importModule) {
    TestedPass pass;
    pass.name = name.str();
    // The place of an effect among pure operations depends on their old places.
    pass.properties.isIdempotent = false;
    pass.add = [=](OpPassManager &manager) {
      manager.addPass(
          std::make_unique<RoundTripPass>(exportModule, importModule));
    };
    passes.push_back(std::move(pass));
  };
  add("Relay text", exportRelayText, importRelayText);
  add("Relay JSON", exportRelayJson, importRelayJson);
  return passes;
}
