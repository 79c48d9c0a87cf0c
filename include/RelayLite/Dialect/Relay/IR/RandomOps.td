//===- Random numbers ------------------------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_RANDOMOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_RANDOMOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

// An operator that draws numbers with the key of a generator. It is a function
// of its operands: the same key gives the same numbers.
class Relay_RandomOp<string mnemonic>
    : Relay_Operator<mnemonic, Relay_Opaque,
                     [DeclareOpInterfaceMethods<
                         Relay_InferOperandTypesInterface>]>;

def Relay_RandomThreefryGenerateOp
    : Relay_RandomOp<"random.threefry_generate"> {
  let summary = "random bits";
  let semantics = [{
    A tuple of the next key and of a tensor of shape `out_shape` with random
    integers of 64 bits. `key` must not be used again.

    A key is the ten words of a splittable generator: four of the key of
    Threefry-4x64, two of the path of splits, two of the counter (of which the
    second counts), and two with the bit that the next split sets. Elements 4b to
    4b + 3 are what 20 rounds of Threefry make of path and counter plus b, with
    TVM's deviations from the published function: each of the four words is
    increased by b (in a last block that is not full, only the counter, by 4b),
    and there is no key injection after the last round. Without room in the
    counter, the path gets one bit more; if that has no room either, the key is
    hashed.
  }];
  let example = "%0 = relay.random.threefry_generate %key {out_shape = array<i64: 2, 3>} : (tensor<10xui64>) -> tuple<tensor<10xui64>, tensor<2x3xui64>>";
  let arguments = (ins Relay_Tensor:$key, Relay_Ints:$out_shape);
  let tvm = Relay_TVM<attrs = "ThreefryGenerateAttrs">;
  let returns = "A tuple of the next key and of a tensor of integers of "
      "64 bits without sign, of the shape `out_shape`.";
  let raises = "`key` is no key, or a size is negative";
  let pythonParameters = "key, out_shape";
}

def Relay_RandomThreefrySplitOp : Relay_RandomOp<"random.threefry_split"> {
  let summary = "two keys of one";
  let semantics = [{
    A tuple of two keys, whose numbers are independent of each other and of those
    of `key`, which must not be used again. `relay.random.threefry_generate`
    explains keys.
  }];
  let example = "%0 = relay.random.threefry_split %key : (tensor<10xui64>) -> tuple<tensor<10xui64>, tensor<10xui64>>";
  let arguments = (ins Relay_Tensor:$key);
  let returns = "A tuple of two keys.";
  let raises = "`key` is no key";
}

def Relay_RandomUniformOp : Relay_RandomOp<"random.uniform"> {
  let summary = "uniformly distributed random numbers";
  let semantics = [{
    A tuple of the next key and of a tensor of shape `out_shape` with floats
    between the scalars `low` and `high`, `high` excluded. The lowest 32 bits of
    each element of `relay.random.threefry_generate` (all 64 for f64) give the
    fraction u of a float in [1, 2); the result is `(u - 1) * (high - low) +
    low`, each step rounded.
  }];
  let example = "%0 = relay.random.uniform %key, %low, %high {out_shape = array<i64: 2, 3>, out_dtype = f32} : (tensor<10xui64>, tensor<f32>, tensor<f32>) -> tuple<tensor<10xui64>, tensor<2x3xf32>>";
  let arguments = (ins Relay_Tensor:$key, Relay_Tensor:$low, Relay_Tensor:$high,
      Relay_Ints:$out_shape, Relay_DType:$out_dtype);
  let tvm = Relay_TVM<attrs = "UniformAttrs">;
  let returns = "A tuple of the next key and of a tensor of the shape "
      "`out_shape` and of element type `out_dtype`.";
  let raises = "`key` is no key, `low` or `high` is no scalar of `out_dtype`, an "
      "size is negative, or `out_dtype` is neither float32 nor float64";
}

def Relay_RandomNormalOp : Relay_RandomOp<"random.normal"> {
  let summary = "normally distributed random numbers";
  let semantics = [{
    A tuple of the next key and of a tensor of shape `out_shape` with floats of
    the normal distribution of mean `mean` and standard deviation `scale`, which
    are scalars. They are `sqrt(-2 * log(1 - u)) * sin(2 * pi * v) * scale +
    mean` (Box-Muller), where u is the first and v the second half of twice as
    many numbers of `relay.random.uniform` in [0, 1).
  }];
  let example = "%0 = relay.random.normal %key, %mean, %scale {out_shape = array<i64: 2, 3>, out_dtype = f32} : (tensor<10xui64>, tensor<f32>, tensor<f32>) -> tuple<tensor<10xui64>, tensor<2x3xf32>>";
  let arguments = (ins Relay_Tensor:$key, Relay_Tensor:$mean,
      Relay_Tensor:$scale, Relay_Ints:$out_shape, Relay_DType:$out_dtype);
  let tvm = Relay_TVM<attrs = "NormalAttrs">;
  let returns = "A tuple of the next key and of a tensor of the shape "
      "`out_shape` and of element type `out_dtype`.";
  let raises = "`key` is no key, `mean` or `scale` is no scalar of `out_dtype`, "
      "a size is negative, or `out_dtype` is neither float32 nor float64";
}

def Relay_RandomMultinomialOp : Relay_RandomOp<"random.multinomial"> {
  let summary = "random positions with given probabilities";
  let semantics = [{
    A tuple of the next key and of `num_samples` positions along the last
    dimension of `probs` for each vector along it. Position p is as likely as
    `probs[..., p]` is large, where negative elements count as 0.

    A vector is computed in f32: it is divided by its sum and summed up. For each
    number u of `relay.random.uniform` in [0, 1), the result is the first position
    of the smallest difference of a sum and u, where differences that are not
    above 0 count as 1.
  }];
  let example = "%0 = relay.random.multinomial %key, %probs {num_samples = 4 : i64} : (tensor<10xui64>, tensor<2x3xf32>) -> tuple<tensor<10xui64>, tensor<2x4xi32>>";
  let arguments = (ins Relay_Tensor:$key, Relay_Tensor:$probs,
      Relay_IntOr<"1">:$num_samples);
  let tvm = Relay_TVM<attrs = "MultinomialAttrs", objects = ["num_samples"]>;
  let returns = "A tuple of the next key and of a tensor of int32 of the "
      "shape of `probs`, with `num_samples` as its last size.";
  let raises = "`key` is no key, `probs` is a scalar, or `num_samples` is "
      "negative";
  let pythonParameters = "key, probs, num_samples";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_RANDOMOPS_TD
