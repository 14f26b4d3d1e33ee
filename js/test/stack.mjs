// The same WebAssembly with another stack: the first global is the stack pointer, and where it starts is a number in the file.

function leb(bytes, at) {
  let [value, shift] = [0, 0];
  for (;;) {
    const byte = bytes[at++];
    value |= (byte & 127) << shift;
    shift += 7;
    if (byte < 128) return [value, at];
  }
}

/** A copy of the file whose stack has `size` bytes, and how many it had. */
export function withStack(file, size) {
  const bytes = Uint8Array.from(file);
  for (let at = 8; at < bytes.length;) {
    const [length, body] = leb(bytes, at + 1);
    if (bytes[at] === 6) {
      const [, first] = leb(bytes, body); // the number of globals
      if (bytes[first] !== 0x7f || bytes[first + 1] !== 1 || bytes[first + 2] !== 0x41) break; // i32, mutable, i32.const
      const [had, end] = leb(bytes, first + 3);
      let rest = size;
      for (let i = first + 3; i < end; i++) {
        bytes[i] = (rest & 127) | (i + 1 < end ? 128 : 0);
        rest >>= 7;
      }
      return { bytes, had };
    }
    at = body + length;
  }
  throw new Error("no stack pointer");
}
