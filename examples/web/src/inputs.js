// The log, the list of states, and how they come in: chosen, dropped, pasted, or an example.
import { announce, byId, name } from "./dom.js";
import { EXAMPLES } from "./examples.js";

const MOST_BYTES = 100 * 1024 * 1024;

/** A place for files: an input to choose them, and something to drop them on. */
export function filePlace(inputId, dropId, take) {
  const input = byId(inputId);
  input.addEventListener("change", () => {
    if (input.files.length) take(input.files[0]);
    input.value = ""; // the same file can be chosen again
  });
  if (!dropId) return;
  const drop = byId(dropId);
  drop.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    if (event.dataTransfer.files.length) take(event.dataTransfer.files[0]);
  });
}

/** The bytes of a file, or what is wrong with it. */
export async function bytesOf(file, most = MOST_BYTES) {
  if (file.size > most) throw new Error(`This file is larger than ${Math.round(most / 1048576)} MiB.`);
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new Error("This file could not be read. Is it a folder, or was it moved?");
  }
}

function say(id, text) {
  byId(id).textContent = text;
  byId(id).hidden = !text;
}

export class Inputs {
  hasLog = false;
  /** Log and list go together. */
  ready = false;
  /** Of a log in the form session,state, where one line takes part in two events. */
  sessions = false;
  /** How many states there are, as far as that is known. */
  count = 0;
  #client;
  #on;
  #source = "";
  #turn = 0;
  #used = ""; // the list that was read last, as text

  constructor(client, on) {
    this.#client = client;
    this.#on = on;
    filePlace("log-file", "drop", (file) => this.#logFile(file));
    filePlace("states-file", null, (file) => this.#statesFile(file));
    // A file that misses its place must not replace the page.
    for (const kind of ["dragover", "drop"]) window.addEventListener(kind, (event) => event.preventDefault());
    byId("log-read").addEventListener("click", () => this.#log(new TextEncoder().encode(byId("log-text").value), "the text that you pasted"));
    byId("states-use").addEventListener("click", () => this.#read());
    // A list that was read already, with a log that was dropped meanwhile for instance, is not read again when the press on Release leaves the field:
    // the button would be off in the middle of that press, and the press be lost.
    byId("states-text").addEventListener("change", () => byId("states-text").value !== this.#used && this.#read());
    for (const id of ["states-public", "states-log"]) byId(id).addEventListener("change", () => this.#read());
    for (const [id, example] of Object.entries(EXAMPLES)) byId(id).addEventListener("click", () => this.#example(example));
  }

  /** The public list of states as text; null where there is none. */
  get list() {
    const text = byId("states-text").value;
    return byId("states-public").checked && text.trim() !== "" ? text : null;
  }

  #example({ log, states, adjacency, source, note }) {
    byId("states-public").checked = true;
    byId("states-text").value = states;
    document.querySelector(`input[name="adjacency"][value="${adjacency}"]`).checked = true;
    say("log-note", note);
    return this.#log(new TextEncoder().encode(log), source, true);
  }

  async #logFile(file) {
    try {
      await this.#log(await bytesOf(file), `the file ${name(file.name)}`);
    } catch (error) {
      say("log-fault", error.message);
    }
  }

  async #statesFile(file) {
    try {
      byId("states-text").value = new TextDecoder("utf-8", { fatal: true }).decode(await bytesOf(file, 1048576)).replace(/\r\n?/g, "\n");
      await this.#read();
    } catch (error) {
      say("states-fault", error instanceof TypeError ? "This file is no text in UTF-8." : error.message);
    }
  }

  async #log(bytes, source, isExample = false) {
    if (!isExample) say("log-note", "");
    say("log-fault", "");
    this.#source = source;
    this.hasLog = this.ready = false;
    const turn = ++this.#turn;
    this.#status("Reading the log …", true);
    try {
      await this.#client.ask("log", { bytes }, [bytes.buffer]);
      if (turn !== this.#turn) return;
      this.hasLog = true;
      await this.#read();
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#status("");
      say("log-fault", error.message);
      this.#on.onLog();
    }
  }

  #status(text, busy = false) {
    const status = byId("log-status");
    status.classList.toggle("busy", busy);
    status.classList.toggle("done", !busy && text !== "");
    say("log-status", text);
  }

  /** Reads the log that is in the worker by the list of states that is on the page. */
  async #read() {
    const fromLog = byId("states-log").checked;
    this.#used = byId("states-text").value;
    byId("states-part").hidden = fromLog;
    byId("states-warning").hidden = !fromLog;
    say("log-fault", "");
    say("states-fault", "");
    say("states-status", "");
    byId("states-text").setAttribute("aria-invalid", "false");
    this.ready = false;
    this.count = 0;
    const turn = ++this.#turn;
    if (this.hasLog) this.#status("Reading the log …", true);
    try {
      const read = await this.#client.ask("read", { list: this.list, fromLog });
      if (turn !== this.#turn) return;
      this.#took(read, fromLog);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#status("");
      if (error.name === "States") {
        byId("states-text").setAttribute("aria-invalid", "true");
        say("states-fault", error.message);
      } else say("log-fault", error.message);
    }
    this.#on.onLog();
    this.#on.onStates();
  }

  #took({ states, form }, fromLog) {
    this.count = states;
    this.sessions = form === "session,state" || form === "one state a line";
    if (states) {
      const text = `${states} states, ${fromLog ? "from the log" : "a public list"}.`;
      byId("states-status").classList.add("done");
      say("states-status", text);
    }
    if (!this.hasLog) return this.#status("");
    if (!form) {
      this.#status("");
      say("log-status", "The log is here. Give the public list of its states below, or take the list from the log.");
      return;
    }
    this.ready = true;
    this.#status(`Read ${this.#source}: ${form}. How many events it holds is not shown: that may be a secret, too.`);
    announce("The log was read.");
  }
}
