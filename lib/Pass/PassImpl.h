//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The implementation of a Pass, and instances of it that are ready to run.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_PASS_PASSIMPL_H
#define LIB_PASS_PASSIMPL_H

#include "RelayLite/Pass/ModuleHost.h"
#include "RelayLite/Pass/PassRegistry.h"
#include "mlir/Pass/PassManager.h"
#include <atomic>
#include <exception>
#include <mutex>

namespace mlir::relay::pass::detail {

/// The analyses that a pass has preserved, if it has changed something.
using Changes = std::optional<AnalysisManager::PreservedAnalyses>;

/// The state that the MLIR passes of one instance share with the runner.
struct RunState {
  PassContext *context = nullptr;
  /// The analyses of the module, which the runner keeps from pass to pass.
  std::optional<AnalysisManager> analyses;
  /// The first exception.
  std::exception_ptr exception;
  /// By a pass on the module, and whether one on functions has any.
  Changes changes;
  std::atomic<bool> changed{false};
  std::mutex mutex;

  void setException(std::exception_ptr thrown) {
    std::lock_guard<std::mutex> lock(mutex);
    if (!exception)
      exception = std::move(thrown);
  }
};

/// The pass that ends function passes.
inline constexpr StringLiteral inferTypeName = "InferType";

/// Calls `fn`, which returns a LogicalResult or a FailureOr; what it throws
/// goes to `exception`, and is a failure.
template <typename Fn>
auto catchException(std::exception_ptr &exception, Fn &&fn) -> decltype(fn()) {
  try {
    return fn();
  } catch (...) {
    exception = std::current_exception();
    return failure();
  }
}

using EmitError = function_ref<LogicalResult(const Twine &)>;

/// Keeps the errors that it is called with.
class ErrorText {
public:
  LogicalResult operator()(const Twine &error) {
    text += (text.empty() ? "" : "; ") + error.str();
    return failure();
  }
  StringRef get() const { return StringRef(text).rtrim(); }

private:
  std::string text;
};

struct PassImpl {
  /// Adds the pass to a pipeline that is anchored as `onModule` says.
  using BuildFn =
      std::function<LogicalResult(OpPassManager &, RunState &, EmitError)>;

  PassInfo info;
  PassKind kind;
  BuildFn build = {};
  /// Whether the pipeline is anchored on the module, not on func.func.
  bool onModule = true;
  /// Values of its configurable options.
  ConfigMap options = {};
  /// Whether it is RelayLite's InferType, which need not look at a module again
  /// that has not changed.
  bool infersTypes = false;
  /// Whether it is a pass that RelayLite does not know, which may run pipelines
  /// of its own: these hide what it reports, so that it counts as changing the
  /// module.
  bool isForeign = false;
  /// The callback of a pass on hosted modules, which has no pipeline.
  HostedCallback hosted = {};
  /// The elements of a Sequential, and when it looks for required passes.
  std::vector<Pass> elements = {};
  Resolve resolve = Resolve::EachTime;
};

/// An option of a pass as text: `name=value`, or `name`.
struct OptionText {
  StringRef name, text;
};

/// Returns the options in `text`, which has MLIR's syntax.
SmallVector<OptionText> splitOptions(StringRef text);

/// Makes a pass called `name` that runs `text`, one pass inside any nesting,
/// with `options`. Fails if MLIR cannot parse the text.
llvm::Expected<Pass> makePipelinePass(StringRef name, std::string text,
                                      StringRef options);

/// Checks that `value` has the type, and makes it a boolean or an integer where
/// these stand for each other.
llvm::Error checkConfigValue(const Twine &what, ConfigType type,
                             ConfigValue &value);

/// Return the implementation of `pass`, which is not null.
const std::shared_ptr<const PassImpl> &getImpl(const Pass &pass);

/// Whether a pass of `kind` visits `function`.
bool isVisited(PassKind kind, func::FuncOp function);

/// A pass made ready for one pass manager and one context.
class PassInstance {
public:
  struct Element {
    PassInstance *instance;
    /// Whether the list names it; otherwise another pass requires it.
    bool isListed;
  };

  const PassInfo &getInfo() const { return impl->info; }

  std::shared_ptr<const PassImpl> impl;
  /// Empty for a Sequential.
  OpPassManager pipeline;
  /// `pipeline` for all functions at once, made when first used.
  std::unique_ptr<OpPassManager> parallelPipeline;
  RunState state;
  /// The passes that a Sequential runs: its enabled elements, each after the
  /// passes that it requires.
  std::vector<Element> elements;
};

/// All instances for running one pass.
class PassPlan {
public:
  static llvm::Expected<std::unique_ptr<PassPlan>> create(const Pass &pass,
                                                          PassContext &context);

  PassInstance &getRoot() { return *root; }
  /// The InferType that ends function passes.
  PassInstance &getInferType() { return *inferType; }
  void getDependentDialects(DialectRegistry &registry) const;

private:
  explicit PassPlan(PassContext &context) : context(context) {}
  llvm::Expected<PassInstance *> instantiate(const Pass &pass);
  llvm::Expected<PassInstance *> instantiateRequired(StringRef name,
                                                     const PassInfo &by);
  llvm::Error addElements(PassInstance &sequential);

  PassContext &context;
  std::vector<std::unique_ptr<PassInstance>> instances;
  /// Instances of required passes, by name.
  llvm::StringMap<PassInstance *> required;
  /// Names of the required passes that are being instantiated.
  std::vector<std::string> stack;
  PassInstance *root = nullptr, *inferType = nullptr;
};

} // namespace mlir::relay::pass::detail

#endif // LIB_PASS_PASSIMPL_H
