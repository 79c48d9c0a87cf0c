//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules of helper functions and functions to evaluate.
//
//===----------------------------------------------------------------------===//

#include "FunctionGenerator.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringSwitch.h"
#include <cstring>

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::test;

// The functions of each flavour.
static constexpr unsigned kNumHelpers = 3;
static constexpr StringLiteral kFlavours[] = {"any", "smooth", "integer",
                                              "typed"};

std::optional<Flavour> test::getFlavour(StringRef functionName) {
  for (auto [i, name] : llvm::enumerate(kFlavours))
    if (functionName.consume_front(name) && functionName.consume_front("_") &&
        llvm::all_of(functionName, llvm::isDigit))
      return Flavour(i);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static double randomFloat(Flavour flavour, Random &random) {
  if (flavour == Flavour::Any && random.chance(8))
    return random.pick({std::numeric_limits<double>::infinity(),
                        -std::numeric_limits<double>::infinity(),
                        std::numeric_limits<double>::quiet_NaN(), -0.0, 1e30,
                        -1e-30, 65504.0});
  if (flavour == Flavour::Smooth)
    return random.range(-64, 64) / 64.0;
  return random.chance(50) ? double(random.range(-3, 3))
                           : random.range(-100, 100) / 16.0;
}

Tensor test::makeRandomTensor(RankedTensorType type, Flavour flavour,
                              Random &random) {
  Tensor tensor = Tensor::allocate(type);
  if (!tensor)
    return tensor;
  Type element = type.getElementType();
  size_t size = Tensor::getElementSize(element);
  for (int64_t i = 0, e = type.getNumElements(); i < e; ++i) {
    uint64_t bits;
    if (auto floatType = dyn_cast<FloatType>(element)) {
      APFloat value(randomFloat(flavour, random));
      bool losesInfo;
      value.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
      bits = value.bitcastToAPInt().getZExtValue();
    } else if (element.isInteger(1)) {
      bits = random.range(0, 1);
    } else {
      bits = flavour != Flavour::Smooth && random.chance(5)
                 ? random.next()
                 : random.range(-4, 4);
      if (element.isUnsignedInteger() && int64_t(bits) < 0 && random.chance(90))
        bits = -bits;
    }
    std::memcpy(tensor.getData() + i * size, &bits, size);
  }
  return tensor;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

// In each function of examples, and such functions in each module.
static constexpr size_t kNumExamples = 8;
static constexpr size_t kNumExampleFunctions = 5;

size_t Generator::getNumModulesForExamples() const {
  return llvm::divideCeil(examples.size(), kNumExamples * kNumExampleFunctions);
}

Generator::Generator(MLIRContext *context)
    : context(context), examples(readOperatorExamples(context)) {
  for (RegisteredOperationName name : context->getRegisteredOperations())
    // Random numbers cannot be compared, and AnnotateTarget makes the marks of
    // parts, which come in pairs.
    if (name.getDialectNamespace() == "relay" &&
        name.getTypeID() != TypeID::get<AnnotationCompilerBeginOp>() &&
        name.getTypeID() != TypeID::get<AnnotationCompilerEndOp>() &&
        name.hasInterface<OperatorInterface>() &&
        name.hasInterface<ConditionallySpeculatable>())
      operators.push_back(name);
  llvm::sort(operators, [](OperationName a, OperationName b) {
    return a.getStringRef() < b.getStringRef();
  });
}

void test::addEntry(ModuleOp module) {
  Location loc = module.getLoc();
  auto functions = llvm::to_vector(module.getOps<func::FuncOp>());
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  auto main = func::FuncOp::create(b, loc, "main", b.getFunctionType({}, {}));
  b.setInsertionPointToEnd(main.addEntryBlock());
  SmallVector<Value> fields;
  SmallVector<Type> types;
  for (size_t i = 0; i < functions.size(); i += 2) {
    types.push_back(functions[i].getFunctionType());
    fields.push_back(
        GlobalOp::create(b, loc, types.back(), functions[i].getSymName()));
  }
  Type type = b.getTupleType(types);
  Value result = TupleOp::create(b, loc, type, fields);
  func::ReturnOp::create(b, loc, result);
  main.setFunctionType(b.getFunctionType({}, type));
}

OwningOpRef<ModuleOp> Generator::generate(uint64_t seed,
                                          unsigned numFunctions) {
  Random random(seed);
  // Modules do not depend on those made before.
  refused.clear();
  evaluated.clear();
  Location loc = UnknownLoc::get(context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  auto tensor = RankedTensorType::get(4, Float32Type::get(context));
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  func::FuncOp::create(builder, loc, "declared",
                       builder.getFunctionType(tensor, tensor))
      .setPrivate();
  SmallVector<func::FuncOp> helpers[std::size(kFlavours)];
  for (auto [i, name] : llvm::enumerate(kFlavours))
    for (unsigned j = 0; j < kNumHelpers; ++j)
      helpers[i].push_back(
          FunctionGenerator(*this, *module, Flavour(i), random.next())
              .addHelper(("helper_" + name + "_" + Twine(j)).str(),
                         helpers[i]));
  // Whether a helper has effects must not depend on what nothing uses in it:
  // passes on its callers would see that change.
  PassManager manager(context);
  manager.addPass(createDeadCodeEliminationPass());
  if (failed(manager.run(*module)))
    return {};
  for (unsigned i = 0; i < numFunctions; ++i) {
    int64_t choice = random.range(0, 99);
    auto flavour = choice < 40   ? Flavour::Any
                   : choice < 80 ? Flavour::Smooth
                   : choice < 95 ? Flavour::Integer
                                 : Flavour::Typed;
    FunctionGenerator(*this, *module, flavour, random.next())
        .addMain((kFlavours[unsigned(flavour)] + "_" + Twine(i)).str(),
                 helpers[unsigned(flavour)]);
  }
  for (size_t i = 0; i < kNumExampleFunctions; ++i) {
    size_t first = (seed * kNumExampleFunctions + i) * kNumExamples;
    SmallVector<OperatorExample> some;
    for (size_t j = 0; j < kNumExamples; ++j)
      some.push_back(examples[(first + j) % examples.size()]);
    auto name = [&](Flavour flavour) {
      return (kFlavours[unsigned(flavour)] + "_" + Twine(numFunctions + i))
          .str();
    };
    // Those without a value are in a function that is not evaluated.
    for (Flavour flavour : {Flavour::Any, Flavour::Typed})
      if (!some.empty())
        some = FunctionGenerator(*this, *module, flavour, random.next())
                   .addExamples(name(flavour), some);
  }
  markPureFunctions(*module);
  return module;
}
