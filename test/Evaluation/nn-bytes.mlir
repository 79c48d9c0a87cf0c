// RUN: relay-lite-run --check %s

// Products of integers of 8 bits at their limits. Sums that are odd and beyond
// 2^24, which f32 does not have.

func.func @signed() -> (tensor<13x35xi32>, tensor<13x35xi32>) attributes {relay.check} {
  %x = relay.constant dense<-127> : tensor<13x1201xi8>
  %y = relay.constant dense<127> : tensor<35x1201xi8>
  %0 = relay.nn.dense %x, %y {out_dtype = i32} : (tensor<13x1201xi8>, tensor<35x1201xi8>) -> tensor<13x35xi32>
  %e = relay.constant dense<-19370929> : tensor<13x35xi32>
  return %0, %e : tensor<13x35xi32>, tensor<13x35xi32>
}

func.func @unsigned() -> (tensor<13x35xi32>, tensor<13x35xi32>) attributes {relay.check} {
  %x = relay.constant dense<255> : tensor<13x1201xui8>
  %y = relay.constant dense<255> : tensor<35x1201xui8>
  %0 = relay.nn.dense %x, %y {out_dtype = i32} : (tensor<13x1201xui8>, tensor<35x1201xui8>) -> tensor<13x35xi32>
  %e = relay.constant dense<78095025> : tensor<13x35xi32>
  return %0, %e : tensor<13x35xi32>, tensor<13x35xi32>
}

// One row has another form.
func.func @row() -> (tensor<1x35xi32>, tensor<1x35xi32>) attributes {relay.check} {
  %x = relay.constant dense<255> : tensor<1x1201xui8>
  %y = relay.constant dense<255> : tensor<35x1201xui8>
  %0 = relay.nn.dense %x, %y {out_dtype = i32} : (tensor<1x1201xui8>, tensor<35x1201xui8>) -> tensor<1x35xi32>
  %e = relay.constant dense<78095025> : tensor<1x35xi32>
  return %0, %e : tensor<1x35xi32>, tensor<1x35xi32>
}

// Sums wrap around.
func.func @overflow() -> (tensor<3x5xi32>, tensor<3x5xi32>) attributes {relay.check} {
  %x = relay.constant dense<255> : tensor<3x40000xui8>
  %y = relay.constant dense<255> : tensor<5x40000xui8>
  %0 = relay.nn.dense %x, %y {out_dtype = i32} : (tensor<3x40000xui8>, tensor<5x40000xui8>) -> tensor<3x5xi32>
  %e = relay.constant dense<-1693967296> : tensor<3x5xi32>
  return %0, %e : tensor<3x5xi32>, tensor<3x5xi32>
}

func.func @smallest() -> (tensor<2x4x37xi32>, tensor<2x4x37xi32>) attributes {relay.check} {
  %x = relay.constant dense<-128> : tensor<2x4x255xi8>
  %y = relay.constant dense<-128> : tensor<2x255x37xi8>
  %0 = relay.nn.batch_matmul %x, %y {out_dtype = i32, transpose_b = false} : (tensor<2x4x255xi8>, tensor<2x255x37xi8>) -> tensor<2x4x37xi32>
  %e = relay.constant dense<4177920> : tensor<2x4x37xi32>
  return %0, %e : tensor<2x4x37xi32>, tensor<2x4x37xi32>
}

// Unsigned windows and a signed kernel, in one block of the depth and in more.
func.func @conv2d() -> (tensor<1x3x5x7xi32>, tensor<1x3x5x7xi32>) attributes {relay.check} {
  %x = relay.constant dense<255> : tensor<1x19x5x7xui8>
  %w = relay.constant dense<-127> : tensor<3x19x1x1xi8>
  %0 = relay.nn.conv2d %x, %w {out_dtype = i32} : (tensor<1x19x5x7xui8>, tensor<3x19x1x1xi8>) -> tensor<1x3x5x7xi32>
  %e = relay.constant dense<-615315> : tensor<1x3x5x7xi32>
  return %0, %e : tensor<1x3x5x7xi32>, tensor<1x3x5x7xi32>
}

func.func @conv2d_deep() -> (tensor<1x3x5x7xi32>, tensor<1x3x5x7xi32>) attributes {relay.check} {
  %x = relay.constant dense<255> : tensor<1x1201x5x7xui8>
  %w = relay.constant dense<-127> : tensor<3x1201x1x1xi8>
  %0 = relay.nn.conv2d %x, %w {out_dtype = i32} : (tensor<1x1201x5x7xui8>, tensor<3x1201x1x1xi8>) -> tensor<1x3x5x7xi32>
  %e = relay.constant dense<-38894385> : tensor<1x3x5x7xi32>
  return %0, %e : tensor<1x3x5x7xi32>, tensor<1x3x5x7xi32>
}
