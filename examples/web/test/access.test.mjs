// For everyone: axe-core finds nothing, in light and dark, on a desktop and on a phone, before and after a release; nothing scrolls sideways on 320 pixels.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { fileUrl, launch, open, PAGE, ready, release } from "./browser.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary.split("\n").slice(1).join(" ")}`).join("; ")}`);
}

const SCREENS = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 320, height: 640 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};

describe("for everyone", () => {
  for (const [screen, options] of Object.entries(SCREENS)) {
    for (const colorScheme of ["light", "dark"]) {
      it(`${screen}, ${colorScheme}`, async () => {
        const { page, quiet, close } = await open(browser, fileUrl(PAGE), { ...options, colorScheme });
        await page.click("#example-sessions");
        await ready(page);
        await page.evaluate(() => document.querySelectorAll("details").forEach((part) => (part.open = true)));
        await release(page);
        await page.fill("#epsilon", "x"); // a fault that is told
        await page.focus("#map");
        assert.deepEqual(await violations(page), []);
        await page.click("#view-table");
        assert.deepEqual(await violations(page), []);
        await page.click("#view-map");
        const wide = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
        assert.ok(wide[0] <= wide[1], `the page is ${wide[0]} wide on ${wide[1]}`);
        const small = await page.$$eval("button, select, summary, .choice, .drop label, .button, nav a, input[type=text]", (parts) =>
          parts.filter((part) => part.checkVisibility()).map((part) => [part.id || part.textContent.slice(0, 20), part.getBoundingClientRect()]).filter(([, box]) => box.height < 44 || box.width < 44).map(([id, box]) => `${id} ${box.width} x ${box.height}`));
        assert.deepEqual(small, []);
        await page.click("#theme");
        assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme === "dark" ? "light" : "dark");
        await quiet();
        await close();
      });
    }
  }
});
