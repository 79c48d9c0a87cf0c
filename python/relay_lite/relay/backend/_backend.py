"""The memory plan of a function, as TVM's tools ask for it."""

from ... import _missing
from ...ir.container import Map
from .graph_executor_codegen import build_nodes


class StorageInfo:
    """The storage of the values of an expression.

    Attributes
    ----------
    storage_ids : list of int
        Values with one number share memory.
    storage_sizes : list of int
        The sizes in bytes of the first values there.
    device_types : list of int
    """

    def __init__(self, storage_ids, storage_sizes):
        self.storage_ids = storage_ids
        self.storage_sizes = storage_sizes
        self.device_types = [1] * len(storage_ids)


class StaticMemoryPlan:
    """The storage of the values of a function.

    Attributes
    ----------
    expr_to_storage_info : dict of Expr to StorageInfo
    """

    def __init__(self, expr_to_storage_info):
        self.expr_to_storage_info = Map(expr_to_storage_info)


def GraphPlanMemory(func) -> StaticMemoryPlan:
    """The memory plan of a function whose operators are fused.

    Parameters
    ----------
    func : relay.Function
    """
    nodes, values = build_nodes(func)
    storages = {expr: [nodes[node].storages[output] for node, output in outputs]
                for expr, outputs in values.items()}
    return StaticMemoryPlan({expr: StorageInfo([storage.number for storage in found],
                                               [storage.first_size for storage in found])
                             for expr, found in storages.items()})


__getattr__ = _missing.make_getattr("tvm.relay.backend._backend")
