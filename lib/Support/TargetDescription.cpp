//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Targets as TVM describes them by text. LLVM's tables of CPUs tell features.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/TargetDescription.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TargetParser/AArch64TargetParser.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace mlir::relay;
using llvm::StringRef;

/// The keys of targets of a kind, as TVM has them.
static std::vector<std::string> getDefaultKeys(StringRef kind) {
  if (kind == "cuda" || kind == "nvptx")
    return {"cuda", "gpu"};
  if (kind == "rocm" || kind == "opencl" || kind == "metal" ||
      kind == "vulkan" || kind == "webgpu")
    return {kind.str(), "gpu"};
  if (kind == "hexagon")
    return {"hexagon", "cpu"};
  if (kind == "llvm" || kind == "c" || kind == "stackvm")
    return {"cpu"};
  return {};
}

llvm::Expected<TargetDescription> TargetDescription::parse(StringRef text) {
  llvm::SmallVector<StringRef> words;
  llvm::SplitString(text, words);
  if (words.empty() || words.front().starts_with("-"))
    return llvm::createStringError("expected a target that begins with its "
                                   "kind, but got \"" +
                                   text + "\"");
  TargetDescription result;
  result.kind = words.front().str();
  std::string *last = nullptr;
  for (StringRef word : llvm::drop_begin(words)) {
    bool isName = word.starts_with("-") && !llvm::isDigit(word.substr(1)[0]);
    if (isName) {
      auto [name, value] = word.ltrim('-').split('=');
      last = &result.attributes[name];
      *last = value.str();
      // The value may follow behind a blank.
      if (word.contains('='))
        last = nullptr;
    } else if (last) {
      *std::exchange(last, nullptr) = word.str();
    } else {
      return llvm::createStringError(
          "expected an attribute that begins with \"-\" in the target \"" +
          text + "\", but got \"" + word + "\"");
    }
  }
  // Given keys, the device, and the keys of the kind if none are given.
  llvm::SmallVector<StringRef> keys;
  result.getAttribute("keys").split(keys, ',', -1, /*KeepEmpty=*/false);
  bool hasKeys = !keys.empty();
  if (StringRef device = result.getAttribute("device"); !device.empty())
    keys.push_back(device);
  std::vector<std::string> defaults =
      hasKeys ? std::vector<std::string>() : getDefaultKeys(result.kind);
  keys.append(defaults.begin(), defaults.end());
  for (StringRef key : keys)
    if (!llvm::is_contained(result.keys, key))
      result.keys.push_back(key.str());
  return result;
}

/// Whether a CPU of x86 has a feature by its name.
static bool hasX86Feature(StringRef cpu, StringRef feature) {
  if (llvm::X86::parseArchX86(cpu) == llvm::X86::CK_None)
    return false;
  llvm::SmallVector<StringRef> features;
  llvm::X86::getFeaturesForCPU(cpu, features);
  // Some of these imply others that are not among them.
  llvm::StringMap<bool> implied;
  for (StringRef each : features) {
    implied[each] = true;
    llvm::X86::updateImpliedFeatures(each, /*Enabled=*/true, implied);
  }
  return implied.lookup(feature);
}

/// The same of AArch64. NEON is in all of them.
static bool hasArmFeature(StringRef cpu, StringRef feature) {
  if (feature == "neon")
    return true;
  auto extension = llvm::AArch64::parseArchExtension(feature);
  auto info = llvm::AArch64::parseCpu(cpu);
  return extension && info && info->getImpliedExtensions().test(extension->ID);
}

/// Whether the attribute `+v8.4a` of AArch64 implies the products of `dotprod`.
static bool impliesDotProduct(StringRef attribute) {
  unsigned major = 0, minor = 0;
  if (!attribute.consume_front("+v") || attribute.consumeInteger(10, major))
    return false;
  if (attribute.consume_front("."))
    attribute.consumeInteger(10, minor);
  return major > 8 || (major == 8 && minor >= 4);
}

bool TargetDescription::hasFeature(StringRef feature) const {
  llvm::Triple triple(getAttribute("mtriple"));
  bool isArm = triple.isAArch64();
  // Without a triple a target of kind llvm is taken for one of x86.
  bool isX86 =
      kind == "llvm" &&
      (triple.getArch() == llvm::Triple::UnknownArch || triple.isX86());
  llvm::SmallVector<StringRef> given;
  getAttribute("mattr").split(given, ',', -1, /*KeepEmpty=*/false);
  if (llvm::is_contained(given, ("-" + feature).str()))
    return false;
  llvm::StringMap<bool> implied;
  for (StringRef attribute : given) {
    if (isArm && feature == "dotprod" && impliesDotProduct(attribute))
      return true;
    if (!attribute.consume_front("+"))
      continue;
    implied[attribute] = true;
    if (isX86)
      llvm::X86::updateImpliedFeatures(attribute, /*Enabled=*/true, implied);
  }
  if (implied.lookup(feature))
    return true;
  StringRef cpu = getAttribute("mcpu");
  return (isX86 && hasX86Feature(cpu, feature)) ||
         (isArm && hasArmFeature(cpu, feature));
}
