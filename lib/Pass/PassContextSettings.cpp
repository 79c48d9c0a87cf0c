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

#include "RelayLite/Pass/PassContextSettings.h"
#include "PassImpl.h"
#include "RelayLite/Pass/Instruments.h"
#include "RelayLite/Pass/PassRegistry.h"

namespace mlir::relay::pass {
using llvm::Error;
using llvm::Expected;

/// Takes over `names`, if there are any, as the names of the table.
static Error takeNames(ArrayRef<std::string> names,
                       std::vector<std::string> &result) {
  if (!names.empty())
    result.clear();
  for (const std::string &name : names) {
    Expected<std::string> known = getPassName(name);
    if (!known)
      return known.takeError();
    result.push_back(*known);
  }
  return Error::success();
}

Error applySettings(const PassContextSettings &settings,
                    PassContextOptions &options, raw_ostream &os) {
  if (Error error = takeNames(settings.disabledPasses, options.disabledPasses))
    return error;
  if (Error error = takeNames(settings.requiredPasses, options.requiredPasses))
    return error;
  for (const std::string &setting : settings.config)
    if (Error error = parseConfigSetting(setting, options.config))
      return error;
  if (!settings.instruments.empty())
    options.instruments.clear();
  for (const std::string &spec : settings.instruments) {
    Expected<std::shared_ptr<PassInstrument>> instrument =
        createInstrument(spec, os);
    if (!instrument)
      return instrument.takeError();
    options.instruments.push_back(std::move(*instrument));
  }
  return Error::success();
}

} // namespace mlir::relay::pass
