#!/bin/sh
# Says by status 1 that the module still has relay.tanh, as mlir-reduce asks.
grep -q relay.tanh "$1" && exit 1
exit 0
