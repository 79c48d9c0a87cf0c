//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/Params.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cstring>
#include <random>

using namespace mlir::relay;
using llvm::MemoryBuffer;

namespace {

NDArray makeFloats(llvm::ArrayRef<float> values) {
  return NDArray::copy(DType::floating(32), {int64_t(values.size())},
                       {reinterpret_cast<const char *>(values.data()),
                        values.size() * sizeof(float)});
}

std::string makeFile() {
  Params params;
  params.emplace_back("conv0.weight", makeFloats({1.0f, 2.0f, 3.0f}));
  params.emplace_back("b", makeFloats({}));
  params.emplace_back("scalar", NDArray::copy(DType::boolean(), {}, {1}));
  std::string text;
  llvm::raw_string_ostream os(text);
  writeParams(params, os);
  return text;
}

llvm::Expected<Params> read(llvm::StringRef text) {
  return readParams(MemoryBuffer::getMemBufferCopy(text));
}

std::string readParamsError(llvm::StringRef text) {
  llvm::Expected<Params> params = read(text);
  return params ? "" : toString(params.takeError());
}

TEST(ParamsTest, RoundTrip) {
  llvm::Expected<Params> params = read(makeFile());
  ASSERT_TRUE(bool(params));
  ASSERT_EQ(params->size(), 3u);
  EXPECT_EQ((*params)[0].first, "conv0.weight");
  EXPECT_TRUE((*params)[0].second == makeFloats({1.0f, 2.0f, 3.0f}));
  EXPECT_EQ((*params)[1].second.getNumElements(), 0);
  EXPECT_TRUE((*params)[2].second.getDType().isBool());
  std::string again;
  llvm::raw_string_ostream os(again);
  writeParams(*params, os);
  EXPECT_EQ(again, makeFile());
}

TEST(ParamsTest, WrongMagic) {
  std::string text = makeFile();
  text[0] ^= 1;
  EXPECT_EQ(readParamsError(text),
            "expected a parameter file, but got unknown binary data");
}

TEST(ParamsTest, EveryTruncationIsAnError) {
  std::string text = makeFile();
  for (size_t size = 0; size < text.size(); ++size)
    EXPECT_NE(readParamsError(llvm::StringRef(text).take_front(size)), "")
        << size;
}

// The offsets of the parts of a file whose only parameter is "w".
constexpr size_t numNamesAt = 16, namesAt = 24, numArraysAt = 33, arraysAt = 41;

std::string makeSmallFile() {
  Params params;
  params.emplace_back("w", makeFloats({1.0f}));
  std::string text;
  llvm::raw_string_ostream os(text);
  writeParams(params, os);
  return text;
}

TEST(ParamsTest, ErrorsTellWhereTheFileEnds) {
  std::string text = makeSmallFile();
  struct {
    size_t size;
    const char *message;
  } truncations[] = {
      {0, "expected a parameter file, but got an empty file"},
      {7, "expected a parameter file, but got unknown binary data"},
      {numNamesAt - 1,
       "at byte 8: expected the number of names, but the data ends"},
      {namesAt - 1,
       "at byte 16: expected the number of names, but the data ends"},
      {namesAt, "at byte 24: expected 1 names, but the data ends"},
      {numArraysAt - 1, "at byte 32: expected name 0, but the data ends"},
      {arraysAt - 1,
       "at byte 33: expected the number of arrays, but the data ends"},
      {arraysAt, "at byte 41: parameter 'w': expected an array, but the data "
                 "ends"},
  };
  for (const auto &truncation : truncations)
    EXPECT_EQ(
        readParamsError(llvm::StringRef(text).take_front(truncation.size)),
        truncation.message);
}

TEST(ParamsTest, NumbersOfNamesAndArraysDiffer) {
  std::string text = makeSmallFile();
  text[numArraysAt] = 2;
  EXPECT_EQ(readParamsError(text), "at byte 41: expected 1 arrays, but got 2");
}

TEST(ParamsTest, TrailingBytes) {
  std::string text = makeSmallFile();
  EXPECT_EQ(readParamsError(text + "x"),
            "at byte " + std::to_string(text.size()) +
                ": expected the end of the file, but 1 bytes follow");
}

TEST(ParamsTest, HugeCountDoesNotAllocate) {
  std::string text = makeFile();
  uint64_t count = UINT64_MAX / 16;
  std::memcpy(text.data() + 16, &count, sizeof(count));
  EXPECT_NE(readParamsError(text).find("names, but the data ends"),
            std::string::npos);
}

TEST(ParamsTest, DuplicateName) {
  Params params;
  params.emplace_back("w", makeFloats({1.0f}));
  params.emplace_back("w", makeFloats({1.0f}));
  std::string text;
  llvm::raw_string_ostream os(text);
  writeParams(params, os);
  EXPECT_NE(readParamsError(text).find("parameter 'w' occurs twice"),
            std::string::npos);
}

TEST(ParamsTest, MissingFile) {
  llvm::Expected<Params> params = readParamsFile("/nonexistent/x.params");
  ASSERT_FALSE(bool(params));
  EXPECT_EQ(toString(params.takeError()).find("/nonexistent/x.params: "), 0u);
}

// Whatever is changed, the reader returns arrays within the buffer or an error.
TEST(ParamsTest, MutationsNeverCrash) {
  std::mt19937_64 random(1);
  const std::string original = makeFile();
  for (int i = 0; i < 20000; ++i) {
    std::string text = original;
    for (int edits = 1 + random() % 3; edits > 0; --edits)
      text[random() % text.size()] = static_cast<char>(random());
    llvm::Expected<Params> params = read(text);
    if (!params) {
      EXPECT_NE(toString(params.takeError()), "");
      continue;
    }
    unsigned sum = 0;
    for (const auto &[name, array] : *params)
      for (char byte : array.getBytes())
        sum += static_cast<unsigned char>(byte);
    EXPECT_LE(sum, 255 * text.size());
  }
}

} // namespace
