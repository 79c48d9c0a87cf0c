//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Binding of parameters, and constant folding.
//
//===----------------------------------------------------------------------===//

#include "RelayLite-c/Transforms.h"
#include "ArraysImpl.h"
#include "RelayLite/Dialect/Relay/Transforms/BindParams.h"
#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::capi;

MlirLogicalResult relayLiteModuleBindParams(MlirModule module,
                                            MlirStringRef function,
                                            RelayLiteArrays params,
                                            MlirStringCallback onError,
                                            void *userData) {
  ErrorReport errors(onError, userData);
  if (failed(errors.require(module)) || failed(requireArrays(params, errors)) ||
      failed(errors.requireText(function, "the name of a function")))
    return wrap(failure());
  return wrap(failure(failed(bindParams(unwrap(module), unwrap(function),
                                        toParams(*unwrapArrays(params))))));
}

RelayLiteFoldOptions relayLiteFoldOptionsGetDefault() {
  FoldConstantConfig config;
  RelayLiteFoldOptions options = {};
  options.foldQnn = config.foldQnn;
  options.maxGrowth = config.maxGrowth;
  options.maxTemporary = config.maxTemporary;
  options.maxCost = config.maxCost;
  options.collectTimes = config.collectTimes;
  return options;
}

/// Reads the names of operators that stay.
static LogicalResult readNoFoldOps(const RelayLiteFoldOptions &options,
                                   MLIRContext *context,
                                   FoldConstantConfig &config,
                                   ErrorReport &errors) {
  if (options.numNoFoldOps < 0 || (options.numNoFoldOps && !options.noFoldOps))
    return errors.fail("expected the names of operators that stay, but got a "
                       "null pointer or a negative number");
  std::vector<std::string> names;
  for (MlirStringRef name : ArrayRef(options.noFoldOps, options.numNoFoldOps)) {
    if (failed(errors.requireText(name, "the name of an operator")))
      return failure();
    names.push_back(unwrap(name).str());
  }
  return findOperators(context, names, config.noFoldOps,
                       [&] { return emitError(UnknownLoc::get(context)); });
}

MlirLogicalResult
relayLiteModuleFoldConstants(MlirModule module,
                             const RelayLiteFoldOptions *options,
                             MlirStringCallback onReport, void *reportUserData,
                             MlirStringCallback onError, void *userData) {
  ErrorReport errors(onError, userData);
  if (failed(errors.require(module)))
    return wrap(failure());
  ModuleOp op = unwrap(module);
  RelayLiteFoldOptions given =
      options ? *options : relayLiteFoldOptionsGetDefault();
  FoldConstantConfig config;
  config.foldQnn = given.foldQnn;
  config.maxGrowth = given.maxGrowth;
  config.maxTemporary = given.maxTemporary;
  config.maxCost = given.maxCost;
  config.collectTimes = given.collectTimes;
  // A library does not write to the terminal.
  config.progressDelay = std::chrono::milliseconds::max();
  if (failed(readNoFoldOps(given, op.getContext(), config, errors)))
    return wrap(failure());
  std::optional<Cancellation> cancellation;
  if (given.isCancelled)
    config.cancellation = &cancellation.emplace(
        [&] { return given.isCancelled(given.cancellationUserData); },
        std::chrono::milliseconds(0));
  FoldConstantStatistics statistics = foldConstants(op, config);
  if (onReport) {
    std::string report;
    llvm::raw_string_ostream os(report);
    writeFoldReport(statistics, os);
    onReport(wrap(StringRef(report)), reportUserData);
  }
  return wrap(failure(statistics.hasFailed()));
}
