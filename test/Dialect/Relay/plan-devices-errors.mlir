// RUN: relay-lite-opt %s --relay-plan-devices='devices=cpu,cuda' --split-input-file --verify-diagnostics

#cpu = #relay.virtual_device<device = cpu, id = 0>
#cuda = #relay.virtual_device<device = cuda, id = 0>

func.func @fields(%a: tensor<f32>, %b: tensor<f32>) -> tuple<tensor<f32>, tensor<f32>> {
  %0 = relay.on_device %a {virtual_device = #cpu, constrain_result = true} : (tensor<f32>) -> tensor<f32>
  %1 = relay.on_device %b {virtual_device = #cuda, constrain_result = true} : (tensor<f32>) -> tensor<f32>
  // expected-error@+1 {{'relay.tuple' op expected operand 1 on #relay.virtual_device<device = cpu, id = 0>, but it is on #relay.virtual_device<device = cuda, id = 0>}}
  %2 = relay.tuple %0, %1 : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
  return %2 : tuple<tensor<f32>, tensor<f32>>
}

// -----

#cpu = #relay.virtual_device<device = cpu, id = 0>
#cuda = #relay.virtual_device<device = cuda, id = 0>

func.func @parameter(%a: tensor<f32> {relay.virtual_device = #cpu}) -> tensor<f32> {
  // expected-error@+1 {{'relay.on_device' op expected the operand on #relay.virtual_device<device = cuda, id = 0>, but it is on #relay.virtual_device<device = cpu, id = 0>}}
  %0 = relay.on_device %a {virtual_device = #cuda} : (tensor<f32>) -> tensor<f32>
  %1 = relay.negative %0 : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

#cpu = #relay.virtual_device<device = cpu, id = 0>
#cuda = #relay.virtual_device<device = cuda, id = 0>

// expected-error@+1 {{'func.func' op expected the result on #relay.virtual_device<device = cpu, id = 0>, but it is on #relay.virtual_device<device = cuda, id = 0>}}
func.func @result(%a: tensor<f32> {relay.virtual_device = #cuda}) -> tensor<f32> attributes {relay.virtual_device = #cpu} {
  return %a : tensor<f32>
}

// -----

#cpu = #relay.virtual_device<device = cpu, id = 0>
#cuda = #relay.virtual_device<device = cuda, id = 0>

func.func @callee(%a: tensor<f32> {relay.virtual_device = #cpu}) -> tensor<f32> {
  return %a : tensor<f32>
}
func.func @argument(%a: tensor<f32> {relay.virtual_device = #cuda}) -> tensor<f32> {
  // expected-error@+1 {{'relay.call' op expected argument 0 on #relay.virtual_device<device = cpu, id = 0>, but it is on #relay.virtual_device<device = cuda, id = 0>}}
  %0 = relay.call @callee(%a) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

#cpu = #relay.virtual_device<device = cpu, id = 0>
#cuda = #relay.virtual_device<device = cuda, id = 0>

func.func @operands(%a: tensor<f32> {relay.virtual_device = #cpu}, %b: tensor<f32> {relay.virtual_device = #cuda}) -> tensor<f32> {
  // expected-error@+1 {{'relay.add' op expected operand 1 on #relay.virtual_device<device = cpu, id = 0>, but it is on #relay.virtual_device<device = cuda, id = 0>}}
  %0 = relay.add %a, %b : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

#cpu = #relay.virtual_device<device = cpu, id = 0>
#cuda = #relay.virtual_device<device = cuda, id = 0>

func.func @copy(%a: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{'relay.device_copy' op expected a copy on #relay.virtual_device<device = cuda, id = 0>, but it is on #relay.virtual_device<device = cpu, id = 0>}}
  %0 = relay.device_copy %a {src_virtual_device = #cuda, dst_virtual_device = #cpu} : (tensor<f32>) -> tensor<f32>
  %1 = relay.on_device %0 {virtual_device = #cuda} : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

#opencl = #relay.virtual_device<device = opencl>

func.func @not_in_config(%a: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{'relay.on_device' op expected one of the devices of the plan, but got #relay.virtual_device<device = opencl>}}
  %0 = relay.on_device %a {virtual_device = #opencl} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error@+1 {{'func.func' op expected one of the devices of the plan, but got #relay.virtual_device<device = opencl, id = 0>}}
func.func @parameter_not_in_config(%a: tensor<f32> {relay.virtual_device = #relay.virtual_device<device = opencl, id = 0>}) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

// expected-error@+1 {{could not infer the type of argument 0 of '@no_type': '!relay.unknown'}}
func.func @no_type(%a: !relay.unknown) -> !relay.unknown {
  %0 = relay.negative %a : (!relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}
