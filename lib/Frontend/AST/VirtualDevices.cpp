//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversion of virtual devices between TVM's object graph and attributes.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/Conversion.h"
#include "RelayLite/Frontend/Metadata.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::relay;
using ast::MetaGraph;

// The device of hosts.
static constexpr int64_t cpu = static_cast<int64_t>(DeviceType::CPU);

//===----------------------------------------------------------------------===//
// From the graph
//===----------------------------------------------------------------------===//

namespace {
/// Reads the parts of a target. A part that does not have the form that TVM
/// writes is a null attribute.
class TargetReader {
public:
  TargetReader(MLIRContext *context, const MetaGraph &graph)
      : b(context), graph(graph) {}

  /// A target for a device of the number `deviceType`.
  DictionaryAttr readTarget(unsigned node, int64_t deviceType,
                            unsigned depth = 0);

private:
  // Hosts of hosts nest less; graphs may have cycles.
  static constexpr unsigned maxDepth = 16;

  /// A text or number.
  Attribute readScalar(unsigned node);
  /// A scalar or a list of such.
  Attribute read(unsigned node);
  DictionaryAttr readMap(unsigned node);
  /// The object to which an attribute of a node refers; null if there is none.
  Attribute readAttr(unsigned node, StringRef name) {
    std::optional<unsigned> object = graph.getReference(node, name);
    return object ? read(*object) : Attribute();
  }

  Builder b;
  const MetaGraph &graph;
};
} // namespace

DictionaryAttr TargetReader::readMap(unsigned index) {
  const MetaGraph::MetaNode &node = graph.getNode(index);
  if (node.typeKey != "Map" || node.keys.size() != node.data.size())
    return {};
  NamedAttrList entries;
  for (auto [key, element] : llvm::zip_equal(node.keys, node.data)) {
    Attribute value = read(element);
    if (!value)
      return {};
    entries.set(key, value);
  }
  return entries.getDictionary(b.getContext());
}

Attribute TargetReader::readScalar(unsigned index) {
  const MetaGraph::MetaNode &node = graph.getNode(index);
  if (node.typeKey == "runtime.String")
    return b.getStringAttr(node.repr);
  int64_t value;
  if (node.typeKey != "IntImm" ||
      graph.getAttr(index, "value").value_or("").getAsInteger(10, value))
    return {};
  if (graph.getAttr(index, "dtype") == StringRef("bool"))
    return b.getBoolAttr(value != 0);
  return b.getI64IntegerAttr(value);
}

Attribute TargetReader::read(unsigned index) {
  const MetaGraph::MetaNode &node = graph.getNode(index);
  if (node.typeKey != "Array")
    return readScalar(index);
  SmallVector<Attribute> elements;
  for (unsigned element : node.data) {
    elements.push_back(readScalar(element));
    if (!elements.back())
      return {};
  }
  return b.getArrayAttr(elements);
}

DictionaryAttr TargetReader::readTarget(unsigned node, int64_t deviceType,
                                        unsigned depth) {
  std::optional<unsigned> kind = graph.getReference(node, "kind");
  std::optional<unsigned> attrs = graph.getReference(node, "attrs");
  if (graph.getNode(node).typeKey != "Target" || !kind || depth > maxDepth)
    return {};
  NamedAttrList entries;
  if (attrs) {
    DictionaryAttr map = readMap(*attrs);
    if (!map)
      return {};
    entries.append(map.begin(), map.end());
  }
  Attribute name = readAttr(*kind, "name");
  if (!isa_and_nonnull<StringAttr>(name))
    return {};
  entries.set("kind", name);
  auto setList = [&](StringRef name, Attribute value, Attribute implied) {
    auto list = dyn_cast_if_present<ArrayAttr>(value);
    if (list && !list.empty() && list != implied)
      entries.set(name, list);
  };
  Attribute keys = readAttr(node, "keys");
  setList("keys", keys, {});
  setList("default_keys", readAttr(*kind, "default_keys"), keys);
  auto tag = dyn_cast_if_present<StringAttr>(readAttr(node, "tag"));
  if (tag && !tag.empty())
    entries.set("tag", tag);
  if (std::optional<unsigned> map = graph.getReference(node, "features")) {
    DictionaryAttr features = readMap(*map);
    if (!features)
      return {};
    if (!features.empty())
      entries.set("features", features);
  }
  int64_t defaultType;
  if (!graph.getAttr(*kind, "default_device_type")
           .value_or("")
           .getAsInteger(10, defaultType) &&
      defaultType != deviceType)
    entries.set("default_device_type", b.getI64IntegerAttr(defaultType));
  if (std::optional<unsigned> host = graph.getReference(node, "host")) {
    DictionaryAttr target = readTarget(*host, cpu, depth + 1);
    if (!target)
      return {};
    entries.set("host", target);
  }
  return entries.getDictionary(b.getContext());
}

FailureOr<VirtualDeviceAttr>
relay::convertVirtualDevice(Location loc, const ast::VirtualDevice &device) {
  const MetaGraph &graph = device.getGraph();
  unsigned node = device.getIndex();
  // -1 means that there is no constraint.
  auto getNumber = [&](StringRef name) -> FailureOr<std::optional<int32_t>> {
    int32_t number;
    StringRef text = graph.getAttr(node, name).value_or("");
    if (text.getAsInteger(10, number))
      return emitError(loc, "expected an integer as '")
             << name << "' of a virtual device, but got '" << text << "'";
    if (number == -1)
      return std::optional<int32_t>();
    return std::optional<int32_t>(number);
  };
  FailureOr<std::optional<int32_t>> type = getNumber("device_type_int");
  if (failed(type))
    return failure();
  FailureOr<std::optional<int32_t>> id = getNumber("virtual_device_id");
  if (failed(id))
    return failure();
  std::optional<DeviceType> deviceType;
  if (*type) {
    deviceType = symbolizeDeviceType(**type);
    if (!deviceType)
      return emitError(loc, "unknown device type ")
             << **type << " of a virtual device";
  }
  DictionaryAttr target;
  if (std::optional<unsigned> reference = graph.getReference(node, "target")) {
    target = TargetReader(loc.getContext(), graph)
                 .readTarget(*reference, type->value_or(-1));
    if (!target)
      return emitError(loc, "the target of a virtual device is not what TVM "
                            "writes");
  }
  StringAttr scope;
  if (std::optional<unsigned> text = graph.getReference(node, "memory_scope");
      text && !graph.getNode(*text).repr.empty())
    scope = StringAttr::get(loc.getContext(), graph.getNode(*text).repr);
  auto attribute = VirtualDeviceAttr::getChecked([&] { return emitError(loc); },
                                                 loc.getContext(), deviceType,
                                                 *id, target, scope);
  if (!attribute)
    return failure();
  return attribute;
}

//===----------------------------------------------------------------------===//
// To the graph
//===----------------------------------------------------------------------===//

// Keys of a target that are not attributes of its kind.
static bool isPartOfTarget(StringRef key) {
  return llvm::is_contained({"kind", "keys", "default_keys", "tag", "features",
                             "default_device_type", "host"},
                            key);
}

namespace {
/// Writes the parts of a target.
class TargetWriter {
public:
  explicit TargetWriter(MetaGraph &graph) : graph(graph) {}

  /// A target for a device of the number `deviceType`.
  std::string addTarget(DictionaryAttr target, int64_t deviceType);
  std::string addString(StringRef text) {
    return finish({"runtime.String", text.str(), {}, {}, {}});
  }

private:
  unsigned add(Attribute value);
  unsigned addMap(ArrayRef<NamedAttribute> entries);
  // The array `list`, which may be null.
  std::string addList(ArrayAttr list) {
    return std::to_string(
        add(list ? list : ArrayAttr::get(context, ArrayRef<Attribute>())));
  }
  std::string finish(MetaGraph::MetaNode node) {
    return std::to_string(graph.addNode(std::move(node)));
  }

  MetaGraph &graph;
  MLIRContext *context = nullptr;
};
} // namespace

unsigned TargetWriter::addMap(ArrayRef<NamedAttribute> entries) {
  MetaGraph::MetaNode map{"Map", "", {}, {}, {}};
  for (NamedAttribute entry : entries) {
    map.keys.push_back(entry.getName().str());
    map.data.push_back(add(entry.getValue()));
  }
  return graph.addNode(std::move(map));
}

unsigned TargetWriter::add(Attribute value) {
  if (auto map = dyn_cast<DictionaryAttr>(value))
    return addMap(map.getValue());
  if (auto list = dyn_cast<ArrayAttr>(value)) {
    MetaGraph::MetaNode array{"Array", "", {}, {}, {}};
    for (Attribute element : list)
      array.data.push_back(add(element));
    return graph.addNode(std::move(array));
  }
  if (auto text = dyn_cast<StringAttr>(value))
    return graph.addNode({"runtime.String", text.str(), {}, {}, {}});
  int64_t number = cast<IntegerAttr>(value).getValue().getSExtValue();
  StringRef dtype = isa<BoolAttr>(value)      ? "bool"
                    : llvm::isInt<32>(number) ? "int32"
                                              : "int64";
  if (isa<BoolAttr>(value))
    number = cast<BoolAttr>(value).getValue();
  return graph.addNode({"IntImm",
                        "",
                        {{"dtype", dtype.str()},
                         {"span", "0"},
                         {"value", std::to_string(number)}},
                        {},
                        {}});
}

std::string TargetWriter::addTarget(DictionaryAttr target, int64_t deviceType) {
  context = target.getContext();
  auto keys = target.getAs<ArrayAttr>("keys");
  auto defaultKeys = target.getAs<ArrayAttr>("default_keys");
  auto defaultType = target.getAs<IntegerAttr>("default_device_type");
  auto tag = target.getAs<StringAttr>("tag");
  auto features = target.getAs<DictionaryAttr>("features");
  auto host = target.getAs<DictionaryAttr>("host");
  std::string kind = finish(
      {"TargetKind",
       "",
       {{"name", addString(target.getAs<StringAttr>("kind"))},
        {"default_keys", addList(defaultKeys ? defaultKeys : keys)},
        {"default_device_type",
         std::to_string(defaultType ? defaultType.getInt() : deviceType)}},
       {},
       {}});
  auto attrs =
      llvm::to_vector(llvm::make_filter_range(target, [](NamedAttribute entry) {
        return !isPartOfTarget(entry.getName());
      }));
  return finish({"Target",
                 "",
                 {{"kind", kind},
                  {"keys", addList(keys)},
                  {"tag", addString(tag ? tag.getValue() : "")},
                  {"attrs", std::to_string(addMap(attrs))},
                  {"features", std::to_string(addMap(
                                   features ? features.getValue()
                                            : ArrayRef<NamedAttribute>()))},
                  {"host", host ? addTarget(host, cpu) : "0"}},
                 {},
                 {}});
}

ast::Ref<ast::VirtualDevice>
relay::convertVirtualDevice(VirtualDeviceAttr attribute) {
  auto graph = ast::make<MetaGraph>();
  TargetWriter writer(*graph);
  int64_t type = -1;
  if (std::optional<DeviceType> device = attribute.getDevice())
    type = static_cast<uint32_t>(*device);
  StringAttr scope = attribute.getMemoryScope();
  unsigned node = graph->addNode(
      {"VirtualDevice",
       "",
       {{"device_type_int", std::to_string(type)},
        {"virtual_device_id", std::to_string(attribute.getId().value_or(-1))},
        {"target", attribute.getTarget()
                       ? writer.addTarget(attribute.getTarget(), type)
                       : "0"},
        {"memory_scope", writer.addString(scope ? scope.getValue() : "")}},
       {},
       {}});
  return ast::Ref<ast::VirtualDevice>(llvm::cast<ast::VirtualDevice>(
      ast::MetaObject::create(std::move(graph), node).get()));
}
