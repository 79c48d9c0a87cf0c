//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helpers for tests of the pass infrastructure: an instrument that logs all
// events, and modules to run passes on.
//
//===----------------------------------------------------------------------===//

#ifndef UNITTESTS_PASS_PASSTESTING_H
#define UNITTESTS_PASS_PASSTESTING_H

#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Pass/PassRegistry.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

namespace mlir::relay::pass {

using Log = std::vector<std::string>;

/// Writes its hooks to a log as `<hook> <name of the instrument>[ <pass>]`, and
/// fails or throws in the hook that it is told to.
class Recorder : public PassInstrument {
public:
  enum class Failure { None, Fail, Throw };

  Recorder(std::string name, Log &log) : PassInstrument(name), log(log) {}

  /// Makes `hook` fail; for hooks around passes, that of the pass `pass` only,
  /// or any if it is empty.
  void failIn(std::string hook, Failure how, std::string pass = "") {
    failingHook = std::move(hook);
    failure = how;
    failingPass = std::move(pass);
  }
  /// Vetoes the passes called `name`.
  void veto(StringRef name) { vetoed.insert(name); }

  LogicalResult enterPassContext() override { return note("enter"); }
  LogicalResult exitPassContext() override { return note("exit"); }
  FailureOr<bool> shouldRun(ModuleOp, const PassInfo &info) override {
    if (failed(note("should", info.name)))
      return mlir::failure();
    return !vetoed.contains(info.name);
  }
  LogicalResult runBeforePass(ModuleOp, const PassInfo &info) override {
    return note("before", info.name);
  }
  LogicalResult runAfterPass(ModuleOp, const PassInfo &info) override {
    return note("after", info.name);
  }
  void runAfterPassFailed(ModuleOp, const PassInfo &info) override {
    (void)note("failed", info.name);
  }

private:
  LogicalResult note(std::string hook, std::string pass = "") {
    log.push_back(hook + " " + getName().str() +
                  (pass.empty() ? "" : " " + pass));
    if (hook != failingHook || (!failingPass.empty() && pass != failingPass))
      return success();
    if (failure == Failure::Throw)
      throw std::runtime_error(hook + " of " + getName().str());
    return success(failure != Failure::Fail);
  }

  Log &log;
  std::string failingHook, failingPass;
  Failure failure = Failure::None;
  llvm::StringSet<> vetoed;
};

class PassTest : public testing::Test {
protected:
  PassTest() {
    // Once: MLIR's registry is not made for several threads.
    static bool registered = (mlir::registerAllPasses(), true);
    (void)registered;
    context.loadDialect<RelayDialect, func::FuncDialect>();
    module = parse(text);
  }

  OwningOpRef<ModuleOp> parse(StringRef source) {
    return parseSourceString<ModuleOp>(source, &context);
  }

  /// A context with recorders of the given names; they write to `log`.
  std::shared_ptr<PassContext> makeContext(PassContextOptions options = {},
                                           ArrayRef<std::string> names = {}) {
    recorders.clear();
    for (const std::string &name : names) {
      recorders.push_back(std::make_shared<Recorder>(name, log));
      options.instruments.push_back(recorders.back());
    }
    llvm::Expected<std::shared_ptr<PassContext>> result =
        PassContext::create(std::move(options));
    if (!result) {
      ADD_FAILURE() << llvm::toString(result.takeError());
      return PassContext::current();
    }
    return *result;
  }

  /// A module pass that writes its name to the log and changes nothing.
  Pass makePass(std::string name, int level = 0,
                std::vector<std::string> required = {}) {
    return createModulePass(
        [this, name](ModuleOp, PassRun &run) {
          log.push_back("run " + name);
          run.markAllAnalysesPreserved();
          return success();
        },
        PassInfo(level, name, std::move(required)));
  }

  /// The log since the last call.
  Log takeLog() { return std::exchange(log, {}); }

  /// Return the message of `error`; empty if it is a success.
  static std::string toString(llvm::Error error) {
    return error ? llvm::toString(std::move(error)) : "";
  }

  static constexpr const char *text = R"mlir(
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %1 = relay.add %0, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      %2 = relay.add %x, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %2 : tensor<2xf32>
    }
    func.func @g(%x: tensor<2xf32>) -> tensor<2xf32> {
      return %x : tensor<2xf32>
    })mlir";

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  Log log;
  std::vector<std::shared_ptr<Recorder>> recorders;
};

/// Collects the messages of errors instead of printing them.
class ErrorCollector {
public:
  explicit ErrorCollector(MLIRContext *context)
      : handler(context,
                [this](Diagnostic &diag) { messages.push_back(diag.str()); }) {}
  Log messages;

private:
  ScopedDiagnosticHandler handler;
};

} // namespace mlir::relay::pass

#endif // UNITTESTS_PASS_PASSTESTING_H
