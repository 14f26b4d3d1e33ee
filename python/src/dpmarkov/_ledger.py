"""A budget of (epsilon, delta) in a file, which no crash can overdraw."""

from __future__ import annotations

import ctypes
import math
import os
import threading
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple, NoReturn, Union

from . import _ledger_file as files
from . import _prototypes as c
from ._arrays import integer
from ._arrays import window as buckets
from ._errors import ArgumentError, GuaranteeError, LedgerError, ObjectError
from ._guarantee import U32_MAX, Adjacency, AdjacencyLike, adjacency_of
from ._library import check, failure, lib, message
from ._mechanism import Mechanism
from ._random import Entropy, Generator, _Source, process

__all__ = ["Budget", "Ledger", "Permit"]

#: A number that is read exactly: a fraction, an integer, a decimal number as text ("0.1", "1e-9", "1/11"), or a float by its shortest decimal (0.1 is 1/10).
Exact = Union[int, float, str, Fraction, Decimal]
Path = Union[str, "os.PathLike[str]"]
_EPSILON, _DELTA = 10**6, 10**18


class Budget(NamedTuple):
    """epsilon (nats) in units of 1e-6 and delta in units of 1e-18, exactly."""

    epsilon: Fraction
    delta: Fraction


def _exact(value: Exact, what: str) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, (int, float, str, Fraction, Decimal)):
        raise TypeError(f"{what}: a number or its text is needed")
    try:
        exact = Fraction(repr(float(value)) if isinstance(value, float) else value)
    except (ValueError, OverflowError, ZeroDivisionError):
        raise ArgumentError(c.ERR_EPSILON if what == "epsilon" else c.ERR_DELTA, f"{what}: no finite number") from None
    if exact < 0:
        raise failure(c.ERR_EPSILON if what == "epsilon" else c.ERR_DELTA)
    return exact


def budget_units(epsilon: Exact, delta: Exact) -> tuple[int, int]:
    """A budget, rounded down to whole units."""
    units = math.floor(_exact(epsilon, "epsilon") * _EPSILON), math.floor(_exact(delta, "delta") * _DELTA)
    if units[0] >= 2**64:
        raise failure(c.ERR_EPSILON)
    if units[1] >= 2**64:
        raise failure(c.ERR_DELTA)
    return units


def cost_units(epsilon: Exact, delta: Exact) -> tuple[int, int, int]:
    """A cost as (epsilon units, delta units, parts): exact where that fits, else rounded up. As the program does it."""
    e, d = _exact(epsilon, "epsilon") * _EPSILON, _exact(delta, "delta") * _DELTA
    for parts in (math.lcm(e.denominator, d.denominator), e.denominator, d.denominator, 1):
        units = math.ceil(e * parts), math.ceil(d * parts)
        if parts <= U32_MAX and units[0] <= 10**12 and units[1] < _DELTA:
            return *units, parts
    raise failure(c.ERR_COST)


class Permit:
    """The right to the releases of one charge. It cannot be copied, pickled or carried over a fork, and gives one generator.

    Attributes
    ----------
    number : int
        The generation of the ledger that counts it, which no other permit has: for a counter that nothing can lower, before anything is released.
    """

    __slots__ = ("_charged", "_lock", "_permit", "_process", "number")

    number: int
    _lock: threading.Lock
    _permit: c.Permit
    _process: tuple[int, int]
    _charged: tuple[Mechanism | None, int]

    def __init__(self) -> None:
        raise TypeError("a Permit is what a charge to a Ledger returns")

    @classmethod
    def _of(cls, permit: c.Permit, charged: tuple[Mechanism | None, int]) -> Permit:
        self = cls.__new__(cls)
        self._lock, self._permit, self._process, self._charged = threading.Lock(), permit, process(), charged
        value = ctypes.c_uint64()
        check(lib.dpm_permit_number(permit, ctypes.byref(value)))
        self.number = value.value
        return self

    def generator(self, *, entropy: Entropy = os.urandom) -> Generator:
        """The generator for the releases that were charged; it uses the permit up, and releases nothing but what was charged.

        Raises
        ------
        RandomError
            Where the source failed: the permit stays good.
        ObjectError
            Where the permit is used up, or of another process.
        """
        if self._process != process():
            raise ObjectError(c.ERR_OBJECT, f"a permit from before a fork, which the other process has too: {message(c.ERR_OBJECT)}")
        generator = Generator.__new__(Generator)
        generator._prepare()
        source = _Source(entropy)
        # Two threads at a time, or a source that asks for this permit again, must not both get it.
        if not self._lock.acquire(blocking=False):
            raise failure(c.ERR_OBJECT)
        try:
            source.check(lib.dpm_rng_init_with_permit(generator._rng, self._permit, source.callback, None))
        finally:
            self._lock.release()
        generator._permit, generator._charged = self.number, self._charged
        return generator

    def __reduce__(self) -> NoReturn:
        raise TypeError("a permit cannot be copied or pickled: it would be used twice")

    def __repr__(self) -> str:
        return f"<Permit {self.number}>"


class Ledger:
    """A budget of (epsilon, delta) for all releases of a log together, in a file (docs/ledger.md): the same file as that of ``dpmarkov ledger``.

    Whatever the moment of a crash, the stored ledger counts every release that happened. A damaged or missing ledger is never a new budget. Every
    charge opens and locks the file (flock), so that any number of threads and processes may charge the same one.

    Parameters
    ----------
    path : str or os.PathLike
        A file that `create` or the program made.
    at_least_generation : int, default 0
        The number of the last permit, kept where whoever has the file cannot lower it: an older copy of the file is refused. This object
        keeps the numbers of its own permits.

    Raises
    ------
    LedgerError
        For a damaged or older ledger, or one of more than 16 kinds of charges. Nothing may be released.
    """

    __slots__ = ("_at_least", "path")

    path: str

    def __init__(self, path: Path, *, at_least_generation: int = 0) -> None:
        self.path = os.fsdecode(path)
        self._at_least = integer(at_least_generation, "at_least_generation", 2**64 - 1, c.ERR_DOMAIN)
        self._look()

    @classmethod
    def create(cls, path: Path, *, adjacency: AdjacencyLike, epsilon: Exact, delta: Exact = 0, first_generation: int = 0) -> Ledger:
        """Makes the file, once in the life of a log. One that is there is never replaced: FileExistsError.

        Parameters
        ----------
        adjacency : Adjacency or str
        epsilon, delta : int, float, str, Fraction or Decimal
            The budget, read exactly and rounded down to 1e-6 nats and 1e-18.
        first_generation : int, default 0
            Where a ledger was kept before, above its `generation`, so that numbers of permits never come back.
        """
        slot = ctypes.create_string_buffer(c.LEDGER_SLOT_LEN)
        units = budget_units(epsilon, delta)
        first = integer(first_generation, "first_generation", 2**64 - 1, c.ERR_DOMAIN)
        check(lib.dpm_ledger_create(adjacency_of(adjacency).code, *units, first, slot))
        files.create(os.fsdecode(path), slot.raw)
        return cls(path)

    def charge(self, mechanism: Mechanism, *, releases: int = 1, window: tuple[int, int] | None = None, close_before: int | None = None) -> Permit:
        """Charges releases of a mechanism by its parameters, composed with what the same events were charged before. On the disk before it returns.

        Which charges are made to the same events must not depend on what was released before; where it does, use `charge_cost` alone, or a
        budget of delta 0.

        Parameters
        ----------
        mechanism : Mechanism
            Of the ledger's adjacency. Its own guarantee is not looked at: its parameters are what it costs.
        releases : int, default 1
        window : (int, int), optional
            The first and last time bucket whose events are released, in a unit of your own; by default all of time. Public, and not dependent on the log.
        close_before : int, optional
            Forgets what was charged to time before this bucket, to make room, and refuses charges there for ever. A release of each day needs
            it: a ledger holds 16 kinds of charges, and every window is one.

        Returns
        -------
        Permit

        Raises
        ------
        BudgetExceeded
            Nothing was charged.
        LedgerError
            Where the ledger is damaged, older or full, or its file does not hold what was written.
        """
        count = integer(releases, "releases", U32_MAX, c.ERR_RELEASES, 1)
        if not isinstance(mechanism, Mechanism):
            raise TypeError("mechanism: a Mechanism is needed")
        description = mechanism._description(count)

        def prepare(ledger: c.Ledger, *rest: Any) -> int:
            return lib.dpm_ledger_prepare_release(ledger, description, *rest)  # type: ignore[no-any-return]

        return self._charge(prepare, (mechanism, count), window, close_before, mechanism.guarantee.adjacency)

    def charge_cost(
        self, *, epsilon: Exact, delta: Exact = 0, releases: int = 1, window: tuple[int, int] | None = None, close_before: int | None = None
    ) -> Permit:
        """Charges `releases` releases at a stated cost each, read exactly: eleven of ``"1/11"`` are 1. Stated costs add up. As `charge` otherwise."""
        units = cost_units(epsilon, delta)
        count = integer(releases, "releases", U32_MAX, c.ERR_RELEASES, 1)

        def prepare(ledger: c.Ledger, *rest: Any) -> int:
            return lib.dpm_ledger_prepare_cost(ledger, *units, count, *rest)  # type: ignore[no-any-return]

        return self._charge(prepare, (None, count), window, close_before, None)

    @property
    def adjacency(self) -> Adjacency:
        """Whom the budget protects."""
        return self._look()[1]

    @property
    def budget(self) -> Budget:
        """The whole budget."""
        return self._pair(lib.dpm_ledger_budget)

    @property
    def generation(self) -> int:
        """The number of the last charge: where a new ledger must begin above."""
        value = ctypes.c_uint64()
        check(lib.dpm_ledger_generation(self._look()[0], ctypes.byref(value)))
        return value.value

    def spent(self, bucket: int = 0) -> Budget:
        """What the releases of the events of a time bucket have spent, rounded up."""
        return self._pair(lib.dpm_ledger_spent, integer(bucket, "bucket", U32_MAX, c.ERR_WINDOW))

    def remaining(self, bucket: int = 0) -> Budget:
        """The budget less `spent`; a charge by a mechanism's parameters can cost less than its own epsilon."""
        return self._pair(lib.dpm_ledger_remaining, integer(bucket, "bucket", U32_MAX, c.ERR_WINDOW))

    def __repr__(self) -> str:
        return f"Ledger({self.path!r})"

    def _pair(self, function: Any, *bucket: int) -> Budget:
        epsilon, delta = ctypes.c_uint64(), ctypes.c_uint64()
        check(function(self._look()[0], *bucket, ctypes.byref(epsilon), ctypes.byref(delta)))
        return Budget(Fraction(epsilon.value, _EPSILON), Fraction(delta.value, _DELTA))

    def _load(self, store: files.Store) -> tuple[c.Ledger, Adjacency]:
        ledger, slots = c.Ledger(), store.read()
        check(lib.dpm_ledger_load(ledger, *slots, self._at_least))
        # The C interface does not tell the adjacency: byte 38 of the slot that counts, the newest whole one.
        newest = max((s for s in slots if s[:4] != b"\0\0\0\0"), key=lambda s: int.from_bytes(s[8:16], "little"))
        return ledger, list(Adjacency)[newest[38]]

    def _look(self) -> tuple[c.Ledger, Adjacency]:
        with files.Store(self.path, charge=False) as store:
            return self._load(store)

    def _charge(
        self, prepare: Any, charged: tuple[Mechanism | None, int], window: tuple[int, int] | None, close_before: int | None, adjacency: AdjacencyLike | None
    ) -> Permit:
        first, last = (0, U32_MAX) if window is None else buckets(window)
        with files.Store(self.path, charge=True) as store:
            ledger, protected = self._load(store)
            if adjacency is not None and adjacency != protected:
                raise GuaranteeError(c.ERR_ADJACENCY, f"this ledger counts for {protected}, the mechanism promises for {adjacency}")
            if close_before is not None:
                check(lib.dpm_ledger_close_before(ledger, integer(close_before, "close_before", U32_MAX, c.ERR_WINDOW)))
            slot, which = ctypes.create_string_buffer(c.LEDGER_SLOT_LEN), ctypes.c_size_t()
            status = prepare(ledger, first, last, slot, ctypes.byref(which))
            if status == c.ERR_LEDGER_FULL:
                raise LedgerError(status, f"{message(status)} (it holds {c.LEDGER_ENTRIES}, and each window is one): close time that is over (close_before)")
            check(status)
            store.write(which.value, slot.raw)
            permit = c.Permit()
            check(lib.dpm_ledger_commit(ledger, store.read()[which.value], permit))
        made = Permit._of(permit, charged)
        self._at_least = max(self._at_least, made.number)  # an older copy that is put back in the meantime is refused
        return made
