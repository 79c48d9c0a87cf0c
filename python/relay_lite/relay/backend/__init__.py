"""The backend: code generation for executors, and the descriptions of executors and runtimes."""

from ... import _ext, _missing
from ...error import TVMError, _suggest


def _get_type(value):
    """TVM's name of the type of an option's value."""
    return "runtime.String" if isinstance(value, str) else \
        "IntImm" if hasattr(value, "__index__") else type(value).__name__


def _get_options(description):
    """The options of a description by name; a TypeError for what is none."""
    import json

    if not isinstance(description, (Executor, Runtime)):
        raise TypeError(f"{description!r} has no options: expected an Executor or a Runtime")
    graph = json.loads(_ext.save_json(description))
    nodes = graph["nodes"]
    root = nodes[graph["root"]]
    options = nodes[int(nodes[int(root["attrs"]["attrs"])]["attrs"]["__dict__"])]
    values = {}
    for key, index in zip(options.get("keys", ()), options.get("data", ())):
        node = nodes[index]
        if node["type_key"] == "runtime.String":
            values[key] = node["repr_str"]
        else:
            number = int(node["attrs"]["value"])
            values[key] = bool(number) if node["attrs"]["dtype"] == "bool" else number
    return values


class _Descriptions(type):
    """The type of Executor and Runtime, whose instances are nodes of C++."""

    def __call__(cls, name, options=None):
        import json

        known = cls.list_registered_options(name)
        for key, value in (options or {}).items():
            if key not in known:
                raise TVMError(f'Attribute "{key}" is not available on this {cls.__name__}'
                               + _suggest(key, known))
            if _get_type(value) != known[key]:
                raise TVMError(f'Attribute "{key}" should have type "{known[key]}" but instead '
                               f'found "{_get_type(value)}"')
        options = {**cls.defaults.get(name, {}), **(options or {})}
        keys = sorted(options)
        # The options stand behind the four nodes that each description has.
        entries = {"keys": keys, "data": list(range(5, 5 + len(keys)))} if keys else {}
        nodes = [{"type_key": ""}, {"type_key": cls.type_key, "attrs": {"attrs": "2", "name": "3"}},
                 {"type_key": "DictAttrs", "attrs": {"__dict__": "4"}},
                 {"type_key": "runtime.String", "repr_str": name},
                 {"type_key": "Map", **entries}]
        for key in keys:
            value = options[key]
            nodes.append({"type_key": "runtime.String", "repr_str": value}
                         if isinstance(value, str) else
                         {"type_key": "IntImm", "attrs": {
                             "dtype": "bool" if isinstance(value, bool) else "int32",
                             "span": "0", "value": str(int(value))}})
        return _ext.make_object(json.dumps({"root": 1, "nodes": nodes}))

    def __instancecheck__(cls, instance):
        return isinstance(instance, _ext.MetaObject) and instance.type_key == cls.type_key

    def _list_options(cls, name):
        name = str(name)
        if name not in cls.registered:
            raise TVMError(f'{cls.__name__} "{name}" is not defined'
                           + _suggest(name, cls.registered))
        return dict(cls.registered[name])


class Executor(metaclass=_Descriptions):
    """Executor(name, options=None)

    How a program is to be run: a value that a module can have as attribute. `executor[key]` is the
    value of an option; `key in executor` tells whether it has one.

    Parameters
    ----------
    name : str
        `graph` or `aot`.
    options : dict, optional
        Those of list_registered_options(name).
    """

    type_key = "Executor"
    registered = {
        "aot": {"link-params": "IntImm", "unpacked-api": "IntImm",
                "interface-api": "runtime.String", "workspace-byte-alignment": "IntImm",
                "constant-byte-alignment": "IntImm"},
        "graph": {"link-params": "IntImm"}}
    defaults = {"aot": {"link-params": True}, "graph": {"link-params": False}}

    @staticmethod
    def list_registered():
        """The names that there are."""
        return list(Executor.registered)

    @staticmethod
    def list_registered_options(executor):
        """The options of a name and the types of their values."""
        return Executor._list_options(executor)


class Runtime(metaclass=_Descriptions):
    """Runtime(name, options=None)

    The runtime that a program is linked with: a value that a module can have as attribute. Its
    options are read as those of an Executor.

    Parameters
    ----------
    name : str
        `cpp` or `crt`.
    options : dict, optional
        Those of list_registered_options(name).
    """

    type_key = "Runtime"
    registered = {"cpp": {"system-lib": "IntImm"}, "crt": {"system-lib": "IntImm"}}
    defaults = {}

    @staticmethod
    def list_registered():
        """The names that there are."""
        return list(Runtime.registered)

    @staticmethod
    def list_registered_options(runtime):
        """The options of a name and the types of their values."""
        return Runtime._list_options(runtime)


_ext.MetaObject.__getitem__ = lambda self, name: _get_options(self)[name]
_ext.MetaObject.__contains__ = lambda self, name: name in _get_options(self)

__getattr__ = _missing.make_getattr("tvm.relay.backend", submodules=[
    "_backend", "executor_factory", "graph_executor_codegen", "interpreter", "name_transforms", "utils", "vm"])
