//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Structural equality: both graphs are walked in step, with a worklist.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/StructuralEqual.h"
#include "RelayLite/Frontend/Metadata.h"
#include "RelayLite/Frontend/Printer.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>

using namespace llvm;
using namespace mlir::relay;
using namespace mlir::relay::ast;

namespace {
class Comparer {
public:
  Comparer(const EqualOptions &options, Difference *difference)
      : options(options), difference(difference) {}

  bool compare(const Expr &lhs, const Expr &rhs, StringRef root);
  bool compareAttrs(const Attrs &lhs, const Attrs &rhs);
  /// The same for modules. The path names nothing else.
  bool compareModuleAttrs(const Attrs &lhs, const Attrs &rhs) {
    if (compareAttrs(lhs, rhs))
      return true;
    if (difference)
      difference->path = field;
    return false;
  }

  /// The same for definitions of types. Their names correspond afterwards.
  bool compareDefinitions(const TypeTable &lhs, const TypeTable &rhs);

private:
  struct Pair {
    const Expr *lhs;
    const Expr *rhs;
    // The parent of this pair, by its number in `visited`, and the field of the
    // parent in which it is.
    unsigned parent;
    const char *label;
    int index;
  };

  bool comparePair(const Pair &pair);
  /// Compares nodes without children.
  bool compareLeaves(const Expr &lhs, const Expr &rhs);
  bool compareFunctions(const Function &lhs, const Function &rhs);
  bool compareCalls(const Call &lhs, const Call &rhs);
  bool compareFields(const TupleGetItem &lhs, const TupleGetItem &rhs);
  /// Compares nodes of one kind, and lists the children for later.
  bool compareInner(const Expr &lhs, const Expr &rhs);
  /// Records that two nodes correspond, which may be shared, and returns none.
  /// If one of them was recorded before, returns whether they correspond.
  std::optional<bool> match(const Expr &lhs, const Expr &rhs);
  bool compareVars(const Var &lhs, const Var &rhs);
  bool bindVars(const Var &lhs, const Var &rhs, const Twine &where);
  bool compareTypes(const TypeRef &lhs, const TypeRef &rhs);
  bool compareTypeLists(ArrayRef<TypeRef> lhs, ArrayRef<TypeRef> rhs,
                        const Twine &where);
  /// Puts `where` in front of the place where two types differ. Returns false.
  bool differWithin(const Twine &where) {
    typePath.insert(0, where.str());
    return false;
  }
  bool bindTypeVars(ArrayRef<Ref<TypeVar>> lhs, ArrayRef<Ref<TypeVar>> rhs);
  void bindTypeName(const GlobalTypeVar &lhs, const GlobalTypeVar &rhs) {
    leftToRight[&lhs] = &rhs;
    rightToLeft[&rhs] = &lhs;
  }
  bool compareTypeNames(const GlobalTypeVar &lhs, const GlobalTypeVar &rhs);
  bool compareConstructors(ArrayRef<Ref<Constructor>> lhs,
                           ArrayRef<Ref<Constructor>> rhs);
  bool compareConstants(const NDArray &lhs, const NDArray &rhs);
  bool compareAttr(const AttrValue &lhs, const AttrValue &rhs);
  bool compareMaps(const AttrValue::Map &lhs, const AttrValue::Map &rhs);
  /// The other side's counterpart of a variable; itself if it is free.
  const Node *getCounterpart(const Expr &var) const {
    const Node *counterpart = leftToRight.lookup(&var);
    return counterpart ? counterpart : &var;
  }
  /// `where` is the field of the pair that differs, if any.
  bool differ(const Twine &message, const Twine &where = "") {
    if (difference && difference->message.empty()) {
      difference->message = message.str();
      field = where.str();
    }
    return false;
  }
  void push(const ExprRef &lhs, const ExprRef &rhs, const char *label,
            int index = -1) {
    worklist.push_back({lhs.get(), rhs.get(), current, label, index});
  }
  bool pushAll(ArrayRef<ExprRef> lhs, ArrayRef<ExprRef> rhs, const char *label);
  void describePath(const Pair &pair, StringRef root);

  const EqualOptions &options;
  Difference *difference;
  // All pairs with children, for the path to a difference.
  std::vector<Pair> visited;
  std::vector<Pair> worklist;
  // The field of the nodes that differs, at the end of the path.
  std::string field;
  // The place where the last compared types differ.
  std::string typePath;
  unsigned current = 0;
  DenseMap<const Node *, const Node *> leftToRight;
  DenseMap<const Node *, const Node *> rightToLeft;
};
} // namespace

static std::string toText(const TypeRef &type) {
  if (!type)
    return "no type";
  std::string text;
  raw_string_ostream os(text);
  print(*type, os);
  return text;
}

static StringRef getKindName(const Expr &expr) {
  static constexpr StringRef names[] = {
      "a constant",  "a tuple",      "a variable",      "a global",
      "an operator", "a function",   "a call",          "a let",
      "an if",       "a projection", "a new reference", "a read",
      "a write",     "a constructor"};
  return names[static_cast<unsigned>(expr.getKind())];
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

bool Comparer::bindTypeVars(ArrayRef<Ref<TypeVar>> lhs,
                            ArrayRef<Ref<TypeVar>> rhs) {
  if (lhs.size() != rhs.size())
    return differ(Twine(lhs.size()) + " against " + Twine(rhs.size()) +
                      " type parameters",
                  ".type_params");
  for (auto [l, r] : zip_equal(lhs, rhs)) {
    if (l->getParamKind() != r->getParamKind())
      return differ("type parameters of different kinds", ".type_params");
    leftToRight[l.get()] = r.get();
    rightToLeft[r.get()] = l.get();
  }
  return true;
}

bool Comparer::compareTypeNames(const GlobalTypeVar &lhs,
                                const GlobalTypeVar &rhs) {
  const Node *l = leftToRight.lookup(&lhs), *r = rightToLeft.lookup(&rhs);
  bool areBound = l == &rhs && r == &lhs;
  bool areFree = !l && !r && (options.mapFreeVars || isStorageType(lhs));
  return (areBound || areFree) && lhs.getName() == rhs.getName() &&
         lhs.getParamKind() == rhs.getParamKind();
}

bool Comparer::compareConstructors(ArrayRef<Ref<Constructor>> lhs,
                                   ArrayRef<Ref<Constructor>> rhs) {
  if (lhs.size() != rhs.size())
    return differWithin(".constructors");
  for (auto [i, l, r] : enumerate(lhs, rhs))
    if (l->getName() != r->getName() ||
        !compareTypeLists(l->getInputs(), r->getInputs(), ".inputs"))
      return differWithin(".constructors[" + Twine(i) + "]");
  return true;
}

bool Comparer::compareTypeLists(ArrayRef<TypeRef> lhs, ArrayRef<TypeRef> rhs,
                                const Twine &where) {
  typePath.clear();
  if (lhs.size() != rhs.size())
    return differWithin(where);
  for (auto [i, l, r] : enumerate(lhs, rhs))
    if (!compareTypes(l, r))
      return differWithin(where + "[" + Twine(i) + "]");
  return true;
}

bool Comparer::compareTypes(const TypeRef &lhs, const TypeRef &rhs) {
  if (lhs == rhs)
    return true;
  typePath.clear();
  if (!lhs || !rhs || lhs->getKind() != rhs->getKind())
    return false;
  switch (lhs->getKind()) {
  case Type::Kind::Tensor: {
    auto &l = cast<TensorType>(*lhs), &r = cast<TensorType>(*rhs);
    if (l.getShape().size() != r.getShape().size())
      return differWithin(".shape");
    for (auto [i, a, b] : enumerate(l.getShape(), r.getShape())) {
      bool isEqual = a.symbol && b.symbol
                         ? areEqual(*a.symbol, *b.symbol)
                         : a.size == b.size && !a.symbol && !b.symbol;
      if (!isEqual)
        return differWithin(".shape[" + Twine(i) + "]" +
                            (a.isStatic() && b.isStatic() ? ".value" : ""));
    }
    return l.getDType() == r.getDType() || differWithin(".dtype");
  }
  case Type::Kind::Tuple:
    return compareTypeLists(cast<ast::TupleType>(*lhs).getFields(),
                            cast<ast::TupleType>(*rhs).getFields(), ".fields");
  case Type::Kind::Func: {
    auto &l = cast<FuncType>(*lhs), &r = cast<FuncType>(*rhs);
    return bindTypeVars(l.getTypeParams(), r.getTypeParams()) &&
           compareTypeLists(l.getParams(), r.getParams(), ".arg_types") &&
           (compareTypes(l.getResult(), r.getResult()) ||
            differWithin(".ret_type")) &&
           compareTypeLists(l.getConstraints(), r.getConstraints(),
                            ".type_constraints");
  }
  case Type::Kind::Ref:
    return compareTypes(cast<ast::RefType>(*lhs).getValue(),
                        cast<ast::RefType>(*rhs).getValue()) ||
           differWithin(".value");
  case Type::Kind::TypeVar: {
    if (cast<TypeVar>(*lhs).getParamKind() !=
        cast<TypeVar>(*rhs).getParamKind())
      return false;
    const Node *&l = leftToRight[lhs.get()], *&r = rightToLeft[rhs.get()];
    if (!l && !r && options.mapFreeVars) {
      l = rhs.get();
      r = lhs.get();
    }
    return l == rhs.get() && r == lhs.get();
  }
  case Type::Kind::Incomplete:
    return cast<IncompleteType>(*lhs).getParamKind() ==
           cast<IncompleteType>(*rhs).getParamKind();
  case Type::Kind::GlobalTypeVar:
    return compareTypeNames(cast<GlobalTypeVar>(*lhs),
                            cast<GlobalTypeVar>(*rhs));
  case Type::Kind::TypeData: {
    auto &l = cast<TypeData>(*lhs), &r = cast<TypeData>(*rhs);
    bindTypeName(*l.getHeader(), *r.getHeader());
    return compareTypeNames(*l.getHeader(), *r.getHeader()) &&
           bindTypeVars(l.getTypeVars(), r.getTypeVars()) &&
           compareConstructors(l.getConstructors(), r.getConstructors());
  }
  case Type::Kind::TypeCall: {
    auto &l = cast<TypeCall>(*lhs), &r = cast<TypeCall>(*rhs);
    return (compareTypes(l.getCallee(), r.getCallee()) ||
            differWithin(".func")) &&
           compareTypeLists(l.getArgs(), r.getArgs(), ".args");
  }
  case Type::Kind::TypeRelation: {
    auto &l = cast<TypeRelation>(*lhs), &r = cast<TypeRelation>(*rhs);
    auto getName = [](const TypeRelation &relation) {
      return relation.getFunction() ? relation.getFunction()->getName() : "";
    };
    return getName(l) == getName(r) && l.getNumInputs() == r.getNumInputs() &&
           compareTypeLists(l.getArgs(), r.getArgs(), ".args") &&
           compareAttrs(l.getAttrs(), r.getAttrs());
  }
  }
  return false;
}

bool Comparer::compareDefinitions(const TypeTable &lhs, const TypeTable &rhs) {
  auto differ = [&](StringRef name, const Twine &message) {
    this->differ(message);
    if (difference)
      difference->path = ("type " + name + typePath).str();
    return false;
  };
  // There is one definition of Storage, which texts have where they use it, and
  // programs made of nodes do not.
  auto isStorage = [](const TypeData &type) {
    return type.getName() == kStorageName;
  };
  for (const Ref<TypeData> &type : rhs.getTypes())
    if (!lhs.lookup(type->getName()) && !isStorage(*type))
      return differ(type->getName(),
                    "no type " + type->getName() + " against one");
  for (const Ref<TypeData> &type : lhs.getTypes()) {
    if (isStorage(*type))
      continue;
    const TypeData *other = rhs.lookup(type->getName());
    if (!other)
      return differ(type->getName(),
                    "type " + type->getName() + " against none");
    bindTypeName(*type->getHeader(), *other->getHeader());
  }
  for (const Ref<TypeData> &type : lhs.getTypes())
    if (!isStorage(*type) &&
        !compareTypes(type, TypeRef(rhs.lookup(type->getName()))))
      return differ(type->getName(), "types of different definitions");
  return true;
}

//===----------------------------------------------------------------------===//
// Variables, constants, attributes
//===----------------------------------------------------------------------===//

bool Comparer::bindVars(const Var &lhs, const Var &rhs, const Twine &where) {
  if (!compareTypes(lhs.getAnnotation(), rhs.getAnnotation()))
    return differ("variables of type " + toText(lhs.getAnnotation()) +
                      " against " + toText(rhs.getAnnotation()),
                  where + ".type_annotation" + typePath);
  const Ref<VirtualDevice> &l = lhs.getVirtualDevice(),
                           &r = rhs.getVirtualDevice();
  if (!l != !r || (l && !areEqual(*l, *r)))
    return differ("variables of different virtual devices",
                  where + ".virtual_device_");
  leftToRight[&lhs] = &rhs;
  rightToLeft[&rhs] = &lhs;
  return true;
}

bool Comparer::compareVars(const Var &lhs, const Var &rhs) {
  const Node *l = leftToRight.lookup(&lhs);
  const Node *r = rightToLeft.lookup(&rhs);
  if (!l && !r) {
    if (options.mapFreeVars)
      return bindVars(lhs, rhs, "");
    return &lhs == &rhs || differ("free variable %" + lhs.getName() +
                                  " against %" + rhs.getName());
  }
  return (l == &rhs && r == &lhs) ||
         differ("variable %" + lhs.getName() + " against %" + rhs.getName());
}

static double getElement(DType dtype, const char *bytes) {
  if (dtype.bits == 64) {
    double value;
    std::memcpy(&value, bytes, sizeof(value));
    return value;
  }
  if (dtype.bits == 32) {
    float value;
    std::memcpy(&value, bytes, sizeof(value));
    return value;
  }
  uint16_t bits;
  std::memcpy(&bits, bytes, sizeof(bits));
  return APFloat(dtype.code == DType::BFloat ? APFloat::BFloat()
                                             : APFloat::IEEEhalf(),
                 APInt(16, bits))
      .convertToDouble();
}

bool Comparer::compareConstants(const NDArray &lhs, const NDArray &rhs) {
  if (lhs.getDType() != rhs.getDType() || lhs.getShape() != rhs.getShape())
    return differ("constants of different types", ".data");
  if (lhs == rhs)
    return true;
  DType dtype = lhs.getDType();
  if (!dtype.isFloat() ||
      (options.tolerance == 0 && options.absoluteTolerance == 0) ||
      dtype.lanes != 1 || !is_contained({16, 32, 64}, dtype.bits))
    return differ("constants of different values", ".data");
  uint64_t size = dtype.getByteSize();
  for (uint64_t i = 0; i < lhs.getBytes().size(); i += size) {
    double l = getElement(dtype, lhs.getBytes().data() + i);
    double r = getElement(dtype, rhs.getBytes().data() + i);
    bool isClose =
        l == r || (std::isnan(l) && std::isnan(r)) ||
        std::fabs(l - r) <=
            options.absoluteTolerance +
                options.tolerance * std::max(std::fabs(l), std::fabs(r));
    if (!isClose)
      return differ("constants differ at element " + Twine(i / size) + ": " +
                        std::to_string(l) + " against " + std::to_string(r),
                    ".data");
  }
  return true;
}

bool Comparer::compareAttr(const AttrValue &lhs, const AttrValue &rhs) {
  auto getNumber = [](const AttrValue &value) -> std::optional<double> {
    if (auto *integer = value.getIf<int64_t>())
      return *integer;
    if (auto *number = value.getIf<double>())
      return *number;
    return std::nullopt;
  };
  if (auto *l = lhs.getIf<int64_t>(); l && rhs.getIf<int64_t>())
    return *l == *rhs.getIf<int64_t>();
  // TVM's tolerance: attributes may have gone through a float. All NaN are the
  // same.
  if (auto l = getNumber(lhs), r = getNumber(rhs); l && r)
    return *l == *r || std::abs(*l - *r) < 1e-9 ||
           (std::isnan(*l) && std::isnan(*r));
  if (lhs.isNone() || rhs.isNone())
    return lhs.isNone() && rhs.isNone();
  if (auto *l = lhs.getIf<bool>(), *r = rhs.getIf<bool>(); l && r)
    return *l == *r;
  if (auto *l = lhs.getIf<std::string>(), *r = rhs.getIf<std::string>(); l && r)
    return *l == *r;
  if (auto *l = lhs.getIf<Ref<MetaObject>>(), *r = rhs.getIf<Ref<MetaObject>>();
      l && r)
    return areEqual(**l, **r);
  if (auto *l = lhs.getIf<AttrValue::List>(), *r = rhs.getIf<AttrValue::List>();
      l && r)
    return l->size() == r->size() && all_of(zip_equal(*l, *r), [&](auto pair) {
             return compareAttr(std::get<0>(pair), std::get<1>(pair));
           });
  if (auto *l = lhs.getIf<AttrValue::Map>(), *r = rhs.getIf<AttrValue::Map>();
      l && r)
    return compareMaps(*l, *r);
  if (auto *l = lhs.getIf<AttrValue::VarId>(),
      *r = rhs.getIf<AttrValue::VarId>();
      l && r)
    return getCounterpart(*l->var) == r->var.get();
  if (auto *l = lhs.getIf<ExprRef>(), *r = rhs.getIf<ExprRef>(); l && r) {
    if (isa<Var>(**l))
      return getCounterpart(**l) == r->get();
    auto *a = dyn_cast<Constant>(l->get()), *b = dyn_cast<Constant>(r->get());
    return *l == *r ||
           (a && b && compareConstants(a->getValue(), b->getValue()));
  }
  return false;
}

bool Comparer::compareMaps(const AttrValue::Map &lhs,
                           const AttrValue::Map &rhs) {
  if (lhs.size() != rhs.size())
    return false;
  StringMap<const AttrValue *> byName;
  DenseMap<std::pair<const Node *, unsigned>, const AttrValue *> byNode;
  for (const auto &[key, value] : rhs) {
    if (auto *name = key.getIf<std::string>())
      byName[*name] = &value;
    else if (auto *expr = key.getIf<ExprRef>())
      byNode[{expr->get(), 0}] = &value;
    else if (auto *id = key.getIf<AttrValue::VarId>())
      byNode[{id->var.get(), 1}] = &value;
  }
  return all_of(lhs, [&](const auto &entry) {
    const auto &[key, value] = entry;
    const AttrValue *other = nullptr;
    if (auto *name = key.template getIf<std::string>())
      other = byName.lookup(*name);
    else if (auto *expr = key.template getIf<ExprRef>())
      other = byNode.lookup({getCounterpart(**expr), 0});
    else if (auto *id = key.template getIf<AttrValue::VarId>())
      other = byNode.lookup({getCounterpart(*id->var), 1});
    return other && compareAttr(value, *other);
  });
}

bool Comparer::compareAttrs(const Attrs &lhs, const Attrs &rhs) {
  for (const NamedAttr &attr : lhs) {
    const AttrValue *other = findAttr(rhs, attr.name);
    if (!other)
      return differ("attribute '" + attr.name + "' against none",
                    ".attrs." + attr.name);
    if (!compareAttr(attr.value, *other))
      return differ("attribute '" + attr.name + "' differs",
                    ".attrs." + attr.name);
  }
  for (const NamedAttr &attr : rhs)
    if (!findAttr(lhs, attr.name))
      return differ("no attribute '" + attr.name + "' against one",
                    ".attrs." + attr.name);
  return true;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

bool Comparer::pushAll(ArrayRef<ExprRef> lhs, ArrayRef<ExprRef> rhs,
                       const char *label) {
  if (lhs.size() != rhs.size())
    return differ(Twine(lhs.size()) + " against " + Twine(rhs.size()) + " " +
                      label,
                  "." + Twine(label));
  for (auto [i, l, r] : enumerate(lhs, rhs))
    push(l, r, label, i);
  return true;
}

bool Comparer::compareLeaves(const Expr &lhs, const Expr &rhs) {
  if (auto *var = dyn_cast<Var>(&lhs))
    return compareVars(*var, cast<Var>(rhs));
  if (auto *constant = dyn_cast<Constant>(&lhs))
    return compareConstants(constant->getValue(),
                            cast<Constant>(rhs).getValue());
  if (auto *global = dyn_cast<GlobalVar>(&lhs))
    return global->getName() == cast<GlobalVar>(rhs).getName() ||
           differ("@" + global->getName() + " against @" +
                  cast<GlobalVar>(rhs).getName());
  if (auto *constructor = dyn_cast<Constructor>(&lhs)) {
    Ref<Constructor> l(constructor), r(cast<Constructor>(&rhs));
    return compareConstructors(l, r) ||
           differ("constructor " + l->getName() + " against " + r->getName());
  }
  StringRef l = cast<Op>(lhs).getName(), r = cast<Op>(rhs).getName();
  return l == r || differ(l + " against " + r);
}

Attrs mlir::relay::ast::getComparedAttrs(const Function &function) {
  Attrs attrs = function.getAttrs();
  llvm::erase_if(attrs, [](const NamedAttr &attr) {
    return attr.name == "virtual_device";
  });
  return attrs;
}

bool Comparer::compareFunctions(const Function &lhs, const Function &rhs) {
  if (!bindTypeVars(lhs.getTypeParams(), rhs.getTypeParams()))
    return false;
  if (lhs.getParams().size() != rhs.getParams().size())
    return differ(Twine(lhs.getParams().size()) + " against " +
                      Twine(rhs.getParams().size()) + " parameters",
                  ".params");
  for (auto [i, l, r] : enumerate(lhs.getParams(), rhs.getParams()))
    if (!bindVars(*l, *r, ".params[" + Twine(i) + "]"))
      return false;
  if (!compareTypes(lhs.getReturnType(), rhs.getReturnType()))
    return differ("result of type " + toText(lhs.getReturnType()) +
                      " against " + toText(rhs.getReturnType()),
                  ".ret_type" + typePath);
  push(lhs.getBody(), rhs.getBody(), "body");
  return compareAttrs(getComparedAttrs(lhs), getComparedAttrs(rhs));
}

bool Comparer::compareCalls(const Call &lhs, const Call &rhs) {
  push(lhs.getCallee(), rhs.getCallee(), "op");
  if (!pushAll(lhs.getArgs(), rhs.getArgs(), "args"))
    return false;
  auto *l = dyn_cast<Op>(lhs.getCallee().get());
  auto *r = dyn_cast<Op>(rhs.getCallee().get());
  if (l && r && l->getName() != r->getName())
    return differ(l->getName() + " against " + r->getName(), ".op");
  if (!l &&
      !compareTypeLists(lhs.getTypeArgs(), rhs.getTypeArgs(), ".type_args"))
    return differ("type arguments differ", typePath);
  if (options.normalizeAttrs)
    return compareAttrs(options.normalizeAttrs(lhs),
                        options.normalizeAttrs(rhs));
  return compareAttrs(lhs.getAttrs(), rhs.getAttrs());
}

bool Comparer::compareFields(const TupleGetItem &lhs, const TupleGetItem &rhs) {
  push(lhs.getTuple(), rhs.getTuple(), "tuple_value");
  return lhs.getIndex() == rhs.getIndex() ||
         differ("field " + Twine(lhs.getIndex()) + " against " +
                    Twine(rhs.getIndex()),
                ".index");
}

bool Comparer::compareInner(const Expr &lhs, const Expr &rhs) {
  switch (lhs.getKind()) {
  case Expr::Kind::Tuple:
    return pushAll(cast<Tuple>(lhs).getFields(), cast<Tuple>(rhs).getFields(),
                   "fields");
  case Expr::Kind::Function:
    return compareFunctions(cast<Function>(lhs), cast<Function>(rhs));
  case Expr::Kind::Call:
    return compareCalls(cast<Call>(lhs), cast<Call>(rhs));
  case Expr::Kind::Let: {
    auto &l = cast<Let>(lhs), &r = cast<Let>(rhs);
    push(l.getValue(), r.getValue(), "value");
    push(l.getBody(), r.getBody(), "body");
    return bindVars(*l.getVar(), *r.getVar(), ".var");
  }
  case Expr::Kind::If: {
    auto &l = cast<If>(lhs), &r = cast<If>(rhs);
    push(l.getCondition(), r.getCondition(), "cond");
    push(l.getThen(), r.getThen(), "true_branch");
    push(l.getElse(), r.getElse(), "false_branch");
    return true;
  }
  case Expr::Kind::TupleGetItem:
    return compareFields(cast<TupleGetItem>(lhs), cast<TupleGetItem>(rhs));
  case Expr::Kind::RefCreate:
    push(cast<RefCreate>(lhs).getValue(), cast<RefCreate>(rhs).getValue(),
         "value");
    return true;
  case Expr::Kind::RefRead:
    push(cast<RefRead>(lhs).getRef(), cast<RefRead>(rhs).getRef(), "ref");
    return true;
  case Expr::Kind::RefWrite:
    push(cast<RefWrite>(lhs).getRef(), cast<RefWrite>(rhs).getRef(), "ref");
    push(cast<RefWrite>(lhs).getValue(), cast<RefWrite>(rhs).getValue(),
         "value");
    return true;
  case Expr::Kind::Constant:
  case Expr::Kind::Var:
  case Expr::Kind::GlobalVar:
  case Expr::Kind::Op:
  case Expr::Kind::Constructor:
    break;
  }
  llvm_unreachable("it has no children");
}

std::optional<bool> Comparer::match(const Expr &lhs, const Expr &rhs) {
  // A node that is not shared is visited once. Empty tuples have no identity.
  auto *tuple = dyn_cast<Tuple>(&lhs);
  if ((tuple && tuple->getFields().empty()) ||
      (!lhs.isShared() && !rhs.isShared()))
    return std::nullopt;
  const Node *l = leftToRight.lookup(&lhs);
  const Node *r = rightToLeft.lookup(&rhs);
  if (l || r)
    return (l == &rhs && r == &lhs) || differ("nodes are shared differently");
  leftToRight[&lhs] = &rhs;
  rightToLeft[&rhs] = &lhs;
  return std::nullopt;
}

bool Comparer::comparePair(const Pair &pair) {
  const Expr &lhs = *pair.lhs, &rhs = *pair.rhs;
  if (lhs.getKind() != rhs.getKind())
    return differ(getKindName(lhs) + " against " + getKindName(rhs));
  if (isa<Var, Constant, GlobalVar, Op, Constructor>(lhs))
    return compareLeaves(lhs, rhs);
  if (std::optional<bool> isSame = match(lhs, rhs))
    return *isSame;
  if (difference) {
    current = visited.size();
    visited.push_back(pair);
  }
  return compareInner(lhs, rhs);
}

void Comparer::describePath(const Pair &pair, StringRef root) {
  SmallVector<std::string> parts;
  for (const Pair *p = &pair; p->label; p = &visited[p->parent])
    parts.push_back("." + std::string(p->label) +
                    (p->index < 0 ? "" : "[" + itostr(p->index) + "]"));
  difference->path = root.str();
  for (const std::string &part : llvm::reverse(parts))
    difference->path += part;
  difference->path += field;
  difference->lhs = pair.lhs->getSpan();
  difference->rhs = pair.rhs->getSpan();
}

bool Comparer::compare(const Expr &lhs, const Expr &rhs, StringRef root) {
  worklist.assign(1, {&lhs, &rhs, 0, nullptr, -1});
  while (!worklist.empty()) {
    Pair pair = worklist.back();
    worklist.pop_back();
    size_t base = worklist.size();
    if (!comparePair(pair)) {
      if (difference)
        describePath(pair, root);
      return false;
    }
    // The first child comes first.
    std::reverse(worklist.begin() + base, worklist.end());
  }
  return true;
}

bool mlir::relay::ast::areEqual(const Expr &lhs, const Expr &rhs,
                                const EqualOptions &options,
                                Difference *difference) {
  return Comparer(options, difference).compare(lhs, rhs, "");
}

bool mlir::relay::ast::areEqual(const Module &lhs, const Module &rhs,
                                const EqualOptions &options,
                                Difference *difference) {
  auto differ = [&](StringRef name, const Twine &message) {
    if (difference) {
      difference->message = message.str();
      difference->path = ("@" + name).str();
    }
    return false;
  };
  for (const Module::Definition &definition : lhs.getFunctions())
    if (!rhs.lookup(definition.name))
      return differ(definition.name,
                    "function @" + definition.name + " against none");
  for (const Module::Definition &definition : rhs.getFunctions())
    if (!lhs.lookup(definition.name))
      return differ(definition.name,
                    "no function @" + definition.name + " against one");
  Comparer comparer(options, difference);
  if (!comparer.compareDefinitions(lhs.getTypes(), rhs.getTypes()) ||
      !comparer.compareModuleAttrs(lhs.getAttrs(), rhs.getAttrs()))
    return false;
  return all_of(lhs.getFunctions(), [&](const Module::Definition &definition) {
    return comparer.compare(*definition.function, *rhs.lookup(definition.name),
                            "@" + definition.name);
  });
}

bool mlir::relay::ast::areEqual(const Attrs &lhs, const Attrs &rhs) {
  return Comparer({}, nullptr).compareAttrs(lhs, rhs);
}
