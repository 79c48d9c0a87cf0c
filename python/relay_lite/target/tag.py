"""Targets by names: `Target("raspberry-pi/4b-aarch64")`. Of TVM's tags, those of processors that
programs are compiled for by LLVM are there; scripts can register others."""

from .. import _missing
from ..error import TVMError

_PI = {"kind": "llvm", "mtriple": "aarch64-linux-gnu", "mcpu": "cortex-a72", "mattr": ["+neon"],
       "num-cores": 4}
# The configurations by name.
_TAGS = {
    "raspberry-pi/4b-aarch64": {**_PI, "host": _PI},
    "nvidia/gtx1080ti": {"kind": "cuda", "arch": "sm_61"},
    **{f"aws/cpu/c5.{size}": {"kind": "llvm", "keys": ["x86", "cpu"], "mcpu": processor,
                              "num-cores": cores}
       for size, cores, processor in (
           ("large", 1, "skylake-avx512"), ("xlarge", 2, "skylake-avx512"),
           ("2xlarge", 4, "skylake-avx512"), ("4xlarge", 8, "skylake-avx512"),
           ("9xlarge", 18, "skylake-avx512"), ("12xlarge", 24, "cascadelake"),
           ("18xlarge", 36, "skylake-avx512"), ("24xlarge", 48, "cascadelake"))},
}


def list_tags():
    """The targets by their names."""
    from . import Target

    return {name: Target(config) for name, config in sorted(_TAGS.items())}


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
    from . import Target

    if name in _TAGS and not override:
        raise TVMError(f'Tag "{name}" has been previously defined as: {_TAGS[name]}')
    target = Target(config)
    _TAGS[name] = dict(config)
    return target


__getattr__ = _missing.make_getattr("tvm.target.tag")
