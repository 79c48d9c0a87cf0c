//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instrument that times passes.
//
//===----------------------------------------------------------------------===//

#include "PassForest.h"
#include "RelayLite/Pass/Instruments.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/WithColor.h"
#include <chrono>
#ifdef LLVM_ON_UNIX
#include <sys/resource.h>
#endif

using namespace mlir;
using namespace mlir::relay::pass;
using namespace mlir::relay::pass::detail;
using Clock = std::chrono::steady_clock;

namespace {
struct Profile {
  Clock::time_point start;
  Clock::duration total{}, children{};
  /// In bytes; at the start, the peak itself.
  int64_t peakGrowth = 0;
};
using Forest = PassForest<Profile>;
} // namespace

struct TimingInstrument::Impl {
  explicit Impl(TimingOptions options) : options(options) {}

  void end(const PassInfo &info, bool failed);
  void print(ArrayRef<Forest::Tree> trees);

  TimingOptions options;
  Forest forest;
  /// The peak of the resident memory when it was last asked for, in bytes.
  int64_t lastPeak = 0;
};

/// The peak of the resident memory of the process in bytes; 0 if unknown.
static int64_t getPeakMemory() {
#ifdef LLVM_ON_UNIX
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) == 0) {
#ifdef __APPLE__
    return usage.ru_maxrss;
#else
    return int64_t(usage.ru_maxrss) * 1024;
#endif
  }
#endif
  return 0;
}

static double toMicroseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::micro>(duration).count();
}

static int64_t toNanoseconds(Clock::duration duration) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count();
}

static double getPercentage(Clock::duration part, Clock::duration whole) {
  return whole.count() == 0 ? 0 : 100.0 * part.count() / whole.count();
}

//===----------------------------------------------------------------------===//
// Hooks
//===----------------------------------------------------------------------===//

TimingInstrument::TimingInstrument(TimingOptions options)
    : PassInstrument("timing"), impl(std::make_unique<Impl>(options)) {
  impl->options.memory |= options.json;
  if (impl->options.memory)
    impl->lastPeak = getPeakMemory();
}

TimingInstrument::~TimingInstrument() = default;

LogicalResult TimingInstrument::enterPassContext() {
  std::lock_guard<std::mutex> lock(impl->forest.mutex);
  impl->forest.enterContext();
  if (impl->options.memory)
    impl->lastPeak = getPeakMemory();
  return success();
}

LogicalResult TimingInstrument::exitPassContext() {
  std::lock_guard<std::mutex> lock(impl->forest.mutex);
  impl->print(impl->forest.leaveContext());
  return success();
}

LogicalResult TimingInstrument::runBeforePass(ModuleOp module,
                                              const PassInfo &info) {
  std::lock_guard<std::mutex> lock(impl->forest.mutex);
  Profile &profile =
      impl->forest.begin(impl->forest.getTree(), info.name).record;
  // The peak has not changed since the last pass ended, unless between passes.
  profile.peakGrowth = impl->lastPeak;
  profile.start = Clock::now();
  return success();
}

void TimingInstrument::Impl::end(const PassInfo &info, bool failed) {
  Clock::time_point now = Clock::now();
  std::lock_guard<std::mutex> lock(forest.mutex);
  Forest::Tree &tree = forest.getTree();
  Forest::Node *node = forest.end(tree, info.name);
  if (!node)
    return;
  node->failed = failed;
  Profile &profile = node->record;
  profile.total = now - profile.start;
  if (options.memory) {
    lastPeak = getPeakMemory();
    profile.peakGrowth = lastPeak - profile.peakGrowth;
  }
  if (Forest::Node *parent = forest.getInnermost(tree))
    parent->record.children += profile.total;
  if (LLVM_UNLIKELY(tree.wasLeft))
    print(forest.leavePass(tree));
}

LogicalResult TimingInstrument::runAfterPass(ModuleOp module,
                                             const PassInfo &info) {
  impl->end(info, /*failed=*/false);
  return success();
}

void TimingInstrument::runAfterPassFailed(ModuleOp module,
                                          const PassInfo &info) {
  impl->end(info, /*failed=*/true);
}

//===----------------------------------------------------------------------===//
// Rendering
//===----------------------------------------------------------------------===//

static void printTree(const Forest::Tree &tree, bool withMemory,
                      raw_ostream &os) {
  Clock::duration all{};
  for (const Forest::Node &node : tree.nodes)
    if (node.depth == 0)
      all += node.record.total;
  // The total that is 100 % on each level.
  SmallVector<Clock::duration> parents;
  for (const Forest::Node &node : tree.nodes) {
    const Profile &profile = node.record;
    parents.truncate(node.depth);
    Clock::duration parent = parents.empty() ? all : parents.back();
    parents.push_back(profile.total);
    os << std::string(node.depth, '\t')
       << llvm::formatv("{0}: {1:f0}us [{2:f0}us] ({3:f2}%; {4:f2}%)",
                        node.name, toMicroseconds(profile.total),
                        toMicroseconds(profile.total - profile.children),
                        getPercentage(profile.total, all),
                        getPercentage(profile.total, parent));
    if (withMemory && profile.peakGrowth != 0)
      os << " +" << profile.peakGrowth / 1024 << "KiB";
    os << "\n";
  }
}

static std::string renderAsJSON(ArrayRef<Forest::Tree> trees, bool withMemory) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.objectBegin();
  json.attributeBegin("passes");
  json.arrayBegin();
  auto close = [&] {
    json.arrayEnd();
    json.attributeEnd();
    json.objectEnd();
  };
  for (const Forest::Tree &tree : trees) {
    unsigned depth = 0;
    for (const Forest::Node &node : tree.nodes) {
      for (; depth > node.depth; --depth)
        close();
      const Profile &profile = node.record;
      json.objectBegin();
      json.attribute("name", node.name);
      if (depth == 0)
        json.attribute("thread", tree.thread);
      json.attribute("total_ns", toNanoseconds(profile.total));
      json.attribute("self_ns",
                     toNanoseconds(profile.total - profile.children));
      if (withMemory)
        json.attribute("peak_growth_bytes", profile.peakGrowth);
      if (node.failed)
        json.attribute("failed", true);
      json.attributeBegin("children");
      json.arrayBegin();
      ++depth;
    }
    for (; depth != 0; --depth)
      close();
  }
  close();
  os << "\n";
  return text;
}

/// Prints what is complete to the stream of the options.
void TimingInstrument::Impl::print(ArrayRef<Forest::Tree> trees) {
  if (!options.output || trees.empty())
    return;
  *options.output << (options.json
                          ? renderAsJSON(trees, options.memory)
                          : Forest::print(trees, [&](const Forest::Tree &tree,
                                                     raw_ostream &os) {
                              printTree(tree, options.memory, os);
                            }));
  options.output->flush();
}

llvm::Expected<std::string> TimingInstrument::render() {
  std::lock_guard<std::mutex> lock(impl->forest.mutex);
  const Forest::Tree &tree = impl->forest.getTree();
  if (llvm::Error error = Forest::checkEnded(tree))
    return std::move(error);
  std::string text;
  if (tree.nodes.empty()) {
    llvm::WithColor::warning() << "no pass has been timed since a context was "
                                  "entered; render before it is left\n";
    return text;
  }
  llvm::raw_string_ostream os(text);
  printTree(tree, impl->options.memory, os);
  return text;
}

llvm::Expected<std::string> TimingInstrument::renderJSON() {
  std::lock_guard<std::mutex> lock(impl->forest.mutex);
  std::vector<Forest::Tree> trees = impl->forest.getTrees();
  for (const Forest::Tree &tree : trees)
    if (llvm::Error error = Forest::checkEnded(tree))
      return std::move(error);
  return renderAsJSON(trees, impl->options.memory);
}
