//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels read and write nothing but their tensors, whatever the shapes,
// attributes and indices: each tensor ends, or starts, at a page that may not
// be accessed. Sanitizers do not see into code that is compiled here.
//
//===----------------------------------------------------------------------===//

#include "Evaluation/Kernels/KernelKey.h"
#include "EvaluationTest.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include <functional>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::relay;

namespace {

/// Memory between two pages that may not be accessed.
class GuardedMemory {
public:
  /// `atEnd`: whether the last byte is next to a guard, rather than the first.
  GuardedMemory(size_t size, bool atEnd) {
    size_t page = sysconf(_SC_PAGESIZE);
    size_t inner = std::max<size_t>(llvm::alignTo(size, page), page);
    total = inner + 2 * page;
    base = static_cast<char *>(
        mmap(nullptr, total, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (base == MAP_FAILED ||
        mprotect(base + page, inner, PROT_READ | PROT_WRITE) != 0)
      llvm::report_fatal_error("no memory for a test");
    data = base + page + (atEnd ? inner - size : 0);
  }
  ~GuardedMemory() { munmap(base, total); }
  GuardedMemory(const GuardedMemory &) = delete;

  char *data;

private:
  char *base;
  size_t total;
};

class BoundsTest : public EvaluationTest {
protected:
  int64_t pick(int64_t low, int64_t high) {
    return low + int64_t(random() % uint64_t(high - low + 1));
  }
  SmallVector<int64_t> pickShape(size_t rank, int64_t least, int64_t most) {
    SmallVector<int64_t> shape;
    for (size_t i = 0; i < rank; ++i)
      shape.push_back(pick(least, most));
    return shape;
  }
  static std::string getType(ArrayRef<int64_t> shape, const char *element) {
    std::string type = "tensor<";
    for (int64_t size : shape)
      type += std::to_string(size) + "x";
    return type + element + ">";
  }

  /// Indices in the range of `extent`, next to it, and anywhere.
  Tensor makeIndices(RankedTensorType type, int64_t extent) {
    Tensor tensor = Tensor::allocate(type);
    size_t size = Tensor::getElementSize(type.getElementType());
    for (int64_t i = 0; i < type.getNumElements(); ++i) {
      const int64_t choices[] = {-1,        extent,    -extent,
                                 INT64_MIN, INT64_MAX, int64_t(random())};
      int64_t index = random() % 2 ? int64_t(random() % (extent + 1))
                                   : choices[random() % 6];
      std::memcpy(tensor.getData() + i * size, &index, size);
    }
    return tensor;
  }

  /// The operation of `name` with the result type that is inferred; null where
  /// operands and attributes do not fit.
  Operation *inferOperation(StringRef name, const std::string &attributes,
                            ArrayRef<std::string> operands) {
    std::string parameters, names;
    for (auto [i, type] : llvm::enumerate(operands)) {
      const char *comma = i ? ", " : "";
      parameters += llvm::formatv("{0}%{1}: {2}", comma, i, type);
      names += llvm::formatv("{0}%{1}", comma, i);
    }
    std::string text = llvm::formatv(
        "func.func @f({0}) { %r = relay.{1} {2} {{{3}} : ({4}) -> "
        "!relay.unknown return }",
        parameters, name, names, attributes, llvm::join(operands, ", "));
    std::string message;
    ScopedDiagnosticHandler handler(
        &context, [&](Diagnostic &diagnostic) { message += diagnostic.str(); });
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    if (!module) {
      EXPECT_TRUE(StringRef(message).contains("failed to infer"))
          << text << message;
      return nullptr;
    }
    Operation *op = &(*module->getOps<func::FuncOp>().begin()).front().front();
    SmallVector<Type> types;
    if (failed(cast<InferTypeOpInterface>(op).inferReturnTypes(
            &context, std::nullopt, op->getOperands(),
            op->getDiscardableAttrDictionary(), op->getPropertiesStorage(), {},
            types))) {
      ADD_FAILURE() << text;
      return nullptr;
    }
    op->getResult(0).setType(types.front());
    modules.push_back(std::move(module));
    return op;
  }

  static SmallVector<RankedTensorType> getTensorTypes(Type type) {
    if (auto tuple = dyn_cast<TupleType>(type))
      return llvm::map_to_vector(tuple.getTypes(), [](Type field) {
        return cast<RankedTensorType>(field);
      });
    return {cast<RankedTensorType>(type)};
  }

  /// The bytes of the results of the kernel that is compiled for `op`, which
  /// are the same wherever the tensors are.
  std::string run(Operation *op, ArrayRef<Tensor> operands) {
    std::string text;
    llvm::raw_string_ostream(text) << *op;
    Type resultType = op->getResult(0).getType();
    llvm::Expected<Kernel> kernel = KernelCompiler::get().compile(
        makeKernelKey(op, op->getOperandTypes(), resultType));
    if (!kernel) {
      ADD_FAILURE() << text << llvm::toString(kernel.takeError());
      return "";
    }
    std::string results[2];
    for (bool atEnd : {false, true}) {
      std::vector<std::unique_ptr<GuardedMemory>> memory;
      SmallVector<void *> buffers;
      auto add = [&](size_t size) {
        memory.push_back(std::make_unique<GuardedMemory>(size, atEnd));
        buffers.push_back(memory.back()->data);
      };
      for (const Tensor &operand : operands) {
        ArrayRef<char> bytes = operand.getBytes();
        add(bytes.size());
        llvm::copy(bytes, memory.back()->data);
      }
      SmallVector<Tensor> tensors;
      for (RankedTensorType type : getTensorTypes(resultType)) {
        add(*Tensor::computeByteSize(type));
        tensors.push_back(Tensor::share(type, memory.back()->data, {}));
      }
      KernelShare share;
      buffers.push_back(&share);
      // Aligned to 64 bytes.
      add(llvm::alignTo(kernel->scratchSize, 64));
      kernel->function(buffers.data(), nullptr, nullptr);
      for (const Tensor &tensor : tensors)
        appendBytes(tensor, results[atEnd]);
    }
    EXPECT_EQ(results[0], results[1]) << text;
    return results[0];
  }

  /// Checks the evaluator, which has other ways for many operators, with
  /// operands next to guards. Its results are those of the kernel.
  void check(Operation *op, ArrayRef<Tensor> operands) {
    std::string text;
    llvm::raw_string_ostream(text) << *op;
    std::string expected = run(op, operands);
    for (bool atEnd : {false, true}) {
      SmallVector<EvalValue> values;
      for (const Tensor &operand : operands) {
        ArrayRef<char> bytes = operand.getBytes();
        auto memory = std::make_shared<GuardedMemory>(bytes.size(), atEnd);
        llvm::copy(bytes, memory->data);
        values.push_back(
            Tensor::share(operand.getType(), memory->data, memory));
      }
      llvm::Expected<EvalValue> value = evaluateOperator(op, values, memo);
      ASSERT_TRUE(bool(value)) << text << llvm::toString(value.takeError());
      EXPECT_EQ(getBytes(*value), expected) << text;
    }
  }

  static std::string formatInts(ArrayRef<int64_t> numbers) {
    if (numbers.empty())
      return "array<i64>";
    std::string text = "array<i64";
    for (auto [i, number] : llvm::enumerate(numbers))
      text += (i ? ", " : ": ") + std::to_string(number);
    return text + ">";
  }
  std::string pickInts(size_t count, int64_t low, int64_t high) {
    return formatInts(pickShape(count, low, high));
  }
  std::string pickPairs(size_t count, int64_t low, int64_t high) {
    std::string text = "[";
    for (size_t i = 0; i < count; ++i)
      text += (i ? ", " : "") + pickInts(2, low, high);
    return text + "]";
  }
  const char *pickName(std::initializer_list<const char *> names) {
    return names.begin()[pick(0, int64_t(names.size()) - 1)];
  }

  static int32_t getElement(StringRef bytes, int64_t index) {
    int32_t element;
    std::memcpy(&element, bytes.data() + index * sizeof(element),
                sizeof(element));
    return element;
  }
  static int64_t getIndex(const Tensor &tensor, int64_t index) {
    bool isNarrow = tensor.getType().getElementType().isInteger(32);
    if (isNarrow)
      return reinterpret_cast<const int32_t *>(tensor.getData())[index];
    return reinterpret_cast<const int64_t *>(tensor.getData())[index];
  }
};

TEST_F(BoundsTest, Take) {
  for (int round = 0; round < 60; ++round) {
    SmallVector<int64_t> data = pickShape(pick(1, 4), 1, 5);
    SmallVector<int64_t> indices = pickShape(pick(0, 2), 1, 4);
    int64_t axis = pick(0, data.size() - 1), extent = data[axis];
    SmallVector<int64_t> result(data.begin(), data.begin() + axis);
    llvm::append_range(result, indices);
    llvm::append_range(result, ArrayRef(data).drop_front(axis + 1));
    const char *modes[] = {"clip", "wrap", "fast"};
    std::string mode = modes[round % 3];
    Operation *op = makeOperation(
        "take",
        llvm::formatv("{{axis = {0} : i64, mode = \"{1}\"}", axis, mode).str(),
        {getType(data, "i32"), getType(indices, round % 2 ? "i32" : "i64")},
        getType(result, "i32"));
    Tensor elements =
        makeTensor(cast<RankedTensorType>(op->getOperand(0).getType()));
    Tensor positions = makeIndices(
        cast<RankedTensorType>(op->getOperand(1).getType()), extent);
    std::string bytes = run(op, {elements, positions});
    int64_t inner = 1, count = positions.getType().getNumElements();
    for (int64_t size : ArrayRef(data).drop_front(axis + 1))
      inner *= size;
    int64_t outer = elements.getType().getNumElements() / (extent * inner);
    StringRef source(elements.getData(), elements.getBytes().size());
    for (int64_t o = 0; o < outer; ++o)
      for (int64_t n = 0; n < count; ++n) {
        int64_t index = getIndex(positions, n);
        index = mode == "wrap" ? (index % extent + extent) % extent
                               : std::clamp<int64_t>(index, 0, extent - 1);
        for (int64_t i = 0; i < inner; ++i)
          ASSERT_EQ(getElement(bytes, (o * count + n) * inner + i),
                    getElement(source, (o * extent + index) * inner + i))
              << mode << " " << getIndex(positions, n) << " of " << extent;
      }
  }
}

TEST_F(BoundsTest, GatherND) {
  for (int round = 0; round < 40; ++round) {
    SmallVector<int64_t> data = pickShape(pick(1, 4), 1, 5);
    int64_t depth = pick(1, data.size());
    int64_t count = pick(1, 6);
    SmallVector<int64_t> result{count};
    llvm::append_range(result, ArrayRef(data).drop_front(depth));
    Operation *op =
        makeOperation("gather_nd", "",
                      {getType(data, "i32"),
                       getType({depth, count}, round % 2 ? "i32" : "i64")},
                      getType(result, "i32"));
    Tensor elements =
        makeTensor(cast<RankedTensorType>(op->getOperand(0).getType()));
    Tensor positions =
        makeIndices(cast<RankedTensorType>(op->getOperand(1).getType()), 5);
    std::string bytes = run(op, {elements, positions});
    int64_t inner = 1;
    for (int64_t size : ArrayRef(data).drop_front(depth))
      inner *= size;
    StringRef source(elements.getData(), elements.getBytes().size());
    for (int64_t n = 0; n < count; ++n) {
      int64_t start = 0;
      for (int64_t d = 0; d < depth; ++d)
        start = start * data[d] +
                std::clamp<int64_t>(getIndex(positions, d * count + n), 0,
                                    data[d] - 1);
      for (int64_t i = 0; i < inner; ++i)
        ASSERT_EQ(getElement(bytes, n * inner + i),
                  getElement(source, start * inner + i));
    }
  }
}

TEST_F(BoundsTest, EmptyDimensions) {
  struct {
    const char *name, *attributes, *data, *indices, *result;
  } cases[] = {
      {"take", "{axis = 0 : i64}", "tensor<0x3xi32>", "tensor<2xi64>",
       "tensor<2x3xi32>"},
      {"take", "{axis = 1 : i64, mode = \"wrap\"}", "tensor<2x0xi32>",
       "tensor<2xi64>", "tensor<2x2xi32>"},
      {"take", "{}", "tensor<3xi32>", "tensor<0xi64>", "tensor<0xi32>"},
      {"gather_nd", "", "tensor<3x0xi32>", "tensor<2x2xi64>", "tensor<2xi32>"},
  };
  for (const auto &test : cases) {
    Operation *op = makeOperation(test.name, test.attributes,
                                  {test.data, test.indices}, test.result);
    std::string bytes = run(
        op,
        {makeTensor(cast<RankedTensorType>(op->getOperand(0).getType())),
         makeIndices(cast<RankedTensorType>(op->getOperand(1).getType()), 3)});
    EXPECT_EQ(bytes, std::string(bytes.size(), '\0')) << test.name;
  }
}

TEST_F(BoundsTest, Products) {
  for (int round = 0; round < 60; ++round) {
    // Large enough to be packed; often a matrix and a vector.
    int64_t m = pick(1, 40), n = pick(1, 40), k = pick(1, 90);
    if (round % 3 == 0)
      (round % 2 ? m : n) = 1;
    const char *types[] = {"f32", "f64", "f16", "bf16", "i32"};
    const char *type = types[pick(0, 4)];
    bool transposeA = pick(0, 1), transposeB = pick(0, 1);
    using Shape = SmallVector<int64_t>;
    Operation *op =
        makeOperation("nn.matmul",
                      llvm::formatv("{{transpose_a = {0}, transpose_b = {1}}",
                                    transposeA ? "true" : "false",
                                    transposeB ? "true" : "false")
                          .str(),
                      {getType(transposeA ? Shape{k, m} : Shape{m, k}, type),
                       getType(transposeB ? Shape{n, k} : Shape{k, n}, type)},
                      getType({m, n}, type));
    // Zeros: which NaN a result is may depend on where tensors are.
    SmallVector<Tensor> operands;
    for (Type operand : op->getOperandTypes()) {
      operands.push_back(Tensor::allocate(cast<RankedTensorType>(operand)));
      std::memset(operands.back().getData(), 0,
                  operands.back().getBytes().size());
    }
    run(op, operands);
  }
}

TEST_F(BoundsTest, Windows) {
  for (int round = 0; round < 40; ++round) {
    int64_t n = pick(1, 2), c = pick(1, 5), h = pick(1, 12), w = pick(1, 20);
    int64_t kh = pick(1, 3), kw = pick(1, 3), out = pick(1, 20);
    int64_t before = pick(0, 2), after = pick(0, 2), stride = pick(1, 3);
    int64_t oh = (h + before + after - kh) / stride + 1;
    int64_t ow = (w + before + after - kw) / stride + 1;
    if (h + before + after < kh || w + before + after < kw)
      continue;
    bool isPool = round % 4 == 0;
    std::string window = llvm::formatv(
        "strides = array<i64: {0}, {0}>, padding = array<i64: {1}, {1}, {2}, "
        "{2}>",
        stride, before, after);
    SmallVector<std::string> operands{getType({n, c, h, w}, "f32")};
    if (!isPool)
      operands.push_back(getType({out, c, kh, kw}, "f32"));
    Operation *op = makeOperation(
        isPool ? "nn.max_pool2d" : "nn.conv2d",
        isPool ? llvm::formatv("{{pool_size = array<i64: {0}, {1}>, {2}}", kh,
                               kw, window)
                     .str()
               : "{" + window + "}",
        operands, getType({n, isPool ? c : out, oh, ow}, "f32"));
    SmallVector<Tensor> tensors;
    for (Type operand : op->getOperandTypes()) {
      tensors.push_back(Tensor::allocate(cast<RankedTensorType>(operand)));
      std::memset(tensors.back().getData(), 0,
                  tensors.back().getBytes().size());
    }
    run(op, tensors);
  }
}

// Modules of one operator whose shapes, attributes and indices nobody has
// chosen. Those that type inference accepts read and write in bounds.
TEST_F(BoundsTest, RandomOperators) {
  // One case: its attributes, and the shapes of its operands.
  using Shapes = std::vector<SmallVector<int64_t>>;
  struct Case {
    std::string attributes;
    Shapes shapes;
    /// Whether the last operand holds indices.
    bool hasIndices = false;
  };
  auto shape = [&](size_t least, size_t most) {
    return pickShape(pick(least, most), 0, 5);
  };
  auto format = [](const char *text, auto &&...values) -> std::string {
    return llvm::formatv(text, std::forward<decltype(values)>(values)...);
  };
  auto image = [&](size_t numSpatial) {
    SmallVector<int64_t> result = {pick(0, 2), pick(0, 4)};
    llvm::append_range(result, pickShape(numSpatial, 0, 7));
    return result;
  };
  auto windows = [&](size_t count) {
    return format("strides = {0}, dilation = {1}, padding = {2}",
                  pickInts(count, 1, 3), pickInts(count, 1, 2),
                  pickInts(2 * count, 0, 2));
  };
  auto pool = [&](size_t count) -> Case {
    return {format("pool_size = {0}, {1}, ceil_mode = {2}",
                   pickInts(count, 1, 3), windows(count),
                   pickName({"true", "false"})),
            {image(count)}};
  };
  auto convolution = [&](size_t count, bool isTransposed) -> Case {
    int64_t groups = pick(1, 2);
    SmallVector<int64_t> data = image(count);
    data[1] = groups * pick(0, 3);
    SmallVector<int64_t> weight = {groups * pick(1, 3), data[1] / groups};
    if (isTransposed)
      weight = {data[1], pick(1, 3)};
    llvm::append_range(weight, pickShape(count, 1, 3));
    std::string more;
    if (isTransposed)
      more = ", output_padding = " + pickInts(count, 0, 1);
    return {format("groups = {0} : i64, {1}{2}", groups, windows(count), more),
            {data, weight}};
  };
  auto reduction = [&]() -> Case {
    SmallVector<int64_t> data = shape(0, 4);
    SmallVector<int64_t> axes;
    for (size_t i = 0; i < data.size(); ++i)
      if (pick(0, 1))
        axes.push_back(pick(0, 1) ? int64_t(i) : int64_t(i - data.size()));
    return {format("axis = {0}, keepdims = {1}, exclude = {2}",
                   formatInts(axes), pickName({"true", "false"}),
                   pickName({"true", "false"})),
            {data}};
  };
  auto broadcast = [&]() -> Case {
    SmallVector<int64_t> whole = shape(0, 5), part(whole);
    for (int64_t &extent : part)
      if (pick(0, 2) == 0)
        extent = 1;
    part.erase(part.begin(), part.begin() + pick(0, int64_t(part.size())));
    if (pick(0, 1))
      std::swap(whole, part);
    return {"", {whole, part}};
  };
  struct {
    const char *name;
    std::function<Case()> make;
  } generators[] = {
      {"strided_slice",
       [&]() -> Case {
         size_t rank = pick(1, 4), count = pick(1, rank);
         return {format("begin = {0}, end = {1}, strides = {2}",
                        pickInts(count, -7, 7), pickInts(count, -7, 7),
                        pickInts(count, -3, 3)),
                 {pickShape(rank, 0, 5)}};
       }},
      {"reverse",
       [&]() -> Case {
         return {format("axis = {0} : i64", pick(-4, 3)), {shape(1, 4)}};
       }},
      {"repeat",
       [&]() -> Case {
         return {format("repeats = {0} : i64, axis = {1} : i64", pick(1, 3),
                        pick(-4, 3)),
                 {shape(1, 4)}};
       }},
      {"tile",
       [&]() -> Case {
         return {"reps = " + pickInts(pick(1, 4), 0, 3), {shape(0, 3)}};
       }},
      {"transpose",
       [&]() -> Case {
         size_t rank = pick(1, 4);
         SmallVector<int64_t> axes =
             llvm::to_vector(llvm::seq<int64_t>(0, rank));
         llvm::shuffle(axes.begin(), axes.end(), random);
         return {"axes = " + formatInts(axes), {pickShape(rank, 0, 5)}};
       }},
      {"nn.pad",
       [&]() -> Case {
         size_t rank = pick(1, 4);
         return {format("pad_width = {0}, pad_mode = \"{1}\"",
                        pickPairs(rank, -2, 4),
                        pickName({"constant", "edge", "reflect"})),
                 {pickShape(rank, 0, 5), {}}};
       }},
      {"one_hot",
       [&]() -> Case {
         // The values come after the indices.
         return {format("depth = {0} : i64, axis = {1} : i64, dtype = f32",
                        pick(1, 5), pick(-1, 3)),
                 {shape(0, 3), {}, {}}};
       }},
      {"topk",
       [&]() -> Case {
         return {format("k = {0} : i64, axis = {1} : i64, ret_type = \"{2}\", "
                        "is_ascend = {3}, dtype = i64",
                        pick(-1, 7), pick(-4, 3),
                        pickName({"both", "values", "indices"}),
                        pickName({"true", "false"})),
                 {shape(1, 4)}};
       }},
      {"take",
       [&]() -> Case {
         return {format("axis = {0} : i64, mode = \"{1}\"", pick(-4, 3),
                        pickName({"clip", "wrap", "fast"})),
                 {shape(1, 4), shape(0, 3)},
                 true};
       }},
      {"gather_nd",
       [&]() -> Case {
         SmallVector<int64_t> indices = shape(0, 2);
         indices.insert(indices.begin(), pick(1, 4));
         return {"", {shape(1, 4), indices}, true};
       }},
      {"image.resize2d",
       [&]() -> Case {
         return {
             format("size = {0}, roi = array<f64: -0.5, 0.0, 1.5, 1.0>, "
                    "method = \"{1}\", coordinate_transformation_mode = "
                    "\"{2}\", rounding_method = \"{3}\", cubic_exclude = {4} : "
                    "i64",
                    pickInts(2, 0, 9),
                    pickName({"nearest_neighbor", "linear", "cubic"}),
                    pickName({"half_pixel", "align_corners", "asymmetric",
                              "pytorch_half_pixel", "tf_half_pixel_for_nn",
                              "tf_crop_and_resize"}),
                    pickName({"", "round", "floor", "ceil"}), pick(0, 1)),
             {image(2)}};
       }},
      {"nn.upsampling3d",
       [&]() -> Case {
         return {format("scale_d = {0}.5, scale_h = 0.7, scale_w = 2.0, "
                        "method = \"{1}\", coordinate_transformation_mode = "
                        "\"{2}\"",
                        pick(0, 2), pickName({"nearest_neighbor", "trilinear"}),
                        pickName({"half_pixel", "align_corners", "asymmetric",
                                  "tf_crop_and_resize"})),
                 {image(3)}};
       }},
      {"nn.max_pool2d", [&] { return pool(2); }},
      {"nn.avg_pool2d", [&] { return pool(2); }},
      {"nn.max_pool1d", [&] { return pool(1); }},
      {"nn.avg_pool3d", [&] { return pool(3); }},
      {"nn.adaptive_avg_pool2d",
       [&]() -> Case {
         return {"output_size = " + pickInts(2, 1, 9), {image(2)}};
       }},
      {"nn.adaptive_max_pool1d",
       [&]() -> Case {
         return {"output_size = " + pickInts(1, 1, 9), {image(1)}};
       }},
      {"nn.conv1d", [&] { return convolution(1, false); }},
      {"nn.conv2d", [&] { return convolution(2, false); }},
      {"nn.conv3d", [&] { return convolution(3, false); }},
      {"nn.conv2d_transpose", [&] { return convolution(2, true); }},
      {"nn.batch_matmul",
       [&]() -> Case {
         int64_t k = pick(0, 5);
         return {"transpose_b = true",
                 {{pick(0, 3), pick(0, 5), k}, {pick(0, 3), pick(0, 5), k}}};
       }},
      {"nn.dense",
       [&]() -> Case {
         int64_t k = pick(0, 70);
         return {"", {{pick(0, 9), k}, {pick(0, 20), k}}};
       }},
      {"nn.lrn",
       [&]() -> Case {
         return {format("size = {0} : i64, axis = {1} : i64",
                        2 * pick(0, 2) + 1, pick(-4, 3)),
                 {image(2)}};
       }},
      {"nn.softmax",
       [&]() -> Case {
         return {format("axis = {0} : i64", pick(-4, 3)), {shape(1, 4)}};
       }},
      {"nn.space_to_batch_nd",
       [&]() -> Case {
         return {format("block_shape = {0}, paddings = {1}", pickInts(2, 1, 3),
                        pickPairs(2, 0, 3)),
                 {shape(3, 4)}};
       }},
      {"nn.batch_to_space_nd",
       [&]() -> Case {
         SmallVector<int64_t> data = image(2);
         data[0] *= 4;
         return {format("block_shape = array<i64: 2, 2>, crops = {0}",
                        pickPairs(2, 0, 3)),
                 {data}};
       }},
      {"layout_transform",
       [&]() -> Case {
         SmallVector<int64_t> data = image(2);
         data[1] *= 4;
         return {format("src_layout = \"NCHW\", dst_layout = \"{0}\"",
                        pickName({"NHWC", "NCHW4c", "CHW2cN", "HWCN"})),
                 {data}};
       }},
      {"split",
       [&]() -> Case {
         return {format("indices_or_sections = {0}, axis = {1} : i64",
                        pickInts(pick(0, 3), -1, 6), pick(-4, 3)),
                 {shape(1, 4)}};
       }},
      {"slice_like",
       [&]() -> Case {
         SmallVector<int64_t> data = shape(1, 4);
         return {"", {data, pickShape(data.size(), 0, 5)}};
       }},
      {"broadcast_to",
       [&]() -> Case {
         Case result = broadcast();
         result.attributes = "shape = " + formatInts(result.shapes[0]);
         result.shapes.erase(result.shapes.begin());
         return result;
       }},
      {"collapse_sum_like", broadcast},
      {"add", broadcast},
      {"power", broadcast},
      {"less", broadcast},
      {"sum", reduction},
      {"max", reduction},
      {"mean", reduction},
      {"argmax", reduction},
  };
  for (const auto &[name, make] : generators) {
    int numFitting = 0;
    for (int round = 0; round < 40 && numFitting < 8; ++round) {
      Case test = make();
      const char *element = pickName({"f32", "f16", "i8", "i64", "ui32"});
      SmallVector<std::string> operands;
      for (auto [i, extents] : llvm::enumerate(test.shapes)) {
        bool isIndex = test.hasIndices && i + 1 == test.shapes.size();
        bool isOneHot = StringRef(name) == "one_hot";
        operands.push_back(getType(extents, isIndex         ? "i64"
                                            : isOneHot && i ? "f32"
                                            : isOneHot      ? "i32"
                                                            : element));
      }
      Operation *op = inferOperation(name, test.attributes, operands);
      if (!op)
        continue;
      SmallVector<Tensor> tensors;
      for (Type type : op->getOperandTypes())
        tensors.push_back(makeTensor(cast<RankedTensorType>(type)));
      if (test.hasIndices)
        tensors.back() = makeIndices(tensors.back().getType(), 5);
      // Operators of floats have no kernels for integers.
      if (llvm::is_contained({"nn.softmax", "nn.lrn"}, StringRef(name)) &&
          !isa<FloatType>(tensors.front().getType().getElementType()))
        continue;
      ++numFitting;
      check(op, tensors);
    }
    EXPECT_GT(numFitting, 3) << name << " has too few cases that fit";
  }
}

} // namespace
