"""Drawings of functions, as text for Graphviz's dot."""

import re

from . import _ext

# The kinds of operators, by name or by their pattern in fusion, and their colours. The kind of a
# fused function is the first that one of its operators is of.
_KINDS = (
    ("convolutions and products", "#a6cee3", re.compile("conv|dense|matmul"), ()),
    ("normalisations", "#fdbf6f", re.compile("norm|softmax"), ()),
    ("pooling and reductions", "#b2df8a", re.compile("pool"), (3,)),
    ("others", "#fb9a99", re.compile("$."), (4, 7, 8)),
    ("element by element", "#ffff99", re.compile("$."), (0, 1)),
    ("layout and parts", "#e0e0e0", re.compile("$."), (2,)),
)
_CONTROL = "#cab2d6"
_DATA = "#ffffff"
# A box names as many operators of a fused function, and as many constants and weights.
_MAX_NAMES = 6
_MAX_PARTS = 2


def _get_colour(names):
    """The colour of calls of these operators."""
    patterns = {_ext.get_op(name).get_attr("TOpPattern") for name in names}
    for _, colour, name_pattern, kinds in _KINDS:
        if any(map(name_pattern.search, names)) or patterns.intersection(kinds):
            return colour
    return _CONTROL


def _describe_type(type_):
    if isinstance(type_, _ext.TensorType):
        shape = "(" + ", ".join(map(str, type_.shape)) + ")"
        return shape if type_.dtype == "float32" else f"{shape} {type_.dtype}"
    if isinstance(type_, _ext.TupleType):
        fields = [_describe_type(field) for field in type_.fields[:3]]
        return "; ".join(fields + ["..."] * (len(type_.fields) > 3))
    return "" if type_ is None else "function" if isinstance(type_, _ext.FuncType) else str(type_)


def _describe_constant(constant):
    data = constant.data
    if not data.shape:
        return str(data.numpy())
    return "constant " + _describe_type(_ext.TensorType(data.shape, data.dtype))


def _is_fused(node):
    return isinstance(node, _ext.Call) and isinstance(node.op, _ext.Function)


def _get_operators(node):
    """The names of the operators that a node calls."""
    if not isinstance(node, _ext.Call):
        return []
    calls = _ext.post_order(node.op.body) if _is_fused(node) else [node]
    return [call.op.name for call in calls
            if isinstance(call, _ext.Call) and isinstance(call.op, _ext.Op)]


def _describe(node, operators):
    """The first lines of a label: what the node is."""
    if _is_fused(node):
        return operators[:_MAX_NAMES] + ["..."] * (len(operators) > _MAX_NAMES) or ["call"]
    if isinstance(node, _ext.Call):
        if isinstance(node.op, _ext.Op):
            return list(operators)
        return [f"@{node.op.name_hint}" if isinstance(node.op, _ext.GlobalVar) else "call"]
    if isinstance(node, _ext.Var):
        return ["%" + node.name_hint]
    if isinstance(node, _ext.Constant):
        return [_describe_constant(node)]
    return [{_ext.RefCreate: "ref", _ext.RefRead: "ref_read", _ext.RefWrite: "ref_write"}.get(
        type(node), type(node).__name__.lower())]


class _Drawing:
    """Collects boxes and arrows. Constants and weights are lines of the box of what uses them;
    projections are labels of arrows."""

    def __init__(self, function):
        self.function = function
        self.lines = []
        self.names = {}
        self.weights = self._find_weights()

    def _find_weights(self):
        """The parameters that are used once, behind another argument."""
        uses = {}
        for node in _ext.post_order(self.function.body):
            for i, operand in enumerate(self._get_operands(node)):
                if isinstance(operand, _ext.Var):
                    is_behind = isinstance(node, _ext.Call) and i > 0
                    uses.setdefault(operand, []).append(is_behind)
        params = set(self.function.params)
        return {var for var, places in uses.items() if places == [True] and var in params}

    @staticmethod
    def _get_operands(node):
        from .relay.analysis import _children

        if isinstance(node, _ext.Call) and (_is_fused(node) or isinstance(
                node.op, (_ext.Op, _ext.GlobalVar))):
            return node.args
        return _children(node)

    def _is_line(self, operand, user):
        return operand in self.weights or isinstance(operand, _ext.Constant) and isinstance(
            user, _ext.Call)

    def _add(self, node):
        """Adds a box and the arrows to it."""
        name = self.names[node] = f"n{len(self.names)}"
        operators = _get_operators(node)
        text = _describe(node, operators)
        parts = []
        for operand in self._get_operands(node):
            if self._is_line(operand, node):
                parts.append(_describe_constant(operand) if isinstance(operand, _ext.Constant) else
                             f"%{operand.name_hint} {_describe_type(operand._checked_type_)}")
                continue
            label = ""
            while isinstance(operand, _ext.TupleGetItem):
                label = f".{operand.index}{label}"
                operand = operand.tuple_value
            label = f" [taillabel=\"{label}\"]" if label else ""
            self.lines.append(f"  {self.names[operand]} -> {name}{label};")
        text += parts[:_MAX_PARTS]
        if len(parts) > _MAX_PARTS:
            text.append(f"and {len(parts) - _MAX_PARTS} more")
        result = _describe_type(node._checked_type_)
        is_data = isinstance(node, (_ext.Var, _ext.Constant))
        if result and not isinstance(node, _ext.Constant):
            text.append(result if is_data else f"\u2192 {result}")
        colour = _DATA if is_data else _get_colour(operators) if operators else _CONTROL
        label = "\\n".join(line.replace("\\", r"\\").replace('"', r'\"') for line in text)
        shape = ", shape=ellipse" if is_data else ""
        self.lines.append(f'  {name} [label="{label}", fillcolor="{colour}"{shape}];')

    def make(self):
        """The text of the drawing."""
        body = self.function.body
        stack = [(body, False)]
        while stack:
            node, is_expanded = stack.pop()
            if node in self.names:
                continue
            operands = [operand for operand in self._get_operands(node)
                        if not self._is_line(operand, node)]
            if not is_expanded:
                stack.append((node, True))
                stack += [(operand, False) for operand in reversed(operands)]
            elif not isinstance(node, _ext.TupleGetItem) or node is body:
                self._add(node)
        return "\n".join(_HEAD + self.lines + ["}", ""])


_HEAD = ["digraph {", "  graph [ranksep=0.2, nodesep=0.15];",
         "  node [shape=box, style=filled, fontname=\"sans-serif\", fontsize=10, height=0.2, "
         "margin=\"0.08,0.04\"];",
         "  edge [arrowsize=0.5, fontname=\"sans-serif\", fontsize=9];"]


def make_drawing(function):
    """A box for each expression but constants, weights and projections, and an arrow to where it
    is used."""
    return _Drawing(function).make()
