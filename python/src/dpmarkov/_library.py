"""The shared library of this package: found beside this file, checked, and called.

Nothing is searched elsewhere, compiled or fetched: a library of another version behind these prototypes would be called with the wrong arguments.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

from . import _prototypes
from ._errors import Error, by_status

_FOLDER = Path(__file__).resolve().parent
_NAMES = ("libdpmarkov.so", "libdpmarkov.dylib")


def _load(folder: Path) -> ctypes.CDLL:
    path = next((folder / name for name in _NAMES if (folder / name).is_file()), None)
    if path is None:
        raise ImportError(
            f"dpmarkov: its shared library ({' or '.join(_NAMES)}) is not in {folder}. Install the package (pip install ./python): the folder of its sources has no library"
        )
    try:
        library = ctypes.CDLL(str(path))
        abi, version = library.dpm_abi_version, library.dpm_version
    except (OSError, AttributeError) as error:
        raise ImportError(f"dpmarkov: {path} is no library of dpmarkov for this machine: {error}") from error
    abi.restype, abi.argtypes = ctypes.c_int, []
    version.restype, version.argtypes = ctypes.c_char_p, []
    if abi() != _prototypes.ABI_VERSION or version() != _prototypes.VERSION.encode():
        raise ImportError(
            f"dpmarkov: {path} has version {version().decode()} and ABI {abi()}, this package is for {_prototypes.VERSION} and ABI {_prototypes.ABI_VERSION}: install it anew"
        )
    for name, (restype, argtypes) in _prototypes.FUNCTIONS.items():
        try:
            function = getattr(library, name)
        except AttributeError as error:
            raise ImportError(f"dpmarkov: {path} lacks {name}: install it anew") from error
        function.restype, function.argtypes = restype, argtypes
    return library


lib: Any = _load(_FOLDER)


def message(status: int) -> str:
    """The library's sentence about a status."""
    text: bytes = lib.dpm_status_message(status)
    return text.decode("ascii")


def check(status: int) -> None:
    """Raises the error of a status that is not DPM_OK."""
    if status != _prototypes.OK:
        raise failure(status)


def failure(status: int) -> Error:
    """The error of a status."""
    return by_status(status)(status, message(status))
