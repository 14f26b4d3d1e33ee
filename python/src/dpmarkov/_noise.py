"""Noise on every count: two-sided geometric and discrete Gaussian."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from . import _prototypes as c
from ._arrays import F64, I64, U32, integer, number, pointer
from ._errors import ArgumentError
from ._guarantee import U32_MAX, AdjacencyLike, Guarantee, promise
from ._library import check, lib
from ._mechanism import Mechanism, rows_of_noisy
from ._support import Support

__all__ = ["Gaussian", "GaussianParameters", "Geometric", "GeometricParameters"]


class GeometricParameters(NamedTuple):
    """The rate of two-sided geometric noise, numerator/denominator: P(k) is proportional to exp(-rate abs(k))."""

    numerator: int
    denominator: int


class GaussianParameters(NamedTuple):
    """The variance of discrete Gaussian noise, numerator/denominator: P(k) is proportional to exp(-k^2/(2 variance))."""

    numerator: int
    denominator: int


def _fraction(value: object, what: str, numerator: int, denominator: int, status: int) -> tuple[int, int]:
    if not isinstance(value, tuple) or len(value) != 2:
        raise TypeError(f"{what}: (numerator, denominator)")
    return integer(value[0], what, numerator, status, 1), integer(value[1], what, denominator, status, 1)


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
