"""The file of a ledger, as the program `dpmarkov ledger` keeps it: two slots, 4096 bytes apart, so that no disk sector holds a part of both.

A charge writes one slot in place and never touches the other; the file's length is fixed when it is made. The file has room for 100 kinds of charges; the C
interface holds 16 at a time, so a slot is translated on the way: the same header and entries, another capacity and checksum (src/privacy/ledger/wire.rs has the
layout). What does not translate is given to the library as a slot that it refuses.
"""

from __future__ import annotations

import errno
import os
import stat
import tempfile
import zlib
from types import TracebackType

from . import _prototypes as c
from ._errors import LedgerError
from ._library import message

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

STRIDE = 4096
_MAGIC = b"DPML"
_HEADER, _ENTRY, _TAIL = 40, 40, 12
_KINDS = 100
_LONG = _HEADER + _KINDS * _ENTRY + _TAIL
_SHORT = c.LEDGER_SLOT_LEN


def _whole(slot: bytes) -> bool:
    """Written to its end, as the library sees it."""
    return slot[:4] == _MAGIC and slot[8:16] == slot[-12:-4] and zlib.crc32(slot[:-4]) == int.from_bytes(slot[-4:], "little")


def _sealed(header: bytes, capacity: int, entries: bytes) -> bytes:
    body = header[:6] + capacity.to_bytes(2, "little") + header[8:_HEADER] + entries.ljust(capacity * _ENTRY, b"\0") + header[8:16]
    return body + zlib.crc32(body).to_bytes(4, "little")


def shortened(slot: bytes) -> bytes:
    """A slot of the file for the C interface. One that is not whole is no ledger's; a whole one that does not translate keeps its generation and is corrupt."""
    if len(slot) != _LONG or not _whole(slot):
        return bytes(_SHORT)
    header, entries = slot[:_HEADER], slot[_HEADER:-_TAIL]
    fits = c.LEDGER_ENTRIES * _ENTRY
    if int.from_bytes(header[6:8], "little") != _KINDS or any(entries[fits:]):
        return _sealed(header[:4] + b"\xff\xff" + header[6:], c.LEDGER_ENTRIES, b"")
    return _sealed(header, c.LEDGER_ENTRIES, entries[:fits])


def lengthened(slot: bytes) -> bytes:
    """A slot of the C interface for the file."""
    return _sealed(slot[:_HEADER], _KINDS, slot[_HEADER:-_TAIL])


def too_many_kinds(slots: tuple[bytes, bytes]) -> bool:
    """Whether the newest whole slot of the file holds more kinds of charges than the C interface does."""
    newest = max((s for s in slots if len(s) == _LONG and _whole(s)), key=lambda s: int.from_bytes(s[8:16], "little"), default=None)
    return newest is not None and int.from_bytes(newest[36:38], "little") > c.LEDGER_ENTRIES


def _sync(descriptor: int) -> None:
    """Waits until the disk has it."""
    full = getattr(fcntl, "F_FULLFSYNC", None)
    if full is not None:  # macOS: fsync alone leaves it in the drive
        try:
            fcntl.fcntl(descriptor, full)
            return
        except OSError:
            pass
    os.fsync(descriptor)


class Store:
    """The file, locked: no other process, and no other thread, reads or writes it until this one lets go."""

    def __init__(self, path: str | os.PathLike[str], *, charge: bool) -> None:
        if fcntl is None:
            raise NotImplementedError("a ledger needs flock(), which this system does not have")
        # O_NONBLOCK: a pipe would wait for its other end.
        flags = (os.O_RDWR if charge else os.O_RDONLY) | os.O_CLOEXEC | os.O_NONBLOCK
        self._descriptor = os.open(path, flags)
        try:
            if not stat.S_ISREG(os.fstat(self._descriptor).st_mode):
                raise OSError(errno.EINVAL, "a ledger is a regular file", os.fspath(path))
            fcntl.flock(self._descriptor, fcntl.LOCK_EX if charge else fcntl.LOCK_SH)
        except BaseException:
            os.close(self._descriptor)
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        os.close(self._descriptor)

    def read(self) -> tuple[bytes, bytes]:
        """Both slots as they are stored, for the C interface. A file of another length was cut or is no ledger."""
        got = b""
        while len(got) <= 2 * STRIDE:
            piece = os.pread(self._descriptor, 2 * STRIDE + 1 - len(got), len(got))
            if not piece:
                break
            got += piece
        if len(got) != 2 * STRIDE:
            return bytes(_SHORT), bytes(_SHORT)
        slots = got[:_LONG], got[STRIDE : STRIDE + _LONG]
        if too_many_kinds(slots):
            raise LedgerError(c.ERR_LEDGER_FULL, f"a ledger of more than {c.LEDGER_ENTRIES} kinds of charges: {message(c.ERR_LEDGER_FULL)}")
        return shortened(slots[0]), shortened(slots[1])

    def write(self, slot: int, short: bytes) -> None:
        """Writes one slot where it stands, and waits until the disk has it."""
        rest, place = lengthened(short), slot * STRIDE
        while rest:
            done = os.pwrite(self._descriptor, rest, place)
            rest, place = rest[done:], place + done
        _sync(self._descriptor)


def create(path: str | os.PathLike[str], short: bytes) -> None:
    """Makes the file, whole or not at all; one that is there is left alone (FileExistsError)."""
    if fcntl is None:
        raise NotImplementedError("a ledger needs flock(), which this system does not have")
    whole = lengthened(short).ljust(STRIDE, b"\0") * 2
    folder = os.path.dirname(os.fspath(path)) or "."
    # As private as can be (0600): what is spent tells how often the log was released.
    descriptor, temporary = tempfile.mkstemp(prefix=".dpmarkov-", dir=folder)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(whole)
            file.flush()
            _sync(file.fileno())
        os.link(temporary, path)
    finally:
        os.unlink(temporary)
    # A new name survives a power cut only once its folder is on the disk too.
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
