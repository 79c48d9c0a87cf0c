//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writing the JSON text of an object graph.
//
//===----------------------------------------------------------------------===//

#include "MetaGraphBuilder.h"
#include "../Literals/LiteralText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace mlir::relay;
using namespace mlir::relay::ast;

namespace {
/// Writes its input in base64, piece by piece. The whole text of an array would
/// take more memory than the array.
class Base64Stream : public raw_ostream {
public:
  explicit Base64Stream(raw_ostream &os) : os(os) {}
  ~Base64Stream() override { flush(); }

private:
  // Only the last piece is not a multiple of this size; it is padded.
  static constexpr size_t chunkSize = 3 << 12;

  size_t preferred_buffer_size() const override { return chunkSize; }
  uint64_t current_pos() const override { return position; }
  void write_impl(const char *data, size_t size) override {
    position += size;
    for (StringRef rest(data, size); !rest.empty();
         rest = rest.drop_front(std::min(rest.size(), chunkSize)))
      os << encodeBase64(rest.take_front(chunkSize));
  }

  raw_ostream &os;
  uint64_t position = 0;
};
} // namespace

std::string mlir::relay::ast::quoteJson(StringRef text) {
  std::string result;
  raw_string_ostream os(result);
  os << json::Value(json::isUTF8(text) ? text.str() : json::fixUTF8(text));
  return result;
}

std::string mlir::relay::ast::formatJsonNumber(double number) {
  return formatDigits(number, 17);
}

MetaFields &MetaFields::add(StringRef name, StringRef value) {
  text +=
      (text.empty() ? "" : ", ") + quoteJson(name) + ": " + quoteJson(value);
  return *this;
}

unsigned MetaGraphBuilder::addNode(StringRef typeKey) {
  lines.push_back("{\"type_key\": " + quoteJson(typeKey));
  return lines.size() - 1;
}

unsigned MetaGraphBuilder::addNode(StringRef typeKey,
                                   const MetaFields &fields) {
  unsigned node = addNode(typeKey);
  if (!fields.getText().empty())
    addField(node, "attrs", "{" + fields.getText() + "}");
  return node;
}

void MetaGraphBuilder::addField(unsigned node, StringRef name,
                                const Twine &json) {
  lines[node] += (", \"" + name + "\": " + json).str();
}

void MetaGraphBuilder::addIndices(unsigned node, ArrayRef<unsigned> data) {
  if (data.empty())
    return;
  std::string text;
  interleave(
      data, [&](unsigned i) { text += utostr(i); }, [&] { text += ", "; });
  addField(node, "data", "[" + text + "]");
}

unsigned MetaGraphBuilder::addString(StringRef text) {
  unsigned node = addNode("runtime.String");
  addRepr(node, text);
  return node;
}

void MetaGraphBuilder::addRepr(unsigned node, StringRef text) {
  if (text.empty())
    return;
  if (json::isUTF8(text))
    addField(node, "repr_str", quoteJson(text));
  else
    addField(node, "repr_b64", "\"" + encodeBase64(text) + "\"");
}

unsigned MetaGraphBuilder::addInteger(int64_t value, StringRef dtype) {
  if (dtype.empty())
    dtype = isInt<32>(value) ? "int32" : "int64";
  return addNode("IntImm", MetaFields()
                               .add("dtype", dtype)
                               .add("span", "0")
                               .add("value", itostr(value)));
}

unsigned
MetaGraphBuilder::addValue(const AttrValue &value,
                           function_ref<unsigned(const Expr &, bool)> getExpr) {
  if (auto *boolean = value.getIf<bool>())
    return addInteger(*boolean, "bool");
  if (auto *integer = value.getIf<int64_t>())
    return addInteger(*integer);
  if (auto *number = value.getIf<double>())
    return addNode("FloatImm", MetaFields()
                                   .add("dtype", "float32")
                                   .add("span", "0")
                                   .add("value", formatJsonNumber(*number)));
  if (auto *text = value.getIf<std::string>())
    return addString(*text);
  if (auto *list = value.getIf<AttrValue::List>()) {
    SmallVector<unsigned> elements;
    for (const AttrValue &element : *list)
      elements.push_back(addValue(element, getExpr));
    return addArray(elements);
  }
  if (auto *map = value.getIf<AttrValue::Map>()) {
    // If all keys are strings, they are stored apart from the values.
    bool isByName = all_of(*map, [](const auto &e) {
      return e.first.template getIf<std::string>();
    });
    std::vector<std::string> keys;
    SmallVector<unsigned> data;
    for (const auto &[key, element] : *map) {
      if (isByName)
        keys.push_back(*key.getIf<std::string>());
      else
        data.push_back(addValue(key, getExpr));
      data.push_back(addValue(element, getExpr));
    }
    return addMap(keys, data);
  }
  if (auto *expr = value.getIf<ExprRef>())
    return getExpr(**expr, /*isIdentity=*/false);
  if (auto *id = value.getIf<AttrValue::VarId>())
    return getExpr(*id->var, /*isIdentity=*/true);
  if (auto *object = value.getIf<Ref<MetaObject>>())
    return addObject(**object);
  return 0;
}

unsigned MetaGraphBuilder::addArray(ArrayRef<unsigned> elements) {
  if (elements.empty() && emptyArray)
    return emptyArray;
  unsigned node = addNode("Array");
  addIndices(node, elements);
  if (elements.empty())
    emptyArray = node;
  return node;
}

unsigned MetaGraphBuilder::addMap(ArrayRef<std::string> keys,
                                  ArrayRef<unsigned> values) {
  unsigned node = addNode("Map");
  addKeys(node, keys);
  addIndices(node, values);
  return node;
}

void MetaGraphBuilder::addKeys(unsigned node, ArrayRef<std::string> keys) {
  if (keys.empty())
    return;
  std::string text;
  for (const std::string &key : keys)
    text += (text.empty() ? "" : ", ") + quoteJson(key);
  addField(node, "keys", "[" + text + "]");
}

unsigned MetaGraphBuilder::addNDArray(NDArray array) {
  arrays.push_back(std::move(array));
  return arrays.size() - 1;
}

unsigned MetaGraphBuilder::addConstant(const Constant &constant) {
  return addNode("relay.Constant",
                 MetaFields()
                     .add("_checked_type_", "0")
                     .add("data", addNDArray(constant.getValue()))
                     .add("span", "0")
                     .add("virtual_device_", getAnyDevice()));
}

unsigned MetaGraphBuilder::getAnyDevice() {
  if (!anyDevice) {
    unsigned scope = addString("");
    anyDevice = addNode("VirtualDevice", MetaFields()
                                             .add("device_type_int", "-1")
                                             .add("memory_scope", scope)
                                             .add("target", "0")
                                             .add("virtual_device_id", "-1"));
  }
  return anyDevice;
}

// A key that is the same for variables of one name, kind and type; empty for
// other nodes.
static std::string getVariableKey(const MetaGraph &graph, unsigned node) {
  StringRef typeKey = graph.getNode(node).typeKey;
  std::optional<unsigned> name = graph.getReference(node, "name");
  if ((typeKey != "tir.Var" && typeKey != "tir.SizeVar") || !name)
    return {};
  return (typeKey + " " + graph.getAttr(node, "dtype").value_or("") + " " +
          graph.getNode(*name).repr)
      .str();
}

// Uses a worklist. Each copy is made before its references are filled in.
unsigned MetaGraphBuilder::addObject(const MetaObject &object) {
  const MetaGraph &graph = object.getGraph();
  SmallVector<unsigned> worklist;
  auto getCopy = [&](unsigned i) -> unsigned {
    if (i == 0)
      return 0;
    auto [it, isNew] = copies.try_emplace({&graph, i}, 0);
    if (!isNew)
      return it->second;
    // Variables of several graphs that have one name are one.
    std::string key = getVariableKey(graph, i);
    if (!key.empty()) {
      auto [known, isFirst] = variables.try_emplace(key, &graph, 0);
      if (!isFirst && known->second.first != &graph)
        return it->second = known->second.second;
      known->second = {&graph, unsigned(lines.size())};
    }
    worklist.push_back(i);
    return it->second = addNode(graph.getNode(i).typeKey);
  };
  graphs.push_back(object.getGraphRef());
  unsigned result = getCopy(object.getIndex());
  while (!worklist.empty()) {
    unsigned original = worklist.pop_back_val();
    unsigned copy = getCopy(original);
    const MetaGraph::MetaNode &node = graph.getNode(original);
    addRepr(copy, node.repr);
    MetaFields fields;
    for (const auto &[name, value] : node.attrs) {
      if (!graph.isReference(original, name)) {
        fields.add(name, value);
        continue;
      }
      std::optional<unsigned> target = graph.getReference(original, name);
      // Spans are not kept.
      fields.add(name, target && name != "span" ? getCopy(*target) : 0);
    }
    if (!fields.getText().empty())
      addField(copy, "attrs", "{" + fields.getText() + "}");
    addKeys(copy, node.keys);
    SmallVector<unsigned> data;
    for (unsigned element : node.data)
      data.push_back(getCopy(element));
    addIndices(copy, data);
  }
  return result;
}

void MetaGraphBuilder::write(raw_ostream &os, unsigned root) const {
  os << "{\n  \"root\": " << root << ", \n  \"nodes\": [\n    ";
  interleave(
      lines, [&](const std::string &line) { os << line << "}"; },
      [&] { os << ", \n    "; });
  os << "\n  ], \n  \"b64ndarrays\": [\n    ";
  interleave(
      arrays,
      [&](const NDArray &array) {
        os << '"';
        Base64Stream base64(os);
        writeNDArray(array, base64);
        base64.flush();
        os << '"';
      },
      [&] { os << ", \n    "; });
  os << "\n  ], \n  \"attrs\": {\"tvm_version\": \"0.16.0\"}\n}\n";
}
