//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writing the metadata section of Relay text.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/Metadata.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::relay;
using namespace mlir::relay::ast;

unsigned MetaWriter::add(const Constant &constant) {
  std::vector<Entry> &list = entries["relay.Constant"];
  auto [it, isNew] = indices.try_emplace(&constant, list.size());
  if (isNew)
    list.push_back(Ref<Constant>(&constant));
  return it->second;
}

unsigned MetaWriter::add(const MetaObject &object) {
  std::vector<Entry> &list = entries[object.getTypeKey()];
  auto [it, isNew] = objectIndices.try_emplace(
      {&object.getGraph(), object.getIndex()}, list.size());
  if (isNew)
    list.push_back(Ref<MetaObject>(&object));
  return it->second;
}

namespace {
// Lays out the nodes of the section, one line each. Node 0 is null.
class GraphBuilder {
public:
  unsigned addNode(StringRef typeKey) {
    lines.push_back("{\"type_key\": " + quote(typeKey));
    return lines.size() - 1;
  }
  void addField(unsigned node, StringRef name, const Twine &json) {
    lines[node] += (", \"" + name + "\": " + json).str();
  }
  void addIndices(unsigned node, ArrayRef<unsigned> data) {
    std::string text;
    interleave(
        data, [&](unsigned i) { text += utostr(i); }, [&] { text += ", "; });
    addField(node, "data", "[" + text + "]");
  }
  unsigned addConstant(const Constant &constant);
  unsigned addObject(const MetaObject &object);
  void write(raw_ostream &os, unsigned root) const;

  static std::string quote(StringRef text) {
    std::string result;
    raw_string_ostream os(result);
    os << json::Value(json::isUTF8(text) ? text.str() : json::fixUTF8(text));
    return result;
  }

private:
  unsigned copyNode(const MetaGraph &graph, unsigned index);

  std::vector<std::string> lines{"{\"type_key\": \"\""};
  std::vector<NDArray> arrays;
  // The virtual device of a constant, which is unconstrained.
  unsigned anyDevice = 0;
  DenseMap<std::pair<const MetaGraph *, unsigned>, unsigned> copies;
};
} // namespace

unsigned GraphBuilder::addConstant(const Constant &constant) {
  if (!anyDevice) {
    anyDevice = addNode("VirtualDevice");
    unsigned scope = addNode("runtime.String");
    addField(anyDevice, "attrs",
             "{\"device_type_int\": \"-1\", \"memory_scope\": \"" +
                 Twine(scope) +
                 "\", \"target\": \"0\", \"virtual_device_id\": \"-1\"}");
  }
  unsigned node = addNode("relay.Constant");
  addField(node, "attrs",
           "{\"_checked_type_\": \"0\", \"data\": \"" + Twine(arrays.size()) +
               "\", \"span\": \"0\", \"virtual_device_\": \"" +
               Twine(anyDevice) + "\"}");
  arrays.push_back(constant.getValue());
  return node;
}

// Copies what is reachable from a node, with a worklist: each copy is made
// before its references are filled in.
unsigned GraphBuilder::copyNode(const MetaGraph &graph, unsigned index) {
  SmallVector<unsigned> worklist;
  auto getCopy = [&](unsigned i) -> unsigned {
    if (i == 0)
      return 0;
    auto [it, isNew] = copies.try_emplace({&graph, i}, 0);
    if (isNew) {
      it->second = addNode(graph.getNode(i).typeKey);
      worklist.push_back(i);
    }
    return it->second;
  };
  unsigned result = getCopy(index);
  while (!worklist.empty()) {
    unsigned original = worklist.pop_back_val();
    unsigned copy = getCopy(original);
    const MetaGraph::MetaNode &node = graph.getNode(original);
    if (!node.repr.empty()) {
      if (json::isUTF8(node.repr))
        addField(copy, "repr_str", quote(node.repr));
      else
        addField(copy, "repr_b64", "\"" + encodeBase64(node.repr) + "\"");
    }
    std::string attrs;
    for (const auto &[name, value] : node.attrs) {
      std::string text = value;
      if (graph.isReference(original, name)) {
        std::optional<unsigned> target = graph.getReference(original, name);
        // Spans are not kept.
        text = utostr(target && name != "span" ? getCopy(*target) : 0);
      }
      attrs += (attrs.empty() ? "" : ", ") + quote(name) + ": " + quote(text);
    }
    if (!attrs.empty())
      addField(copy, "attrs", "{" + attrs + "}");
    if (!node.keys.empty()) {
      std::string keys;
      for (const std::string &key : node.keys)
        keys += (keys.empty() ? "" : ", ") + quote(key);
      addField(copy, "keys", "[" + keys + "]");
    }
    if (!node.data.empty()) {
      SmallVector<unsigned> data;
      for (unsigned element : node.data)
        data.push_back(getCopy(element));
      addIndices(copy, data);
    }
  }
  return result;
}

unsigned GraphBuilder::addObject(const MetaObject &object) {
  return copyNode(object.getGraph(), object.getIndex());
}

void GraphBuilder::write(raw_ostream &os, unsigned root) const {
  os << "{\n  \"root\": " << root << ", \n  \"nodes\": [\n    ";
  interleave(
      lines, [&](const std::string &line) { os << line << "}"; },
      [&] { os << ", \n    "; });
  os << "\n  ], \n  \"b64ndarrays\": [\n    ";
  interleave(
      arrays,
      [&](const NDArray &array) {
        std::string bytes;
        raw_string_ostream stream(bytes);
        writeNDArray(array, stream);
        os << '"' << encodeBase64(bytes) << '"';
      },
      [&] { os << ", \n    "; });
  os << "\n  ], \n  \"attrs\": {\"tvm_version\": \"0.16.0\"}\n}\n";
}

void MetaWriter::write(raw_ostream &os) const {
  GraphBuilder builder;
  unsigned root = builder.addNode("Map");
  std::string keys;
  SmallVector<unsigned> arrays;
  for (const auto &[key, list] : entries) {
    keys += (keys.empty() ? "" : ", ") + GraphBuilder::quote(key);
    unsigned array = builder.addNode("Array");
    arrays.push_back(array);
    SmallVector<unsigned> elements;
    for (const Entry &entry : list) {
      if (auto *constant = std::get_if<Ref<Constant>>(&entry))
        elements.push_back(builder.addConstant(**constant));
      else
        elements.push_back(
            builder.addObject(*std::get<Ref<MetaObject>>(entry)));
    }
    builder.addIndices(array, elements);
  }
  builder.addField(root, "keys", "[" + keys + "]");
  builder.addIndices(root, arrays);
  os << "#[metadata]\n";
  builder.write(os, root);
}
