// The one class of errors of this package: everything that goes wrong has a name.

/**
 * An answer that is not DPM_OK. `name` is the constant of dpmarkov.h ("DPM_ERR_EPSILON"), `status` its number. What this module itself finds is
 * named DPM_JS_... and has the status 0. No message holds a value that was passed in.
 */
export class DpmError extends Error {
  constructor(name, status, message) {
    super(message);
    this.name = name;
    this.status = status;
  }
}

/** The names of the codes, as include/dpmarkov.h has them; a test compares. */
export const STATUS_NAMES = {
  101: "DPM_ERR_NULL",
  102: "DPM_ERR_MISALIGNED",
  103: "DPM_ERR_OVERLAP",
  104: "DPM_ERR_SIZE",
  105: "DPM_ERR_OBJECT",
  201: "DPM_ERR_EPSILON",
  202: "DPM_ERR_DELTA",
  203: "DPM_ERR_WEIGHT",
  204: "DPM_ERR_PSEUDO_COUNT",
  205: "DPM_ERR_RELEASES",
  206: "DPM_ERR_ADJACENCY",
  207: "DPM_ERR_EXPECTED_ROW_TOTAL",
  208: "DPM_ERR_SHAPE",
  209: "DPM_ERR_DOMAIN",
  210: "DPM_ERR_TOLERANCE",
  211: "DPM_ERR_ITERATIONS",
  212: "DPM_ERR_RATE",
  213: "DPM_ERR_VARIANCE",
  214: "DPM_ERR_MASS",
  215: "DPM_ERR_DRAWS",
  216: "DPM_ERR_FRACTION",
  217: "DPM_ERR_FLOOR",
  218: "DPM_ERR_COST",
  219: "DPM_ERR_WINDOW",
  220: "DPM_ERR_MECHANISM",
  221: "DPM_ERR_LEVEL",
  222: "DPM_ERR_LEARNER",
  223: "DPM_ERR_COUPLING",
  301: "DPM_ERR_STATES",
  302: "DPM_ERR_STATE_INDEX",
  303: "DPM_ERR_LENGTH",
  304: "DPM_ERR_WORK_LEN",
  305: "DPM_ERR_SUPPORT",
  306: "DPM_ERR_ALPHABET",
  307: "DPM_ERR_SYMBOL",
  308: "DPM_ERR_SEQUENCE",
  309: "DPM_ERR_VOTES",
  310: "DPM_ERR_HYPOTHESES",
  401: "DPM_ERR_UNREACHABLE",
  402: "DPM_ERR_GUARANTEE_NOT_MET",
  403: "DPM_ERR_NO_EPSILON",
  404: "DPM_ERR_NOT_PURE",
  411: "DPM_ERR_ASSUMPTION_GAMMA",
  412: "DPM_ERR_ASSUMPTION_BORDER",
  413: "DPM_ERR_ASSUMPTION_CONCENTRATION",
  414: "DPM_ERR_PUBLISHED_STATES",
  415: "DPM_ERR_ROW_TOTAL",
  416: "DPM_ERR_BELOW_BORDER",
  501: "DPM_ERR_COUNT_OVERFLOW",
  502: "DPM_ERR_EMPTY_ROW",
  503: "DPM_ERR_INFEASIBLE",
  601: "DPM_ERR_NOT_STOCHASTIC",
  602: "DPM_ERR_SEVERAL_CLASSES",
  603: "DPM_ERR_UNDERFLOW",
  701: "DPM_ERR_ENTROPY",
  702: "DPM_ERR_STREAM_EXHAUSTED",
  703: "DPM_ERR_TRIALS",
  801: "DPM_ERR_BUDGET_EXCEEDED",
  802: "DPM_ERR_LEDGER_FULL",
  803: "DPM_ERR_LEDGER_CORRUPT",
  804: "DPM_ERR_LEDGER_ROLLBACK",
  805: "DPM_ERR_LEDGER_PENDING",
  806: "DPM_ERR_LEDGER_NOT_STORED",
  901: "DPM_ERR_NOT_STABLE",
  902: "DPM_ERR_TOO_FEW_VOTES",
  903: "DPM_ERR_LAWS",
  1001: "DPM_ERR_REPORT_FORMAT",
  1002: "DPM_ERR_REPORT_VERSION",
  1003: "DPM_ERR_REPORT_CHECKSUM",
  1004: "DPM_ERR_REPORT_CAPACITY",
  1005: "DPM_ERR_REPORT_MISMATCH",
  1006: "DPM_ERR_REPORT_TOTALS",
  1007: "DPM_ERR_MERGE_FULL",
  1008: "DPM_ERR_REPORT_SINK",
};

export const typeError = (what) => new DpmError("DPM_JS_TYPE", 0, what);
export const status = (code, message) => new DpmError(STATUS_NAMES[code] ?? "DPM_ERR_UNKNOWN", code, message);
