"""Differentially private Markov chains from logged transitions.

>>> import dpmarkov
>>> counts = dpmarkov.count_transitions([["home", "work", "home"]] * 50, states=["home", "work"])
>>> mechanism = dpmarkov.Geometric(epsilon=1.0, adjacency="event")
>>> release = mechanism.release(counts)  # the one release that is promised
>>> release.matrix.shape
(2, 2)
"""

from . import accounting, chain, special, testing
from ._counts import Counts, count_transitions, state_table
from ._errors import (
    ArgumentError,
    BudgetExceeded,
    ChainError,
    CountsError,
    Error,
    GuaranteeError,
    LedgerError,
    ObjectError,
    RandomError,
    ReportError,
    VotesError,
)
from ._guarantee import Adjacency, Guarantee
from ._ledger import Budget, Ledger, Permit
from ._mechanism import Mechanism
from ._noise import Gaussian, Geometric
from ._plan import Candidate, Plan, plan
from ._prototypes import VERSION as __version__
from ._random import Generator
from ._release import Release
from ._report import Merge, Report
from ._support import Support
from ._urns import Dirichlet, Polya
from .accounting import compose_delta, compose_epsilon
from .chain import first_passage, group_inverse, stationary, tau_one

__all__ = [
    "Adjacency",
    "ArgumentError",
    "Budget",
    "BudgetExceeded",
    "Candidate",
    "ChainError",
    "Counts",
    "CountsError",
    "Dirichlet",
    "Error",
    "Gaussian",
    "Generator",
    "Geometric",
    "Guarantee",
    "GuaranteeError",
    "Ledger",
    "LedgerError",
    "Mechanism",
    "Merge",
    "ObjectError",
    "Permit",
    "Plan",
    "Polya",
    "RandomError",
    "Release",
    "Report",
    "ReportError",
    "Support",
    "VotesError",
    "__version__",
    "accounting",
    "chain",
    "compose_delta",
    "compose_epsilon",
    "count_transitions",
    "first_passage",
    "group_inverse",
    "plan",
    "special",
    "state_table",
    "stationary",
    "tau_one",
    "testing",
]
