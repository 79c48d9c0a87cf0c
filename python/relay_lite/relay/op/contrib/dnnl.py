"""The patterns and operators that TVM's compiler `dnnl` supports.

TVM's compiler itself calls oneDNN and is not there. examples/onednn is one; without any, the functions
run on RelayLite's kernels.
"""

import math

from .... import _missing
from ...._ext import Call, Function, GlobalVar, IRModule, Op
from ....ir.op import register_op_attr
from ...dataflow_pattern import is_op, wildcard
from ...expr import bind
from ...expr_functor import ExprMutator, ExprVisitor
from ...transform import RemoveUnusedFunctions
from .register import register_pattern_table

supported_post_elts = ["nn.relu", "tanh", "sigmoid", "clip", "gelu", "swish", "mish", None]

_CONVOLUTIONS = ["nn.conv1d", "nn.conv2d", "nn.conv3d", "nn.conv2d_transpose", "nn.conv3d_transpose"]
_OPERATORS = [
    *_CONVOLUTIONS, "nn.batch_norm", "nn.dense", "nn.max_pool2d", "nn.avg_pool2d",
    "nn.global_avg_pool2d", "nn.max_pool3d", "nn.avg_pool3d", "abs", "clip", "exp", "log", "sqrt",
    "round", "nn.relu", "nn.leaky_relu", "tanh", "sigmoid", "nn.softmax", "add", "multiply",
    "nn.layer_norm", "nn.batch_matmul"]
# A part without one of these is not worth a call.
_INTENSIVE = {
    "nn.conv1d", "nn.conv2d", "nn.conv2d_transpose", "nn.conv3d", "nn.conv3d_transpose", "nn.dense",
    "nn.layer_norm", "nn.batch_matmul", "nn.global_avg_pool2d"}


def _is_supported(call):
    if any(getattr(arg.checked_type, "dtype", None) == "int64" for arg in call.args):
        return False
    return not ("pool" in call.op.name and getattr(call.attrs, "ceil_mode", False))


for _name in _OPERATORS:
    register_op_attr(_name, "target.dnnl", _is_supported)


def append_eltwise_ops(op, eltwise):
    """The pattern of an elementwise function of what a pattern matches.

    Parameters
    ----------
    op : DFPattern
    eltwise : str or None
        The name of an operator, or one of gelu, swish and mish.
    """
    if eltwise == "gelu":
        cdf = is_op("add")(is_op("erf")(is_op("divide")(op, wildcard())), wildcard())
        return is_op("multiply")(is_op("multiply")(op, cdf), wildcard())
    if eltwise == "swish":
        return is_op("multiply")(op, is_op("sigmoid")(op))
    if eltwise == "mish":
        softplus = is_op("log")(is_op("add")(is_op("exp")(op), wildcard()))
        return is_op("multiply")(op, is_op("tanh")(softplus))
    return is_op(eltwise)(op) if eltwise else op


def _make_layer_pattern(name, with_bias, with_eltwise):
    if with_eltwise not in supported_post_elts:
        raise ValueError(f"Unsupported eltwise post-op: {with_eltwise}")
    layer = is_op(name)(wildcard(), wildcard())
    return append_eltwise_ops(is_op("add")(layer, wildcard()) if with_bias else layer, with_eltwise)


def make_conv_pattern(conv_name, with_bias=True, with_eltwise=None):
    """The pattern of a convolution.

    Parameters
    ----------
    conv_name : str
    with_bias : bool
        Whether something is added to it.
    with_eltwise : str, optional
        An elementwise function of the result; see append_eltwise_ops.
    """
    return _make_layer_pattern(conv_name, with_bias, with_eltwise)


def make_dense_pattern(with_bias=True, with_eltwise=None):
    """The pattern of a dense layer; see make_conv_pattern."""
    return _make_layer_pattern("nn.dense", with_bias, with_eltwise)


def make_conv_bias_sum_relu_pattern(conv_type, has_relu=True):
    """The pattern of a convolution to which a bias and another tensor are added.

    Parameters
    ----------
    conv_type : str
    has_relu : bool
        Whether nn.relu is last.
    """
    total = is_op("add")(make_conv_pattern(conv_type), wildcard())
    return is_op("nn.relu")(total) if has_relu else total


def make_dense_bias_sum_pattern():
    """The entry of a table for a dense layer to which a bias and another tensor are added."""
    return "dnnl.dense_bias_sum", is_op("add")(make_dense_pattern(), wildcard())


def _is_call(expr, name):
    return isinstance(expr, Call) and isinstance(expr.op, Op) and expr.op.name == name


def _adds_to_channels(add):
    """Whether a value for each channel is added to a nn.conv2d."""
    if not _is_call(add.args[0], "nn.conv2d"):
        return False
    shape = getattr(add.args[1].checked_type, "shape", [None])
    return all(isinstance(extent, int) for extent in shape) and \
        add.args[0].attrs.channels == math.prod(shape)


def _without_relu(root):
    return root.args[0] if _is_call(root, "nn.relu") else root


def _check_bias(root):
    """Whether a match of a convolution is one for dnnl. As in TVM, only a sum that is last, or right
    before nn.relu, is looked at."""
    last = _without_relu(root)
    return not _is_call(last, "add") or _adds_to_channels(last)


def _check_sum(root):
    """Whether a match of make_conv_bias_sum_relu_pattern is one for dnnl."""
    total = _without_relu(root)
    biased = total.args[0]
    return _is_call(biased, "add") and biased.checked_type == total.args[1].checked_type and \
        _adds_to_channels(biased)


def make_dnnl_pattern(op_name, with_bias, with_eltwise):
    """The entry of the table for a layer.

    Parameters
    ----------
    op_name : str
        A convolution or nn.dense.
    with_bias : bool
        Whether something is added to it.
    with_eltwise : str or None
        An elementwise function of the result; see append_eltwise_ops.
    """
    name = op_name.replace("nn.", "dnnl.")
    if "_transpose" in op_name:
        # nn.conv2d_transpose is dnnl.deconv2d.
        name = name.replace("_transpose", "").replace("conv", "deconv")
    name += "_bias" if with_bias else ""
    name += "_" + with_eltwise.split(".")[-1] if with_eltwise else ""
    pattern = _make_layer_pattern(op_name, with_bias, with_eltwise)
    return (name, pattern) if op_name == "nn.dense" else (name, pattern, _check_bias)


@register_pattern_table("dnnl")
def pattern_table():
    """Return the compiler's table. TVM's patterns of quantized operators are missing, as are these
    operators."""
    table = [make_dense_bias_sum_pattern()]
    for name, has_relu in (("dnnl.conv2d_bias_sum_relu", True), ("dnnl.conv2d_bias_sum", False)):
        table.append((name, make_conv_bias_sum_relu_pattern("nn.conv2d", has_relu), _check_sum))
    return table + [
        make_dnnl_pattern(op_name, with_bias, with_eltwise)
        for with_bias in (True, False) for with_eltwise in supported_post_elts
        if with_bias or with_eltwise for op_name in (*_CONVOLUTIONS, "nn.dense")]


class _IntensityVisitor(ExprVisitor):
    def __init__(self):
        super().__init__()
        self.found = False

    def visit_call(self, call):
        self.found |= isinstance(call.op, Op) and call.op.name in _INTENSIVE
        super().visit_call(call)


def is_valid_subgraph(body):
    """Whether there is a convolution, a product of matrices, or another costly operator in an
    expression.

    Parameters
    ----------
    body : relay.Expr
    """
    visitor = _IntensityVisitor()
    visitor.visit(body)
    return visitor.found


class _Inliner(ExprMutator):
    """Puts the bodies of functions in the place of their calls."""

    def __init__(self, functions):
        super().__init__()
        self.functions = functions

    def visit_call(self, call):
        function = self.functions.get(call.op.name_hint) if isinstance(call.op, GlobalVar) else None
        if function is None:
            return super().visit_call(call)
        return bind(function.body, dict(zip(function.params, map(self.visit, call.args))))


def prune_dnnl_subgraphs(mod):
    """A module without the functions for dnnl that have no costly operator: `main` computes
    what they do. If there is one function besides `main`, it stays.

    Parameters
    ----------
    mod : IRModule
    """
    if len(mod.functions) <= 2:
        return mod
    useless = {
        var.name_hint: function for var, function in mod.functions.items()
        if isinstance(function, Function) and function.attrs and "Compiler" in function.attrs.keys()
        and function.attrs["Compiler"] == "dnnl" and not is_valid_subgraph(function.body)}
    pruned = IRModule(mod.functions, mod.type_definitions)
    pruned["main"] = _Inliner(useless).visit(mod["main"])
    return RemoveUnusedFunctions()(pruned)


def _ask_onednn():
    raise NotImplementedError("the layouts that oneDNN prefers are known to oneDNN, which is not a part "
                              "of RelayLite")


def get_optimal_layout_for_conv(data_layout, kernel_layout, weight_shape, out_shape, paddings, strides,
                                dilates, groups, dtype):
    """Raise an error: only oneDNN itself could tell."""
    _ask_onednn()


def get_optimal_layout_for_conv_transpose(data_layout, kernel_layout, weight_shape, out_shape, paddings,
                                          output_paddings, strides, dilates, groups, dtype):
    """Raise an error: only oneDNN itself could tell."""
    _ask_onednn()


__getattr__ = _missing.make_getattr("tvm.relay.op.contrib.dnnl")
