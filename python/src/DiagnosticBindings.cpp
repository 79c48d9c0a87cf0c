//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The diagnostics of MLIR as exceptions.
//
//===----------------------------------------------------------------------===//

#include "IRModule.h"
#include "RelayLite/Frontend/Diagnostics.h"
#include "RelayLite/Support/Excerpt.h"
#include "Run.h"
#include "llvm/Support/raw_ostream.h"
#include <exception>

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;

std::string python::renderDiagnostic(StringRef severity, StringRef message,
                                     StringRef file, unsigned line,
                                     unsigned column,
                                     const SourceText *source) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << severity << ": " << shorten(message) << '\n';
  if (!line)
    return text;
  os << " --> " << shorten(file) << ':' << line << ':' << column << '\n';
  if (!source || source->name != file)
    return text;
  StringRef rest = source->text;
  for (unsigned i = 1; i < line; ++i)
    rest = rest.split('\n').second;
  Excerpt code = getExcerpt(rest.split('\n').first, column ? column - 1 : 0);
  std::string number = std::to_string(line);
  std::string margin(number.size(), ' ');
  os << margin << " |\n"
     << number << " | " << code.text << '\n'
     << margin << " | ";
  indentTo(code, os);
  os << "^\n";
  return text;
}

static FileLineColLoc getPosition(Location loc) {
  loc = getUnmarkedLoc(loc);
  if (auto name = dyn_cast<NameLoc>(loc))
    return getPosition(name.getChildLoc());
  if (auto fused = dyn_cast<FusedLoc>(loc))
    return fused.getLocations().empty() ? FileLineColLoc()
                                        : getPosition(fused.getLocations()[0]);
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return getPosition(call.getCallee());
  return dyn_cast<FileLineColLoc>(loc);
}

// The exception that Python has raised below MLIR, until the error is reported.
// It is on the same thread, as only one that may take the interpreter's lock
// calls Python.
static thread_local std::exception_ptr pendingException;

void python::setPendingException(std::exception_ptr exception) {
  if (!pendingException)
    pendingException = std::move(exception);
}

// The cause of the error that is reported next.
static thread_local Holder pendingCause;

void python::setPendingCause(nb::object exception) {
  pendingCause = makeHolder(std::move(exception));
}

// Raise a DiagnosticError from `cause`.
[[noreturn]] static void raiseFrom(const nb::object &cause,
                                   const std::string &text) {
  nb::handle type = getPythonTypes().diagnosticError;
  nb::object error = type(text);
  error.attr("__cause__") = cause;
  PyErr_SetObject(type.ptr(), error.ptr());
  throw nb::python_error();
}

static std::exception_ptr takePendingException() {
  return std::exchange(pendingException, nullptr);
}

DiagnosticCollector::DiagnosticCollector(SourceRef newSource)
    : source(std::move(newSource)), thread(std::this_thread::get_id()),
      handler(python::getContext(), [this](Diagnostic &diagnostic) {
        // Other threads have collectors of their own.
        if (std::this_thread::get_id() != thread)
          return failure();
        auto add = [&](Diagnostic &diag) {
          static constexpr StringLiteral names[] = {"note", "warning", "error",
                                                    "remark"};
          FileLineColLoc position = getPosition(diag.getLocation());
          text += renderDiagnostic(
              names[unsigned(diag.getSeverity())], describeInRelay(diag),
              position ? position.getFilename().getValue() : StringRef(),
              position ? position.getLine() : 0,
              position ? position.getColumn() : 0, source.get());
        };
        add(diagnostic);
        for (Diagnostic &note : diagnostic.getNotes())
          add(note);
        return success();
      }) {
  // An exception that nobody has reported is not one of this run.
  takePendingException();
  pendingCause.reset();
}

void DiagnosticCollector::raise(const std::string &otherwise) const {
  if (std::exception_ptr exception = takePendingException())
    std::rethrow_exception(exception);
  std::string message =
      text.empty() ? otherwise : StringRef(text).rtrim().str();
  if (Holder cause = std::exchange(pendingCause, nullptr))
    raiseFrom(*cause, message);
  python::raise(getPythonTypes().diagnosticError, message);
}
