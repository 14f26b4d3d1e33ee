// Names and files that want to break the page, and every way to a second release of the same data.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { drop, fileUrl, launch, open, PAGE, paste, ready, release, saved, settled } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const NAMES = [
  '<img src=x onerror="globalThis.hit=1">',
  "</script><script>globalThis.hit=1</script>",
  '"><svg/onload=globalThis.hit=1>',
  "'); globalThis.hit=1; ('",
  "__proto__",
  "constructor",
  "[ 1 ]",
  "[ 2,  3 ]",
  "=1+1",
  "שלום עולם",
  "مرحبا",
  "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
  "evil\u202egnp.exe",
  "zero\u200bwidth",
  "W".repeat(400),
  "long ".repeat(60).trim(),
  " spaces ",
  "&amp;",
  "${globalThis.hit=1}",
  "\u{1f600}",
];
const csv = (text) => `"${text.replaceAll('"', '""')}"`;
const LOG = `from,to,count\n${NAMES.map((name, i) => `${csv(name)},${csv(NAMES[(i + 1) % NAMES.length])},900\n${csv(name)},${csv(name)},400`).join("\n")}\n`;

describe("names", () => {
  it("are text, whatever they say, and come out as they came in", async () => {
    for (const options of [{}, { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true }]) {
      const { page, quiet, close } = await open(browser, fileUrl(PAGE), options);
      await paste(page, LOG, NAMES.join("\n"));
      await ready(page);
      await release(page);
      const chain = JSON.parse((await saved(page, "#save-json")).bytes);
      assert.deepEqual(chain.states, NAMES);
      const lines = (await saved(page, "#save-csv")).bytes.toString().trim().split("\n");
      assert.equal(lines.length, 1 + NAMES.length ** 2);
      assert.ok(lines[1].startsWith(`${csv(NAMES[0])},${csv(NAMES[0])},0.`), lines[1]);
      await page.click("#view-table");
      assert.deepEqual(await page.$$eval("#table-part tbody th", (heads) => heads.map((head) => head.textContent)), NAMES.map((name) => name.replace(/[\u202e\u200b]/g, "\ufffd")));
      await page.selectOption("#next-from", "0");
      await page.waitForFunction(() => document.querySelector("#next-hint").textContent.includes("intervals"));
      await page.click("#view-map");
      await page.focus("#map");
      await page.keyboard.press("Control+Home");
      for (let i = 0; i < 9; i++) await page.keyboard.press("ArrowDown");
      assert.match(await page.textContent("#map-cell"), /^From שלום עולם to <img src=x/);
      assert.ok(await page.$("#map-cell bdi"));
      const wide = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      assert.ok(wide[0] <= wide[1], `the page is ${wide[0]} wide on ${wide[1]}`);
      await drop(page, "#log-file", '<img src=x onerror="globalThis.hit=1">.csv', Buffer.from("from,to\n<b>,</b>\n"));
      await page.waitForFunction(() => document.querySelector("#log-fault").textContent.includes("is not in the list"));
      await drop(page, "#report-file", '<img src=x onerror="globalThis.hit=1">.cbor', Buffer.from("no"));
      await page.waitForFunction(() => document.querySelector("#report-fault").textContent !== "");
      assert.equal(await page.evaluate(() => globalThis.hit), undefined);
      assert.equal(await page.$("img"), null);
      assert.equal(await page.evaluate(() => document.title), "dpmarkov: a private Markov chain in your browser");
      await quiet();
      await close();
    }
  });
});

describe("a second release", () => {
  const asks = async (page, what) => {
    await page.click("#release");
    await page.waitForSelector("#again[open]");
    assert.match(await page.textContent("#again-text"), what);
    await page.click("#again-no");
    assert.match(await page.textContent("#pressed"), /One release was made/);
    await page.waitForFunction(() => document.activeElement.id === "release"); // the keyboard is where it was
  };

  it("is asked about whatever way the data came back", async () => {
    const { page, quiet, close } = await open(browser, fileUrl(PAGE));
    await paste(page, "from,to\na,b\nb,a\nb,b\n", "a\nb");
    await ready(page);
    await release(page);
    await asks(page, /released once.*promise was for one release/s);
    for (const [name, log, list] of [
      ["same.csv", "from,to\na,b\nb,a\nb,b\n", "a\nb"],
      ["no-end.csv", "from,to\r\na,b\r\nb,a\r\nb,b", "a\nb"],
      ["order.csv", "to,from\nb,b\na,b\nb,a\n", "a\nb"],
      ["counts.csv", "from,to,count\nb,b,1\na,b,1\nb,a,1\n", "b\na"],
      ["sessions.csv", "session,state\n1,a\n1,b\n1,b\n1,a\n", "b\nx\na"],
      ["plain.txt", "a\nb\nb\na\n", null],
    ]) {
      await page.check(list === null ? "#states-log" : "#states-public");
      if (list !== null) {
        await page.fill("#states-text", list);
        await page.click("#states-use");
      }
      await drop(page, "#log-file", name, Buffer.from(log));
      await page.waitForFunction((text) => document.querySelector("#log-status").textContent.includes(text), name);
      await ready(page);
      await asks(page, /released once/);
    }
    await page.fill("#epsilon", "0.5");
    await asks(page, /under other settings.*ε = 1.5/s);
    await quiet();
    await close();
  });

  it("is asked about under the same promise, where the mechanism is another", async () => {
    const { page, quiet, close } = await open(browser, fileUrl(PAGE));
    await page.fill("#releases", "2");
    await page.click("#example-sessions");
    await ready(page);
    await page.selectOption("#mechanism", "geometric");
    await release(page);
    await page.selectOption("#mechanism", "gaussian");
    await asks(page, /released once.*under other settings.*ε = 2, δ = 2e-9/s);
    await page.selectOption("#mechanism", "geometric");
    await page.click("#release"); // the second one that was planned
    await page.waitForFunction(() => document.querySelector("#pressed").textContent.startsWith("2 releases"));
    await settled(page);
    await quiet();
    await close();
  });

  it("is of the log that was asked about, or of none", async () => {
    const { page, quiet, close } = await open(browser, fileUrl(PAGE));
    await paste(page, "from,to\na,b\nb,a\nb,b\n", "a\nb");
    await ready(page);
    await release(page);
    const shown = await page.textContent("#result-kind");
    await paste(page, "from,to\nb,b\nb,b\n", "a\nb"); // another log, which was not released
    await ready(page);
    // settings whose plan takes a while; meanwhile the log becomes the first one again
    await page.evaluate(() => (document.querySelector("#more").open = true));
    await page.fill("#row-total", "54321");
    await page.evaluate(() => {
      document.querySelector("#release").click();
      const transfer = new DataTransfer();
      transfer.items.add(new File(["from,to\na,b\nb,a\nb,b\n"], "again.csv"));
      document.querySelector("#drop").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    });
    await page.waitForFunction(() => document.querySelector("#again").open || document.querySelector("#release-fault").textContent !== "");
    assert.equal(await page.textContent("#result-kind"), shown);
    assert.match(await page.textContent("#pressed"), /One release was made/);
    await quiet();
    await close();
  });
});
