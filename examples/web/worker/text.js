// From the bytes of a file to text with one kind of line end.
import { Fault } from "./fault.js";

/** What a page may hold: text beyond it is refused before it is unpacked or read. */
export const MOST_BYTES = 100 * 1024 * 1024;

async function unpacked(bytes) {
  if (typeof DecompressionStream === "undefined") {
    throw new Fault("This file is packed by gzip, which this browser cannot unpack: unpack it first.");
  }
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const parts = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > MOST_BYTES) {
        await reader.cancel();
        throw new Fault("This file is larger than 100 MiB when unpacked: use the command line for logs of that size.");
      }
      parts.push(value);
    }
  } catch (error) {
    throw error instanceof Fault ? error : new Fault("This file begins as gzip does, but it is damaged.");
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** UTF-8 with LF, CRLF or CR, plain or gzip, as a string with LF. */
export async function textOf(bytes) {
  if (bytes.length > MOST_BYTES) {
    throw new Fault("This file is larger than 100 MiB: use the command line for logs of that size.");
  }
  // the three bytes that every report begins with
  if (bytes[0] === 0xd9 && bytes[1] === 0xd9 && bytes[2] === 0xf7) throw new Fault('This is a report, not a log: give it to "Read a report" below.');
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? await unpacked(bytes) : bytes;
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(plain);
  } catch {
    throw new Fault("This is no text in UTF-8. Is it a picture, a spreadsheet or another binary file? Save the log as CSV in UTF-8.");
  }
  const nul = text.indexOf("\0");
  if (nul >= 0) {
    throw new Fault("a NUL byte stands here: this looks like a binary file, not a log.", 1 + count(text, "\n", nul));
  }
  return text.replace(/\r\n?/g, "\n");
}

function count(text, what, before) {
  let n = 0;
  for (let at = text.indexOf(what); at >= 0 && at < before; at = text.indexOf(what, at + 1)) n++;
  return n;
}
