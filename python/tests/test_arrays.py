"""numpy in without copies where that is possible, by one lossless conversion where not, and refused by name else."""

import numpy as np
import pytest

import dpmarkov as dpm
from dpmarkov import _arrays, _mechanism, _noise

MECHANISM = dpm.Geometric(epsilon=1.0, adjacency="event")
COUNTS = np.array([[100, 5, 0], [3, 200, 7], [1, 0, 4294967295]], dtype=np.uint32)


@pytest.fixture
def seen(monkeypatch):
    """The addresses that the release function is given."""
    addresses = []
    real = MECHANISM._release_counts

    def watched(mechanism, rng, counts, n, noisy):
        addresses.append(counts)
        return real(mechanism, rng, counts, n, noisy)

    monkeypatch.setattr(_noise.Geometric, "_release_counts", staticmethod(watched))
    return addresses


def released(counts, generator):
    return MECHANISM.release(counts, generator=generator()).noisy_counts.tolist()


def test_a_right_array_is_read_where_it_is(seen):
    MECHANISM.release(COUNTS)
    assert seen == [COUNTS.ctypes.data + 12 * i for i in range(3)]


def test_matrices_too():
    matrix = np.array([[0.5, 0.5], [0.25, 0.75]])
    assert _arrays.real(matrix, "matrix") is matrix
    out = np.zeros(2)
    assert dpm.stationary(matrix, out=out) is out
    assert out.tolist() == dpm.stationary(matrix).tolist()


def test_read_only_and_subclasses(generator):
    frozen = COUNTS.copy()
    frozen.flags.writeable = False
    assert released(frozen, generator) == released(COUNTS, generator)
    with pytest.warns(PendingDeprecationWarning):
        old = np.matrix(COUNTS)
    assert released(old, generator) == released(COUNTS, generator)


@pytest.mark.parametrize(
    "other",
    [
        COUNTS.astype(np.int64),
        COUNTS.astype(">u4"),
        COUNTS.astype(">i8"),
        COUNTS.astype(np.uint64),
        np.asfortranarray(COUNTS),
        np.repeat(np.repeat(COUNTS, 2, axis=0), 2, axis=1)[::2, ::2],
        COUNTS[::-1, ::-1].copy()[::-1, ::-1],
        np.frombuffer(b"x" + COUNTS.tobytes(), dtype=np.uint8)[1:].view(np.uint32).reshape(3, 3),
        COUNTS.tolist(),
        tuple(map(tuple, COUNTS.tolist())),
    ],
    ids=["int64", "big-endian", "big-endian int64", "uint64", "Fortran", "strided", "reversed", "misaligned", "lists", "tuples"],
)
def test_others_are_converted_once(other, seen, generator, monkeypatch):
    wiped = []
    monkeypatch.setattr(_mechanism, "wipe", lambda array: (wiped.append(array), _arrays.wipe(array)))
    before = np.array(other)
    assert released(other, generator) == released(COUNTS, generator)
    assert np.array_equal(np.array(other), before), "the caller's array stays"
    assert len(wiped) == 1 and not wiped[0].any(), "the copy is wiped"


def test_a_copy_is_wiped_after_an_error_too(monkeypatch):
    wiped = []
    monkeypatch.setattr(_mechanism, "wipe", lambda array: (wiped.append(array), _arrays.wipe(array)))
    with pytest.raises(ZeroDivisionError), dpm.Generator() as fresh:
        monkeypatch.setattr(_mechanism, "opened", lambda generator: 1 / 0)
        MECHANISM.release(COUNTS.astype(np.int64), generator=fresh)
    assert len(wiped) == 1 and not wiped[0].any()


def test_a_list_that_shows_its_owners_array():
    class Table(list):
        def __array__(self, dtype=None, copy=None):
            return held

    held = np.array([[1, 2], [3, 4]], dtype=np.uint32)
    MECHANISM.release(Table())
    assert held.tolist() == [[1, 2], [3, 4]], "not ours to wipe"


@pytest.mark.parametrize(
    "bad",
    [
        [[1.0, 2.0], [3.0, 4.0]],
        np.array([[1.0, np.nan], [3.0, 4.0]]),
        np.array([[True, False], [False, True]]),
        [["a", "b"], ["c", "d"]],
        [[1, 2], [3]],
        [[2**70, 0], [0, 0]],
        None,
        "counts",
        b"1234",
        np.array([[1, 2], [3, 4]], dtype=object),
        np.array([[1, 2], [3, 4]], dtype="m8[s]"),
        np.ma.masked_array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]]),
        [np.ma.masked_array([1, 2], mask=[0, 1]), [3, 4]],
        [],
        {1: 2},
        object(),
    ],
    ids=str,
)
def test_no_counts(bad):
    with pytest.raises(TypeError, match="counts"):
        MECHANISM.release(bad)


@pytest.mark.parametrize("bad", [[[-1, 2], [3, 4]], [[1, 2], [3, 2**32]], np.full((2, 2), 2**63, dtype=np.uint64)], ids=str)
def test_counts_out_of_range(bad):
    with pytest.raises(dpm.CountsError) as refused:
        MECHANISM.release(bad)
    assert refused.value.name == "DPM_ERR_COUNT_OVERFLOW"
    assert isinstance(refused.value, ValueError)


@pytest.mark.parametrize("shape", [(4,), (2, 3), (3, 2), (2, 2, 2), (0, 0), (1, 1), (65536, 0)])
def test_shapes(shape):
    with pytest.raises(dpm.ArgumentError):
        MECHANISM.release(np.zeros(shape, dtype=np.uint32))


def test_too_many_states():
    with pytest.raises(dpm.ArgumentError) as refused:
        dpm.Support.from_pairs([], n=65536)
    assert refused.value.name == "DPM_ERR_STATES"


@pytest.mark.parametrize("bad", ["x", [[1j, 0], [0, 1]], [[None, 1], [1, 0]], [[True, False], [False, True]], np.zeros((2, 2), dtype=np.longdouble)], ids=str)
def test_no_matrix(bad):
    with pytest.raises(TypeError, match="matrix"):
        dpm.stationary(bad)


def test_matrices_convert_without_loss():
    exact = [[0.5, 0.5], [0.25, 0.75]]
    for dtype in (np.float32, np.float16, ">f8"):
        assert dpm.stationary(np.array(exact, dtype=dtype)).tolist() == dpm.stationary(exact).tolist()
    assert dpm.stationary([[0, 1], [1, 0]]).tolist() == [0.5, 0.5]
    with pytest.raises(dpm.ArgumentError):
        _arrays.real([[2**60, 0], [0, 0]], "matrix")


@pytest.mark.parametrize(
    "out",
    [np.zeros(2, dtype=np.float32), np.zeros(2, dtype=">f8"), np.zeros(4)[::2], [0.0, 0.0], np.broadcast_to(np.zeros(1), 2)],
    ids=["float32", "big-endian", "strided", "list", "broadcast"],
)
def test_outputs_must_be_right(out):
    with pytest.raises(TypeError, match="out"):
        dpm.stationary([[0.5, 0.5], [0.25, 0.75]], out=out)


def test_outputs_stay_on_an_error():
    out = np.full(2, 7.0)
    for matrix in ([[1.0, 0.0], [0.0, 1.0]], [[np.nan, 0.0], [0.0, 1.0]], [[0.5, 0.6], [0.5, 0.5]]):
        with pytest.raises(dpm.ChainError):
            dpm.stationary(matrix, out=out)
        assert out.tolist() == [7.0, 7.0]
    with pytest.raises(dpm.ArgumentError):
        dpm.stationary([[0.5, 0.5], [0.5, 0.5]], out=np.zeros(3))


def test_results_overlap_nothing_of_the_callers():
    matrix = np.array([[0.5, 0.5], [0.25, 0.75]])
    with pytest.raises(dpm.ArgumentError) as refused:
        dpm.stationary(matrix, out=matrix[0])
    assert refused.value.name == "DPM_ERR_OVERLAP"
