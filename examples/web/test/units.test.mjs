// The parts that need no browser: the forms of a log, the list of states and its hash, numbers of a promise.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { inequality, number, percent, sentence } from "../src/words.js";
import { History, identityOf } from "../worker/history.js";
import { readLog } from "../worker/log.js";
import { strict } from "../worker/records.js";
import { readStates, stateTable } from "../worker/states.js";
import { textOf } from "../worker/text.js";

const root = join(import.meta.dirname, "../../..");
const data = (file) => readFileSync(join(root, "examples/data", file), "utf8");

describe("a log", () => {
  const rows = ({ states, counts }) => [states, Array.from(counts)];

  it("is read in each of its forms to the same counts", () => {
    const want = [["a", "b"], [1, 1, 1, 0]];
    assert.deepEqual(rows(readLog("from,to\na,a\na,b\nb,a\n", null)), want);
    assert.deepEqual(rows(readLog("TO,From\na,a\nb,a\na,b", null)), want);
    assert.deepEqual(rows(readLog("from,to,count\na,a,1\na,b,0\n\na,b,1\nb,a,1\n", null)), want);
    assert.deepEqual(rows(readLog("session,state\n1,a\n2,b\n1,a\n2,a\n1,b\n", null)), want);
    assert.deepEqual(rows(readLog("a\na\nb\n\nb\na\n", null)), want);
    assert.deepEqual(rows(readLog('from,to\n"a","a"\n"a",b\nb,"a"', null)), want);
  });

  it("keeps names as they are, and sorts its own by their bytes", () => {
    const { states } = readLog('from,to\n"x, ""y""", z \n\u{1f600},\u{ffff}\n"two\nlines",Z\n', null);
    assert.deepEqual(states, [" z ", "Z", "two\nlines", 'x, "y"', "\u{ffff}", "\u{1f600}"]);
  });

  it("has quotes around whole fields or none, however long", () => {
    const wanted = /^(?:"(?:[^"]|"")*"|[^",\n]*)(?:,(?:"(?:[^"]|"")*"|[^",\n]*))*$/;
    for (let length = 0; length <= 8; length++) {
      for (let k = 0; k < 4 ** length; k++) {
        const record = Array.from({ length }, (_, i) => 'a",\n'[(k >> (2 * i)) & 3]).join("");
        assert.equal(strict(record), wanted.test(record), JSON.stringify(record));
      }
    }
    const long = "q".repeat(5e6);
    assert.deepEqual(readLog(`from,to\n"${long}",b\nb,"${long}"\n`, null).states, ["b", long]);
  });

  it("follows a public list, with states that never occur", () => {
    assert.deepEqual(rows(readLog("from,to\nb,a\n", ["b", "c", "a"])), [["b", "c", "a"], [0, 0, 1, 0, 0, 0, 0, 0, 0]]);
  });

  it("may be packed, and may begin with a byte order mark", async () => {
    const { gzipSync } = await import("node:zlib");
    const text = "\ufefffrom,to\r\na,b\r\nb,a\r";
    for (const bytes of [Buffer.from(text), gzipSync(text)]) {
      assert.deepEqual(rows(readLog(await textOf(new Uint8Array(bytes)), null)), [["a", "b"], [0, 1, 1, 0]]);
    }
  });

  it("has all taxi trips", () => {
    const { states, counts } = readLog(data("manhattan_taxi/transitions.csv"), readStates(data("manhattan_taxi/states.txt")));
    assert.equal(states.length, 59);
    assert.equal(counts.reduce((sum, count) => sum + count, 0), 300073);
  });
});

describe("a list of states", () => {
  it("has the hash of the program and of the devices", async () => {
    const { read } = await import(join(root, "target/web/readers/read_report.mjs"));
    const report = read(readFileSync(join(root, "examples/data/reports/device-01.cbor")));
    assert.equal(Buffer.from(stateTable(readStates(data("reports/states.txt")))).toString("hex"), report.state_table);
  });
});

describe("words", () => {
  it("show a number of a promise as the program does, never below itself", () => {
    for (const [x, shown] of [[0, "0"], [1, "1"], [0.1, "0.1"], [1e6, "1000000"], [1e-9, "1e-9"], [1e-300, "1e-300"], [0.999999999999, "0.999999999999"],
      [1 / 11, "0.0909091"], [1 / 3, "0.333334"], [2 / 3, "0.666667"], [100 / 3, "33.3334"], [0.1 + 2 ** -56, "0.100001"], [1 - 2 ** -53, "1"],
      [1 / 3e9, "3.33334e-10"], [2 ** -1022, "2.22508e-308"]]) assert.equal(number(x), shown);
    for (let x = 1.2345678e-300; x < 1e300; x *= 7.654321) {
      assert.ok(Number(number(x)) >= x && Number(number(x)) <= x * 1.0000101, String(x));
    }
  });

  it("state the same inequality and sentence", () => {
    assert.equal(inequality({ epsilon: 1, delta: 0 }), "P(S) <= e^1 P'(S)");
    assert.equal(inequality({ epsilon: 1e-4, delta: 1e-6 }), "P(S) <= e^(1e-4) P'(S) + 1e-6");
    assert.match(sentence({ releases: 3, adjacency: "visit" }), /^for every set S of what all 3 releases together show, P and P' from any two logs in which one visited state/);
    const program = readFileSync(join(root, "src/bin/dpmarkov/output/promise.rs"), "utf8");
    for (const adjacency of ["event", "destination", "add_remove", "visit", "visit_presence"]) {
      const words = /in which (.*)\.$/.exec(sentence({ releases: 1, adjacency }))[1];
      assert.ok(program.includes(words), words);
    }
  });

  it("round percentages", () => {
    assert.deepEqual([0, 1, 0.5, 0.0999, 0.0225, 0.00012, 1e-9].map(percent), ["0.0 %", "100.0 %", "50.0 %", "10.0 %", "2.25 %", "0.0120 %", "< 0.0001 %"]);
  });
});

describe("the history of a log", () => {
  const options = { adjacency: "event", epsilon: 0.1, delta: 1e-9, releases: 2 };
  const made = { mechanism: "geometric", parameters: { numerator: 1, denominator: 2 } };

  it("warns from the first release that was not planned, and adds up", () => {
    const history = new History();
    for (let i = 0; i < 2; i++) {
      assert.equal(history.warning("log", options, made), null);
      history.add("log", options, made);
    }
    assert.match(history.warning("log", options, made), /2 times.*promise was for 2 releases.*ε = 0.2, δ = 2e-9 together/s);
    assert.equal(history.warning("another", options, made), null);
    history.add("log", options, made);
    assert.equal(history.count("log"), 3);
    // the third and the fourth are one more batch of two
    assert.match(history.warning("log", options, made), /ε = 0.2, δ = 2e-9 together/);
    assert.match(history.warning("log", { ...options, epsilon: 1 }, made), /under other settings.*ε = 1.2/s);
    assert.match(history.warning("log", { ...options, adjacency: "visit" }, made), /no one promise/);
  });

  it("takes a promise for several releases as one for the same mechanism and parameters", () => {
    for (const other of [{ mechanism: "gaussian", parameters: { numerator: 9, denominator: 1 } }, { ...made, parameters: { numerator: 1, denominator: 3 } }]) {
      const history = new History();
      history.add("log", options, made);
      assert.equal(history.warning("log", options, { ...made, parameters: { ...made.parameters } }), null);
      assert.match(history.warning("log", options, other), /once.*under other settings.*ε = 0.2, δ = 2e-9 together/s);
    }
  });

  it("knows a log by its events, in whatever form they come", () => {
    const of = (text, list = null) => identityOf(readLog(text, list));
    const one = of("from,to\na,b\nb,a\na,b\n");
    for (const same of [of("from,to\na,b\na,b\nb,a"), of("to,from,count\nb,a,2\na,b,1\n"), of('"a"\nb\na\n\na\nb\n'), of("from,to\na,b\nb,a\na,b\n", ["c", "b", "a", "d"])]) {
      assert.equal(same, one);
    }
    for (const another of [of("from,to\na,b\nb,a\n"), of("from,to\nb,a\nb,a\na,b\n"), of("from,to\na,c\nc,a\na,c\n"), of("from,to,count\na,b,0\n")]) assert.notEqual(another, one);
  });
});
