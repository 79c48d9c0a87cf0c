//===- Operators on signals ------------------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_SIGNALOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_SIGNALOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

def Relay_DftOp
    : Relay_Operator<"dft", Relay_Opaque,
                     [Relay_FloatFunction,
                      DeclareOpInterfaceMethods<Relay_CostInterface>]> {
  let summary = "discrete Fourier transform";
  let semantics = [{
    The transform of the complex numbers `re_data + i * im_data` along the last
    dimension, of size n, as a tuple of real and imaginary part. Element f of
    the result is the sum over k of element k times `exp(-2 * pi * i * f * k /
    n)`; with `inverse`, of `exp(2 * pi * i * f * k / n)`, divided by n.

    A sum takes k in ascending order, in f64 for f64 and in f32 otherwise. The
    factors are those of the exact angles, rounded.
  }];
  let example = "%0 = relay.dft %re, %im {inverse = true} : (tensor<2x8xf32>, tensor<2x8xf32>) -> tuple<tensor<2x8xf32>, tensor<2x8xf32>>";
  let arguments = (ins Relay_Tensor:$re_data, Relay_Tensor:$im_data,
      Relay_BoolOr<"false">:$inverse);
  let tvm = Relay_TVM<level = 3, attrs = "DFTAttrs", declared = false>;
  let returns = "A TupleWrapper of the real and the imaginary part, of the "
      "types of `re_data` and `im_data`.";
  let raises = "`re_data` is a scalar, or `im_data` has another type";
}

def Relay_StftOp
    : Relay_Operator<"stft", Relay_Opaque,
                     [Relay_FloatFunction,
                      DeclareOpInterfaceMethods<Relay_CostInterface>]> {
  let summary = "short-time Fourier transform";
  let semantics = [{
    Fourier transforms of frames of a signal: of `data`, a vector, or of each
    row of a matrix. Frame t begins at element `t * hop_length`; there are `(n -
    n_fft) / hop_length + 1` of them, rounded down, in a signal of n elements.
    Row f and column t of the result hold the real and the imaginary part of the
    sum over k below `win_length` of

    ```
    window[k] * data[t * hop_length + k] * exp(-2 * pi * i * f * k / win_length)
    ```

    With `normalized` they are divided by the square root of `n_fft`. There are
    `n_fft` rows, or `n_fft / 2 + 1` with `onesided`. Sums are those of
    `relay.dft`. Elements behind the end of `data` or `window` count as 0.
  }];
  let example = "%0 = relay.stft %x, %w {n_fft = 4 : i64, hop_length = 2 : i64, win_length = 4 : i64} : (tensor<2x12xf32>, tensor<4xf32>) -> tensor<2x3x5x2xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$window,
      Relay_IntOr<"-1">:$n_fft, Relay_IntOr<"-1">:$hop_length,
      Relay_IntOr<"-1">:$win_length, Relay_BoolOr<"false">:$normalized,
      Relay_BoolOr<"true">:$onesided);
  let tvm = Relay_TVM<level = 3, attrs = "StftAttrs", declared = false>;
  let returns = "A tensor of the element type of `data` with the dimensions "
      "batch (if `data` has it), frequency, frame, and real and imaginary "
      "part.";
  let raises = "`data` is neither a vector nor a matrix, `window` is no vector, "
      "`n_fft`, `hop_length` or `win_length` is less than 1, or `n_fft` exceeds "
      "the signal";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_SIGNALOPS_TD
