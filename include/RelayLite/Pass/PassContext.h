//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The circumstances in which passes run: TVM's PassContext.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PASS_PASSCONTEXT_H
#define RELAYLITE_PASS_PASSCONTEXT_H

#include "RelayLite/Pass/PassConfig.h"
#include "RelayLite/Pass/PassInstrument.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringSet.h"
#include <functional>
#include <memory>
#include <optional>

namespace mlir::relay::pass {

/// TVM's older callback: the module, the pass, and whether it is yet to run.
/// Called around module and function passes that are called directly or listed
/// in a Sequential and that run; not around Sequentials, required passes and
/// the InferType at the end of function passes.
using TraceCallback =
    std::function<void(ModuleOp, const PassInfo &, bool isBefore)>;

/// Shows the diagnostics that a pass has emitted, at its end. With a renderer,
/// a pass that has emitted an error has failed, as in TVM.
using DiagnosticRenderer = std::function<void(ArrayRef<Diagnostic>)>;

/// A renderer that prints to `os` as TVM's does: position, severity and
/// message, then the line of the source with a caret. Sources are those that
/// locations name: files of Relay text or MLIR, looked for relative to the
/// working folder. A line that cannot be read is left out. `os` must outlive
/// the contexts that have the renderer.
DiagnosticRenderer createSourceRenderer(raw_ostream &os);

using InstrumentList = std::vector<std::shared_ptr<PassInstrument>>;

/// The options of a context.
struct PassContextOptions {
  int optLevel = 2;
  /// Passes that are enabled at every level, and that no instrument can veto.
  std::vector<std::string> requiredPasses;
  /// Passes that a Sequential does not run; stronger than requiredPasses.
  std::vector<std::string> disabledPasses;
  ConfigMap config;
  InstrumentList instruments;
  TraceCallback trace;
  /// If set, diagnostics are held back until the pass has ended, and given to
  /// this renderer then. Otherwise they reach the handlers of the MLIRContext
  /// at once.
  DiagnosticRenderer diagnostics;
  /// The device of what has none, as TVM names it (`cpu`); may be empty. No
  /// pass of RelayLite reads it.
  std::string fallbackDevice;
};

/// Made by create, always shared. All but the instruments stays as it was made.
///
/// Each thread has a stack of contexts. The current one is the last that was
/// entered, or a default context of the thread. A context that is entered
/// replaces the one before: nothing is inherited from it.
class PassContext : public std::enable_shared_from_this<PassContext> {
public:
  /// Fails if the config does not fit the registered options, or an instrument
  /// is null.
  static llvm::Expected<std::shared_ptr<PassContext>>
  create(PassContextOptions options = {});

  /// The current context of this thread.
  static std::shared_ptr<PassContext> current();

  /// Sets the value that options with the config key `key` take on this thread
  /// where neither their pass nor the context says another; none for their
  /// own default. The caller knows the type of the option.
  static void setThreadDefault(StringRef key, std::optional<ConfigValue> value);
  /// The value that this thread has for `key`, or null.
  static const ConfigValue *getThreadDefault(StringRef key);

  /// Runs the enter hooks in order, then makes it the current context. When a
  /// hook fails, those entered are left in reverse order, the list of
  /// instruments is cleared, and the context does not become current; what a
  /// hook has thrown is thrown on.
  llvm::Error enter();

  /// Ends being current, then runs the exit hooks in order. It is an error if
  /// another context is the current one of this thread. When a hook fails,
  /// those after it are not run and the list is cleared.
  llvm::Error exit();

  /// No other thread may use the context meanwhile.
  /// Leaves the instruments that there are and enters `instruments`, whether
  /// the context is entered or not. When an exit hook fails, there are none
  /// afterwards; likewise when an enter hook does.
  llvm::Error overrideInstruments(InstrumentList instruments);

  int getOptLevel() const { return options.optLevel; }
  ArrayRef<std::string> getRequiredPasses() const {
    return options.requiredPasses;
  }
  ArrayRef<std::string> getDisabledPasses() const {
    return options.disabledPasses;
  }
  const ConfigMap &getConfig() const { return options.config; }
  /// The value of `key`, which may name a field of an object, or null if the
  /// context has none.
  const ConfigValue *lookupConfig(StringRef key) const;
  /// Sets `option` to what the context has for it; returns whether it has.
  bool configure(const ConfigurableOption &option) const;
  /// Whether the context has the boolean option `key`, and it is true.
  bool isConfigSet(StringRef key) const;
  /// Return the options of the context, with its present instruments.
  PassContextOptions getOptions() const;
  /// The instruments of now: a list that does not change any more.
  std::shared_ptr<const InstrumentList> getInstruments() const {
    return instruments;
  }
  const TraceCallback &getTrace() const { return options.trace; }
  const DiagnosticRenderer &getDiagnosticRenderer() const {
    return options.diagnostics;
  }
  StringRef getFallbackDevice() const { return options.fallbackDevice; }

  bool isRequired(StringRef name) const {
    return !required.empty() && required.contains(name);
  }
  /// Whether a Sequential runs the pass: not if it is disabled; if it is
  /// required; if its level is at most that of the context.
  bool isEnabled(const PassInfo &info) const;

  /// Prints it as TVM does, without a line break at the end.
  void print(raw_ostream &os) const;

private:
  explicit PassContext(PassContextOptions options);
  llvm::Error enterInstruments();
  llvm::Error exitInstruments();

  PassContextOptions options;
  llvm::StringSet<> required, disabled;
  std::shared_ptr<const InstrumentList> instruments;
};

/// Makes a context the current one for as long as it lives.
class PassContextScope {
public:
  /// PassContext::enter; throws what a hook throws.
  static llvm::Expected<PassContextScope>
  enter(std::shared_ptr<PassContext> context);
  PassContextScope(PassContextScope &&other) = default;
  PassContextScope &operator=(PassContextScope &&other) = delete;
  /// Leaves the context unless that has been done; what fails then is printed
  /// as a warning, because a destructor cannot report it.
  ~PassContextScope();

  /// PassContext::exit, with its errors.
  llvm::Error exit();

private:
  explicit PassContextScope(std::shared_ptr<PassContext> context)
      : context(std::move(context)) {}
  std::shared_ptr<PassContext> context;
};

} // namespace mlir::relay::pass

#endif // RELAYLITE_PASS_PASSCONTEXT_H
