//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helpers of passes and instruments in Python.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PYTHON_INSTRUMENTS_H
#define RELAYLITE_PYTHON_INSTRUMENTS_H

#include "RelayLite/Pass/PassContext.h"
#include "Run.h"

namespace mlir::relay::python {

/// PassInfo as a value.
struct PassInfoObject {
  PassInfoObject(const pass::PassInfo &info) : info(info) {}
  pass::PassInfo info;
};

/// From a list of instruments, or None.
pass::InstrumentList getInstruments(nb::handle list);

/// The value of the option `key` of a context or a pass.
llvm::json::Value toJSON(const std::string &key, nb::handle value,
                         unsigned nesting = 0);
nb::object toPython(const pass::InstrumentList &instruments);

/// A function of Python's that is called around passes.
struct PythonTrace {
  Holder function;

  void operator()(ModuleOp module, const pass::PassInfo &info,
                  bool isBefore) const;
};

/// Visit the references of a context for the garbage collector: its instruments
/// and traces may refer to it.
int traverseContext(PyObject *self, visitproc visit, void *arg);
int clearContext(PyObject *self);

} // namespace mlir::relay::python

#endif // RELAYLITE_PYTHON_INSTRUMENTS_H
