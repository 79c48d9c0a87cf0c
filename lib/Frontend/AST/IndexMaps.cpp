//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversion of index maps between TVM's object graph and affine maps.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/Conversion.h"
#include "RelayLite/Frontend/Metadata.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::relay;
using ast::MetaGraph;

//===----------------------------------------------------------------------===//
// From the graph
//===----------------------------------------------------------------------===//

namespace {
/// Reads expressions of indices. An expression that is not affine is null.
class IndexMapReader {
public:
  IndexMapReader(MLIRContext *context, const MetaGraph &graph)
      : context(context), graph(graph) {}

  AffineMap read(unsigned node);

private:
  // As deep as the expressions that TVM makes, many times over.
  static constexpr unsigned maxDepth = 256;

  AffineExpr readExpr(unsigned node, unsigned depth = 0);
  const MetaGraph::MetaNode *getArray(unsigned node, StringRef name);

  MLIRContext *context;
  const MetaGraph &graph;
  ArrayRef<unsigned> indices;
  /// Graphs may share nodes, and stand for much larger expressions.
  DenseMap<unsigned, AffineExpr> known;
};
} // namespace

const MetaGraph::MetaNode *IndexMapReader::getArray(unsigned node,
                                                    StringRef name) {
  std::optional<unsigned> reference = graph.getReference(node, name);
  if (!reference || graph.getNode(*reference).typeKey != "Array")
    return nullptr;
  return &graph.getNode(*reference);
}

AffineExpr IndexMapReader::readExpr(unsigned index, unsigned depth) {
  auto it = llvm::find(indices, index);
  if (it != indices.end())
    return getAffineDimExpr(it - indices.begin(), context);
  if (AffineExpr expr = known.lookup(index))
    return expr;
  StringRef typeKey = graph.getNode(index).typeKey;
  int64_t value;
  if (typeKey == "IntImm")
    return graph.getAttr(index, "value").value_or("").getAsInteger(10, value)
               ? AffineExpr()
               : getAffineConstantExpr(value, context);
  std::optional<AffineExprKind> kind =
      llvm::StringSwitch<std::optional<AffineExprKind>>(typeKey)
          .Cases({"tir.Add", "tir.Sub"}, AffineExprKind::Add)
          .Case("tir.Mul", AffineExprKind::Mul)
          .Case("tir.FloorDiv", AffineExprKind::FloorDiv)
          .Case("tir.FloorMod", AffineExprKind::Mod)
          .Default(std::nullopt);
  std::optional<unsigned> a = graph.getReference(index, "a"),
                          b = graph.getReference(index, "b");
  if (!kind || !a || !b || depth > maxDepth)
    return {};
  AffineExpr x = readExpr(*a, depth + 1), y = readExpr(*b, depth + 1);
  if (!x || !y)
    return {};
  if (typeKey == "tir.Sub")
    y = y * -1;
  // One factor, and a divisor, has to be a number.
  if (*kind == AffineExprKind::Mul && isa<AffineConstantExpr>(x))
    std::swap(x, y);
  auto number = dyn_cast<AffineConstantExpr>(y);
  if (*kind != AffineExprKind::Add &&
      (!number || (*kind != AffineExprKind::Mul && number.getValue() < 1)))
    return {};
  return known[index] = getAffineBinaryOpExpr(*kind, x, y);
}

AffineMap IndexMapReader::read(unsigned node) {
  const MetaGraph::MetaNode *initial = getArray(node, "initial_indices");
  const MetaGraph::MetaNode *final = getArray(node, "final_indices");
  if (!initial || !final)
    return {};
  indices = initial->data;
  SmallVector<AffineExpr> exprs;
  for (unsigned element : final->data) {
    exprs.push_back(readExpr(element));
    if (!exprs.back())
      return {};
  }
  return AffineMap::get(indices.size(), 0, exprs, context);
}

AffineMap relay::convertIndexMap(MLIRContext *context,
                                 const ast::MetaObject &object) {
  if (object.getTypeKey() != "tir.IndexMap")
    return {};
  return IndexMapReader(context, object.getGraph()).read(object.getIndex());
}

//===----------------------------------------------------------------------===//
// To the graph
//===----------------------------------------------------------------------===//

namespace {
/// Writes expressions of indices, which have type int32.
class IndexMapWriter {
public:
  explicit IndexMapWriter(MetaGraph &graph) : graph(graph) {}

  unsigned addIndex(unsigned position);
  unsigned addExpr(AffineExpr expr, ArrayRef<unsigned> indices);
  unsigned addArray(std::vector<unsigned> elements) {
    return graph.addNode({"Array", "", {}, {}, std::move(elements)});
  }

private:
  unsigned addNumber(int64_t value) {
    return graph.addNode(
        {"IntImm",
         "",
         {{"dtype", "int32"}, {"span", "0"}, {"value", std::to_string(value)}},
         {},
         {}});
  }

  MetaGraph &graph;
};
} // namespace

unsigned IndexMapWriter::addIndex(unsigned position) {
  unsigned name = graph.addNode(
      {"runtime.String", "i" + std::to_string(position), {}, {}, {}});
  unsigned type = graph.addNode({"PrimType", "", {{"dtype", "int32"}}, {}, {}});
  return graph.addNode({"tir.Var",
                        "",
                        {{"dtype", "int32"},
                         {"name", std::to_string(name)},
                         {"span", "0"},
                         {"type_annotation", std::to_string(type)}},
                        {},
                        {}});
}

unsigned IndexMapWriter::addExpr(AffineExpr expr, ArrayRef<unsigned> indices) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return addNumber(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return indices[dim.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  AffineExpr lhs = binary.getLHS();
  unsigned b = addExpr(binary.getRHS(), indices);
  StringRef typeKey;
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    typeKey = "tir.Add";
    break;
  case AffineExprKind::Mul:
    typeKey = "tir.Mul";
    break;
  case AffineExprKind::Mod:
    typeKey = "tir.FloorMod";
    break;
  case AffineExprKind::CeilDiv:
    // ceil(x / n) = floor((x + n - 1) / n)
    lhs = lhs + (binary.getRHS() - 1);
    [[fallthrough]];
  default:
    typeKey = "tir.FloorDiv";
    break;
  }
  unsigned a = addExpr(lhs, indices);
  return graph.addNode({typeKey.str(),
                        "",
                        {{"a", std::to_string(a)},
                         {"b", std::to_string(b)},
                         {"dtype", "int32"},
                         {"span", "0"}},
                        {},
                        {}});
}

ast::Ref<ast::MetaObject> relay::convertIndexMap(AffineMap map) {
  auto graph = ast::make<MetaGraph>();
  IndexMapWriter writer(*graph);
  std::vector<unsigned> indices, exprs;
  for (unsigned i = 0; i < map.getNumDims(); ++i)
    indices.push_back(writer.addIndex(i));
  for (AffineExpr expr : map.getResults())
    exprs.push_back(writer.addExpr(expr, indices));
  unsigned initial = writer.addArray(std::move(indices));
  unsigned final = writer.addArray(std::move(exprs));
  unsigned node = graph->addNode({"tir.IndexMap",
                                  "",
                                  {{"final_indices", std::to_string(final)},
                                   {"initial_indices", std::to_string(initial)},
                                   {"inverse_index_map", "0"}},
                                  {},
                                  {}});
  return ast::MetaObject::create(std::move(graph), node);
}
