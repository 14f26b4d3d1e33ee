//! On which physical line each CSV record begins, and what RFC 4180 forbids but a CSV reader forgives.
//!
//! A reader that forgives a stray or missing quote counts events that nobody logged. This adapter
//! stands between the file and the reader, sees every byte once, and ends the stream at the first fault.
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::rc::Rc;

/// The longest record that is accepted, in bytes.
pub const LONGEST_RECORD: u64 = 1 << 20;

/// A breach of RFC 4180, or bytes that are no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    pub line: u64,
    /// The line on which the record with the fault begins.
    pub record_line: u64,
    pub found: &'static str,
    pub expected: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    RecordStart,
    FieldStart,
    Plain,
    Quoted,
    QuoteInQuoted,
}

/// What the adapter has seen, shared with the reader of the records.
pub struct Seen {
    place: Place,
    line: u64,
    record_line: u64,
    quote_line: u64,
    record_bytes: u64,
    after_return: bool,
    begun: VecDeque<u64>,
    breach: Option<Breach>,
}

impl Seen {
    fn new() -> Self {
        Seen {
            place: Place::RecordStart,
            line: 1,
            record_line: 1,
            quote_line: 1,
            record_bytes: 0,
            after_return: false,
            begun: VecDeque::new(),
            breach: None,
        }
    }

    /// The line of the next record, in the order in which the records are read.
    pub fn next_record_line(&mut self) -> u64 {
        self.begun.pop_front().unwrap_or(self.line)
    }

    /// The breach that ended the stream.
    pub fn breach(&self) -> Option<&Breach> {
        self.breach.as_ref()
    }

    /// The line that the stream has come to.
    pub fn line(&self) -> u64 {
        self.line
    }

    fn fault(&mut self, line: u64, found: &'static str, expected: &'static str) {
        let record_line = if self.place == Place::RecordStart {
            line
        } else {
            self.record_line
        };
        self.breach = Some(Breach {
            line,
            record_line,
            found,
            expected,
        });
    }

    /// Takes one byte; false at a breach.
    fn take(&mut self, byte: u8) -> bool {
        let ends_line = byte == b'\n' || byte == b'\r';
        let second_half = byte == b'\n' && self.after_return;
        self.after_return = byte == b'\r';
        self.record_bytes += 1;
        if self.place != Place::Quoted && ends_line {
            self.place = Place::RecordStart;
        } else if !self.place_after(byte) {
            return false;
        }
        if ends_line && !second_half {
            self.line += 1;
        }
        if self.place == Place::RecordStart {
            self.record_bytes = 0;
        } else if self.record_bytes > LONGEST_RECORD {
            self.fault(
                self.record_line,
                "the record is longer than 1 MiB",
                "short records, each on its own line",
            );
            return false;
        }
        true
    }

    fn place_after(&mut self, byte: u8) -> bool {
        let line = self.line;
        if byte == 0 {
            self.fault(
                line,
                "a NUL byte: this is not a text file",
                "CSV text in UTF-8",
            );
            return false;
        }
        if self.place == Place::RecordStart {
            self.record_line = line;
            self.begun.push_back(line);
        }
        self.place = match (self.place, byte) {
            (Place::Quoted, b'"') => Place::QuoteInQuoted,
            (Place::Quoted, _) => Place::Quoted,
            (Place::QuoteInQuoted, b'"') => Place::Quoted,
            (Place::RecordStart | Place::FieldStart, b'"') => {
                self.quote_line = line;
                Place::Quoted
            }
            (Place::Plain, b'"') => {
                self.fault(
                    line,
                    "a quote inside a field that is not quoted",
                    "\"...\" around the field, each quote in it doubled",
                );
                return false;
            }
            (_, b',') => Place::FieldStart,
            (Place::QuoteInQuoted, _) => {
                self.fault(
                    line,
                    "text after a closing quote",
                    "a comma or the end of the line",
                );
                return false;
            }
            _ => Place::Plain,
        };
        true
    }

    fn end(&mut self) {
        if self.place == Place::Quoted && self.breach.is_none() {
            self.fault(
                self.quote_line,
                "a quote that is never closed (is the file cut short?)",
                "a closing quote",
            );
        }
    }
}

/// The adapter.
pub struct RecordLines<R> {
    inner: R,
    seen: Rc<RefCell<Seen>>,
}

impl<R: Read> RecordLines<R> {
    /// Watches `inner`; the second value is what it has seen.
    pub fn new(inner: R) -> (Self, Rc<RefCell<Seen>>) {
        let seen = Rc::new(RefCell::new(Seen::new()));
        (
            RecordLines {
                inner,
                seen: Rc::clone(&seen),
            },
            seen,
        )
    }
}

impl<R: Read> Read for RecordLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.seen.borrow().breach.is_some() {
            return Ok(0);
        }
        let length = self.inner.read(buffer)?;
        let mut seen = self.seen.borrow_mut();
        if length == 0 {
            seen.end();
            return Ok(0);
        }
        let bytes = buffer.get(..length).unwrap_or_default();
        Ok(bytes
            .iter()
            .position(|byte| !seen.take(*byte))
            .unwrap_or(length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reads all records in small pieces: their lines, or the breach.
    fn lines(text: &str, capacity: usize) -> (Vec<u64>, Option<Breach>) {
        let (adapter, seen) = RecordLines::new(text.as_bytes());
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .buffer_capacity(capacity)
            .from_reader(adapter);
        let mut record = csv::ByteRecord::new();
        let mut lines = Vec::new();
        while reader.read_byte_record(&mut record).unwrap() {
            lines.push(seen.borrow_mut().next_record_line());
        }
        let breach = seen.borrow().breach().cloned();
        (lines, breach)
    }

    #[test]
    fn every_kind_of_line_end_counts_once() {
        assert_eq!(lines("a,b\nc,d\n", 7), (vec![1, 2], None));
        assert_eq!(lines("a,b\r\nc,d\r\n\r\ne,f", 7), (vec![1, 2, 4], None));
        assert_eq!(lines("a,b\rc,d\r\re,f\r", 7), (vec![1, 2, 4], None));
        assert_eq!(lines("\n\n\"a\r\nb\n\",c\nd,\"\"\n", 7), (vec![3, 6], None));
    }

    #[test]
    fn breaches_have_their_line() {
        let breach = |text| lines(text, 64).1.map(|b| (b.line, b.record_line)).unwrap();
        assert_eq!(breach("a,b\nc,\"d\n\n"), (2, 2));
        assert_eq!(breach("a,b\n\"c\n\",d\"\n"), (3, 2));
        assert_eq!(breach("a,b\n\n\"c\"d,e\n"), (3, 3));
        assert_eq!(breach("a\0"), (1, 1));
        assert_eq!(breach("a\n\0"), (2, 2));
    }

    proptest! {
        /// Well-formed CSV: one line number for each record that the csv crate finds, and the right one.
        #[test]
        fn in_step_with_the_reader(
            records in prop::collection::vec((prop::collection::vec("[a \"\r\n,]{0,6}", 1..4), 0usize..3, 0usize..3), 0..12),
            capacity in 1usize..40,
        ) {
            let (mut text, mut line, mut expected) = (String::new(), 1, Vec::new());
            for (fields, end, blanks) in records {
                let end = ["\n", "\r\n", "\r"][end];
                // CR then LF would be one line end.
                if text.ends_with('\r') && end == "\n" && blanks > 0 { continue; }
                text.push_str(&end.repeat(blanks));
                line += blanks as u64;
                expected.push(line);
                let quoted: Vec<String> = fields.iter().map(|f| format!("\"{}\"", f.replace('"', "\"\""))).collect();
                let record = quoted.join(",");
                line += record.replace("\r\n", "\n").matches(['\r', '\n']).count() as u64 + 1;
                text.push_str(&record);
                text.push_str(end);
            }
            prop_assert_eq!(lines(&text, capacity), (expected, None), "{:?}", text);
        }
    }
}
