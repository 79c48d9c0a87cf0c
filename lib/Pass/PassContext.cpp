//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contexts of passes and the stack of them that each thread has.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Pass/PassContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <exception>

namespace mlir::relay::pass {
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

PassContext::PassContext(PassContextOptions given)
    : options(std::move(given)),
      instruments(std::make_shared<const InstrumentList>(
          std::exchange(options.instruments, {}))) {
  required.insert_range(options.requiredPasses);
  disabled.insert_range(options.disabledPasses);
}

static Error checkInstruments(const InstrumentList &instruments) {
  if (llvm::is_contained(instruments, nullptr))
    return createStringError("expected instruments, but got a null pointer");
  return Error::success();
}

Expected<std::shared_ptr<PassContext>>
PassContext::create(PassContextOptions options) {
  if (Error error = legalizeConfig(options.config))
    return std::move(error);
  if (Error error = checkInstruments(options.instruments))
    return std::move(error);
  return std::shared_ptr<PassContext>(new PassContext(std::move(options)));
}

//===----------------------------------------------------------------------===//
// Stack
//===----------------------------------------------------------------------===//

namespace {
struct ContextStack {
  SmallVector<std::shared_ptr<PassContext>> entered;
  /// Current when none is entered; lives as long as the thread.
  std::shared_ptr<PassContext> fallback;
  ConfigMap defaults;
};
} // namespace

static ContextStack &getStack() {
  thread_local ContextStack stack;
  return stack;
}

std::shared_ptr<PassContext> PassContext::current() {
  ContextStack &stack = getStack();
  if (!stack.entered.empty())
    return stack.entered.back();
  if (!stack.fallback)
    stack.fallback = llvm::cantFail(create());
  return stack.fallback;
}

void PassContext::setThreadDefault(StringRef key,
                                   std::optional<ConfigValue> value) {
  ConfigMap &defaults = getStack().defaults;
  if (value)
    defaults.insert_or_assign(key.str(), std::move(*value));
  else
    defaults.erase(key.str());
}

const ConfigValue *PassContext::getThreadDefault(StringRef key) {
  ConfigMap &defaults = getStack().defaults;
  auto it = defaults.find(key);
  return it == defaults.end() ? nullptr : &it->second;
}

/// Leave `instruments` from the last to the first because an enter hook has
/// failed. Further failures are dropped: the first one is the one to report.
static void unwind(ArrayRef<std::shared_ptr<PassInstrument>> instruments) {
  for (const auto &instrument : llvm::reverse(instruments)) {
    try {
      (void)instrument->exitPassContext();
    } catch (...) {
    }
  }
}

Error PassContext::enterInstruments() {
  std::shared_ptr<const InstrumentList> list = instruments;
  size_t numEntered = 0;
  llvm::scope_exit fail([&] {
    unwind(ArrayRef(*list).take_front(numEntered));
    instruments = std::make_shared<const InstrumentList>();
  });
  for (const auto &instrument : *list) {
    if (failed(instrument->enterPassContext()))
      return createStringError("the instrument '" + instrument->getName() +
                               "' failed to enter the pass context");
    ++numEntered;
  }
  fail.release();
  return Error::success();
}

Error PassContext::exitInstruments() {
  std::shared_ptr<const InstrumentList> list = instruments;
  llvm::scope_exit fail(
      [&] { instruments = std::make_shared<const InstrumentList>(); });
  for (const auto &instrument : *list)
    if (failed(instrument->exitPassContext()))
      return createStringError("the instrument '" + instrument->getName() +
                               "' failed to exit the pass context");
  fail.release();
  return Error::success();
}

Error PassContext::enter() {
  if (Error error = enterInstruments())
    return error;
  getStack().entered.push_back(shared_from_this());
  return Error::success();
}

Error PassContext::exit() {
  ContextStack &stack = getStack();
  if (stack.entered.empty() || stack.entered.back().get() != this)
    return createStringError(
        "the pass context to exit is not the current one of this thread");
  // The stack may hold the last reference.
  std::shared_ptr<PassContext> self = stack.entered.pop_back_val();
  return exitInstruments();
}

Error PassContext::overrideInstruments(InstrumentList list) {
  if (Error error = checkInstruments(list))
    return error;
  if (Error error = exitInstruments())
    return error;
  instruments = std::make_shared<const InstrumentList>(std::move(list));
  return enterInstruments();
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

const ConfigValue *PassContext::lookupConfig(StringRef key) const {
  auto it = options.config.find(key);
  if (it != options.config.end())
    return &it->second;
  auto [object, field] = key.rsplit('.');
  it = options.config.find(object);
  return it == options.config.end() || !it->second.getAsObject()
             ? nullptr
             : it->second.getAsObject()->get(field);
}

bool PassContext::configure(const ConfigurableOption &option) const {
  if (option.key == contextLevelKey) {
    option.set(options.optLevel);
    return true;
  }
  const ConfigValue *value = lookupConfig(option.key);
  if (value)
    option.set(*value);
  return value;
}

bool PassContext::isConfigSet(StringRef key) const {
  const ConfigValue *value = lookupConfig(key);
  return value && value->getAsBoolean().value_or(false);
}

PassContextOptions PassContext::getOptions() const {
  PassContextOptions result = options;
  result.instruments = *instruments;
  return result;
}

bool PassContext::isEnabled(const PassInfo &info) const {
  if (!disabled.empty() && disabled.contains(info.name))
    return false;
  return isRequired(info.name) || options.optLevel >= info.optLevel;
}

static void printNames(raw_ostream &os, ArrayRef<std::string> names) {
  os << "[";
  llvm::interleaveComma(names, os,
                        [&](StringRef name) { os << '"' << name << '"'; });
  os << "]\n";
}

void PassContext::print(raw_ostream &os) const {
  os << "Pass context information: \n\topt_level: " << options.optLevel
     << "\n\trequired passes: ";
  printNames(os, options.requiredPasses);
  os << "\tdisabled passes: ";
  printNames(os, options.disabledPasses);
  os << "\tinstruments: [";
  llvm::interleaveComma(*instruments, os, [&](const auto &instrument) {
    os << instrument->getName();
  });
  os << "]\n\tconfig: {";
  llvm::interleaveComma(options.config, os, [&](const auto &entry) {
    os << '"' << entry.first << "\": " << entry.second;
  });
  os << "}\n\ttrace stack: []";
}

//===----------------------------------------------------------------------===//
// Scope
//===----------------------------------------------------------------------===//

Expected<PassContextScope>
PassContextScope::enter(std::shared_ptr<PassContext> context) {
  if (!context)
    return createStringError("expected a pass context, but got a null pointer");
  if (Error error = context->enter())
    return std::move(error);
  return PassContextScope(std::move(context));
}

Error PassContextScope::exit() {
  if (!context)
    return createStringError("the pass context has been exited already");
  return std::exchange(context, nullptr)->exit();
}

PassContextScope::~PassContextScope() {
  if (!context)
    return;
  auto warn = [](const Twine &message) {
    llvm::WithColor::warning() << message << "\n";
  };
  try {
    if (Error error = exit())
      warn(llvm::toString(std::move(error)));
  } catch (const std::exception &exception) {
    warn(Twine("an instrument threw: ") + exception.what());
  } catch (...) {
    warn("an instrument threw");
  }
}

} // namespace mlir::relay::pass
