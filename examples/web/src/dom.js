// A few words for the document.

export const byId = (id) => document.getElementById(id);

/** An element with attributes and children; text goes in as text, never as markup. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Says something to screen readers, politely: what changed on the page where the eye would see it. */
export function announce(text) {
  byId("announcer").textContent = text;
}

// What joins one emoji of several is left alone, the rest of what is not seen is not.
const UNSEEN = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|([\p{Cc}\p{Cf}\u2028\u2029])/gu;

/** A name as the page shows it: control characters, and those that hide or reorder text, made visible. */
export function name(text) {
  return text.replace(UNSEEN, (whole, unseen) => (unseen ? "\u{fffd}" : whole));
}

/** A name inside of a sentence: one that runs from right to left does not reorder what stands beside it. */
export const inText = (text, most = Infinity) => el("bdi", {}, short(text, most));

const letter = typeof Intl.Segmenter === "function" ? new Intl.Segmenter(undefined, { granularity: "grapheme" }) : null;
const lettersOf = (text) => (letter ? Array.from(letter.segment(text), ({ segment }) => segment) : Array.from(text));

/** A long name without its middle. */
export function short(text, most) {
  const letters = lettersOf(name(text));
  if (letters.length <= most) return letters.join("");
  const head = Math.ceil((most - 1) / 2);
  return `${letters.slice(0, head).join("")}…${letters.slice(letters.length - (most - 1 - head)).join("")}`;
}
