//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What passes and instruments in Python share.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PYTHON_INSTRUMENTS_H
#define RELAYLITE_PYTHON_INSTRUMENTS_H

#include "Bindings.h"
#include "RelayLite/Pass/PassContext.h"

namespace mlir::relay::python {

/// PassInfo as a value.
struct PassInfoObject {
  PassInfoObject(const pass::PassInfo &info) : info(info) {}
  pass::PassInfo info;
};

/// From a list of instruments, or None.
pass::InstrumentList getInstruments(nb::handle list);
nb::object toPython(const pass::InstrumentList &instruments);

/// What the garbage collector needs of contexts: their instruments may refer
/// to them.
int traverseContext(PyObject *self, visitproc visit, void *arg);
int clearContext(PyObject *self);

} // namespace mlir::relay::python

#endif // RELAYLITE_PYTHON_INSTRUMENTS_H
