"""The special functions that the guarantees rest on, over arrays: arguments broadcast as in numpy, results are float64."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._arrays import F64, real
from ._library import check, lib

__all__ = ["Tails", "beta_inc", "digamma", "gamma_inc", "ln_beta", "ln_gamma"]


class Tails(NamedTuple):
    """Both tails of a regularised incomplete function, each with its own relative accuracy."""

    lower: Any
    upper: Any


def _one(function: Callable[..., float], *arguments: npt.ArrayLike) -> Any:
    arrays = np.broadcast_arrays(*(real(a, "argument") for a in arguments))
    flat = [a.ravel().tolist() for a in arrays]
    values = np.array([function(*point) for point in zip(*flat)], dtype=np.float64).reshape(arrays[0].shape)
    return values[()]


def _tails(function: Callable[..., int], *arguments: npt.ArrayLike) -> Tails:
    arrays = np.broadcast_arrays(*(real(a, "argument") for a in arguments))
    lower: F64 = np.zeros(arrays[0].size)
    upper: F64 = np.zeros(arrays[0].size)
    a, b = ctypes.c_double(), ctypes.c_double()
    places = ctypes.byref(a), ctypes.byref(b)
    for i, point in enumerate(zip(*(array.ravel().tolist() for array in arrays))):
        check(function(*point, *places))
        lower[i], upper[i] = a.value, b.value
    shape = arrays[0].shape
    return Tails(lower.reshape(shape)[()], upper.reshape(shape)[()])


def ln_gamma(x: npt.ArrayLike) -> Any:
    """ln abs(Gamma(x)). nan where x is nan, inf at 0 and the negative integers.

    >>> float(ln_gamma(4.0)) == float(np.log(6.0))
    True
    """
    return _one(lib.dpm_ln_gamma, x)


def digamma(x: npt.ArrayLike) -> Any:
    """psi(x), the derivative of ln Gamma. nan outside its domain."""
    return _one(lib.dpm_digamma, x)


def ln_beta(a: npt.ArrayLike, b: npt.ArrayLike) -> Any:
    """ln B(a, b), a > 0 and b > 0. nan outside its domain."""
    return _one(lib.dpm_ln_beta, a, b)


def beta_inc(a: npt.ArrayLike, b: npt.ArrayLike, x: npt.ArrayLike) -> Tails:
    """The regularised incomplete beta function I_x(a, b) and 1 - I_x(a, b); a > 0, b > 0, 0 <= x <= 1, else ArgumentError."""
    return _tails(lib.dpm_beta_inc, a, b, x)


def gamma_inc(a: npt.ArrayLike, x: npt.ArrayLike) -> Tails:
    """The regularised incomplete gamma functions P(a, x) and Q(a, x); a > 0, x >= 0, else ArgumentError."""
    return _tails(lib.dpm_gamma_inc, a, x)
