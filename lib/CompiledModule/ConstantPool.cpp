//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants of the LLVM dialect -> bytes of object files.
//
//===----------------------------------------------------------------------===//

#include "ConstantPool.h"
#include "RelayLite/Codegen/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::relay;

static constexpr StringLiteral poolName = "relay.constants";
/// Linkers put it into the read-only data.
static constexpr StringLiteral poolSection = ".rodata.relay";
/// Cache lines, as in files of weights.
static constexpr size_t poolAlignment = 64;
/// LLVM may use the elements of smaller constants.
static constexpr size_t minPoolBytes = 1024;

/// The bytes of a constant, with an owner; none for a splat, for booleans, and
/// for what translation reports.
static std::optional<ConstantData> getBytes(LLVM::GlobalOp global) {
  auto value = dyn_cast_if_present<ElementsAttr>(global.getValueOrNull());
  if (!value || !global.getConstant() || value.isSplat() ||
      !value.getElementType().isIntOrFloat() ||
      value.getElementType().getIntOrFloatBitWidth() % 8 != 0)
    return std::nullopt;
  llvm::Expected<ConstantData> data = readConstant(value);
  if (!data) {
    llvm::consumeError(data.takeError());
    return std::nullopt;
  }
  if (data->isSplat)
    return std::nullopt;
  if (!data->owner)
    data->owner = getConstantOwner(data->bytes);
  return std::move(*data);
}

void ConstantPool::take(ModuleOp module) {
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    std::optional<ConstantData> data = getBytes(global);
    if (!data || data->bytes.size() < minPoolBytes)
      continue;
    if (!data->owner) {
      auto copy = std::make_shared<std::vector<char>>(data->bytes);
      data->bytes = *copy;
      data->owner = std::move(copy);
    }
    size_t size = data->bytes.size();
    entries.push_back({global.getSymName().str(), numBytes, std::move(*data)});
    numBytes = llvm::alignTo(numBytes + size, poolAlignment);
    global.removeValueAttr();
    global.setLinkage(LLVM::Linkage::External);
  }
}

std::vector<char> ConstantPool::takeFile(ModuleOp module, size_t headerBytes) {
  std::vector<char> file(headerBytes);
  for (auto global :
       llvm::make_early_inc_range(module.getOps<LLVM::GlobalOp>())) {
    StringRef name = global.getSymName();
    uint64_t offset;
    if (!name.consume_front(weightsPrefix) || name.getAsInteger(10, offset))
      continue;
    std::optional<ConstantData> data = getBytes(global);
    if (!data)
      continue;
    file.resize(std::max(
        file.size(),
        size_t(llvm::alignTo(offset + data->bytes.size(), poolAlignment))));
    llvm::copy(data->bytes, file.begin() + offset);
    global.erase();
  }
  return file;
}

void ConstantPool::define(llvm::Module &code) const {
  if (entries.empty())
    return;
  llvm::LLVMContext &context = code.getContext();
  auto *i8 = llvm::Type::getInt8Ty(context);
  auto *type = llvm::ArrayType::get(i8, numBytes);
  auto *pool = new llvm::GlobalVariable(
      code, type, /*isConstant=*/true, llvm::GlobalValue::InternalLinkage,
      llvm::ConstantAggregateZero::get(type), poolName);
  pool->setAlignment(llvm::Align(poolAlignment));
  pool->setSection(poolSection);
  // The zeros are no values to compute with.
  pool->setExternallyInitialized(true);
  for (const Entry &entry : entries) {
    llvm::GlobalVariable *global = code.getNamedGlobal(entry.name);
    global->replaceAllUsesWith(llvm::ConstantExpr::getInBoundsGetElementPtr(
        i8, pool,
        llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), entry.offset)));
    global->eraseFromParent();
  }
}

void ConstantPool::copyTo(char *elements) const {
  for (const Entry &entry : entries)
    llvm::copy(entry.data.bytes, elements + entry.offset);
}

void ConstantPool::fill(llvm::Module &code) const {
  llvm::GlobalVariable *pool =
      code.getGlobalVariable(poolName, /*AllowInternal=*/true);
  if (!pool)
    return;
  std::vector<char> elements(numBytes);
  copyTo(elements.data());
  pool->setInitializer(llvm::ConstantDataArray::getRaw(
      StringRef(elements.data(), elements.size()), elements.size(),
      llvm::Type::getInt8Ty(code.getContext())));
  pool->setExternallyInitialized(false);
}

llvm::Error ConstantPool::write(MutableArrayRef<char> object) const {
  llvm::Expected<std::unique_ptr<llvm::object::ObjectFile>> file =
      llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(
          StringRef(object.data(), object.size()), "code"));
  if (!file)
    return file.takeError();
  for (const llvm::object::SectionRef &section : (*file)->sections()) {
    llvm::Expected<StringRef> name = section.getName();
    if (!name)
      return name.takeError();
    if (*name != poolSection)
      continue;
    llvm::Expected<StringRef> contents = section.getContents();
    if (!contents)
      return contents.takeError();
    copyTo(object.data() + (contents->data() - object.data()));
  }
  return llvm::Error::success();
}
