//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attribute objects of TVM 0.16.
//
//===----------------------------------------------------------------------===//

#include "AttrsObjects.h"
#include "../Literals/LiteralText.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace mlir::relay;
using namespace mlir::relay::ast;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

namespace mlir::relay::ast {
/// A row of the table that ODS generates (Relay_TVM).
struct AttrsTypeRow {
  /// The operator.
  StringLiteral name;
  StringLiteral typeKey;
  /// Names of attributes, separated by spaces.
  StringLiteral objects;
  StringLiteral required;
  /// Names of fields, separated by spaces.
  StringLiteral unused;
  bool isDeclared;
};

#define GET_AttrsTypeRows_IMPL
#include "RelayLite/Dialect/Relay/IR/OperatorTables.inc"
} // namespace mlir::relay::ast

// Whether `word` is among the words of `text`.
static bool hasWord(StringRef text, StringRef word) {
  return is_contained(split(text, ' '), word);
}

std::optional<AttrsType> AttrsType::lookup(StringRef relayName) {
  static const StringMap<const AttrsTypeRow *> rows = [] {
    StringMap<const AttrsTypeRow *> result;
    for (const AttrsTypeRow &row : AttrsTypeRows)
      result.try_emplace(row.name, &row);
    return result;
  }();
  const AttrsTypeRow *row = rows.lookup(relayName);
  return row ? std::optional(AttrsType(*row)) : std::nullopt;
}

std::optional<StringRef> ast::getAttrsTypeKey(StringRef relayName) {
  if (std::optional<AttrsType> type = AttrsType::lookup(relayName))
    return type->getTypeKey();
  return std::nullopt;
}

StringRef AttrsType::getTypeKey() const { return row->typeKey; }

bool AttrsType::isDeclared() const { return row->isDeclared; }

bool AttrsType::isRequired(const AttributeSpec &spec) const {
  return hasWord(row->required, spec.name);
}

SmallVector<StringRef> AttrsType::getUnusedFields() const {
  SmallVector<StringRef> names;
  SplitString(row->unused, names, " ");
  return names;
}

bool AttrsType::isReference(const AttributeSpec &spec) const {
  switch (spec.kind) {
  case AttributeKind::Float:
  case AttributeKind::DType:
    return false;
  case AttributeKind::Bool:
  case AttributeKind::Int:
  case AttributeKind::Str:
    return hasWord(row->objects, spec.name);
  case AttributeKind::Ints:
  case AttributeKind::Floats:
  case AttributeKind::IntLists:
  case AttributeKind::IntOrInts:
  case AttributeKind::VirtualDevice:
  case AttributeKind::IndexMap:
  case AttributeKind::Operand:
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

Expected<AttrsObject> AttrsObject::create(const Call &call, AttrsType type,
                                          const OperatorTable::Entry &entry,
                                          const OperatorTable &operators) {
  const Attrs &attrs = call.getAttrs();
  for (const NamedAttr &attr : attrs)
    if (none_of(entry.attributes, [&](const AttributeSpec &spec) {
          return spec.name == attr.name;
        }))
      return createStringError("operator '" + entry.relayName +
                               "' has no attribute '" + attr.name + "'");
  AttrsObject result(type, entry.attributes);
  ArrayRef<ExprRef> repeated = call.getArgs();
  size_t numRepeated = count_if(entry.attributes, [](const auto &spec) {
    return spec.kind == AttributeKind::Operand;
  });
  repeated = repeated.take_back(std::min(numRepeated, repeated.size()));
  for (const AttributeSpec &spec : entry.attributes) {
    if (spec.kind == AttributeKind::Operand) {
      bool isThere = !repeated.empty() &&
                     (!spec.isOptional || isa<Constant>(*repeated.front()));
      result.values.push_back(isThere ? AttrValue(repeated.front())
                                      : AttrValue());
      repeated = repeated.drop_front(repeated.empty() ? 0 : 1);
      continue;
    }
    const AttrValue *written = findAttr(attrs, spec.name);
    std::optional<AttrValue> value =
        written ? operators.normalizeAttr(spec, *written)
                : operators.getDefault(spec);
    if (!value)
      return createStringError("operator '" + entry.relayName +
                               "': attribute '" + spec.name + "' cannot be " +
                               (written ? written->describe() : "absent"));
    result.values.push_back(std::move(*value));
  }
  return result;
}

// A value that is written in its place.
static std::string format(const AttributeSpec &spec, const AttrValue &value) {
  if (auto *boolean = value.getIf<bool>())
    return *boolean ? "1" : "0";
  if (auto *integer = value.getIf<int64_t>())
    return itostr(*integer);
  if (auto *number = value.getIf<double>())
    return formatJsonNumber(*number);
  if (auto *text = value.getIf<std::string>())
    return *text;
  // No element type is written as an empty one, no factor as 0.
  return spec.kind == AttributeKind::DType ? "" : "0";
}

unsigned
AttrsObject::addTo(MetaGraphBuilder &builder,
                   function_ref<unsigned(const Expr &)> getExpr) const {
  MetaFields fields;
  for (auto [spec, value] : zip_equal(specs, values)) {
    if (type.isReference(spec))
      fields.add(spec.name,
                 builder.addValue(value, [&](const Expr &expr, bool) {
                   return getExpr(expr);
                 }));
    else
      fields.add(spec.name, format(spec, value));
  }
  for (StringRef name : type.getUnusedFields())
    fields.add(name, "0");
  return builder.addNode(type.getTypeKey(), fields);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

// The value that a field holds in its place; none if the text is of no value.
static std::optional<AttrValue> parseValue(const AttributeSpec &spec,
                                           StringRef text) {
  int64_t integer;
  switch (spec.kind) {
  case AttributeKind::Int:
    if (!text.getAsInteger(10, integer))
      return AttrValue(integer);
    return std::nullopt;
  case AttributeKind::Bool:
    if (!text.getAsInteger(10, integer))
      return AttrValue(integer != 0);
    return std::nullopt;
  case AttributeKind::Float:
    if (std::optional<double> number = parseFloat(text))
      return AttrValue(*number);
    return std::nullopt;
  case AttributeKind::DType:
    return text.empty() ? AttrValue() : AttrValue(text.str());
  default:
    return AttrValue(text.str());
  }
}

Expected<Attrs> mlir::relay::ast::readAttrs(const Ref<MetaGraph> &graph,
                                            unsigned node,
                                            const OperatorTable &operators,
                                            const OperatorTable::Entry &entry) {
  const MetaGraph::MetaNode &object = graph->getNode(node);
  std::optional<AttrsType> type = AttrsType::lookup(entry.relayName);
  if (!type || object.typeKey != type->getTypeKey())
    return createStringError("expected " +
                             (type ? type->getTypeKey() : "DictAttrs") +
                             " as attributes of operator '" + entry.relayName +
                             "', but got '" + object.typeKey + "'");
  for (const auto &field : object.attrs)
    if (!is_contained(type->getUnusedFields(), field.first) &&
        none_of(entry.attributes, [&](const AttributeSpec &spec) {
          return spec.name == field.first;
        }))
      return createStringError("operator '" + entry.relayName +
                               "' has no attribute '" + field.first + "'");

  Attrs result;
  for (const AttributeSpec &spec : entry.attributes) {
    // It says again what the arguments say.
    if (spec.kind == AttributeKind::Operand)
      continue;
    std::optional<StringRef> text = graph->getAttr(node, spec.name);
    std::optional<AttrValue> value;
    unsigned index;
    if (!text)
      value = AttrValue();
    else if (!type->isReference(spec))
      value = parseValue(spec, *text);
    else if (text->getAsInteger(10, index) || index >= graph->getNumNodes())
      value = std::nullopt;
    else if (index != 0 && (spec.kind == AttributeKind::VirtualDevice ||
                            spec.kind == AttributeKind::IndexMap))
      value = AttrValue(MetaObject::create(graph, index));
    else
      value = toAttrValue(*graph, index);
    if (value && value->isNone() && spec.getDefault)
      continue;
    if (value)
      value = operators.normalizeAttr(spec, *value);
    if (!value)
      return createStringError(
          "attribute '" + spec.name + "' " +
          (text ? "cannot be '" + text->str() + "'" : "is missing"));
    if (!operators.isDefault(spec, *value))
      result.push_back({spec.name.str(), std::move(*value)});
  }
  return std::move(result);
}
