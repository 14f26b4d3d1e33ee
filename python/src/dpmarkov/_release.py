"""What a mechanism released: public, and all that may leave the device."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import numpy as np
import numpy.typing as npt

from . import _prototypes as c
from . import chain
from ._arrays import F64, I64, U32, number, pointer, real, vector
from ._arrays import window as buckets
from ._counts import state_table as table_of
from ._errors import ArgumentError
from ._laws import deviation, law, row_laws, shrink
from ._library import check, failure, lib
from ._support import Support

if TYPE_CHECKING:
    from ._guarantee import Guarantee
    from ._mechanism import Mechanism

__all__ = ["Release"]

Target = Literal["log", "process"]
_TARGETS = {"log": c.TARGET_LOG, "process": c.TARGET_PROCESS}
RowTotals = float | npt.ArrayLike | None


class Release:
    """A private chain, and what it was made of. Public. Its arrays are read-only: what a report says is what was released.

    Only the mechanisms make one: nothing else than what they released can get into a report.

    Attributes
    ----------
    mechanism : Mechanism
        With its parameters.
    n : int
        The number of states.
    states : tuple or None
        Their labels, where the counts had some.
    support : Support or None
        The feasible transitions, where not all are.
    values : ndarray of float64
        The chain: (n, n) with rows of sum 1, or one number for each cell of the support.
    floor : float
        The events that every entry of a row of noisy counts was given.
    generation : int
        The number of the ledger's permit; 0 without a ledger.
    """

    __slots__ = ("_drawn", "_private_states", "floor", "generation", "mechanism", "n", "states", "support", "values")

    mechanism: Mechanism
    n: int
    states: tuple[Hashable, ...] | None
    support: Support | None
    values: F64
    floor: float
    generation: int
    _drawn: Any
    _private_states: bool

    def __init__(self) -> None:
        raise TypeError("a Release is what the method release() of a mechanism returns")

    @classmethod
    def _of(
        cls,
        mechanism: Mechanism,
        drawn: Any,
        values: F64,
        n: int,
        states: tuple[Hashable, ...] | None,
        support: Support | None,
        floor: int,
        generation: int,
        private_states: bool,
    ) -> Release:
        self = cls.__new__(cls)
        self.__setstate__(
            {
                "mechanism": mechanism,
                "n": n,
                "states": states,
                "support": support,
                "floor": floor / 1024,
                "_drawn": drawn,
                "values": values,
                "generation": generation,
                "_private_states": private_states,
            }
        )
        return self

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a Release stays what was released")

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        return f"<Release of {self.n} states by {self.mechanism!r}>"

    @property
    def guarantee(self) -> Guarantee:
        """What is promised."""
        return self.mechanism.guarantee

    @property
    def noisy_counts(self) -> I64:
        """The released counts with their noise (geometric, Gaussian), as int64: unbiased, below 0 where the noise is. Sums over rows, days and devices stay unbiased."""
        if self.mechanism.name not in ("geometric", "gaussian"):
            raise AttributeError(f"a release of {self.mechanism.name} has no noisy counts")
        return self._drawn  # type: ignore[no-any-return]

    @property
    def tallies(self) -> U32:
        """The tallies of Polya's urn, as uint32: each row sums to the draws."""
        if self.mechanism.name != "polya":
            raise AttributeError(f"a release of {self.mechanism.name} has no tallies")
        return self._drawn  # type: ignore[no-any-return]

    @property
    def matrix(self) -> F64:
        """The chain as an (n, n) matrix: rows of positive multiples of 2^-32 with sum exactly 1; on a support zeros elsewhere."""
        if self.support is None:
            return self.values
        matrix = np.zeros((self.n, self.n))
        s = self.support
        check(lib.dpm_sparse_expand(pointer(s.starts), pointer(s.targets), s.n, s.cells, pointer(self.values), pointer(matrix)))
        return matrix

    def to_frame(self) -> Any:
        """The matrix as a pandas DataFrame with the states as its labels."""
        import pandas as pd  # type: ignore[import-untyped, unused-ignore]

        labels = list(self.states) if self.states is not None else list(range(self.n))
        return pd.DataFrame(self.matrix, index=pd.Index(labels, name="from"), columns=pd.Index(labels, name="to"))

    def stationary(self) -> F64:
        """The stationary distribution of the released chain, as n float64 of sum 1.

        Raises
        ------
        ChainError
            Where it is not unique (on a support alone).
        """
        return chain.stationary(self.matrix)

    # What the noise did

    def intervals(self, *, level: float = 0.95, target: Target = "log", row_totals: RowTotals = None) -> F64:
        """Confidence intervals for every transition probability. Public, as long as all arguments are.

        Parameters
        ----------
        level : float, default 0.95
            Of each interval by itself, 0.5 to 0.999999.
        target : "log" or "process"
            The share of the log itself, or the probability of the process that made it, which adds the sampling of the log.
        row_totals : number or n numbers, optional
            The rows' PUBLIC numbers of events. Geometric and Gaussian noise need none. Dirichlet and Polya do: where they are private, a guess that was
            made without the log.

        Returns
        -------
        ndarray of float64
            The shape of `values`, and a last axis of (lower, upper).
        """
        if not isinstance(target, str) or target not in _TARGETS:
            raise ArgumentError(c.ERR_DOMAIN, 'target: "log" or "process"')
        totals = self._totals(row_totals)
        found = np.zeros((self.values.size, 2))
        drawn, values = self._drawn.reshape(-1), self.values.reshape(-1)
        parameters, name, place = self.mechanism.parameters, self.mechanism.name, pointer(found)
        rest = (_TARGETS[target], number(level, "level"))
        for (first, cells), total in zip(self._row_cells(), totals):
            if name in ("geometric", "gaussian"):
                call = lib.dpm_interval_geometric_row if name == "geometric" else lib.dpm_interval_gaussian_row
                check(call(pointer(drawn) + 8 * first, cells, total, *parameters, *rest, _at(place, 16 * first)))
                continue
            for i in range(first, first + cells):
                if name == "polya":
                    check(lib.dpm_interval_polya(int(drawn[i]), cells, total, *parameters[1:], *rest, _at(place, 16 * i)))
                else:
                    check(lib.dpm_interval_dirichlet(float(values[i]), cells, total, *parameters, *rest, _at(place, 16 * i)))
        return found.reshape(*self.values.shape, 2)

    def standard_errors(self, *, row_totals: RowTotals = None) -> F64:
        """The standard error of every unbiased estimate (`debiased`) by the noise of the mechanism, in the shape of `values`; inf where a row's noisy counts do not add up
        to more than 0. To first order for geometric and Gaussian noise. `row_totals` as for `intervals`.
        """
        totals = self._totals(row_totals)
        errors = np.zeros(self.values.size)
        drawn = self._drawn.reshape(-1)
        values = self._without_floor()
        noise = self.mechanism.name in ("geometric", "gaussian")
        laws = row_laws(1)
        for (first, cells), total in zip(self._row_cells(), totals):
            if cells == 1:
                continue
            if noise:
                total = total or float(drawn[first : first + cells].sum())
                if total <= 0:
                    errors[first : first + cells] = np.inf
                    continue
                spread = self.mechanism.standard_deviation  # type: ignore[attr-defined]
                for i in range(first, first + cells):
                    errors[i] = lib.dpm_share_standard_error(float(values[i]), cells, total, spread)
                continue
            self.mechanism._law(law(laws, 0), cells, total, 0)
            for i, share in enumerate(self._unbiased(first, cells, total)):
                errors[first + i] = deviation(law(laws, 0), min(max(share, 0.0), 1.0)) / (1 - shrink(law(laws, 0)))
        return errors.reshape(self.values.shape)

    def stationary_intervals(self, *, level: float = 0.95, row_totals: RowTotals = None) -> tuple[F64, F64]:
        """The stationary distribution of the log's own chain, freed from the mechanism's bias, and a confidence interval for every state.

        First order: nothing is proved. `level` and `row_totals` as for `intervals`.

        Returns
        -------
        pi : ndarray of float64, (n,)
        intervals : ndarray of float64, (n, 2)

        Raises
        ------
        CountsError
            Where a row's noisy counts do not add up to more than 0.
        """
        n = self.n
        laws, totals = row_laws(n), self._totals(row_totals)
        estimate = np.zeros(self.values.size)
        released, drawn = self._without_floor(), self._drawn.reshape(-1)
        for i, ((first, cells), total) in enumerate(zip(self._row_cells(), totals)):
            if not total:
                total = float(drawn[first : first + cells].sum())
                if total <= 0:
                    raise failure(c.ERR_EMPTY_ROW)
            self.mechanism._law(law(laws, i), cells, total, 0)
            estimate[first : first + cells] = self._unbiased(first, cells, total)
        dense, estimates = self._dense(released), self._dense(estimate)
        work = np.zeros(lib.dpm_interval_stationary_chain_work_len(n))
        pi, intervals = np.zeros(n), np.zeros((n, 2))
        check(
            lib.dpm_interval_stationary_chain(
                pointer(dense), n, pointer(estimates), laws, number(level, "level"), pointer(work), work.size, pointer(pi), _at(pointer(intervals), 0)
            )
        )
        return pi, intervals

    def debiased(self, *, row_totals: RowTotals = None) -> F64:
        """Unbiased estimates of the transition probabilities, in the shape of `values`: they can lie below 0. `row_totals` as for `intervals`."""
        totals = self._totals(row_totals)
        found = np.zeros(self.values.size)
        for (first, cells), total in zip(self._row_cells(), totals):
            found[first : first + cells] = self._unbiased(first, cells, total)
        return found.reshape(self.values.shape)

    def _unbiased(self, first: int, cells: int, total: float) -> list[float]:
        """The unbiased shares of one row."""
        if cells == 1:
            return [1.0]
        parameters, name, drawn = self.mechanism.parameters, self.mechanism.name, self._drawn.reshape(-1)
        if name in ("geometric", "gaussian"):
            shares = np.zeros(cells)
            check(lib.dpm_debias_noisy_row(pointer(drawn) + 8 * first, cells, pointer(shares)))
            return shares.tolist()
        value, found = ctypes.c_double(), []
        for i in range(first, first + cells):
            if name == "polya":
                check(lib.dpm_debias_polya(int(drawn[i]), cells, total, *parameters[1:], ctypes.byref(value)))
            else:
                check(lib.dpm_debias_dirichlet(float(drawn[i]), cells, total, *parameters, ctypes.byref(value)))
            found.append(value.value)
        return found

    def _without_floor(self) -> F64:
        """The chain as it is without a floor, flat: noise is about the log's shares, and a floor of many events hides them."""
        return (self.mechanism._rows(self._drawn, self.n, self.support, 0) if self.floor else self.values).reshape(-1)

    def _row_cells(self) -> list[tuple[int, int]]:
        """(first value, number of values) of every row."""
        if self.support is not None:
            return list(self.support.rows())
        return [(i * self.n, self.n) for i in range(self.n)]

    def _totals(self, row_totals: RowTotals) -> list[float]:
        """The rows' public totals; 0 for those of noisy counts that are not known."""
        if row_totals is None:
            if self.mechanism.name in ("polya", "dirichlet"):
                raise TypeError("row_totals: this mechanism's rows do not tell how many events they stand for: give the public totals, or a guess made without the log")
            return [c.TOTAL_UNKNOWN] * self.n
        totals = real(row_totals, "row_totals")
        if totals.ndim == 0:
            totals = np.full(self.n, float(totals))
        vector(totals, self.n, "row_totals")
        if not bool(np.all((totals >= 1) & (totals <= 1e15))):
            raise failure(c.ERR_EXPECTED_ROW_TOTAL)
        return totals.tolist()  # type: ignore[no-any-return]

    def _dense(self, values: F64) -> F64:
        if self.support is None:
            return values.reshape(self.n, self.n)
        dense = np.zeros((self.n, self.n))
        dense[self.support.sources(), self.support.targets] = values
        return dense

    # What leaves the device

    def report(
        self,
        *,
        window: tuple[int, int] = (0, 0),
        state_table: bytes | None = None,
        report_id: bytes | Literal["random"] | None = "random",
        bits: Literal[16, 32] = 32,
    ) -> bytes:
        """The release as a report (docs/report.md): one CBOR item that any collector reads. Public, and no further release.

        Parameters
        ----------
        window : (int, int), default (0, 0)
            The first and last time bucket whose events were released, in a unit of your own, 0 to 4294967295. It must not depend on the log.
        state_table : bytes, optional
            16 bytes that say which names the states have (`state_table`). By default that of the labels; where there are none it is needed.
        report_id : bytes, "random" or None
            16 bytes drawn for this one report, by which a collector sees that it got it twice. Never one that stays the same for a device.
        bits : 16 or 32, default 32
            Of a value. Noisy counts beyond them are cut off, probabilities rounded.

        Returns
        -------
        bytes

        Raises
        ------
        ArgumentError
            For states that came from the log (`states_from_data`): a report tells their number and a hash of their names.
        """
        if self._private_states:
            raise ArgumentError(c.ERR_STATES, "report: the list of states came from the log, and a report would tell of it: count with a public list")
        if state_table is None:
            if self.states is None:
                raise TypeError("state_table: these counts had no labels: say which names the states have")
            state_table = table_of(self.states)
        about = c.ReportAbout(generation=self.generation)
        about.state_table[:] = _sixteen(state_table, "state_table")
        if report_id is not None:
            about.id[:] = _sixteen(os.urandom(16) if report_id == "random" else report_id, "report_id")
            about.has_id = 1
        about.window_first, about.window_last = buckets(window)
        if not isinstance(bits, (int, np.integer)) or bits not in (16, 32):
            raise ArgumentError(c.ERR_DOMAIN, "bits: 16 or 32")
        s, cells = self.support, self.values.size
        buffer = np.zeros(lib.dpm_report_len_bound(self.n, cells, bits, 0), dtype=np.uint8)
        length = ctypes.c_size_t()
        totals = (None, None) if self.mechanism.name in ("polya", "dirichlet") else ()
        write = getattr(lib, f"dpm_report_write_{self.mechanism.name}")
        check(
            write(
                self.mechanism._object,
                about,
                None if s is None else pointer(s.starts),
                None if s is None else pointer(s.targets),
                self.n,
                cells,
                pointer(self._drawn),
                *totals,
                int(bits),
                pointer(buffer),
                buffer.size,
                ctypes.byref(length),
            )
        )
        return buffer[: length.value].tobytes()


def _at(address: int, offset: int) -> Any:
    """A pointer to an interval among the pairs of an array."""
    return ctypes.cast(address + offset, ctypes.POINTER(c.Interval))


def _sixteen(value: object, what: str) -> bytes:
    if not isinstance(value, (bytes, bytearray)) or len(value) != 16:
        raise TypeError(f"{what}: 16 bytes are needed")
    return bytes(value)
