// What lives in the module's memory: it stays at one address, and is wiped when it is disposed of, or when nobody holds it any longer.
import { DpmError } from "./errors.js";

const forgotten = new FinalizationRegistry(({ memory, start }) => memory.free(start));

export class Resident {
  #memory;
  #start;

  constructor(memory, bytes, init) {
    this.#memory = memory;
    this.#start = memory.alloc(bytes);
    try {
      memory.scratch((scratch) => init(this.#start, scratch));
    } catch (error) {
      memory.free(this.#start);
      throw error;
    }
    forgotten.register(this, { memory, start: this.#start }, this);
  }

  /** Wipes it and gives its memory back. Every later use is answered with DPM_JS_DISPOSED. */
  dispose() {
    if (this.#start === undefined) return;
    forgotten.unregister(this);
    this.#memory.free(this.#start);
    this.#start = undefined;
  }

  /** For this package alone: where it lies in `memory`. */
  static address(object, memory, what) {
    if (!(#start in Object(object)) || object.#memory !== memory) throw new DpmError("DPM_JS_TYPE", 0, `${what} must be an object of this module`);
    if (object.#start === undefined) throw new DpmError("DPM_JS_DISPOSED", 0, `${what} was disposed of`);
    return object.#start;
  }
}
if (Symbol.dispose) Resident.prototype[Symbol.dispose] = Resident.prototype.dispose;
