"""The references between the global functions of a module."""

from ... import _ext, _missing
from ...error import ArgumentError, TVMError, _expect
from ..expr import GlobalVar


class CallGraph:
    """Which global functions of a module refer to which others, by a call or as a value. As in TVM, a
    function refers to another one once, however often it calls it.

    Parameters
    ----------
    module : IRModule
    """

    def __init__(self, module):
        _expect(module, _ext.IRModule, "an IRModule as module")
        self._module = module
        # For each function the names of those that it refers to, in the order in which they are met.
        self._callees = {}
        for var, function in module._definitions():
            names = [node.name_hint for node in _ext.post_order(function)
                     if isinstance(node, GlobalVar)]
            self._callees[var.name_hint] = list(dict.fromkeys(names))
        self._ref_counts = dict.fromkeys(self._callees, 0)
        for names in self._callees.values():
            for name in names:
                self._ref_counts[name] = self._ref_counts.get(name, 0) + 1

    @property
    def module(self) -> _ext.IRModule:
        """The module that the graph was made of."""
        return self._module

    def ref_count(self, var) -> int:
        """The number of global functions that refer to a function.

        Parameters
        ----------
        var : GlobalVar or str
        """
        return self._ref_counts[self._get_name(var)]

    def global_call_count(self, var) -> int:
        """The number of global functions that a function refers to.

        Parameters
        ----------
        var : GlobalVar or str
        """
        return len(self._get_callees(self._get_name(var)))

    def is_recursive(self, var) -> bool:
        """Whether a function refers to itself. As in TVM, functions that call each other do not count.

        Parameters
        ----------
        var : GlobalVar or str
        """
        name = self._get_name(var)
        return name in self._get_callees(name)

    def print_var(self, var) -> str:
        """The entry of a function, as text.

        Parameters
        ----------
        var : GlobalVar or str
        """
        return self._get_text(self._get_name(var))

    def __str__(self):
        """All entries. Callers come before the functions that they call, unless these call them, too."""
        return "".join(map(self._get_text, self._get_order()))

    def _get_name(self, var):
        if not isinstance(var, (str, GlobalVar)):
            raise ArgumentError(f"expected a string or GlobalVar as var, but got {var!r}")
        name = var if isinstance(var, str) else var.name_hint
        if name not in self._ref_counts:
            raise TVMError(f"GlobalVar {name} not found in the call graph!")
        return name

    def _get_callees(self, name):
        """The names that a function refers to; none if only others mention the function."""
        return self._callees.get(name, [])

    def _get_text(self, name):
        lines = [f"Call graph node: {name},  #refs = {self._ref_counts[name]}\n"]
        lines += [f"  call site: <{name}> calls {callee}\n" for callee in self._get_callees(name)]
        return "".join([*lines, "\n"])

    def _get_order(self):
        """The names of all functions: the reverse of a post-order over what each refers to, which
        begins with the functions that nothing else refers to."""
        callers = {name: self._ref_counts[name] - (name in self._get_callees(name))
                   for name in self._ref_counts}
        finished, visited = [], set()
        for root in sorted(callers, key=lambda name: callers[name] != 0):
            # Without recursion: chains of calls are as long as they like.
            stack = [(root, False)]
            while stack:
                name, is_left = stack.pop()
                if is_left:
                    finished.append(name)
                elif name not in visited:
                    visited.add(name)
                    stack.append((name, True))
                    stack += ((callee, False) for callee in reversed(self._get_callees(name)))
        return finished[::-1]


__getattr__ = _missing.make_getattr("tvm.relay.analysis.call_graph")
