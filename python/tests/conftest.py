"""Where the project's data is, and generators of known noise."""

import csv
import os
from pathlib import Path

import pytest
from hypothesis import settings

from dpmarkov.testing import deterministic_generator_for_tests

# The same cases in every run, and no files left behind.
settings.register_profile("here", database=None, deadline=None, derandomize=True)
settings.load_profile("here")

ROOT = Path(os.environ.get("DPMARKOV_SOURCE") or Path(__file__).resolve().parents[2])


@pytest.fixture(scope="session")
def root():
    return ROOT


@pytest.fixture(scope="session")
def rows(root):
    """The rows of a file of tests/data."""

    def read(name):
        with open(root / "tests" / "data" / name, newline="") as file:
            found = list(csv.DictReader(line for line in file if not line.startswith("#")))
        assert found, name
        return found

    return read


@pytest.fixture
def generator():
    """A generator of known noise, by its number."""
    return lambda stream=0: deterministic_generator_for_tests(bytes(range(32)), stream)
