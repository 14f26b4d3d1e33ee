"""The package itself: its versions, what a wrong library says, what an import does, and that all of it is described."""

import copy
import ctypes
import importlib.metadata
import inspect
import pickle
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dpmarkov as dpm
from dpmarkov import _errors, _library, _prototypes

FOLDER = Path(dpm.__file__).parent
LIBRARY = next(FOLDER.glob("libdpmarkov.*"))


def test_one_version(root):
    cargo = re.search(r'^version = "(.*)"$', (root / "Cargo.toml").read_text(), re.M).group(1)
    assert dpm.__version__ == cargo == importlib.metadata.version("dpmarkov") == _library.lib.dpm_version().decode()


def test_the_licences_are_the_projects(root):
    for name in ("LICENSE-MIT", "LICENSE-APACHE"):
        assert (root / "python" / name).read_bytes() == (root / name).read_bytes()


def test_a_missing_library(tmp_path):
    with pytest.raises(ImportError, match="libdpmarkov.so .*is not in.*pip install"):
        _library._load(tmp_path)


@pytest.mark.parametrize("content", [b"", b"no library", b"\x7fELF" + bytes(100)], ids=["empty", "text", "half"])
def test_what_is_no_library(tmp_path, content):
    (tmp_path / LIBRARY.name).write_bytes(content)
    with pytest.raises(ImportError, match="no library of dpmarkov"):
        _library._load(tmp_path)


def test_another_library(tmp_path):
    import _ctypes

    if not getattr(_ctypes, "__file__", None):
        pytest.skip("no other library at hand")
    shutil.copy(_ctypes.__file__, tmp_path / LIBRARY.name)
    with pytest.raises(ImportError, match="no library of dpmarkov"):
        _library._load(tmp_path)


@pytest.mark.parametrize("what, value", [("ABI_VERSION", 2), ("VERSION", "0.2.0")])
def test_a_library_of_another_version(monkeypatch, what, value):
    monkeypatch.setattr(_prototypes, what, value)
    with pytest.raises(ImportError, match=rf"{value}.*install it anew"):
        _library._load(FOLDER)


def test_a_library_that_lacks_a_function(monkeypatch):
    monkeypatch.setitem(_prototypes.FUNCTIONS, "dpm_of_tomorrow", (ctypes.c_int, []))
    with pytest.raises(ImportError, match="lacks dpm_of_tomorrow"):
        _library._load(FOLDER)


def test_an_import_starts_nothing_and_asks_nobody():
    """No process, no socket, nothing written."""
    code = """if True:
        import sys, numpy
        seen = []
        def hook(event, arguments):
            if event.startswith(("subprocess.", "socket.", "os.exec", "os.fork", "os.posix_spawn", "os.system", "urllib.")):
                seen.append(event)
            if event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
                seen.append(arguments)
        sys.dont_write_bytecode = True
        sys.addaudithook(hook)
        import dpmarkov
        assert not seen, seen
        assert "pandas" not in sys.modules
        """
    subprocess.run([sys.executable, "-c", code], check=True)


def test_sizes_of_objects_are_the_librarys():
    for name in ("rng", "dirichlet", "published", "polya", "geometric", "gaussian", "row_law", "ledger", "permit", "report_writer", "stable_mode"):
        made = getattr(_prototypes, "".join(part.capitalize() for part in name.split("_")))
        assert ctypes.sizeof(made) == getattr(_library.lib, f"dpm_{name}_size")() == getattr(_prototypes, f"{name.upper()}_SIZE")


def test_every_status_has_a_class_and_a_sentence():
    statuses = {value: name for name, value in vars(_prototypes).items() if name.startswith("ERR_")}
    assert len(statuses) > 70
    for status, name in statuses.items():
        error = _library.failure(status)
        assert isinstance(error, dpm.Error) and type(error) is not dpm.Error
        assert error.status == status and error.name == f"DPM_{name}" and len(str(error)) > 15
        with pytest.raises(type(error)):
            _library.check(status)
        for other in (copy.copy(error), pickle.loads(pickle.dumps(error))):
            assert (type(other), other.status, str(other)) == (type(error), status, str(error))
    assert _errors.by_status(-5) is dpm.Error


def test_value_errors_are_for_arguments():
    """ValueError is for arguments; failing sources and disks are none."""
    for kind in (dpm.RandomError, dpm.LedgerError, dpm.ObjectError, dpm.VotesError):
        assert not issubclass(kind, ValueError)
    for kind in (dpm.ArgumentError, dpm.GuaranteeError, dpm.CountsError, dpm.ChainError, dpm.ReportError):
        assert issubclass(kind, ValueError) and issubclass(kind, dpm.Error)


def public():
    for module in (dpm, dpm.accounting, dpm.chain, dpm.special, dpm.testing):
        yield module.__name__, module
        for name in module.__all__:
            thing = getattr(module, name)
            if not name.startswith("__"):
                yield f"{module.__name__}.{name}", thing
            if inspect.isclass(thing):
                for member, value in vars(thing).items():
                    if not member.startswith("_") and (callable(value) or isinstance(value, (property, classmethod))):
                        yield f"{module.__name__}.{name}.{member}", getattr(thing, member) if isinstance(value, classmethod) else value


def test_everything_is_described():
    names = dict(public())
    assert len(names) > 100
    lacking = [name for name, thing in names.items() if not (thing.__doc__ or "").strip()]
    assert not lacking
    assert "EVERY CALL COUNTS" in dpm.Mechanism.release.__doc__


def test_it_is_typed():
    assert (FOLDER / "py.typed").exists()
