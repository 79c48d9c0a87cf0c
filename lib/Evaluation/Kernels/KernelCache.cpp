//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cache of compiled kernels on disk.
//
// An entry is a file whose name is the SHA-256 sum of its key:
//
//   8 bytes   magic
//   32 bytes  SHA-256 sum of all that follows
//   8 bytes   size of the key
//   8 bytes   size of the object
//   8 bytes   size of the kernel's scratch memory
//   the key, the object
//
// Numbers are little-endian. Entries are written to a file aside and renamed.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Evaluation/KernelCache.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

using namespace mlir::relay;
using llvm::createStringError;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;
using llvm::sys::RetryAfterSignal;
namespace endian = llvm::support::endian;

static constexpr char magicChars[] = "RLKERN\0\1";
static constexpr StringRef magic(magicChars, 8);
static constexpr size_t sumSize = 32;
static constexpr size_t headerSize = magic.size() + sumSize + 3 * 8;
static constexpr llvm::StringLiteral entrySuffix = ".kernel";
static constexpr llvm::StringLiteral temporaryPrefix = ".new-";
// A larger file is no kernel.
static constexpr uint64_t maxEntryBytes = uint64_t(256) << 20;
// An entry's time is renewed only so often, in seconds.
static constexpr time_t timeGranularity = 60;
// A file that nobody has finished after so many seconds has been left behind.
static constexpr time_t maxTemporaryAge = 3600;

//===----------------------------------------------------------------------===//
// Settings
//===----------------------------------------------------------------------===//

/// Parses a number of bytes such as 64M.
static std::optional<uint64_t> parseSize(StringRef text) {
  unsigned shift = llvm::StringSwitch<unsigned>(text.take_back())
                       .CaseLower("k", 10)
                       .CaseLower("m", 20)
                       .CaseLower("g", 30)
                       .Default(0);
  uint64_t number;
  if (text.drop_back(shift != 0).getAsInteger(10, number) ||
      number > (UINT64_MAX >> shift))
    return std::nullopt;
  return number << shift;
}

/// The value of an environment variable; empty if it is not set.
static StringRef getVariable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

KernelCacheSettings KernelCacheSettings::fromEnvironment() {
  KernelCacheSettings settings;
  // The environment is the caller's, but the rights are another user's.
  if (getuid() != geteuid() || getgid() != getegid()) {
    settings.problem = "the process has the rights of another user";
    return settings;
  }
  StringRef state = getVariable("RELAYLITE_CACHE");
  if (state == "off")
    settings.problem = "RELAYLITE_CACHE is off";
  else if (!state.empty() && state != "on")
    settings.problem =
        ("expected RELAYLITE_CACHE to be 'on' or 'off', but got '" + state +
         "'")
            .str();
  StringRef size = getVariable("RELAYLITE_CACHE_SIZE");
  if (!size.empty()) {
    if (std::optional<uint64_t> bytes = parseSize(size))
      settings.maxBytes = *bytes;
    else
      settings.problem = ("expected RELAYLITE_CACHE_SIZE to be a number of "
                          "bytes such as 64M, but got '" +
                          size + "'")
                             .str();
  }
  settings.directory = getVariable("RELAYLITE_CACHE_DIR");
  if (!settings.directory.empty())
    return settings;
  // A relative path in $XDG_CACHE_HOME is to be ignored by its specification.
  llvm::SmallString<128> path(getVariable("XDG_CACHE_HOME"));
  if (!llvm::sys::path::is_absolute(path)) {
    if (!llvm::sys::path::home_directory(path) ||
        !llvm::sys::path::is_absolute(path)) {
      if (settings.problem.empty())
        settings.problem = "there is no home directory";
      return settings;
    }
    llvm::sys::path::append(path, ".cache");
  }
  llvm::sys::path::append(path, "relay-lite");
  settings.directory = std::string(path);
  return settings;
}

//===----------------------------------------------------------------------===//
// Directory
//===----------------------------------------------------------------------===//

KernelCache::KernelCache(KernelCacheSettings settings)
    : settings(std::move(settings)) {
  // A link is followed if there is something behind it.
  std::string &name = this->settings.directory;
  StringRef path = name;
  while (path.size() > 1 && (path.consume_back("/") || path.consume_back("/.")))
    continue;
  name = path.empty() ? "/" : path.str();
  if (this->settings.problem.empty() && llvm::sys::path::filename(name) == "..")
    refuse("ends with '..'; expected the name of a directory");
}

KernelCache::~KernelCache() {
  if (directory >= 0)
    close(directory);
}

void KernelCache::refuse(const Twine &reason) {
  settings.problem = ("'" + settings.directory + "' " + reason).str();
}

bool KernelCache::open(bool create) {
  if (directory >= 0)
    return true;
  if (!settings.problem.empty())
    return false;
  const char *path = settings.directory.c_str();
  auto openDirectory = [&] {
    return RetryAfterSignal(-1, ::open, path,
                            O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  };
  int file = openDirectory();
  if (file < 0 && errno == ENOENT) {
    if (!create)
      return false;
    // Errors show when the directory is opened.
    (void)llvm::sys::fs::create_directories(
        llvm::sys::path::parent_path(settings.directory),
        /*IgnoreExisting=*/true, llvm::sys::fs::owner_all);
    (void)mkdir(path, S_IRWXU);
    file = openDirectory();
  }
  if (file < 0) {
    int error = errno;
    if (llvm::sys::fs::is_symlink_file(path))
      refuse("is a link, which is not followed");
    else
      refuse("cannot be opened as a directory: " + llvm::sys::StrError(error));
    return false;
  }
  struct stat status;
  if (fstat(file, &status) != 0)
    refuse("cannot be examined: " + llvm::sys::StrError());
  else if (status.st_uid != geteuid())
    refuse("belongs to another user");
  else if (status.st_mode & (S_IRWXG | S_IRWXO))
    refuse("has permissions for other users; expected mode 700");
  if (!settings.problem.empty()) {
    close(file);
    return false;
  }
  directory = file;
  return true;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

// Names of entries, and of files that are being written.
static constexpr llvm::StringLiteral entryPattern = "^[0-9a-f]{64}\\.kernel$";
static constexpr llvm::StringLiteral temporaryPattern =
    "^\\.new-[0-9]+-[0-9]+-[0-9]+$";

/// Whether the file `name` of `directory` starts as entries do; it may be
/// unfinished.
static bool startsWithMagic(int directory, const char *name) {
  int file = RetryAfterSignal(-1, openat, directory, name,
                              O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0)
    return false;
  char bytes[magic.size()];
  ssize_t count = RetryAfterSignal(-1, ::read, file, &bytes[0], sizeof(bytes));
  close(file);
  return count >= 0 && magic.starts_with(StringRef(bytes, count));
}

/// Whether a file that was last written at `time` has been left behind by a
/// writer that died.
static bool isLeftBehind(time_t time) {
  return time + maxTemporaryAge < ::time(nullptr);
}

/// Calls `visit` with the name and the status of each file that has one of the
/// cache's names and starts as its files do.
static void
forEachFile(int directory, StringRef pattern,
            llvm::function_ref<void(StringRef, const struct stat &)> visit) {
  int copy = RetryAfterSignal(-1, openat, directory, ".",
                              O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *stream = copy < 0 ? nullptr : fdopendir(copy);
  if (!stream) {
    if (copy >= 0)
      close(copy);
    return;
  }
  llvm::Regex names(pattern);
  while (dirent *item = readdir(stream)) {
    struct stat status;
    if (names.match(item->d_name) &&
        fstatat(directory, item->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(status.st_mode) && startsWithMagic(directory, item->d_name))
      visit(item->d_name, status);
  }
  closedir(stream);
}

/// Removes the files of writers that died. A process that finds all kernels in
/// the cache writes nothing, and does not evict anything either.
static void removeLeftBehind(int directory) {
  forEachFile(directory, temporaryPattern,
              [&](StringRef name, const struct stat &status) {
                if (isLeftBehind(status.st_mtime))
                  (void)unlinkat(directory, name.str().c_str(), 0);
              });
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

static std::array<uint8_t, sumSize> computeSum(StringRef bytes) {
  return llvm::SHA256::hash(llvm::arrayRefFromStringRef(bytes));
}

static std::string getFileName(StringRef key) {
  return llvm::toHex(computeSum(key), /*LowerCase=*/true) + entrySuffix.str();
}

/// The object in `file`, if it is an entry of `key`.
static std::optional<KernelObject> parseEntry(StringRef file, StringRef key) {
  if (file.size() < headerSize || !file.consume_front(magic))
    return std::nullopt;
  StringRef sum = file.take_front(sumSize);
  file = file.drop_front(sumSize);
  if (llvm::toStringRef(computeSum(file)) != sum)
    return std::nullopt;
  const char *header = file.data();
  uint64_t keySize = endian::read64le(header);
  uint64_t objectSize = endian::read64le(header + 8);
  uint64_t scratchSize = endian::read64le(header + 16);
  file = file.drop_front(3 * 8);
  if (keySize != key.size() || !file.consume_front(key) ||
      objectSize != file.size())
    return std::nullopt;
  return KernelObject{llvm::MemoryBuffer::getMemBufferCopy(file, "kernel"),
                      scratchSize};
}

static std::string makeEntry(StringRef key, StringRef object,
                             uint64_t scratchSize) {
  std::string body;
  llvm::raw_string_ostream os(body);
  for (uint64_t number :
       {uint64_t(key.size()), uint64_t(object.size()), scratchSize}) {
    char bytes[8];
    endian::write64le(bytes, number);
    os << StringRef(bytes, sizeof(bytes));
  }
  os << key << object;
  return (magic + llvm::toStringRef(computeSum(body)) + body).str();
}

std::optional<KernelObject> KernelCache::lookup(StringRef key) {
  std::lock_guard<std::mutex> lock(mutex);
  bool wasOpen = directory >= 0;
  if (!open(/*create=*/false))
    return std::nullopt;
  if (!wasOpen)
    removeLeftBehind(directory);
  // Do not block if it is a pipe.
  int file = RetryAfterSignal(-1, openat, directory, getFileName(key).c_str(),
                              O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0)
    return std::nullopt;
  llvm::scope_exit closeFile([&] { close(file); });
  struct stat status;
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_uid != geteuid() || (status.st_mode & (S_IWGRP | S_IWOTH)) ||
      uint64_t(status.st_size) > maxEntryBytes)
    return std::nullopt;
  // Read, not mapped: another process may truncate it.
  SmallVector<char, 0> bytes;
  if (llvm::Error error = llvm::sys::fs::readNativeFileToEOF(
          file, bytes, /*ChunkSize=*/status.st_size + 1)) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  std::optional<KernelObject> object =
      parseEntry(StringRef(bytes.data(), bytes.size()), key);
  if (object && status.st_mtime + timeGranularity < time(nullptr))
    (void)futimens(file, nullptr);
  return object;
}

void KernelCache::store(StringRef key, StringRef object, uint64_t scratchSize) {
  std::string entry = makeEntry(key, object, scratchSize);
  std::lock_guard<std::mutex> lock(mutex);
  if (entry.size() > std::min(settings.maxBytes, maxEntryBytes) ||
      !open(/*create=*/true))
    return;
  // Writing beyond that limit would be a signal.
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      entry.size() > limit.rlim_cur)
    return;
  std::string temporary =
      (temporaryPrefix + Twine(getpid()) + "-" +
       Twine(reinterpret_cast<uintptr_t>(this)) + "-" + Twine(numStored++))
          .str();
  int file = RetryAfterSignal(
      -1, openat, directory, temporary.c_str(),
      O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0)
    return;
  llvm::raw_fd_ostream os(file, /*shouldClose=*/true);
  os << entry;
  os.close();
  bool isWritten = !os.has_error();
  os.clear_error();
  if (!isWritten || renameat(directory, temporary.c_str(), directory,
                             getFileName(key).c_str()) != 0) {
    (void)unlinkat(directory, temporary.c_str(), 0);
    return;
  }
  bytesStored += entry.size();
  // Others may have stored, too: counted anew from time to time.
  if (!bytesCounted || *bytesCounted + bytesStored > settings.maxBytes ||
      bytesStored > settings.maxBytes / 16)
    evict(settings.maxBytes);
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

struct KernelCache::File {
  std::string name;
  uint64_t numBytes;
  timespec time;
  bool isEntry;
};

std::vector<KernelCache::File> KernelCache::listFiles() {
  std::vector<File> files;
  for (bool isEntry : {true, false})
    forEachFile(directory, isEntry ? entryPattern : temporaryPattern,
                [&](StringRef name, const struct stat &status) {
                  files.push_back({name.str(), uint64_t(status.st_size),
                                   status.st_mtim, isEntry});
                });
  return files;
}

void KernelCache::evict(uint64_t maxBytes) {
  std::vector<File> files = listFiles();
  llvm::sort(files, [](const File &lhs, const File &rhs) {
    return std::tie(lhs.time.tv_sec, lhs.time.tv_nsec, lhs.name) <
           std::tie(rhs.time.tv_sec, rhs.time.tv_nsec, rhs.name);
  });
  uint64_t numBytes = 0;
  for (const File &file : files)
    numBytes += file.numBytes;
  // A quarter more than needed, so that it is not done again at once.
  uint64_t target = numBytes > maxBytes ? maxBytes - maxBytes / 4 : maxBytes;
  for (const File &file : files) {
    bool isLeftOver = !file.isEntry && isLeftBehind(file.time.tv_sec);
    if (!isLeftOver && (numBytes <= target || !file.isEntry))
      continue;
    if (unlinkat(directory, file.name.c_str(), 0) == 0)
      numBytes -= file.numBytes;
  }
  bytesCounted = numBytes;
  bytesStored = 0;
}

/// Why nothing can be written to `path`, or be made there if it is missing;
/// empty if it can.
static std::string findWriteProblem(StringRef path) {
  bool exists = llvm::sys::fs::exists(path);
  std::string reason;
  llvm::SmallString<128> place(path);
  while (!place.empty() && !llvm::sys::fs::exists(place))
    llvm::sys::path::remove_filename(place);
  if (place.empty())
    place = ".";
  struct statvfs status;
  if (faccessat(AT_FDCWD, place.c_str(), W_OK | X_OK, AT_EACCESS) != 0)
    reason = llvm::sys::StrError();
  else if (statvfs(place.c_str(), &status) == 0 && status.f_blocks != 0 &&
           status.f_bavail == 0)
    reason = llvm::sys::StrError(ENOSPC);
  if (reason.empty())
    return "";
  return ("'" + path + "' cannot be " + (exists ? "written" : "made") + ": " +
          reason)
      .str();
}

Expected<KernelCache::Usage> KernelCache::getUsage() {
  std::lock_guard<std::mutex> lock(mutex);
  Usage usage;
  bool isOpen = open(/*create=*/false);
  if (!isOpen && !settings.problem.empty())
    return createStringError(settings.problem);
  usage.problem = findWriteProblem(settings.directory);
  if (!isOpen)
    return usage;
  for (const File &file : listFiles()) {
    usage.numEntries += file.isEntry;
    usage.numBytes += file.numBytes;
  }
  return usage;
}

Expected<size_t> KernelCache::clear() {
  std::lock_guard<std::mutex> lock(mutex);
  size_t numRemoved = 0;
  if (!open(/*create=*/false)) {
    if (!settings.problem.empty())
      return createStringError(settings.problem);
    return numRemoved;
  }
  for (const File &file : listFiles()) {
    if (unlinkat(directory, file.name.c_str(), 0) == 0)
      numRemoved += file.isEntry;
    else if (errno != ENOENT)
      return createStringError("cannot remove '" + settings.directory + "/" +
                               file.name + "': " + llvm::sys::StrError());
  }
  bytesCounted.reset();
  return numRemoved;
}
