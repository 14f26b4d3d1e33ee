// The memory of the WebAssembly module: an allocator over what lies behind the library's own data, and the calls.
//
// Everything that is freed is wiped. After each call the stack is wiped too: it may hold traces of a seed or of counts. No view of this memory
// is ever handed out, since it goes stale when the memory grows.
import { DpmError, status, typeError } from "./errors.js";

const PAGE = 65536;
const ALIGN = 16;

// (module (import "e" "f" (func (param i32 i32 i32) (result i32))) (export "f" (func 0))): makes a JavaScript function one that fits into a table.
const SHIM = new Uint8Array([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 8, 1, 0x60, 3, 0x7f, 0x7f, 0x7f, 1, 0x7f, 2, 7, 1, 1, 0x65, 1, 0x66, 0, 0, 7, 5, 1, 1, 0x66, 0, 0,
]);

const outOfMemory = () => new DpmError("DPM_JS_MEMORY", 0, "there is not memory enough for this");

export class Memory {
  #exports;
  #memory;
  #free; // blocks [start, size], by start, never two in touch
  #sizes = new Map(); // of the blocks in use
  #stack;
  #broken = false;
  #depth = 0; // a source of randomness may call this library
  /** Where dpm_entropy_fn stands in the table. */
  entropy;

  constructor(instance) {
    this.#exports = instance.exports;
    this.#memory = instance.exports.memory;
    const base = Math.ceil(instance.exports.__heap_base.value / ALIGN) * ALIGN;
    this.#free = [[base, this.#memory.buffer.byteLength - base]];
    this.#stack = instance.exports.__stack_high.value; // it lies at the front, down to 0
    const shim = new WebAssembly.Instance(new WebAssembly.Module(SHIM), { e: { f: (_, out, length) => this.#random(out >>> 0, length >>> 0) } });
    const table = instance.exports.__indirect_function_table;
    this.entropy = table.grow(1);
    table.set(this.entropy, shim.exports.f);
  }

  /** The operating system's randomness; anything but 0 where there is none. */
  #random(out, length) {
    try {
      const bytes = new Uint8Array(this.#memory.buffer, out, length);
      for (let i = 0; i < length; i += PAGE) globalThis.crypto.getRandomValues(bytes.subarray(i, Math.min(i + PAGE, length)));
      return bytes.length === length ? 0 : 1; // a view that is gone, since the memory grew meanwhile, took nothing
    } catch {
      return 1;
    }
  }

  has(name) {
    return name in this.#exports;
  }

  /** Bytes of the module's memory; it never shrinks. */
  get size() {
    return this.#memory.buffer.byteLength;
  }

  alloc(length) {
    const size = Math.max(ALIGN, Math.ceil(length / ALIGN) * ALIGN);
    let at = this.#free.findIndex((block) => block[1] >= size);
    if (at < 0) at = this.#grow(size);
    const block = this.#free[at];
    const start = block[0];
    if (block[1] === size) this.#free.splice(at, 1);
    else this.#free[at] = [start + size, block[1] - size];
    this.#sizes.set(start, size);
    return start;
  }

  #grow(size) {
    const end = this.#memory.buffer.byteLength;
    try {
      this.#memory.grow(Math.ceil(size / PAGE));
    } catch {
      throw outOfMemory();
    }
    this.#insert(end, this.#memory.buffer.byteLength - end);
    return this.#free.length - 1;
  }

  free(start) {
    const size = this.#sizes.get(start);
    new Uint8Array(this.#memory.buffer, start, size).fill(0);
    this.#sizes.delete(start);
    this.#insert(start, size);
  }

  #insert(start, size) {
    const free = this.#free;
    let at = free.findIndex((block) => block[0] > start);
    if (at < 0) at = free.length;
    free.splice(at, 0, [start, size]);
    if (at + 1 < free.length && start + size === free[at + 1][0]) free[at][1] += free.splice(at + 1, 1)[0][1];
    if (at > 0 && free[at - 1][0] + free[at - 1][1] === start) free[at - 1][1] += free.splice(at, 1)[0][1];
  }

  view(type, start, length) {
    return new type(this.#memory.buffer, start, length);
  }

  /** A copy of what lies there. */
  read(type, start, length) {
    try {
      return this.view(type, start, length).slice();
    } catch {
      throw outOfMemory();
    }
  }

  /** What the function returns; traps end the module's life. */
  raw(name, ...args) {
    if (this.#broken) throw new DpmError("DPM_JS_TRAP", 0, "an earlier call ended in a trap: load the module anew");
    const f = this.#exports[name];
    if (!f) throw new DpmError("DPM_JS_CORE", 0, `${name} is not in this WebAssembly file: load dpmarkov.wasm, the full one`);
    try {
      return f(...args);
    } catch (error) {
      if (error instanceof TypeError) throw typeError("a number was expected, or a BigInt for 64 bits");
      this.#broken = true;
      throw new DpmError("DPM_JS_TRAP", 0, `the WebAssembly module stopped: ${error.message}`);
    }
  }

  /** Calls what returns a dpm_status. */
  call(name, ...args) {
    const code = this.raw(name, ...args);
    if (code !== 0) throw status(code, this.message(code));
  }

  message(code) {
    return this.text(this.raw("dpm_status_message", code));
  }

  text(start) {
    const bytes = new Uint8Array(this.#memory.buffer, start);
    return String.fromCharCode(...bytes.subarray(0, bytes.indexOf(0)));
  }

  /** Runs `body` with storage that is wiped and freed at its end, whatever happens. */
  scratch(body) {
    const scratch = new Scratch(this);
    this.#depth += 1;
    try {
      return body(scratch);
    } finally {
      scratch.free();
      this.#depth -= 1;
      if (this.#depth === 0) new Uint8Array(this.#memory.buffer, 0, this.#stack).fill(0);
    }
  }
}

/** Storage of one call. */
class Scratch {
  #memory;
  #blocks = [];

  constructor(memory) {
    this.#memory = memory;
  }

  bytes(length) {
    const start = this.#memory.alloc(length);
    this.#blocks.push(start);
    return start;
  }

  /** Room for `count` elements. */
  room(type, count) {
    return this.bytes(count * type.BYTES_PER_ELEMENT);
  }

  /** A copy of `values`, a typed array of the same type. */
  copy(values) {
    const start = this.bytes(values.byteLength);
    this.#memory.view(values.constructor, start, values.length).set(values);
    return start;
  }

  free() {
    for (const start of this.#blocks) this.#memory.free(start);
  }
}
