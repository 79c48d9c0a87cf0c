//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a compiled classifier on an image of raw floats:
//
//     classify IMAGE
//
// net.h is what relay-lite-compile --header wrote. Shapes come from the
// description of the module, so that any network with one input and one output
// of floats will do.
//
//===----------------------------------------------------------------------===//

#include "net.h"
#include <algorithm>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <vector>

/// A tensor of floats that owns its elements.
class Tensor {
public:
  explicit Tensor(const RelayLiteTensorInfo &info)
      : shape(info.shape, info.shape + info.ndim), dtype(info.dtype) {
    size_t size = 1;
    for (int64_t extent : shape)
      size *= size_t(extent);
    elements.resize(size);
  }
  DLTensor view() {
    return {elements.data(),
            {kDLCPU, 0},
            int32_t(shape.size()),
            dtype,
            shape.data(),
            nullptr,
            0};
  }
  std::vector<float> elements;

private:
  std::vector<int64_t> shape;
  DLDataType dtype;
};

int main(int argc, char **argv) {
  const RelayLiteFunctionInfo &function = net_module.functions[0];
  Tensor image(function.inputs[0]), scores(function.outputs[0]);
  std::ifstream file(argc == 2 ? argv[1] : "", std::ios::binary);
  auto size = std::streamsize(image.elements.size() * sizeof(float));
  if (!file.read(reinterpret_cast<char *>(image.elements.data()), size)) {
    std::cerr << "usage: classify IMAGE\n";
    return 1;
  }
  RelayLiteContext context = {};
  DLTensor input = image.view(), output = scores.view();
  if (function.call(&context, &input, &output) != RELAYLITE_OK) {
    std::cerr << context.message << "\n";
    return 1;
  }
  auto best = std::max_element(scores.elements.begin(), scores.elements.end());
  std::cout << "class " << best - scores.elements.begin() << "\n";
}
