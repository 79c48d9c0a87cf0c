"""Functions of the registry as values."""

from .._ext import EnvFunc, make_env_func
from .._registry import get_global_func
from ..error import TVMError

# The relations by which Relay's operators infer their types. They are C++ here, so that they can
# be named, not called.
_RELATIONS = frozenset(f"tvm.relay.type_relation.{name}" for name in (
    "Broadcast", "BroadcastComp", "Identity", "IdentityCompRel"))


def _get(name) -> EnvFunc:
    """The function that is registered under a name, or a relation of types by TVM's name of it.

    Parameters
    ----------
    name : str
    """
    if name not in _RELATIONS and get_global_func(name, allow_missing=True) is None:
        raise TVMError(f"Cannot find global function '{name}'")
    return make_env_func(name)


def _get_func(self):
    """The function itself."""
    if self.name in _RELATIONS:
        raise TVMError(f"{self.name} is not part of RelayLite as a function: relations of types "
                       "are C++ here")
    return get_global_func(self.name)


EnvFunc.get = staticmethod(_get)
EnvFunc.func = property(_get_func)
EnvFunc.__call__ = lambda self, *args: self.func(*args)
