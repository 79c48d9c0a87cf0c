// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'func.func' op argument 0: expected a list of dimensions as the value of 'relay.dims', but got "n"}}
func.func @no_list(%x: tensor<?xf32> {relay.dims = "n"}) {
  return
}

// -----

// expected-error@+1 {{'func.func' op argument 0: expected a list of dimensions as the value of 'relay.dims', but got [1.0}}
func.func @no_dimension(%x: tensor<?xf32> {relay.dims = [1.0]}) {
  return
}

// -----

// expected-error@+1 {{'func.func' op argument 0: expected a list of dimensions as the value of 'relay.dims', but got [["^", "n", 2]]}}
func.func @no_operator(%x: tensor<?xf32> {relay.dims = [["^", "n", 2]]}) {
  return
}
