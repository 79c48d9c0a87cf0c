"""The costs of candidates of CollagePartition: what an estimator returns for them."""

import logging
import math
from collections.abc import Callable

from ... import _ext, _missing
from ..._registry import get_global_func, register_func
from ...error import TVMError, _expect
from ...ir.transform import PassContext
from ...runtime import vm
from ...runtime.ndarray import array, cpu
from ..backend import vm as _vm
from ..backend._external import REQUIRE_KEY

_logger = logging.getLogger(__name__)

# How often a candidate runs, after runs of a quarter of a second that do not count.
MEASURE_NUMBER = 20
MEASURE_REPEAT = 5
WARMUP_MIN_REPEAT_MS = 250


class CostEstimator:
    """Estimates costs by running candidates on this machine; a base class for other estimators."""

    def estimate(self, mod, target) -> float:
        """The cost of a candidate: at least 0, or infinity if the target does not support it.

        Parameters
        ----------
        mod : IRModule
            The candidate is the function `main`. If it is for an external compiler, `main` calls
            another function, which has the attribute Compiler. Parameters of `main` are no tuples.
        target : Target
        """
        return get_global_func("tvm.relay.collage.estimate_seconds")(mod, target)


class CustomCostEstimator(CostEstimator):
    """Estimates costs by a function.

    Parameters
    ----------
    py_fn_estimator : str or function
        A function of a module and a target, as CostEstimator.estimate; or the name of one that has
        been registered by tvm.register_func.
    """

    def __init__(self, py_fn_estimator="tvm.relay.collage.estimate_seconds_custom"):
        super().__init__()
        if not isinstance(py_fn_estimator, str):
            _expect(py_fn_estimator, Callable, "a function or its name as py_fn_estimator")
        self._estimator = py_fn_estimator

    def estimate(self, mod, target):
        function = self._estimator
        return (get_global_func(function) if isinstance(function, str) else function)(mod, target)


class MockCostEstimator(CostEstimator):
    """Gives each operator of a target the same cost. Further operators of a function cost 0.9 times
    as much as the one before.

    Parameters
    ----------
    target_costs : dict of str to int
        The cost of an operator for each kind of target.
    max_estimates : int
        More estimates are an error; 0 for any number.
    """

    _DISCOUNT = 0.9

    def __init__(self, target_costs, max_estimates=0):
        super().__init__()
        self._costs = {str(kind): float(cost) for kind, cost in target_costs.items()}
        self._max_estimates = int(max_estimates)
        self._num_estimates = 0

    def estimate(self, mod, target):
        self._num_estimates += 1
        if self._num_estimates > self._max_estimates > 0:
            raise TVMError(f"At most {self._max_estimates} non-trivial distinct candidates should "
                           "have been generated.")
        if target.kind.name not in self._costs:
            raise TVMError(f"there is no cost for the target {target.kind.name}")
        cost = self._costs[target.kind.name]
        return sum(cost * self._DISCOUNT ** position for function in mod.functions.values()
                   for position in range(_count_operators(function)))


def _count_operators(function):
    """The number of calls of operators in a function."""
    return sum(isinstance(node, _ext.Call) and isinstance(node.op, _ext.Op)
               for node in _ext.post_order(function))


def arg_for(arg_type, device) -> _ext.NDArray:
    """An array of random numbers from -1 to 1.

    Parameters
    ----------
    arg_type : TensorType
        With known sizes.
    device : Device
    """
    import numpy as np

    _expect(arg_type, _ext.TensorType, "the type of a tensor")
    numbers = np.random.uniform(-1.0, 1.0, size=arg_type.concrete_shape)
    return array(numbers.astype(arg_type.dtype), device)


def vm_estimate_seconds(device, the_vm, func_name, args):
    """The times that a function takes, in seconds, after it has run for a while.

    Parameters
    ----------
    device : Device
    the_vm : VirtualMachine
    func_name : str
    args : dict of str to NDArray
    """
    the_vm.benchmark(device, repeat=1, number=1, min_repeat_ms=WARMUP_MIN_REPEAT_MS,
                     func_name=func_name, **args)
    return the_vm.benchmark(device, repeat=MEASURE_REPEAT, number=MEASURE_NUMBER, min_repeat_ms=0,
                            func_name=func_name, **args)


@register_func("tvm.relay.collage.estimate_seconds")
def estimate_seconds(mod, target) -> float:
    """The median time that `main` takes, in seconds; infinity if the module cannot be compiled,
    or if the compiler of a function is not registered.

    Parameters
    ----------
    mod : IRModule
    target : Target
    """
    is_external = get_global_func(f"relay.ext.{target.kind.name}", True) is not None
    config = {**PassContext.current().config, REQUIRE_KEY: True}
    try:
        with PassContext(opt_level=3, config=config):
            executable = _vm.compile(mod, [target.host or "llvm", target] if is_external else target)
    except RuntimeError as error:
        _logger.info("a candidate cannot be compiled for %s: %s", target, error)
        return math.inf
    device = cpu()
    machine = vm.VirtualMachine(executable, device)
    args = {param.name_hint: arg_for(param.checked_type, device) for param in mod["main"].params}
    return vm_estimate_seconds(device, machine, "main", args).median


__getattr__ = _missing.make_getattr("tvm.relay.collage.collage")
