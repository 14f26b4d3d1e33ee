"""numpy arrays as the C interface takes them: of the right type, C-contiguous, in the machine's byte order.

An array that already is passes as it stands. Another one is converted once where no value can change by that, and refused otherwise.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _prototypes as c
from ._errors import ArgumentError, CountsError

U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]
U32 = npt.NDArray[np.uint32]
I64 = npt.NDArray[np.int64]
F64 = npt.NDArray[np.float64]
Any_ = npt.NDArray[Any]

_U32_MAX = 2**32 - 1


def pointer(array: npt.NDArray[Any]) -> int:
    """The address of the first element. The array must outlive the call."""
    return array.ctypes.data


def wipe(array: npt.NDArray[Any]) -> None:
    """Zeros over scratch that held counts."""
    array.fill(0)


def plain(value: object, what: str) -> npt.NDArray[Any]:
    """An ndarray of `value`, without its content in an error."""
    if isinstance(value, np.ma.MaskedArray) or (isinstance(value, (list, tuple)) and any(isinstance(part, np.ma.MaskedArray) for part in value)):
        raise TypeError(f"{what}: a masked array: say what the masked entries are (numpy.ma.filled)")
    if hasattr(value, "columns"):
        raise TypeError(f"{what}: a table with labels: give its numbers (.to_numpy()), or see count_transitions()")
    try:
        return np.asarray(value)
    except (ValueError, TypeError, OverflowError):
        raise TypeError(f"{what}: no rectangular array of numbers") from None


def _as_is(array: npt.NDArray[Any], dtype: type) -> bool:
    return array.dtype == dtype and array.dtype.isnative and array.flags.c_contiguous and array.flags.aligned


def counts(value: object, what: str = "counts") -> tuple[U32, bool]:
    """An array of counts as uint32, and whether it is a copy of ours, which is to be wiped."""
    array = plain(value, what)
    # What numpy made of a list is ours; what it made of anything else may be that thing's own memory.
    ours = isinstance(value, (list, tuple)) and not hasattr(value, "__array__")
    if _as_is(array, np.uint32):
        return array, ours
    try:
        if array.dtype.kind not in "iu":
            kind = "empty" if array.size == 0 else f"of type {array.dtype}"
            raise TypeError(f"{what}: {kind}: counts are integers; convert them yourself (.astype(numpy.uint32)) where that is what they are")
        if array.size and (int(array.min()) < 0 or int(array.max()) > _U32_MAX):
            raise CountsError(c.ERR_COUNT_OVERFLOW, f"{what}: a count is below 0 or above 4294967295")
        return np.array(array, dtype=np.uint32, order="C"), True
    finally:
        if ours and array.dtype.kind in "iuf":
            wipe(array)


def real(value: object, what: str) -> F64:
    """An array of float64. float32, float16 and integers up to 2^53 convert without loss."""
    array = plain(value, what)
    if _as_is(array, np.float64):
        return array
    kind, size = array.dtype.kind, array.dtype.itemsize
    if kind == "f" and size <= 8:
        return np.array(array, dtype=np.float64, order="C")
    if kind in "iu":
        if array.size and (int(array.min()) < -(2**53) or int(array.max()) > 2**53):
            raise ArgumentError(c.ERR_DOMAIN, f"{what}: an integer beyond 2^53, which no float64 holds")
        return np.array(array, dtype=np.float64, order="C")
    raise TypeError(f"{what}: of type {array.dtype}: real numbers are float64")


def noisy(value: object, what: str) -> I64:
    """An array of noisy counts as int64."""
    array = plain(value, what)
    if _as_is(array, np.int64):
        return array
    if array.dtype.kind not in "iu" or (array.dtype.kind == "u" and array.dtype.itemsize == 8):
        raise TypeError(f"{what}: of type {array.dtype}: noisy counts are int64")
    return np.array(array, dtype=np.int64, order="C")


def square(array: npt.NDArray[Any], what: str) -> int:
    """The number of states of an n x n array."""
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise ArgumentError(c.ERR_LENGTH, f"{what}: of shape {array.shape}: one row and one column for each state")
    return int(array.shape[0])


def vector(array: npt.NDArray[Any], n: int, what: str) -> None:
    """An array of n elements."""
    if array.shape != (n,):
        raise ArgumentError(c.ERR_LENGTH, f"{what}: of shape {array.shape}, not ({n},)")


def output(out: npt.NDArray[Any] | None, shape: tuple[int, ...], dtype: type, *, what: str = "out") -> npt.NDArray[Any]:
    """The caller's array for a result, or a new one."""
    if out is None:
        return np.zeros(shape, dtype=dtype)
    if not isinstance(out, np.ndarray) or not _as_is(out, dtype) or not out.flags.writeable:
        raise TypeError(f"{what}: results go into a writeable C-contiguous numpy array of {np.dtype(dtype).name} in this machine's byte order")
    if out.shape != shape:
        raise ArgumentError(c.ERR_LENGTH, f"{what}: of shape {out.shape}, not {shape}")
    return out


def integer(value: object, what: str, largest: int, status: int, smallest: int = 0) -> int:
    """A whole number in a range. ctypes would cut it to its bits without a word."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{what}: an integer is needed")
    if not smallest <= int(value) <= largest:
        raise ArgumentError(status, f"{what}: must be from {smallest} to {largest}")
    return int(value)


def window(value: object) -> tuple[int, int]:
    """A first and a last time bucket."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise TypeError("window: (first, last) time bucket")
    return integer(value[0], "window", _U32_MAX, c.ERR_WINDOW), integer(value[1], "window", _U32_MAX, c.ERR_WINDOW)


def number(value: object, what: str) -> float:
    """A real number."""
    if isinstance(value, (bool, np.bool_, str, bytes)):
        raise TypeError(f"{what}: a number is needed")
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{what}: a number is needed") from None
