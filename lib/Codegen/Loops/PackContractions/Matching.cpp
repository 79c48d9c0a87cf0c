//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognition of contractions.
//
//===----------------------------------------------------------------------===//

#include "../VectorElements.h"
#include "PackedContraction.h"
#include "RelayLite/Support/DebugLog.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

#define DEBUG_TYPE "relay-pack-contractions"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Scalar code
//===----------------------------------------------------------------------===//

bool ScalarCode::isVectorizable() const {
  return llvm::all_of(operations, [](Operation *op) {
    return op->hasTrait<OpTrait::ConstantLike>() ||
           OpTrait::hasElementwiseMappableTraits(op);
  });
}

Value ScalarCode::emit(OpBuilder &b, ArrayRef<Value> values) const {
  auto vector = dyn_cast<VectorType>(values.front().getType());
  IRMapping mapping;
  mapping.map(arguments, values);
  for (Operation *op : operations) {
    Operation *clone = op->clone(mapping);
    b.insert(clone);
    if (!vector) {
      mapping.map(op->getResults(), clone->getResults());
      continue;
    }
    Type type = vector.clone(op->getResult(0).getType());
    Attribute constant;
    if (matchPattern(op, m_Constant(&constant))) {
      auto splat = DenseElementsAttr::get(cast<ShapedType>(type), constant);
      clone->erase();
      mapping.map(op->getResult(0),
                  arith::ConstantOp::create(b, op->getLoc(), splat));
      continue;
    }
    clone->getResult(0).setType(type);
    mapping.map(op->getResult(0), clone->getResult(0));
  }
  return mapping.lookupOrDefault(result);
}

/// The code of `block` between `arguments`, the first of which it needs, and
/// `result`, if it needs nothing else but constants.
static FailureOr<ScalarCode> getCode(Block *block, ArrayRef<Value> arguments,
                                     Value result) {
  ScalarCode code{llvm::to_vector(arguments), result, {}};
  llvm::SetVector<Value> needed;
  needed.insert(result);
  llvm::SmallPtrSet<Operation *, 8> operations;
  SmallVector<Operation *> inside;
  for (size_t i = 0; i < needed.size(); ++i) {
    if (llvm::is_contained(arguments, needed[i]))
      continue;
    Operation *op = needed[i].getDefiningOp();
    if (!op || !isPure(op) || isa<linalg::IndexOp>(op))
      return failure();
    bool isConstant = op->hasTrait<OpTrait::ConstantLike>();
    if (op->getBlock() != block && !isConstant)
      return failure();
    if (op->getNumResults() != 1 || op->getNumRegions() != 0)
      return failure();
    if (operations.insert(op).second)
      (op->getBlock() == block ? inside : code.operations).push_back(op);
    needed.insert_range(op->getOperands());
  }
  if (!needed.contains(arguments.front()))
    return failure();
  // Constants may be outside; they come first.
  llvm::sort(inside,
             [](Operation *x, Operation *y) { return x->isBeforeInBlock(y); });
  llvm::append_range(code.operations, inside);
  return code;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

int64_t relay::getCoefficient(AffineExpr expr, unsigned loop) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dim.getPosition() == loop;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return 0;
  if (expr.getKind() == AffineExprKind::Mul)
    return getCoefficient(binary.getLHS(), loop) *
           cast<AffineConstantExpr>(binary.getRHS()).getValue();
  return getCoefficient(binary.getLHS(), loop) +
         getCoefficient(binary.getRHS(), loop);
}

/// Splits `expr` into a linear part, which it has, and a constant one.
static bool isLinear(AffineExpr expr, int64_t &constant) {
  if (isa<AffineDimExpr>(expr))
    return true;
  if (auto value = dyn_cast<AffineConstantExpr>(expr)) {
    constant += value.getValue();
    return true;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (expr.getKind() == AffineExprKind::Mul)
    return isa<AffineDimExpr>(binary.getLHS()) &&
           isa<AffineConstantExpr>(binary.getRHS());
  return expr.getKind() == AffineExprKind::Add &&
         isLinear(binary.getLHS(), constant) &&
         isLinear(binary.getRHS(), constant);
}

int64_t Access::getStep(unsigned dim, unsigned loop) const {
  return getCoefficient(map.getResult(dim), loop);
}

std::optional<int64_t> Access::getStaticStride(unsigned loop) const {
  auto [strides, offset] = getType().getStridesAndOffset();
  (void)offset;
  int64_t total = 0;
  for (auto [dim, stride] : llvm::enumerate(strides)) {
    int64_t step = getStep(dim, loop);
    if (step != 0 && (ShapedType::isDynamic(stride) ||
                      llvm::is_contained(repeatedDims, dim)))
      return std::nullopt;
    total += step == 0 ? 0 : step * stride;
  }
  return total;
}

static FailureOr<Access> getAccess(Value buffer, AffineMap map) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  if (!type || map.getNumSymbols() != 0)
    return failure();
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return failure();
  Access access{buffer, map, {}, {}, {}};
  for (AffineExpr expr : map.getResults())
    if (!isLinear(expr, access.shifts.emplace_back(0)))
      return failure();
  return access;
}

/// The loop whose counter `index`, an index of dimension `dim` of `buffer`, is,
/// unless the dimension has size 1 and is repeated.
static FailureOr<unsigned> getRepeatedLoop(Value index, Value buffer,
                                           unsigned dim) {
  auto select = index.getDefiningOp<arith::SelectOp>();
  if (!select || !matchPattern(select.getTrueValue(), m_Zero()))
    return failure();
  auto counter = select.getFalseValue().getDefiningOp<linalg::IndexOp>();
  auto isOne = select.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!counter || !isOne || isOne.getPredicate() != arith::CmpIPredicate::eq ||
      !matchPattern(isOne.getRhs(), m_One()))
    return failure();
  auto size = isOne.getLhs().getDefiningOp<memref::DimOp>();
  if (!size || size.getSource() != buffer || size.getConstantIndex() != dim)
    return failure();
  return counter.getDim();
}

/// The access to the factor of `op` for `argument` of its body. If the body
/// loads the element itself, `element` becomes what it loads.
static FailureOr<Access> getFactor(linalg::GenericOp op, unsigned argument,
                                   Value &element) {
  Value buffer = op.getDpsInputs()[argument];
  element = op.getBody()->getArgument(argument);
  AffineMap map = op.getIndexingMapsArray()[argument];
  if (!element.use_empty())
    return getAccess(buffer, map);
  memref::LoadOp load;
  for (auto candidate : op.getBody()->getOps<memref::LoadOp>()) {
    if (candidate.getMemRef() != buffer)
      continue;
    if (load)
      return failure();
    load = candidate;
  }
  if (!load)
    return failure();
  element = load;
  SmallVector<AffineExpr> exprs;
  SmallVector<unsigned> repeatedDims;
  for (auto [dim, index] : llvm::enumerate(load.getIndices())) {
    if (auto counter = index.getDefiningOp<linalg::IndexOp>()) {
      exprs.push_back(getAffineDimExpr(counter.getDim(), op.getContext()));
      continue;
    }
    FailureOr<unsigned> loop = getRepeatedLoop(index, buffer, dim);
    if (failed(loop))
      return failure();
    exprs.push_back(getAffineDimExpr(*loop, op.getContext()));
    repeatedDims.push_back(dim);
  }
  FailureOr<Access> access = getAccess(
      buffer, AffineMap::get(op.getNumLoops(), 0, exprs, op.getContext()));
  if (succeeded(access))
    access->repeatedDims = std::move(repeatedDims);
  return access;
}

//===----------------------------------------------------------------------===//
// Operations around the contraction
//===----------------------------------------------------------------------===//

/// The users of `buffer` but for those that free it.
static SmallVector<Operation *> getUsers(Value buffer) {
  SmallVector<Operation *> users;
  for (Operation *user : buffer.getUsers())
    if (!isa<memref::DeallocOp>(user))
      users.push_back(user);
  return users;
}

static bool isPositiveZero(Value value) {
  return matchPattern(value, m_Zero()) || matchPattern(value, m_PosZeroFloat());
}

/// The `linalg.fill` with +0 of `buffer`, the last write to it before `op`.
static linalg::FillOp getZeroFill(linalg::GenericOp op, Value buffer) {
  for (Operation *user = op->getPrevNode(); user; user = user->getPrevNode()) {
    auto fill = dyn_cast<linalg::FillOp>(user);
    if (fill && fill.getOutputs()[0] == buffer)
      return isPositiveZero(fill.getInputs()[0]) ? fill : linalg::FillOp();
    if (llvm::is_contained(user->getOperands(), buffer))
      return {};
  }
  return {};
}

/// Whether `alloc` is known to be as large as `buffer` along `dim`.
static bool haveSameSize(memref::AllocOp alloc, Value buffer, unsigned dim) {
  int64_t size = cast<MemRefType>(buffer.getType()).getDimSize(dim);
  if (!ShapedType::isDynamic(size) || !alloc.getType().isDynamicDim(dim))
    return size == alloc.getType().getDimSize(dim);
  Value allocated =
      alloc.getDynamicSizes()[alloc.getType().getDynamicDimIndex(dim)];
  auto dimOp = allocated.getDefiningOp<memref::DimOp>();
  return dimOp && dimOp.getSource() == buffer &&
         dimOp.getConstantIndex() == dim;
}

/// Looks through padding: if the buffer of `access` is only there to hold zeros
/// around a copy of another buffer, accesses that.
static void lookThroughPadding(Access &access, linalg::GenericOp op,
                               SmallVectorImpl<Operation *> &replaced) {
  auto alloc = access.buffer.getDefiningOp<memref::AllocOp>();
  if (!alloc || alloc->getBlock() != op->getBlock())
    return;
  linalg::FillOp fill;
  memref::SubViewOp view;
  for (Operation *user : getUsers(alloc)) {
    if (auto found = dyn_cast<linalg::FillOp>(user); found && !fill)
      fill = found;
    else if (auto found = dyn_cast<memref::SubViewOp>(user); found && !view)
      view = found;
    else if (user != op && !isa<memref::DimOp>(user))
      return;
  }
  if (!fill || !view || !view->hasOneUse() ||
      !isPositiveZero(fill.getInputs()[0]) || view.getDroppedDims().any())
    return;
  auto copy = dyn_cast<memref::CopyOp>(*view->user_begin());
  if (!copy || copy.getTarget() != view || !view.hasUnitStride() ||
      copy->getBlock() != op->getBlock() ||
      fill->getBlock() != op->getBlock() || !fill->isBeforeInBlock(copy) ||
      !copy->isBeforeInBlock(op))
    return;
  FailureOr<Access> source = getAccess(copy.getSource(), access.map);
  if (failed(source) || !access.repeatedDims.empty())
    return;
  for (auto [dim, offset] : llvm::enumerate(view.getMixedOffsets())) {
    std::optional<int64_t> low = getConstantIntValue(offset);
    if (!low)
      return;
    source->shifts[dim] -= *low;
    if (*low != 0 || !haveSameSize(alloc, source->buffer, dim))
      source->paddedDims.push_back(dim);
  }
  access = std::move(*source);
  // Both factors may be the same buffer.
  for (Operation *user : {fill.getOperation(), copy.getOperation()})
    if (!llvm::is_contained(replaced, user))
      replaced.push_back(user);
}

/// Whether `buffer` is a constant, or all of one in another shape.
static bool isConstant(Value buffer) {
  while (Operation *op = buffer.getDefiningOp()) {
    if (auto get = dyn_cast<memref::GetGlobalOp>(op)) {
      auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
          op, get.getNameAttr());
      return global && global.getConstant();
    }
    if (!isa<memref::CollapseShapeOp, memref::ExpandShapeOp>(op))
      return false;
    buffer = op->getOperand(0);
  }
  return false;
}

/// Looks through a copy of a constant in another order, such as that of a
/// kernel that is turned: if the buffer of `access` is only there to hold it,
/// accesses the constant.
static void lookThroughOrder(Access &access, linalg::GenericOp op,
                             SmallVectorImpl<Operation *> &replaced) {
  auto alloc = access.buffer.getDefiningOp<memref::AllocOp>();
  if (!alloc || !access.repeatedDims.empty())
    return;
  linalg::GenericOp copy;
  for (Operation *user : getUsers(alloc)) {
    if (user == op)
      continue;
    if (copy || !isa<linalg::GenericOp>(user))
      return;
    copy = cast<linalg::GenericOp>(user);
  }
  if (!copy || copy->getBlock() != op->getBlock() ||
      !copy->isBeforeInBlock(op) || copy.getNumDpsInputs() != 1 ||
      copy.getNumDpsInits() != 1 || copy.getDpsInits()[0] != alloc ||
      copy.getNumReductionLoops() != 0 ||
      !copy.getIndexingMapsArray().back().isIdentity() ||
      copy.getBody()->getTerminator()->getOperand(0) !=
          copy.getBody()->getArgument(0) ||
      !isConstant(copy.getDpsInputs()[0]))
    return;
  FailureOr<Access> source =
      getAccess(copy.getDpsInputs()[0],
                copy.getIndexingMapsArray().front().compose(access.map));
  if (failed(source))
    return;
  access = std::move(*source);
  replaced.push_back(copy);
}

/// The buffer that `buffer` is a view of, if it shares no memory with others;
/// null if it may do.
static Value getSeparateRoot(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  Operation *op = buffer.getDefiningOp();
  bool isSeparate =
      op ? isa<memref::AllocOp, memref::GetGlobalOp>(op)
         : isa<FunctionOpInterface>(buffer.getParentBlock()->getParentOp());
  return isSeparate ? buffer : Value();
}

/// Whether writing elements of `target` is known to leave `source` as it is.
static bool areApart(Value target, Value source) {
  Value targetRoot = getSeparateRoot(target);
  Value sourceRoot = getSeparateRoot(source);
  return targetRoot && sourceRoot && targetRoot != sourceRoot;
}

/// Whether all operations between the first and the last of `replaced`, which
/// it puts in order, may as well come before them: they neither write what
/// `contraction` reads nor read its sums. Buffers may be freed later.
static bool isUndisturbed(const Contraction &contraction,
                          ArrayRef<Access> operands,
                          SmallVectorImpl<Operation *> &replaced) {
  llvm::sort(replaced,
             [](Operation *x, Operation *y) { return x->isBeforeInBlock(y); });
  SmallVector<Value> read{contraction.lhs.buffer, contraction.rhs.buffer};
  for (const Access &operand : operands)
    read.push_back(operand.buffer);
  linalg::GenericOp op = contraction.op;
  Value sums = op.getDpsInits()[0];
  auto leavesAlone = [&](const MemoryEffects::EffectInstance &effect) {
    Value buffer = effect.getValue();
    if (!buffer ||
        isa<MemoryEffects::Allocate, MemoryEffects::Free>(effect.getEffect()))
      return buffer != Value();
    return areApart(buffer, sums) &&
           (isa<MemoryEffects::Read>(effect.getEffect()) ||
            llvm::all_of(
                read, [&](Value source) { return areApart(buffer, source); }));
  };
  for (Operation *other = replaced.front(); other != replaced.back();
       other = other->getNextNode()) {
    if (llvm::is_contained(replaced, other) || isMemoryEffectFree(other))
      continue;
    auto effects = getEffectsRecursively(other);
    if (!effects || !llvm::all_of(*effects, leavesAlone))
      return false;
  }
  return true;
}

/// Frees what is freed between the first and the last of `replaced`, which are
/// in order, behind the last one: that reads what others read before.
static void freeLater(ArrayRef<Operation *> replaced) {
  Operation *last = replaced.back();
  for (Operation &op : llvm::make_early_inc_range(llvm::make_range(
           replaced.front()->getIterator(), last->getIterator())))
    if (isa<memref::DeallocOp>(op))
      op.moveAfter(last);
}

/// The operation that reads the sums of `contraction`, which are in `buffer`;
/// null if it is not the only one.
static linalg::GenericOp getOnlyReader(const Contraction &contraction,
                                       Value buffer) {
  Operation *op = contraction.op;
  do
    op = op->getNextNode();
  while (op && !llvm::is_contained(op->getOperands(), buffer));
  auto reader = dyn_cast_or_null<linalg::GenericOp>(op);
  // Those that follow read what it writes in place of the sums.
  if (!reader || llvm::is_contained(reader.getDpsInits(), buffer))
    return reader;
  bool isOnly = llvm::all_of(getUsers(buffer), [&](Operation *user) {
    return user == reader || isa<memref::DimOp>(user) ||
           llvm::is_contained(contraction.replaced, user);
  });
  return isOnly ? reader : linalg::GenericOp();
}

/// Whether the results of neighbouring columns are known to be apart in memory,
/// at the borders of an image, say.
static bool hasGaps(const Access &result, ArrayRef<unsigned> columns,
                    ArrayRef<int64_t> sizes) {
  for (unsigned n = 1; n < columns.size(); ++n) {
    auto outer = result.getStaticStride(columns[n - 1]);
    auto inner = result.getStaticStride(columns[n]);
    int64_t size = sizes[columns[n]];
    if (outer && inner && !ShapedType::isDynamic(size) &&
        *outer != *inner * size)
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

/// The factors and the type of `acc + x * y`, the value that `body` yields.
static LogicalResult matchBody(Block *body, Value &x, Value &y) {
  if (body->getNumArguments() != 3)
    return failure();
  Value out = body->getArgument(2);
  if (getVectorElementSize(out.getType()) == 0)
    return failure();
  Operation *sum = body->getTerminator()->getOperand(0).getDefiningOp();
  if (auto fma = dyn_cast_or_null<math::FmaOp>(sum)) {
    x = fma.getA();
    y = fma.getB();
    return success(fma.getC() == out && isa<FloatType>(fma.getType()));
  }
  auto add = dyn_cast_or_null<arith::AddIOp>(sum);
  if (!add)
    return failure();
  bool isFirst = add.getLhs() == out;
  auto product =
      (isFirst ? add.getRhs() : add.getLhs()).getDefiningOp<arith::MulIOp>();
  if (!product || (!isFirst && add.getRhs() != out))
    return failure();
  x = product.getLhs();
  y = product.getRhs();
  return success();
}

/// Whether `access` depends on `loop`.
static bool uses(const Access &access, unsigned loop) {
  return access.map.isFunctionOfDim(loop);
}

std::optional<int64_t>
Contraction::getStaticSize(ArrayRef<unsigned> loops) const {
  int64_t size = 1;
  for (unsigned loop : loops)
    if (ShapedType::isDynamic(staticSizes[loop]) ||
        llvm::MulOverflow(size, staticSizes[loop], size))
      return std::nullopt;
  return size;
}

void Contraction::transpose() {
  std::swap(rows, columns);
  std::swap(lhs, rhs);
  std::swap(convertLhs, convertRhs);
}

/// Finds the sizes of the loops. An index alone tells one.
static LogicalResult findSizes(Contraction &contraction) {
  linalg::GenericOp op = contraction.op;
  contraction.loopSizes.resize(op.getNumLoops());
  auto find = [&](Value buffer, AffineMap map, auto isWhole) {
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(expr); loop && isWhole(dim))
        contraction.loopSizes[loop.getPosition()] = {buffer, dim};
  };
  for (OpOperand &operand : op->getOpOperands())
    find(operand.get(), op.getMatchingIndexingMap(&operand),
         [](unsigned) { return true; });
  // Rather of the buffers that stay.
  for (const Access *access :
       {&contraction.lhs, &contraction.rhs, &contraction.result})
    find(access->buffer, access->map, [&](unsigned dim) {
      return !llvm::is_contained(access->paddedDims, dim) &&
             !llvm::is_contained(access->repeatedDims, dim);
    });
  return success(llvm::all_of(contraction.loopSizes,
                              [](auto size) { return bool(size.first); }));
}

/// The loops of `candidates` in the order of the dimensions of `access`.
static void sortLoops(SmallVectorImpl<unsigned> &loops, const Access &access) {
  auto getDim = [&](unsigned loop) {
    return llvm::find_if(
               access.map.getResults(),
               [&](AffineExpr expr) { return expr.isFunctionOfDim(loop); }) -
           access.map.getResults().begin();
  };
  llvm::sort(loops, [&](unsigned x, unsigned y) {
    return std::pair(getDim(x), x) < std::pair(getDim(y), y);
  });
}

/// Finds the loops of the batch, of rows, of columns and of K.
static void groupLoops(Contraction &contraction) {
  linalg::GenericOp op = contraction.op;
  contraction.staticSizes = op.getStaticLoopRanges();
  for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (contraction.staticSizes[loop] == 1)
      continue;
    bool isLhs = uses(contraction.lhs, loop);
    if (iterator == utils::IteratorType::reduction)
      contraction.depth.push_back(loop);
    else if (isLhs == uses(contraction.rhs, loop))
      contraction.batch.push_back(loop);
    else
      (isLhs ? contraction.rows : contraction.columns).push_back(loop);
  }
  sortLoops(contraction.rows, contraction.result);
  sortLoops(contraction.columns, contraction.result);
}

/// Return whether other steps of the loops that `access` depends on lead to
/// other elements: an index is a loop, or loops whose steps are as long as all
/// of the shorter ones.
static bool hasOwnElements(const Access &access, ArrayRef<int64_t> sizes) {
  if (access.map.isProjectedPermutation())
    return true;
  if (llvm::any_of(sizes, ShapedType::isDynamic))
    return false;
  llvm::SmallDenseSet<unsigned> seen;
  for (unsigned dim = 0, end = access.map.getNumResults(); dim < end; ++dim) {
    SmallVector<std::pair<int64_t, int64_t>> steps;
    for (auto [loop, size] : llvm::enumerate(sizes)) {
      int64_t step = access.getStep(dim, loop);
      if (step < 0 || (step > 0 && !seen.insert(loop).second))
        return false;
      if (step > 0)
        steps.push_back({step, size});
    }
    llvm::sort(steps);
    for (size_t n = 1; n < steps.size(); ++n)
      if (steps[n].first < steps[n - 1].first * steps[n - 1].second)
        return false;
  }
  return true;
}

FailureOr<Contraction> relay::matchContraction(linalg::GenericOp op,
                                               bool keepsPadding) {
  auto skip = [&](const char *reason) {
    LDBG() << "not packed at " << op.getLoc() << ": " << reason;
    return failure();
  };
  if (!op.hasPureBufferSemantics() || op.getNumDpsInputs() != 2 ||
      op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0)
    return skip("not a reduction of two buffers");
  Block *body = op.getBody();
  Value x, y;
  if (failed(matchBody(body, x, y)))
    return skip("the body is no sum of products");
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  Value out = op.getDpsInits()[0], lhsElement, rhsElement;
  FailureOr<Access> lhs = getFactor(op, 0, lhsElement);
  FailureOr<Access> rhs = getFactor(op, 1, rhsElement);
  if (failed(lhs) || failed(rhs))
    return skip("an operand is not read linearly");
  // Either factor may come first.
  FailureOr<ScalarCode> lhsCode = getCode(body, lhsElement, x);
  FailureOr<ScalarCode> rhsCode = getCode(body, rhsElement, y);
  if (failed(lhsCode) || failed(rhsCode)) {
    lhsCode = getCode(body, lhsElement, y);
    rhsCode = getCode(body, rhsElement, x);
  }
  FailureOr<Access> result = getAccess(out, maps[2]);
  linalg::FillOp fill = getZeroFill(op, out);
  if (failed(lhsCode) || failed(rhsCode) || failed(result) || !fill ||
      !hasOwnElements(*result, op.getStaticLoopRanges()))
    return skip("a factor, the result or its initial value has another form");
  Contraction contraction{
      op,       *lhs,      *rhs,
      *lhsCode, *rhsCode,  *result,
      {},       {},        getElementTypeOrSelf(out.getType()),
      {},       {},        {},
      {},       {},        {},
      fill,     {fill, op}};
  groupLoops(contraction);
  if (!keepsPadding || !contraction.isStatic()) {
    lookThroughPadding(contraction.lhs, op, contraction.replaced);
    lookThroughPadding(contraction.rhs, op, contraction.replaced);
  }
  if (contraction.isStatic()) {
    lookThroughOrder(contraction.lhs, op, contraction.replaced);
    lookThroughOrder(contraction.rhs, op, contraction.replaced);
  }
  if (!isUndisturbed(contraction, {}, contraction.replaced))
    return skip("what it reads may change in between");
  auto isAlong = [&](ArrayRef<unsigned> loops) {
    return !loops.empty() && contraction.result.isContiguous(loops.back());
  };
  if (isAlong(contraction.rows) && !isAlong(contraction.columns))
    contraction.transpose();
  if (failed(findSizes(contraction)))
    return skip("the size of a loop is not known");
  freeLater(contraction.replaced);
  return contraction;
}

/// Finds the block arguments of `op` for the sums of `contraction`, which come
/// first, and for its other operands, and how it accesses those. Fails if it
/// does not read the sums, or if it may read what it has written.
static LogicalResult findOperands(linalg::GenericOp op,
                                  const Contraction &contraction,
                                  SmallVectorImpl<Value> &arguments,
                                  SmallVectorImpl<Access> &operands) {
  Value sums = contraction.result.buffer, target = op.getDpsInits()[0];
  // The sum comes first, once.
  arguments.resize(1);
  for (OpOperand &operand : op->getOpOperands()) {
    Value buffer = operand.get();
    AffineMap map = op.getMatchingIndexingMap(&operand);
    bool isSum = buffer == sums;
    if ((isSum || buffer == target) && !map.isIdentity())
      return failure();
    Value argument = op.getMatchingBlockArgument(&operand);
    if (argument.use_empty())
      continue;
    if (isSum && std::exchange(arguments.front(), argument))
      return failure();
    if (isSum)
      continue;
    FailureOr<Access> access =
        getAccess(buffer, map.compose(contraction.result.map));
    if (failed(access) || (buffer != target && !areApart(target, buffer)))
      return failure();
    arguments.push_back(argument);
    operands.push_back(std::move(*access));
  }
  return success(arguments.front() != Value());
}

void relay::fuseEpilogue(Contraction &contraction, bool allowsGaps) {
  Value sums = contraction.result.buffer;
  if (!sums.getDefiningOp<memref::AllocOp>())
    return;
  linalg::GenericOp op = getOnlyReader(contraction, sums);
  if (!op || op.getNumDpsInits() != 1 || op.getNumReductionLoops() != 0)
    return;
  Value target = op.getDpsInits()[0];
  FailureOr<Access> result = getAccess(target, contraction.result.map);
  // Vectors that end at gaps would be written element by element.
  if (failed(result) || (!allowsGaps && hasGaps(*result, contraction.columns,
                                                contraction.staticSizes)))
    return;
  SmallVector<Value> arguments;
  SmallVector<Access> operands;
  if (failed(findOperands(op, contraction, arguments, operands)))
    return;
  // A factor is read while results are written, and elements of a single row
  // may be made twice.
  bool isInPlace = llvm::any_of(
      operands, [&](const Access &access) { return access.buffer == target; });
  bool mayRead = contraction.isStatic() && !contraction.columns.empty() &&
                 result->isContiguous(contraction.columns.back());
  if (!areApart(target, contraction.lhs.buffer) ||
      !areApart(target, contraction.rhs.buffer) ||
      (!operands.empty() && !mayRead) ||
      (isInPlace && contraction.rows.empty()))
    return;
  Block *body = op.getBody();
  FailureOr<ScalarCode> code =
      getCode(body, arguments, body->getTerminator()->getOperand(0));
  SmallVector<Operation *> replaced = contraction.replaced;
  replaced.push_back(op);
  if (failed(code) || op->getBlock() != contraction.op->getBlock() ||
      !isUndisturbed(contraction, operands, replaced))
    return;
  contraction.result = std::move(*result);
  contraction.epilogue = std::move(*code);
  contraction.epilogueOperands = std::move(operands);
  contraction.replaced = std::move(replaced);
  freeLater(contraction.replaced);
  [[maybe_unused]] LogicalResult found = findSizes(contraction);
  assert(succeeded(found) && "the buffers of the factors are the same");
}
