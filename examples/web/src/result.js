// A chain that was released here or read from a report: drawn, told, saved. All of it is public.
import { announce, byId, el, name } from "./dom.js";
import { HeatMap, drawLegend } from "./heatmap.js";
import { bytesOf, filePlace } from "./inputs.js";
import { chainCsv, chainJson, save } from "./save.js";
import { Scale } from "./scale.js";
import { fillNextFrom, longRunTable, matrixTable, nextTable, TOP } from "./tables.js";
import { inequality, law, REASONS, sentence } from "./words.js";

const MOST_REPORT = 16 * 1024 * 1024;
/** Error bars of the long run take n^3 steps and 32 n^2 bytes. */
const MOST_INTERVALS = 400;
const percentOf = (level) => `${Math.round(100 * level)} %`;

export class Result {
  #client;
  #map = new HeatMap();
  #shown = null;
  #report = null; // the bytes of the last report that was read: public
  #list = null;
  #turn = 0;
  #allStates = false;

  constructor(client) {
    this.#client = client;
    byId("view-map").addEventListener("click", () => this.#view("map"));
    byId("view-table").addEventListener("click", () => this.#view("table"));
    byId("level").addEventListener("change", () => this.#intervals());
    byId("next-from").addEventListener("change", () => this.#next());
    byId("save-report").addEventListener("click", () => save(this.#shown.report, "application/cbor", "release.cbor"));
    byId("save-json").addEventListener("click", () => save(chainJson(this.#shown), "application/json", "chain.json"));
    byId("save-csv").addEventListener("click", () => save(chainCsv(this.#shown), "text/csv", "chain.csv"));
    filePlace("report-file", "report-drop", (file) => this.#readReport(file));
  }

  redraw() {
    this.#map.draw();
    if (this.#shown) drawLegend(this.#shown.scale);
  }

  /** Draws a result. `moves`: the visitor asked for it, so that the page goes there. */
  show(result, moves) {
    const labels = result.names ?? Array.from({ length: result.n }, (_, i) => String(i));
    this.#shown = { ...result, labels, scale: new Scale(result.matrix), level: Number(byId("level").value), intervals: null };
    this.#allStates = false;
    byId("result").hidden = false;
    byId("result-kind").textContent = result.source;
    this.#guarantee();
    fillNextFrom(this.#shown);
    this.#view("map");
    drawLegend(this.#shown.scale);
    this.#map.show(this.#shown);
    this.#intervals();
    const report = byId("save-report");
    report.disabled = !result.report;
    byId("downloads-hint").textContent = result.report
      ? "The report is what a device would send: some bytes of CBOR that any CBOR library reads, with a hash of the list of states. The chain has the names in it."
      : result.origin === "report" ? "" : "No report: the list of states came from the log, and a report would hold a hash of it without any noise. Give a public list for one.";
    if (moves) {
      byId("result").scrollIntoView();
      byId("result").focus({ preventScroll: true });
    }
  }

  #guarantee() {
    const shown = this.#shown;
    const { guarantee, mechanism, parameters } = shown;
    byId("inequality").textContent = inequality(guarantee);
    byId("guarantee-sentence").textContent = sentence(guarantee);
    const states = byId("guarantee-states");
    states.hidden = shown.statesFrom === "public";
    const given = shown.otherList ? "A report holds no names, and the list of states above is not this one's: its hash is another. States go by their numbers, from 0." : null;
    states.textContent = shown.statesFrom === "log" ? "The list of states is not protected: it came from the log." : given ?? "A report holds no names: states go by their numbers, from 0. Give their public list above, and the names are shown if it has the report's hash.";
    const facts = [`Mechanism: ${mechanism}: ${law(mechanism, parameters)}.`];
    if (shown.standardError) facts.push(`Standard error of a count: ${shown.standardError.toFixed(2)} events.`);
    facts.push(mechanism === "dirichlet" ? "Drawn in floating point: the proof is about real numbers." : "Drawn with integers.");
    if (shown.pure && guarantee.delta > 0) facts.push("δ is 0 in fact.");
    if (shown.chosenBy in REASONS) facts.push(`Chosen: ${REASONS[shown.chosenBy]}.`);
    byId("guarantee-mechanism").textContent = facts.join(" ");
    const checks = byId("checks");
    checks.hidden = !shown.checks;
    checks.replaceChildren(...(shown.checks ?? []).map((text) => el("li", {}, text)));
  }

  #view(which) {
    const map = which === "map";
    byId("view-map").setAttribute("aria-pressed", String(map));
    byId("view-table").setAttribute("aria-pressed", String(!map));
    byId("map-part").hidden = !map;
    byId("table-part").hidden = map;
    if (map) this.#map.show(this.#shown);
    else byId("table-part").replaceChildren(matrixTable(this.#shown, Number(byId("next-from").value)));
  }

  /** Noisy counts of the feasible cells of one row; null under a mechanism that has none. */
  #noisyRow(i) {
    const { n, feasible, values } = this.#shown;
    if (values?.kind !== "noisy_counts") return null;
    const targets = Array.from({ length: n }, (_, j) => j).filter((j) => !feasible || feasible[i * n + j]);
    return { targets, counts: targets.map((j) => values.numbers[i * n + j]) };
  }

  #about() {
    const { mechanism, parameters, level } = this.#shown;
    return { mechanism, parameters, level };
  }

  /** The error bars of the level that is chosen. They are computed from the release alone. */
  async #intervals() {
    const shown = this.#shown;
    const turn = ++this.#turn;
    shown.level = Number(byId("level").value);
    shown.intervals = null;
    this.#next();
    this.#longRun("Bars: the shares under the released chain. The error bars are being computed …");
    const why = await this.#longRunIntervals(shown, turn);
    if (turn !== this.#turn) return;
    this.#longRun(why
      ? `Bars: the shares under the released chain. No error bars: ${why}`
      : `Bars: the shares under the released chain. Lines: ${percentOf(shown.level)} intervals for the log's own shares, each for itself; first order in the noise, nothing is proved.`);
  }

  /** Why there are none, or null. */
  async #longRunIntervals(shown, turn) {
    const { n, matrix, labels } = shown;
    if (shown.values?.kind !== "noisy_counts") return `they need the number of events in each row, and ${shown.mechanism} does not release it.`;
    if (n > MOST_INTERVALS) return `this page computes them up to ${MOST_INTERVALS} states; dpmarkov inspect goes further.`;
    const rows = labels.map((_, i) => this.#noisyRow(i));
    const empty = rows.findIndex(({ counts }) => counts.reduce((sum, count) => sum + count, 0) <= 0);
    if (empty >= 0) return `the noisy counts of the row of ${name(labels[empty])} sum to 0 or less, so that nothing is known of it.`;
    try {
      const intervals = await this.#client.ask("longRunIntervals", { ...this.#about(), matrix, n, rows });
      if (turn === this.#turn) shown.intervals = intervals;
      return null;
    } catch (error) {
      return `noise leaves no estimate (${error.message.replace(/[.]$/, "")}).`;
    }
  }

  #longRun(hint) {
    const shown = this.#shown;
    byId("long-run-hint").textContent = shown.stationary ? hint : shown.stationaryOmitted;
    if (!shown.stationary) return byId("long-run").replaceChildren();
    byId("long-run").replaceChildren(longRunTable(shown, shown.intervals, shown.level, this.#allStates));
    if (shown.n <= TOP) return undefined;
    const more = el("button", { type: "button", id: "long-run-all", "aria-expanded": String(this.#allStates) }, this.#allStates ? "Show fewer" : `Show all ${shown.n} states`);
    more.addEventListener("click", () => {
      this.#allStates = !this.#allStates;
      this.#longRun(hint);
      byId("long-run-all").focus();
    });
    byId("long-run").append(more);
  }

  async #next() {
    const shown = this.#shown;
    const from = Number(byId("next-from").value);
    const hint = (text) => (byId("next-hint").textContent = text);
    byId("next").replaceChildren(nextTable(shown, from, null, shown.level));
    if (!byId("table-part").hidden) byId("table-part").replaceChildren(matrixTable(shown, from));
    const row = this.#noisyRow(from);
    if (!row) return hint(`No intervals: they need the number of events in the row, and ${shown.mechanism} does not release it.`);
    if (row.counts.length < 2) return hint("");
    hint("");
    try {
      const found = await this.#client.ask("rowIntervals", { ...this.#about(), counts: row.counts });
      if (shown !== this.#shown || from !== Number(byId("next-from").value)) return undefined;
      const intervals = { lower: new Float64Array(shown.n), upper: new Float64Array(shown.n) };
      row.targets.forEach((j, k) => {
        intervals.lower[j] = found.lower[k];
        intervals.upper[j] = found.upper[k];
      });
      byId("next").replaceChildren(nextTable(shown, from, intervals, shown.level));
      hint(`${percentOf(shown.level)} intervals for the log's own shares, each for itself.`);
    } catch (error) {
      hint(`No intervals: ${error.message}`);
    }
    return undefined;
  }

  // --- reports ---

  async #readReport(file) {
    const fault = byId("report-fault");
    fault.hidden = true;
    byId("report-status").textContent = "";
    try {
      const bytes = await bytesOf(file, MOST_REPORT);
      await this.#openReport({ bytes, from: name(file.name) }, true);
      announce("The report was read. Its chain is shown above.");
    } catch (error) {
      fault.textContent = error.message;
      fault.hidden = false;
    }
  }

  async #openReport(report, moves) {
    const made = await this.#client.ask("report", { bytes: report.bytes, list: this.#list });
    this.#report = report;
    this.show({ ...made, report: report.bytes, source: `Read from the report ${report.from}: ${report.bytes.length} bytes${made.about ? `, ${made.about}` : ""}.` }, moves);
    byId("report-status").textContent = `${report.from} was read and checked; its chain is shown above.`;
  }

  /** A report that is shown without names may get them from another list. */
  namesChanged(list) {
    if (list === this.#list) return;
    this.#list = list;
    if (this.#shown?.origin === "report" && !this.#shown.names && list) this.#openReport(this.#report, false).catch(() => {});
  }
}
