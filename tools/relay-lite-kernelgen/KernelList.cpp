//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expansion of the list of kernels into keys.
//
//===----------------------------------------------------------------------===//

#include "KernelList.h"
#include "Evaluation/Kernels/KernelKey.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::relay;
using llvm::createStringError;
using llvm::Error;

namespace {
/// A letter and the element types that it stands for.
struct Letter {
  char letter;
  SmallVector<StringRef> types;
};

/// One line of the list.
struct Line {
  /// The rank of pointwise kernels; 0 for kernels of given shapes.
  unsigned rank = 0;
  SmallVector<StringRef> operators;
  /// With braces, or empty.
  StringRef attributes;
  SmallVector<StringRef> operands;
  StringRef result;
  SmallVector<Letter> letters;
};
} // namespace

static SmallVector<StringRef> splitAndTrim(StringRef text, StringRef by) {
  SmallVector<StringRef> parts;
  text.split(parts, by, -1, /*KeepEmpty=*/false);
  for (StringRef &part : parts)
    part = part.trim();
  llvm::erase_if(parts, [](StringRef part) { return part.empty(); });
  return parts;
}

static llvm::Expected<Line> parseLine(StringRef text) {
  SmallVector<StringRef> fields;
  text.split(fields, ';');
  if (fields.size() != 4)
    return createStringError("expected four fields");
  Line line;
  StringRef form = fields[0].trim();
  if (form.consume_front("pointwise ")) {
    if (form.getAsInteger(10, line.rank) || line.rank == 0 || line.rank > 2)
      return createStringError("expected a rank of 1 or 2");
  } else if (form != "shapes") {
    return createStringError("expected 'pointwise' or 'shapes'");
  }
  auto [operators, attributes] = fields[1].split('{');
  line.operators = splitAndTrim(operators, " ");
  if (!attributes.empty())
    line.attributes = fields[1].drop_front(operators.size()).trim();
  auto [operands, result] = fields[2].split("->");
  line.operands = splitAndTrim(operands, ",");
  line.result = result.trim();
  for (StringRef assignment : splitAndTrim(fields[3], ",")) {
    auto [letter, types] = assignment.split('=');
    letter = letter.trim();
    if (letter.size() != 1)
      return createStringError("expected a letter before '='");
    line.letters.push_back({letter.front(), splitAndTrim(types, " ")});
  }
  if (line.operators.empty() || line.operands.empty() || line.result.empty())
    return createStringError("expected operators and types");
  return line;
}

/// `text` with letters that stand alone replaced.
static std::string substitute(StringRef text, ArrayRef<Letter> letters,
                              ArrayRef<StringRef> types) {
  std::string result;
  for (auto [i, c] : llvm::enumerate(text)) {
    auto isPart = [&](size_t position) {
      return position < text.size() && text[position] != 'x' &&
             (llvm::isAlnum(text[position]) || text[position] == '_');
    };
    const Letter *letter =
        (i > 0 && isPart(i - 1)) || isPart(i + 1)
            ? nullptr
            : llvm::find_if(letters, [c = c](const Letter &letter) {
                return letter.letter == c;
              });
    if (letter && letter != letters.end())
      result += types[letter - letters.begin()];
    else
      result += c;
  }
  return result;
}

namespace {
/// Makes the keys of one line.
class Expansion {
public:
  Expansion(MLIRContext *context, const Line &line,
            std::vector<std::string> &keys)
      : context(context), line(line), keys(keys) {}

  Error run() { return chooseTypes(); }

private:
  Error chooseTypes();
  Error addKernels(StringRef name);
  Error addPointwise(Operation *op);

  MLIRContext *context;
  const Line &line;
  std::vector<std::string> &keys;
  SmallVector<StringRef> types;
};
} // namespace

Error Expansion::chooseTypes() {
  if (types.size() < line.letters.size()) {
    for (StringRef type : line.letters[types.size()].types) {
      types.push_back(type);
      if (Error error = chooseTypes())
        return error;
      types.pop_back();
    }
    return Error::success();
  }
  for (StringRef name : line.operators)
    if (Error error = addKernels(name))
      return error;
  return Error::success();
}

Error Expansion::addKernels(StringRef name) {
  std::string parameters, names, inputs;
  auto getType = [&](StringRef type) {
    return "tensor<" + std::string(line.rank ? "?x" : "") +
           substitute(type, line.letters, types) + ">";
  };
  for (auto [i, operand] : llvm::enumerate(line.operands)) {
    const char *comma = i ? ", " : "";
    std::string type = getType(operand);
    parameters += llvm::formatv("{0}%{1}: {2}", comma, i, type);
    names += llvm::formatv("{0}%{1}", comma, i);
    inputs += comma + type;
  }
  std::string text = llvm::formatv(
      "func.func @source({0}) -> {1} {{\n"
      "  %r = relay.{2} {3} {4} : ({5}) -> {1}\n  return %r : {1}\n}",
      parameters, getType(line.result), name, names,
      substitute(line.attributes, line.letters, types), inputs);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, context);
  if (!module)
    return createStringError("no such operation:\n" + text);
  auto function = *module->getOps<func::FuncOp>().begin();
  Operation *op = &function.front().front();
  if (line.rank)
    return addPointwise(op);
  keys.push_back(
      makeKernelKey(op, op->getOperandTypes(), op->getResult(0).getType()));
  return Error::success();
}

/// Calls `add` with all accesses of `rank` dimensions in which each dimension
/// has an operand that does not repeat along it; the result never repeats.
static void forEachAccess(size_t numOperands, unsigned rank,
                          SmallVectorImpl<PointwiseDim> &dims,
                          function_ref<void()> add) {
  if (dims.size() == rank)
    return add();
  uint64_t all = (uint64_t(1) << numOperands) - 1;
  for (uint64_t repeats = 0; repeats < all; ++repeats) {
    dims.push_back(repeats);
    forEachAccess(numOperands, rank, dims, add);
    dims.pop_back();
  }
}

Error Expansion::addPointwise(Operation *op) {
  SmallVector<Type> elementTypes;
  for (Type type : op->getOperandTypes())
    elementTypes.push_back(getElementTypeOrSelf(type));
  elementTypes.push_back(getElementTypeOrSelf(op->getResult(0).getType()));
  PointwiseTree tree(op, elementTypes);
  for (unsigned rank = 1; rank <= line.rank; ++rank) {
    SmallVector<PointwiseDim> dims;
    forEachAccess(op->getNumOperands(), rank, dims,
                  [&] { keys.push_back(makePointwiseKey(tree, dims)); });
  }
  return Error::success();
}

llvm::Expected<std::vector<std::string>>
relay::readKernelList(MLIRContext *context, StringRef text) {
  std::vector<std::string> keys;
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (auto [number, text] : llvm::enumerate(lines)) {
    if (text.trim().empty() || text.trim().starts_with("//"))
      continue;
    llvm::Expected<Line> line = parseLine(text);
    Error error =
        line ? Expansion(context, *line, keys).run() : line.takeError();
    if (error)
      return createStringError("line " + llvm::Twine(number + 1) + ": " +
                               llvm::toString(std::move(error)));
  }
  llvm::sort(keys);
  if (auto twin = llvm::adjacent_find(keys); twin != keys.end())
    return createStringError("a kernel is listed twice:\n" + *twin);
  return keys;
}
