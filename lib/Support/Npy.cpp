//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading and writing of .npy files, whose format numpy.lib.format describes.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/Npy.h"
#include "RelayLite/Support/FileContents.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::relay;

static constexpr StringLiteral npyMagic("\x93NUMPY");

namespace {
/// The header of a .npy file.
struct NpyHeader {
  StringRef descr;
  bool fortranOrder = false;
  SmallVector<int64_t> shape;
};
} // namespace

/// Removes `prefix` and the blanks before it; fails when it is not there.
static Error expectPrefix(StringRef &text, StringRef prefix) {
  text = text.ltrim();
  if (text.consume_front(prefix))
    return Error::success();
  return createStringError("malformed npy header: expected '" + prefix +
                           "' at '" + text.take_front(20) + "'");
}

/// Parses `'text'`.
static Expected<StringRef> parseQuoted(StringRef &text) {
  text = text.ltrim();
  if (text.empty() || (text.front() != '\'' && text.front() != '"'))
    return createStringError("malformed npy header: expected a string");
  size_t end = text.find(text.front(), 1);
  if (end == StringRef::npos)
    return createStringError("malformed npy header: unterminated string");
  StringRef result = text.slice(1, end);
  text = text.drop_front(end + 1);
  return result;
}

/// Parses `(3, 4)`, `(3,)` or `()`.
static Error parseShape(StringRef &text, SmallVectorImpl<int64_t> &shape) {
  if (Error error = expectPrefix(text, "("))
    return error;
  while (true) {
    text = text.ltrim();
    if (text.consume_front(")"))
      return Error::success();
    int64_t dim;
    if (text.consumeInteger(10, dim) || dim < 0)
      return createStringError("malformed npy header: expected a dimension");
    shape.push_back(dim);
    text = text.ltrim();
    if (!text.consume_front(",") && !text.starts_with(")"))
      return createStringError("malformed npy header: expected ',' or ')'");
  }
}

/// Parses the Python dictionary that a .npy file begins with.
static Expected<NpyHeader> parseHeader(StringRef text) {
  NpyHeader header;
  bool hasDescr = false, hasOrder = false, hasShape = false;
  if (Error error = expectPrefix(text, "{"))
    return error;
  while (!text.ltrim().starts_with("}")) {
    Expected<StringRef> key = parseQuoted(text);
    if (!key)
      return key.takeError();
    if (Error error = expectPrefix(text, ":"))
      return error;
    text = text.ltrim();
    if (*key == "descr") {
      Expected<StringRef> descr = parseQuoted(text);
      if (!descr) {
        consumeError(descr.takeError());
        return createStringError(
            "npy arrays with structured elements are not supported");
      }
      header.descr = *descr;
      hasDescr = true;
    } else if (*key == "fortran_order") {
      header.fortranOrder = text.starts_with("True");
      if (!text.consume_front("True") && !text.consume_front("False"))
        return createStringError("malformed npy header: expected a boolean");
      hasOrder = true;
    } else if (*key == "shape") {
      header.shape.clear();
      if (Error error = parseShape(text, header.shape))
        return error;
      hasShape = true;
    } else {
      return createStringError("malformed npy header: unknown key '" + *key +
                               "'");
    }
    text = text.ltrim();
    if (!text.consume_front(",") && !text.starts_with("}"))
      return createStringError("malformed npy header: expected ',' or '}'");
  }
  if (!hasDescr || !hasOrder || !hasShape)
    return createStringError(
        "malformed npy header: descr, fortran_order or shape is missing");
  return header;
}

/// The element type of NumPy's type code without its byte order.
static std::optional<DType> parseTypeCode(StringRef code) {
  using Result = std::optional<DType>;
  return StringSwitch<Result>(code)
      .Case("b1", DType::boolean())
      .Cases({"f2", "f4", "f8"},
             code.size() == 2 ? Result(DType::floating(8 * (code[1] - '0')))
                              : std::nullopt)
      .Case("V2", DType{DType::BFloat, 16, 1})
      .Cases({"i1", "i2", "i4", "i8"},
             code.size() == 2 ? Result(DType::integer(8 * (code[1] - '0')))
                              : std::nullopt)
      .Cases({"u1", "u2", "u4", "u8"},
             code.size() == 2
                 ? Result(DType{DType::UInt, uint8_t(8 * (code[1] - '0')), 1})
                 : std::nullopt)
      .Default(std::nullopt);
}

/// NumPy's type code of an element type, with its byte order.
static std::string getTypeCode(DType dtype) {
  uint64_t size = dtype.getByteSize();
  char kind = dtype.isBool()                ? 'b'
              : dtype.code == DType::BFloat ? 'V'
              : dtype.code == DType::Float  ? 'f'
              : dtype.code == DType::UInt   ? 'u'
                                            : 'i';
  return (Twine(size == 1 ? "|" : "<") + Twine(kind) + Twine(size)).str();
}

/// Reverses the bytes of each element.
static void swapBytes(MutableArrayRef<char> bytes, uint64_t elementSize) {
  for (size_t i = 0; i + elementSize <= bytes.size(); i += elementSize)
    std::reverse(bytes.begin() + i, bytes.begin() + i + elementSize);
}

/// Copies column-major `from` of shape `shape` to row-major `to`.
static void copyFromColumnMajor(ArrayRef<char> from, MutableArrayRef<char> to,
                                ArrayRef<int64_t> shape, uint64_t elementSize) {
  SmallVector<int64_t> index(shape.size()), strides(shape.size());
  int64_t stride = elementSize;
  for (size_t i = 0; i < shape.size(); ++i) {
    strides[i] = stride;
    stride *= shape[i];
  }
  int64_t source = 0;
  for (size_t out = 0; out < to.size(); out += elementSize) {
    std::memcpy(to.data() + out, from.data() + source, elementSize);
    for (int64_t d = shape.size() - 1; d >= 0; --d) {
      source += strides[d];
      if (++index[d] < shape[d])
        break;
      source -= strides[d] * shape[d];
      index[d] = 0;
    }
  }
}

Expected<NDArray> mlir::relay::parseNpy(StringRef file,
                                        std::shared_ptr<const void> owner) {
  StringRef text = file;
  if (!text.consume_front(npyMagic))
    return createStringError("expected an npy file, but got " +
                             describeContents(file));
  if (text.size() < 2)
    return createStringError("truncated npy file: the version is missing");
  unsigned version = static_cast<unsigned char>(text[0]);
  text = text.drop_front(2);
  if (version < 1 || version > 3)
    return createStringError("npy format version " + Twine(version) +
                             " is not supported");
  size_t lengthSize = version == 1 ? 2 : 4;
  if (text.size() < lengthSize)
    return createStringError("truncated npy file: the header is incomplete");
  uint64_t length = version == 1 ? support::endian::read16le(text.data())
                                 : support::endian::read32le(text.data());
  text = text.drop_front(lengthSize);
  if (text.size() < length)
    return createStringError("truncated npy file: expected a header of " +
                             Twine(length) + " bytes, but got " +
                             Twine(text.size()));
  Expected<NpyHeader> header = parseHeader(text.take_front(length));
  if (!header)
    return header.takeError();
  text = text.drop_front(length);

  std::optional<DType> dtype = parseTypeCode(header->descr.ltrim("<>|="));
  if (!dtype)
    return createStringError("npy element type '" + header->descr +
                             "' has no Relay counterpart");
  std::optional<uint64_t> size =
      NDArray::computeByteSize(*dtype, header->shape);
  if (!size)
    return createStringError("the npy array has too many elements");
  if (text.size() < *size)
    return createStringError("truncated npy file: expected " + Twine(*size) +
                             " bytes of data, but got " + Twine(text.size()));
  ArrayRef<char> bytes(text.data(), *size);

  bool isBigEndian = header->descr.starts_with(">") && dtype->bits > 8;
  bool isColumnMajor = header->fortranOrder && header->shape.size() > 1;
  if (!isBigEndian && !isColumnMajor)
    return NDArray::share(*dtype, header->shape, bytes, std::move(owner));
  std::shared_ptr<WritableMemoryBuffer> copy =
      WritableMemoryBuffer::getNewUninitMemBuffer(*size);
  if (!copy)
    return createStringError("not enough memory for an npy array of " +
                             Twine(*size) + " bytes");
  if (isColumnMajor)
    copyFromColumnMajor(bytes, copy->getBuffer(), header->shape,
                        dtype->getByteSize());
  else
    llvm::copy(bytes, copy->getBuffer().begin());
  if (isBigEndian)
    swapBytes(copy->getBuffer(), dtype->getByteSize());
  return NDArray::share(*dtype, header->shape, copy->getBuffer(), copy);
}

Expected<NDArray> mlir::relay::readNpy(StringRef path) {
  auto file = MemoryBuffer::getFile(path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!file)
    return createFileError(path, file.getError());
  std::shared_ptr<MemoryBuffer> owner = std::move(*file);
  Expected<NDArray> array = parseNpy(owner->getBuffer(), owner);
  if (!array)
    return createFileError(path, array.takeError());
  return array;
}

void mlir::relay::writeNpy(const NDArray &array, raw_ostream &os) {
  std::string header;
  raw_string_ostream text(header);
  text << "{'descr': '" << getTypeCode(array.getDType())
       << "', 'fortran_order': False, 'shape': (";
  interleaveComma(array.getShape(), text);
  text << (array.getShape().size() == 1 ? ",), }" : "), }");
  // The data begins at a multiple of 64 bytes.
  size_t prefix = npyMagic.size() + 2 + 2;
  header.append(offsetToAlignment(prefix + header.size() + 1, Align(64)), ' ');
  header.push_back('\n');
  char length[2];
  support::endian::write16le(length, header.size());
  os << npyMagic << '\1' << '\0' << StringRef(length, 2) << header;
  os.write(array.getBytes().data(), array.getBytes().size());
}
