//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading graphs of objects from JSON text.
//
//===----------------------------------------------------------------------===//

#include "JsonScanner.h"
#include "JsonUpgrade.h"
#include "RelayLite/Frontend/Metadata.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace mlir::relay;
using namespace mlir::relay::ast;

static Expected<NDArray> decodeArray(StringRef base64) {
  auto bytes = std::make_shared<std::vector<char>>();
  if (Error error = decodeBase64(base64, *bytes))
    return std::move(error);
  ArrayRef<char> data(*bytes);
  Expected<NDArray> array = readNDArray(data, bytes);
  if (array && !data.empty())
    return createStringError("%zu bytes follow the array", data.size());
  return array;
}

namespace {
// Reads the members of a graph.
class GraphReader {
public:
  using MetaNode = MetaGraph::MetaNode;

  explicit GraphReader(StringRef text) : text(text), scanner(text) {}

  Error read();

  std::vector<MetaNode> nodes;
  std::vector<NDArray> arrays;
  unsigned root = 0;

private:
  Error readMembers();
  bool fail(const Twine &what) {
    message = what.str();
    return false;
  }
  Error failAt(StringRef member, StringRef element, size_t index,
               const Twine &what) {
    return createStringError(MetaGraph::locate(text, member, index) + element +
                             " " + Twine(index) + ": " + what);
  }

  /// Reads a string, or fails with the message `what`.
  bool readString(StringRef &result, const Twine &what) {
    if (scanner.peek() == '"')
      return scanner.readString(result);
    return scanner.skip() && fail(what);
  }
  bool readNode();
  bool readNodeMember(StringRef key, MetaNode &node);
  bool readAttrs(MetaNode &node);
  bool readArray();
  bool readVersion();

  StringRef text;
  JsonScanner scanner;
  // The error in the contents.
  std::string message;
  // The part that is being read, if any.
  enum class Part { None, Node, Array } part = Part::None;
  std::optional<int64_t> rootIndex;
  // The version of TVM that has written the graph, if it says so.
  std::string version;
};
} // namespace

bool GraphReader::readAttrs(MetaNode &node) {
  node.attrs.clear();
  node.attrs.reserve(8);
  bool read = scanner.readObject([&](StringRef name) {
    StringRef value;
    if (!readString(value, "expected attribute '" + name + "' to be a string"))
      return false;
    node.attrs.emplace_back(name, value);
    return true;
  });
  if (!is_sorted(node.attrs))
    sort(node.attrs);
  return read;
}

bool GraphReader::readNodeMember(StringRef key, MetaNode &node) {
  char first = scanner.peek();
  StringRef value;
  if (key == "type_key") {
    if (!readString(value, "expected a string 'type_key'"))
      return false;
    node.typeKey = value.str();
    return true;
  }
  if (key == "attrs" && first == '{')
    return readAttrs(node);
  if (key == "data" && first == '[') {
    node.data.clear();
    return scanner.readArray([&] {
      std::optional<int64_t> index;
      if (!scanner.readInteger(index))
        return false;
      // An index out of range is found when the number of nodes is known.
      node.data.push_back(index && isUInt<32>(*index) ? *index : ~0u);
      return true;
    });
  }
  if (key == "keys" && first == '[') {
    node.keys.clear();
    return scanner.readArray([&] {
      if (!readString(value, "expected the keys to be strings"))
        return false;
      node.keys.push_back(value.str());
      return true;
    });
  }
  // The second name is that of TVM 0.6.
  if ((key == "repr_str" || key == "global_key") && first == '"') {
    if (!scanner.readString(value))
      return false;
    node.repr = value.str();
    return true;
  }
  if (key == "repr_b64" && first == '"') {
    std::vector<char> bytes;
    if (!scanner.readString(value))
      return false;
    if (Error error = decodeBase64(value, bytes))
      return fail(toString(std::move(error)));
    node.repr.assign(bytes.begin(), bytes.end());
    return true;
  }
  return scanner.skip();
}

bool GraphReader::readNode() {
  part = Part::Node;
  MetaNode &node = nodes.emplace_back();
  if (scanner.peek() != '{')
    return scanner.skip() && fail("expected an object");
  bool hasTypeKey = false;
  if (!scanner.readObject([&](StringRef key) {
        hasTypeKey |= key == "type_key";
        return readNodeMember(key, node);
      }))
    return false;
  if (!hasTypeKey)
    return fail("expected a string 'type_key'");
  part = Part::None;
  return true;
}

bool GraphReader::readVersion() {
  return scanner.readObject([&](StringRef key) {
    if (key != "tvm_version" || scanner.peek() != '"')
      return scanner.skip();
    StringRef value;
    bool read = scanner.readString(value);
    version = value.str();
    return read;
  });
}

bool GraphReader::readArray() {
  part = Part::Array;
  StringRef base64;
  if (!readString(base64, "expected a string"))
    return false;
  Expected<NDArray> array = decodeArray(base64);
  if (!array)
    return fail(toString(array.takeError()));
  arrays.push_back(std::move(*array));
  part = Part::None;
  return true;
}

Error GraphReader::readMembers() {
  bool read = true;
  if (scanner.peek() == '{')
    read = scanner.readObject([&](StringRef key) {
      if (key == "root")
        return scanner.readInteger(rootIndex);
      if (key == "nodes" && scanner.peek() == '[') {
        nodes.clear();
        return scanner.readArray([&] { return readNode(); });
      }
      if (key == "attrs" && scanner.peek() == '{')
        return readVersion();
      if (key == "b64ndarrays" && scanner.peek() == '[') {
        arrays.clear();
        return scanner.readArray([&] { return readArray(); });
      }
      return scanner.skip();
    });
  else
    read = scanner.skip();
  if (read && scanner.finish())
    return Error::success();
  if (scanner.hasFailed())
    return scanner.takeError();
  if (part == Part::Node)
    return failAt("nodes", "node", nodes.size() - 1, message);
  return failAt("b64ndarrays", "array", arrays.size(), message);
}

Error GraphReader::read() {
  if (!json::isUTF8(text))
    return createStringError("invalid JSON: the text is not UTF-8");
  if (Error error = readMembers())
    return error;
  if (nodes.empty())
    return createStringError("expected an object with an array 'nodes'");
  auto isNode = [&](int64_t index) {
    return index >= 0 && static_cast<uint64_t>(index) < nodes.size();
  };
  if (!rootIndex || !isNode(*rootIndex))
    return createStringError("expected 'root' to be the index of a node");
  root = *rootIndex;
  for (auto [i, node] : enumerate(nodes))
    if (!all_of(node.data, isNode))
      return failAt("nodes", "node", i,
                    "expected the data to be indices below " +
                        Twine(nodes.size()));
  upgradeNodes(nodes, version);
  return Error::success();
}

std::string MetaGraph::locate(StringRef text, StringRef member, size_t index) {
  unsigned depth = 0;
  bool inMember = false;
  StringRef key;
  size_t element = 0;
  // The element that begins next, if any.
  std::optional<size_t> next;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (isSpace(c))
      continue;
    if (next == index && c != ']') {
      StringRef before = text.take_front(i);
      return (Twine(1 + before.count('\n')) + ":" +
              Twine(i - (before.rfind('\n') + 1)) + ": ")
          .str();
    }
    if (next && c != ']')
      next.reset();
    if (c == '"') {
      size_t start = i + 1;
      for (++i; i < text.size() && text[i] != '"'; ++i)
        i += text[i] == '\\';
      if (depth == 1)
        key = text.slice(start, i);
    } else if (c == '[' || c == '{') {
      if (++depth == 2 && c == '[' && key == member) {
        inMember = true;
        next = 0;
      }
    } else if (c == ']' || c == '}') {
      if (--depth == 1)
        inMember = false;
    } else if (c == ',' && depth == 2 && inMember) {
      next = ++element;
    }
  }
  return "";
}

Expected<Ref<MetaGraph>> MetaGraph::parse(StringRef text) {
  GraphReader reader(text);
  if (Error error = reader.read())
    return std::move(error);
  auto graph = make<MetaGraph>();
  graph->nodes = std::move(reader.nodes);
  graph->arrays = std::move(reader.arrays);
  graph->root = reader.root;
  return Ref<MetaGraph>(graph);
}

Expected<Ref<MetaGraph>> MetaGraph::parseSection(StringRef text) {
  Expected<Ref<MetaGraph>> graph = parse(text);
  if (!graph)
    return graph.takeError();
  const MetaNode &root = (*graph)->getNode((*graph)->getRoot());
  if (root.keys.size() != root.data.size())
    return createStringError("expected the root to be a map");
  return graph;
}
