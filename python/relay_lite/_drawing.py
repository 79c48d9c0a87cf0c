"""Drawings of functions, as text for Graphviz's dot."""

import html
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
_CONTROL = ("control flow and calls", "#cab2d6")
_DATA = ("parameters and constants", "#ffffff")
# A box names as many operators of a fused function, and as many constants and weights, by as many
# characters of their names. Its tooltip has all.
_MAX_NAMES = 6
_MAX_PARTS = 2
_MAX_LENGTH = 48


def _get_kind(names):
    """The kind and the colour of calls of these operators."""
    patterns = {_ext.get_op(name).get_attr("TOpPattern") for name in names}
    for kind, colour, name_pattern, kinds in _KINDS:
        if any(map(name_pattern.search, names)) or patterns.intersection(kinds):
            return kind, colour
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


def _get_calls(node):
    """Return the calls of operators that a node stands for."""
    if not isinstance(node, _ext.Call):
        return []
    calls = _ext.post_order(node.op.body) if _is_fused(node) else [node]
    return [call for call in calls if isinstance(call, _ext.Call) and isinstance(call.op, _ext.Op)]


def _describe_call(call):
    """Return the operator of a call with its attributes."""
    attrs = call.attrs
    values = {key: attrs[key] for key in attrs.keys()} if attrs is not None else {}
    texts = [f"{key}={value}" for key, value in values.items() if value is not None and value != ""]
    return call.op.name + (f": {', '.join(texts)}" if texts else "")


def _quote(lines):
    """Return a string for dot with lines of text. Characters that XML or a line does not have become
    spaces."""
    lines = ("".join(c if c.isprintable() else " " for c in line) for line in lines)
    return '"' + "\\n".join(line.replace("\\", r"\\").replace('"', r'\"') for line in lines) + '"'


def _shorten(line):
    """Return the beginning of a line that is too long for a box."""
    return line if len(line) <= _MAX_LENGTH else line[:_MAX_LENGTH - 1] + "\u2026"


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
        self.kinds = set()
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
        from .relay._children import get_children

        if isinstance(node, _ext.Call) and (_is_fused(node) or isinstance(
                node.op, (_ext.Op, _ext.GlobalVar))):
            return node.args
        return get_children(node)

    def _is_line(self, operand, user):
        return operand in self.weights or isinstance(operand, _ext.Constant) and isinstance(
            user, _ext.Call)

    def _add(self, node):
        """Adds a box and the arrows to it."""
        name = self.names[node] = f"n{len(self.names)}"
        calls = _get_calls(node)
        operators = [call.op.name for call in calls]
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
        is_data = isinstance(node, (_ext.Var, _ext.Constant))
        result = _describe_type(node._checked_type_)
        results = [] if not result or isinstance(node, _ext.Constant) else \
            [result if is_data else f"\u2192 {result}"]
        tooltip = [*(map(_describe_call, calls) if calls else text), *parts, *results]
        text += parts[:_MAX_PARTS]
        if len(parts) > _MAX_PARTS:
            text.append(f"and {len(parts) - _MAX_PARTS} more")
        kind, colour = _DATA if is_data else _get_kind(operators) if operators else _CONTROL
        self.kinds.add(kind)
        shape = ", shape=ellipse" if is_data else ""
        self.lines.append(f"  {name} [label={_quote(map(_shorten, text + results))}, "
                          f'fillcolor="{colour}"{shape}, tooltip={_quote(tooltip)}];')

    def _make_legend(self):
        """Return the label of the drawing: the colours of the kinds that there are."""
        kinds = [kind[:2] for kind in _KINDS] + [_CONTROL, _DATA]
        rows = [f'<tr><td border="1" bgcolor="{colour}" width="20"></td>'
                f'<td align="left">{kind}</td></tr>' for kind, colour in kinds if kind in self.kinds]
        return ('  labelloc=t; fontname="sans-serif"; fontsize=10; '
                f'label=<<table border="0" cellspacing="3" cellpadding="2">{"".join(rows)}</table>>;')

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
        return "\n".join([*_HEAD, *self.lines, self._make_legend(), "}", ""])


_HEAD = ["digraph {", "  graph [ranksep=0.2, nodesep=0.15];",
         "  node [shape=box, style=filled, fontname=\"sans-serif\", fontsize=10, height=0.2, "
         "margin=\"0.08,0.04\"];",
         "  edge [arrowsize=0.5, fontname=\"sans-serif\", fontsize=9];"]


def make_drawing(function):
    """A box for each expression but constants, weights and projections, and an arrow to where it
    is used."""
    return _Drawing(function).make()


def name_parts(svg, name):
    """Return the picture that dot has made of a drawing of a function with the tooltips as titles,
    in place of the names of nodes and arrows."""
    svg = re.sub(r"(<g id=\"edge\d+\" class=\"edge\">\n)<title>.*?</title>\n", r"\1", svg)
    svg = re.sub(r"<title>\w+</title>(\n<g id=\"a_node\d+\"><a xlink:title=\"(.*?)\">)",
                 r"<title>\2</title>\1", svg)
    return re.sub(r"<title>.*?</title>", lambda _: f"<title>{html.escape(name)}</title>", svg, count=1)
