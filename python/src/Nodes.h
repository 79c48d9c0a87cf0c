//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How nodes of the syntax tree are Python objects: nanobind instances that
// refer to the C++ node and hold a reference to it. A node has one object at a
// time, so that `is` and `==` compare nodes.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PYTHON_NODES_H
#define RELAYLITE_PYTHON_NODES_H

#include "RelayLite/Frontend/Module.h"
#include "llvm/ADT/STLExtras.h"
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace mlir::relay::pattern {
class Pattern;
} // namespace mlir::relay::pattern

namespace mlir::relay::python {

namespace nb = nanobind;

/// The class to which a node belongs.
const std::type_info &getDynamicType(const pattern::Pattern &pattern);
const std::type_info &getDynamicType(const ast::Expr &expr);
const std::type_info &getDynamicType(const ast::Type &type);
inline const std::type_info &getDynamicType(const ast::MetaObject &object) {
  if (llvm::isa<ast::VirtualDevice>(object))
    return typeid(ast::VirtualDevice);
  return llvm::isa<ast::EnvFunc>(object) ? typeid(ast::EnvFunc)
                                         : typeid(ast::MetaObject);
}

/// The one node of an operator that Python sees.
ast::ExprRef getCanonical(const ast::ExprRef &expr);

//===----------------------------------------------------------------------===//
// Values from and to Python
//===----------------------------------------------------------------------===//

/// Classes and functions that are written in Python, set once at import. The
/// extension module owns them: where destructors run after its end, none is
/// left.
struct PythonTypes {
  /// tuple with TVM's name and notation.
  nb::handle array;
  /// dict with TVM's name and notation.
  nb::handle map;
  /// int with a value and a dtype.
  nb::handle intImm;
  /// float with a value and a dtype.
  nb::handle floatImm;
  nb::handle any;
  nb::handle tvmError, diagnosticError, argumentError;
  /// Gives the pass that Python has registered under a name.
  nb::handle makePass;
  /// Gives the type of a call of an operator that Python has registered.
  nb::handle inferType;
  /// Gives the expression that a rule of Python puts in the place of a call.
  nb::handle applyRule;
  /// Gives the name of the kind of a device.
  nb::handle getDeviceName;
  /// The class of which instruments are.
  nb::handle passInstrument;
};
PythonTypes &getPythonTypes();

/// Raises the Python exception `type` with `message`.
[[noreturn]] void raise(nb::handle type, const std::string &message);
[[noreturn]] void raiseTVMError(const std::string &message);
/// Raises the error for an argument of a wrong type, which is a TVMError, as in
/// TVM, and a TypeError: the expectation, and the value that does not meet it.
[[noreturn]] void raiseArgumentError(const std::string &expectation,
                                     nb::handle value,
                                     const char *between = ", but got ");

/// Drops the error of a value that cannot be converted; what else its methods
/// raise, such as a KeyboardInterrupt, stays.
void clearConversionError();

/// The text of a string of Python; `what` names it in the error for others.
std::string getString(nb::handle value, const char *what);

/// The name in messages of a value that is converted to a T.
template <typename T>
struct Described;
template <>
struct Described<int64_t> {
  static constexpr const char *one = "an integer", *many = "integers";
};
template <>
struct Described<int> : Described<int64_t> {};
template <>
struct Described<unsigned> : Described<int64_t> {};
template <>
struct Described<std::string> {
  static constexpr const char *one = "a string", *many = "strings";
};
template <>
struct Described<ast::ExprRef> {
  static constexpr const char *one = "an expression", *many = "expressions";
};
template <>
struct Described<ast::VarRef> {
  static constexpr const char *one = "a variable", *many = "variables";
};
template <>
struct Described<ast::TypeRef> {
  static constexpr const char *one = "a type", *many = "types";
};
template <>
struct Described<ast::Ref<ast::TypeVar>> {
  static constexpr const char *one = "a TypeVar", *many = "TypeVars";
};
template <>
struct Described<ast::Ref<ast::GlobalTypeVar>> {
  static constexpr const char *one = "a GlobalTypeVar",
                              *many = "GlobalTypeVars";
};
template <>
struct Described<ast::Ref<ast::Constructor>> {
  static constexpr const char *one = "a Constructor", *many = "Constructors";
};
template <>
struct Described<ast::Ref<ast::TypeConstraint>> {
  static constexpr const char *one = "a TypeConstraint",
                              *many = "TypeConstraints";
};
template <>
struct Described<ast::Ref<ast::EnvFunc>> {
  static constexpr const char *one = "an EnvFunc", *many = "EnvFuncs";
};

/// An argument whose error for what is no T is that of raiseArgumentError;
/// nanobind would raise a TypeError.
template <typename T>
struct Checked {
  T value{};
  /// The actual object if it is no T.
  nb::object other;

  /// The value.
  T take() {
    if (other.is_valid())
      raiseArgumentError(std::string("expected ") + describe(&value), other);
    return std::move(value);
  }

private:
  template <typename U>
  std::string describe(const U *) {
    bool isTooLarge = std::is_integral_v<U> && PyLong_Check(other.ptr());
    return std::string(Described<U>::one) + (isTooLarge ? " in range" : "");
  }
  template <typename U>
  std::string describe(const std::vector<U> *) {
    return std::string("a list of ") + Described<U>::many;
  }
  template <typename U>
  std::string describe(const std::optional<U> *) {
    return describe(static_cast<const U *>(nullptr));
  }
};

/// Numbers with element types, and a dictionary as tvm.ir.Map.
nb::object makeIntImm(const char *dtype, int64_t value);
nb::object makeFloatImm(const char *dtype, double value);
nb::object makeMap(nb::dict entries);
/// A sequence as tvm.ir.Array.
nb::object makeArray(nb::list elements);
nb::object makeArray(llvm::ArrayRef<std::string> texts);
/// The same, of nodes of one type.
template <typename T>
using NodeArray = nb::typed<nb::tuple, T, nb::ellipsis>;
template <typename T>
NodeArray<T> makeArray(llvm::ArrayRef<ast::Ref<T>> nodes) {
  nb::list elements;
  for (const ast::Ref<T> &node : nodes)
    elements.append(nb::cast(node));
  return nb::borrow<NodeArray<T>>(makeArray(std::move(elements)));
}

/// The element type of a string, a NumPy dtype or a class of NumPy.
DType getDType(nb::handle value);
/// The elements of any iterable.
std::vector<nb::object> getElements(nb::handle iterable);
std::vector<ast::Dim> getShape(nb::handle shape);
nb::object toPython(const ast::Dim &dim);

/// A sequence of nodes, not looked at yet: the error for an element of another
/// type says which one it is.
template <typename T>
struct NodeList {
  nb::object elements;
};

/// Values of attributes.
ast::AttrValue getAttrValue(nb::handle value);
nb::object toPython(const ast::AttrValue &value);
bool areEqual(const ast::AttrValue &lhs, const ast::AttrValue &rhs);

/// Attributes of a call or a function, as an object with attributes.
struct AttrsObject {
  std::string typeKey;
  ast::Attrs attrs;
};
/// From None, an attribute object or a dictionary.
ast::Attrs getAttrs(nb::handle value);
/// The same where no operator declares them: Relay text names their type.
ast::Attrs getTypedAttrs(nb::handle value);
/// The reverse; None if there are none.
nb::object toPython(const ast::Attrs &attrs);

/// A position as TVM gives it.
struct SpanObject {
  ast::Span span;
};
ast::Span getSpan(nb::handle value);

// Return the span of nodes that are made without one.
ast::Span getDefaultSpan();

/// The name of a variable, compared by the variable.
struct VarId {
  ast::VarRef var;
};

} // namespace mlir::relay::python

NAMESPACE_BEGIN(NB_NAMESPACE)
NAMESPACE_BEGIN(detail)

template <typename T>
struct type_caster<llvm::IntrusiveRefCntPtr<const T>> {
  static constexpr bool IsClass = true;
  using Caster = make_caster<T>;
  NB_TYPE_CASTER(llvm::IntrusiveRefCntPtr<const T>, Caster::Name)

  bool from_python(handle src, uint32_t flags, cleanup_list *cleanup) noexcept {
    Caster caster;
    if (caster.from_python(src, flags & ~cast_flags::convert, cleanup)) {
      value = llvm::IntrusiveRefCntPtr<const T>(caster.operator T *());
      return true;
    }
    // TVM's ObjectGeneric: something that stands for an expression.
    if constexpr (std::is_same_v<T, mlir::relay::ast::Expr>) {
      PyObject *method = PyObject_GetAttrString(src.ptr(), "asobject");
      if (!method) {
        PyErr_Clear();
        return false;
      }
      object expr = steal(PyObject_CallNoArgs(method));
      Py_DECREF(method);
      if (!expr.is_valid()) {
        PyErr_Clear();
        return false;
      }
      if (!caster.from_python(expr, 0, cleanup))
        return false;
      value = llvm::IntrusiveRefCntPtr<const T>(caster.operator T *());
      return value != nullptr;
    }
    return false;
  }

  static handle from_cpp(const Value &node, rv_policy,
                         cleanup_list *cleanup) noexcept {
    if (!node)
      return none().release();
    auto *ptr = const_cast<T *>(node.get());
    if constexpr (std::is_base_of_v<mlir::relay::ast::Expr, T>)
      if (ptr->getKind() == mlir::relay::ast::Expr::Kind::Op) {
        mlir::relay::ast::ExprRef op = mlir::relay::python::getCanonical(node);
        return put(const_cast<mlir::relay::ast::Expr *>(op.get()), cleanup);
      }
    return put(ptr, cleanup);
  }

private:
  template <typename NodeT>
  static handle put(NodeT *node, cleanup_list *cleanup) noexcept {
    bool isNew = false;
    handle result =
        NB_CALL(nb_type_put)(NB_CTX_C(cleanup), &typeid(NodeT),
                             &mlir::relay::python::getDynamicType(*node), node,
                             rv_policy::reference, cleanup, &isNew);
    if (isNew) {
      const mlir::relay::ast::Node *kept = node;
      kept->Retain();
      NB_CALL(keep_alive_ptr)
      (NB_CTX, result.ptr(), const_cast<mlir::relay::ast::Node *>(kept),
       [](void *p) noexcept {
         static_cast<const mlir::relay::ast::Node *>(p)->Release();
       });
    }
    return result;
  }
};

template <typename T>
struct type_caster<mlir::relay::python::NodeList<T>> {
  NB_TYPE_CASTER(mlir::relay::python::NodeList<T>,
                 const_name("collections.abc.Sequence[") +
                     make_caster<T>::Name + const_name("]"))

  bool from_python(handle src, uint32_t, cleanup_list *) noexcept {
    value.elements = borrow(src);
    return true;
  }
};

// A list of nodes has none that is null.
template <typename T>
struct type_caster<std::vector<llvm::IntrusiveRefCntPtr<const T>>>
    : list_caster<std::vector<llvm::IntrusiveRefCntPtr<const T>>,
                  llvm::IntrusiveRefCntPtr<const T>> {
  using List = std::vector<llvm::IntrusiveRefCntPtr<const T>>;
  using Base = list_caster<List, llvm::IntrusiveRefCntPtr<const T>>;

  bool from_python(handle src, uint32_t flags, cleanup_list *cleanup) noexcept {
    return Base::from_python(src, flags, cleanup) &&
           !llvm::is_contained(this->value, nullptr);
  }
};

template <typename T>
struct type_caster<mlir::relay::python::Checked<T>> {
  using Caster = make_caster<T>;
  NB_TYPE_CASTER(mlir::relay::python::Checked<T>, Caster::Name)

  bool from_python(handle src, uint32_t flags, cleanup_list *cleanup) noexcept {
    Caster caster;
    // Nothing is left to another overload, so that conversions are tried at
    // once. None is no node.
    flags = flags_for_local_caster<T>(flags | uint32_t(cast_flags::convert));
    if ((!src.is_none() || has_arg_defaults_v<T>) &&
        caster.from_python(src, flags, cleanup) &&
        caster.template can_cast<T>()) {
      value.value = caster.operator cast_t<T>();
    } else {
      PyErr_Clear();
      value.other = borrow(src);
    }
    return true;
  }
};

NAMESPACE_END(detail)
NAMESPACE_END(NB_NAMESPACE)

namespace mlir::relay::python {

/// The nodes of a list; a TVMError says which of `what` is none.
template <typename T>
std::vector<ast::Ref<T>> getNodes(const NodeList<T> &list, const char *what) {
  std::vector<ast::Ref<T>> nodes;
  if (nb::try_cast(list.elements, nodes))
    return nodes;
  PyObject *object = list.elements.ptr();
  bool isList = PySequence_Check(object) && !PyUnicode_Check(object) &&
                !nb::isinstance<ast::Node>(object);
  size_t index = 0;
  if (isList)
    for (const nb::object &element : getElements(list.elements)) {
      ast::Ref<T> node;
      if (!nb::try_cast(element, node) || !node)
        raiseArgumentError(std::string("expected a list of ") + what +
                               ", but element " + std::to_string(index),
                           element, " is ");
      ++index;
    }
  raiseArgumentError(std::string("expected a list of ") + what, object);
}

} // namespace mlir::relay::python

#endif // RELAYLITE_PYTHON_NODES_H
