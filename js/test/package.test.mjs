// The package as a user gets it: what is in it, and that its lists name what the library has.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { STATUS_NAMES } from "../errors.js";

const root = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");
const lines = (path) => read(path).trim().split("\n");

test("the exported functions are functions of the library, sorted, and the core's are in the full file", () => {
  const known = new Set(lines("ffi-tests/symbols.txt"));
  const [core, full] = [lines("js/exports-core.txt"), lines("js/exports.txt")];
  for (const list of [core, full]) {
    assert.deepEqual(list, [...new Set(list)].sort());
    assert.deepEqual(
      list.filter((name) => !known.has(name)),
      [],
    );
  }
  assert.deepEqual(
    core.filter((name) => !full.includes(name)),
    [],
  );
});

test("each file imports nothing and exports its list", async () => {
  for (const [file, list] of [
    ["js/dpmarkov-core.wasm", "js/exports-core.txt"],
    ["js/dpmarkov.wasm", "js/exports.txt"],
  ]) {
    const module = await WebAssembly.compile(readFileSync(new URL(file, root)));
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    const functions = WebAssembly.Module.exports(module).filter(({ kind }) => kind === "function");
    assert.deepEqual(functions.map(({ name }) => name).sort(), lines(list));
  }
});

test("no function is exported that no code calls", () => {
  const sources = readdirSync(new URL("js/", root)).filter((name) => name.endsWith(".js"));
  // names that are put together: `dpm_${kind}_...`, and what is begun with one of those
  const code = sources
    .map((name) => read(`js/${name}`))
    .join("\n")
    .replaceAll("`${name}_", "`dpm_${}_release_");
  const patterns = [...code.matchAll(/`(dpm_[^`]*)`/g)].map(([, text]) => new RegExp(`^${text.replace(/\$\{[^`]*\}/g, "[a-z_]+")}$`));
  const called = (name) => code.includes(`"${name}"`) || patterns.some((pattern) => pattern.test(name));
  const idle = lines("js/exports.txt").filter((name) => !called(name));
  assert.deepEqual(idle, []);
});

test("the names of the codes are those of the header", () => {
  const header = [...read("include/dpmarkov.h").matchAll(/#define (DPM_ERR_\w+) (\d+)/g)].map(([, name, code]) => [code, name]);
  assert.deepEqual(Object.entries(STATUS_NAMES).sort(), header.sort());
});

test("the package holds its code, types, WebAssembly and licences, and depends on nothing", () => {
  const [{ files }] = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: new URL("js/", root), encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
  );
  const names = files.map(({ path }) => path).sort();
  const code = readdirSync(new URL("js/", root)).filter((name) => /\.(js|d\.ts)$/.test(name));
  assert.deepEqual(names, [...code, "LICENSE-APACHE", "LICENSE-MIT", "README.md", "dpmarkov-core.wasm", "dpmarkov.wasm", "package.json"].sort());
  const manifest = JSON.parse(read("js/package.json"));
  assert.equal(manifest.dependencies, undefined);
  assert.match(read("Cargo.toml"), new RegExp(`^version = "${manifest.version.replaceAll(".", "\\.")}"$`, "m"));
  assert.ok(!read("js/package-lock.json").includes("resolved"));
});
