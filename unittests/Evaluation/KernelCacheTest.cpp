//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cache of kernels on disk: what it refuses, and that whatever happens to
// its files, an entry is what was stored or is not there.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Evaluation/KernelCache.h"
#include "RelayLite/Evaluation/KernelCompiler.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#ifdef __linux__
#include <sched.h>
#include <sys/mount.h>
#endif
#include <cmath>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir::relay;
namespace fs = llvm::sys::fs;

namespace {

constexpr int skipped = 77;

/// Runs `body` in a process of its own and returns its exit code.
template <typename Body>
int runInChild(Body body) {
  pid_t child = fork();
  if (child == 0)
    _exit(body());
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

class KernelCacheTest : public testing::Test {
protected:
  void SetUp() override {
    llvm::SmallString<128> path;
    ASSERT_FALSE(fs::createUniqueDirectory("relay-lite-cache", path));
    root = std::string(path);
  }
  void TearDown() override { fs::remove_directories(root); }

  std::string getDirectory() const { return root + "/cache"; }

  KernelCacheSettings getSettings() const {
    KernelCacheSettings settings;
    settings.directory = getDirectory();
    return settings;
  }

  /// The paths of the entries.
  std::vector<std::string> getEntries() const {
    std::vector<std::string> paths;
    std::error_code error;
    for (fs::directory_iterator it(getDirectory(), error), end;
         it != end && !error; it.increment(error))
      paths.push_back(it->path());
    llvm::sort(paths);
    return paths;
  }

  /// Expects that a new cache object finds what is given.
  void expectEntry(llvm::StringRef key, llvm::StringRef object,
                   uint64_t scratchSize) const {
    std::optional<KernelObject> entry = KernelCache(getSettings()).lookup(key);
    ASSERT_TRUE(entry);
    EXPECT_EQ(entry->object->getBuffer(), object);
    EXPECT_EQ(entry->scratchSize, scratchSize);
  }
  bool isMiss(llvm::StringRef key) const {
    return !KernelCache(getSettings()).lookup(key);
  }

  static std::string read(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }
  static void write(const std::string &path, const std::string &bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
  }

  std::string root;
};

TEST_F(KernelCacheTest, FindsWhatWasStored) {
  KernelCache cache(getSettings());
  EXPECT_FALSE(cache.lookup("key"));
  EXPECT_FALSE(fs::exists(getDirectory()));
  cache.store("key", llvm::StringRef("obj\0ect", 7), 123);
  cache.store("", "", 0);
  expectEntry("key", llvm::StringRef("obj\0ect", 7), 123);
  expectEntry("", "", 0);
  EXPECT_TRUE(isMiss("key "));
  cache.store("key", "other", uint64_t(1) << 40);
  expectEntry("key", "other", uint64_t(1) << 40);
  struct stat status;
  ASSERT_EQ(stat(getDirectory().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0700u);
  for (const std::string &path : getEntries()) {
    ASSERT_EQ(stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0600u);
  }
  EXPECT_EQ(getEntries().size(), 2u);
  llvm::Expected<KernelCache::Usage> usage = cache.getUsage();
  ASSERT_TRUE(bool(usage));
  EXPECT_EQ(usage->numEntries, 2u);
  llvm::Expected<size_t> numRemoved = cache.clear();
  ASSERT_TRUE(bool(numRemoved));
  EXPECT_EQ(*numRemoved, 2u);
  EXPECT_TRUE(getEntries().empty());
}

TEST_F(KernelCacheTest, GarbledEntriesAreMisses) {
  KernelCache(getSettings()).store("the key", "the object", 64);
  ASSERT_EQ(getEntries().size(), 1u);
  std::string path = getEntries().front();
  std::string entry = read(path);
  // Every bit counts.
  for (size_t i = 0; i < entry.size(); ++i) {
    std::string garbled = entry;
    garbled[i] ^= 1 << (i % 8);
    write(path, garbled);
    EXPECT_TRUE(isMiss("the key")) << i;
  }
  for (size_t size = 0; size < entry.size(); ++size) {
    write(path, entry.substr(0, size));
    EXPECT_TRUE(isMiss("the key")) << size;
  }
  write(path, entry + '\0');
  EXPECT_TRUE(isMiss("the key"));
  // A sound entry under the name of another key.
  KernelCache(getSettings()).store("other key", "its object", 64);
  ASSERT_EQ(getEntries().size(), 2u);
  std::string other =
      getEntries()[0] == path ? getEntries()[1] : getEntries()[0];
  write(path, read(other));
  EXPECT_TRUE(isMiss("the key"));
  // Sizes that do not add up, under a sum that is right.
  for (size_t field : {0, 8}) {
    std::string garbled = entry;
    llvm::support::endian::write64le(&garbled[40 + field], ~uint64_t(0));
    std::array<uint8_t, 32> sum = llvm::SHA256::hash(
        llvm::arrayRefFromStringRef(llvm::StringRef(garbled).drop_front(40)));
    std::copy(sum.begin(), sum.end(), garbled.begin() + 8);
    write(path, garbled);
    EXPECT_TRUE(isMiss("the key"));
  }
  // Storing again mends it.
  KernelCache(getSettings()).store("the key", "the object", 64);
  EXPECT_EQ(read(path), entry);
  expectEntry("the key", "the object", 64);
}

TEST_F(KernelCacheTest, LinksAndSpecialFilesAreNotRead) {
  KernelCache(getSettings()).store("key", "object", 0);
  std::string path = getEntries().front();
  std::string aside = root + "/aside";
  ASSERT_EQ(rename(path.c_str(), aside.c_str()), 0);
  ASSERT_EQ(symlink(aside.c_str(), path.c_str()), 0);
  EXPECT_TRUE(isMiss("key"));
  ASSERT_EQ(unlink(path.c_str()), 0);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_TRUE(isMiss("key"));
  ASSERT_EQ(unlink(path.c_str()), 0);
  ASSERT_EQ(mkdir(path.c_str(), 0700), 0);
  EXPECT_TRUE(isMiss("key"));
  // A directory in the way of an entry stays there.
  KernelCache(getSettings()).store("key", "object", 0);
  EXPECT_TRUE(isMiss("key"));
  EXPECT_EQ(getEntries().size(), 1u);
  ASSERT_EQ(rmdir(path.c_str()), 0);
  // Others could have written it.
  ASSERT_EQ(rename(aside.c_str(), path.c_str()), 0);
  ASSERT_EQ(chmod(path.c_str(), 0620), 0);
  EXPECT_TRUE(isMiss("key"));
  ASSERT_EQ(chmod(path.c_str(), 0644), 0);
  expectEntry("key", "object", 0);
}

TEST_F(KernelCacheTest, DirectoriesOfOthersAreRefused) {
  auto getProblem = [&](std::string directory) {
    KernelCacheSettings settings;
    settings.directory = directory;
    KernelCache cache(settings);
    cache.store("key", "object", 0);
    EXPECT_FALSE(cache.lookup("key"));
    llvm::Expected<size_t> cleared = cache.clear();
    EXPECT_FALSE(bool(cleared));
    std::string problem = llvm::toString(cleared.takeError());
    EXPECT_EQ(problem, llvm::toString(cache.getUsage().takeError()));
    return problem;
  };
  std::string directory = getDirectory();
  ASSERT_EQ(mkdir(directory.c_str(), 0700), 0);
  for (mode_t mode : {0701, 0710, 0720, 0704, 01777}) {
    ASSERT_EQ(chmod(directory.c_str(), mode), 0);
    EXPECT_EQ(getProblem(directory),
              "'" + directory +
                  "' has permissions for other users; expected mode 700");
  }
  ASSERT_EQ(chmod(directory.c_str(), 0700), 0);
  std::string link = root + "/link";
  ASSERT_EQ(symlink(directory.c_str(), link.c_str()), 0);
  EXPECT_EQ(getProblem(link),
            "'" + link + "' is a link, which is not followed");
  for (const char *behind : {"/", "//", "/.", "/./", "//.//./"})
    EXPECT_EQ(getProblem(link + behind), getProblem(link)) << behind;
  std::string parent = link + "/..";
  EXPECT_EQ(getProblem(parent),
            "'" + parent +
                "' ends with '..'; expected the name of a directory");
  write(root + "/file", "");
  EXPECT_EQ(getProblem(root + "/file"), "'" + root +
                                            "/file' cannot be opened as a "
                                            "directory: Not a directory");
  // A directory that cannot be made.
  EXPECT_EQ(getProblem(root + "/file/cache"),
            "'" + root +
                "/file/cache' cannot be opened as a directory: Not a "
                "directory");
  EXPECT_EQ(getProblem("/proc/self/relay-lite"),
            "'/proc/self/relay-lite' cannot be opened as a directory: No such "
            "file or directory");
  EXPECT_TRUE(getEntries().empty());
  // A directory of another user: any of root's, or for root one that it gives
  // away.
  std::string foreign = "/usr";
  if (geteuid() == 0) {
    foreign = directory;
    ASSERT_EQ(chown(directory.c_str(), 1234, 1234), 0);
  }
  EXPECT_EQ(getProblem(foreign), "'" + foreign + "' belongs to another user");
}

TEST_F(KernelCacheTest, ReadOnlyDirectoriesAreRead) {
  KernelCache(getSettings()).store("key", "object", 0);
  std::vector<std::string> entries = getEntries();
  if (geteuid() == 0) {
    // Root may write everywhere; another user may not.
    ASSERT_EQ(chown(entries.front().c_str(), 1234, 1234), 0);
    ASSERT_EQ(chown(getDirectory().c_str(), 1234, 1234), 0);
    ASSERT_EQ(chmod(root.c_str(), 0755), 0);
  }
  ASSERT_EQ(chmod(getDirectory().c_str(), 0500), 0);
  EXPECT_EQ(runInChild([&] {
              if (geteuid() == 0 && (setgid(1234) || setuid(1234)))
                return skipped;
              KernelCache cache(getSettings());
              cache.store("other", "object", 0);
              if (!cache.lookup("key") || cache.lookup("other"))
                return 1;
              llvm::Expected<KernelCache::Usage> usage = cache.getUsage();
              if (!usage || usage->problem != "'" + getDirectory() +
                                                  "' cannot be written: "
                                                  "Permission denied")
                return 3;
              KernelCacheSettings inside;
              inside.directory = getDirectory() + "/a/b";
              usage = KernelCache(inside).getUsage();
              if (!usage || usage->problem != "'" + inside.directory +
                                                  "' cannot be made: "
                                                  "Permission denied")
                return 4;
              llvm::Expected<size_t> cleared = cache.clear();
              return !cleared && llvm::toString(cleared.takeError()) ==
                                     "cannot remove '" + entries.front() +
                                         "': Permission denied"
                         ? 0
                         : 2;
            }),
            0);
  ASSERT_EQ(chmod(getDirectory().c_str(), 0700), 0);
  EXPECT_EQ(getEntries(), entries);
}

TEST_F(KernelCacheTest, FilesThatCannotBeWrittenAreNotLeftBehind) {
  ASSERT_EQ(mkdir(getDirectory().c_str(), 0700), 0);
  // A limit of files, which a signal would enforce.
  EXPECT_EQ(runInChild([&] {
              struct rlimit limit = {1000, 1000};
              if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
                return skipped;
              KernelCache cache(getSettings());
              cache.store("large", std::string(1000, 'x'), 0);
              cache.store("small", "object", 0);
              return !cache.lookup("large") && cache.lookup("small") ? 0 : 1;
            }),
            0);
  EXPECT_EQ(getEntries().size(), 1u);
#ifdef __linux__
  // A full disk.
  int result = runInChild([&] {
    if (unshare(CLONE_NEWNS) != 0 ||
        mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        mount("none", getDirectory().c_str(), "tmpfs", 0,
              "size=64k,mode=0700") != 0)
      return skipped;
    KernelCache cache(getSettings());
    cache.store("small", "object", 0);
    cache.store("large", std::string(100000, 'x'), 0);
    if (cache.lookup("large") || !cache.lookup("small") ||
        getEntries().size() != 1)
      return 1;
    auto getProblem = [&] {
      llvm::Expected<KernelCache::Usage> usage = cache.getUsage();
      return usage ? usage->problem : llvm::toString(usage.takeError());
    };
    if (!getProblem().empty())
      return 2;
    write(getDirectory() + "/rest", std::string(100000, 'x'));
    return getProblem() == "'" + getDirectory() +
                               "' cannot be written: No space left on device"
               ? 0
               : 3;
  });
  EXPECT_TRUE(result == 0 || result == skipped) << result;
#endif
}

TEST_F(KernelCacheTest, LeastRecentlyUsedEntriesGoFirst) {
  KernelCacheSettings settings = getSettings();
  settings.maxBytes = 10000;
  std::string object(900, 'x');
  auto setAge = [&](llvm::StringRef key, time_t age) {
    std::string path =
        getDirectory() + "/" +
        llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(key)),
                    /*LowerCase=*/true) +
        ".kernel";
    timespec times[2];
    times[0].tv_sec = times[1].tv_sec = time(nullptr) - age;
    times[0].tv_nsec = times[1].tv_nsec = 0;
    EXPECT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  };
  for (int i = 0; i < 10; ++i) {
    std::string key = std::to_string(i);
    KernelCache(settings).store(key, object, 0);
    setAge(key, 1000 - i);
  }
  EXPECT_EQ(getEntries().size(), 10u);
  // Use makes young.
  EXPECT_TRUE(KernelCache(settings).lookup("0"));
  // A file of a process that did not finish, and one of a process that may yet.
  std::string left = getDirectory() + "/.new-1-2-3",
              young = getDirectory() + "/.new-1-2-4";
  write(left, "RLKERN");
  timespec old[2] = {{1000000000, 0}, {1000000000, 0}};
  EXPECT_EQ(utimensat(AT_FDCWD, left.c_str(), old, 0), 0);
  write(young, "");
  KernelCache(settings).store("10", object, 0);
  EXPECT_FALSE(isMiss("0"));
  EXPECT_TRUE(isMiss("1"));
  EXPECT_TRUE(isMiss("2"));
  EXPECT_FALSE(isMiss("9"));
  EXPECT_FALSE(isMiss("10"));
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(young));
  KernelCache cache(settings);
  llvm::Expected<KernelCache::Usage> usage = cache.getUsage();
  ASSERT_TRUE(bool(usage));
  EXPECT_LE(usage->numBytes, settings.maxBytes);
  // Many more, by one process.
  for (int i = 0; i < 100; ++i) {
    cache.store("more" + std::to_string(i), object, 0);
    usage = cache.getUsage();
    ASSERT_TRUE(bool(usage));
    EXPECT_LE(usage->numBytes, settings.maxBytes);
  }
  EXPECT_FALSE(isMiss("more99"));
  cache.store("too large", std::string(10000, 'x'), 0);
  EXPECT_TRUE(isMiss("too large"));
  settings.maxBytes = 0;
  KernelCache(settings).store("none", "", 0);
  EXPECT_TRUE(isMiss("none"));
}

// A process that finds its kernels writes nothing.
TEST_F(KernelCacheTest, ReadersRemoveWhatIsLeftBehind) {
  KernelCacheSettings settings = getSettings();
  KernelCache(settings).store("key", "object", 0);
  std::string left = getDirectory() + "/.new-1-2-3",
              young = getDirectory() + "/.new-1-2-4",
              other = getDirectory() + "/.new-1-2-5";
  timespec old[2] = {{1000000000, 0}, {1000000000, 0}};
  write(left, "RLKERN");
  write(young, "RLKERN");
  write(other, "a list of kernels");
  for (const std::string &path : {left, other})
    EXPECT_EQ(utimensat(AT_FDCWD, path.c_str(), old, 0), 0);
  EXPECT_TRUE(KernelCache(settings).lookup("key"));
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(young));
  EXPECT_TRUE(fs::exists(other));
}

TEST_F(KernelCacheTest, OtherFilesStay) {
  KernelCacheSettings settings = getSettings();
  settings.maxBytes = 1000;
  KernelCache(settings).store("key", "object", 0);
  std::string entry = read(getEntries().front());
  std::string hash(64, 'a');
  std::map<std::string, std::string> others = {
      // Names that are like those of the cache.
      {"notes", entry},
      {"notes.kernel", entry},
      {".kernel", entry},
      {hash, entry},
      {hash.substr(1) + ".kernel", entry},
      {hash + "a.kernel", entry},
      {std::string(64, 'A') + ".kernel", entry},
      {std::string(64, 'g') + ".kernel", entry},
      {hash + ".kernel.kernel", entry},
      {".new-plan", entry},
      {".new-1-2", entry},
      {".new-1-2-3-4", entry},
      {".new-1--3", entry},
      {".new-1-2-3x", entry},
      // Names of the cache with contents that are not.
      {hash + ".kernel", "a list of kernels"},
      {std::string(64, 'b') + ".kernel", "RLKERN and more"},
      {".new-1-2-3", std::string(2000, 'x')},
  };
  for (const auto &[name, bytes] : others) {
    std::string path = getDirectory() + "/" + name;
    write(path, bytes);
    timespec old[2] = {{1000000000, 0}, {1000000000, 0}};
    EXPECT_EQ(utimensat(AT_FDCWD, path.c_str(), old, 0), 0);
  }
  std::string link = getDirectory() + "/" + std::string(64, 'c') + ".kernel";
  ASSERT_EQ(symlink(getEntries().front().c_str(), link.c_str()), 0);
  KernelCache cache(settings);
  // They do not count, or everything would have to go.
  cache.store("other key", "object", 0);
  llvm::Expected<KernelCache::Usage> usage = cache.getUsage();
  ASSERT_TRUE(bool(usage));
  EXPECT_EQ(usage->numEntries, 2u);
  EXPECT_EQ(usage->numBytes, 2 * entry.size() + 6);
  for (int i = 0; i < 100; ++i)
    cache.store("more" + std::to_string(i), "object", 0);
  llvm::Expected<size_t> numRemoved = cache.clear();
  ASSERT_TRUE(bool(numRemoved));
  EXPECT_GT(*numRemoved, 0u);
  for (const auto &[name, bytes] : others)
    EXPECT_EQ(read(getDirectory() + "/" + name), bytes) << name;
  EXPECT_EQ(getEntries().size(), others.size() + 1);
}

TEST_F(KernelCacheTest, ProcessesShareIt) {
  constexpr int numProcesses = 4, numKeys = 50, numRounds = 4;
  auto getObject = [](int i) {
    return std::string(1000 * (i % 7) + i, 'a' + i % 26);
  };
  std::vector<pid_t> children;
  for (int process = 0; process < numProcesses; ++process) {
    pid_t child = fork();
    if (child == 0) {
      KernelCacheSettings settings = getSettings();
      // Small enough that some are removed all the time.
      settings.maxBytes = 100000;
      KernelCache cache(settings);
      for (int i = 0; i < numKeys * numRounds; ++i) {
        int key = (i * (2 * process + 1)) % numKeys;
        cache.store(std::to_string(key), getObject(key), key);
        for (int other = 0; other < numKeys; other += 7) {
          std::optional<KernelObject> entry =
              cache.lookup(std::to_string(other));
          if (entry && (entry->object->getBuffer() != getObject(other) ||
                        entry->scratchSize != uint64_t(other)))
            _exit(1);
        }
      }
      _exit(0);
    }
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  size_t numFound = 0;
  for (int key = 0; key < numKeys; ++key)
    numFound += !isMiss(std::to_string(key));
  EXPECT_GT(numFound, 0u);
  for (const std::string &path : getEntries())
    EXPECT_TRUE(llvm::StringRef(path).ends_with(".kernel")) << path;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Runs a kernel with the environment's cache; the exit code tells how many
/// kernels were compiled and taken from the cache, and that the result is
/// right.
int computeRemainders() {
  llvm::Expected<Kernel> kernel = KernelCompiler::get().compile(
      R"(func.func @source(%x: tensor<4xf32>, %y: tensor<4xf32>)
             -> tensor<4xf32> {
           %0 = relay.mod %x, %y
               : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
           return %0 : tensor<4xf32>
         })");
  if (!kernel)
    return 90;
  alignas(64) float x[4] = {5, -7, 3, 9}, y[4] = {3, 4, 5, 9}, out[4] = {};
  KernelShare share;
  void *buffers[] = {x, y, out, &share, nullptr};
  kernel->function(buffers, nullptr, nullptr);
  for (int i = 0; i < 4; ++i)
    if (out[i] != std::fmod(x[i], y[i]))
      return 91;
  KernelCompiler::Statistics statistics = KernelCompiler::get().getStatistics();
  return statistics.numCompiled * 10 + statistics.numCached;
}

constexpr int compiled = 10, cached = 1;

/// The same in a process of its own with its cache in `directory`.
int computeWithCache(const std::string &directory, const char *state = "on") {
  return runInChild([&] {
    setenv("RELAYLITE_CACHE", state, 1);
    setenv("RELAYLITE_CACHE_DIR", directory.c_str(), 1);
    return computeRemainders();
  });
}

TEST_F(KernelCacheTest, KernelsAreTakenFromIt) {
  ASSERT_NE(getBuildIds(), "");
  EXPECT_EQ(computeWithCache(getDirectory(), "off"), compiled);
  EXPECT_FALSE(fs::exists(getDirectory()));
  EXPECT_EQ(computeWithCache(getDirectory()), compiled);
  EXPECT_EQ(computeWithCache(getDirectory()), cached);
  ASSERT_EQ(getEntries().size(), 1u);
  std::string path = getEntries().front();
  std::string entry = read(path);
  write(path, entry.substr(0, entry.size() / 2));
  EXPECT_EQ(computeWithCache(getDirectory()), compiled);
  EXPECT_EQ(read(path), entry);
}

TEST_F(KernelCacheTest, WhatObjectsMayCallIsChecked) {
  EXPECT_EQ(computeWithCache(getDirectory()), compiled);
  std::string path = getEntries().front();
  std::string entry = read(path);
  uint64_t keySize = llvm::support::endian::read64le(&entry[40]);
  std::string key = entry.substr(64, keySize);
  EXPECT_TRUE(llvm::StringRef(key).starts_with(getBuildIds() + "\n"));
  EXPECT_TRUE(llvm::StringRef(key).contains("relay.mod"));
  std::string object = entry.substr(64 + keySize);
  // Another function of the C library instead of fmodf.
  size_t name = object.find(std::string("\0fmodf\0", 7));
  ASSERT_NE(name, std::string::npos);
  std::string calling = object;
  calling.replace(name + 1, 5, "abort");
  // Without the entry.
  name = object.find("relay_kernel");
  ASSERT_NE(name, std::string::npos);
  std::string nameless = object;
  nameless[name] = 'R';
  for (const std::string &changed :
       {std::string(), std::string("no object"), std::string("\177ELF\2\1\1"),
        object.substr(0, object.size() / 2), calling, nameless}) {
    KernelCache(getSettings()).store(key, changed, 0);
    EXPECT_NE(read(path), entry);
    EXPECT_EQ(computeWithCache(getDirectory()), compiled);
    EXPECT_EQ(read(path), entry);
  }
}

} // namespace
