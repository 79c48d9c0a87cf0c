/*===----------------------------------------------------------------------===*\
|*                                                                            *|
|* Part of the RelayLite project, under the Apache License v2.0 with LLVM     *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Arithmetic that some CPUs have no instructions for, exactly rounded: the   *|
|* compiler calls these functions by their names in libm and compiler-rt.     *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include <stdint.h>

static uint64_t toBits(double value) {
  uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}

static double fromBits(uint64_t bits) {
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

static const uint64_t signBit = (uint64_t)1 << 63;
static const uint64_t infinityBits = (uint64_t)0x7ff << 52;

static int isFinite(double value) {
  return (toBits(value) & ~signBit) < infinityBits;
}

/* Splits a finite value other than zero into an integer of 53 bits, which it
   returns, and the power of two that it counts. */
static uint64_t split(double value, int *exponent) {
  uint64_t bits = toBits(value) & ~signBit;
  int biased = (int)(bits >> 52);
  uint64_t integer = bits & (((uint64_t)1 << 52) - 1);
  if (biased) {
    *exponent = biased - 1075;
    return integer | (uint64_t)1 << 52;
  }
  int shift = __builtin_clzll(integer) - 11;
  *exponent = -1074 - shift;
  return integer << shift;
}

static unsigned __int128 shiftRightSticky(unsigned __int128 value, int count) {
  if (count >= 128)
    return value != 0;
  unsigned __int128 shifted = value >> count;
  return shifted | (shifted << count != value);
}

/* magnitude * 2^exponent, rounded once, to nearest. */
static double roundToDouble(uint64_t sign, unsigned __int128 magnitude,
                            int exponent) {
  uint64_t high = (uint64_t)(magnitude >> 64), low = (uint64_t)magnitude;
  int width = high ? 128 - __builtin_clzll(high) : 64 - __builtin_clzll(low);
  int shift = width - 53;
  if (shift < -1074 - exponent)
    shift = -1074 - exponent;
  uint64_t integer;
  if (shift <= 0) {
    integer = low << -shift;
  } else {
    /* Two more bits than the result, of which the last is sticky. */
    uint64_t wide =
        (uint64_t)(shift >= 2 ? shiftRightSticky(magnitude, shift - 2)
                              : magnitude << (2 - shift));
    integer = wide >> 2;
    uint64_t rest = wide & 3;
    if (rest == 3 || (rest == 2 && (integer & 1)))
      ++integer;
  }
  /* The leading bit of the integer adds one to the exponent. */
  int biased = exponent + shift + 1074;
  if (biased >= 2046)
    return fromBits(sign | infinityBits);
  return fromBits(sign | (((uint64_t)biased << 52) + integer));
}

double fma(double x, double y, double z) {
  if (!isFinite(x) || !isFinite(y) || x == 0 || y == 0)
    return x * y + z;
  if (!isFinite(z))
    return z;
  if (z == 0)
    return x * y;
  int exponentX, exponentY, exponentZ;
  uint64_t integerX = split(x, &exponentX), integerY = split(y, &exponentY);
  /* The product has up to 126 bits, of which the last 20 are zeros. */
  unsigned __int128 product = (unsigned __int128)integerX * integerY << 20;
  unsigned __int128 addend = split(z, &exponentZ);
  int exponent = exponentX + exponentY - 20;
  int distance = exponentZ - exponent;
  if (distance > 73) {
    product = shiftRightSticky(product, distance - 73);
    exponent += distance - 73;
    distance = 73;
  }
  if (distance >= 0)
    addend <<= distance;
  else
    addend = shiftRightSticky(addend, -distance);
  uint64_t signProduct = (toBits(x) ^ toBits(y)) & signBit;
  uint64_t signAddend = toBits(z) & signBit;
  if (signProduct == signAddend)
    return roundToDouble(signProduct, product + addend, exponent);
  if (product == addend)
    return 0;
  return product > addend
             ? roundToDouble(signProduct, product - addend, exponent)
             : roundToDouble(signAddend, addend - product, exponent);
}

float fmaf(float x, float y, float z) {
  /* The product is exact, and the sum is rounded to odd, so that rounding it
     again gives what rounding once would. */
  double product = (double)x * y, sum = product + z;
  double part = sum - product;
  double error = (product - (sum - part)) + (z - part);
  uint64_t bits = toBits(sum);
  if ((error < 0 || error > 0) && isFinite(sum) && !(bits & 1))
    bits += (error > 0) == (sum > 0) ? 1 : -1;
  return (float)fromBits(bits);
}

double fmod(double x, double y) {
  if (!isFinite(x) || y != y || y == 0)
    return (x * y) / (x * y);
  uint64_t sign = toBits(x) & signBit;
  if ((toBits(x) & ~signBit) < (toBits(y) & ~signBit))
    return x;
  int exponentX, exponentY;
  uint64_t rest = split(x, &exponentX), divisor = split(y, &exponentY);
  for (;; rest <<= 1, --exponentX) {
    if (rest >= divisor)
      rest -= divisor;
    if (rest == 0 || exponentX == exponentY)
      break;
  }
  return rest ? roundToDouble(sign, rest, exponentY) : fromBits(sign);
}

float fmodf(float x, float y) { return (float)fmod(x, y); }

/*===----------------------------------------------------------------------===*\
|* Half precision                                                             *|
\*===----------------------------------------------------------------------===*/

float __extendhfsf2(_Float16 half) {
  uint16_t bits;
  __builtin_memcpy(&bits, &half, sizeof bits);
  uint32_t sign = (uint32_t)(bits & 0x8000) << 16;
  uint32_t magnitude = bits & 0x7fff;
  uint32_t result;
  if (magnitude >= 0x7c00) {
    /* Infinity or NaN, which becomes quiet. */
    result = sign | 0x7f800000 | (magnitude & 0x3ff) << 13;
    if (magnitude > 0x7c00)
      result |= 0x400000;
  } else if (magnitude >= 0x400) {
    result = sign | ((magnitude << 13) + ((127 - 15) << 23));
  } else {
    float value = (float)magnitude * 0x1p-24f;
    __builtin_memcpy(&result, &value, sizeof result);
    result |= sign;
  }
  float value;
  __builtin_memcpy(&value, &result, sizeof value);
  return value;
}

_Float16 __truncdfhf2(double value) {
  uint64_t bits = toBits(value);
  uint16_t sign = (uint16_t)(bits >> 48 & 0x8000), result;
  uint64_t magnitude = bits & ~signBit;
  if (magnitude > infinityBits) {
    result = (uint16_t)(0x7e00 | (magnitude >> 42 & 0x1ff));
  } else if (magnitude >= toBits(65520.0)) {
    result = 0x7c00;
  } else if (magnitude < toBits(0x1p-25)) {
    result = 0;
  } else {
    int exponent;
    uint64_t integer = split(value, &exponent);
    int shift = 42;
    if (shift < -24 - exponent)
      shift = -24 - exponent;
    uint64_t half = (uint64_t)1 << (shift - 1);
    uint64_t rest = integer & (2 * half - 1);
    integer >>= shift;
    if (rest > half || (rest == half && (integer & 1)))
      ++integer;
    result = (uint16_t)(((uint64_t)(exponent + shift + 24) << 10) + integer);
  }
  result |= sign;
  _Float16 converted;
  __builtin_memcpy(&converted, &result, sizeof converted);
  return converted;
}

_Float16 __truncsfhf2(float value) { return __truncdfhf2(value); }
