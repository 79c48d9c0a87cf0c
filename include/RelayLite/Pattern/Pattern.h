//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dataflow patterns, with the kinds and the meaning of TVM's
// relay.dataflow_pattern. A pattern describes a part of a program. It is a
// graph of immutable nodes, but for the target of a wildcard, by which a
// pattern can contain itself. Such a pattern is never freed.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PATTERN_PATTERN_H
#define RELAYLITE_PATTERN_PATTERN_H

#include "RelayLite/Frontend/AST.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::relay::pattern {

class Pattern : public ast::Node {
public:
  enum class Kind {
    Alt,
    Attr,
    Call,
    Constant,
    DataType,
    Dominator,
    Expr,
    Function,
    If,
    Let,
    Shape,
    Tuple,
    TupleGetItem,
    Type,
    Var,
    Wildcard
  };
  Kind getKind() const { return kind; }

protected:
  explicit Pattern(Kind kind) : kind(kind) {}

private:
  Kind kind;
};
using PatternRef = ast::Ref<Pattern>;
/// None stands for any number of anything.
using PatternList = std::optional<std::vector<PatternRef>>;

/// Matches what `left` matches, and otherwise what `right` matches.
class AltPattern : public Pattern {
public:
  AltPattern(PatternRef left, PatternRef right)
      : Pattern(Kind::Alt), left(std::move(left)), right(std::move(right)) {}
  const PatternRef &getLeft() const { return left; }
  const PatternRef &getRight() const { return right; }
  static bool classof(const Pattern *p) { return p->getKind() == Kind::Alt; }

private:
  PatternRef left, right;
};

/// Matches an operator, call or function that `pattern` matches and that has
/// all the attributes with equal values. Those of an operator are what is known
/// of it, such as TOpPattern; those of a call include defaults.
class AttrPattern : public Pattern {
public:
  AttrPattern(PatternRef pattern, ast::Attrs attrs)
      : Pattern(Kind::Attr), pattern(std::move(pattern)),
        attrs(std::move(attrs)) {}
  const PatternRef &getPattern() const { return pattern; }
  const ast::Attrs &getAttrs() const { return attrs; }
  static bool classof(const Pattern *p) { return p->getKind() == Kind::Attr; }

private:
  PatternRef pattern;
  ast::Attrs attrs;
};

/// Matches a call. The arguments of `add` and `multiply` may be in either
/// order. A product of a quotient and a quotient of a product match each other:
/// a * (b / c) and (a * b) / c.
class CallPattern : public Pattern {
public:
  CallPattern(PatternRef callee, PatternList args)
      : Pattern(Kind::Call), callee(std::move(callee)), args(std::move(args)) {}
  const PatternRef &getCallee() const { return callee; }
  const PatternList &getArgs() const { return args; }
  static bool classof(const Pattern *p) { return p->getKind() == Kind::Call; }

private:
  PatternRef callee;
  PatternList args;
};

/// Matches any constant.
class ConstantPattern : public Pattern {
public:
  ConstantPattern() : Pattern(Kind::Constant) {}
  static bool classof(const Pattern *p) {
    return p->getKind() == Kind::Constant;
  }
};

/// Matches a tensor of an element type that `pattern` matches.
class DataTypePattern : public Pattern {
public:
  DataTypePattern(PatternRef pattern, DType dtype)
      : Pattern(Kind::DataType), pattern(std::move(pattern)), dtype(dtype) {}
  const PatternRef &getPattern() const { return pattern; }
  DType getDType() const { return dtype; }
  static bool classof(const Pattern *p) {
    return p->getKind() == Kind::DataType;
  }

private:
  PatternRef pattern;
  DType dtype;
};

/// Matches what `child` matches, if all ways from there along inputs lead, over
/// nodes that `path` matches, to one node that `parent` matches and whose users
/// all lead back.
class DominatorPattern : public Pattern {
public:
  DominatorPattern(PatternRef parent, PatternRef path, PatternRef child)
      : Pattern(Kind::Dominator), parent(std::move(parent)),
        path(std::move(path)), child(std::move(child)) {}
  const PatternRef &getParent() const { return parent; }
  const PatternRef &getPath() const { return path; }
  const PatternRef &getChild() const { return child; }
  static bool classof(const Pattern *p) {
    return p->getKind() == Kind::Dominator;
  }

private:
  PatternRef parent, path, child;
};

/// Matches expressions that are equal to `expr`. In MLIR, these can be
/// operators and constants.
class ExprPattern : public Pattern {
public:
  explicit ExprPattern(ast::ExprRef expr)
      : Pattern(Kind::Expr), expr(std::move(expr)) {}
  const ast::ExprRef &getExpr() const { return expr; }
  static bool classof(const Pattern *p) { return p->getKind() == Kind::Expr; }

private:
  ast::ExprRef expr;
};

class FunctionPattern : public Pattern {
public:
  FunctionPattern(PatternList params, PatternRef body)
      : Pattern(Kind::Function), params(std::move(params)),
        body(std::move(body)) {}
  const PatternList &getParams() const { return params; }
  const PatternRef &getBody() const { return body; }
  static bool classof(const Pattern *p) {
    return p->getKind() == Kind::Function;
  }

private:
  PatternList params;
  PatternRef body;
};

class IfPattern : public Pattern {
public:
  IfPattern(PatternRef condition, PatternRef thenBranch, PatternRef elseBranch)
      : Pattern(Kind::If), condition(std::move(condition)),
        thenBranch(std::move(thenBranch)), elseBranch(std::move(elseBranch)) {}
  const PatternRef &getCondition() const { return condition; }
  const PatternRef &getThen() const { return thenBranch; }
  const PatternRef &getElse() const { return elseBranch; }
  static bool classof(const Pattern *p) { return p->getKind() == Kind::If; }

private:
  PatternRef condition, thenBranch, elseBranch;
};

class LetPattern : public Pattern {
public:
  LetPattern(PatternRef var, PatternRef value, PatternRef body)
      : Pattern(Kind::Let), var(std::move(var)), value(std::move(value)),
        body(std::move(body)) {}
  const PatternRef &getVar() const { return var; }
  const PatternRef &getValue() const { return value; }
  const PatternRef &getBody() const { return body; }
  static bool classof(const Pattern *p) { return p->getKind() == Kind::Let; }

private:
  PatternRef var, value, body;
};

/// Matches a tensor of a shape that `pattern` matches.
class ShapePattern : public Pattern {
public:
  ShapePattern(PatternRef pattern, std::vector<ast::Dim> shape)
      : Pattern(Kind::Shape), pattern(std::move(pattern)),
        shape(std::move(shape)) {}
  const PatternRef &getPattern() const { return pattern; }
  ArrayRef<ast::Dim> getShape() const { return shape; }
  static bool classof(const Pattern *p) { return p->getKind() == Kind::Shape; }

private:
  PatternRef pattern;
  std::vector<ast::Dim> shape;
};

class TuplePattern : public Pattern {
public:
  explicit TuplePattern(PatternList fields)
      : Pattern(Kind::Tuple), fields(std::move(fields)) {}
  const PatternList &getFields() const { return fields; }
  static bool classof(const Pattern *p) { return p->getKind() == Kind::Tuple; }

private:
  PatternList fields;
};

class TupleGetItemPattern : public Pattern {
public:
  static constexpr int64_t kAnyIndex = -1;

  explicit TupleGetItemPattern(PatternRef tuple, int64_t index = kAnyIndex)
      : Pattern(Kind::TupleGetItem), tuple(std::move(tuple)), index(index) {}
  const PatternRef &getTuple() const { return tuple; }
  /// kAnyIndex, or the field.
  int64_t getIndex() const { return index; }
  static bool classof(const Pattern *p) {
    return p->getKind() == Kind::TupleGetItem;
  }

private:
  PatternRef tuple;
  int64_t index;
};

/// Matches what has the type and what `pattern` matches.
class TypePattern : public Pattern {
public:
  TypePattern(PatternRef pattern, ast::TypeRef type)
      : Pattern(Kind::Type), pattern(std::move(pattern)),
        type(std::move(type)) {}
  const PatternRef &getPattern() const { return pattern; }
  const ast::TypeRef &getType() const { return type; }
  static bool classof(const Pattern *p) { return p->getKind() == Kind::Type; }

private:
  PatternRef pattern;
  ast::TypeRef type;
};

/// Matches a variable. An empty name stands for any.
class VarPattern : public Pattern {
public:
  explicit VarPattern(std::string name = "")
      : Pattern(Kind::Var), name(std::move(name)) {}
  StringRef getName() const { return name; }
  static bool classof(const Pattern *p) { return p->getKind() == Kind::Var; }

private:
  std::string name;
};

/// Matches anything, or what its target matches.
class WildcardPattern : public Pattern {
public:
  WildcardPattern() : Pattern(Kind::Wildcard) {}
  /// Null if there is none.
  const PatternRef &getTarget() const { return target; }
  /// Sets the target, which may contain this node.
  void redirectTo(PatternRef newTarget) const { target = std::move(newTarget); }
  static bool classof(const Pattern *p) {
    return p->getKind() == Kind::Wildcard;
  }

private:
  mutable PatternRef target;
};

/// Calls `fn` on the children in TVM's order.
void forEachChild(const Pattern &pattern,
                  llvm::function_ref<void(const Pattern &)> fn);

/// All nodes of `pattern` once, children first. In a cycle, the node that is
/// reached first comes last.
std::vector<const Pattern *> getPostOrder(const Pattern &pattern);

/// The name of the operator that `pattern` stands for; empty if it is not the
/// pattern of an operator.
StringRef getOperatorName(const Pattern &pattern);

/// Fails if to match a node, the pattern would have to match that node first.
llvm::Error verify(const Pattern &pattern);

/// Prints a pattern as TVM does. Nodes with children have numbers, and a node
/// that occurred before is referred to by its number.
void print(const Pattern &pattern, llvm::raw_ostream &os);

} // namespace mlir::relay::pattern

#endif // RELAYLITE_PATTERN_PATTERN_H
