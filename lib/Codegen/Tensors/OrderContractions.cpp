//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-order-contractions: the order and the rounding of sums of
// products (docs/Semantics.md, "Products").
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "RelayLite/Support/DebugLog.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#define DEBUG_TYPE "relay-order-contractions"

namespace mlir::relay {
#define GEN_PASS_DEF_ORDERCONTRACTIONSPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

/// The product that `op`, an addition of type AddOpT, adds to `accumulator`.
template <typename AddOpT, typename MulOpT>
static MulOpT getProduct(Operation *op, Value accumulator) {
  auto sum = dyn_cast_or_null<AddOpT>(op);
  if (!sum)
    return {};
  if (sum.getLhs() == accumulator)
    return sum.getRhs().template getDefiningOp<MulOpT>();
  return sum.getRhs() == accumulator
             ? sum.getLhs().template getDefiningOp<MulOpT>()
             : MulOpT();
}

/// The sum that the body of `op` yields.
static Operation *getSum(linalg::LinalgOp op) {
  return op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
}

/// The product of floats that `op` adds to its accumulator.
static arith::MulFOp getFloatProduct(linalg::LinalgOp op) {
  return getProduct<arith::AddFOp, arith::MulFOp>(
      getSum(op), op.getBlock()->getArguments().back());
}

/// The first value that `value` is converted from in its block.
static Value lookThroughConversions(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<CastOpInterface>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// Whether `op` adds up products of elements of two tensors.
static bool isContraction(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumReductionLoops() == 0 ||
      op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return false;
  Value accumulator = op.getBlock()->getArguments().back();
  Operation *product = getFloatProduct(op);
  if (!product)
    product = getProduct<arith::AddIOp, arith::MulIOp>(getSum(op), accumulator);
  // Squares are one input's.
  return product && lookThroughConversions(product->getOperand(0)) !=
                        lookThroughConversions(product->getOperand(1));
}

//===----------------------------------------------------------------------===//
// Rewrites
//===----------------------------------------------------------------------===//

/// The loops of `op`, outermost first: those of the result, channels, positions
/// of a kernel. The last loop of the result that has several steps comes last
/// instead if it runs along an operand. It always does in windows.
static SmallVector<unsigned> getLoopOrder(linalg::GenericOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<unsigned> order, reductions, kernel;
  for (AffineExpr expr : maps.pop_back_val().getResults())
    order.push_back(cast<AffineDimExpr>(expr).getPosition());
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  auto inner = llvm::find_if(llvm::reverse(order),
                             [&](unsigned loop) { return extents[loop] != 1; });
  std::optional<unsigned> last;
  auto isAlong = [&](AffineMap map) {
    return !map.isProjectedPermutation(/*allowZeroInResults=*/true) ||
           (map.getNumResults() > 0 &&
            map.getResults().back().isFunctionOfDim(*inner));
  };
  if (inner != order.rend() && llvm::any_of(maps, isAlong)) {
    last = *inner;
    llvm::erase(order, *last);
  }
  op.getReductionDims(reductions);
  for (unsigned loop : reductions) {
    bool isKernel =
        llvm::any_of(maps.front().getResults(), [&](AffineExpr expr) {
          return !isa<AffineDimExpr>(expr) && expr.isFunctionOfDim(loop);
        });
    (isKernel ? kernel : order).push_back(loop);
  }
  llvm::append_range(order, kernel);
  if (last)
    order.push_back(*last);
  return order;
}

/// Whether `op` chooses elements of its only operand by their indices, as a
/// repetition of what may be repeated does.
static bool isChoice(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() != 0 || !op->hasOneUse())
    return false;
  auto element = op.getBody()
                     ->getTerminator()
                     ->getOperand(0)
                     .getDefiningOp<tensor::ExtractOp>();
  return element && element.getTensor() == op.getDpsInputs().front();
}

/// Reads elements in the body of `op` where an operand is a copy of some.
// contraction(choice(x), y) -> contraction'(x, y)
static linalg::GenericOp fuseChoices(RewriterBase &rewriter,
                                     linalg::GenericOp op) {
  for (unsigned i = 0, end = op.getNumDpsInputs(); i < end; ++i) {
    OpOperand *operand = op.getDpsInputOperand(i);
    auto choice = operand->get().getDefiningOp<linalg::GenericOp>();
    if (!choice || !isChoice(choice) ||
        !linalg::areElementwiseOpsFusable(operand))
      continue;
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::ElementwiseOpFusionResult> fused =
        linalg::fuseElementwiseOps(rewriter, operand);
    if (failed(fused))
      continue;
    rewriter.replaceOp(op, fused->fusedOp->getResults());
    rewriter.eraseOp(choice);
    op = cast<linalg::GenericOp>(fused->fusedOp);
  }
  return op;
}

// contraction -> linalg.generic with other loops
static FailureOr<linalg::GenericOp> orderLoops(RewriterBase &rewriter,
                                               linalg::LinalgOp op) {
  rewriter.setInsertionPoint(op);
  auto generic = dyn_cast<linalg::GenericOp>(*op);
  if (!generic) {
    FailureOr<linalg::GenericOp> generalized =
        linalg::generalizeNamedOp(rewriter, op);
    if (failed(generalized))
      return failure();
    generic = *generalized;
  }
  generic = fuseChoices(rewriter, generic);
  if (!generic.getIndexingMapsArray().back().isProjectedPermutation())
    return generic;
  SmallVector<unsigned> order = getLoopOrder(generic);
  if (order.size() != generic.getNumLoops() ||
      llvm::equal(order, llvm::seq<unsigned>(order.size())))
    return generic;
  return linalg::interchangeGenericOp(rewriter, generic, order);
}

// sum + a * b -> fma(a, b, sum)
static void fuseMultiplyAdd(RewriterBase &rewriter, linalg::GenericOp op) {
  arith::MulFOp product = getFloatProduct(op);
  if (!product)
    return;
  Operation *sum = getSum(op);
  rewriter.setInsertionPoint(sum);
  rewriter.replaceOpWithNewOp<math::FmaOp>(
      sum, product.getLhs(), product.getRhs(),
      op.getBlock()->getArguments().back());
  if (product->use_empty())
    rewriter.eraseOp(product);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct OrderContractionsPass
    : public relay::impl::OrderContractionsPassBase<OrderContractionsPass> {
  void runOnOperation() override;
};
} // namespace

void OrderContractionsPass::runOnOperation() {
  SmallVector<linalg::LinalgOp> contractions;
  SmallVector<Operation *> pads;
  getOperation().walk([&](Operation *op) {
    if (isa<tensor::PadOp>(op))
      pads.push_back(op);
    else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
             linalgOp && isContraction(linalgOp))
      contractions.push_back(linalgOp);
  });
  IRRewriter rewriter(&getContext());
  for (linalg::LinalgOp op : contractions) {
    LDBG() << "ordered at " << op.getLoc();
    FailureOr<linalg::GenericOp> generic = orderLoops(rewriter, op);
    if (failed(generic))
      continue;
    fuseMultiplyAdd(rewriter, *generic);
    ++numOrdered;
  }

  // tensor.pad(x) -> insert_slice(x, fill)
  RewritePatternSet patterns(&getContext());
  linalg::populateDecomposePadPatterns(patterns);
  GreedyRewriteConfig config;
  config.enableFolding(false).enableConstantCSE(false);
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  config.setStrictness(GreedyRewriteStrictness::ExistingOps);
  (void)applyOpPatternsGreedily(pads, std::move(patterns), config);
}
