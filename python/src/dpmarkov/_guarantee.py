"""What a release promises, and to whom."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Literal, Union

from . import _prototypes as c
from ._arrays import integer, number
from ._errors import ArgumentError
from ._library import failure

U32_MAX = 2**32 - 1


class Adjacency(str, enum.Enum):
    """Which logs are neighbours: what a release hides.

    ``EVENT``
        One event (transition) is replaced by any other, its source included.
    ``DESTINATION``
        One event keeps its source and goes elsewhere; row totals are public.
    ``ADD_REMOVE``
        One event is present in one log only.
    ``VISIT``
        One visited state inside a session is replaced.
    ``VISIT_PRESENCE``
        One visited state is inserted into or dropped from a session.

    Where a name is expected its value does as well: ``"event"``, ``"destination"``, ``"add_remove"``, ``"visit"``, ``"visit_presence"``.
    """

    DESTINATION = "destination"
    ADD_REMOVE = "add_remove"
    EVENT = "event"
    VISIT = "visit"
    VISIT_PRESENCE = "visit_presence"

    @property
    def code(self) -> int:
        """The number of the C interface."""
        return list(Adjacency).index(self)

    def __str__(self) -> str:
        return self.value


AdjacencyName = Literal["destination", "add_remove", "event", "visit", "visit_presence"]
AdjacencyLike = Union[Adjacency, AdjacencyName]


def adjacency_of(value: AdjacencyLike) -> Adjacency:
    """The adjacency of a name."""
    if not isinstance(value, str):
        raise TypeError("adjacency: one of " + ", ".join(a.value for a in Adjacency))
    try:
        return Adjacency(value)
    except ValueError:
        raise ArgumentError(c.ERR_ADJACENCY, "adjacency: one of " + ", ".join(a.value for a in Adjacency)) from None


@dataclass(frozen=True, kw_only=True)
class Guarantee:
    """(epsilon, delta)-differential privacy of all releases of one log together.

    Parameters
    ----------
    epsilon : float
        In nats, 0 to 1e6.
    delta : float, default 0.0
        0 where the mechanism promises something at it (not Gaussian, not Dirichlet), else 2.3e-308 to 1 - 1.2e-16.
    releases : int, default 1
        How often the same log will be released by one mechanism, 1 to 4294967295. One release more voids the promise; `Ledger` counts. Releases of two
        mechanisms that were made for one guarantee keep less together: `compose_epsilon` says how much.
    adjacency : Adjacency or str
        What is hidden.

    Raises
    ------
    ArgumentError
        For a number out of range, NaN included.

    Examples
    --------
    >>> Guarantee(epsilon=1.0, adjacency="visit")
    Guarantee(epsilon=1.0, delta=0.0, releases=1, adjacency='visit')
    """

    epsilon: float
    delta: float = 0.0
    releases: int = 1
    adjacency: AdjacencyLike

    def __post_init__(self) -> None:
        epsilon, delta = number(self.epsilon, "epsilon"), number(self.delta, "delta")
        if not 0 <= epsilon <= 1e6:
            raise failure(c.ERR_EPSILON)
        if not (delta == 0 or 2.3e-308 <= delta <= 1 - 1.2e-16):
            raise failure(c.ERR_DELTA)
        if self.releases == 0:
            raise failure(c.ERR_RELEASES)
        object.__setattr__(self, "epsilon", epsilon)
        object.__setattr__(self, "delta", delta)
        object.__setattr__(self, "releases", integer(self.releases, "releases", U32_MAX, c.ERR_RELEASES, 1))
        object.__setattr__(self, "adjacency", adjacency_of(self.adjacency))

    @property
    def adjacency_code(self) -> int:
        """The number of the C interface."""
        return adjacency_of(self.adjacency).code

    def __repr__(self) -> str:
        return f"Guarantee(epsilon={self.epsilon!r}, delta={self.delta!r}, releases={self.releases!r}, adjacency={str(self.adjacency)!r})"


def promise(guarantee: Guarantee | None, epsilon: float | None, delta: float | None, releases: int | None, adjacency: AdjacencyLike | None) -> Guarantee:
    """The guarantee that was given as one object or as keywords."""
    if guarantee is not None:
        if not isinstance(guarantee, Guarantee):
            raise TypeError("guarantee: a Guarantee, or the keywords epsilon, delta, releases and adjacency")
        if (epsilon, delta, releases, adjacency) != (None, None, None, None):
            raise TypeError("a Guarantee or the keywords epsilon, delta, releases and adjacency, not both")
        return guarantee
    if epsilon is None or adjacency is None:
        raise TypeError("epsilon and adjacency are needed: they say what is promised, and to whom")
    return Guarantee(epsilon=epsilon, delta=0.0 if delta is None else delta, releases=1 if releases is None else releases, adjacency=adjacency)
