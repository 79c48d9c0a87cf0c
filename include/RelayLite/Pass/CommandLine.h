//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flags of tools that make the pass context.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PASS_COMMANDLINE_H
#define RELAYLITE_PASS_COMMANDLINE_H

#include "RelayLite/Pass/PassContext.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"

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

/// Makes the flags `--relay-opt-level`, `--relay-disable-pass`,
/// `--relay-require-pass`, `--relay-config`, `--relay-instrument`,
/// `--relay-bisect-limit`, `--relay-list-passes` and `--relay-list-configs`
/// known to the command line. To be called before it is parsed.
void registerPassContextFlags();

/// Prints what `--relay-list-passes` and `--relay-list-configs` ask for;
/// returns whether there was anything.
bool printPassLists(raw_ostream &os);

/// The context that the flags describe, or null if none was given. Names of
/// passes that nobody knows are an error. Instruments print to `os`.
llvm::Expected<std::shared_ptr<PassContext>>
createPassContextFromFlags(raw_ostream &os);

/// Sets the options of the passes of `pm`, nested ones too, that take their
/// values from the config of `context`, or from its level if that flag is
/// given. The pipeline is parsed anew; errors go to `os`.
LogicalResult applyPassContextFlags(OpPassManager &pm,
                                    const PassContext &context,
                                    raw_ostream &os);

/// Brings the instruments of `context` to the passes of any pass manager, on
/// whichever thread they run; one hook runs at a time. The module that hooks
/// get may be changing on other threads, unless those of the MLIRContext are
/// disabled. A veto has no effect but a warning. Hooks that fail make the pass
/// fail. For passes that run inside a Sequential, hooks fire there.
std::unique_ptr<mlir::PassInstrumentation>
createInstrumentation(std::shared_ptr<PassContext> context);

} // namespace mlir::relay::pass

#endif // RELAYLITE_PASS_COMMANDLINE_H
