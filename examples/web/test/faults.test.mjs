// What a visitor can get wrong: each is told in words, with its line, beside what is wrong; nothing breaks and nothing is released.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { crc32 } from "node:zlib";
import { drop, fileUrl, launch, open, PAGE, paste, ready, release, saved, settled } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const many = Array.from({ length: 5000 }, (_, i) => `s${i}`).join("\n");
const LOGS = [
  ["", null, /The log is empty/],
  ["\n\n", null, /The log is empty/],
  ["from,to\n", null, /no event in the log/],
  ["a,b,c\n1,2,3", null, /Line 1: "a,b,c" is no header of a log\. Expected: from,to or/],
  ["from,to\na,b\na,b,c\n", null, /Line 3: 3 fields where the header \(from,to\) has 2/],
  ["from,to\na,b\nb,\n", null, /Line 3: a state has no name/],
  ['from,to\na,b\n\n"a,b\n', null, /Line 4: a quote \("\) opens here and is never closed/],
  ['from,to\na,b\na"x,b\n', null, /Line 3: quotes/],
  ['from,to\n"a\nb",c\nx,y,z\n', null, /Line 4: 3 fields/],
  ["from,to,count\na,b,-1\n", null, /Line 2: "-1" is no count/],
  ["from,to,count\na,b,1.5\n", null, /Line 2: "1.5" is no count/],
  ["from,to,count\na,b,4294967295\na,b,1\n", null, /Line 3: one transition has more than/],
  ["session,state\n,a\n", null, /Line 2: a session has no name/],
  ["from,to\na,a\n", null, /one state, "a"/],
  ["a\nb\na,b\n", null, /Line 3: "a,b" has 2 fields/],
  ["from,to\na,b\nb,c\n", "a\nb", /Line 3: "c" is not in the list of states/],
  ["from,to\na\0,b\n", null, /Line 2: a NUL byte/],
  ["from;to\na;b\n", null, /Line 1: "from;to" looks like a header whose fields are not separated by commas/],
  ['"from"; "to"; "count"\na;b;3\n', null, /not separated by commas|quotes/],
  ["session\tstate\n1\ta\n1\tb\n", null, /not separated by commas/],
  ["from,to\nשלום,b\nb,c\n", "a\nb", /"\u2068שלום\u2069" is not in the list of states/],
];
const LISTS = [
  ["a", /The list has one state/],
  ["a\nb\na", /Line 3: "a" is in the list of states already, in line 1/],
];

describe("faults", () => {
  it("of a log and of a list", async () => {
    const { page, quiet, close } = await open(browser, fileUrl(PAGE));
    const told = async (id, what) => {
      await page.waitForFunction(({ id, source, flags }) => new RegExp(source, flags).test(document.querySelector(id).textContent), { id, source: what.source, flags: what.flags });
      assert.ok(await page.isVisible(id));
      assert.ok(await page.isDisabled("#release"));
    };
    for (const [log, states, what] of LOGS) {
      await paste(page, log, states);
      await told("#log-fault", what);
    }
    await paste(page, "from,to\na,b\nb,a", "a\nb");
    await ready(page);
    for (const [list, what] of LISTS) {
      await page.fill("#states-text", list);
      await page.click("#states-use");
      await told("#states-fault", what);
      assert.equal(await page.getAttribute("#states-text", "aria-invalid"), "true");
    }
    await page.check("#states-log");
    await drop(page, "#log-file", "many.txt", Buffer.from(many));
    await told("#log-fault", /Line 1025: more than 1,024 states/);
    await page.check("#states-public");
    await drop(page, "#states-file", "many.txt", Buffer.from(many));
    await told("#states-fault", /Line 1025: more than 1,024 states/);
    const binary = Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 131) & 255));
    await drop(page, "#log-file", "picture.png", binary);
    await told("#log-fault", /no text in UTF-8/);
    await drop(page, "#log-file", "bad.csv.gz", Buffer.concat([Buffer.from([0x1f, 0x8b]), binary]));
    await told("#log-fault", /begins as gzip does, but it is damaged/);
    await drop(page, "#log-file", "release.cbor", Buffer.from("d9d9f7a0", "hex"));
    await told("#log-fault", /This is a report, not a log/);
    await quiet();
    await close();
  });

  it("of the options", async () => {
    const { page, quiet, close } = await open(browser, fileUrl(PAGE));
    await page.click("#example-sessions");
    await ready(page);
    for (const [id, bad, good, what] of [
      ["epsilon", ["NaN", "", "-1", "2e6", "Infinity", "1e999", "0x10", "1,5"], "1", /number|ε goes/],
      ["delta", ["nan", "1", "-1e-9", "1e-320"], "1e-9", /number|δ/],
      ["releases", ["0", "1.5", "99999999999", "x"], "1", /whole number/],
      ["row-total", ["0", "1e16"], "1000", /From 1/],
      ["floor", ["-1", "NaN"], "0", /number|From 0/],
    ]) {
      for (const value of bad) {
        await page.evaluate(() => (document.querySelector("#more").open = true));
        await page.fill(`#${id}`, value);
        assert.match(await page.textContent(`#${id}-fault`), what, `${id} ${value}`);
        assert.equal(await page.getAttribute(`#${id}`, "aria-invalid"), "true");
        await page.click("#release");
        assert.match(await page.textContent("#release-fault"), /not right yet/);
        assert.equal(await page.evaluate(() => document.activeElement.id), id);
      }
      await page.fill(`#${id}`, good);
      assert.ok(await page.isHidden(`#${id}-fault`));
    }
    // a promise that a mechanism cannot keep
    await page.fill("#delta", "0");
    await page.selectOption("#mechanism", "gaussian");
    await page.click("#release");
    await page.waitForFunction(() => document.querySelector("#release-fault").textContent !== "" && !document.querySelector("#release-fault").textContent.includes("field"));
    assert.match(await page.textContent("#release-fault"), /delta/i);
    assert.match(await page.textContent("#pressed"), /None was made/);
    assert.ok(await page.isHidden("#result"));
    await quiet();
    await close();
  });

  it("of a report", async () => {
    const { page, quiet, close } = await open(browser, fileUrl(PAGE));
    await page.click("#example-sessions");
    await ready(page);
    await release(page);
    const { bytes } = await saved(page, "#save-report");
    const before = await page.textContent("#result-kind");
    const sealed = (change) => {
      const copy = Buffer.from(bytes);
      change(copy);
      copy.writeUInt32LE(crc32(copy.subarray(0, -4)), copy.length - 4);
      return copy;
    };
    const damaged = Buffer.from(bytes);
    damaged[60] ^= 1;
    const epsilon = bytes.indexOf(Buffer.from("03fb3ff0000000000000", "hex"));
    assert.ok(epsilon > 0);
    const cases = [
      [Buffer.alloc(0), /empty/],
      [Buffer.from("from,to\na,b\n"), /This is no report/],
      [Buffer.from("a16161f5", "hex"), /This is no report/],
      [bytes.subarray(0, 100), /damaged|no report/],
      [damaged, /damaged: its checksum/],
      // a promise that the noise does not keep: ε = 0.0078 in place of 1
      [sealed((copy) => copy.write("3f80000000000000", epsilon + 2, "hex")), /do not keep the promise/],
      [sealed((copy) => (copy[5] = 2)), /later version/],
    ];
    for (const [report, what] of cases) {
      await drop(page, "#report-file", "wrong.cbor", report);
      await page.waitForFunction(({ source }) => new RegExp(source).test(document.querySelector("#report-fault").textContent), { source: what.source });
      assert.equal(await page.textContent("#result-kind"), before);
      await page.evaluate(() => (document.querySelector("#report-fault").textContent = ""));
    }
    // another list: numbers in place of names; with the right one they come back
    await page.fill("#states-text", "x\ny");
    await page.click("#states-use");
    await drop(page, "#report-file", "ours.cbor", bytes);
    await page.waitForFunction(() => document.querySelector("#result-kind").textContent.includes("ours.cbor"));
    await settled(page);
    assert.match(await page.textContent("#guarantee-states"), /holds no names, and the list of states above is not this one's/);
    await page.click("#example-sessions");
    await page.waitForFunction(() => document.querySelector("#guarantee-states").hidden);
    await quiet();
    await close();
  });
});
