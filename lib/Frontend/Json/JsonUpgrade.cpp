//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upgrading graphs of earlier versions of TVM.
//
//===----------------------------------------------------------------------===//

#include "JsonUpgrade.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace mlir::relay::ast;

using MetaNode = MetaGraph::MetaNode;

/// The number N of the version 0.N, if it is one.
static std::optional<unsigned> getMinorVersion(StringRef version) {
  unsigned minor;
  if (!version.consume_front("0.") || version.consumeInteger(10, minor))
    return std::nullopt;
  return minor;
}

/// The text of the attribute `name`, or null.
static std::string *findField(MetaNode &node, StringRef name) {
  auto found =
      find_if(node.attrs, [&](const auto &attr) { return attr.first == name; });
  return found == node.attrs.end() ? nullptr : &found->second;
}

/// Renames an attribute, if there is one.
static void renameAttr(MetaNode &node, StringRef from, StringRef to) {
  for (auto &[name, value] : node.attrs)
    if (name == from)
      name = to.str();
  sort(node.attrs);
}

//===----------------------------------------------------------------------===//
// From 0.6 to 0.7
//===----------------------------------------------------------------------===//

// TVM 0.6 gave names and operators in place, had types and variables in other
// namespaces, and named fewer parts of positions.

/// The type key of TVM 0.7.
static std::string getNewTypeKey(StringRef typeKey) {
  if (typeKey == "relay.Module")
    return "IRModule";
  if (typeKey == "StrMap")
    return "Map";
  if (typeKey == "Variable")
    return "tir.Var";
  StringRef name = typeKey;
  if (name.consume_front("relay."))
    return StringSwitch<bool>(name)
                   .Cases({"FuncType", "GlobalTypeVar", "GlobalVar"}, true)
                   .Cases({"IncompleteType", "Op", "SourceName", "Span"}, true)
                   .Cases({"TupleType", "TypeCall", "TypeRelation"}, true)
                   .Case("TypeVar", true)
                   .Default(false)
               ? name.str()
               : typeKey.str();
  return StringSwitch<bool>(name)
                 .Cases({"Add", "Sub", "Mul", "Div", "Mod"}, true)
                 .Cases({"FloorDiv", "FloorMod", "Min", "Max"}, true)
                 .Cases({"EQ", "NE", "LT", "LE", "GT", "GE"}, true)
                 .Cases({"And", "Or", "Not", "Cast", "Select"}, true)
                 .Cases({"Any", "SizeVar", "StringImm"}, true)
                 .Default(false)
             ? "tir." + name.str()
             : name.str();
}

/// The attribute of a node that became the reference to a string, or empty.
static StringRef getTextAttr(StringRef typeKey) {
  typeKey.consume_front("relay.");
  return StringSwitch<StringRef>(typeKey)
      .Cases({"GlobalTypeVar", "GlobalVar", "TypeVar"}, "name_hint")
      .Cases({"Constructor", "Id"}, "name_hint")
      .Cases({"SizeVar", "Variable"}, "name")
      .Case("StringImm", "value")
      .Default("");
}

/// Names a type variable by itself, which took its name from a variable.
static void nameTypeVar(MetaNode &node, ArrayRef<MetaNode> nodes) {
  std::string *reference = findField(node, "var");
  unsigned var;
  if (!reference || StringRef(*reference).getAsInteger(10, var) ||
      var >= nodes.size())
    return;
  for (const auto &[name, value] : nodes[var].attrs)
    if (name == "name")
      *reference = value;
  renameAttr(node, "var", "name_hint");
}

/// Brings one node to the form of TVM 0.7. `add` adds a node to the graph and
/// returns its index as text.
static void upgradeFrom06(MetaNode &node,
                          function_ref<std::string(MetaNode)> add) {
  bool isVar = node.typeKey == "Variable" || node.typeKey == "SizeVar";
  std::string *text = findField(node, getTextAttr(node.typeKey));
  node.typeKey = getNewTypeKey(node.typeKey);
  if (node.typeKey == "Span") {
    renameAttr(node, "source", "source_name");
    renameAttr(node, "lineno", "line");
    renameAttr(node, "col_offset", "column");
  }
  if (text) {
    MetaNode string;
    string.typeKey = "runtime.String";
    string.repr = std::move(*text);
    *text = add(std::move(string));
  }
  std::string *dtype = findField(node, "dtype");
  if (isVar && dtype) {
    MetaNode type;
    type.typeKey = "PrimType";
    type.attrs = {{"dtype", *dtype}};
    node.attrs.emplace_back("type_annotation", add(std::move(type)));
    sort(node.attrs);
  }
}

static void upgradeFrom06(std::vector<MetaNode> &nodes) {
  // Variables have their names in place until they are upgraded, too.
  for (MetaNode &node : nodes)
    if (node.typeKey == "relay.TypeVar" ||
        node.typeKey == "relay.GlobalTypeVar")
      nameTypeVar(node, nodes);
  std::vector<MetaNode> added;
  auto add = [&](MetaNode node) {
    added.push_back(std::move(node));
    return std::to_string(nodes.size() + added.size() - 1);
  };
  for (MetaNode &node : nodes)
    upgradeFrom06(node, add);
  std::move(added.begin(), added.end(), std::back_inserter(nodes));
}

//===----------------------------------------------------------------------===//
// All versions
//===----------------------------------------------------------------------===//

void mlir::relay::ast::upgradeNodes(std::vector<MetaNode> &nodes,
                                    StringRef version) {
  std::optional<unsigned> minor = getMinorVersion(version);
  if (!minor)
    return;
  if (*minor <= 6)
    upgradeFrom06(nodes);
  if (*minor > 7)
    return;
  // Modules have attributes since TVM 0.8.
  for (MetaNode &node : nodes)
    if (node.typeKey == "IRModule" && !findField(node, "attrs")) {
      node.attrs.emplace_back("attrs", "0");
      sort(node.attrs);
    }
}
