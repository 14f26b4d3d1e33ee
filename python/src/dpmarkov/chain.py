"""The mathematics of a chain: any stochastic matrix, a released one above all. Of a secret matrix every result is as secret."""

from __future__ import annotations

import ctypes
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from . import _prototypes as c
from ._arrays import F64, integer, number, output, pointer, real, square, vector
from ._library import check, lib
from ._support import states_in_range

__all__ = [
    "GroupInverse",
    "SecondEigenvalue",
    "first_passage",
    "group_inverse",
    "is_irreducible",
    "kl_divergence",
    "period",
    "predict",
    "recurrent_classes",
    "second_eigenvalue",
    "second_eigenvalue_bound",
    "stationary",
    "stationary_error_bound",
    "tau_inf",
    "tau_one",
    "total_variation",
]


def _matrix(matrix: npt.ArrayLike) -> tuple[F64, int]:
    array = real(matrix, "matrix")
    return array, states_in_range(square(array, "matrix"))


def stationary(matrix: npt.ArrayLike, *, state: int | None = None, out: F64 | None = None) -> F64:
    """The stationary distribution pi, pi P = pi, by Grassmann-Taksar-Heyman elimination: every entry near rounding, relative to itself.

    Parameters
    ----------
    matrix : array of float64, (n, n)
        Stochastic: rows from 0 on of sum 1. Read where it is if it is C-contiguous.
    state : int, optional
        Where the chain starts, for a chain of several recurrent classes: the distribution of the one it ends up in.
    out : ndarray of float64, (n,), optional
        Where the result goes; untouched on an error.

    Returns
    -------
    ndarray of float64, (n,)

    Raises
    ------
    ChainError
        For what is not stochastic; where pi is not unique.

    Examples
    --------
    >>> stationary([[0.5, 0.5], [0.25, 0.75]]).round(6).tolist()
    [0.333333, 0.666667]
    """
    array, n = _matrix(matrix)
    pi = output(out, (n,), np.float64)
    work = np.zeros(n * n)
    if state is None:
        check(lib.dpm_stationary_gth(pointer(array), n, pointer(work), work.size, pointer(pi)))
    else:
        number_ = integer(state, "state", n - 1, c.ERR_STATE_INDEX)
        check(lib.dpm_stationary_of_state(pointer(array), n, number_, pointer(work), work.size, pointer(pi)))
    return pi


class GroupInverse(NamedTuple):
    """The group inverse of I - P, (n, n), and the stationary distribution of P, (n,)."""

    inverse: F64
    pi: F64


def group_inverse(matrix: npt.ArrayLike) -> GroupInverse:
    """The group inverse A# of A = I - P: how pi answers to a change of P, d pi = pi dP A#. Accurate entry by entry.

    Raises
    ------
    ChainError
        For what is not stochastic; where pi is not unique; where products of probabilities underflow.
    """
    array, n = _matrix(matrix)
    inverse, pi = np.zeros((n, n)), np.zeros(n)
    work = np.zeros(lib.dpm_group_inverse_work_len(n))
    check(lib.dpm_group_inverse(pointer(array), n, pointer(work), work.size, pointer(inverse), pointer(pi)))
    return GroupInverse(inverse, pi)


def tau_one(matrix: npt.ArrayLike) -> float:
    """The ergodicity coefficient tau_1 (Dobrushin): half the largest L1 distance of two rows, 0 to 1; a bound on the modulus of the second eigenvalue.

    >>> tau_one([[0.5, 0.5], [0.25, 0.75]])
    0.25
    """
    array, n = _matrix(matrix)
    value = ctypes.c_double()
    check(lib.dpm_ergodicity_one(pointer(array), n, ctypes.byref(value)))
    return value.value


def tau_inf(matrix: npt.ArrayLike) -> float:
    """The ergodicity coefficient tau_inf: the largest, over columns, of the sum of the floor(n/2) largest entries minus that of the smallest. It can exceed 1."""
    array, n = _matrix(matrix)
    work, value = np.zeros(n), ctypes.c_double()
    check(lib.dpm_ergodicity_inf(pointer(array), n, pointer(work), work.size, ctypes.byref(value)))
    return value.value


class SecondEigenvalue(NamedTuple):
    """An estimate of the modulus of the second eigenvalue, and how far some vector is from being its eigenvector."""

    modulus: float
    residual: float


def second_eigenvalue(matrix: npt.ArrayLike, *, iterations: int = 1000) -> SecondEigenvalue:
    """An estimate of the modulus of the second eigenvalue, by at most about `iterations` products with the matrix. No bound: that is `second_eigenvalue_bound`."""
    array, n = _matrix(matrix)
    work = np.zeros(lib.dpm_second_eigenvalue_work_len(n))
    modulus, residual, done = ctypes.c_double(), ctypes.c_double(), ctypes.c_uint32()
    count = integer(iterations, "iterations", 2**32 - 1, c.ERR_ITERATIONS, 1)
    check(
        lib.dpm_second_eigenvalue(
            pointer(array), n, count, pointer(work), work.size, ctypes.byref(modulus), ctypes.byref(residual), ctypes.byref(done)
        )
    )
    return SecondEigenvalue(modulus.value, residual.value)


def second_eigenvalue_bound(matrix: npt.ArrayLike, *, squarings: int = 10) -> float:
    """A proved bound on the modulus of the second eigenvalue, from tau_1 of the powers 1, 2, 4, ..., 2^squarings; how fast the chain mixes."""
    array, n = _matrix(matrix)
    work, value = np.zeros(lib.dpm_second_eigenvalue_upper_work_len(n)), ctypes.c_double()
    count = integer(squarings, "squarings", 2**32 - 1, c.ERR_ITERATIONS)
    check(lib.dpm_second_eigenvalue_upper(pointer(array), n, count, pointer(work), work.size, ctypes.byref(value)))
    return value.value


def first_passage(matrix: npt.ArrayLike, *, target: int | None = None) -> F64:
    """Mean numbers of steps until a state is reached for the first time; inf where it may never be.

    Parameters
    ----------
    matrix : array of float64, (n, n)
    target : int, optional
        The state to be reached.

    Returns
    -------
    ndarray of float64
        (n,) for one target: from every start. (n, n) without: row: the start, column: the target.

    Examples
    --------
    >>> first_passage([[0.5, 0.5], [0.25, 0.75]], target=1).tolist()
    [2.0, 0.0]
    """
    array, n = _matrix(matrix)
    if target is None:
        times: F64 = np.zeros((n, n))
        work = np.zeros(lib.dpm_all_mean_first_passage_work_len(n))
        check(lib.dpm_all_mean_first_passage(pointer(array), n, pointer(work), work.size, pointer(times)))
        return times
    state = integer(target, "target", n - 1, c.ERR_STATE_INDEX)
    times, work = np.zeros(n), np.zeros(lib.dpm_mean_first_passage_work_len(n))
    check(lib.dpm_mean_first_passage(pointer(array), n, state, pointer(work), work.size, pointer(times)))
    return times


def predict(matrix: npt.ArrayLike, start: npt.ArrayLike, steps: int) -> F64:
    """Where the chain is after `steps` steps from the distribution `start`, (n,): start P^steps, (n,)."""
    array, n = _matrix(matrix)
    begin = real(start, "start")
    vector(begin, n, "start")
    count = integer(steps, "steps", 2**32 - 1, c.ERR_ITERATIONS)
    out, work = np.zeros(n), np.zeros(lib.dpm_predict_work_len(n, count))
    check(lib.dpm_predict(pointer(array), n, pointer(begin), count, pointer(work), work.size, pointer(out)))
    return out


def recurrent_classes(matrix: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """The recurrent class of every state, (n,): 0, 1, ... in order of their lowest states; -1 for a state that is left for good in the end."""
    array, n = _matrix(matrix)
    labels, work, count = np.zeros(n, dtype=np.uint32), np.zeros(2 * n), ctypes.c_size_t()
    check(lib.dpm_class_labels(pointer(array), n, pointer(work), work.size, pointer(labels), ctypes.byref(count)))
    return np.where(labels == c.TRANSIENT, -1, labels.astype(np.int64))


def is_irreducible(matrix: npt.ArrayLike) -> bool:
    """Whether every state leads to every other one."""
    array, n = _matrix(matrix)
    work, value = np.zeros(2 * n), ctypes.c_int()
    check(lib.dpm_is_irreducible(pointer(array), n, pointer(work), work.size, ctypes.byref(value)))
    return bool(value.value)


def period(matrix: npt.ArrayLike, state: int) -> int:
    """The period of a state; 1: aperiodic, 0: the chain cannot return to it."""
    array, n = _matrix(matrix)
    work, value = np.zeros(2 * n), ctypes.c_size_t()
    check(lib.dpm_period(pointer(array), n, integer(state, "state", n - 1, c.ERR_STATE_INDEX), pointer(work), work.size, ctypes.byref(value)))
    return value.value


def stationary_error_bound(matrix: npt.ArrayLike, pi: npt.ArrayLike) -> float:
    """A proved bound on the total variation distance of `pi`, (n,), however it was found, from the stationary distribution of `matrix`."""
    array, n = _matrix(matrix)
    x = real(pi, "pi")
    vector(x, n, "pi")
    tau, value = ctypes.c_double(), ctypes.c_double()
    inverse = group_inverse(array).inverse
    check(lib.dpm_group_inverse_tau_one(pointer(inverse), n, ctypes.byref(tau)))
    work = np.zeros(2 * n)
    check(lib.dpm_stationary_error_bound(pointer(array), n, pointer(x), number(tau.value, "tau"), pointer(work), work.size, ctypes.byref(value)))
    return value.value


def _two(p: npt.ArrayLike, q: npt.ArrayLike) -> tuple[F64, F64, int]:
    first, second = real(p, "p"), real(q, "q")
    vector(first, first.size, "p")
    vector(second, first.size, "q")
    return first, second, states_in_range(first.size)


def total_variation(p: npt.ArrayLike, q: npt.ArrayLike) -> float:
    """The total variation distance of two distributions, (n,) each: half their L1 distance, 0 to 1.

    >>> total_variation([0.5, 0.5], [0.25, 0.75])
    0.25
    """
    first, second, n = _two(p, q)
    value = ctypes.c_double()
    check(lib.dpm_total_variation_distance(pointer(first), pointer(second), n, ctypes.byref(value)))
    return value.value


def kl_divergence(p: npt.ArrayLike, q: npt.ArrayLike) -> float:
    """The Kullback-Leibler divergence (nats) of q from p, (n,) each; inf where q is 0 and p is not."""
    first, second, n = _two(p, q)
    value = ctypes.c_double()
    check(lib.dpm_kl_divergence(pointer(first), pointer(second), n, ctypes.byref(value)))
    return value.value
