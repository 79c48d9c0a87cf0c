//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds symbolic dimensions: one walk in the order of execution. The type
// inference of an operation, which knows nothing of names, is asked with
// numbers in their place.
//
//===----------------------------------------------------------------------===//

#include "DimNames.h"
#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/SymbolicDims.h"
#include "RelayLite/Frontend/DimCheck.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::relay;
using ast::DimExpr;

// Calls among functions that are followed by recursion.
static constexpr unsigned kMaxCallDepth = 64;

//===----------------------------------------------------------------------===//
// Dimensions of types
//===----------------------------------------------------------------------===//

/// Replaces each tensor type in `type`, in order.
static Type mapTensors(Type type,
                       function_ref<Type(RankedTensorType)> replace) {
  auto mapAll = [&](TypeRange types) {
    return llvm::map_to_vector(
        types, [&](Type part) { return mapTensors(part, replace); });
  };
  return llvm::TypeSwitch<Type, Type>(type)
      .Case([&](RankedTensorType tensor) { return replace(tensor); })
      .Case([&](TupleType tuple) {
        return TupleType::get(type.getContext(), mapAll(tuple.getTypes()));
      })
      .Case([&](FunctionType function) {
        auto inputs = mapAll(function.getInputs());
        return FunctionType::get(type.getContext(), inputs,
                                 mapAll(function.getResults()));
      })
      .Case([&](RefType ref) {
        return RefType::get(mapTensors(ref.getPointee(), replace));
      })
      .Default(type);
}

/// The sizes of all tensors in `type`.
static Sizes getSizes(Type type) {
  Sizes sizes;
  mapTensors(type, [&](RankedTensorType tensor) {
    llvm::append_range(sizes, tensor.getShape());
    return tensor;
  });
  return sizes;
}

/// The same for a type of the syntax tree; `replace` gets each dimension.
static ast::TypeRef mapDims(const ast::TypeRef &type,
                            function_ref<ast::Dim(const ast::Dim &)> replace) {
  auto mapAll = [&](ArrayRef<ast::TypeRef> types) {
    std::vector<ast::TypeRef> result;
    for (const ast::TypeRef &part : types)
      result.push_back(mapDims(part, replace));
    return result;
  };
  if (!type)
    return type;
  return llvm::TypeSwitch<const ast::Type *, ast::TypeRef>(type.get())
      .Case([&](const ast::TensorType *tensor) {
        std::vector<ast::Dim> shape;
        for (const ast::Dim &dim : tensor->getShape())
          shape.push_back(replace(dim));
        return ast::make<ast::TensorType>(std::move(shape), tensor->getDType());
      })
      .Case([&](const ast::TupleType *tuple) {
        return ast::make<ast::TupleType>(mapAll(tuple->getFields()));
      })
      .Case([&](const ast::FuncType *function) {
        std::vector<ast::TypeRef> params = mapAll(function->getParams());
        return ast::make<ast::FuncType>(function->getTypeParams().vec(),
                                        std::move(params),
                                        mapDims(function->getResult(), replace),
                                        function->getConstraints().vec());
      })
      .Case([&](const ast::RefType *ref) {
        return ast::make<ast::RefType>(mapDims(ref->getValue(), replace));
      })
      .Default([&](const ast::Type *) { return type; });
}

bool relay::hasSymbols(const ast::TypeRef &type) {
  if (!type)
    return false;
  if (auto *tensor = dyn_cast<ast::TensorType>(type.get()))
    return llvm::any_of(tensor->getShape(), [](const ast::Dim &dim) {
      return dim.symbol != nullptr;
    });
  bool found = false;
  ast::forEachPart(*type, [&](const ast::Type *part) {
    found = found || hasSymbols(ast::TypeRef(part));
  });
  return found;
}

std::vector<ast::Dim> relay::getDims(const ast::TypeRef &type) {
  std::vector<ast::Dim> dims;
  mapDims(type, [&](const ast::Dim &dim) {
    dims.push_back(dim);
    return dim;
  });
  return dims;
}

bool relay::areEqualDims(ArrayRef<ast::Dim> lhs, ArrayRef<ast::Dim> rhs) {
  return llvm::equal(lhs, rhs, [](const ast::Dim &a, const ast::Dim &b) {
    return a.symbol && b.symbol ? ast::areEqual(*a.symbol, *b.symbol)
                                : a.size == b.size && !a.symbol && !b.symbol;
  });
}

ast::TypeRef relay::setDims(const ast::TypeRef &type, const DimList &dims,
                            ast::DimObjects &objects) {
  size_t next = 0;
  return mapDims(type, [&](const ast::Dim &dim) {
    size_t i = next++;
    if (dim.isStatic() || i >= dims.size() || !dims[i] || dims[i]->getNumber())
      return dim;
    return objects.get(*dims[i]);
  });
}

//===----------------------------------------------------------------------===//
// The attribute
//===----------------------------------------------------------------------===//

static StringRef getSymbol(DimExpr::Operator op) {
  switch (op) {
  case DimExpr::Operator::Add:
    return "+";
  case DimExpr::Operator::Sub:
    return "-";
  case DimExpr::Operator::Mul:
    return "*";
  case DimExpr::Operator::FloorDiv:
    return "//";
  case DimExpr::Operator::FloorMod:
    return "%";
  }
  llvm_unreachable("an operator");
}

static Attribute lowerDim(Builder &builder, const DimExpr &expr) {
  auto lowerVariable = [&](const DimExpr::Variable &variable) -> Attribute {
    if (variable.isSize && variable.dtype == "int32")
      return builder.getStringAttr(variable.name);
    return builder.getStrArrayAttr(
        {variable.isSize ? "SizeVar" : "Var", variable.name, variable.dtype});
  };
  return expr.build<Attribute>(
      {[&](int64_t number) { return builder.getI64IntegerAttr(number); },
       lowerVariable,
       [&](DimExpr::Operator op, Attribute lhs, Attribute rhs) {
         return builder.getArrayAttr(
             {builder.getStringAttr(getSymbol(op)), lhs, rhs});
       }});
}

ArrayAttr relay::lowerDims(Builder &builder, const ast::TypeRef &type) {
  SmallVector<Attribute> dims;
  for (const ast::Dim &dim : getDims(type)) {
    std::optional<DimExpr> expr =
        dim.symbol ? DimExpr::read(*dim.symbol) : std::nullopt;
    dims.push_back(expr ? lowerDim(builder, *expr) : builder.getUnitAttr());
  }
  return builder.getArrayAttr(dims);
}

/// Returns none for a unit, and for an attribute that is no dimension.
static std::optional<DimExpr> raiseDim(Attribute attr) {
  if (auto name = dyn_cast<StringAttr>(attr))
    return DimExpr(DimExpr::Variable{name.str()});
  if (auto number = dyn_cast<IntegerAttr>(attr))
    return DimExpr(number.getInt());
  auto list = dyn_cast<ArrayAttr>(attr);
  if (!list || list.size() != 3 || !isa<StringAttr>(list[0]))
    return std::nullopt;
  StringRef head = cast<StringAttr>(list[0]).getValue();
  if (head == "Var" || head == "SizeVar") {
    auto name = dyn_cast<StringAttr>(list[1]);
    auto dtype = dyn_cast<StringAttr>(list[2]);
    if (!name || !dtype)
      return std::nullopt;
    return DimExpr({name.str(), head == "SizeVar", dtype.str()});
  }
  using Operator = DimExpr::Operator;
  auto op = llvm::StringSwitch<std::optional<Operator>>(head)
                .Case("+", Operator::Add)
                .Case("-", Operator::Sub)
                .Case("*", Operator::Mul)
                .Case("//", Operator::FloorDiv)
                .Case("%", Operator::FloorMod)
                .Default(std::nullopt);
  std::optional<DimExpr> lhs = raiseDim(list[1]), rhs = raiseDim(list[2]);
  return op && lhs && rhs ? DimExpr::combine(*op, *lhs, *rhs) : std::nullopt;
}

static ArrayAttr getDimsAttr(ArrayAttr argAttrs, unsigned index) {
  auto attrs = argAttrs && index < argAttrs.size()
                   ? dyn_cast<DictionaryAttr>(argAttrs[index])
                   : DictionaryAttr();
  return attrs ? attrs.getAs<ArrayAttr>(fnattr::dims) : ArrayAttr();
}

static bool hasDims(ArrayAttr argAttrs) {
  return argAttrs && llvm::any_of(llvm::seq(argAttrs.size()), [&](size_t i) {
           return getDimsAttr(argAttrs, i) != nullptr;
         });
}

static bool hasDims(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        ArrayAttr argAttrs;
        if (auto function = dyn_cast<func::FuncOp>(op))
          argAttrs = function.getArgAttrsAttr();
        else if (auto literal = dyn_cast<FnOp>(op))
          argAttrs = literal.getArgAttrsAttr();
        else if (auto literal = dyn_cast<FusedFnOp>(op))
          argAttrs = literal.getArgAttrsAttr();
        return hasDims(argAttrs) ? WalkResult::interrupt()
                                 : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Functions and calls
//===----------------------------------------------------------------------===//

DimNames::DimNames(ModuleOp module) : symbols(module) {
  if (hasDims(module))
    for (auto function : module.getOps<func::FuncOp>())
      visitFunction(function, 0);
}

void DimNames::set(Value value, DimList dims) {
  // Inference with names knows at least as much as with `?`.
  Sizes sizes = getSizes(value.getType());
  if (sizes.size() != dims.size())
    return;
  for (auto [size, dim] : llvm::zip_equal(sizes, dims))
    if (!ShapedType::isDynamic(size) || (dim && dim->getNumber()))
      dim.reset();
  if (llvm::any_of(dims, [](const auto &dim) { return dim.has_value(); }))
    values[value] = std::move(dims);
}

void DimNames::setParams(Block::BlockArgListType params, ArrayAttr argAttrs) {
  for (auto [i, param] : llvm::enumerate(params)) {
    ArrayAttr attr = getDimsAttr(argAttrs, i);
    // The attribute of a parameter without a type has no dimensions.
    if (!attr || (attr.empty() && !getSizes(param.getType()).empty())) {
      open.insert(param);
      continue;
    }
    DimList dims;
    for (Attribute dim : attr)
      dims.push_back(raiseDim(dim));
    set(param, std::move(dims));
  }
}

DimList DimNames::getSignature(Block::BlockArgListType params,
                               Value result) const {
  DimList dims;
  auto add = [&](Value value) {
    if (const DimList *known = lookup(value))
      llvm::append_range(dims, *known);
    else
      dims.resize(dims.size() + getSizes(value.getType()).size());
  };
  llvm::for_each(params, add);
  add(result);
  return dims;
}

void DimNames::visitFunction(func::FuncOp function, unsigned depth) {
  if (function.isExternal() || depth > kMaxCallDepth ||
      !function.getBody().hasOneBlock() || !visited.insert(function).second)
    return;
  setParams(function.getArguments(), function.getArgAttrsAttr());
  Block &body = function.getBody().front();
  visitBlock(body, depth);
  Operation *end = body.getTerminator();
  if (end->getNumOperands() == 1)
    signatures[function] =
        getSignature(function.getArguments(), end->getOperand(0));
}

template <typename OpT>
void DimNames::visitLiteral(OpT op, unsigned depth) {
  setParams(op.getParameters(), op.getArgAttrsAttr());
  // The parameters of a function that is only applied are its arguments.
  Value result = op->getResult(0);
  if (auto apply = result.hasOneUse() ? dyn_cast<ApplyOp>(*result.user_begin())
                                      : ApplyOp();
      apply && apply.getCallee() == result)
    for (auto [param, argument] :
         llvm::zip(op.getParameters(), apply.getArguments()))
      if (const DimList *dims = lookup(argument); dims && open.erase(param))
        set(param, *dims);
  Block &body = op.getBody().front();
  visitBlock(body, depth);
  set(result,
      getSignature(op.getParameters(), body.getTerminator()->getOperand(0)));
}

void DimNames::visitIf(Operation *op, unsigned depth) {
  auto branch = cast<IfOp>(op);
  visitBlock(branch.getThenRegion().front(), depth);
  visitBlock(branch.getElseRegion().front(), depth);
  const DimList *thenDims = lookup(branch.getThenValue());
  const DimList *elseDims = lookup(branch.getElseValue());
  if (!thenDims || !elseDims || thenDims->size() != elseDims->size())
    return;
  DimList dims = *thenDims;
  for (auto [dim, other] : llvm::zip_equal(dims, *elseDims))
    if (!other || !dim || *dim != *other)
      dim.reset();
  set(branch->getResult(0), std::move(dims));
}

void DimNames::visitCall(Operation *op, FunctionType type,
                         const DimList *callee, ValueRange arguments) {
  if (!callee || type.getNumInputs() != arguments.size())
    return;
  // The variables of the callee's parameters stand for parts of the arguments.
  std::map<std::string, std::optional<DimExpr>> bindings;
  size_t next = 0;
  for (Value argument : arguments) {
    const DimList *dims = lookup(argument);
    for (auto [i, size] : llvm::enumerate(getSizes(argument.getType()))) {
      if (next == callee->size())
        return;
      const std::optional<DimExpr> &param = (*callee)[next++];
      if (!param)
        continue;
      std::optional<DimExpr> actual;
      if (!ShapedType::isDynamic(size))
        actual = DimExpr(size);
      else if (dims)
        actual = (*dims)[i];
      for (const DimExpr::Variable &variable : param->getVariables()) {
        std::optional<DimExpr> bound =
            param->getVariable() || (actual && *actual == *param)
                ? (param->getVariable() ? actual : DimExpr(variable))
                : std::nullopt;
        auto [it, isNew] = bindings.try_emplace(variable.name, bound);
        if (!isNew && bound != it->second)
          it->second = std::nullopt;
      }
    }
  }
  DimList dims;
  for (; next < callee->size(); ++next) {
    const std::optional<DimExpr> &dim = (*callee)[next];
    dims.push_back(
        dim ? dim->substitute([&](const DimExpr::Variable &variable) {
          auto it = bindings.find(variable.name);
          return it == bindings.end() ? DimExpr(variable) : it->second;
        })
            : std::nullopt);
  }
  set(op->getResult(0), std::move(dims));
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

std::vector<DimExpr> DimNames::getUnknowns(ValueRange operands) const {
  std::vector<DimExpr> unknowns;
  for (Value operand : operands)
    if (const DimList *dims = lookup(operand))
      for (const std::optional<DimExpr> &dim : *dims)
        if (dim && !llvm::is_contained(unknowns, *dim))
          unknowns.push_back(*dim);
  return unknowns;
}

Type DimNames::getSample(Value value, ArrayRef<DimExpr> unknowns,
                         ArrayRef<int64_t> sizes) const {
  const DimList *dims = lookup(value);
  if (!dims)
    return value.getType();
  size_t next = 0;
  return mapTensors(value.getType(), [&](RankedTensorType tensor) {
    SmallVector<int64_t> shape(tensor.getShape());
    for (int64_t &size : shape)
      if (const std::optional<DimExpr> &dim = (*dims)[next++])
        size = sizes[llvm::find(unknowns, *dim) - unknowns.begin()];
    return tensor.clone(shape);
  });
}

void DimNames::visitOperator(Operation *op) {
  auto inferring = dyn_cast<InferTypeOpInterface>(op);
  if (!inferring || op->getNumResults() != 1)
    return;
  std::vector<DimExpr> unknowns = getUnknowns(op->getOperands());
  if (unknowns.empty() || llvm::none_of(getSizes(op->getResult(0).getType()),
                                        ShapedType::isDynamic))
    return;
  auto infer = [&](ArrayRef<int64_t> sizes) -> std::optional<Sizes> {
    Block block;
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      Type type = getSample(operand, unknowns, sizes);
      // Inference looks at constants among the others.
      operands.push_back(type == operand.getType()
                             ? operand
                             : block.addArgument(type, op->getLoc()));
    }
    SmallVector<Type> types;
    if (failed(inferring.inferReturnTypes(op->getContext(), std::nullopt,
                                          operands, op->getRawDictionaryAttrs(),
                                          op->getPropertiesStorage(),
                                          op->getRegions(), types)))
      return std::nullopt;
    return getSizes(types.front());
  };
  set(op->getResult(0), findFormulas(unknowns, infer));
}

/// Whether `expr` has no quotients and remainders. The form of such an
/// expression is canonical: others are not equal to it.
static bool isPolynomial(const DimExpr &expr) {
  using Operator = DimExpr::Operator;
  return expr.build<bool>({[](int64_t) { return true; },
                           [](const DimExpr::Variable &) { return true; },
                           [](Operator op, bool lhs, bool rhs) {
                             return lhs && rhs && op != Operator::FloorDiv &&
                                    op != Operator::FloorMod;
                           }});
}

/// Compares each dimension of the operands with the first one that is known and
/// not 1. As in TVM, a name broadcasts only against 1, `?` and itself.
void DimNames::checkBroadcast(Operation *op) {
  if (conflict || !op->hasTrait<Pointwise>() || op->getNumOperands() < 2)
    return;
  // From the innermost dimension.
  DimList known;
  for (Value operand : op->getOperands()) {
    const DimList *dims = lookup(operand);
    Sizes sizes = getSizes(operand.getType());
    known.resize(std::max(known.size(), sizes.size()));
    for (auto [i, size] : llvm::enumerate(llvm::reverse(sizes))) {
      std::optional<DimExpr> dim;
      if (!ShapedType::isDynamic(size))
        dim = DimExpr(size);
      else if (dims)
        dim = (*dims)[sizes.size() - 1 - i];
      if (!dim || dim->getNumber() == 1 || !isPolynomial(*dim))
        continue;
      if (!known[i])
        known[i] = dim;
      else if (*known[i] != *dim) {
        conflict = {op, int64_t(i), *known[i], *dim};
        return;
      }
    }
  }
}

LogicalResult DimNames::check() const {
  if (!conflict)
    return success();
  Type type = conflict->op->getResult(0).getType();
  return emitError(conflict->op->getLoc())
         << getOperatorName(conflict->op)
         << ": the operands do not broadcast: dimension "
         << cast<RankedTensorType>(type).getRank() - 1 - conflict->dim
         << " of the result is " << conflict->lhs.getText() << " and "
         << conflict->rhs.getText() << ", which are not known to be equal";
}

LogicalResult relay::checkDims(ModuleOp module) {
  bool hasNames =
      llvm::any_of(module.getOps<func::FuncOp>(), [](func::FuncOp function) {
        return hasDims(function.getArgAttrsAttr());
      });
  return hasNames ? DimNames(module).check() : success();
}

void DimNames::visitSliceLike(SliceLikeOp op) {
  // Samples do not tell, since the sizes of `data` bound them.
  auto data = dyn_cast<RankedTensorType>(op.getData().getType());
  auto like = dyn_cast<RankedTensorType>(op.getShapeLike().getType());
  if (!data || !like)
    return;
  FailureOr<SmallVector<bool>> isSliced = SliceLikeOp::resolve(
      std::nullopt, op.getAxes(), data.getRank(), like.getRank());
  if (failed(isSliced))
    return;
  DimList result(data.getRank());
  for (auto [i, dim] : llvm::enumerate(result))
    if (const DimList *dims =
            lookup((*isSliced)[i] ? op.getShapeLike() : op.getData()))
      dim = (*dims)[i];
  set(op.getResult(), std::move(result));
}

void DimNames::inferOperands(Operation *op) {
  auto inferring = dyn_cast<InferOperandTypesInterface>(op);
  if (!inferring || open.empty())
    return;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    std::vector<DimExpr> unknowns = getUnknowns(op->getOperands());
    if (unknowns.empty() || !open.contains(operand))
      continue;
    auto infer = [&, i = i](ArrayRef<int64_t> sizes) -> std::optional<Sizes> {
      SmallVector<Type> types;
      for (Value other : op->getOperands())
        types.push_back(getSample(other, unknowns, sizes));
      types[i] = UnknownType::get(op->getContext());
      if (failed(inferring.inferOperandTypes(std::nullopt, types,
                                             op->getRawDictionaryAttrs(),
                                             op->getPropertiesStorage())))
        return std::nullopt;
      return getSizes(types[i]);
    };
    open.erase(operand);
    set(operand, findFormulas(unknowns, infer));
  }
}

void DimNames::visit(Operation *op, unsigned depth) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<FnOp, FusedFnOp>([&](auto fn) { visitLiteral(fn, depth); })
      .Case([&](IfOp) { visitIf(op, depth); })
      .Case([&](TypeCastOp cast) {
        if (const DimList *dims = lookup(cast.getValue()))
          set(cast.getResult(), *dims);
      })
      .Case<CallOp, GlobalOp>([&](auto user) {
        auto callee = symbols.lookup<func::FuncOp>(user.getCallee());
        if (!callee)
          return;
        visitFunction(callee, depth + 1);
        const DimList *dims = lookup(callee);
        if (auto call = dyn_cast<CallOp>(op))
          visitCall(op, callee.getFunctionType(), dims, call.getArguments());
        else if (dims)
          set(op->getResult(0), *dims);
      })
      .Case([&](ApplyOp apply) {
        visitCall(op, cast<FunctionType>(apply.getCallee().getType()),
                  lookup(apply.getCallee()), apply.getArguments());
      })
      .Case([&](SliceLikeOp slice) { visitSliceLike(slice); })
      .Default([&](Operation *) {
        inferOperands(op);
        checkBroadcast(op);
        visitOperator(op);
      });
}

void DimNames::visitBlock(Block &block, unsigned depth) {
  for (Operation &op : block.without_terminator())
    visit(&op, depth);
}
