// Loads a WebAssembly file of this package and makes the interface over it.
import { dpmarkov } from "./interface.js";
import { DpmError } from "./errors.js";

const ABI_VERSION = 1; // of the interface that this module calls: DPM_ABI_VERSION

export { DpmError } from "./errors.js";
export { stateTable } from "./states.js";
export { toNumbers } from "./values.js";

async function read(url) {
  if (url.protocol === "file:" && globalThis.process?.getBuiltinModule) {
    return process.getBuiltinModule("node:fs").promises.readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

/**
 * `source`: where the WebAssembly is: a URL or its string, the bytes, a WebAssembly.Module, a Response, or a promise of one of these.
 */
export async function load(source) {
  let instance;
  try {
    source = await source;
    if (typeof source === "string") source = new URL(source, globalThis.location?.href);
    if (source instanceof URL) source = await read(source);
    if (typeof Response === "function" && source instanceof Response) {
      if (!source.ok) throw new Error(`${source.status} ${source.statusText}`);
      source = await source.arrayBuffer();
    }
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    instance = await WebAssembly.instantiate(module, {});
    if (!instance.exports.dpm_abi_version) throw new Error("it is no file of this library");
    // an older or newer file beside this module, from a cache for instance, would read and write other places than are meant
    if (instance.exports.dpm_abi_version() !== ABI_VERSION) throw new Error("it is of another version than this module");
  } catch (error) {
    throw new DpmError("DPM_JS_LOAD", 0, `the WebAssembly file could not be loaded: ${error.message}`);
  }
  return dpmarkov(instance);
}
