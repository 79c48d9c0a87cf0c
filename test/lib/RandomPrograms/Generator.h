//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random well-typed modules.
//
// The functions to evaluate are public; they take and give tensors and tuples
// of tensors. Their names say what their values are like:
//
//   any_N      everything, NaNs, infinities and wrapping integers included
//   smooth_N   floats of moderate size, by operators that turn small changes of
//              operands into small changes of results: to be compared within a
//              bound after arithmetic has been reassociated
//   integer_N  integers and booleans only
//   typed_N    operators that have no value, too: not to be evaluated
//
// They call helper functions, public ones and private ones.
//
//===----------------------------------------------------------------------===//

#ifndef TEST_RANDOMPROGRAMS_GENERATOR_H
#define TEST_RANDOMPROGRAMS_GENERATOR_H

#include "OperatorExamples.h"
#include "Random.h"
#include "RelayLite/Evaluation/OperatorEvaluator.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::relay::test {

/// Adds a function `main` that refers to every second function of `module`.
void addEntry(ModuleOp module);

enum class Flavour { Any, Smooth, Integer, Typed };

/// The flavour in the name of a function; none if it is a helper.
std::optional<Flavour> getFlavour(StringRef functionName);

/// A tensor of the static type `type` with values as functions of `flavour`
/// take them; null if there is no memory.
Tensor makeRandomTensor(RankedTensorType type, Flavour flavour, Random &random);

/// Makes modules. Kernels serve the next module too.
class Generator {
public:
  explicit Generator(MLIRContext *context);

  /// A module with `numFunctions` functions to evaluate.
  OwningOpRef<ModuleOp> generate(uint64_t seed, unsigned numFunctions);

  /// Names of the operators that some module has had.
  const llvm::StringSet<> &getUsedOperators() const { return used; }
  /// Each module has some of them; modules of following seeds have the next
  /// ones.
  ArrayRef<OperatorExample> getExamples() const { return examples; }
  /// How many modules in a row have them all.
  size_t getNumModulesForExamples() const;

private:
  friend class FunctionGenerator;

  MLIRContext *context;
  /// The operators that may be used where their meaning does not matter.
  SmallVector<OperationName> operators;
  SmallVector<OperatorExample> examples;
  KernelMemo memo;
  /// How often an operator of this module was asked for a value in vain; those
  /// that gave one are not asked again, and others not much longer.
  llvm::StringMap<unsigned> refused;
  llvm::StringSet<> evaluated;
  llvm::StringSet<> used;
};

} // namespace mlir::relay::test

#endif // TEST_RANDOMPROGRAMS_GENERATOR_H
