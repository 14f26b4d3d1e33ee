// What the page releases is what everybody else releases: the golden vectors from the seed of a test, and what the program reads in the page's files.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileUrl, launch, open, PAGE, paste, percent, ready, ROOT, saved, settled, TEST_PAGE } from "./browser.mjs";
import { golden } from "./golden.mjs";

const { read } = await import(join(ROOT, "target/web/readers/read_report.mjs"));
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

describe("the same release", () => {
  const program = process.env.DPMARKOV ?? join(ROOT, "target/debug/dpmarkov");
  it("is understood by the program: chain and report of every mechanism", { skip: !existsSync(program) && !process.env.CI && "the program is not built: cargo build --features cli" }, async () => {
    const { page, quiet, close } = await open(browser, fileUrl(PAGE));
    const folder = mkdtempSync(join(tmpdir(), "dpmarkov-page-"));
    const states = join(folder, "states.txt");
    await page.evaluate(() => (document.querySelector("#more").open = true));
    await page.fill("#row-total", "40");
    await page.click("#example-sessions");
    await ready(page);
    writeFileSync(states, await page.inputValue("#states-text"));
    for (const [k, mechanism] of ["geometric", "gaussian", "polya", "dirichlet"].entries()) {
      await page.selectOption("#mechanism", mechanism);
      await page.fill("#epsilon", String(4 + k));
      await page.click("#release");
      await page.waitForFunction((made) => document.querySelector("#again").open || document.querySelector("#pressed").textContent.startsWith(made), k ? `${k + 1} ` : "One");
      if (k) await page.click("#again-yes");
      await page.waitForFunction((made) => document.querySelector("#pressed").textContent.startsWith(made), k ? `${k + 1} ` : "One");
      await settled(page);
      const shares = await page.$$eval("#long-run tbody tr", (rows) => Object.fromEntries(rows.map((row) => [row.cells[0].textContent, [row.cells[2].textContent, row.cells[3]?.textContent]])));
      for (const [file, button] of [["chain.json", "#save-json"], ["release.cbor", "#save-report"]]) {
        writeFileSync(join(folder, file), (await saved(page, button)).bytes);
        const more = file === "release.cbor" ? ["--states", states] : [];
        const told = JSON.parse(execFileSync(program, ["inspect", join(folder, file), "--format", "json", ...more]));
        assert.equal(told.mechanism.name ?? told.mechanism, mechanism);
        for (const { state, stationary, interval } of told.states) {
          assert.ok(Math.abs(percent(shares[state][0]) - stationary) <= 0.0005);
          if (k < 2 && shares[state][1]) {
            const [lower, upper] = shares[state][1].split(" to ").map((text) => Number(text.replace("< ", "")) / 100); // noise is fresh: a share near 0 is written "< 0.0001"
            assert.ok(Math.abs(lower - interval[0]) <= 0.0005 && Math.abs(upper - interval[1]) <= 0.0005, `${mechanism} ${state} ${shares[state][1]} ${interval}`);
          }
        }
      }
    }
    rmSync(folder, { recursive: true });
    await quiet();
    await close();
  });

  it("is drawn with the noise that the program takes, which is what the page said to expect", { skip: !existsSync(program) && !process.env.CI && "the program is not built: cargo build --features cli" }, async () => {
    const { page, quiet, close } = await open(browser, fileUrl(PAGE));
    const log = join(ROOT, "examples/data/made_up/sessions.csv");
    await page.click("#example-sessions");
    await ready(page);
    let pressed = 0;
    // at the first one the rate of delta = 0 is within 3 % of the one that delta would allow
    for (const [adjacency, epsilon, delta, releases, mechanism] of [
      ["event", 3, 1e-5, 4, "auto"],
      ["visit", 3, 1e-5, 4, "geometric"],
      ["visit_presence", 1, 0, 1, "auto"],
      ["add_remove", 0.1, 1e-6, 52, "geometric"],
      ["destination", 0.1, 1e-6, 52, "gaussian"],
      ["visit", 1, 1e-9, 1, "polya"],
      ["event", 1, 1e-9, 1, "dirichlet"],
    ]) {
      const options = { epsilon, delta, releases };
      const args = Object.entries({ adjacency, mechanism, ...options }).flatMap(([key, value]) => [`--${key}`, String(value)]);
      const told = JSON.parse(execFileSync(program, ["release", log, ...args, "--format", "json"], { stdio: ["ignore", "pipe", "ignore"] }));
      for (const [id, value] of Object.entries(options)) await page.fill(`#${id}`, String(value));
      await page.check(`input[name="adjacency"][value="${adjacency}"]`);
      await page.selectOption("#mechanism", mechanism);
      await page.waitForFunction(() => /Noise: /.test(document.querySelector("#expect-status").textContent));
      const noise = /Noise: (.*)\. For /.exec(await page.textContent("#expect-status"))[1];
      await page.click("#release");
      await page.waitForFunction((made) => document.querySelector("#again").open || document.querySelector("#pressed").textContent.startsWith(made), pressed ? `${pressed + 1} ` : "One");
      if (pressed) await page.click("#again-yes");
      pressed++;
      await page.waitForFunction((made) => document.querySelector("#pressed").textContent.startsWith(made), pressed > 1 ? `${pressed} ` : "One");
      await settled(page);
      assert.ok((await page.textContent("#guarantee-mechanism")).startsWith(`Mechanism: ${told.mechanism}: ${noise}.`), noise);
      const chain = JSON.parse((await saved(page, "#save-json")).bytes);
      const same = ["mechanism", "adjacency", "epsilon", "delta", "releases", "pure", "floor", "expected_row_total", "chosen_by", "rate_numerator", "rate_denominator", "variance_numerator", "variance_denominator", "weight", "pseudo_count", "event_mass", "prior_mass", "draw_mass", "draws"];
      const part = (given) => Object.fromEntries(same.map((key) => [key, given[key]]));
      assert.deepEqual(part(chain), part(told));
    }
    await quiet();
    await close();
  });

  it("gives the same release as every other language from the seed of a test, and only in the build of the tests", async () => {
    const { page, close } = await open(browser, fileUrl(TEST_PAGE));
    let seen = 0;
    for (const vector of golden()) {
      const { n, counts, mechanism } = vector;
      const names = Array.from({ length: n }, (_, i) => `s${i}`);
      const log = ["from,to,count", ...counts.map((count, cell) => `${names[Math.floor(cell / n)]},${names[cell % n]},${count}`)].join("\n");
      await page.evaluate(({ seed, stream }) => globalThis.dpmarkovTest.seed(Uint8Array.from(seed), BigInt(stream)), { seed: [...vector.seed], stream: String(vector.stream) });
      await page.selectOption("#mechanism", mechanism);
      await page.check(`input[name="adjacency"][value="${vector.adjacency}"]`);
      for (const [id, value] of Object.entries({ epsilon: vector.epsilon, delta: vector.delta, releases: vector.releases })) await page.fill(`#${id}`, String(value));
      await page.evaluate(() => (document.querySelector("#more").open = true));
      if (vector.pseudoCount !== undefined) await page.fill("#pseudo-count", String(vector.pseudoCount));
      if (vector.draws !== undefined) await page.fill("#draws", String(vector.draws));
      await paste(page, log, names.join("\n"));
      await ready(page);
      await page.click("#release");
      await page.waitForFunction((k) => document.querySelector("#again").open || document.querySelector("#pressed").textContent.match(`^(One release|${k} releases) `), seen + 1);
      if (await page.isVisible("#again-yes")) await page.click("#again-yes");
      await page.waitForFunction((k) => document.querySelector("#pressed").textContent.match(k === 1 ? "^One" : `^${k} releases`), seen + 1);
      const told = read((await saved(page, "#save-report")).bytes);
      const chain = JSON.parse((await saved(page, "#save-json")).bytes);
      if (mechanism === "dirichlet") assert.deepEqual(chain.matrix.flat(), vector.values);
      else assert.deepEqual((told.noisy_counts ?? told.tallies).flat(), vector.values);
      assert.deepEqual(Object.values(told.parameters).filter((_, i) => i < vector.parameters.length), vector.parameters);
      seen++;
    }
    assert.equal(seen, 8);
    await close();
    const page_ = readFileSync(PAGE, "utf8");
    const real = await open(browser, fileUrl(PAGE));
    assert.equal(await real.page.evaluate(() => typeof globalThis.dpmarkovTest), "undefined");
    assert.ok(!page_.includes("dpmarkovTest"));
    await real.close();
  });
});
