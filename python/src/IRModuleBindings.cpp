//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The class IRModule, and how Python reads it from text.
//
//===----------------------------------------------------------------------===//

#include "IRModule.h"
#include "RelayLite/Frontend/Parser.h"
#include "RelayLite/Translation/RelayText.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;

IRModule::IRModule(ProgramRef program, const IRModule *origin)
    : program(std::move(program)) {
  if (origin) {
    attrs = origin->attrs;
    source = origin->source;
  }
}

ProgramRef IRModule::getRaised() const {
  if (!program->hasTree()) {
    DiagnosticCollector diagnostics(source);
    if (failed(program->raise()))
      diagnostics.raise("the module cannot be expressed in Relay");
  }
  return program;
}

ast::Ref<ast::GlobalVar> IRModule::getGlobalVar(StringRef name) const {
  ProgramRef raised = getRaised();
  return raised->getTree().lookup(name) ? raised->getGlobals().lookup(name)
                                        : nullptr;
}

void IRModule::set(const ast::Ref<ast::GlobalVar> &var,
                   ast::Ref<ast::Function> function) {
  getRaised();
  program = ProgramForms::set(program, var, std::move(function));
}

void IRModule::setTypes(ast::TypeTable types) {
  getRaised();
  program = ProgramForms::setTypes(program, std::move(types));
}

IRModuleRef python::parseModule(const std::string &text,
                                const std::string &fileName) {
  auto source = std::make_shared<SourceText>(SourceText{fileName, text});
  DiagnosticCollector diagnostics(source);
  OwningOpRef<ModuleOp> op =
      importRelayText(python::getContext(), text, fileName);
  if (!op)
    diagnostics.raise("the text cannot be read");
  auto module = std::make_shared<IRModule>(
      std::make_shared<ProgramForms>(std::move(op), /*typed=*/true));
  module->setSource(std::move(source));
  return module;
}

// The same without types, as an AST that was never lowered.
// `initial` and `metadata` are what the text may refer to, or None.
static IRModuleRef parseUntyped(Checked<std::string> checkedText,
                                Checked<std::string> checkedName,
                                const IRModuleRef &initial,
                                nb::object metadata) {
  SourceText source{checkedName.take(), checkedText.take()};
  ast::ParseContext context;
  context.operators = &getOperators();
  if (initial)
    context.module = initial->getRaised()->getTree();
  if (!metadata.is_none())
    for (auto [key, objects] : nb::cast<nb::dict>(metadata))
      for (nb::handle object : nb::iter(objects))
        context.metadata[getString(key, "a key of metadata")].push_back(
            getAttrValue(object));
  std::optional<ast::Module> parsed =
      parseOrRaise(source.name, &source, [&](auto onError) {
        return ast::parseModule(source.text, source.name, onError, context);
      });
  auto module = std::make_shared<IRModule>();
  for (const ast::Module::Definition &definition : parsed->getFunctions())
    module->set(ast::make<ast::GlobalVar>(definition.name),
                definition.function);
  module->setTypes(parsed->getTypes());
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

// Adds a definition of a type; `update` says whether it may replace one.
static void addType(IRModule &module, ast::Ref<ast::TypeData> type,
                    bool update) {
  ast::TypeTable types = module.getTypes();
  if (update)
    types.remove(type->getName());
  if (std::optional<std::string> message = types.add(std::move(type)))
    raiseTVMError(*message);
  module.setTypes(std::move(types));
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

/// The module in the relay dialect.
static OwningOpRef<ModuleOp> lower(IRModule &module) {
  DiagnosticCollector diagnostics(module.getSource());
  OwningOpRef<ModuleOp> op =
      ModuleOp::create(UnknownLoc::get(python::getContext()));
  if (failed(module.getProgram()->lowerInto(*op)))
    diagnostics.raise("the module cannot be lowered to MLIR");
  return op;
}

void python::bindIRModule(nb::module_ &m) {
  static PyType_Slot slots[] = {
      {Py_tp_traverse, reinterpret_cast<void *>(traverseModule)},
      {Py_tp_clear, reinterpret_cast<void *>(clearModule)},
      {0, nullptr}};
  nb::class_<IRModule>(
      m, "IRModule", nb::type_slots(slots),
      "IRModule(functions=None, type_definitions=None, attrs=None)\n\n"
      "Global functions and algebraic data types by name.")
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
             ProgramRef program = self.getRaised();
             for (auto &[name, function] : program->getTree().getFunctions())
               result.append(nb::make_tuple(program->getGlobals().lookup(name),
                                            function));
             return result;
           })
      .def(
          "_lookup",
          [](IRModule &self, nb::handle key) {
            std::string name = getName(key);
            return ast::Ref<ast::Function>(
                self.getRaised()->getTree().lookup(name));
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
      .def("_types",
           [](IRModule &self) { return makeArray(self.getTypes().getTypes()); })
      .def("_add_type", addType, nb::arg("type"), nb::arg("update"))
      .def("_clone", [](const IRModule &self) { return self.clone(); })
      .def_prop_rw(
          "_attrs", [](const IRModule &self) { return self.attrs; },
          [](IRModule &self, nb::object attrs) {
            self.attrs = std::move(attrs);
          },
          nb::for_setter(nb::arg("attrs").none()))
      .def(
          "mlir",
          [](IRModule &self, bool generic) {
            std::string text;
            llvm::raw_string_ostream os(text);
            OpPrintingFlags flags;
            flags.printGenericOpForm(generic);
            lower(self)->print(os, flags);
            return text + "\n";
          },
          nb::arg("generic") = false,
          "The text of the module in MLIR's relay dialect. The generic form is "
          "for an MLIR that does not have the dialect.")
      .def(
          "mlir_bytecode",
          [](IRModule &self) {
            OwningOpRef<ModuleOp> op = lower(self);
            DiagnosticCollector diagnostics(self.getSource());
            std::string bytes;
            llvm::raw_string_ostream os(bytes);
            if (failed(writeBytecodeToFile(*op, os)))
              diagnostics.raise("the module cannot be written as bytecode");
            return nb::bytes(bytes.data(), bytes.size());
          },
          "The module in MLIR's relay dialect, as bytecode.");
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
