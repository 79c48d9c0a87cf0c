"""The types of the attributes of operators, for isinstance: `op_attrs.Conv2DAttrs`."""

from ... import _ext, _missing


class _Types(type):
    """The type of classes of attributes, whose instances are all Attrs."""

    def __instancecheck__(cls, instance):
        return isinstance(instance, _ext.Attrs) and \
            _ext.get_attrs_type_key(instance._type_key) == cls.type_key


def _make_types():
    for operator in _ext.list_op_names():
        type_key = _ext.get_attrs_type_key(operator)
        if type_key is not None:
            name = type_key.rpartition(".")[2]
            globals().setdefault(name, _Types(name, (), {
                "type_key": type_key, "__module__": __name__,
                "__doc__": f"The attributes of {operator} and its like."}))


_make_types()

__getattr__ = _missing.make_getattr("tvm.relay.op.op_attrs")
