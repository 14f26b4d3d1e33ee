"""Generators of noise, each for one release, seeded by the operating system."""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable
from types import TracebackType
from typing import NoReturn

from . import _prototypes as c
from ._errors import ObjectError
from ._library import check, lib, message

#: A source of cryptographically secure bytes: ``entropy(n)`` returns n of them. ``os.urandom`` is one.
Entropy = Callable[[int], bytes]

# As it is now: a test may put another function there, whose bytes are not ours to wipe.
_urandom = os.urandom
_forks = 0


def _forked() -> None:
    global _forks
    _forks += 1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


def process() -> tuple[int, int]:
    """Names this process, also where a number of a process comes again."""
    return os.getpid(), _forks


class _Source:
    """`entropy` behind the callback of C, through which no exception may go: it is kept, and raised after the call."""

    def __init__(self, entropy: Entropy) -> None:
        self.raised: BaseException | None = None

        def fill(_context: int | None, out: int, length: int) -> int:
            try:
                got = entropy(length)
                if not isinstance(got, (bytes, bytearray)) or len(got) != length:
                    raise TypeError(f"entropy: {length} bytes are needed")
                # A bytearray is read where it lies, so that whoever made it can wipe it.
                held = (ctypes.c_char * length).from_buffer(got) if isinstance(got, bytearray) else got
                ctypes.memmove(out, held, length)
                if entropy is _urandom:
                    # Nobody else has this object: the seed does not stay behind in the interpreter's memory.
                    ctypes.memset(ctypes.cast(ctypes.c_char_p(held), ctypes.c_void_p), 0, length)
            except BaseException as error:  # KeyboardInterrupt as well
                self.raised = error
                return 1
            return 0

        self.callback = c.ENTROPY(fill)

    def check(self, status: int) -> None:
        if self.raised is not None:
            raised, self.raised = self.raised, None
            raise raised
        check(status)


class Generator:
    """A generator of noise (ChaCha20) for one release.

    The release functions make one for themselves, and wipe it. Give one yourself where the releases of a ledger's permit need it
    (`Permit.generator`), or where several rows are one release.

    Parameters
    ----------
    entropy : callable, default os.urandom
        Called once with a number of bytes, it returns as many that are secret and random. An exception goes to the caller; there is no fallback.
    stream : int, default 0
        The number of this release, 0 to 2^64 - 1. Seeds from the operating system make any number safe; a count of your own that never
        comes twice keeps the noise fresh even on a machine whose source repeats itself (a cloned virtual machine).

    Raises
    ------
    RandomError
        Where the source gave what cannot be random.

    Notes
    -----
    It cannot be copied or pickled, and the child of a fork is refused with `ObjectError`: both would draw the same noise again. Threads
    that share one wait for each other. As a context manager it is wiped at the end.
    """

    __slots__ = ("_charged", "_lock", "_permit", "_process", "_rng", "__weakref__")

    _rng: c.Rng
    _lock: threading.RLock  # two threads that drew at a time could draw the same noise; a signal's handler may come in between
    _process: tuple[int, int]
    _permit: int  # the number of the ledger's permit, 0 without
    _charged: tuple[object, int] | None  # what the ledger counts: the mechanism (None: a stated cost), and how many releases are left

    def __init__(self, *, entropy: Entropy = os.urandom, stream: int = 0) -> None:
        from ._arrays import integer

        self._prepare()
        number = integer(stream, "stream", 2**64 - 1, c.ERR_DOMAIN)
        source = _Source(entropy)
        source.check(lib.dpm_rng_init(self._rng, source.callback, None, number))

    def _prepare(self) -> None:
        """Storage in this process, not seeded."""
        self._rng, self._lock, self._process = c.Rng(), threading.RLock(), process()
        self._permit, self._charged = 0, None

    def clear(self) -> None:
        """Wipes the generator, after a release that another thread draws from it; it is refused from then on."""
        if self._process != process():
            lib.dpm_rng_clear(self._rng)  # of the child alone; its lock may be held by a thread that is not here
            return
        with self._lock:  # the library works on a copy and writes it back: what is wiped in between would come again
            lib.dpm_rng_clear(self._rng)

    def __del__(self, clear: Callable[[c.Rng], None] = lib.dpm_rng_clear) -> None:  # the interpreter may have taken `lib` away
        rng = getattr(self, "_rng", None)
        if rng is not None:
            clear(rng)

    def __enter__(self) -> Generator:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.clear()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a generator cannot be copied or pickled: it would draw the same noise twice")

    def __repr__(self) -> str:
        return "<dpmarkov.Generator>"


def opened(generator: Generator) -> c.Rng:
    """The C object, in the process that made it."""
    if not isinstance(generator, Generator):
        raise TypeError("generator: a dpmarkov.Generator is needed")
    if generator._process != process():
        raise ObjectError(c.ERR_OBJECT, f"a generator from before a fork, whose noise the other process draws too: {message(c.ERR_OBJECT)}")
    return generator._rng
