//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of a function between annotation.compiler_begin and compiler_end.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_PARTITIONING_COMPILERANNOTATIONS_H
#define LIB_DIALECT_RELAY_TRANSFORMS_PARTITIONING_COMPILERANNOTATIONS_H

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <list>

namespace mlir::relay {

/// The compiler of the module itself.
inline constexpr StringLiteral kDefaultCompiler = "default";

/// Whether `function` is for another compiler: for `filter`, unless it is
/// empty.
bool isForCompiler(Operation *function, StringRef filter = "");

/// Whether `function` has the body of a Relay function.
bool hasRelayBody(func::FuncOp function);

/// Moves each begin to the blocks that use its value: a branch or a function
/// literal that uses it gets a begin of its own. Returns whether there was one.
bool sinkBegins(func::FuncOp function);

/// Replaces the mark `mark` by `value`, which is what it marks, and erases it.
void removeMark(Operation *mark, Value value);

/// The operations between annotations: TVM's AnnotatedRegion. They are in one
/// block, except for ends.
struct AnnotatedPart {
  /// The number of the part in its function, that of its first begin.
  unsigned id;
  StringAttr compiler;
  Block *block;
  /// The begins and ends, in TVM's order: where two parts have been joined,
  /// first those of the part that remains.
  std::list<AnnotationCompilerBeginOp> begins;
  std::list<AnnotationCompilerEndOp> ends;
};

/// The parts of a function: TVM's AnnotatedRegionSet. A begin opens a part, and
/// an operation belongs to the part of its arguments, which it joins.
class AnnotatedParts {
public:
  /// Finds the parts. Reports an end without a begin or for another compiler,
  /// an operation of which only some arguments are in a part, and a part that
  /// reaches into a branch or literal.
  static FailureOr<AnnotatedParts> compute(func::FuncOp function);

  /// The part of `op`, or null.
  AnnotatedPart *lookup(Operation *op);
  /// The part of what defines `value`, or null.
  AnnotatedPart *lookupDefinition(Value value) {
    return lookup(value.getDefiningOp());
  }

  /// The begins and ends in TVM's order, which is that of Relay expressions:
  /// arguments before calls, from the result of the function.
  ArrayRef<Operation *> getMarks() const { return marks; }

  /// Makes `from` a part of `into`.
  void merge(AnnotatedPart &from, AnnotatedPart &into);

private:
  LogicalResult visit(Operation *op);
  LogicalResult visitEnd(AnnotationCompilerEndOp end);
  LogicalResult join(Operation *op, ValueRange arguments);

  unsigned findLeader(unsigned number);

  SmallVector<Operation *> marks;
  /// By number.
  std::vector<AnnotatedPart> parts;
  /// The number of a part that each has been joined with; its own at the end.
  std::vector<unsigned> leaders;
  /// The parts that operations have been put into.
  DenseMap<Operation *, unsigned> numbers;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_PARTITIONING_COMPILERANNOTATIONS_H
