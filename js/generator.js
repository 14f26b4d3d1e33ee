// The source of noise: seeded by the operating system, afresh for each release unless one is passed.
import { Resident } from "./object.js";
import { typeError } from "./errors.js";
import { unsigned, wide } from "./values.js";

export const GENERATOR_BYTES = 96;

export class Generator extends Resident {
  get kind() {
    return "generator";
  }

  /** `seed`: for tests alone; without it the operating system's randomness. */
  constructor(memory, stream, seed) {
    const number = wide(stream, "stream");
    const given = seed === undefined ? undefined : unsigned(seed, "seed", Uint8Array, 32);
    try {
      super(memory, GENERATOR_BYTES, (start, scratch) => {
        if (given) memory.call("dpm_rng_init_deterministic_for_tests", start, scratch.copy(given), number);
        else memory.call("dpm_rng_init", start, memory.entropy, 0, number);
      });
    } finally {
      given?.fill(0);
    }
  }
}

/** The generator of a call: the one that was passed, or a fresh one that lives in `scratch`. */
export function generatorFor(memory, scratch, given) {
  if (given !== undefined) {
    const start = Resident.address(given, memory, "generator");
    if (!(given instanceof Generator)) throw typeError("generator must come from generator() or testGenerator()");
    return start;
  }
  const start = scratch.bytes(GENERATOR_BYTES);
  memory.call("dpm_rng_init", start, memory.entropy, 0, 0n);
  return start;
}
