// Puts the page together: one HTML file with the style, the program, the worker's program and the library in it, and a policy that names exactly these.
//
//     node build.mjs OUT.html [--test]
//
// --test: the build of the tests, whose releases can be drawn from a seed. Never publish it: noise that can be repeated is no noise.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
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
  metafile: true,
  define: { TEST_BUILD: String(flag === "--test") },
  // The files of js/ stand outside of this folder; what they import from npm is looked up here.
  nodePaths: [join(here, "node_modules")],
};
const packages = new Set(); // those of npm that ended up in the page
async function bundle(options) {
  const { outputFiles, metafile } = await esbuild.build({ ...common, ...options });
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
      if (name && bytesInOutput > 0) packages.add(name);
    }
  }
  return outputFiles[0].text;
}

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

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
/** The licence of everything in the page that is not the project's own, as its authors ask. */
function licence(name) {
  const folder = join(here, "node_modules", name);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return `<h3>${name} ${version}</h3><pre>${escaped(readFileSync(join(folder, file), "utf8").trim())}</pre>`;
}
const licences = [...packages].sort().map(licence).join("\n");

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
  "<!-- LICENCES -->": licences,
  "<!-- SCRIPT -->": `<script>${script}</script>`,
};
let html = readFileSync(join(here, "index.html"), "utf8");
for (const [mark, part] of Object.entries(parts)) {
  if (html.split(mark).length !== 2) throw new Error(`index.html must hold ${mark} once`);
  html = html.replace(mark, () => part);
}
writeFileSync(out, html);
console.log(`${out}: ${Buffer.byteLength(html)} bytes`);
