"""What the four mechanisms share: each keeps one guarantee, and releases counts as a private chain."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from . import _prototypes as c
from ._arrays import F64, I64, U32, counts as counts_array
from ._arrays import number, pointer, square, vector, wipe
from ._counts import Counts
from ._errors import ArgumentError, BudgetExceeded, GuaranteeError
from ._guarantee import Adjacency, Guarantee
from ._library import check, lib
from ._random import Generator, opened
from ._release import Release
from ._support import Support, states_in_range

__all__ = ["Mechanism", "rows_of_noisy"]


#: In the order of the C interface's numbers.
NAMES = ("dirichlet", "polya", "geometric", "gaussian")


class Mechanism(ABC):
    """A mechanism whose parameters keep its guarantee. It holds nothing secret, does not change, and any number of threads may use it.

    It does not count its releases: each call of `release` is one of the ``guarantee.releases`` that are promised for one log.
    """

    __slots__ = ("_guarantee", "_object", "__weakref__")

    _guarantee: Guarantee
    _object: Any
    _kind: int

    @property
    def guarantee(self) -> Guarantee:
        """What is promised. Public."""
        return self._guarantee

    @property
    @abstractmethod
    def parameters(self) -> Any:
        """The parameters, for whoever reads the release. Public."""

    @abstractmethod
    def _description(self, releases: int) -> c.Release: ...

    @abstractmethod
    def _rebuilt(self) -> tuple[Any, ...]: ...

    @abstractmethod
    def _draw(self, rng: Any, held: U32, n: int, support: Support | None) -> I64 | U32 | F64: ...

    @abstractmethod
    def _rows(self, drawn: Any, n: int, support: Support | None, floor: int) -> F64: ...

    @abstractmethod
    def _law(self, law: Any, cells: int, row_total: float, floor: int) -> None: ...

    @property
    def name(self) -> str:
        """``"geometric"``, ``"gaussian"``, ``"polya"`` or ``"dirichlet"``."""
        return NAMES[self._kind]  # also that of a subclass

    def release(self, counts: object, *, floor: float = 0.0, support: Support | None = None, generator: Generator | None = None) -> Release:
        """Releases a chain privately. EVERY CALL COUNTS as one of the releases that the guarantee is for.

        Parameters
        ----------
        counts : Counts, or array of integers
            The events by state left (row) and next state (column), (n, n) with n from 2 to 65535; on a support one number for each of its
            cells. Secret. A C-contiguous array of uint32 is read where it is, other integers are converted once and that copy is wiped. No other
            thread may write to it during the call.
        floor : float, default 0.0
            Geometric and Gaussian: a public number of events that every entry of a row of noisy counts gets before the row is divided by its
            sum; a multiple of 1/1024, at most 2^20.
        support : Support, optional
            The feasible transitions, where not all are. A `Counts` knows its own.
        generator : Generator, optional
            By default a new one, seeded by the operating system, which is wiped after the call. One of your own must be fresh for this release.

        Returns
        -------
        Release
            Public.

        Raises
        ------
        TypeError
            For counts that are no integers.
        ArgumentError, CountsError
            For arrays of another shape, a negative count or one above 4294967295.
        RandomError
            Where there are no random bytes. Nothing was released.
        """
        states: tuple[Any, ...] | None = None
        private_states = False
        if isinstance(counts, Counts):
            if support is not None:
                raise TypeError("support: these counts know theirs")
            private_states = counts.states_from_data
            states, support, counts = counts.states, counts.support, counts.matrix
        held, copied = counts_array(counts)
        try:
            if support is None:
                n = states_in_range(square(held, "counts"))
            else:
                n = support.n
                vector(held, support.cells, "counts")
            if states is not None and len(states) != n:
                raise ArgumentError(c.ERR_LENGTH, f"counts: of {n} states, with labels for {len(states)}")
            units = self._floor_units(floor)
            if generator is not None:
                rng = opened(generator)
                with generator._lock:
                    _charge(generator, self)
                    drawn = self._draw(rng, held, n, support)
            else:
                with Generator() as fresh:
                    drawn = self._draw(opened(fresh), held, n, support)
        finally:
            if copied:
                wipe(held)
        permit = 0 if generator is None else generator._permit
        return Release._of(self, drawn, self._rows(drawn, n, support, units), n, states, support, units, permit, private_states)

    def _floor_units(self, floor: float) -> int:
        """In 1/1024 of an event."""
        if number(floor, "floor") != 0:
            raise ArgumentError(c.ERR_FLOOR, "floor: for geometric and Gaussian noise; rows of this mechanism are positive by its prior")
        return 0

    def delta(self, epsilon: float) -> float:
        """An upper bound on delta at `epsilon` (nats) over all the guarantee's releases."""
        from .accounting import compose_delta

        return compose_delta([(self, self._guarantee.releases)], adjacency=self._guarantee.adjacency, epsilon=epsilon).value

    def epsilon(self, delta: float) -> float:
        """An epsilon (nats), rounded up, at which `delta` holds over all the guarantee's releases."""
        from .accounting import compose_epsilon

        return compose_epsilon([(self, self._guarantee.releases)], adjacency=self._guarantee.adjacency, delta=delta).value

    def __copy__(self) -> Mechanism:
        return self

    def __deepcopy__(self, memo: object) -> Mechanism:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), *self._rebuilt())

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Mechanism) and self._rebuilt() == other._rebuilt()

    def __hash__(self) -> int:
        return hash((type(self), self.parameters, self._guarantee))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._guarantee!r}, parameters={tuple(self.parameters)!r})"


class Cost(NamedTuple):
    """What a ledger was charged for each release, as it was stated."""

    adjacency: Adjacency
    epsilon: Fraction
    delta: Fraction

    def covers(self, mechanism: Mechanism, releases: int) -> bool:
        """Whether so many releases cost no more."""
        from .accounting import compose_delta

        epsilon, delta = min(_rounded_down(self.epsilon * releases), 1e6), _rounded_down(self.delta * releases)
        return compose_delta([(mechanism, releases)], adjacency=self.adjacency, epsilon=epsilon).value <= delta


def _rounded_down(x: Fraction) -> float:
    near = float(x)
    return near if Fraction(near) <= x else math.nextafter(near, 0.0)


def _charge(generator: Generator, mechanism: Mechanism) -> None:
    """Takes one release off those that a permit's generator is for: what was charged, and no more."""
    if generator._charged is None:
        return
    charged, left = generator._charged
    if left == 0:
        raise BudgetExceeded(c.ERR_BUDGET_EXCEEDED, "this permit's releases are used up: charge the ledger again")
    if isinstance(charged, Cost):
        if not charged.covers(mechanism, 1):
            if not charged.covers(mechanism, left):
                raise GuaranteeError(c.ERR_GUARANTEE_NOT_MET, "a release of this mechanism costs more than this permit was charged for")
            charged = mechanism  # all that are left together do: then none of them may be another's
    elif not (isinstance(charged, Mechanism) and charged.name == mechanism.name and charged.parameters == mechanism.parameters):
        raise GuaranteeError(c.ERR_GUARANTEE_NOT_MET, "this permit was charged for another mechanism")
    generator._charged = charged, left - 1


def _rebuild(kind: Callable[..., Mechanism], guarantee: Guarantee, keywords: dict[str, Any]) -> Mechanism:
    """For pickles: planned parameters are verified again."""
    return kind(guarantee, **keywords)


def rows_of_noisy(drawn: I64, n: int, support: Support | None, floor: int) -> F64:
    """The stochastic rows of released counts: costs no privacy. `floor` in 1/1024 of an event."""
    values: F64 = np.zeros(drawn.shape)
    if support is not None:
        shape = (pointer(support.starts), pointer(support.targets), n, support.cells)
        check(lib.dpm_noisy_counts_sparse(*shape, pointer(drawn), floor, pointer(values)))
        return values
    source, place = pointer(drawn), pointer(values)
    for row in range(0, n * n, n):
        check(lib.dpm_noisy_counts_row(source + 8 * row, n, floor, place + 8 * row))
    return values
