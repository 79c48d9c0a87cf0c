//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line on a terminal that tells how far constant folding is.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_PROGRESSLINE_H
#define LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_PROGRESSLINE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/thread.h"
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <unistd.h>

namespace mlir::relay {

/// The last line of standard error, if that is a terminal; does nothing
/// otherwise. It appears when some time has passed and changes only so often.
/// For one thread.
class ProgressLine {
public:
  using Clock = std::chrono::steady_clock;

  /// Shows nothing before `delay` has passed.
  explicit ProgressLine(std::chrono::milliseconds delay);
  /// Removes the line.
  ~ProgressLine();

  /// Whether anybody would see the line.
  bool isVisible() const { return isTerminal; }

  /// Makes "folding constants: 1 of 2 things" the text, when it is time.
  /// `things` lives as long as this.
  void set(size_t number, size_t total, StringRef things);
  /// Removes the line, for something else to be printed, until the next text.
  void remove();

  /// Starts a thread that shows the text when it is time, though this thread
  /// is busy, unless there is one or memory does not suffice for it.
  void showWhileBusy();

private:
  struct Text {
    size_t number, total;
    StringRef things;
  };

  /// What this thread and the watcher share.
  struct Watch {
    std::mutex mutex;
    std::condition_variable stop;
    bool isStopped = false;
    llvm::thread watcher;
    const pid_t process = getpid();
  };

  void showIfDue();
  void run(Watch &shared);
  /// The mutex that guards all of this while there is a watcher.
  std::unique_lock<std::mutex> lock();

  const bool isTerminal;
  /// When the text may be shown next.
  Clock::time_point due;
  bool isShown = false;
  /// What is to be shown, and is not yet.
  std::optional<Text> next;
  /// Null while there is no watcher.
  std::unique_ptr<Watch> watch;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_PROGRESSLINE_H
