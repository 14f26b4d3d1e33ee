"""Labels of states as data has them: missing values, dates, and what has no order."""

import datetime

import numpy as np
import pytest

import dpmarkov as dpm

try:
    import pandas as pd
except ImportError:
    pd = None

needs_pandas = pytest.mark.skipif(pd is None, reason="pandas is not installed")
NAN = float("nan")
DAYS = [datetime.datetime(2026, 1, 1), datetime.datetime(2026, 1, 2)]


def counted(log, **states):
    return dpm.count_transitions(log, **states).matrix.tolist()


@pytest.mark.parametrize("log", [[[1.0, NAN, 2.0]], [[1.0, 2.0, NAN]], [["a", None, "b"]], [[NAN, float("nan")]]], ids=str)
def test_a_missing_value_is_no_state(log):
    """NaN is not equal to itself: every one of them would be a state of its own."""
    with pytest.raises(dpm.CountsError) as refused:
        dpm.count_transitions(log, states_from_data=True)
    assert refused.value.name == "DPM_ERR_STATE_INDEX"


@pytest.mark.parametrize("states", [["a", NAN], [NAN, NAN], [1, np.float64("nan")], [1, np.datetime64("NaT", "us"), None]], ids=str)
def test_missing_values_cannot_be_named(states):
    with pytest.raises(dpm.ArgumentError):
        dpm.count_transitions([], states=states)


def test_what_has_no_hash_is_no_label():
    with pytest.raises(TypeError, match="labels"):
        dpm.count_transitions([[np.array([1, 2]), np.array([3, 4])]], states_from_data=True)


def test_none_is_a_label_where_it_is_named():
    assert counted([["a", None, "a"]], states=["a", None]) == [[0, 1], [1, 0]]


@pytest.mark.parametrize("states", ["ab", b"ab", {"a", "b"}, frozenset("ab"), {"a": 0, "b": 1}, 2.0, True, [["a"], ["b"]]], ids=str)
def test_what_is_no_list_of_states(states):
    """A set has another order in every run; a text is one label, not its letters."""
    with pytest.raises(TypeError, match="states"):
        dpm.count_transitions([["a", "b"]], states=states)


@pytest.mark.parametrize("log", [[{"a", "b"}], [{"a": 1, "b": 2}], {("a", "b"): 1}, {"x": ["a", "b"]}, np.array(0), [np.ma.array([0, 1], mask=[0, 1])]], ids=str)
def test_what_is_no_session(log):
    with pytest.raises(TypeError, match="log"):
        dpm.count_transitions(log, states=["a", "b"])


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
def test_dates_are_one_label_however_they_are_held(unit):
    array = np.array(DAYS, dtype=f"M8[{unit}]")
    for log in (DAYS, array, list(array)):
        for states in (DAYS, array, list(array)):
            assert counted([log], states=states) == [[0, 1], [0, 0]]
    assert counted([np.array([1, 2], dtype=f"m8[{unit}]").tolist()], states=np.array([1, 2], dtype=f"m8[{unit}]").tolist()) == [[0, 1], [0, 0]]


def test_nanoseconds_are_not_cut_off():
    array = np.array(["2026-01-01T00:00:00.000000001", "2026-01-01T00:00:00.000000002"], dtype="M8[ns]")
    for log, states in (([array], 2), ([[0, 1]], array), ([], list(array))):
        with pytest.raises(TypeError, match="nanoseconds"):
            dpm.count_transitions(log, states=states)


@needs_pandas
@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
def test_dates_of_pandas(unit):
    days = pd.DatetimeIndex(DAYS).as_unit(unit)
    log = pd.DataFrame({"from": days, "to": days[::-1]})
    for states in (DAYS, days, list(days), days.unique(), days.to_numpy(), log["from"].unique()):
        assert counted(log, states=states) == [[0, 1], [1, 0]]
    assert counted(log, states_from_data=True) == [[0, 1], [1, 0]]
    assert counted([log["from"]], states=days) == [[0, 1], [0, 0]]
    aware = days.tz_localize("Europe/Berlin")
    assert counted(pd.DataFrame({"from": aware, "to": aware}), states=aware) == [[1, 0], [0, 1]]


@needs_pandas
def test_missing_values_of_pandas():
    for column in (pd.array(["x", None, "x"], dtype="string"), pd.array([1, None, 1], dtype="Int64"), pd.to_datetime(["2026-01-01", None, "2026-01-01"])):
        with pytest.raises(dpm.CountsError, match="without a session"):
            dpm.count_transitions(pd.DataFrame({"session": column, "state": ["a", "b", "a"]}), states=["a", "b"])
        with pytest.raises(dpm.CountsError, match="without a state"):
            dpm.count_transitions(pd.DataFrame({"session": 1, "state": column}), states_from_data=True)
        with pytest.raises(dpm.CountsError):
            dpm.count_transitions(pd.DataFrame({"from": column, "to": column}), states=["x", 1])
    with pytest.raises(dpm.ArgumentError):
        dpm.count_transitions([], states=["a", pd.NA])


@needs_pandas
def test_categories_intervals_and_tables_within_tables():
    bins = pd.cut([1, 5, 9], [0, 3, 6, 10])
    assert counted(pd.DataFrame({"from": bins, "to": bins[::-1]}), states=bins.categories) == [[0, 0, 1], [0, 1, 0], [1, 0, 0]]
    assert counted([bins], states=bins.categories) == [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
    table = pd.DataFrame({"from": ["a"], "to": ["b"]})
    for log, states in (([table], ["from", "to"]), (table, pd.DataFrame({"a": [], "b": []}))):
        with pytest.raises(TypeError):
            dpm.count_transitions(log, states=states)
    with pytest.raises(TypeError, match="one name"):
        dpm.count_transitions(pd.DataFrame([["a", "b", "a"]], columns=["from", "to", "from"]), states=["a", "b"])
    assert counted(pd.DataFrame({"from": [], "to": [], "count": []}), states=2) == [[0, 0], [0, 0]]


def test_tables_of_states():
    """Names that are bytes stand for themselves, and one text is no list of names."""
    assert dpm.state_table([b"Home", b"Work"]) == dpm.state_table(["Home", "Work"])
    for one in ("Home", b"Home", {"Home", "Work"}):
        with pytest.raises(TypeError):
            dpm.state_table(one)
