//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The metadata section of Relay text: TVM's object graph as JSON. It has the
// constants (as base64 arrays) and objects that have no notation in text.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_METADATA_H
#define RELAYLITE_FRONTEND_METADATA_H

#include "RelayLite/Frontend/AST.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace mlir::relay::ast {

/// An object graph. Reading checks nodes and arrays, so that every index is
/// valid.
class MetaGraph : public Node {
public:
  struct MetaNode {
    std::string typeKey;
    /// The text of a runtime.String or SourceName.
    std::string repr;
    std::vector<std::pair<std::string, std::string>> attrs;
    std::vector<std::string> keys;
    std::vector<unsigned> data;
  };

  /// Reads the JSON text of a graph. If its place is known, an error begins
  /// with `line:column: ` in `json`; lines count from 1, columns from 0.
  static llvm::Expected<Ref<MetaGraph>> parse(StringRef json);
  /// Reads a metadata section: a graph whose root is a map from type keys.
  static llvm::Expected<Ref<MetaGraph>> parseSection(StringRef json);
  /// The beginning of the element `index` of the array `member` in the object
  /// `json`, as `line:column: `. Empty if there is none.
  static std::string locate(StringRef json, StringRef member, size_t index);

  /// A graph with only node 0, which is null.
  MetaGraph() : nodes(1) {}
  /// Adds a node that refers to nodes of this graph; only for whoever makes the
  /// graph.
  unsigned addNode(MetaNode node) {
    llvm::sort(node.attrs);
    nodes.push_back(std::move(node));
    return nodes.size() - 1;
  }

  const MetaNode &getNode(unsigned index) const { return nodes[index]; }
  size_t getNumNodes() const { return nodes.size(); }
  unsigned getRoot() const { return root; }
  ArrayRef<NDArray> getArrays() const { return arrays; }

  /// How many objects of a type a metadata section has.
  size_t count(StringRef typeKey) const;
  /// The node that `meta[typeKey][index]` names, or an error.
  llvm::Expected<unsigned> lookup(StringRef typeKey, uint64_t index) const;
  /// The text of the attribute `name` of a node, or none.
  std::optional<StringRef> getAttr(unsigned node, StringRef name) const;
  /// The node to which the attribute `name` of a node refers. None if the
  /// attribute is absent, null or not a reference.
  std::optional<unsigned> getReference(unsigned node, StringRef name) const;
  /// Whether the attribute `name` of a node is the index of a node. TVM's
  /// format does not say so: this knows common types and guesses for others.
  bool isReference(unsigned node, StringRef name) const;

private:
  std::vector<MetaNode> nodes;
  std::vector<NDArray> arrays;
  unsigned root = 0;
};

/// TVM's type key of the attributes of an operator, such as
/// `relay.attrs.Conv2DAttrs`. None if the operator has no attributes in TVM.
std::optional<StringRef> getAttrsTypeKey(StringRef relayName);

/// Whether two objects are of the same type with the same contents.
bool areEqual(const MetaObject &lhs, const MetaObject &rhs);

/// The value of a node: None, a boolean, an integer, float or string, a value
/// that `getOther` (if given) makes, or a list or map of such values. The
/// result is none for another node, if lists and maps nest more than
/// kMaxAttrNesting deep, or if they have more than kMaxAttrElements elements.
std::optional<AttrValue> toAttrValue(
    const MetaGraph &graph, unsigned node,
    llvm::function_ref<std::optional<AttrValue>(unsigned)> getOther = nullptr);
inline constexpr unsigned kMaxAttrNesting = 8;
inline constexpr size_t kMaxAttrElements = 1 << 20;

class MetaGraphBuilder;

/// Collects the objects that a text refers to, and writes the section.
class MetaWriter {
public:
  /// Adds a constant or an object unless it is there already. Returns the text
  /// that refers to it.
  std::string add(const Constant &constant);
  std::string add(const MetaObject &object);
  /// The same for a map whose keys are all strings.
  std::string addMap(const AttrValue &map);
  /// Whether all keys of a map are strings.
  static bool canAdd(const AttrValue::Map &map);
  /// The same for an object that `addTo` adds to a graph.
  std::string add(StringRef typeKey,
                  std::function<unsigned(MetaGraphBuilder &)> addTo);

  bool empty() const { return entries.empty(); }
  void write(llvm::raw_ostream &os) const;

private:
  using Entry = std::variant<Ref<Constant>, Ref<MetaObject>,
                             std::function<unsigned(MetaGraphBuilder &)>>;
  // By type key, in the order of the first use.
  llvm::MapVector<StringRef, std::vector<Entry>> entries;
  llvm::DenseMap<const void *, unsigned> indices;
  // Objects of the same graph and node are one entry.
  llvm::DenseMap<std::pair<const MetaGraph *, unsigned>, unsigned>
      objectIndices;
};

} // namespace mlir::relay::ast

#endif // RELAYLITE_FRONTEND_METADATA_H
