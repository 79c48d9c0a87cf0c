//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading and making the values of relay.constant.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Support/Rounding.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemAlloc.h"
#include "llvm/Support/xxhash.h"
#include <atomic>
#include <mutex>

using namespace mlir;
using namespace mlir::relay;

/// Bytes of one element in memory.
static size_t getElementSize(ShapedType type) {
  return llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

std::optional<size_t> relay::computeByteSize(ArrayRef<int64_t> shape,
                                             size_t elementSize) {
  // The product of the other sizes may overflow.
  if (llvm::is_contained(shape, 0))
    return 0;
  int64_t size = elementSize;
  for (int64_t dim : shape)
    if (llvm::MulOverflow(size, dim, size))
      return std::nullopt;
  return size;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The booleans of `value`, which packs them, with one byte each.
static ConstantData unpackBooleans(DenseElementsAttr value) {
  if (value.isSplat()) {
    static const char values[] = {0, 1};
    return {ArrayRef<char>(values + value.getSplatValue<bool>(), 1), true, {}};
  }
  auto bytes = std::make_shared<SmallVector<char, 0>>();
  bytes->reserve(value.getNumElements());
  for (bool element : value.getValues<bool>())
    bytes->push_back(element);
  ArrayRef<char> view = *bytes;
  return {view, false, std::move(bytes)};
}

/// The type as diagnostics show it.
static std::string quote(Type type) {
  return llvm::formatv("'{0}'", type).str();
}

/// The elements of `value` in place. They may be unaligned, and those of a
/// dense attribute are as it stores them.
static llvm::Expected<ArrayRef<char>> viewConstant(ElementsAttr value) {
  auto fail = [](const Twine &message) {
    return llvm::createStringError(message);
  };
  ShapedType type = value.getShapedType();
  if (!type.getElementType().isIntOrFloat() || !type.hasStaticShape())
    return fail("expected a constant of static shape with integer or float "
                "elements, but got " +
                quote(type));
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    return dense.getRawData();
  auto resource = dyn_cast<DenseResourceElementsAttr>(value);
  if (!resource)
    return fail("expected a dense or dense_resource constant");
  StringRef key = resource.getRawHandle().getKey();
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  if (!blob)
    return fail("resource '" + key + "' has no data");
  ArrayRef<char> bytes = blob->getData();
  std::optional<size_t> expected =
      computeByteSize(type.getShape(), getElementSize(type));
  if (!expected)
    return fail("the bytes of " + quote(type) + " do not fit 63 bits");
  if (bytes.size() != *expected)
    return fail("expected " + Twine(*expected) + " bytes in resource '" + key +
                "' for " + quote(type) + ", but got " + Twine(bytes.size()));
  // Kernels use the lowest bit of a boolean, and conversions use all bits.
  if (type.getElementType().isInteger(1)) {
    const char *wrong =
        llvm::find_if(bytes, [](char byte) { return byte != 0 && byte != 1; });
    if (wrong != bytes.end())
      return fail("expected bytes of 0 or 1 in resource '" + key + "' for " +
                  quote(type) + ", but got " +
                  Twine(unsigned(static_cast<unsigned char>(*wrong))));
  }
  return bytes;
}

LogicalResult
relay::checkConstant(ElementsAttr value,
                     function_ref<InFlightDiagnostic()> emitError) {
  if (llvm::Error error = viewConstant(value).takeError())
    return emitError() << llvm::toString(std::move(error));
  return success();
}

llvm::Expected<ConstantData> relay::readConstant(ElementsAttr value) {
  llvm::Expected<ArrayRef<char>> bytes = viewConstant(value);
  if (!bytes)
    return bytes.takeError();
  ShapedType type = value.getShapedType();
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    return type.getElementType().isInteger(1)
               ? unpackBooleans(dense)
               : ConstantData{*bytes, dense.isSplat(), {}};
  return ConstantData{*bytes, false, {}};
}

FailureOr<ConstantData>
relay::readConstant(ElementsAttr value,
                    function_ref<InFlightDiagnostic()> emitError) {
  llvm::Expected<ConstantData> data = readConstant(value);
  if (!data)
    return emitError() << llvm::toString(data.takeError());
  return std::move(*data);
}

bool relay::allElements(const ConstantData &data, FloatType type,
                        function_ref<bool(const APFloat &)> predicate) {
  size_t size = type.getWidth() / 8;
  for (ArrayRef<char> bytes = data.bytes; !bytes.empty();
       bytes = bytes.drop_front(size)) {
    uint64_t bits = 0;
    for (size_t i = 0; i < size; ++i)
      bits |= uint64_t(uint8_t(bytes[i])) << 8 * i;
    if (!predicate(
            APFloat(type.getFloatSemantics(), APInt(type.getWidth(), bits))))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

DenseElementsAttr relay::makeDenseConstant(RankedTensorType type,
                                           ArrayRef<char> bytes, bool isSplat) {
  if (isSplat)
    bytes = bytes.take_front(getElementSize(type));
  if (type.getElementType().isInteger(1)) {
    SmallVector<bool> values;
    for (char byte : bytes)
      values.push_back(byte != 0);
    return DenseElementsAttr::get(type, values);
  }
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}

namespace {
/// The owners of the memory of resources, for others that share it. Blobs do
/// not say who owns their memory.
class OwnerTable {
public:
  void add(const char *data, const std::shared_ptr<const void> &owner) {
    std::lock_guard<std::mutex> lock(mutex);
    if (owners.size() >= limit) {
      SmallVector<const char *> expired;
      for (auto &[data, owner] : owners)
        if (owner.expired())
          expired.push_back(data);
      for (const char *data : expired)
        owners.erase(data);
      limit = std::max<size_t>(64, 2 * owners.size());
    }
    owners[data] = owner;
  }

  std::shared_ptr<const void> lookup(const char *data) {
    std::lock_guard<std::mutex> lock(mutex);
    auto it = owners.find(data);
    return it == owners.end() ? nullptr : it->second.lock();
  }

private:
  std::mutex mutex;
  llvm::DenseMap<const char *, std::weak_ptr<const void>> owners;
  /// Expired owners are removed when there are this many entries.
  size_t limit = 64;
};
} // namespace

static OwnerTable &getOwners() {
  // Never destroyed: resources may be freed at the end of the process.
  static auto *table = new OwnerTable();
  return *table;
}

std::shared_ptr<const void> relay::getConstantOwner(ArrayRef<char> bytes) {
  return getOwners().lookup(bytes.data());
}

static std::atomic<uint64_t> madeResourceBytes = 0;

uint64_t relay::getMadeResourceBytes() { return madeResourceBytes; }

// The alignment of the bytes in files, and of copies. Memory of others may have
// any. MLIR refuses bytecode that asks for more. All blobs have the same
// alignment; otherwise it would depend on which of two constants with the same
// bytes is made first.
static constexpr size_t blobAlignment = 16;

/// A blob of `bytes`. Either `owner` keeps them alive, or they are copied.
static AsmResourceBlob makeBlob(ArrayRef<char> bytes,
                                std::shared_ptr<const void> owner) {
  if (!owner) {
    size_t size = bytes.size();
    std::shared_ptr<char> copy(
        static_cast<char *>(llvm::allocate_buffer(size, blobAlignment)),
        [=](char *data) {
          llvm::deallocate_buffer(data, size, blobAlignment);
        });
    llvm::copy(bytes, copy.get());
    bytes = ArrayRef(copy.get(), size);
    owner = std::move(copy);
  }
  getOwners().add(bytes.data(), owner);
  madeResourceBytes += bytes.size();
  return AsmResourceBlob(
      bytes, blobAlignment,
      [owner = std::move(owner)](void *, size_t, size_t) {},
      /*dataIsMutable=*/false);
}

// Hashing a large constant takes as long as making it, and the system reads 64
// KiB of a mapped file where one byte is touched.
static constexpr size_t wholeBytes = 64 << 10, sampleBytes = 4 << 10;
static constexpr size_t numSamples = 4;

/// The key of `bytes`: their hash, or a hash of samples and of their number.
static std::string makeKey(ArrayRef<char> bytes) {
  auto hash = [](ArrayRef<char> part) {
    return llvm::xxh3_128bits(
        ArrayRef(reinterpret_cast<const uint8_t *>(part.data()), part.size()));
  };
  llvm::XXH128_hash_t result = hash(bytes.take_front(wholeBytes));
  if (bytes.size() > wholeBytes) {
    SmallVector<uint64_t> samples = {bytes.size(), result.low64, result.high64};
    auto addSample = [&](ArrayRef<char> sample) {
      llvm::XXH128_hash_t part = hash(sample);
      samples.append({part.low64, part.high64});
    };
    size_t stride = std::max(wholeBytes, bytes.size() / numSamples);
    for (size_t start = stride; start < bytes.size(); start += stride)
      addSample(bytes.drop_front(start).take_front(sampleBytes));
    addSample(bytes.take_back(sampleBytes));
    result = hash(ArrayRef(reinterpret_cast<const char *>(samples.data()),
                           samples.size() * sizeof(uint64_t)));
  }
  return llvm::formatv("relay_{0:x-16}{1:x-16}", result.high64, result.low64);
}

static bool isSameData(ArrayRef<char> lhs, ArrayRef<char> rhs) {
  return lhs.size() == rhs.size() && (lhs.data() == rhs.data() || lhs == rhs);
}

ElementsAttr relay::makeConstant(RankedTensorType type, ArrayRef<char> bytes,
                                 bool isSplat,
                                 std::shared_ptr<const void> owner) {
  if (isSplat || bytes.size() <= maxDenseConstantBytes)
    return makeDenseConstant(type, bytes, isSplat);
  auto *dialect = type.getContext()->getLoadedDialect<BuiltinDialect>();
  DialectResourceBlobManager &manager =
      DenseResourceElementsHandle::getManagerInterface(type.getContext())
          .getBlobManager();
  std::string key = makeKey(bytes);
  // Looking up and inserting is one step. Different bytes may have one key,
  // because samples do not distinguish them or because a file uses it. They get
  // a suffix, and so do bytes that need another alignment.
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  for (unsigned suffix = 0;; ++suffix) {
    std::string name = suffix ? key + "_" + std::to_string(suffix) : key;
    auto *entry = manager.lookup(name);
    if (!entry) {
      auto handle = manager.insert<DenseResourceElementsHandle>(
          dialect, name, makeBlob(bytes, std::move(owner)));
      return DenseResourceElementsAttr::get(type, handle);
    }
    AsmResourceBlob *blob = entry->getBlob();
    // A freed resource gets its bytes back.
    if (!blob)
      manager.update(name, makeBlob(bytes, std::move(owner)));
    // To compare the memory with itself would read all of a mapped file. The
    // bytes of a file may ask for the alignment of smaller elements only.
    if (!blob || (blob->getDataAlignment() >= getElementSize(type) &&
                  isSameData(blob->getData(), bytes)))
      return DenseResourceElementsAttr::get(
          type, DenseResourceElementsHandle(entry, dialect));
  }
}

std::optional<double> relay::getConstantScalar(Value value) {
  ElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)) ||
      elements.getNumElements() != 1)
    return std::nullopt;
  if (auto integer = dyn_cast<IntegerType>(elements.getElementType())) {
    auto values = elements.tryGetValues<APInt>();
    if (!values)
      return std::nullopt;
    return (*(*values).begin())
        .roundToDouble(!integer.isUnsigned() && integer.getWidth() != 1);
  }
  auto values = elements.tryGetValues<APFloat>();
  if (!values)
    return std::nullopt;
  return (*(*values).begin()).convertToDouble();
}

ElementsAttr relay::makeScalarConstant(Type elementType, const APFloat &value) {
  auto type = RankedTensorType::get({}, elementType);
  if (auto floatType = dyn_cast<FloatType>(elementType))
    return DenseElementsAttr::get(
        type, roundToNearest(value, floatType.getFloatSemantics()));
  // As a signed integer of one bit, true would be negative.
  bool isUnsigned = elementType.isUnsignedInteger() || elementType.isInteger(1);
  return DenseElementsAttr::get(
      type, APInt(truncateToInteger(value, elementType.getIntOrFloatBitWidth(),
                                    isUnsigned)));
}

void relay::releaseUnusedResources(MLIRContext *context,
                                   ArrayRef<ModuleOp> modules) {
  llvm::StringSet<> used;
  AttrTypeWalker walker;
  walker.addWalk([&](DenseResourceElementsAttr attr) {
    used.insert(attr.getRawHandle().getKey());
  });
  for (ModuleOp module : modules)
    module->walk([&](Operation *op) { walker.walk(op->getAttrDictionary()); });
  DialectResourceBlobManager &manager =
      DenseResourceElementsHandle::getManagerInterface(context)
          .getBlobManager();
  SmallVector<std::string> unused;
  manager.getBlobMap(
      [&](const llvm::StringMap<DialectResourceBlobManager::BlobEntry> &map) {
        for (const auto &entry : map)
          if (entry.second.getBlob() && !used.contains(entry.first()))
            unused.push_back(entry.first().str());
      });
  for (const std::string &name : unused)
    manager.update(name, AsmResourceBlob());
}
