// How often each log was released in this page, and what that comes to. The page forgets it when it is closed.
import { sha256 } from "@noble/hashes/sha2.js";
import { byBytes } from "./states.js";

/**
 * What a log is known by: its events, in whatever form, order or list of states they came. As SECRET as they are: it stays in the worker.
 */
export function identityOf({ states, counts }) {
  const n = states.length;
  const seen = new Set();
  counts.forEach((count, cell) => count && seen.add(Math.floor(cell / n)).add(cell % n));
  const order = [...seen].sort((a, b) => byBytes(states[a], states[b]));
  const hash = sha256.create().update(new TextEncoder().encode(JSON.stringify(order.map((i) => states[i]))));
  for (const i of order) {
    const row = Uint32Array.from(order, (j) => counts[i * n + j]);
    hash.update(new Uint8Array(row.buffer));
    row.fill(0);
  }
  return Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// A promise for several releases is one for releases of the same mechanism at the same parameters: one of each kind is in no plan.
const promise = ({ adjacency, epsilon, delta, releases }, { mechanism, parameters }) =>
  JSON.stringify([adjacency, epsilon, delta, releases, mechanism, Object.entries(parameters)]);
const figure = (x) => Number(x.toPrecision(12)).toString();

export class History {
  #logs = new Map();

  #of(log) {
    if (!this.#logs.has(log)) this.#logs.set(log, new Map());
    return this.#logs.get(log);
  }

  /** Releases of this log so far. */
  count(log) {
    return [...this.#of(log).values()].reduce((sum, { pressed }) => sum + pressed, 0);
  }

  /** Call it before anything is drawn. `made`: the mechanism and its parameters. */
  add(log, options, made) {
    const plans = this.#of(log);
    const key = promise(options, made);
    const plan = plans.get(key) ?? { options, pressed: 0 };
    plan.pressed++;
    plans.set(key, plan);
  }

  /** What to say before one more release; null where it is planned. */
  warning(log, options, made) {
    const plans = this.#of(log);
    if (plans.size === 0) return null;
    const key = promise(options, made);
    const same = plans.get(key);
    if (plans.size === 1 && same && same.pressed < options.releases) return null;
    const before = this.count(log);
    const times = before === 1 ? "once" : `${before} times`;
    const begin = `This log was released ${times} in this page, and ${plans.size === 1 && same ? `the promise was for ${options.releases === 1 ? "one release" : `${options.releases} releases`}` : "under other settings (a promise for several releases is one for the same mechanism and parameters)"}. Noise that is drawn anew can be averaged: whoever sees all of them learns more than each promise says.`;
    const after = new Map([...plans].map(([key, plan]) => [key, { ...plan }]));
    const one = after.get(key) ?? { options, pressed: 0 };
    after.set(key, { ...one, pressed: one.pressed + 1 });
    const all = [...after.values()];
    if (all.some((plan) => plan.options.adjacency !== options.adjacency)) {
      return `${begin} They protect by different adjacencies, so that no one promise is known here for all of them together.`;
    }
    const batches = all.map((plan) => ({ ...plan.options, batches: Math.ceil(plan.pressed / plan.options.releases) }));
    const epsilon = batches.reduce((sum, plan) => sum + plan.batches * plan.epsilon, 0);
    const delta = batches.reduce((sum, plan) => sum + plan.batches * plan.delta, 0);
    return `${begin} With one more they keep ε = ${figure(epsilon)}, δ = ${figure(delta)} together, if you decided on all of them before you saw the first. The promise of a single one holds by itself only if nobody sees the others, and if they did not help to choose it.`;
  }
}
