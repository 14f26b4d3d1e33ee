"""From a log to counts of its transitions."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _prototypes as c
from ._arrays import U32, wipe
from ._errors import ArgumentError, CountsError
from ._support import Support, states_in_range

__all__ = ["Counts", "count_transitions", "state_table"]


class Counts:
    """Counts of the transitions between states. SECRET: nothing of it is printed, and it leaves the device by a release alone.

    Attributes
    ----------
    matrix : ndarray of uint32
        (n, n), row: the state left, column: the next state; on a support one number for each of its cells.
    states : tuple
        The states' labels in order: row i is ``states[i]``.
    support : Support or None
        The feasible transitions, where not all are.
    states_from_data : bool
        Whether the states came from the log: there is no report of such counts.
    """

    __slots__ = ("matrix", "states", "states_from_data", "support")

    def __init__(self, matrix: U32, states: tuple[Hashable, ...], support: Support | None, states_from_data: bool = False) -> None:
        self.matrix = matrix
        self.states = states
        self.support = support
        self.states_from_data = states_from_data

    def clear(self) -> None:
        """Zeros over all counts: for the next window of time, and when they are done with."""
        wipe(self.matrix)

    def __repr__(self) -> str:
        return f"<Counts of {len(self.states)} states: secret>"


def state_table(states: Iterable[Hashable]) -> bytes:
    """The 16 bytes by which reports name their states: SHA-256 over the names in order, each after its length (docs/report.md).

    >>> state_table(["Home", "Work"]).hex()
    '987a878695295eb384bca337cf413540'
    """
    digest = hashlib.sha256()
    for state in _in_order(states, "states"):
        name = state if isinstance(state, bytes) else str(state).encode()
        digest.update(len(name).to_bytes(4, "little") + name)
    return digest.digest()[:16]


def count_transitions(
    log: object,
    *,
    states: Sequence[Hashable] | int | None = None,
    states_from_data: bool = False,
    support: Support | None = None,
) -> Counts:
    """Counts the transitions of a log.

    Parameters
    ----------
    log : DataFrame, or sequence of sessions
        - A pandas DataFrame with the columns ``from`` and ``to``, and ``count`` where a row stands for several events.
        - A pandas DataFrame with the columns ``session`` and ``state``, the visits of a session in their order.
        - Sessions, each a list of labels or an array of state numbers, in the order of the visits.
    states : sequence of labels, or int
        The states, all of them and no other, in the order of the rows; a number n stands for the states 0 to n - 1. It must be public and
        known without the log: a release shows which states there are, and does not protect that.
    states_from_data : bool, default False
        Takes the states that occur in the log, sorted. Whoever sees a release then learns which states occurred, which no guarantee covers;
        there is no report of it.
    support : Support, optional
        The feasible transitions, where not all are; a transition outside is refused.

    Returns
    -------
    Counts
        In uint32. Secret.

    Raises
    ------
    CountsError
        For a state that is not in `states`, a transition outside of `support`, a count that is negative or that adds up to more than 4294967295.

    Notes
    -----
    The whole log or nothing: a session that is refused must not simply be left out, since one visit could then take a whole session out of the counts,
    which no guarantee covers.

    Examples
    --------
    >>> log = [["home", "work", "home"], ["home", "shop"]]
    >>> counts = count_transitions(log, states=["home", "work", "shop"])
    >>> counts
    <Counts of 3 states: secret>
    """
    if (states is None) == (not states_from_data):
        raise TypeError("states: name them (they must be public), or say states_from_data=True: the list of states is then not protected")
    sources, targets, weights = _pairs(log)
    if states is None:
        names: tuple[Hashable, ...] = tuple(_sorted(sources, targets))
    elif isinstance(states, (int, np.integer)) and not isinstance(states, bool):
        names = tuple(range(states_in_range(int(states))))
    else:
        names = tuple(_labels(_in_order(states, "states"), "states"))
        if any(name is not None and _missing(name) for name in names):
            raise ArgumentError(c.ERR_STATES, "states: one is a missing value, which is no label")
    states_in_range(len(names))
    try:
        numbers = {name: i for i, name in enumerate(names)}
    except TypeError:
        raise TypeError("states: one is no label: it must be hashable") from None
    if len(numbers) != len(names):
        raise ArgumentError(c.ERR_STATES, "states: one is named twice")
    return Counts(_count(sources, targets, weights, numbers, support), names, support, states_from_data)


def _sorted(sources: list[Hashable], targets: list[Hashable]) -> list[Hashable]:
    labels = sources + targets
    if any(_missing(label) for label in labels):
        raise CountsError(c.ERR_STATE_INDEX, "log: a visit without a state")
    try:
        return sorted(set(labels))  # type: ignore[type-var]
    except TypeError:
        raise TypeError("states_from_data: the labels have no order among each other, or are no labels: give `states`") from None


def _missing(label: object) -> bool:
    """None, NaN, NaT, and pandas.NA, whose comparisons have no truth."""
    try:
        return label is None or type(label).__name__ == "NAType" or bool(label != label)
    except ValueError:  # an array, which is no label
        return False


def _in_order(values: Any, what: str) -> Iterable[Hashable]:
    """A sequence whose order says something, and that is no single label."""
    if isinstance(values, (str, bytes, Set, Mapping)) or hasattr(values, "columns") or not isinstance(values, Iterable):
        raise TypeError(f"{what}: a list of labels is needed, in their order")
    return values


def _labels(column: Iterable[Any], what: str) -> list[Hashable]:
    """Python objects, so that 1 of numpy and 1 are one label, and so are a date of numpy, pandas and Python."""
    if isinstance(column, np.ma.MaskedArray):
        raise TypeError(f"{what}: a masked array: say what the masked entries are (numpy.ma.filled)")
    if hasattr(column, "dtype"):
        labels: list[Hashable] = _objects(np.asarray(column), what)
        return labels
    return [_objects(np.asarray(x), what) if isinstance(x, np.generic) else x for x in column]


def _objects(array: npt.NDArray[Any], what: str) -> Any:
    if array.dtype.kind in "mM":
        # What is finer than a microsecond numpy gives as a bare number.
        coarse = array.astype(f"{array.dtype.kind}8[us]")
        if not bool(np.all((coarse == array) | np.isnat(array))):
            raise TypeError(f"{what}: times in nanoseconds: round them to microseconds, or name them as text")
        array = coarse
    return array.tolist()


def _pairs(log: object) -> tuple[list[Hashable], list[Hashable], list[int] | None]:
    """The states left, the next states, and how often each pair happened."""
    columns = getattr(log, "columns", None)
    if columns is not None:
        return _table(log, [str(name) for name in columns])
    if isinstance(log, (str, bytes, Mapping)) or not isinstance(log, Iterable) or getattr(log, "ndim", 1) == 0:
        raise TypeError("log: a DataFrame or a sequence of sessions is needed")
    sources: list[Hashable] = []
    targets: list[Hashable] = []
    for session in log:
        # The order of a set is not that of the visits; a table would give the names of its columns.
        if isinstance(session, (str, bytes, Set, Mapping)) or hasattr(session, "columns") or not isinstance(session, Iterable):
            raise TypeError("log: a session is a list of states, in their order; a log of one session is a list with that session")
        if isinstance(session, np.ndarray) and (session.ndim != 1 or session.dtype.kind not in "iuUSOM"):
            raise TypeError("log: a session is a one-dimensional array of state numbers or labels")
        visits = _labels(session, "log")
        sources += visits[:-1]
        targets += visits[1:]
    return sources, targets, None


def _table(log: Any, names: list[str]) -> tuple[list[Hashable], list[Hashable], list[int] | None]:
    columns = set(names)
    if any(names.count(name) > 1 for name in columns & {"from", "to", "count", "session", "state"}):
        raise TypeError("log: two columns of one name")
    if {"from", "to"} <= columns:
        weights = None
        if "count" in columns:
            array = np.asarray(log["count"])
            if array.dtype.kind not in "iu" and array.size:
                raise TypeError(f"log: the column `count` is of type {array.dtype}: counts are integers")
            if array.size and (int(array.min()) < 0 or int(array.max()) > 2**32 - 1):
                raise CountsError(c.ERR_COUNT_OVERFLOW, "log: a count is below 0 or above 4294967295")
            weights = array.tolist()
        return _labels(log["from"], "log"), _labels(log["to"], "log"), weights
    if {"session", "state"} <= columns:
        sessions, states = _labels(log["session"], "log"), _labels(log["state"], "log")
        if any(map(_missing, sessions)):
            raise CountsError(c.ERR_DOMAIN, "log: a visit without a session")
        last: dict[Hashable, Hashable] = {}
        sources, targets = [], []
        for session, state in zip(sessions, states):
            if session in last:
                sources.append(last[session])
                targets.append(state)
            last[session] = state
        return sources, targets, None
    raise TypeError("log: a table needs the columns `from` and `to` (and `count`), or `session` and `state`")


def _count(
    sources: list[Hashable], targets: list[Hashable], weights: list[int] | None, numbers: dict[Hashable, int], support: Support | None
) -> U32:
    n = len(numbers)
    if support is not None and support.n != n:
        raise ArgumentError(c.ERR_LENGTH, f"support: of {support.n} states, not {n}")
    # Not by numbers[...]: a KeyError holds the state, and stays behind as the context of what is raised then.
    try:
        rows = np.fromiter((numbers.get(s, -1) for s in sources), dtype=np.int64, count=len(sources))
        ends = np.fromiter((numbers.get(t, -1) for t in targets), dtype=np.int64, count=len(targets))
        known = not sources or bool(rows.min() >= 0 and ends.min() >= 0)
    except TypeError:  # what has no hash
        known = False
    if not known:
        raise CountsError(c.ERR_STATE_INDEX, "log: a state that is not among `states`")
    cells = rows * n + ends
    scratch: list[npt.NDArray[Any]] = [rows, ends, cells]
    try:
        size = n * n
        if support is not None:
            keys = support.sources() * n + support.targets
            places = np.minimum(np.searchsorted(keys, cells), support.cells - 1)
            scratch.append(places)
            if not np.array_equal(keys[places], cells):
                raise CountsError(c.ERR_INFEASIBLE, "log: a transition outside of the support")
            cells, size = places, support.cells
        totals = np.zeros(size, dtype=np.uint64)
        times = np.ones(1, dtype=np.uint64) if weights is None else np.array(weights, dtype=np.uint64)
        scratch += [totals, times]
        np.add.at(totals, cells, times)
        if int(totals.max()) > 2**32 - 1:
            raise CountsError(c.ERR_COUNT_OVERFLOW, "log: a count would exceed 4294967295")
        counted = totals.astype(np.uint32)
    finally:
        for array in scratch:
            wipe(array)
    return counted if support is not None else counted.reshape(n, n)
