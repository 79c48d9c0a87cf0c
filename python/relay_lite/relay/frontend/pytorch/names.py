"""Names of nodes and parameters of scripts, as TVM gives them."""

from __future__ import annotations

import re
from typing import Any


def get_attribute(node: Any) -> str:
    """Return the name of the attribute that a prim::GetAttr reads, or a prim::SetAttr writes."""
    return str(node.s("name"))


class Namer:
    """Names the nodes of a graph by their operators and numbers: "aten::conv2d_0"; a parameter by the
    first node that uses it, and its attribute: "aten::conv2d_0.weight".

    Attributes
    ----------
    sources : dict of node to str
    parameters : dict of tuple of str to str
        The names of parameters by their paths in the module.
    separator : str
        Stands between the parts of a name.
    """

    def __init__(self, graph: Any, parameters: set[str], friendly: bool = False,
                 keep_scopes: bool = False) -> None:
        self.friendly = friendly
        self.keep_scopes = keep_scopes
        self.separator = "_" if friendly else "."
        self.sources: dict[Any, str] = {}
        self.parameters: dict[tuple[str, ...], str] = {}
        self._counts: dict[str, int] = {}
        self._name_nodes(graph)
        self._name_parameters(graph, parameters)

    def _name_nodes(self, graph: Any) -> None:
        pending = [iter(list(graph.nodes()))]
        # Blocks come before the nodes that hold them.
        waiting: list[Any] = []
        while pending:
            node = next(pending[-1], None)
            if node is None:
                pending.pop()
                if waiting and len(waiting) == len(pending):
                    self._name(waiting.pop())
                continue
            if node.outputsSize() == 0 or node.kind() == "prim::GetAttr":
                if list(node.blocks()):
                    pending.append(iter(_inner(node)))
                    waiting.append(node)
                continue
            if list(node.blocks()):
                pending.append(iter(_inner(node)))
                waiting.append(node)
            else:
                self._name(node)

    def _name(self, node: Any) -> None:
        kind = node.kind()
        if self.keep_scopes:
            parts = [part.split("::")[-1] for part in node.scopeName().split("/")]
            name = ".".join(part for part in parts if part)
        else:
            count = self._counts.get(kind, -1) + 1
            self._counts[kind] = count
            name = f"{kind}_{count}"
        self.sources[node] = re.sub(r"[:.]", "_", name) if self.friendly else name
        for i, output in enumerate(node.outputs()):
            if self.keep_scopes:
                count = self._counts.get(name, -1) + 1
                self._counts[name] = count
                output.setDebugName(f"{name}_{count}_{i}")
            else:
                output.setDebugName(f"{name}_{i}")

    def _name_parameters(self, graph: Any, parameters: set[str]) -> None:
        separator = self.separator
        taken: set[str] = set()
        paths: dict[str, tuple[str, ...]] = {}
        for node in graph.findAllNodes("prim::GetAttr", recurse=True):
            owner = paths.get(node.input().debugName(), ())
            path = (*owner, get_attribute(node))
            paths[node.output().debugName()] = path
            if ".".join(path) not in parameters or path in self.parameters:
                continue
            source = self.get_user(node.output())
            # The number of an element of a list of parameters belongs to its name.
            own = path[-2:] if path[-1].isdecimal() else path[-1:]
            name = separator.join([source, *own]) if source else separator.join(path)
            count = 1
            unique = name
            while unique in taken:
                unique = f"{name}_{count}"
                count += 1
            taken.add(unique)
            self.parameters[path] = unique

    def get_user(self, value: Any) -> str:
        """Return the name of the first node that uses a value; an empty one without any."""
        users = [use.user for use in value.uses()]
        return next((self.sources[user] for user in users if user in self.sources), "")


def _inner(node: Any) -> list[Any]:
    """Return the nodes of the blocks of a node."""
    return [inner for block in node.blocks() for inner in block.nodes()]
