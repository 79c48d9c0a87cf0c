//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parameter files.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/Params.h"
#include "RelayLite/Support/FileContents.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::relay;

static bool consumeU64(ArrayRef<char> &data, uint64_t &value) {
  if (data.size() < sizeof(value))
    return false;
  value = support::endian::read<uint64_t, endianness::little>(data.data());
  data = data.drop_front(sizeof(value));
  return true;
}

Expected<Params> mlir::relay::readParams(std::unique_ptr<MemoryBuffer> buffer) {
  std::shared_ptr<MemoryBuffer> owner = std::move(buffer);
  ArrayRef<char> all(owner->getBufferStart(), owner->getBufferSize());
  ArrayRef<char> data = all;
  auto fail = [&](const Twine &message) {
    return createStringError("at byte " + Twine(all.size() - data.size()) +
                             ": " + message);
  };

  uint64_t magic, reserved, count;
  if (!consumeU64(data, magic) || magic != paramsMagic)
    return createStringError("expected a parameter file, but got " +
                             describeContents(owner->getBuffer()));
  if (!consumeU64(data, reserved) || !consumeU64(data, count))
    return fail("expected the number of names, but the data ends");
  // A name takes at least eight bytes. This limits the allocation.
  if (count > data.size() / sizeof(uint64_t))
    return fail("expected " + Twine(count) + " names, but the data ends");

  Params params;
  params.reserve(count);
  StringSet<> names;
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t length;
    if (!consumeU64(data, length) || length > data.size())
      return fail("expected name " + Twine(i) + ", but the data ends");
    StringRef name(data.data(), length);
    if (!names.insert(name).second)
      return fail("parameter '" + name + "' occurs twice");
    params.emplace_back(name.str(), NDArray());
    data = data.drop_front(length);
  }

  uint64_t arrayCount;
  if (!consumeU64(data, arrayCount))
    return fail("expected the number of arrays, but the data ends");
  if (arrayCount != count)
    return fail("expected " + Twine(count) + " arrays, but got " +
                Twine(arrayCount));
  for (auto &[name, array] : params) {
    Expected<NDArray> read = readNDArray(data, owner);
    if (!read)
      return fail("parameter '" + name + "': " + toString(read.takeError()));
    array = std::move(*read);
  }
  if (!data.empty())
    return fail("expected the end of the file, but " + Twine(data.size()) +
                " bytes follow");
  return params;
}

Expected<Params> mlir::relay::readParamsFile(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(
      path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (std::error_code error = buffer.getError())
    return createStringError(error, "%s: %s", path.str().c_str(),
                             error.message().c_str());
  Expected<Params> params = readParams(std::move(*buffer));
  if (!params)
    return createStringError(path + ": " + toString(params.takeError()));
  return params;
}

void mlir::relay::writeParams(const Params &params, raw_ostream &os) {
  support::endian::Writer writer(os, endianness::little);
  writer.write<uint64_t>(paramsMagic);
  writer.write<uint64_t>(0);
  writer.write<uint64_t>(params.size());
  for (const auto &[name, array] : params) {
    writer.write<uint64_t>(name.size());
    os << name;
  }
  writer.write<uint64_t>(params.size());
  for (const auto &[name, array] : params)
    writeNDArray(array, os);
}
