"""The four mechanisms: each keeps one guarantee, and releases counts as a private chain."""

from __future__ import annotations

import ctypes
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from . import _prototypes as c
from ._arrays import F64, I64, U32, counts as counts_array
from ._arrays import integer, number, pointer, square, vector, wipe
from ._counts import Counts
from ._errors import ArgumentError, BudgetExceeded, GuaranteeError
from ._guarantee import U32_MAX, AdjacencyLike, Guarantee, promise
from ._library import check, lib
from ._random import Generator, opened
from ._release import Release
from ._support import Support, states_in_range

__all__ = ["Dirichlet", "DirichletParameters", "Gaussian", "GaussianParameters", "Geometric", "GeometricParameters", "Mechanism", "Polya", "PolyaParameters"]


class GeometricParameters(NamedTuple):
    """The rate of two-sided geometric noise, numerator/denominator: P(k) is proportional to exp(-rate abs(k))."""

    numerator: int
    denominator: int


class GaussianParameters(NamedTuple):
    """The variance of discrete Gaussian noise, numerator/denominator: P(k) is proportional to exp(-k^2/(2 variance))."""

    numerator: int
    denominator: int


class PolyaParameters(NamedTuple):
    """An urn: the masses of an event, of a cell without events and of a draw, and the draws a row; n: states that the guarantee holds for."""

    n: int
    event_mass: int
    prior_mass: int
    draw_mass: int
    draws: int


class DirichletParameters(NamedTuple):
    """The event weight, and the pseudo-count in events."""

    weight: float
    pseudo_count: float


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
        return type(self).__name__.lower()

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
        if isinstance(counts, Counts):
            if support is not None:
                raise TypeError("support: these counts know theirs")
            states, support, counts = counts.states, counts.support, counts.matrix
        held, copied = counts_array(counts)
        try:
            if support is None:
                n = states_in_range(square(held, "counts"))
            else:
                n = support.n
                vector(held, support.cells, "counts")
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
        return Release._of(self, drawn, self._rows(drawn, n, support, units), n, states, support, units, permit)

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


def _charge(generator: Generator, mechanism: Mechanism) -> None:
    """Takes one release off those that a permit's generator is for: what was charged, and no more."""
    if generator._charged is None:
        return
    charged, left = generator._charged
    if left == 0:
        raise BudgetExceeded(c.ERR_BUDGET_EXCEEDED, "this permit's releases are used up: charge the ledger again")
    if charged is not None and not (isinstance(charged, Mechanism) and type(charged) is type(mechanism) and charged.parameters == mechanism.parameters):
        raise GuaranteeError(c.ERR_GUARANTEE_NOT_MET, "this permit was charged for another mechanism")
    generator._charged = charged, left - 1


def _rebuild(kind: Callable[..., Mechanism], guarantee: Guarantee, keywords: dict[str, Any]) -> Mechanism:
    """For pickles: planned parameters are verified again."""
    return kind(guarantee, **keywords)


def _fraction(value: object, what: str, numerator: int, denominator: int, status: int) -> tuple[int, int]:
    if not isinstance(value, tuple) or len(value) != 2:
        raise TypeError(f"{what}: (numerator, denominator)")
    return integer(value[0], what, numerator, status, 1), integer(value[1], what, denominator, status, 1)


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


class _Noise(Mechanism):
    """Noise on every count."""

    __slots__ = ()

    _release_counts: Callable[..., int]
    _release_sparse_counts: Callable[..., int]
    _deviation: Callable[..., float]

    def _draw(self, rng: Any, held: U32, n: int, support: Support | None) -> I64:
        if support is not None:
            noisy = np.zeros(support.cells, dtype=np.int64)
            check(
                self._release_sparse_counts(
                    self._object, rng, pointer(support.starts), pointer(support.targets), n, support.cells, pointer(held), pointer(noisy)
                )
            )
            return noisy
        noisy = np.zeros((n, n), dtype=np.int64)
        release, mechanism, source, drawn = self._release_counts, self._object, pointer(held), pointer(noisy)
        for row in range(0, n * n, n):
            check(release(mechanism, rng, source + 4 * row, n, drawn + 8 * row))
        return noisy

    def _rows(self, drawn: I64, n: int, support: Support | None, floor: int) -> F64:
        return rows_of_noisy(drawn, n, support, floor)

    def _floor_units(self, floor: float) -> int:
        units = number(floor, "floor") * 1024
        if not 0 <= units <= 2**30 or units != int(units):
            raise ArgumentError(c.ERR_FLOOR, "floor: a multiple of 1/1024 of an event, 0 to 1048576, is needed")
        return int(units)

    @property
    def standard_deviation(self) -> float:
        """That of the noise of one count, in events: the standard error of a released count. Public."""
        return self._deviation(*self.parameters)


class Geometric(_Noise):
    """Two-sided geometric noise on every count; integers alone; delta may be 0.

    Parameters
    ----------
    guarantee : Guarantee
        Or its parts by keyword: `epsilon`, `delta`, `releases`, `adjacency`.
    rate : (int, int), optional
        A planned rate, numerator and denominator, which is verified. By default about the least noise that keeps the promise.

    Raises
    ------
    GuaranteeError
        Where no rate keeps the promise, or the planned one does not.

    Examples
    --------
    >>> mechanism = Geometric(epsilon=1.0, adjacency="event")
    >>> mechanism.parameters
    GeometricParameters(numerator=1, denominator=2)
    """

    __slots__ = ()
    _kind = c.MECHANISM_GEOMETRIC
    _release_counts = staticmethod(lib.dpm_geometric_release_counts)
    _release_sparse_counts = staticmethod(lib.dpm_geometric_release_sparse_counts)
    _deviation = staticmethod(lib.dpm_geometric_deviation)

    def __init__(
        self,
        guarantee: Guarantee | None = None,
        *,
        epsilon: float | None = None,
        delta: float | None = None,
        releases: int | None = None,
        adjacency: AdjacencyLike | None = None,
        rate: tuple[int, int] | None = None,
    ) -> None:
        g = self._guarantee = promise(guarantee, epsilon, delta, releases, adjacency)
        self._object = c.Geometric()
        asked = (self._object, g.adjacency_code, g.epsilon, g.delta, g.releases)
        if rate is None:
            check(lib.dpm_geometric_init(*asked))
        else:
            check(lib.dpm_geometric_init_checked(*asked, *_fraction(rate, "rate", U32_MAX, U32_MAX, c.ERR_RATE)))

    @property
    def parameters(self) -> GeometricParameters:
        """The rate. Public."""
        numerator, denominator = ctypes.c_uint32(), ctypes.c_uint32()
        check(lib.dpm_geometric_parameters(self._object, ctypes.byref(numerator), ctypes.byref(denominator)))
        return GeometricParameters(numerator.value, denominator.value)

    def _rebuilt(self) -> tuple[Any, ...]:
        return self._guarantee, {"rate": tuple(self.parameters)}

    def _description(self, releases: int) -> c.Release:
        return c.Release(mechanism=self._kind, releases=releases, numerator=self.parameters.numerator, denominator=self.parameters.denominator)

    def _law(self, law: Any, cells: int, row_total: float, floor: int) -> None:
        check(lib.dpm_row_law_init_geometric(law, *self.parameters, floor, cells, row_total))


class Gaussian(_Noise):
    """Discrete Gaussian noise on every count; integers alone; delta above 0.

    Parameters
    ----------
    guarantee : Guarantee
        Or its parts by keyword: `epsilon`, `delta`, `releases`, `adjacency`.
    variance : (int, int), optional
        A planned variance, numerator and denominator, which is verified. By default about the least noise that keeps the promise.

    Raises
    ------
    GuaranteeError
        Where no variance keeps the promise, or the planned one does not; for delta 0 always.

    Examples
    --------
    >>> mechanism = Gaussian(epsilon=1.0, delta=1e-6, adjacency="event")
    >>> mechanism.standard_deviation < 6
    True
    """

    __slots__ = ()
    _kind = c.MECHANISM_GAUSSIAN
    _release_counts = staticmethod(lib.dpm_gaussian_release_counts)
    _release_sparse_counts = staticmethod(lib.dpm_gaussian_release_sparse_counts)
    _deviation = staticmethod(lib.dpm_gaussian_deviation)

    def __init__(
        self,
        guarantee: Guarantee | None = None,
        *,
        epsilon: float | None = None,
        delta: float | None = None,
        releases: int | None = None,
        adjacency: AdjacencyLike | None = None,
        variance: tuple[int, int] | None = None,
    ) -> None:
        g = self._guarantee = promise(guarantee, epsilon, delta, releases, adjacency)
        self._object = c.Gaussian()
        asked = (self._object, g.adjacency_code, g.epsilon, g.delta, g.releases)
        if variance is None:
            check(lib.dpm_gaussian_init(*asked))
        else:
            check(lib.dpm_gaussian_init_checked(*asked, *_fraction(variance, "variance", 2**64 - 1, U32_MAX, c.ERR_VARIANCE)))

    @property
    def parameters(self) -> GaussianParameters:
        """The variance. Public."""
        numerator, denominator = ctypes.c_uint64(), ctypes.c_uint32()
        check(lib.dpm_gaussian_parameters(self._object, ctypes.byref(numerator), ctypes.byref(denominator)))
        return GaussianParameters(numerator.value, denominator.value)

    def _rebuilt(self) -> tuple[Any, ...]:
        return self._guarantee, {"variance": tuple(self.parameters)}

    def _description(self, releases: int) -> c.Release:
        return c.Release(mechanism=self._kind, releases=releases, numerator=self.parameters.numerator, denominator=self.parameters.denominator)

    def _law(self, law: Any, cells: int, row_total: float, floor: int) -> None:
        check(lib.dpm_row_law_init_gaussian(law, *self.parameters, floor, cells, row_total))


class Polya(Mechanism):
    """Tallies of Polya's urn: `draws` draws a row; integers alone; delta may be 0.

    Parameters
    ----------
    guarantee : Guarantee
        Or its parts by keyword: `epsilon`, `delta`, `releases`, `adjacency`.
    n : int
        The number of states; on a support the fewest feasible next states of a row (`Support.row_lengths`).
    draws : int
        The draws a row, 1 to 2^24.
    pseudo_count : float, optional
        In events, 1e-6 to 1e9. Needed without `masses`.
    masses : (int, int, int), optional
        Planned masses of an event, of a cell without events and of a draw, which are verified.

    Raises
    ------
    GuaranteeError
        Where no masses keep the promise, or the planned ones do not.

    Examples
    --------
    >>> Polya(epsilon=1.0, adjacency="event", n=3, draws=10, pseudo_count=20.0).guarantee.delta
    0.0
    """

    __slots__ = ()
    _kind = c.MECHANISM_POLYA

    def __init__(
        self,
        guarantee: Guarantee | None = None,
        *,
        epsilon: float | None = None,
        delta: float | None = None,
        releases: int | None = None,
        adjacency: AdjacencyLike | None = None,
        n: int,
        draws: int,
        pseudo_count: float | None = None,
        masses: tuple[int, int, int] | None = None,
    ) -> None:
        g = self._guarantee = promise(guarantee, epsilon, delta, releases, adjacency)
        self._object = c.Polya()
        states = states_in_range(integer(n, "n", 65535, c.ERR_STATES))
        drawn = integer(draws, "draws", U32_MAX, c.ERR_DRAWS)
        asked = (self._object, g.adjacency_code, g.epsilon, g.delta, g.releases, states)
        if (pseudo_count is None) == (masses is None):
            raise TypeError("either a pseudo_count or planned masses")
        if masses is None:
            check(lib.dpm_polya_init(*asked, number(pseudo_count, "pseudo_count"), drawn))
        else:
            if not isinstance(masses, tuple) or len(masses) != 3:
                raise TypeError("masses: (of an event, of a cell without events, of a draw)")
            check(lib.dpm_polya_init_checked(*asked, *(integer(m, "masses", U32_MAX, c.ERR_MASS) for m in masses), drawn))

    @property
    def parameters(self) -> PolyaParameters:
        """The urn. Public."""
        n = ctypes.c_size_t()
        rest = [ctypes.c_uint32() for _ in range(4)]
        check(lib.dpm_polya_parameters(self._object, ctypes.byref(n), *(ctypes.byref(r) for r in rest)))
        return PolyaParameters(n.value, *(r.value for r in rest))

    def _rebuilt(self) -> tuple[Any, ...]:
        p = self.parameters
        return self._guarantee, {"n": p.n, "draws": p.draws, "masses": (p.event_mass, p.prior_mass, p.draw_mass)}

    def _description(self, releases: int) -> c.Release:
        p = self.parameters
        return c.Release(
            mechanism=self._kind,
            releases=releases,
            states=p.n,
            event_mass=p.event_mass,
            prior_mass=p.prior_mass,
            draw_mass=p.draw_mass,
            draws=p.draws,
        )

    def _law(self, law: Any, cells: int, row_total: float, floor: int) -> None:
        _, *urn = self.parameters
        check(lib.dpm_row_law_init_polya(law, *urn, cells, row_total))

    def _draw(self, rng: Any, held: U32, n: int, support: Support | None) -> U32:
        work = np.zeros(lib.dpm_polya_work_len(n if support is None else max(support.row_lengths()[1], 2)), dtype=np.uint32)
        tallies = np.zeros(held.shape, dtype=np.uint32)
        scratch = (pointer(work), work.size)
        try:
            if support is not None:
                shape = (pointer(support.starts), pointer(support.targets), n, support.cells)
                check(lib.dpm_polya_release_sparse_tallies(self._object, rng, *shape, pointer(held), *scratch, pointer(tallies)))
            else:
                for row in range(0, n * n, n):
                    place = 4 * row
                    check(lib.dpm_polya_release_tallies(self._object, rng, pointer(held) + place, n, *scratch, pointer(tallies) + place))
        finally:
            wipe(work)
        return tallies

    def _rows(self, drawn: U32, n: int, support: Support | None, floor: int) -> F64:
        # Tallies are counts that are nowhere below 0: the same rounding to multiples of 2^-32.
        return rows_of_noisy(drawn.astype(np.int64), n, support, 0)


class Dirichlet(Mechanism):
    """Rows drawn from a Dirichlet law about the smoothed counts; floating point; delta above 0.

    Parameters
    ----------
    guarantee : Guarantee
        Or its parts by keyword: `epsilon`, `delta`, `releases`, `adjacency`.
    pseudo_count : float
        In events, 1e-6 to 1e9.
    weight : float, optional
        A planned event weight, 1e-9 to 1e9, which is verified. By default the largest that keeps the promise.

    Raises
    ------
    GuaranteeError
        Where no weight keeps the promise at this pseudo-count, or the planned one does not.

    Examples
    --------
    >>> mechanism = Dirichlet(epsilon=1.0, delta=1e-6, adjacency="event", pseudo_count=20.0)
    >>> mechanism.parameters.pseudo_count
    20.0
    """

    __slots__ = ()
    _kind = c.MECHANISM_DIRICHLET

    def __init__(
        self,
        guarantee: Guarantee | None = None,
        *,
        epsilon: float | None = None,
        delta: float | None = None,
        releases: int | None = None,
        adjacency: AdjacencyLike | None = None,
        pseudo_count: float,
        weight: float | None = None,
    ) -> None:
        g = self._guarantee = promise(guarantee, epsilon, delta, releases, adjacency)
        self._object = c.Dirichlet()
        asked = (self._object, g.adjacency_code, g.epsilon, g.delta, g.releases, number(pseudo_count, "pseudo_count"))
        if weight is None:
            check(lib.dpm_dirichlet_init(*asked))
        else:
            check(lib.dpm_dirichlet_init_checked(*asked, number(weight, "weight")))

    @property
    def parameters(self) -> DirichletParameters:
        """The event weight and the pseudo-count. Public."""
        weight, pseudo_count = ctypes.c_double(), ctypes.c_double()
        check(lib.dpm_dirichlet_parameters(self._object, ctypes.byref(weight), ctypes.byref(pseudo_count)))
        return DirichletParameters(weight.value, pseudo_count.value)

    def _rebuilt(self) -> tuple[Any, ...]:
        return self._guarantee, dict(self.parameters._asdict())

    def _description(self, releases: int) -> c.Release:
        return c.Release(mechanism=self._kind, releases=releases, weight=self.parameters.weight, pseudo_count=self.parameters.pseudo_count)

    def _law(self, law: Any, cells: int, row_total: float, floor: int) -> None:
        check(lib.dpm_row_law_init_dirichlet(law, *self.parameters, cells, row_total))

    def _draw(self, rng: Any, held: U32, n: int, support: Support | None) -> F64:
        values = np.zeros(held.shape, dtype=np.float64)
        if support is not None:
            shape = (pointer(support.starts), pointer(support.targets), n, support.cells)
            check(lib.dpm_dirichlet_release_sparse(self._object, rng, *shape, pointer(held), pointer(values)))
        else:
            check(lib.dpm_dirichlet_release_chain(self._object, rng, pointer(held), n, pointer(values)))
        return values

    def _rows(self, drawn: F64, n: int, support: Support | None, floor: int) -> F64:
        return drawn
