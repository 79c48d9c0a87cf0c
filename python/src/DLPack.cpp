//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays from and to other libraries: DLPack. The elements of an NDArray never
// change, so that they are shared only with those who are told so, as DLPack
// 1.0 can.
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>

using namespace mlir::relay;
using namespace mlir::relay::python;

//===----------------------------------------------------------------------===//
// Export
//===----------------------------------------------------------------------===//

// An object with the methods of DLPack that keeps the elements.
template <typename ArrayT>
static nb::object toExporter(const NDArray &array) {
  DType dtype = array.getDType();
  nb::dlpack::dtype type{dtype.code, dtype.bits, dtype.lanes};
  if (dtype.isBool())
    type = nb::dtype<bool>();
  else if (dtype.bits % 8 != 0)
    raise(PyExc_BufferError,
          "elements of " + dtype.getName() + " cannot be exported");
  llvm::SmallVector<size_t> shape(array.getShape().begin(),
                                  array.getShape().end());
  auto kept = std::make_unique<NDArray>(array);
  nb::capsule owner(kept.get(),
                    [](void *p) noexcept { delete static_cast<NDArray *>(p); });
  char *data = const_cast<char *>(kept.release()->getBytes().data());
  return nb::cast(ArrayT(data, shape.size(), shape.data(), owner, nullptr, type,
                         nb::device::cpu::value));
}

static nb::object toDLPack(const NDArrayObject &self, nb::handle /*stream*/,
                           std::optional<std::pair<long, long>> maxVersion,
                           nb::handle device, std::optional<bool> copy) {
  nb::dict args;
  args["dl_device"] = device;
  bool canSayReadOnly = maxVersion && maxVersion->first >= 1;
  if (canSayReadOnly)
    args["max_version"] = *maxVersion;
  if (canSayReadOnly && !copy.value_or(false))
    return toExporter<nb::ndarray<nb::array_api, nb::ro>>(self.array)
        .attr("__dlpack__")(**args);
  if (copy && !*copy)
    raise(PyExc_BufferError,
          "the elements cannot be written to, which DLPack before 1.0 cannot "
          "say: expected max_version=(1, 0), or a copy");
  const NDArray &array = self.array;
  NDArray copied =
      NDArray::copy(array.getDType(), array.getShape(), array.getBytes());
  return toExporter<nb::ndarray<nb::array_api>>(copied).attr("__dlpack__")(
      **args);
}

//===----------------------------------------------------------------------===//
// Import
//===----------------------------------------------------------------------===//

static DType getDType(nb::dlpack::dtype type) {
  if (type == nb::dtype<bool>())
    return DType::boolean();
  DType dtype{type.code, type.bits, type.lanes};
  // Booleans of TVM, and whatever else is an element type here.
  if (type.lanes == 0 || DType::parse(dtype.getName()) != dtype)
    raise(PyExc_TypeError,
          "expected numbers or booleans, but got elements of DLPack type (" +
              std::to_string(type.code) + ", " + std::to_string(type.bits) +
              ", " + std::to_string(type.lanes) + ")");
  return dtype;
}

template <typename ArrayT>
static bool isContiguous(const ArrayT &array) {
  if (array.size() == 0)
    return true;
  int64_t expected = 1;
  for (size_t i = array.ndim(); i-- > 0; expected *= int64_t(array.shape(i)))
    if (array.shape(i) != 1 && array.stride(i) != expected)
      return false;
  return true;
}

// Who else has the elements may write to them unless `canShare`.
template <typename ArrayT>
static NDArrayObject toNDArray(ArrayT source, bool canShare) {
  if (source.device_type() != nb::device::cpu::value)
    raiseTVMError("expected an array on the CPU, but it is on device type " +
                  std::to_string(source.device_type()));
  DType dtype = getDType(source.dtype());
  llvm::SmallVector<int64_t> shape;
  for (size_t i = 0; i < source.ndim(); ++i)
    shape.push_back(int64_t(source.shape(i)));
  std::optional<uint64_t> size = NDArray::computeByteSize(dtype, shape);
  if (!size)
    raise(PyExc_ValueError, "the shape of the array is out of range");
  if (!isContiguous(source))
    raiseTVMError("expected an array with its elements in row-major order");
  auto *data = static_cast<const char *>(source.data());
  llvm::ArrayRef<char> bytes(data, *size);
  if (!canShare)
    return {NDArray::copy(dtype, shape, bytes)};
  std::shared_ptr<const void> owner(new ArrayT(std::move(source)),
                                    [](const void *p) {
                                      if (!canReleaseObjects())
                                        return;
                                      ScopedLock lock;
                                      delete static_cast<const ArrayT *>(p);
                                    });
  return {NDArray::share(dtype, shape, bytes, std::move(owner))};
}

static NDArrayObject fromDLPack(nb::handle source) {
  nb::ndarray<> writable;
  if (nb::try_cast(source, writable))
    return toNDArray(std::move(writable), /*canShare=*/false);
  nb::ndarray<nb::ro> readOnly;
  if (nb::try_cast(source, readOnly))
    return toNDArray(std::move(readOnly), /*canShare=*/true);
  raise(PyExc_ValueError,
        "expected a capsule of DLPack that nobody has taken yet, or what gives "
        "one, but got " +
            nb::cast<std::string>(nb::repr(source)));
}

void python::bindDLPack(nb::module_ &m) {
  nb::setattr(
      m.attr("NDArray"), "__dlpack__",
      nb::cpp_function(
          toDLPack, nb::is_method(), nb::name("__dlpack__"), nb::kw_only(),
          nb::arg("stream") = nb::none(), nb::arg("max_version") = nb::none(),
          nb::arg("dl_device") = nb::none(), nb::arg("copy") = nb::none(),
          "The elements as a capsule of DLPack: a copy "
          "where that cannot be marked as read-only."));
  m.def("from_dlpack", fromDLPack, nb::arg("source"));
}
