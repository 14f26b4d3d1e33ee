// Compares the mechanisms, from public numbers alone, in a worker of its own: a comparison takes seconds, and one that nobody waits for any longer is stopped.
import { Client } from "./client.js";

export class Planner {
  #client = null;
  #key = "";
  #plan = null;

  /**
   * What is planned for these options: the mechanism and its parameters (`reason`: why `auto` took it), and what the others offer.
   * @returns {Promise<{ mechanism, reason, parameters, fault, own, candidates }>}
   */
  async plan(options, states) {
    const { adjacency, epsilon, delta, releases, expectedRowTotal, pseudoCount, draws } = options;
    const key = JSON.stringify([adjacency, epsilon, delta, releases, expectedRowTotal, states]);
    if (key !== this.#key) {
      if (this.#client?.busy) {
        this.#client.stop();
        this.#client = null;
      }
      this.#client ??= new Client();
      this.#key = key;
      this.#plan = this.#client.ask("plan", { options, states });
      this.#plan.catch(() => (this.#key = "")); // another try may go better
    }
    const { candidates, recommended, reason } = await this.#plan;
    const auto = options.mechanism === "auto";
    const mechanism = auto ? recommended : options.mechanism;
    const { parameters, fault } = candidates.find((candidate) => candidate.mechanism === mechanism);
    // `own`: the visitor chose some of its parameters
    return { candidates, mechanism, reason: auto ? reason : null, parameters, fault, own: pseudoCount !== null || draws !== null };
  }
}
