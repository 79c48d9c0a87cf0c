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
#include "RelayLite/Frontend/DimExpr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::relay;
using namespace mlir::relay::ast;

static std::string formatReference(StringRef typeKey, unsigned index) {
  return ("meta[" + typeKey + "][" + Twine(index) + "]").str();
}

std::string MetaWriter::add(const Constant &constant) {
  StringRef typeKey = "relay.Constant";
  std::vector<Entry> &list = entries[typeKey];
  auto [it, isNew] = indices.try_emplace(&constant, list.size());
  if (isNew)
    list.push_back(Ref<Constant>(&constant));
  return formatReference(typeKey, it->second);
}

std::string MetaWriter::add(const MetaObject &object) {
  std::vector<Entry> &list = entries[object.getTypeKey()];
  auto [it, isNew] = objectIndices.try_emplace(
      {&object.getGraph(), object.getIndex()}, list.size());
  // Equal dimensions are one entry, wherever they come from.
  if (isNew && DimExpr::read(object))
    it->second = find_if(list,
                         [&](const Entry &entry) {
                           auto *known = std::get_if<Ref<MetaObject>>(&entry);
                           return known && areEqual(**known, object);
                         }) -
                 list.begin();
  if (isNew && it->second == list.size())
    list.push_back(Ref<MetaObject>(&object));
  return formatReference(object.getTypeKey(), it->second);
}

std::string MetaWriter::add(StringRef typeKey,
                            std::function<unsigned(MetaGraphBuilder &)> addTo) {
  std::vector<Entry> &list = entries[typeKey];
  list.push_back(std::move(addTo));
  return formatReference(typeKey, list.size() - 1);
}

bool MetaWriter::canAdd(const AttrValue::Map &map) {
  return all_of(map, [](const auto &entry) {
    return entry.first.template getIf<std::string>();
  });
}

std::string MetaWriter::addMap(const AttrValue &map) {
  return add("Map", [map](MetaGraphBuilder &builder) {
    // Expressions other than constants are null.
    return builder.addValue(map, [&](const Expr &expr, bool) {
      auto *constant = dyn_cast<Constant>(&expr);
      return constant ? builder.addConstant(*constant) : 0;
    });
  });
}

void MetaWriter::write(raw_ostream &os) const {
  MetaGraphBuilder builder;
  std::vector<std::string> keys;
  SmallVector<unsigned> arrays;
  for (const auto &[key, list] : entries) {
    SmallVector<unsigned> elements;
    for (const Entry &entry : list) {
      if (auto *constant = std::get_if<Ref<Constant>>(&entry))
        elements.push_back(builder.addConstant(**constant));
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
