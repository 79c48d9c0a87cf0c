//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The extension module: everything in C++ that the package relay_lite stands
// on. Its names are not meant for users.
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "RelayLite/Config.h"
#include "RelayLite/Support/Excerpt.h"
#include "RelayLite/Support/FileContents.h"
#include "RelayLite/Support/NearestName.h"
#include "llvm/Support/ErrorHandling.h"
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <new>

using namespace mlir::relay;
using namespace mlir::relay::python;

PythonTypes &python::getPythonTypes() {
  static auto *types = new PythonTypes();
  return *types;
}

void python::raise(nb::handle type, const std::string &message) {
  // The classes of the package are gone when the interpreter ends.
  if (!type.is_valid())
    type = PyExc_RuntimeError;
  // The message may contain the faulty text.
  nb::object text = nb::steal(PyUnicode_DecodeUTF8(
      message.data(), Py_ssize_t(message.size()), "backslashreplace"));
  PyErr_SetObject(type.ptr(), text.ptr());
  throw nb::python_error();
}

void python::raiseTVMError(const std::string &message) {
  // Names in it may be of any length.
  raise(getPythonTypes().tvmError, shorten(message));
}

void python::raiseArgumentError(const std::string &expectation,
                                nb::handle value, const char *between) {
  // A program may be long.
  constexpr size_t maxSize = 200;
  nb::object text = nb::repr(value);
  if (nb::len(text) > maxSize)
    text = text[nb::slice(maxSize)] + nb::str("...");
  raise(getPythonTypes().argumentError,
        expectation + between + nb::cast<std::string>(text));
}

void python::clearConversionError() {
  if (!PyErr_ExceptionMatches(PyExc_TypeError) &&
      !PyErr_ExceptionMatches(PyExc_ValueError) &&
      !PyErr_ExceptionMatches(PyExc_OverflowError))
    throw nb::python_error();
  PyErr_Clear();
}

std::string python::getString(nb::handle value, const char *what) {
  std::string text;
  // A string may hold what is no character.
  if (!nb::try_cast(value, text))
    raiseArgumentError(std::string("expected a string as ") + what, value);
  return text;
}

nb::object python::makeIntImm(const char *dtype, int64_t value) {
  nb::handle intImm = getPythonTypes().intImm;
  return intImm.is_valid() ? intImm(dtype, value) : nb::object(nb::int_(value));
}

nb::object python::makeFloatImm(const char *dtype, double value) {
  nb::handle floatImm = getPythonTypes().floatImm;
  return floatImm.is_valid() ? floatImm(dtype, value)
                             : nb::object(nb::float_(value));
}

nb::object python::makeMap(nb::dict entries) {
  nb::handle map = getPythonTypes().map;
  return map.is_valid() ? map(entries) : nb::object(std::move(entries));
}

nb::object python::makeArray(nb::list elements) {
  nb::handle array = getPythonTypes().array;
  return array.is_valid() ? array(elements) : nb::object(nb::tuple(elements));
}

nb::object python::makeArray(llvm::ArrayRef<std::string> texts) {
  nb::list elements;
  for (const std::string &text : texts)
    elements.append(nb::cast(text));
  return makeArray(std::move(elements));
}

// Called when an allocation of LLVM's own fails: throws as `new` does, for a
// MemoryError.
static void throwBadAlloc(void *, const char *, bool) {
  throw std::bad_alloc();
}

// Refuse to be loaded beside another installation: both would define the same
// types of Python.
static void checkOnlyInstallation() {
  auto state = nb::borrow<nb::dict>(
      PyInterpreterState_GetDict(PyInterpreterState_Get()));
  const char *key = "relay_lite";
  if (state.contains(key))
    throw nb::import_error("another installation of RelayLite is loaded in "
                           "this process, and a process can have one");
  state[key] = true;
}

NB_MODULE(_ext, m) {
  checkOnlyInstallation();
  // Another extension of the process may have installed one.
  llvm::remove_bad_alloc_error_handler();
  llvm::install_bad_alloc_error_handler(throwBadAlloc);
  m.def(
      "set_types",
      [](nb::handle array, nb::handle map, nb::handle intImm,
         nb::handle floatImm, nb::handle any, nb::handle tvmError,
         nb::handle diagnosticError, nb::handle argumentError,
         nb::handle makePass, nb::handle inferType, nb::handle applyRule,
         nb::handle getDeviceName) {
        getPythonTypes() = {array,           map,           intImm,
                            floatImm,        any,           tvmError,
                            diagnosticError, argumentError, makePass,
                            inferType,       applyRule,     getDeviceName,
                            nb::handle()};
        return nb::object(
            nb::capsule(&getPythonTypes(), [](void *types) noexcept {
              *static_cast<PythonTypes *>(types) = {};
            }));
      },
      nb::kw_only(), nb::arg("array"), nb::arg("map"), nb::arg("int_imm"),
      nb::arg("float_imm"), nb::arg("any"), nb::arg("tvm_error"),
      nb::arg("diagnostic_error"), nb::arg("argument_error"),
      nb::arg("make_pass"), nb::arg("infer_type"), nb::arg("apply_rule"),
      nb::arg("get_device_name"),
      "Makes known what is written in Python, which the caller keeps, until "
      "the result dies.");
  m.def(
      "get_nearest_name",
      [](nb::handle name, const std::vector<std::string> &names) {
        std::string text;
        if (!nb::try_cast(name, text))
          return std::string();
        llvm::SmallVector<llvm::StringRef> candidates(names.begin(),
                                                      names.end());
        return getNearestName(text, candidates).str();
      },
      nb::arg("name").none(), nb::arg("names"),
      "The name that is nearest to another, or an empty string.");
  m.def(
      "describe_contents",
      [](nb::bytes bytes) {
        return describeContents({bytes.c_str(), bytes.size()}).str();
      },
      nb::arg("bytes"), "The kind of a file that begins with the bytes.");
  m.def("set_instrument_class",
        [](nb::handle type) { getPythonTypes().passInstrument = type; });
  m.attr("version") = RELAYLITE_VERSION_STRING;
  m.attr("llvm_version") = RELAYLITE_LLVM_VERSION_STRING;
  bindTools(m);
  bindTypes(m);
  bindVirtualDevices(m);
  bindExpressions(m);
  bindTypeDefinitions(m);
  bindAttributes(m);
  bindArrays(m);
  bindDLPack(m);
  bindOperators(m);
  bindFakeQuantizationRules(m);
  bindOperatorRules(m);
  bindIRModule(m);
  bindText(m);
  bindJson(m);
  bindLocalTypes(m);
  bindAnalysis(m);
  bindPatterns(m);
  bindInstruments(m);
  bindPasses(m);
  bindHostedPasses(m);
  bindEvaluation(m);
  bindCompilation(m);
  bindOutputFiles(m);
}
