"""From logs of every form to counts; what is refused says nothing of the log."""

import copy
import pickle

import numpy as np
import pytest

import dpmarkov as dpm

try:
    import pandas as pd
except ImportError:
    pd = None

needs_pandas = pytest.mark.skipif(pd is None, reason="pandas is not installed")
SESSIONS = [["home", "work", "home", "home"], ["shop", "home"], ["work"], []]
STATES = ["home", "work", "shop"]
EXPECTED = [[1, 1, 0], [1, 0, 0], [1, 0, 0]]


def table(**columns):
    return pd.DataFrame(columns)


def test_sessions_of_labels():
    counts = dpm.count_transitions(SESSIONS, states=STATES)
    assert counts.matrix.tolist() == EXPECTED
    assert counts.matrix.dtype == np.uint32 and counts.matrix.flags.c_contiguous
    assert counts.states == tuple(STATES) and counts.support is None


def test_the_order_of_the_states_is_kept():
    assert dpm.count_transitions(SESSIONS, states=["shop", "work", "home"]).matrix.tolist() == [[0, 0, 1], [0, 0, 1], [0, 1, 1]]


def test_generators_of_sessions():
    assert dpm.count_transitions((iter(s) for s in SESSIONS), states=STATES).matrix.tolist() == EXPECTED


@pytest.mark.parametrize("dtype", [np.int64, np.uint8, ">i4"])
def test_arrays_of_state_numbers(dtype):
    log = [np.array([0, 1, 0, 0], dtype=dtype), np.array([2, 0], dtype=dtype)]
    assert dpm.count_transitions(log, states=3).matrix.tolist() == EXPECTED
    assert dpm.count_transitions(np.array([[0, 1], [1, 0]], dtype=dtype), states=2).matrix.tolist() == [[0, 1], [1, 0]]


def test_states_from_the_data_need_a_word():
    with pytest.raises(TypeError, match="states_from_data"):
        dpm.count_transitions(SESSIONS)
    with pytest.raises(TypeError):
        dpm.count_transitions(SESSIONS, states=STATES, states_from_data=True)
    assert dpm.count_transitions(SESSIONS, states_from_data=True).states == ("home", "shop", "work")
    with pytest.raises(TypeError, match="order"):
        dpm.count_transitions([["a", 1]], states_from_data=True)


@pytest.mark.parametrize("log", [[["home", "secret place"]], [["home", None]], [["home", float("nan")]], [["home", ["list"]]], [[0, 1]]], ids=str)
def test_states_that_are_not_listed(log):
    with pytest.raises(dpm.CountsError) as refused:
        dpm.count_transitions(log, states=STATES)
    assert refused.value.name == "DPM_ERR_STATE_INDEX"
    assert "secret" not in str(refused.value) and refused.value.__cause__ is None
    assert refused.value.__context__ is None, "a KeyError would hold the state"


@pytest.mark.parametrize("log", [[[0, 3]], [[-1, 0]], [[0, 2**70]]], ids=str)
def test_numbers_that_are_no_state(log):
    with pytest.raises(dpm.CountsError):
        dpm.count_transitions(log, states=3)


@pytest.mark.parametrize("states", [[], ["a"], 0, 1, 65536, -3, ["a", "a"], [1, 1.0]], ids=str)
def test_lists_of_states(states):
    with pytest.raises(dpm.ArgumentError):
        dpm.count_transitions([], states=states)


@pytest.mark.parametrize("log", [None, 7, "home", ["home", "work"], [1, 2], np.array([1, 2]), np.zeros((2, 2)), [np.zeros((2, 2), dtype=int)], [[0], 1]], ids=str)
def test_no_log(log):
    with pytest.raises(TypeError):
        dpm.count_transitions(log, states=3)


def test_an_empty_log_is_a_log():
    assert dpm.count_transitions([], states=2).matrix.tolist() == [[0, 0], [0, 0]]


@needs_pandas
def test_tables_of_transitions():
    log = table(**{"from": ["home", "work", "home"], "to": ["work", "home", "home"]})
    assert dpm.count_transitions(log, states=["home", "work"]).matrix.tolist() == [[1, 1], [1, 0]]
    log["count"] = [5, 0, 4294967295]
    assert dpm.count_transitions(log, states=["home", "work"]).matrix.tolist() == [[4294967295, 5], [0, 0]]
    assert dpm.count_transitions(log, states_from_data=True).states == ("home", "work")


@needs_pandas
@pytest.mark.parametrize("kind", ["category", "string", "object"])
def test_kinds_of_columns(kind):
    log = table(**{"from": ["home", "work"], "to": ["work", "home"]}).astype(kind)
    assert dpm.count_transitions(log, states=["home", "work"]).matrix.tolist() == [[0, 1], [1, 0]]


@needs_pandas
def test_tables_of_sessions_may_interleave():
    log = table(session=[1, 2, 1, 2, 1], state=["home", "shop", "work", "home", "home"])
    assert dpm.count_transitions(log, states=STATES).matrix.tolist() == [[0, 1, 0], [1, 0, 0], [1, 0, 0]]


@needs_pandas
def test_tables_are_not_changed():
    log = table(**{"from": ["home"], "to": ["work"], "count": [3]})
    before = log.copy()
    dpm.count_transitions(log, states=["home", "work"])
    pd.testing.assert_frame_equal(log, before)


@needs_pandas
@pytest.mark.parametrize("count", [[1.0], [1.5], ["1"], [True], [None]], ids=str)
def test_counts_that_are_no_integers(count):
    with pytest.raises(TypeError, match="count"):
        dpm.count_transitions(table(**{"from": ["a"], "to": ["b"], "count": count}), states=["a", "b"])


@needs_pandas
@pytest.mark.parametrize("count", [[-1, 1], [2**32, 0], [2**31, 2**31]], ids=str)
def test_counts_out_of_range(count):
    with pytest.raises(dpm.CountsError) as refused:
        dpm.count_transitions(table(**{"from": ["a", "a"], "to": ["b", "b"], "count": count}), states=["a", "b"])
    assert refused.value.name == "DPM_ERR_COUNT_OVERFLOW"


@needs_pandas
@pytest.mark.parametrize(
    "columns", [{"from": ["a"]}, {"state": ["a"]}, {"x": [1], "y": [2]}, {}, {"session": [1], "from": ["a"]}], ids=str
)
def test_other_tables(columns):
    with pytest.raises(TypeError, match="columns"):
        dpm.count_transitions(table(**columns), states=["a", "b"])


@needs_pandas
def test_missing_values():
    with pytest.raises(dpm.CountsError):
        dpm.count_transitions(table(**{"from": ["a", None], "to": ["b", "a"]}), states=["a", "b"])
    with pytest.raises(dpm.CountsError):
        dpm.count_transitions(table(session=[1, None], state=["a", "b"]), states=["a", "b"])


@needs_pandas
def test_the_taxi_data(root):
    folder = root / "examples" / "data" / "manhattan_taxi"
    states = (folder / "states.txt").read_text().splitlines()
    log = pd.read_csv(folder / "transitions.csv")
    counts = dpm.count_transitions(log, states=states)
    assert int(counts.matrix.sum(dtype=np.uint64)) == int(log["count"].sum())
    release = dpm.Geometric(epsilon=1.0, adjacency="event").release(counts)
    frame = release.to_frame()
    assert list(frame.index) == states and list(frame.columns) == states
    assert np.array_equal(frame.to_numpy(), release.matrix)


def test_on_a_support(generator):
    support = dpm.Support.from_pairs([(0, 1), (1, 0), (1, 2), (2, 2)], n=3)
    counts = dpm.count_transitions([[0, 1, 2, 2]], states=3, support=support)
    assert counts.matrix.tolist() == [1, 0, 1, 1]
    with pytest.raises(dpm.CountsError) as refused:
        dpm.count_transitions([[0, 0]], states=3, support=support)
    assert refused.value.name == "DPM_ERR_INFEASIBLE"
    with pytest.raises(dpm.ArgumentError):
        dpm.count_transitions([[0, 0]], states=4, support=support)


def test_supports():
    mask = np.array([[0, 1, 0], [1, 0, 1], [0, 0, 1]], dtype=bool)
    support = dpm.Support.from_mask(mask)
    assert support == dpm.Support.from_pairs([(0, 1), (1, 0), (1, 2), (2, 2), (2, 2)], n=3) == dpm.Support([0, 1, 3, 4], [1, 0, 2, 2])
    assert hash(support) == hash(dpm.Support.from_mask(mask)) and support != dpm.Support.from_mask(np.ones((3, 3), dtype=bool))
    assert support.row_lengths() == (2, 2) and support.cells == 4 and support.sources().tolist() == [0, 1, 1, 2]
    for same in (support, copy.copy(support), copy.deepcopy(support), pickle.loads(pickle.dumps(support))):
        assert same == support and not same.starts.flags.writeable
        with pytest.raises(ValueError):
            same.targets[0] = 5
        with pytest.raises(AttributeError):
            same.targets = same.targets[:-1]


@pytest.mark.parametrize(
    "starts, targets",
    [([0, 1], [0]), ([0, 1, 1], [0]), ([0, 1, 2], [0, 2]), ([0, 2, 3], [1, 0, 0]), ([0, 1, 3], [0, 1]), ([1, 1, 2], [0, 1]), ([0, -1, 2], [0, 1]), ([0, 1, 2], [0, 70000]), ([], [])],
    ids=str,
)
def test_no_supports(starts, targets):
    with pytest.raises((dpm.ArgumentError, TypeError)):
        dpm.Support(starts, targets)


@pytest.mark.parametrize("mask", [[[1, 0], [0, 1]], np.zeros((2, 3), dtype=bool), np.zeros(4, dtype=bool), np.ma.array(np.eye(2, dtype=bool), mask=np.eye(2))], ids=str)
def test_no_masks(mask):
    with pytest.raises(TypeError):
        dpm.Support.from_mask(mask)


def test_nothing_of_the_counts_is_printed():
    counts = dpm.count_transitions([[0, 1]] * 4711, states=2)
    assert "4711" not in repr(counts) + str(counts)
    matrix = counts.matrix
    counts.clear()
    assert not matrix.any()


@pytest.mark.parametrize("over", [0, 1])
@needs_pandas
def test_scratch_is_wiped(over, monkeypatch):
    """Also where the log is refused in the end."""
    wiped = []
    monkeypatch.setattr("dpmarkov._counts.wipe", lambda array: (wiped.append(array), array.fill(0)))
    log = table(**{"from": ["a", "a"], "to": ["b", "b"], "count": [2**32 - 1, over]})
    if over:
        with pytest.raises(dpm.CountsError, match="exceed"):
            dpm.count_transitions(log, states=["a", "b"])
    else:
        assert dpm.count_transitions(log, states=["a", "b"]).matrix.tolist() == [[0, 2**32 - 1], [0, 0]]
    assert len(wiped) == 5 and not any(array.any() for array in wiped)
