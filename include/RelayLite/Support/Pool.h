//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Objects that are costly to make, for one thread at a time.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_POOL_H
#define RELAYLITE_SUPPORT_POOL_H

#include <memory>
#include <mutex>
#include <vector>

namespace mlir::relay {

/// Objects that nobody uses now. There are as many as were ever used at a time.
/// Thread-safe.
template <typename T>
class Pool {
public:
  /// An object that goes back to the pool when its user ends.
  class Use {
  public:
    Use(Pool &pool, std::unique_ptr<T> object)
        : pool(pool), object(std::move(object)) {}
    ~Use() {
      std::lock_guard<std::mutex> lock(pool.mutex);
      pool.idle.push_back(std::move(object));
    }
    Use(const Use &) = delete;
    Use &operator=(const Use &) = delete;

    T *operator->() const { return object.get(); }

  private:
    Pool &pool;
    std::unique_ptr<T> object;
  };

  /// An idle object, or one that is made of `arguments`.
  template <typename... Arguments>
  Use take(Arguments &&...arguments) {
    std::unique_ptr<T> object = takeIdle();
    if (!object)
      object = std::make_unique<T>(std::forward<Arguments>(arguments)...);
    return {*this, std::move(object)};
  }

private:
  std::unique_ptr<T> takeIdle() {
    std::lock_guard<std::mutex> lock(mutex);
    if (idle.empty())
      return nullptr;
    std::unique_ptr<T> object = std::move(idle.back());
    idle.pop_back();
    return object;
  }

  std::mutex mutex;
  std::vector<std::unique_ptr<T>> idle;
};

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_POOL_H
