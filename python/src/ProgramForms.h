//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two forms of a program: the syntax tree that Python sees, and the
// operation that passes of MLIR change. docs/Rationale/Python.md has a picture
// of the states and the table of transitions.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PYTHON_PROGRAMFORMS_H
#define RELAYLITE_PYTHON_PROGRAMFORMS_H

#include "LiveModules.h"
#include "RelayLite/Frontend/Raising.h"

namespace mlir::relay::python {

class ProgramForms;
using ProgramRef = std::shared_ptr<ProgramForms>;

/// The table of the nodes from which an operation was made, or null.
using OriginsRef = std::shared_ptr<const Origins>;

/// A program as a tree, as an operation, or as both. It never becomes another
/// program, so that modules share it, and the form that one of them asks for is
/// there for all. Callers hold the interpreter's lock.
class ProgramForms {
public:
  /// The forms that there are. A borrowed operation belongs to a run, which
  /// ends the loan before it changes the operation.
  enum class State { Tree, Operation, Both, Borrowed, BorrowedAndTree };

  /// An untyped program without functions.
  ProgramForms() = default;
  /// A program that is an operation. `origins` is the table for the locations
  /// of the operation. Nodes of globals and definitions of types that the
  /// operation still has remain those of `earlier`, the program it comes from.
  ProgramForms(OwningOpRef<ModuleOp> op, bool typed,
               OriginsRef origins = nullptr,
               const ProgramForms *earlier = nullptr);
  /// The same of an operation that belongs to a run.
  ProgramForms(ModuleOp borrowed, bool typed, OriginsRef origins,
               const ProgramForms &earlier);

  /// Return `program`, which has a tree, with `function` added or replaced.
  static ProgramRef set(const ProgramRef &program,
                        const ast::Ref<ast::GlobalVar> &var,
                        ast::Ref<ast::Function> function);
  /// Return `program`, which has a tree, with other definitions of types.
  static ProgramRef setTypes(const ProgramRef &program, ast::TypeTable types);

  bool hasTree() const {
    return state != State::Operation && state != State::Borrowed;
  }
  bool ownsOperation() const {
    return state == State::Operation || state == State::Both;
  }
  bool borrows(ModuleOp op) const { return borrowed && borrowed == op; }
  /// Return whether the functions have the types that InferType gives them. In
  /// MLIR they have types all the same.
  bool isTyped() const { return typed; }

  /// Make the tree if there is none. Reports errors.
  LogicalResult raise();
  /// Return the tree that there is.
  const ast::Module &getTree() const { return tree; }
  /// Return the nodes of globals, among them those of all functions of the
  /// tree.
  const GlobalVars &getGlobals() const { return globals; }

  /// Make the contents of `target` those of this program, and return the table
  /// for its locations. Reports errors.
  FailureOr<OriginsRef> lowerInto(ModuleOp target);

  /// Return the table for the operation. Nodes that were raised from it get
  /// their numbers here, before a pass goes on with the operation: earlier it
  /// would be for nothing where no pass does.
  const OriginsRef &mark();

  /// End the loan of an operation, which a program without a tree copies.
  void release();
  /// End the loan of an operation by its gift.
  void takeOver(OwningOpRef<ModuleOp> op);

private:
  /// Change the state by one of the transitions.
  void enter(State next);
  ModuleOp getOp() const { return borrowed ? borrowed : *owned; }
  /// Return a program with the tree and the globals of `program`.
  static ProgramRef copyTree(const ProgramRef &program);

  State state = State::Tree;
  bool typed = false;
  /// The tree. As long as there is none, it has the definitions of types of the
  /// program from which this one comes, and nothing else.
  ast::Module tree;
  /// The nodes of globals, which pass from program to program.
  GlobalVars globals;
  LiveModule owned;
  ModuleOp borrowed;
  /// The table for the operation: what is the same in it as in an earlier tree
  /// becomes the same nodes.
  OriginsRef origins;
  /// The operations from which the tree was raised, with their nodes, as long
  /// as these are not in `origins`.
  RaisedOperations unmarked;
};

} // namespace mlir::relay::python

#endif // RELAYLITE_PYTHON_PROGRAMFORMS_H
