//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphs of objects: queries and comparison.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/Metadata.h"
#include "../Literals/LiteralText.h"
#include "RelayLite/Frontend/DimExpr.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace mlir::relay;
using namespace mlir::relay::ast;

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

MetaObject::MetaObject(Ref<MetaGraph> graph, unsigned index)
    : graph(std::move(graph)), index(index) {}

Ref<MetaObject> MetaObject::create(Ref<MetaGraph> graph, unsigned index) {
  if (graph->getNode(index).typeKey == "VirtualDevice")
    return Ref<MetaObject>(new VirtualDevice(std::move(graph), index));
  if (graph->getNode(index).typeKey == "EnvFunc")
    return Ref<MetaObject>(new EnvFunc(std::move(graph), index));
  return Ref<MetaObject>(new MetaObject(std::move(graph), index));
}

MetaObject::~MetaObject() = default;

StringRef EnvFunc::getName() const {
  return getGraph().getNode(getIndex()).repr;
}

StringRef MetaObject::getTypeKey() const {
  return graph->getNode(index).typeKey;
}

size_t MetaGraph::count(StringRef typeKey) const {
  const MetaNode &map = nodes[root];
  for (auto [key, array] : zip_equal(map.keys, map.data))
    if (key == typeKey)
      return nodes[array].data.size();
  return 0;
}

Expected<unsigned> MetaGraph::lookup(StringRef typeKey, uint64_t index) const {
  const MetaNode &map = nodes[root];
  for (auto [key, array] : zip_equal(map.keys, map.data)) {
    if (key != typeKey)
      continue;
    const MetaNode &list = nodes[array];
    if (index >= list.data.size())
      return createStringError("index " + Twine(index) +
                               " is out of range: the metadata section "
                               "has " +
                               Twine(list.data.size()) + " of " + typeKey);
    return list.data[index];
  }
  return createStringError("the metadata section has no " + typeKey);
}

std::optional<StringRef> MetaGraph::getAttr(unsigned node,
                                            StringRef name) const {
  for (const auto &[key, value] : nodes[node].attrs)
    if (key == name)
      return StringRef(value);
  return std::nullopt;
}

bool MetaGraph::isReference(unsigned node, StringRef name) const {
  StringRef typeKey = nodes[node].typeKey;
  if (name == "span" || name == "_checked_type_" || name == "virtual_device_")
    return true;
  if (typeKey == "tir.Var" || typeKey == "tir.SizeVar")
    return name == "name" || name == "type_annotation";
  if (typeKey == "tir.Cast")
    return name == "value";
  if (typeKey == "tir.Call")
    return name == "op" || name == "args";
  if (typeKey == "tir.IndexMap")
    return true;
  if (typeKey.starts_with("tir."))
    return name == "a" || name == "b";
  if (typeKey == "VirtualDevice")
    return name == "target" || name == "memory_scope";
  if (typeKey == "Span")
    return name == "source_name";
  if (typeKey == "Target")
    return true;
  if (typeKey == "TargetKind")
    return name == "name" || name == "default_keys";
  if (typeKey == "relay.TensorType")
    return name == "shape";
  if (typeKey == "Executor" || typeKey == "Runtime")
    return name == "name" || name == "attrs";
  if (typeKey == "DictAttrs")
    return name == "__dict__";
  if (!typeKey.starts_with("relay.attrs."))
    return false;
  if (name.ends_with("virtual_device"))
    return true;
  // An object attribute refers to a later node that holds a plain value.
  std::optional<StringRef> value = getAttr(node, name);
  unsigned index;
  return value && !value->getAsInteger(10, index) && index > node &&
         index < nodes.size() &&
         StringSwitch<bool>(nodes[index].typeKey)
             .Cases({"runtime.String", "Array", "IntImm", "FloatImm"}, true)
             .Default(false);
}

std::optional<unsigned> MetaGraph::getReference(unsigned node,
                                                StringRef name) const {
  std::optional<StringRef> value = getAttr(node, name);
  unsigned index;
  if (!value || !isReference(node, name) || value->getAsInteger(10, index) ||
      index == 0 || index >= nodes.size())
    return std::nullopt;
  return index;
}

// The elements of an array, or the entries of a map by key. A map has no order.
static SmallVector<std::pair<StringRef, unsigned>>
getEntries(const MetaGraph::MetaNode &node) {
  SmallVector<std::pair<StringRef, unsigned>> entries;
  bool isMap = node.keys.size() == node.data.size();
  for (auto [i, element] : enumerate(node.data))
    entries.emplace_back(isMap ? StringRef(node.keys[i]) : StringRef(),
                         element);
  if (isMap)
    sort(entries, less_first());
  return entries;
}

// Structural comparison with a worklist. Compared objects form classes, which
// cuts the cycles of malformed graphs and keeps this nearly linear. Variables
// compare by their nodes, other objects by their contents.
// Whether objects of a type are symbolic dimensions that have several forms.
static bool isDimOperator(StringRef typeKey) {
  return StringSwitch<bool>(typeKey)
      .Cases({"tir.Add", "tir.Sub", "tir.Mul", "tir.FloorDiv", "tir.FloorMod"},
             true)
      .Default(false);
}

bool mlir::relay::ast::areEqual(const MetaObject &lhs, const MetaObject &rhs) {
  if (&lhs.getGraph() == &rhs.getGraph() && lhs.getIndex() == rhs.getIndex())
    return true;
  if (isDimOperator(lhs.getTypeKey()) || isDimOperator(rhs.getTypeKey())) {
    std::optional<DimExpr> l = DimExpr::read(lhs), r = DimExpr::read(rhs);
    if (l && r)
      return *l == *r;
  }
  const MetaGraph &l = lhs.getGraph(), &r = rhs.getGraph();
  using NodeId = std::pair<const MetaGraph *, unsigned>;
  EquivalenceClasses<NodeId> classes;
  DenseMap<unsigned, unsigned> variables;
  SmallVector<std::pair<unsigned, unsigned>> worklist{
      {lhs.getIndex(), rhs.getIndex()}};
  while (!worklist.empty()) {
    auto [i, j] = worklist.pop_back_val();
    if (classes.isEquivalent(NodeId(&l, i), NodeId(&r, j)))
      continue;
    classes.unionSets(NodeId(&l, i), NodeId(&r, j));
    const MetaGraph::MetaNode &a = l.getNode(i), &b = r.getNode(j);
    if (a.typeKey != b.typeKey || a.repr != b.repr ||
        a.keys.size() != b.keys.size() || a.data.size() != b.data.size() ||
        a.attrs.size() != b.attrs.size())
      return false;
    if ((a.typeKey == "tir.Var" || a.typeKey == "tir.SizeVar") &&
        variables.try_emplace(i, j).first->second != j)
      return false;
    for (auto [x, y] : zip_equal(getEntries(a), getEntries(b))) {
      if (x.first != y.first)
        return false;
      worklist.emplace_back(x.second, y.second);
    }
    for (const auto &[attrA, attrB] : zip_equal(a.attrs, b.attrs)) {
      if (attrA.first != attrB.first)
        return false;
      if (attrA.first == "span" || attrA.first == "_checked_type_")
        continue;
      std::optional<unsigned> x = l.getReference(i, attrA.first);
      std::optional<unsigned> y = r.getReference(j, attrA.first);
      if (x && y)
        worklist.emplace_back(*x, *y);
      else if (x || y || attrA.second != attrB.second)
        return false;
    }
  }
  return true;
}

// `budget` is the number of elements that lists may still have.
static std::optional<AttrValue>
convertValue(const MetaGraph &graph, unsigned index,
             function_ref<std::optional<AttrValue>(unsigned)> getOther,
             unsigned depth, size_t &budget) {
  const MetaGraph::MetaNode &node = graph.getNode(index);
  if (index == 0)
    return AttrValue();
  if (node.typeKey == "runtime.String")
    return AttrValue(node.repr);
  StringRef value = graph.getAttr(index, "value").value_or("");
  if (node.typeKey == "IntImm") {
    int64_t integer;
    if (value.getAsInteger(10, integer))
      return std::nullopt;
    if (graph.getAttr(index, "dtype") == "bool")
      return AttrValue(integer != 0);
    return AttrValue(integer);
  }
  if (node.typeKey == "FloatImm") {
    if (std::optional<double> number = parseFloat(value))
      return AttrValue(*number);
    return std::nullopt;
  }
  bool isMap = node.typeKey == "Map";
  if (node.typeKey != "Array" && !isMap)
    return getOther ? getOther(index) : std::nullopt;
  if (depth == kMaxAttrNesting || node.data.size() > budget)
    return std::nullopt;
  budget -= node.data.size();
  AttrValue::List list;
  for (unsigned element : node.data) {
    std::optional<AttrValue> converted =
        convertValue(graph, element, getOther, depth + 1, budget);
    if (!converted)
      return std::nullopt;
    list.push_back(std::move(*converted));
  }
  if (!isMap)
    return AttrValue(std::move(list));
  AttrValue::Map map;
  if (!node.keys.empty() || list.empty()) {
    if (node.keys.size() != list.size())
      return std::nullopt;
    for (auto [key, element] : zip_equal(node.keys, list))
      map.emplace_back(key, std::move(element));
    return AttrValue(std::move(map));
  }
  if (list.size() % 2)
    return std::nullopt;
  for (size_t i = 0; i < list.size(); i += 2) {
    if (!list[i].getIf<std::string>() && !list[i].getIf<ExprRef>() &&
        !list[i].getIf<AttrValue::VarId>())
      return std::nullopt;
    map.emplace_back(std::move(list[i]), std::move(list[i + 1]));
  }
  return AttrValue(std::move(map));
}

std::optional<AttrValue> mlir::relay::ast::toAttrValue(
    const MetaGraph &graph, unsigned node,
    function_ref<std::optional<AttrValue>(unsigned)> getOther) {
  size_t budget = kMaxAttrElements;
  return convertValue(graph, node, getOther, 0, budget);
}
