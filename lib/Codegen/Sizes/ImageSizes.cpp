//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sizes of operators on images and boxes.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/TypeInference.h"
#include "SizeChecker.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::relay;

/// The elements of a box at `index` to `index + count` exist.
static void checkElement(SizeChecker &c, int64_t index, int64_t count = 1) {
  if (index >= 0)
    c.requireAtLeast(0, 2, index + count);
}

static void check(SizeChecker &c, VisionGetValidCountsOp op) {
  c.require("? ? ?, 1*");
  checkElement(c, op.getIdIndex());
  checkElement(c, op.getScoreIndex());
}

static void check(SizeChecker &c, VisionNonMaxSuppressionOp op) {
  c.require(op.getReturnIndices() ? "b n ?, b, b n, 1*, 1*"
                                  : "b n ?, b, *, 1*, 1*");
  checkElement(c, op.getCoordStart(), 4);
  checkElement(c, op.getScoreIndex());
  checkElement(c, op.getIdIndex());
}

static void check(SizeChecker &c, VisionRegularNonMaxSuppressionOp op) {
  c.require("b n 4, b n ?");
  c.requireAtLeast(1, 2, op.getNumClasses());
}

static void check(SizeChecker &c, VisionMultiboxTransformLocOp op) {
  c.require("b ? n, b ?, 1 n 4");
  c.requireEqual(1, 1, c.mul(c.getSize(0, 2), 4));
}

static void check(SizeChecker &c, VisionProposalOp op) {
  int64_t anchors = op.getScales().size() * op.getRatios().size();
  c.require("b " + Twine(2 * anchors) + " h w, b " + Twine(4 * anchors) +
            " h w, b 3");
}

static void check(SizeChecker &c, VisionYoloReorgOp op) {
  int64_t stride = op.getStride();
  c.requireMultiple(0, 1, stride * stride);
  c.requireMultiple(0, 2, stride);
  c.requireMultiple(0, 3, stride);
}

static void check(SizeChecker &c, ImageGridSampleOp op) {
  c.require(op.getLayout() == "NCHW" ? "n ? ? ?, n 2 ? ?"
                                     : "n ? ? ? ?, n 3 ? ? ?");
}

static void check(SizeChecker &c, ImageDilation2dOp op) {
  FailureOr<Dilation> dilation =
      checkDilation(std::nullopt, op.getRelayName(), c.getType(0), c.getType(1),
                    op.getStrides(), op.getPadding(), op.getDilations(),
                    op.getDataLayout(), op.getKernelLayout());
  if (failed(dilation))
    return;
  const Layout &data = dilation->dataLayout, &kernel = dilation->kernelLayout;
  c.requireEqual(1, kernel.indexOf('I'), c.getSize(0, data.indexOf('C')));
  for (auto [i, name] : llvm::enumerate(StringRef("HW"))) {
    int64_t margin = dilation->before[i] + dilation->after[i];
    int64_t dim = kernel.indexOf(name);
    c.requireAtLeast(1, dim, 1);
    // (window - 1) * dilation + 1 - padding - stride
    Value reach = c.mul(c.sub(c.getSize(1, dim), 1), op.getDilations()[i]);
    c.requireAtLeast(0, data.indexOf(name),
                     c.add(reach, 1 - margin - op.getStrides()[i]));
  }
}

void relay::checkImageSizes(SizeChecker &c, Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<VisionGetValidCountsOp, VisionNonMaxSuppressionOp,
            VisionRegularNonMaxSuppressionOp, VisionMultiboxTransformLocOp,
            VisionProposalOp, VisionYoloReorgOp, ImageGridSampleOp,
            ImageDilation2dOp>([&](auto typed) { check(c, typed); })
      .Case([&](VisionAllClassNonMaxSuppressionOp) {
        c.require("b n 4, b ? n, 1*, 1*, 1*");
      })
      .Case<VisionRoiAlignOp, VisionRoiPoolOp>(
          [&](auto) { c.require("*, ? 5"); })
      .Case([&](ImageAffineGridOp) { c.require("? 2 3"); })
      .Case([&](ImageCropAndResizeOp) { c.require("*, n 4, n"); })
      .Case([&](DynImageResize2dOp) { c.require("*, 2, 4"); });
}
