"""What is raised: one class for each kind of failure, with the status of the C interface.

Messages come from the library, or say what of an argument's form was wrong. None holds a count, a state of a log or a seed.
"""

from __future__ import annotations

from . import _prototypes

_NAMES = {value: f"DPM_{name}" for name, value in vars(_prototypes).items() if name == "OK" or name.startswith("ERR_")}


class Error(Exception):
    """A refusal or failure of dpmarkov.

    Attributes
    ----------
    status : int
        The number of the C interface (``dpm_status``), stable over all versions.
    name : str
        Its name there, for example ``"DPM_ERR_EPSILON"``.
    """

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.name = _NAMES.get(status, "unknown")

    def __reduce__(self) -> tuple[type[Error], tuple[int, str]]:
        return type(self), (self.status, str(self))


class ArgumentError(Error, ValueError):
    """A number out of range or an array of another length: nothing was drawn or released."""


class GuaranteeError(Error, ValueError):
    """No parameters of the mechanism keep the promise, or those given do not."""


class CountsError(Error, ValueError):
    """What was to be counted cannot be: an infeasible transition, a count beyond 4294967295, a row without events."""


class ChainError(Error, ValueError):
    """The matrix is not stochastic, or its stationary distribution is not unique."""


class RandomError(Error):
    """The source of randomness failed. Nothing was released."""


class ObjectError(Error):
    """A generator, a permit or another object that must not be used: used up, copied, or carried over a fork."""


class LedgerError(Error):
    """The ledger is damaged, rolled back, full, or does not hold what was written. Nothing was released."""


class BudgetExceeded(LedgerError):
    """The release would pass the budget. Nothing was charged or released."""


class VotesError(Error):
    """The votes do not agree well enough for a private answer. This counts as a release where the status is ``DPM_ERR_NOT_STABLE``."""


class ReportError(Error, ValueError):
    """The bytes are no report, or reports that do not belong together."""


_CLASSES: dict[int, type[Error]] = {1: ArgumentError, 2: ArgumentError, 3: ArgumentError, 4: GuaranteeError, 5: CountsError, 6: ChainError, 7: RandomError}
_CLASSES |= {8: LedgerError, 9: VotesError, 10: ReportError}
_EXACT: dict[int, type[Error]] = {_prototypes.ERR_OBJECT: ObjectError, _prototypes.ERR_BUDGET_EXCEEDED: BudgetExceeded}


def by_status(status: int) -> type[Error]:
    """The class of a status."""
    return _EXACT.get(status) or _CLASSES.get(status // 100, Error)
