//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The writer of all files that a user names.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_OUTPUTFILE_H
#define RELAYLITE_SUPPORT_OUTPUTFILE_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <optional>
#include <string>

namespace mlir::relay {

/// A file that is being written. A regular file is replaced when `keep` is
/// called: until then, and after an error, its old content stays. It keeps its
/// permissions. Symbolic links are followed, and stay. Devices, pipes and
/// standard output are written to directly.
class OutputFile {
public:
  /// Opens the file at `path`, or standard output for `-`. The error
  /// names the path. A new file may be run if `isExecutable`.
  static llvm::Expected<std::unique_ptr<OutputFile>>
  open(StringRef path, bool isExecutable = false);

  /// Discards the content unless it has been kept.
  ~OutputFile();

  raw_ostream &os() { return file ? *file : llvm::outs(); }

  /// Writes the content of the file at `source`, which the error names.
  llvm::Error copyFrom(StringRef source);

  /// Writes the rest, and puts the content in its place. On failure, the error
  /// names the path. Call this once.
  llvm::Error keep();

private:
  explicit OutputFile(StringRef path) : path(path) {}

  std::error_code openFile(bool isExecutable);
  std::error_code openExisting();
  std::error_code createTemporary(bool isExecutable);
  std::error_code close();
  void discard();

  std::string path;
  /// The file that `temporary` replaces.
  std::string target;
  /// Empty for a file that is written to directly.
  std::string temporary;
  /// Empty for standard output.
  std::optional<llvm::raw_fd_ostream> file;
};

/// Returns a path of the file at `path` that `OutputFile` does not take for
/// standard output: `-` is a name for that on command lines only.
std::string getOutputPath(StringRef path);

/// Writes `content` to the file at `path` as `OutputFile` does.
llvm::Error writeFile(StringRef path, StringRef content,
                      bool isExecutable = false);

/// Makes signals that end the process remove files that have not been kept.
/// This changes the process's signal handlers, so only tools call it.
void removeUnfinishedFilesOnSignals();

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_OUTPUTFILE_H
