"""The same device in Python: `shared_seed.py LIBRARY` asks the shared library, `shared_seed.py` alone scripts/learner_vote.py, which shares no line with it."""
import ctypes
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "scripts"))
import learner_vote

NAMES = {"race": "dpm_learner_vote", "poisson": "dpm_learner_vote_poisson", "poisson_joint": "dpm_learner_vote_poisson_joint"}


def asked(library):
    def vote(coupling, seed, number, length, weights):
        function = getattr(library, NAMES[coupling])
        function.argtypes = [ctypes.c_char_p, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_void_p]
        counts, sequence = (ctypes.c_uint32 * len(weights))(*weights), (ctypes.c_uint32 * length)()
        status = function(seed, number, counts, len(weights), length, sequence)
        if status != 0:
            sys.exit(f"status {status}")
        return list(sequence)

    return vote


vote = asked(ctypes.CDLL(sys.argv[1])) if len(sys.argv) > 1 else learner_vote.vote
for line in sys.stdin:
    coupling, seed, number, length, n, *weights = line.split()
    assert len(weights) == int(n)
    print(*vote(coupling, bytes.fromhex(seed), int(number), int(length), [int(w) for w in weights]))
