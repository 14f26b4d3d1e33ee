"""Draws from a law about the smoothed counts: Polya's urn, in integers, and its limit, the Dirichlet law."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np

from . import _prototypes as c
from ._arrays import F64, U32, integer, number, pointer, wipe
from ._guarantee import U32_MAX, AdjacencyLike, Guarantee, promise
from ._library import check, lib
from ._mechanism import Mechanism, rows_of_noisy
from ._support import Support, states_in_range

__all__ = ["Dirichlet", "DirichletParameters", "Polya", "PolyaParameters"]


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
