"""The source of randomness: the operating system's, never used twice, and its failures reach the caller."""

import copy
import gc
import multiprocessing
import os
import pickle
import sys
import threading
import time

import numpy as np
import pytest

import dpmarkov as dpm
from dpmarkov.testing import deterministic_generator_for_tests

MECHANISM = dpm.Geometric(epsilon=0.01, adjacency="event")
COUNTS = np.full((8, 8), 1000, dtype=np.uint32)


def noise(generator=None):
    return MECHANISM.release(COUNTS, generator=generator).noisy_counts.tolist()


def test_every_release_has_fresh_noise():
    assert len({str(noise()) for _ in range(50)}) == 50


def test_the_default_is_the_operating_systems(monkeypatch):
    asked = []
    real = os.urandom
    made = dpm.Generator(entropy=lambda n: asked.append(n) or real(n))
    noise(made)
    assert asked == [32]


def test_a_known_seed_repeats_and_its_numbers_differ(generator):
    assert noise(generator(1)) == noise(generator(1))
    assert noise(generator(1)) != noise(generator(2))
    used = generator(1)
    assert noise(used) != noise(used), "it goes on"


class Custom(Exception):
    pass


@pytest.mark.parametrize("error", [Custom("the source is away"), KeyboardInterrupt(), SystemExit(3)], ids=repr)
def test_an_exception_of_the_source_comes_out(error):
    def source(n):
        raise error

    with pytest.raises(type(error)) as raised:
        dpm.Generator(entropy=source)
    assert raised.value is error


@pytest.mark.parametrize("answer", [b"", b"x" * 31, b"x" * 33, None, "x" * 32, 7, [1] * 32], ids=repr)
def test_a_source_must_give_the_bytes(answer):
    with pytest.raises(TypeError, match="entropy"):
        dpm.Generator(entropy=lambda n: answer)


@pytest.mark.parametrize("answer", [bytes(32), b"\x07" * 32], ids=["zeros", "sevens"])
def test_bytes_that_cannot_be_random(answer):
    with pytest.raises(dpm.RandomError) as refused:
        dpm.Generator(entropy=lambda n: answer)
    assert refused.value.name == "DPM_ERR_ENTROPY"
    assert not isinstance(refused.value, ValueError)


def test_a_callers_bytes_stay(generator):
    mine = os.urandom(32)
    kept = bytes(bytearray(mine))
    dpm.Generator(entropy=lambda n: mine)
    assert mine == kept


@pytest.mark.parametrize("stream", [-1, 2**64], ids=str)
def test_numbers_out_of_range(stream):
    with pytest.raises(dpm.ArgumentError):
        dpm.Generator(stream=stream)
    with pytest.raises(dpm.ArgumentError):
        deterministic_generator_for_tests(bytes(32), stream)


@pytest.mark.parametrize("stream", [1.0, None, True, "1"], ids=repr)
def test_numbers_of_another_type(stream):
    with pytest.raises(TypeError):
        dpm.Generator(stream=stream)


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33), "x" * 32, None], ids=repr)
def test_seeds(seed):
    with pytest.raises(TypeError):
        deterministic_generator_for_tests(seed)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickle.dumps], ids=["copy", "deepcopy", "pickle"])
def test_no_copies(duplicate, generator):
    with pytest.raises(TypeError, match="same noise"):
        duplicate(generator())


def test_cleared_and_closed(generator):
    used = generator()
    used.clear()
    with pytest.raises(dpm.ObjectError):
        noise(used)
    with generator() as used:
        noise(used)
    with pytest.raises(dpm.ObjectError):
        noise(used)


def test_a_generator_moved_behind_our_back(generator):
    """Its bytes elsewhere are refused by the library itself."""
    used, other = generator(), generator()
    other._rng = type(used._rng).from_buffer_copy(used._rng)
    with pytest.raises(dpm.ObjectError):
        noise(other)


def test_the_repr_tells_nothing(generator):
    assert repr(generator()) == "<dpmarkov.Generator>"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_fork_never_repeats_noise(generator):
    kept = generator()
    first = noise(kept)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            noise(kept)
            answer = b"drew"
        except dpm.ObjectError:
            answer = b"refused"
        except BaseException as error:
            answer = repr(error).encode()
        os.write(writing, answer)
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 100) == b"refused"
    os.close(reading)
    os.close(writing)
    assert noise(kept) != first, "the parent's goes on"


def _fresh(_):
    return str(noise())


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork")
def test_processes_have_noise_of_their_own():
    noise()
    with multiprocessing.get_context("fork").Pool(3) as pool:
        made = pool.map(_fresh, range(24))
    assert len(set(made) | {str(noise())}) == 25


def test_threads_that_share_a_generator_draw_different_noise(generator):
    shared, made = generator(), []
    threads = [threading.Thread(target=lambda: [made.append(str(noise(shared))) for _ in range(40)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 160
    alone = generator()
    assert set(made) == {str(noise(alone)) for _ in range(160)}, "one stream, in some order"


def test_other_threads_run_during_a_call():
    """ctypes gives the interpreter's lock away."""
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(1)
            time.sleep(0.001)

    other = threading.Thread(target=tick)
    other.start()
    matrix = np.full((300, 300), 1 / 300)
    begin = time.monotonic()
    while time.monotonic() - begin < 0.3:
        dpm.group_inverse(matrix)
    done.set()
    other.join()
    assert len(ticks) > 5


def test_generators_that_are_dropped_are_wiped(generator):
    used = generator()
    rng = used._rng
    assert any(rng.opaque)
    del used
    gc.collect()
    assert not any(rng.opaque[:8])


def test_clearing_waits_for_a_release(generator):
    """The library works on a copy of the generator and writes it back after each row: what was wiped in between would come again."""
    shared, counts = generator(), np.ones((1500, 1500), dtype=np.uint32)
    thread = threading.Thread(target=lambda: MECHANISM.release(counts, generator=shared))
    thread.start()
    while shared._lock.acquire(blocking=False):  # until it draws
        shared._lock.release()
    shared.clear()
    thread.join()
    assert not any(shared._rng.opaque[:8])


def test_a_handler_of_a_signal_may_clear(generator):
    """It runs within the release, between two rows."""
    used = generator()
    with used._lock:
        used.clear()
    with pytest.raises(dpm.ObjectError):
        noise(used)


def test_another_function_in_place_of_urandom(monkeypatch):
    """Only what the operating system made is wiped."""
    mine = os.urandom(32)
    kept = bytes(bytearray(mine))
    monkeypatch.setattr(os, "urandom", lambda n: mine)
    dpm.Generator(entropy=os.urandom)
    assert mine == kept


def test_a_source_may_keep_and_wipe_its_bytes():
    held = bytearray(os.urandom(32))
    used = dpm.Generator(entropy=lambda n: held)
    held.clear()  # nothing holds on to it
    assert noise(used) is not None


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the exception that ctypes drops
def test_an_interrupt_before_the_source_is_asked():
    """Where ctypes can hand on no exception: no seed, no generator."""

    def interrupt(frame, event, argument):
        if frame.f_code.co_name == "fill":
            raise KeyboardInterrupt

    sys.settrace(interrupt)
    try:
        with pytest.raises(dpm.RandomError):
            dpm.Generator()
    finally:
        sys.settrace(None)
