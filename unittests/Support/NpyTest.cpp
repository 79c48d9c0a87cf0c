//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of .npy and .npz files: round trips, what NumPy writes, and files that
// are malformed, truncated or damaged at every byte.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/Npy.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir::relay;

namespace {

/// Parses a copy of `bytes`.
llvm::Expected<NDArray> parse(llvm::StringRef bytes) {
  auto owner = std::make_shared<std::string>(bytes);
  return parseNpy(*owner, owner);
}

/// The message of a failure, or "" of a success.
template <typename T>
std::string message(llvm::Expected<T> result) {
  return result ? "" : llvm::toString(result.takeError());
}

/// A version 1 file with the given header and data.
std::string makeNpy(llvm::StringRef header, llvm::StringRef data) {
  std::string bytes = "\x93NUMPY";
  bytes += {1, 0, static_cast<char>(header.size()),
            static_cast<char>(header.size() >> 8)};
  return bytes + header.str() + data.str();
}

NDArray makeArray(DType dtype, llvm::ArrayRef<int64_t> shape,
                  llvm::StringRef data) {
  return NDArray::copy(dtype, shape,
                       llvm::ArrayRef<char>(data.data(), data.size()));
}

/// Writes `bytes` to a temporary file and reads it as .npz.
llvm::Expected<std::vector<NamedNDArray>> readBytes(llvm::StringRef bytes) {
  llvm::SmallString<128> path;
  int fd;
  if (auto ec = llvm::sys::fs::createTemporaryFile("npy", "npz", fd, path))
    return llvm::errorCodeToError(ec);
  {
    llvm::raw_fd_ostream os(fd, /*shouldClose=*/true);
    os << bytes;
  }
  auto result = readNpz(path);
  llvm::sys::fs::remove(path);
  return result;
}

TEST(NpyTest, RoundTripsEveryElementType) {
  std::string data(64, '\0');
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = i & 1;
  for (llvm::StringRef name :
       {"bool", "float16", "bfloat16", "float32", "float64", "int8", "int16",
        "int32", "int64", "uint8", "uint16", "uint32", "uint64"}) {
    DType dtype = *DType::parse(name);
    NDArray array =
        makeArray(dtype, {2, 3},
                  llvm::StringRef(data).take_front(6 * dtype.getByteSize()));
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    writeNpy(array, os);
    llvm::Expected<NDArray> again = parse(bytes);
    ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
    EXPECT_EQ(*again, array) << name.str();
  }
}

TEST(NpyTest, HandlesScalarsAndEmptyArrays) {
  for (const NDArray &array : {makeArray(DType::floating(32), {}, "abcd"),
                               makeArray(DType::floating(32), {0}, ""),
                               makeArray(DType::integer(8), {3, 0, 2}, "")}) {
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    writeNpy(array, os);
    llvm::Expected<NDArray> again = parse(bytes);
    ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
    EXPECT_EQ(*again, array);
  }
}

TEST(NpyTest, ReordersColumnMajorAndBigEndianData) {
  // A 2x3 array stored by columns: 0 3 1 4 2 5.
  llvm::Expected<NDArray> array = parse(
      makeNpy("{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }",
              llvm::StringRef("\0\0\0\3\0\1\0\4\0\2\0\5", 12)));
  ASSERT_TRUE(bool(array)) << llvm::toString(array.takeError());
  EXPECT_EQ(llvm::StringRef(array->getBytes().data(), array->getBytes().size()),
            llvm::StringRef("\0\0\1\0\2\0\3\0\4\0\5\0", 12));
}

TEST(NpyTest, RejectsMalformedHeaders) {
  EXPECT_EQ(message(parse("")), "expected an npy file, but got an empty file");
  EXPECT_EQ(message(parse("\x93NUMPY\1")),
            "truncated npy file: the version is missing");
  EXPECT_EQ(message(parse(llvm::StringRef("\x93NUMPY\7\0", 8))),
            "npy format version 7 is not supported");
  EXPECT_EQ(message(parse(llvm::StringRef("\x93NUMPY\1\0\1", 9))),
            "truncated npy file: the header is incomplete");
  EXPECT_EQ(message(parse(llvm::StringRef("\x93NUMPY\1\0\5\0{", 11))),
            "truncated npy file: expected a header of 5 bytes, but got 1");
  EXPECT_EQ(message(parse(makeNpy("[", ""))),
            "malformed npy header: expected '{' at '['");
  EXPECT_EQ(message(parse(makeNpy("{descr", ""))),
            "malformed npy header: expected a string");
  EXPECT_EQ(message(parse(makeNpy("{'descr", ""))),
            "malformed npy header: unterminated string");
  EXPECT_EQ(message(parse(makeNpy("{'descr': [('a', '<f4')]}", ""))),
            "npy arrays with structured elements are not supported");
  EXPECT_EQ(message(parse(makeNpy("{'fortran_order': 1}", ""))),
            "malformed npy header: expected a boolean");
  EXPECT_EQ(message(parse(makeNpy("{'shape': (-1,)}", ""))),
            "malformed npy header: expected a dimension");
  EXPECT_EQ(message(parse(makeNpy("{'shape': (1;)}", ""))),
            "malformed npy header: expected ',' or ')'");
  EXPECT_EQ(message(parse(makeNpy("{'shape': () 'descr'", ""))),
            "malformed npy header: expected ',' or '}'");
  EXPECT_EQ(message(parse(makeNpy("{'order': 1}", ""))),
            "malformed npy header: unknown key 'order'");
  EXPECT_EQ(message(parse(makeNpy("{'shape': ()}", ""))),
            "malformed npy header: descr, fortran_order or shape is missing");
  EXPECT_EQ(message(parse(makeNpy(
                "{'descr': '<c8', 'fortran_order': False, 'shape': ()}", ""))),
            "npy element type '<c8' has no Relay counterpart");
  EXPECT_EQ(
      message(parse(makeNpy("{'descr': '<f4', 'fortran_order': False, 'shape': "
                            "(4611686018427387904, 4)}",
                            ""))),
      "the npy array has too many elements");
  EXPECT_EQ(
      message(parse(makeNpy(
          "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", "abc"))),
      "truncated npy file: expected 8 bytes of data, but got 3");
}

// Whatever is changed, the reader returns an array within the file or an error.
TEST(NpyTest, SurvivesDamagedFiles) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  writeNpy(makeArray(DType::integer(16), {2, 3}, "abcdefghijkl"), os);
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_NE(message(parse(llvm::StringRef(bytes).take_front(size))), "");
  // Most changes go where the format is: all but the padding of the header.
  size_t headerEnd = bytes.find('}') + 1;
  std::mt19937 random(1);
  unsigned numRead = 0;
  for (unsigned round = 0; round < 20000; ++round) {
    std::string damaged = bytes;
    for (unsigned count = 1 + random() % 3; count; --count)
      damaged[random() % headerEnd] =
          random() % 2 ? bytes[random() % headerEnd] : char(random());
    llvm::Expected<NDArray> array = parse(damaged);
    if (!array) {
      EXPECT_NE(llvm::toString(array.takeError()), "");
      continue;
    }
    ++numRead;
    EXPECT_EQ(uint64_t(array->getBytes().size()),
              NDArray::computeByteSize(array->getDType(), array->getShape()));
    // Reads every byte.
    EXPECT_TRUE(*array == NDArray::copy(array->getDType(), array->getShape(),
                                        array->getBytes()));
  }
  EXPECT_GT(numRead, 0u);
  EXPECT_LT(numRead, 20000u);
}

TEST(NpyTest, RoundTripsArchives) {
  std::vector<NamedNDArray> arrays;
  arrays.emplace_back("x", makeArray(DType::floating(32), {2}, "abcdefgh"));
  arrays.emplace_back("layer.0/w", makeArray(DType::integer(8), {3}, "xyz"));
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  writeNpz(arrays, os);
  auto again = readBytes(bytes);
  ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
  EXPECT_EQ(*again, arrays);
}

// Readers tell an archive without members by its first bytes.
TEST(NpyTest, WritesEmptyArchives) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  writeNpz({}, os);
  EXPECT_EQ(bytes, std::string("PK\5\6", 4) + std::string(18, '\0'));
  auto again = readBytes(bytes);
  ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
  EXPECT_TRUE(again->empty());
}

/// Return the error of reading an archive, without the path in front.
std::string archiveMessage(llvm::StringRef bytes) {
  std::string text = message(readBytes(bytes));
  return llvm::StringRef(text).split("': ").second.str();
}

TEST(NpyTest, RejectsDuplicateMembers) {
  NDArray array = makeArray(DType::integer(8), {1}, "a");
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  writeNpz({{"x", array}, {"x", array}}, os);
  EXPECT_EQ(archiveMessage(bytes),
            "malformed npz file: member 'x' occurs twice");
}

TEST(NpyTest, RejectsMalformedArchives) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  writeNpz({{"x", makeArray(DType::floating(32), {2}, "abcdefgh")}}, os);
  // The member's name of 5 characters and its 64-bit values follow this.
  constexpr size_t directoryFixed = 46, extra = directoryFixed + 5;
  constexpr llvm::StringLiteral file = "PK\3\4", directory = "PK\1\2",
                                end64 = "PK\6\6", end = "PK\5\6";
  struct {
    llvm::StringRef part;
    size_t position;
    llvm::StringLiteral damage;
    const char *message;
  } damages[] = {
      {end, 0, "X", "not an npz file: it has no end of central directory"},
      {end64, 0, "X",
       "malformed npz file: bad 64-bit end of central directory"},
      {directory, 0, "X", "malformed npz file: bad central directory"},
      {directory, 28, "\xff\xff",
       "malformed npz file: truncated central directory"},
      {directory, extra + 2, "\7",
       "malformed npz file: bad 64-bit sizes of 'x.npy'"},
      {directory, 10, "\10",
       "member 'x.npy' is compressed, which is not supported: write the file "
       "with numpy.savez"},
      {file, 0, "X",
       "malformed npz file: member 'x.npy' is not where the directory says"},
      {directory, extra + 5, "\1",
       "truncated npz file: member 'x.npy' has 392 bytes by the directory"},
      {directory, 16, "X",
       "damaged npz file: the checksum of member 'x.npy' does not match"},
      {"abcdefgh", 0, "A",
       "damaged npz file: the checksum of member 'x.npy' does not match"},
  };
  for (const auto &damage : damages) {
    std::string damaged = bytes;
    size_t part = damaged.rfind(damage.part.str());
    ASSERT_NE(part, std::string::npos);
    damaged.replace(part + damage.position, damage.damage.size(),
                    damage.damage.str());
    EXPECT_EQ(archiveMessage(damaged), damage.message);
  }
  EXPECT_EQ(archiveMessage(llvm::StringRef(bytes).take_front(21)),
            "not an npz file: it is too short");
}

// Every truncation and every changed byte gives arrays or an error.
TEST(NpyTest, SurvivesDamagedArchives) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  writeNpz({{"x", makeArray(DType::floating(32), {2}, "abcdefgh")}}, os);
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_NE(message(readBytes(llvm::StringRef(bytes).take_front(size))), "");
  std::mt19937 random(1);
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] ^= 1 + random() % 255;
    (void)message(readBytes(damaged));
  }
}

} // namespace
