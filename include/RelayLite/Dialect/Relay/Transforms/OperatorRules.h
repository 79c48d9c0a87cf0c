//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules that replace operators, the hooks of AlterOpLayout and Legalize, and
// what takes the place of interfaces of operators in other passes.
// RelayLite has some for quantized operators (QnnRules.cpp); an embedder's take
// their place.
//
// A rule is registered with the dialect, at best by an extension of it:
//
//   registry.addExtension(+[](MLIRContext *, RelayDialect *dialect) {
//     OperatorRules::get(*dialect).add(OperatorRules::alterOpLayout,
//                                      "relay.nn.conv2d", packConv2d);
//   });
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_OPERATORRULES_H
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_OPERATORRULES_H

#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"
#include "RelayLite/Dialect/Relay/Transforms/LayoutInference.h"
#include "RelayLite/Dialect/Relay/Transforms/MixedPrecision.h"
#include "RelayLite/Support/TargetDescription.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectInterface.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <shared_mutex>

namespace mlir::relay {

/// Builds, with `builder`, what takes the place of `op` and returns the result,
/// or null if `op` stays. `operands` are those of `op` after what the pass has
/// done so far. Fails after an error. Functions are processed in parallel, so
/// it must not change what it captures, and nothing but build operations.
using OperatorRule = std::function<FailureOr<Value>(
    OpBuilder &builder, Operation *op, ValueRange operands)>;

/// The same for targets that have the key under which the rule is added.
using TargetRule = std::function<FailureOr<Value>(
    OpBuilder &builder, Operation *op, ValueRange operands,
    const TargetDescription &target)>;

/// The same for ConvertLayout: the operator gets the layouts `layouts`, as in
/// LayoutConversionInterface.
using LayoutRule = std::function<FailureOr<Value>(
    OpBuilder &builder, Operation *op, ValueRange operands,
    ArrayRef<StringRef> layouts)>;

/// The answer to LayoutInferenceInterface::inferLayouts for `op`; none if the
/// layouts cannot be told. Fails after an error.
using LayoutInferenceRule =
    std::function<FailureOr<std::optional<InferredLayouts>>(
        Operation *op, const LayoutRequest &request)>;

/// The decision of a rule of ToMixedPrecision about one operator.
struct MixedPrecisionChoice {
  MixedPrecisionKind kind;
  /// The element type in which a converted operator gives its result, if it has
  /// an attribute for it, and the one to which the result is then cast.
  FloatType accumulation, output;
};

/// Decides about `op` where `mixed` is the smaller type. Fails after an error.
using MixedPrecisionFunction = std::function<FailureOr<MixedPrecisionChoice>(
    Operation *op, FloatType mixed)>;

/// The threads on which a rule may be called.
enum class RuleThreads {
  Any,
  /// Only the thread that runs the pass: functions then come one by one.
  Caller
};

/// The rules of a context. Thread-safe: a rule that is added or removed while
/// passes run holds for the operators that come after that.
class OperatorRules : public DialectInterface::Base<OperatorRules> {
public:
  /// The rules of AlterOpLayout. A rule builds on `operands` an operator whose
  /// layouts can be inferred, as many tensors as operands, and maybe others
  /// that these come from. The operands have the type `!relay.unknown`: the
  /// pass brings them to the layouts that the operator takes, and infers types,
  /// afterwards. The types in the program are those of the operands of `op`.
  /// If no layouts can be inferred for the kind of `op`, the operands are those
  /// of the program, and the result must have the type of the result of `op`.
  static constexpr StringLiteral alterOpLayout = "FTVMAlterOpLayout";
  /// The rules of Legalize, unless it is told another name. The value that a
  /// rule returns must have the type of the result of `op`.
  static constexpr StringLiteral legalize = "FTVMLegalize";
  /// The rules of QnnLegalize and of QnnCanonicalize. Without a rule, the
  /// latter replaces operators that implement CanonicalFormInterface.
  static constexpr StringLiteral qnnLegalize = "FTVMQnnLegalize";
  static constexpr StringLiteral qnnCanonicalize = "FTVMQnnCanonicalize";

  explicit OperatorRules(Dialect *dialect) : Base(dialect) {}

  /// The rules of the context of `dialect`.
  static OperatorRules &get(RelayDialect &dialect);
  /// The rules of `context`, or null if there are none.
  static const OperatorRules *find(MLIRContext *context);

  /// The key of the rules for calls of `name`, an operator that a program has
  /// registered (CustomOp). The key of other operators is their name in MLIR,
  /// such as `relay.nn.conv2d`.
  static std::string getCustomKey(StringRef name);

  /// Sets the rule that the map `map` has for the operators with the key
  /// `operation`.
  void add(StringRef map, StringRef operation, OperatorRule rule,
           RuleThreads threads = RuleThreads::Any);
  /// Removes that rule, if there is one. Rules for targets and defaults stay.
  void remove(StringRef map, StringRef operation);

  /// Sets the rule for the targets that have the key `key`
  /// (TargetDescription::getKeys), such as `cpu` or `arm_cpu`. A rule without a
  /// target is stronger.
  void add(StringRef map, StringRef operation, StringRef key, TargetRule rule);
  /// Sets the rule that holds if no other one does.
  void addDefault(StringRef map, StringRef operation, OperatorRule rule);

  /// Set what takes the place of the interfaces of the operators with the key
  /// `operation`: LayoutConversionInterface, LayoutInferenceInterface,
  /// OperatorInterface::getOpPattern in FuseOps, and MixedPrecisionInterface.
  /// Null or nothing removes it.
  void setConversion(StringRef operation, LayoutRule rule, RuleThreads threads);
  void setLayoutInference(StringRef operation, LayoutInferenceRule rule,
                          RuleThreads threads);
  void setPattern(StringRef operation, std::optional<OpPatternKind> pattern);
  void setMixedPrecision(StringRef operation, MixedPrecisionFunction rule);

  /// Return the rule or pattern set for `op`; null or nothing if the interface
  /// counts.
  LayoutRule lookupConversion(Operation *op) const;
  LayoutInferenceRule lookupLayoutInference(Operation *op) const;
  std::optional<OpPatternKind> lookupPattern(Operation *op) const;
  MixedPrecisionFunction lookupMixedPrecision(Operation *op) const;
  /// Whether a pattern has been set, now or before.
  bool hasPatterns() const;

  /// The rule that `map` has for `op` on `target`, which may be null; empty if
  /// there is none. It refers to `target`.
  OperatorRule lookup(StringRef map, Operation *op,
                      const TargetDescription *target = nullptr) const;

  /// Whether `map` has had a rule.
  bool hasRules(StringRef map) const;
  /// Whether there are rules for the thread that runs a pass.
  bool hasCallerRules() const;

private:
  struct Entry {
    OperatorRule rule, defaultRule;
    RuleThreads threads = RuleThreads::Any;
    llvm::StringMap<TargetRule> forTargets;
  };
  template <typename RuleT>
  struct Replacement {
    RuleT rule;
    RuleThreads threads = RuleThreads::Any;
  };
  template <typename RuleT>
  void setReplacement(llvm::StringMap<Replacement<RuleT>> &map,
                      StringRef operation, RuleT rule, RuleThreads threads);
  template <typename RuleT>
  RuleT lookupReplacement(const llvm::StringMap<Replacement<RuleT>> &map,
                          Operation *op) const;
  void countCallerRules(RuleThreads before, RuleThreads after);

  mutable std::shared_mutex mutex;
  llvm::StringMap<llvm::StringMap<Entry>> maps;
  llvm::StringMap<Replacement<LayoutRule>> conversions;
  llvm::StringMap<Replacement<LayoutInferenceRule>> layoutInferences;
  llvm::StringMap<std::optional<OpPatternKind>> patterns;
  llvm::StringMap<MixedPrecisionFunction> mixedPrecision;
  unsigned numCallerRules = 0;
};

/// The target that the option `text` of a pass describes; none if it is empty.
/// Fails after an error at `op`.
FailureOr<std::optional<TargetDescription>> parseTargetOption(Operation *op,
                                                              StringRef text);

/// Adds the rules for quantized operators when the dialect is loaded.
void registerQnnRules(DialectRegistry &registry);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_OPERATORRULES_H
