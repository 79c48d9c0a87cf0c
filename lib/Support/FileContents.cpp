//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kinds of files, by their first bytes.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/FileContents.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/Endian.h"

using namespace mlir;
using llvm::StringLiteral;
using llvm::StringRef;

static constexpr StringLiteral unknown = "unknown binary data";

/// Return the kind that a magic number at the start stands for, or an empty
/// string.
static StringRef describeMagic(StringRef bytes) {
  if (bytes.size() >= sizeof(uint64_t) &&
      llvm::support::endian::read64le(bytes.data()) == relay::paramsMagic)
    return "a parameter file";
  constexpr std::pair<StringLiteral, StringLiteral> kinds[] = {
      {"\x93NUMPY", "an npy file"},
      {"PK\3\4", "an npz file or another zip archive"},
      {"PK\5\6", "an npz file or another zip archive"},
      {"ML\xefR", "MLIR bytecode"},
      {"\x1f\x8b", "an archive compressed by gzip"},
      {"\x80\2", "a pickle of Python"},
      {"\x80\3", "a pickle of Python"},
      {"\x80\4", "a pickle of Python"},
      {"\x80\5", "a pickle of Python"},
  };
  for (auto [magic, kind] : kinds)
    if (bytes.starts_with(magic))
      return kind;
  switch (llvm::identify_magic(bytes)) {
  case llvm::file_magic::elf:
  case llvm::file_magic::elf_executable:
  case llvm::file_magic::macho_executable:
  case llvm::file_magic::pecoff_executable:
    return "a program";
  case llvm::file_magic::elf_relocatable:
  case llvm::file_magic::macho_object:
  case llvm::file_magic::coff_object:
    return "an object file";
  case llvm::file_magic::elf_shared_object:
  case llvm::file_magic::macho_dynamically_linked_shared_lib:
    return "a shared library";
  case llvm::file_magic::archive:
    return "an archive of object files";
  case llvm::file_magic::bitcode:
    return "LLVM bitcode";
  default:
    return "";
  }
}

StringRef relay::describeContents(StringRef bytes) {
  if (bytes.empty())
    return "an empty file";
  if (StringRef kind = describeMagic(bytes); !kind.empty())
    return kind;
  // Text may have any characters of UTF-8, but few control characters.
  constexpr size_t enough = 512;
  bool isText = llvm::all_of(bytes.take_front(enough), [](char c) {
    return static_cast<unsigned char>(c) >= ' ' ? c != '\x7f'
                                                : llvm::isSpace(c);
  });
  return isText ? StringRef("text") : StringRef(unknown);
}

StringRef relay::describeIfNoModule(StringRef bytes) {
  StringRef kind = describeMagic(bytes);
  return kind == "MLIR bytecode" ? StringRef() : kind;
}
