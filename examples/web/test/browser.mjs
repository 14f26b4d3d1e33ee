// A headless Chromium for the tests, and what they do with the page again and again.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../../..");
export const PAGE = join(ROOT, "target/web/dpmarkov.html");
export const TEST_PAGE = join(ROOT, "target/web/dpmarkov-test.html");

const QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export async function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: QUIET });
}

/** A plain static server for one file. */
export async function serve(file) {
  const server = createServer((request, response) => {
    if (request.url !== "/page.html") return response.writeHead(404).end();
    return response.writeHead(200, { "content-type": "text/html" }).end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/page.html`, close: () => (server.close(), server.closeAllConnections()) };
}

export const fileUrl = (file) => pathToFileURL(file).href;

/** The page in a tab of its own. `quiet()` fails where it asked for anything, or complained. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  const requests = [];
  const said = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector("#version").textContent !== "");
  const quiet = async () => {
    // the page itself, and its worker, which is made of the page's own text
    assert.deepEqual(requests.filter((to) => to !== url && !to.startsWith("blob:")), []);
    assert.deepEqual(said, []);
    const kept = await page.evaluate(() => ({ cookies: document.cookie, local: tryLength("localStorage"), session: tryLength("sessionStorage") }));
    assert.deepEqual(kept, { cookies: "", local: 0, session: 0 });
  };
  await page.evaluate(() => (globalThis.tryLength = (where) => globalThis[where].length));
  return { page, quiet, complaints: said, close: () => context.close() };
}

export async function ready(page) {
  await page.waitForSelector("#release:not([disabled])");
}

/** Presses Release and waits until the chain, its error bars and the next states are there. */
export async function release(page) {
  const before = await page.textContent("#pressed");
  await page.click("#release");
  await page.waitForFunction((text) => document.querySelector("#pressed").textContent !== text, before);
  await settled(page);
}

export async function settled(page) {
  await page.waitForFunction(() => {
    const text = (id) => document.querySelector(id).textContent;
    return !document.querySelector("#result").hidden && text("#long-run-hint") !== "" && !text("#long-run-hint").includes("being computed") && text("#next-hint") !== "";
  });
}

/** What a press on a button saves. */
export async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
  const folder = mkdtempSync(join(tmpdir(), "dpmarkov-page-"));
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return { name: download.suggestedFilename(), bytes };
}

/** A log that is pasted. */
export async function paste(page, log, states) {
  if (states === null) await page.check("#states-log");
  else {
    await page.check("#states-public");
    await page.fill("#states-text", states);
  }
  await page.evaluate(() => (document.querySelector("#paste-part").open = true));
  await page.fill("#log-text", log);
  await page.click("#log-read");
}

export async function drop(page, input, name, bytes) {
  await page.setInputFiles(input, { name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });
}

/** A figure of the page as a number. */
export const percent = (text) => (text === "< 0.0001 %" ? 0 : Number(text.replace(" %", "")) / 100);
