//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules as Python sees them, and errors that show their text.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PYTHON_IRMODULE_H
#define RELAYLITE_PYTHON_IRMODULE_H

#include "Bindings.h"
#include "ProgramForms.h"
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

/// Return the result of `parse`, which gets a handler of errors. Raises a
/// DiagnosticError if it reports one.
template <typename ParseFn>
auto parseOrRaise(StringRef file, const SourceText *source, ParseFn parse) {
  std::string error;
  auto result = parse([&](ast::Span span, const llvm::Twine &message) {
    error = renderDiagnostic("error", message.str(), file, span.line,
                             span.column, source);
  });
  if (!result)
    raise(getPythonTypes().diagnosticError, StringRef(error).rtrim().str());
  return result;
}

/// A module as Python sees it: a program, its attributes, and the text from
/// which it was read.
class IRModule : public std::enable_shared_from_this<IRModule> {
public:
  /// An untyped module without functions.
  IRModule() : IRModule(std::make_shared<ProgramForms>()) {}
  /// A module with the attributes and the source of `origin`, if given.
  explicit IRModule(ProgramRef program, const IRModule *origin = nullptr);
  IRModule(const IRModule &) = delete;

  /// Return another module of the same program and attributes.
  std::shared_ptr<IRModule> clone() const {
    return std::make_shared<IRModule>(program, this);
  }

  /// Return the program, which is another one after every change from Python.
  const ProgramRef &getProgram() const { return program; }
  /// Return the program, of which there is a tree now. Who holds the result
  /// keeps the tree, also if the module changes. Raises a DiagnosticError if
  /// the program cannot be expressed in Relay.
  ProgramRef getRaised() const;
  /// Return the variable of the function called `name`; null if there is none.
  ast::Ref<ast::GlobalVar> getGlobalVar(StringRef name) const;
  /// Add or replace a function.
  void set(const ast::Ref<ast::GlobalVar> &var,
           ast::Ref<ast::Function> function);
  /// Return the definitions of types, which are made of the operation if need
  /// be.
  ast::TypeTable getTypes() const { return getRaised()->getTree().getTypes(); }
  void setTypes(ast::TypeTable types);

  const SourceRef &getSource() const { return source; }
  void setSource(SourceRef newSource) { source = std::move(newSource); }

  /// Attributes of the module, for Python only: a dictionary, or None.
  nb::object attrs = nb::none();

private:
  ProgramRef program;
  SourceRef source;
};

using IRModuleRef = std::shared_ptr<IRModule>;

/// Makes a module of text, with types.
IRModuleRef parseModule(const std::string &text, const std::string &fileName);

} // namespace mlir::relay::python

#endif // RELAYLITE_PYTHON_IRMODULE_H
