//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Settings of a pass context, as text gives them.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PASS_PASSCONTEXTSETTINGS_H
#define RELAYLITE_PASS_PASSCONTEXTSETTINGS_H

#include "RelayLite/Pass/PassContext.h"

namespace mlir::relay::pass {

/// Settings of a context as command lines give them.
struct PassContextSettings {
  /// Names or arguments of passes.
  std::vector<std::string> disabledPasses, requiredPasses;
  /// As `key=value`.
  std::vector<std::string> config;
  /// As createInstrument takes them.
  std::vector<std::string> instruments;
};

/// Puts what is given in the place of what `options` has; values of the config
/// one by one. Names of passes that nobody knows are an error. Instruments
/// print to `os`.
llvm::Error applySettings(const PassContextSettings &settings,
                          PassContextOptions &options, raw_ostream &os);

} // namespace mlir::relay::pass

#endif // RELAYLITE_PASS_PASSCONTEXTSETTINGS_H
