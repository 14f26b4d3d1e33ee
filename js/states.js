// The hash that stands for the names of the states in a report.
import { DpmError, typeError } from "./errors.js";

/**
 * The first 16 bytes of SHA-256 over, for each name in order, the length of its UTF-8 as a 32-bit little-endian number, and its bytes.
 */
export async function stateTable(names) {
  if (!Array.isArray(names) || names.some((name) => typeof name !== "string")) throw typeError("stateTable() takes an array of strings");
  const encoder = new TextEncoder();
  const encoded = names.map((name) => {
    const bytes = encoder.encode(name);
    if (new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) !== name)
      throw typeError("a name has half of a surrogate pair, which UTF-8 cannot hold");
    return bytes;
  });
  const all = new Uint8Array(encoded.reduce((sum, bytes) => sum + 4 + bytes.length, 0));
  let at = 0;
  for (const bytes of encoded) {
    new DataView(all.buffer).setUint32(at, bytes.length, true);
    all.set(bytes, at + 4);
    at += 4 + bytes.length;
  }
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) throw new DpmError("DPM_JS_CRYPTO", 0, "there is no crypto.subtle here: a page has it on https and on localhost");
  return new Uint8Array(await subtle.digest("SHA-256", all)).slice(0, 16);
}
