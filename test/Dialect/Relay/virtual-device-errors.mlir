// RUN: relay-lite-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics

func.func @no_device(%x: tensor<f32>) {
  // expected-error@+1 {{'relay.on_device' op expected a constrained 'virtual_device'}}
  %0 = relay.on_device %x : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @no_source(%x: tensor<f32>) {
  // expected-error@+1 {{'relay.device_copy' op expected a constrained 'src_virtual_device'}}
  %0 = relay.device_copy %x {dst_virtual_device = #relay.virtual_device<device = cpu>} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @no_destination(%x: tensor<f32>) {
  // expected-error@+1 {{'relay.device_copy' op expected a constrained 'dst_virtual_device'}}
  %0 = relay.device_copy %x {src_virtual_device = #relay.virtual_device<device = cpu>} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @other_type(%x: tensor<f32>) {
  // expected-error@+2 {{inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<i32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.on_device %x {virtual_device = #relay.virtual_device<device = cpu>} : (tensor<f32>) -> tensor<i32>
  return
}

// -----

// expected-error@+1 {{'func.func' op expected a virtual device as the value of 'relay.virtual_device', but got "cpu"}}
func.func @on_text() attributes {relay.virtual_device = "cpu"} {
  return
}

// -----

// expected-error@+1 {{'func.func' op argument 0: expected a virtual device as the value of 'relay.virtual_device', but got 1 : i64}}
func.func @argument_on_number(%x: tensor<f32> {relay.virtual_device = 1 : i64}) {
  return
}

// -----

// expected-error@+1 {{expected the number of a device to be at least 0, but got -1}}
"test.op"() {device = #relay.virtual_device<device = cpu, id = -1>} : () -> ()

// -----

// expected-error@+1 {{expected 'memory_scope' to be absent or not empty}}
"test.op"() {device = #relay.virtual_device<memory_scope = "">} : () -> ()

// -----

// expected-error@+1 {{expected a 'device' for the 'target'}}
"test.op"() {device = #relay.virtual_device<target = {kind = "llvm"}>} : () -> ()

// -----

// expected-error@+1 {{expected a string 'kind' in the target {mcpu = "x86-64"}}}
"test.op"() {device = #relay.virtual_device<device = cpu, target = {mcpu = "x86-64"}>} : () -> ()

// -----

// expected-error@+1 {{expected a string 'kind' in the target {}}}
"test.op"() {device = #relay.virtual_device<device = cpu, target = {kind = "llvm", host = {}}>} : () -> ()

// -----

// expected-error@+1 {{unexpected value of 'keys' in the target {keys = "cpu", kind = "llvm"}}}
"test.op"() {device = #relay.virtual_device<device = cpu, target = {kind = "llvm", keys = "cpu"}>} : () -> ()

// -----

// expected-error@+1 {{unexpected value of 'mcpu' in the target {kind = "llvm", mcpu = 1.000000e+00 : f64}}}
"test.op"() {device = #relay.virtual_device<device = cpu, target = {kind = "llvm", mcpu = 1.0}>} : () -> ()

// -----

// expected-error@+1 {{unexpected value of 'n' in the target {kind = "llvm", n = 1 : i128}}}
"test.op"() {device = #relay.virtual_device<device = cpu, target = {kind = "llvm", n = 1 : i128}>} : () -> ()

// -----

// expected-error@+1 {{unexpected value of 'default_device_type' in the target {default_device_type = "cpu", kind = "llvm"}}}
"test.op"() {device = #relay.virtual_device<device = cpu, target = {kind = "llvm", default_device_type = "cpu"}>} : () -> ()

// -----

// expected-error@+1 {{unexpected value of 'features' in the target {features = {a = {}}, kind = "llvm"}}}
"test.op"() {device = #relay.virtual_device<device = cpu, target = {kind = "llvm", features = {a = {}}}>} : () -> ()

// -----

// expected-error@+2 {{expected one of [cpu, cuda, cuda_host, opencl, vulkan, metal, vpi, rocm, rocm_host, ext_dev, cuda_managed, oneapi, webgpu, hexagon, aocl, sdaccel, opengl, microdev] for kind of device, got: toaster}}
// expected-error@+1 {{failed to parse Relay_VirtualDeviceAttr parameter 'device'}}
"test.op"() {device = #relay.virtual_device<device = toaster>} : () -> ()
