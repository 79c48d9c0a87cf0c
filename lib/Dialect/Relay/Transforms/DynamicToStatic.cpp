//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DynamicToStatic: operators that take their shapes from constant operands as
// those that take them from attributes.
//
//===----------------------------------------------------------------------===//

#include "PatternPass.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "mlir/IR/Matchers.h"

namespace mlir::relay {
#define GEN_PASS_DEF_DYNAMICTOSTATICPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Reading operands
//===----------------------------------------------------------------------===//

/// The integers that `value` holds as a list of numbers, or null.
static DenseI64ArrayAttr readIntegers(Value value) {
  std::optional<SmallVector<int64_t>> integers = getConstantIntegers(value);
  return integers ? DenseI64ArrayAttr::get(value.getContext(), *integers)
                  : DenseI64ArrayAttr();
}

/// The only integer that `value` holds, or null.
static IntegerAttr readInteger(Value value) {
  std::optional<SmallVector<int64_t>> integers = getConstantIntegers(value);
  return integers && integers->size() == 1
             ? Builder(value.getContext()).getI64IntegerAttr(integers->front())
             : IntegerAttr();
}

/// The only number that `value` holds, or null.
static FloatAttr readFloat(Value value) {
  std::optional<double> number = getConstantScalar(value);
  return number ? Builder(value.getContext()).getF64FloatAttr(*number)
                : FloatAttr();
}

/// The rows of a matrix with two columns as lists, or null.
static ArrayAttr readPairs(Value value) {
  std::optional<SmallVector<int64_t>> integers = getConstantIntegers(value);
  if (!integers || integers->size() % 2 != 0)
    return {};
  SmallVector<Attribute> pairs;
  for (ArrayRef<int64_t> rest = *integers; !rest.empty();
       rest = rest.drop_front(2))
    pairs.push_back(
        DenseI64ArrayAttr::get(value.getContext(), rest.take_front(2)));
  return ArrayAttr::get(value.getContext(), pairs);
}

/// The floats that `value` holds as a list of numbers, or null.
static DenseF64ArrayAttr readFloats(Value value) {
  ElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)))
    return {};
  auto values = elements.tryGetValues<APFloat>();
  if (!values)
    return {};
  SmallVector<double> floats;
  for (APFloat element : *values) {
    bool losesInfo;
    element.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
    floats.push_back(element.convertToDouble());
  }
  return DenseF64ArrayAttr::get(value.getContext(), floats);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
/// What a static operator is made of: operands, and the values of attributes
/// that others than the dynamic operator has, or null ones.
struct StaticForm {
  SmallVector<Value> operands;
  SmallVector<NamedAttribute> attributes;
};
} // namespace

static NamedAttribute attr(Operation *op, StringRef name, Attribute value) {
  return {StringAttr::get(op->getContext(), name), value};
}

static StaticForm getStaticForm(DynBroadcastToOp op) {
  return {{op.getData()}, {attr(op, "shape", readIntegers(op.getTarget()))}};
}
static StaticForm getStaticForm(DynFullOp op) {
  return {{op.getFillValue()},
          {attr(op, "shape", readIntegers(op.getTarget()))}};
}
static StaticForm getStaticForm(DynImageResize2dOp op) {
  return {{op.getData()},
          {attr(op, "size", readIntegers(op.getTargetSize())),
           attr(op, "roi", readFloats(op.getTargetRoi()))}};
}
static StaticForm getStaticForm(DynNNPadOp op) {
  return {{op.getData(), op.getPadValue()},
          {attr(op, "pad_width", readPairs(op.getWidths()))}};
}
static StaticForm getStaticForm(DynNNUpsamplingOp op) {
  return {{op.getData()},
          {attr(op, "scale_h", readFloat(op.getFactorH())),
           attr(op, "scale_w", readFloat(op.getFactorW()))}};
}
static StaticForm getStaticForm(DynNNUpsampling3dOp op) {
  return {{op.getData()},
          {attr(op, "scale_d", readFloat(op.getFactorD())),
           attr(op, "scale_h", readFloat(op.getFactorH())),
           attr(op, "scale_w", readFloat(op.getFactorW()))}};
}
static StaticForm getStaticForm(DynOneHotOp op) {
  return {{op.getIndices(), op.getOnValue(), op.getOffValue()},
          {attr(op, "depth", readInteger(op.getLength()))}};
}
static StaticForm getStaticForm(DynOnesOp op) {
  return {{}, {attr(op, "shape", readIntegers(op.getTarget()))}};
}
static StaticForm getStaticForm(DynReshapeOp op) {
  return {{op.getData()}, {attr(op, "newshape", readIntegers(op.getTarget()))}};
}
static StaticForm getStaticForm(DynSparseToDenseOp op) {
  return {{op.getSparseIndices(), op.getSparseValues(), op.getDefaultValue()},
          {attr(op, "output_shape", readIntegers(op.getTarget()))}};
}
static StaticForm getStaticForm(DynSqueezeOp op) {
  return {{op.getData()}, {attr(op, "axis", readIntegers(op.getAxes()))}};
}
static StaticForm getStaticForm(DynStridedSliceOp op) {
  return {{op.getData()},
          {attr(op, "begin", readIntegers(op.getFirst())),
           attr(op, "end", readIntegers(op.getLast())),
           attr(op, "strides", readIntegers(op.getSteps()))}};
}
static StaticForm getStaticForm(DynTileOp op) {
  return {{op.getData()},
          {attr(op, "reps", readIntegers(op.getRepetitions()))}};
}
static StaticForm getStaticForm(DynTopkOp op) {
  return {{op.getData()}, {attr(op, "k", readInteger(op.getCount()))}};
}
static StaticForm getStaticForm(DynZerosOp op) {
  return {{}, {attr(op, "shape", readIntegers(op.getTarget()))}};
}

/// Whether all shapes in `type` are known; tuples do not nest deeply.
static bool isStatic(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::all_of(tuple.getTypes(), isStatic);
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape();
}

/// Makes the result of `function`, which nothing in the module mentions, as
/// sharp as what it returns.
static bool sharpenResult(func::FuncOp function) {
  Operation *end = function.getBody().front().getTerminator();
  bool changed = false;
  for (OpOperand &operand : end->getOpOperands())
    while (auto cast = operand.get().getDefiningOp<TypeCastOp>()) {
      if (!isStatic(cast.getValue().getType()))
        break;
      operand.set(cast.getValue());
      if (cast->use_empty())
        cast.erase();
      changed = true;
    }
  if (changed)
    function.setFunctionType(FunctionType::get(function.getContext(),
                                               function.getArgumentTypes(),
                                               end->getOperandTypes()));
  return changed;
}

namespace {
// dyn.op(x, c) -> op(x) with c as attribute
template <typename DynOpT, typename OpT>
struct MakeStatic : public OpRewritePattern<DynOpT> {
  using OpRewritePattern<DynOpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(DynOpT op,
                                PatternRewriter &rewriter) const override {
    StaticForm form = getStaticForm(op);
    NamedAttrList attributes(op->getAttrDictionary());
    for (NamedAttribute attribute : form.attributes) {
      if (!attribute.getValue())
        return rewriter.notifyMatchFailure(op, "an operand is not constant");
      attributes.set(attribute.getName(), attribute.getValue());
    }
    // InferType sharpens the type.
    OperationState state(op.getLoc(), OpT::getOperationName(), form.operands,
                         op->getResultTypes(), attributes.getAttrs());
    auto result = cast<OpT>(rewriter.create(state));
    SmallVector<Type> types;
    if (failed(OpT::inferReturnTypes(
            rewriter.getContext(), std::nullopt, result->getOperands(),
            result->getDiscardableAttrDictionary(),
            result->getPropertiesStorage(), result->getRegions(), types)) ||
        !areTypesCompatible(types, op->getResultTypes())) {
      rewriter.eraseOp(result);
      return rewriter.notifyMatchFailure(op, "the constants are not valid");
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct DynamicToStaticPass
    : public relay::impl::DynamicToStaticPassBase<DynamicToStaticPass> {
  using DynamicToStaticPassBase::DynamicToStaticPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populateDynamicToStaticPatterns(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkTypesKnown(module)))
      return signalPassFailure();
    auto isRoot = [](Operation *op) {
      return isa<DynBroadcastToOp, DynFullOp, DynImageResize2dOp, DynNNPadOp,
                 DynNNUpsamplingOp, DynNNUpsampling3dOp, DynOneHotOp, DynOnesOp,
                 DynReshapeOp, DynSparseToDenseOp, DynSqueezeOp,
                 DynStridedSliceOp, DynTileOp, DynTopkOp, DynZerosOp>(op);
    };
    // Each round makes shapes known, and thereby constants of what is computed
    // from them.
    bool changed = false, isNew = true;
    while (isNew) {
      if (failed(inferTypes(module, &isNew)))
        return signalPassFailure();
      changed |= isNew;
      changed |= foldConstants(module).hasChanged;
      isNew = false;
      for (auto function : module.getOps<func::FuncOp>())
        if (!isSkippedByFunctionPasses(function))
          isNew |= applyPatternsToRoots(function, isRoot, patterns);
      changed |= isNew;
    }
    for (auto function : module.getOps<func::FuncOp>())
      if (!function.isDeclaration() && !isSkippedByFunctionPasses(function) &&
          SymbolTable::symbolKnownUseEmpty(function, module))
        changed |= sharpenResult(function);
    if (!changed)
      markAllAnalysesPreserved();
  }

private:
  FrozenRewritePatternSet patterns;
};
} // namespace

void relay::populateDynamicToStaticPatterns(RewritePatternSet &patterns) {
  patterns.add<MakeStatic<DynBroadcastToOp, BroadcastToOp>,
               MakeStatic<DynFullOp, FullOp>,
               MakeStatic<DynImageResize2dOp, ImageResize2dOp>,
               MakeStatic<DynNNPadOp, NNPadOp>,
               MakeStatic<DynNNUpsamplingOp, NNUpsamplingOp>,
               MakeStatic<DynNNUpsampling3dOp, NNUpsampling3dOp>,
               MakeStatic<DynOneHotOp, OneHotOp>, MakeStatic<DynOnesOp, OnesOp>,
               MakeStatic<DynReshapeOp, ReshapeOp>,
               MakeStatic<DynSparseToDenseOp, SparseToDenseOp>,
               MakeStatic<DynSqueezeOp, SqueezeOp>,
               MakeStatic<DynStridedSliceOp, StridedSliceOp>,
               MakeStatic<DynTileOp, TileOp>, MakeStatic<DynTopkOp, TopkOp>,
               MakeStatic<DynZerosOp, ZerosOp>>(patterns.getContext());
}
