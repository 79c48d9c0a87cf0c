//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of the writer of files: what stands at a path before, what it has
// after, and which files are left.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <thread>
#include <unistd.h>

using namespace mlir::relay;
namespace fs = llvm::sys::fs;

namespace {

class OutputFileTest : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(fs::createUniqueDirectory("output-file", folder));
  }
  void TearDown() override { fs::remove_directories(folder); }

  /// The path of `name` in the folder of the test.
  std::string at(const llvm::Twine &name) const {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, name);
    return path.str().str();
  }

  /// Makes a file without the code under test.
  void makeFile(llvm::StringRef name, llvm::StringRef content,
                mode_t mode = 0644) const {
    {
      std::error_code error;
      llvm::raw_fd_ostream os(at(name), error);
      ASSERT_FALSE(error);
      os << content;
    }
    ASSERT_EQ(chmod(at(name).c_str(), mode), 0);
  }

  void makeLink(const char *to, llvm::StringRef name) const {
    ASSERT_EQ(symlink(to, at(name).c_str()), 0);
  }

  std::string read(llvm::StringRef name) const {
    auto buffer = llvm::MemoryBuffer::getFile(at(name));
    return buffer ? (*buffer)->getBuffer().str() : "(cannot be read)";
  }

  mode_t getMode(llvm::StringRef name) const {
    struct stat status{};
    EXPECT_EQ(lstat(at(name).c_str(), &status), 0);
    return status.st_mode;
  }

  /// The message of writing "new" to `name`, without the folder; "" if it
  /// succeeds.
  std::string write(llvm::StringRef name) const {
    std::string message = llvm::toString(writeFile(at(name), "new"));
    if (size_t begin = message.find(folder.str().str());
        begin != std::string::npos)
      message.erase(begin, folder.size() + 1);
    return message;
  }

  unsigned countFiles(llvm::StringRef name = "") const {
    std::error_code error;
    unsigned count = 0;
    for (fs::directory_iterator it(at(name), error), end; it != end && !error;
         it.increment(error))
      ++count;
    return count;
  }

  llvm::SmallString<128> folder;
};

TEST_F(OutputFileTest, MakesAFileAsTheUmaskSays) {
  mode_t mask = umask(0);
  umask(mask);
  EXPECT_EQ(write("a"), "");
  EXPECT_EQ(read("a"), "new");
  EXPECT_EQ(getMode("a"), S_IFREG | (0666 & ~mask));
  EXPECT_EQ(llvm::toString(writeFile(at("b"), "", /*isExecutable=*/true)), "");
  EXPECT_EQ(getMode("b"), S_IFREG | (0777 & ~mask));
  EXPECT_EQ(countFiles(), 2u);
}

TEST_F(OutputFileTest, KeepsTheModeOfAFile) {
  for (mode_t mode : {0600, 0640, 0755}) {
    makeFile("a", "old content", mode);
    EXPECT_EQ(write("a"), "");
    EXPECT_EQ(read("a"), "new");
    EXPECT_EQ(getMode("a"), S_IFREG | mode);
  }
  EXPECT_EQ(countFiles(), 1u);
}

TEST_F(OutputFileTest, ReplacesAtTheEnd) {
  makeFile("a", "old");
  auto file = OutputFile::open(at("a"));
  ASSERT_TRUE(bool(file));
  (*file)->os() << "new";
  (*file)->os().flush();
  EXPECT_EQ(read("a"), "old");
  EXPECT_EQ(llvm::toString((*file)->keep()), "");
  EXPECT_EQ(read("a"), "new");
}

TEST_F(OutputFileTest, DiscardsWhatIsNotKept) {
  makeFile("a", "old");
  for (const char *name : {"a", "b"}) {
    auto file = OutputFile::open(at(name));
    ASSERT_TRUE(bool(file));
    (*file)->os() << "new";
  }
  EXPECT_EQ(read("a"), "old");
  EXPECT_EQ(countFiles(), 1u);
}

TEST_F(OutputFileTest, TakesNamesOfAnyKind) {
  ASSERT_FALSE(fs::create_directory(at("%%%")));
  for (const std::string &name :
       {std::string("%%%/%%"), std::string(255, 'n'), std::string("a b\n")}) {
    EXPECT_EQ(write(name), "");
    EXPECT_EQ(read(name), "new");
  }
  EXPECT_EQ(countFiles(), 3u);
  EXPECT_EQ(countFiles("%%%"), 1u);
}

TEST_F(OutputFileTest, FollowsLinks) {
  ASSERT_FALSE(fs::create_directory(at("other")));
  makeFile("other/file", "old", 0600);
  makeLink("other/file", "link");
  makeLink("other/../link", "chain");
  makeLink(at("other").c_str(), "folder");
  for (const char *name : {"link", "chain", "folder/file"}) {
    makeFile("other/file", "old", 0600);
    EXPECT_EQ(write(name), "") << name;
    EXPECT_EQ(read("other/file"), "new") << name;
  }
  EXPECT_EQ(getMode("other/file"), mode_t(S_IFREG | 0600));
  EXPECT_TRUE(S_ISLNK(getMode("link")));
  EXPECT_TRUE(S_ISLNK(getMode("chain")));
  EXPECT_EQ(countFiles("other"), 1u);
}

TEST_F(OutputFileTest, MakesTheFileOfADanglingLink) {
  ASSERT_FALSE(fs::create_directory(at("other")));
  makeLink("other/second", "first");
  makeLink("file", "other/second");
  EXPECT_EQ(write("first"), "");
  EXPECT_EQ(read("other/file"), "new");
  EXPECT_TRUE(S_ISLNK(getMode("first")));
  EXPECT_TRUE(S_ISLNK(getMode("other/second")));
  EXPECT_EQ(countFiles("other"), 2u);
}

TEST_F(OutputFileTest, RefusesALoopOfLinks) {
  makeLink("b", "a");
  makeLink("a", "b");
  EXPECT_EQ(write("a"), "cannot write 'a': Too many levels of symbolic links");
  makeLink("none/file", "c");
  EXPECT_EQ(write("c"), "cannot write 'c': No such file or directory");
  EXPECT_EQ(countFiles(), 3u);
}

TEST_F(OutputFileTest, RefusesFoldersAndWhatIsInNone) {
  makeFile("file", "old");
  ASSERT_FALSE(fs::create_directory(at("folder")));
  makeLink("folder", "link");
  EXPECT_EQ(write("folder"), "cannot write 'folder': Is a directory");
  EXPECT_EQ(write("link"), "cannot write 'link': Is a directory");
  EXPECT_EQ(write("none/a"),
            "cannot write 'none/a': No such file or directory");
  EXPECT_EQ(write("file/a"), "cannot write 'file/a': Not a directory");
  EXPECT_EQ(llvm::toString(writeFile("", "new")),
            "cannot write '': No such file or directory");
  EXPECT_EQ(countFiles(), 3u);
  EXPECT_EQ(countFiles("folder"), 0u);
}

TEST_F(OutputFileTest, RefusesWhatMayNotBeWritten) {
  makeFile("file", "old", 0444);
  // Root may write all files, so that it becomes nobody for a while.
  constexpr uid_t nobody = 65534;
  bool isRoot = geteuid() == 0;
  if (isRoot) {
    ASSERT_EQ(chown(folder.c_str(), nobody, nobody), 0);
    ASSERT_EQ(chown(at("file").c_str(), nobody, nobody), 0);
    ASSERT_EQ(setresuid(nobody, nobody, 0), 0);
  }
  std::string file = write("file");
  EXPECT_EQ(chmod(folder.c_str(), 0555), 0);
  std::string newFile = write("a");
  EXPECT_EQ(chmod(folder.c_str(), 0755), 0);
  if (isRoot)
    ASSERT_EQ(setresuid(0, 0, 0), 0);
  EXPECT_EQ(file, "cannot write 'file': Permission denied");
  EXPECT_EQ(newFile, "cannot write 'a': Permission denied");
  EXPECT_EQ(read("file"), "old");
  EXPECT_EQ(countFiles(), 1u);
}

TEST_F(OutputFileTest, KeepsTheOldContentIfTheDiskIsFull) {
  makeFile("a", "old");
  // A limit for files acts as a full disk does, but as a signal by default.
  auto *handler = std::signal(SIGXFSZ, SIG_IGN);
  struct rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
  struct rlimit small = {1000, limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  std::string message =
      llvm::toString(writeFile(at("a"), std::string(2000, 'x')));
  std::string other =
      llvm::toString(writeFile(at("b"), std::string(2000, 'x')));
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(message, "cannot write '" + at("a") + "': File too large");
  EXPECT_EQ(other, "cannot write '" + at("b") + "': File too large");
  EXPECT_EQ(read("a"), "old");
  EXPECT_EQ(countFiles(), 1u);
}

TEST_F(OutputFileTest, WritesThroughAPipe) {
  ASSERT_EQ(mkfifo(at("pipe").c_str(), 0600), 0);
  makeLink("pipe", "link");
  for (const char *name : {"pipe", "link"}) {
    std::string content;
    std::thread reader([&] { content = read("pipe"); });
    EXPECT_EQ(write(name), "");
    reader.join();
    EXPECT_EQ(content, "new");
  }
  EXPECT_TRUE(S_ISFIFO(getMode("pipe")));
  EXPECT_EQ(countFiles(), 2u);
}

TEST_F(OutputFileTest, WritesThroughADevice) {
  // Devices that act as /dev/null and /dev/full do.
  if (mknod(at("null").c_str(), S_IFCHR | 0600, makedev(1, 3)) != 0 ||
      mknod(at("full").c_str(), S_IFCHR | 0600, makedev(1, 7)) != 0)
    GTEST_SKIP() << "no right to make devices";
  makeLink("null", "link");
  if (int device = open(at("null").c_str(), O_WRONLY); device >= 0)
    close(device);
  else
    GTEST_SKIP() << "the folder may have no devices";
  EXPECT_EQ(write("null"), "");
  EXPECT_EQ(write("link"), "");
  EXPECT_EQ(write("full"), "cannot write 'full': No space left on device");
  EXPECT_TRUE(S_ISCHR(getMode("null")));
  EXPECT_TRUE(S_ISCHR(getMode("full")));
  EXPECT_TRUE(S_ISLNK(getMode("link")));
  EXPECT_EQ(countFiles(), 3u);
}

TEST_F(OutputFileTest, WritesToStandardOutput) {
  // The path of the file behind standard output appends to it.
  for (const std::string &path : {std::string("-"), at("a")}) {
    makeFile("a", "old, ");
    int saved = dup(STDOUT_FILENO);
    int file = open(at("a").c_str(), O_WRONLY | O_APPEND);
    ASSERT_NE(dup2(file, STDOUT_FILENO), -1);
    std::string message = llvm::toString(writeFile(path, "new"));
    dup2(saved, STDOUT_FILENO);
    close(saved);
    close(file);
    EXPECT_EQ(message, "");
    EXPECT_EQ(read("a"), "old, new");
  }
  EXPECT_EQ(countFiles(), 1u);
}

} // namespace
