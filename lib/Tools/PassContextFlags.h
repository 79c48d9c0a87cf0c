//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flags of tools that make the pass context. Only functions that read them
// register them, so that no tool takes flags without an effect.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TOOLS_PASSCONTEXTFLAGS_H
#define LIB_TOOLS_PASSCONTEXTFLAGS_H

#include "RelayLite/Pass/PassContext.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::relay::pass {

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

} // namespace mlir::relay::pass

#endif // LIB_TOOLS_PASSCONTEXTFLAGS_H
