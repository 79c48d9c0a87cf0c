//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LabelOps: writes a hash and the layouts of its operators on each function.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Dialect/Relay/Utils/FunctionHash.h"

namespace mlir::relay {
#define GEN_PASS_DEF_LABELOPSPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

using Labels = llvm::MapVector<Operation *, NamedAttrList>;

/// Adds the layouts of `op` to the labels of the function that it is in.
static void addLayouts(Labels &labels, OperatorInterface op) {
  Operation *function = op->getParentOp();
  while (!isa<FnOp, FusedFnOp, func::FuncOp>(function))
    function = function->getParentOp();
  Builder builder(op->getContext());
  for (const AttributeSpec &spec : op.getAttributeSpecs()) {
    if (spec.kind != AttributeKind::Str || !FunctionHasher::isLabel(spec.name))
      continue;
    Attribute value = op->getAttr(spec.name);
    if (!value && spec.getDefault)
      value = spec.getDefault(builder);
    if (value)
      labels[function].set((fnattr::prefix + spec.name).str(), value);
  }
}

namespace {
struct LabelOpsPass : public relay::impl::LabelOpsPassBase<LabelOpsPass> {
  using LabelOpsPassBase::LabelOpsPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (isSkippedByFunctionPasses(function) || function.isDeclaration())
      return markAllAnalysesPreserved();
    if (failed(checkTypesKnown(function)))
      return signalPassFailure();
    Labels labels;
    function.walk([&](OperatorInterface op) { addLayouts(labels, op); });
    FunctionHasher().hash(function, [&](Operation *labelled, uint64_t hash) {
      std::string text =
          llvm::utohexstr(hash, /*LowerCase=*/true, /*Width=*/16);
      labels[labelled].set(fnattr::hash,
                           StringAttr::get(function.getContext(), text));
    });
    bool changed = false;
    for (auto &[labelled, list] : labels)
      for (NamedAttribute label : list) {
        if (labelled->getAttr(label.getName()) == label.getValue())
          continue;
        labelled->setAttr(label.getName(), label.getValue());
        changed = true;
      }
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
