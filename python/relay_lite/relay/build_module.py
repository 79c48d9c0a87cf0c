"""Building modules: `build`, `optimize`, `create_executor`."""

import warnings

from .. import _ext, _missing
from ..error import TVMError, _expect, _suggest
from ..ir.transform import _build_config as build_config, _get_pass
from ..runtime import _library, _machines
from ..runtime._factories import make_library
from ..runtime.container import Map
from ..runtime.ndarray import cpu
from ..target import Target
from .backend import Executor, Runtime, _executor, _external
from .backend._executor import bind_main, bind_params_by_name
from .backend.executor_factory import (AOTExecutorFactoryModule, ExecutorFactoryModule, FunctionInfo,
                                       GraphExecutorFactoryModule)
from .backend.graph_executor_codegen import Graph
from .backend.interpreter import Interpreter
from .backend.utils import mangle_module_name
from .backend.vm import VMExecutor


def build(ir_mod, target=None, target_host=None, executor=None, runtime=None,
          workspace_memory_pools=None, constant_memory_pools=None, params=None,
          mod_name="default") -> ExecutorFactoryModule:
    """Compiles a module under the current PassContext.

    At level 3, AlterOpLayout gives convolutions layouts for the target, in blocks of channels.

    Parameters
    ----------
    ir_mod : IRModule or relay.Function
        Its function `main` is the program. A function alone is deprecated.
    target : Target, str, dict or list, optional
        A CPU; by default the target of the innermost `with`.
    target_host : Target or str, optional
    executor : Executor, optional
        `graph`, the default, makes a GraphExecutorFactoryModule, `aot` an AOTExecutorFactoryModule.
    runtime : Runtime, optional
        By default `cpp`.
    workspace_memory_pools, constant_memory_pools : optional
        They have no meaning here.
    params : dict of str to array, optional
        Values for parameters of `main` by name, which become constants.
    mod_name : str
        The name of the program, `factory[mod_name]` and part of the names of functions.

    Examples
    --------
    >>> with tvm.transform.PassContext(opt_level=3):
    ...     library = relay.build(mod, "llvm", params=params)
    >>> runner = graph_executor.GraphModule(library["default"](tvm.cpu()))
    """
    ir_mod = _get_module(ir_mod)
    targets = Target.canon_multi_target_and_host(Target.target_or_current(target), target_host)
    _machines.check_targets(targets)
    executor = Executor("graph") if executor is None else executor
    runtime = Runtime("cpp") if runtime is None else runtime
    if not isinstance(executor, Executor):
        raise TypeError(f"expected an Executor, but got {executor!r}")
    if not isinstance(runtime, Runtime):
        raise TypeError(f"expected a Runtime, but got {runtime!r}")
    mangle_module_name(mod_name)
    _warn_about_options(executor, runtime, workspace_memory_pools, constant_memory_pools)
    optimized = _external.optimize(bind_main(ir_mod, params) if params else ir_mod,
                                   _ext.get_channel_block(*_machines.get_machine(targets[0])))
    make = _build_graph if executor.name == "graph" else _build_aot
    return make(ir_mod, optimized, targets, executor, runtime, mod_name)


def _get_module(mod):
    """The module that a parameter of TVM's functions means."""
    if not isinstance(mod, (_ext.IRModule, _ext.Function)):
        raise ValueError(f"Type of input parameter mod must be tvm.IRModule, but is {mod!r}")
    if isinstance(mod, _ext.IRModule):
        return mod
    warnings.warn("Please use input parameter mod (tvm.IRModule) instead of deprecated parameter mod "
                  "(tvm.relay.function.Function)", DeprecationWarning, stacklevel=3)
    return _ext.IRModule.from_expr(mod)


def _warn_about_options(executor, runtime, *pools):
    """Says which options make no difference."""
    unused = [f"{key} of the executor" for key, usual in (
        ("interface-api", "packed"), ("unpacked-api", False), ("workspace-byte-alignment", None),
        ("constant-byte-alignment", None)) if key in executor and executor[key] != usual]
    if runtime.name != "cpp":
        unused.append(f"runtime {runtime.name}")
    if "system-lib" in runtime and runtime["system-lib"]:
        unused.append("system-lib of the runtime")
    if any(pool is not None for pool in pools):
        unused.append("memory pools")
    if unused:
        warnings.warn(f"these options have no meaning here: {', '.join(unused)}", stacklevel=3)


def _build_graph(ir_mod, optimized, targets, executor, runtime, mod_name):
    # The syntax tree is made of this module alone, and the code of the same operations.
    link = bool(executor["link-params"])
    lifted, params = (optimized, {}) if link else _ext.lift_constants(optimized, "p")
    target, externals = targets[0], _external.compile_external(lifted, targets)
    graph = Graph(lifted["main"], mod_name, params, link)

    def make_operators():
        functions = {var: function for var, function in lifted.functions.items()
                     if var.name_hint != "main"}
        for name, function in graph.functions.items():
            functions[_ext.GlobalVar(name)] = function
        typed = _get_pass("InferType")(_ext.IRModule(functions))
        return _library.Library(typed, target, externals)

    metadata = Map((name, FunctionInfo(target, lambda function=function: function))
                   for name, function in graph.functions.items())
    metadata["__tvm_main__"] = FunctionInfo(target, lambda: optimized["main"], graph.workspace_bytes,
                                            graph.io_bytes, graph.constant_bytes)
    lib = make_library(_library.Library(lifted, target, externals), graph.json, make_operators)
    params |= _external.get_external_constants(lifted)
    return GraphExecutorFactoryModule(ir_mod, targets, executor, graph.json, lib, mod_name, params,
                                      metadata)


def _build_aot(ir_mod, optimized, targets, executor, runtime, mod_name):
    externals = _external.compile_external(optimized, targets)
    lib = make_library(_library.Library(optimized, targets[0], externals))
    return AOTExecutorFactoryModule(ir_mod, Map({targets[0]: optimized}), targets, executor, runtime,
                                    lib, mod_name, _external.get_external_constants(optimized), Map(),
                                    None, [])


def optimize(mod, target=None, params=None) -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """Optimize a module by the default pipeline, under the current context.

    Parameters
    ----------
    mod : IRModule or relay.Function
    target : optional
        The CPU, whatever is given.
    params : dict of str to array, optional
        Values for parameters of `main` by name.

    Returns
    -------
    mod : IRModule
    params : dict
        Empty: the values are constants of the module.
    """
    mod = _get_module(mod)
    if params:
        mod = bind_main(mod, params)
    return _external.optimize(mod), {}


def create_executor(kind="debug", mod=None, device=None, target="llvm", params=None, *, ctx=None) -> _executor.Executor:
    """Return an executor that evaluates expressions and functions, with the kernels of FoldConstant.

    Parameters
    ----------
    kind : str
        'debug', 'graph', 'vm' or 'aot' as in TVM. 'graph' and 'aot' convert arrays of NumPy's to
        the element types of parameters, and give lists for tuples; otherwise all are the same here.
    mod : IRModule, optional
        Functions that may be called.
    device, ctx, target : optional
        The CPU: others are an error. `ctx` is the name of `device` in TVM 0.7 and before.
    params : dict of str to array, optional
        Values for parameters of `main` by name.

    Examples
    --------
    >>> relay.create_executor(mod=mod).evaluate()(np.ones((1, 3), "float32"))
    """
    _expect(mod, (_ext.IRModule, type(None)), "an IRModule")
    if kind not in _EXECUTORS:
        raise RuntimeError(f"unknown execution strategy: {kind}" + _suggest(kind, _EXECUTORS))
    device = ctx if device is None else device
    device = cpu() if device is None else device
    _machines.check_device(device)
    targets = Target.canon_multi_target(Target.target_or_current(target))
    _machines.check_targets(targets)
    if params:
        mod = bind_main(mod, params)
    return _EXECUTORS[kind](mod, device, targets)


class GraphExecutor(_executor.ConvertingExecutor):
    """Evaluates functions of a module; see create_executor."""


class AotExecutor(_executor.ConvertingExecutor):
    """Evaluates functions of a module; see create_executor."""


_EXECUTORS = {"debug": Interpreter, "interpreter": Interpreter, "graph": GraphExecutor,
              "vm": VMExecutor, "aot": AotExecutor}

__getattr__ = _missing.make_getattr("tvm.relay.build_module")
