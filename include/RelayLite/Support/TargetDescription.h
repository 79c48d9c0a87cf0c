//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Targets as TVM describes them by text.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_TARGETDESCRIPTION_H
#define RELAYLITE_SUPPORT_TARGETDESCRIPTION_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlir::relay {

/// A target such as `llvm -keys=arm_cpu,cpu -mattr=+dotprod
/// -mtriple=aarch64-linux-gnu`: a kind, then attributes.
class TargetDescription {
public:
  /// Fails with a message if `text` has no kind, or a word that is no
  /// attribute. Kinds and attributes are not checked: they may be those of an
  /// embedder.
  static llvm::Expected<TargetDescription> parse(llvm::StringRef text);

  llvm::StringRef getKind() const { return kind; }
  /// The keys by which rules for targets are found, the most specific first:
  /// those of the text, the attribute `device` and, if the text has no keys,
  /// those of the kind: `cpu`, `cuda` and `gpu`, and so on.
  llvm::ArrayRef<std::string> getKeys() const { return keys; }
  /// The value of an attribute; empty if there is none.
  llvm::StringRef getAttribute(llvm::StringRef name) const {
    auto it = attributes.find(name);
    return it == attributes.end() ? llvm::StringRef() : it->second;
  }
  /// Whether the CPU has a feature by LLVM's name, such as `sse4.1`, `neon` or
  /// `dotprod`, by its `mcpu` or `mattr`.
  bool hasFeature(llvm::StringRef feature) const;

private:
  std::string kind;
  std::vector<std::string> keys;
  llvm::StringMap<std::string> attributes;
};

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_TARGETDESCRIPTION_H
