"""Reports: written, read by another program, damaged, merged."""

import copy
import pickle
import runpy
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpmarkov as dpm
from dpmarkov.testing import deterministic_generator_for_tests

STATES = ["Home", "Work", "Shop"]
G = dpm.Guarantee(epsilon=1.0, delta=1e-6, releases=3, adjacency="visit")
SUPPORT = dpm.Support.from_pairs([(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)], n=3)
LOG = [["Home", "Work", "Shop", "Home", "Shop", "Work", "Home"]] * 40


def mechanisms(n=3):
    return [dpm.Geometric(G), dpm.Gaussian(G), dpm.Polya(G, n=n, pseudo_count=50.0, draws=40), dpm.Dirichlet(G, pseudo_count=60.0)]


def released(mechanism, support=None, seed=bytes(range(32))):
    counts = dpm.count_transitions(LOG, states=STATES, support=support)
    return mechanism.release(counts, generator=deterministic_generator_for_tests(seed))


CASES = [(m, s) for s, n in ((None, 3), (SUPPORT, 2)) for m in mechanisms(n)]
each = pytest.mark.parametrize("mechanism, support", CASES, ids=[f"{m.name}{'-support' if s else ''}" for m, s in CASES])


@each
@pytest.mark.parametrize("bits", [16, 32])
def test_what_is_written_is_read(mechanism, support, bits):
    release = released(mechanism, support)
    data = release.report(window=(3, 9), bits=bits)
    report = dpm.Report.from_bytes(data)
    report.verify()
    assert report.mechanism == mechanism.name and report.parameters == mechanism.parameters and report.guarantee == G
    assert report.n == 3 and report.window == (3, 9) and report.bits == bits and report.generation == 0 and report.saturated == 0
    assert report.state_table == dpm.state_table(STATES) and len(report.report_id) == 16
    assert report.support == support and report.row_totals is None and report.to_bytes() == data
    assert report.whole == (G.epsilon, G.delta)
    if bits == 32:
        assert np.array_equal(report.rows, release._drawn) and np.array_equal(report.matrix, release.matrix)
    assert dpm.Report.from_bytes(bytearray(data)).rows.tolist() == dpm.Report.from_bytes(memoryview(data)).rows.tolist()


@each
@pytest.mark.parametrize("bits", [16, 32])
def test_another_program_reads_the_same(mechanism, support, bits, root):
    """scripts/readers/read_report.py, with a stock CBOR library."""
    pytest.importorskip("cbor2")
    read = runpy.run_path(str(root / "scripts" / "readers" / "read_report.py"))["read"]
    data = released(mechanism, support).report(window=(1, 2), bits=bits)
    mine, theirs = dpm.Report.from_bytes(data), read(data)
    assert theirs["mechanism"] == mine.mechanism and theirs["adjacency"] == mine.guarantee.adjacency
    assert (theirs["epsilon"], theirs["delta"], theirs["releases"]) == (mine.guarantee.epsilon, mine.guarantee.delta, mine.guarantee.releases)
    assert sorted(theirs["parameters"].values()) == sorted(mine.parameters)
    assert (theirs["states"], theirs["bits"], theirs["window"], theirs["generation"]) == (mine.n, mine.bits, list(mine.window), mine.generation)
    assert bytes.fromhex(theirs["state_table"]) == mine.state_table and bytes.fromhex(theirs["id"]) == mine.report_id
    values = theirs[{"polya": "tallies", "dirichlet": "units"}.get(mine.mechanism, "noisy_counts")]
    values = np.array([v for row in values for v in row])
    assert np.array_equal(values / 2**bits if mine.mechanism == "dirichlet" else values, mine.rows.ravel())
    if support:
        assert [t for row in theirs["targets"] for t in row] == support.targets.tolist()


def test_ids_are_fresh():
    release = released(mechanisms()[0])
    assert len({dpm.Report.from_bytes(release.report()).report_id for _ in range(20)}) == 20
    assert dpm.Report.from_bytes(release.report(report_id=None)).report_id is None
    assert dpm.Report.from_bytes(release.report(report_id=b"i" * 16)).report_id == b"i" * 16


def test_the_table_of_states():
    unnamed = dpm.Geometric(G).release(np.ones((3, 3), dtype=np.uint32))
    with pytest.raises(TypeError, match="state_table"):
        unnamed.report()
    assert dpm.Report.from_bytes(unnamed.report(state_table=b"t" * 16)).state_table == b"t" * 16


@pytest.mark.parametrize(
    "keywords",
    [{"window": (2, 1)}, {"window": (-1, 1)}, {"window": (0, 2**32)}, {"bits": 8}, {"bits": "32"}, {"bits": 16.0}, {"bits": None}],
    ids=str,
)
def test_arguments_of_reports(keywords):
    with pytest.raises(dpm.ArgumentError):
        released(mechanisms()[0]).report(**keywords)


@pytest.mark.parametrize("keywords", [{"state_table": b"short"}, {"state_table": "x" * 16}, {"report_id": b"short"}, {"window": (0.5, 1)}, {"window": 3}], ids=str)
def test_types_of_reports(keywords):
    with pytest.raises(TypeError):
        released(mechanisms()[0]).report(**keywords)


@each
def test_every_damaged_byte_is_seen(mechanism, support):
    data = released(mechanism, support).report()
    for i in range(len(data)):
        bad = bytearray(data)
        bad[i] ^= 1 << (i % 8)
        with pytest.raises(dpm.ReportError):
            dpm.Report.from_bytes(bad)
    for length in range(len(data)):
        with pytest.raises(dpm.ReportError):
            dpm.Report.from_bytes(data[:length])
    with pytest.raises(dpm.ReportError):
        dpm.Report.from_bytes(data + b"\0")


@given(st.binary(max_size=300))
def test_bytes_of_anybody(data):
    with pytest.raises(dpm.ReportError):
        dpm.Report.from_bytes(data)


@given(place=st.integers(3, 150), value=st.integers(0, 255))
def test_forged_checksums(place, value):
    """With a right checksum nothing but an error or a report comes out."""
    data = bytearray(DATA)
    if place >= len(data) - 4:
        return
    data[place] = value
    data[-4:] = zlib.crc32(data[:-4]).to_bytes(4, "little")
    try:
        report = dpm.Report.from_bytes(data)
    except dpm.ReportError:
        return
    assert report.to_bytes() == bytes(data)
    try:
        report.verify()
    except dpm.GuaranteeError:
        pass


DATA = released(mechanisms()[0]).report()


def test_a_wrong_plan_is_found():
    data = bytearray(released(dpm.Geometric(epsilon=1.0, adjacency="visit")).report(report_id=None))
    place = data.index(bytes.fromhex("fb3ff0000000000000")) + 1
    data[place : place + 8] = bytes.fromhex("3fb999999999999a")  # epsilon 0.1
    data[-4:] = zlib.crc32(data[:-4]).to_bytes(4, "little")
    report = dpm.Report.from_bytes(data)
    with pytest.raises(dpm.GuaranteeError) as refused:
        report.verify()
    assert refused.value.name == "DPM_ERR_GUARANTEE_NOT_MET"


@pytest.mark.parametrize("bad", [None, "report", 7, [1, 2]], ids=repr)
def test_no_bytes(bad):
    with pytest.raises(TypeError):
        dpm.Report.from_bytes(bad)


def test_a_later_version():
    data = bytearray(DATA)
    data[5] = 2
    data[-4:] = zlib.crc32(data[:-4]).to_bytes(4, "little")
    with pytest.raises(dpm.ReportError) as refused:
        dpm.Report.from_bytes(data)
    assert refused.value.name == "DPM_ERR_REPORT_VERSION"


def test_a_merge_is_unbiased_and_of_any_order():
    totals = dpm.count_transitions(LOG, states=STATES).matrix.sum(axis=1)
    reports = []
    for device in range(60):
        mechanism = mechanisms()[device % 4]
        reports.append(dpm.Report.from_bytes(released(mechanism, seed=bytes([device]) * 32).report()))
    forward, halves = dpm.Merge(reports[0]), [dpm.Merge(reports[0]), dpm.Merge(reports[0])]
    for i, report in enumerate(reports):
        forward.add(report, known_row_totals=totals)
        halves[i % 2].add(report.to_bytes(), known_row_totals=totals)
    halves[1].combine(halves[0])
    assert forward.reports == halves[1].reports == 60 and forward.largest_guarantee == (1.0, 1e-6)
    counts, other = forward.counts(), halves[1].counts()
    assert np.array_equal(counts.events, other.events) and np.array_equal(forward.chain(), halves[1].chain())
    truth = 60 * dpm.count_transitions(LOG, states=STATES).matrix
    assert (abs(counts.events - truth) < 5 * counts.standard_error + 1).all() and (counts.lower <= counts.events).all()
    shares = forward.shares(level=0.99)
    cut = shares.share.clip(0, 1)  # an estimate may lie outside by noise, an interval does not
    assert ((shares.lower <= cut) & (cut <= shares.upper)).all()
    assert np.allclose(forward.chain().sum(axis=1), 1) and forward.row_totals().events.shape == (3,)
    assert repr(forward) == "<Merge of 60 reports of 3 states>"


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda merge: pickle.loads(pickle.dumps(merge))], ids=["copy", "deepcopy", "pickle"])
def test_a_copy_of_a_merge_is_another_one(duplicate):
    report = dpm.Report.from_bytes(released(mechanisms()[0]).report())
    merge = dpm.Merge(report)
    copied = duplicate(merge)
    copied.add(report)
    assert (merge.reports, copied.reports) == (0, 1)


@pytest.mark.parametrize("level", ["0.95", None, True, [0.9], b"1"], ids=str)
def test_levels_of_another_type(level):
    merge = dpm.Merge(dpm.Report.from_bytes(released(mechanisms()[0]).report()))
    for ask in (merge.counts, merge.shares, merge.row_totals):
        with pytest.raises(TypeError, match="level: a number"):
            ask(level=level)


def test_on_a_support():
    report = dpm.Report.from_bytes(released(mechanisms(2)[0], SUPPORT).report())
    merge = dpm.Merge(report)
    for _ in range(3):
        merge.add(report)
    assert merge.counts().events.shape == (7,) and merge.chain(uniform_where_unresolved=True).shape == (3, 3)
    assert np.array_equal(merge.counts().events, 3.0 * report.rows)


def test_reports_that_do_not_belong_together():
    merge = dpm.Merge(dpm.Report.from_bytes(DATA))
    with pytest.raises(dpm.ReportError) as refused:
        merge.add(released(mechanisms(2)[0], SUPPORT).report())
    assert refused.value.name == "DPM_ERR_REPORT_MISMATCH"
    with pytest.raises(dpm.ReportError) as refused:
        merge.add(released(mechanisms()[2]).report())
    assert refused.value.name == "DPM_ERR_REPORT_TOTALS"
    with pytest.raises(dpm.ReportError):
        merge.add(b"no report")
    for wrong in (lambda: merge.add(7), lambda: merge.combine(DATA), lambda: dpm.Merge(DATA)):
        with pytest.raises(TypeError):
            wrong()
    for bad in (0.0, 0.5, 1e16, float("nan"), -1.0):
        with pytest.raises(dpm.Error):
            merge.add(DATA, known_row_total=bad)
    with pytest.raises(dpm.ArgumentError):
        merge.add(DATA, known_row_totals=[1, 2])
    assert merge.reports == 0
    with pytest.raises(dpm.CountsError):
        merge.chain()
    with pytest.raises(dpm.ArgumentError):
        merge.counts(level=1.0)


def test_the_fleet_of_the_examples(root):
    files = sorted((root / "examples" / "data" / "reports").glob("*.cbor"))
    assert len(files) > 20
    reports = [dpm.Report.from_bytes(file.read_bytes()) for file in files]
    for report in reports:
        report.verify()
    merge = dpm.Merge(reports[0])
    for report in reports:
        merge.add(report)
    assert merge.reports == len(files) and np.allclose(merge.chain(uniform_where_unresolved=True).sum(axis=1), 1)
