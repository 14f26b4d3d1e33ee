// How often each log was released in this page, and what that comes to. The page forgets it when it is closed.

/**
 * What a promise for several releases is made for: one mechanism, at parameters that stay as they are. Two mechanisms that share a promise keep less together: one release of
 * geometric and one of Gaussian noise, each planned for (1, 1e-6) over two, come to (1.14, 1e-6).
 */
function promise({ adjacency, epsilon, delta, releases, mechanism, expectedRowTotal, pseudoCount, draws, states }) {
  const own = mechanism === "geometric" || mechanism === "gaussian" ? [] : [expectedRowTotal, pseudoCount, draws, states];
  return JSON.stringify([adjacency, epsilon, delta, releases, mechanism, ...own]);
}

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

  /** Call it before anything is drawn. */
  add(log, options) {
    const plans = this.#of(log);
    const plan = plans.get(promise(options)) ?? { options, pressed: 0 };
    plan.pressed++;
    plans.set(promise(options), plan);
  }

  /** What to say before one more release; null where it is planned. */
  warning(log, options) {
    const plans = this.#of(log);
    if (plans.size === 0) return null;
    const same = plans.get(promise(options));
    if (plans.size === 1 && same && same.pressed < options.releases) return null;
    const made = this.count(log);
    const times = made === 1 ? "once" : `${made} times`;
    const begin = `This log was released ${times} in this page, and ${plans.size === 1 && same ? `the promise was for ${options.releases === 1 ? "one release" : `${options.releases} releases`}` : "under other settings"}. Noise that is drawn anew can be averaged: whoever sees all of them learns more than each promise says.`;
    const after = new Map([...plans].map(([key, plan]) => [key, { ...plan }]));
    const one = after.get(promise(options)) ?? { options, pressed: 0 };
    after.set(promise(options), { ...one, pressed: one.pressed + 1 });
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
