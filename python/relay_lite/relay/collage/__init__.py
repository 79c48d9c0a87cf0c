"""Estimators of costs for relay.transform.CollagePartition."""

from ... import _missing
from .collage import (MEASURE_NUMBER, MEASURE_REPEAT, WARMUP_MIN_REPEAT_MS, CostEstimator,
                      CustomCostEstimator, MockCostEstimator, arg_for, estimate_seconds,
                      vm_estimate_seconds)

__getattr__ = _missing.make_getattr("tvm.relay.collage")
