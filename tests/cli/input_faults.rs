//! A wrong input is named with file, physical line, what was found and what was expected.
use crate::{Folder, gzip, release, run};

fn fault(input: &[u8], words: &[&str]) {
    release(input, &[]).failed(3, words);
}

#[test]
fn empty_inputs() {
    fault(
        b"",
        &[
            "standard input",
            "the file is empty",
            "from,to or from,to,count or session,state",
        ],
    );
    fault(b"\n\n", &["the file is empty"]);
    fault("\u{feff}".as_bytes(), &["the file is empty"]);
    fault(&gzip(b""), &["the file is empty"]);
    fault(
        b"from,to\n",
        &["no event in the log", "at least two states"],
    );
    fault(
        b"from,to\na,a\n",
        &["one state in the log", "at least two states"],
    );
}

#[test]
fn headers() {
    fault(
        b"a,b\n1,2\n",
        &["line 1", "the header has \"a\", \"b\"", "from,to"],
    );
    fault(b"\r\n\r\nfrom,to,count,extra\n", &["line 3", "\"extra\""]);
    fault(b"from,from\na,b\n", &["line 1", "\"from\", \"from\""]);
    fault(b"from\na\n", &["line 1"]);
    fault(
        b"from;to\na;b\n",
        &["line 1", "\"from;to\"", "separated by commas"],
    );
}

#[test]
fn fields() {
    fault(
        b"from,to\na,b\na\n",
        &["line 3", "1 field;", "2, as in the header"],
    );
    fault(b"from,to\na,b,c\n", &["line 2", "3 fields"]);
    fault(b"from,to\r\na,b\r\n,b\r\n", &["line 3", "an empty field"]);
    fault(b"from,to\na,b\n\xff\xfe\xfd,b\n", &["line 3", "not UTF-8"]);
    fault(b"session,state\n1,a\n,b\n", &["line 3", "an empty field"]);
}

#[test]
fn counts() {
    for count in [
        "-1",
        "1.5",
        "1e3",
        "4294967296",
        "+1",
        " 1",
        "0x10",
        "many",
        "99999999999999999999999",
        "١",
    ] {
        let log = format!("from,to,count\na,b,1\nb,a,{count}\n");
        fault(
            log.as_bytes(),
            &[
                "line 3",
                &format!("the count \"{count}\""),
                "a whole number from 0 to 4294967295",
            ],
        );
    }
    fault(b"from,to,count\na,b,\n", &["line 2", "an empty field"]);
    let largest = b"from,to,count\na,b,4294967295\nb,a,1\n";
    release(largest, &[]).ok();
    fault(
        b"from,to,count\na,b,4294967295\nb,a,1\na,b,1\n",
        &["line 4", "passes 4294967295"],
    );
}

#[test]
fn lines_are_physical() {
    // CRLF, a lone CR, blank lines, newlines inside quotes: the bad count stands on line 8.
    let log = b"from,to,count\r\n\r\na,b,1\r\"two\r\nlines\",b,1\r\n\na,\"x\ny\",-1\r\n";
    fault(log, &["line 8", "the count \"-1\""]);
    // The second record of this log begins on line 2 and its bad field stands on line 4.
    fault(
        b"from,to,count\n\"a\n\nb\",c,none\n",
        &["line 4", "the count \"none\""],
    );
    // Far behind the first buffers.
    let long = format!("from,to\n{}a,b,c\n", "a,b\n".repeat(300_000));
    fault(long.as_bytes(), &["line 300002", "3 fields"]);
}

#[test]
fn quotes() {
    fault(b"from,to\na,b\n\"a,b\nb,a\n", &["line 3", "never closed"]);
    fault(b"from,to\na,b\"c\n", &["line 2", "a quote inside a field"]);
    fault(
        b"from,to\na,b\n\"a\"c,b\n",
        &["line 3", "text after a closing quote"],
    );
    // The first fault is the one that is told.
    fault(b"from,to\na\n\"a\"c,b\n", &["line 2", "1 field;"]);
}

#[test]
fn what_is_not_csv() {
    fault(b"PK\x03\x04 and so on", &["zip archive"]);
    fault(b"\x28\xb5\x2f\xfd and so on", &["zstd"]);
    fault(b"PAR1 and so on", &["Parquet"]);
    fault(b"\xff\xfef\0r\0o\0m\0", &["UTF-16"]);
    fault(b"from,to\na,b\na,\0b\n", &["line 3", "NUL"]);
    let binary: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    fault(&binary, &["line 1"]);
    let mut endless = b"from,to\na,b\n\"".to_vec();
    endless.resize(3 << 20, b'x');
    fault(&endless, &["line 3", "longer than 1 MiB"]);
}

#[test]
fn damaged_gzip() {
    let whole = gzip("from,to\n".to_string().as_bytes());
    fault(&whole[..5], &["gzip stream is cut short or damaged"]);
    let log: String = std::iter::once("from,to\n".to_string())
        .chain((0..50_000_u64).map(|i| format!("s{},s{}\n", i * 7919 % 4001, i * 104_729 % 3989)))
        .collect();
    let whole = gzip(log.as_bytes());
    fault(
        &whole[..whole.len() / 2],
        &["gzip stream is cut short or damaged", "line "],
    );
    fault(
        &whole[..whole.len() - 3],
        &["gzip stream is cut short or damaged"],
    );
    let mut flipped = whole.clone();
    let end = flipped.len() - 6;
    flipped[end] ^= 1;
    fault(&flipped, &["gzip stream is cut short or damaged"]);
}

#[test]
fn too_many_states() {
    let log: String = std::iter::once("from,to\n".to_string())
        .chain((0..70_000).map(|i| format!("{i},{}\n", i + 1)))
        .collect();
    fault(log.as_bytes(), &["line 4097", "more than 4096 states"]);
}

#[test]
fn lists_of_states() {
    let folder = Folder::new();
    let log = folder.file("log.csv", b"from,to\na,b\n\"b\n\",a\n");
    let with = |states: &[u8]| {
        let states = folder.file("states.txt", states);
        run(&[
            "release",
            log.to_str().unwrap(),
            "--epsilon",
            "1",
            "--delta",
            "1e-6",
            "--states",
            states.to_str().unwrap(),
        ])
    };
    with(b"a\nb\n").failed(
        3,
        &[
            "log.csv, line 3",
            "the state \"b\\n\" is not in the list",
            "--states",
        ],
    );
    with(b"a\nb\na\n").failed(3, &["states.txt, line 3", "\"a\" stands here again"]);
    with(b"a\r\n\r\nb\r\n").failed(3, &["states.txt, line 2", "empty"]);
    with(b"a\n\xff\n").failed(3, &["states.txt, line 2", "not UTF-8"]);
    with(b"a\n").failed(3, &["states.txt", "at least 2 states"]);
    with(b"").failed(3, &["states.txt"]);
    let many: String = (0..5000).map(|i| format!("{i}\n")).collect();
    with(many.as_bytes()).failed(3, &["states.txt, line 4097", "more than 4096"]);
}

#[test]
fn files_that_cannot_be_read() {
    let missing = [
        "release",
        "no such file.csv",
        "--epsilon",
        "1",
        "--delta",
        "1e-6",
    ];
    run(&missing).failed(5, &["no such file.csv: cannot open it"]);
    let folder = Folder::new();
    let directory = [
        "release",
        folder.path().to_str().unwrap(),
        "--epsilon",
        "1",
        "--delta",
        "1e-6",
    ];
    run(&directory).failed(5, &["is a directory"]);
}

#[test]
fn a_name_cannot_steer_the_terminal() {
    let ran = release(b"from,to\n\x1b[2Ja,b\n", &[]);
    let text = ran.ok();
    assert!(!text.contains('\x1b') && text.contains("\\u{1b}"), "{text}");
    fault(b"from,to,count\na,b,\x1b[2J\n", &["\\u{1b}"]);
}

/// As in a log: a list that came from elsewhere is read line by line, whatever ends its lines.
#[test]
fn lists_of_states_end_their_lines_as_logs_do() {
    let folder = Folder::new();
    for (list, line) in [
        ("a\nb", 3),
        ("a\nb\n", 3),
        ("a\r\nb\r\n", 3),
        ("a\rb\r", 3),
        ("a\rb", 3),
    ] {
        let path = folder.file("states", list.as_bytes());
        let args = ["--states", path.to_str().unwrap(), "--format", "json"];
        let json = release(b"from,to\na,b\n", &args).json();
        assert_eq!(json["states"], serde_json::json!(["a", "b"]), "{list:?}");
        let path = folder.file("states", format!("{}\nb", list.trim_end()).as_bytes());
        let again = format!("line {line}: the state \"b\" stands here again");
        release(b"from,to\na,b\n", &["--states", path.to_str().unwrap()]).failed(3, &[&again]);
    }
    for empty in ["", "\n", "a\n\nb\n", "a\r\rb\r", "a\nb\n\n"] {
        let path = folder.file("states", empty.as_bytes());
        release(b"from,to\na,b\n", &["--states", path.to_str().unwrap()])
            .failed(3, &["the line is empty"]);
    }
    release(b"a\nb\n", &["--states", "-"]).failed(2, &["cannot both be standard input"]);
}

/// Invisible characters and those that reorder a line are shown by their numbers too.
#[test]
fn a_name_cannot_hide() {
    for c in [
        '\u{200b}', '\u{feff}', '\u{61c}', '\u{202e}', '\u{2066}', '\u{9b}', '\u{7f}',
    ] {
        let text = release(format!("from,to\na{c}b,c\n").as_bytes(), &[]).ok();
        assert!(!text.contains(c), "{c:?}");
        assert!(text.contains(&c.escape_unicode().to_string()), "{text}");
    }
}

#[test]
fn the_expectation_fits_the_field() {
    fault(
        b"from,to,count\na,b,\n",
        &["line 2: an empty field; expected something in every field"],
    );
    fault(b"from,to\na\n", &["line 2: 1 field; expected 2"]);
    fault(
        b"\xff\xfd,to\na,b\n",
        &["line 1: ", "is not UTF-8; expected the header"],
    );
}
