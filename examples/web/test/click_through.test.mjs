// The page as a visitor uses it, from a file and from a server: load, choose, release, look, save, read back.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { load, toNumbers } from "../../../js/dpmarkov.js";
import { fileUrl, launch, open, PAGE, paste, percent, ready, release, ROOT, saved, serve, settled } from "./browser.mjs";

const { read } = await import(join(ROOT, "target/web/readers/read_report.mjs"));
const dpm = await load(readFileSync(join(ROOT, "target/web/dpmarkov.wasm")));
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** The cells of the table view. */
const drawn = (page) =>
  page.$$eval("#table-part tbody tr", (rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));

async function clickThrough(url) {
  const { page, quiet, close, complaints } = await open(browser, url);
  await page.click("#example-taxi");
  await ready(page);
  assert.match(await page.textContent("#log-status"), /taxi trips.*from,to,count/s);
  await page.waitForFunction(() => document.querySelector("#expect-status").textContent.includes("auto takes geometric"));
  assert.match(await page.textContent("#promise-preview"), /P\(S\) <= e\^1 P'\(S\) \+ 1e-9 for every set S of released chains, P and P' from any two logs in which one event is replaced by any other\./);
  await release(page);
  assert.equal(await page.textContent("#inequality"), "P(S) <= e^1 P'(S) + 1e-9");
  assert.match(await page.textContent("#guarantee-mechanism"), /every count \+ k, P\(k\) ~ e\^\(-r \|k\|\), r = 1\/2.*2\.80 events.*integers/s);

  // What is saved: report and chain are of one release, and the chain is what the library makes of the report's numbers.
  const [report, json, csv] = [await saved(page, "#save-report"), await saved(page, "#save-json"), await saved(page, "#save-csv")];
  const told = read(report.bytes);
  const chain = JSON.parse(json.bytes);
  const n = 59;
  assert.deepEqual(told.noisy_counts, chain.noisy_counts);
  assert.deepEqual([told.mechanism, told.adjacency, told.epsilon, told.delta, told.releases, told.states], ["geometric", "event", 1, 1e-9, 1, n]);
  assert.deepEqual(told.parameters, { rate_numerator: chain.rate_numerator, rate_denominator: chain.rate_denominator });
  dpm.verifyReport(report.bytes);
  const info = dpm.readReport(report.bytes);
  assert.deepEqual(Array.from(toNumbers(info.noisyCounts)), chain.noisy_counts.flat());
  const names = readFileSync(join(ROOT, "examples/data/manhattan_taxi/states.txt"), "utf8").trim().split("\n");
  assert.deepEqual(chain.states, names);
  assert.deepEqual(chain.stationary, Array.from(dpm.stationary(Float64Array.from(chain.matrix.flat()))));
  const lines = csv.bytes.toString().trim().split("\n");
  assert.equal(lines[0], "from,to,probability");
  assert.deepEqual(lines.slice(1).map((line) => Number(line.split(",").at(-1))), chain.matrix.flat());
  // Near the truth, as far as the noise goes: the log was really read.
  const truth = readFileSync(join(ROOT, "examples/data/manhattan_taxi/transitions.csv"), "utf8").trim().split("\n").slice(1).map((line) => line.split(","));
  for (const [from, to, count] of truth) assert.ok(Math.abs(chain.noisy_counts[names.indexOf(from)][names.indexOf(to)] - count) < 80);

  // What is drawn is what is saved: the table's figures, the cell that the keyboard reaches, its colour.
  await page.click("#view-table");
  const table = await drawn(page);
  assert.equal(table.length, n);
  for (const [i, [state, ...cells]] of table.entries()) {
    assert.equal(state, names[i]);
    cells.forEach((cell, j) => assert.ok(Math.abs(percent(cell) - chain.matrix[i][j]) <= 0.0005, `${i} ${j} ${cell}`));
  }
  await page.click("#view-map");
  await page.focus("#map");
  await page.keyboard.press("Control+End");
  await page.keyboard.press("ArrowLeft");
  const word = table[n - 1][n - 1];
  assert.equal(await page.textContent("#map-cell"), `From ${names[n - 1]} to ${names[n - 2]}: ${word}`);
  const shares = await page.$$eval("#long-run tbody tr", (rows) => rows.map((row) => [row.cells[0].textContent, row.cells[2].textContent]));
  for (const [state, share] of shares) assert.ok(Math.abs(percent(share) - chain.stationary[names.indexOf(state)]) <= 0.0005);
  assert.match(await page.textContent("#long-run-hint"), /95 % intervals for the log's own shares/);

  // Read back: the same chain, its names, its promise.
  await page.setInputFiles("#report-file", { name: "back.cbor", mimeType: "application/cbor", buffer: report.bytes });
  await page.waitForFunction(() => document.querySelector("#result-kind").textContent.startsWith("Read from the report back.cbor"));
  await settled(page);
  assert.match(await page.textContent("#checks"), /whole.*meets the guarantee/s);
  const again = JSON.parse((await saved(page, "#save-json")).bytes);
  assert.deepEqual(again.matrix, chain.matrix);
  assert.deepEqual(again.states, names);
  assert.ok((await saved(page, "#save-report")).bytes.equals(report.bytes));

  // The policy: no request leaves the page, even from a script that would like to.
  const blocked = await page.evaluate(() => fetch("http://127.0.0.1:9/").then(() => "sent", (error) => error.name));
  assert.equal(blocked, "TypeError");
  complaints.splice(0); // the browser tells of what it blocked
  await quiet();
  await close();
}

describe("the page", () => {
  it("works from a file", async () => {
    await clickThrough(fileUrl(PAGE));
  });

  it("works from a static server", async () => {
    const server = await serve(PAGE);
    await clickThrough(server.url).finally(server.close);
  });

  it("counts every press, and asks before one that the promise does not hold", async () => {
    const { page, quiet, close } = await open(browser, fileUrl(PAGE));
    await page.fill("#releases", "2");
    await page.click("#example-sessions");
    await ready(page);
    await release(page);
    assert.match(await page.textContent("#pressed"), /One release was made/);
    const first = (await saved(page, "#save-report")).bytes;
    await release(page); // the second one is planned
    assert.match(await page.textContent("#pressed"), /2 releases were made/);
    assert.notDeepEqual(read((await saved(page, "#save-report")).bytes).noisy_counts, read(first).noisy_counts);
    await page.click("#release");
    await page.waitForSelector("#again[open]");
    assert.match(await page.textContent("#again-text"), /released 2 times.*promise was for 2 releases.*ε = 2, δ = 2e-9 together/s);
    await page.keyboard.press("Escape");
    assert.match(await page.textContent("#pressed"), /2 releases were made/);
    // another log of the same content is the same log
    await paste(page, readFileSync(join(ROOT, "examples/data/made_up/sessions.csv"), "utf8"), null);
    await ready(page);
    await page.click("#release");
    await page.waitForSelector("#again[open]");
    await page.click("#again-yes");
    await page.waitForFunction(() => document.querySelector("#pressed").textContent.startsWith("3 releases"));
    await settled(page);
    assert.match(await page.textContent("#guarantee-states"), /not protected: it came from the log/);
    assert.ok(await page.isDisabled("#save-report"));
    await quiet();
    await close();
  });

  it("reads the reports of devices, of every mechanism and on a support", async () => {
    const { page, quiet, close } = await open(browser, fileUrl(PAGE));
    const folder = join(ROOT, "examples/data/reports");
    await page.fill("#states-text", readFileSync(join(folder, "states.txt"), "utf8"));
    await page.click("#states-use");
    const support = dpm.support([[0, 1], [2], [0, 1, 2]]);
    const counts = dpm.counts(support, { values: [500, 40, 70, 30, 20, 900] });
    const promise = { adjacency: "event", epsilon: 1, delta: 1e-6, releases: 1 };
    const about = { stateTable: new Uint8Array(16), window: [3, 9], support };
    const geometric = dpm.geometric(promise);
    const dirichlet = dpm.dirichlet({ ...promise, pseudoCount: 20 });
    const made = {
      "geometric.cbor": geometric.report(geometric.releaseCounts(counts), about),
      "dirichlet.cbor": dirichlet.report(dirichlet.releaseChain(counts), about),
    };
    const devices = ["device-01.cbor", "device-03.cbor", "device-04.cbor"].map((file) => [file, readFileSync(join(folder, file))]);
    for (const [file, bytes] of [...devices, ...Object.entries(made)]) {
      await page.setInputFiles("#report-file", { name: file, mimeType: "application/cbor", buffer: Buffer.from(bytes) });
      await page.waitForFunction((text) => document.querySelector("#result-kind").textContent.includes(text), file);
      await settled(page);
      const told = read(Buffer.from(bytes));
      const chain = JSON.parse((await saved(page, "#save-json")).bytes);
      assert.equal(chain.mechanism, told.mechanism);
      const noisy = told.noisy_counts !== undefined;
      assert.match(await page.textContent("#long-run-hint"), noisy ? /95 % intervals/ : /No error bars: they need the number of events/, file);
      if (told.targets) {
        assert.deepEqual(chain.matrix[1], [0, 0, 1]);
        assert.deepEqual(chain.feasible, [[1, 1, 0], [0, 0, 1], [1, 1, 1]]);
        assert.equal(await page.isVisible("#guarantee-states"), true);
      } else {
        assert.deepEqual(chain.states, ["Home", "Search", "Player", "Settings", "Idle"]);
        assert.deepEqual((chain.noisy_counts ?? chain.tallies).flat(), (told.noisy_counts ?? told.tallies).flat());
      }
      if (told.row_totals) assert.match(await page.textContent("#checks"), /rows and totals together keep ε = 1.25/);
    }
    await quiet();
    await close();
  });

  it("takes a log that is dropped on it, plain or gzip, and one that misses its place changes nothing", async () => {
    const { page, quiet, close } = await open(browser, fileUrl(PAGE));
    const onto = (selector, name, bytes) =>
      page.evaluate(({ selector, name, bytes }) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([Uint8Array.from(bytes)], name));
        for (const type of ["dragover", "drop"]) document.querySelector(selector).dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }, { selector, name, bytes: [...bytes] });
    await page.check("#states-log");
    await onto("#about-title", "missed.csv", Buffer.from("from,to\na,b\n"));
    await onto("#drop label", "dropped.csv.gz", gzipSync("session,state\n1,a\n1,b\n1,a\n"));
    await ready(page);
    assert.match(await page.textContent("#log-status"), /dropped.csv.gz: session,state/);
    assert.ok(await page.isVisible("#adjacency-note"));
    await page.check('input[value="visit"]');
    assert.ok(await page.isHidden("#adjacency-note"));
    // the keyboard is still in the list when a log is dropped: the first press on Release is one
    await page.check("#states-public");
    await page.fill("#states-text", "a\nb");
    await onto("#drop label", "listed.csv", Buffer.from("from,to\na,b\n"));
    await page.waitForFunction(() => document.querySelector("#log-status").textContent.includes("listed.csv"));
    await ready(page);
    await release(page);
    await quiet();
    await close();
  });

  it("works by the keyboard alone", async () => {
    const { page, quiet, close } = await open(browser, fileUrl(PAGE));
    const to = async (selector) => {
      for (let i = 0; i < 80; i++) {
        if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) return;
        await page.keyboard.press("Tab");
      }
      assert.fail(`Tab does not reach ${selector}`);
    };
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
    await page.keyboard.press("Enter");
    await to("#example-sessions");
    await page.keyboard.press("Enter");
    await ready(page);
    await to("#epsilon");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("2");
    await to('input[name="adjacency"]:checked');
    await page.keyboard.press("ArrowDown");
    assert.ok(await page.isChecked('input[value="visit_presence"]'));
    await to("#mechanism");
    await page.keyboard.type("gau");
    await to("#release");
    await page.keyboard.press("Enter");
    await settled(page);
    assert.equal(await page.evaluate(() => document.activeElement.id), "result");
    assert.equal(await page.textContent("#inequality"), "P(S) <= e^2 P'(S) + 1e-9");
    await to("#map");
    const at = () => page.textContent("#map-cell");
    const first = await at();
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await at(), first);
    assert.equal(await page.getAttribute("#map-cell", "aria-live"), "polite");
    await page.keyboard.press("Home");
    assert.equal(await at(), first);
    await to("#save-json");
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    assert.equal(download.suggestedFilename(), "chain.json");
    await quiet();
    await close();
  });
});
