//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant folding by evaluation.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_H
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_H

#include "RelayLite/Support/Cancellation.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace mlir::relay {
struct FoldRun;
class Tensor;

/// The choice of the operators to fold, and the limits of folding. All limits
/// depend on the program alone, not on the machine.
struct FoldConstantConfig {
  static constexpr uint64_t defaultMaxGrowth = uint64_t(16) << 20;
  static constexpr uint64_t defaultMaxTemporary = uint64_t(4) << 30;

  /// Whether operators that have no kernel of their own (TVM's
  /// TNonComputational) are folded where they can be evaluated.
  bool foldQnn = false;
  /// By how many bytes a value may be larger than the constants it is computed
  /// from; 0 means any number. One that is larger stays as it is written, with
  /// all that it is computed from.
  uint64_t maxGrowth = defaultMaxGrowth;
  /// Most bytes of intermediate values that are held at a time; 0 means any
  /// number.
  uint64_t maxTemporary = defaultMaxTemporary;
  /// Most work of all operators of one run together, as estimateWork (of
  /// RelayInterfaces.h) counts; 0 means any.
  uint64_t maxCost = 0;
  /// Operators that are left in place.
  llvm::DenseSet<OperationName> noFoldOps;
  /// Whether times are measured.
  bool collectTimes = false;
  /// After which time a line on standard error, if that is a terminal, starts
  /// to tell how far a run is.
  std::chrono::milliseconds progressDelay{1000};
  /// May end the run; may be null.
  Cancellation *cancellation = nullptr;
};

/// The figures of one run of constant folding.
struct FoldConstantStatistics {
  /// Operators that were evaluated.
  size_t numEvaluated = 0;
  /// Operators on constants that stay, or are not evaluated for another reason.
  size_t numNotFolded = 0;
  /// Constants that were written back, and their bytes.
  size_t numConstants = 0;
  uint64_t numBytes = 0;
  /// Bytes of the constants that were read.
  uint64_t numBytesRead = 0;
  /// Most bytes of all computed values that were held at a time.
  uint64_t peakBytes = 0;
  /// The estimated work of what was evaluated, with `maxCost` or
  /// `collectTimes`.
  uint64_t work = 0;
  /// The number of different kernels that were used, how many of them were
  /// compiled, and how many came from the cache on disk. The others were in
  /// memory. When functions are folded at the same time, all of them count a
  /// kernel that one of them makes.
  size_t numKernels = 0, numCompiled = 0, numCached = 0;

  /// The sums over the operators of one name, with `collectTimes`.
  struct OperatorTime {
    std::string name;
    size_t count = 0;
    /// The bytes of the results that took memory of their own. Views take none,
    /// nor do values between operators that are evaluated together.
    uint64_t numBytes = 0;
    /// Operators that are evaluated together have equal parts.
    double seconds = 0;
  };
  /// The one that took most comes first.
  std::vector<OperatorTime> operators;
  /// One evaluation of an operator.
  struct Evaluation {
    std::string name, type, location;
    double seconds = 0;
  };
  /// The ten that took most, with `collectTimes`; the one that took most comes
  /// first.
  std::vector<Evaluation> mostExpensive;
  /// The wall time of the whole run, with `collectTimes`, and the processor
  /// time of all threads of the process meanwhile.
  double seconds = 0, cpuSeconds = 0;

  /// Whether anything in the program has changed.
  bool hasChanged = false;
  /// Whether memory did not suffice, which is reported. The program is as valid
  /// as before, and part of what could be folded is not.
  bool isOutOfMemory = false;
  /// The same where the data of a constant cannot be read, because who owns
  /// them has freed them, say.
  bool hasUnreadableData = false;
  /// The same where the Cancellation has ended the run; it is reported once, by
  /// the first run that it ends.
  bool isInterrupted = false;

  /// Whether there was an error.
  bool hasFailed() const {
    return isOutOfMemory || hasUnreadableData || isInterrupted;
  }
};

/// Folds the constant expressions of all functions of `module`, or of one
/// function. See the pass relay-fold-constant.
FoldConstantStatistics foldConstants(ModuleOp module,
                                     const FoldConstantConfig &config = {});
FoldConstantStatistics foldConstants(FunctionOpInterface function,
                                     const FoldConstantConfig &config = {});

/// Fold the expression that computes `value`, and return the constant, or the
/// tuple of constants, that replaces it everywhere. A type_cast stands around
/// it if `value` has another type, and an on_device if the expression has one.
/// The operations of the expression are erased if nothing else uses them. No
/// rewriter hears of it: patterns call evaluateConstant. Fail and change
/// nothing if the expression is not constant, or if a limit or an annotation
/// forbids to fold it. Fail with an error at the operation if memory does not
/// suffice, the data of a constant cannot be read, or the run is cancelled.
/// `hasError`, if given, is set to whether there was such an error.
FailureOr<Value> foldConstants(Value value,
                               const FoldConstantConfig &config = {},
                               bool *hasError = nullptr);

/// The elements of `value`, a tensor, if it is a constant expression: what
/// foldConstants would replace it by, of a type that may be more precise than
/// that of `value`. Changes nothing, as patterns need it; the limits of growth
/// do not matter, and Primitive functions are no exception. Fails where
/// relay.no_fold marks what it is computed from, or a function around it, and
/// as foldConstants, with `hasError`: drivers go on after a pattern has failed,
/// and the pass is to fail after an error.
FailureOr<ElementsAttr> evaluateConstant(Value value,
                                         const FoldConstantConfig &config = {},
                                         bool *hasError = nullptr);

/// Evaluates one expression after another as evaluateConstant, but makes no
/// attributes, which the context would keep. An expression may be computed from
/// those before: the value of the last one is held, and others that nothing
/// reads are freed. Operations that were evaluated must stay until the
/// evaluator is gone.
class ConstantEvaluator {
public:
  explicit ConstantEvaluator(const FoldConstantConfig &config = {});
  ~ConstantEvaluator();

  /// The value of `value`, a tensor. Fails as evaluateConstant.
  FailureOr<Tensor> evaluate(Value value);

  /// Whether memory did not suffice, the data of a constant could not be read,
  /// or it was cancelled, which is reported.
  bool hasFailed() const;

private:
  std::unique_ptr<FoldRun> run;
};

/// Adds to `operators` those with the given names (`nn.dense` or
/// `relay.nn.dense`) that `context` has loaded. Reports a name that is unknown
/// with `emitError`.
LogicalResult findOperators(MLIRContext *context, ArrayRef<std::string> names,
                            llvm::DenseSet<OperationName> &operators,
                            function_ref<InFlightDiagnostic()> emitError);

/// Writes `statistics` as JSON: docs/FoldConstant.md tells the fields.
void writeFoldReport(const FoldConstantStatistics &statistics, raw_ostream &os);

/// Adds the pattern that evaluates one operator on constants:
///   op(c...) -> c'
/// Each operator has the value that it has in the pass. The limits hold for
/// each operator alone: an operator that uses a value that is too large is not
/// folded either. Apart from these, the greedy driver folds all operators that
/// the pass folds. It needs patterns and folders of its own for `if` and
/// `tuple_get`. A driver that visits each operation once, or that shows
/// patterns the operands from before a rollback, does not fold the users of
/// `if` and `tuple_get`. If memory does not suffice, the data of a constant
/// cannot be read, or the Cancellation ends an evaluation, an error is reported
/// at the operator, which stays; drivers go on. After a cancellation, the other
/// operators stay without an error.
void populateFoldConstantPatterns(RewritePatternSet &patterns,
                                  const FoldConstantConfig &config = {},
                                  PatternBenefit benefit = 1);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_H
