// The chain as a heat map: only what is in view is drawn, so that a thousand states scroll as ten do. The names of rows and columns stay in view.
// Keyboard: arrow keys move a cursor over the cells; the cell's value is told in a live region.
import { byId, inText, short } from "./dom.js";
import { mark, percent } from "./words.js";

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
const SMALLEST = 13;
const LARGEST = 56;
const NUMBERED = 34; // a cell this wide holds its number

export class HeatMap {
  #canvas = byId("map-canvas");
  #frame = byId("map");
  #space = byId("map-space");
  #says = byId("map-cell");
  #tip = byId("tip");
  #result = null;
  #cursor = null;
  #pending = false;

  constructor() {
    this.#frame.addEventListener("scroll", () => this.#later());
    this.#frame.addEventListener("keydown", (event) => this.#key(event));
    this.#frame.addEventListener("focus", () => this.#move(this.#cursor ?? [0, 0]));
    this.#frame.addEventListener("blur", () => this.#later());
    this.#frame.addEventListener("pointermove", (event) => this.#point(event));
    this.#frame.addEventListener("pointerleave", () => (this.#tip.hidden = true));
    this.#frame.addEventListener("pointerdown", (event) => {
      const cell = this.#at(event);
      if (cell) requestAnimationFrame(() => this.#move(cell));
    });
    new ResizeObserver(() => this.#layout()).observe(this.#frame.parentElement);
  }

  show(result) {
    this.#result = result;
    this.#cursor = null;
    this.#says.textContent = "";
    this.#frame.scrollTo(0, 0);
    this.#layout();
  }

  /** Where the cells are. */
  #layout() {
    if (!this.#result || this.#frame.parentElement.hidden) return;
    const { n, labels } = this.#result;
    const width = this.#frame.parentElement.clientWidth - 2;
    if (width <= 0) return;
    const context = this.#canvas.getContext("2d");
    const narrow = width < 520;
    const longest = narrow ? 13 : 22;
    const sizeBeside = (left) => Math.max(SMALLEST, Math.min(LARGEST, Math.floor((width - left) / n)));
    this.font = Math.max(10, Math.min(13, sizeBeside(160) - 1));
    context.font = `bold ${this.font}px ${FONT}`; // as the cursor's row and column are written
    this.rows = labels.map((label) => short(label, longest));
    this.tops = labels.map((label) => short(label, longest));
    const widest = (texts) => Math.ceil(texts.reduce((most, text) => Math.max(most, context.measureText(text).width), 0));
    this.left = widest(this.rows) + 12;
    this.size = sizeBeside(this.left);
    this.font = Math.min(this.font, this.size - 1);
    this.upright = this.size < widest(this.tops) + 6;
    this.top = (this.upright ? widest(this.tops) : this.font) + 12;
    byId("chain-hint").textContent = `A row is where the chain comes from, a column where it goes to.${this.size >= NUMBERED ? " Numbers are percent." : ""}`;
    const [w, h] = [this.left + n * this.size, this.top + n * this.size];
    // Up to some sixty states the page scrolls, not the map in it.
    const most = h <= 1100 && !narrow ? h : Math.min(window.innerHeight * 0.8, 864);
    this.viewHeight = Math.min(h, most) | 0;
    this.viewWidth = Math.min(w, width);
    this.#space.style.width = `${w}px`;
    this.#space.style.height = `${h}px`;
    this.#frame.style.height = `${this.viewHeight + 2}px`;
    this.#frame.style.width = `${this.viewWidth + 2}px`;
    const dense = window.devicePixelRatio || 1;
    this.#canvas.width = Math.round(this.viewWidth * dense);
    this.#canvas.height = Math.round(this.viewHeight * dense);
    this.#canvas.style.width = `${this.viewWidth}px`;
    this.#canvas.style.height = `${this.viewHeight}px`;
    this.draw();
  }

  #later() {
    if (this.#pending) return;
    this.#pending = true;
    requestAnimationFrame(() => {
      this.#pending = false;
      this.draw();
    });
  }

  draw() {
    if (!this.#result || !this.size) return;
    const { n, matrix, feasible, scale } = this.#result;
    const { size, left, top } = this;
    const style = getComputedStyle(document.documentElement);
    const [ground, ink, soft] = ["--card", "--ink", "--line"].map((key) => style.getPropertyValue(key).trim());
    const context = this.#canvas.getContext("2d");
    const dense = window.devicePixelRatio || 1;
    const [x0, y0] = [this.#frame.scrollLeft, this.#frame.scrollTop];
    context.setTransform(dense, 0, 0, dense, 0, 0);
    context.fillStyle = ground;
    context.fillRect(0, 0, this.viewWidth, this.viewHeight);
    const columns = [Math.floor(x0 / size), Math.min(n, Math.ceil((x0 + this.viewWidth - left) / size))];
    const lines = [Math.floor(y0 / size), Math.min(n, Math.ceil((y0 + this.viewHeight - top) / size))];
    const gap = size >= 20 ? 1 : 0.5;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.font = `${Math.min(13, this.font)}px ${FONT}`;
    for (let i = lines[0]; i < lines[1]; i++) {
      for (let j = columns[0]; j < columns[1]; j++) {
        const [x, y] = [left + j * size - x0, top + i * size - y0];
        const p = matrix[i * n + j];
        const possible = !feasible || feasible[i * n + j];
        context.fillStyle = possible ? scale.colour(p) : soft;
        context.fillRect(x, y, size - gap, size - gap);
        if (size >= NUMBERED && possible) {
          context.fillStyle = scale.ink(p);
          context.fillText(cellNumber(p), x + size / 2, y + size / 2);
        }
      }
    }
    if (this.#cursor) this.#drawCursor(context, x0, y0);
    // The names cover what scrolls under them.
    context.fillStyle = ground;
    context.fillRect(0, 0, this.viewWidth, top);
    context.fillRect(0, 0, left, this.viewHeight);
    context.font = `${this.font}px ${FONT}`;
    const marked = (index, part) => (this.#cursor?.[part] === index ? "bold " : "");
    context.fillStyle = ink;
    context.save();
    context.beginPath();
    context.rect(0, top - 2, left, this.viewHeight);
    context.clip();
    context.textAlign = "right";
    for (let i = lines[0]; i < lines[1]; i++) {
      context.font = `${marked(i, 0)}${this.font}px ${FONT}`;
      context.fillText(this.rows[i], left - 6, top + (i + 0.5) * size - y0);
    }
    context.restore();
    context.save();
    context.beginPath();
    context.rect(left - 2, 0, this.viewWidth, top);
    context.clip();
    for (let j = columns[0]; j < columns[1]; j++) {
      context.font = `${marked(j, 1)}${this.font}px ${FONT}`;
      const x = left + (j + 0.5) * size - x0;
      if (this.upright) {
        context.save();
        context.translate(x, top - 6);
        context.rotate(-Math.PI / 2);
        context.textAlign = "left";
        context.fillText(this.tops[j], 0, 0);
        context.restore();
      } else {
        context.textAlign = "center";
        context.fillText(this.tops[j], x, top - 6 - this.font / 2);
      }
    }
    context.restore();
  }

  #drawCursor(context, x0, y0) {
    const [i, j] = this.#cursor;
    const [x, y] = [this.left + j * this.size - x0, this.top + i * this.size - y0];
    // Two rings, so that one of them is seen on every colour.
    for (const [grow, colour, width] of [[0.5, "#000", 4], [0.5, "#fff", 2]]) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.strokeRect(x - grow, y - grow, this.size + grow, this.size + grow);
    }
  }

  #at(event) {
    if (!this.#result) return null;
    const box = this.#canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    if (x < this.left || y < this.top || x >= this.viewWidth || y >= this.viewHeight) return null;
    const cell = [Math.floor((y - this.top + this.#frame.scrollTop) / this.size), Math.floor((x - this.left + this.#frame.scrollLeft) / this.size)];
    return cell.every((index) => index < this.#result.n) ? cell : null;
  }

  #words([i, j]) {
    const { n, matrix, feasible, labels } = this.#result;
    const value = feasible && !feasible[i * n + j] ? "not possible by the public support" : percent(matrix[i * n + j]);
    return ["From ", inText(labels[i], 60), " to ", inText(labels[j], 60), `: ${value}`];
  }

  #point(event) {
    const cell = event.pointerType === "mouse" ? this.#at(event) : null;
    this.#tip.hidden = !cell;
    if (!cell) return;
    this.#tip.replaceChildren(...this.#words(cell));
    const box = this.#tip.getBoundingClientRect();
    this.#tip.style.left = `${Math.max(4, Math.min(event.clientX + 14, window.innerWidth - box.width - 4))}px`;
    this.#tip.style.top = `${event.clientY + 18 + box.height > window.innerHeight ? event.clientY - 12 - box.height : event.clientY + 18}px`;
  }

  #key(event) {
    if (!this.#result || event.altKey || event.metaKey) return;
    const last = this.#result.n - 1;
    const [i, j] = this.#cursor ?? [0, 0];
    const whole = event.ctrlKey;
    const to = {
      ArrowUp: [i - 1, j], ArrowDown: [i + 1, j], ArrowLeft: [i, j - 1], ArrowRight: [i, j + 1],
      Home: [whole ? 0 : i, 0], End: [whole ? last : i, last], PageUp: [i - 10, j], PageDown: [i + 10, j],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    this.#move(to.map((index) => Math.max(0, Math.min(last, index))));
  }

  #move(cell) {
    if (!this.#result) return;
    this.#cursor = cell;
    const [i, j] = cell;
    const { size, left, top } = this;
    const into = (offset, at, room) => (at < offset ? at : at + size > offset + room ? at + size - room : offset);
    this.#frame.scrollLeft = into(this.#frame.scrollLeft, j * size, this.viewWidth - left);
    this.#frame.scrollTop = into(this.#frame.scrollTop, i * size, this.viewHeight - top);
    this.#says.replaceChildren(...this.#words(cell));
    this.#later();
  }
}

/** A percentage as short as a cell. */
function cellNumber(p) {
  const x = 100 * p;
  return x >= 9.95 ? x.toFixed(0) : x >= 0.05 ? x.toFixed(1) : "0";
}

/** The colours of the scale and what they mean. */
export function drawLegend(scale) {
  const canvas = byId("legend");
  const context = canvas.getContext("2d");
  for (let x = 0; x < canvas.width; x++) {
    const place = (x / (canvas.width - 1)) ** 2;
    context.fillStyle = scale.colour(place * scale.top);
    context.fillRect(x, 0, 1, canvas.height);
  }
  const marks = scale.marks().map((p) => {
    const text = document.createElement("span");
    text.textContent = mark(p);
    text.style.left = `${100 * Math.sqrt(p / scale.top)}%`;
    return text;
  });
  byId("legend-marks").replaceChildren(...marks);
}
