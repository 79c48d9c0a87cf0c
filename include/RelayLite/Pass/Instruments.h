//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instruments that RelayLite has: times, printed IR, verification, counts
// of operations, and bisection.
//
// Texts are UTF-8 with a line break after every line. An instrument that
// prints does so in one piece, also when several threads use it at once. An
// output stream has to live as long as the instrument.
//
// Those that look at operations (PrintIR, Verifier, OpCount) look at the whole
// module: where passes run on functions in parallel under a stock pass manager,
// the threads of the MLIRContext have to be disabled.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PASS_INSTRUMENTS_H
#define RELAYLITE_PASS_INSTRUMENTS_H

#include "RelayLite/Pass/PassInstrument.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace mlir::relay::pass {

class PassContext;

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

struct TimingOptions {
  /// Also records by how much the peak of the resident memory of the process
  /// has grown during each pass. Costs a system call of some 0.7 us per pass,
  /// which is why it is off. Memory that was free within the peak is not seen,
  /// and what other threads allocate is.
  bool memory = false;
  /// Prints when the context is left.
  raw_ostream *output = nullptr;
  /// Whether it prints JSON then.
  bool json = false;
};

/// Times passes: TVM's PassTimingInstrument. Each thread has its own tree, in
/// which the passes that run inside a pass are its children. Leaving a context
/// clears the tree of the thread; when no thread is inside a context any more,
/// those of threads that never were (of a thread pool) too. A pass that fails
/// is recorded like others: here TVM loses its place in the tree.
class TimingInstrument : public PassInstrument {
public:
  explicit TimingInstrument(TimingOptions options = {});
  ~TimingInstrument() override;

  /// The tree of this thread in TVM's form: a line for each pass in the order
  /// in which they began, a tab for each level,
  ///
  ///   <name>: <total>us [<self>us] (<of all>%; <of the parent>%)
  ///
  /// where self is the total less that of the children, and the percentages are
  /// those of the total in the sum of the top level and in the total of the
  /// parent (that sum again on the top level). With `memory`, ` +<n>KiB`
  /// follows for passes during which the peak grew. When nothing is recorded,
  /// prints a warning and returns an empty string. Fails while a pass runs.
  llvm::Expected<std::string> render();

  /// The trees of all threads as an object with the field `passes`: an array of
  /// objects with `name`, `total_ns`, `self_ns`, `peak_growth_bytes` (with
  /// `memory`), `failed` (true, or absent), `children` (such an array), and at
  /// the top level `thread`, a number in the order of first use. Fails while a
  /// pass runs.
  llvm::Expected<std::string> renderJSON();

  LogicalResult enterPassContext() override;
  LogicalResult exitPassContext() override;
  LogicalResult runBeforePass(ModuleOp module, const PassInfo &info) override;
  LogicalResult runAfterPass(ModuleOp module, const PassInfo &info) override;
  void runAfterPassFailed(ModuleOp module, const PassInfo &info) override;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// Passes by their names: none by default.
struct PassFilter {
  bool all = false;
  std::vector<std::string> names;

  bool contains(StringRef name) const;
};

/// The header above printed IR.
enum class IRHeader {
  /// `Print IR before: <name>`; two blank lines follow the IR. The form of
  /// TVM's PassPrintingInstrument.
  Name,
  /// `Before Running Pass: <info>`, a blank line, and one after the IR. The
  /// form of TVM's PrintBeforeAll and PrintAfterAll.
  Info
};

struct PrintIROptions {
  /// Before and after which passes the module is printed.
  PassFilter before, after;
  IRHeader header = IRHeader::Name;
  /// Prints `__elided__` for constants of more than 16 elements and resources
  /// of more than 64 characters.
  bool elideConstants = true;
  /// After a pass, prints only when it has changed the module. If `after` is
  /// all passes, Sequentials are left out, because what is inside is printed.
  bool onlyIfChanged = false;
  /// The same when the pass has changed the printed module, but the lines of
  /// both are printed, with `-` (before), `+` (after) or a blank in front.
  /// Needs the program `diff`; without it, a warning says so once and the
  /// module is printed.
  bool diff = false;
  /// The stream to print to; null for the standard output.
  raw_ostream *output = nullptr;
};

/// Prints the module around passes. After a pass that has failed, nothing is
/// printed.
class PrintIRInstrument : public PassInstrument {
public:
  explicit PrintIRInstrument(PrintIROptions options);
  ~PrintIRInstrument() override;

  LogicalResult runBeforePass(ModuleOp module, const PassInfo &info) override;
  LogicalResult runAfterPass(ModuleOp module, const PassInfo &info) override;
  void runAfterPassFailed(ModuleOp module, const PassInfo &info) override;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Verifies the module after each pass, even one that claims to have changed
/// nothing, and after InferType that no type is unknown. Fails with one error
/// that names the pass and has the first thing that is wrong as its text; the
/// others are notes.
class VerifierInstrument : public PassInstrument {
public:
  VerifierInstrument();

  LogicalResult runAfterPass(ModuleOp module, const PassInfo &info) override;
};

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

/// Counts the operations of the module and the bytes that its relay.constants
/// hold (one element for a splat, each of several equal constants), and keeps
/// what each pass changes. The lifetime of that is the one of the trees of
/// TimingInstrument.
class OpCountInstrument : public PassInstrument {
public:
  /// With `output`, prints the table when the context is left.
  explicit OpCountInstrument(raw_ostream *output = nullptr);
  ~OpCountInstrument() override;

  /// Return a table of the changes by the passes that ran on this thread. It
  /// has a row for each pass that changed a number, indented by nesting, with
  /// the change of the number of operations and of bytes. Below it stands a row
  /// (`. name`) for each kind of operation whose number has changed. The table
  /// is empty if there is none. Fail while a pass runs.
  llvm::Expected<std::string> render();

  LogicalResult enterPassContext() override;
  LogicalResult exitPassContext() override;
  LogicalResult runBeforePass(ModuleOp module, const PassInfo &info) override;
  LogicalResult runAfterPass(ModuleOp module, const PassInfo &info) override;
  void runAfterPassFailed(ModuleOp module, const PassInfo &info) override;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

//===----------------------------------------------------------------------===//
// Bisection
//===----------------------------------------------------------------------===//

/// Lets the first `limit` passes run that it is asked about, and vetoes those
/// after them; -1 is no limit. Counts over all threads and contexts from 1, and
/// prints a line about each as LLVM's -opt-bisect-limit does:
///
///   BISECT: running pass (3) FoldConstant
///   BISECT: NOT running pass (4) FuseOps
///
/// and, when a context is left, `BISECT: 3 of 4 passes ran, the last was (3)
/// FoldConstant`. Sequentials are neither counted nor vetoed, because the
/// passes inside them are. Nor is InferType, because passes need types. Passes
/// that the context requires always run.
class BisectInstrument : public PassInstrument {
public:
  /// Prints to `output`, or to the standard error if it is null.
  explicit BisectInstrument(int64_t limit, raw_ostream *output = nullptr);
  ~BisectInstrument() override;

  LogicalResult exitPassContext() override;
  FailureOr<bool> shouldRun(ModuleOp module, const PassInfo &info) override;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

//===----------------------------------------------------------------------===//
// By name
//===----------------------------------------------------------------------===//

/// The forms that createInstrument takes, for help texts.
ArrayRef<StringLiteral> getInstrumentNames();

/// Makes an instrument that prints to `os`:
///
/// * `timing`, `timing=json`: times (JSON has memory too), when the context is
///   left;
/// * `print-before`, `print-after`, or those with `=<name>,...`: the module
///   around all passes or around those named, constants elided. Names are those
///   of the table of passes, or arguments; an unknown one is an error;
/// * `print-changed`, `print-diff`: the module, or the difference, after passes
///   that have changed it;
/// * `verify`;
/// * `op-count`: the table, when the context is left;
/// * `bisect=<limit>`.
///
/// Anything else is an error that lists them and suggests the nearest.
llvm::Expected<std::shared_ptr<PassInstrument>>
createInstrument(StringRef spec, raw_ostream &os);

/// Brings the instruments of `context` to the passes of any pass manager, on
/// whichever thread they run; one hook runs at a time. The module that hooks
/// get may be changing on other threads, unless those of the MLIRContext are
/// disabled. A veto has no effect but a warning. Hooks that fail make the pass
/// fail. For passes that run inside a Sequential, hooks fire there.
std::unique_ptr<mlir::PassInstrumentation>
createInstrumentation(std::shared_ptr<PassContext> context);

} // namespace mlir::relay::pass

#endif // RELAYLITE_PASS_INSTRUMENTS_H
