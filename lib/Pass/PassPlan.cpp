//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instances of a pass and of all that it needs, for one context.
//
//===----------------------------------------------------------------------===//

#include "PassImpl.h"
#include "RelayLite/Support/DebugLog.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#define DEBUG_TYPE "relay-pass-plan"

namespace mlir::relay::pass::detail {
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Instances
//===----------------------------------------------------------------------===//

static Error makeUndefinedPassError() {
  return createStringError("found undefined pass for optimization");
}

Expected<PassInstance *> PassPlan::instantiate(const Pass &pass) {
  if (!pass)
    return makeUndefinedPassError();
  instances.push_back(std::make_unique<PassInstance>());
  PassInstance *instance = instances.back().get();
  instance->impl = getImpl(pass);
  const PassImpl &impl = *instance->impl;
  if (impl.kind == PassKind::Sequential) {
    if (Error error = addElements(*instance))
      return std::move(error);
    return instance;
  }

  instance->pipeline =
      OpPassManager(impl.onModule ? ModuleOp::getOperationName()
                                  : func::FuncOp::getOperationName(),
                    OpPassManager::Nesting::Implicit);
  ErrorText errors;
  auto configure = [&](const ConfigurableOption &option) {
    if (const ConfigValue *value = PassContext::getThreadDefault(option.key))
      option.set(*value);
    auto given = impl.options.find(option.argument);
    if (given != impl.options.end())
      option.set(given->second);
    context.configure(option);
  };
  ConfigScope scope(configure);
  if (impl.build &&
      failed(impl.build(instance->pipeline, instance->state, errors)))
    return createStringError("cannot make the pass '" + impl.info.name +
                             "': " + errors.get());
  if (impl.kind == PassKind::Function && !inferType) {
    Expected<PassInstance *> result =
        instantiateRequired(inferTypeName, impl.info);
    if (!result)
      return result.takeError();
    inferType = *result;
  }
  return instance;
}

/// `stack` are the passes whose requirements are being made, of which `name` is
/// one.
static Error makeCycleError(ArrayRef<std::string> stack, StringRef name) {
  return createStringError(
      "the required passes form a cycle: " +
      llvm::join(llvm::make_range(llvm::find(stack, name), stack.end()),
                 " -> ") +
      " -> " + name);
}

static Expected<Pass> getRequired(StringRef name, const PassInfo &by) {
  Expected<Pass> pass = getPass(name);
  if (pass)
    return pass;
  return createStringError(llvm::toString(pass.takeError()) +
                           " (required by '" + by.name + "')");
}

Expected<PassInstance *> PassPlan::instantiateRequired(StringRef name,
                                                       const PassInfo &by) {
  if (PassInstance *instance = required.lookup(name))
    return instance;
  if (llvm::is_contained(stack, name))
    return makeCycleError(stack, name);
  stack.push_back(name.str());
  Expected<Pass> pass = getRequired(name, by);
  if (!pass)
    return pass.takeError();
  Expected<PassInstance *> instance = instantiate(*pass);
  if (!instance)
    return instance.takeError();
  stack.pop_back();
  return required[name] = *instance;
}

//===----------------------------------------------------------------------===//
// Sequential
//===----------------------------------------------------------------------===//

namespace {
/// Orders the elements of a Sequential behind what they require: a depth-first
/// walk that knows which passes hold at each point.
class DependencyResolver {
public:
  using AddFn = function_ref<Error(const Pass &, bool isListed)>;
  explicit DependencyResolver(AddFn add) : add(add) {}

  Error visit(const Pass &pass, bool isListed) {
    const PassInfo &info = pass.getInfo();
    auto it = established.find(info.name);
    if (it != established.end() && (!isListed || !it->second)) {
      // From now on it counts as an element that has run.
      it->second |= isListed;
      return Error::success();
    }
    if (llvm::is_contained(path, info.name))
      return makeCycleError(path, info.name);
    path.push_back(info.name);
    // One requirement may undo another; in some order of them all hold, or in
    // none.
    auto isMissing = [&](const std::string &name) {
      return !established.contains(name);
    };
    for (size_t i = 0; llvm::any_of(info.required, isMissing); ++i) {
      if (i > info.required.size())
        return createStringError(
            "the passes that '" + info.name +
            "' requires undo each other: " + llvm::join(info.required, ", "));
      for (const std::string &name : info.required) {
        Expected<Pass> dependency = getRequired(name, info);
        if (!dependency)
          return dependency.takeError();
        if (Error error = visit(*dependency, /*isListed=*/false))
          return error;
      }
    }
    path.pop_back();
    if (Error error = add(pass, isListed))
      return error;
    note(pass, isListed);
    return Error::success();
  }

private:
  /// Update the facts that hold after `pass`.
  void note(const Pass &pass, bool isListed) {
    const PassInfo &info = pass.getInfo();
    if (!info.invalidated)
      established.clear();
    else
      for (const std::string &name : *info.invalidated)
        established.erase(name);
    established[info.name] = isListed;
    if (pass.getKind() == PassKind::Function)
      established.try_emplace(inferTypeName, false);
  }

  AddFn add;
  /// The passes that hold, and whether they have run as elements.
  llvm::StringMap<bool> established;
  /// The passes whose requirements are being visited, in order.
  std::vector<std::string> path;
};
} // namespace

Error PassPlan::addElements(PassInstance &sequential) {
  auto append = [&](Expected<PassInstance *> instance, bool isListed) -> Error {
    if (!instance)
      return instance.takeError();
    sequential.elements.push_back({*instance, isListed});
    return Error::success();
  };
  auto add = [&](const Pass &pass, bool isListed) {
    return append(instantiate(pass), isListed);
  };
  DependencyResolver resolver(add);
  for (const Pass &pass : sequential.impl->elements) {
    if (!pass)
      return makeUndefinedPassError();
    const PassInfo &info = pass.getInfo();
    if (!context.isEnabled(info)) {
      LDBG() << info.name << " is not enabled in " << sequential.getInfo().name;
      continue;
    }
    if (sequential.impl->resolve == Resolve::Graph) {
      if (Error error = resolver.visit(pass, /*isListed=*/true))
        return error;
      continue;
    }
    for (const std::string &name : info.required)
      if (Error error =
              append(instantiateRequired(name, info), /*isListed=*/false))
        return error;
    if (Error error = add(pass, /*isListed=*/true))
      return error;
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<PassPlan>> PassPlan::create(const Pass &pass,
                                                     PassContext &context) {
  std::unique_ptr<PassPlan> plan(new PassPlan(context));
  Expected<PassInstance *> root = plan->instantiate(pass);
  if (!root)
    return root.takeError();
  plan->root = *root;
  return std::move(plan);
}

void PassPlan::getDependentDialects(DialectRegistry &registry) const {
  for (const auto &instance : instances)
    instance->pipeline.getDependentDialects(registry);
}

} // namespace mlir::relay::pass::detail
