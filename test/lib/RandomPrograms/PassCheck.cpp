//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass on one module.
//
//===----------------------------------------------------------------------===//

#include "PassCheck.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/AnalysisManager.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::test;

std::string test::print(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os, OpPrintingFlags().assumeVerified());
  return text;
}

//===----------------------------------------------------------------------===//
// Preserved analyses
//===----------------------------------------------------------------------===//

namespace {
/// An analysis that looks at nothing.
struct Witness {
  explicit Witness(Operation *) {}
};

/// Makes a Witness before the pass under test...
struct CallWitness : PassWrapper<CallWitness, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CallWitness)
  void runOnOperation() override {
    (void)getAnalysis<Witness>();
    texts->try_emplace(getOperation(), print(getOperation()));
    markAllAnalysesPreserved();
  }
  explicit CallWitness(DenseMap<Operation *, std::string> *texts)
      : texts(texts) {}
  DenseMap<Operation *, std::string> *texts;
};

/// ...and looks for it afterwards.
struct HearWitness : PassWrapper<HearWitness, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(HearWitness)
  void runOnOperation() override {
    bool isKept = getCachedAnalysis<Witness>().has_value();
    bool isSame = texts->lookup(getOperation()) == print(getOperation());
    markAllAnalysesPreserved();
    if (isKept == isSame) {
      *numKept += isKept;
      return;
    }
    std::string name;
    if (auto function = dyn_cast<func::FuncOp>(getOperation()))
      name = function.getSymName();
    if (isKept)
      *found = {PassFailure::KeepsAnalyses, name,
                "it changes the IR and keeps analyses"};
    else
      *found = {PassFailure::DropsAnalyses, name,
                "it changes nothing and drops analyses"};
  }
  HearWitness(const DenseMap<Operation *, std::string> *texts,
              std::optional<PassFailure> *found, unsigned *numKept)
      : texts(texts), found(found), numKept(numKept) {}
  const DenseMap<Operation *, std::string> *texts;
  std::optional<PassFailure> *found;
  unsigned *numKept;
};
} // namespace

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// The texts of the functions of `module`, by name.
static llvm::StringMap<std::string> printFunctions(ModuleOp module) {
  llvm::StringMap<std::string> texts;
  for (auto function : module.getOps<func::FuncOp>())
    texts[function.getSymName()] = print(function);
  return texts;
}

static LogicalResult inferTypes(ModuleOp module) {
  PassManager inference(module.getContext());
  inference.addPass(createInferTypePass());
  return inference.run(module);
}

/// Whether the types in `module` are what inference gives.
static bool areTypesInferred(ModuleOp module) {
  OwningOpRef<ModuleOp> copy = module.clone();
  return succeeded(inferTypes(*copy)) && print(*copy) == print(module);
}

std::optional<PassFailure>
test::runPass(ModuleOp module, const TestedPass &pass, PassEffect *effect) {
  MLIRContext *context = module.getContext();
  DenseMap<Operation *, std::string> texts;
  std::optional<PassFailure> found;
  PassEffect seen;
  PassManager manager(context);
  OpPassManager &nested =
      pass.isOnFunctions ? manager.nest<func::FuncOp>() : manager;
  nested.addPass(std::make_unique<CallWitness>(&texts));
  pass.add(nested);
  nested.addPass(std::make_unique<HearWitness>(&texts, &found, &seen.numKept));

  llvm::StringSet<> skipped;
  if (pass.isFunctionPass)
    for (auto function : module.getOps<func::FuncOp>())
      if (isSkippedByFunctionPasses(function))
        skipped.insert(function.getSymName());
  llvm::StringMap<std::string> before = printFunctions(module);
  // A pass may need the types of the whole module, as TVM's do.
  llvm::StringMap<std::string> inferred;
  if (!skipped.empty()) {
    OwningOpRef<ModuleOp> copy = module.clone();
    if (succeeded(inferTypes(*copy)))
      inferred = printFunctions(*copy);
  }

  std::string error;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      llvm::raw_string_ostream(error) << diagnostic << "; ";
    return success();
  });
  if (failed(manager.run(module)))
    return PassFailure{PassFailure::Fails, "", "it fails: " + error};
  llvm::StringMap<std::string> after = printFunctions(module);
  for (auto &function : before) {
    auto now = after.find(function.getKey());
    if (now != after.end() && now->second == function.getValue())
      continue;
    ++seen.numChanged;
    bool isInferred =
        now != after.end() && now->second == inferred.lookup(function.getKey());
    if (skipped.contains(function.getKey()) && !isInferred)
      return PassFailure{PassFailure::ChangesSkipped, function.getKey().str(),
                         "it changes a function that it must skip"};
  }
  if (effect)
    *effect = seen;
  if (found && (pass.properties.keepsAnalyses ||
                found->kind != PassFailure::DropsAnalyses))
    return found;
  if (pass.isFunctionPass && failed(inferTypes(module)))
    return PassFailure{PassFailure::Fails, "", "types fail: " + error};
  return std::nullopt;
}

std::optional<PassFailure> test::checkUntouched(ModuleOp module,
                                                const TestedPass &pass,
                                                PassEffect *effect) {
  OwningOpRef<ModuleOp> copy = module.clone();
  if (std::optional<PassFailure> failure = runPass(*copy, pass, effect))
    return failure;
  if (print(*copy) == print(module))
    return std::nullopt;
  return PassFailure{PassFailure::ChangesUntouched, "",
                     "there is nothing to do, and it changes the module"};
}

std::optional<PassFailure> test::checkPass(ModuleOp module,
                                           const TestedPass &pass,
                                           const Expectation &expectation,
                                           PassEffect *effect) {
  OwningOpRef<ModuleOp> copy = module.clone();
  if (std::optional<PassFailure> failure = runPass(*copy, pass, effect))
    return failure;
  if (std::optional<PassFailure> failure =
          expectation.compare(*copy, pass.properties))
    return failure;
  OwningOpRef<ModuleOp> again = copy->clone();
  PassEffect second;
  if (std::optional<PassFailure> failure = runPass(*again, pass, &second))
    return failure;
  if (effect)
    effect->numKept += second.numKept;
  if (!pass.properties.isIdempotent)
    return expectation.compare(*again, pass.properties);
  // Facts that inference has found after the first run may be new to the
  // second.
  if (print(*copy) != print(*again) && pass.isFunctionPass &&
      !areTypesInferred(module)) {
    copy = again->clone();
    if (std::optional<PassFailure> failure = runPass(*again, pass, nullptr))
      return failure;
  }
  if (print(*copy) == print(*again))
    return std::nullopt;
  for (auto [before, after] :
       llvm::zip(copy->getOps<func::FuncOp>(), again->getOps<func::FuncOp>()))
    if (print(before) != print(after))
      return PassFailure{PassFailure::NotIdempotent, before.getSymName().str(),
                         "run again, it changes the function"};
  return PassFailure{PassFailure::NotIdempotent, "",
                     "run again, it changes the module"};
}
