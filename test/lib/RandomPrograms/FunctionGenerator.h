//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function under construction: the values in scope and the statements
// that add to them. Statements of the language are in FunctionGenerator.cpp,
// operators with random attributes in RandomOperators.cpp, and what passes look
// for in Idioms.cpp and NetworkIdioms.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TEST_RANDOMPROGRAMS_FUNCTIONGENERATOR_H
#define TEST_RANDOMPROGRAMS_FUNCTIONGENERATOR_H

#include "Generator.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

namespace mlir::relay::test {

class FunctionGenerator {
public:
  FunctionGenerator(Generator &generator, ModuleOp module, Flavour flavour,
                    uint64_t seed)
      : generator(generator), module(module), flavour(flavour), random(seed),
        builder(module.getContext()) {}

  /// Adds a function to evaluate, which may call `helpers`.
  void addMain(StringRef name, ArrayRef<func::FuncOp> helpers);
  /// Adds a function to evaluate with operators like `examples`; returns those
  /// that it cannot have.
  SmallVector<OperatorExample> addExamples(StringRef name,
                                           ArrayRef<OperatorExample> examples);
  /// Adds a function for others to call.
  func::FuncOp addHelper(StringRef name, ArrayRef<func::FuncOp> helpers);

private:
  using Attrs = ArrayRef<NamedAttribute>;

  //===--------------------------------------------------------------------===//
  // Values (FunctionGenerator.cpp)
  //===--------------------------------------------------------------------===//

  /// Makes `value` visible; in smooth functions its elements are at most
  /// `bound`.
  void add(Value value, double bound = 1);
  double getBound(Value value) { return bounds.lookup_or(value, 1.0); }
  /// A visible value that `accept` takes, or null.
  Value find(function_ref<bool(Value)> accept);
  Value findTensor(function_ref<bool(RankedTensorType)> accept = {});
  /// A visible float tensor of `rank`, or one made to be.
  Value getFloat(ArrayRef<int64_t> shape);
  /// A value of type `type`, visible or new.
  Value materialize(Type type, unsigned depth = 0);
  Value makeConstant(RankedTensorType type);
  Value makeSplat(RankedTensorType type, double value);
  /// `value`, or in smooth functions its tanh if it may be larger than 1.
  Value normalize(Value value);

  Type randomElementType();
  RankedTensorType randomType(bool allowDynamic = false);

  //===--------------------------------------------------------------------===//
  // Operators (RandomOperators.cpp)
  //===--------------------------------------------------------------------===//

  /// The result of the operator called `name` if its types and attributes
  /// allow it, or null. It is not made visible.
  Value create(StringRef name, ValueRange operands, Attrs attributes = {});
  Value create(OperationName name, ValueRange operands, Attrs attributes);
  /// Whether the operator gives a value, as far as that can be asked.
  bool hasValue(Operation *op);
  SmallVector<NamedAttribute> randomAttributes(OperationName name,
                                               ArrayRef<Type> operands);
  Attribute randomAttribute(const AttributeSpec &spec, int64_t rank);
  void randomOperator();
  /// Adds a function without results yet, whose parameters are values to use,
  /// and goes to its end.
  func::FuncOp startFunction(StringRef name, ArrayRef<Type> parameters);
  /// Constant scales and zero points of type `type`.
  Value quantization(Type type);
  /// An operator like `example`, on other values, or null.
  Value exampleOperator(const OperatorExample &example);
  /// The example of an operator that has a canonical form.
  void quantizedOperator();
  void smoothOperator();

  NamedAttribute attr(StringRef name, Attribute value) {
    return builder.getNamedAttr(name, value);
  }
  NamedAttribute ints(StringRef name, ArrayRef<int64_t> value) {
    return attr(name, builder.getDenseI64ArrayAttr(value));
  }
  NamedAttribute integer(StringRef name, int64_t value) {
    return attr(name, builder.getI64IntegerAttr(value));
  }
  NamedAttribute number(StringRef name, double value) {
    return attr(name, builder.getF64FloatAttr(value));
  }
  NamedAttribute string(StringRef name, StringRef value) {
    return attr(name, builder.getStringAttr(value));
  }
  NamedAttribute type(StringRef name, Type value) {
    return attr(name, TypeAttr::get(value));
  }
  NamedAttribute intLists(StringRef name, ArrayRef<SmallVector<int64_t>> lists);

  //===--------------------------------------------------------------------===//
  // Idioms that passes look for (Idioms.cpp, NetworkIdioms.cpp)
  //===--------------------------------------------------------------------===//

  void idiom();
  void convolutionChain();
  void parallelConvolutions();
  void parallelDenses();
  void parallelProducts();
  void normalization();
  void explicitPadding();
  void atrousConvolution();
  void images();
  void detection();
  void gradients();
  void arithmeticIdentity();
  void castChain();
  void sharedCast();
  void likeOperator();
  void movementPair();
  Value quantize(StringRef name, Value x, Type elementType);
  Value roundToNumbers(Value x);
  void slicesAndParts();
  void manyParts();
  void dynamicOperator();
  void repetition();
  /// x * c along channels, x + c, relu(x) or nothing.
  Value alongChannels(Value x, int64_t axis);
  Value convolution(Value x, int64_t channels, int64_t kernel,
                    int64_t groups = 1, int64_t padding = 0);

  //===--------------------------------------------------------------------===//
  // The language (FunctionGenerator.cpp)
  //===--------------------------------------------------------------------===//

  void statement();
  void statements(int64_t count);
  /// Makes the type of the newest value say less than could be inferred.
  void forgetShape();
  void let();
  void tuple();
  void tupleField();
  void branch();
  void closure();
  void recursiveClosure();
  void fusedFunction();
  void callHelper();
  void globalValue();
  void applyFunction();
  void reference();
  void typeCast();
  /// The value of type `type` that a body of some statements ends with.
  Value body(Type type, int64_t count);
  Operation *makeLiteral(StringRef name, ArrayRef<Type> parameters, bool self,
                         function_ref<Value(Block::BlockArgListType)> body,
                         Attrs attributes = {});
  Value apply(Value function, ValueRange arguments);
  Value result(unsigned maxFields);
  void setAttributes(func::FuncOp function);

  Generator &generator;
  ModuleOp module;
  Flavour flavour;
  Random random;
  OpBuilder builder;
  SmallVector<func::FuncOp> helpers;
  /// Takes the place of `helpers` in fused functions: none.
  SmallVector<func::FuncOp> hidden;
  SmallVector<Value> scope;
  DenseMap<Value, double> bounds;
  bool isHelper = false;
  /// Larger tensors only take time.
  int64_t maxElements = 600;
  /// Whether what is added runs, as far as is known here. Otherwise its shapes
  /// must fit whatever passes find out about them.
  bool isRun = true;
  unsigned nesting = 0;
  unsigned numNames = 0;
};

} // namespace mlir::relay::test

#endif // TEST_RANDOMPROGRAMS_FUNCTIONGENERATOR_H
