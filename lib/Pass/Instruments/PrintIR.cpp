//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instrument that prints the module before and after passes.
//
//===----------------------------------------------------------------------===//

#include "PassForest.h"
#include "RelayLite/Pass/Instruments.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/IR/PrintPasses.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::relay::pass;
using namespace mlir::relay::pass::detail;

bool PassFilter::contains(StringRef name) const {
  return all || llvm::is_contained(names, name);
}

namespace {
/// The module before a pass, as far as the options need it.
struct ModuleBefore {
  std::optional<OperationFingerPrint> fingerPrint;
  std::string text;
};
using Forest = PassForest<ModuleBefore>;
} // namespace

struct PrintIRInstrument::Impl {
  explicit Impl(PrintIROptions options) : options(std::move(options)) {
    if (this->options.elideConstants)
      flags.elideLargeElementsAttrs().elideLargeResourceString();
  }

  std::string getText(ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os, flags);
    // A module inside another is printed without it.
    if (!StringRef(text).ends_with("\n"))
      os << "\n";
    return text;
  }

  /// Whether only a change is printed after the pass.
  bool isCompared() const { return options.onlyIfChanged || options.diff; }
  bool isPrintedAfter(const PassInfo &info) const;
  void print(StringRef when, const PassInfo &info, StringRef text);
  bool hasDiff();

  PrintIROptions options;
  OpPrintingFlags flags;
  Forest forest;
  std::optional<bool> diffFound;
};

bool PrintIRInstrument::Impl::isPrintedAfter(const PassInfo &info) const {
  // The change of a Sequential has been printed in pieces.
  if (isCompared() && options.after.all && info.isSequential)
    return false;
  return options.after.contains(info.name);
}

/// Prints `text` below its header. `when` is `before` or `after`.
void PrintIRInstrument::Impl::print(StringRef when, const PassInfo &info,
                                    StringRef text) {
  raw_ostream &os = options.output ? *options.output : llvm::outs();
  if (options.header == IRHeader::Name)
    os << "Print IR " << when << ": " << info.name << "\n" << text << "\n\n";
  else
    os << (when == "before" ? "Before" : "After") << " Running Pass: " << info
       << "\n"
       << text << "\n";
  os.flush();
}

/// Whether there is the program that llvm::doSystemDiff runs; warns if not.
bool PrintIRInstrument::Impl::hasDiff() {
  if (!diffFound) {
    diffFound = bool(llvm::sys::findProgramByName("diff"));
    if (!*diffFound)
      llvm::WithColor::warning() << "printing modules instead of differences, "
                                    "because there is no program 'diff'\n";
  }
  return *diffFound;
}

PrintIRInstrument::PrintIRInstrument(PrintIROptions options)
    : PassInstrument("print-ir"),
      impl(std::make_unique<Impl>(std::move(options))) {}

PrintIRInstrument::~PrintIRInstrument() = default;

LogicalResult PrintIRInstrument::runBeforePass(ModuleOp module,
                                               const PassInfo &info) {
  const PrintIROptions &options = impl->options;
  bool isPrinted = options.before.contains(info.name);
  bool isCompared = impl->isCompared() && impl->isPrintedAfter(info);
  if (!isPrinted && !isCompared)
    return success();
  ModuleBefore before;
  if (isPrinted || options.diff)
    before.text = impl->getText(module);
  if (isCompared && !options.diff)
    before.fingerPrint.emplace(module);

  std::lock_guard<std::mutex> lock(impl->forest.mutex);
  if (isPrinted)
    impl->print("before", info, before.text);
  if (isCompared)
    impl->forest.begin(impl->forest.getTree(), info.name).record =
        std::move(before);
  return success();
}

/// The lines of both texts, marked. LLVM keeps the temporary files of the
/// differences in variables of the process.
static std::string getDiff(StringRef before, StringRef after) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  return llvm::doSystemDiff(before, after, "-%l\n", "+%l\n", " %l\n");
}

LogicalResult PrintIRInstrument::runAfterPass(ModuleOp module,
                                              const PassInfo &info) {
  const PrintIROptions &options = impl->options;
  if (!impl->isPrintedAfter(info))
    return success();
  std::optional<ModuleBefore> before;
  if (impl->isCompared()) {
    std::lock_guard<std::mutex> lock(impl->forest.mutex);
    Forest::Tree &tree = impl->forest.getTree();
    Forest::Node *node = impl->forest.end(tree, info.name);
    if (!node)
      return success();
    before = std::move(node->record);
    impl->forest.forget(tree, node);
    if (before->fingerPrint &&
        *before->fingerPrint == OperationFingerPrint(module))
      return success();
  }

  std::string text = impl->getText(module);
  if (options.diff && before->text == text)
    return success();
  std::lock_guard<std::mutex> lock(impl->forest.mutex);
  if (options.diff && impl->hasDiff())
    text = getDiff(before->text, text);
  impl->print("after", info, text);
  return success();
}

void PrintIRInstrument::runAfterPassFailed(ModuleOp module,
                                           const PassInfo &info) {
  std::lock_guard<std::mutex> lock(impl->forest.mutex);
  Forest::Tree &tree = impl->forest.getTree();
  if (Forest::Node *node = impl->forest.end(tree, info.name))
    impl->forest.forget(tree, node);
}
