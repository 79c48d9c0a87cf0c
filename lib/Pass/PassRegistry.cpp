//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of passes and lookup by name.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Pass/PassRegistry.h"
#include "PassTables.h"
#include "RelayLite/Pass/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include <map>
#include <mutex>

namespace mlir::relay::pass {
using llvm::createStringError;
using llvm::Error;
using namespace detail;

namespace {
struct Registry {
  std::mutex mutex;
  std::map<std::string, PassEntry, std::less<>> entries;
  /// Names by arguments.
  std::map<std::string, std::string, std::less<>> arguments;
};
} // namespace

/// Returns the Sequential of `row`.
static Pass makeSequential(const SequentialRow &row) {
  auto passes = llvm::map_range(row.elements, [](StringRef name) {
    return llvm::cantFail(getPass(name));
  });
  return Sequential({passes.begin(), passes.end()}, 0, row.name.str());
}

static void addBuiltinEntries(Registry &registry) {
  auto add = [&](PassEntry entry) {
    if (const mlir::PassInfo *pass = mlir::PassInfo::lookup(entry.argument))
      entry.summary = pass->getPassDescription().str();
    registry.arguments.try_emplace(entry.argument, entry.info.name);
    std::string name = entry.info.name;
    registry.entries.try_emplace(std::move(name), std::move(entry));
  };
  for (const PassRow &row : PassRows) {
    PassInfo info(row.optLevel, row.name.str(),
                  {row.required.begin(), row.required.end()});
    info.invalidated.emplace(row.invalidated.begin(), row.invalidated.end());
    add({std::move(info), row.kind, row.argument.str(), "", row.onModule});
  }
  for (const SequentialRow &row : SequentialRows) {
    PassInfo info(0, row.name.str());
    info.isSequential = true;
    add({std::move(info), PassKind::Sequential, row.argument.str(),
         row.summary.str(), true, [&row] { return makeSequential(row); }});
  }
}

static Registry &getRegistry() {
  static Registry *registry = [] {
    registerRelayLitePasses();
    auto *result = new Registry;
    addBuiltinEntries(*result);
    return result;
  }();
  return *registry;
}

Error registerPass(PassEntry entry) {
  Registry &registry = getRegistry();
  if (entry.argument.empty() && !entry.construct)
    return createStringError("the pass '" + entry.info.name +
                             "' has neither an argument nor a constructor");
  if (!entry.construct) {
    const mlir::PassInfo *pass = mlir::PassInfo::lookup(entry.argument);
    if (!pass)
      return createStringError("MLIR has no pass '" + entry.argument + "'");
    if (entry.summary.empty())
      entry.summary = pass->getPassDescription().str();
  }
  std::lock_guard<std::mutex> lock(registry.mutex);
  if (registry.entries.count(entry.info.name))
    return createStringError("the pass '" + entry.info.name +
                             "' is registered twice");
  if (!entry.argument.empty() &&
      !registry.arguments.try_emplace(entry.argument, entry.info.name).second)
    return createStringError("the argument '" + entry.argument +
                             "' is registered twice");
  std::string name = entry.info.name;
  registry.entries.try_emplace(std::move(name), std::move(entry));
  return Error::success();
}

std::vector<PassEntry> listPasses() {
  Registry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  auto entries = llvm::make_second_range(registry.entries);
  return {entries.begin(), entries.end()};
}

std::optional<PassEntry> lookupPass(StringRef name) {
  name = name.trim();
  // As tir.transform.UnrollLoop.
  std::string joined;
  if (!name.consume_front("relay._transform.") &&
      !name.consume_front("transform."))
    if (auto [front, back] = name.split(".transform."); !back.empty())
      name = joined = (front + "." + back).str();
  Registry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  auto argument = registry.arguments.find(name);
  auto it = registry.entries.find(argument == registry.arguments.end()
                                      ? name
                                      : StringRef(argument->second));
  // One of TVM's names starts with a blank.
  if (it == registry.entries.end())
    it = registry.entries.find(" " + name.str());
  if (it == registry.entries.end())
    return std::nullopt;
  return it->second;
}

std::vector<std::string> getEnabledPasses(const PassContext &context) {
  std::vector<std::string> names;
  for (const PassEntry &entry : listPasses())
    if (context.isEnabled(entry.info))
      names.push_back(entry.info.name);
  return names;
}

} // namespace mlir::relay::pass
