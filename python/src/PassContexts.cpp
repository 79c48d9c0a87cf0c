//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pass contexts and their config.
//
//===----------------------------------------------------------------------===//

#include "Instruments.h"
#include "RelayLite/Support/Excerpt.h"
#include "RelayLite/Support/TargetDescription.h"
#include "Run.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;
using JSON = llvm::json::Value;
using pass::PassContext;

//===----------------------------------------------------------------------===//
// Config
//===----------------------------------------------------------------------===//

JSON python::toJSON(const std::string &key, nb::handle value,
                    unsigned nesting) {
  constexpr unsigned maxNesting = 32;
  if (nesting > maxNesting)
    raiseTVMError("the value of config " + key + " nests more than " +
                  std::to_string(maxNesting) + " deep");
  PyObject *object = value.ptr();
  if (value.is_none())
    return nullptr;
  if (PyBool_Check(object))
    return object == Py_True;
  if (PyFloat_Check(object))
    return PyFloat_AsDouble(object);
  if (PyUnicode_Check(object))
    return getString(value, "a value of a config option");
  if (nb::isinstance<nb::dict>(value)) {
    llvm::json::Object fields;
    for (auto [name, field] : nb::borrow<nb::dict>(value))
      fields[getString(name, "a key of a config option")] =
          toJSON(key, field, nesting + 1);
    return fields;
  }
  if (PyIndex_Check(object)) {
    int64_t integer = PyNumber_AsSsize_t(object, PyExc_OverflowError);
    if (integer == -1 && PyErr_Occurred()) {
      if (!PyErr_ExceptionMatches(PyExc_OverflowError))
        throw nb::python_error();
      PyErr_Clear();
      raise(PyExc_OverflowError,
            "config " + key + " has an integer of more than 64 bits");
    }
    return integer;
  }
  if (PySequence_Check(object)) {
    llvm::json::Array elements;
    for (nb::handle element : nb::iter(value))
      elements.push_back(toJSON(key, element, nesting + 1));
    return elements;
  }
  // An object with fields of its own, as TVM's node of a config.
  if (nb::hasattr(value, "__dict__"))
    return toJSON(key, value.attr("__dict__"), nesting + 1);
  raise(PyExc_AttributeError, "expected a value of config " + key +
                                  ", but got " +
                                  nb::cast<std::string>(nb::repr(value)));
}

static nb::object fromJSON(const JSON &value) {
  switch (value.kind()) {
  case JSON::Null:
    return nb::none();
  case JSON::Boolean:
    return nb::bool_(*value.getAsBoolean());
  case JSON::Number:
    if (auto integer = value.getAsInteger())
      return nb::int_(*integer);
    return nb::float_(*value.getAsNumber());
  case JSON::String: {
    StringRef text = *value.getAsString();
    return nb::str(text.data(), text.size());
  }
  case JSON::Array: {
    nb::list elements;
    for (const JSON &element : *value.getAsArray())
      elements.append(fromJSON(element));
    return makeArray(std::move(elements));
  }
  case JSON::Object: {
    nb::dict fields;
    for (const auto &[name, field] : *value.getAsObject())
      fields[nb::str(name.str().c_str())] = fromJSON(field);
    return fields;
  }
  }
  return nb::none();
}

static nb::dict listConfigs() {
  nb::dict result;
  for (const pass::ConfigOption &option : pass::listConfigOptions()) {
    nb::dict entry;
    entry["type"] = option.getTypeName().str();
    result[option.key.c_str()] = entry;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

static std::vector<std::string> getNames(nb::handle list, const char *what) {
  std::vector<std::string> names;
  if (list.is_none())
    return names;
  for (const nb::object &name : getElements(list)) {
    std::string text;
    if (!nb::try_cast(name, text))
      raiseArgumentError(std::string(what) +
                             " is expected to be a list of names",
                         name, ", but has ");
    names.push_back(std::move(text));
  }
  return names;
}

static std::shared_ptr<PassContext>
createContext(int optLevel, nb::object required, nb::object disabled,
              nb::object instruments, nb::object config, nb::object trace,
              nb::object fallbackDevice) {
  pass::PassContextOptions options;
  options.optLevel = optLevel;
  options.requiredPasses = getNames(required, "required_pass");
  options.disabledPasses = getNames(disabled, "disabled_pass");
  options.instruments = python::getInstruments(instruments);
  if (!config.is_none() && !nb::isinstance<nb::dict>(config))
    raiseArgumentError("expected a dictionary as config", config);
  if (!config.is_none())
    for (auto [name, value] : nb::cast<nb::dict>(config)) {
      std::string key = getString(name, "a key of config");
      options.config.insert_or_assign(key, toJSON(key, value));
    }
  if (!trace.is_none()) {
    if (!PyCallable_Check(trace.ptr()))
      raiseArgumentError("expected a function as trace", trace);
    options.trace = PythonTrace{makeHolder(std::move(trace))};
  }
  nb::handle getDeviceName = getPythonTypes().getDeviceName;
  if (!fallbackDevice.is_none() && getDeviceName.is_valid())
    options.fallbackDevice =
        nb::cast<std::string>(getDeviceName(fallbackDevice));
  auto context = PassContext::create(std::move(options));
  if (!context)
    raise(PyExc_AttributeError, shorten(llvm::toString(context.takeError())));
  return *context;
}

static void check(llvm::Error error) {
  if (error)
    raiseTVMError(llvm::toString(std::move(error)));
}

template <typename T>
static std::string print(const T &value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  value.print(os);
  return text;
}

static void bindPassInfo(nb::module_ &m) {
  nb::class_<PassInfoObject>(
      m, "PassInfo",
      "PassInfo(opt_level, name, required=None, traceable=False)\n\nWhat is "
      "known of a pass besides its code.")
      .def(
          "__init__",
          [](PassInfoObject *self, Checked<int> optLevel,
             Checked<std::string> name, nb::object required, bool traceable) {
            new (self) PassInfoObject(
                pass::PassInfo(optLevel.take(), name.take(),
                               getNames(required, "Required"), traceable));
          },
          nb::arg("opt_level"), nb::arg("name"),
          nb::arg("required") = nb::none(), nb::arg("traceable") = false)
      .def_prop_ro("opt_level",
                   [](const PassInfoObject &s) { return s.info.optLevel; })
      .def_prop_ro("name", [](const PassInfoObject &s) { return s.info.name; })
      .def_prop_ro(
          "required",
          [](const PassInfoObject &s) { return makeArray(s.info.required); })
      .def_prop_ro("traceable",
                   [](const PassInfoObject &s) { return s.info.traceable; })
      .def("__str__",
           [](const PassInfoObject &self) { return print(self.info); });
}

static void setPassDefault(const std::string &key, const nb::object &value) {
  std::optional<JSON> json;
  if (!value.is_none())
    json = toJSON(key, value);
  PassContext::setThreadDefault(key, std::move(json));
}

static bool hasTargetFeature(const std::string &text,
                             const std::string &feature) {
  llvm::Expected<TargetDescription> target = TargetDescription::parse(text);
  if (!target)
    raise(PyExc_ValueError, llvm::toString(target.takeError()));
  return target->hasFeature(feature);
}

void python::bindPassContexts(nb::module_ &m) {
  bindPassInfo(m);
  m.def("set_pass_default", setPassDefault, nb::arg("key"),
        nb::arg("value").none(),
        "Sets what options of passes with this key of config take on this "
        "thread; None for their own default.");
  m.def("has_target_feature", hasTargetFeature, nb::arg("target"),
        nb::arg("feature"),
        "Whether the CPU of a target has a feature, by LLVM's name of it.");
  static PyType_Slot slots[] = {
      {Py_tp_traverse, reinterpret_cast<void *>(traverseContext)},
      {Py_tp_clear, reinterpret_cast<void *>(clearContext)},
      {0, nullptr}};
  nb::class_<PassContext>(m, "PassContext", nb::type_slots(slots))
      .def(nb::new_([](Checked<int> optLevel, nb::object required,
                       nb::object disabled, nb::object instruments,
                       nb::object config, nb::object trace, nb::object,
                       nb::object, nb::object, nb::object,
                       nb::object fallbackDevice) {
             return createContext(optLevel.take(), std::move(required),
                                  std::move(disabled), std::move(instruments),
                                  std::move(config), std::move(trace),
                                  std::move(fallbackDevice));
           }),
           nb::arg("opt_level") = 2, nb::arg("required_pass") = nb::none(),
           nb::arg("disabled_pass") = nb::none(),
           nb::arg("instruments") = nb::none(), nb::arg("config") = nb::none(),
           nb::arg("trace") = nb::none(), nb::arg("trace_stack") = nb::none(),
           nb::arg("make_traceable") = nb::none(), nb::arg("num_evals") = 0,
           nb::arg("tuning_api_database") = nb::none(), nb::kw_only(),
           nb::arg("fallback_device") = nb::none())
      .def_static(
          "current", [] { return PassContext::current(); },
          "The context that is entered last in this thread, or its "
          "default.")
      .def_static("list_configs", listConfigs,
                  "The options of a config: {key: {'type': name}}.")
      .def_prop_ro("opt_level",
                   [](const PassContext &self) { return self.getOptLevel(); })
      .def_prop_ro("required_pass",
                   [](const PassContext &self) {
                     return makeArray(self.getRequiredPasses());
                   })
      .def_prop_ro("disabled_pass",
                   [](const PassContext &self) {
                     return makeArray(self.getDisabledPasses());
                   })
      .def_prop_ro("config",
                   [](const PassContext &self) {
                     nb::dict config;
                     for (const auto &[key, value] : self.getConfig())
                       config[key.c_str()] = fromJSON(value);
                     return config;
                   })
      .def_prop_ro("instruments",
                   [](const PassContext &self) {
                     return python::toPython(*self.getInstruments());
                   })
      .def_prop_ro("trace_stack",
                   [](const PassContext &) { return makeArray(nb::list()); })
      .def_prop_ro("make_traceable",
                   [](const PassContext &) { return nb::none(); })
      .def_prop_ro("num_evals", [](const PassContext &) { return 0; })
      .def_prop_ro("fallback_device",
                   [](const PassContext &self) {
                     return self.getFallbackDevice().str();
                   })
      .def(
          "override_instruments",
          [](PassContext &self, nb::object instruments) {
            check(
                self.overrideInstruments(python::getInstruments(instruments)));
          },
          nb::arg("instruments").none(),
          "Leaves the instruments that there are and enters others.")
      .def("__enter__",
           [](nb::handle self) {
             check(nb::cast<PassContext &>(self).enter());
             return nb::borrow(self);
           })
      .def(
          "__exit__",
          [](PassContext &self, nb::object, nb::object, nb::object) {
            check(self.exit());
          },
          nb::arg("type").none(), nb::arg("value").none(),
          nb::arg("trace").none())
      .def("__str__", print<PassContext>);
}
