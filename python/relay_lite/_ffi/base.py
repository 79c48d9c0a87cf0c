"""Errors under another of TVM's paths."""

from ..error import TVMError
