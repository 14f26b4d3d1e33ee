"""What the mechanisms release: their laws, their forms, and that they are all one call of the library."""

import copy
import math
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dpmarkov as dpm
from dpmarkov import _prototypes as c
from dpmarkov._library import lib
from dpmarkov.testing import deterministic_generator_for_tests

G = dpm.Guarantee(epsilon=1.0, delta=1e-6, adjacency="event")
MECHANISMS = [dpm.Geometric(G), dpm.Gaussian(G), dpm.Polya(G, n=3, pseudo_count=20.0, draws=50), dpm.Dirichlet(G, pseudo_count=20.0)]
COUNTS = np.array([[100, 5, 0], [3, 200, 7], [40, 0, 90]], dtype=np.uint32)
SUPPORT = dpm.Support.from_pairs([(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)], n=3)
ON_SUPPORT = np.array([100, 5, 3, 200, 40, 60, 90], dtype=np.uint32)
each = pytest.mark.parametrize("mechanism", MECHANISMS, ids=lambda m: m.name)


def test_the_law_of_geometric_noise(generator):
    """Chi-square over 10,000 counts of one release; a false alarm once in 10^6 seeds, and the seed is fixed."""
    mechanism = dpm.Geometric(epsilon=1.0, adjacency="event")
    rate = mechanism.parameters.numerator / mechanism.parameters.denominator
    counts = np.full((100, 100), 1000, dtype=np.uint32)
    noise = mechanism.release(counts, generator=generator()).noisy_counts - 1000
    inner = np.arange(-8, 9)
    q = math.exp(-rate)
    chance = (1 - q) / (1 + q) * q ** abs(inner)
    tail = (1 - chance.sum()) / 2
    expected = 10_000 * np.concatenate([[tail], chance, [tail]])
    found = np.array([(noise < -8).sum(), *((noise == k).sum() for k in inner), (noise > 8).sum()])
    assert ((found - expected) ** 2 / expected).sum() < 58.0  # 18 degrees of freedom, 4e-6
    assert abs(noise.std() - mechanism.standard_deviation) < 0.06


@each
def test_rows(mechanism, generator):
    release = mechanism.release(COUNTS, generator=generator())
    assert release.matrix.shape == (3, 3) and release.matrix.dtype == np.float64
    assert (release.matrix > 0).all() and release.matrix.sum(axis=1).tolist() == [1.0] * 3
    assert (release.matrix * 2**32 == np.round(release.matrix * 2**32)).all()
    assert abs(release.stationary().sum() - 1) < 1e-12
    assert release.guarantee == G and release.mechanism is mechanism and release.n == 3


@each
def test_the_rows_are_those_of_release_chain(mechanism, generator):
    """Also Polya's, whose rows this package makes of the tallies."""
    own, matrix = mechanism.release(COUNTS, generator=generator()).matrix, np.zeros((3, 3))
    work = np.zeros(64, dtype=np.int64)
    other = generator()
    last = {"geometric": (0, work.ctypes.data, 64), "gaussian": (0, work.ctypes.data, 64), "polya": (work.ctypes.data, 64), "dirichlet": ()}[mechanism.name]
    release = getattr(lib, f"dpm_{mechanism.name}_release_chain")
    assert release(mechanism._object, other._rng, COUNTS.ctypes.data, 3, *last, matrix.ctypes.data) == c.OK
    assert np.array_equal(own, matrix)


@settings(max_examples=60)
@given(n=st.integers(2, 40), seed=st.binary(min_size=32, max_size=32), draws=st.integers(1, 3000))
def test_rows_of_tallies(n, seed, draws):
    counts = np.frombuffer((seed * (n * n))[: 4 * n * n], dtype=np.uint32).reshape(n, n) % 1000
    urn = dpm.Polya(epsilon=50.0, delta=1e-3, adjacency="destination", n=n, pseudo_count=30.0, draws=draws)
    own, matrix, work = urn.release(counts, generator=deterministic_generator_for_tests(seed)), np.zeros((n, n)), np.zeros(5 * n, dtype=np.uint32)
    other = deterministic_generator_for_tests(seed)
    counts = np.ascontiguousarray(counts)
    assert lib.dpm_polya_release_chain(urn._object, other._rng, counts.ctypes.data, n, work.ctypes.data, 5 * n, matrix.ctypes.data) == c.OK
    assert np.array_equal(own.matrix, matrix)


@each
def test_on_a_support(mechanism, generator):
    if mechanism.name == "polya":
        mechanism = dpm.Polya(G, n=SUPPORT.row_lengths()[0], pseudo_count=20.0, draws=50)
    release = mechanism.release(ON_SUPPORT, support=SUPPORT, generator=generator())
    assert release.values.shape == (7,) and release.matrix.shape == (3, 3)
    assert release.matrix.sum(axis=1).tolist() == [1.0] * 3
    assert release.matrix[0, 0] == 0 and release.matrix[1, 1] == 0
    assert release.intervals(row_totals=[105, 203, 190]).shape == (7, 2)
    assert release.standard_errors(row_totals=[105, 203, 190]).shape == (7,)
    pi, intervals = release.stationary_intervals(row_totals=[105, 203, 190])
    assert pi.shape == (3,) and intervals.shape == (3, 2)
    again = dpm.Report.from_bytes(release.report(state_table=bytes(16)))
    assert again.support == SUPPORT and np.array_equal(again.rows, release._drawn)
    with pytest.raises(dpm.ArgumentError):
        mechanism.release(ON_SUPPORT[:-1], support=SUPPORT)


def test_what_a_release_has(generator):
    geometric, _, polya, dirichlet = (m.release(COUNTS, generator=generator()) for m in MECHANISMS)
    assert geometric.noisy_counts.dtype == np.int64
    assert polya.tallies.dtype == np.uint32 and polya.tallies.sum(axis=1).tolist() == [50] * 3
    for release, name in ((geometric, "tallies"), (polya, "noisy_counts"), (dirichlet, "noisy_counts"), (dirichlet, "tallies")):
        with pytest.raises(AttributeError, match=name.split("_")[0]):
            getattr(release, name)


@each
def test_a_release_stays_what_was_released(mechanism, generator):
    release = mechanism.release(COUNTS, generator=generator())
    for array in (release._drawn, release.values):
        with pytest.raises(ValueError):
            array[0, 0] = 1
    again = pickle.loads(pickle.dumps(release))
    assert np.array_equal(again.matrix, release.matrix) and again.guarantee == release.guarantee
    with pytest.raises(ValueError):
        again.values[0, 0] = 1
    for name, value in (("values", COUNTS.astype(float)), ("_drawn", COUNTS.astype(np.int64)), ("mechanism", MECHANISMS[0]), ("generation", 7)):
        with pytest.raises(AttributeError, match="was released"):
            setattr(release, name, value)
    for copied in (copy.copy(release), copy.deepcopy(release)):
        assert copied.report(report_id=None, state_table=bytes(16)) == release.report(report_id=None, state_table=bytes(16))
        assert not copied.values.flags.writeable
    with pytest.raises(TypeError):
        dpm.Release()


def test_a_subclass_is_the_same_mechanism(generator):
    class Daily(dpm.Geometric):
        """A promise of ours."""

    daily, plain = (kind(MECHANISMS[0].guarantee).release(COUNTS, generator=generator()) for kind in (Daily, dpm.Geometric))
    assert daily.mechanism.name == "geometric" and np.array_equal(daily.noisy_counts, plain.noisy_counts)
    for totals in (None, 500.0):
        assert np.array_equal(daily.intervals(row_totals=totals), plain.intervals(row_totals=totals))
        assert np.array_equal(daily.standard_errors(row_totals=totals), plain.standard_errors(row_totals=totals))
    assert daily.report(report_id=None, state_table=bytes(16)) == plain.report(report_id=None, state_table=bytes(16))


def test_labels_must_be_those_of_the_counts():
    counts = dpm.count_transitions([[0, 1]], states=2)
    counts.states = ("a", "b", "c")
    with pytest.raises(dpm.ArgumentError, match="labels"):
        MECHANISMS[0].release(counts)


def test_a_floor(generator):
    mechanism = MECHANISMS[0]
    zero = mechanism.release(np.zeros((3, 3), dtype=np.uint32), floor=2.5, generator=generator())
    assert zero.floor == 2.5 and zero.matrix.min() > 0.01
    for bad in (-1, 0.0001, 2**20 + 1, float("nan"), float("inf")):
        with pytest.raises((dpm.ArgumentError, TypeError)) as refused:
            mechanism.release(COUNTS, floor=bad)
        assert not isinstance(refused.value, dpm.Error) or refused.value.name == "DPM_ERR_FLOOR"
    with pytest.raises(dpm.ArgumentError):
        MECHANISMS[2].release(COUNTS, floor=1.0)


@each
def test_mechanisms_are_copied_by_their_parameters(mechanism, generator):
    assert copy.copy(mechanism) is mechanism and copy.deepcopy(mechanism) is mechanism
    again = pickle.loads(pickle.dumps(mechanism))
    assert again == mechanism and hash(again) == hash(mechanism) and again.parameters == mechanism.parameters
    assert np.array_equal(again.release(COUNTS, generator=generator()).matrix, mechanism.release(COUNTS, generator=generator()).matrix)


def test_planned_parameters_are_verified():
    assert dpm.Geometric(G, rate=(1, 10)).parameters == (1, 10)
    for wrong in (
        lambda: dpm.Geometric(G, rate=(5, 1)),
        lambda: dpm.Gaussian(G, variance=(1, 1)),
        lambda: dpm.Dirichlet(G, pseudo_count=20.0, weight=50.0),
        lambda: dpm.Polya(G, n=3, draws=1000, masses=(1000, 10, 1)),
    ):
        with pytest.raises(dpm.GuaranteeError) as refused:
            wrong()
        assert refused.value.name == "DPM_ERR_GUARANTEE_NOT_MET"


@pytest.mark.parametrize("keywords", [{"epsilon": 1.0}, {"adjacency": "event"}, {}, {"guarantee": G, "epsilon": 1.0}, {"guarantee": "x"}], ids=str)
def test_who_is_protected_must_be_said(keywords):
    with pytest.raises(TypeError):
        dpm.Geometric(**keywords)


@pytest.mark.parametrize(
    "keywords, name",
    [
        ({"epsilon": -1.0}, "EPSILON"),
        ({"epsilon": float("nan")}, "EPSILON"),
        ({"epsilon": 1.1e6}, "EPSILON"),
        ({"delta": 1.0}, "DELTA"),
        ({"delta": float("nan")}, "DELTA"),
        ({"delta": 1e-320}, "DELTA"),
        ({"releases": 0}, "RELEASES"),
        ({"releases": 2**32}, "RELEASES"),
        ({"releases": -1}, "RELEASES"),
        ({"adjacency": "events"}, "ADJACENCY"),
    ],
    ids=str,
)
def test_promises_out_of_range(keywords, name):
    with pytest.raises(dpm.ArgumentError) as refused:
        dpm.Guarantee(**{"epsilon": 1.0, "adjacency": "event", **keywords})
    assert refused.value.name == f"DPM_ERR_{name}"


@pytest.mark.parametrize("keywords", [{"epsilon": "1"}, {"epsilon": None}, {"epsilon": True}, {"releases": 1.0}, {"releases": True}, {"adjacency": 2}, {"adjacency": None}], ids=str)
def test_promises_of_another_type(keywords):
    with pytest.raises(TypeError):
        dpm.Guarantee(**{"epsilon": 1.0, "adjacency": "event", **keywords})


def test_the_ends_of_the_ranges_are_those_of_the_library():
    """A guarantee is checked here; the library has the same ends."""
    value = np.zeros(1)
    asks = lambda epsilon, delta: lib.dpm_geometric_init(c.Geometric(), 2, epsilon, delta, 1)  # noqa: E731
    for epsilon, delta, status in ((1e6, 0.0, 0), (math.nextafter(1e6, 2e6), 0.0, c.ERR_EPSILON), (1.0, 2.3e-308, 0), (1.0, 1 - 1.2e-16, 0), (1.0, 2.2e-308, c.ERR_DELTA), (1.0, 1.0, c.ERR_DELTA)):
        assert asks(epsilon, delta) == status, (epsilon, delta)
        if status:
            with pytest.raises(dpm.ArgumentError):
                dpm.Guarantee(epsilon=epsilon, delta=delta, adjacency="event")
        else:
            dpm.Guarantee(epsilon=epsilon, delta=delta, adjacency="event")
    assert value[0] == 0


def test_gaussian_noise_promises_nothing_at_delta_0():
    with pytest.raises(dpm.GuaranteeError) as refused:
        dpm.Gaussian(epsilon=1.0, adjacency="event")
    assert refused.value.name == "DPM_ERR_NOT_PURE"


@each
def test_intervals_hold_the_truth(mechanism, generator):
    truth = COUNTS / COUNTS.sum(axis=1, keepdims=True)
    totals = COUNTS.sum(axis=1)
    inside = []
    for stream in range(60):
        low, high = np.moveaxis(mechanism.release(COUNTS, generator=generator(stream)).intervals(level=0.9, row_totals=totals), -1, 0)
        inside.append(((low <= truth) & (truth <= high)).mean())
    assert np.mean(inside) > 0.85


@each
def test_estimates(mechanism, generator):
    """Their mean is the truth within what their standard errors say."""
    truth, totals = COUNTS / COUNTS.sum(axis=1, keepdims=True), COUNTS.sum(axis=1)
    releases = [mechanism.release(COUNTS, generator=generator(stream)) for stream in range(200)]
    estimates = np.array([r.debiased(row_totals=totals) for r in releases])
    spread = estimates.std(axis=0) / math.sqrt(200)
    assert (abs(estimates.mean(axis=0) - truth) < 5 * spread + 1e-3).all()
    stated = np.mean([r.standard_errors(row_totals=totals) for r in releases], axis=0)
    assert (abs(stated / estimates.std(axis=0) - 1) < 0.25).all(), stated / estimates.std(axis=0)


def test_row_totals_must_be_given_where_they_are_needed(generator):
    for mechanism in MECHANISMS[2:]:
        release = mechanism.release(COUNTS, generator=generator())
        for ask in (release.intervals, release.standard_errors, release.stationary_intervals, release.debiased):
            with pytest.raises(TypeError, match="row_totals"):
                ask()
            for bad in (0.0, -5, float("nan"), 1e16, [100, 0, 100]):
                with pytest.raises(dpm.ArgumentError):
                    ask(row_totals=bad)
            with pytest.raises(dpm.ArgumentError):
                ask(row_totals=[100, 100])


def test_levels_and_targets(generator):
    release = MECHANISMS[0].release(COUNTS, generator=generator())
    for bad in (0.4, 1.0, float("nan")):
        with pytest.raises(dpm.ArgumentError) as refused:
            release.intervals(level=bad)
        assert refused.value.name == "DPM_ERR_LEVEL"
    with pytest.raises(dpm.ArgumentError):
        release.intervals(target="truth")
    wider = release.intervals(target="process") - release.intervals()
    assert wider[..., 0].max() <= 0 and wider[..., 1].min() >= 0


def test_rows_without_an_event(generator):
    release = dpm.Geometric(epsilon=0.01, adjacency="event").release(np.zeros((3, 3), dtype=np.uint32), generator=generator(3))
    errors, sums = release.standard_errors(), release.noisy_counts.sum(axis=1)
    assert (sums <= 0).any() and np.isinf(errors[sums <= 0]).all() and np.isfinite(errors[sums > 0]).all()
    with pytest.raises(dpm.CountsError) as refused:
        release.stationary_intervals()
    assert refused.value.name == "DPM_ERR_EMPTY_ROW"


def test_nothing_secret_in_reprs(generator):
    counts = np.array([[54321, 1], [1, 54321]], dtype=np.uint32)
    release = dpm.Geometric(epsilon=1e-3, adjacency="event").release(counts, generator=generator())
    assert "54321" not in repr(release) + repr(release.mechanism)


def test_standard_errors_under_a_floor_of_many_events():
    mechanism = dpm.Geometric(epsilon=1.0, adjacency="event", rate=(1, 2))
    counts = np.array([[900, 50, 50, 50], [900, 50, 50, 50], [900, 50, 50, 50], [900, 50, 50, 50]], dtype=np.uint32)
    estimates, errors = [], []
    for stream in range(400):
        release = mechanism.release(counts, floor=10_000.0, generator=deterministic_generator_for_tests(bytes(32), stream))
        estimates.append(release.debiased())
        errors.append(release.standard_errors())
    seen, said = np.std(estimates, axis=(0, 1)), np.mean(errors, axis=(0, 1))
    assert np.all(np.abs(said / seen - 1) < 0.1)


def test_no_report_of_states_that_came_from_the_log():
    log = [["home", "work", "home", "shop"]]
    found = dpm.count_transitions(log, states_from_data=True)
    assert found.states_from_data and not dpm.count_transitions(log, states=["home", "shop", "work"]).states_from_data
    release = dpm.Geometric(epsilon=1.0, adjacency="event").release(found)
    for kept in (release, pickle.loads(pickle.dumps(release))):
        for table in (None, bytes(16)):
            with pytest.raises(dpm.ArgumentError, match="came from the log"):
                kept.report(state_table=table)
