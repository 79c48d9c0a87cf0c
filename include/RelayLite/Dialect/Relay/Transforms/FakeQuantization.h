//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of FakeQuantizationToInteger: for each operator, how to compute it
// on quantized numbers in place of floats. RelayLite has TVM's rules; an
// embedder's take their place:
//
//   registry.addExtension(+[](MLIRContext *, RelayDialect *dialect) {
//     FakeQuantizationRules::get(*dialect).add("relay.nn.conv2d", {convert});
//   });
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_FAKEQUANTIZATION_H
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_FAKEQUANTIZATION_H

#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "RelayLite/Dialect/Relay/Transforms/OperatorRules.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectInterface.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <functional>
#include <memory>
#include <shared_mutex>

namespace mlir::relay {

/// How the numbers of a tensor stand for floats: a number q for
/// `scale * (q - zeroPoint)`. Both are scalars, or vectors along dimension
/// `axis`. TVM's TensorAffineType.
struct AffineType {
  Value scale, zeroPoint;
  /// The element type of the numbers.
  Type dtype;
  int64_t axis = -1;
};

/// A value in place of a float one. A tensor of quantized numbers has one type,
/// a tuple of such tensors one for each field, and a constant float none.
struct QuantizedValue {
  Value value;
  SmallVector<AffineType, 1> types;
};

/// An operator on floats that a rule is to compute on quantized numbers, and
/// the helpers of rules. Methods that fail have noted or reported the reason.
class FakeQuantizedOp {
public:
  /// `output` is null if no quantization of the result is wanted. With
  /// `emitsErrors`, reasons are errors.
  FakeQuantizedOp(OpBuilder &b, Operation *op,
                  ArrayRef<QuantizedValue> operands, const AffineType *output,
                  bool isQuantizedNext, bool emitsErrors)
      : b(b), op(op), operands(operands), output(output),
        quantizedNext(isQuantizedNext), emitsErrors(emitsErrors) {}

  Operation *getOp() const { return op; }
  Location getLoc() const { return op->getLoc(); }
  OpBuilder &getBuilder() const { return b; }
  ArrayRef<QuantizedValue> getOperands() const { return operands; }
  Value getValue(unsigned i) const { return operands[i].value; }

  /// Whether operand `i` is a tensor of quantized numbers.
  bool isQuantized(unsigned i) const { return operands[i].types.size() == 1; }
  /// The quantization of operand `i`. Fails if it has none.
  FailureOr<AffineType> getInput(unsigned i);
  /// The quantization that the end of the whole region has, for rules that
  /// cannot derive that of the result from the operands. Fails if there is
  /// none. Only rules with `readsOutput` may ask.
  FailureOr<AffineType> getOutput();
  /// The same, or null if there is none.
  const AffineType *findOutput() const { return output; }
  /// Whether the operator is the end of the region: its result is quantized.
  bool isQuantizedNext() const { return quantizedNext; }

  /// Notes or reports why there is no conversion.
  LogicalResult fail(const Twine &reason);
  StringRef getReason() const { return reason; }

  /// Builds an operator and infers its type.
  template <typename OpT, typename... ArgTs>
  FailureOr<Value> create(ArgTs &&...args) {
    return inferType(OpT::create(b, getLoc(),
                                 Type(UnknownType::get(b.getContext())),
                                 std::forward<ArgTs>(args)...));
  }
  /// The operator itself, or the one called `name` with the same attributes, on
  /// other operands. `attributes` take the place of those with their names.
  FailureOr<Value> rebuild(ValueRange operands, StringRef name = "",
                           ArrayRef<NamedAttribute> attributes = {});
  /// The operator itself on `operand` in place of its first operand.
  FailureOr<Value> rebuildOn(Value operand);

  /// Bring numbers from one quantization to another.
  FailureOr<Value> requantize(Value data, const AffineType &from,
                              const AffineType &to, Type dtype);
  /// The same, but `data` itself if the quantizations are the same.
  FailureOr<Value> requantizeUnlessSame(Value data, const AffineType &from,
                                        const AffineType &to);
  /// Quantize floats. Vectors in `type` go along dimension `axis` of `data`.
  FailureOr<Value> quantize(Value data, const AffineType &type, int64_t axis);

private:
  FailureOr<Value> inferType(Operation *created);

  OpBuilder &b;
  Operation *op;
  ArrayRef<QuantizedValue> operands;
  const AffineType *output;
  bool quantizedNext, emitsErrors;
  std::string reason;
};

/// Computes an operator on quantized numbers.
struct FakeQuantizationRule {
  using Function = std::function<FailureOr<QuantizedValue>(FakeQuantizedOp &)>;

  /// Builds the operator. Functions are processed in parallel, so it must not
  /// change what it captures, and nothing but build operations.
  Function convert;
  /// Whether it asks for the quantization of the output. The operator is then
  /// built once for each quantization of a float that needs it.
  bool readsOutput = false;
  /// Whether the rule is used only where the options of the pass name it.
  bool isOptional = false;
  /// Whether `use-qat` converts the operator by itself.
  bool convertsAlone = false;
  RuleThreads threads = RuleThreads::Any;
};
using FakeQuantizationRuleRef = std::shared_ptr<const FakeQuantizationRule>;

/// The rules of a context, by the keys of operators (OperatorRules), such as
/// `relay.nn.conv2d`. Thread-safe.
class FakeQuantizationRules
    : public DialectInterface::Base<FakeQuantizationRules> {
public:
  explicit FakeQuantizationRules(Dialect *dialect) : Base(dialect) {}

  /// The rules of the context of `dialect`.
  static FakeQuantizationRules &get(RelayDialect &dialect);
  /// The rules of `context`, or null if there are none.
  static const FakeQuantizationRules *find(MLIRContext *context);

  /// Sets the rule of an operator.
  void add(StringRef operation, FakeQuantizationRule rule);
  /// Removes that rule, if there is one. The default stays.
  void remove(StringRef operation);
  /// Sets the rule that holds if no other one does.
  void addDefault(StringRef operation, FakeQuantizationRule rule);

  /// The rule of `op`, or null.
  FakeQuantizationRuleRef lookup(Operation *op) const;
  /// Whether there are rules for the thread that runs the pass.
  bool hasCallerRules() const;

private:
  struct Entry {
    FakeQuantizationRuleRef rule, defaultRule;
  };
  mutable std::shared_mutex mutex;
  llvm::StringMap<Entry> rules;
};

/// Adds TVM's rules when the dialect is loaded.
void registerFakeQuantizationRules(DialectRegistry &registry);

/// The options of the pass relay-fake-quantization-to-integer.
struct FakeQuantizationOptions {
  /// Whether it is an error if a region between qnn.dequantize and qnn.quantize
  /// cannot be converted.
  bool hardFail = false;
  /// Whether operators on dequantized operands are converted by themselves
  /// afterwards.
  bool useQAT = false;
  /// The names, such as `nn.softmax`, of operators whose optional rules hold.
  llvm::StringSet<> optionalOps;
};

/// Converts the regions of `function` between qnn.dequantize and qnn.quantize
/// to integers. Returns whether anything has changed.
FailureOr<bool> convertFakeQuantization(func::FuncOp function,
                                        const FakeQuantizationOptions &options);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_FAKEQUANTIZATION_H
