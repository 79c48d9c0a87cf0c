// The instruments of --relay-instrument, around relay-sequential and around
// the passes of a stock pipeline.

// DEFINE: %{passes} = --pass-pipeline='builtin.module(relay-sequential{passes=SimplifyInference,FoldConstant})'

// RUN: relay-lite-opt %s %{passes} --relay-instrument=timing 2>&1 >/dev/null | FileCheck %s --check-prefix=TIMING
// TIMING:      {{^}}sequential: {{[0-9]+}}us [{{[0-9]+}}us] (100.00%; 100.00%)
// TIMING-NEXT: {{^	}}InferType: {{[0-9]+}}us [{{[0-9]+}}us] ({{[0-9.]+}}%; {{[0-9.]+}}%)
// TIMING-NEXT: {{^	}}SimplifyInference: {{[0-9]+}}us
// TIMING-NEXT: {{^		}}InferType: {{[0-9]+}}us
// TIMING-NEXT: {{^	}}FoldConstant: {{[0-9]+}}us
// TIMING-NEXT: {{^		}}InferType: {{[0-9]+}}us
// TIMING-NOT:  us [

// RUN: relay-lite-opt %s %{passes} --relay-instrument=timing=json 2>%t.json >/dev/null
// RUN: %python -c "import json, sys; p = json.load(open(sys.argv[1]))['passes'][0]; print([c['name'] for c in p['children']], p['total_ns'] >= p['self_ns'], 'peak_growth_bytes' in p)" %t.json | FileCheck %s --check-prefix=JSON
// JSON: ['InferType', 'SimplifyInference', 'FoldConstant'] True True

// RUN: relay-lite-opt %s %{passes} --relay-instrument=print-before=SimplifyInference,FoldConstant 2>&1 >/dev/null | FileCheck %s --check-prefix=BEFORE
// BEFORE:      {{^}}Print IR before: SimplifyInference
// BEFORE-NEXT: module {
// BEFORE:        relay.nn.dropout
// BEFORE:        relay.constant dense_resource<__elided__>
// BEFORE:      {{^}}}
// BEFORE-EMPTY:
// BEFORE-EMPTY:
// BEFORE-NEXT: Print IR before: FoldConstant
// BEFORE-NOT:    relay.nn.dropout
// BEFORE-NOT:  Print IR

// RUN: relay-lite-opt %s %{passes} --relay-instrument=print-after=relay-fold-constant 2>&1 >/dev/null | FileCheck %s --check-prefix=AFTER
// AFTER:     {{^}}Print IR after: FoldConstant
// AFTER:       relay.constant dense<[2, 4]>
// AFTER-NOT: Print IR

// RUN: relay-lite-opt %s %{passes} --relay-instrument=print-changed 2>&1 >/dev/null | FileCheck %s --check-prefix=CHANGED
// It finds that the function is pure.
// CHANGED:     Print IR after: InferType
// CHANGED-NOT: Print IR after
// CHANGED:     Print IR after: SimplifyInference
// CHANGED-NOT: Print IR after
// CHANGED:     Print IR after: FoldConstant
// CHANGED-NOT: Print IR after

// RUN: relay-lite-opt %s %{passes} --relay-instrument=op-count 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// COUNT:      Pass                       Operations   Bytes of constants
// COUNT-NEXT: sequential                         -3
// COUNT-NEXT: . relay.add                        -1
// COUNT-NEXT: . relay.nn.dropout                 -1
// COUNT:        SimplifyInference
// COUNT:        FoldConstant

// RUN: relay-lite-opt %s %{passes} --relay-instrument=verify | FileCheck %s --check-prefix=FOLDED
// FOLDED-NOT: relay.add
// FOLDED:     relay.constant dense<[2, 4]>

// RUN: relay-lite-opt %s %{passes} --relay-bisect-limit=1 2>&1 | FileCheck %s --check-prefix=STOP
// STOP:      BISECT: running pass (1) SimplifyInference
// STOP-NEXT: BISECT: NOT running pass (2) FoldConstant
// STOP-NEXT: BISECT: 1 of 2 passes ran, the last was (1) SimplifyInference
// STOP-NOT:  relay.nn.dropout
// STOP:      relay.add

// Required passes are not asked about.
// RUN: relay-lite-opt %s %{passes} --relay-instrument=bisect=0 --relay-require-pass=FoldConstant 2>&1 | FileCheck %s --check-prefix=REQUIRED
// REQUIRED:     BISECT: NOT running pass (1) SimplifyInference
// REQUIRED-NOT: FoldConstant
// REQUIRED:     relay.nn.dropout
// REQUIRED-NOT: relay.add

// A stock pipeline.
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(cse,relay-simplify-inference))' --relay-instrument=timing 2>&1 >/dev/null | FileCheck %s --check-prefix=STOCK
// STOCK: {{^}}cse: {{[0-9]+}}us
// STOCK: {{^}}SimplifyInference: {{[0-9]+}}us

// Faults of the flag.
// RUN: not relay-lite-opt %s --relay-instrument=tming 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: unknown instrument 'tming'; there are timing, timing=json, {{.*}}bisect=<limit>; did you mean 'timing'?
// RUN: not relay-lite-opt %s --relay-instrument=print-after=FoldConst 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: error: {{.*}}unknown pass 'FoldConst'; did you mean 'FoldConstant'?
// RUN: not relay-lite-opt %s --relay-bisect-limit=many 2>&1 | FileCheck %s --check-prefix=LIMIT
// LIMIT: error: expected a number of passes (-1: no limit) as the argument of the instrument 'bisect', but got 'many'

func.func @f(%x: tensor<2xf32>) -> (tensor<2xi32>, tensor<2xf32>, tensor<20xi32>) {
  %0 = relay.constant dense<[1, 2]> : tensor<2xi32>
  %1 = relay.add %0, %0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %2 = relay.nn.dropout %x : (tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %3 = relay.tuple_get %2[0] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  %4 = relay.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]> : tensor<20xi32>
  return %1, %3, %4 : tensor<2xi32>, tensor<2xf32>, tensor<20xi32>
}
