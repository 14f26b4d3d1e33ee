//! `dpmarkov merge`, as a user meets it.
use crate::report::reported;
use crate::report_examples::{FOLDER, STATES};
use crate::{Folder, run, run_with};
use serde_json::{Value, json};

/// A report of the log, in `folder` under `name`.
fn device(folder: &Folder, name: &str, more: &[&str]) -> String {
    let (_, bytes) = reported(folder, more);
    let path = folder.file(name, &bytes);
    path.to_str().unwrap().to_string()
}

fn merge(args: &[&str]) -> crate::Ran {
    run(&[&["merge"], args].concat())
}

/// The shipped fleet: as files, as a folder, as a list of names in any order, each says the same.
#[test]
fn the_order_and_the_way_they_are_named_do_not_matter() {
    let folder = Folder::new();
    let all = ["--states", STATES, "--format", "json"];
    let want = merge(&[&[FOLDER], &all[..]].concat()).json();
    let mut names: Vec<String> = std::fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().path().to_str().unwrap().to_string())
        .filter(|name| name.ends_with(".cbor"))
        .collect();
    names.sort();
    names.reverse();
    let list = folder.file("list.txt", (names.join("\n") + "\n").as_bytes());
    let list = format!("@{}", list.to_str().unwrap());
    let by_list = merge(&[&[list.as_str()], &all[..]].concat()).json();
    assert_eq!(by_list, want);
    let piped = run_with(
        &[&["merge", "@-"], &all[..]].concat(),
        names.join("\n").as_bytes(),
    );
    assert_eq!(piped.json(), want);
    let (one, rest) = names.split_first().unwrap();
    let mut args = vec!["merge", "-"];
    args.extend(rest.iter().map(String::as_str));
    args.extend(all);
    assert_eq!(run_with(&args, &std::fs::read(one).unwrap()).json(), want);
}

#[test]
fn everything_is_told() {
    let text = merge(&[FOLDER, "--states", STATES]).ok();
    for word in [
        "A fleet's Markov chain of 5 states, merged from 48 reports",
        "at most (1.25, 1e-6)-DP for its log: one event is replaced by any other",
        "24 of geometric",
        "12 of gaussian",
        "12 of polya",
        "together (1.25, 1e-6)-DP",
        "events of 3..9",
        "standard error",
        "95 % intervals",
        "Player",
    ] {
        let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(joined.contains(word), "{word}: {text}");
    }
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    assert!(
        !text.contains("Beware") && !text.contains("no names"),
        "{text}"
    );
    let unnamed = merge(&[FOLDER, "--level", "0.99"]).ok();
    assert!(
        unnamed.contains("reports hold no names") && unnamed.contains("99 %"),
        "{unnamed}"
    );
}

/// JSON and CSV are of the same numbers, and these agree with each other.
#[test]
fn the_numbers_agree() {
    let all = [FOLDER, "--states", STATES];
    let json = merge(&[&all[..], &["--format", "json"]].concat()).json();
    let csv = merge(&[&all[..], &["--format", "csv"]].concat()).ok();
    let mut lines = csv::Reader::from_reader(csv.as_bytes());
    let records: Vec<csv::StringRecord> = lines.records().map(Result::unwrap).collect();
    assert_eq!(records.len(), 25);
    let mut records = records.iter();
    let names: Vec<String> = serde_json::from_value(json["states"].clone()).unwrap();
    let f = |value: &Value| value.as_f64().unwrap();
    for row in json["rows"].as_array().unwrap() {
        let cells = row["cells"].as_array().unwrap();
        let sum: f64 = cells.iter().map(|cell| f(&cell["count"])).sum();
        assert!((sum - f(&row["total"]["count"])).abs() < 1e-6);
        let ones: f64 = cells.iter().map(|cell| f(&cell["share"])).sum();
        assert!((ones - 1.0).abs() < 1e-12);
        for cell in cells {
            let record = records.next().unwrap();
            assert_eq!(&record[0], row["state"].as_str().unwrap());
            assert_eq!(record[1], names[cell["to"].as_u64().unwrap() as usize]);
            let numbers = [
                &cell["count"],
                &cell["standard_error"],
                &cell["share"],
                &cell["share_standard_error"],
                &cell["interval"][0],
                &cell["interval"][1],
                &cell["probability"],
            ];
            for (k, number) in numbers.into_iter().enumerate() {
                assert_eq!(record[k + 2].parse::<f64>().unwrap(), f(number));
            }
            let (share, low, high) = (
                f(&cell["share"]),
                f(&cell["interval"][0]),
                f(&cell["interval"][1]),
            );
            assert!(
                low <= share.max(0.0) && share <= high && f(&cell["share_standard_error"]) > 0.0
            );
            assert!(
                (f(&cell["share"]) * f(&row["total"]["count"]) - f(&cell["count"])).abs() < 1e-6
            );
        }
    }
    let pi: Vec<f64> = serde_json::from_value(json["stationary"].clone()).unwrap();
    assert!((pi.iter().sum::<f64>() - 1.0).abs() < 1e-12);
}

/// Reports that do not belong together, by name and with the reason.
#[test]
fn what_differs_is_named() {
    let folder = Folder::new();
    let first = device(&folder, "first.cbor", &["--mechanism", "geometric"]);
    let add_remove = device(
        &folder,
        "other.cbor",
        &["--adjacency", "add_remove", "--mechanism", "geometric"],
    );
    merge(&[&first, &add_remove]).failed(
        3,
        &[
            "other.cbor: it protects adjacency add_remove",
            "event, as in",
            "first.cbor",
        ],
    );
    let states = folder.file("states.txt", b"Work\nHome\nShop\n");
    let order = device(
        &folder,
        "order.cbor",
        &["--states", states.to_str().unwrap()],
    );
    merge(&[&first, &order]).failed(
        3,
        &["order.cbor: its state table is", "as in", "another order"],
    );
    let four = folder.file("four.txt", b"Work\nHome\nShop\nZoo\n");
    let four = device(&folder, "four.cbor", &["--states", four.to_str().unwrap()]);
    merge(&[&first, &four]).failed(3, &["four.cbor: a report of 4 states; expected 3"]);
    let support = folder.file(
        "s.csv",
        b"from,to\nHome,Home\nHome,Work\nWork,Home\nWork,Work\nWork,Shop\nShop,Home\n",
    );
    let support = device(
        &folder,
        "support.cbor",
        &["--support", support.to_str().unwrap()],
    );
    merge(&[&first, &support]).failed(3, &["support.cbor: its support is another"]);
    // neither --skip-... lets them in
    let more = ["--skip-damaged", "--skip-duplicates"];
    merge(&[&[first.as_str(), add_remove.as_str()], &more[..]].concat()).failed(3, &["other.cbor"]);
    merge(&[&first, "--states", STATES]).failed(3, &["first.cbor", "the 5 states of"]);
}

#[test]
fn shares_need_totals() {
    let folder = Folder::new();
    for mechanism in ["dirichlet", "polya"] {
        let alone = device(&folder, "alone.cbor", &["--mechanism", mechanism]);
        merge(&[&alone]).failed(
            3,
            &[
                "alone.cbor: a report of",
                "holds no row totals",
                "--report-totals",
                "--row-total N",
            ],
        );
        let json = merge(&[&alone, "--row-total", "800", "--format", "json"]).json();
        assert_eq!(json["known_totals"], 1);
        assert_eq!(json["rows"][0]["total"]["count"], 800.0);
        // one report has no spread
        assert_eq!(
            json["rows"][0]["cells"][0]["share_standard_error"],
            Value::Null
        );
        assert_eq!(json["rows"][0]["cells"][0]["interval"], Value::Null);
        let text = merge(&[&alone, "--row-total", "800"]).ok();
        assert!(text.contains("no standard error"), "{text}");
        let own = device(
            &folder,
            "own.cbor",
            &["--mechanism", mechanism, "--report-totals", "1"],
        );
        let json = merge(&[&own, "--format", "json"]).json();
        assert_eq!(
            (&json["known_totals"], &json["epsilon"]),
            (&json!(0), &json!(2.0))
        );
        assert!((json["rows"][0]["total"]["count"].as_f64().unwrap() - 800.0).abs() < 60.0);
    }
}

#[test]
fn a_report_counts_once() {
    let folder = Folder::new();
    let first = device(&folder, "first.cbor", &["--mechanism", "gaussian"]);
    let second = device(&folder, "second.cbor", &["--mechanism", "gaussian"]);
    let copy = folder.file("copy.cbor", &std::fs::read(&first).unwrap());
    let copy = copy.to_str().unwrap();
    let words = [
        "copy.cbor: a report of this id came with",
        "first.cbor already",
        "--skip-duplicates",
    ];
    merge(&[&first, &second, copy]).failed(3, &words);
    merge(&[&first, &second, copy, "--skip-damaged"]).failed(3, &words);
    let json = merge(&[
        &first,
        &second,
        copy,
        "--skip-duplicates",
        "--format",
        "json",
    ])
    .json();
    let want = merge(&[&first, &second, "--format", "json"]).json();
    assert_eq!(json["rows"], want["rows"]);
    assert_eq!(
        (&json["duplicates"]["count"], &json["reports"]),
        (&json!(1), &json!(2))
    );
    let text = merge(&[&first, &second, copy, "--skip-duplicates"]).ok();
    assert!(text.contains("1 left out as sent twice"), "{text}");
}

#[test]
fn damaged_reports_are_named_or_left_out() {
    let folder = Folder::new();
    let whole = device(&folder, "whole.cbor", &["--mechanism", "geometric"]);
    let bytes = std::fs::read(&whole).unwrap();
    let mut flipped = bytes.clone();
    flipped[40] ^= 4;
    let mut later = bytes.clone();
    later[5] = 2;
    let broken = [
        ("flipped.cbor", &flipped[..], "the checksum does not fit"),
        ("cut.cbor", &bytes[..50], "the checksum does not fit"),
        ("empty.cbor", &[], "this is no report"),
        ("text.cbor", b"from,to\n", "this is no report"),
        ("later.cbor", &later, "later version"),
    ];
    let mut all = vec![whole.clone()];
    for (name, bytes, word) in broken {
        let path = folder.file(name, bytes);
        let path = path.to_str().unwrap();
        for files in [[path, &whole], [&whole, path]] {
            merge(&files).failed(3, &[name, word, "--skip-damaged"]);
        }
        run(&["inspect", path]).failed(3, &[name]);
        all.push(path.to_string());
    }
    let args: Vec<&str> = all.iter().map(String::as_str).collect();
    let json = merge(&[&args[..], &["--skip-damaged", "--format", "json"]].concat()).json();
    assert_eq!(
        (&json["damaged"]["count"], &json["reports"]),
        (&json!(5), &json!(1))
    );
    let text = merge(&[&args[..], &["--skip-damaged"]].concat()).ok();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("5 left out as damaged") && text.contains("flipped.cbor"),
        "{text}"
    );
    merge(&[&args[1..], &["--skip-damaged"]].concat())
        .failed(3, &["none of the 5 files is a sound report"]);
}

/// A promise that the parameters do not keep: the epsilon in the report is made smaller, and the checksum made to fit.
#[test]
fn a_false_promise_is_found_out() {
    let folder = Folder::new();
    let whole = device(&folder, "whole.cbor", &["--mechanism", "geometric"]);
    let mut bytes = std::fs::read(&whole).unwrap();
    let one = 1f64.to_be_bytes();
    let at = bytes.windows(8).position(|w| w == one).unwrap();
    bytes[at..at + 8].copy_from_slice(&0.5f64.to_be_bytes());
    let end = bytes.len() - 4;
    let crc = crc32(&bytes[..end]).to_le_bytes();
    bytes[end..].copy_from_slice(&crc);
    let path = folder.file("liar.cbor", &bytes);
    let path = path.to_str().unwrap();
    let words = [
        "liar.cbor: its geometric parameters do not meet the guarantee",
        "epsilon 0.5",
    ];
    merge(&[&whole, path]).failed(3, &words);
    run(&["inspect", path]).failed(3, &words);
    let json = merge(&[&whole, path, "--skip-damaged", "--format", "json"]).json();
    assert_eq!(
        (&json["damaged"]["count"], &json["epsilon"]),
        (&json!(1), &json!(1.0))
    );
}

/// CRC-32/ISO-HDLC, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
    let byte = |crc: u32, b: &u8| (0..8).fold(crc ^ u32::from(*b), |crc, _| step(crc));
    !bytes.iter().fold(!0, byte)
}

/// Whatever bytes come, the program ends with a code of its own and without a word of a panic.
#[test]
fn mutated_reports_are_refused() {
    let folder = Folder::new();
    let sources: Vec<Vec<u8>> = [
        &["--mechanism", "geometric"][..],
        &[
            "--mechanism",
            "polya",
            "--report-totals",
            "1",
            "--report-bits",
            "16",
        ],
    ]
    .iter()
    .map(|more| reported(&folder, more).1)
    .collect();
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % below
    };
    for k in 0..200 {
        let mut bytes = sources[k % 2].clone();
        for _ in 0..1 + random(3) {
            let at = random(bytes.len() - 4);
            match random(4) {
                0 => bytes[at] = random(256) as u8,
                1 => bytes[at] ^= 1 << random(8),
                2 => drop(bytes.remove(at)),
                _ => bytes.insert(at, [0xff, 0x9f, 0xbf, 0x7f, 0x1b, 0x00][random(6)]),
            }
        }
        // past the checksum, so that the rest is tried too
        let end = bytes.len() - 4;
        let crc = crc32(&bytes[..end]).to_le_bytes();
        bytes[end..].copy_from_slice(&crc);
        let args: &[&str] = if k % 2 == 0 {
            &["inspect", "-"]
        } else {
            &["merge", "-"]
        };
        let ran = run_with(args, &bytes);
        // a change of what is public and free (a window, an id, a state table) makes another report
        assert!(
            [0, 3].contains(&ran.code),
            "{k} {} {}",
            ran.code,
            ran.stderr
        );
        assert!(
            !ran.stderr.contains("panicked") && !ran.stderr.contains("fault of"),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn wrong_uses_are_refused() {
    let folder = Folder::new();
    let empty = folder.path().join("none");
    std::fs::create_dir(&empty).unwrap();
    let empty = empty.to_str().unwrap();
    merge(&[]).failed(2, &["REPORT"]);
    merge(&[empty]).failed(3, &["holds no report", ".cbor"]);
    merge(&["-", "-"]).failed(2, &["expected it once"]);
    merge(&["nowhere.cbor"]).failed(5, &["nowhere.cbor"]);
    let list = folder.file("list.txt", b"\n\n");
    merge(&[&format!("@{}", list.to_str().unwrap())]).failed(3, &["this list is empty"]);
    let report = device(&folder, "r.cbor", &[]);
    merge(&[&report, "--output", &report]).failed(2, &["would overwrite the input"]);
    merge(&[&report, "--level", "1"]).failed(2, &["level"]);
    merge(&[&report, "--row-total", "0"]).failed(2, &["row total"]);
    let out = folder.path().join("out.json");
    merge(&[
        &report,
        "--format",
        "json",
        "--output",
        out.to_str().unwrap(),
    ])
    .ok();
    assert!(std::fs::read_to_string(out).unwrap().starts_with('{'));
}

/// Ten thousand files, in one go.
#[test]
fn ten_thousand_reports() {
    let folder = Folder::new();
    let fleet = folder.path().join("fleet");
    std::fs::create_dir(&fleet).unwrap();
    let one = std::fs::read(format!("{FOLDER}/device-01.cbor")).unwrap();
    // the id follows its key and its head: 0x0b 0x50
    let at = one.windows(2).position(|w| w == [0x0b, 0x50]).unwrap() + 2;
    let end = one.len() - 4;
    for device in 0..10_000u32 {
        let mut bytes = one.clone();
        bytes[at..at + 4].copy_from_slice(&device.to_le_bytes());
        let crc = crc32(&bytes[..end]).to_le_bytes();
        bytes[end..].copy_from_slice(&crc);
        std::fs::write(fleet.join(format!("{device:05}.cbor")), bytes).unwrap();
    }
    let json = merge(&[fleet.to_str().unwrap(), "--format", "json"]).json();
    assert_eq!(json["reports"], 10_000);
    let single = merge(&[&format!("{FOLDER}/device-01.cbor"), "--format", "json"]).json();
    let total = |json: &Value| json["rows"][2]["total"]["count"].as_f64().unwrap();
    assert_eq!(total(&json), 10_000.0 * total(&single));
}
