// dpmarkov in JavaScript, with all that the package has: import { load } from "dpmarkov".
import { load as from } from "./load.js";

export { DpmError, stateTable, toNumbers } from "./load.js";

/** Loads the library; without an argument, dpmarkov.wasm beside this file. */
export const load = (source = new URL("./dpmarkov.wasm", import.meta.url)) => from(source);
