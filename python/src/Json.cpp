//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TVM's JSON form of programs.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/Json.h"
#include "IRModule.h"
#include "RelayLite/Frontend/OperatorTable.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::relay;
using namespace mlir::relay::python;

static ast::JsonDocument makeDocument(nb::handle object) {
  ast::JsonDocument document;
  ast::ExprRef expr;
  ast::TypeRef type;
  if (nb::isinstance<IRModule>(object)) {
    auto &module = nb::cast<IRModule &>(object);
    ProgramRef program = module.getRaised();
    auto &result = document.root.emplace<ast::Module>(program->getTree());
    document.globals = program->getGlobals();
    result.setAttrs(getAttrs(module.attrs));
  } else if (nb::isinstance<AttrsObject>(object)) {
    auto &attrs = nb::cast<AttrsObject &>(object);
    if (attrs.typeKey != "DictAttrs")
      raiseTVMError("the attributes of " + attrs.typeKey +
                    " are saved with a call of it, not alone");
    document.root = attrs.attrs;
  } else if (nb::isinstance<SpanObject>(object)) {
    document.root = nb::cast<SpanObject &>(object).span;
  } else if (nb::try_cast(object, type) && type) {
    document.root = type;
  } else if (nb::try_cast(object, expr) && expr) {
    document.root = expr;
  } else {
    document.root = getAttrValue(object);
  }
  return document;
}

static std::string saveJson(nb::handle object) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (llvm::Error error =
          ast::writeJson(makeDocument(object), getOperators(), os))
    raiseTVMError(llvm::toString(std::move(error)));
  return text;
}

static nb::object makeModule(const ast::JsonDocument &document,
                             const ast::Module &module) {
  auto result = std::make_shared<IRModule>();
  for (const ast::Module::Definition &definition : module.getFunctions()) {
    ast::Ref<ast::GlobalVar> var = document.globals.lookup(definition.name);
    result->set(var ? var : ast::make<ast::GlobalVar>(definition.name),
                definition.function);
  }
  result->setTypes(module.getTypes());
  if (!module.getAttrs().empty()) {
    nb::dict attrs;
    for (const ast::NamedAttr &attr : module.getAttrs())
      attrs[nb::str(attr.name.data(), attr.name.size())] = toPython(attr.value);
    result->attrs = std::move(attrs);
  }
  return nb::cast(result);
}

static nb::object loadJson(const std::string &text,
                           const std::string &fileName) {
  // Errors do not show the lines of the text, which can be very long.
  std::optional<ast::JsonDocument> document =
      parseOrRaise(fileName, /*source=*/nullptr, [&](auto onError) {
        return ast::readJson(text, fileName, getOperators(), onError);
      });
  if (auto *module = std::get_if<ast::Module>(&document->root))
    return makeModule(*document, *module);
  if (auto *expr = std::get_if<ast::ExprRef>(&document->root))
    return nb::cast(*expr);
  if (auto *type = std::get_if<ast::TypeRef>(&document->root))
    return nb::cast(*type);
  if (auto *span = std::get_if<ast::Span>(&document->root))
    return nb::cast(SpanObject{*span});
  if (auto *attrs = std::get_if<ast::Attrs>(&document->root))
    return nb::cast(AttrsObject{"DictAttrs", *attrs});
  return toPython(std::get<ast::AttrValue>(document->root));
}

void python::bindJson(nb::module_ &m) {
  m.def("save_json", saveJson, nb::arg("object").none());
  m.def("load_json", loadJson, nb::arg("text"),
        nb::arg("source_name") = "from_json");
}
