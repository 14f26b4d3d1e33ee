// Reads a log into counts. SECRET: what comes out of here may go into a mechanism and nowhere else.
import { eachRecord } from "./records.js";
import { Fault, shown } from "./fault.js";
import { byBytes, MOST_STATES, tooMany } from "./states.js";

const MOST_EVENTS = 4294967295;
const FORMS = [["from", "to"], ["from", "to", "count"], ["session", "state"]];
const EXPECTED = "from,to or from,to,count or session,state as the first line, or one state on each line without commas";

/** Which form the first record announces: the form's name and where its columns stand, or null where the record is an event itself. */
function formOf(fields, line) {
  const names = fields.map((field) => field.toLowerCase());
  for (const form of FORMS) {
    if (form.length === names.length && form.every((name) => names.includes(name))) {
      return { form: form.join(","), columns: form.map((name) => names.indexOf(name)) };
    }
  }
  if (fields.length === 1) {
    const others = names[0].split(/[;\t|]/).map((name) => name.trim().replace(/^"(.*)"$/, "$1"));
    if (FORMS.some((form) => form.length === others.length && form.every((name) => others.includes(name)))) {
      throw new Fault(`${shown(fields[0])} looks like a header whose fields are not separated by commas. Save the log as CSV with commas.`, line);
    }
    return null;
  }
  throw new Fault(`${shown(fields.join(","))} is no header of a log. Expected: ${EXPECTED}.`, line);
}

/** Names to numbers. With a public list every other name is a fault. */
class Names {
  constructor(known) {
    this.known = known !== null;
    this.list = known ?? [];
    this.numbers = new Map(this.list.map((name, index) => [name, index]));
  }

  number(name, line) {
    const there = this.numbers.get(name);
    if (there !== undefined) return there;
    if (name === "") throw new Fault("a state has no name here (an empty field).", line);
    if (this.known) throw new Fault(`${shown(name)} is not in the list of states.`, line);
    if (this.list.length === MOST_STATES) throw new Fault(tooMany(), line);
    this.numbers.set(name, this.list.length);
    this.list.push(name);
    return this.list.length - 1;
  }
}

/** How often each pair of states was seen, while the number of states is not known. */
class Pairs {
  constructor() {
    this.cells = new Map();
  }

  add(from, to, count, line) {
    const key = from * MOST_STATES + to;
    const sum = (this.cells.get(key) ?? 0) + count;
    if (sum > MOST_EVENTS) throw new Fault(`one transition has more than ${MOST_EVENTS.toLocaleString("en")} events.`, line);
    this.cells.set(key, sum);
  }
}

function wholeNumber(field, line) {
  if (!/^[0-9]{1,10}$/.test(field) || Number(field) > MOST_EVENTS) {
    throw new Fault(`${shown(field)} is no count: a whole number from 0 to ${MOST_EVENTS.toLocaleString("en")} in digits.`, line);
  }
  return Number(field);
}

/**
 * @param {string} text
 * @param {string[] | null} known  the public list of states; null: the log's own
 * @returns {{ form: string, states: string[], counts: Uint32Array }}
 */
export function readLog(text, known) {
  const names = new Names(known);
  const pairs = new Pairs();
  const visited = new Map(); // session -> the state it is in
  let header; // undefined: nothing read yet; null: plain lines
  let current = -1;

  const plain = (fields, line) => {
    if (fields.length > 1) throw new Fault(`${shown(fields.join(","))} has ${fields.length} fields. This log has no header, so that a line is one state.`, line);
    if (fields[0] === "") {
      current = -1; // a blank line begins another session
      return;
    }
    const next = names.number(fields[0], line);
    if (current >= 0) pairs.add(current, next, 1, line);
    current = next;
  };

  eachRecord(text, (fields, line) => {
    const blank = fields.length === 1 && fields[0] === "";
    if (header === undefined) {
      if (blank) return;
      header = formOf(fields, line);
      if (header) return;
    }
    if (header === null) return plain(fields, line);
    if (blank) return;
    const { form, columns } = header;
    if (fields.length !== columns.length) {
      throw new Fault(`${fields.length} ${fields.length === 1 ? "field" : "fields"} where the header (${form}) has ${columns.length}: ${shown(fields.join(","))}.`, line);
    }
    const [a, b, c] = columns.map((column) => fields[column]);
    if (form === "session,state") {
      if (a === "") throw new Fault("a session has no name here (an empty field).", line);
      const next = names.number(b, line);
      const before = visited.get(a);
      if (before !== undefined) pairs.add(before, next, 1, line);
      visited.set(a, next);
    } else {
      const count = c === undefined ? 1 : wholeNumber(c, line);
      pairs.add(names.number(a, line), names.number(b, line), count, line);
    }
  });
  if (header === undefined) throw new Fault(`The log is empty. Expected: ${EXPECTED}.`);
  if (names.list.length < 2) {
    throw new Fault(names.list.length === 0 ? "There is no event in the log, and no list of states." : `The log has one state, ${shown(names.list[0])}. One state is no chain.`);
  }
  return { form: header ? header.form : "one state a line", ...numbered(names, pairs) };
}

/** Counts row by row, the log's own states sorted. */
function numbered(names, pairs) {
  const states = names.known ? names.list : [...names.list].sort(byBytes);
  const place = new Map(states.map((name, index) => [name, index]));
  const moved = names.list.map((name) => place.get(name));
  const counts = new Uint32Array(states.length * states.length);
  for (const [key, count] of pairs.cells) {
    counts[moved[Math.floor(key / MOST_STATES)] * states.length + moved[key % MOST_STATES]] = count;
  }
  return { states, counts };
}
