//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The texts under which kernels are compiled.
//
//===----------------------------------------------------------------------===//

#include "KernelKey.h"
#include "RelayLite/Conversion/RelayToLinalg/RelayToLinalg.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "RelayLite/Support/ThreadDiagnostics.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;
using namespace mlir::relay;
using llvm::Expected;

/// Whether `op` is valid, without a word. Inference relies on the kinds of
/// operands, such as tuples, which the verifier checks.
static bool isValid(Operation *op) {
  ThreadDiagnostics ignored(op->getContext());
  return succeeded(op->getName().verifyInvariants(op));
}

FailureOr<KernelSource> relay::makeKernelSource(Operation *op,
                                                TypeRange operandTypes,
                                                Type resultType) {
  MLIRContext *context = op->getContext();
  Location loc = UnknownLoc::get(context);
  OwningOpRef<ModuleOp> module(ModuleOp::create(loc));
  OpBuilder b = OpBuilder::atBlockEnd(module->getBody());
  auto function = func::FuncOp::create(b, loc, "source",
                                       b.getFunctionType(operandTypes, {}));
  Block *body = function.addEntryBlock();
  b.setInsertionPointToEnd(body);
  OperationState state(loc, op->getName(), body->getArguments(),
                       {resultType ? resultType : UnknownType::get(context)});
  state.propertiesAttr = op->getPropertiesAsAttribute();
  KernelSource source{std::move(module), b.create(state)};
  if (resultType)
    return source;
  auto inference = dyn_cast<InferTypeOpInterface>(source.op);
  SmallVector<Type> inferred;
  if (!inference || !isValid(source.op) ||
      failed(inference.inferReturnTypes(
          context, std::nullopt, source.op->getOperands(),
          source.op->getDiscardableAttrDictionary(),
          source.op->getPropertiesStorage(), {}, inferred)))
    return failure();
  source.op->getResult(0).setType(inferred.front());
  return source;
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

PointwiseTree::PointwiseTree(Operation *op, ArrayRef<Type> elementTypes)
    : inputs(elementTypes.drop_back()) {
  auto operands = llvm::to_vector<4>(llvm::seq<size_t>(0, inputs.size()));
  nodes.push_back({op, std::move(operands), elementTypes.back()});
}

KernelMemo::Key PointwiseTree::makeMemoKey() const {
  auto fromPointer = [](Type type) {
    return reinterpret_cast<uint64_t>(type.getAsOpaquePointer());
  };
  // Other keys start with a pointer.
  KernelMemo::Key key = {inputs.size(), nodes.size()};
  llvm::append_range(key, llvm::map_range(inputs, fromPointer));
  for (const Node &node : nodes) {
    llvm::append_range(key, relay::makeMemoKey(node.op));
    // As many as the operation has.
    llvm::append_range(key, node.operands);
    key.push_back(fromPointer(node.elementType));
  }
  return key;
}

KernelMemo::Key relay::makeMemoKey(Operation *op) {
  return {reinterpret_cast<uint64_t>(op->getName().getAsOpaquePointer()),
          reinterpret_cast<uint64_t>(
              op->getPropertiesAsAttribute().getAsOpaquePointer())};
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

Expected<const DialectRegistry *> relay::getKernelDialects(Operation *op) {
  if (isa<RelayDialect>(op->getDialect()))
    return nullptr;
  const DialectRegistry &registry = op->getContext()->getDialectRegistry();
  StringRef name = op->getDialect()->getNamespace();
  if (!registry.getDialectAllocator(name))
    return llvm::createStringError("the dialect '" + name +
                                   "' is not in the registry of its context");
  return &registry;
}

Expected<const DialectRegistry *>
relay::getKernelDialects(ArrayRef<PointwiseTree::Node> nodes) {
  const DialectRegistry *found = nullptr;
  for (const PointwiseTree::Node &node : nodes) {
    Expected<const DialectRegistry *> dialects = getKernelDialects(node.op);
    if (!dialects)
      return dialects;
    if (*dialects)
      found = *dialects;
  }
  return found;
}

namespace {
/// Writes a function in MLIR's generic form. Building it only to print it would
/// take longer than small kernels run.
class KeyWriter {
public:
  /// The function takes arguments of types `inputs` and returns a value of type
  /// `result`.
  KeyWriter(MLIRContext *context, TypeRange inputs, Type result);

  /// Adds a copy of `op` on the values of numbers `operands`: arguments come
  /// first.
  void add(Operation *op, ArrayRef<size_t> operands, Type result,
           DictionaryAttr properties, StringRef flag = "");

  /// The text of the function, which returns the last value.
  std::string finish() &&;

private:
  void writeTypes(TypeRange types);
  void writeValues(ArrayRef<size_t> numbers);

  std::string text;
  llvm::raw_string_ostream os;
  AsmState state;
  SmallVector<Type> types;
};
} // namespace

KeyWriter::KeyWriter(MLIRContext *context, TypeRange inputs, Type result)
    : os(text), state(context), types(inputs) {
  os << "\"func.func\"() <{function_type = ";
  writeTypes(inputs);
  os << " -> ";
  result.print(os, state);
  os << ", sym_name = \"source\"}> ({\n^bb0(";
  llvm::interleaveComma(llvm::enumerate(inputs), os, [&](auto input) {
    os << '%' << input.index() << ": ";
    input.value().print(os, state);
  });
  os << "):\n";
}

void KeyWriter::writeTypes(TypeRange types) {
  os << '(';
  llvm::interleaveComma(types, os, [&](Type type) { type.print(os, state); });
  os << ')';
}

void KeyWriter::writeValues(ArrayRef<size_t> numbers) {
  os << '(';
  llvm::interleaveComma(numbers, os,
                        [&](size_t number) { os << '%' << number; });
  os << ')';
}

void KeyWriter::add(Operation *op, ArrayRef<size_t> operands, Type result,
                    DictionaryAttr properties, StringRef flag) {
  os << "  %" << types.size() << " = \"" << op->getName().getStringRef() << '"';
  writeValues(operands);
  if (!properties.empty()) {
    os << " <";
    properties.print(os, state);
    os << '>';
  }
  if (!flag.empty())
    os << " {" << flag << '}';
  os << " : ";
  writeTypes(llvm::map_to_vector(operands,
                                 [&](size_t number) { return types[number]; }));
  os << " -> ";
  result.print(os, state);
  // Contexts may have different dialects of one name.
  if (!isa<RelayDialect>(op->getDialect()))
    os << " // " << op->getDialect()->getTypeID().getAsOpaquePointer();
  os << '\n';
  types.push_back(result);
}

std::string KeyWriter::finish() && {
  os << "  \"func.return\"";
  writeValues(types.size() - 1);
  os << " : ";
  writeTypes(types.back());
  os << " -> ()\n}) : () -> ()\n";
  return std::move(text);
}

/// The properties of `op`; empty if it has none.
static DictionaryAttr getProperties(Operation *op) {
  auto properties =
      cast_if_present<DictionaryAttr>(op->getPropertiesAsAttribute());
  return properties ? properties : DictionaryAttr::get(op->getContext());
}

std::string relay::makeKernelKey(Operation *op, TypeRange operandTypes,
                                 Type resultType, DictionaryAttr properties) {
  KeyWriter writer(op->getContext(), operandTypes, resultType);
  writer.add(op, llvm::to_vector(llvm::seq<size_t>(0, operandTypes.size())),
             resultType, properties ? properties : getProperties(op));
  return std::move(writer).finish();
}

std::string relay::makePointwiseKey(const PointwiseTree &tree,
                                    ArrayRef<PointwiseDim> dims) {
  SmallVector<Type> types;
  for (auto [i, elementType] : llvm::enumerate(tree.inputs)) {
    SmallVector<int64_t> shape;
    for (PointwiseDim dim : dims)
      shape.push_back(dim >> i & 1 ? 1 : ShapedType::kDynamic);
    types.push_back(RankedTensorType::get(shape, elementType));
  }
  SmallVector<int64_t> shape(dims.size(), ShapedType::kDynamic);
  auto getType = [&](Type elementType) {
    return RankedTensorType::get(shape, elementType);
  };
  KeyWriter writer(tree.nodes.front().op->getContext(), types,
                   getType(tree.getResultType()));
  for (const PointwiseTree::Node &node : tree.nodes)
    writer.add(node.op, node.operands, getType(node.elementType),
               getProperties(node.op), equalDynamicDimsAttrName);
  return std::move(writer).finish();
}
