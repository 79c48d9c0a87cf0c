"""Graphs of optimized functions: the JSON text that tells the nodes, what they take, and their names,
in TVM's format. Scripts read it; the executor finds the names and types of inputs in it."""

from ... import _ext, _missing
from ...error import TVMError
from ...ir.base import structural_equal, structural_hash
from ...ir.supply import NameSupply
from ...ir.transform import _get_pass
from ...runtime._values import flatten_type
from ..expr_functor import ExprFunctor, ExprVisitor
from ._memory_plan import MemoryPlan, get_size
from .utils import mangle_module_name

_MAX_NAME_LENGTH = 80
_RESHAPE_ONLY = "relay.reshape_only"


class _OperatorNames(ExprVisitor):
    """The operators of a function in the order in which they are computed."""

    def __init__(self):
        super().__init__()
        self.names = []

    def visit_call(self, call):
        for arg in call.args:
            self.visit(arg)
        if isinstance(call.op, _ext.Op):
            self.names.append(call.op.name)


def _get_function_name(function):
    """TVM's name for a function of operators."""
    visitor = _OperatorNames()
    visitor.visit(function.body)
    name = "_".join(["fused", *visitor.names] if visitor.names else ["constant"]).replace(".", "_")
    if len(name) > _MAX_NAME_LENGTH:
        import hashlib

        digest = hashlib.sha256(name.encode()).hexdigest()[:16]
        name = f"{name[:_MAX_NAME_LENGTH]}_{digest}_"
    return name


class _Node:
    """A node of a graph."""

    def __init__(self, name, types, function=None, inputs=(), is_alias=False):
        self.name = name
        self.types = types
        self.function = function
        self.inputs = list(inputs)
        self.is_alias = is_alias
        self.storages = []

    def to_json(self):
        """The JSON object of the node."""
        result = {"op": "tvm_op" if self.function else "null", "name": self.name}
        if self.function:
            result["attrs"] = {"num_outputs": str(len(self.types)), "num_inputs": str(len(self.inputs)),
                               "flatten_data": "0", "func_name": self.function}
        result["inputs"] = [[node, output, 0] for node, output in self.inputs]
        return result


class _Builder(ExprFunctor):
    """Makes the graph of a function. A visit returns the values of an expression, as pairs of a
    node and the number of its output. Parameters that `constants` names become nodes where they are
    met, as constants do. Linked constants are results of functions instead of inputs."""

    def __init__(self, prefix, parameters, constants=(), link=False):
        super().__init__()
        self.prefix = prefix
        self.link = link
        self.nodes = []
        # The functions of operators by name, and names by structure.
        self.functions = {}
        self.names_by_hash = {}
        self.function_names, self.node_names = NameSupply(), NameSupply()
        # The values of constants by name.
        self.params = {}
        self.taken = {parameter.name_hint for parameter in parameters}
        for parameter in parameters:
            if parameter.name_hint in constants:
                continue
            types = flatten_type(parameter.checked_type)
            if isinstance(parameter.checked_type, _ext.TupleType):
                raise TVMError(f"the graph executor takes tensors, but the parameter "
                               f"%{parameter.name_hint} is a tuple; relay.vm.compile handles tuples")
            self.memo_map[parameter] = self.add(_Node(parameter.name_hint, types))

    def add(self, node):
        """Adds a node; its values."""
        self.nodes.append(node)
        return [(len(self.nodes) - 1, output) for output in range(len(node.types))]

    def visit_var(self, var):
        return self.add(_Node(var.name_hint, flatten_type(var.checked_type)))

    def visit_constant(self, constant):
        types = [_ext.TensorType(constant.data.shape, constant.data.dtype)]
        if self.link:
            function = self._get_name(_ext.Function([], constant).with_attr("Primitive", 1))
            return self.add(_Node(self.node_names.fresh_name(function), types, function))
        number = len(self.params)
        while f"p{number}" in self.taken:
            number += 1
        name = f"p{number}"
        self.taken.add(name)
        self.params[name] = constant.data
        return self.add(_Node(name, types))

    def visit_tuple(self, tup):
        return [value for field in tup.fields for value in self.visit(field)]

    def visit_tuple_getitem(self, t):
        values = iter(self.visit(t.tuple_value))
        fields = [[next(values) for _ in flatten_type(field)]
                  for field in t.tuple_value.checked_type.fields]
        return fields[t.index]

    def visit_let(self, let):
        self.memo_map[let.var] = self.visit(let.value)
        return self.visit(let.body)

    def visit_call(self, call):
        if isinstance(call.op, _ext.Op) and call.op.name == "on_device":
            return self.visit(call.args[0])
        inputs = [value for arg in call.args for value in self.visit(arg)]
        types = flatten_type(call.checked_type)
        function = call.op
        if isinstance(function, _ext.Op):
            function = self._wrap(call)
        if isinstance(function, _ext.GlobalVar):
            name = function.name_hint
        elif isinstance(function, _ext.Function):
            name = self._get_name(function)
            if function.attrs and _RESHAPE_ONLY in function.attrs.keys():
                return self.add(_Node("reshape_nop", types, "__nop", inputs, is_alias=True))
        else:
            raise TVMError("Graph executor does not support closures (found a call of "
                           f"{type(function).__name__}); relay.vm.compile does")
        return self.add(_Node(self.node_names.fresh_name(name), types, name, inputs))

    def _wrap(self, call):
        """A call of an operator as a function of operators."""
        params = [_ext.Var(f"p{index}", arg.checked_type) for index, arg in enumerate(call.args)]
        body = _ext.Call(call.op, params, call.attrs)
        function = _ext.Function(params, body).with_attr("Primitive", 1)
        return _get_pass("InferType")(_ext.IRModule.from_expr(function))["main"]

    def _get_name(self, function):
        """The name of a function of operators, which equal ones share."""
        if function.attrs and "Compiler" in function.attrs.keys():
            # It is called by its symbol.
            name = str(function.attrs["global_symbol"])
            self.functions[name] = function
            return name
        if not function.attrs or "Primitive" not in function.attrs.keys():
            raise TVMError("the graph executor calls functions of operators only; relay.vm.compile "
                           "handles closures")
        names = self.names_by_hash.setdefault(structural_hash(function), [])
        for name in names:
            if structural_equal(self.functions[name], function):
                return name
        name = self.function_names.fresh_name(f"{self.prefix}_{_get_function_name(function)}")
        names.append(name)
        self.functions[name] = function
        return name

    def visit_function(self, fn):
        raise TVMError("Graph executor does not support closures (found a function as a value); "
                       "relay.vm.compile does")

    def visit_global_var(self, _):
        raise TVMError("Graph executor does not support closures (found a function as a value); "
                       "relay.vm.compile does")

    def visit_if(self, _):
        raise TVMError("Graph executor does not support control flow (found IfNode); "
                       "relay.vm.compile does")

    def visit_ref_create(self, _):
        raise TVMError("Graph executor does not support references (found RefCreateNode); "
                       "relay.vm.compile does")

    visit_ref_read = visit_ref_write = visit_ref_create

    def plan_memory(self, heads):
        """Gives each value its storage; the plan."""
        uses = {}
        for value in [value for node in self.nodes for value in node.inputs] + heads:
            uses[value] = uses.get(value, 0) + 1
        plan = MemoryPlan()
        for number, node in enumerate(self.nodes):
            counts = [uses.get((number, output), 0) for output in range(len(node.types))]
            storages = [self.nodes[source].storages[output] for source, output in node.inputs]
            if node.is_alias:
                node.storages = storages
                storages[0].uses += counts[0]
            elif node.function is None:
                # It lives as long as the graph.
                node.storages = [plan.allocate(get_size(node.types[0]), counts[0] + 1)]
            else:
                node.storages = [plan.request(get_size(tensor_type), count)
                                 for tensor_type, count in zip(node.types, counts)]
            if node.function:
                for storage in node.storages:
                    plan.release(storage)
                for storage in storages:
                    storage.uses -= 1
                    plan.release(storage)
        return plan


def build_nodes(function) -> tuple:
    """The nodes of a function with their storages, and the values of its expressions."""
    builder = _Builder(mangle_module_name(None), function.params)
    builder.plan_memory(builder.visit(function.body))
    return builder.nodes, builder.memo_map


class Graph:
    """The graph and the functions of the function `main` of an optimized module.

    Parameters
    ----------
    function : Function
    mod_name : str
    constants : dict of str to NDArray, optional
        The values of parameters that were constants.
    link : bool, default False
        Whether constants are parts of functions.

    Attributes
    ----------
    json : str
        The description.
    params : dict of str to NDArray
        The constants, which are inputs of the graph.
    functions : dict of str to Function
        The functions of operators.
    workspace_bytes, constant_bytes, io_bytes : int
        The memory for values in between, for constants, and for inputs and outputs.
    """

    def __init__(self, function, mod_name, constants=None, link=False):
        import json

        builder = _Builder(mangle_module_name(mod_name), function.params, constants or {}, link)
        heads = builder.visit(function.body)
        # Executors give arguments in this order.
        arg_nodes = [node for param in function.params for node, _ in builder.visit(param)]
        arg_nodes += [number for number, node in enumerate(builder.nodes)
                      if node.function is None and node.name in builder.params]
        plan = builder.plan_memory(heads)
        nodes = builder.nodes
        rows = [0]
        for node in nodes:
            rows.append(rows[-1] + len(node.types))
        types = [tensor_type for node in nodes for tensor_type in node.types]
        storages = [storage for node in nodes for storage in node.storages]
        self.json = json.dumps({
            "nodes": [node.to_json() for node in nodes],
            "arg_nodes": arg_nodes,
            "heads": [[node, output, 0] for node, output in heads],
            "attrs": {
                "dltype": ["list_str", [tensor_type.dtype for tensor_type in types]],
                "device_index": ["list_int", [1] * len(types)],
                "storage_id": ["list_int", [storage.number for storage in storages]],
                "shape": ["list_shape", [list(map(int, tensor_type.shape)) for tensor_type in types]]},
            "node_row_ptr": rows}, indent=2)
        self.params = {**(constants or {}), **builder.params}
        self.functions = builder.functions
        inputs = [node for node in nodes if node.function is None]
        self.constant_bytes = sum(get_size(node.types[0]) for node in inputs
                                  if node.name in self.params)
        self.io_bytes = sum(get_size(node.types[0]) for node in inputs) - self.constant_bytes + sum(
            get_size(nodes[node].types[output]) for node, output in heads)
        self.workspace_bytes = sum(storage.size for storage in plan.storages) - sum(
            node.storages[0].size for node in inputs)


class GraphExecutorCodegen:
    """Makes graphs.

    Parameters
    ----------
    mod : None
        As in TVM.
    target : Target or list of Target
    """

    def __init__(self, mod, target):
        self.target = target

    def codegen(self, ir_module, func) -> tuple:
        """The JSON text of the graph of an optimized function, the functions of operators as a
        module for the target, and the constants by name."""
        graph = Graph(func, None)
        functions = _ext.IRModule({_ext.GlobalVar(name): function
                                   for name, function in graph.functions.items()})
        target = self.target[0] if isinstance(self.target, (list, tuple)) else self.target
        return graph.json, {target: functions}, graph.params


__getattr__ = _missing.make_getattr("tvm.relay.backend.graph_executor_codegen")
