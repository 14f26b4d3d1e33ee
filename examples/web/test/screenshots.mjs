// docs/pictures/web-*.png: the page after the release of the taxi example, from the seed of a test, so that the pictures change only with the page.
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { fileUrl, launch, open, ready, release, ROOT, TEST_PAGE } from "./browser.mjs";

const SEED = Array.from({ length: 32 }, (_, i) => i);
const MOST_BYTES = 200_000;
const PICTURES = {
  "web-desktop": { viewport: { width: 1120, height: 1530 }, at: "#result" },
  "web-dark": { viewport: { width: 1120, height: 900 }, colorScheme: "dark", at: "#long-run-title" },
  "web-settings": { viewport: { width: 1120, height: 980 }, at: "#promise-title", before: true },
  "web-phone": { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true, at: "#chain-title" },
  "web-phone-shares": { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true, at: "#long-run-title", colorScheme: "dark" },
};

const browser = await launch();
for (const [name, { at, before, ...options }] of Object.entries(PICTURES)) {
  const { page, quiet, close } = await open(browser, fileUrl(TEST_PAGE), options);
  await page.evaluate((seed) => globalThis.dpmarkovTest.seed(Uint8Array.from(seed), 1n), SEED);
  await page.click("#example-taxi");
  await ready(page);
  await page.waitForFunction(() => !document.querySelector("#expect").hidden);
  if (!before) await release(page);
  await page.evaluate((selector) => {
    document.activeElement.blur();
    document.documentElement.style.scrollBehavior = "auto";
    document.querySelector(selector).scrollIntoView();
  }, at);
  await page.waitForTimeout(200);
  const path = join(ROOT, "docs/pictures", `${name}.png`);
  await page.screenshot({ path });
  // 256 colours are enough for flat areas and viridis, in a third of the bytes
  execFileSync("pngquant", ["--force", "--strip", "--ext", ".png", "256", path]);
  await quiet();
  await close();
  const { size } = statSync(path);
  if (size > MOST_BYTES) throw new Error(`${path}: ${size} bytes, more than ${MOST_BYTES}`);
  console.log(`docs/pictures/${name}.png: ${size} bytes`);
}
await browser.close();
