//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Named arrays: parameters, arguments and results.
//
//===----------------------------------------------------------------------===//

#include "RelayLite-c/Arrays.h"
#include "ArraysImpl.h"
#include "mlir/CAPI/Support.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::capi;

LogicalResult capi::requireArrays(RelayLiteArrays arrays, ErrorReport &errors) {
  if (relayLiteArraysIsNull(arrays))
    return errors.fail("expected a list of arrays, but got a null handle");
  return success();
}

void capi::append(Arrays &arrays, std::string name, NDArray array) {
  std::string dtype = array.getDType().getName();
  arrays.push_back({std::move(name), std::move(array), std::move(dtype)});
}

Params capi::toParams(const Arrays &arrays) {
  Params params;
  for (const NamedArray &each : arrays)
    params.emplace_back(each.name, each.array);
  return params;
}

/// Checks that elements are in row-major order, without gaps. Distances between
/// single elements do not matter.
static LogicalResult checkStrides(ArrayRef<int64_t> shape,
                                  const int64_t *strides, ErrorReport &errors) {
  int64_t expected = 1;
  for (size_t i = shape.size(); i-- > 0; expected *= shape[i])
    if (shape[i] > 1 && strides[i] != expected)
      return errors.fail("expected a buffer in row-major order without gaps, "
                         "with stride " +
                         Twine(expected) + " of dimension " + Twine(i) +
                         ", but it is " + Twine(strides[i]));
  return success();
}

/// Checks `buffer`. The array shares its memory with `owner`, which may be
/// null.
static FailureOr<NDArray> makeArray(const RelayLiteBuffer &buffer,
                                    std::shared_ptr<const void> owner,
                                    ErrorReport &errors) {
  if (failed(errors.requireText(buffer.dtype, "the name of a type")))
    return failure();
  StringRef name = unwrap(buffer.dtype);
  std::optional<DType> dtype = DType::parse(name);
  if (!dtype || dtype->lanes != 1)
    return errors.fail("unknown element type '" + name + "' of a buffer");
  if (buffer.rank < 0)
    return errors.fail("expected a rank of at least 0, but got " +
                       Twine(buffer.rank));
  if (buffer.rank && !buffer.shape)
    return errors.fail("expected the shape of a buffer, but got a null "
                       "pointer");
  ArrayRef<int64_t> shape(buffer.shape, buffer.rank);
  std::optional<uint64_t> size = NDArray::computeByteSize(*dtype, shape);
  if (!size)
    return errors.fail("expected a shape of dimensions that are not negative "
                       "and fit into memory");
  if (*size != buffer.numBytes)
    return errors.fail("expected " + Twine(*size) +
                       " bytes for the shape of a buffer, but got " +
                       Twine(buffer.numBytes));
  if (*size && !buffer.data)
    return errors.fail("expected the data of a buffer, but got a null pointer");
  if (*size && buffer.strides &&
      failed(checkStrides(shape, buffer.strides, errors)))
    return failure();
  ArrayRef<char> bytes(static_cast<const char *>(buffer.data), *size);
  if (dtype->isBool())
    for (char byte : bytes)
      if (byte != 0 && byte != 1)
        return errors.fail("expected 0 or 1 for a bool, but got " +
                           Twine(unsigned(uint8_t(byte))));
  return owner ? NDArray::share(*dtype, shape, bytes, std::move(owner))
               : NDArray::copy(*dtype, shape, bytes);
}

static LogicalResult append(RelayLiteArrays arrays, MlirStringRef name,
                            const RelayLiteBuffer &buffer,
                            std::shared_ptr<const void> owner,
                            ErrorReport &errors) {
  if (failed(requireArrays(arrays, errors)) ||
      failed(errors.requireText(name, "the name of an array")))
    return failure();
  if (name.length && relayLiteArraysFind(arrays, name) >= 0)
    return errors.fail("an array is called '" + unwrap(name) + "' already");
  FailureOr<NDArray> array = makeArray(buffer, std::move(owner), errors);
  if (failed(array))
    return failure();
  append(*unwrapArrays(arrays), unwrap(name).str(), std::move(*array));
  return success();
}

RelayLiteArrays relayLiteArraysCreate() {
  return wrapArrays(std::make_unique<Arrays>());
}

void relayLiteArraysDestroy(RelayLiteArrays arrays) {
  delete unwrapArrays(arrays);
}

MlirLogicalResult relayLiteArraysAppend(RelayLiteArrays arrays,
                                        MlirStringRef name,
                                        RelayLiteBuffer buffer,
                                        MlirStringCallback onError,
                                        void *userData) {
  ErrorReport errors(onError, userData);
  return wrap(append(arrays, name, buffer, /*owner=*/nullptr, errors));
}

namespace {
/// Gives memory back to the caller, if it has been taken over.
struct Lease {
  ~Lease() {
    if (release)
      release(owner);
  }
  void (*release)(void *) = nullptr;
  void *owner = nullptr;
};
} // namespace

MlirLogicalResult
relayLiteArraysAppendShared(RelayLiteArrays arrays, MlirStringRef name,
                            RelayLiteBuffer buffer, void (*release)(void *),
                            void *owner, MlirStringCallback onError,
                            void *userData) {
  ErrorReport errors(onError, userData);
  auto lease = std::make_shared<Lease>();
  if (failed(append(arrays, name, buffer, lease, errors)))
    return wrap(failure());
  lease->release = release;
  lease->owner = owner;
  return wrap(success());
}

intptr_t relayLiteArraysGetSize(RelayLiteArrays arrays) {
  return arrays.ptr ? unwrapArrays(arrays)->size() : 0;
}

static const NamedArray *getArray(RelayLiteArrays arrays, intptr_t position) {
  if (position < 0 || position >= relayLiteArraysGetSize(arrays))
    return nullptr;
  return &(*unwrapArrays(arrays))[position];
}

MlirStringRef relayLiteArraysGetName(RelayLiteArrays arrays,
                                     intptr_t position) {
  const NamedArray *array = getArray(arrays, position);
  return wrap(array ? StringRef(array->name) : StringRef());
}

RelayLiteBuffer relayLiteArraysGetBuffer(RelayLiteArrays arrays,
                                         intptr_t position) {
  const NamedArray *each = getArray(arrays, position);
  if (!each)
    return {};
  ArrayRef<char> bytes = each->array.getBytes();
  ArrayRef<int64_t> shape = each->array.getShape();
  return {bytes.data(),           bytes.size(), wrap(StringRef(each->dtype)),
          intptr_t(shape.size()), shape.data(), /*strides=*/nullptr};
}

intptr_t relayLiteArraysFind(RelayLiteArrays arrays, MlirStringRef name) {
  if (relayLiteArraysIsNull(arrays) || (name.length && !name.data))
    return -1;
  for (auto [i, each] : llvm::enumerate(*unwrapArrays(arrays)))
    if (each.name == unwrap(name))
      return i;
  return -1;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

static RelayLiteArrays fromParams(llvm::Expected<Params> params,
                                  ErrorReport &errors) {
  if (!params) {
    (void)errors.fail(params.takeError());
    return {};
  }
  auto arrays = std::make_unique<Arrays>();
  for (auto &[name, array] : *params)
    append(*arrays, std::move(name), std::move(array));
  return wrapArrays(std::move(arrays));
}

RelayLiteArrays relayLiteParamsRead(MlirStringRef bytes,
                                    MlirStringCallback onError,
                                    void *userData) {
  ErrorReport errors(onError, userData);
  if (failed(errors.requireBytes(bytes, "the bytes of parameters")))
    return {};
  return fromParams(
      readParams(llvm::MemoryBuffer::getMemBufferCopy(unwrap(bytes))), errors);
}

RelayLiteArrays relayLiteParamsReadFile(MlirStringRef path,
                                        MlirStringCallback onError,
                                        void *userData) {
  ErrorReport errors(onError, userData);
  if (failed(errors.requirePath(path)))
    return {};
  return fromParams(readParamsFile(unwrap(path)), errors);
}

MlirLogicalResult relayLiteParamsWrite(RelayLiteArrays arrays,
                                       MlirStringCallback onBytes,
                                       void *bytesUserData,
                                       MlirStringCallback onError,
                                       void *userData) {
  ErrorReport errors(onError, userData);
  if (failed(requireArrays(arrays, errors)))
    return wrap(failure());
  if (!onBytes)
    return wrap(errors.fail("expected a callback for the bytes, but got a null "
                            "pointer"));
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  writeParams(toParams(*unwrapArrays(arrays)), os);
  onBytes(wrap(StringRef(bytes)), bytesUserData);
  return wrap(success());
}
