// The same over the smaller file: counts, mechanisms, accounting, stationary distribution: import { load } from "dpmarkov/core".
import { load as from } from "./load.js";

export { DpmError, stateTable, toNumbers } from "./load.js";

/** Loads the library; without an argument, dpmarkov-core.wasm beside this file. */
export const load = (source = new URL("./dpmarkov-core.wasm", import.meta.url)) => from(source);
