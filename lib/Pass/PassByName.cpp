//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes by name: those of the table, and the passes and pipelines of MLIR's
// registry.
//
//===----------------------------------------------------------------------===//

#include "PassImpl.h"
#include "PassTables.h"
#include "RelayLite/Support/NearestName.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include <mutex>
#include <set>

namespace mlir::relay::pass {
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using namespace detail;

/// Returns the names of the options of `pass`. A pass without rows is printed:
/// MLIR tells them in no other way.
static std::vector<std::string> getOptionNames(const mlir::PassInfo &pass) {
  std::vector<std::string> names;
  for (const PassOptionRow &row : getOptionRows(pass.getPassArgument()))
    names.push_back(row.argument.str());
  llvm::sort(names);
  OpPassManager pm;
  auto ignore = [](const Twine &) { return failure(); };
  if (!names.empty() || failed(pass.addToPipeline(pm, "", ignore)))
    return names;
  std::string text;
  llvm::raw_string_ostream os(text);
  pm.begin()->printAsTextualPipeline(os);
  StringRef options = StringRef(text).split('{').second;
  for (const OptionText &option : splitOptions(options.rsplit('}').first))
    names.push_back(option.name.str());
  return names;
}

/// Returns `; did you mean '...'?` for the first of `options` that `pass` does
/// not have.
static std::string suggestOption(const mlir::PassInfo &pass,
                                 StringRef options) {
  std::vector<std::string> names = getOptionNames(pass);
  SmallVector<StringRef> known = llvm::to_vector_of<StringRef>(names);
  for (const OptionText &option : splitOptions(options)) {
    if (known.empty() || llvm::is_contained(known, option.name))
      continue;
    StringRef nearest = getNearestName(option.name, known);
    return nearest.empty()
               ? "; its options are '" + llvm::join(known, "', '") + "'"
               : "; did you mean '" + nearest.str() + "'?";
  }
  return "";
}

/// Returns the reason why a pass or pipeline could not be made. LLVM prints
/// faults of values instead of returning them.
static std::string getReason(const ErrorText &errors, StringRef options) {
  return errors.get().empty() ? "invalid options '" + options.str() + "'"
                              : errors.get().str();
}

/// Makes the pass of `entry` with `text` as options and the values `options`.
static Expected<Pass> makeRegisteredPass(const PassEntry &entry, StringRef text,
                                         ConfigMap options = {}) {
  const mlir::PassInfo &pass = *mlir::PassInfo::lookup(entry.argument);
  auto fail = [&](const ErrorText &errors, StringRef option) {
    return createStringError("cannot make the pass '" + entry.info.name +
                             "': " + getReason(errors, option) +
                             suggestOption(pass, text));
  };
  PassImpl impl{entry.info, entry.kind};
  impl.onModule = entry.onModule || entry.kind == PassKind::Module;
  impl.options = std::move(options);
  impl.infersTypes = entry.argument == "relay-infer-type";
  // Plans get copies of one pass with its options, so that wrong ones are found
  // now. A scope around concerns other passes.
  auto ignore = [](const ConfigurableOption &) {};
  ConfigScope scope(ignore);
  OpPassManager made(impl.onModule ? ModuleOp::getOperationName()
                                   : func::FuncOp::getOperationName(),
                     OpPassManager::Nesting::Implicit);
  ErrorText errors;
  if (failed(pass.addToPipeline(made, "", errors)))
    return fail(errors, "");
  // One at a time, to say which one is wrong.
  for (const OptionText &option : splitOptions(text))
    if (failed(made.begin()->initializeOptions(option.text, errors)))
      return fail(errors, option.text);
  impl.build = [made = std::move(made)](OpPassManager &pm, RunState &,
                                        EmitError emitError) {
    pm = made;
    // Shows the options of the copy to the ConfigScope of the plan.
    return pm.begin()->initializeOptions("", emitError);
  };
  return Pass(std::make_shared<const PassImpl>(std::move(impl)));
}

namespace {
/// The text of a pipeline of one pass. The first pipeline is made to find wrong
/// options before the pass runs, and kept for the first plan: if each level of
/// nested Sequentials were made twice, the time would double with each level.
class PipelineText {
public:
  explicit PipelineText(std::string text) : text(std::move(text)) {}

  LogicalResult check(EmitError emitError) {
    OpPassManager pm(ModuleOp::getOperationName(),
                     OpPassManager::Nesting::Implicit);
    if (failed(parse(pm, emitError)))
      return failure();
    first = std::move(pm);
    context = PassContext::current();
    return success();
  }

  LogicalResult build(OpPassManager &pm, EmitError emitError) {
    {
      std::lock_guard<std::mutex> lock(mutex);
      std::optional<OpPassManager> made = std::exchange(first, std::nullopt);
      // A Sequential inside runs under the context in which it was made.
      std::shared_ptr<PassContext> old = std::exchange(context, nullptr);
      if (made && old == PassContext::current()) {
        pm = std::move(*made);
        return success();
      }
    }
    return parse(pm, emitError);
  }

private:
  LogicalResult parse(OpPassManager &pm, EmitError emitError) const {
    std::string message;
    llvm::raw_string_ostream os(message);
    if (succeeded(parsePassPipeline(text, pm, os)))
      return success();
    // Later lines say in which pipeline the pass is.
    return emitError(StringRef(message).split('\n').first.rtrim());
  }

  std::string text;
  std::mutex mutex;
  std::optional<OpPassManager> first;
  std::shared_ptr<PassContext> context;
};
} // namespace

Expected<Pass> detail::makePipelinePass(StringRef name, std::string text,
                                        StringRef options) {
  auto pipeline = std::make_shared<PipelineText>(std::move(text));
  ErrorText errors;
  if (failed(pipeline->check(errors)))
    return createStringError("cannot make the pass '" + name +
                             "': " + getReason(errors, options));
  PassImpl impl{PassInfo(0, name.str()), PassKind::Module};
  impl.isForeign = true;
  impl.build = [pipeline](OpPassManager &pm, RunState &, EmitError emitError) {
    return pipeline->build(pm, emitError);
  };
  return Pass(std::make_shared<const PassImpl>(std::move(impl)));
}

/// Returns the passes of a registered pipeline as a Sequential of its name.
/// MLIR gives single passes of a pipeline as text only.
static Expected<Pass> makeRegisteredPipeline(const mlir::PassPipelineInfo &info,
                                             StringRef options) {
  OpPassManager pm(ModuleOp::getOperationName(),
                   OpPassManager::Nesting::Implicit);
  ErrorText errors;
  if (failed(info.addToPipeline(pm, options, errors)))
    return createStringError("cannot make the pipeline '" +
                             info.getPassArgument() +
                             "': " + getReason(errors, options));
  std::string text;
  llvm::raw_string_ostream os(text);
  pm.printAsTextualPipeline(os);
  StringRef list = text;
  list.consume_front(pm.getOpAnchorName());
  list.consume_front("(");
  list.consume_back(")");
  Expected<std::vector<Pass>> passes = parsePassList(list);
  if (!passes)
    return passes.takeError();
  return Sequential(std::move(*passes), 0, info.getPassArgument().str());
}

static Error makeUnknownPassError(StringRef name) {
  SmallVector<std::string> names;
  for (const PassEntry &entry : listPasses()) {
    names.push_back(StringRef(entry.info.name).trim().str());
    // Passes of embedders may have none.
    if (!entry.argument.empty())
      names.push_back(entry.argument);
  }
  std::string message = "unknown pass '" + name.str() + "'";
  // The three nearest, without regard to case.
  SmallVector<StringRef> left = llvm::to_vector_of<StringRef>(names);
  SmallVector<StringRef, 3> near;
  for (StringRef nearest;
       near.size() < 3 && !(nearest = getNearestName(name, left)).empty();) {
    near.push_back(nearest);
    llvm::erase(left, nearest);
  }
  for (StringRef other : names)
    if (near.empty() && other.equals_insensitive(name))
      near.push_back(other);
  if (!near.empty())
    message += "; did you mean '" + llvm::join(near, "' or '") + "'?";
  return createStringError(message);
}

Expected<std::string> getPassName(StringRef name) {
  if (std::optional<PassEntry> entry = lookupPass(name))
    return entry->info.name;
  name = name.trim();
  if (mlir::PassInfo::lookup(name) || mlir::PassPipelineInfo::lookup(name))
    return name.str();
  return makeUnknownPassError(name);
}

Expected<Pass> getPass(StringRef name, StringRef options) {
  if (std::optional<PassEntry> entry = lookupPass(name)) {
    if (!entry->construct)
      return makeRegisteredPass(*entry, options);
    if (!options.empty())
      return createStringError("the pass '" + entry->info.name +
                               "' has no options, but got '" + options + "'");
    Pass pass = entry->construct();
    if (!pass)
      return createStringError("the constructor of the pass '" +
                               entry->info.name + "' made no pass");
    return pass;
  }
  name = name.trim();
  if (const mlir::PassInfo *stock = mlir::PassInfo::lookup(name)) {
    Expected<Pass> pass = makePipelinePass(
        name, options.empty() ? name.str() : (name + "{" + options + "}").str(),
        options);
    if (pass)
      return pass;
    return createStringError(llvm::toString(pass.takeError()) +
                             suggestOption(*stock, options));
  }
  if (const auto *pipeline = mlir::PassPipelineInfo::lookup(name))
    return makeRegisteredPipeline(*pipeline, options);
  return makeUnknownPassError(name);
}

Expected<Pass> getPass(StringRef name, ConfigMap options) {
  if (options.empty())
    return getPass(name);
  Expected<std::string> known = getPassName(name);
  if (!known)
    return known.takeError();
  std::optional<PassEntry> entry = lookupPass(name);
  Error error = Error::success();
  std::set<StringRef> unknown;
  for (const auto &[option, value] : options)
    unknown.insert(option);
  StringRef argument = entry ? StringRef(entry->argument) : "";
  for (const PassOptionRow &row : getOptionRows(argument))
    if (row.isConfigurable && unknown.erase(row.argument) && !error)
      error = checkConfigValue("option " + row.argument, row.type,
                               options.find(row.argument)->second);
  if (error)
    return std::move(error);
  if (!unknown.empty())
    return createStringError("the pass '" + *known + "' has no option '" +
                             *unknown.begin() + "' that takes a value");
  return makeRegisteredPass(*entry, "", std::move(options));
}

} // namespace mlir::relay::pass
