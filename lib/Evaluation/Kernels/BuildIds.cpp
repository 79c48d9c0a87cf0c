//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The build ids of the libraries that make kernels.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Evaluation/KernelCache.h"
#include "mlir/InitAllExtensions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Alignment.h"
#include "llvm/TargetParser/Host.h"
#ifdef __linux__
#include <cstring>
#include <link.h>
#endif

using namespace mlir::relay;

#ifdef __linux__
// llvm::object::getBuildID reads files, which may have been replaced since they
// were loaded.
/// The build id in a segment of notes; empty without one.
static llvm::ArrayRef<uint8_t> findBuildId(llvm::ArrayRef<uint8_t> notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) header;
    std::memcpy(&header, notes.data(), sizeof(header));
    notes = notes.drop_front(sizeof(header));
    uint64_t nameSize = llvm::alignTo(header.n_namesz, 4);
    uint64_t size = llvm::alignTo(header.n_descsz, 4);
    if (nameSize > notes.size() || size > notes.size() - nameSize)
      return {};
    llvm::StringRef name(reinterpret_cast<const char *>(notes.data()),
                         header.n_namesz);
    if (header.n_type == NT_GNU_BUILD_ID && name == llvm::StringRef("GNU\0", 4))
      return notes.slice(nameSize, header.n_descsz);
    notes = notes.drop_front(nameSize + size);
  }
  return {};
}

namespace {
/// The search for the library around an address.
struct Search {
  uintptr_t address;
  std::string buildId;
};
} // namespace

static int visitLibrary(dl_phdr_info *info, size_t, void *data) {
  auto &search = *static_cast<Search *>(data);
  llvm::ArrayRef<ElfW(Phdr)> segments(info->dlpi_phdr, info->dlpi_phnum);
  bool contains = llvm::any_of(segments, [&](const ElfW(Phdr) & segment) {
    uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
    return segment.p_type == PT_LOAD && search.address >= begin &&
           search.address - begin < segment.p_memsz;
  });
  if (!contains)
    return 0;
  for (const ElfW(Phdr) &segment : segments) {
    if (segment.p_type != PT_NOTE)
      continue;
    llvm::ArrayRef<uint8_t> id = findBuildId(
        {reinterpret_cast<const uint8_t *>(info->dlpi_addr + segment.p_vaddr),
         segment.p_memsz});
    if (!id.empty())
      search.buildId = llvm::toHex(id, /*LowerCase=*/true);
  }
  return 1;
}
#endif

std::string mlir::relay::getBuildIds() {
  std::string ids;
#ifdef __linux__
  // A function of each library.
  uintptr_t addresses[] = {
      reinterpret_cast<uintptr_t>(&getBuildIds),
      reinterpret_cast<uintptr_t>(&mlir::registerAllExtensions),
      reinterpret_cast<uintptr_t>(&llvm::sys::getHostCPUName)};
  for (uintptr_t address : addresses) {
    Search search{address, {}};
    dl_iterate_phdr(visitLibrary, &search);
    if (search.buildId.empty())
      return {};
    if (!ids.empty())
      ids += ' ';
    ids += search.buildId;
  }
#endif
  return ids;
}
