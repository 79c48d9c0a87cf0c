//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line on a terminal that tells how far work is that takes long.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_EVALUATION_PROGRESSLINE_H
#define RELAYLITE_EVALUATION_PROGRESSLINE_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/thread.h"
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>

namespace mlir::relay {

/// The last line of standard error, if that is a terminal; does nothing
/// otherwise. It appears when some time has passed and changes only so often.
/// For one thread.
class ProgressLine {
public:
  /// Shows nothing before `delay` has passed.
  explicit ProgressLine(std::chrono::milliseconds delay);
  /// Removes the line.
  ~ProgressLine();

  /// Whether anybody would see the line.
  bool isVisible() const { return isTerminal; }
  /// Make `text` the text, when it is time.
  void set(std::string text);
  /// Removes the line, for something else to be printed, until the next text.
  void remove();
  /// Starts a thread that shows the text when it is time, though this thread
  /// is busy, unless there is one or memory does not suffice for it.
  void showWhileBusy();

private:
  using Clock = std::chrono::steady_clock;

  void showIfDue();
  void watch();

  const bool isTerminal;
  /// Guards what follows.
  std::mutex mutex;
  std::condition_variable stop;
  /// When the text may be shown next.
  Clock::time_point due;
  bool isShown = false, isStopped = false;
  /// The text to show next.
  std::string next;
  std::optional<llvm::thread> watcher;
};

} // namespace mlir::relay

#endif // RELAYLITE_EVALUATION_PROGRESSLINE_H
