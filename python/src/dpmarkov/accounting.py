"""What releases cost: bounds on epsilon and delta of parameters that are known, and parameters for a guarantee. All arguments must be public facts.

Every delta and epsilon is rounded up: the guarantee holds. Epsilon is in nats; it and delta are over all ``releases`` of one log together.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _prototypes as c
from ._arrays import integer, number
from ._errors import ArgumentError
from ._guarantee import U32_MAX, AdjacencyLike, adjacency_of
from ._library import check, lib

if TYPE_CHECKING:
    from ._mechanism import Mechanism

__all__ = [
    "Bound",
    "compose_delta",
    "compose_epsilon",
    "dirichlet_delta",
    "dirichlet_epsilon",
    "dirichlet_renyi",
    "dirichlet_smallest_pseudo_count",
    "dirichlet_weight",
    "gaussian_delta",
    "gaussian_epsilon",
    "gaussian_variance",
    "geometric_delta",
    "geometric_epsilon",
    "geometric_rate",
    "polya_delta",
    "polya_epsilon",
    "polya_largest_pure_draws",
    "polya_pure_epsilon",
]


def _adjacency(adjacency: AdjacencyLike) -> int:
    return adjacency_of(adjacency).code


def _u32(value: object, what: str, status: int) -> int:
    return integer(value, what, U32_MAX, status)


def _releases(value: object) -> int:
    return _u32(value, "releases", c.ERR_RELEASES)


def _double(function: Any, *arguments: Any) -> float:
    value = ctypes.c_double()
    check(function(*arguments, ctypes.byref(value)))
    return value.value


def _pair(value: tuple[int, int], what: str, status: int, numerator: int = U32_MAX) -> tuple[int, int]:
    if not isinstance(value, tuple) or len(value) != 2:
        raise TypeError(f"{what}: (numerator, denominator)")
    return integer(value[0], what, numerator, status), _u32(value[1], what, status)


def geometric_delta(*, adjacency: AdjacencyLike, rate: tuple[int, int], releases: int, epsilon: float) -> float:
    """An upper bound on delta at `epsilon` for two-sided geometric noise of `rate`, (numerator, denominator). It can be exactly 0.

    >>> geometric_delta(adjacency="event", rate=(1, 2), releases=1, epsilon=1.0)
    0.0
    """
    return _double(lib.dpm_geometric_delta, _adjacency(adjacency), *_pair(rate, "rate", c.ERR_RATE), _releases(releases), number(epsilon, "epsilon"))


def geometric_epsilon(*, adjacency: AdjacencyLike, rate: tuple[int, int], releases: int, delta: float) -> float:
    """An epsilon at which `delta` (0 too) holds for two-sided geometric noise of `rate`, (numerator, denominator)."""
    return _double(lib.dpm_geometric_epsilon, _adjacency(adjacency), *_pair(rate, "rate", c.ERR_RATE), _releases(releases), number(delta, "delta"))


def geometric_rate(*, adjacency: AdjacencyLike, releases: int, epsilon: float, delta: float) -> tuple[int, int]:
    """The largest rate of a fine grid, (numerator, denominator), that keeps (epsilon, delta); delta may be 0."""
    numerator, denominator = ctypes.c_uint32(), ctypes.c_uint32()
    asked = (_adjacency(adjacency), _releases(releases), number(epsilon, "epsilon"), number(delta, "delta"))
    check(lib.dpm_geometric_solve_rate(*asked, ctypes.byref(numerator), ctypes.byref(denominator)))
    return numerator.value, denominator.value


def gaussian_delta(*, adjacency: AdjacencyLike, variance: tuple[int, int], releases: int, epsilon: float) -> float:
    """An upper bound on delta at `epsilon` for discrete Gaussian noise of `variance`, (numerator, denominator)."""
    parts = _pair(variance, "variance", c.ERR_VARIANCE, 2**64 - 1)
    return _double(lib.dpm_gaussian_delta, _adjacency(adjacency), *parts, _releases(releases), number(epsilon, "epsilon"))


def gaussian_epsilon(*, adjacency: AdjacencyLike, variance: tuple[int, int], releases: int, delta: float) -> float:
    """An epsilon at which `delta` (above 0) holds for discrete Gaussian noise of `variance`, (numerator, denominator)."""
    parts = _pair(variance, "variance", c.ERR_VARIANCE, 2**64 - 1)
    return _double(lib.dpm_gaussian_epsilon, _adjacency(adjacency), *parts, _releases(releases), number(delta, "delta"))


def gaussian_variance(*, adjacency: AdjacencyLike, releases: int, epsilon: float, delta: float) -> tuple[int, int]:
    """The smallest variance of a fine grid, (numerator, denominator), that keeps (epsilon, delta); delta above 0."""
    numerator, denominator = ctypes.c_uint64(), ctypes.c_uint32()
    asked = (_adjacency(adjacency), _releases(releases), number(epsilon, "epsilon"), number(delta, "delta"))
    check(lib.dpm_gaussian_solve_variance(*asked, ctypes.byref(numerator), ctypes.byref(denominator)))
    return numerator.value, denominator.value


def dirichlet_delta(*, adjacency: AdjacencyLike, weight: float, pseudo_count: float, releases: int, epsilon: float) -> float:
    """An upper bound on delta at `epsilon` for the Dirichlet mechanism; `pseudo_count` in events."""
    law = (number(weight, "weight"), number(pseudo_count, "pseudo_count"))
    return _double(lib.dpm_dirichlet_delta, _adjacency(adjacency), *law, _releases(releases), number(epsilon, "epsilon"))


def dirichlet_epsilon(*, adjacency: AdjacencyLike, weight: float, pseudo_count: float, releases: int, delta: float) -> float:
    """An epsilon at which `delta` holds for the Dirichlet mechanism: the smallest, up to less than 0.1 %."""
    law = (number(weight, "weight"), number(pseudo_count, "pseudo_count"))
    return _double(lib.dpm_dirichlet_epsilon, _adjacency(adjacency), *law, _releases(releases), number(delta, "delta"))


def dirichlet_weight(*, adjacency: AdjacencyLike, pseudo_count: float, releases: int, epsilon: float, delta: float) -> float:
    """The largest event weight that keeps (epsilon, delta) at `pseudo_count`, up to less than 0.1 %, rounded down."""
    asked = (number(pseudo_count, "pseudo_count"), _releases(releases), number(epsilon, "epsilon"), number(delta, "delta"))
    return _double(lib.dpm_dirichlet_solve_weight, _adjacency(adjacency), *asked)


def dirichlet_smallest_pseudo_count(*, adjacency: AdjacencyLike, epsilon: float, delta: float, releases: int) -> float:
    """The smallest pseudo-count (events) at which some event weight keeps (epsilon, delta), rounded up."""
    return _double(lib.dpm_smallest_pseudo_count, _adjacency(adjacency), number(epsilon, "epsilon"), number(delta, "delta"), _releases(releases))


def dirichlet_renyi(*, adjacency: AdjacencyLike, weight: float, pseudo_count: float, releases: int, order: float) -> float:
    """An upper bound on the Renyi divergence (nats) of order `order` (> 1) for the Dirichlet mechanism; inf where there is none."""
    law = (number(weight, "weight"), number(pseudo_count, "pseudo_count"))
    return _double(lib.dpm_dirichlet_renyi, _adjacency(adjacency), *law, _releases(releases), number(order, "order"))


def _urn(n: int, masses: tuple[int, int, int]) -> tuple[int, ...]:
    if not isinstance(masses, tuple) or len(masses) != 3:
        raise TypeError("masses: (of an event, of a cell without events, of a draw)")
    return integer(n, "n", 2**64 - 1, c.ERR_STATES), *(_u32(m, "masses", c.ERR_MASS) for m in masses)


def polya_delta(*, adjacency: AdjacencyLike, n: int, masses: tuple[int, int, int], draws: int, releases: int, epsilon: float) -> float:
    """An upper bound on delta at `epsilon` for Polya's urn with `masses` of (event, cell without events, draw). Exactly 0 where it is pure."""
    urn = (*_urn(n, masses), _u32(draws, "draws", c.ERR_DRAWS))
    return _double(lib.dpm_polya_delta, _adjacency(adjacency), *urn, _releases(releases), number(epsilon, "epsilon"))


def polya_epsilon(*, adjacency: AdjacencyLike, n: int, masses: tuple[int, int, int], draws: int, releases: int, delta: float) -> float:
    """An epsilon at which `delta` (0 too) holds for Polya's urn."""
    urn = (*_urn(n, masses), _u32(draws, "draws", c.ERR_DRAWS))
    return _double(lib.dpm_polya_epsilon, _adjacency(adjacency), *urn, _releases(releases), number(delta, "delta"))


def polya_pure_epsilon(*, adjacency: AdjacencyLike, n: int, masses: tuple[int, int, int], draws: int, releases: int) -> float:
    """The epsilon that holds with delta 0 for Polya's urn. It can lie above 1e6."""
    urn = (*_urn(n, masses), _u32(draws, "draws", c.ERR_DRAWS))
    return _double(lib.dpm_polya_pure_epsilon, _adjacency(adjacency), *urn, _releases(releases))


def polya_largest_pure_draws(*, adjacency: AdjacencyLike, n: int, masses: tuple[int, int, int], releases: int, epsilon: float) -> int:
    """The largest number of draws a row at which Polya's urn keeps `epsilon` with delta 0."""
    value = ctypes.c_uint32()
    urn = _urn(n, masses)
    check(lib.dpm_polya_largest_pure_draws(_adjacency(adjacency), *urn, _releases(releases), number(epsilon, "epsilon"), ctypes.byref(value)))
    return value.value


class Bound(NamedTuple):
    """A composed bound, and which of the valid ones it is: ``"line_integral"``, ``"renyi"``, ``"basic"`` or ``"single"``."""

    value: float
    bound: str


_BOUNDS = {c.BOUND_LINE_INTEGRAL: "line_integral", c.BOUND_RENYI: "renyi", c.BOUND_BASIC: "basic", c.BOUND_SINGLE: "single"}


def _compose(function: Any, releases: Iterable[tuple[Mechanism, int]], adjacency: AdjacencyLike, at: float) -> Bound:
    from ._mechanism import Mechanism

    kinds = list(releases)
    if not 1 <= len(kinds) <= c.COMPOSE_MAX:
        raise ArgumentError(c.ERR_LENGTH, f"releases: 1 to {c.COMPOSE_MAX} kinds are composed at once")
    array = (c.Release * len(kinds))()
    for i, kind in enumerate(kinds):
        if not isinstance(kind, tuple) or len(kind) != 2 or not isinstance(kind[0], Mechanism):
            raise TypeError("releases: pairs (mechanism, how often it is released)")
        array[i] = kind[0]._description(_releases(kind[1]))
    value, bound = ctypes.c_double(), ctypes.c_int()
    check(function(_adjacency(adjacency), array, len(kinds), at, ctypes.byref(value), ctypes.byref(bound)))
    return Bound(value.value, _BOUNDS.get(bound.value, "unknown"))


def compose_epsilon(releases: Iterable[tuple[Mechanism, int]], *, adjacency: AdjacencyLike, delta: float) -> Bound:
    """An epsilon at which all releases of one log together keep `delta`.

    Parameters
    ----------
    releases : iterable of (Mechanism, int)
        1 to 16 kinds of releases and how often each happens. Of a mechanism its parameters count; its own guarantee is not looked at.
    adjacency : Adjacency or str
    delta : float
        0 where every mechanism has a pure guarantee.

    Examples
    --------
    >>> from dpmarkov import Geometric
    >>> daily = Geometric(epsilon=0.1, adjacency="event")
    >>> compose_epsilon([(daily, 365)], adjacency="event", delta=1e-9).value < 15
    True
    """
    return _compose(lib.dpm_compose_epsilon, releases, adjacency, number(delta, "delta"))


def compose_delta(releases: Iterable[tuple[Mechanism, int]], *, adjacency: AdjacencyLike, epsilon: float) -> Bound:
    """An upper bound on delta at `epsilon` of all releases of one log together. As `compose_epsilon` otherwise."""
    return _compose(lib.dpm_compose_delta, releases, adjacency, number(epsilon, "epsilon"))
