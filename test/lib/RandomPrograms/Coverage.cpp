//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The coverage of a run.
//
//===----------------------------------------------------------------------===//

#include "Coverage.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::test;

//===----------------------------------------------------------------------===//
// Parts of the language
//===----------------------------------------------------------------------===//

template <typename... OpTs>
static bool hasOp(func::FuncOp function) {
  return function.walk([](OpTs...) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Whether `accept` takes an operation of `function`.
static bool hasOperation(func::FuncOp function,
                         function_ref<bool(Operation *)> accept) {
  return function
      .walk([&](Operation *op) {
        return accept(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether an operation of `function` has a tensor as result that `accept`
/// takes.
static bool hasTensor(func::FuncOp function,
                      function_ref<bool(RankedTensorType)> accept) {
  return hasOperation(function, [&](Operation *op) {
    return llvm::any_of(op->getResultTypes(), [&](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor && accept(tensor);
    });
  });
}

static bool isRecursive(func::FuncOp function) {
  return hasOperation(function, [&](Operation *op) {
    auto call = dyn_cast<CallOp>(op);
    auto fn = dyn_cast<FnOp>(op);
    return (call && call.getCallee() == function.getSymName()) ||
           (fn && fn.getHasSelf());
  });
}

/// Whether a function literal uses values from around it.
static bool hasCapture(func::FuncOp function) {
  return hasOperation(function, [](Operation *op) {
    llvm::SetVector<Value> captured;
    if (isa<FnOp>(op))
      getUsedValuesDefinedAbove(op->getRegions(), captured);
    return !captured.empty();
  });
}

namespace {
struct LanguagePart {
  StringLiteral name;
  bool (*isIn)(func::FuncOp);
};
} // namespace

static const LanguagePart kParts[] = {
    {"reads and writes of references", hasOp<RefWriteOp>},
    {"calls with effects",
     [](func::FuncOp function) {
       return hasOperation(function, [](Operation *op) {
         return isa<CallOp, ApplyOp>(op) && !isMemoryEffectFree(op);
       });
     }},
    {"closures that capture values", hasCapture},
    {"recursion", isRecursive},
    {"branches", hasOp<IfOp>},
    {"tuples", hasOp<TupleOp>},
    {"bindings", hasOp<LetOp>},
    {"functions as values", hasOp<GlobalOp>},
    {"fused functions", hasOp<FusedFnOp>},
    {"dynamic shapes",
     [](func::FuncOp function) {
       return hasTensor(function, [](RankedTensorType type) {
         return !type.hasStaticShape();
       });
     }},
    {"empty tensors",
     [](func::FuncOp function) {
       return hasTensor(function, [](RankedTensorType type) {
         return llvm::is_contained(type.getShape(), 0);
       });
     }},
    {"tensors of rank 0",
     [](func::FuncOp function) {
       return hasTensor(
           function, [](RankedTensorType type) { return type.getRank() == 0; });
     }},
    {"attributes that function passes skip",
     [](func::FuncOp function) {
       return !function.isDeclaration() && isSkippedByFunctionPasses(function);
     }},
    {"no body", [](func::FuncOp function) { return function.isDeclaration(); }},
};

void Coverage::addModule(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    for (const LanguagePart &part : kParts)
      functionsWith[part.name] += part.isIn(function);
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

void Coverage::addCheck(const TestedPass &pass, const PassEffect &effect) {
  PassEffect &sum = effects[pass.name];
  sum.numChanged += effect.numChanged;
  sum.numKept += effect.numKept;
}

void Coverage::print(raw_ostream &os, ArrayRef<TestedPass> passes) const {
  for (const LanguagePart &part : kParts)
    os << functionsWith.lookup(part.name) << " functions with " << part.name
       << "\n";
  for (const TestedPass &pass : passes) {
    PassEffect effect = effects.lookup(pass.name);
    os << pass.name << ": changed " << effect.numChanged
       << " functions, kept the analyses of " << effect.numKept
       << (pass.isOnFunctions ? " functions\n" : " modules\n");
  }
}

bool Coverage::check(raw_ostream &os, ArrayRef<TestedPass> passes) const {
  bool isComplete = true;
  auto report = [&](const Twine &what) {
    os << "FAILED: " << what << "\n";
    isComplete = false;
  };
  for (const LanguagePart &part : kParts)
    if (functionsWith.lookup(part.name) == 0)
      report("no function with " + part.name);
  for (const TestedPass &pass : passes) {
    PassEffect effect = effects.lookup(pass.name);
    if (effect.numChanged == 0)
      report(pass.name + " has changed nothing");
    if (effect.numKept == 0 && pass.properties.keepsAnalyses)
      report(pass.name + " has left nothing as it was");
  }
  return isComplete;
}
