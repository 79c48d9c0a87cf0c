//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TVM's PassInfo: the facts about a pass besides its code. (It is in the
// namespace mlir::relay::pass because mlir has classes of the same names.)
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PASS_PASSINFO_H
#define RELAYLITE_PASS_PASSINFO_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::relay::pass {

/// The unit that a pass works on.
enum class PassKind {
  /// The module as a whole.
  Module,
  /// Each function in Relay (a func.func with a body that is not marked as
  /// lowered, and that function passes do not skip); ends with InferType.
  Function,
  /// Each function that has been lowered out of the dialect (relay.lowered):
  /// TVM's PrimFunc passes.
  LoweredFunction,
  /// A list of passes, run on the module.
  Sequential,
};

/// Name, level and dependencies of a pass.
struct PassInfo {
  PassInfo(int optLevel, std::string name,
           std::vector<std::string> required = {}, bool traceable = false)
      : optLevel(optLevel), name(std::move(name)),
        required(std::move(required)), traceable(traceable) {}

  /// The lowest level of a context in which a Sequential runs the pass.
  int optLevel;
  /// TVM's name, which lists of passes and instruments see.
  std::string name;
  /// Names of passes that a Sequential runs before this one.
  std::vector<std::string> required;
  /// Kept for TVM's scripts; nothing here reads it.
  bool traceable;
  /// Names of the passes whose outcome this pass undoes, so that they have to
  /// run again for those that require them; without a value, all. Read by
  /// Resolve::Graph only.
  std::optional<std::vector<std::string>> invalidated;
  /// Whether the pass is a list of passes, which instruments see one by one
  /// too. Set by Sequential.
  bool isSequential = false;

  /// Prints it as TVM does, with a line break at the end.
  void print(raw_ostream &os) const;
};

raw_ostream &operator<<(raw_ostream &os, const PassInfo &info);

} // namespace mlir::relay::pass

#endif // RELAYLITE_PASS_PASSINFO_H
