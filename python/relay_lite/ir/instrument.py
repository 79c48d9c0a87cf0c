"""Instruments: hooks around passes."""

import functools

from .. import _ext, _missing


class PassInstrument:
    """Base of instruments: what is not overridden does nothing. Hooks may raise; see
    docs/PassInfrastructure.md for what happens then."""

    _native = None

    def __init__(self):
        pass

    @property
    def name(self):
        """The name of the class."""
        return type(self).__name__

    def enter_pass_ctx(self):
        """Before the context becomes the current one."""

    def exit_pass_ctx(self):
        """After the context has stopped being the current one."""

    def should_run(self, mod, info):
        """Whether the pass may run."""
        return True

    def run_before_pass(self, mod, info):
        """Before a pass that runs."""

    def run_after_pass(self, mod, info):
        """After a pass that has run; `mod` is its result."""


_ext.set_instrument_class(PassInstrument)
_ext._instrument_class = PassInstrument


def pass_instrument(pi_cls=None):
    """A decorator that makes an instrument of a class with some of the hooks
    `enter_pass_ctx(self)`, `exit_pass_ctx(self)`, `should_run(self, mod, info)`,
    `run_before_pass(self, mod, info)` and `run_after_pass(self, mod, info)`.

    Examples
    --------
    >>> @tvm.instrument.pass_instrument
    ... class SkipFoldConstant:
    ...     def should_run(self, mod, info):
    ...         return info.name != "FoldConstant"
    >>> with tvm.transform.PassContext(instruments=[SkipFoldConstant()]):
    ...     mod = tvm.relay.transform.FoldConstant()(mod)
    """

    def create(cls):
        if not isinstance(cls, type):
            raise TypeError("pi_cls must be a class")
        if issubclass(cls, PassInstrument):
            return cls
        return functools.wraps(cls, updated=())(
            type(cls.__name__, (cls, PassInstrument), {}))

    return create(pi_cls) if pi_cls is not None else create


class _Render:
    """`render`, on an instrument or, as TVM's, on the class: that of the current context."""

    def __get__(self, instance, owner):
        def render():
            """The times of the passes that ran in this thread since the context was entered."""
            found = instance or next(
                (i for i in _ext.PassContext.current().instruments
                 if isinstance(i, PassTimingInstrument)), None)
            return found._native.render() if found is not None else ""

        return render


class PassTimingInstrument(PassInstrument):
    """Times passes; `render()` inside the context gives the times as text."""

    def __init__(self):
        super().__init__()
        self._native = _ext.TimingInstrument()

    render = _Render()


class PassPrintingInstrument(PassInstrument):
    """Prints the module before and after the passes that are named."""

    def __init__(self, print_before_pass_names, print_after_pass_names):
        super().__init__()
        self.print_before_pass_names = print_before_pass_names
        self.print_after_pass_names = print_after_pass_names

    def run_before_pass(self, mod, pass_info):
        if pass_info.name in self.print_before_pass_names:
            print(f"Print IR before: {pass_info.name}\n{mod}\n\n")

    def run_after_pass(self, mod, pass_info):
        if pass_info.name in self.print_after_pass_names:
            print(f"Print IR after: {pass_info.name}\n{mod}\n\n")


class PrintBeforeAll(PassInstrument):
    """Prints the module before each pass."""

    def run_before_pass(self, mod, info):
        print("Before Running Pass:", info)
        print(mod)


class PrintAfterAll(PassInstrument):
    """Prints the module after each pass."""

    def run_after_pass(self, mod, info):
        print("After Running Pass:", info)
        print(mod)

__getattr__ = _missing.make_getattr("tvm.ir.instrument")
