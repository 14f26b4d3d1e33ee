// From probabilities to colours: viridis, even in lightness and told apart with every kind of colour vision and in grey, over the square root of the
// share of the largest one: a tenth of it still stands a third of the way up. The same scale as in the program's pictures.
import { interpolateViridis } from "d3-scale-chromatic";

const STEPS = 255;
const PALETTE = Array.from({ length: STEPS + 1 }, (_, step) => rgb(interpolateViridis(step / STEPS)));

function rgb(hex) {
  const n = parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

/** 1, 2 or 5 times a power of ten, or a multiple: the least that is not below `largest` in ten steps at most. */
function roundTop(largest) {
  const power = Math.floor(Math.log10(largest / 10));
  for (const exponent of [power, power + 1]) {
    for (const mantissa of [1, 2, 5]) {
      const step = mantissa * 10 ** exponent;
      const steps = Math.ceil(largest / step - 1e-9);
      if (steps <= 10) return Number((steps * step).toPrecision(12));
    }
  }
  return largest;
}

export class Scale {
  constructor(values) {
    let largest = 1e-9;
    for (const value of values) if (value > largest) largest = value;
    this.top = largest > 0.95 ? 1 : roundTop(largest);
  }

  step(p) {
    return Math.round(STEPS * Math.sqrt(Math.min(Math.max(p / this.top, 0), 1)));
  }

  colour(p) {
    const [r, g, b] = PALETTE[this.step(p)];
    return `rgb(${r},${g},${b})`;
  }

  /** Black or white, whichever is easier to read on that colour. */
  ink(p) {
    const [r, g, b] = PALETTE[this.step(p)];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b > 115 ? "#000" : "#fff";
  }

  /** Probabilities to mark on a legend. */
  marks() {
    return [0, 0.1, 0.4, 1].map((share) => share * this.top);
  }
}
