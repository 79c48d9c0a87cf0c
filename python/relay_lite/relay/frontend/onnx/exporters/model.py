"""The parts of an ONNX model that is made: graph, initializers, names, problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..... import _ext
from .....error import _list_names
from ....expr import Call, Constant, Expr, Tuple, TupleGetItem
from ... import common
from ..forms import Forms, Match, find_match, is_part
from .call import get_number, get_span_name
from .folding import Folding
from .graph import Graph, Plan
from .plans import make_plan
from .registry import ExportError
from .scopes import Places

# Arrays of more bytes are told apart by their first and last bytes before all are compared.
_SAMPLE_BYTES = 512


@dataclass(frozen=True)
class Options:
    """How a model is simplified while it is made.

    Attributes
    ----------
    grow : int or None
        So many bytes a value of constants may have more than what it replaces. None to write
        constant expressions as they are.
    slack : int
        So many bytes all values together may have more.
    merge : bool
        Whether nodes are put together, and equal nodes become one.
    """

    grow: int | None = None
    slack: int = 0
    merge: bool = False


class Model:
    """An ONNX model that is made.

    Attributes
    ----------
    opset : int
        The version of the standard's operators.
    domains : dict of str to int
        The versions of other domains.
    initializers : dict of str to array
    places : Places
    folding : Folding or None
        Finds the values of constant expressions.
    """

    def __init__(self, opset: int, root: Expr, forms: Forms, options: Options) -> None:
        self.opset = opset
        self.merge = options.merge
        self._forms = forms
        self._results: dict[str, list[Expr]] = {}
        self._matches: dict[Expr, Match] = {}
        self.domains: dict[str, int] = {}
        self.places = Places(root)
        self.folding = None if options.grow is None else \
            Folding(self.places, options.grow, options.slack)
        self.initializers: dict[str, Any] = {}
        # The names that results of nodes are to have, by the names of nodes.
        self.value_names: Mapping[str, Sequence[str]] = {}
        self._known: dict[tuple[Any, ...], list[str]] = {}
        self._counts: dict[str, int] = {}
        self._node_names: dict[str, int] = {}
        # The version of the standard's operators that the calls so far need.
        self.needed_opset = opset
        self._problems: dict[str, list[str]] = {}
        self._plans: dict[Expr, Plan] = {}
        self.graph = Graph(self, self.places.root_scope)

    # Names

    def reserve(self, name: str) -> None:
        """Keep a name of a value from being given to another."""
        self._counts.setdefault(name, 0)

    def new_name(self, base: str) -> str:
        """Return a name for a value that no other has."""
        if base not in self._counts:
            self._counts[base] = 0
            return base
        while True:
            self._counts[base] += 1
            name = f"{base}_{self._counts[base]}"
            if name not in self._counts:
                self._counts[name] = 0
                return name

    def new_value_name(self, node: str, i: int) -> str:
        """Return a name for a result of a node."""
        names = self.value_names.get(node, ())
        return self.new_name(names[i] if i < len(names) and names[i] else f"{node}_{i}")

    def new_node_name(self, base: str) -> str:
        """Return a name for a node that no other has."""
        count = self._node_names.get(base)
        self._node_names[base] = 0 if count is None else count + 1
        if count is None:
            return base
        return self.new_node_name(f"{base}_{count + 1}")

    # Initializers

    def add_constant(self, expr: Constant) -> str:
        """Return the name of the initializer for a constant."""
        return self.add_array(_view(expr.data), get_span_name(expr))

    def add_array(self, array: np.ndarray[Any, Any], name: str = "") -> str:
        """Return the name of the initializer with the elements of an array; equal arrays share
        one."""
        array = np.ascontiguousarray(array).reshape(array.shape)
        data = _as_bytes(array)
        key = (str(array.dtype), array.shape, data[:_SAMPLE_BYTES].tobytes(),
               data[-_SAMPLE_BYTES:].tobytes())
        known = self._known.setdefault(key, [])
        for other in known:
            if array.nbytes <= _SAMPLE_BYTES or \
                    np.array_equal(_as_bytes(self.initializers[other]), data):
                return other
        get_number(str(array.dtype))
        name = self.new_name(name or "constant")
        known.append(name)
        self.initializers[name] = array
        return name

    def add_tensor(self, tensor: Any) -> str:
        """Return the name of the initializer for a TensorProto."""
        import onnx

        return self.add_array(onnx.numpy_helper.to_array(tensor), tensor.name)

    # Expressions

    def plan(self, expr: Expr) -> Plan:
        """Return how an expression becomes nodes."""
        found = self._plans.get(expr)
        if found is None:
            found = self._plans[expr] = make_plan(self, expr)
        return found

    def users(self, expr: Expr) -> Sequence[Expr]:
        """Return the expressions that use one, as often as they do."""
        return self.places.users.get(expr, ())

    def find_match(self, expr: Expr) -> Match | None:
        """Return the node of the model that was imported that an expression is a result of, if the
        node can take its place."""
        if expr in self._matches:
            return self._matches[expr]
        match = find_match(self._forms, expr, self._find_results, self.places.functions) \
            if self._forms.nodes else None
        if match is None or not self._is_usable(match):
            return None
        for result in match.results:
            self._matches[result] = match
        return match

    def _is_usable(self, match: Match) -> bool:
        """Return whether the results of a node are tensors of one graph."""
        if any(isinstance(result.checked_type, _ext.TupleType) for result in match.results):
            return False
        scopes = [self.places.scopes.get(result) for result in match.results]
        return all(scope is scopes[0] for scope in scopes)

    def _find_results(self, name: str) -> list[Expr]:
        """Return the expressions of a node that others use."""
        if not self._results:
            for expr in self.places.scopes:
                inner = expr.tuple_value if isinstance(expr, TupleGetItem) else expr
                own = get_span_name(inner)
                if own in self._forms.nodes and not isinstance(expr, Tuple) and \
                        is_part(expr, own) and self._is_used_outside(expr, own):
                    self._results.setdefault(own, []).append(expr)
        return self._results.get(name, [])

    def _is_used_outside(self, expr: Expr, name: str) -> bool:
        """Return whether an expression that is no part of a node uses one."""
        users = self.users(expr)
        if not users:
            return True
        return any(isinstance(user, Tuple) and self._is_used_outside(user, name) or
                   not isinstance(user, (Tuple, TupleGetItem)) and not is_part(user, name)
                   for user in users)

    # Problems

    def add_problem(self, expr: Any, message: str) -> None:
        """Keep an error of an expression."""
        is_operator = isinstance(expr, Call) and isinstance(expr.op, _ext.Op)
        what = str(expr.op.name) if is_operator else type(expr).__name__
        nodes = self._problems.setdefault(f"{what}: {message}", [])
        nodes.append(get_span_name(expr))

    def raise_problems(self) -> None:
        """Raise an ExportError that lists all problems, if there are any."""
        problems = [*self._problems]
        if not problems:
            return
        lines = []
        for problem in problems:
            nodes = sorted({name for name in self._problems[problem] if name})
            lines.append(f"{problem} ({_list_names(nodes)})" if nodes else problem)
        raise ExportError("the module cannot be exported to ONNX:\n  " + "\n  ".join(lines))


def _view(data: Any) -> np.ndarray[Any, Any]:
    """Return the elements of a constant where they are: numpy() copies them."""
    dtype, shape = str(data.dtype), tuple(data.shape)
    if 0 in shape or dtype == "bfloat16":
        array: np.ndarray[Any, Any] = common.to_numpy(data)
        return array
    return np.frombuffer(data, dtype).reshape(shape)


def _as_bytes(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return array.reshape(-1).view(np.uint8)
