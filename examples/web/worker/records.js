// CSV records with the numbers of their lines. papaparse splits; what a forgiving reader lets pass is refused here, so that no event is misread.
import Papa from "papaparse";
import { Fault, shown } from "./fault.js";

/** RFC 4180: a field is quoted from end to end, quotes in it doubled, or has none. (A regular expression overflows its stack on a field of megabytes.) */
export function strict(record) {
  for (let at = 0; ; at++) {
    if (record[at] === '"') {
      do {
        at = record.indexOf('"', at + 1) + 1;
        if (at === 0) return false;
      } while (record[at] === '"');
    } else {
      const comma = record.indexOf(",", at);
      const end = comma < 0 ? record.length : comma;
      if (/["\n]/.test(record.slice(at, end))) return false;
      at = end;
    }
    if (at === record.length) return true;
    if (record[at] !== ",") return false;
  }
}

/**
 * Calls `each(fields, line)` for every record of `text`; blank lines come as one empty field. An exception of `each` ends the reading.
 * @param {string} text  lines end with LF
 */
export function eachRecord(text, each) {
  let line = 1;
  let start = 0;
  let thrown = null;
  Papa.parse(text, {
    delimiter: ",",
    newline: "\n",
    quoteChar: '"',
    skipEmptyLines: false,
    step: (result, parser) => {
      if (thrown) return;
      try {
        const end = result.meta.cursor;
        const raw = text.slice(start, end);
        const record = raw.endsWith("\n") ? raw.slice(0, -1) : raw;
        if (result.errors.some((error) => error.code === "MissingQuotes")) {
          throw new Fault('a quote (") opens here and is never closed.', line);
        }
        if (record.includes('"') && !strict(record)) {
          throw new Fault(`quotes (") must stand around a whole field, and be doubled inside it: ${shown(record)}.`, line);
        }
        each(result.data, line);
        for (let at = raw.indexOf("\n"); at >= 0; at = raw.indexOf("\n", at + 1)) line++;
        start = end;
      } catch (error) {
        thrown = error;
        parser.abort();
      }
    },
  });
  if (thrown) throw thrown;
}
