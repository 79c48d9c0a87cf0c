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

#include "Evaluation/KernelKey.h"
#include "EvaluationTest.h"
#include "mlir/IR/Builders.h"
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

  /// The bytes of the result of the kernel that is compiled for `op`, which
  /// are the same wherever the tensors are.
  std::string run(Operation *op, ArrayRef<Tensor> operands) {
    std::string text;
    llvm::raw_string_ostream(text) << *op;
    auto resultType = cast<RankedTensorType>(op->getResult(0).getType());
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
      size_t size = *Tensor::computeByteSize(resultType);
      add(size);
      char *result = memory.back()->data;
      KernelShare share;
      buffers.push_back(&share);
      // Aligned to 64 bytes.
      add(llvm::alignTo(kernel->scratchSize, 64));
      kernel->function(buffers.data(), nullptr, nullptr);
      results[atEnd].assign(result, size);
    }
    EXPECT_EQ(results[0], results[1]) << text;
    return results[0];
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
    SmallVector<int64_t> result(ArrayRef(data).take_front(axis));
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

} // namespace
