// The chain in tables: the matrix, the long run with its error bars, the most likely next states.
import { byId, el, inText, name, short, svg } from "./dom.js";
import { percent } from "./words.js";

/** Beyond it a table shows one row of the chain at a time. */
const WHOLE_MATRIX = 100;
export const TOP = 12;

function stateHead(label) {
  return el("th", { scope: "row", class: "name", title: name(label) }, inText(label));
}

/** All of the matrix, or the row of one state where there are too many. */
export function matrixTable(result, from) {
  const { n, labels, matrix, feasible } = result;
  const shown = (i, j) => (feasible && !feasible[i * n + j] ? "–" : percent(matrix[i * n + j]));
  if (n > WHOLE_MATRIX) {
    const body = labels.map((label, j) => el("tr", {}, stateHead(label), el("td", {}, shown(from, j))));
    return el(
      "div", { class: "matrix", tabindex: "0", role: "region", "aria-label": `Transitions from ${short(labels[from], 60)}` },
      el("table", {}, el("caption", {}, "From ", inText(labels[from], 60), `. More than ${WHOLE_MATRIX} states: choose another row under "Most likely next".`),
        el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "To"), el("th", { scope: "col" }, "Probability"))), el("tbody", {}, ...body)),
    );
  }
  const heads = labels.map((label) => el("th", { scope: "col" }, inText(label)));
  const body = labels.map((label, i) => el("tr", {}, stateHead(label), ...labels.map((_, j) => el("td", {}, shown(i, j)))));
  return el(
    "div", { class: "matrix", tabindex: "0", role: "region", "aria-label": "Table of transitions" },
    el("table", {}, el("caption", { class: "hidden" }, "Probability of each transition: from the row's state to the column's"),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "From \\ to"), ...heads)), el("tbody", {}, ...body)),
  );
}

/** Long-run shares, largest first; `intervals` null where there are none. */
export function longRunTable(result, intervals, level, all) {
  const { labels, stationary } = result;
  const order = labels.map((_, i) => i).sort((a, b) => stationary[b] - stationary[a]);
  const rows = all ? order : order.slice(0, TOP);
  const most = Math.max(...rows.map((i) => Math.max(stationary[i], intervals ? intervals.upper[i] : 0)), 1e-9);
  const at = (p) => `${(100 * Math.max(0, p)) / most}%`;
  const body = rows.map((i) => {
    const picture = svg("svg", { "aria-hidden": "true", focusable: "false" },
      svg("rect", { class: "share", x: 0, y: 4, width: at(stationary[i]), height: 12, rx: 2 }));
    if (intervals) {
      const [low, high] = [at(intervals.lower[i]), at(intervals.upper[i])];
      picture.append(
        svg("line", { class: "whisker", x1: low, x2: high, y1: 10, y2: 10 }),
        svg("line", { class: "whisker", x1: low, x2: low, y1: 5, y2: 15 }),
        svg("line", { class: "whisker", x1: high, x2: high, y1: 5, y2: 15 }),
      );
    }
    const cells = [stateHead(labels[i]), el("td", { class: "bar" }, picture), el("td", {}, percent(stationary[i]))];
    if (intervals) cells.push(el("td", {}, interval(intervals.lower[i], intervals.upper[i])));
    return el("tr", {}, ...cells);
  });
  const heads = [el("th", { scope: "col" }, "State"), el("td", {}), el("th", { scope: "col" }, "Share")];
  if (intervals) heads.push(el("th", { scope: "col" }, `${Math.round(100 * level)} % interval`));
  const rest = order.slice(rows.length).reduce((sum, i) => sum + stationary[i], 0);
  const caption = all || rows.length === order.length ? "All states by their long-run share" : `The ${rows.length} most visited states; ${percent(rest)} in ${order.length - rows.length} more`;
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-labelledby": "long-run-title" },
    el("table", { class: "bars" }, el("caption", {}, caption), el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...body)));
}

const digits = (p) => percent(p).replace(" %", "");
function interval(lower, upper) {
  return `${digits(lower)} to ${digits(upper)}`;
}

/** The most likely next states of one. */
export function nextTable(result, from, intervals, level) {
  const { n, labels, matrix, feasible } = result;
  const order = labels.map((_, j) => j).filter((j) => !feasible || feasible[from * n + j]).sort((a, b) => matrix[from * n + b] - matrix[from * n + a]);
  const rows = order.slice(0, TOP);
  const body = rows.map((j) => {
    const cells = [stateHead(labels[j]), el("td", {}, percent(matrix[from * n + j]))];
    if (intervals) cells.push(el("td", {}, interval(intervals.lower[j], intervals.upper[j])));
    return el("tr", {}, ...cells);
  });
  const heads = [el("th", { scope: "col" }, "To"), el("th", { scope: "col" }, "Probability")];
  if (intervals) heads.push(el("th", { scope: "col" }, `${Math.round(100 * level)} % interval`));
  const rest = order.slice(TOP).reduce((sum, j) => sum + matrix[from * n + j], 0);
  const what = order.length > TOP ? `the ${TOP} most likely; ${percent(rest)} to ${order.length - TOP} more` : "all next states";
  const caption = ["From ", inText(labels[from], 60), `: ${what}`];
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-labelledby": "next-title" },
    el("table", {}, el("caption", {}, ...caption), el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...body)));
}

/** What the plan found: each mechanism's expected error. */
export function planTable(plan) {
  const figure = (x) => (x >= 0.0005 ? x.toFixed(3) : x.toExponential(1));
  const body = plan.candidates.map((candidate) =>
    el("tr", { class: candidate.mechanism === plan.mechanism ? "chosen" : false },
      el("th", { scope: "row" }, candidate.mechanism, candidate.mechanism === plan.mechanism ? " ✓" : ""),
      candidate.fault ? el("td", { class: "why", colspan: "2" }, candidate.fault) : null,
      candidate.fault ? null : el("td", {}, figure(candidate.totalVariation)),
      candidate.fault ? null : el("td", {}, candidate.pure ? "0" : "above 0")));
  return el("div", { class: "scroll" }, el("table", {},
    el("caption", {}, "Expected total variation of a row from the true one (0: none, 1: all), mean of three public reference rows"),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Mechanism"), el("th", { scope: "col" }, "Error"), el("th", { scope: "col" }, "δ in fact"))), el("tbody", {}, ...body)));
}

export function fillNextFrom(result) {
  const order = result.labels.map((_, i) => i);
  if (result.stationary) order.sort((a, b) => result.stationary[b] - result.stationary[a]);
  byId("next-from").replaceChildren(...order.map((i) => el("option", { value: i }, name(result.labels[i]))));
}
