//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes: those of the table, those that are written in Python, and
// Sequentials.
//
//===----------------------------------------------------------------------===//

#include "Instruments.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Pass/PassRegistry.h"
#include "Run.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;
using RelayPass = pass::Pass;
using pass::PassContext;

//===----------------------------------------------------------------------===//
// Passes in Python
//===----------------------------------------------------------------------===//

// Return the result of a callback as a T. Raise a TVMError about the pass if it
// is something else; `expected` names a T with its article.
template <typename T>
static T getResult(nb::handle result, const std::string &pass,
                   const char *expected) {
  T value;
  if (!nb::try_cast(result, value) || !value)
    raiseTVMError(
        "the " + pass + " must return " + expected + ", but it returned " +
        (result.is_none()
             ? "None"
             : nb::cast<std::string>(result.type().attr("__name__"))));
  return value;
}

static RelayPass makeModulePass(nb::object callback,
                                const PassInfoObject &info) {
  auto body = [pass = "module pass '" + info.info.name +
                      "'"](Run &run, PassContext &context,
                           const nb::object &callback) -> FailureOr<bool> {
    ScopedLock lock;
    IRModuleRef before = run.getView();
    ProgramRef program = before->getProgram();
    auto after = getResult<IRModuleRef>(
        callback(before, context.shared_from_this()), pass, "an IRModule");
    if (after == before && after->getProgram() == program)
      return false;
    run.replace(std::move(after));
    return true;
  };
  return makeHostedPass(pass::PassKind::Module, info.info, std::move(callback),
                        std::move(body));
}

// Whether function passes leave the function alone.
static bool isSkipped(const ast::Function &function) {
  return isSkippedByFunctionPasses([&](llvm::StringRef name) {
    const ast::AttrValue *value = ast::findAttr(
        function.getAttrs(), name.drop_front(fnattr::prefix.size()));
    if (!value)
      return false;
    if (auto *integer = value->getIf<int64_t>())
      return *integer != 0;
    if (auto *boolean = value->getIf<bool>())
      return *boolean;
    return true;
  });
}

static RelayPass makeFunctionPass(nb::object callback,
                                  const PassInfoObject &info) {
  auto body = [pass = "function pass '" + info.info.name +
                      "'"](Run &run, PassContext &context,
                           const nb::object &callback) -> FailureOr<bool> {
    ScopedLock lock;
    IRModuleRef before = run.getView();
    // Functions do not see each other's changes.
    ProgramRef program = before->getRaised();
    ast::Module tree = program->getTree();
    bool changed = false;
    for (auto &[name, function] : program->getTree().getFunctions()) {
      if (isSkipped(*function))
        continue;
      auto result = getResult<ast::Ref<ast::Function>>(
          callback(function, before, context.shared_from_this()), pass,
          "a Function");
      changed |= result != function;
      tree.set(name, std::move(result));
    }
    if (!changed)
      return false;
    IRModuleRef after = before->clone();
    for (auto &[name, function] : tree.getFunctions())
      after->set(program->getGlobals().lookup(name), function);
    run.replace(std::move(after));
    return true;
  };
  return makeHostedPass(pass::PassKind::Function, info.info,
                        std::move(callback), std::move(body));
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static IRModuleRef runPassOnly(const RelayPass &pass, IRModuleRef module) {
  OwningOpRef<ModuleOp> op =
      ModuleOp::create(UnknownLoc::get(python::getContext()));
  DiagnosticCollector diagnostics(module->getSource());
  Run run(*op, std::move(module));
  ScopedRun scope(run);
  LogicalResult result = failure();
  ScopedWork::call([&](Cancellation &cancellation) {
    result =
        pass::runHosted(pass, *op, *PassContext::current(), run, &cancellation);
  });
  if (failed(result))
    diagnostics.raise("the pass " + pass.getInfo().name + " failed");
  return run.finish(std::move(op));
}

static IRModuleRef runPass(const RelayPass &pass, IRModuleRef module) {
  IRModuleRef result = runPassOnly(pass, std::move(module));
  releaseUnusedConstants();
  return result;
}

static RelayPass getPass(const std::string &name, const nb::dict &options) {
  // Passes register when the context is made.
  python::getContext();
  pass::ConfigMap values;
  for (auto [option, value] : options) {
    auto key = nb::cast<std::string>(option);
    values.insert_or_assign(key, toJSON(key, value));
  }
  llvm::Expected<RelayPass> pass = pass::getPass(name, std::move(values));
  if (!pass)
    raiseTVMError("Cannot use " + name +
                  " to create the pass: " + llvm::toString(pass.takeError()));
  return *pass;
}

static nb::list listPasses() {
  python::getContext();
  nb::list result;
  for (const pass::PassEntry &entry : pass::listPasses())
    result.append(nb::make_tuple(entry.info.name, entry.info.optLevel,
                                 int(entry.kind), entry.info.required,
                                 entry.summary));
  return result;
}

// The pass in C++ of one in Python, which it keeps: callbacks do not.
static RelayPass makeOwner(nb::object pass) {
  using ImplRef = std::shared_ptr<const pass::detail::PassImpl>;
  ImplRef impl =
      pass::detail::getImpl(nb::cast<RelayPass>(pass.attr("_native")));
  const pass::detail::PassImpl *target = impl.get();
  auto owner = std::make_shared<std::pair<Holder, ImplRef>>(
      makeHolder(std::move(pass)), std::move(impl));
  return RelayPass(ImplRef(std::move(owner), target));
}

// Makes a pass that Python makes known by name one that others can require.
static void registerPythonPass(const std::string &name) {
  python::getContext();
  static auto *names = new llvm::StringSet<>();
  if (!names->insert(name).second)
    return;
  pass::PassEntry entry{pass::PassInfo(0, name), pass::PassKind::Module, "",
                        "A pass that is registered from Python."};
  entry.construct = [name]() -> RelayPass {
    ScopedLock lock;
    nb::handle makePass = getPythonTypes().makePass;
    if (!makePass.is_valid())
      raise(PyExc_ValueError,
            "the pass " + name + " is not registered any more");
    return makeOwner(makePass(name));
  };
  if (llvm::Error error = pass::registerPass(std::move(entry)))
    raise(PyExc_ValueError, llvm::toString(std::move(error)));
}

void python::bindPasses(nb::module_ &m) {
  bindPassContexts(m);
  nb::class_<RelayPass>(m, "NativePass")
      .def_prop_ro(
          "info",
          [](const RelayPass &self) { return PassInfoObject(self.getInfo()); })
      .def_prop_ro("kind",
                   [](const RelayPass &self) { return int(self.getKind()); })
      .def_prop_ro(
          "passes",
          [](const RelayPass &self) {
            std::vector<RelayPass> passes;
            if (self.getKind() == pass::PassKind::Sequential)
              passes =
                  static_cast<const pass::Sequential &>(self).getPasses().vec();
            return passes;
          })
      .def("run", runPass)
      .def("__str__", [](const RelayPass &self) {
        std::string text;
        llvm::raw_string_ostream os(text);
        self.print(os);
        return text;
      });
  m.def("module_pass", makeModulePass);
  m.def("function_pass", makeFunctionPass);
  m.def("sequential", [](std::vector<RelayPass> passes,
                         const PassInfoObject &info) {
    return RelayPass(pass::Sequential(std::move(passes), info.info.optLevel,
                                      info.info.name, info.info.required,
                                      info.info.traceable));
  });
  m.def("get_pass", getPass, nb::arg("name"), nb::arg("options") = nb::dict());
  m.def("list_passes", listPasses);
  m.def("register_pass", registerPythonPass);
}
