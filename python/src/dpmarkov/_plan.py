"""The four mechanisms compared at one guarantee, before anything is logged."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

from . import _prototypes as c
from ._arrays import integer, number
from ._guarantee import AdjacencyLike, Guarantee, promise
from ._library import check, lib, message
from ._mechanism import NAMES, Mechanism
from ._noise import Gaussian, Geometric
from ._support import states_in_range
from ._urns import Dirichlet, Polya

__all__ = ["Candidate", "Plan", "plan"]

_REASONS = {
    c.REASON_ONLY_ONE: "no other meets the guarantee",
    c.REASON_MOST_ACCURATE: "no other comes within 3 % of its expected total variation distance",
    c.REASON_INTEGERS: "others are as accurate within 3 %, but draw in floating point",
    c.REASON_PURE: "others are as accurate within 3 %, but need a delta above 0",
    c.REASON_SIMPLEST: "others are as accurate within 3 % and as safe; it is the simplest",
}


@dataclass(frozen=True)
class Candidate:
    """What a mechanism offers at the guarantee.

    Attributes
    ----------
    name : str
    mechanism : Mechanism or None
        Ready to release; None where it offers nothing.
    unavailable : str or None
        Why it offers nothing.
    total_variation : float
        The expected total variation distance of a released row, 0 to 1: mean of three reference rows.
    kl : float
        The expected Kullback-Leibler divergence (nats), the same mean.
    floor : float
        The public floor, in events, that its noisy counts got for these figures.
    pure : bool
        Whether the guarantee holds at these parameters with delta 0.
    integers : bool
        Whether it draws with integers alone.
    """

    name: str
    mechanism: Mechanism | None
    unavailable: str | None
    total_variation: float
    kl: float
    floor: float
    pure: bool
    integers: bool


@dataclass(frozen=True)
class Plan:
    """The four candidates, and which one is recommended and why."""

    candidates: tuple[Candidate, ...]
    recommended: Candidate
    reason: str

    def __str__(self) -> str:
        lines = [f"{'':2}{'mechanism':<11}{'expected TV':>12}{'KL (nats)':>11}{'delta = 0':>11}  parameters"]
        for x in self.candidates:
            mark = "* " if x is self.recommended else "  "
            if x.mechanism is None:
                lines.append(f"{mark}{x.name:<11}{x.unavailable}")
                continue
            lines.append(f"{mark}{x.name:<11}{x.total_variation:>12.4f}{x.kl:>11.4f}{'yes' if x.pure else 'no':>11}  {tuple(x.mechanism.parameters)}")
        return "\n".join([*lines, f"* {self.reason}"])


def plan(
    guarantee: Guarantee | None = None,
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    releases: int | None = None,
    adjacency: AdjacencyLike | None = None,
    states: int,
    expected_row_total: float,
) -> Plan:
    """Compares the four mechanisms by what a released row is off. Every argument must be a public fact: a row total that was computed from the log leaks.

    Parameters
    ----------
    guarantee : Guarantee
        Or its parts by keyword: `epsilon`, `delta`, `releases`, `adjacency`.
    states : int
        2 to 65535.
    expected_row_total : float
        About how many events a row will hold, 1 to 1e15.

    Raises
    ------
    GuaranteeError
        Where no mechanism keeps the promise.

    Examples
    --------
    >>> best = plan(epsilon=1.0, adjacency="event", states=10, expected_row_total=1000).recommended
    >>> best.name
    'geometric'
    """
    g = promise(guarantee, epsilon, delta, releases, adjacency)
    n = states_in_range(integer(states, "states", 65535, c.ERR_STATES))
    found = (c.Candidate * c.CANDIDATES)()
    recommended, reason = ctypes.c_int(), ctypes.c_int()
    asked = (g.adjacency_code, g.epsilon, g.delta, g.releases, n, number(expected_row_total, "expected_row_total"))
    check(lib.dpm_plan_compare(*asked, found, ctypes.byref(recommended), ctypes.byref(reason)))
    candidates = tuple(_candidate(g, name, x) for name, x in zip(NAMES, found))
    return Plan(candidates, candidates[recommended.value], _REASONS.get(reason.value, "unknown"))


def _candidate(g: Guarantee, name: str, x: Any) -> Candidate:
    r = x.release
    mechanism: Mechanism | None = None
    if x.status == c.OK:
        if name == "dirichlet":
            mechanism = Dirichlet(g, pseudo_count=r.pseudo_count, weight=r.weight)
        elif name == "polya":
            mechanism = Polya(g, n=r.states, draws=r.draws, masses=(r.event_mass, r.prior_mass, r.draw_mass))
        elif name == "geometric":
            mechanism = Geometric(g, rate=(r.numerator, r.denominator))
        else:
            mechanism = Gaussian(g, variance=(r.numerator, r.denominator))
    return Candidate(
        name=name,
        mechanism=mechanism,
        unavailable=None if x.status == c.OK else message(x.status),
        total_variation=x.total_variation,
        kl=x.kl,
        floor=x.floor / 1024,
        pure=bool(x.pure),
        integers=bool(x.integers),
    )
