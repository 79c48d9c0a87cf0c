//===- Limits.cpp - What the machine allows -------------------------------===//
//
// Part of RelayLite, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How fast hand-written loops do the work of the benchmark's cases: one pass
// over memory that is in use already, results in fresh huge pages, without
// anything that a compiler of tensors would need besides. Prints seconds.
//
//   fold-limits CASE SIZE
//
// "copy-2", "sum-2" and "read-2" are "copy", "sum" and "read" by two threads,
// each of which has a half; "read" reads a file in memory, where the constants
// of a module are; "touch" only takes memory and gives it back, so that what
// comes next finds it in the machine: the host of a virtual one takes pages
// that lie free.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <thread>

using Clock = std::chrono::steady_clock;

/// Fresh memory, in huge pages where the system gives them.
template <typename T>
static T *allocate(size_t count) {
  constexpr size_t hugePage = size_t(2) << 20;
  size_t bytes = (count * sizeof(T) + hugePage - 1) & ~(hugePage - 1);
  void *memory = std::aligned_alloc(hugePage, bytes);
  if (!memory) {
    std::fprintf(stderr, "out of memory\n");
    std::exit(1);
  }
  (void)madvise(memory, bytes, MADV_HUGEPAGE);
  return static_cast<T *>(memory);
}

template <typename T>
static T *input(size_t count) {
  T *data = allocate<T>(count);
  for (size_t i = 0; i != count; ++i)
    data[i] = static_cast<T>(i % 127) / T(2);
  return data;
}

static void chain(const float *in, float *out, size_t n) {
  for (size_t i = 0; i != n; ++i) {
    float x = (in[i] + 1.5f) * 0.5f - 2.0f;
    x = std::max(x * 0.25f, 3.0f);
    out[i] = std::min((x + 1.0f) * 0.125f, 2.5f);
  }
}

/// Four polynomials of the degrees that the four functions need, and two
/// divisions: no approximation of them does with less.
static void transcendental(const float *in, float *out, size_t n) {
  for (size_t i = 0; i != n; ++i) {
    float x = in[i];
    float p = 0.1f;
    for (int term = 0; term != 6; ++term)
      p = p * x + 0.2f;
    for (int term = 0; term != 7; ++term)
      p = p * x + 0.3f;
    float q = p;
    for (int term = 0; term != 6; ++term)
      p = p * q + 0.4f;
    p = p / (q * q + 1.0f);
    for (int term = 0; term != 6; ++term)
      p = p * x + 0.5f;
    out[i] = 1.0f / (1.0f + p);
  }
}

static void transpose(const float *in, float *out, size_t n) {
  constexpr size_t tile = 16;
  for (size_t i = 0; i < n; i += tile)
    for (size_t j = 0; j < n; j += tile)
      for (size_t r = 0; r != tile; ++r)
        for (size_t c = 0; c != tile; ++c)
          out[(i + r) * n + j + c] = in[(j + c) * n + i + r];
}

static void dequantise(const int8_t *in, float *out, size_t n) {
  for (size_t i = 0; i != n; ++i)
    out[i] = static_cast<float>(in[i]) * 0.0125f;
}

static float sum(const float *in, size_t n) {
  float lanes[64] = {};
  for (size_t i = 0; i < n; i += 64)
    for (size_t lane = 0; lane != 64; ++lane)
      lanes[lane] += in[i + lane];
  float result = 0;
  for (float lane : lanes)
    result += lane;
  return result;
}

/// `in` in the pages of a file, which have been read before.
static const float *mapped(const float *in, size_t count) {
  std::FILE *file = std::tmpfile();
  if (!file || std::fwrite(in, sizeof(float), count, file) != count ||
      std::fflush(file) != 0) {
    std::perror("cannot write a file");
    std::exit(1);
  }
  void *memory = mmap(nullptr, count * sizeof(float), PROT_READ, MAP_PRIVATE,
                      fileno(file), 0);
  if (memory == MAP_FAILED) {
    std::perror("cannot map a file");
    std::exit(1);
  }
  auto *data = static_cast<const float *>(memory);
  volatile float sink = sum(data, count);
  (void)sink;
  return data;
}

/// In blocks: the C library copies much more at a time by another, slower way.
static void copy(const float *in, float *out, size_t n) {
  constexpr size_t block = size_t(1) << 20;
  for (size_t i = 0; i < n; i += block)
    std::memcpy(out + i, in + i, std::min(block, n - i) * sizeof(float));
}

/// Calls `work` with the begin and the end of each half, or of all.
template <typename F>
static void divide(size_t size, bool isDivided, F work) {
  if (!isDivided)
    return work(size_t(0), size);
  size_t half = size / 2 & ~size_t(63);
  std::thread other(work, half, size);
  work(size_t(0), half);
  other.join();
}

/// `count` fused multiply-adds on values in registers.
static float multiplyAdd(size_t count) {
  constexpr size_t lanes = 256;
  float values[lanes];
  std::fill_n(values, lanes, 0.5f);
  for (size_t i = 0; i < count; i += lanes)
    for (float &value : values)
      value = __builtin_fmaf(value, 0.99f, 0.01f);
  return values[0];
}

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: fold-limits CASE SIZE\n");
    return 2;
  }
  std::string name = argv[1];
  bool isDivided = name.size() > 2 && name.substr(name.size() - 2) == "-2";
  if (isDivided)
    name.resize(name.size() - 2);
  size_t size = std::strtoull(argv[2], nullptr, 10);
  volatile float sink = 0;
  auto start = Clock::now();
  auto measure = [&](auto &&work) {
    start = Clock::now();
    work();
    std::printf("%.9f\n",
                std::chrono::duration<double>(Clock::now() - start).count());
  };
  if (name == "chain" || name == "transcendental") {
    float *in = input<float>(size);
    measure([&] {
      float *out = allocate<float>(size);
      (name == "chain" ? chain : transcendental)(in, out, size);
      sink = out[size / 2];
    });
  } else if (name == "transpose") {
    float *in = input<float>(size * size);
    measure([&] {
      float *out = allocate<float>(size * size);
      transpose(in, out, size);
      sink = out[size / 2];
    });
  } else if (name == "dequantise") {
    int8_t *in = input<int8_t>(size);
    measure([&] {
      float *out = allocate<float>(size);
      dequantise(in, out, size);
      sink = out[size / 2];
    });
  } else if (name == "copy") {
    // Aligned as constants in a file are: less aligned than the result.
    float *in = input<float>(size + 4) + 4;
    measure([&] {
      float *out = allocate<float>(size);
      divide(size, isDivided, [&](size_t begin, size_t end) {
        copy(in + begin, out + begin, end - begin);
      });
      sink = out[size / 2];
    });
  } else if (name == "sum" || name == "read") {
    float *in = input<float>(size);
    const float *from = name == "sum" ? in : mapped(in, size);
    measure([&] {
      divide(size, isDivided, [&](size_t begin, size_t end) {
        volatile float result = sum(from + begin, end - begin);
        (void)result;
      });
    });
  } else if (name == "touch") {
    measure([&] { sink = input<float>(size)[size / 2]; });
  } else if (name == "multiply-add") {
    measure([&] { sink = multiplyAdd(size); });
  } else {
    std::fprintf(stderr, "no case '%s'\n", name.c_str());
    return 2;
  }
  (void)sink;
  return 0;
}
