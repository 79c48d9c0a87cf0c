//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The coverage of a run: functions with each part of the language, and
// functions that each pass has changed.
//
//===----------------------------------------------------------------------===//

#ifndef TEST_RANDOMPROGRAMS_COVERAGE_H
#define TEST_RANDOMPROGRAMS_COVERAGE_H

#include "PassCheck.h"

namespace mlir::relay::test {

class Coverage {
public:
  /// Counts the functions of `module`.
  void addModule(ModuleOp module);
  /// Counts what a check of `pass` has seen.
  void addCheck(const TestedPass &pass, const PassEffect &effect);

  /// Prints the counts, those of `passes` in their order.
  void print(raw_ostream &os, ArrayRef<TestedPass> passes) const;
  /// Prints a line for each part of the language that no function had, and for
  /// each of `passes` that changed nothing or that was not seen to leave
  /// something as it is. Returns whether there is none.
  bool check(raw_ostream &os, ArrayRef<TestedPass> passes) const;

private:
  llvm::StringMap<unsigned> functionsWith;
  /// By pass.
  llvm::StringMap<PassEffect> effects;
};

} // namespace mlir::relay::test

#endif // TEST_RANDOMPROGRAMS_COVERAGE_H
