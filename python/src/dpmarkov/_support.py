"""Which transitions can happen at all: a public fact, known without the log."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from . import _prototypes as c
from ._arrays import U16, U32, plain, integer, pointer
from ._errors import ArgumentError
from ._library import check, lib

__all__ = ["Support"]


def states_in_range(n: int) -> int:
    """n itself, 2 to 65535."""
    if not 2 <= n <= 65535:
        from ._library import failure

        raise failure(c.ERR_STATES)
    return n


class Support:
    """A set of feasible transitions of n states, as compressed rows: the feasible next states of state i are
    ``targets[starts[i]:starts[i + 1]]``, rising.

    Every other transition has the probability 0, before and after a release. It must be known without the log (a map, a timetable, a state
    machine): one that was read off the log tells which transitions occurred, and no guarantee covers that.

    Parameters
    ----------
    starts : array of n + 1 integers
        From 0 to the number of feasible transitions (`cells`).
    targets : array of integers
        The feasible next states, row by row.

    Raises
    ------
    ArgumentError
        For what is no support: a row without a target, targets that do not rise.

    Examples
    --------
    >>> Support.from_pairs([(0, 1), (1, 0), (1, 2), (2, 2)], n=3).cells
    4
    """

    __slots__ = ("starts", "targets", "n", "cells")

    starts: U32
    targets: U16
    n: int
    cells: int

    def __init__(self, starts: npt.ArrayLike, targets: npt.ArrayLike) -> None:
        first, next_ = _index_array(starts, np.uint32, "starts"), _index_array(targets, np.uint16, "targets")
        n, cells = states_in_range(max(len(first) - 1, 0)), len(next_)
        check(lib.dpm_support_check(pointer(first), pointer(next_), n, cells))
        for name, value in (("starts", first), ("targets", next_), ("n", n), ("cells", cells)):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a Support does not change")

    def __reduce__(self) -> tuple[type[Support], tuple[U32, U16]]:
        return Support, (self.starts, self.targets)  # checked again

    @classmethod
    def from_mask(cls, mask: npt.ArrayLike) -> Support:
        """The support of an n x n array of booleans, row: the state left, column: the next state."""
        array = plain(mask, "mask")
        if array.dtype != np.bool_ or array.ndim != 2 or array.shape[0] != array.shape[1]:
            raise TypeError("mask: an n x n array of booleans is needed")
        starts = np.concatenate([[0], np.cumsum(array.sum(axis=1))])
        return cls(starts, np.nonzero(array)[1])

    @classmethod
    def from_pairs(cls, pairs: Iterable[tuple[int, int]], *, n: int) -> Support:
        """The support of pairs (state left, next state) of state numbers below n."""
        size = states_in_range(integer(n, "n", 65535, c.ERR_STATES))
        unique = sorted({(integer(i, "pairs", size - 1, c.ERR_STATE_INDEX), integer(j, "pairs", size - 1, c.ERR_STATE_INDEX)) for i, j in pairs})
        lengths = np.bincount([i for i, _ in unique], minlength=size)
        return cls(np.concatenate([[0], np.cumsum(lengths)]), [j for _, j in unique])

    def row_lengths(self) -> tuple[int, int]:
        """(fewest, most) feasible next states of a row; the fewest among rows of two or more, 0 where there is none."""
        fewest, most = ctypes.c_size_t(), ctypes.c_size_t()
        check(lib.dpm_support_row_lens(pointer(self.starts), pointer(self.targets), self.n, self.cells, ctypes.byref(fewest), ctypes.byref(most)))
        return fewest.value, most.value

    def sources(self) -> npt.NDArray[np.intp]:
        """The state left of every feasible transition, in their order."""
        return np.repeat(np.arange(self.n), self.starts[1:].astype(np.intp) - self.starts[:-1].astype(np.intp))

    def rows(self) -> Iterable[tuple[int, int]]:
        """(first cell, number of cells) of every row."""
        bounds = self.starts.tolist()
        return [(first, last - first) for first, last in zip(bounds, bounds[1:])]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Support) and np.array_equal(self.starts, other.starts) and np.array_equal(self.targets, other.targets)

    def __hash__(self) -> int:
        return hash((self.starts.tobytes(), self.targets.tobytes()))

    def __repr__(self) -> str:
        return f"<Support of {self.cells} transitions between {self.n} states>"


def _index_array(value: npt.ArrayLike, dtype: type, what: str) -> npt.NDArray[Any]:
    array = plain(value, what)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TypeError(f"{what}: a one-dimensional array of integers is needed")
    if array.size and not (int(array.min()) >= 0 and int(array.max()) <= np.iinfo(dtype).max):
        raise ArgumentError(c.ERR_SUPPORT, f"{what}: a number out of range")
    made: npt.NDArray[Any] = np.array(array, dtype=dtype, order="C")
    made.flags.writeable = False
    return made
