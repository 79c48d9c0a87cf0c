//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constant expressions of a function or module.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_CONSTANTGRAPH_H
#define LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_CONSTANTGRAPH_H

#include "FoldRecorder.h"
#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"
#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "RelayLite/Evaluation/EvalValue.h"
#include "RelayLite/Evaluation/OperatorEvaluator.h"
#include "RelayLite/Evaluation/PointwiseGroup.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/SetVector.h"
#include <vector>

namespace mlir::relay {

/// Bytes of the values of type `type`; dynamic shapes count nothing.
uint64_t getByteSize(Type type);

/// Whether all elements of `value` are the same, or there is one only: limits
/// count one element then.
bool isCountedAsSplat(ElementsAttr value);

/// Bytes of all elements of the splats in `operand`, a tensor or a tuple of
/// tensors: operators that expand splats take them while they are evaluated.
uint64_t getExpandedBytes(const EvalValue &operand);

/// Makes constants, and tuples of them, for `value`.
Value materializeValue(OpBuilder &b, Location loc, const EvalValue &value);

/// Whether `op` is an operation on constants that stays where it is, the
/// operands of which are written back, and through which values are seen. Of
/// these a `let` goes if its value is written back. As in TVM, tuples stay
/// bound.
bool isStructure(Operation *op);

/// Whether the result of `op` is a splat if all operands are.
bool keepsSplats(OperatorInterface op);

/// Constant expressions as a graph whose nodes are in program order, evaluated
/// as a whole: values that only other nodes need are freed at their last use
/// and never become attributes.
class ConstantGraph {
public:
  using Index = uint32_t;

  explicit ConstantGraph(const FoldConstantConfig &config)
      : config(config), recorder(config) {}

  /// Whether `value` is a constant expression.
  bool contains(Value value) const { return indices.contains(value); }

  /// Adds the operation if its result is a constant expression given what has
  /// been added before; operations are added in program order.
  void add(Operation *op);

  /// Adds the operation if its result is constant whatever its operands are.
  bool addLeaf(Operation *op);

  /// The value of `value`, of which it is known that it is an expression; none
  /// if it cannot be evaluated. It is kept while nothing that is evaluated has
  /// used it.
  std::optional<EvalValue> evaluate(Value value);

  /// Evaluates all that operations outside the graph use, replaces it by
  /// constants and erases what is dead then.
  FoldConstantStatistics writeBack();

  /// Replaces `value`, which is an expression, by constants, and returns what
  /// replaces it. Erases what is dead then. Fails, changing nothing, if it
  /// cannot be evaluated or exceeds a limit.
  FailureOr<Value> writeBack(Value value);

  /// Whether there was an error, which is reported.
  bool hasFailed() const { return statistics.hasFailed(); }

private:
  struct Node {
    enum Kind : uint8_t {
      /// A relay.constant, or an operation that folds to `attribute`.
      Leaf,
      /// isStructure.
      Structure,
      /// relay.tuple_get or an operator.
      Expression
    };
    Operation *op;
    ElementsAttr attribute;
    /// Operands are a range of `operands`.
    uint32_t firstOperand, numOperands;
    /// Uses by needed nodes that have not been evaluated, while it is needed.
    uint32_t numUses = 0;
    Kind kind;
    /// To be written back.
    bool isRoot = false;
    /// A root that the limit of growth lets pass.
    bool isAdmitted = false;
    /// Stays as it is: has no value, or one that is too large.
    bool isLeft = false;
    /// Has no value.
    bool isBlocked = false;
    /// Part of a value that is too large, which stays as it is written.
    bool isKept = false;
    /// Stays for another reason, and uses what is written back.
    bool usesWritten = false;
    bool isNeeded = false;
    /// All elements are equal, as far as can be told without evaluation.
    bool isSplat = false;
    /// An operator on splats that computes one element.
    bool takesSplats = false;
    bool isOperator = false;
    /// The operator has been evaluated, once at least.
    bool isEvaluated = false;
    /// The value has no data of its own, but shares that of operands.
    bool isView = false;
    /// `dynamicBytes` is known.
    bool isSized = false;
    /// Bounds of the bytes of all constants that the value is computed from, as
    /// those of its operands give them.
    uint64_t minReadBytes = 0, maxReadBytes = 0;
    /// Bytes of the value, if its type is known only once it is evaluated.
    uint64_t dynamicBytes = 0;
    /// Bytes that `value`, or what the group will make it, is counted with.
    uint64_t numHeldBytes = 0;
    /// Which value of the group under construction it is.
    std::optional<PointwiseGroup::Index> groupIndex;
    EvalValue value;
  };

  ArrayRef<Index> getOperands(const Node &node) const {
    return ArrayRef<Index>(operands).slice(node.firstOperand, node.numOperands);
  }
  /// What `index` has its value from, if it binds it or says where it is: users
  /// read that, and may be evaluated together with it.
  Index getBound(Index index) const;
  Index append(Operation *op, Node::Kind kind, ElementsAttr attribute = {});

  /// Makes `index` a root, or its operands if it stays in place.
  void markRoot(Index index);
  void setRoot(Node &node, bool isRoot);
  /// Marks all roots: the one that is wanted, or what is used outside the graph
  /// or by what stays.
  void markRoots();
  /// Leaves an expression that has no value where it is: its operands become
  /// roots.
  void block(Index index, const Twine &reason);
  void block(Index index, function_ref<std::string()> getReason);
  /// Leaves an expression that is too large as it is written, operands
  /// included: another run would count from operands that are written back, and
  /// fold it. The reason is told when it is certain.
  void refuse(Index index, function_ref<std::string()> getReason);
  void tellRefused();
  /// Finds what is part of values that are too large, and what stays besides.
  void markKept();
  /// Whether `user` is to use what is written back: it is neither part of a
  /// value that is too large nor about to go.
  bool usesWritten(Operation *user) const;
  /// Applies the limit of growth to roots whose size is known.
  void refuseLargeRoots();
  /// Whether `index` exceeds the limit of growth of one value. The bounds of
  /// what it reads decide in most cases.
  bool isTooLarge(Index index, uint64_t bytes);
  /// Whether walks through expressions have taken about as long as it takes to
  /// count what all nodes read.
  bool areWalksLong() const;
  /// Applies the limits of growth and memory to a node whose type, `type`, is
  /// known only when it is evaluated. Sets `isRefused` if the error is that it
  /// is too large, and nothing needs it.
  llvm::Error checkType(Index index, Type type, bool &isRefused);
  /// What to say of a node of so many bytes that exceeds a limit.
  std::string describeGrowth(Index index, uint64_t bytes);
  std::string describeTemporary(uint64_t bytes) const;
  /// The estimated work of a node, if anybody wants to know.
  uint64_t getWork(const Node &node) const;
  /// Applies the limits of work, which may have been counted, and memory before
  /// a node is evaluated: whether it may be. Blocks it otherwise.
  bool admit(Index index, bool isWorkCounted = false);
  /// Whether so many bytes more exceed the limit of temporary memory.
  bool exceedsTemporary(uint64_t bytes) const;
  /// Bytes of a node's value; 0 for dynamic shapes that were not evaluated.
  static uint64_t computeByteSize(const Node &node);
  /// Those that it takes of what `maxTemporary` limits.
  static uint64_t computeTemporaryBytes(const Node &node);
  /// Computes the bounds of what a node reads, given those of its operands.
  void boundReadBytes(Node &node) const;
  /// No less than the bytes of the constants that `index`, which is no leaf, is
  /// computed from.
  uint64_t getMaxReadBytes(Index index);
  /// The bytes of the constants that `index` is computed from.
  uint64_t getReadBytes(Index index);
  /// The same by a walk through the expression.
  uint64_t countReadBytes(Index index);
  /// Computes them for all nodes.
  void computeReadBytes();
  /// Evaluates `wanted`, which have no values yet, and what they need.
  void evaluateNeeded(ArrayRef<Index> wanted);
  /// The value of a node; none if it is blocked then.
  void evaluateNode(Index index, bool isWorkCounted = false);
  /// Counts off the uses that `index` was, and frees what nothing needs then.
  void release(Index index);
  /// Whether something that may still be added, or is not evaluated, uses it.
  bool isWantedLater(const Node &node) const;
  /// Frees what has been kept and nothing needs.
  void dropKept();
  /// What `error`, of the evaluation of `op`, says. That there is not enough
  /// memory is an error of the whole run.
  std::string takeReason(Operation *op, llvm::Error error);
  void tellFailure(Operation *op, StringRef reason);
  /// Copies tensors of `value` that constants cannot take over. Fails if there
  /// is not enough memory.
  static llvm::Error prepareForConstants(EvalValue &value,
                                         MLIRContext *context);
  /// Whether nothing more is to be evaluated, and why.
  bool isEnded() const;
  StringRef getReasonOfEnd() const;
  /// Whether there is memory for a small step, as far as is known.
  bool isMemoryLeftNow();
  /// Records the evaluation of a node, one of `numTogether`.
  void finishNode(Node &node, size_t numTogether);

  /// Leaves a large pointwise operator to the group, if that can take it.
  bool addToGroup(Index index);
  /// Whether an operand is a result of the group.
  bool isReadFromGroup(Index index) const;
  void evaluateGroup();
  /// Sets the bytes of a node whose type was not known before.
  static void setSize(Node &node, Type type);
  /// Counts a node with `numBytes`.
  void hold(Node &node, uint64_t numBytes);
  void setValue(Node &node, EvalValue value);
  /// The same for an expression, which is blocked if the value has not the type
  /// of its result.
  void setResult(Index index, EvalValue value);
  void dropValue(Node &node);
  /// Evaluates the roots that the limits let pass.
  void evaluateRoots();
  /// Replaces the results of roots, and returns what that of `wanted` becomes.
  Value replaceRoots(Index wanted = ~Index(0));
  /// Replaces each let that binds what is constant now, as replaceRoots does.
  Value replaceLets(Index wanted = ~Index(0));
  void eraseDead(Operation *except = nullptr);

  FoldConstantConfig config;
  std::vector<Node> nodes;
  std::vector<Index> operands;
  /// Operators that are evaluated together, and the nodes that have an index in
  /// their group.
  std::optional<PointwiseGroup> group;
  SmallVector<Index> groupMembers, groupInputs;
  /// How often each value is read by the group.
  DenseMap<Index, uint32_t> groupUses;
  DenseMap<Value, Index> indices;
  /// Whether operations are still being added. Values that are evaluated
  /// meanwhile, such as conditions, are kept for them, or each would be
  /// computed from the beginning.
  bool isCollecting = true;
  llvm::SmallSetVector<Index, 8> kept;
  /// The only root that is asked for, if not all are.
  std::optional<Index> wantedRoot;
  /// Whether roots are evaluated to be written back.
  bool isWritingBack = false;
  /// Whether any node was refused.
  bool hasRefused = false;
  /// Why nodes were refused, if anybody reads remarks.
  DenseMap<Index, std::string> refusals;
  KernelMemo memo;
  FoldRecorder recorder;
  FoldConstantStatistics statistics;
  /// Nodes but leaves, in classes of what is connected, and the bytes of the
  /// constants that a class reads; made when all nodes are there.
  std::optional<llvm::IntEqClasses> expressions;
  SmallVector<uint64_t, 0> expressionBytes;
  /// The bytes of the constants that each node is computed from; made when it
  /// has taken long to count those of some, and all nodes are there.
  SmallVector<uint64_t, 0> readBytes;
  size_t numSteps = 0;
  /// Bytes of the values that are held, of roots and of others.
  uint64_t rootBytes = 0, temporaryBytes = 0;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_CONSTANTGRAPH_H
