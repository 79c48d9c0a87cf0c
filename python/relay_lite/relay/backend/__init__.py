"""What of TVM's tvm.relay.backend is about values: the descriptions of executors and runtimes, which
modules carry as attributes. Programs run on relay.create_executor."""

from ... import _ext, _missing
from ...error import TVMError


class _Descriptions(type):
    """The type of Executor and Runtime, whose instances are nodes of C++."""

    def __call__(cls, name, options=None):
        import json

        known = cls.list_registered_options(name)
        nodes = [{"type_key": ""}, {"type_key": cls.type_key, "attrs": {"attrs": "2", "name": "3"}},
                 {"type_key": "DictAttrs", "attrs": {"__dict__": "4"}},
                 {"type_key": "runtime.String", "repr_str": name}]
        keys, values = [], []
        for key, value in sorted((options or {}).items()):
            if key not in known:
                raise TVMError(f'Attribute "{key}" is not available on this {cls.__name__}; those '
                               f"that are: {', '.join(known)}")
            keys.append(key)
            values.append(5 + len(values))
        nodes.append({"type_key": "Map", "keys": keys, "data": values} if keys else
                     {"type_key": "Map"})
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

    def list_registered(cls):
        """The names that there are."""
        return list(cls.registered)

    def list_registered_options(cls, name):
        """The options of a name and the types of their values."""
        if name not in cls.registered:
            raise TVMError(f'{cls.__name__} "{name}" is not defined; those that are: '
                           + ", ".join(cls.registered))
        return dict(cls.registered[name])


class Executor(metaclass=_Descriptions):
    """Executor(name, options=None)

    How a program is to be run: a value that a module can have as attribute.

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


class Runtime(metaclass=_Descriptions):
    """Runtime(name, options=None)

    What a program is to be linked with: a value that a module can have as attribute.

    Parameters
    ----------
    name : str
        `cpp` or `crt`.
    options : dict, optional
        Those of list_registered_options(name).
    """

    type_key = "Runtime"
    registered = {"cpp": {"system-lib": "IntImm"}, "crt": {"system-lib": "IntImm"}}


__getattr__ = _missing.make_getattr("tvm.relay.backend")
