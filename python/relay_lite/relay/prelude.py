"""TVM's library of algebraic data types."""

from .. import _missing


class Prelude:
    """An error: there are no algebraic data types. The name is there for scripts that import it and
    do without."""

    def __init__(self, mod=None):
        raise NotImplementedError(_missing.explain("tvm.relay.prelude.Prelude"))


__getattr__ = _missing.make_getattr("tvm.relay.prelude")
