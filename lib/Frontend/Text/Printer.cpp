//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The printer of Relay text. It visits each expression once, operands first and
// without recursion. An expression gets a number when its first user is
// visited. Blocks recurse.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/Printer.h"
#include "../Json/AttrsObjects.h"
#include "../Literals/LiteralText.h"
#include "RelayLite/Frontend/ExprVisitor.h"
#include "RelayLite/Support/Stack.h"
#include "TypePrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"
#include <cfloat>
#include <cmath>

using namespace llvm;
using namespace mlir::relay;
using namespace mlir::relay::ast;

namespace {

//===----------------------------------------------------------------------===//
// UseCounter
//===----------------------------------------------------------------------===//

// Counts the uses of each node that may have a number. A node that is not
// shared has one use.
class UseCounter {
public:
  void visit(const Expr &root) {
    SmallVector<const Expr *> stack;
    if (!root.isShared() || uses.try_emplace(&root).second)
      stack.push_back(&root);
    while (!stack.empty())
      forEachChild(*stack.pop_back_val(), [&](const Expr &child) {
        if (isa<Var, Op, GlobalVar, Constructor>(child))
          return;
        if (!child.isShared() || ++uses[&child] == 1)
          stack.push_back(&child);
      });
  }
  bool isUsedOnce(const Expr &expr) const {
    return !expr.isShared() || uses.lookup(&expr) <= 1;
  }

private:
  DenseMap<const Expr *, unsigned> uses;
};

//===----------------------------------------------------------------------===//
// Printer
//===----------------------------------------------------------------------===//

class Printer {
public:
  explicit Printer(const PrintOptions &options)
      : options(options), types(options, meta) {}

  void printModule(const Module &module, raw_ostream &os);
  void printWholeExpr(const Expr &expr, raw_ostream &os);
  void printValue(const AttrValue &value, raw_ostream &os);
  /// Whether something was nested too deep to be printed.
  bool isTooDeep() const { return tooDeep; }

private:
  // The text that refers to a visited node.
  struct Name {
    enum Kind { Pending, Number, Text } kind;
    // The number, or an index into `texts`.
    unsigned index;
  };

  // TVM's requirements on the attributes of an operator.
  struct OperatorForm {
    const OperatorTable::Entry *entry;
    AttrsType type;
    /// Attributes that TVM requires, with their values if they are absent.
    Attrs required;

    Attrs complete(const Attrs &attrs) const;
  };

  // The text of a block so far, and the indentation of its lines.
  struct Scope {
    std::string *text;
    unsigned indent;

    void addLine(const Twine &line) const {
      raw_string_ostream(*text) << line;
      text->append(1, '\n').append(indent, ' ');
    }
  };

  // An operand whose text is made but not yet written. It defines the numbers
  // from `begin` to `end`.
  struct WaitingText {
    const Expr *expr;
    unsigned begin, end;
    // The block where it was visited.
    size_t scope;
  };

  std::string printTypes(const TypeTable &table, StringRef functions);
  void visit(const Expr &root, bool rootIsOperand);
  void visitLeaf(const Expr &expr, bool isOperand);
  void nameOperand(const Expr &operand);
  void nameOperands(const Expr &expr);
  const Expr *nameNextOperand(const Expr &expr);
  void defineNumber(const Expr &expr, Scope scope);
  void writeDefinitionOf(unsigned number);
  void leaveScope();
  void setText(const Expr &expr, std::string text) {
    names[&expr] = {Name::Text, unsigned(texts.size())};
    texts.push_back(std::move(text));
  }
  // Whether an expression is always printed in place, without a number.
  static bool isAtom(const Expr &expr) {
    return isa<Constant, Var, GlobalVar, Op, Constructor>(expr);
  }

  void printRoot(const Expr &expr, std::string &out, bool isOperand = false);
  void printBlock(const Expr &body, std::string &out);
  void printBody(const Expr &body, std::string &out);
  void printLets(const Let &first, std::string &out);
  void printFunction(const Function &function, std::string &out);
  void printReference(const Expr &expr, std::string &out) {
    printReference(expr, names.lookup(&expr), out);
  }
  void printReference(const Expr &expr, Name name, std::string &out);
  void printPending(const Expr &expr, std::string &out);
  void printTypeComment(const Expr &expr, std::string &out);
  void printAttrs(const Attrs &attrs, bool isFirst, std::string &out);
  void printAttr(const AttrValue &value, std::string &out);
  void registerAttrs(const AttrValue &value);
  bool registerAttrsObject(const Call &call);
  void addOperatorForm(const Op &op);
  void declare(const Var &var, std::string &out);
  std::string makeUnique(std::string name);
  void newLine(std::string &out) { out.append(1, '\n').append(indent, ' '); }

  const PrintOptions &options;
  DenseMap<const Expr *, Name> names;
  std::vector<std::string> texts;
  // The blocks that are open.
  std::vector<Scope> scopes;
  // By their numbers.
  std::vector<WaitingText> waitingTexts;
  unsigned indent = 0;
  unsigned nesting = 0;
  const unsigned limit = getNestingLimit(kMaxPrintNesting).depth;
  bool tooDeep = false;
  unsigned nextNumber = 0;
  StringMap<unsigned, BumpPtrAllocator> usedNames;
  DenseMap<const Expr *, OperatorForm> operatorForms;
  // The references to attribute objects.
  DenseMap<const Call *, std::string> attrsObjects;
  MetaWriter meta;
  TypePrinter types;
  UseCounter uses;
};

} // namespace

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string Printer::makeUnique(std::string name) {
  auto [it, isNew] = usedNames.try_emplace(name, 0);
  if (isNew)
    return name;
  std::string candidate;
  do {
    candidate = name + utostr(++it->second);
  } while (usedNames.contains(candidate));
  usedNames.try_emplace(candidate, 0);
  return candidate;
}

// Names a variable and prints its declaration.
void Printer::declare(const Var &var, std::string &out) {
  std::string name = "%" + makeUnique(makeValidName(var.getName()));
  out += name;
  setText(var, std::move(name));
  if (const Ref<VirtualDevice> &device = var.getVirtualDevice()) {
    out += " {virtual_device=";
    out += meta.add(*device);
    out += "}";
  }
  if (const TypeRef &annotation = var.getAnnotation()) {
    out += ": ";
    types.print(*annotation, out);
  }
  printTypeComment(var, out);
}

// Gives a visited operand a number if it needs one.
void Printer::nameOperand(const Expr &operand) {
  if (isAtom(operand))
    return;
  Name name = names.lookup(&operand);
  if (name.kind != Name::Number)
    defineNumber(operand, scopes.back());
}

void Printer::defineNumber(const Expr &expr, Scope scope) {
  // The operands may have to be written before.
  std::string text;
  printReference(expr, text);
  printTypeComment(expr, text);
  unsigned number = nextNumber++;
  scope.addLine("%" + Twine(number) + " = " + text + ";");
  names[&expr] = {Name::Number, number};
}

// An operand that was visited earlier may be written later. If a written
// operand refers to a number inside of it, it is written first. TVM does not do
// that, and cannot read what it writes then.
void Printer::writeDefinitionOf(unsigned number) {
  while (true) {
    auto waiting =
        llvm::partition_point(waitingTexts, [&](const WaitingText &text) {
          return text.end <= number;
        });
    if (waiting == waitingTexts.end() || number < waiting->begin)
      return;
    Name name = names.lookup(waiting->expr);
    if (name.kind != Name::Number)
      return defineNumber(*waiting->expr, scopes[waiting->scope]);
    // The definition is in another text, which may be waiting.
    number = name.index;
  }
}

void Printer::leaveScope() {
  scopes.pop_back();
  while (!waitingTexts.empty() && waitingTexts.back().scope >= scopes.size())
    waitingTexts.pop_back();
}

void Printer::nameOperands(const Expr &expr) {
  forEachChild(expr, [&](const Expr &child) { nameOperand(child); });
  // References to the metadata section are counted in this order.
  if (auto *call = dyn_cast<Call>(&expr))
    if (!registerAttrsObject(*call))
      for (const NamedAttr &attr : call->getAttrs())
        registerAttrs(attr.value);
}

void Printer::addOperatorForm(const Op &op) {
  const OperatorTable::Entry *entry =
      options.operators ? options.operators->lookup(op.getName()) : nullptr;
  std::optional<AttrsType> type =
      entry ? AttrsType::lookup(entry->relayName) : std::nullopt;
  if (!type)
    return;
  OperatorForm form{entry, *type, {}};
  for (const AttributeSpec &spec : entry->attributes) {
    std::optional<AttrValue> value = options.operators->getDefault(spec);
    if (!value || !type->isRequired(spec))
      continue;
    // TVM has no None for numbers.
    bool isNumber = spec.kind == AttributeKind::Float;
    form.required.push_back({spec.name.str(), value->isNone() && isNumber
                                                  ? AttrValue(0.0)
                                                  : *value});
  }
  if (!type->isDeclared() || !form.required.empty())
    operatorForms.try_emplace(&op, std::move(form));
}

Attrs Printer::OperatorForm::complete(const Attrs &attrs) const {
  Attrs result;
  for (const AttributeSpec &spec : entry->attributes) {
    const AttrValue *value = findAttr(attrs, spec.name);
    if (!value)
      value = findAttr(required, spec.name);
    if (value)
      result.push_back({spec.name.str(), *value});
  }
  // Attributes that the operator does not have stay.
  for (const NamedAttr &attr : attrs)
    if (!findAttr(result, attr.name))
      result.push_back(attr);
  return result;
}

// Adds the attributes to the metadata section as an object if TVM's parser
// would not know their type.
bool Printer::registerAttrsObject(const Call &call) {
  auto form = operatorForms.find(call.getCallee().get());
  if (form == operatorForms.end() || !options.metadata ||
      form->second.type.isDeclared())
    return false;
  const AttrsType &type = form->second.type;
  auto object =
      AttrsObject::create(call, type, *form->second.entry, *options.operators);
  // Attributes for which TVM has no object are written by name.
  if (!object) {
    consumeError(object.takeError());
    return false;
  }
  attrsObjects[&call] = meta.add(
      type.getTypeKey(), [object = *object](MetaGraphBuilder &builder) {
        return object.addTo(builder, [](const Expr &) { return 0; });
      });
  return true;
}

void Printer::registerAttrs(const AttrValue &value) {
  if (auto *object = value.getIf<Ref<MetaObject>>())
    meta.add(**object);
}

//===----------------------------------------------------------------------===//
// Visiting
//===----------------------------------------------------------------------===//

void Printer::visit(const Expr &root, bool rootIsOperand) {
  SmallVector<PointerIntPair<const Expr *, 1, bool>> stack{{&root, false}};
  auto push = [&](const Expr &expr) {
    if (!names.contains(&expr))
      stack.push_back({&expr, false});
  };
  auto visitAsLeaf = [&](const Expr &expr) {
    unsigned begin = nextNumber;
    bool isRoot = &expr == &root;
    visitLeaf(expr, rootIsOperand || !isRoot);
    if (!isRoot && begin != nextNumber)
      waitingTexts.push_back({&expr, begin, nextNumber, scopes.size() - 1});
  };
  while (!stack.empty()) {
    const Expr &expr = *stack.back().getPointer();
    if (stack.back().getInt()) {
      stack.pop_back();
      nameOperands(expr);
      names[&expr] = {Name::Pending, 0};
      continue;
    }
    if (names.contains(&expr)) {
      stack.pop_back();
      continue;
    }
    if (isa<If, RefCreate, RefRead, RefWrite>(expr)) {
      // As in TVM, each operand gets its number before the next is visited.
      if (const Expr *next = nameNextOperand(expr)) {
        push(*next);
        continue;
      }
      stack.pop_back();
      if (isa<If>(expr))
        visitAsLeaf(expr);
      else
        names[&expr] = {Name::Pending, 0};
      continue;
    }
    if (!isa<Call, Tuple, TupleGetItem>(expr)) {
      stack.pop_back();
      visitAsLeaf(expr);
      continue;
    }
    stack.back().setInt(true);
    // The callee is on top of the arguments, as in TVM.
    if (auto *call = dyn_cast<Call>(&expr)) {
      for (const ExprRef &arg : llvm::reverse(call->getArgs()))
        push(*arg);
      push(*call->getCallee());
    } else if (auto *tuple = dyn_cast<Tuple>(&expr)) {
      for (const ExprRef &field : llvm::reverse(tuple->getFields()))
        push(*field);
    } else {
      push(*cast<TupleGetItem>(expr).getTuple());
    }
  }
}

// Names the visited operands of a branch or of an operation on references.
// Returns the first operand that is not visited.
const Expr *Printer::nameNextOperand(const Expr &expr) {
  const Expr *next = nullptr;
  auto name = [&](const Expr &operand) {
    if (next)
      return;
    if (names.contains(&operand))
      nameOperand(operand);
    else
      next = &operand;
  };
  if (auto *branch = dyn_cast<If>(&expr))
    name(*branch->getCondition());
  else
    forEachChild(expr, name);
  return next;
}

void Printer::visitLeaf(const Expr &expr, bool isOperand) {
  TypeSwitch<const Expr *>(&expr)
      .Case([&](const Constant *constant) {
        std::optional<std::string> literal = formatScalar(constant->getValue());
        std::string text = literal ? std::move(*literal) : meta.add(*constant);
        printTypeComment(expr, text);
        setText(expr, std::move(text));
      })
      .Case([&](const Var *var) {
        // A variable that nothing has declared is free.
        std::string line = "free_var ";
        declare(*var, line);
        scopes.back().addLine(Twine(line) + ";");
      })
      .Case([&](const GlobalVar *global) {
        std::string text = formatGlobal(global->getName());
        printTypeComment(expr, text);
        setText(expr, std::move(text));
      })
      .Case([&](const Op *op) {
        addOperatorForm(*op);
        std::string text = op->getName().str();
        printTypeComment(expr, text);
        setText(expr, std::move(text));
      })
      .Case([&](const Constructor *constructor) {
        setText(expr, formatName(constructor->getName()));
      })
      .Case([&](const If *branch) {
        // Its condition has been visited.
        std::string text = "if (";
        printReference(*branch->getCondition(), text);
        text += ") ";
        printBlock(*branch->getThen(), text);
        text += " else ";
        printBlock(*branch->getElse(), text);
        setText(expr, std::move(text));
      })
      .Case([&](const Function *function) {
        std::string text = "fn ";
        printFunction(*function, text);
        setText(expr, std::move(text));
      })
      .Case([&](const Let *let) {
        std::string text;
        // In parentheses, except at the end of a block.
        bool hasParentheses = isOperand || !uses.isUsedOnce(expr);
        if (hasParentheses) {
          text = "(";
          indent += 2;
          newLine(text);
        }
        printLets(*let, text);
        if (hasParentheses) {
          indent -= 2;
          newLine(text);
          text += ")";
        }
        setText(expr, std::move(text));
      });
}

// Prints the result of a block, or an operand that stands alone (the value of a
// let): in place if this is its only use. All recursion comes through here.
void Printer::printRoot(const Expr &expr, std::string &out, bool isOperand) {
  if (nesting == limit) {
    tooDeep = true;
    out += "...";
    return;
  }
  ++nesting;
  llvm::scope_exit leave([&] { --nesting; });
  visit(expr, /*rootIsOperand=*/isOperand);
  bool isUsedOnce = isAtom(expr) || uses.isUsedOnce(expr);
  if (!isUsedOnce)
    nameOperand(expr);
  Name name = names.lookup(&expr);
  // The enclosing text takes over a long text.
  if (isUsedOnce && !isAtom(expr) && name.kind == Name::Text && out.empty())
    out = std::move(texts[name.index]);
  else
    printReference(expr, name, out);
  if (!isAtom(expr) && name.kind != Name::Number)
    printTypeComment(expr, out);
}

void Printer::printBlock(const Expr &body, std::string &out) {
  out += '{';
  indent += 2;
  newLine(out);
  printBody(body, out);
  indent -= 2;
  newLine(out);
  out += '}';
}

// Prints the result of a block or a text, after the definitions that it needs.
void Printer::printBody(const Expr &body, std::string &out) {
  scopes.push_back({&out, indent});
  if (auto *let = dyn_cast<Let>(&body); let && uses.isUsedOnce(body)) {
    printLets(*let, out);
    printTypeComment(body, out);
  } else {
    std::string result;
    printRoot(body, result);
    out += result;
  }
  leaveScope();
}

void Printer::printLets(const Let &first, std::string &out) {
  const Expr *expr = &first;
  bool isFirst = true;
  std::string line;
  while (auto *let = dyn_cast<Let>(expr)) {
    // A let that has other users ends the sequence.
    if (!isFirst && !uses.isUsedOnce(*let))
      break;
    line = "let ";
    declare(*let->getVar(), line);
    line += " = ";
    printRoot(*let->getValue(), line, /*isOperand=*/true);
    line += ';';
    // Definitions that the first value needs stand before the expression.
    if (isFirst)
      scopes.push_back({&out, indent});
    isFirst = false;
    scopes.back().addLine(line);
    expr = let->getBody().get();
  }
  line.clear();
  printRoot(*expr, line);
  leaveScope();
  out += line;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

void Printer::printReference(const Expr &expr, Name name, std::string &out) {
  if (name.kind == Name::Number) {
    writeDefinitionOf(name.index);
    out.append(1, '%').append(utostr(name.index));
  } else if (name.kind == Name::Text)
    out += texts[name.index];
  else
    printPending(expr, out);
}

void Printer::printPending(const Expr &expr, std::string &out) {
  auto printList = [&](ArrayRef<ExprRef> exprs) {
    interleave(
        exprs, [&](const ExprRef &e) { printReference(*e, out); },
        [&] { out += ", "; });
  };
  if (auto *call = dyn_cast<Call>(&expr)) {
    printReference(*call->getCallee(), out);
    out += '(';
    printList(call->getArgs());
    if (auto object = attrsObjects.find(call); object != attrsObjects.end())
      out += (call->getArgs().empty() ? "" : ", ") + object->second;
    else if (auto form = operatorForms.find(call->getCallee().get());
             form != operatorForms.end())
      printAttrs(form->second.complete(call->getAttrs()),
                 call->getArgs().empty(), out);
    else
      printAttrs(call->getAttrs(), call->getArgs().empty(), out);
    out += ')';
  } else if (auto *tuple = dyn_cast<Tuple>(&expr)) {
    out += '(';
    printList(tuple->getFields());
    out += tuple->getFields().size() == 1 ? ",)" : ")";
  } else if (isa<RefCreate, RefRead, RefWrite>(expr)) {
    out += isa<RefCreate>(expr) ? "ref("
           : isa<RefRead>(expr) ? "ref_read("
                                : "ref_write(";
    bool isFirst = true;
    forEachChild(expr, [&](const Expr &child) {
      if (!std::exchange(isFirst, false))
        out += ", ";
      printReference(child, out);
    });
    out += ')';
  } else {
    auto &get = cast<TupleGetItem>(expr);
    std::string reference;
    printReference(*get.getTuple(), reference);
    std::string index = "." + itostr(get.getIndex());
    // A literal has a comment, and another variable may have this name and
    // index.
    if (isa<Constant>(*get.getTuple()) ||
        usedNames.contains(StringRef(reference).drop_front().str() + index))
      reference = "(" + reference + ")";
    out += reference + index;
  }
}

void Printer::printFunction(const Function &function, std::string &out) {
  types.printParams(function.getTypeParams(), out);
  out += '(';
  interleave(
      function.getParams(), [&](const VarRef &param) { declare(*param, out); },
      [&] { out += ", "; });
  for (const NamedAttr &attr : function.getAttrs())
    registerAttrs(attr.value);
  printAttrs(function.getAttrs(), function.getParams().empty(), out);
  out += ") ";
  if (const TypeRef &type = function.getReturnType()) {
    out += "-> ";
    types.print(*type, out);
    out += ' ';
  }
  printBlock(*function.getBody(), out);
}

void Printer::printTypeComment(const Expr &expr, std::string &out) {
  if (options.annotate) {
    out += options.annotate(expr);
    return;
  }
  bool hasType = options.types && expr.getType();
  bool hasSpan = options.spans && expr.getSpan().file;
  if ((!hasType && !hasSpan) ||
      !isa<Constant, Call, Var, Function, Tuple, TupleGetItem>(expr))
    return;
  out += " /*";
  if (hasType) {
    out += " ty=";
    types.print(*expr.getType(), out);
  }
  if (Span span = expr.getSpan(); hasSpan) {
    std::string name = *span.file;
    llvm::replace(name, '*', '?'); // It must not begin or end a comment.
    out += (" span=" + name + ":" + Twine(span.line) + ":" + Twine(span.column))
               .str();
  }
  out += " */";
}

void Printer::printAttrs(const Attrs &attrs, bool isFirst, std::string &out) {
  for (const NamedAttr &attr : attrs) {
    if (!isFirst)
      out += ", ";
    isFirst = false;
    // The attributes of a call as one object have no name.
    if (!attr.name.empty() || !attr.value.getIf<Ref<MetaObject>>())
      out += formatName(attr.name) + "=";
    printAttr(attr.value, out);
  }
}

void Printer::printAttr(const AttrValue &value, std::string &out) {
  if (auto *boolean = value.getIf<bool>())
    out += *boolean ? "True" : "False";
  else if (auto *integer = value.getIf<int64_t>())
    out += itostr(*integer);
  else if (auto *number = value.getIf<double>())
    // The suffix `f` is for numbers that a float can hold.
    out +=
        formatFloat(*number, /*isSingle=*/false) +
        (std::isfinite(*number) && std::fabs(*number) > FLT_MAX ? "f64" : "f");
  else if (auto *string = value.getIf<std::string>())
    out += quote(*string);
  else if (auto *object = value.getIf<Ref<MetaObject>>())
    out += meta.add(**object);
  else if (auto *list = value.getIf<AttrValue::List>()) {
    out += '[';
    interleave(
        *list, [&](const AttrValue &element) { printAttr(element, out); },
        [&] { out += ", "; });
    out += ']';
  } else if (auto *map = value.getIf<AttrValue::Map>()) {
    // Other parsers do not read a map that is no object.
    if (options.metadata && MetaWriter::canAdd(*map)) {
      out += meta.addMap(value);
      return;
    }
    out += '{';
    for (auto [i, entry] : enumerate(*map)) {
      out += i ? ", " : "";
      printAttr(entry.first, out);
      out += '=';
      printAttr(entry.second, out);
    }
    out += '}';
  } else if (value.getIf<AttrValue::VarId>()) {
    // Text has no notation for it.
    out += "meta[relay.Id][0]";
  } else if (auto *expr = value.getIf<ExprRef>();
             expr && isa<Constant>(**expr)) {
    // TVM's parser takes a literal here for a plain number.
    out += meta.add(cast<Constant>(**expr));
  } else if (expr) {
    visit(**expr, /*rootIsOperand=*/true);
    printReference(**expr, out);
  } else {
    out += "None";
  }
}

//===----------------------------------------------------------------------===//
// Whole texts
//===----------------------------------------------------------------------===//

static void printHeader(const PrintOptions &options, raw_ostream &os) {
  if (options.header)
    os << "#[version = \"0.0.5\"]\n";
}

// Returns the definitions of types, sorted by name. `functions` is the text of
// the functions.
std::string Printer::printTypes(const TypeTable &table, StringRef functions) {
  SmallVector<const TypeData *> definitions;
  for (const Ref<TypeData> &type : table.getTypes())
    definitions.push_back(type.get());
  // The definition does no harm where only a string has the text.
  if (!table.lookup(kStorageName) &&
      functions.contains((kStorageName + "[]").str()))
    definitions.push_back(getStorageDefinition().get());
  sort(definitions,
       [](auto *a, auto *b) { return a->getName() < b->getName(); });
  std::string text;
  interleave(
      definitions,
      [&](const TypeData *definition) {
        types.print(*definition, text);
        text += '\n';
      },
      [&] { text += '\n'; });
  return text;
}

void Printer::printModule(const Module &module, raw_ostream &os) {
  printHeader(options, os);
  SmallVector<const Module::Definition *> definitions;
  for (const Module::Definition &definition : module.getFunctions())
    definitions.push_back(&definition);
  sort(definitions, [](auto *a, auto *b) { return a->name < b->name; });
  std::string text;
  interleave(
      definitions,
      [&](const Module::Definition *definition) {
        uses.visit(*definition->function);
        std::string function = "def " + formatGlobal(definition->name);
        printFunction(*definition->function, function);
        text += function + '\n';
      },
      [&] { text += '\n'; });
  std::string typeText = printTypes(module.getTypes(), text);
  os << typeText << (typeText.empty() || text.empty() ? "" : "\n") << text;
  if (options.metadata && !meta.empty()) {
    os << '\n';
    meta.write(os);
  }
}

void Printer::printWholeExpr(const Expr &expr, raw_ostream &os) {
  printHeader(options, os);
  uses.visit(expr);
  std::string text;
  printBody(expr, text);
  os << text << '\n';
  if (options.metadata && !meta.empty())
    meta.write(os);
}

void Printer::printValue(const AttrValue &value, raw_ostream &os) {
  std::string text;
  printAttr(value, text);
  os << text;
}

bool mlir::relay::ast::print(const Module &module, raw_ostream &os,
                             const PrintOptions &options) {
  Printer printer(options);
  printer.printModule(module, os);
  return !printer.isTooDeep();
}

bool mlir::relay::ast::print(const Expr &expr, raw_ostream &os,
                             const PrintOptions &options) {
  Printer printer(options);
  printer.printWholeExpr(expr, os);
  return !printer.isTooDeep();
}

void mlir::relay::ast::print(const AttrValue &value, raw_ostream &os) {
  PrintOptions options;
  options.metadata = false;
  Printer(options).printValue(value, os);
}
