// The list of states: public where the visitor gives it, not protected where it is the log's.
import { sha256 } from "@noble/hashes/sha2.js";
import { Fault, shown } from "./fault.js";

/** What this page draws and releases. The command line takes 4,096, the library 65,535. */
export const MOST_STATES = 1024;

const utf8 = new TextEncoder();

export function tooMany() {
  return `more than ${MOST_STATES.toLocaleString("en")} states: this page goes that far, the command line to 4,096.`;
}

/** One state a line, in the order of the chain's rows; blank lines are skipped. */
export function readStates(text) {
  const states = [];
  const first = new Map();
  text.split("\n").forEach((name, index) => {
    if (name === "") return;
    const line = index + 1;
    if (name.includes("\0")) throw new Fault("the list of states holds a NUL byte.", line);
    if (first.has(name)) throw new Fault(`${shown(name)} is in the list of states already, in line ${first.get(name)}.`, line);
    if (states.length === MOST_STATES) throw new Fault(tooMany(), line);
    first.set(name, line);
    states.push(name);
  });
  if (states.length < 2) {
    throw new Fault(states.length === 0 ? "The list of states is empty: one state a line, two at least." : "The list has one state. One state is no chain: give two at least.");
  }
  return states;
}

/** Sorted by the bytes of the names, so that the order of events does not show. */
export function byBytes(a, b) {
  const [x, y] = [utf8.encode(a), utf8.encode(b)];
  const shorter = Math.min(x.length, y.length);
  for (let i = 0; i < shorter; i++) if (x[i] !== y[i]) return x[i] - y[i];
  return x.length - y.length;
}

/** What a report carries in place of the names: the first 16 bytes of SHA-256 over each name's length (32 bits, little-endian) and bytes. */
export function stateTable(states) {
  const hash = sha256.create();
  for (const name of states) {
    const bytes = utf8.encode(name);
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, bytes.length, true);
    hash.update(length).update(bytes);
  }
  return hash.digest().slice(0, 16);
}
