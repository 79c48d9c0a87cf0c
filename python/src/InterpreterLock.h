//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Taking and releasing the interpreter's lock, and signals meanwhile.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PYTHON_INTERPRETERLOCK_H
#define RELAYLITE_PYTHON_INTERPRETERLOCK_H

#include "LiveModules.h"
#include "RelayLite/Support/Cancellation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <Python.h>

namespace mlir::relay::python {

/// Takes the interpreter's lock, also where the thread has it. When the
/// interpreter ends, CPython ends other threads by unwinding them, and between
/// their frames are functions that let no exception through: such a thread
/// stops for good here instead.
class ScopedLock {
public:
  ScopedLock();
  ~ScopedLock() { PyGILState_Release(state); }
  ScopedLock(const ScopedLock &) = delete;
  ScopedLock &operator=(const ScopedLock &) = delete;

private:
  PyGILState_STATE state;
};

/// Whether the calling thread may give back objects of Python. While the
/// interpreter ends, only the thread that ends it may, and after that none.
bool canReleaseObjects();

/// Notes which thread handles signals, when the package is imported and after a
/// fork. To find it out runs code of Python, which is no place for other
/// threads while the interpreter ends.
void noteMainThread();

/// Releases the interpreter's lock for work on modules that may not be live.
/// Takes it back as ScopedLock does.
class ScopedWork {
public:
  ScopedWork();
  ~ScopedWork();
  ScopedWork(const ScopedWork &) = delete;
  ScopedWork &operator=(const ScopedWork &) = delete;

  /// Call `work` while one lives. When the work polls the cancellation on the
  /// main thread, signals are handled. An exception of a handler, such as
  /// KeyboardInterrupt, cancels the work, and is thrown in the end, whatever
  /// becomes of the work.
  static void call(function_ref<void(Cancellation &)> work);

  /// Whether the calling thread may take the lock: it has it, or has released
  /// it for such work. Others, those of MLIR's pool, work for a thread that
  /// waits for them, and that may have it.
  static bool canTakeLock();

private:
  ScopedUse use;
  PyThreadState *state;
};

} // namespace mlir::relay::python

#endif // RELAYLITE_PYTHON_INTERPRETERLOCK_H
