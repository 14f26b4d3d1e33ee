"""The law of a released row: bias and noise of a mechanism, for the rows of a release."""

from __future__ import annotations

import ctypes
from typing import Any

from . import _prototypes as c
from ._library import check, lib


def row_laws(n: int) -> Any:
    """Storage for n laws, which they may not leave."""
    return (c.RowLaw * n)()


def law(laws: Any, i: int) -> Any:
    """A pointer to law number i, where it lies."""
    return ctypes.byref(laws[i])


def shrink(pointer: Any) -> float:
    """How far the mean of the row is drawn towards the uniform row."""
    value = ctypes.c_double()
    check(lib.dpm_row_law_shrink(pointer, ctypes.byref(value)))
    return value.value


def deviation(pointer: Any, share: float) -> float:
    """The standard deviation of a released entry."""
    value = ctypes.c_double()
    check(lib.dpm_row_deviation(pointer, share, ctypes.byref(value)))
    return value.value
