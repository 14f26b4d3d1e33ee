import type { Dpmarkov, Source } from "./dpmarkov.js";
export * from "./dpmarkov.js";
/** Loads the library from `source`, which bundles alone need: nothing is looked for beside this module. */
export function load(source: Source | Promise<Source>): Promise<Dpmarkov>;
