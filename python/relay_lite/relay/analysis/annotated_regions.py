"""The parts of an expression that are marked for other compilers."""

from ... import _ext, _missing
from ...error import TVMError
from ...ir.container import Array


class AnnotatedRegion:
    """The expressions between annotations.

    Attributes
    ----------
    id : int
        The number of the region: that of its first begin.
    target : str
        The name of the compiler.
    nodes, args, rets : Array of Expr
        All expressions of the region, its begins, and its ends.
    """

    def __init__(self, number, target, begin):
        self.id = number
        self.target = target
        # Lists in pairs of pairs, so that joining two takes no time.
        self._nodes = [begin]
        self._args = [begin]
        self._rets = []

    nodes = property(lambda self: _flatten(self._nodes))
    args = property(lambda self: _flatten(self._args))
    rets = property(lambda self: _flatten(self._rets))

    def _join(self, other):
        self._nodes = (self._nodes, other._nodes)
        self._args = (self._args, other._args)
        self._rets = (self._rets, other._rets)


def _flatten(lists):
    """The elements of lists in pairs of pairs, in order."""
    result, stack = [], [lists]
    while stack:
        top = stack.pop()
        if isinstance(top, tuple):
            stack += reversed(top)
        else:
            result += top
    return Array(result)


class AnnotatedRegionSet:
    """The regions of an expression. A begin opens a region, and an expression belongs to that of
    its arguments, which it joins. Bound values, branches and called functions belong to none.

    Parameters
    ----------
    expr : relay.Expr
    region_begin_op, region_end_op : Op
        The operators that mark where regions begin and end; their attribute `compiler` is the
        name of the compiler.
    """

    def __init__(self, expr, region_begin_op, region_end_op):
        self._begin, self._end = region_begin_op, region_end_op
        self._regions = []
        # The number of a region that each has been joined with; its own at the end.
        self._leaders = []
        self._numbers = {}
        for node in _ext.post_order(expr):
            self._visit(node)

    @property
    def regions(self):
        """The regions, in the order of their numbers."""
        return Array([region for number, region in enumerate(self._regions)
                      if self._leaders[number] == number])

    def __len__(self):
        return len(self.regions)

    def __iter__(self):
        return iter(self.regions)

    def get_region(self, expr):
        """The region of an expression, or None."""
        number = self._numbers.get(expr)
        return None if number is None else self._regions[self._find(number)]

    def _find(self, number):
        leaders = self._leaders
        while leaders[number] != number:
            leaders[number] = number = leaders[leaders[number]]
        return number

    def _visit(self, node):
        if isinstance(node, _ext.Call):
            if node.op == self._begin:
                self._open(node)
            elif node.op == self._end:
                self._close(node)
            else:
                self._add(node, node.args)
        elif isinstance(node, _ext.Tuple):
            self._add(node, node.fields)
        elif isinstance(node, _ext.TupleGetItem):
            self._add(node, [node.tuple_value])
        elif isinstance(node, _ext.RefCreate):
            self._add(node, [node.value])
        elif isinstance(node, _ext.RefRead):
            self._add(node, [node.ref])
        elif isinstance(node, _ext.RefWrite):
            self._add(node, [node.ref, node.value])

    def _open(self, call):
        number = len(self._regions)
        self._regions.append(AnnotatedRegion(number, str(call.attrs.compiler), call))
        self._leaders.append(number)
        self._numbers[call] = number

    def _close(self, call):
        region = self.get_region(call.args[0])
        compiler = str(call.attrs.compiler)
        if region is None:
            raise TVMError(f"expected a begin for the compiler '{compiler}' before its end, but "
                           f"found none: {call}")
        if region.target != compiler:
            raise TVMError(f"a region begins for the compiler '{region.target}' and ends for "
                           f"'{compiler}': {call}")
        self._put(call, region)
        region._rets = (region._rets, [call])

    def _put(self, node, region):
        self._numbers[node] = region.id
        region._nodes = (region._nodes, [node])

    def _add(self, node, args):
        """Puts a node into the region of its arguments; those at an end count for none."""
        found = [self.get_region(arg) for arg in args
                 if not (isinstance(arg, _ext.Call) and arg.op == self._end)]
        if not any(found):
            return
        if not all(found):
            raise TVMError("some arguments of an expression are in a region, others in none: "
                           f"{node}")
        first = found[0]
        for other in found:
            if self._find(other.id) != first.id:
                self._leaders[other.id] = first.id
                first._join(other)
        self._put(node, first)


__getattr__ = _missing.make_getattr("tvm.relay.analysis.annotated_regions")
