"""Reports: what a device sent, read and checked (docs/report.md)."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _prototypes as c
from ._arrays import F64, I64, U32, number, pointer, vector
from ._arrays import counts as counts_array
from ._guarantee import Adjacency, Guarantee
from ._library import check, failure, lib
from ._mechanism import NAMES, rows_of_noisy
from ._noise import GaussianParameters, GeometricParameters
from ._support import Support
from ._urns import DirichletParameters, PolyaParameters

__all__ = ["Report", "RowTotals"]

Parameters = DirichletParameters | GaussianParameters | GeometricParameters | PolyaParameters


@dataclass(frozen=True, eq=False)
class RowTotals:
    """The noisy row totals of a report: their promise, the rate of their geometric noise, and the totals, (n,) int64."""

    epsilon: float
    delta: float
    rate: tuple[int, int]
    noisy: I64


def _bytes(data: object) -> bytes:
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError("report: bytes are needed")
    return bytes(data)


@dataclass(frozen=True, eq=False)
class Report:
    """A report, whole and of the one encoding that the format allows. Whether its parameters keep its promise: `verify`.

    Attributes
    ----------
    mechanism : str
        ``"dirichlet"``, ``"polya"``, ``"geometric"`` or ``"gaussian"``.
    parameters : named tuple
        That mechanism's, as in `dpmarkov.Mechanism.parameters`.
    guarantee : Guarantee
        The device's promise for the rows over all releases.
    whole : (float, float)
        (epsilon, delta) of rows and row totals together; (inf, 1) where that is out of range.
    n : int
        The number of states.
    support : Support or None
        The feasible transitions, where not all are.
    rows : ndarray
        Noisy counts (int64), tallies (uint32) or probabilities (float64): (n, n), or one number for each cell of the support.
    row_totals : RowTotals or None
    state_table : bytes
        16 bytes that say which names the states have: `dpmarkov.state_table`.
    report_id : bytes or None
        16 bytes; the same again is the same report.
    window : (int, int)
        The time buckets whose events were released.
    generation : int
        The number of the ledger's permit; 0 without a ledger.
    bits : int
        16 or 32, of a value.
    saturated : int
        Noisy counts that were cut off at the largest number that fits.
    """

    mechanism: str
    parameters: Parameters
    guarantee: Guarantee
    whole: tuple[float, float]
    n: int
    support: Support | None
    rows: npt.NDArray[Any]
    row_totals: RowTotals | None
    state_table: bytes
    report_id: bytes | None
    window: tuple[int, int]
    generation: int
    bits: int
    saturated: int
    _data: bytes

    @classmethod
    def from_bytes(cls, data: bytes | bytearray | memoryview) -> Report:
        """Reads a report and checks all of it; the bytes may be anybody's.

        Raises
        ------
        ReportError
            For damaged bytes, a later version, and all that is no report.
        """
        held = _bytes(data)
        info = c.ReportInfo()
        check(lib.dpm_report_read(held, len(held), info))
        n, cells, stated, about = info.states, info.cells, info.mechanism, info.about
        support = None
        if info.has_support:
            starts, targets = np.zeros(n + 1, dtype=np.uint32), np.zeros(cells, dtype=np.uint16)
            check(lib.dpm_report_support(held, len(held), n, cells, pointer(starts), pointer(targets)))
            support = Support(starts, targets)
        name = NAMES[stated.mechanism]
        parameters: Parameters
        rows: npt.NDArray[Any]
        if name == "dirichlet":
            parameters, read, rows = DirichletParameters(stated.weight, stated.pseudo_count), lib.dpm_report_probabilities, np.zeros(cells)
        elif name == "polya":
            urn = (stated.states, stated.event_mass, stated.prior_mass, stated.draw_mass, stated.draws)
            parameters, read, rows = PolyaParameters(*urn), lib.dpm_report_tallies, np.zeros(cells, dtype=np.uint32)
        else:
            kind = GeometricParameters if name == "geometric" else GaussianParameters
            parameters, read, rows = kind(stated.numerator, stated.denominator), lib.dpm_report_noisy_counts, np.zeros(cells, dtype=np.int64)
        check(read(held, len(held), cells, pointer(rows)))
        totals = None
        if info.has_totals:
            noisy = np.zeros(n, dtype=np.int64)
            check(lib.dpm_report_row_totals(held, len(held), n, pointer(noisy)))
            totals = RowTotals(info.totals_epsilon, info.totals_delta, (info.totals_numerator, info.totals_denominator), noisy)
        return cls(
            mechanism=name,
            parameters=parameters,
            guarantee=Guarantee(epsilon=info.epsilon, delta=info.delta, releases=stated.releases, adjacency=list(Adjacency)[info.adjacency]),
            whole=(info.whole_epsilon, info.whole_delta),
            n=n,
            support=support,
            rows=rows if support is not None else rows.reshape(n, n),
            row_totals=totals,
            state_table=bytes(about.state_table),
            report_id=bytes(about.id) if about.has_id else None,
            window=(about.window_first, about.window_last),
            generation=about.generation,
            bits=info.bits,
            saturated=info.saturated,
            _data=held,
        )

    def to_bytes(self) -> bytes:
        """The bytes that it was read from."""
        return self._data

    def verify(self) -> None:
        """Whether the stated parameters keep the stated promise, of the rows and of the row totals. It finds a wrong plan, not a device that lies.

        Raises
        ------
        GuaranteeError
            Where they do not.
        """
        check(lib.dpm_report_verify(self._data, len(self._data)))

    @property
    def matrix(self) -> F64:
        """The chain, (n, n): rows of positive multiples of 2^-32 with sum 1; on a support zeros elsewhere."""
        values = self.rows if self.mechanism == "dirichlet" else rows_of_noisy(self.rows.astype(np.int64), self.n, self.support, 0)
        if self.support is None:
            return np.array(values)
        dense = np.zeros((self.n, self.n))
        dense[self.support.sources(), self.support.targets] = values
        return dense

    def __repr__(self) -> str:
        return f"<Report of {self.n} states by {self.mechanism}, {self.guarantee!r}>"


def _where(support: Support | None) -> tuple[int | None, int | None]:
    return (None, None) if support is None else (pointer(support.starts), pointer(support.targets))


@dataclass(frozen=True, eq=False)
class MergedCounts:
    """How many events all devices logged together. All arrays float64: the estimate (unbiased, below 0 where the noise is), its standard error, and the confidence interval."""

    events: F64
    standard_error: F64
    lower: F64
    upper: F64


@dataclass(frozen=True, eq=False)
class MergedShares:
    """The transition probabilities of the population of devices; arrays float64. Where a row is not resolved: share 0, standard error inf, interval [0, 1]."""

    share: F64
    standard_error: F64
    lower: F64
    upper: F64


class Merge:
    """The sum of the reports of many devices, exact in whole numbers: order and grouping make no difference to any bit. Public.

    Parameters
    ----------
    like : Report
        A report whose states, support and adjacency all others share. It is not added by this.

    Examples
    --------
    >>> import dpmarkov
    >>> merge = None
    >>> for device in range(3):
    ...     counts = dpmarkov.count_transitions([["on", "off", "on"]], states=["on", "off"])
    ...     data = dpmarkov.Geometric(epsilon=1.0, adjacency="event").release(counts).report()
    ...     report = dpmarkov.Report.from_bytes(data)
    ...     merge = merge or dpmarkov.Merge(report)
    ...     merge.add(report)
    >>> merge.reports
    3
    """

    __slots__ = ("_words", "n", "support")

    def __init__(self, like: Report) -> None:
        if not isinstance(like, Report):
            raise TypeError("like: a Report is needed")
        self.n, self.support = like.n, like.support
        cells = self._cells()
        self._words: npt.NDArray[np.uint64] = np.zeros(lib.dpm_merge_len(self.n, cells), dtype=np.uint64)
        adjacency = like.guarantee.adjacency_code
        check(lib.dpm_merge_init(*self._self(), adjacency, like.state_table, *_where(self.support), self.n, cells))

    def __copy__(self) -> Merge:
        """What is added to the copy is not added to this one."""
        return copy.deepcopy(self)

    def _self(self) -> tuple[int, int]:
        return pointer(self._words), self._words.size

    def _cells(self) -> int:
        return self.n * self.n if self.support is None else self.support.cells

    def add(self, report: Report | bytes, *, known_row_total: float | None = None, known_row_totals: npt.ArrayLike | None = None) -> None:
        """Adds one report. Each is to be added once: two of one `report_id` are the same report, and a merge would count both.

        Parameters
        ----------
        report : Report or bytes
        known_row_total : float, optional
            Reports of tallies or probabilities: the number of events of each of its rows, 1 to 1e15, where it is public. It goes before noisy totals of the report.
        known_row_totals : n integers, optional
            The same row by row.

        Raises
        ------
        ReportError
            Where it is of other states, supports or adjacencies, or has no row totals and none are known; the merge is as it was.
        """
        data = report.to_bytes() if isinstance(report, Report) else _bytes(report)
        totals: U32 | None = None
        if known_row_totals is not None:
            totals, _ = counts_array(known_row_totals, "known_row_totals")
            vector(totals, self.n, "known_row_totals")
        total = 0.0 if known_row_total is None else number(known_row_total, "known_row_total")
        if known_row_total is not None and total == 0.0:  # which the C function takes for "not known"
            raise failure(c.ERR_EXPECTED_ROW_TOTAL)
        check(lib.dpm_merge_add(*self._self(), data, len(data), total, None if totals is None else pointer(totals)))

    def combine(self, other: Merge) -> None:
        """Adds all that another merge holds. No report may be in both."""
        if not isinstance(other, Merge):
            raise TypeError("other: a Merge is needed")
        held = other._words.copy() if other is self else other._words
        check(lib.dpm_merge_combine(*self._self(), pointer(held), held.size))

    def _info(self) -> c.MergeState:
        info = c.MergeState()
        check(lib.dpm_merge_info(*self._self(), info))
        return info

    @property
    def reports(self) -> int:
        """How many were added."""
        return int(self._info().reports)

    @property
    def largest_guarantee(self) -> tuple[float, float]:
        """The largest (epsilon, delta) of any report; each keeps its own."""
        info = self._info()
        return info.epsilon, info.delta

    def row_totals(self, *, level: float = 0.95) -> MergedCounts:
        """The events out of every state, (n,)."""
        rows = (c.MergeRow * self.n)()
        check(lib.dpm_merge_rows(*self._self(), number(level, "level"), self.n, rows))
        return MergedCounts(*_fields([row.total for row in rows], "events", "standard_error", "lower", "upper"))

    def counts(self, *, level: float = 0.95) -> MergedCounts:
        """The events of every feasible transition, (n, n) or one number for each cell of the support."""
        found = MergedCounts(*_fields([cell.count for cell in self._out(level)], "events", "standard_error", "lower", "upper"))
        return MergedCounts(*(self._shaped(getattr(found, name)) for name in ("events", "standard_error", "lower", "upper")))

    def shares(self, *, level: float = 0.95) -> MergedShares:
        """The probability of every feasible transition, (n, n) or one number for each cell of the support."""
        parts = _fields(list(self._out(level)), "share", "share_standard_error", "share_lower", "share_upper")
        return MergedShares(*map(self._shaped, parts))

    def chain(self, *, uniform_where_unresolved: bool = False) -> F64:
        """The chain that the merge estimates, (n, n): counts below 0 taken as 0, every row divided by its sum.

        Raises
        ------
        CountsError
            Where a row's total is not resolved from noise, unless such rows are to be uniform.
        """
        values: F64 = np.zeros(self._cells())
        how = c.UNRESOLVED_UNIFORM if uniform_where_unresolved else c.UNRESOLVED_REFUSE
        check(lib.dpm_merge_chain(*self._self(), how, values.size, pointer(values)))
        if self.support is None:
            return values.reshape(self.n, self.n)
        dense = np.zeros((self.n, self.n))
        dense[self.support.sources(), self.support.targets] = values
        return dense

    def _out(self, level: float) -> Any:
        out = (c.MergeCell * self._cells())()
        check(lib.dpm_merge_cells(*self._self(), number(level, "level"), len(out), out))
        return out

    def _shaped(self, values: F64) -> F64:
        return values if self.support is not None else values.reshape(self.n, self.n)

    def __repr__(self) -> str:
        return f"<Merge of {self.reports} reports of {self.n} states>"


def _fields(items: list[Any], *names: str) -> list[F64]:
    return [np.array([getattr(item, name) for item in items], dtype=np.float64) for name in names]
