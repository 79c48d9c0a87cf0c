"""Targets, as values that scripts pass on: everything runs on the CPU of this machine."""

from .. import _missing


class Target:
    """The description of a target: `Target("llvm -mcpu=...")`, or a dictionary with `kind`."""

    _stack = []

    def __init__(self, target="llvm", host=None):
        if isinstance(target, Target):
            target = target._text
        if isinstance(target, dict):
            target = " ".join([target["kind"]] + [
                f"-{key}={value}" for key, value in target.items() if key != "kind"])
        if not isinstance(target, str) or not target.strip():
            raise ValueError(f"target has to be a string or dictionary, but is {target!r}")
        self._text = target.strip()
        self.host = Target(host) if host is not None else None
        words = self._text.split()
        self.kind = _Kind(words[0])
        self.attrs = dict(word.lstrip("-").partition("=")[::2] for word in words[1:])
        self.keys = ["gpu"] if self.kind.name in ("cuda", "rocm", "vulkan", "metal") else ["cpu"]

    @staticmethod
    def current(allow_none=True):
        """The target of the innermost `with`."""
        if Target._stack:
            return Target._stack[-1]
        if allow_none:
            return None
        raise ValueError("Target context required. Please set it by constructing a TargetContext")

    def __enter__(self):
        Target._stack.append(self)
        return self

    def __exit__(self, type_, value, trace):
        Target._stack.pop()

    def __eq__(self, other):
        return isinstance(other, Target) and self._text == other._text

    def __hash__(self):
        return hash(self._text)

    def __str__(self):
        return self._text

    __repr__ = __str__


class _Kind:
    def __init__(self, name):
        self.name = name

    def __str__(self):
        return self.name


__getattr__ = _missing.make_getattr("tvm.target")
