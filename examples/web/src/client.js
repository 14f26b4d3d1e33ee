// The worker that holds the log and the library. What comes back over this line is public, or is a message for the owner of the log.
// The build puts the worker's whole program in here as text, so that the page is one file.
import program from "worker-program";

export class WorkerFault extends Error {
  constructor({ name, message, line }) {
    super(message);
    this.name = name;
    this.line = line;
  }
}

export class Client {
  #worker;
  #waiting = new Map();
  #next = 1;

  constructor() {
    const url = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
    this.#worker = new Worker(url);
    this.#worker.addEventListener("message", ({ data: { id, value, fault } }) => {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (fault) reject(new WorkerFault(fault));
      else resolve(value);
    });
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault();
      const fault = new WorkerFault({ name: "Error", message: `The page's worker stopped: ${event.message || "unknown"}. Reload the page.` });
      for (const { reject } of this.#waiting.values()) reject(fault);
      this.#waiting.clear();
    });
  }

  get busy() {
    return this.#waiting.size > 0;
  }

  /** Stops it in the middle of whatever it does. */
  stop() {
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(new WorkerFault({ name: "Stopped", message: "The settings changed meanwhile. Nothing was released: press again." }));
    this.#waiting.clear();
  }

  /** Asks the worker; `transfer` moves buffers instead of copying them. */
  ask(what, given = {}, transfer = []) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, what, given }, transfer);
    });
  }
}
