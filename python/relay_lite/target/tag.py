"""Targets by names: `Target("raspberry-pi/4b-aarch64")`. TVM's tags of processors that LLVM compiles
for are there; scripts can register others."""

from .. import _missing
from ..error import TVMError
from . import target
from .target import Target


def list_tags():
    """The targets by their names."""
    return {name: Target(config) for name, config in sorted(target._TAGS.items())}


def register_tag(name, config, override=False):
    """Gives a target a name, and returns it.

    Parameters
    ----------
    name : str
    config : dict
        What Target takes.
    override : bool, default False
        Whether the name may have been given before.
    """
    if name in target._TAGS and not override:
        raise TVMError(f'Tag "{name}" has been previously defined as: {target._TAGS[name]}')
    made = Target(config)
    target._TAGS[name] = dict(config)
    return made


__getattr__ = _missing.make_getattr("tvm.target.tag")
