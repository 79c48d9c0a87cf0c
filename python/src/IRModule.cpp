//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules: conversions between the syntax tree and MLIR.
//
//===----------------------------------------------------------------------===//

#include "IRModule.h"
#include "RelayLite/Dialect/Relay/IR/CheckedOperation.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Evaluation/Interruption.h"
#include "RelayLite/Frontend/Lowering.h"
#include "RelayLite/Frontend/Parser.h"
#include "RelayLite/Support/Stack.h"
#include "RelayLite/Target/RelayText.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;

//===----------------------------------------------------------------------===//
// What constants are in use
//===----------------------------------------------------------------------===//

namespace {
struct LiveModules {
  std::mutex mutex;
  llvm::DenseSet<const LiveModule *> modules;
  /// How many ScopedUses there are.
  std::atomic<unsigned> numUses = 0;
  /// What had been made when constants were freed last.
  uint64_t bytesThen = 0;
};
} // namespace

static LiveModules &getLiveModules() {
  // Never destroyed: objects of Python may outlive everything static.
  static auto *modules = new LiveModules();
  return *modules;
}

LiveModule::LiveModule() {
  LiveModules &live = getLiveModules();
  std::lock_guard<std::mutex> lock(live.mutex);
  live.modules.insert(this);
}

LiveModule::~LiveModule() {
  LiveModules &live = getLiveModules();
  std::lock_guard<std::mutex> lock(live.mutex);
  live.modules.erase(this);
}

ScopedUse::ScopedUse() { ++getLiveModules().numUses; }
ScopedUse::~ScopedUse() { --getLiveModules().numUses; }

// How many of them live on this thread.
static thread_local unsigned numScopedWorks = 0;

// Calls what takes the lock. All that it throws is the end of the thread.
template <typename Fn>
static void takeLock(Fn take) {
  try {
    take();
  } catch (...) {
    while (true)
      std::this_thread::sleep_for(std::chrono::hours(1));
  }
}

ScopedLock::ScopedLock() {
  takeLock([&] { state = PyGILState_Ensure(); });
}

bool python::canReleaseObjects() {
  return nb::is_alive() && (Py_IsInitialized() || PyGILState_Check());
}

// The thread on which Python handles signals.
static std::atomic<unsigned long> mainThread = 0;

void python::noteMainThread() {
  nb::object thread = nb::module_::import_("threading").attr("main_thread")();
  mainThread = nb::cast<unsigned long>(thread.attr("ident"));
}

// What the handler of a signal that has come has raised; null if nothing.
static std::exception_ptr handleSignals() {
  ScopedLock lock;
  if (PyErr_CheckSignals() == 0)
    return nullptr;
  return std::make_exception_ptr(nb::python_error());
}

void ScopedWork::call(function_ref<void()> work) {
  std::exception_ptr raised, thrown;
  std::optional<ScopedInterruption> interruption;
  // On other threads, to ask would be to wait for who has the lock in vain.
  if (PyThread_get_thread_ident() == mainThread)
    interruption.emplace([&] {
      raised = handleSignals();
      return raised != nullptr;
    });
  {
    ScopedWork scope;
    try {
      work();
    } catch (...) {
      thrown = std::current_exception();
    }
  }
  // Here, since exceptions of Python are let go with the lock.
  if (raised)
    std::rethrow_exception(raised);
  if (thrown)
    std::rethrow_exception(thrown);
}

ScopedWork::ScopedWork() {
  ++numScopedWorks;
  state = PyEval_SaveThread();
}

ScopedWork::~ScopedWork() {
  takeLock([&] { PyEval_RestoreThread(state); });
  --numScopedWorks;
}

bool ScopedWork::canTakeLock() {
  return numScopedWorks != 0 || PyGILState_Check();
}

void python::releaseUnusedConstants() {
  // To look at all modules has to pay.
  constexpr uint64_t step = 64 << 20;
  LiveModules &live = getLiveModules();
  uint64_t bytes = getMadeResourceBytes();
  if (live.numUses != 0 || bytes - live.bytesThen < step)
    return;
  live.bytesThen = bytes;
  SmallVector<ModuleOp> modules;
  {
    std::lock_guard<std::mutex> lock(live.mutex);
    for (const LiveModule *module : live.modules)
      if (*module)
        modules.push_back(**module);
  }
  releaseUnusedResources(python::getContext(), modules);
}

//===----------------------------------------------------------------------===//
// IRModule
//===----------------------------------------------------------------------===//

IRModule::~IRModule() = default;

IRModuleRef IRModule::create(OwningOpRef<ModuleOp> op, const IRModule *origin,
                             bool typed) {
  auto module = std::make_shared<IRModule>();
  module->typed = typed;
  module->owned = std::move(op);
  module->hasFunctions = false;
  if (origin) {
    module->attrs = origin->attrs;
    module->globals = origin->globals;
    module->source = origin->source;
    module->origins = origin->origins;
  }
  return module;
}

IRModuleRef IRModule::borrow(ModuleOp op, const IRModule *origin, bool typed) {
  IRModuleRef module = create(nullptr, origin, typed);
  module->borrowed = op;
  return module;
}

IRModuleRef IRModule::clone() const {
  IRModuleRef module;
  if (hasFunctions) {
    module = std::make_shared<IRModule>();
    module->definitions = definitions;
    module->indices = indices;
    module->globals = globals;
    module->attrs = attrs;
    module->source = source;
    module->typed = typed;
  } else {
    module = create(cast<ModuleOp>(getOp()->clone()), this, typed);
  }
  return module;
}

IRModuleRef IRModule::cloneWithFunctions(const IRModuleRef &module) {
  IRModuleRef result = module->clone();
  if (!result->hasFunctions) {
    result->twin = module;
    result->twinVersion = module->version;
  }
  return result;
}

ModuleOp IRModule::getOp() const { return owned ? *owned : borrowed; }

// Whether this thread has the stack for `op`, which one with more may have
// made.
static LogicalResult checkNesting(ModuleOp op) {
  if (getNestingLimit(kMaxRegionNesting).depth == kMaxRegionNesting)
    return success();
  return verify(op);
}

const std::vector<IRModule::Definition> &IRModule::getDefinitions() {
  if (hasFunctions)
    return definitions;
  if (IRModuleRef other = std::move(twin);
      other && other->version == twinVersion) {
    definitions = other->getDefinitions();
    indices = other->indices;
    globals = other->globals;
    // The operations of both come from these functions now.
    other->markOperations();
    if (ModuleOp op = other->getOp())
      owned = cast<ModuleOp>(op->clone());
    origins = other->origins;
    typed = other->typed;
    hasFunctions = true;
    return definitions;
  }
  DiagnosticCollector diagnostics(source);
  unmarked.clear();
  RaisingOptions options;
  options.globals = &globals;
  options.raised = &unmarked;
  options.origins = origins.get();
  options.keepUntyped = !typed;
  FailureOr<ast::Module> raised = failure();
  if (succeeded(checkNesting(getOp())))
    raised = raiseModule(getOp(), options);
  if (failed(raised))
    diagnostics.raise("the module cannot be expressed in Relay");
  definitions.clear();
  indices.clear();
  for (const ast::Module::Definition &definition : raised->getFunctions()) {
    ast::Ref<ast::GlobalVar> &var = globals[definition.name];
    if (!var)
      var = ast::make<ast::GlobalVar>(definition.name);
    // Only this module and its functions know the node.
    if (typed)
      const_cast<ast::GlobalVar &>(*var).setType(
          definition.function->getType());
    indices[definition.name] = definitions.size();
    definitions.push_back({var, definition.function});
  }
  hasFunctions = true;
  borrowed = nullptr;
  return definitions;
}

void IRModule::markOperations() {
  if (unmarked.empty())
    return;
  origins = relay::markOperations(unmarked);
  unmarked.clear();
}

const IRModule::Definition *IRModule::lookup(StringRef name) {
  getDefinitions();
  auto it = indices.find(name);
  return it == indices.end() ? nullptr : &definitions[it->second];
}

ast::Ref<ast::GlobalVar> IRModule::getGlobalVar(StringRef name) {
  const Definition *definition = lookup(name);
  return definition ? definition->var : nullptr;
}

void IRModule::set(ast::Ref<ast::GlobalVar> var,
                   ast::Ref<ast::Function> function) {
  getDefinitions();
  owned = nullptr;
  typed = false;
  ++version;
  auto [it, isNew] =
      indices.try_emplace(var->getName(), unsigned(definitions.size()));
  globals[var->getName()] = var;
  if (isNew)
    definitions.push_back({std::move(var), std::move(function)});
  else
    definitions[it->second] = {std::move(var), std::move(function)};
}

void IRModule::remove(StringRef name) {
  getDefinitions();
  owned = nullptr;
  ++version;
  auto it = indices.find(name);
  if (it == indices.end())
    return;
  unsigned index = it->second;
  definitions.erase(definitions.begin() + index);
  indices.erase(it);
  for (auto &entry : indices)
    if (entry.second > index)
      --entry.second;
}

LogicalResult IRModule::lowerInto(ModuleOp target) {
  OwningOpRef<ModuleOp> made;
  if (ModuleOp op = getOp()) {
    if (failed(checkNesting(op)))
      return failure();
    markOperations();
    made = cast<ModuleOp>(op->clone());
  } else {
    ast::Module module;
    for (const Definition &definition : definitions)
      module.add(definition.var->getName(), definition.function);
    // Those of an operation that is gone.
    unmarked.clear();
    auto nodes = std::make_shared<Origins>();
    made = lowerModule(python::getContext(), module, nodes.get());
    // The definitions, and with them their nodes, may be replaced.
    for (const Definition &definition : definitions)
      nodes->hold(definition.function);
    origins = std::move(nodes);
    if (!made)
      return failure();
    CheckedOperation checked(*made);
    if (failed(verify(*made)))
      return failure();
  }
  target.getBodyRegion().takeBody(made->getBodyRegion());
  target->setAttrs(made->getOperation()->getAttrDictionary());
  return success();
}

void IRModule::detach() {
  if (!borrowed)
    return;
  if (!hasFunctions)
    owned = cast<ModuleOp>(borrowed->clone());
  borrowed = nullptr;
}

void IRModule::takeOver(OwningOpRef<ModuleOp> op) {
  borrowed = nullptr;
  owned = std::move(op);
}

IRModuleRef python::parseModule(const std::string &text,
                                const std::string &fileName) {
  auto source = std::make_shared<SourceText>(SourceText{fileName, text});
  DiagnosticCollector diagnostics(source);
  OwningOpRef<ModuleOp> op =
      importRelayText(python::getContext(), text, fileName);
  if (!op)
    diagnostics.raise("the text cannot be read");
  IRModuleRef module = IRModule::create(std::move(op), nullptr);
  module->setSource(std::move(source));
  return module;
}

// The same without types, as an AST that was never lowered.
// `initial` and `metadata` are what the text may refer to, or None.
static IRModuleRef parseUntyped(Checked<std::string> checkedText,
                                Checked<std::string> checkedName,
                                const IRModuleRef &initial,
                                nb::object metadata) {
  std::string text = checkedText.take(), fileName = checkedName.take();
  SourceText source{fileName, text};
  std::string error;
  ast::ParseContext context;
  context.operators = &getOperators();
  if (initial)
    for (const IRModule::Definition &definition : initial->getDefinitions())
      context.module.add(definition.var->getName(), definition.function);
  if (!metadata.is_none())
    for (auto [key, objects] : nb::cast<nb::dict>(metadata))
      for (nb::handle object : nb::iter(objects))
        context.metadata[getString(key, "a key of metadata")].push_back(
            getAttrValue(object));
  std::optional<ast::Module> parsed = ast::parseModule(
      text, fileName,
      [&](ast::Span span, const Twine &message) {
        error = renderDiagnostic("error", message.str(), fileName, span.line,
                                 span.column, &source);
      },
      context);
  if (!parsed)
    raise(getPythonTypes().diagnosticError, StringRef(error).rtrim().str());
  auto module = std::make_shared<IRModule>();
  for (const ast::Module::Definition &definition : parsed->getFunctions())
    module->set(ast::make<ast::GlobalVar>(definition.name),
                definition.function);
  return module;
}

//===----------------------------------------------------------------------===//
// Bindings
//===----------------------------------------------------------------------===//

// The name that a key of a module means: a GlobalVar or a string.
static std::string getName(nb::handle key) {
  ast::Ref<ast::GlobalVar> var;
  if (nb::isinstance<ast::GlobalVar>(key))
    return nb::cast<ast::Ref<ast::GlobalVar>>(key)->getName().str();
  if (nb::isinstance<nb::str>(key))
    return getString(key, "the name of a function");
  raiseArgumentError("expected a GlobalVar or a name", key);
}

// Attributes that only the Python object of a module refers to; null for
// others.
static nb::object *getOwnedAttrs(PyObject *self) {
  if (!nb::inst_ready(self))
    return nullptr;
  auto *module = nb::inst_ptr<IRModule>(self);
  return module->weak_from_this().use_count() == 1 ? &module->attrs : nullptr;
}

// For the garbage collector: targets among them may refer to the module.
static int traverseModule(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  if (nb::object *attrs = getOwnedAttrs(self))
    Py_VISIT(attrs->ptr());
  return 0;
}

static int clearModule(PyObject *self) {
  if (nb::object *attrs = getOwnedAttrs(self))
    nb::object taken = std::exchange(*attrs, nb::none());
  return 0;
}

void python::bindIRModule(nb::module_ &m) {
  static PyType_Slot slots[] = {
      {Py_tp_traverse, reinterpret_cast<void *>(traverseModule)},
      {Py_tp_clear, reinterpret_cast<void *>(clearModule)},
      {0, nullptr}};
  nb::class_<IRModule>(
      m, "IRModule", nb::type_slots(slots),
      "IRModule(functions=None, type_definitions=None, attrs=None)\n\n"
      "Global functions by name.")
      .def(nb::new_([](nb::object functions, nb::object typeDefinitions,
                       nb::object attrs, nb::object) {
             auto module = std::make_shared<IRModule>();
             // The checks are those of item assignment, in Python.
             nb::object self = nb::cast(module);
             self.attr("_fill")(functions, typeDefinitions, attrs);
             return module;
           }),
           nb::arg("functions") = nb::none(),
           nb::arg("type_definitions") = nb::none(),
           nb::arg("attrs") = nb::none(), nb::arg("global_infos") = nb::none())
      .def("_definitions",
           [](IRModule &self) {
             nb::list result;
             for (const IRModule::Definition &definition :
                  self.getDefinitions())
               result.append(
                   nb::make_tuple(definition.var, definition.function));
             return result;
           })
      .def(
          "_lookup",
          [](IRModule &self, nb::handle key) -> nb::object {
            const IRModule::Definition *definition = self.lookup(getName(key));
            return definition ? nb::cast(definition->function) : nb::none();
          },
          nb::arg("key").none())
      .def(
          "_global_var",
          [](IRModule &self, Checked<std::string> name) {
            return self.getGlobalVar(name.take());
          },
          nb::arg("name").none())
      .def(
          "_set",
          [](IRModule &self, nb::handle key, ast::Ref<ast::Function> function) {
            ast::Ref<ast::GlobalVar> var;
            if (nb::isinstance<ast::GlobalVar>(key)) {
              var = nb::cast<ast::Ref<ast::GlobalVar>>(key);
            } else {
              std::string name = getName(key);
              var = self.getGlobalVar(name);
              if (!var)
                var = ast::make<ast::GlobalVar>(name);
            }
            self.set(std::move(var), std::move(function));
          },
          nb::arg("key").none(), nb::arg("function"))
      .def("_remove",
           [](IRModule &self, nb::handle key) { self.remove(getName(key)); })
      .def("_clone", [](const IRModule &self) { return self.clone(); })
      .def_prop_rw(
          "_attrs", [](const IRModule &self) { return self.attrs; },
          [](IRModule &self, nb::object attrs) {
            self.attrs = std::move(attrs);
          },
          nb::for_setter(nb::arg("attrs").none()))
      .def(
          "mlir",
          [](IRModule &self) {
            DiagnosticCollector diagnostics(self.getSource());
            OwningOpRef<ModuleOp> op =
                ModuleOp::create(UnknownLoc::get(python::getContext()));
            if (failed(self.lowerInto(*op)))
              diagnostics.raise("the module cannot be lowered to MLIR");
            std::string text;
            llvm::raw_string_ostream os(text);
            op->print(os);
            return text + "\n";
          },
          "The text of the module in MLIR's relay dialect.");
  m.def("parse_module_untyped", parseUntyped, nb::arg("source").none(),
        nb::arg("source_name").none() = "from_string",
        nb::arg("init_module") = nb::none(),
        nb::arg("init_meta_table") = nb::none());
  m.def(
      "parse_module",
      [](Checked<std::string> text, Checked<std::string> fileName) {
        return parseModule(text.take(), fileName.take());
      },
      nb::arg("source").none(), nb::arg("source_name").none() = "from_string");
}
