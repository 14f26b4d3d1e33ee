// Puts the page together: one HTML file with the style, the program, the worker's program and the library in it, and a policy that names exactly these.
//
//     node build.mjs OUT.html [--test]
//
// --test: the build of the tests, whose releases can be drawn from a seed. Never publish it: noise that can be repeated is no noise.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const [out, flag] = process.argv.slice(2);
const common = {
  absWorkingDir: here,
  bundle: true,
  write: false,
  minify: true,
  format: "iife",
  target: ["es2022", "chrome111", "firefox113", "safari16.4"],
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
  define: { TEST_BUILD: String(flag === "--test") },
  // The files of js/ stand outside of this folder; what they import from npm is looked up here.
  nodePaths: [join(here, "node_modules")],
};
const bundle = async (options) => (await esbuild.build({ ...common, ...options })).outputFiles[0].text;

const worker = await bundle({ entryPoints: ["worker/main.js"], loader: { ".wasm": "binary" } });
const workerProgram = {
  name: "worker-program",
  setup(build) {
    build.onResolve({ filter: /^worker-program$/ }, () => ({ path: "worker-program", namespace: "made" }));
    build.onLoad({ filter: /.*/, namespace: "made" }, () => ({ contents: worker, loader: "text" }));
  },
};
const page = await bundle({ entryPoints: ["src/main.js"], loader: { ".csv": "text", ".txt": "text" }, plugins: [workerProgram] });
// "</script" and "<!--" would end or change the script element they stand in; in JavaScript they occur in strings alone.
const script = page.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
const style = await bundle({ entryPoints: ["style.css"] });

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)} 'wasm-unsafe-eval'`,
  `style-src ${hash(style)}`,
  "worker-src blob:",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
const parts = {
  "<!-- CSP -->": `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
  "<!-- STYLE -->": `<style>${style}</style>`,
  "<!-- SCRIPT -->": `<script>${script}</script>`,
};
let html = readFileSync(join(here, "index.html"), "utf8");
for (const [mark, part] of Object.entries(parts)) {
  if (html.split(mark).length !== 2) throw new Error(`index.html must hold ${mark} once`);
  html = html.replace(mark, () => part);
}
writeFileSync(out, html);
console.log(`${out}: ${Buffer.byteLength(html)} bytes`);
