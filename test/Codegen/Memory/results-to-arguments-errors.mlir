// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-results-to-arguments))' 2>&1 | FileCheck %s
// CHECK: error: Can't add pass 'ResultsToArgumentsPass' restricted to 'builtin.module'
