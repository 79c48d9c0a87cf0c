//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The texts of the language server about operators.
//
//===----------------------------------------------------------------------===//

#include "Operators.h"
#include "RelayLite/Frontend/Printer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
struct OperatorDoc {
  StringRef name;
  StringRef operands;
  StringRef summary;
  StringRef semantics;
};

#define GET_OperatorDocs_IMPL
#include "OperatorDocs.inc"
} // namespace

static const OperatorDoc *lookup(StringRef relayName) {
  static const llvm::StringMap<const OperatorDoc *> docs = [] {
    llvm::StringMap<const OperatorDoc *> result;
    for (const OperatorDoc &doc : OperatorDocs)
      result.try_emplace(doc.name, &doc);
    return result;
  }();
  return docs.lookup(relayName);
}

// The default in Relay text. None if the attribute must be written. Text has no
// notation for a virtual device.
static std::optional<std::string> getDefault(const OperatorTable &operators,
                                             const AttributeSpec &spec) {
  if (spec.kind == AttributeKind::VirtualDevice)
    return std::nullopt;
  std::optional<ast::AttrValue> value = operators.getDefault(spec);
  if (!value)
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream os(text);
  ast::print(*value, os);
  return text;
}

std::string relay::getSignature(const OperatorTable &operators,
                                const OperatorTable::Entry &entry) {
  SmallVector<std::string> parameters;
  if (const OperatorDoc *doc = lookup(entry.relayName)) {
    for (StringRef operand : llvm::split(doc->operands, ' '))
      if (!operand.empty())
        parameters.push_back(operand.str());
  } else {
    // Only the numbers of operands of other dialects are known.
    int last = entry.maxOperands < 0 ? entry.minOperands : entry.maxOperands;
    for (int i = 0; i < last; ++i)
      parameters.push_back("arg" + llvm::itostr(i));
    if (entry.maxOperands < 0)
      parameters.push_back("...");
  }
  for (const AttributeSpec &spec : entry.attributes) {
    if (spec.kind == AttributeKind::Operand)
      continue;
    std::optional<std::string> value = getDefault(operators, spec);
    parameters.push_back(spec.name.str() + (value ? "=" + *value : ""));
  }
  return entry.relayName.str() + "(" + llvm::join(parameters, ", ") + ")";
}

StringRef relay::getSummary(const OperatorTable::Entry &entry) {
  const OperatorDoc *doc = lookup(entry.relayName);
  return doc ? doc->summary : "";
}

std::string relay::getSemantics(const OperatorTable::Entry &entry) {
  const OperatorDoc *doc = lookup(entry.relayName);
  if (!doc)
    return "";
  // ODS indents all lines alike.
  std::string result;
  for (StringRef line : llvm::split(doc->semantics.trim(), '\n')) {
    line.consume_front("    ");
    result += line.str() + "\n";
  }
  return StringRef(result).trim().str();
}

std::string relay::describeAttribute(const OperatorTable &operators,
                                     const AttributeSpec &spec) {
  std::optional<std::string> value = getDefault(operators, spec);
  return describe(spec.kind).str() + (value ? ", by default " + *value : "");
}
