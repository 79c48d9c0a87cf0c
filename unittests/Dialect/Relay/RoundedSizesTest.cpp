//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dimensions whose sizes operators round. Other operators report a size
// that does not divide: they would drop elements.
//
//===----------------------------------------------------------------------===//

#include "OperatorExamples.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::test;

namespace {

/// The type of the result of `example` with operands of the types `operands`.
/// Null if type inference reports an error.
Type inferResult(const OperatorExample &example, ArrayRef<Type> operands) {
  MLIRContext *context = example.attributes.getContext();
  Location loc = UnknownLoc::get(context);
  Block block;
  OperationState state(loc, example.name);
  for (Type type : operands)
    state.addOperands(block.addArgument(type, loc));
  state.addAttributes(example.attributes.getValue());
  state.addTypes(UnknownType::get(context));
  Operation *op = Operation::create(state);
  ScopedDiagnosticHandler silence(context,
                                  [](Diagnostic &) { return success(); });
  SmallVector<Type> types;
  bool isValid =
      succeeded(example.name.getRegisteredInfo()->verifyInvariants(op)) &&
      succeeded(cast<InferTypeOpInterface>(op).inferReturnTypes(
          context, std::nullopt, op->getOperands(),
          op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
          op->getRegions(), types));
  op->destroy();
  return isValid ? types.front() : Type();
}

/// Whether the result is the same for two sizes of dimension `dim` of operand
/// `operand` that follow each other, but not for all.
bool roundsSizes(const OperatorExample &example, size_t operand, int64_t dim) {
  SmallVector<Type> operands(example.operands);
  auto type = cast<RankedTensorType>(operands[operand]);
  SmallVector<int64_t> shape(type.getShape());
  Type last;
  bool hasSame = false;
  std::set<const void *> results;
  for (int64_t size = 1; size <= 12; ++size) {
    shape[dim] = size;
    operands[operand] = type.clone(shape);
    Type result = inferResult(example, operands);
    hasSame |= result && result == last;
    last = result;
    if (result)
      results.insert(result.getAsOpaquePointer());
  }
  return hasSame && results.size() > 1;
}

/// The example, and variants of it with other numbers as an attribute: groups,
/// blocks, strides and sections that need not divide a size.
SmallVector<OperatorExample> makeVariants(const OperatorExample &example) {
  SmallVector<OperatorExample> variants{example};
  Builder builder(example.attributes.getContext());
  const auto *info =
      example.name.getRegisteredInfo()->getInterface<OperatorInterface>();
  for (const AttributeSpec &spec : info->getAttributeSpecs()) {
    Attribute value = example.attributes.get(spec.name);
    if (!value && spec.getDefault)
      value = spec.getDefault(builder);
    for (int64_t number : {2, 3}) {
      NamedAttrList attributes(example.attributes);
      if (isa_and_nonnull<IntegerAttr>(value) &&
          spec.kind == AttributeKind::Int)
        attributes.set(spec.name, builder.getI64IntegerAttr(number));
      else if (auto numbers = dyn_cast_or_null<DenseI64ArrayAttr>(value))
        attributes.set(spec.name,
                       builder.getDenseI64ArrayAttr(
                           SmallVector<int64_t>(numbers.size(), number)));
      else
        break;
      variants.push_back(example);
      variants.back().attributes =
          attributes.getDictionary(example.attributes.getContext());
    }
  }
  return variants;
}

/// The dimensions of the operands of `example` whose sizes are rounded, such as
/// "0.2 0.3" for height and width of the first one.
std::string getRoundedDims(const OperatorExample &example) {
  std::set<std::string> dims;
  for (const OperatorExample &variant : makeVariants(example))
    for (auto [i, type] : llvm::enumerate(variant.operands)) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      for (int64_t dim = 0; tensor && dim < tensor.getRank(); ++dim)
        if (roundsSizes(variant, i, dim))
          dims.insert((Twine(i) + "." + Twine(dim)).str());
    }
  return llvm::join(dims, " ");
}

TEST(RoundedSizesTest, OnlyWindowsStepsBlocksAndPaddingRound) {
  MLIRContext context;
  context.loadDialect<RelayDialect>();
  std::map<std::string, std::string> found;
  for (const OperatorExample &example : readOperatorExamples(&context))
    if (std::string dims = getRoundedDims(example); !dims.empty())
      found.emplace(example.name.stripDialect().str(), dims);
  const std::map<std::string, std::string> expected = {
      // Padded to whole blocks.
      {"layout_transform", "0.1"},
      {"nn.contrib_conv2d_gemm_weight_transform", "0.2 0.3"},
      // Batches and channels that fill no block are left out, as in TVM.
      {"nn.batch_to_space_nd", "0.0"},
      {"nn.depth_to_space", "0.1"},
      // Steps that end before the last element.
      {"strided_slice", "0.0 0.1"},
      // Windows that end before the last element.
      {"image.dilation2d", "0.2 0.3 1.1 1.2"},
      {"nn.avg_pool1d", "0.2"},
      {"nn.avg_pool2d", "0.2 0.3"},
      {"nn.avg_pool3d", "0.2 0.3 0.4"},
      {"nn.bitserial_conv2d", "0.2 0.3"},
      {"nn.contrib_conv2d_NCHWc", "0.2 0.3 1.2 1.3"},
      {"nn.contrib_conv2d_gemm_without_weight_transform", "0.1 0.2"},
      {"nn.contrib_conv2d_winograd_without_weight_transform", "0.2 0.3"},
      {"nn.contrib_conv3d_winograd_without_weight_transform", "0.2 0.3 0.4"},
      {"nn.contrib_depthwise_conv2d_NCHWc", "0.2 0.3"},
      {"nn.conv1d", "0.2 1.2"},
      {"nn.conv2d", "0.2 0.3"},
      {"nn.conv3d", "0.2 0.3 0.4 1.2 1.3 1.4"},
      {"nn.max_pool1d", "0.2"},
      {"nn.max_pool2d", "0.2 0.3"},
      {"nn.max_pool3d", "0.2 0.3 0.4"},
      {"qnn.avg_pool2d", "0.1 0.2"},
      {"qnn.conv2d", "0.2 0.3"},
      {"sliding_window", "0.1 0.2"},
      {"stft", "0.1"},
  };
  EXPECT_EQ(found, expected);
}

} // namespace
