"""The ledger in its file: budgets, crashes at every byte, and the program `dpmarkov ledger` on the same file."""

import copy
import multiprocessing
import os
import pickle
import shutil
import stat
import subprocess
import threading
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import dpmarkov as dpm
from dpmarkov import _ledger_file as files
from dpmarkov._ledger import cost_units

pytest.importorskip("fcntl")
COUNTS = np.array([[5, 6], [7, 8]], dtype=np.uint32)
DAILY = dpm.Geometric(epsilon=0.25, adjacency="event")
PROGRAM = os.environ.get("DPMARKOV_PROGRAM")
needs_program = pytest.mark.skipif(not PROGRAM, reason="DPMARKOV_PROGRAM does not name the program")


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "device.ledger")


@pytest.fixture
def ledger(path):
    return dpm.Ledger.create(path, adjacency="event", epsilon=1, delta="1e-9")


def program(*arguments):
    return subprocess.run([PROGRAM, "ledger", *arguments], capture_output=True, text=True, check=False)


def test_a_life(ledger, path):
    assert ledger.budget == (1, Fraction(1, 10**9)) and ledger.adjacency == "event" and ledger.generation == 0
    assert ledger.spent() == (0, 0) and ledger.remaining() == ledger.budget
    for number in range(1, 5):
        permit = ledger.charge(DAILY)
        assert permit.number == number == ledger.generation
        release = DAILY.release(COUNTS, generator=permit.generator())
        assert release.generation == number
        assert dpm.Report.from_bytes(release.report(state_table=bytes(16))).generation == number
    assert ledger.spent().epsilon == 1
    with pytest.raises(dpm.BudgetExceeded):
        ledger.charge_cost(epsilon="1e-6")
    assert dpm.Ledger(path).generation == 4


def test_eleven_elevenths_are_one(ledger):
    for _ in range(11):
        ledger.charge_cost(epsilon="1/11")
    with pytest.raises(dpm.BudgetExceeded) as refused:
        ledger.charge_cost(epsilon="1/1000000")
    assert isinstance(refused.value, dpm.LedgerError) and not isinstance(refused.value, ValueError)
    assert ledger.generation == 11


def test_windows(ledger):
    for day in range(3):
        ledger.charge(DAILY, releases=4, window=(day, day))
    assert ledger.remaining(1).epsilon == 0 and ledger.remaining(3).epsilon == 1
    with pytest.raises(dpm.BudgetExceeded):
        ledger.charge(DAILY, window=(2, 9))
    ledger.charge(DAILY, window=(3, 3), close_before=3)
    with pytest.raises(dpm.ArgumentError) as refused:
        ledger.charge(DAILY, window=(1, 1))
    assert refused.value.name == "DPM_ERR_WINDOW"


def test_a_permit_is_for_what_was_charged(ledger):
    with ledger.charge(DAILY, releases=2).generator() as generator:
        DAILY.release(COUNTS, generator=generator)
        DAILY.release(COUNTS, generator=generator)
        with pytest.raises(dpm.BudgetExceeded):
            DAILY.release(COUNTS, generator=generator)
    other = dpm.Geometric(epsilon=0.5, adjacency="event")
    with pytest.raises(dpm.GuaranteeError), ledger.charge(DAILY).generator() as generator:
        other.release(COUNTS, generator=generator)
    with pytest.raises(dpm.GuaranteeError) as refused:
        ledger.charge(dpm.Geometric(epsilon=0.1, adjacency="visit"))
    assert refused.value.name == "DPM_ERR_ADJACENCY"


def test_a_permit_is_used_once(ledger):
    permit = ledger.charge(DAILY)
    for duplicate in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="twice"):
            duplicate(permit)
    with pytest.raises(dpm.RandomError):
        permit.generator(entropy=lambda n: bytes(n))
    permit.generator()
    with pytest.raises(dpm.ObjectError):
        permit.generator()
    with pytest.raises(TypeError):
        dpm.Permit()


def test_threads_and_sources_that_ask_for_a_permit_at_once(ledger):
    permit, got = ledger.charge(DAILY), []

    def source(n):
        ask()
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
        return os.urandom(n)

    def ask():
        with pytest.raises(dpm.ObjectError):
            got.append(permit.generator())

    got.append(permit.generator(entropy=source))
    assert len(got) == 1


def test_a_permit_does_not_survive_a_fork(ledger):
    permit = ledger.charge(DAILY)
    child = os.fork()
    if child == 0:
        try:
            permit.generator()
        except dpm.ObjectError:
            os._exit(7)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    permit.generator()


def _charge(path):
    try:
        return dpm.Ledger(path).charge_cost(epsilon="1/20").number
    except dpm.BudgetExceeded:
        return None


def test_processes_that_charge_at_once(ledger, path):
    with multiprocessing.get_context("fork").Pool(4) as pool:
        numbers = pool.map(_charge, [path] * 30, chunksize=1)
    assert sorted(n for n in numbers if n) == list(range(1, 21)) and numbers.count(None) == 10


def test_a_file_is_never_replaced(ledger, path):
    before = Path(path).read_bytes()
    with pytest.raises(FileExistsError):
        dpm.Ledger.create(path, adjacency="event", epsilon=1)
    assert Path(path).read_bytes() == before and os.listdir(os.path.dirname(path)) == ["device.ledger"]
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    with pytest.raises(FileNotFoundError):
        dpm.Ledger(path + ".none")
    with pytest.raises(FileNotFoundError):
        dpm.Ledger.create("/nonexistent/folder/x", adjacency="event", epsilon=1)


@pytest.mark.parametrize("what", ["folder", "pipe", "empty", "short", "long", "zeros", "text"])
def test_what_is_no_ledger(tmp_path, what):
    path = tmp_path / "x"
    if what == "folder":
        path.mkdir()
    elif what == "pipe":
        os.mkfifo(path)
    else:
        path.write_bytes({"empty": b"", "short": bytes(8191), "long": bytes(8193), "zeros": bytes(8192), "text": b"x" * 8192}[what])
    with pytest.raises((dpm.LedgerError, OSError)):
        dpm.Ledger(path)
    if path.is_file():
        with pytest.raises(dpm.LedgerError) as refused:
            dpm.Ledger(path)
        assert refused.value.name == "DPM_ERR_LEDGER_CORRUPT"


class PowerCut(Exception):
    pass


def test_a_power_cut_at_every_byte(ledger, path, monkeypatch):
    """Whatever of the slot was written: the old state or the new one, and no permit."""
    permits = 0
    real = os.pwrite
    for cut in [*range(0, 4053, 97), 4051, 4052]:
        before = dpm.Ledger(path).generation

        def torn(descriptor, data, place, cut=cut):
            real(descriptor, data[:cut], place)
            raise PowerCut

        monkeypatch.setattr(os, "pwrite", torn)
        with pytest.raises(PowerCut):
            ledger.charge_cost(epsilon="1e-6")
        monkeypatch.setattr(os, "pwrite", real)
        after = dpm.Ledger(path)
        assert after.generation in (before, before + 1) and (cut < 4052 or after.generation == before + 1)
        assert after.spent().epsilon * 10**6 == after.generation >= permits
        after.charge_cost(epsilon="1e-6")
        permits += 1


@pytest.mark.parametrize("lost", ["write", "other bytes", "half"])
def test_a_disk_that_lies(ledger, path, monkeypatch, lost):
    real = os.pwrite
    lies = {"write": lambda d, data, place: len(data), "other bytes": lambda d, data, place: real(d, bytes(len(data)), place), "half": lambda d, data, place: real(d, data[:2000], place) and len(data)}
    monkeypatch.setattr(os, "pwrite", lies[lost])
    with pytest.raises(dpm.LedgerError) as refused:
        ledger.charge_cost(epsilon="0.1")
    assert refused.value.name in ("DPM_ERR_LEDGER_NOT_STORED", "DPM_ERR_LEDGER_CORRUPT")
    monkeypatch.setattr(os, "pwrite", real)
    assert dpm.Ledger(path).generation == 0


def test_short_writes_go_on(ledger, monkeypatch):
    real = os.pwrite
    monkeypatch.setattr(os, "pwrite", lambda d, data, place: real(d, data[:1000], place))
    assert ledger.charge_cost(epsilon="0.1").number == 1


def test_it_is_on_the_disk_before_there_is_a_permit(ledger, monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda d: (_ for _ in ()).throw(OSError("no disk")))
    monkeypatch.delattr("fcntl.F_FULLFSYNC", raising=False)
    with pytest.raises(OSError, match="no disk"):
        ledger.charge_cost(epsilon="0.1")


def test_every_bit_of_rot(ledger, path):
    """A damaged slot is passed over: the older one counts; two damaged ones are refused."""
    ledger.charge_cost(epsilon="0.1")
    ledger.charge_cost(epsilon="0.1")
    whole = Path(path).read_bytes()
    for place in [*range(0, 200, 7), *range(3900, 4052, 11)]:
        bad = bytearray(whole)
        bad[place] ^= 1 << (place % 8)
        Path(path).write_bytes(bad)
        assert dpm.Ledger(path).generation == 1
        bad[4096 + place] ^= 1
        Path(path).write_bytes(bad)
        with pytest.raises(dpm.LedgerError):
            dpm.Ledger(path)


def test_an_older_copy_is_refused(ledger, path, tmp_path):
    ledger.charge_cost(epsilon="0.1")
    copy_of_it = str(tmp_path / "copy")
    shutil.copy(path, copy_of_it)
    last = ledger.charge_cost(epsilon="0.1").number
    shutil.copy(copy_of_it, path)
    with pytest.raises(dpm.LedgerError) as refused:
        dpm.Ledger(path, at_least_generation=last)
    assert refused.value.name == "DPM_ERR_LEDGER_ROLLBACK"


def forged(path, change):
    """The newest slot with a change and a right checksum."""
    data = bytearray(Path(path).read_bytes())
    place = max((0, 4096), key=lambda p: int.from_bytes(data[p + 8 : p + 16], "little"))
    slot = data[place : place + 4052]
    change(slot)
    slot[-4:] = files.zlib.crc32(slot[:-4]).to_bytes(4, "little")
    data[place : place + 4052] = slot
    Path(path).write_bytes(data)


@pytest.mark.parametrize("place, value", [(4, 2), (6, 99), (38, 5), (39, 1), (36, 1), (36, 17), (4000, 1), (760, 1), (40, 9), (16, 0)], ids=str)
def test_whole_slots_that_no_ledger_writes(ledger, path, place, value):
    ledger.charge_cost(epsilon="0.1", window=(0, 0))

    def change(slot):
        if place == 16:
            slot[16:32] = bytes(16)
        else:
            slot[place] = 2 if (place, value) == (36, 1) else value

    forged(path, change)
    with pytest.raises(dpm.LedgerError):
        dpm.Ledger(path)


def test_more_kinds_than_fit(ledger):
    for day in range(16):
        ledger.charge_cost(epsilon="0.01", window=(day, day))
    with pytest.raises(dpm.LedgerError) as refused:
        ledger.charge_cost(epsilon="0.01", window=(16, 16))
    assert refused.value.name == "DPM_ERR_LEDGER_FULL" and "close_before" in str(refused.value)
    ledger.charge_cost(epsilon="0.01", window=(16, 16), close_before=5)


def test_a_year_of_days(ledger):
    for day in range(365):
        ledger.charge(DAILY, releases=4, window=(day, day), close_before=max(day - 7, 0))
    assert ledger.generation == 365 and ledger.remaining(364).epsilon == 0


@pytest.mark.parametrize("window", [3, "12", (1,), (1, 2, 3), {1, 2}], ids=str)
def test_windows_are_pairs(ledger, window):
    with pytest.raises(TypeError, match="window"):
        ledger.charge(DAILY, window=window)
    with pytest.raises(TypeError, match="window"):
        DAILY.release(COUNTS).report(window=window, state_table=bytes(16))
    assert ledger.generation == 0


def test_an_older_copy_put_back_in_the_meantime(ledger, path):
    older = Path(path).read_bytes()
    ledger.charge(DAILY)
    Path(path).write_bytes(older)
    with pytest.raises(dpm.LedgerError):
        ledger.charge(DAILY)


def test_paths_of_every_kind(tmp_path):
    for i, path in enumerate((tmp_path / "0", str(tmp_path / "1"), os.fsencode(tmp_path / "2"))):
        dpm.Ledger.create(path, adjacency="event", epsilon=1).charge(DAILY)
        os.symlink(tmp_path / str(i), tmp_path / f"link{i}")
        assert dpm.Ledger(tmp_path / f"link{i}").charge(DAILY).number == 2


@needs_program
def test_the_program_makes_the_same_file(path, tmp_path):
    theirs = str(tmp_path / "theirs")
    assert program("init", theirs, "--epsilon", "1", "--delta", "1e-9", "--adjacency", "visit").returncode == 0
    mine = dpm.Ledger.create(path, adjacency="visit", epsilon=1, delta="1e-9")
    assert Path(path).read_bytes() == Path(theirs).read_bytes()
    for epsilon, delta, window in (("1/11", "0", (3, 5)), ("0.1", "1e-12", (0, 2**32 - 1)), ("1/3", "1/7000000007", (9, 9)), ("0.0001234567", "1e-15", (3, 5))):
        mine.charge_cost(epsilon=epsilon, delta=delta, window=window)
        assert program("charge", theirs, "--epsilon", epsilon, "--delta", delta, "--window", f"{window[0]}..{window[1]}").returncode == 0
        assert Path(path).read_bytes() == Path(theirs).read_bytes()


@needs_program
def test_the_program_goes_on_where_python_stopped(ledger, path, tmp_path):
    ledger.charge(DAILY, window=(1, 1))
    assert "Generation  1" in program("show", path).stdout
    log = tmp_path / "log.csv"
    log.write_text("from,to,count\na,b,50\nb,a,40\n")
    (tmp_path / "states.txt").write_text("a\nb\n")
    out = subprocess.run(
        [PROGRAM, "release", str(log), "--states", str(tmp_path / "states.txt"), "--ledger", path, "--window", "1..1", "--epsilon", "0.25", "--delta", "0", "--mechanism", "geometric"],
        capture_output=True,
        text=True,
    )
    assert out.returncode == 0, out.stderr
    assert ledger.generation == 2 and ledger.charge_cost(epsilon="0.5", window=(1, 1)).number == 3
    assert program("charge", path, "--epsilon", "0.001", "--delta", "0", "--window", "1..1").returncode != 0


@needs_program
def test_a_ledger_of_the_programs_with_more_kinds(ledger, path):
    for day in range(17):
        assert program("charge", path, "--epsilon", "0.01", "--delta", "0", "--window", f"{day}..{day}").returncode == 0
    with pytest.raises(dpm.LedgerError) as refused:
        dpm.Ledger(path)
    assert refused.value.name == "DPM_ERR_LEDGER_FULL"
    assert program("charge", path, "--epsilon", "0.01", "--delta", "0", "--window", "17..17", "--close-before", "10").returncode == 0
    assert dpm.Ledger(path).generation == 18


@pytest.mark.parametrize(
    "typed, units",
    [(("1/11", 0), (1000000, 0, 11)), (("0.1", 0), (100000, 0, 1)), ((0.1, 0.0), (100000, 0, 1)), ((0.25, 1e-9), (250000, 10**9, 1)), ((0, "1e-18"), (0, 1, 1)), (("1/3", "1/7"), (1000000, 428571428571428572, 3))],
    ids=str,
)
def test_costs_are_exact(typed, units):
    assert cost_units(*typed) == units


@pytest.mark.parametrize("epsilon", [-1, "x", float("nan"), float("inf"), "1/0", 1000001, 0, "", "-1/2"], ids=repr)
def test_costs_out_of_range(ledger, epsilon):
    with pytest.raises(dpm.ArgumentError):
        ledger.charge_cost(epsilon=epsilon)
    assert ledger.generation == 0


@pytest.mark.parametrize("epsilon", [None, True, [1], b"1"], ids=repr)
def test_costs_of_another_type(ledger, epsilon):
    with pytest.raises(TypeError):
        ledger.charge_cost(epsilon=epsilon)


def test_other_arguments(ledger, path):
    for wrong in (lambda: ledger.charge("geometric"), lambda: ledger.charge(DAILY, releases=1.0), lambda: ledger.charge(DAILY, window=(0.0, 1))):
        with pytest.raises(TypeError):
            wrong()
    for bad in (lambda: ledger.charge(DAILY, releases=0), lambda: ledger.charge(DAILY, window=(5, 4)), lambda: ledger.charge(DAILY, window=(-1, 4)), lambda: ledger.spent(-1), lambda: ledger.spent(2**32)):
        with pytest.raises(dpm.ArgumentError):
            bad()
    for bad in ({"epsilon": 0}, {"epsilon": -1}, {"epsilon": "1e7"}, {"epsilon": 10**40}, {"epsilon": 1, "delta": 1}, {"epsilon": 1, "adjacency": "x"}):
        with pytest.raises(dpm.ArgumentError):
            dpm.Ledger.create(path + "2", **{"adjacency": "event", **bad})
    assert ledger.generation == 0 and os.listdir(os.path.dirname(path)) == ["device.ledger"]
