"""The passes of Relay, and the decorators for passes of one's own."""

from collections.abc import Callable

from ... import _ext, _missing, _registry
from ..._ext import VirtualDevice
from ...error import ArgumentError, TVMError, _expect
from ...ir.op import add_rules as _add_rules
from ...ir.transform import (FunctionPass, ModulePass, Pass, PassContext, PassInfo, PrintIR,
                             Sequential, function_pass, module_pass)
from ...ir.transform import _build_config as build_config, _get_pass, _set_callback, _wrap
from ...runtime.ndarray import device as _device
from ...target.compilation_config import CompilationConfig
from ...target.target import EXTERNAL_KINDS
from ..op._register import (register_fake_quantization_to_integer,
                            register_optional_fake_quantization_to_integer)
from . import infer_layout_utils
from ._batch import ChangeBatch
from ._devices import recover_virtual_device_map as _recover_virtual_device_map
from ._fc_transpose import SimplifyFCTranspose
from ._options import _boolean, _integer, _strings
from ._spans import number_nodes as _number_nodes
from .flexible_shape import FlexibleShapeDispatch
from .recast import recast


def _by_name(name):
    """The function that makes the pass `name`, or None."""
    make = globals().get(name)
    if getattr(make, "__module__", None) == __name__:
        return make
    try:
        _ext.get_pass(name)
    except RuntimeError:
        return None
    return lambda: _get_pass(name)


def FoldConstant(fold_qnn=False) -> Pass:
    """Evaluates operators whose arguments are constants.

    Parameters
    ----------
    fold_qnn : bool
        Whether operators are folded that TVM marks as not computational.
    """
    return _get_pass("FoldConstant", fold_qnn=_boolean("fold_qnn", fold_qnn))


def FoldConstantExpr(expr, mod, fold_qnn=False) -> _ext.RelayExpr:
    """The expression with what is constant evaluated; functions of `mod` may be called.

    Parameters
    ----------
    expr : relay.Expr
    mod : IRModule
    fold_qnn : bool
    """
    return _on_expr(FoldConstant(fold_qnn), expr, mod)


def _on_expr(run, expr, mod=None):
    """Run a pass on an expression."""
    name = "__expr__"
    module = mod.clone() if mod is not None else _ext.IRModule()
    is_function = isinstance(expr, _ext.Function)
    module[name] = expr
    result = run(module)[name]
    return result if is_function else result.body


def FuseOps(fuse_opt_level=-1) -> Pass:
    """Groups operators into functions that are computed at once.

    Parameters
    ----------
    fuse_opt_level : int
        0: one operator each; -1: the level of the context.
    """
    level = _integer("fuse_opt_level", fuse_opt_level, least=-1)
    return _get_pass("FuseOps", fuse_opt_level=None if level == -1 else level)


def DeadCodeElimination(inline_once=False, ignore_impurity=False) -> Pass:
    """Removes bindings that nothing uses.

    Parameters
    ----------
    inline_once : bool
        Whether what is used once is put where it is used.
    ignore_impurity : bool
        Whether effects count for nothing.
    """
    return _get_pass("DeadCodeElimination", inline_once=_boolean("inline_once", inline_once),
                     ignore_impurity=_boolean("ignore_impurity", ignore_impurity))


def RemoveUnusedFunctions(entry_functions=None) -> Pass:
    """Removes functions that cannot be reached.

    Parameters
    ----------
    entry_functions : list of str, optional
        Where to begin; `main` by default.
    """
    names = _strings("entry_functions", entry_functions or ["main"])
    return _get_pass("RemoveUnusedFunctions", entry_functions=names)


def EtaExpand(expand_constructor=False, expand_global_var=False) -> Pass:
    """Puts functions around global functions that are values.

    Parameters
    ----------
    expand_constructor, expand_global_var : bool
    """
    return _get_pass("EtaExpand",
                     expand_constructor=_boolean("expand_constructor", expand_constructor),
                     expand_global_var=_boolean("expand_global_var", expand_global_var))


def ToMixedPrecision(mixed_precision_type="float16", missing_op_mode=1) -> Pass:
    """Computes in a smaller type where that is safe.

    Parameters
    ----------
    mixed_precision_type : str
    missing_op_mode : int
        An operator without a rule is 0: an error, 1: a warning, 2: nothing.
    """
    _expect(mixed_precision_type, str, "a string as mixed_precision_type")
    return _get_pass("ToMixedPrecision", mixed_precision_type=mixed_precision_type,
                     missing_op_mode=_integer("missing_op_mode", missing_op_mode))


def EliminateCommonSubexpr(fskip=None) -> Pass:
    """Merges equal calls.

    Parameters
    ----------
    fskip : function of Expr to bool, optional
        Which calls and projections stay.
    """
    if fskip is None:
        return _get_pass("EliminateCommonSubexpr")
    _expect(fskip, Callable, "a function as fskip")
    result = FunctionPass()
    _set_callback(result, lambda callback, _: _ext.eliminate_common_subexpr(callback), fskip, None)
    return result


def MergeComposite(pattern_table) -> Pass:
    """Moves what patterns match into functions with the attribute Composite.

    Parameters
    ----------
    pattern_table : list of (str, DFPattern) or (str, DFPattern, function of relay.Expr to bool)
        For each pattern the value of the attribute, and which matches count: all by default. A
        match is given by its root. Patterns that come earlier match first.
    """
    entries = [_get_composite(entry) for entry in pattern_table]

    def merge_composite(function, mod, _):
        return _ext.merge_composites(function, entries, lambda expr: _on_expr(InferType(), expr, mod))

    return function_pass(merge_composite, opt_level=0, name="MergeComposite")


def _get_composite(entry):
    """An entry of a table of patterns, with a function that checks matches."""
    _expect(entry, (list, tuple), "a tuple of a name, a pattern and maybe a function")
    if len(entry) not in (2, 3):
        raise ValueError("expected a name, a pattern and maybe a function in an entry of the table of "
                         f"patterns, but got {len(entry)} elements")
    name, pattern, check = (*entry, lambda _: True)[:3]
    _expect(name, str, "a string as the name of a pattern")
    _expect(pattern, _ext.DFPattern, f"a pattern as the pattern of {name}")
    _expect(check, Callable, f"a function as the check of {name}")
    return name, pattern, check


def _check_branches(given, name):
    def make(min_num_branches=3) -> Pass:
        """Combines operators on the same input.

        Parameters
        ----------
        min_num_branches : int
            How many there must be.
        """
        return _get_pass(name, min_num_branches=_integer("min_num_branches", min_num_branches, 0))

    make.__name__ = make.__qualname__ = given
    return make


CombineParallelConv2D = _check_branches("CombineParallelConv2D", "CombineParallelConv2d")
CombineParallelBatchMatmul = _check_branches("CombineParallelBatchMatmul",
                                             "CombineParallelBatchMatmul")


def CombineParallelDense(min_num_branches=3, to_batch=True) -> Pass:
    """Combines products with the same input.

    Parameters
    ----------
    min_num_branches : int
        How many there must be.
    to_batch : bool
        Whether they become a batch_matmul, not one dense.
    """
    return _get_pass("CombineParallelDense",
                     min_num_branches=_integer("min_num_branches", min_num_branches, 0),
                     to_batch=None if _boolean("to_batch", to_batch) else False)


def PlanDevices(config) -> Sequential:
    """Decides where each value is: annotations say it for some, the config for the others.

    Parameters
    ----------
    config : CompilationConfig
        The result of tvm.target.make_compilation_config.
    """
    _expect(config, CompilationConfig, "a CompilationConfig as config")
    devices = [VirtualDevice(_device(target.get_target_device_type()), target)._text
               for target in config.primitive_targets]
    plan = _get_pass("PlanDevices", devices=devices, host_device=config.host_virtual_device._text,
                     default_device=config.default_primitive_virtual_device._text)
    return Sequential([InferType(), plan], name="PlanDevices")


def SplitArgs(max_function_args) -> Pass:
    """Splits concatenations of many arguments.

    Parameters
    ----------
    max_function_args : int
    """
    return _get_pass("SplitArgs",
                     max_function_args=_integer("max_function_args", max_function_args, 0))


def ConvertLayout(desired_layouts) -> Pass:
    """Gives operators the desired layouts.

    Parameters
    ----------
    desired_layouts : dict of str to list of str
        The layouts of the operands of operators: `{"nn.conv2d": ["NHWC", "default"]}`.
    """
    if not isinstance(desired_layouts, dict):
        raise ArgumentError("expected a dictionary of operators to layouts as desired_layouts, but "
                        f"got {desired_layouts!r}")
    words = [":".join([name, *_strings(f"the layouts of {name}", layouts)])
             for name, layouts in desired_layouts.items()]
    return _wrap(_ext.convert_layout(words, _get_skip_layers))


def FakeQuantizationToInteger(hard_fail=False, use_qat=False, optional_qnn_ops=None) -> Pass:
    """Computes on integers between qnn.dequantize and qnn.quantize.

    Parameters
    ----------
    hard_fail : bool
        Whether an expression between the two that cannot be converted is an error.
    use_qat : bool
        Whether other operators on dequantized operands are converted one by one afterwards.
    optional_qnn_ops : list of str, optional
        Operators that are converted only if they are named: `nn.softmax`.
    """
    names = _strings("optional_qnn_ops", optional_qnn_ops or [])
    return _get_pass("FakeQuantizationToInteger", hard_fail=_boolean("hard_fail", hard_fail),
                     use_qat=_boolean("use_qat", use_qat), optional_qnn_ops=names or None)


class LayoutConfig:
    """Layers that ConvertLayout leaves alone while it runs in a `with` of this.

    Parameters
    ----------
    skip_layers : list of int, optional
        Which of the operators with a desired layout, counted from 0 in each function.
    """

    current = None

    def __init__(self, skip_layers=None):
        self.skip_layers = list(skip_layers or [])

    def __enter__(self):
        self._old, LayoutConfig.current = LayoutConfig.current, self
        return self

    def __exit__(self, exception_type, value, trace):
        LayoutConfig.current = self._old


def _get_skip_layers():
    return LayoutConfig.current.skip_layers if LayoutConfig.current else []


def Legalize(legalize_map_attr_name="FTVMLegalize") -> Pass:
    """Replaces operators by the rules that are registered for the current target.

    Parameters
    ----------
    legalize_map_attr_name : str
        The map of rules to use.
    """
    _expect(legalize_map_attr_name, str, "a string as legalize_map_attr_name")
    _add_rules(legalize_map_attr_name)
    return _get_pass("Legalize", legalize_map_attr_name=None
                     if legalize_map_attr_name == "FTVMLegalize" else legalize_map_attr_name)


def InferTypeLocal(expr) -> _ext.Type:
    """The type of an expression, which is also its `checked_type` from now on; a TVMError if it
    cannot be inferred."""
    type_ = _ext.infer_type_of(expr)
    expr._set_checked_type(type_)
    return type_


def ToANormalFormExpr(e) -> _ext.RelayExpr:
    """The expression in A-normal form."""
    return _on_expr(ToANormalForm(), e)


def AnnotateSpans() -> Pass:
    """Prints the module and reads it back, so that each node has its position in that text."""

    def annotate_spans(mod, _):
        return _ext.parse_module(mod.astext(), "GeneratedSource")

    return module_pass(annotate_spans, opt_level=0, name="AnnotateSpans")


def CapturePostDfsIndexInSpans() -> Pass:
    """Gives nodes spans that tell their places in post-order: lines are the places, columns those
    of the nodes through which all ways from there to the end lead."""

    def capture(function, mod, _):
        return _number_nodes(function)

    return function_pass(capture, opt_level=0, name="CapturePostDfsIndexInSpans")


def AnnotateTarget(targets, include_non_call_ops=True) -> Sequential:
    """Marks what other compilers support by `annotation.compiler_begin` and `compiler_end`.

    Parameters
    ----------
    targets : str or list of str
        The compilers, the one to prefer first. The compiler `x` supports a call of an operator
        if the operator has the attribute `target.x`, a function, which returns true for the call,
        and it supports calls of functions with `Composite="x.name"`.
    include_non_call_ops : bool
        Whether tuples, projections and references are marked as well.
    """
    names = _strings("targets", [targets] if isinstance(targets, str) else targets)
    marking = _ext.annotate_target(names, bool(_boolean("include_non_call_ops",
                                                        include_non_call_ops)), _supports)
    return Sequential([_wrap(marking), InferType()], name="AnnotateTarget")


def _supports(target, call):
    """Whether a compiler supports a call of an operator."""
    name = "target." + target
    check = call.op.get_attr(name) if call.op.has_attr(name) else None
    return check is not None and bool(check(call))


def MergeCompilerRegions() -> Sequential:
    """Joins parts for one compiler that use each other's results."""
    return Sequential([_get_pass("MergeCompilerRegions"), InferType()])


def PartitionGraph(mod_name="default", bind_constants=True) -> Sequential:
    """Move regions for other compilers into functions. If there is a global function
    `relay.ext.<compiler>.optimize`, it gets a module with the new function as `main`, and returns
    the module whose `main` takes its place.

    Parameters
    ----------
    mod_name : str
        What the names of the functions begin with, after `tvmgen_`; letters, digits and
        underscores. None or "" for nothing.
    bind_constants : bool
        Whether constants become part of the functions; otherwise they are arguments.
    """
    mod_name = mod_name or ""
    _expect(mod_name, str, "a string as mod_name")
    if not all(letter == "_" or letter.isascii() and letter.isalnum() for letter in mod_name):
        raise ValueError(f"{mod_name} contains invalid characters")
    partition = _ext.partition_graph(bool(_boolean("bind_constants", bind_constants)),
                                     _optimize_parts)
    return Sequential([_get_pass("FlattenNestedTuples"), _get_pass("RemoveDefaultAnnotations"),
                       _wrap(partition), _get_pass("NameMangleExtFuncs", mod_name=mod_name),
                       InferType()])


def CollagePartition(config, cost_estimator=None) -> Pass:
    """Covers operators by candidates of several targets so that the sum of the costs is least, and
    moves those of external compilers into functions.

    Parameters
    ----------
    config : CompilationConfig
        The result of tvm.target.make_compilation_config. A target whose kind has a table of patterns
        (relay.op.contrib.get_pattern_table) is an external compiler.
    cost_estimator : relay.collage.CostEstimator, optional
        By default candidates are measured.
    """
    from .. import collage

    _expect(config, CompilationConfig, "a CompilationConfig as config")
    estimator = collage.CostEstimator() if cost_estimator is None else cost_estimator
    _expect(estimator, collage.CostEstimator, "a CostEstimator as cost_estimator")
    get_pattern_table = _registry.get_global_func("relay.op.contrib.get_pattern_table")
    targets, checks = [], []
    for target in config.primitive_targets:
        table = get_pattern_table(target.kind.name)
        if table is None and target.kind.name in EXTERNAL_KINDS:
            raise TVMError("no table of patterns is registered for the external compiler "
                           f"{target.kind.name}")
        entries = None if table is None else [_get_composite(entry) for entry in table]
        targets.append((target.kind.name, entries and [entry[:2] for entry in entries]))
        checks += [entry[2] for entry in entries or []]

    def estimate(mod, number):
        return estimator.estimate(mod, config.primitive_targets[number])

    return _wrap(_ext.collage_partition(targets, estimate, checks))


def _optimize_parts(parts, get_module):
    """Run the compilers on their regions; return the new module, or None if they change nothing.

    Parameters
    ----------
    parts : list of (str, str)
        The names of functions and of their compilers.
    get_module : function
        Gives the module.
    """
    found = [(name, _registry.get_global_func(f"relay.ext.{compiler}.optimize", True))
             for name, compiler in parts]
    found = [(name, optimize) for name, optimize in found if optimize is not None]
    if not found:
        return None
    module = get_module().clone()
    for name, optimize in found:
        part = module[name]
        plain = _ext.IRModule()
        plain["main"] = _ext.Function(part.params, part.body, part.ret_type, part.type_params)
        function = optimize(InferType()(plain))["main"]
        for key, value in part.attrs.items():
            function = function.with_attr(key, value)
        module[name] = function
    return module


def InlineCompilerFunctionsBoundTo(global_vars) -> Pass:
    """Replaces calls of functions for other compilers by their bodies, also those of composite
    functions in them, and removes the functions.

    Parameters
    ----------
    global_vars : list of GlobalVar
    """
    names = []
    for var in global_vars:
        _expect(var, _ext.GlobalVar, "global variables as global_vars")
        names.append(var.name_hint)
    return _get_pass("InlineCompilerFunctionsBoundTo", global_vars=names)


def InlineComposites(target) -> Pass:
    """Replaces calls of composite functions by their bodies, in the functions of a compiler.

    Parameters
    ----------
    target : str
        The compiler.
    """
    _expect(target, str, "a string as target")
    return _get_pass("InlineComposites", target=target)


def OutlineCompilerFunctionsWithExistingGlobalSymbols(compiler_filter="") -> Pass:
    """Makes global functions of function literals for other compilers that are called; their
    attribute `global_symbol` is the name.

    Parameters
    ----------
    compiler_filter : str
        The compiler; all if empty.
    """
    _expect(compiler_filter, str, "a string as compiler_filter")
    return _get_pass("OutlineCompilerFunctions", compiler_filter=compiler_filter)


def MarkCompilerFunctionsAsExtern(compiler_filter="") -> Pass:
    """Replaces the attributes of functions for other compilers by `Extern=1`.

    Parameters
    ----------
    compiler_filter : str
        The compiler; all if empty.
    """
    _expect(compiler_filter, str, "a string as compiler_filter")
    return _get_pass("MarkCompilerFunctionsAsExtern", compiler_filter=compiler_filter)


# Passes without parameters: TVM's name of the function, name of the pass.
_PLAIN = {
    "AlterOpLayout": None, "AnnotateUsedMemory": None, "BackwardFoldScaleAxis": None,
    "CanonicalizeCast": None, "CanonicalizeOps": None, "DefuseOps": None, "DivToMul": None,
    "DynamicToStatic": None, "FastMath": None,
    "FlattenAtrousConv": None, "FoldExplicitPadding": None, "FoldScaleAxis": None,
    "ForwardFoldScaleAxis": None, "InferType": None, "Inline": "InlineGlobals",
    "LabelOps": None, "LambdaLift": None, "ManifestLifetimes": None, "SimplifyExpr": None,
    "SimplifyExprPostAlterOp": None, "SimplifyInference": None, "ToANormalForm": None,
    "ToBasicBlockNormalForm": None, "ToGraphNormalForm": None,
}


def _make_plain(function_name, name):
    def make() -> Pass:
        return _get_pass(name)

    make.__name__ = make.__qualname__ = function_name
    make.__doc__ = f"""The pass {name}; see docs/reference/Passes.md."""
    return make


globals().update({name: _make_plain(name, other or name) for name, other in _PLAIN.items()})

_registry.find_pass = _by_name
_registry.register_func("relay.transform.RecoverVirtualDeviceMap", _recover_virtual_device_map)

__getattr__ = _missing.make_getattr("tvm.relay.transform", ("_ffi_api",))
