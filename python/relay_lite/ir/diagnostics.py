"""The errors of a program as objects, for a function that shows them in another way than the text
of the exception."""

import enum
import sys

from .. import _missing, error
from .._ext import Span
from .base import SourceName


class DiagnosticLevel(enum.IntEnum):
    """How bad it is."""

    BUG = 10
    ERROR = 20
    WARNING = 30
    NOTE = 40
    HELP = 50


class Diagnostic:
    """A message about a place.

    Parameters
    ----------
    level : DiagnosticLevel
    span : Span or None
    message : str
    """

    def __init__(self, level, span, message):
        self.level, self.span, self.message = level, span, message

    def __repr__(self):
        return f"Diagnostic({self.level!r}, {self.span!r}, {self.message!r})"


class DiagnosticRenderer:
    """Shows diagnostics.

    Parameters
    ----------
    render_func : function of DiagnosticContext
    """

    def __init__(self, render_func):
        self.render_func = render_func

    def render(self, ctx):
        """Shows the diagnostics of a context.

        Parameters
        ----------
        ctx : DiagnosticContext
        """
        self.render_func(ctx)


class DiagnosticContext:
    """The diagnostics about a module, and what shows them.

    Parameters
    ----------
    module : IRModule or None
        None where an error is raised: the library does not know it there.
    renderer : DiagnosticRenderer

    Attributes
    ----------
    diagnostics : list of Diagnostic
    """

    def __init__(self, module, renderer):
        self.module, self.renderer, self.diagnostics = module, renderer, []

    def emit(self, diagnostic):
        """Adds a diagnostic.

        Parameters
        ----------
        diagnostic : Diagnostic
        """
        self.diagnostics.append(diagnostic)

    def render(self):
        """Shows the diagnostics."""
        self.renderer.render(self)


def _print(ctx):
    for one in ctx.diagnostics:
        place = f"{one.span.source_name.name}:{one.span.line}:{one.span.column}: " if one.span else ""
        print(f"{place}{one.level.name.lower()}: {one.message}", file=sys.stderr)


_PRINTER = DiagnosticRenderer(_print)
_override = None
_LEVELS = {"error": DiagnosticLevel.ERROR, "warning": DiagnosticLevel.WARNING,
           "note": DiagnosticLevel.NOTE, "remark": DiagnosticLevel.HELP}


def _parse(text):
    """The diagnostics in the text of an exception: each a level and a message, and maybe a place and
    its code."""
    import re

    _, *parts = re.split(r"^(error|warning|note|remark): ", text, flags=re.M)
    for level, part in zip(parts[::2], parts[1::2]):
        span, place = None, re.search(r"\n --> (.*):(\d+):(\d+)(?:\n.*)*\Z", part)
        if place:
            line, column = int(place[2]), int(place[3])
            span, part = Span(SourceName(place[1]), line, line, column, column), part[:place.start()]
        yield Diagnostic(_LEVELS[level], span, part.rstrip("\n"))


def _on_error(text=""):
    if _override is None:
        return
    ctx = DiagnosticContext(None, _override)
    for diagnostic in _parse(text):
        ctx.emit(diagnostic)
    ctx.render()


error.DiagnosticError._on_error = staticmethod(_on_error)


def get_renderer() -> DiagnosticRenderer:
    """Return the renderer of diagnostics: that of override_renderer, or one that prints on standard error."""
    return _override or _PRINTER


def override_renderer(render_func):
    """From now on a function is called with the diagnostics of each DiagnosticError, before it is
    raised.

    Parameters
    ----------
    render_func : function of DiagnosticContext, or None
        None ends it.
    """
    global _override
    _override = DiagnosticRenderer(render_func) if render_func else None


__getattr__ = _missing.make_getattr("tvm.ir.diagnostics")
