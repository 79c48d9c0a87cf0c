// RUN: relay-lite-opt %s --relay-expand-math --split-input-file --verify-diagnostics

func.func @exp_f16(%x: f16) -> f16 {
  // expected-error @+1 {{'math.exp' op expected scalars or vectors of f32 or f64, but got 'f16'}}
  %0 = math.exp %x : f16
  return %0 : f16
}

// -----

func.func @pow_bf16(%x: vector<4xbf16>) -> vector<4xbf16> {
  // expected-error @+1 {{'math.powf' op expected scalars or vectors of f32 or f64, but got 'vector<4xbf16>'}}
  %0 = math.powf %x, %x : vector<4xbf16>
  return %0 : vector<4xbf16>
}

// -----

func.func @tanh_tensor(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'math.tanh' op expected scalars or vectors of f32 or f64, but got 'tensor<4xf32>'}}
  %0 = math.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
