"""Modules and functions as text to look at."""

from .. import _ext


def _script(self, *, show_meta=False) -> str:
    """The Relay text, with constants behind it if `show_meta` is set."""
    return self.astext(show_meta_data=show_meta)


def _show(self, style=None, black_format=None, *, show_meta=False) -> None:
    """Prints the Relay text. The first two parameters are those of TVM's printer of scripts, which
    has colours and a formatter; Relay text has none.

    Parameters
    ----------
    show_meta : bool
        Whether the constants follow.
    """
    print(_script(self, show_meta=show_meta))


def _repr_html(self) -> str:
    """The HTML for notebooks: the text without constants."""
    import html

    return f"<pre>{html.escape(str(self))}</pre>"


_ext.IRModule.script, _ext.IRModule.show = _script, _show
_ext.IRModule._repr_html_ = _ext.Function._repr_html_ = _repr_html
