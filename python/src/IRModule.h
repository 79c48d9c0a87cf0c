//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module as Python sees it. It holds functions of the syntax tree, or an
// operation of MLIR, or both; each is made of the other when it is asked for.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PYTHON_IRMODULE_H
#define RELAYLITE_PYTHON_IRMODULE_H

#include "Bindings.h"
#include "RelayLite/Frontend/Raising.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include <memory>
#include <thread>

namespace mlir::relay::python {

/// A text that was parsed, for the lines in error messages.
struct SourceText {
  std::string name, text;
};
using SourceRef = std::shared_ptr<const SourceText>;

/// Keeps what MLIR reports on this thread while it lives, to be raised.
class DiagnosticCollector {
public:
  explicit DiagnosticCollector(SourceRef source);

  /// Raises a DiagnosticError with all that was reported, or with `otherwise`
  /// if that is nothing.
  [[noreturn]] void raise(const std::string &otherwise) const;

private:
  SourceRef source;
  std::thread::id thread;
  std::string text;
  ScopedDiagnosticHandler handler;
};

/// Prints a message with its position and, where the text is known, the line
/// with a caret.
std::string renderDiagnostic(StringRef severity, StringRef message,
                             StringRef file, unsigned line, unsigned column,
                             const SourceText *source);

class IRModule : public std::enable_shared_from_this<IRModule> {
public:
  struct Definition {
    ast::Ref<ast::GlobalVar> var;
    ast::Ref<ast::Function> function;
  };

  IRModule() = default;
  ~IRModule();
  IRModule(const IRModule &) = delete;

  /// A module that takes over an operation. `typed`: see isTyped.
  static std::shared_ptr<IRModule>
  create(OwningOpRef<ModuleOp> op, const IRModule *origin, bool typed = true);
  /// A module whose functions are those of `op` as long as that does not
  /// change; `detach` makes it independent.
  static std::shared_ptr<IRModule> borrow(ModuleOp op, const IRModule *origin,
                                          bool typed);
  /// The same functions and attributes in another module.
  std::shared_ptr<IRModule> clone() const;
  /// The same, with the same objects as functions, whichever of the two makes
  /// them.
  static std::shared_ptr<IRModule>
  cloneWithFunctions(const std::shared_ptr<IRModule> &module);

  /// The functions, which are made of the operation if need be.
  const std::vector<Definition> &getDefinitions();
  /// The function called `name`, or null.
  const Definition *lookup(StringRef name);
  /// The variable of the function called `name`; null if there is none. Does
  /// not make functions.
  ast::Ref<ast::GlobalVar> getGlobalVar(StringRef name);
  /// Adds or replaces a function.
  void set(ast::Ref<ast::GlobalVar> var, ast::Ref<ast::Function> function);

  /// Makes the contents of `target` those of this module. Reports errors.
  LogicalResult lowerInto(ModuleOp target);
  /// Ends the reference to a borrowed operation, by a copy of it.
  void detach();
  /// Notes in the operation what its functions are made of, before a pass goes
  /// on with it: where none does, that would be for nothing.
  void markOperations();
  /// Takes over the operation that it has borrowed.
  void takeOver(OwningOpRef<ModuleOp> op);
  /// Whether the functions are still to be made of `op`, which is not its own.
  bool borrows(ModuleOp op) const { return borrowed == op && !hasFunctions; }
  /// Whether the functions have the types that InferType gives them. In MLIR
  /// they have types all the same.
  bool isTyped() const { return typed; }
  /// Grows with every change from Python.
  unsigned getVersion() const { return version; }

  const SourceRef &getSource() const { return source; }
  void setSource(SourceRef newSource) { source = std::move(newSource); }

  /// Attributes of the module, for Python only: a dictionary, or None.
  nb::object attrs = nb::none();

private:
  ModuleOp getOp() const;

  std::vector<Definition> definitions;
  llvm::StringMap<unsigned> indices;
  /// The nodes that the operation comes from: what is the same in it stays the
  /// same objects.
  std::shared_ptr<const Origins> origins;
  /// The operations of which the functions were made and whose nodes are not in
  /// `origins` yet. They are not looked at after the operation has changed.
  RaisedOperations unmarked;
  /// A module that had the same functions at its version `twinVersion`.
  std::shared_ptr<IRModule> twin;
  unsigned twinVersion = 0;
  /// The nodes of globals, which pass from module to module.
  GlobalVars globals;
  LiveModule owned;
  ModuleOp borrowed;
  bool hasFunctions = true;
  bool typed = false;
  unsigned version = 0;
  SourceRef source;
};

using IRModuleRef = std::shared_ptr<IRModule>;

/// Makes a module of text, with types.
IRModuleRef parseModule(const std::string &text, const std::string &fileName);

} // namespace mlir::relay::python

#endif // RELAYLITE_PYTHON_IRMODULE_H
