//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The writer of files.
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "InterpreterLock.h"
#include "RelayLite/Support/OutputFile.h"
#include "llvm/ADT/ScopeExit.h"
#include <cerrno>

using namespace mlir::relay;
using namespace mlir::relay::python;

/// Returns the bytes of a path, which is a string, bytes or a path object.
static std::string getPath(nb::handle path) {
  PyObject *bytes = nullptr;
  if (!PyUnicode_FSConverter(path.ptr(), &bytes))
    throw nb::python_error();
  auto object = nb::steal<nb::bytes>(bytes);
  return {object.c_str(), object.size()};
}

static void writeBytes(nb::handle path, nb::handle data, bool executable) {
  std::string name = getOutputPath(getPath(path));
  Py_buffer view;
  if (PyObject_GetBuffer(data.ptr(), &view, PyBUF_SIMPLE) != 0)
    throw nb::python_error();
  llvm::scope_exit release([&] { PyBuffer_Release(&view); });
  std::error_code error;
  {
    // A pipe may wait for a thread of Python.
    ScopedWork work;
    llvm::StringRef bytes(static_cast<const char *>(view.buf), view.len);
    error = llvm::errorToErrorCode(writeFile(name, bytes, executable));
  }
  if (!error)
    return;
  errno = error.value();
  PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, path.ptr());
  throw nb::python_error();
}

void python::bindOutputFiles(nb::module_ &m) {
  m.def("write_file", writeBytes, nb::arg("path"), nb::arg("data"),
        nb::arg("executable") = false,
        "Writes bytes to a file, which has all of them or stays as it was. "
        "Links are followed; devices and pipes are written to. Raises an "
        "OSError.");
}
