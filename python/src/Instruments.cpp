//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instruments that are written in Python, and TVM's timing instrument.
//
//===----------------------------------------------------------------------===//

#include "Instruments.h"
#include "RelayLite/Pass/Instruments.h"
#include "Run.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;

namespace {
// Calls the hooks that a Python object has, or passes them on to an instrument
// in C++ that the object stands for.
class PythonInstrument : public pass::PassInstrument {
public:
  PythonInstrument(std::string name, nb::object given)
      : PassInstrument(std::move(name)) {
    if (nb::hasattr(given, "_native")) {
      nb::object inner = given.attr("_native");
      if (!inner.is_none())
        native = nb::cast<std::shared_ptr<pass::TimingInstrument>>(inner);
    }
    static constexpr const char *names[] = {"enter_pass_ctx", "exit_pass_ctx",
                                            "should_run", "run_before_pass",
                                            "run_after_pass"};
    nb::handle base = getPythonTypes().passInstrument;
    for (unsigned i = 0; i != 5; ++i)
      has[i] = !base.is_valid() ||
               !given.type().attr(names[i]).is(base.attr(names[i]));
    object = makeHolder(std::move(given));
  }

  const nb::object &getObject() const { return *object; }
  /// For the garbage collector: ends the reference to the object.
  void clear() {
    nb::object taken = std::move(*object);
    llvm::fill(has, false);
  }

  LogicalResult enterPassContext() override {
    if (native)
      return native->enterPassContext();
    call(0, "enter_pass_ctx");
    return success();
  }
  LogicalResult exitPassContext() override {
    if (native)
      return native->exitPassContext();
    call(1, "exit_pass_ctx");
    return success();
  }
  FailureOr<bool> shouldRun(ModuleOp module,
                            const pass::PassInfo &info) override {
    if (native)
      return native->shouldRun(module, info);
    if (!has[2])
      return true;
    ScopedLock lock;
    nb::object result = object->attr("should_run")(python::getView(module),
                                                   PassInfoObject(info));
    // Nothing, of a hook that returns by accident, is no decision. Scalars of
    // NumPy have element types.
    if (!PyBool_Check(result.ptr()) && !PyIndex_Check(result.ptr()) &&
        !nb::hasattr(result, "dtype"))
      raiseArgumentError("expected a boolean from should_run", result);
    int truth = PyObject_IsTrue(result.ptr());
    if (truth < 0)
      throw nb::python_error();
    return truth == 1;
  }
  LogicalResult runBeforePass(ModuleOp module,
                              const pass::PassInfo &info) override {
    if (native)
      return native->runBeforePass(module, info);
    callWithModule(3, "run_before_pass", module, info);
    return success();
  }
  LogicalResult runAfterPass(ModuleOp module,
                             const pass::PassInfo &info) override {
    if (native)
      return native->runAfterPass(module, info);
    callWithModule(4, "run_after_pass", module, info);
    return success();
  }
  void runAfterPassFailed(ModuleOp module,
                          const pass::PassInfo &info) override {
    if (native)
      native->runAfterPassFailed(module, info);
  }

private:
  void call(unsigned hook, const char *name) {
    if (!has[hook])
      return;
    ScopedLock lock;
    object->attr(name)();
  }
  void callWithModule(unsigned hook, const char *name, ModuleOp module,
                      const pass::PassInfo &info) {
    if (!has[hook])
      return;
    ScopedLock lock;
    object->attr(name)(python::getView(module), PassInfoObject(info));
  }

  Holder object;
  std::shared_ptr<PassInstrument> native;
  bool has[5];
};
} // namespace

pass::InstrumentList python::getInstruments(nb::handle list) {
  pass::InstrumentList result;
  if (list.is_none())
    return result;
  for (nb::object &object : getElements(list)) {
    nb::handle base = getPythonTypes().passInstrument;
    int isInstrument =
        base.is_valid() ? PyObject_IsInstance(object.ptr(), base.ptr()) : 1;
    if (isInstrument < 0)
      throw nb::python_error();
    if (!isInstrument)
      raiseArgumentError("expected instruments", object);
    std::string name = nb::cast<std::string>(object.type().attr("__name__"));
    result.push_back(
        std::make_shared<PythonInstrument>(std::move(name), std::move(object)));
  }
  return result;
}

void PythonTrace::operator()(ModuleOp module, const pass::PassInfo &info,
                             bool isBefore) const {
  ScopedLock lock;
  if (function->is_valid())
    (*function)(python::getView(module), PassInfoObject(info), isBefore);
}

// Instruments, and the trace, that only the Python object of a context refers
// to.
template <typename Fn, typename TraceFn>
static void forEachOwned(PyObject *self, Fn fn, TraceFn traceFn) {
  auto *context = nb::inst_ptr<pass::PassContext>(nb::handle(self));
  if (context->weak_from_this().use_count() != 1)
    return;
  for (const auto &instrument : *context->getInstruments())
    if (instrument.use_count() == 1)
      fn(static_cast<PythonInstrument &>(*instrument));
  if (auto *trace = context->getTrace().target<PythonTrace>();
      trace && trace->function.use_count() == 1)
    traceFn(*trace->function);
}

int python::traverseContext(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self))
    return 0;
  int result = 0;
  auto visitObject = [&](const nb::object &object) {
    if (object.is_valid() && !result)
      result = visit(object.ptr(), arg);
  };
  forEachOwned(
      self,
      [&](PythonInstrument &instrument) {
        visitObject(instrument.getObject());
      },
      visitObject);
  return result;
}

int python::clearContext(PyObject *self) {
  if (nb::inst_ready(self))
    forEachOwned(
        self, [](PythonInstrument &instrument) { instrument.clear(); },
        [](nb::object &function) { nb::object taken = std::move(function); });
  return 0;
}

nb::object python::toPython(const pass::InstrumentList &instruments) {
  nb::list objects;
  for (const auto &instrument : instruments)
    objects.append(static_cast<PythonInstrument &>(*instrument).getObject());
  return makeArray(std::move(objects));
}

void python::bindInstruments(nb::module_ &m) {
  nb::class_<pass::PassInstrument>(m, "NativeInstrument");
  nb::class_<pass::TimingInstrument, pass::PassInstrument>(m,
                                                           "TimingInstrument")
      .def(nb::new_([] { return std::make_shared<pass::TimingInstrument>(); }))
      .def("render", [](pass::TimingInstrument &self) {
        llvm::Expected<std::string> text = self.render();
        if (!text)
          raiseTVMError(llvm::toString(text.takeError()));
        return *text;
      });
}
