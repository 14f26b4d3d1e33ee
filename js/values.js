// From JavaScript's values to those of the C interface: every element is looked at, none is rounded or wrapped.
import { DpmError, status, typeError } from "./errors.js";

export const ADJACENCIES = ["destination", "add_remove", "event", "visit", "visit_presence"];

export function adjacency(name) {
  const code = ADJACENCIES.indexOf(name);
  if (code < 0) throw status(206, `adjacency must be one of ${ADJACENCIES.join(", ")}`);
  return code;
}

/** A number as it is: the library itself refuses NaN and what is out of range. */
export function real(value, what) {
  if (typeof value !== "number") throw typeError(`${what} must be a number`);
  return value;
}

/** A whole number from 0 to 2^32 - 1; else the error with this code. */
export function whole(value, what, code) {
  if (typeof value !== "number") throw typeError(`${what} must be a number`);
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) throw status(code, `${what} must be a whole number from 0 to 4294967295`);
  return value;
}

/** A whole number of 64 bits as a BigInt. */
export function wide(value, what, code = 209) {
  if (typeof value === "number" && Number.isSafeInteger(value)) value = BigInt(value);
  if (typeof value !== "bigint") throw typeError(`${what} must be a BigInt or a whole number below 2^53`);
  if (value < 0n || value > 0xffffffffffffffffn) throw status(code, `${what} must be from 0 to 2^64 - 1`);
  return value;
}

export function options(value, what) {
  if (value === null || typeof value !== "object") throw typeError(`${what} takes an object with named members`);
  return value;
}

const MOST = 2 ** 32 - 1;

// What a typed array is and how long, whatever properties of its own say.
const typed = Object.getPrototypeOf(Uint8Array.prototype);
const getter = (key) => Object.getOwnPropertyDescriptor(typed, key).get;
const typeOf = getter(Symbol.toStringTag);
const lengthOf = getter("length");

/** A view without its memory looks like an empty one, which would be recorded as such. */
function lost(value) {
  try {
    typed.indexOf.call(value, 0);
    return false;
  } catch {
    return true;
  }
}

/**
 * A copy as `type`. Length and elements are read once each: what is looked at is what is copied, even if the list changes meanwhile (a Proxy, shared
 * memory). `convert` checks an element and gives it as it stands in the copy, which is wiped where it throws.
 */
function copied(value, what, type, length, convert) {
  const own = Array.isArray(value) ? undefined : typeOf.call(value);
  if (!own && !Array.isArray(value)) throw typeError(`${what} must be a typed array or an array`);
  const found = own ? lengthOf.call(value) : value.length;
  if (!Number.isInteger(found) || found < 0 || found > MOST) throw typeError(`${what} must have a length`);
  if (own && found === 0 && lost(value)) throw typeError(`${what} is a view of a buffer that is gone`);
  if (length !== undefined && found !== length) throw status(303, `${what} must have ${length} elements`);
  const out = room(type, found);
  if (own === type.name) {
    out.set(value);
    return out;
  }
  try {
    for (let i = 0; i < found; i++) out[i] = convert(value[i]);
    return out;
  } catch (error) {
    new Uint8Array(out.buffer).fill(0);
    throw error;
  }
}

function room(type, length) {
  try {
    return new type(length);
  } catch {
    throw new DpmError("DPM_JS_MEMORY", 0, "there is not memory enough for this");
  }
}

/** A copy as `type` (unsigned 8, 16 or 32 bits). */
export function unsigned(value, what, type, length, code = 209) {
  const most = 2 ** (8 * type.BYTES_PER_ELEMENT) - 1;
  return copied(value, what, type, length, (x) => {
    if (typeof x !== "number") throw typeError(`every element of ${what} must be a number`);
    if (!Number.isInteger(x) || x < 0 || x > most) throw status(code, `every element of ${what} must be a whole number from 0 to ${most}`);
    return x;
  });
}

/** A copy as Float64Array. */
export function reals(value, what, length) {
  return copied(value, what, Float64Array, length, (x) => {
    if (typeof x !== "number") throw typeError(`every element of ${what} must be a number`);
    return x;
  });
}

/** A copy as BigInt64Array: of BigInts, or of whole numbers below 2^53. */
export function wides(value, what, length) {
  return copied(value, what, BigInt64Array, length, (given) => {
    const x = typeof given === "number" && Number.isSafeInteger(given) ? BigInt(given) : given;
    if (typeof x !== "bigint") throw typeError(`every element of ${what} must be a BigInt or a whole number below 2^53`);
    if (BigInt.asIntN(64, x) !== x) throw status(209, `every element of ${what} must fit 64 bits`);
    return x;
  });
}

/** A copy of integers for a report, as a release gives them: BigInts alone. Counts are numbers, and are refused by that. */
export function releasedWides(value, what, length) {
  return copied(value, what, BigInt64Array, length, (given) => {
    if (typeof given !== "bigint") throw typeError(`every element of ${what} must be a BigInt, as a release gives it: counts are no release`);
    if (BigInt.asIntN(64, given) !== given) throw status(209, `every element of ${what} must fit 64 bits`);
    return given;
  });
}

/** n where there are n * n elements. */
export function squareSide(length, what, n) {
  const side = n ?? Math.round(Math.sqrt(length));
  if (!Number.isInteger(side) || side < 2 || side > 65535) throw status(301, `${what} must have n * n elements, n from 2 to 65535`);
  if (side * side !== length) throw status(303, `${what} must have n * n elements`);
  return side;
}

/** Noisy counts as numbers: an error where one is not exact below 2^53. */
export function toNumbers(values) {
  if (!(values instanceof BigInt64Array || values instanceof BigUint64Array)) throw typeError("a BigInt64Array was expected");
  return Float64Array.from(values, (value) => {
    const x = Number(value);
    if (!Number.isSafeInteger(x)) throw new DpmError("DPM_JS_RANGE", 0, "a value has no exact number: it is 2^53 or more");
    return x;
  });
}
