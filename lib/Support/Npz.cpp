//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading and writing of .npz files: zip archives of .npy files. The layout of
// the zip structures, the 64-bit ones included, is that of PKWARE's
// APPNOTE.TXT.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/FileContents.h"
#include "RelayLite/Support/Npy.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::support;
using namespace mlir::relay;

static constexpr uint32_t localHeaderMagic = 0x04034b50;
static constexpr uint32_t centralHeaderMagic = 0x02014b50;
static constexpr uint32_t endMagic = 0x06054b50;
static constexpr uint32_t end64Magic = 0x06064b50;
static constexpr uint32_t end64LocatorMagic = 0x07064b50;
static constexpr uint16_t extra64Id = 1;
// The value of a field whose content is in an extra field or a 64-bit record.
static constexpr uint32_t max32 = ~uint32_t(0);
static constexpr uint16_t max16 = ~uint16_t(0);

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
/// The place of the central directory.
struct Directory {
  uint64_t offset;
  uint64_t count;
};

/// A member as the central directory describes it.
struct Member {
  StringRef name;
  uint16_t method;
  uint32_t crc;
  uint64_t compressedSize;
  uint64_t size;
  uint64_t offset;
};
} // namespace

/// Finds the last `end of central directory` record: at most 64 KiB of comment
/// follow it.
static Expected<Directory> findDirectory(StringRef zip) {
  constexpr size_t endSize = 22;
  // Zip archives may begin with other data.
  auto fail = [&](const Twine &reason) {
    if (zip.starts_with("PK"))
      return createStringError("not an npz file: " + reason);
    return createStringError("expected an npz file, but got " +
                             describeContents(zip));
  };
  if (zip.size() < endSize)
    return fail("it is too short");
  size_t lowest = zip.size() - std::min<size_t>(zip.size(), endSize + max16);
  size_t position = zip.size() - endSize;
  while (endian::read32le(zip.data() + position) != endMagic) {
    if (position == lowest)
      return fail("it has no end of central directory");
    --position;
  }
  const char *record = zip.data() + position;
  Directory directory{endian::read32le(record + 16),
                      endian::read16le(record + 10)};
  // Large archives have a second, 64-bit record, found through a locator.
  constexpr size_t locatorSize = 20, end64Size = 56;
  if ((directory.offset == max32 || directory.count == max16) &&
      position >= locatorSize &&
      endian::read32le(record - locatorSize) == end64LocatorMagic) {
    uint64_t at = endian::read64le(record - locatorSize + 8);
    if (at > zip.size() || zip.size() - at < end64Size ||
        endian::read32le(zip.data() + at) != end64Magic)
      return createStringError(
          "malformed npz file: bad 64-bit end of central directory");
    directory.count = endian::read64le(zip.data() + at + 32);
    directory.offset = endian::read64le(zip.data() + at + 48);
  }
  return directory;
}

/// Parses the central header at `offset` and moves past it.
static Expected<Member> parseMember(StringRef zip, uint64_t &offset) {
  constexpr size_t fixedSize = 46;
  if (offset > zip.size() || zip.size() - offset < fixedSize ||
      endian::read32le(zip.data() + offset) != centralHeaderMagic)
    return createStringError("malformed npz file: bad central directory");
  const char *header = zip.data() + offset;
  Member member{{},
                endian::read16le(header + 10),
                endian::read32le(header + 16),
                endian::read32le(header + 20),
                endian::read32le(header + 24),
                endian::read32le(header + 42)};
  size_t nameSize = endian::read16le(header + 28);
  size_t extraSize = endian::read16le(header + 30);
  size_t commentSize = endian::read16le(header + 32);
  if (zip.size() - offset - fixedSize < nameSize + extraSize + commentSize)
    return createStringError("malformed npz file: truncated central directory");
  member.name = zip.substr(offset + fixedSize, nameSize);
  StringRef extra = zip.substr(offset + fixedSize + nameSize, extraSize);
  offset += fixedSize + nameSize + extraSize + commentSize;

  while (extra.size() >= 4) {
    uint16_t id = endian::read16le(extra.data());
    size_t size = endian::read16le(extra.data() + 2);
    StringRef field = extra.substr(4, size);
    extra = extra.drop_front(std::min(extra.size(), 4 + size));
    if (id != extra64Id)
      continue;
    // The field has only the values that did not fit, in this order.
    for (uint64_t *value :
         {&member.size, &member.compressedSize, &member.offset}) {
      if (*value != max32)
        continue;
      if (field.size() < 8)
        return createStringError("malformed npz file: bad 64-bit sizes of '" +
                                 member.name + "'");
      *value = endian::read64le(field.data());
      field = field.drop_front(8);
    }
  }
  return member;
}

/// The stored content of `member`.
static Expected<StringRef> getContent(StringRef zip, const Member &member) {
  if (member.method != 0)
    return createStringError("member '" + member.name +
                             "' is compressed, which is not supported: write "
                             "the file with numpy.savez");
  constexpr size_t fixedSize = 30;
  if (member.offset > zip.size() || zip.size() - member.offset < fixedSize ||
      endian::read32le(zip.data() + member.offset) != localHeaderMagic)
    return createStringError("malformed npz file: member '" + member.name +
                             "' is not where the directory says");
  const char *header = zip.data() + member.offset;
  uint64_t begin = member.offset + fixedSize + endian::read16le(header + 26) +
                   endian::read16le(header + 28);
  if (begin > zip.size() || zip.size() - begin < member.size ||
      member.size != member.compressedSize)
    return createStringError("truncated npz file: member '" + member.name +
                             "' has " + Twine(member.size) +
                             " bytes by the directory");
  StringRef content = zip.substr(begin, member.size);
  if (crc32(arrayRefFromStringRef(content)) != member.crc)
    return createStringError("damaged npz file: the checksum of member '" +
                             member.name + "' does not match");
  return content;
}

/// Parses the archive `zip`, which `owner` keeps alive.
static Expected<std::vector<NamedNDArray>>
parseNpz(StringRef zip, std::shared_ptr<const void> owner) {
  Expected<Directory> directory = findDirectory(zip);
  if (!directory)
    return directory.takeError();
  std::vector<NamedNDArray> arrays;
  StringSet<> names;
  uint64_t offset = directory->offset;
  for (uint64_t i = 0; i < directory->count; ++i) {
    Expected<Member> member = parseMember(zip, offset);
    if (!member)
      return member.takeError();
    Expected<StringRef> content = getContent(zip, *member);
    if (!content)
      return content.takeError();
    Expected<NDArray> array = parseNpy(*content, owner);
    if (!array)
      return createStringError("member '" + member->name +
                               "': " + toString(array.takeError()));
    StringRef name = member->name;
    name.consume_back(".npy");
    if (!names.insert(name).second)
      return createStringError("malformed npz file: member '" + name +
                               "' occurs twice");
    arrays.emplace_back(name.str(), std::move(*array));
  }
  return arrays;
}

Expected<std::vector<NamedNDArray>> mlir::relay::readNpz(StringRef path) {
  auto file = MemoryBuffer::getFile(path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!file)
    return createFileError(path, file.getError());
  std::shared_ptr<MemoryBuffer> owner = std::move(*file);
  auto arrays = parseNpz(owner->getBuffer(), owner);
  if (!arrays)
    return createFileError(path, arrays.takeError());
  return arrays;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

namespace {
/// The data of a written member for the directory at the end.
struct WrittenMember {
  std::string name;
  uint32_t crc;
  uint64_t size;
  uint64_t offset;
};

/// Computes the checksum and the size of its output.
class ChecksumStream : public raw_ostream {
public:
  ChecksumStream() { SetUnbuffered(); }
  uint32_t crc = 0;
  uint64_t size = 0;

private:
  void write_impl(const char *data, size_t n) override {
    crc = crc32(crc,
                ArrayRef<uint8_t>(reinterpret_cast<const uint8_t *>(data), n));
    size += n;
  }
  uint64_t current_pos() const override { return size; }
};
} // namespace

// Version 4.5 of the format has 64-bit sizes.
static constexpr uint16_t zipVersion = 45;

/// Writes the fields that local and central headers share, from the version
/// to the length of the extra field.
static void writeCommon(endian::Writer &out, const WrittenMember &member,
                        uint16_t extraSize) {
  out.write<uint16_t>(zipVersion);
  out.write<uint16_t>(0);    // Flags.
  out.write<uint16_t>(0);    // Stored.
  out.write<uint16_t>(0);    // 00:00.
  out.write<uint16_t>(0x21); // 1980-01-01.
  out.write<uint32_t>(member.crc);
  out.write<uint32_t>(max32);
  out.write<uint32_t>(max32);
  out.write<uint16_t>(member.name.size());
  out.write<uint16_t>(extraSize);
}

// All sizes and offsets are written in their 64-bit form.
void mlir::relay::writeNpz(ArrayRef<NamedNDArray> arrays, raw_ostream &os) {
  endian::Writer out(os, endianness::little);
  uint64_t start = os.tell();
  std::vector<WrittenMember> members;
  for (const auto &[name, array] : arrays) {
    ChecksumStream checksum;
    writeNpy(array, checksum);
    WrittenMember member{name + ".npy", checksum.crc, checksum.size,
                         os.tell() - start};
    out.write<uint32_t>(localHeaderMagic);
    writeCommon(out, member, /*extraSize=*/20);
    os << member.name;
    out.write<uint16_t>(extra64Id);
    out.write<uint16_t>(16);
    out.write<uint64_t>(member.size);
    out.write<uint64_t>(member.size);
    writeNpy(array, os);
    members.push_back(std::move(member));
  }

  uint64_t directory = os.tell() - start;
  for (const WrittenMember &member : members) {
    out.write<uint32_t>(centralHeaderMagic);
    out.write<uint16_t>(zipVersion);
    writeCommon(out, member, /*extraSize=*/28);
    out.write<uint16_t>(0); // Length of the comment.
    out.write<uint16_t>(0); // Disk.
    out.write<uint16_t>(0); // Internal attributes.
    out.write<uint32_t>(0); // External attributes.
    out.write<uint32_t>(max32);
    os << member.name;
    out.write<uint16_t>(extra64Id);
    out.write<uint16_t>(24);
    out.write<uint64_t>(member.size);
    out.write<uint64_t>(member.size);
    out.write<uint64_t>(member.offset);
  }

  // Readers know an empty archive by the record that it starts with.
  bool isEmpty = members.empty();
  if (!isEmpty) {
    uint64_t end64 = os.tell() - start;
    out.write<uint32_t>(end64Magic);
    out.write<uint64_t>(44); // Size of the rest of this record.
    out.write<uint16_t>(zipVersion);
    out.write<uint16_t>(zipVersion);
    out.write<uint32_t>(0); // This disk.
    out.write<uint32_t>(0); // Disk of the directory.
    out.write<uint64_t>(members.size());
    out.write<uint64_t>(members.size());
    out.write<uint64_t>(end64 - directory);
    out.write<uint64_t>(directory);

    out.write<uint32_t>(end64LocatorMagic);
    out.write<uint32_t>(0); // Disk of the record.
    out.write<uint64_t>(end64);
    out.write<uint32_t>(1); // Number of disks.
  }

  out.write<uint32_t>(endMagic);
  out.write<uint16_t>(0); // This disk.
  out.write<uint16_t>(0); // Disk of the directory.
  out.write<uint16_t>(isEmpty ? 0 : max16);
  out.write<uint16_t>(isEmpty ? 0 : max16);
  out.write<uint32_t>(isEmpty ? 0 : max32);
  out.write<uint32_t>(isEmpty ? 0 : max32);
  out.write<uint16_t>(0); // Length of the comment.
}
