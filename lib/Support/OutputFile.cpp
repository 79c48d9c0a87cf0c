//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The writer of all files that a user names. llvm::writeToOutput replaces links
// and devices, and llvm::ToolOutputFile loses the old content on failure.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errc.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include <climits>
#include <unistd.h>

using namespace llvm;
using mlir::relay::OutputFile;

static bool removesOnSignals = false;

void mlir::relay::removeUnfinishedFilesOnSignals() { removesOnSignals = true; }

static Error makeError(StringRef path, std::error_code error) {
  return createStringError(error,
                           "cannot write '" + path + "': " + error.message());
}

/// Follows the symbolic links at `path`, the last of which may dangle.
static std::string followLinks(StringRef path) {
  // As many as Linux follows.
  constexpr unsigned maxLinks = 40;
  SmallString<128> result(path);
  SmallVector<char, 0> link(PATH_MAX);
  for (unsigned i = 0; i < maxLinks; ++i) {
    ssize_t size = ::readlink(result.c_str(), link.data(), link.size());
    if (size < 0)
      break;
    StringRef next(link.data(), size);
    if (sys::path::is_absolute(next))
      result.clear();
    else
      sys::path::remove_filename(result);
    sys::path::append(result, next);
  }
  return result.str().str();
}

/// Returns whether `status` is that of the file behind standard output, as for
/// /dev/stdout.
static bool isStandardOutput(const sys::fs::file_status &status) {
  sys::fs::file_status output;
  return !sys::fs::status(STDOUT_FILENO, output) &&
         sys::fs::equivalent(status, output);
}

/// Creates a temporary file in the folder of the target, which it can replace.
std::error_code OutputFile::createTemporary(bool isExecutable) {
  constexpr unsigned maxAttempts = 100;
  unsigned mode = sys::fs::all_read | sys::fs::all_write;
  if (isExecutable)
    mode |= sys::fs::all_exe;
  int descriptor = -1;
  std::error_code error;
  for (unsigned i = 0; i < maxAttempts; ++i) {
    SmallString<128> name(sys::path::parent_path(target));
    // createUniqueFile would replace each '%' in the name of the folder.
    sys::path::append(name, ".relay-lite-" +
                                utohexstr(sys::Process::GetRandomNumber(),
                                          /*LowerCase=*/true) +
                                ".tmp");
    error = sys::fs::openFileForWrite(name, descriptor, sys::fs::CD_CreateNew,
                                      sys::fs::OF_None, mode);
    if (!error)
      temporary = name.str().str();
    if (error != errc::file_exists)
      break;
  }
  if (error)
    return error;
  if (removesOnSignals)
    sys::RemoveFileOnSignal(temporary);
  file.emplace(descriptor, /*shouldClose=*/true);
  return {};
}

std::error_code OutputFile::openExisting() {
  int descriptor = -1;
  std::error_code error =
      sys::fs::openFileForWrite(path, descriptor, sys::fs::CD_OpenExisting);
  if (!error)
    file.emplace(descriptor, /*shouldClose=*/true);
  return error;
}

std::error_code OutputFile::openFile(bool isExecutable) {
  sys::fs::file_status status;
  target = followLinks(path);
  std::error_code error = sys::fs::status(path, status);
  if (error == errc::no_such_file_or_directory && !path.empty())
    return createTemporary(isExecutable);
  if (error)
    return error;
  if (sys::fs::is_directory(status))
    return make_error_code(errc::is_a_directory);
  if (isStandardOutput(status))
    return {};
  if (!sys::fs::is_regular_file(status))
    return openExisting();
  if ((error = sys::fs::access(path, sys::fs::AccessMode::Write)))
    return error;
  if ((error = createTemporary(isExecutable)))
    return error;
  // Only root may keep the owner. Permissions follow: a new owner changes them.
  (void)!::lchown(temporary.c_str(), status.getUser(), status.getGroup());
  return sys::fs::setPermissions(temporary, status.permissions());
}

Expected<std::unique_ptr<OutputFile>> OutputFile::open(StringRef path,
                                                       bool isExecutable) {
  std::unique_ptr<OutputFile> output(new OutputFile(path));
  if (path != "-")
    if (std::error_code error = output->openFile(isExecutable))
      return makeError(path, error);
  return std::move(output);
}

/// Writes the rest to the file and closes it. Clears errors of the stream,
/// which would otherwise end the process.
std::error_code OutputFile::close() {
  raw_fd_ostream &os = file ? *file : outs();
  if (file)
    os.close();
  else
    os.flush();
  std::error_code error = os.error();
  os.clear_error();
  file.reset();
  return error;
}

void OutputFile::discard() {
  if (temporary.empty())
    return;
  sys::fs::remove(temporary);
  sys::DontRemoveFileOnSignal(temporary);
  temporary.clear();
}

Error OutputFile::keep() {
  std::error_code error = close();
  if (!error && !temporary.empty())
    error = sys::fs::rename(temporary, target);
  if (error)
    return makeError(path, error);
  if (!temporary.empty())
    sys::DontRemoveFileOnSignal(temporary);
  temporary.clear();
  return Error::success();
}

Error OutputFile::copyFrom(StringRef source) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> content = MemoryBuffer::getFile(
      source, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!content)
    return createFileError(source, content.getError());
  os() << (*content)->getBuffer();
  return Error::success();
}

OutputFile::~OutputFile() {
  if (file)
    close();
  discard();
}

std::string mlir::relay::getOutputPath(StringRef path) {
  return path == "-" ? "./-" : path.str();
}

Error mlir::relay::writeFile(StringRef path, StringRef content,
                             bool isExecutable) {
  Expected<std::unique_ptr<OutputFile>> output =
      OutputFile::open(path, isExecutable);
  if (!output)
    return output.takeError();
  (*output)->os() << content;
  return (*output)->keep();
}
