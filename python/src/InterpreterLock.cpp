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

#include "InterpreterLock.h"
#include "Bindings.h"
#include <atomic>
#include <chrono>
#include <exception>
#include <thread>

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;

// How many of them live on this thread.
static thread_local unsigned numScopedWorks = 0;

// Calls what takes the lock. All that it throws is the end of the thread.
template <typename Fn>
static void takeLock(Fn take) {
  try {
    take();
  } catch (...) {
    while (true)
      std::this_thread::sleep_for(std::chrono::hours(1));
  }
}

ScopedLock::ScopedLock() {
  takeLock([&] { state = PyGILState_Ensure(); });
}

// Return whether this thread holds the lock.
static bool holdsLock() {
#ifdef Py_LIMITED_API
  // It has no PyGILState_Check. Without the lock, a thread has no state.
  return PyThreadState_GetDict() != nullptr;
#else
  return PyGILState_Check();
#endif
}

bool python::canReleaseObjects() {
  return nb::is_alive() && (Py_IsInitialized() || holdsLock());
}

// The thread on which Python handles signals.
static std::atomic<unsigned long> mainThread = 0;

void python::noteMainThread() {
  nb::object thread = nb::module_::import_("threading").attr("main_thread")();
  mainThread = nb::cast<unsigned long>(thread.attr("ident"));
}

// Run the handlers of pending signals. Return the exception that one raised, or
// null.
static std::exception_ptr handleSignals() {
  ScopedLock lock;
  if (PyErr_CheckSignals() == 0)
    return nullptr;
  return std::make_exception_ptr(nb::python_error());
}

void ScopedWork::call(function_ref<void(Cancellation &)> work) {
  std::exception_ptr raised, thrown;
  Cancellation cancellation([&] {
    // Other threads would wait for the lock in vain.
    if (PyThread_get_thread_ident() == mainThread)
      raised = handleSignals();
    return raised != nullptr;
  });
  {
    ScopedWork scope;
    try {
      work(cancellation);
    } catch (...) {
      thrown = std::current_exception();
    }
  }
  // Here, since exceptions of Python are let go with the lock.
  if (raised)
    std::rethrow_exception(raised);
  if (thrown)
    std::rethrow_exception(thrown);
}

ScopedWork::ScopedWork() {
  ++numScopedWorks;
  state = PyEval_SaveThread();
}

ScopedWork::~ScopedWork() {
  takeLock([&] { PyEval_RestoreThread(state); });
  --numScopedWorks;
}

bool ScopedWork::canTakeLock() { return numScopedWorks != 0 || holdsLock(); }
