"""Generators of known noise, for tests. What is released with one protects nobody."""

from __future__ import annotations

from . import _prototypes as c
from ._arrays import integer
from ._library import check, lib
from ._random import Generator

__all__ = ["deterministic_generator_for_tests"]


def deterministic_generator_for_tests(seed: bytes, stream: int = 0) -> Generator:
    """A generator from a seed that is known: the same noise in every run and every language. FOR TESTS ONLY.

    Parameters
    ----------
    seed : bytes
        32 of them.
    stream : int, default 0
        The number of the release, 0 to 2^64 - 1.

    Returns
    -------
    Generator
        For the argument ``generator`` of the release functions.
    """
    if not isinstance(seed, (bytes, bytearray)) or len(seed) != 32:
        raise TypeError("seed: 32 bytes are needed")
    number = integer(stream, "stream", 2**64 - 1, c.ERR_DOMAIN)
    generator = Generator.__new__(Generator)
    generator._prepare()
    check(lib.dpm_rng_init_deterministic_for_tests(generator._rng, bytes(seed), number))
    return generator
