//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading the examples of operators, and which operators programs have had.
//
//===----------------------------------------------------------------------===//

#include "OperatorExamples.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::test;

namespace {
struct OperatorExampleRow {
  StringLiteral name;
  const char *example;
};

/// An operator that programs need not have, and the reason.
struct OperatorLeftOut {
  StringLiteral name, reason;
};
} // namespace

#define GET_OperatorExampleRows_DECL
#define GET_OperatorExampleRows_IMPL
#include "OperatorExamples.inc"

static constexpr OperatorLeftOut kLeftOut[] = {
    {"relay.annotation.compiler_begin", "AnnotateTarget makes pairs of marks"},
    {"relay.annotation.compiler_end", "AnnotateTarget makes pairs of marks"},
    {"relay.annotation.with_funcid", "its value is a function"},
    {"relay.arange", "random bounds have no length"},
    {"relay.collapse_sum_to", "random sizes do not fit"},
    {"relay.dyn.broadcast_to", "random sizes do not fit"},
    {"relay.dyn.expand_dims", "random sizes do not fit"},
    {"relay.dyn.image.resize2d", "random sizes do not fit"},
    {"relay.dyn.nn.pad", "random sizes do not fit"},
    {"relay.dyn.nn.upsampling", "random sizes do not fit"},
    {"relay.dyn.nn.upsampling3d", "random sizes do not fit"},
    {"relay.dyn.ones", "random sizes do not fit"},
    {"relay.dyn.reshape", "random sizes do not fit"},
    {"relay.dyn.sparse_to_dense", "random sizes do not fit"},
    {"relay.dyn.squeeze", "random sizes do not fit"},
    {"relay.dyn.strided_slice", "random sizes do not fit"},
    {"relay.dyn.tile", "random sizes do not fit"},
    {"relay.dyn.zeros", "random sizes do not fit"},
    {"relay.memory.alloc_storage", "there is no value of its type"},
    {"relay.memory.alloc_tensor", "there is no value to take"},
    {"relay.memory.kill", "what it frees may be used"},
    {"relay.qnn.contrib_dense_pack", "it has no canonical form"},
    {"relay.vm.invoke_tvm_op", "it writes to values"},
};

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Attributes with the one device that random programs have, so that they do
/// not contradict each other.
static DictionaryAttr makeLocal(DictionaryAttr attributes) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](VirtualDeviceAttr device) -> Attribute {
    return VirtualDeviceAttr::get(device.getContext(), DeviceType::CPU,
                                  /*id=*/0, DictionaryAttr(), StringAttr());
  });
  return cast<DictionaryAttr>(replacer.replace(attributes));
}

/// Types with 2 for each size that is not known.
static Type makeStatic(Type type) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](RankedTensorType tensor) -> Type {
    SmallVector<int64_t> shape(tensor.getShape());
    llvm::replace(shape, ShapedType::kDynamic, int64_t(2));
    return tensor.clone(shape);
  });
  return replacer.replace(type);
}

/// Reads the operation called `name` in `example`: its operands become
/// parameters of a function of their own.
static std::optional<OperatorExample>
readExample(MLIRContext *context, StringRef name, StringRef example) {
  std::string mark = (name + " ").str();
  SmallVector<StringRef> lines;
  example.split(lines, '\n');
  auto *line =
      llvm::find_if(lines, [&](StringRef text) { return text.contains(mark); });
  if (line == lines.end())
    return std::nullopt;
  auto [operands, types] = line->rsplit(" : (");
  auto type =
      dyn_cast_or_null<FunctionType>(parseType(("(" + types).str(), context));
  if (!type)
    return std::nullopt;
  operands = operands.split(mark).second.split('{').first;
  SmallVector<StringRef> names;
  operands.split(names, ',', -1, /*KeepEmpty=*/false);
  if (names.size() != type.getNumInputs())
    return std::nullopt;
  std::string text = "func.func private @example(";
  llvm::raw_string_ostream os(text);
  llvm::SetVector<StringRef> seen;
  for (auto [operand, operandType] : llvm::zip_equal(names, type.getInputs())) {
    if (!seen.insert(operand.trim()))
      continue;
    os << (seen.size() > 1 ? ", " : "") << operand.trim() << ": "
       << operandType;
  }
  os << ") {\n" << *line << "\nreturn\n}";
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, context);
  if (!module)
    return std::nullopt;
  std::optional<OperatorExample> result;
  module->walk([&](Operation *op) {
    if (op->getName().getStringRef() == name)
      result = OperatorExample{
          op->getName(), llvm::map_to_vector(op->getOperandTypes(), makeStatic),
          makeLocal(op->getAttrDictionary())};
  });
  return result;
}

SmallVector<OperatorExample> test::readOperatorExamples(MLIRContext *context) {
  SmallVector<OperatorExample> result;
  for (const OperatorExampleRow &row : OperatorExampleRows) {
    std::optional<OperatorExample> example =
        readExample(context, row.name, row.example);
    if (!example)
      llvm::report_fatal_error("cannot read the example of " + row.name);
    result.push_back(std::move(*example));
  }
  llvm::sort(result, [](const auto &a, const auto &b) {
    return a.name.getStringRef() < b.name.getStringRef();
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Coverage
//===----------------------------------------------------------------------===//

bool test::checkOperators(raw_ostream &os, ArrayRef<OperatorExample> examples,
                          const llvm::StringSet<> &used) {
  bool isComplete = true;
  for (const OperatorExample &example : examples) {
    StringRef name = example.name.getStringRef();
    if (used.contains(name) ||
        llvm::any_of(kLeftOut, [&](const OperatorLeftOut &row) {
          return row.name == name;
        }))
      continue;
    os << "FAILED: no program has had " << name << "\n";
    isComplete = false;
  }
  return isComplete;
}
