//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Virtual devices as a Python class.
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "IRModule.h"
#include "RelayLite/Frontend/Conversion.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;

// Values of the configuration of a target: texts, numbers, and lists and
// dictionaries of such.
static Attribute readConfig(Builder &b, nb::handle value) {
  PyObject *object = value.ptr();
  if (PyUnicode_Check(object))
    return b.getStringAttr(getString(value, "a value of a target"));
  if (PyBool_Check(object))
    return b.getBoolAttr(object == Py_True);
  if (PyLong_Check(object))
    return b.getI64IntegerAttr(nb::cast<int64_t>(value));
  if (nb::isinstance<nb::dict>(value)) {
    NamedAttrList entries;
    for (auto [name, element] : nb::borrow<nb::dict>(value))
      entries.set(getString(name, "a key of a target"), readConfig(b, element));
    return entries.getDictionary(b.getContext());
  }
  SmallVector<Attribute> elements;
  for (nb::handle element : nb::iter(value))
    elements.push_back(readConfig(b, element));
  return b.getArrayAttr(elements);
}

static nb::object writeConfig(Attribute value) {
  if (auto text = dyn_cast<StringAttr>(value))
    return nb::str(text.data(), text.size());
  if (auto boolean = dyn_cast<BoolAttr>(value))
    return nb::bool_(boolean.getValue());
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return nb::int_(integer.getInt());
  if (auto map = dyn_cast<DictionaryAttr>(value)) {
    nb::dict result;
    for (NamedAttribute entry : map)
      result[nb::str(entry.getName().data(), entry.getName().size())] =
          writeConfig(entry.getValue());
    return result;
  }
  nb::list result;
  for (Attribute element : cast<ArrayAttr>(value))
    result.append(writeConfig(element));
  return result;
}

// `device` has a device_type and a device_id, or is None; `target` is a
// configuration or None.
static ast::Ref<ast::VirtualDevice>
makeVirtualDevice(nb::object device, nb::object target,
                  const std::string &memoryScope) {
  Builder b(getContext());
  std::optional<DeviceType> type;
  std::optional<int32_t> id;
  if (!device.is_none()) {
    auto number = nb::cast<int32_t>(device.attr("device_type"));
    auto deviceId = nb::cast<int32_t>(device.attr("device_id"));
    type = symbolizeDeviceType(number);
    if (!type && number != -1)
      raise(PyExc_ValueError, "Unknown device type: " + std::to_string(number));
    if (deviceId != -1)
      id = deviceId;
  }
  DictionaryAttr config;
  if (!target.is_none())
    config = cast<DictionaryAttr>(
        readConfig(b, nb::cast<nb::dict>(target.attr("export")())));
  DiagnosticCollector diagnostics(nullptr);
  auto attribute = VirtualDeviceAttr::getChecked(
      [&] { return emitError(b.getUnknownLoc()); }, getContext(), type, id,
      config,
      memoryScope.empty() ? StringAttr() : b.getStringAttr(memoryScope));
  if (!attribute)
    diagnostics.raise("not a virtual device");
  return convertVirtualDevice(attribute);
}

static VirtualDeviceAttr getAttribute(const ast::VirtualDevice &device) {
  DiagnosticCollector diagnostics(nullptr);
  FailureOr<VirtualDeviceAttr> attribute =
      convertVirtualDevice(UnknownLoc::get(getContext()), device);
  if (failed(attribute))
    diagnostics.raise("not a virtual device");
  return *attribute;
}

static int getDeviceType(const ast::VirtualDevice &self) {
  std::optional<DeviceType> device = getAttribute(self).getDevice();
  return device ? static_cast<int>(*device) : -1;
}

static ast::Ref<ast::VirtualDevice> getVirtualDevice(const ast::Expr &expr) {
  if (auto *var = llvm::dyn_cast<ast::Var>(&expr))
    if (var->getVirtualDevice())
      return var->getVirtualDevice();
  if (auto *function = llvm::dyn_cast<ast::Function>(&expr))
    if (auto *value = ast::findAttr(function->getAttrs(), "virtual_device"))
      if (auto *object = value->getIf<ast::Ref<ast::MetaObject>>())
        if (auto *device = llvm::dyn_cast<ast::VirtualDevice>(object->get()))
          return ast::Ref<ast::VirtualDevice>(device);
  return convertVirtualDevice(VirtualDeviceAttr::get(getContext()));
}

// Constrains a variable, or the result of a function.
static void setVirtualDevice(const ast::Expr &expr,
                             ast::Ref<ast::VirtualDevice> device) {
  if (auto *var = llvm::dyn_cast<ast::Var>(&expr)) {
    const_cast<ast::Var *>(var)->setVirtualDevice(std::move(device));
    return;
  }
  auto *function = llvm::dyn_cast<ast::Function>(&expr);
  if (!function)
    raise(PyExc_AttributeError,
          "virtual_device_ can be set of variables and functions; on_device() "
          "says where other expressions are");
  ast::Attrs attrs = function->getAttrs();
  llvm::erase_if(attrs, [](const ast::NamedAttr &attr) {
    return attr.name == "virtual_device";
  });
  attrs.push_back({"virtual_device", ast::Ref<ast::MetaObject>(device)});
  const_cast<ast::Function *>(function)->setAttrs(std::move(attrs));
}

void python::bindVirtualDevices(nb::module_ &m) {
  nb::class_<ast::VirtualDevice, ast::MetaObject>(
      m, "VirtualDevice",
      "VirtualDevice(device=None, target=None, memory_scope='')\n\nWhere a "
      "value is, or is computed.")
      .def(nb::new_(&makeVirtualDevice), nb::arg("device") = nb::none(),
           nb::arg("target") = nb::none(), nb::arg("memory_scope") = "")
      .def_prop_ro("device_type", getDeviceType)
      .def_prop_ro("device_type_int", getDeviceType)
      .def_prop_ro("virtual_device_id",
                   [](const ast::VirtualDevice &self) {
                     return getAttribute(self).getId().value_or(-1);
                   })
      .def_prop_ro("memory_scope",
                   [](const ast::VirtualDevice &self) {
                     StringAttr scope = getAttribute(self).getMemoryScope();
                     return scope ? scope.str() : std::string();
                   })
      .def_prop_ro("_text",
                   [](const ast::VirtualDevice &self) {
                     std::string text;
                     llvm::raw_string_ostream(text) << getAttribute(self);
                     return text;
                   })
      .def_prop_ro("_target", [](const ast::VirtualDevice &self) -> nb::object {
        DictionaryAttr target = getAttribute(self).getTarget();
        return target ? writeConfig(target) : nb::none();
      });
  m.def("get_virtual_device", getVirtualDevice, nb::arg("expr"));
  m.def("set_virtual_device", setVirtualDevice, nb::arg("expr"),
        nb::arg("device"));
}
