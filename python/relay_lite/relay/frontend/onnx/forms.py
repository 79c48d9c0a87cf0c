"""Forms: the expressions that a node of an ONNX model has become, so that they leave as that node.

The importer keeps a form for each kind of node that becomes more than one plain call: a hash of
its expressions, and the node. The exporter finds the expressions that come from a node by their
spans. If their hash is the same, the node takes their place: passes have changed nothing in them.
"""

from __future__ import annotations

import base64
import hashlib
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .... import _ext
from ....error import DiagnosticError
from ...expr import Call, Constant, Expr, If, Let, Tuple, TupleGetItem, Var
from .. import common
from . import weights
from .custom import find_free, is_random
from .exporters.call import get_number, get_span_name
from .exporters.scopes import read_loop

if TYPE_CHECKING:
    from .node import Node

# Constants of so many elements are a part of a form. Larger ones are inputs of the node, unless the
# node has made them.
_MOST_LITERAL = 8
# The bytes of an input whose value only the importer uses, and of the attributes of a node, that a
# form may have at most.
_MOST_BYTES = 4096
# The most orders of results that look the same by themselves that are tried.
_MOST_ORDERS = 24


class Shape:
    """The look of the expressions of a node: a text of operators, attributes, small constants and how
    they are linked, and the expressions that they take from outside.

    Parameters
    ----------
    roots : list of Expr
        The results of the node.
    name : str
        The name of the node.
    is_input : function
        Whether an expression is one of the node's inputs.
    functions : dict of Var to Function
        The functions that call themselves, by name; those below a `let` of the node are found.
    hidden : dict of Var to Constant
        Constants that variables stand for until the passes have run.

    Attributes
    ----------
    literals : dict of Var to Constant
        Those of them that the node has made.
    """

    def __init__(self, roots: Sequence[Expr], name: str,
                 is_input: Callable[[Expr], bool] = lambda expr: False,
                 functions: Mapping[Var, Any] | None = None,
                 hidden: Mapping[Var, Constant] | None = None) -> None:
        self.name = name
        self.literals: dict[Var, Constant] = {}
        self._hidden = hidden or {}
        self.roots = list(roots)
        self.inputs: list[Expr] = []
        self._is_input = is_input
        self._functions: dict[Var, Any] = dict(functions or {})
        self._lines: list[str] = []
        self._numbers: dict[Expr, str] = {}
        for root in roots:
            self._add(root)
        self._lines.append(" ".join(self._numbers[root] for root in roots))

    @property
    def hash(self) -> str:
        """A short text that tells shapes apart."""
        return _digest("\n".join(self._lines))

    def _add(self, root: Expr) -> None:
        pending = [root]
        while pending:
            expr = pending[-1]
            if expr in self._numbers:
                pending.pop()
                continue
            operands = self._find_operands(expr)
            if operands is None:
                self._numbers[expr] = self._number_input(expr)
                continue
            missing = [operand for operand in operands if operand not in self._numbers]
            if missing:
                pending.extend(reversed(missing))
                continue
            if isinstance(expr, Let):
                self._numbers[expr] = self._numbers[expr.body]
                continue
            self._numbers[expr] = f"%{len(self._lines)}"
            self._lines.append(self._describe(expr, operands))

    def _find_operands(self, expr: Expr) -> Sequence[Expr] | None:
        """Return the operands of an expression of the node; None for one from outside."""
        if isinstance(expr, Constant):
            return () if self._is_literal(expr) else None
        if isinstance(expr, Var) and expr in self._hidden and not self._is_input(expr) and \
                get_span_name(self._hidden[expr]) == self.name:
            self.literals[expr] = self._hidden[expr]
            return ()
        if isinstance(expr, Let) and get_span_name(expr) == self.name:
            self._functions[expr.var] = expr.value
            return [expr.body]
        if self._is_input(expr) or not is_part(expr, self.name):
            return None
        if isinstance(expr, Call):
            return list(expr.args) if isinstance(expr.op, _ext.Op) else self._enter_loop(expr)
        if isinstance(expr, If):
            return [expr.cond, expr.true_branch, expr.false_branch]
        return list(expr.fields) if isinstance(expr, Tuple) else [expr.tuple_value]

    def _enter_loop(self, call: Any) -> Sequence[Expr] | None:
        """Return the operands of a call of a loop, those in the loop included; None if it calls another
        function."""
        function = self._find_function(call.op)
        loop = read_loop(_get_callee(call.op), function) if function is not None else None
        if loop is None:
            return None
        for param in loop.params:
            self._numbers.setdefault(param, f"#{len(self._numbers)}")
        return [*call.args, loop.test, *loop.following, loop.result]

    def _find_function(self, op: Any) -> Any:
        while isinstance(op, Let):
            self._functions[op.var] = op.value
            op = op.body
        function = self._functions.get(op)
        return function if isinstance(function, _ext.Function) else None

    def make_function(self) -> Any:
        """Return the expressions as a function of those that they take from outside."""
        params = {expr: Var(f"input{i}", common.infer_type(expr).checked_type)
                  for i, expr in enumerate(self.inputs)}
        params.update((var, var) for var in self.literals)
        copies: dict[Expr, Expr] = dict(params)
        for expr in self._numbers:
            if expr not in copies:
                copies[expr] = self._copy(expr, copies)
        return _ext.Function(list(params.values()), Tuple([copies[root] for root in self.roots]))

    def _copy(self, expr: Any, copies: Mapping[Expr, Expr]) -> Expr:
        """Return an expression on the copies of its operands."""
        if isinstance(expr, Call):
            return Call(self._copy_callee(expr.op, copies), [copies[arg] for arg in expr.args],
                        expr.attrs, expr.type_args, expr.span)
        if isinstance(expr, Let):
            return Let(expr.var, self._copy_loop(expr.value, copies), copies[expr.body], expr.span)
        if isinstance(expr, Tuple):
            return Tuple([copies[field] for field in expr.fields], expr.span)
        if isinstance(expr, TupleGetItem):
            return TupleGetItem(copies[expr.tuple_value], expr.index, expr.span)
        if isinstance(expr, If):
            return If(copies[expr.cond], copies[expr.true_branch], copies[expr.false_branch],
                      expr.span)
        return expr

    def _copy_callee(self, op: Any, copies: Mapping[Expr, Expr]) -> Expr:
        if isinstance(op, Let):
            return Let(op.var, self._copy_loop(op.value, copies), op.body, op.span)
        callee: Expr = op
        return callee

    @staticmethod
    def _copy_loop(function: Any, copies: Mapping[Expr, Expr]) -> Expr:
        """Return the function of a loop on the copies of what is in it."""
        test, again, result = function.body.cond, function.body.true_branch, function.body.false_branch
        call = Call(again.op, [copies[arg] for arg in again.args], span=again.span)
        body = If(copies[test], call, copies[result], function.body.span)
        return _ext.Function(list(function.params), body, function.ret_type, span=function.span)

    def _is_literal(self, expr: Constant) -> bool:
        return is_small(expr) or not self._is_input(expr) and get_span_name(expr) == self.name

    def _number_input(self, expr: Expr) -> str:
        self.inputs.append(expr)
        return f"${len(self.inputs) - 1}"

    def _describe(self, expr: Expr, operands: Sequence[Expr]) -> str:
        expr = self._hidden.get(expr, expr) if isinstance(expr, Var) else expr
        if isinstance(expr, Constant):
            array = common.to_numpy(expr.data)
            return f"{array.dtype}{array.shape}{hashlib.blake2b(array.tobytes()).hexdigest()[:32]}"
        args = " ".join(self._numbers[operand] for operand in operands)
        if isinstance(expr, Call):
            what = expr.op.name if isinstance(expr.op, _ext.Op) else \
                f"loop {len(self._find_function(expr.op).params)}"
            return f"{what} {expr.attrs} {args}"
        index = expr.index if isinstance(expr, TupleGetItem) else ""
        return f"{type(expr).__name__}{index} {args}"


def _get_callee(op: Any) -> Any:
    """Return the name of the function that a call with a callee calls."""
    while isinstance(op, Let):
        op = op.body
    return op


def is_small(expr: Constant) -> bool:
    """Return whether a constant is a part of forms wherever it is used."""
    size = 1
    for length in expr.data.shape:
        size *= length
    return size <= _MOST_LITERAL


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=9).hexdigest()


def is_part(expr: Expr, name: str) -> bool:
    """Return whether an expression comes from the node of a name. Tuples do wherever they are used,
    elements of tuples if the tuple does."""
    while isinstance(expr, TupleGetItem):
        expr = expr.tuple_value
    if isinstance(expr, Tuple):
        return True
    if isinstance(expr, Let) and isinstance(expr.body, Call) and expr.body.op.same_as(expr.var):
        expr = expr.body
    return isinstance(expr, (Call, If, Constant)) and get_span_name(expr) == name and \
        (not isinstance(expr, Call) or isinstance(expr.op, (_ext.Op, Var, Let)))


class Forms:
    """The forms of the nodes of a model.

    Attributes
    ----------
    nodes : dict of str to int
        The numbers of forms by the names of nodes.
    kinds : list of (str, str)
        Hashes, and messages of nodes in base64.
    """

    def __init__(self) -> None:
        self.nodes: dict[str, int] = {}
        self.kinds: list[tuple[str, str]] = []
        self._numbers: dict[tuple[str, bytes], int] = {}
        self._singles: dict[tuple[Any, ...] | None, int] = {}
        self._pending: list[tuple[Shape, Any]] = []
        # The nodes by name: those behind branches are converted more than once.
        self._converted: dict[str, Any] = {}
        self._protos: dict[int, Any] = {}

    # Import

    def record(self, node: Node, results: Sequence[Expr | None]) -> None:
        """Keep the form of a node, if the node can be found again by it."""
        if self._converted.setdefault(node.name, node.proto) is not node.proto:
            # Two nodes of one name cannot be told apart.
            self.nodes[node.name] = -1
            return
        used = {i: result for i, result in enumerate(results[:len(node.proto.output)])
                if result is not None and _is_output_needed(node, i)}
        inputs = {expr: i for i, expr in reversed(list(enumerate(node.inputs))) if expr is not None}
        if not used or any(not is_part(result, node.name) or result in inputs
                           for result in used.values()):
            return
        # Constants replace nodes, except those with random numbers.
        if not is_random(node) and not node.has_attribute("seed") and \
                any(isinstance(result, Constant) for result in used.values()):
            return
        key = self._find_single(node, inputs, used)
        if key is not None and len(key) == 1:
            return
        if key in self._singles:
            self._assign(node.name, self._singles[key])
            return
        shape = Shape(list(used.values()), node.name, inputs.__contains__, None,
                      node.graph.importer.hidden)
        proto = _write_node(node, shape, inputs)
        if proto is not None:
            number = self._numbers.setdefault((shape.hash, proto.SerializeToString()),
                                              len(self._pending))
            if number == len(self._pending):
                self._pending.append((shape, proto))
            self._assign(node.name, number)
            if key is not None:
                self._singles[key] = number

    def _assign(self, name: str, number: int) -> None:
        """Give a node its form. One that has had another form has none."""
        self.nodes[name] = number if self.nodes.get(name, number) == number else -1

    def _find_single(self, node: Node, inputs: Mapping[Expr, int],
                     used: Mapping[int, Expr]) -> tuple[Any, ...] | None:
        """Return the facts about a node that is one call of its first inputs in their order, and
        whose other inputs are small constants: its form is found once for equal facts. Without
        attributes, the only fact is the operator: no form is needed."""
        call = used.get(0)
        if len(used) != 1 or not isinstance(call, Call) or node.output_count != 1:
            return None
        args, attributes = list(call.args), node.proto.attribute
        places = [inputs.get(arg) for arg in args]
        if places != list(range(len(args))):
            return None
        rest = node.inputs[len(args):]
        if call.attrs is None and not attributes and not rest:
            return (call.op.name,)
        if any(isinstance(arg, Constant) and is_small(arg) for arg in args) or \
                not all(isinstance(value, Constant) and is_small(value) for value in rest):
            return None
        values = [common.to_numpy(value.data) for value in rest if isinstance(value, Constant)]
        return (call.op.name, str(call.attrs), len(args), node.op_type, node.domain,
                *((str(value.dtype), value.shape, value.tobytes()) for value in values),
                *(attribute.SerializeToString() for attribute in attributes))

    def finish(self, finish: Callable[[Any], Any]) -> None:
        """Find the hashes that expressions have after passes.

        Parameters
        ----------
        finish : function
            Runs the passes on a module.
        """
        functions = {f"form{i}": shape.make_function() for i, (shape, _) in enumerate(self._pending)}
        try:
            mod = finish(_ext.IRModule({_ext.GlobalVar(name): function
                                        for name, function in functions.items()}))
        except DiagnosticError:
            # The passes on the model itself find the error, and its place.
            self.nodes.clear()
            return
        for i, (shape, proto) in enumerate(self._pending):
            function = mod[f"form{i}"]
            params = {param: k for k, param in enumerate(function.params[:len(shape.inputs)])}
            hidden = dict(zip(function.params[len(shape.inputs):], shape.literals.values()))
            body, functions = function.body, {}
            while isinstance(body, Let):
                functions[body.var] = body.value
                body = body.body
            self.kinds.append(_write_form(shape.name, list(body.fields), functions, hidden, proto, params))
        self._pending.clear()

    # Export

    def get_proto(self, name: str) -> tuple[str, Any] | None:
        """Return the hash and the NodeProto of the form of a node, or None."""
        number = self.nodes.get(name, -1)
        if not 0 <= number < len(self.kinds) or not self.kinds[number][0]:
            return None
        if number not in self._protos:
            import onnx

            proto = onnx.NodeProto()
            proto.ParseFromString(base64.b64decode(self.kinds[number][1]))
            self._protos[number] = proto
        return self.kinds[number][0], self._protos[number]

    def to_attribute(self) -> dict[str, Any]:
        """Return the forms as attributes of a function."""
        return {"forms": [[digest, message] for digest, message in self.kinds],
                "nodes": {name: number for name, number in self.nodes.items() if number >= 0}}

    @staticmethod
    def from_attribute(found: Mapping[str, Any]) -> Forms:
        """Return the forms that attributes of a function hold."""
        forms = Forms()
        forms.kinds = [(str(digest), str(message)) for digest, message in found.get("forms", ())]
        forms.nodes = {str(name): int(number) for name, number in found.get("nodes", {}).items()}
        return forms


def _write_node(node: Node, shape: Shape, inputs: Mapping[Expr, int]) -> Any:
    """Return a NodeProto whose inputs and outputs are numbers of those of its shape. An input whose
    value only the importer uses is an attribute "=0". None if the node cannot be written so."""
    import onnx

    numbers = {inputs[expr]: i for i, expr in enumerate(shape.inputs) if expr in inputs}
    if len(numbers) != len(shape.inputs):
        return None
    proto = onnx.NodeProto(op_type=node.op_type, domain=node.domain, overload=node.proto.overload)
    for name in node.attribute_names():
        attribute = node.find_attribute(name)
        if attribute is None or len(attribute.graphs) or \
                attribute.HasField("g") and next(find_free(attribute.g), None) is not None:
            return None
        proto.attribute.add().CopyFrom(attribute)
        proto.attribute[-1].name = name
    weights.embed_data(proto.attribute, node.graph.importer.files)
    if proto.op_type.endswith("Like") and is_random(node):
        return _write_random(node, proto, shape)
    for i, expr in enumerate(node.inputs):
        place = numbers.get(inputs[expr]) if expr is not None else None
        if expr is None or place is not None:
            proto.input.append("" if expr is None else str(place))
            continue
        value = _find_value(node, expr)
        if value is None or isinstance(value, tuple) or value.nbytes > _MOST_BYTES:
            return None
        proto.input.append(f"={i}")
        proto.attribute.append(onnx.helper.make_attribute(
            f"={i}", onnx.numpy_helper.from_array(np.asarray(value))))
    places = itertools.count()
    proto.output.extend(str(next(places)) if _is_output_needed(node, i) else ""
                        for i in range(node.output_count))
    return proto if proto.ByteSize() <= _MOST_BYTES else None


def _write_random(node: Node, proto: Any, shape: Shape) -> Any:
    """Return the NodeProto of random numbers in a shape that is known: no input tells it."""
    import onnx

    type_ = common.infer_type(shape.roots[0]).checked_type
    proto.op_type = proto.op_type[:-len("Like")]
    proto.attribute.append(onnx.helper.make_attribute(
        "shape", common.get_dimensions(type_), attr_type=onnx.AttributeProto.INTS))
    if not node.has_attribute("dtype"):
        proto.attribute.append(onnx.helper.make_attribute("dtype", get_number(str(type_.dtype))))
    proto.output.append("0")
    return proto


def _is_output_needed(node: Node, i: int) -> bool:
    """Return whether a node names an output that something uses."""
    return node.output_is_used(i) and bool(node.graph.importer.is_needed(node.proto.output[i]))


def _find_value(node: Node, expr: Expr) -> Any:
    """Return the value of an input if it is known: always if it has no elements."""
    if isinstance(node.type(expr), _ext.TensorType):
        shape = [size for size in node.shape(expr) if size is not None]
        if 0 in shape and len(shape) == node.rank(expr):
            return np.zeros(shape, node.dtype(expr))
    return node.constant(expr)


def _write_form(name: str, roots: Sequence[Expr], functions: Mapping[Var, Any],
                hidden: Mapping[Var, Constant], proto: Any,
                params: Mapping[Expr, int]) -> tuple[str, str]:
    """Return the hash of expressions, and the message of their node in base64. The results have
    the order of their own hashes. The hash is empty if an expression cannot be told."""
    if not all(is_part(root, name) for root in roots):
        return "", ""
    hashes = [Shape([root], name, functions=functions, hidden=hidden).hash for root in roots]
    order = sorted(range(len(roots)), key=hashes.__getitem__)
    shape = Shape([roots[i] for i in order], name, functions=functions, hidden=hidden)
    if any(expr not in params for expr in shape.inputs):
        return "", ""
    numbers = {params[expr]: i for i, expr in enumerate(shape.inputs)}
    for i, text in enumerate(proto.input):
        if text.isdecimal():
            place = numbers.get(int(text))
            if place is None:
                return "", ""
            proto.input[i] = str(place)
    for i, text in enumerate(proto.output):
        if text:
            proto.output[i] = str(order.index(int(text)))
    return shape.hash, base64.b64encode(proto.SerializeToString()).decode()


class Match:
    """The expressions that a node takes the place of.

    Attributes
    ----------
    name : str
    proto : onnx.NodeProto
    results : list of Expr
        The results that the node has, in order.
    inputs : list of Expr
        The values that it takes.
    """

    def __init__(self, name: str, proto: Any, results: Sequence[Expr],
                 inputs: Sequence[Expr]) -> None:
        self.name = name
        self.proto = proto
        self.results = list(results)
        self.inputs = list(inputs)


def find_match(forms: Forms, expr: Expr, find_results: Callable[[str], list[Expr]],
               functions: Mapping[Var, Any]) -> Match | None:
    """Return the node that an expression is a result of, if the expressions of the node are as they
    were.

    Parameters
    ----------
    find_results : function
        Gives the expressions from the node of a name that others use.
    functions : dict of Var to Function
        The functions that call themselves, by name.
    """
    inner = expr
    while isinstance(inner, TupleGetItem):
        inner = inner.tuple_value
    name = get_span_name(inner)
    found = forms.get_proto(name) if name else None
    if found is None or not is_part(expr, name):
        return None
    digest, proto = found
    count = sum(1 for output in proto.output if output)
    used = find_results(name) if count > 1 else []
    for roots in _choose_orders(expr, name, count, used, functions):
        shape = Shape(roots, name, functions=functions)
        if shape.hash == digest:
            return Match(name, proto, roots, shape.inputs)
    return None


def _choose_orders(expr: Expr, name: str, count: int, used: Sequence[Expr],
                   functions: Mapping[Var, Any]) -> Iterator[Sequence[Expr]]:
    """Yield the orders of results that a node may have: that of their own hashes, and for equal
    hashes any. Results of equal hashes may change places if their inputs do."""
    if count == 1:
        yield [expr]
        return
    if count != len(used) or not any(other is expr for other in used):
        return
    groups: dict[str, list[Expr]] = {}
    for result in used:
        groups.setdefault(Shape([result], name, functions=functions).hash, []).append(result)
    orders = itertools.product(*(itertools.permutations(groups[digest])
                                 for digest in sorted(groups)))
    for order in itertools.islice(orders, _MOST_ORDERS):
        yield [result for group in order for result in group]
