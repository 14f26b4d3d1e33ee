// What is wrong with something that a visitor gave: a sentence for people, and the line where it stands.

export class Fault extends Error {
  /** @param {string} message  one sentence  @param {number} [line]  from 1 */
  constructor(message, line) {
    super(line === undefined ? message : `Line ${line}: ${message}`);
    this.name = "Fault";
    this.line = line ?? null;
  }
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A piece of text as a message may show it: no control characters, not endless. */
export function shown(text, most = 40) {
  // Control characters, and those that hide or reorder what stands beside them.
  const plain = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\u{fffd}");
  const letters = Array.from(plain);
  const brief = letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : plain;
  // a name that runs from right to left stands between marks that keep it from reordering the sentence
  return RIGHT_TO_LEFT.test(brief) ? `"\u2068${brief}\u2069"` : `"${brief}"`;
}
