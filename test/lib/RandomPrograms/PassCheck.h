//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Properties that every pass must have on every module:
//
//   * it succeeds, and the module verifies;
//   * functions that function passes skip stay as they are;
//   * analyses are kept where, and only where, the text has not changed;
//   * functions give the same results: the same bits, or values within the
//     bound that the pass has;
//   * run again, it changes nothing; where types were not those of InferType,
//     which function passes require, run a third time;
//   * where there is nothing to do, it changes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TEST_RANDOMPROGRAMS_PASSCHECK_H
#define TEST_RANDOMPROGRAMS_PASSCHECK_H

#include "RelayLite/Evaluation/EvalValue.h"
#include "RelayLite/Pass/PassRegistry.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::relay::test {

/// The exceptions for a pass.
struct PassProperties {
  /// How far results of smooth functions may be off, absolutely and relatively.
  /// With 0, the results of all functions have the same bits; otherwise those
  /// of integer functions.
  double tolerance = 0;
  /// Whether running it again may change the module.
  bool isIdempotent = true;
  /// Whether functions that nothing calls may go.
  bool removesFunctions = false;
  /// Whether element types of floats may change.
  bool changesTypes = false;
  /// Whether analyses are kept where nothing changes.
  bool keepsAnalyses = true;
  /// Whether the module must have a function `main`.
  bool needsMain = false;
  /// Whether functions that do nothing change, too.
  bool marksFunctions = false;
};

/// A pass under test.
struct TestedPass {
  std::string name;
  /// Whether it is anchored on func.func.
  bool isOnFunctions = false;
  /// Whether it leaves alone what isSkippedByFunctionPasses says, and types
  /// are inferred after it.
  bool isFunctionPass = false;
  std::function<void(OpPassManager &)> add;
  PassProperties properties;
};

/// The passes of the registry, each with the options that it is tested with.
/// Aborts if the table of properties names a pass that there is not.
std::vector<TestedPass> getTestedPasses();

/// A violation.
struct PassFailure {
  enum Kind {
    Fails,
    ChangesSkipped,
    DropsAnalyses,
    KeepsAnalyses,
    ChangesValues,
    NotIdempotent,
    ChangesUntouched
  } kind;
  /// The function that shows it; empty if it is the module as a whole.
  std::string function;
  std::string text;
};

/// The text of `op`.
std::string print(Operation *op);

/// Results of the functions of one module.
class Expectation {
public:
  /// Evaluates the functions of `module` on inputs that depend on their names
  /// only. Those that have no value are left out.
  explicit Expectation(ModuleOp module);

  /// Why `module` does not give the same results.
  std::optional<PassFailure> compare(ModuleOp module,
                                     const PassProperties &properties) const;

  size_t size() const { return results.size(); }
  /// The functions that have no value.
  ArrayRef<func::FuncOp> getWithoutValue() const { return withoutValue; }

private:
  using Results = std::vector<EvalValue>;
  std::vector<std::pair<std::string, Results>> results;
  SmallVector<func::FuncOp> withoutValue;
  /// All functions as they were.
  llvm::StringMap<std::string> texts;
};

/// The changes of a pass to the functions of modules.
struct PassEffect {
  /// How many functions it has changed or removed.
  unsigned numChanged = 0;
  /// How many operations that it is anchored on it has left as they were,
  /// analyses included.
  unsigned numKept = 0;
};

/// Checks `pass` on a copy of `module`, of which `expectation` has the results.
std::optional<PassFailure> checkPass(ModuleOp module, const TestedPass &pass,
                                     const Expectation &expectation,
                                     PassEffect *effect = nullptr);

/// Checks that `pass` leaves `module` as it is, analyses included.
std::optional<PassFailure> checkUntouched(ModuleOp module,
                                          const TestedPass &pass,
                                          PassEffect *effect = nullptr);

/// Runs `pass`, and InferType after a function pass, on `module`. Looks at what
/// does not need evaluation only. The effect is that of the pass alone.
std::optional<PassFailure> runPass(ModuleOp module, const TestedPass &pass,
                                   PassEffect *effect = nullptr);

/// A smaller module on which `pass` fails in the same way as `failure` says.
OwningOpRef<ModuleOp> reduceFailure(ModuleOp module, const TestedPass &pass,
                                    const PassFailure &failure);

} // namespace mlir::relay::test

#endif // TEST_RANDOMPROGRAMS_PASSCHECK_H
