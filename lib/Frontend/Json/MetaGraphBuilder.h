//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the JSON text of an object graph.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FRONTEND_JSON_METAGRAPHBUILDER_H
#define LIB_FRONTEND_JSON_METAGRAPHBUILDER_H

#include "RelayLite/Frontend/Metadata.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::relay::ast {

/// A JSON string.
std::string quoteJson(StringRef text);
/// A number with all its digits.
std::string formatJsonNumber(double number);

/// The members of a node's `attrs`, as they are written.
class MetaFields {
public:
  MetaFields &add(StringRef name, StringRef value);
  MetaFields &add(StringRef name, unsigned node) {
    return add(name, StringRef(std::to_string(node)));
  }
  StringRef getText() const { return text; }

private:
  std::string text;
};

/// Lays out the nodes of a graph, one line each. Node 0 is null.
class MetaGraphBuilder {
public:
  unsigned addNode(StringRef typeKey);
  unsigned addNode(StringRef typeKey, const MetaFields &fields);
  void addField(unsigned node, StringRef name, const Twine &json);
  void addIndices(unsigned node, ArrayRef<unsigned> data);

  /// Sets the text of a string.
  void addRepr(unsigned node, StringRef text);

  unsigned addString(StringRef text);
  /// An integer, without a type as int32 if that can hold it, else int64.
  unsigned addInteger(int64_t value, StringRef dtype = "");
  /// The value of an attribute. `getExpr` returns the nodes of expressions and
  /// of identities of variables in it.
  unsigned
  addValue(const AttrValue &value,
           llvm::function_ref<unsigned(const Expr &, bool isIdentity)> getExpr);
  unsigned addArray(ArrayRef<unsigned> elements);
  /// A map from strings.
  unsigned addMap(ArrayRef<std::string> keys, ArrayRef<unsigned> values);
  /// Returns the index among the arrays.
  unsigned addNDArray(NDArray array);
  /// A constant without its type and position.
  unsigned addConstant(const Constant &constant);
  /// The virtual device that is not constrained.
  unsigned getAnyDevice();
  /// Copies an object with all that it refers to. Earlier copies are shared.
  unsigned addObject(const MetaObject &object);

  void write(llvm::raw_ostream &os, unsigned root) const;

private:
  void addKeys(unsigned node, ArrayRef<std::string> keys);

  std::vector<std::string> lines{"{\"type_key\": \"\""};
  std::vector<NDArray> arrays;
  unsigned anyDevice = 0;
  unsigned emptyArray = 0;
  llvm::DenseMap<std::pair<const MetaGraph *, unsigned>, unsigned> copies;
  // Variables of TIR with the graphs of which they are copies.
  llvm::StringMap<std::pair<const MetaGraph *, unsigned>> variables;
  // Keeps the graphs alive, which are identified by their addresses.
  std::vector<Ref<MetaGraph>> graphs;
};

} // namespace mlir::relay::ast

#endif // LIB_FRONTEND_JSON_METAGRAPHBUILDER_H
