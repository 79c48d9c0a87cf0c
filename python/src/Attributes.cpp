//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes of calls and functions as Python objects.
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "RelayLite/Frontend/Metadata.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace mlir::relay;
using namespace mlir::relay::python;
namespace ast = mlir::relay::ast;

static constexpr llvm::StringLiteral kDictAttrs = "DictAttrs";
static constexpr llvm::StringLiteral kTypeKeyAttr = "attrs_type_key";

// A value that is in `nesting` lists.
static ast::AttrValue getAttrValue(nb::handle value, unsigned nesting) {
  PyObject *object = value.ptr();
  if (value.is_none())
    return {};
  if (PyBool_Check(object))
    return object == Py_True;
  if (PyLong_Check(object)) {
    int64_t integer = PyLong_AsLongLong(object);
    if (integer == -1 && PyErr_Occurred())
      throw nb::python_error();
    return integer;
  }
  if (PyFloat_Check(object))
    return PyFloat_AsDouble(object);
  if (PyUnicode_Check(object))
    return getString(value, "the value of an attribute");
  if (PyList_Check(object) || PyTuple_Check(object)) {
    if (nesting == ast::kMaxAttrNesting)
      raiseTVMError("lists in attributes nest more than " +
                    std::to_string(ast::kMaxAttrNesting) + " deep");
    ast::AttrValue::List list;
    for (nb::handle element : nb::iter(value))
      list.push_back(getAttrValue(element, nesting + 1));
    return list;
  }
  if (PyDict_Check(object)) {
    if (nesting == ast::kMaxAttrNesting)
      raiseTVMError("maps in attributes nest more than " +
                    std::to_string(ast::kMaxAttrNesting) + " deep");
    ast::AttrValue::Map map;
    for (auto [key, element] : nb::borrow<nb::dict>(value)) {
      ast::AttrValue name = getAttrValue(key, nesting + 1);
      if (!name.getIf<std::string>() && !name.getIf<ast::ExprRef>() &&
          !name.getIf<ast::AttrValue::VarId>())
        raiseArgumentError(
            "expected a string or a variable as a key in attributes", key);
      map.emplace_back(std::move(name), getAttrValue(element, nesting + 1));
    }
    return map;
  }
  if (nb::isinstance<VarId>(value))
    return ast::AttrValue::VarId{nb::cast<VarId &>(value).var};
  ast::ExprRef expr;
  if (nb::try_cast(value, expr))
    return expr;
  if (nb::isinstance<ast::MetaObject>(value))
    return nb::cast<ast::Ref<ast::MetaObject>>(value);
  // NumPy's scalars and element types.
  if (PyIndex_Check(object)) {
    nb::object index = nb::steal(PyNumber_Index(object));
    if (index.is_valid())
      return getAttrValue(index, nesting);
    // Arrays of several elements are no integers.
    clearConversionError();
  }
  if (nb::hasattr(value, "dtype") && nb::hasattr(value, "item")) {
    nb::object item = nb::steal(PyObject_CallMethod(object, "item", nullptr));
    if (item.is_valid() && !nb::hasattr(item, "item"))
      return getAttrValue(item, nesting);
    clearConversionError();
  }
  if (nb::hasattr(value, "name") && nb::hasattr(value, "itemsize"))
    return getDType(value).getName();
  if (nb::isinstance<nb::type_object>(value))
    return getDType(value).getName();
  raiseArgumentError("expected a value of an attribute", value);
}

ast::AttrValue python::getAttrValue(nb::handle value) {
  return ::getAttrValue(value, /*nesting=*/0);
}

nb::object python::toPython(const ast::AttrValue &value) {
  if (auto *boolean = value.getIf<bool>())
    return nb::bool_(*boolean);
  if (auto *integer = value.getIf<int64_t>())
    return makeIntImm(llvm::isInt<32>(*integer) ? "int32" : "int64", *integer);
  if (auto *number = value.getIf<double>())
    return makeFloatImm("float32", *number);
  if (auto *text = value.getIf<std::string>())
    return nb::str(text->c_str(), text->size());
  if (auto *list = value.getIf<ast::AttrValue::List>()) {
    nb::list elements;
    for (const ast::AttrValue &element : *list)
      elements.append(toPython(element));
    return makeArray(std::move(elements));
  }
  if (auto *map = value.getIf<ast::AttrValue::Map>()) {
    nb::dict entries;
    for (const auto &[key, element] : *map)
      entries[toPython(key)] = toPython(element);
    return makeMap(entries);
  }
  if (auto *id = value.getIf<ast::AttrValue::VarId>())
    return nb::cast(VarId{llvm::cast<ast::Var>(id->var.get())});
  if (auto *expr = value.getIf<ast::ExprRef>())
    return nb::cast(*expr);
  if (auto *object = value.getIf<ast::Ref<ast::MetaObject>>())
    return nb::cast(*object);
  return nb::none();
}

bool python::areEqual(const ast::AttrValue &lhs, const ast::AttrValue &rhs) {
  auto same = [&](auto *l, auto *r) { return l && r && *l == *r; };
  auto number = [](const ast::AttrValue &value) -> std::optional<double> {
    if (auto *n = value.getIf<double>())
      return *n;
    if (auto *n = value.getIf<int64_t>())
      return double(*n);
    if (auto *n = value.getIf<bool>())
      return double(*n);
    return std::nullopt;
  };
  if (lhs.isNone() || rhs.isNone())
    return lhs.isNone() && rhs.isNone();
  if (auto l = number(lhs)) {
    auto r = number(rhs);
    return r && (*l == *r || (std::isnan(*l) && std::isnan(*r)));
  }
  if (auto *l = lhs.getIf<ast::AttrValue::List>()) {
    auto *r = rhs.getIf<ast::AttrValue::List>();
    return r && llvm::equal(*l, *r, python::areEqual);
  }
  if (auto *l = lhs.getIf<ast::AttrValue::Map>()) {
    auto *r = rhs.getIf<ast::AttrValue::Map>();
    return r && l->size() == r->size() && toPython(lhs).equal(toPython(rhs));
  }
  auto *l = lhs.getIf<ast::Ref<ast::MetaObject>>();
  auto *r = rhs.getIf<ast::Ref<ast::MetaObject>>();
  if (l && r)
    return ast::areEqual(**l, **r);
  return same(lhs.getIf<std::string>(), rhs.getIf<std::string>()) ||
         same(lhs.getIf<ast::ExprRef>(), rhs.getIf<ast::ExprRef>());
}

ast::Attrs python::getAttrs(nb::handle value) {
  if (value.is_none())
    return {};
  AttrsObject *object;
  if (nb::try_cast<AttrsObject *>(value, object))
    return object->attrs;
  if (!nb::isinstance<nb::dict>(value))
    raiseArgumentError("expected attributes or a dictionary", value);
  ast::Attrs attrs;
  for (auto [name, element] : nb::borrow<nb::dict>(value))
    attrs.push_back(
        {getString(name, "the name of an attribute"), getAttrValue(element)});
  return attrs;
}

ast::Attrs python::getTypedAttrs(nb::handle value) {
  ast::Attrs attrs = getAttrs(value);
  AttrsObject *object;
  if (nb::try_cast<AttrsObject *>(value, object) && object &&
      object->typeKey != kDictAttrs)
    attrs.push_back({kTypeKeyAttr.str(), object->typeKey});
  return attrs;
}

nb::object python::toPython(const ast::Attrs &attrs) {
  if (attrs.empty())
    return nb::none();
  AttrsObject result{kDictAttrs.str(), attrs};
  if (const auto *typeKey = ast::findAttr(attrs, kTypeKeyAttr))
    if (auto *text = typeKey->getIf<std::string>()) {
      result.typeKey = *text;
      llvm::erase_if(result.attrs, [](const ast::NamedAttr &attr) {
        return attr.name == kTypeKeyAttr;
      });
    }
  return nb::cast(std::move(result));
}

static nb::object lookup(const AttrsObject &self, const std::string &name) {
  if (const ast::AttrValue *value = ast::findAttr(self.attrs, name))
    return toPython(*value);
  std::string names;
  for (const ast::NamedAttr &attr : self.attrs)
    names += (names.empty() ? "" : ", ") + attr.name;
  raise(PyExc_AttributeError,
        self.typeKey + " has no attribute " + name + "; it has: " + names);
}

void python::bindAttributes(nb::module_ &m) {
  m.def("make_attrs", [](std::string typeKey, nb::dict values) {
    return AttrsObject{std::move(typeKey), getAttrs(values)};
  });
  nb::class_<AttrsObject>(m, "Attrs", "The attributes of a call or function.")
      .def("keys",
           [](const AttrsObject &self) {
             std::vector<std::string> names;
             for (const ast::NamedAttr &attr : self.attrs)
               names.push_back(attr.name);
             return names;
           })
      .def_prop_ro("_type_key",
                   [](const AttrsObject &self) { return self.typeKey; })
      .def("__getattr__", lookup)
      .def("__getitem__",
           [](const AttrsObject &self, const std::string &name) {
             // As in TVM: those of functions are a dictionary.
             if (self.typeKey == "DictAttrs" &&
                 !ast::findAttr(self.attrs, name))
               raise(PyExc_KeyError, name);
             return lookup(self, name);
           })
      .def("__contains__",
           [](const AttrsObject &self, const std::string &name) {
             return ast::findAttr(self.attrs, name) != nullptr;
           })
      .def("__len__", [](const AttrsObject &self) { return self.attrs.size(); })
      .def("get_str", lookup, nb::arg("key"))
      .def("get_int", lookup, nb::arg("key"))
      .def("get_int_tuple", lookup, nb::arg("key"))
      .def(
          "__eq__",
          [](const AttrsObject &self, nb::object other) {
            AttrsObject *rhs;
            if (!nb::try_cast<AttrsObject *>(other, rhs) || !rhs)
              return false;
            return self.attrs.size() == rhs->attrs.size() &&
                   llvm::all_of(self.attrs, [&](const ast::NamedAttr &attr) {
                     auto *value = ast::findAttr(rhs->attrs, attr.name);
                     return value && areEqual(*value, attr.value);
                   });
          },
          nb::arg("other").none())
      .def("__hash__",
           [](const AttrsObject &self) {
             return std::hash<std::string>()(self.typeKey);
           })
      .def("__repr__", [](const AttrsObject &self) {
        if (self.typeKey == "DictAttrs") {
          nb::dict entries;
          for (const ast::NamedAttr &attr : self.attrs)
            entries[attr.name.c_str()] = toPython(attr.value);
          return nb::cast<std::string>(nb::repr(makeMap(entries)));
        }
        std::string text =
            ast::getAttrsTypeKey(self.typeKey).value_or(self.typeKey).str() +
            "(";
        for (const ast::NamedAttr &attr : self.attrs)
          text += (text.back() == '(' ? "" : ", ") + attr.name + "=" +
                  nb::cast<std::string>(nb::repr(toPython(attr.value)));
        return text + ")";
      });
}
