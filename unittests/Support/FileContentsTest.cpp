//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/FileContents.h"
#include "RelayLite/Support/Npy.h"
#include "RelayLite/Support/Params.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mlir::relay;
using llvm::StringRef;

namespace {

TEST(FileContentsTest, FilesOfOurs) {
  std::string params, npz;
  llvm::raw_string_ostream paramsStream(params), npzStream(npz);
  writeParams({}, paramsStream);
  writeNpz({}, npzStream);
  EXPECT_EQ(describeContents(params), "a parameter file");
  EXPECT_EQ(describeContents(npz), "an npz file or another zip archive");
  EXPECT_EQ(describeIfNoModule(params), "a parameter file");
}

TEST(FileContentsTest, OtherFiles) {
  EXPECT_EQ(describeContents("\x93NUMPY\1"), "an npy file");
  EXPECT_EQ(describeContents("\x1f\x8b\b"), "an archive compressed by gzip");
  EXPECT_EQ(describeContents("\x80\4\x95"), "a pickle of Python");
  EXPECT_EQ(describeContents("!<arch>\n"), "an archive of object files");
  EXPECT_EQ(describeContents("BC\xc0\xde"), "LLVM bitcode");
  // ELF: the type follows 16 bytes.
  std::string elf("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\1\0", 18);
  EXPECT_EQ(describeContents(elf), "an object file");
  elf[16] = 2;
  EXPECT_EQ(describeContents(elf), "a program");
  elf[16] = 3;
  EXPECT_EQ(describeContents(elf), "a shared library");
  EXPECT_EQ(describeContents(StringRef("\0\0\0", 3)), "unknown binary data");
  EXPECT_EQ(describeContents(""), "an empty file");
}

TEST(FileContentsTest, Modules) {
  for (StringRef text : {"#[version = \"0.0.5\"]\n", "{\n\t\"root\": 1}\r\n",
                         "func.func @f()", "d\xc3\xa9j\xc3\xa0 vu"}) {
    EXPECT_EQ(describeContents(text), "text");
    EXPECT_EQ(describeIfNoModule(text), "");
  }
  EXPECT_EQ(describeContents("ML\xefR\r"), "MLIR bytecode");
  EXPECT_EQ(describeIfNoModule("ML\xefR\r"), "");
  EXPECT_EQ(describeIfNoModule(""), "");
}

} // namespace
