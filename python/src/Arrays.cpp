//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays: constants and parameters. Their bytes are a Python buffer, which
// NumPy reads without a copy.
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "RelayLite/Support/Params.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::relay;
using namespace mlir::relay::python;

static nb::object getNumPy() { return nb::module_::import_("numpy"); }

// Keeps the buffer of a Python object.
static std::shared_ptr<const void> makeOwner(Py_buffer view) {
  return {new Py_buffer(view), [](const void *p) {
            auto *buffer = static_cast<Py_buffer *>(const_cast<void *>(p));
            if (canReleaseObjects()) {
              ScopedLock lock;
              PyBuffer_Release(buffer);
            }
            delete buffer;
          }};
}

// Whether nobody can write to the elements of an array of NumPy, nor of those
// that it is a view of. Memory of which nothing is known may change.
static bool isImmutable(nb::object array, nb::handle type) {
  while (true) {
    PyObject *object = array.ptr();
    if (PyObject_IsInstance(object, type.ptr()) == 1) {
      nb::object flags = array.attr("flags");
      if (nb::cast<bool>(flags.attr("writeable")))
        return false;
      array = array.attr("base");
      if (array.is_none())
        return nb::cast<bool>(flags.attr("owndata"));
    } else if (PyMemoryView_Check(object)) {
      if (!nb::cast<bool>(array.attr("readonly")))
        return false;
      array = array.attr("obj");
    } else if (nb::type_name(array.type()).equal(nb::str("mmap.mmap"))) {
      // A file that is mapped for reading.
      Py_buffer view;
      if (PyObject_GetBuffer(object, &view, PyBUF_SIMPLE))
        throw nb::python_error();
      bool isReadOnly = view.readonly;
      PyBuffer_Release(&view);
      return isReadOnly;
    } else {
      // An NDArray gets another buffer when it is written to.
      return PyBytes_Check(object) || nb::isinstance<NDArrayObject>(array);
    }
  }
}

// The element type of NumPy's `dtype`. The name of a type takes NumPy long, so
// the usual types are told by kind and size.
static std::optional<DType> convertDType(nb::handle dtype) {
  auto kind = nb::cast<std::string>(dtype.attr("kind"));
  auto bits = 8 * nb::cast<uint64_t>(dtype.attr("itemsize"));
  // Types of 8 bits are those of other packages.
  if (kind == "f" && (bits == 16 || bits == 32 || bits == 64))
    return DType::floating(bits);
  if (kind == "i" || kind == "u")
    return DType{kind == "i" ? DType::Int : DType::UInt, uint8_t(bits), 1};
  if (kind == "b")
    return DType{DType::UInt, 1, 1};
  if (kind == "O")
    return std::nullopt;
  return DType::parse(nb::cast<std::string>(dtype.attr("name")));
}

NDArray python::getNDArray(nb::handle value) {
  NDArrayObject *object;
  if (nb::try_cast<NDArrayObject *>(value, object) && object)
    return object->array;
  nb::object np = getNumPy();
  nb::object array = np.attr("asarray")(value, nb::arg("order") = "C");
  nb::object dtypeObject = array.attr("dtype");
  if (nb::cast<std::string>(dtypeObject.attr("byteorder")) == ">") {
    dtypeObject = dtypeObject.attr("newbyteorder")("<");
    array = array.attr("astype")(dtypeObject);
  }
  std::optional<DType> dtype = convertDType(dtypeObject);
  if (!dtype)
    raise(PyExc_TypeError,
          "expected an array of numbers or booleans, but got one of " +
              nb::cast<std::string>(dtypeObject.attr("name")));
  auto shape = nb::cast<std::vector<int64_t>>(array.attr("shape"));
  // An array that nobody can write to need not be copied.
  bool canShare = isImmutable(array, np.attr("ndarray"));
  // Types that buffers do not have (bfloat16) go as bytes.
  nb::object bytes = array.attr("reshape")(-1).attr("view")("uint8");
  Py_buffer view;
  if (PyObject_GetBuffer(bytes.ptr(), &view, PyBUF_C_CONTIGUOUS))
    throw nb::python_error();
  llvm::ArrayRef<char> data(static_cast<char *>(view.buf), size_t(view.len));
  if (canShare)
    return NDArray::share(*dtype, shape, data, makeOwner(view));
  NDArray result = NDArray::copy(*dtype, shape, data);
  PyBuffer_Release(&view);
  return result;
}

//===----------------------------------------------------------------------===//
// The buffer
//===----------------------------------------------------------------------===//

namespace {
// The owner of an exported buffer: the elements stay when the array gets
// others.
struct ExportedBuffer {
  NDArray array;
  std::vector<Py_ssize_t> shape, strides;
};
} // namespace

// The notation of Python's struct for an element type.
static const char *getFormat(DType dtype) {
  if (dtype.lanes != 1)
    return "B";
  if (dtype.isBool())
    return "?";
  switch (dtype.code) {
  case DType::Int:
    return dtype.bits == 8    ? "b"
           : dtype.bits == 16 ? "h"
           : dtype.bits == 32 ? "i"
                              : "q";
  case DType::Float:
    return dtype.bits == 16 ? "e" : dtype.bits == 32 ? "f" : "d";
  case DType::BFloat:
    return "H";
  default:
    return dtype.bits == 8    ? "B"
           : dtype.bits == 16 ? "H"
           : dtype.bits == 32 ? "I"
                              : "Q";
  }
}

static int getBuffer(PyObject *self, Py_buffer *view, int flags) {
  if (flags & PyBUF_WRITABLE) {
    PyErr_SetString(PyExc_BufferError, "the elements cannot be written to");
    view->obj = nullptr;
    return -1;
  }
  static char empty;
  auto *exported = new ExportedBuffer{
      nb::inst_ptr<NDArrayObject>(nb::handle(self))->array, {}, {}};
  const NDArray &array = exported->array;
  llvm::ArrayRef<char> bytes = array.getBytes();
  view->itemsize = Py_ssize_t(array.getDType().getByteSize());
  exported->shape.assign(array.getShape().begin(), array.getShape().end());
  exported->strides.resize(exported->shape.size());
  Py_ssize_t stride = view->itemsize;
  for (size_t i = exported->shape.size(); i-- > 0;) {
    exported->strides[i] = stride;
    stride *= exported->shape[i];
  }
  view->buf = bytes.empty() ? &empty : const_cast<char *>(bytes.data());
  view->obj = Py_NewRef(self);
  view->len = Py_ssize_t(bytes.size());
  view->readonly = 1;
  view->ndim = flags & PyBUF_ND ? int(exported->shape.size()) : 1;
  view->format = flags & PyBUF_FORMAT
                     ? const_cast<char *>(getFormat(array.getDType()))
                     : nullptr;
  view->shape = flags & PyBUF_ND ? exported->shape.data() : nullptr;
  bool hasStrides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES;
  view->strides = hasStrides ? exported->strides.data() : nullptr;
  view->suboffsets = nullptr;
  view->internal = exported;
  return 0;
}

static void releaseBuffer(PyObject *, Py_buffer *view) {
  delete static_cast<ExportedBuffer *>(view->internal);
}

static PyType_Slot slots[] = {
    {Py_bf_getbuffer, reinterpret_cast<void *>(getBuffer)},
    {Py_bf_releasebuffer, reinterpret_cast<void *>(releaseBuffer)},
    {0, nullptr}};

//===----------------------------------------------------------------------===//
// Parameter files
//===----------------------------------------------------------------------===//

static nb::bytearray saveParams(nb::handle params) {
  if (!nb::isinstance<nb::dict>(params))
    raiseArgumentError("expected a dictionary of arrays by name", params);
  Params list;
  for (auto [name, value] : nb::borrow<nb::dict>(params))
    list.emplace_back(getString(name, "the name of a parameter"),
                      getNDArray(value));
  std::string text;
  llvm::raw_string_ostream os(text);
  writeParams(list, os);
  return nb::bytearray(text.data(), text.size());
}

static nb::dict loadParams(nb::handle bytes) {
  Py_buffer view;
  if (PyObject_GetBuffer(bytes.ptr(), &view, PyBUF_C_CONTIGUOUS)) {
    PyErr_Clear();
    raiseArgumentError("expected the bytes of a parameter file", bytes);
  }
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(
      llvm::StringRef(static_cast<char *>(view.buf), size_t(view.len)));
  PyBuffer_Release(&view);
  llvm::Expected<Params> params = readParams(std::move(buffer));
  if (!params)
    raiseTVMError(llvm::toString(params.takeError()));
  nb::dict result;
  for (auto &[name, array] : *params) {
    nb::object key = nb::steal(PyUnicode_DecodeUTF8(
        name.data(), Py_ssize_t(name.size()), /*errors=*/nullptr));
    if (!key.is_valid()) {
      clearConversionError();
      raiseTVMError("expected the names of parameters in UTF-8, but got '" +
                    name + "'");
    }
    result[key] = nb::cast(NDArrayObject{std::move(array)});
  }
  return result;
}

void python::bindArrays(nb::module_ &m) {
  nb::class_<NDArrayObject>(m, "NDArray", nb::type_slots(slots),
                            "An array in host memory.")
      .def_prop_ro("shape",
                   [](const NDArrayObject &self) {
                     nb::list dims;
                     for (int64_t dim : self.array.getShape())
                       dims.append(dim);
                     return nb::tuple(dims);
                   })
      .def_prop_ro("dtype",
                   [](const NDArrayObject &self) {
                     return self.array.getDType().getName();
                   })
      .def(
          "__eq__",
          [](const NDArrayObject &self, nb::object other) {
            NDArrayObject *rhs;
            return nb::try_cast<NDArrayObject *>(other, rhs) && rhs &&
                   self.array.getBytes().data() ==
                       rhs->array.getBytes().data() &&
                   self.array == rhs->array;
          },
          nb::arg("other").none(), "Whether it is the same memory.")
      .def("__hash__",
           [](const NDArrayObject &self) {
             return size_t(llvm::hash_value(self.array.getBytes().data()));
           })
      .def("_assign", [](NDArrayObject &self, nb::handle value) {
        NDArray array = getNDArray(value);
        if (array.getDType() != self.array.getDType())
          raise(PyExc_ValueError,
                "expected elements of " + self.array.getDType().getName() +
                    ", but got " + array.getDType().getName());
        self.array = std::move(array);
      });
  m.def(
      "array",
      [](nb::handle value, nb::handle dtype) {
        NDArray array = getNDArray(value);
        if (dtype.is_none())
          return NDArrayObject{std::move(array)};
        DType type = getDType(dtype);
        if (type.getByteSize() != array.getDType().getByteSize())
          raise(PyExc_ValueError, "expected elements as large as those of " +
                                      type.getName() + ", but got " +
                                      array.getDType().getName());
        return NDArrayObject{
            NDArray::copy(type, array.getShape(), array.getBytes())};
      },
      nb::arg("value").none(), nb::arg("dtype") = nb::none(),
      "An array of the elements of a value; `dtype` says what their bytes "
      "mean.");
  m.def("save_param_dict", saveParams, nb::arg("params").none());
  m.def("load_param_dict", loadParams, nb::arg("param_bytes").none());
}
