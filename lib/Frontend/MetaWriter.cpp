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

#include "MetaGraphBuilder.h"
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

unsigned MetaWriter::add(StringRef typeKey,
                         std::function<unsigned(MetaGraphBuilder &)> addTo) {
  std::vector<Entry> &list = entries[typeKey];
  list.push_back(std::move(addTo));
  return list.size() - 1;
}

static unsigned addConstant(MetaGraphBuilder &builder,
                            const Constant &constant) {
  return builder.addNode(
      "relay.Constant",
      MetaFields()
          .add("_checked_type_", "0")
          .add("data", builder.addNDArray(constant.getValue()))
          .add("span", "0")
          .add("virtual_device_", builder.getAnyDevice()));
}

void MetaWriter::write(raw_ostream &os) const {
  MetaGraphBuilder builder;
  std::vector<std::string> keys;
  SmallVector<unsigned> arrays;
  for (const auto &[key, list] : entries) {
    SmallVector<unsigned> elements;
    for (const Entry &entry : list) {
      if (auto *constant = std::get_if<Ref<Constant>>(&entry))
        elements.push_back(addConstant(builder, **constant));
      else if (auto *object = std::get_if<Ref<MetaObject>>(&entry))
        elements.push_back(builder.addObject(**object));
      else
        elements.push_back(std::get<2>(entry)(builder));
    }
    keys.push_back(key.str());
    arrays.push_back(builder.addArray(elements));
  }
  os << "#[metadata]\n";
  builder.write(os, builder.addMap(keys, arrays));
}
