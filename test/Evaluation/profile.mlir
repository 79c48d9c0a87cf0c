// The times of operators, by name, and as events in their order.

// RUN: relay-lite-run %s --random-inputs --repeat 2 --profile 2>&1 >/dev/null | FileCheck %s
// RUN: relay-lite-run %s --random-inputs --profile=%t.json
// RUN: %python -m json.tool %t.json | FileCheck %s --check-prefix=TRACE
// RUN: relay-lite-run %s --random-inputs --profile=%t.svg
// RUN: FileCheck %s --check-prefix=CHART --input-file=%t.svg
// RUN: %python -c "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])" %t.svg
// RUN: not relay-lite-run %s --random-inputs --profile=%t.txt 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not relay-lite-run %s --random-inputs --profile=%t.no/a.json 2>&1 | FileCheck %s --check-prefix=FOLDER

// CHECK:     {{^operator +calls +ms +share +GFLOP/s +GB/s$}}
// CHECK-DAG: {{^nn.dense +1 +[0-9.]+ +[0-9.]+% +[0-9.]+ +[0-9.]+$}}
// CHECK-DAG: {{^exp +2 +[0-9.]+ +[0-9.]+% +[0-9.]+ +[0-9.]+$}}
// CHECK:     {{^all +3 +[0-9.]+$}}

// TRACE:      "traceEvents": [
// TRACE:      "name": "nn.dense",
// TRACE-NEXT: "cat": "operator",
// TRACE-NEXT: "ph": "X",
// TRACE-NEXT: "pid": 1,
// TRACE-NEXT: "tid": 1,
// TRACE-NEXT: "ts": {{[0-9]}}
// TRACE-NEXT: "dur": {{[0-9]}}
// TRACE-NEXT: "args": {
// TRACE-NEXT:   "type": "tensor<64x64xf32>",
// TRACE-NEXT:   "location": "{{.*}}profile.mlir:[[#@LINE+16]]:8",
// TRACE-NEXT:   "GFLOP/s": {{[0-9]}}
// TRACE-NEXT:   "GB/s": {{[0-9]}}
// TRACE:      "name": "exp",
// TRACE:      "name": "exp",
// TRACE-NOT:  "name":

// CHART:     <title>Time by operator: {{[0-9.]+}} ms in 3 calls</title>
// CHART-DAG: >nn.dense</text>
// CHART-DAG: >{{[0-9.]+ ms, 1 call, [0-9.]+ GFLOP/s, [0-9.]+ GB/s}}</text>
// CHART-DAG: >exp</text>
// CHART-DAG: >{{[0-9.]+}} ms, 2 calls{{.*}}</text>

// NAME:   error: expected a file .json or .svg for the profile, but got '{{.*}}.txt'
// FOLDER: error: cannot write '{{.*}}a.json':
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = relay.nn.dense %x, %w : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = relay.exp %0 : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = relay.exp %1 : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
