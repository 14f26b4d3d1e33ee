// The golden vectors and a release in headless Chromium, on a page of a static server; and nothing but the module's own files is asked for.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, normalize } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const ROOT = new URL("../../", import.meta.url);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".txt": "text/plain" };
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let server, origin, browser;
before(async () => {
  server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    try {
      const body = await readFile(new URL(`.${path}`, ROOT));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${server.address().port}`;
  assert.ok(existsSync(executablePath), `no Chromium at ${executablePath}: scripts/javascript.sh installs it`);
  browser = await chromium.launch({ executablePath, args: FLAGS });
});
after(async () => {
  await browser?.close();
  server.close();
});

test("the golden vectors and a release in a page and in a worker", async () => {
  const page = await browser.newPage();
  const [requests, trouble] = [[], []];
  page.context().on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => trouble.push(error.message));
  page.on("console", (message) => trouble.push(message.text()));
  await page.goto(`${origin}/js/test/browser/index.html`);
  const result = await page.evaluate(() => window.result);
  assert.deepEqual(result, {
    full: { computed: 43, lacking: 0, differ: [] },
    core: { computed: 20, lacking: 23, differ: [] },
    different: true,
    released: 3600,
    report: "geometric",
    fromWorker: 4,
  });
  const own =
    /^\/(js\/[a-z]+\.(js|wasm)|js\/dpmarkov-core\.wasm|js\/test\/golden\.mjs|js\/test\/browser\/[a-z]+\.(mjs|html)|ffi-tests\/golden\/vectors\.txt)$/;
  for (const url of requests) {
    assert.ok(url.startsWith(`${origin}/`), url);
    assert.match(url.slice(origin.length), own);
  }
  assert.ok(requests.some((url) => url.endsWith("/dpmarkov.wasm")));
  assert.deepEqual(trouble, []);
});

test("a page whose policy allows WebAssembly and nothing else", async () => {
  const page = await browser.newPage();
  await page.route("**/index.html", async (route) => {
    const response = await route.fetch();
    const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";
    await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
  });
  await page.goto(`${origin}/js/test/browser/index.html`);
  const result = await page.evaluate(() => window.result);
  assert.equal(result.error, undefined);
  assert.equal(result.full.computed, 43);
  assert.deepEqual(result.full.differ, []);
});
